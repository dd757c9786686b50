// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// row_size.c - violation of constraint equations relative to the size of the quantities they compare, so that it does
// not depend on units of length and time.
//
//   position    |phi_i| / s_i            s_i = |scale| times the mechanism's length or 1 rad,
//                                        for a sum times its factors
//   velocity    |(G v - nu)_i| / (s_i w) w the largest speed over its size, 1/s
// An equation over joint coordinates is a difference of large numbers after many turns: the rounding error of sum
// k_i c_i is eps times sum |k_i c_i|. Its s_i is then a fraction of that sum, so that a tolerance of 1e-13 is a few eps
// of it.
#include <math.h>

#include "system/row_size.h"
#include "system/system_build.h"
#include "system/work.h"

// Lower limit of s_i as a fraction of the sum of absolute terms; with a tolerance of 1e-13 this is two eps of the sum.
static const double far_part = 0.005;

// ---- sizes ----------------------------------------------------------------------------------------------------------

static double coordinate_size(const jn_system *system, const jni_primitive_term *term) {
  return fabs(term->factor) * (system->coordinates[term->coordinate].kind == JNI_ANGLE ? 1 : system->length_scale);
}

static double primitive_size(const jn_system *system, const jni_primitive *p) {
  bool of_coordinates = p->kind == JNI_COORDINATES || p->kind == JNI_COORDINATE_RATES;
  double sum = 0;
  for (int i = 0; i < p->nterms; i++) {
    const jni_primitive_term *term = &system->terms[p->term_at + i];
    sum += of_coordinates ? coordinate_size(system, term) : fabs(term->factor) * system->length_scale;
  }
  if (sum > 0) return sum;
  return jni_primitive_is_angle(p, system->coordinates, system->terms) ? 1 : system->length_scale;
}

bool jni_system_calc_row_weights(jn_system *system) {
  system->row_weight = jni_take(&system->pool, system->sizes.nc, sizeof *system->row_weight);
  if (system->pool.failed) return false;
  for (int i = 0; i < system->sizes.nc; i++) {
    const jni_primitive *p = &system->primitives[system->row_primitive[i]];
    system->row_weight[i] = 1 / (fabs(p->scale) * primitive_size(system, p));
  }
  return true;
}

// ---- violations -----------------------------------------------------------------------------------------------------

// Returns the sum of the absolute terms of an equation over joint coordinates, to which its rounding error is
// proportional. An angle in the plane counts with the angles of both bodies, whose difference it is.
static double sum_of_parts(const jn_system *system, const jn_work *work, const jni_primitive *p) {
  double sum = fabs(p->constant[0]) + (p->motion >= 0 ? fabs(work->motions[p->motion].v) : 0);
  for (int i = 0; i < p->nterms; i++) {
    const jni_primitive_term *term = &system->terms[p->term_at + i];
    const jni_coordinate *c = &system->coordinates[term->coordinate];
    double part = fabs(work->coordinates[term->coordinate].value);
    if (c->function) part += fabs(work->coordinates[term->coordinate].d * work->coordinates[c->of].value);
    if (c->kind == JNI_ANGLE && !c->linked && system->model->space == JN_PLANE)
      part += fabs(work->body2[c->side[0].body].theta) + fabs(work->body2[c->side[1].body].theta);
    sum += fabs(term->factor) * part;
  }
  return fabs(p->scale) * sum;
}

static double relative_angle_parts(const jn_work *work, const jni_primitive *p) {
  return fabs(p->scale) * (fabs(work->body2[p->side[0].body].theta) + fabs(work->body2[p->side[1].body].theta));
}

static double weight_of(const jn_system *system, const jn_work *work, int row) {
  const jni_primitive *p = &system->primitives[system->row_primitive[row]];
  double parts = p->kind == JNI_COORDINATES      ? sum_of_parts(system, work, p)
                 : p->kind == JNI_RELATIVE_ANGLE ? relative_angle_parts(work, p)
                                                 : 0;
  return fmin(system->row_weight[row], 1 / (far_part * parts));
}

double jni_largest_weighted(const jn_system *system, const double *rows, int n) {
  const double *weight = system->row_weight;
  double most = 0, rest = 0;  // rest: 0, or NaN if a number is not finite
  for (int i = 0; i < n; i++) {
    double size = fabs(rows[i]) * weight[i];
    most = size > most ? size : most;
    rest += size - size;
  }
  return rest == 0 ? most : NAN;
}

double jni_violation_of(const jn_system *system, const jn_work *work, int row) {
  return fabs(work->phi[row]) * weight_of(system, work, row);
}

// Returns the largest violation among the holonomic rows of one kind of primitive, relative to the constant sizes of
// the rows.
static double largest_of_kind(const jn_system *system, const jn_work *work, int kind) {
  double most = 0;
  for (int i = system->primitive_at[kind]; i < system->primitive_at[kind + 1]; i++) {
    int row = system->primitives[i].row;
    most = fmax(most, fabs(work->phi[row]) * system->row_weight[row]);
  }
  return most;
}

// Returns the largest violation of a holonomic row. First uses constant sizes; if the result exceeds `enough` and a row
// over angles may be the cause, computes every row again with its present size.
double jni_violation(const jn_system *system, const jn_work *work, double enough) {
  double most = jni_largest_weighted(system, work->phi, system->sizes.nh);
  if (most <= enough || !isfinite(most)) return most;
  if (largest_of_kind(system, work, JNI_COORDINATES) < most && largest_of_kind(system, work, JNI_RELATIVE_ANGLE) < most)
    return most;
  most = 0;
  for (int i = 0; i < system->sizes.nh; i++) most = fmax(most, jni_violation_of(system, work, i));
  return most;
}

int jni_worst_row(const jn_system *system, const jn_work *work) {
  double most = 0;
  int worst = -1;
  for (int i = 0; i < system->sizes.nh; i++) {
    double size = jni_violation_of(system, work, i);
    if (!(size <= most)) {
      most = size;
      worst = i;
    }
  }
  return worst;
}

// ---- largest coordinate and speed -----------------------------------------------------------------------------------

double jni_largest_coordinate(const jn_system *system, const double *q) {
  double lengths = system->extent, angles = 0;
  for (int i = 0; i < system->sizes.nq; i++) {
    double size = fabs(q[i]);
    if (system->q_is_length[i]) lengths = size > lengths ? size : lengths;
    else angles = size > angles ? size : angles;
  }
  return fmax(lengths / system->length_scale, angles);
}

double jni_largest_speed(const jn_system *system, const jn_work *work) {
  double lengths = 0, angles = 0;
  for (int i = 0; i < system->sizes.nv; i++) {
    double size = fabs(work->v[i]);
    if (system->v_is_length[i]) lengths = size > lengths ? size : lengths;
    else angles = size > angles ? size : angles;
  }
  double most = fmax(lengths / system->length_scale, angles);
  return system->nmotions > 0 ? fmax(most, jni_largest_weighted(system, work->nu, system->sizes.nc)) : most;
}
