// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_motion.c - writes functions of time: inputs, and position, rate and acceleration of drivers from an expression,
// a table or a filter that follows a signal (system/drive/drive.h).
#include <string.h>

#include "compile/write.h"
#include "kernel/call/motion_table.h"
#include "symbolic/call_constants.h"
#include "system/drive/drive.h"
#include "system/system.h"

static const jni_kernel course = {"jnk_call_course", 1, 3, jnk_call_course, NULL};
static const jni_kernel held_table = {"jnk_call_held_table", 1, 1, jnk_call_held_table, NULL};

// ---- drivers ------------------------------------------------------------------------------------------------------

static void write_course(jni_writer *w, const jni_motion_table *c, jni_node out[3]) {
  const double *const lists[] = {c->t, c->value, c->rate, c->acceleration};
  jni_constants block = jni_constants_for(w->g);
  jni_constants_add(&block, c->n);
  for (int k = 0; k < 4; k++) jni_constants_list(&block, lists[k], c->n);
  int call = jni_call_with(w->g, &course, &block, &w->t);
  for (int k = 0; k < 3; k++) out[k] = jni_result(w->g, call, k);
}

// Writes into out[] an expression of time and its first two derivatives; time is the first variable of the graph.
static void write_of_time(jni_writer *w, const jni_formula *formula, jni_node out[3]) {
  static const jni_node rates[1] = {JNI_ONE};
  out[0] = jni_write_formula(w, formula);
  for (int k = 0; k < 2; k++) jni_derive(w->g, rates, 1, out + k, 1, out + k + 1);
}

void jni_write_motions(jni_writer *w) {
  for (int i = 0; i < w->system->nmotions; i++) {
    const jni_drive *drive = &w->system->drives[i];
    jni_node *out = w->motions + 3 * i;
    if (drive->of_time.expression) write_of_time(w, &drive->of_time, out);
    else if (drive->course.n > 0) write_course(w, &drive->course, out);
    else memcpy(out, w->z + drive->state_at, 3 * sizeof *out);
  }
}

// ---- inputs -------------------------------------------------------------------------------------------------------

static jni_node own_course(jni_writer *w, int input) {
  const jni_formula *formula = &w->system->inputs[input];
  const jn_law *table = &w->system->model->inputs[input].table;
  if (formula->expression) return jni_write_formula(w, formula);
  jni_constants block = jni_constants_for(w->g);
  jni_constants_add(&block, table->n);
  jni_constants_add(&block, table->smooth);
  jni_constants_list(&block, table->x, table->n);
  jni_constants_list(&block, table->y, table->n);
  return jni_result(w->g, jni_call_with(w->g, &held_table, &block, &w->t), 0);
}

// A variable that is NaN does not equal itself; the comparison selects the function of time.
void jni_write_inputs(jni_writer *w) {
  jni_graph *g = w->g;
  for (int i = 0; i < w->system->sizes.nu; i++) {
    jni_node given = w->u[i], held = jni_graph_add(g, JNI_DO_equal, given, given, 0);
    w->u[i] = jni_select(g, held, given, own_course(w, i));
  }
}
