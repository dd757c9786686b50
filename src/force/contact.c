// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact.c - contact of a point or a sphere of a body with a road (kernel/ground/touch.h).
#include <math.h>
#include <stdio.h>

#include "base/switch_side.h"
#include "force/contact.h"
#include "force/force.h"
#include "force/force_differences.h"
#include "force/force_fields.h"
#include "kernel/ground/touch.h"
#include "kernel/ground/tyre.h"
#include "model/mirror.h"
#include "model/model.h"

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
static const jni_force_word outputs[JNI_CONTACT_OUTPUTS] = {
    [JNI_CONTACT_FN] = JNI_WORD("fn", FORCE, false),
    [JNI_CONTACT_FT] = JNI_WORD("ft", FORCE, false),
    [JNI_CONTACT_SLIP] = JNI_WORD("slip", SPEED, false),
    [JNI_CONTACT_PENETRATION] = JNI_WORD("penetration", LENGTH, false)};
enum { TOUCH, STICK, NSWITCHES };  // indices of the switches; STICK exists only with friction

static const double default_time = 2e-3;  // default damping over stiffness of the friction springs, s

static int nstates(const jni_force_element *force) { return jni_contact_has_friction(force) ? 2 : 0; }
static int ngaps(const jni_force_element *force) {
  (void)force;
  return 1;
}
static int nswitches(const jni_force_element *force) { return jni_contact_has_friction(force) ? NSWITCHES : 1; }
static bool conservative(const jni_force_element *force) {
  (void)force;
  return false;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  if (model->frames[def->between[0].i].body == 0)
    snprintf(what, size, "'at' is on the ground, where a contact does nothing");
  else if (!(def->exponent >= 1)) jni_print(what, size, "'exponent' must be 1 or more, it is %g", def->exponent);
  else if (def->tyre.envelope && !(def->tyre.radius > 0))
    snprintf(what, size, "'envelope' needs a 'radius': a point has no outline");
  else return true;
  return false;
}

// ---- contact --------------------------------------------------------------------------------------

jnk_ball jni_contact_ball(jni_trace *trace, const jni_force_element *force) {
  const jn_force_def *def = &force->def;
  double k = def->shear_stiffness > 0 ? def->shear_stiffness : def->stiffness;
  return (jnk_ball){.radius = def->tyre.radius,
                    .envelope = def->tyre.envelope,
                    .k = def->stiffness,
                    .n = def->exponent,
                    .c = def->damping,
                    .friction = def->tyre.friction,
                    .shear_k = k,
                    .shear_c = def->shear_damping > 0 ? def->shear_damping : jni_trace_times(trace, k, default_time),
                    .forward = jni_mirror_sign(force->mirror, 0)};
}

typedef struct {
  jnk_ball_touch touch;
  bool sticks;
} touching;

static touching calc_touch(const jni_force_element *force, const jni_force_input *in) {
  static const double axis[3] = {0, 1, 0};  // axis of the sphere: its outline is computed along x
  const jnk_ball ball = jni_contact_ball(NULL, force);
  const jnk_wheel sphere = jnk_ball_wheel(&ball);
  const jni_motion *end = &in->end[0];
  touching t;
  jnk_contact_plane(&sphere, force->terrain, end->r, axis, &t.touch.c);
  int touches = in->sides ? in->sides[TOUCH] : 0, holds = in->sides && in->state ? in->sides[STICK] : 0;
  jnk_touch_press(&ball, touches != 0 ? touches < 0 : t.touch.c.deflection > 0, end->v, &t.touch);
  if (!in->state) return t;
  double grip = t.touch.push > 0 ? jnk_terrain_grip(force->terrain, end->r[0], end->r[1]) : 1;
  jnk_touch_rub(&ball, grip, end->v, end->w, in->state, &t.touch);
  t.sticks = holds != 0 ? holds > 0 : jnk_touch_sticks(&t.touch);
  return t;
}

// ---- forces --------------------------------------------------------------------------------------------------------

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  touching at = calc_touch(force, in);
  const jnk_ball_touch *t = &at.touch;
  double *F = out->force[0];
  jnk_scale(t->push, t->c.n, F);
  if (in->state)
    jnk_touch_hold(t, at.sticks, in->state, F, out->state_rate, &out->named[JNI_CONTACT_FT],
                   &out->named[JNI_CONTACT_SLIP]);
  if (in->state && jnk_touch_clear(t->push > 0, in->state)) out->named[JNI_CONTACT_SLIP] = 0;
  jnk_cross(t->arm, F, out->torque[0]);
  out->power = jnk_dot(F, in->end[0].v) + jnk_dot(out->torque[0], in->end[0].w);
  out->length = t->c.deflection;
  out->length_rate = t->c.rate;
  out->scalar = t->push;
  out->named[JNI_CONTACT_FN] = t->push;
  out->named[JNI_CONTACT_PENETRATION] = t->c.deflection > 0 ? t->c.deflection : 0;
}

// Computes the tangent by central differences. Leaves it unchanged (zero) while there is no normal force, unless the
// friction sticks.
static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  touching t = calc_touch(force, in);
  double length = force->def.tyre.radius > 0 ? force->def.tyre.radius : 1;
  if (t.touch.push != 0 || (in->state && t.sticks)) jni_differ_ends(force, in, 1, length, out);
}

// Computes the switches: the gap, m, positive in the air; with friction also the capacity minus the friction of a
// sticking contact, N, positive while it sticks.
static void switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  touching at = calc_touch(force, in);
  const jnk_ball_touch *t = &at.touch;
  e[TOUCH] = -t->c.deflection;
  side[TOUCH] = jni_side_of(e[TOUCH]);
  if (!in->state) return;
  e[STICK] = t->capacity - jnk_slider_length(t->trial);
  side[STICK] = jni_side_of(e[STICK]);
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
    .ngaps = ngaps,
    .nstates = nstates,
    .states = states,
    .outputs = outputs,
    .noutputs = JNI_CONTACT_OUTPUTS,
    .code = &jni_contact_code,
};
