// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_program.c - programs of all shipped models: rates of the tape against the engine.
#include "compile/program.h"

#include <string.h>

#include "check.h"
#include "folder.h"
#include "jounce/jounce.h"
#include "program.h"
#include "symbolic/tape.h"

static int checked, mixed;

static double difference(int n, const double *a, const double *b) {
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(b[i]));
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(a[i] - b[i]) / size);
  return worst;
}

// At a state where all joints are closed q and v come back as they are.
static void check_rates(const jn_system *system, jn_work *work, const jni_program *p, const double *state) {
  const jni_program_sizes *n = &p->sizes;
  jni_rates_layout at = jni_rates_at(n);
  jni_tape *tape = jni_tape_new(p->g, jni_program_nvariables(n), p->rates, at.n);
  CHECK(tape);
  if (!tape) return;
  double *out = calloc((size_t)at.n, sizeof *out), *qdot = calloc((size_t)n->nq + 1, sizeof *qdot),
         *vdot = calloc((size_t)n->nv + 1, sizeof *vdot);
  jni_tape_run(tape, p->nominal, out);
  CHECK(jn_solve_acceleration(system, work, state, vdot, NULL) == JN_OK);
  jn_calc_qdot(system, state + 1, state + 1 + n->nq, qdot);
  CHECK_NEAR(difference(n->nq, out + at.q, state + 1), 0, 1e-9);
  CHECK_NEAR(difference(n->nv, out + at.v, state + 1 + n->nq), 0, 1e-9);
  CHECK_NEAR(difference(n->nq, out + at.qdot, qdot), 0, 1e-9);
  CHECK_NEAR(difference(n->nv, out + at.vdot, vdot), 0, 1e-9);
  free(out);
  free(qdot);
  free(vdot);
  jni_tape_free(tape);
}

// Rows of velocities bind no positions: where q is off, as many speeds move it as there are rows of positions.
static void check_velocity_rows(const jn_system *system, const jni_program *p) {
  const jni_program_sizes *n = &p->sizes;
  jni_rates_layout at = jni_rates_at(n);
  jni_tape *tape = jni_tape_new(p->g, jni_program_nvariables(n), p->rates, at.n);
  double *x = calloc((size_t)jni_program_nvariables(n), sizeof *x), *out = calloc((size_t)at.n, sizeof *out),
         *d = calloc((size_t)n->nv, sizeof *d);
  int moved = 0;
  memcpy(x, p->nominal, (size_t)jni_program_nvariables(n) * sizeof *x);
  for (int i = 0; i < n->nv; i++) d[i] = 1e-3 * (i % 3 - 1);
  jn_manifold_step(system, x + 1, d, x + 1);
  jni_tape_run(tape, x, out);
  jn_manifold_difference(system, x + 1, out + at.q, d);
  for (int i = 0; i < n->nv; i++) moved += !(fabs(d[i]) < 1e-9);
  CHECK(moved <= system->sizes.nh);
  free(x);
  free(out);
  free(d);
  jni_tape_free(tape);
  mixed += moved > 0;
}

static void check_program(jn_run *run, jn_report *report) {
  const jn_system *system = jn_run_system(run);
  const jn_sizes *n = &system->sizes;
  const double *state = jn_run_state(run);
  jn_work *work = jn_work_new(system);
  double *nominal = calloc((size_t)jni_writer_nvariables(system), sizeof *nominal);
  jn_solve_acceleration(system, work, state, NULL, NULL);
  int at = 1 + n->nq + n->nv + n->nz + n->ns;
  memcpy(nominal, state, (size_t)at * sizeof *nominal);
  for (int i = 0; i < n->nu; i++) nominal[at + i] = NAN;
  for (int fused = 0; fused < 2; fused++) {
    jni_program_def def = {
        .system = system, .reduced = jn_run_reduced(run), .nominal = nominal, .newton = 1, .fused = fused == 1};
    jni_program *p = jni_program_new(NULL, &def, report);
    CHECK(p);
    if (p) check_rates(system, work, p, state);
    if (p && n->nn > 0) check_velocity_rows(system, p);
    jni_program_free(p);
  }
  free(nominal);
  jn_work_free(work);
  checked++;
}

static void check_model(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_run *run = model ? reduced_run(model, jn_choices_default().step, report) : NULL;
  CHECK(run && jn_run_reduced(run));
  if (run && jn_run_reduced(run)) check_program(run, report);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  int found = each_shipped_model(check_model);
  CHECK(checked == found && found > 60 && mixed > 0);
  return check_report();
}
