// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop.c - one-sided stops at limits of the distance of two points or of a joint coordinate (kernel/force/stop.h).
#include <math.h>
#include <stdio.h>

#include "base/switch_side.h"
#include "force/force_fields.h"
#include "force/scalar_force.h"
#include "kernel/force/stop.h"
#include "model/joint_kind.h"

static const jni_field fields[] = {
    JNI_FIELD_ENDS(false, "the two points whose distance is limited; or give joint"),
    JNI_FIELD_ON_JOINT("the joint whose coordinate is limited"),
    JNI_FIELD(lower, NUMBER, LENGTH, ANGLE, ANY, "lower limit; none if not given"),
    JNI_FIELD(upper, NUMBER, LENGTH, ANGLE, ANY, "upper limit; none if not given"),
    JNI_FIELD_AS("stiffness", stiffness, NUMBER, STIFFNESS, ANGULAR_STIFFNESS, POSITIVE, true,
                 "force is stiffness times depth^exponent"),
    JNI_FIELD(exponent, NUMBER, NONE, NONE, POSITIVE, "of the depth, 1 or more; 1 if not given"),
    JNI_FIELD(damping, NUMBER, DAMPING, ANGULAR_DAMPING, NOT_NEGATIVE,
              "force per rate of depth, never more than the elastic force"),
};

static bool has_lower(const jn_force_def *def) { return def->lower > -HUGE_VAL; }
static bool has_upper(const jn_force_def *def) { return def->upper < HUGE_VAL; }

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  (void)model;
  if (!jni_check_place(def, "between", what, size)) return false;
  if (!has_lower(def) && !has_upper(def)) snprintf(what, size, "a stop needs 'lower', 'upper' or both");
  else if (!(def->lower < def->upper))
    jni_print(what, size, "'lower' (%g) must be less than 'upper' (%g)", def->lower, def->upper);
  else if (!(def->exponent >= 1)) jni_print(what, size, "'exponent' must be 1 or more, it is %g", def->exponent);
  else return true;
  return false;
}

static bool conservative(const jni_force_element *force) { return force->def.damping == 0; }

static jnk_stop stop_of(const jn_force_def *def) {
  return (jnk_stop){def->lower, def->upper, def->stiffness, def->exponent, def->damping};
}

// ---- law ------------------------------------------------------------------------------------------------------------

// Returns the limit that is in contact: 1 upper, -1 lower, 0 none (as jnk_stop_where). sides: held side of the gap at
// the lower limit, if there is one, then of that at the upper limit; 0: x decides.
static int held_where(const jn_force_def *def, const jnk_stop *s, double x, const int *sides) {
  int lower = has_lower(def) ? *sides++ : 0, upper = has_upper(def) ? *sides : 0;
  if (upper != 0 ? upper < 0 : x > s->upper) return 1;
  return (lower != 0 ? lower < 0 : x < s->lower) ? -1 : 0;
}

static jnk_scalar_load calc(const jni_force_element *force, const jni_scalar_input *in, jni_force_output *out) {
  (void)out;
  const jnk_stop s = stop_of(&force->def);
  int where = in->sides ? held_where(&force->def, &s, in->x, in->sides) : jnk_stop_where(&s, in->x);
  jnk_push p = jnk_stop_push(&s, where, in->x, in->rate);
  return (jnk_scalar_load){p.force, p.stiffness, p.damping, p.potential, p.power};
}

static double mean(const jni_force_element *force, double x0, double x1) {
  const jnk_stop s = stop_of(&force->def);
  return jnk_stop_mean_force(&s, x0, x1);
}

static int nswitches(const jni_force_element *force) { return has_lower(&force->def) + has_upper(&force->def); }

// Computes the switches: the gap at each limit, lower first, positive while the stop is not in contact there.
static void switches(const jni_force_element *force, const jni_scalar_input *in, double *e, int *side) {
  const jn_force_def *def = &force->def;
  int n = 0;
  if (has_lower(def)) e[n++] = in->x - def->lower;
  if (has_upper(def)) e[n++] = def->upper - in->x;
  for (int i = 0; i < n; i++) side[i] = jni_side_of(e[i]);
}

static const jni_kernel stop_rate = {"jnk_call_stop_rate", 4, 2, jnk_call_stop_rate, NULL};
static const jni_kernel stop_force = {"jnk_call_stop", 2, 2, jnk_call_stop, &stop_rate};
static const jni_kernel stop_potential = {"jnk_call_stop_potential", 1, 1, jnk_call_stop_potential, NULL};

static jni_node write(const jni_force_element *force, const jni_code_input *in, const jni_scalar_nodes *at,
                      jni_code_output *out) {
  const jnk_stop s = stop_of(&force->def);
  const double block[5] = {s.lower, s.upper, s.k, s.n, s.c};
  return jni_write_scalar_call(in->g, &stop_force, &stop_potential, block, 5, at, out);
}

static const jni_scalar_law law = {.calc = calc, .mean = mean, .switches = switches, .write = write};

const jni_force_kind jni_force_stop = {
    .name = "stop",
    .limits = true,
    .help = "one-sided stops on the distance of two points or on a joint coordinate",
    JNI_PLANE_AND_SPACE,
    JNI_FIELDS(fields),
    .check = check,
    JNI_SCALAR_POTENTIAL_KIND,
    .geometry = &jni_line_geometry,
    .law = &law,
    .conservative = conservative,
    .nswitches = nswitches,
    .switches = jni_scalar_switches,
    .touches = true,
    .code = &jni_scalar_code,
};
