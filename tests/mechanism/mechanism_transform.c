// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_transform.c - the same mechanism in other units, seen in a mirror, with the ends of joints and forces
// swapped, in another order.
//
// In a mirror that turns axis k round, S = diag(.., -1 at k, ..): points and directions become S p, turning vectors -S
// w, a quaternion (w, x) becomes (w, -S x). A joint with the axis S a then slides by the same and turns by the
// opposite.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "mechanism.h"

mech_change mech_no_change(void) { return (mech_change){.length = 1, .mass = 1, .time = 1, .mirror = -1}; }

// ---- units ----------------------------------------------------------------------------------------------------------

typedef struct {
  double L, M, T;
} units;

static double of(const units *u, double m, double kg, double s) { return pow(u->L, m) * pow(u->M, kg) * pow(u->T, s); }

static void times(double factor, double *x, int n) {
  for (int i = 0; i < n; i++) x[i] *= factor;
}

static void scale_body(const units *u, mech_body *b) {
  b->mass *= u->M;
  times(of(u, 2, 1, 0), b->inertia, 6);
  times(u->L, b->com, 3);
  times(u->L, b->r, 3);
  times(u->L / u->T, b->v, 3);
  times(1 / u->T, b->w, 3);
}

static void scale_motion(const units *u, double value, double length, mech_motion *x) {
  x->constant *= value;
  x->slope *= value / u->T;
  x->amplitude *= value;
  x->frequency /= u->T;
  x->stiffness *= value / length;
}

static double unit_of_coordinate(const units *u, const mechanism *m, const mech_term *t) {
  return mech_coordinate_is_angle(&m->joint[t->joint], t->coordinate) ? 1 : u->L;
}

// Factors of a sum of angles and lengths: the sum stays a number, each length is divided by the unit.
static void scale_terms(const units *u, const mechanism *m, mech_joint *j) {
  for (int k = 0; k < j->nterms; k++) j->terms[k].factor /= unit_of_coordinate(u, m, &j->terms[k]);
}

static void scale_joint(const units *u, const mechanism *m, mech_joint *j) {
  times(u->L, j->end[0].p, 3);
  times(u->L, j->end[1].p, 3);
  times(u->L, j->constant, 3);
  for (int k = 0; k < MOST_TERMS; k++) times(u->L, j->place[k], 3);
  j->length *= u->L;
  j->pitch *= u->L;
  j->radius *= u->L;
  j->crown *= u->L;
  if (strcmp(j->type, "rack") == 0) {
    j->ratio *= u->L;
    j->offset *= u->L;
  }
  if (strcmp(j->type, "function") == 0) {
    double y = unit_of_coordinate(u, m, &j->terms[1]);
    j->ratio *= y;
    j->offset *= y;
    j->motion.amplitude *= y;
  }
  if (strstr(j->type, "coupling")) scale_terms(u, m, j);
  if (strcmp(j->type, "velocity-coupling") == 0) scale_motion(u, 1 / u->T, 1, &j->motion);
  if (strcmp(j->type, "driver") == 0) scale_motion(u, unit_of_coordinate(u, m, &j->terms[0]), 1, &j->motion);
}

static bool acts_on_angle(const mechanism *m, const mech_force *f) {
  return f->joint >= 0 ? mech_coordinate_is_angle(&m->joint[f->joint], f->coordinate)
                       : strcmp(f->type, "torsion-spring") == 0;
}

static void scale_force(const units *u, const mechanism *m, mech_force *f) {
  double x = acts_on_angle(m, f) ? 1 : u->L, Q = of(u, 2, 1, -2) / x, force = of(u, 1, 1, -2);
  bool stop = strcmp(f->type, "stop") == 0 || strcmp(f->type, "contact") == 0;
  times(u->L, f->end[0].p, 3);
  times(u->L, f->end[1].p, 3);
  f->stiffness *= Q / (stop ? pow(x, f->exponent) : x);
  f->damping *= Q / x * u->T;
  f->rest *= x;
  f->preload *= Q;
  f->lower *= x;
  f->upper *= x;
  f->strength *= of(u, 3, 0, -2);
  times(force / u->L, f->translation_stiffness, 3);
  times(force / u->L * u->T, f->translation_damping, 3);
  times(force * u->L, f->rotation_stiffness, 3);
  times(force * u->L * u->T, f->rotation_damping, 3);
  bool torque = strcmp(f->type, "torque") == 0, drag = strcmp(f->type, "drag") == 0;
  double on_body = torque ? force * u->L : drag ? u->L / u->T : force;
  for (int i = 0; i < 3; i++) scale_motion(u, f->joint < 0 ? on_body : Q, u->L, &f->component[i]);
  f->stribeck_rate *= x / u->T;
  f->viscous *= Q / x * u->T;
  f->radius *= u->L;
  f->shear_stiffness *= force / u->L;
  f->shear_damping *= force / u->L * u->T;
  f->density *= of(u, -3, 1, 0);
  f->area *= of(u, 2, 0, 0);
  times(of(u, 2, 0, 0), f->areas, 3);
  for (int i = 0; i < f->nlaw; i++) {
    f->law_x[i] *= x;
    f->law_y[i] *= f->table ? Q : Q / pow(x, i);
  }
}

void mech_scale(mechanism *m, mech_change *change, double length, double mass, double time) {
  const units u = {length, mass, time};
  for (int b = 1; b < m->nbodies; b++) scale_body(&u, &m->body[b]);
  for (int j = 0; j < m->njoints; j++) scale_joint(&u, m, &m->joint[j]);
  for (int f = 0; f < m->nforces; f++) scale_force(&u, m, &m->force[f]);
  times(of(&u, 1, 0, -2), m->gravity, 3);
  m->floor *= length;
  m->until *= time;
  m->size *= length;
  m->mass *= mass;
  m->time *= time;
  change->length *= length;
  change->mass *= mass;
  change->time *= time;
}

// ---- coordinates that change their sign -----------------------------------------------------------------------------

static void turn_motion(double sign, mech_motion *x) {
  x->constant *= sign;
  x->slope *= sign;
  x->amplitude *= sign;
  x->stiffness *= sign;
}

// An odd law of -x instead of x.
static void turn_law(mech_force *f) {
  mech_force old = *f;
  for (int i = 0; i < f->nlaw; i++) {
    f->law_x[i] = -old.law_x[f->nlaw - 1 - i];
    f->law_y[i] = f->table ? -old.law_y[f->nlaw - 1 - i] : (i % 2 ? 1 : -1) * old.law_y[i];
  }
}

static void turn_coordinate_of_force(mech_force *f) {
  double lower = f->lower;
  if (mech_holds(f)) return;  // either way alike
  f->rest = -f->rest;
  f->preload = -f->preload;
  f->lower = -f->upper;
  f->upper = -lower;
  turn_law(f);
  turn_motion(-1, &f->component[0]);
}

// The coordinates with sign -1 count the other way from now on: all that acts on them follows.
static void turn_coordinates(mechanism *m,
                             double (*sign)(const mechanism *m, const mech_change *change, int joint, int coordinate),
                             const mech_change *change) {
  for (int i = 0; i < m->njoints; i++) {
    mech_joint *j = &m->joint[i];
    double s[MOST_TERMS] = {1, 1, 1};
    for (int k = 0; k < j->nterms && strcmp(j->type, "linear-relation") != 0; k++)
      s[k] = sign(m, change, j->terms[k].joint, j->terms[k].coordinate);
    if (strstr(j->type, "coupling"))
      for (int k = 0; k < j->nterms; k++) j->terms[k].factor *= s[k];
    if (strcmp(j->type, "gear") == 0 || strcmp(j->type, "rack") == 0) {
      j->ratio *= s[0] * s[1];
      j->offset *= s[1];
    }
    if (strcmp(j->type, "function") == 0) {
      j->ratio *= s[0] * s[1];
      j->offset *= s[1];
      j->motion.amplitude *= s[0] * s[1];
      j->motion.constant *= s[0];
    }
    if (strcmp(j->type, "differential") == 0) j->ratio *= s[0] * s[1];
    if (strcmp(j->type, "driver") == 0) turn_motion(s[0], &j->motion);
  }
  for (int i = 0; i < m->nforces; i++)
    for (int k = 0; k < m->force[i].nterms; k++)
      m->force[i].terms[k].factor *= sign(m, change, m->force[i].terms[k].joint, m->force[i].terms[k].coordinate);
  for (int i = 0; i < m->nforces; i++)
    if (m->force[i].nterms == 0 && m->force[i].joint >= 0 &&
        sign(m, change, m->force[i].joint, m->force[i].coordinate) < 0)
      turn_coordinate_of_force(&m->force[i]);
}

// ---- mirror ---------------------------------------------------------------------------------------------------------

static void mirror_quaternion(int axis, double q[4]) {
  for (int i = 0; i < 3; i++)
    if (i != axis) q[1 + i] = -q[1 + i];
}

static void mirror_frame(int axis, mech_frame *f) {
  f->p[axis] = -f->p[axis];
  mirror_quaternion(axis, f->q);
}

static void mirror_body(int axis, mech_body *b) {
  static const int pair[3][2] = {{0, 1}, {0, 2}, {1, 2}};
  b->r[axis] = -b->r[axis];
  b->v[axis] = -b->v[axis];
  b->com[axis] = -b->com[axis];
  b->angle = -b->angle;
  mirror_quaternion(axis, b->q);
  for (int i = 0; i < 3; i++)
    if (i != axis) b->w[i] = -b->w[i];
  for (int k = 0; k < 3; k++)
    if (pair[k][0] == axis || pair[k][1] == axis) b->inertia[3 + k] = -b->inertia[3 + k];
}

static void mirror_joint(int axis, mech_joint *j) {
  mirror_frame(axis, &j->end[0]);
  mirror_frame(axis, &j->end[1]);
  j->axis[0][axis] = -j->axis[0][axis];
  j->axis[1][axis] = -j->axis[1][axis];
  j->plunge[axis] = -j->plunge[axis];
  j->constant[axis] = -j->constant[axis];
  for (int k = 0; k < MOST_TERMS; k++) j->place[k][axis] = -j->place[k][axis];
  j->pitch = -j->pitch;
}

static void mirror_force(const mechanism *m, int axis, mech_force *f) {
  bool torque = strcmp(f->type, "torque") == 0;
  mirror_frame(axis, &f->end[0]);
  mirror_frame(axis, &f->end[1]);
  // its frame looks along z: turned round, so that z points as S z does
  if (strcmp(f->type, "axial-spring") == 0 && axis == 2) {
    const double half[4] = {0, 1, 0, 0};
    double q[4];
    jnk_quat_mul(f->end[0].q, half, q);
    memcpy(f->end[0].q, q, sizeof q);
  }
  if (f->joint < 0 && strcmp(f->type, "torsion-spring") == 0) turn_coordinate_of_force(f);
  if (axis == 2) f->lift = -f->lift;  // z of its frame turns round
  for (int i = 0; i < f->ncomponents && f->joint < 0; i++) {
    bool turns = torque ? (m->space == JN_PLANE || i != axis) : i == axis;
    if (!turns) continue;
    double stiffness = f->component[i].stiffness;
    turn_motion(-1, &f->component[i]);
    f->component[i].stiffness = stiffness;  // what it reads, the place along the same axis, turns its sign, too
  }
}

static double sign_in_mirror(const mechanism *m, const mech_change *change, int joint, int coordinate) {
  (void)change;
  return mech_coordinate_is_angle(&m->joint[joint], coordinate) ? -1 : 1;
}

void mech_mirror(mechanism *m, mech_change *change, int axis) {
  turn_coordinates(m, sign_in_mirror, change);
  for (int b = 1; b < m->nbodies; b++) mirror_body(axis, &m->body[b]);
  for (int j = 0; j < m->njoints; j++) mirror_joint(axis, &m->joint[j]);
  for (int f = 0; f < m->nforces; f++) mirror_force(m, axis, &m->force[f]);
  m->gravity[axis] = -m->gravity[axis];
  change->mirror = axis;
}

// ---- ends -----------------------------------------------------------------------------------------------------------

static void swap_ends(int body[2], mech_frame end[2]) {
  int b = body[0];
  mech_frame f = end[0];
  body[0] = body[1];
  body[1] = b;
  end[0] = end[1];
  end[1] = f;
}

static bool can_swap(const mechanism *m, int i) {
  static const char *const kinds[] = {"revolute",          "prismatic", "cylindrical", "spherical", "universal",
                                      "constant-velocity", "planar",    "fixed",       "free",      "screw",
                                      "distance"};
  bool can = false;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) can = can || strcmp(m->joint[i].type, kinds[k]) == 0;
  for (int j = 0; j < m->njoints; j++)  // all three or none: one sign for its ratio
    for (int k = 0; strcmp(m->joint[j].type, "differential") == 0 && k < 3; k++)
      can = can && m->joint[j].terms[k].joint != i;
  return can;
}

static double sign_when_swapped(const mechanism *m, const mech_change *change, int joint, int coordinate) {
  (void)m;
  (void)coordinate;
  return change->swapped[joint] ? -1 : 1;
}

static void swap_joint(mech_joint *j) {
  double axis[3];
  swap_ends(j->body, j->end);
  memcpy(axis, j->axis[0], sizeof axis);
  memcpy(j->axis[0], j->axis[1], sizeof axis);
  memcpy(j->axis[1], axis, sizeof axis);
}

static bool force_can_swap(const mech_force *f) {
  return f->joint < 0 && f->body[1] >= 0 &&
         (strcmp(f->type, "spring-damper") == 0 || strcmp(f->type, "stop") == 0 ||
          strcmp(f->type, "torsion-spring") == 0);
}

void mech_swap_ends(mechanism *m, mech_change *change, chance *c) {
  for (int j = 0; j < m->njoints; j++) {
    change->swapped[j] = can_swap(m, j) && chance_happens(c, 0.6);
    if (change->swapped[j]) swap_joint(&m->joint[j]);
  }
  turn_coordinates(m, sign_when_swapped, change);
  for (int f = 0; f < m->nforces; f++) {
    if (!force_can_swap(&m->force[f])) continue;
    swap_ends(m->force[f].body, m->force[f].end);
    if (strcmp(m->force[f].type, "torsion-spring") == 0) turn_coordinate_of_force(&m->force[f]);
  }
}

// ---- order ----------------------------------------------------------------------------------------------------------

static void shuffle(chance *c, int *order, int first, int n) {
  for (int i = n - 1; i > first; i--) {
    int k = first + chance_below(c, i - first + 1), old = order[i];
    order[i] = order[k];
    order[k] = old;
  }
}

void mech_reorder(mechanism *m, chance *c) {
  shuffle(c, m->body_order, 1, m->nbodies);
  shuffle(c, m->joint_order, 0, m->njoints);
  shuffle(c, m->force_order, 0, m->nforces);
}
