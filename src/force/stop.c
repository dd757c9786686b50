// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop.c - one-sided stops: limits of the distance between two points or of a joint coordinate. Beyond a limit they
// push back (kernel/push.h).
#include <math.h>
#include <stdio.h>

#include "base/side.h"
#include "force/field.h"
#include "force/scalar.h"
#include "kernel/force/stop.h"

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
  if (!jni_either_check(def, "between", what, size)) return false;
  if (!has_lower(def) && !has_upper(def)) snprintf(what, size, "a stop needs 'lower', 'upper' or both");
  else if (!(def->lower < def->upper))
    jni_print(what, size, "'lower' (%g) must be less than 'upper' (%g)", def->lower, def->upper);
  else if (!(def->exponent >= 1)) jni_print(what, size, "'exponent' must be 1 or more, it is %g", def->exponent);
  else return true;
  return false;
}

static bool conservative(const jni_force_element *force) { return force->def.damping == 0; }

static jnk_stop plain(const jn_force_def *def) {
  return (jnk_stop){def->lower, def->upper, def->stiffness, def->exponent, def->damping};
}

// Sides are those of the gaps: of the lower limit, if there is one, then of the upper one.
static int held_where(const jn_force_def *def, const jnk_stop *s, double x, const int *sides) {
  int lower = has_lower(def) ? *sides++ : 0, upper = has_upper(def) ? *sides : 0;
  if (upper != 0 ? upper < 0 : x > s->upper) return 1;
  return (lower != 0 ? lower < 0 : x < s->lower) ? -1 : 0;
}

static jni_scalar stop(const jn_force_def *def, double x, double rate, const int *sides) {
  const jnk_stop s = plain(def);
  jnk_push p = jnk_stop_push(&s, sides ? held_where(def, &s, x, sides) : jnk_stop_where(&s, x), x, rate);
  return (jni_scalar){p.force, p.stiffness, p.damping, p.potential, p.power};
}

static void calc(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  bool on_joint = jni_acts_along(&force->def);
  jni_line line = jni_line_calc(in);
  jni_scalar scalar = stop(&force->def, on_joint ? in->coordinate : line.x, on_joint ? in->rate : line.rate, in->sides);
  if (on_joint) jni_coordinate_output(in, &scalar, out);
  else jni_line_output(&line, &scalar, out);
}

static void tangent(const jni_force_element *force, const jni_force_input *in, jni_force_tangent *out) {
  bool on_joint = jni_acts_along(&force->def);
  jni_line line = jni_line_calc(in);
  jni_scalar scalar = stop(&force->def, on_joint ? in->coordinate : line.x, on_joint ? in->rate : line.rate, in->sides);
  if (on_joint) jni_coordinate_tangent(&scalar, out);
  else jni_line_tangent(&line, &scalar, out);
}

// (b^(n+1) - a^(n+1)) / ((n + 1) (b - a)), the mean of d^n over 0 <= a <= b, where the two are near each other too.
static double mean_power(double n, double a, double b) {
  if (a < 0.5 * b) return (jnk_pow(b, n + 1) - jnk_pow(a, n + 1)) / ((n + 1) * (b - a));
  double grown = a > 0 ? (b - a) / a : 0;
  if (!(grown > 0)) return jnk_pow(b, n);
  return jnk_pow(a, n) * jnk_expm1((n + 1) * jnk_log1p(grown)) / ((n + 1) * grown);
}

// What the push at a limit gives to the mean over an interval of width w, of which depths a < b (where b > 0) lie on
// the limit's side.
static double share(const jn_force_def *def, double a, double b, double w) {
  if (!(b > 0)) return 0;
  if (!(a < 0)) return def->stiffness * mean_power(def->exponent, a, b);
  return b / w * def->stiffness * mean_power(def->exponent, 0, b);
}

static double stop_mean(const jn_force_def *def, double x0, double x1) {
  double low = fmin(x0, x1), high = fmax(x0, x1), w = high - low;
  return share(def, low - def->upper, high - def->upper, w) - share(def, def->lower - high, def->lower - low, w);
}

static void discrete(const jni_force_element *force, const jni_force_input *in, jni_force_output *out) {
  if (jni_acts_along(&force->def)) {
    jni_coordinate_discrete(stop_mean(&force->def, in[0].coordinate, in[1].coordinate), out);
    return;
  }
  double x0 = jni_line_calc(&in[0]).x, x1 = jni_line_calc(&in[1]).x;
  jni_line_discrete(in, x0, x1, stop_mean(&force->def, x0, x1), out);
}

static int nswitches(const jni_force_element *force) { return has_lower(&force->def) + has_upper(&force->def); }

// The gaps: positive while free.
static void switches(const jni_force_element *force, const jni_force_input *in, double *e, int *side) {
  const jn_force_def *def = &force->def;
  double x = jni_acts_along(def) ? in->coordinate : jni_line_calc(in).x;
  int n = 0;
  if (has_lower(def)) e[n++] = x - def->lower;
  if (has_upper(def)) e[n++] = def->upper - x;
  for (int i = 0; i < n; i++) side[i] = jni_side_of(e[i]);
}

// ---- as part of a graph ------------------------------------------------------------------------------

static const jni_kernel stop_rate = {"jnk_call_stop_rate", 4, 2, jnk_call_stop_rate, NULL};
static const jni_kernel stop_force = {"jnk_call_stop", 2, 2, jnk_call_stop, &stop_rate};
static const jni_kernel stop_potential = {"jnk_call_stop_potential", 1, 1, jnk_call_stop_potential, NULL};

static void write(const jni_force_element *force, const jni_code_input *in, jni_code_output *out) {
  jni_graph *g = in->g;
  const jnk_stop s = plain(&force->def);
  const double block[5] = {s.lower, s.upper, s.k, s.n, s.c};
  jni_code_line line = jni_code_look(in);
  const jni_node at[2] = {line.x, line.rate};
  int call = jni_call(g, &stop_force, block, 5, at);
  jni_code_pull(in, &line, jni_result(g, call, 0), out);
  out->potential = jni_result(g, jni_call(g, &stop_potential, block, 5, at), 0);
  out->power = jni_opposite(g, jni_times(g, jni_result(g, call, 1), line.rate));
}

static const jni_force_code code = {.axes = JNI_CODE_RELATIVE, .write = write, .line = true};

const jni_force_kind jni_force_stop = {
    .name = "stop",
    .limits = true,
    .help = "one-sided stops on the distance of two points or on a joint coordinate",
    JNI_PLANE_AND_SPACE,
    .ends = 2,
    JNI_POTENTIAL_KIND,
    .conservative = conservative,
    .nswitches = nswitches,
    .switches = switches,
    .touches = true,
    .code = &code,
};
