// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// composite_mass.c - see composite_mass.h.
#include "compile/composite_mass.h"

#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "system/system.h"

// ---- merging ------------------------------------------------------------------------------------------------------

static jni_composite_mass body_mass(const jn_system *system, int link) {
  const jni_body *body = &system->model->bodies[system->tree->links[link].body];
  const double *J = body->inertia;
  jni_composite_mass composite = {.mass = body->mass};
  if (body->particle) return composite;
  if (system->model->space == JN_PLANE) {
    composite.J[8] = J[2];
    return composite;
  }
  const double whole[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  memcpy(composite.J, whole, sizeof whole);
  return composite;
}

static double plus(jni_trace *t, double a, double b) { return jni_trace_apply(t, JNI_DO_add, a, b); }
static double times(jni_trace *t, double a, double b) { return jni_trace_apply(t, JNI_DO_multiply, a, b); }

// Adds the inertia m (|x|^2 1 - x x') of a point mass m at x to J (parallel axis theorem).
static void add_distance(jni_trace *t, double m, const double x[3], double J[9]) {
  double square = plus(t, plus(t, times(t, x[0], x[0]), times(t, x[1], x[1])), times(t, x[2], x[2]));
  for (int i = 0; i < 9; i++) {
    double part = jni_trace_apply(t, JNI_DO_subtract, i % 4 == 0 ? square : 0, times(t, x[i / 3], x[i % 3]));
    J[i] = plus(t, J[i], times(t, m, part));
  }
}

// Adds the composite body `from` to *to, on the same link, both in the axes of the link's body: sets mass, centre of
// mass and inertia about the new centre of mass.
static void merge(jni_trace *t, jni_composite_mass *to, const jni_composite_mass *from) {
  double sum = plus(t, to->mass, from->mass), centre[3], x[3];
  for (int i = 0; i < 9; i++) to->J[i] = plus(t, to->J[i], from->J[i]);
  if (!(from->mass > 0)) return;
  for (int k = 0; k < 3; k++) {
    double moment = plus(t, times(t, to->mass, to->c[k]), times(t, from->mass, from->c[k]));
    centre[k] = jni_trace_apply(t, JNI_DO_divide, moment, sum);
  }
  jni_trace_sub(t, to->c, centre, x);
  add_distance(t, to->mass, x, to->J);
  jni_trace_sub(t, from->c, centre, x);
  add_distance(t, from->mass, x, to->J);
  to->mass = sum;
  jnk_copy(centre, to->c);
}

// Sets out = T J T': the inertia J in the axes to which T rotates it.
static void turn_inertia(jni_trace *t, const double T[9], const double J[9], double out[9]) {
  double half[9];
  jni_trace_mat_mul(t, T, J, half);
  jni_trace_mat_mul_t(t, half, T, out);
}

static jni_composite_mass in_parent(const jn_system *system, const jni_link *l, const jni_composite_mass *own) {
  double T[9], from[3], arm[3];
  jni_composite_mass out = {.mass = own->mass};
  jni_trace *t = system->model->trace;
  // T maps the body axes of the child to those of its parent while the joint coordinates are zero.
  if (system->model->space == JN_PLANE) jni_trace_mat_from_angle(system->model->trace, l->angle, T);
  else jni_trace_mat_mul_t(system->model->trace, l->RP, l->RC, T);
  turn_inertia(t, T, own->J, out.J);
  jni_trace_sub(t, own->c, l->pC, from);
  jni_trace_mat_vec(t, T, from, arm);
  jni_trace_add(t, l->pP, arm, out.c);
  return out;
}

// ---- rotors --------------------------------------------------------------------------------------------------------

// Returns true if the composite body is symmetric about the hinge axis, so that its rotation does not change the
// inertia of the parent. Sets *spin to its moment of inertia about that axis, kg m^2, in any case.
static bool is_balanced(const jn_system *system, const jni_link *l, const jni_composite_mass *own, double *spin) {
  const double least = 1e-13;
  double from[3], x[3], J[9], T[9];
  if (system->model->space == JN_PLANE) jnk_mat_identity(T);
  else jnk_mat_transpose(l->RC, T);
  jnk_sub(own->c, l->pC, from);
  jnk_mat_vec(T, from, x);
  turn_inertia(system->model->trace, T, own->J, J);
  double size = least * (J[0] + J[4] + J[8]);
  *spin = J[8];
  return fabs(x[0]) + fabs(x[1]) <= least && fabs(J[0] - J[4]) <= size && fabs(J[1]) <= size && fabs(J[2]) <= size &&
         fabs(J[5]) <= size;
}

// ---- principal axes -----------------------------------------------------------------------------------------------

// Applies the Jacobi rotation in the plane of axes p and q that makes J[p][q] zero. E is multiplied by the same
// rotation; its columns become the principal axes.
static void jacobi_rotate(double J[9], double E[9], int p, int q) {
  double difference = J[4 * q] - J[4 * p], both = 2 * J[3 * p + q];
  if (both == 0) return;
  double angle = 0.5 * jnk_atan2(both, difference), s, c, T[9], next[9], t[9];
  if (angle > 0.25 * JNK_PI) angle -= 0.5 * JNK_PI;
  if (angle < -0.25 * JNK_PI) angle += 0.5 * JNK_PI;
  jnk_sincos(angle, &s, &c);
  jnk_mat_identity(T);
  T[4 * p] = T[4 * q] = c;
  T[3 * p + q] = s;
  T[3 * q + p] = -s;
  jnk_mat_transpose(T, t);
  turn_inertia(NULL, t, J, next);
  memcpy(J, next, sizeof next);
  J[3 * p + q] = J[3 * q + p] = 0;
  jnk_mat_mul(E, T, next);
  memcpy(E, next, sizeof next);
}

// Sets composite->round and the axes with their weights so that J = round 1 + sum of weight axis axis', 1 the unit
// matrix. round is the principal moment that is closest to another one, so that bodies with equal moments need fewer
// axes. If J depends on kept parameters, sets only composite->whole.
static void find_axes(jni_trace *trace, jni_composite_mass *composite) {
  const double least = 1e-13;
  double J[9], E[9];
  composite->whole = jni_trace_has_any(trace, composite->J, 9);
  if (composite->whole) return;
  jnk_mat_identity(E);
  memcpy(J, composite->J, sizeof J);
  double size = fabs(J[0]) + fabs(J[4]) + fabs(J[8]);
  for (int sweep = 0; sweep < 8; sweep++) {
    jacobi_rotate(J, E, 0, 1);
    jacobi_rotate(J, E, 0, 2);
    jacobi_rotate(J, E, 1, 2);
  }
  double most = -1;
  int round = 0;
  for (int k = 0; k < 3; k++) {  // the principal moment closest to another
    double a = fabs(J[4 * k] - J[4 * ((k + 1) % 3)]), b = fabs(J[4 * k] - J[4 * ((k + 2) % 3)]);
    double nearest = size - fmin(a, b);
    if (nearest > most) {
      most = nearest;
      round = k;
    }
  }
  composite->round = J[4 * round];
  composite->naxes = 0;
  for (int k = 0; k < 3; k++) {
    double weight = J[4 * k] - composite->round;
    if (k == round || fabs(weight) <= least * size) continue;
    for (int i = 0; i < 3; i++) composite->axis[composite->naxes][i] = E[3 * i + k];
    composite->weight[composite->naxes++] = weight;
  }
}

void jni_composite_masses_find(const jn_system *system, jni_composite_mass *composites) {
  const jni_tree *tree = system->tree;
  composites[0] = (jni_composite_mass){.mass = 0};
  for (int i = 1; i < tree->nlinks; i++) composites[i] = body_mass(system, i);
  for (int i = tree->nlinks - 1; i > 0; i--) {
    const jni_link *l = &tree->links[i];
    double spin = 0;
    bool rotor = l->kind == JNI_LINK_REVOLUTE && is_balanced(system, l, &composites[i], &spin);
    if (l->kind == JNI_LINK_FIXED || rotor) {
      jni_composite_mass moved = in_parent(system, l, &composites[i]);
      merge(system->model->trace, &composites[l->parent], &moved);
      composites[i] = (jni_composite_mass){.rotor = rotor, .spin = spin};
    }
    find_axes(system->model->trace, &composites[i]);
  }
}
