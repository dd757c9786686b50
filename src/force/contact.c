// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact.c - a point or a sphere of a body touches a road: a push along the road's normal that never pulls
// (kernel/push.h), and dry friction in the plane that touches the road, which holds at standstill (kernel/slider.h).
//   depth  R - d, d the distance of the centre from the plane that touches the road below it
//   slip   of the material at -R n from the centre, n the normal
// The deflections of the friction's springs are states along e1, which goes forward over the road (of a mirror
// image along x: backward), and e2 = n x e1.
#include <math.h>
#include <stdio.h>

#include "base/side.h"
#include "force/differences.h"
#include "force/field.h"
#include "force/force.h"
#include "kernel/push.h"
#include "kernel/slider.h"
#include "kernel/tyre.h"
#include "model/mirror.h"

static const jni_field fields[] = {
    JNI_FIELD_AS("at", between, AT, NONE, NONE, ANY, true, "the point, or the centre of the sphere"),
    JNI_FIELD_AS("road", tyre.road, ROAD, NONE, NONE, ANY, true, "road that it touches, from the section 'roads'"),
    JNI_FIELD_AS("radius", tyre.radius, NUMBER, LENGTH, LENGTH, NOT_NEGATIVE, false,
                 "of the sphere; default 0, a point"),
    JNI_FIELD_AS("envelope", tyre.envelope, FLAG, NONE, NONE, ANY, false,
                 "the sphere meets kerbs and steps with its whole outline, computed along x"),
    JNI_FIELD_AS("stiffness", stiffness, NUMBER, STIFFNESS, STIFFNESS, POSITIVE, true,
                 "push is stiffness times depth^exponent"),
    JNI_FIELD(exponent, NUMBER, NONE, NONE, POSITIVE, "of the depth, 1 or more; 1 if not given"),
    JNI_FIELD(damping, NUMBER, DAMPING, DAMPING, NOT_NEGATIVE,
              "push per rate of depth, never more than the elastic push; default 0"),
    JNI_FIELD_AS("friction", tyre.friction, NUMBER, NONE, NONE, NOT_NEGATIVE, false,
                 "coefficient of friction; default 1, 0: none"),
    JNI_FIELD(shear_stiffness, NUMBER, STIFFNESS, STIFFNESS, POSITIVE,
              "of the springs by which friction holds; default stiffness"),
    JNI_FIELD(shear_damping, NUMBER, DAMPING, DAMPING, POSITIVE,
              "of the dampers beside them; default shear_stiffness times 2 ms"),
};

static const jni_force_word states[2] = {JNI_WORD("deflection_x", LENGTH, false),
                                         JNI_WORD("deflection_y", LENGTH, true)};
enum { FN, FT, SLIP, PENETRATION, NOUTPUTS };
static const jni_force_word outputs[NOUTPUTS] = {[FN] = JNI_WORD("fn", FORCE, false),
                                                 [FT] = JNI_WORD("ft", FORCE, false),
                                                 [SLIP] = JNI_WORD("slip", SPEED, false),
                                                 [PENETRATION] = JNI_WORD("penetration", LENGTH, false)};
enum { TOUCH, STICK, NSWITCHES };  // with friction; without, the first alone

static const double usual_time = 2e-3;  // damping over stiffness of the friction, s

static bool rubs(const jni_force_element *force) { return force->def.tyre.friction > 0; }
static int nstates(const jni_force_element *force) { return rubs(force) ? 2 : 0; }
static int nswitches(const jni_force_element *force) { return rubs(force) ? NSWITCHES : 1; }
static bool conservative(const jni_force_element *force) { return (void)force, false; }

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (model->frames[def->between[0].i].body == 0)
    snprintf(what, size, "'at' is on the ground, where a contact does nothing");
  else if (!(def->exponent >= 1)) jni_print(what, size, "'exponent' must be 1 or more, it is %g", def->exponent);
  else if (def->tyre.envelope && !(def->tyre.radius > 0))
    snprintf(what, size, "'envelope' needs a 'radius': a point has no outline");
  else return true;
  return false;
}

// ---- where and how it touches --------------------------------------------------------------------------------------

typedef struct {
  jnk_contact c;
  double e[2][3], arm[3];  // directions of the friction; from the centre to the contact
  double push, capacity;   // N
  jnk_slider slider;
  double slip[2], trial[2];  // velocity of the material along e; what friction would carry if it stuck
  bool sticks;
} touch;

static void take_plane(const jn_force_def *def, const jnk_terrain *terrain, const jni_motion *end, jnk_contact *c) {
  const jnk_wheel sphere = {.radius = def->tyre.radius, .vertical = def->tyre.envelope, .rolls = def->tyre.envelope};
  const double axis[3] = {0, 1, 0};  // its outline counts along x
  jnk_contact_plane(&sphere, terrain, end->r, axis, c);
  c->rate = -jnk_dot(end->v, c->n);
}

static void take_push(const jn_force_def *def, int held, touch *t) {
  bool touches = held != 0 ? held < 0 : t->c.deflection > 0;
  t->push = 0;
  if (!touches) return;
  t->push = jnk_push_calc(def->stiffness, def->exponent, def->damping, t->c.deflection, t->c.rate).force;
}

static void take_friction(const jni_force_element *force, const jni_force_input *in, touch *t) {
  const jn_force_def *def = &force->def;
  const jni_motion *end = &in->end[0];
  double k = def->shear_stiffness > 0 ? def->shear_stiffness : def->stiffness, turn[3], v[3];
  t->slider = (jnk_slider){k, def->shear_damping > 0 ? def->shear_damping : k * usual_time};
  double mu = t->push > 0 ? def->tyre.friction * jnk_terrain_grip(force->terrain, end->r[0], end->r[1]) : 0;
  t->capacity = jnk_slider_capacity(mu * t->push);
  double forward = jni_mirror_sign(force->mirror, 0);
  jnk_set(forward * t->c.n[2], 0, -forward * t->c.n[0], t->e[0]);
  jnk_normalize(t->e[0]);
  jnk_cross(t->c.n, t->e[0], t->e[1]);
  jnk_cross(end->w, t->arm, turn);
  jnk_add(end->v, turn, v);
  for (int i = 0; i < 2; i++) t->slip[i] = jnk_dot(v, t->e[i]);
  jnk_slider_trial2(&t->slider, in->state, t->slip, t->trial);
  int held = in->sides ? in->sides[STICK] : 0;
  t->sticks = held != 0 ? held > 0 : jnk_slider_length(t->trial) <= t->capacity;
}

static touch take(const jni_force_element *force, const jni_force_input *in) {
  touch t;
  take_plane(&force->def, force->terrain, &in->end[0], &t.c);
  take_push(&force->def, in->sides ? in->sides[TOUCH] : 0, &t);
  jnk_scale(-force->def.tyre.radius, t.c.n, t.arm);
  if (in->state) take_friction(force, in, &t);
  return t;
}

// ---- forces --------------------------------------------------------------------------------------------------------

static void add_friction(const touch *t, const double *state, jni_force_output *out) {
  double F[2], slip[2];
  jnk_slider_force2(&t->slider, state, t->slip, t->capacity, t->sticks, F, out->state_rate);
  for (int i = 0; i < 2; i++) {
    jnk_add_scaled(out->force[0], -F[i], t->e[i], out->force[0]);
    slip[i] = t->slip[i] - out->state_rate[i];
  }
  out->named[FT] = jnk_slider_length(F);
  out->named[SLIP] = jnk_slider_length(slip);
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  touch t = take(force, in);
  jnk_scale(t.push, t.c.n, out->force[0]);
  if (in->state) add_friction(&t, in->state, out);
  jnk_cross(t.arm, out->force[0], out->torque[0]);
  out->power = jnk_dot(out->force[0], in->end[0].v) + jnk_dot(out->torque[0], in->end[0].w);
  out->length = t.c.deflection, out->length_rate = t.c.rate, out->scalar = t.push;
  out->named[FN] = t.push;
  out->named[PENETRATION] = t.c.deflection > 0 ? t.c.deflection : 0;
}

// In the air it varies with nothing, unless it is held sticking.
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  touch t = take(force, in);
  double length = force->def.tyre.radius > 0 ? force->def.tyre.radius : 1;
  if (t.push != 0 || (in->state && t.sticks)) jni_differ_ends(force, in, 1, length, out);
}

// The gap, positive in the air; the capacity that is left, positive while friction sticks.
static void switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  touch t = take(force, in);
  e[TOUCH] = -t.c.deflection, side[TOUCH] = jni_side_of(e[TOUCH]);
  if (!in->state) return;
  e[STICK] = t.capacity - jnk_slider_length(t.trial), side[STICK] = jni_side_of(e[STICK]);
}

const jni_force_kind jni_force_contact = {
    .name = "contact",
    .help = "a point or a sphere of a body touches a road, with friction that holds at standstill",
    .in_space = true,
    .ends = 1,
    JNI_FORCE_KIND,
    .conservative = conservative,
    .nswitches = nswitches,
    .switches = switches,
    .touches = true,
    .nstates = nstates,
    .states = states,
    .outputs = outputs,
    .noutputs = NOUTPUTS,
};
