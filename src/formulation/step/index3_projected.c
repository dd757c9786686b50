// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// index3_projected.c - index3 with velocities and accelerations projected onto the constraints after every step.
//                                                                                               [dopico, formulation A]
//
// Variants, by the metric P of the projection:
//   factor       P = W - k alpha G'G: reuses the factor of the step
//   mass-matrix  P = M: with a separate factor; never adds kinetic energy
//   factor-once  as `factor`, with a new matrix at the end of the step and a single solve for each projection, as
//                published
//   plain-newton as `factor`, without Anderson mixing (step_newton.c)
//   exact-newton as `plain-newton` with the exact W in every iteration; the projection uses W without the second
//                derivatives of the constraints, as `factor`, at the end of the step
#include <string.h>

#include "formulation/formulation_table.h"
#include "formulation/step/step_formulation.h"
#include "system/work.h"

enum { MOST_SOLVES = 6 };

typedef struct {
  jni_step step;
  jni_step_matrix *mass;  // variant `mass-matrix`: [M G'; G -D]
  bool once;              // make a single solve in each projection
} projected;

static jn_status finish(jni_step *step) {
  projected *f = (projected *)step;
  const double *G = step->base.work->G;
  if (f->mass) return jni_step_project_by_mass(step, f->mass, MOST_SOLVES);
  if (f->once || step->exact) {
    jni_step_fill_usual(step, G, G);
    if (!jni_step_factor(step, step->matrix)) return JN_SINGULAR;
  }
  return jni_step_project(step, step->matrix, step->mass_part, f->once ? 1 : MOST_SOLVES);
}

static const jni_step_method method = {.symmetric = true, .multipliers = true, .end_weight = 1, .finish = finish};

static const char *const variants[] = {"factor", "mass-matrix", "factor-once", "plain-newton", "exact-newton", NULL};

static jni_formulation *create(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                               const bool *active, jn_report *report) {
  projected *f = jni_step_new(kind, sizeof *f, system, choices, active, report);
  if (!f) return NULL;
  f->once = strcmp(choices->variant, "factor-once") == 0;
  if (strcmp(choices->variant, "mass-matrix") != 0) return &f->step.base;
  f->mass = jni_step_matrix_new(&f->step, true);
  if (f->mass) return &f->step.base;
  jni_report_no_memory(report);
  return jni_object_free(f);
}

const jni_formulation_kind jni_formulation_index3_projected = {
    .name = "index3-projected",
    .help = "index3 with velocities and accelerations projected after every step",
    .holds_position = true,
    .holds_velocity = true,
    JNI_OWNS_STEP,
    JNI_TAKES_RULE,
    .variants = variants,
    .create = create,
};
