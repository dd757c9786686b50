// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compliant_point.c - a point of a compliant contact between two bodies (kernel/force/compliant.h). The force acts in
// the middle between the points of the two surfaces.
#include "force/compliant_point.h"

#include <math.h>
#include <string.h>

#include "base/switch_side.h"
#include "force/force_fields.h"
#include "kernel/force/compliant.h"
#include "kernel/vec3.h"

static const jni_force_word states[] = {JNI_WORD("deflection_x", LENGTH, false),
                                        JNI_WORD("deflection_y", LENGTH, false),
                                        JNI_WORD("deflection_z", LENGTH, false)};
static const jni_force_word outputs[JNI_COMPLIANT_OUTPUTS] = {
    [JNI_COMPLIANT_FRICTION] = JNI_WORD("friction", FORCE, false),
    [JNI_COMPLIANT_SLIP] = JNI_WORD("slip", SPEED, false),
    [JNI_COMPLIANT_STATE] = JNI_WORD("state", NONE, false),
    [JNI_COMPLIANT_PLACE] = JNI_WORD("point.x", LENGTH, false),
    [JNI_COMPLIANT_PLACE + 1] = JNI_WORD("point.y", LENGTH, false),
    [JNI_COMPLIANT_PLACE + 2] = JNI_WORD("point.z", LENGTH, false),
    [JNI_COMPLIANT_RUB] = JNI_WORD("friction.x", FORCE, false),
    [JNI_COMPLIANT_RUB + 1] = JNI_WORD("friction.y", FORCE, false),
    [JNI_COMPLIANT_RUB + 2] = JNI_WORD("friction.z", FORCE, false),
    [JNI_COMPLIANT_LOSS] = {"loss", {2, 1, -3, 0}, {2, 1, -3, 0}, false}};
enum { TOUCH, STICK, NSWITCHES };  // indices of the switches; STICK exists only with friction

static int nstates(const jni_force_element *force) { return jni_compliant_ndeflections(force); }
static int nswitches(const jni_force_element *force) { return jni_compliant_has_friction(force) ? NSWITCHES : 1; }
static int ngaps(const jni_force_element *force) {
  (void)force;
  return 1;
}

// Returns whether the contact of this point conserves energy: a spring without damping, restitution or friction.
static bool conservative(const jni_force_element *force) {
  const jnk_compliant *law = &force->pair->law;
  return law->x == 0 && law->b == 0 && !jni_compliant_has_friction(force);
}

static bool potential_if(const jni_force_element *force) { return !jni_compliant_has_friction(force); }

// ---- the place -----------------------------------------------------------------------------------------------------

typedef struct {
  jni_contact_place place;
  jni_contact_rates rates;
  double middle[3];  // point at which the force acts, ground axes, m
  double u[3];       // velocity of the second body's material there relative to that of the first, m/s
  jnk_compliant_push push;
  jnk_compliant_rub rub;  // friction, if the contact has any
  bool touches;
} point;

// Moves the points of both surfaces to the middle of the gap and replaces the curvature k of each surface by that of
// the parallel surface through the middle, k / (1 + k gap / 2). If the first surface is curved, a corner or edge of the
// second becomes a surface with the curvature 2 / gap around it. Exact for surfaces of which at most one principal
// curvature, or both if equal, differ from zero.
static void move_to_middle(jni_contact_place *place) {
  bool round = place->K[0][0] + place->K[0][4] + place->K[0][8] != 0;
  bool sharp = round && place->gap != 0 && (place->corner[1] || place->edge[1]);
  for (int i = 0; i < 2; i++) {
    double *K = place->K[i], trace = K[0] + K[4] + K[8], square = 0;
    for (int k = 0; k < 9; k++) square += K[k] * K[k];
    double part = trace != 0 ? 1 / (1 + 0.5 * place->gap * square / trace) : 1;
    for (int k = 0; k < 9; k++) K[k] *= part;
    for (int k = 0; k < 3; k++) place->point[i][k] += (i == 0 ? 0.5 : -0.5) * place->gap * place->n[k];
  }
  const double *n = place->n, *u = place->along[1];  // zero at a corner
  for (int k = 0; k < 9 && sharp; k++)
    place->K[1][k] = 2 / place->gap * ((k % 4 == 0) - n[k / 3] * n[k % 3] - u[k / 3] * u[k % 3]);
  if (sharp) place->corner[1] = place->edge[1] = false;
}

static void calc_point(const jni_force_element *force, const jni_force_input *in, point *p) {
  const jni_contact_shape *shape = force->pair->geometry;
  jni_contact_motion m[2];
  memset(m, 0, sizeof m);
  for (int i = 0; i < 2; i++) {
    jnk_copy(in->end[i].r, m[i].r);
    memcpy(m[i].R, in->end[i].R, sizeof m[i].R);
    jnk_copy(in->end[i].v, m[i].v);
    jnk_copy(in->end[i].w, m[i].w);
  }
  jni_compliant_place_calc(&shape[0], &shape[1], force->feature, &m[0], &m[1], &p->place);
  move_to_middle(&p->place);
  jni_contact_rates_calc(&p->place, shape[0].plane, &m[0], &m[1], &p->rates);
  jnk_copy(p->place.point[0], p->middle);
  jnk_add_scaled(p->rates.slip, p->rates.rate, p->place.n, p->u);
}

// Evaluates a contact point: sets all members of *p: contact geometry (place), normal force (push) and friction (rub).
// Both forces are zero while the point does not touch; deflections that are left may still change then.
static void calc_forces(const jni_force_element *force, const jni_force_input *in, point *p) {
  const jnk_compliant *law = &force->pair->law;
  int side = in->sides ? in->sides[TOUCH] : 0, held = in->sides && in->state ? in->sides[STICK] : 0;
  memset(&p->push, 0, sizeof p->push);
  memset(&p->rub, 0, sizeof p->rub);
  calc_point(force, in, p);
  bool begun = in->discrete && in->discrete[JNI_COMPLIANT_SPEED] > 0;
  p->touches = side != 0 ? side < 0 : p->place.gap < 0 || (p->place.gap == 0 && begun);
  if (p->touches)
    p->push = jnk_compliant_push_calc(law, in->discrete ? in->discrete[JNI_COMPLIANT_SPEED] : 0, -p->place.gap,
                                      -p->rates.rate);
  if (!in->state) return;
  bool deflected = false;
  for (int i = 0; i < jni_compliant_ndeflections(force); i++) deflected = deflected || in->state[i] != 0;
  if (!p->touches && !deflected) return;  // all results are zero
  double x[JNK_RUB_INPUTS] = {p->push.force};
  for (int i = 0; i < 3; i++) {
    x[1 + i] = p->place.n[i];
    x[4 + i] = p->u[i];
    x[7 + i] = p->rates.normal[i];
    x[10 + i] = 0.5 * (in->end[0].w[i] + in->end[1].w[i]);
  }
  memcpy(x + 13, in->state, (size_t)jni_compliant_ndeflections(force) * sizeof *x);
  jnk_compliant_rub_calc(law, x, p->touches ? held : 0, &p->rub);
}

// ---- forces --------------------------------------------------------------------------------------------------------

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  point p;
  calc_forces(force, in, &p);
  double F[3];
  jnk_scale(p.push.force, p.place.n, F);
  jnk_add(F, p.rub.force, F);
  for (int i = 0; i < 2; i++) {
    double arm[3];
    jnk_sub(p.middle, in->end[i].r, arm);
    jnk_scale(i == 0 ? -1 : 1, F, out->force[i]);
    jnk_cross(arm, out->force[i], out->torque[i]);
  }
  for (int i = 0; i < jni_compliant_ndeflections(force); i++) out->state_rate[i] = p.rub.rate[i];
  // With friction the force has no potential: all of its power counts as power of forces without potential.
  out->potential = in->state ? 0 : p.push.potential;
  out->power = in->state ? jnk_dot(F, p.u) : p.push.power;
  out->length = p.place.gap;
  out->length_rate = p.rates.rate;
  out->scalar = p.push.force;
  out->named[JNI_COMPLIANT_FRICTION] = p.rub.length;
  out->named[JNI_COMPLIANT_SLIP] = !p.touches ? 0 : in->state ? p.rub.slip : jnk_norm(p.rates.slip);
  out->named[JNI_COMPLIANT_STATE] = !p.touches ? 0 : in->state && p.rub.sticks ? 1 : 2;
  jnk_copy(p.middle, out->named + JNI_COMPLIANT_PLACE);
  jnk_copy(p.rub.force, out->named + JNI_COMPLIANT_RUB);
  out->named[JNI_COMPLIANT_LOSS] = p.push.power + p.rub.power;
}

// ---- tangent -------------------------------------------------------------------------------------------------------

// Variations of the contact geometry for one direction of motion: of the gap, the normal, the middle between the
// surfaces and the relative velocity u of the two bodies there.
typedef struct {
  double gap, n[3], middle[3], u[3];
} change;

// Computes the velocity at the ground point x of the material of a body with velocity v and angular velocity w at r.
static void velocity_at(const double v[3], const double w[3], const double r[3], const double x[3], double out[3]) {
  double arm[3];
  jnk_sub(x, r, arm);
  jnk_cross(w, arm, out);
  jnk_add(out, v, out);
}

// Computes the variation of the contact geometry for a small displacement d and a small rotation vector `turn` of one
// end; the other end does not move. It is linear in both, so that it equals the rates at the velocities d and turn.
static void change_place(const jni_force_element *force, const jni_force_input *in, const point *p, int end,
                         const double d[3], const double turn[3], change *out) {
  jni_contact_motion m[2];
  jni_contact_rates rates;
  memset(m, 0, sizeof m);
  for (int i = 0; i < 2; i++) jnk_copy(in->end[i].r, m[i].r);
  jnk_copy(d, m[end].v);
  jnk_copy(turn, m[end].w);
  jni_contact_rates_calc(&p->place, force->pair->geometry[0].plane, &m[0], &m[1], &rates);
  out->gap = rates.rate;
  jnk_copy(rates.normal, out->n);
  if (p->place.corner[1]) {  // the middle follows the corner, which is half the gap away from it
    double corner[3];
    jnk_add_scaled(p->middle, 0.5 * p->place.gap, p->place.n, corner);
    velocity_at(m[1].v, m[1].w, m[1].r, corner, out->middle);
    jnk_add_scaled(out->middle, -0.5 * p->place.gap, out->n, out->middle);
  } else {
    velocity_at(m[1].v, m[1].w, m[1].r, p->middle, out->middle);
    jnk_add(out->middle, rates.over, out->middle);
  }
  jnk_add_scaled(out->middle, -0.5 * out->gap, p->place.n, out->middle);
  for (int i = 0; i < 2; i++) {
    double arm[3], turning[3];
    jnk_sub(out->middle, m[i].v, arm);
    jnk_cross(in->end[i].w, arm, turning);
    jnk_scale(i == 0 ? -1 : 1, turning, i == 0 ? out->u : arm);
    if (i == 1) jnk_add(out->u, arm, out->u);
  }
}

// Computes F, the variation of the contact force on the second body, for the variation c of the contact geometry.
static void change_force(const jni_force_element *force, const point *p, const double state[3], const change *c,
                         double F[3]) {
  const jnk_compliant *law = &force->pair->law;
  const double *n = p->place.n;
  double rate = jnk_dot(c->n, p->u) + jnk_dot(n, c->u), N = -p->push.stiffness * c->gap - p->push.damping * rate;
  jnk_scale(N, n, F);
  jnk_add_scaled(F, p->push.force, c->n, F);
  if (!state) return;
  double needed[3], own[3], s = jnk_dot(n, state), ds = jnk_dot(c->n, state);
  for (int i = 0; i < 3; i++) {
    double deflection = -c->n[i] * s - n[i] * ds, slip = c->u[i] - c->n[i] * p->rates.rate - n[i] * rate;
    needed[i] = law->shear_k * deflection + law->shear_c * slip;
    own[i] = law->shear_k * (state[i] - n[i] * s) + law->shear_c * p->rates.slip[i];
  }
  if (p->rub.sticks) jnk_sub(F, needed, F);
  else if (p->rub.trial > 0) {
    double capacity = jnk_slider_capacity(law->friction * p->push.force), length = p->rub.trial;
    double along = jnk_dot(own, needed) / (length * length), grows = capacity > 0 ? law->friction * N : 0;
    for (int i = 0; i < 3; i++) F[i] -= grows * own[i] / length + capacity / length * (needed[i] - along * own[i]);
  }
}

static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  point p;
  double state[3], F[3];
  calc_forces(force, in, &p);
  if (!p.touches && p.rub.length == 0) return;
  jnk_scale(p.push.force, p.place.n, F);
  jnk_add(F, p.rub.force, F);
  if (in->state && force->pair->law.plane != 0)
    jnk_set(-p.place.n[1] * in->state[0], p.place.n[0] * in->state[0], 0, state);
  else if (in->state) jnk_copy(in->state, state);
  for (int column = 0; column < 24; column++) {
    int end = column / 6 % 2, axis = column % 3;
    bool turns = column % 6 >= 3, moves = column >= 12;
    double unit[3] = {axis == 0, axis == 1, axis == 2}, zero[3] = {0, 0, 0}, dF[3];
    const double *d = turns ? zero : unit, *turn = turns ? unit : zero;
    double(*matrix)[12] = moves ? out->move : out->stand;
    change c;
    memset(&c, 0, sizeof c);
    if (!moves) change_place(force, in, &p, end, d, turn, &c);
    else {
      velocity_at(d, turn, in->end[end].r, p.middle, c.u);
      jnk_scale(end == 0 ? -1 : 1, c.u, c.u);
    }
    change_force(force, &p, in->state ? state : NULL, &c, dF);
    for (int i = 0; i < 2; i++) {
      double side = i == 0 ? -1 : 1, arm[3], part[3], torque[3];
      jnk_sub(p.middle, in->end[i].r, arm);
      jnk_cross(arm, dF, torque);
      jnk_copy(c.middle, part);
      if (!moves && !turns && i == end) jnk_sub(part, d, part);
      jnk_cross(part, F, part);
      jnk_add(torque, part, torque);
      for (int k = 0; k < 3; k++) {
        matrix[6 * i + k][6 * end + column % 6] = side * dF[k];
        matrix[6 * i + 3 + k][6 * end + column % 6] = side * torque[k];
      }
    }
  }
}

// ---- switches ------------------------------------------------------------------------------------------------------

// Computes the switch functions e and their present sides: e[TOUCH] is the gap, m; with friction e[STICK] is the
// friction that is left before the point slips, N, positive while it sticks, and NaN while the point does not touch.
static void switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  point p;
  calc_forces(force, in, &p);
  e[TOUCH] = p.place.gap;
  side[TOUCH] = jni_side_of(e[TOUCH]);
  if (!in->state) return;
  e[STICK] = p.touches ? jnk_slider_capacity(force->pair->law.friction * p.push.force) - p.rub.trial : NAN;
  side[STICK] = jni_side_of(e[STICK]);
}

const jni_force_kind jni_force_compliant_point = {
    .name = "compliant contact",
    .help = "a point of a compliant contact",
    .in_plane = true,
    .in_space = true,
    .ends = 2,
    .calc = calc,
    .tangent = tangent,
    .potential = true,
    .potential_if = potential_if,
    .conservative = conservative,
    .nswitches = nswitches,
    .ngaps = ngaps,
    .switches = switches,
    .touches = true,
    .nstates = nstates,
    .ndiscretes = JNI_COMPLIANT_STATES,
    .states = states,
    .outputs = outputs,
    .noutputs = JNI_COMPLIANT_OUTPUTS,
    .code = &jni_compliant_point_code,
};
