// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// static_report.c - reports of a static start: kept values that do not hold, kept values that were guesses, and forces
// that hold values.
#include <math.h>
#include <stdio.h>

#include "analysis/equilibrium/equilibrium.h"
#include "analysis/message.h"

static const double HOLDS = 1e-9;  // largest deviation of a kept value, rad or typical lengths

static void add_note(jn_report *report, const char *what) {
  jn_error note = {.status = JN_OK, .severity = JN_NOTE, .element = "start"};
  snprintf(note.what, sizeof note.what, "%s", what);
  jn_report_add(report, &note);
}

static bool check_row(const jn_system *system, jn_work *work, const jni_static_row *row, jn_report *report) {
  double off = row->by_rate ? 0 : jni_static_row_off(system, work, row);
  if (fabs(off) <= HOLDS) return true;
  jn_report_fault(report, JN_NO_CONVERGENCE, "",
                  "no static start was found that holds '%.80s': it is off by %.3g %s; another kept value or a joint "
                  "contradicts it",
                  jni_static_row_name(row), off * row->size, row->size == 1 ? "rad" : "m");
  return false;
}

static void report_force(const jni_static_row *row, double force, double load, double length, jn_report *report) {
  char what[200];
  bool angle = row->kind != JNI_STATIC_VALUE || row->kept.angle || row->kept.whole;
  bool drives = row->by_rate && !(row->spin && !row->moves);  // a kept rate may be driven; a wheel at rest is not
  if (drives || !(fabs(force) * row->size > JNI_NEGLIGIBLE * load * length)) return;
  jni_print(what, sizeof what, "held by %.4g %s along %.80s: not an equilibrium in this direction", fabs(force),
            angle ? "N m" : "N", jni_static_row_name(row));
  add_note(report, what);
}

// Adds a note if a kept position that served only as a first guess has moved, with the distance or angle. If the
// heading of a wholly kept orientation is held, only its pitch and roll were guesses.
static void report_guess(const jn_system *system, jn_work *work, const jni_kept *kept, jn_report *report) {
  double off[3];
  char what[200], unit[32];
  jni_kept_residual(system, work, kept, off);
  if (kept->whole) {
    double turn = sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
    if (!(turn > HOLDS)) return;
    jni_print(what, sizeof what,
              "the kept orientation of %.60s was a first guess for pitch and roll and turned by %.3g rad",
              system->model->bodies[kept->signal.a].name, turn);
  } else {
    double size = kept->angle ? 1 : system->length_scale;
    if (!(fabs(off[0]) > HOLDS * size)) return;
    jn_unit_format(kept->signal.dimension, unit, sizeof unit);
    jni_print(what, sizeof what, "%.60s is kept as %.6g %s; it was a first guess and moved by %.3g %s",
              kept->initial->name, kept->target[0], unit, off[0], unit);
  }
  add_note(report, what);
}

jn_status jni_static_report(const jn_system *system, const jni_static_rows *rows, const double *force,
                            const jn_equilibrium *result, const double *state, jn_report *report) {
  jni_kept_list kept = {0};
  jn_work *work = jn_work_new(system);
  bool holds = true;
  if (!work || !jni_kept_new(system, JNI_LEVEL_POSITION, &kept)) {
    jn_work_free(work);
    return jni_report_no_memory(report);
  }
  const double *z = jni_state_z(system, state);
  jn_calc_position(system, work, state[0], state + 1, z, z + system->sizes.nz);
  for (int i = 0; i < rows->n; i++) {
    holds = check_row(system, work, &rows->items[i], report) && holds;
    report_force(&rows->items[i], force[i], result->load, system->length_scale, report);
  }
  for (int i = 0; i < kept.n; i++)
    if (kept.items[i].keep && !jni_static_rows_hold(rows, &kept.items[i]))
      report_guess(system, work, &kept.items[i], report);
  jni_kept_free(system, &kept);
  jn_work_free(work);
  return holds ? JN_OK : JN_NO_CONVERGENCE;
}
