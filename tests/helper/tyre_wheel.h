// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_wheel.h - a wheel with one tyre of any kind, read from a model file and moved by hand.
#ifndef TYRE_WHEEL_H
#define TYRE_WHEEL_H

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "force/force.h"
#include "jounce/jounce.h"
#include "kernel/vec3.h"
#include "model/model.h"

static const char *const tyre_kinds[] = {"tyre-calspan", "tyre-fiala", "tyre-tmeasy", "tyre-pacejka"};
enum { NKINDS = sizeof tyre_kinds / sizeof *tyre_kinds };

// What each kind must or may be given besides.
static inline const char *extra(const char *kind) {
  if (strcmp(kind, "tyre-fiala") == 0)
    return ", slip_stiffness: 80e3, cornering_stiffness: 50e3, camber_stiffness: 2e3, trail: 0.04";
  if (strcmp(kind, "tyre-calspan") == 0) return ", slip_stiffness: 60e3";
  if (strcmp(kind, "tyre-tmeasy") == 0) return ", trail: 0.04";
  return "";
}

static inline jn_model *read_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "tyre.yaml", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++)
    printf("%d: %s\n", jn_report_get(report, i)->line, jn_report_get(report, i)->what);
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

static inline jn_model *read_wheel(const char *kind, const char *road, const char *more) {
  char text[2048];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: space\nbodies:\n  wheel: {mass: 20, inertia: [1, 1, 1]}\nroads:\n  road: %s\nforces:\n"
           "  tyre: {type: %s, at: wheel, road: road, radius: 0.3%s%s%s}\n",
           road, kind, strstr(more, "load_law") ? "" : ", stiffness: 200e3",
           strstr(more, "aligning") ? "" : extra(kind), more);
  return read_text(text);
}

static inline jni_force_output calc(const jn_model *model, const jni_force_input *in) {
  jni_force_output out;
  memset(&out, 0, sizeof out);
  model->forces[0].kind->calc(&model->forces[0], in, &out);
  return out;
}

static inline int nstates(const jn_model *model) { return model->forces[0].kind->nstates(&model->forces[0]); }

// Upright at a height, turned by angles about x, moving along x and y and spinning.
static inline jni_force_input wheel_at(double height, double lean, double vx, double vy, double spin) {
  jni_force_input in = {.t = 0};
  double theta[3] = {lean, 0, 0}, q[4], w[3] = {0, spin, 0};
  jnk_quat_from_rotation_vector(theta, q);
  jnk_quat_to_matrix(q, in.end[0].R);
  jnk_set(0, 0, height, in.end[0].r);
  jnk_set(vx, vy, 0, in.end[0].v);
  jnk_mat_vec(in.end[0].R, w, in.end[0].w);
  return in;
}

static inline double named(const jni_force_output *out, const jn_model *model, const char *name) {
  const jni_force_kind *kind = model->forces[0].kind;
  for (int i = 0; i < kind->noutputs; i++)
    if (strcmp(kind->outputs[i].name, name) == 0) return out->named[i];
  return (double)NAN;
}

// ---- tangent ----------------------------------------------------------------------------------------------------

static inline jni_force_input varied(jni_force_input in, int j, double h, bool velocity) {
  double by[3] = {0, 0, 0}, q[4], T[9], R[9];
  by[j % 3] = h;
  if (velocity) {
    double *x = j < 3 ? in.end[0].v : in.end[0].w;
    jnk_add(x, by, x);
  } else if (j < 3) {
    jnk_add(in.end[0].r, by, in.end[0].r);
  } else {
    jnk_quat_from_rotation_vector(by, q);
    jnk_quat_to_matrix(q, T);
    jnk_mat_mul(T, in.end[0].R, R);
    memcpy(in.end[0].R, R, sizeof R);
  }
  return in;
}

static inline void check_tangent(const jn_model *model, const jni_force_input *in) {
  const double h = 1e-6;
  jni_force_tangent tangent;
  memset(&tangent, 0, sizeof tangent);
  model->forces[0].kind->tangent(&model->forces[0], in, &tangent);
  for (int n = 0; n < 12; n++) {
    int j = n % 6;
    jni_force_input ahead = varied(*in, j, h, n >= 6), behind = varied(*in, j, -h, n >= 6);
    jni_force_output up = calc(model, &ahead), down = calc(model, &behind);
    for (int i = 0; i < 6; i++) {
      double found = (n < 6 ? tangent.stand : tangent.move)[i][j];
      double expected =
          ((i < 3 ? up.force : up.torque)[0][i % 3] - (i < 3 ? down.force : down.torque)[0][i % 3]) / (2 * h);
      CHECK_NEAR(found, expected, 2e-5 * (1e4 + fabs(expected)));  // stiffness of 2e5 N/m, loads of some kN
    }
  }
}

#endif
