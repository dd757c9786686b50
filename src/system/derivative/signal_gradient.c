// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_gradient.c - gradients of quantities of frames and of joint coordinates, from which gradients of signals
// follow.
//
// A signal of a frame has derivatives g with respect to its translation r, rotation turn, velocity v and angular
// velocity w. With L the map of increments of the body to the frame (jni_frame_map),
//   dv row   L' (g_v, g_w)          dq row   L' (g_r, g_turn) + variation of v and w for constant speeds
// In cartesian coordinates v and w rotate with the body, dv = turn x (w x arm), dw = turn x w; in natural coordinates v
// is constant, and w = 1/2 sum R_k x Rdot_k varies with R.
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "system/derivative/force_blocks.h"
#include "system/derivative/formula_gradient.h"
#include "system/derivative/rate.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/work.h"

// ---- rows of bodies -------------------------------------------------------------------------------------------------

static int slot_of(const jni_gradient_rows *rows, int body) {
  for (int i = 0; i < rows->n; i++)
    if (rows->bodies[i] == body) return i;
  return -1;
}

// Adds factor * L' (a, b) to out (width numbers), where a and b are the derivatives by translation and rotation.
static void add_mapped(const double *L, int width, const double a[3], const double b[3], double factor, double *out) {
  for (int j = 0; j < width; j++)
    for (int i = 0; i < 3; i++) out[j] += factor * (a[i] * L[i * width + j] + b[i] * L[(3 + i) * width + j]);
}

// Writes to `turn` the derivative of a signal with respect to rotation of the frame that arises because v and w rotate
// with the body.
static void carried_turn(const jn_system *system, const jn_work *work, int frame, const jni_frame_slope *g,
                         double turn[3]) {
  jni_motion body;
  double arm[3], u[3], x[3];
  jni_body_motion(system, work, system->model->frames[frame].body, &body);
  jni_frame_arm(system, &body, frame, arm);
  jnk_cross(body.w, arm, u);
  jnk_cross(u, g->v, x);
  jnk_cross(body.w, g->w, turn);
  jnk_add(x, turn, turn);
}

void jni_frame_slope_add(const jn_system *system, const jn_work *work, int frame, const jni_frame_slope *g,
                         double factor, jni_gradient_rows *rows) {
  int b = system->model->frames[frame].body, width = system->width[b], slot = slot_of(rows, b);
  double L[6 * JNI_WIDEST], turn[3];
  if (slot < 0) return;
  double *dq = rows->dq + slot * JNI_WIDEST, *dv = rows->dv + slot * JNI_WIDEST;
  jni_frame_map(system, work, frame, L);
  add_mapped(L, width, g->v, g->w, factor, dv);
  if (system->kind->natural) {
    jnk_scale(-factor, g->w, turn);
    jni_natural_add_turn(width, work->body3[b].Rdot, turn, dq);
    add_mapped(L, width, g->r, g->turn, factor, dq);
    return;
  }
  carried_turn(system, work, frame, g, turn);
  jnk_add(turn, g->turn, turn);
  add_mapped(L, width, g->r, turn, factor, dq);
}

static void add_to_row(double *row, int slot, double factor, const double *x, int n) {
  for (int i = 0; i < n; i++) row[slot * JNI_WIDEST + i] += factor * x[i];
}

// ---- joint coordinates ----------------------------------------------------------------------------------------------

// Sets work->direction of the two bodies of a coordinate to the motion with speed i of the body at end `end` equal to 1
// and all others zero; i = -1: to no motion.
static void point_along(const jn_system *system, jn_work *work, const jni_coordinate *c, int end, int i) {
  double *w = work->body_scratch;
  for (int k = 0; k < 2; k++) {
    int b = c->side[k].body;
    for (int j = 0; j < system->width[b]; j++) w[system->v_at[b] + j] = k == end && j == i;
    jni_set_body_direction(system, work, b, w);
  }
}

// Returns the variation of the rate J v of a coordinate along work->direction, for constant v.
static double vary_rate(const jn_system *system, const jn_work *work, int coordinate) {
  const double *v = system->tree ? work->body_v : work->v;
  double Jdot[2][JNI_WIDEST] = {{0}}, sum = 0;
  jni_coordinate_rate_at(system, work, coordinate, Jdot);
  for (int end = 0; end < 2; end++)
    for (int b = system->coordinates[coordinate].side[end].body, i = 0; i < system->width[b]; i++)
      sum += Jdot[end][i] * v[system->v_at[b] + i];
  return sum;
}

void jni_coordinate_gradient(const jn_system *system, jn_work *work, int coordinate, double of_value, double of_rate,
                             jni_gradient_rows *rows) {
  const jni_coordinate *c = &system->coordinates[coordinate];
  jni_coordinate_state state;
  jni_coordinate_calc(system, work, coordinate, &state);
  for (int end = 0; end < 2; end++) {
    int slot = slot_of(rows, c->side[end].body), width = system->width[c->side[end].body];
    if (slot < 0) continue;
    add_to_row(rows->dq, slot, of_value, state.J[end], width);
    add_to_row(rows->dv, slot, of_rate, state.J[end], width);
    for (int i = 0; i < width && of_rate != 0; i++) {
      point_along(system, work, c, end, i);
      rows->dq[slot * JNI_WIDEST + i] += of_rate * vary_rate(system, work, coordinate);
    }
  }
  if (of_rate != 0) point_along(system, work, c, -1, -1);
}

// ---- signals --------------------------------------------------------------------------------------------------------

void jni_signal_terms(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                      jni_gradient_rows *rows) {
  const jni_signal_type *type = jni_signal_type_of(s->kind);
  if (factor != 0 && type->gradient) type->gradient(system, work, s, factor, rows);
}
