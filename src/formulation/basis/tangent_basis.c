// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tangent_basis.c - see tangent_basis.h.
#include "formulation/basis/tangent_basis.h"

#include <math.h>
#include <string.h>

#include "system/coordinates/body_level.h"
#include "system/system.h"

double jni_basis_speed_size(const jni_orthonormal *o, int i) {
  const jn_system *system = o->frame.base.system;
  return system->v_is_length[i] ? system->length_scale : 1;
}

const double *jni_supplement_vector(const jni_orthonormal *o, const jni_supplement *E, int j, double *out) {
  if (E->columns) return E->columns + (size_t)j * (size_t)o->n;
  memset(out, 0, (size_t)o->n * sizeof *out);
  out[E->unit[j]] = 1;
  return out;
}

double jni_supplement_size(const jni_orthonormal *o, const jni_supplement *E, int j) {
  if (!E->columns) return o->size[E->unit[j]];
  const double *e = E->columns + (size_t)j * (size_t)o->n;
  jni_pattern_mass_times(&o->frame.base.system->pattern, o->metric.inverse, e, o->vector);
  return jni_dot(o->n, e, o->vector);
}

void jni_basis_mass_rate(jni_orthonormal *o) {
  const jn_system *system = o->frame.base.system;
  system->kind->tree->mass_rate(system, o->frame.base.work, o->mass_rate);
}

// An old factor is renewed if one step of iterative refinement, which squares its error, would not be accurate enough.
// One refinement step is also requested near a singular configuration, where it recovers lost digits.
jn_status jni_basis_factor(jni_orthonormal *o, int *refine) {
  jni_control *control = &o->frame.control;
  const double poor = 1e-4;
  *refine = 0;
  if (control->factored && control->moved > 0) {
    *refine = jni_control_refines(control);
    if (*refine == 0) control->factored = false;
  }
  jn_status status = jni_control_factor(control);
  if (status == JN_OK && jni_control_info(control)->smallest_pivot < poor) *refine = 1;
  return status;
}

static void column_of_T(void *self, int i, double *out) {
  jni_orthonormal *o = self;
  memset(o->vector, 0, (size_t)o->n * sizeof *o->vector);
  o->vector[i] = 1;
  jni_control_solve(&o->frame.control, o->vector, NULL, 0, out, NULL);
}

jn_status jni_basis_choose_units(jni_orthonormal *o, int *unit, double *conditioning) {
  const jni_projector T = {.n = o->n, .self = o, .column = column_of_T, .size = o->size};
  int refine;
  jn_status status = jni_basis_factor(o, &refine);
  if (status != JN_OK) return status;
  *conditioning = jni_greedy_choose(&o->greedy, &T, o->k, unit);
  return *conditioning > -HUGE_VAL ? JN_OK : JN_SINGULAR;
}

void jni_basis_rows(const jni_orthonormal *o, const double *values, double *all, double *out) {
  jni_unpack_G(o->frame.base.system, values, all);
  for (int i = 0; i < o->m; i++)
    memcpy(out + (size_t)i * (size_t)o->n, all + (size_t)o->rows[i] * (size_t)o->n, (size_t)o->n * sizeof *out);
}
