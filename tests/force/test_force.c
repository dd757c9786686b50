// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_force.c - what every force kind must keep, looped over samples of each kind: force = -grad V, the
// balance of power, action = reaction, tangents against differences, nothing but numbers where points meet; then what
// is particular to one.
#include "check.h"
#include "force_samples.h"
#include "model/model.h"

#include <string.h>

#include "base/switch_side.h"
#include "force/force.h"
#include "force/force_law.h"
#include "kernel/vec3.h"
#include "model/body_element.h"

// Step of the central differences, and their error (h^2 and rounding over h) on numbers of size up to ten or so.
static const double step = 1e-6, difference_error = 2e-7, round_off = 1e-12;

// ---- samples: more than those of force_samples.h --------------------------------------------------------------------

static const double law_x[] = {-1, -0.3, 0, 0.4, 1.1, 2}, law_y[] = {-9, -2, 0, 1, 6, 7};
static const double damping_x[] = {-2, -0.5, 0, 0.5, 2}, damping_y[] = {-5, -2, 0, 1, 2}, cubic[] = {0, 2, 0.5, 3};
static const double pieces[] = {-1, 2, 0, 0, 4, 1, 0.5, 1, 2}, piece_breaks[] = {-0.4371, 0.6113};

#define ENDS .joint = {-1}, .between = {{1}, {2}}
#define JOINT .joint = {0}, .between = {{-1}, {-1}}
#define NOTHING .joint = {-1}, .between = {{-1}, {-1}}
#define NO_LIMITS .lower = -HUGE_VAL, .upper = HUGE_VAL, .exponent = 1
#define NO_JOINT ENDS, NO_LIMITS
#define ON_JOINT JOINT, NO_LIMITS
#define AT_BODY .joint = {-1}, .between = {{1}, {-1}}
#define TABLE(px, py, is_smooth) \
  { .x = px, .y = py, .n = sizeof(px) / sizeof((px)[0]), .smooth = is_smooth }
#define PIECES(c, b) \
  { .polynomial = c, .ncoefficients = 3, .breaks = b, .nbreaks = sizeof(b) / sizeof((b)[0]) }
#define POLYNOMIAL(c) \
  { .polynomial = c, .ncoefficients = sizeof(c) / sizeof((c)[0]) }

static const jn_force_def samples[] = {
    {.type = "spring-damper", .name = "spring", NO_JOINT, .stiffness = 3, .rest = 0.7},
    {.type = "spring-damper", .name = "no rest", NO_JOINT, .stiffness = 3},
    {.type = "spring-damper", .name = "all", NO_JOINT, .stiffness = 3, .rest = 0.7, .damping = 2, .preload = 1.5},
    {.type = "spring-damper", .name = "damper", NO_JOINT, .damping = 2},
    {.type = "spring-damper", .name = "table", NO_JOINT, .law = TABLE(law_x, law_y, false), .rest = 0.7, .preload = -1},
    {.type = "spring-damper",
     .name = "smooth table",
     NO_JOINT,
     .law = TABLE(law_x, law_y, true),
     .rest = 1,
     .damping_law = TABLE(damping_x, damping_y, true)},
    {.type = "spring-damper",
     .name = "polynomial",
     NO_JOINT,
     .law = POLYNOMIAL(cubic),
     .rest = 0.5,
     .damping_law = POLYNOMIAL(cubic)},
    {.type = "axial-spring", .name = "spring", NO_JOINT, .stiffness = 3, .rest = -0.7},
    {.type = "axial-spring", .name = "all", NO_JOINT, .stiffness = 3, .rest = 0.7, .damping = 2, .preload = 1.5},
    {.type = "axial-spring",
     .name = "pieces",
     NO_JOINT,
     .law = PIECES(pieces, piece_breaks),
     .damping_law = PIECES(pieces, piece_breaks)},
    {.type = "torsion-spring", .name = "spring", NO_JOINT, .stiffness = 3, .rest = 0.2},
    {.type = "torsion-spring", .name = "all", ON_JOINT, .stiffness = 3, .rest = 0.2, .damping = 2, .preload = 1.5},
    {.type = "torsion-spring",
     .name = "laws",
     ON_JOINT,
     .law = TABLE(law_x, law_y, true),
     .damping_law = TABLE(damping_x, damping_y, false)},
    {.type = "bushing", .name = "translation", NO_JOINT, .translation_stiffness = {3, 1, 2}},
    {.type = "bushing", .name = "rotation", NO_JOINT, .rotation_stiffness = {3, 1, 2}},
    {.type = "bushing", .name = "dampers", NO_JOINT, .translation_damping = {1, 3, 2}, .rotation_damping = {2, 3, 1}},
    {.type = "stop", .name = "elastic", ENDS, .lower = 1.4, .upper = 1.6, .stiffness = 4, .exponent = 1},
    {.type = "stop", .name = "damped", ENDS, .lower = 1.4, .upper = 1.6, .stiffness = 4, .exponent = 1.5, .damping = 2},
    {.type = "stop", .name = "lower", JOINT, .lower = 0, .upper = HUGE_VAL, .stiffness = 4, .exponent = 2},
    {.type = "stop",
     .name = "upper",
     JOINT,
     .lower = -HUGE_VAL,
     .upper = 0.1,
     .stiffness = 4,
     .exponent = 1,
     .damping = 1},
    {.type = "brake", .name = "tight", ON_JOINT, .value = {"1", NULL, NULL}, .stiffness = 0.1},
    {.type = "friction", .name = "Coulomb", ON_JOINT, .value = {"1", NULL, NULL}, .stiffness = 2, .damping = 0.2},
    {.type = "contact",
     .name = "point",
     AT_BODY,
     .stiffness = 4,
     .exponent = 1,
     .tyre = {.friction = 0.4},
     .shear_stiffness = 0.1},
    {.type = "contact", .name = "smooth", AT_BODY, .stiffness = 4, .exponent = 1},
    {.type = "contact",
     .name = "sphere",
     AT_BODY,
     .stiffness = 4,
     .exponent = 1.5,
     .damping = 0.1,
     .tyre = {.friction = 0.8, .radius = 0.4},
     .shear_damping = 0.5},
};
enum { NSAMPLES = sizeof samples / sizeof samples[0] };

static const jni_force_kind *find_kind(const char *name) {
  for (int i = 0; jni_force_kinds[i]; i++)
    if (strcmp(jni_force_kinds[i]->name, name) == 0) return jni_force_kinds[i];
  return NULL;
}

static jni_force_element element_of(const jn_force_def *def) {
  static const jnk_road_part slope = {.kind = JNK_PART_PLANE, .a = {0.3, 0.2, -0.1}};
  static const jnk_terrain hill = {.side = {{.parts = &slope, .n = 1}, {.parts = &slope, .n = 1}}};
  jni_force_element force = {.kind = find_kind(def->type), .def = *def};
  force.terrain = strcmp(def->type, "contact") == 0 ? &hill : NULL;
  return force;
}

static bool on_coordinate(const jni_force_element *force) {
  return jni_acts_along(&force->def) || strcmp(force->kind->name, "torsion-spring") == 0;
}

// ---- motions ----------------------------------------------------------------------------------------

static double random_unit(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 8388608.0 - 1;
}

static void random_vector(unsigned *seed, double size, double out[3]) {
  jnk_set(size * random_unit(seed), size * random_unit(seed), size * random_unit(seed), out);
}

static void turn_matrix(const double theta[3], double R[9]) {
  double q[4];
  jnk_quat_from_rotation_vector(theta, q);
  jnk_quat_to_matrix(q, R);
}

// States of the kinds that have some.
static const double *random_states(unsigned *seed) {
  static double states[JNI_MAX_FORCE_STATES];
  for (int i = 0; i < JNI_MAX_FORCE_STATES; i++) states[i] = random_unit(seed);
  return states;
}

static jni_force_input random_input(unsigned *seed, const jni_force_element *force) {
  jni_force_input in = {.t = 0.3, .mass = 1.7};
  for (int k = 0; k < 2; k++) {
    double theta[3];
    random_vector(seed, 0.8, theta);
    turn_matrix(theta, in.end[k].R);
    random_vector(seed, 1.3, in.end[k].r);
    random_vector(seed, 1, in.end[k].v);
    random_vector(seed, 1, in.end[k].w);
  }
  random_vector(seed, 2, in.value);
  in.coordinate = 2 * random_unit(seed);
  in.rate = random_unit(seed);
  if (force->kind->nstates && force->kind->nstates(force) > 0) in.state = random_states(seed);
  if (force->kind->ends == 0) {
    jnk_zero(in.end[1].v);
    jnk_zero(in.end[1].w);
  }
  return in;
}

// Turns end k by a small rotation vector, from the left.
static void turn(jni_motion *end, const double by[3]) {
  double T[9], R[9];
  turn_matrix(by, T);
  jnk_mat_mul(T, end->R, R);
  memcpy(end->R, R, sizeof R);
}

// The input with one of the twelve ways the ends may stand, or move, changed by h.
static jni_force_input moved(jni_force_input in, int j, double h, bool velocity) {
  jni_motion *end = &in.end[j / 6];
  double by[3] = {0, 0, 0};
  by[j % 3] = h;
  bool rotation = j % 6 >= 3;
  if (velocity) jnk_add(rotation ? end->w : end->v, by, rotation ? end->w : end->v);
  else if (rotation) turn(end, by);
  else jnk_add(end->r, by, end->r);
  return in;
}

// Everything carried along its velocity for a time h.
static jni_force_input carried(jni_force_input in, double h) {
  for (int k = 0; k < 2; k++) {
    double by[3];
    jnk_add_scaled(in.end[k].r, h, in.end[k].v, in.end[k].r);
    jnk_scale(h, in.end[k].w, by);
    turn(&in.end[k], by);
  }
  in.coordinate += h * in.rate;
  return in;
}

static jni_force_input at_rest(jni_force_input in) {
  for (int k = 0; k < 2; k++) {
    jnk_zero(in.end[k].v);
    jnk_zero(in.end[k].w);
  }
  in.rate = 0;
  return in;
}

static jni_force_output calc(const jni_force_element *force, jni_force_input in) {
  jni_force_output out = {.potential = 0};
  force->kind->calc(force, &in, &out);
  return out;
}

// Entry i of force[0], torque[0], force[1], torque[1].
static double wrench(const jni_force_output *out, int i) {
  return (i % 6 < 3 ? out->force : out->torque)[i / 6][i % 3];
}

// ---- identities -----------------------------------------------------------------------------------------

// At rest dampers are silent: what is left is -grad V.
static void check_gradient(const jni_force_element *force, jni_force_input in) {
  if (!force->kind->potential) return;
  in = at_rest(in);
  jni_force_output out = calc(force, in);
  int n = force->kind->ends < 2 ? 6 : 12;
  for (int j = 0; j < n; j++) {
    double up = calc(force, moved(in, j, step, false)).potential;
    double down = calc(force, moved(in, j, -step, false)).potential;
    CHECK_NEAR(wrench(&out, j), -(up - down) / (2 * step), difference_error);
  }
  jni_force_input right = in, left = in;
  right.coordinate += step;
  left.coordinate -= step;
  double growth = calc(force, right).potential - calc(force, left).potential;
  CHECK_NEAR(out.generalized, -growth / (2 * step), difference_error);
}

// Power of all wrenches = -dV/dt + power of the part without potential.
static void check_power(const jni_force_element *force, jni_force_input in) {
  jni_force_output out = calc(force, in);
  double power = out.generalized * in.rate;
  for (int k = 0; k < 2; k++) power += jnk_dot(out.force[k], in.end[k].v) + jnk_dot(out.torque[k], in.end[k].w);
  double V_rate = (calc(force, carried(in, step)).potential - calc(force, carried(in, -step)).potential) / (2 * step);
  CHECK_NEAR(power, -V_rate + out.power, difference_error);
  if (force->kind->conservative(force)) CHECK(out.power == 0);
  else if (force->kind->potential) CHECK(out.power <= 0);
}

static void check_rate(const jni_force_element *force, jni_force_input in) {
  if (force->def.value[0] && !on_coordinate(force)) return;
  double rate = (calc(force, carried(in, step)).length - calc(force, carried(in, -step)).length) / (2 * step);
  CHECK_NEAR(calc(force, in).length_rate, rate, difference_error);
}

static void check_reaction(const jni_force_element *force, jni_force_input in) {
  if (force->kind->ends != 2) return;
  jni_force_output out = calc(force, in);
  double F[3], T[3], moment[3];
  jnk_add(out.force[0], out.force[1], F);
  jnk_add(out.torque[0], out.torque[1], T);
  for (int k = 0; k < 2; k++) {
    jnk_cross(in.end[k].r, out.force[k], moment);
    jnk_add(T, moment, T);
  }
  CHECK_NEAR(jnk_norm(F), 0, round_off);
  CHECK_NEAR(jnk_norm(T), 0, round_off);
}

static void check_tangent_column(const jni_force_element *force, jni_force_input in, int j, bool velocity,
                                 const double (*tangent)[12]) {
  jni_force_output up = calc(force, moved(in, j, step, velocity)), down = calc(force, moved(in, j, -step, velocity));
  for (int i = 0; i < 12; i++)
    CHECK_NEAR(tangent[i][j], (wrench(&up, i) - wrench(&down, i)) / (2 * step), difference_error * 10);
}

static void check_tangent(const jni_force_element *force, jni_force_input in) {
  if (!force->kind->tangent) return;
  jni_force_tangent tangent;
  memset(&tangent, 0, sizeof tangent);
  force->kind->tangent(force, &in, &tangent);
  for (int j = 0; j < 12; j++) {
    check_tangent_column(force, in, j, false, (const double(*)[12])tangent.stand);
    check_tangent_column(force, in, j, true, (const double(*)[12])tangent.move);
  }
  jni_force_input up = in, down = in;
  up.coordinate += step;
  down.coordinate -= step;
  CHECK_NEAR(tangent.generalized_coordinate, (calc(force, up).generalized - calc(force, down).generalized) / (2 * step),
             difference_error * 10);
  up = down = in;
  up.rate += step;
  down.rate -= step;
  CHECK_NEAR(tangent.generalized_rate, (calc(force, up).generalized - calc(force, down).generalized) / (2 * step),
             difference_error * 10);
}

// A coordinate that is one moves nothing at the ends, and the other way round.
static void check_where(const jni_force_element *force, jni_force_input in) {
  jni_force_output out = calc(force, in);
  double ends = 0;
  for (int i = 0; i < 12; i++) ends += fabs(wrench(&out, i));
  CHECK(on_coordinate(force) ? ends == 0 : out.generalized == 0);
}

// On the sides where it is, nothing changes. Held on another, the law goes on smoothly where it is not: its tangent is
// that of its force.
static void check_sides(const jni_force_element *force, jni_force_input in) {
  int n = force->kind->nswitches ? force->kind->nswitches(force) : 0, sides[JNI_MAX_FORCE_SWITCHES] = {0};
  double e[JNI_MAX_FORCE_SWITCHES];
  CHECK(n <= JNI_MAX_FORCE_SWITCHES);
  if (n == 0) return;
  force->kind->switches(force, &in, e, sides);
  jni_force_output free = calc(force, in), held;
  in.sides = sides;
  held = calc(force, in);
  CHECK(memcmp(&free, &held, sizeof free) == 0);
  for (int i = 0; i < n; i++) {
    int here = sides[i], now[JNI_MAX_FORCE_SWITCHES];
    double within[JNI_MAX_FORCE_SWITCHES];
    CHECK(here != 0 && (force->kind->touches || e[i] > 0));
    for (int aside = -1; aside <= 1 && !force->kind->touches; aside += 2) {
      sides[i] = jni_side_of_cell(jni_cell_of_side(here) + aside);
      force->kind->switches(force, &in, within, now);
      CHECK(now[i] == here);
      check_tangent(force, in);
    }
    sides[i] = force->kind->touches ? -here : here;
    if (!(force->def.damping > 0)) check_tangent(force, in);  // fades in less than the step of the differences
    sides[i] = here;
  }
}

static void check_identities(const jni_force_element *force, const char *name) {
  unsigned seed = 5;
  int failures = check_failures;
  for (int n = 0; n < 40; n++) {
    jni_force_input in = random_input(&seed, force);
    check_gradient(force, in);
    check_power(force, in);
    check_rate(force, in);
    check_reaction(force, in);
    check_tangent(force, in);
    check_sides(force, in);
    check_where(force, in);
  }
  if (check_failures > failures) printf("  in %s '%s'\n", force->kind->name, name);
}

// Cells of a law: how far it is to their ends, and its value by the cell it is held in. A straight table goes on
// straight beyond its ends, which are no corners; nor is a knot where both slopes are alike.
static void test_cells(void) {
  static const double x[] = {-2, -1, 0, 1, 3}, y[] = {-4, -2, 0, 1, 5};
  static const jn_law table = TABLE(x, y, false), smooth = TABLE(x, y, true), piece = PIECES(pieces, piece_breaks);
  static const struct {
    const jn_law *law;
    double at;
    int held;
    double within;
    int side;
    double value;
  } cases[] = {{&table, -1.5, 0, 1.5, -1, -3},    {&table, -9, 0, 9, -1, -18},       {&table, 0.25, 0, 0.25, 3, 0.25},
               {&table, 0.25, -1, -0.25, 3, 0.5}, {&table, 7, 0, 6, 4, 13},          {&table, 7, 3, -6, 4, 7},
               {&table, 1, 3, 0, 0, 1},           {&table, 1, 4, 0, 0, 1},           {&smooth, -9, 0, 8, -1, -18},
               {&smooth, 3.5, 0, 0.5, 5, NAN},    {&piece, 0.5, 0, 0.1113, 1, 2.25}, {&piece, 0.5, 2, -0.1113, 1, 1.5},
               {&table, 7, 999, 4, 4, 13},        {&table, 7, -999, -7, 4, 14}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int side;
    double slope;
    CHECK(jni_law_switches(cases[i].law));
    CHECK_NEAR(jni_law_within(cases[i].law, cases[i].at, cases[i].held, &side), cases[i].within, round_off);
    CHECK(side == cases[i].side);
    int held = cases[i].held != 0 ? cases[i].held : side;
    if (!isnan(cases[i].value))
      CHECK_NEAR(jni_law_held(cases[i].law, cases[i].at, held, &slope), cases[i].value, round_off);
  }
  jn_law none = POLYNOMIAL(cubic), line = {.x = x, .y = y, .n = 2};
  CHECK(!jni_law_switches(&none) && !jni_law_switches(&line));
}

// ---- where points meet, and far away ------------------------------------------------------------------------

static void check_finite(const jni_force_element *force, jni_force_input in) {
  jni_force_output out = calc(force, in);
  for (int i = 0; i < 12; i++) CHECK(isfinite(wrench(&out, i)));
  CHECK(isfinite(out.generalized) && isfinite(out.length) && isfinite(out.length_rate) && isfinite(out.scalar));
  CHECK(isfinite(out.potential) && isfinite(out.power));
  jni_force_tangent tangent;
  memset(&tangent, 0, sizeof tangent);
  if (force->kind->tangent) force->kind->tangent(force, &in, &tangent);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) CHECK(isfinite(tangent.stand[i][j]) && isfinite(tangent.move[i][j]));
  CHECK(isfinite(tangent.generalized_coordinate) && isfinite(tangent.generalized_rate));
}

static void check_degenerate(const jni_force_element *force) {
  unsigned seed = 6;
  jni_force_input in = random_input(&seed, force);
  memcpy(in.end[1].r, in.end[0].r, sizeof in.end[0].r);
  check_finite(force, in);
  check_finite(force, at_rest(in));
  memcpy(in.end[1].R, in.end[0].R, sizeof in.end[0].R);
  in.coordinate = 0;
  check_finite(force, in);
  check_reaction(force, in);
  in.end[1].r[0] += 1e-30;
  jni_force_output out = calc(force, in);
  CHECK(isfinite(out.potential) && isfinite(out.force[0][0]));
}

static void check_kind(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                       bool damped) {
  (void)coordinates;  // none
  if (space == JN_PLANE && kind->in_space) return;
  jn_model *model = read_force_sample(kind, space, place, damped);
  if (!model) return;
  check_identities(&model->forces[0], damped ? "damped sample" : "sample");
  check_degenerate(&model->forces[0]);
  jn_model_free(model);
}

static void test_samples(void) {
  for (int s = 0; s < NSAMPLES; s++) {
    jni_force_element force = element_of(&samples[s]);
    check_identities(&force, samples[s].name);
    check_degenerate(&force);
  }
  each_force("none", check_kind);
}

// A spring of no free length is a plain k d: its tangent does not vanish where the points meet.
// With a preload there is no direction to pull in: no force is reported.
static void test_spring_at_zero(void) {
  jni_force_element force = element_of(&samples[1]), preloaded = element_of(&samples[2]);
  jni_force_input in = at_rest(random_input(&(unsigned){7}, &force));
  memcpy(in.end[1].r, in.end[0].r, sizeof in.end[0].r);
  check_tangent(&force, in);
  CHECK(calc(&preloaded, in).scalar == 0);
}

// ---- closed forms --------------------------------------------------------------------------------------------

static void test_spring_closed_form(void) {
  jni_force_element force = element_of(&samples[2]);
  jni_force_input in = {.t = 0};
  in.end[1].r[0] = 2;
  in.end[1].v[0] = 0.5;
  jni_force_output out = calc(&force, in);
  double tension = 1.5 + 3 * (2 - 0.7) + 2 * 0.5;
  CHECK_NEAR(out.scalar, tension, round_off);
  CHECK_NEAR(out.force[0][0], tension, round_off);  // pulls the first towards the second
  CHECK_NEAR(out.force[1][0], -tension, round_off);
  CHECK_NEAR(out.potential, 1.5 * 1.3 + 1.5 * 1.3 * 1.3, round_off);
  CHECK_NEAR(out.power, -2 * 0.5 * 0.5, round_off);
  CHECK_NEAR(out.length, 2, round_off);
  CHECK_NEAR(out.length_rate, 0.5, round_off);
}

static void test_plane_torque(void) {
  jn_force_def def = {.type = "torque", AT_BODY, .value = {"1", NULL, NULL}, .follower = true};
  jni_force_element force = element_of(&def);
  jni_force_input in = {.plane = true, .value = {-2, 0, 0}};
  jnk_mat_from_angle(0.4, in.end[0].R);
  in.end[0].w[2] = 3;
  jni_force_output out = calc(&force, in);
  CHECK(out.torque[0][0] == 0 && out.torque[0][1] == 0 && out.torque[0][2] == -2);
  CHECK(out.scalar == -2 && out.power == -6);
  check_tangent(&force, in);
}

// In the plane a bushing sees x, y and the turn about z only.
static void test_plane_bushing(void) {
  jn_force_def def = {.type = "bushing", NO_JOINT, .translation_stiffness = {3, 1, 9}, .rotation_stiffness = {9, 9, 2}};
  jni_force_element force = element_of(&def);
  jni_force_input in = {.plane = true};
  jnk_mat_from_angle(0.4, in.end[0].R);
  jnk_mat_from_angle(1.9, in.end[1].R);
  jnk_set(0.3, -0.2, 0, in.end[1].r);
  jni_force_output out = calc(&force, in);
  CHECK_NEAR(out.torque[1][2], -2 * 1.5, round_off);
  CHECK_NEAR(out.force[1][2], 0, 0);
  CHECK_NEAR(out.torque[0][0], 0, round_off);
  CHECK_NEAR(out.torque[0][1], 0, round_off);
}

// ---- stops ---------------------------------------------------------------------------------------------------

static double stop_force(const jni_force_element *force, double x, double rate) {
  jni_force_input in = {.coordinate = x, .rate = rate};
  jnk_mat_identity(in.end[0].R);
  jnk_mat_identity(in.end[1].R);
  in.end[1].r[1] = x;
  in.end[1].v[1] = rate;
  return calc(force, in).scalar;
}

static int stop_roots(const jni_force_element *force, double x, double e[2]) {
  jni_force_input in = {.coordinate = x};
  in.end[1].r[1] = x;
  e[0] = e[1] = HUGE_VAL;
  int side[2] = {0, 0}, n = force->kind->nswitches(force);
  force->kind->switches(force, &in, e, side);
  for (int i = 0; i < n; i++) CHECK(side[i] == jni_side_of(e[i]));
  return n;
}

// Free: gaps positive and no force. Beyond: the gap is negative and the force pushes back, whatever the rate.
// At the limit: continuous.
static void check_stop(const jn_force_def *def) {
  jni_force_element force = element_of(def);
  for (double x = 0.013; x < 3; x += 0.05)
    for (double rate = -50; rate <= 50; rate += 12.5) {
      double e[2], F = stop_force(&force, x, rate);
      int n = stop_roots(&force, x, e);
      CHECK(n == (def->lower > -HUGE_VAL) + (def->upper < HUGE_VAL));
      bool free = e[0] > 0 && e[1] > 0;
      CHECK(free ? F == 0 : (x < def->lower ? F <= 0 : F >= 0));
      if (rate == 0) CHECK(free == (F == 0));
    }
  double limits[2] = {def->lower, def->upper}, outward[2] = {-1e-9, 1e-9};
  for (int k = 0; k < 2; k++)
    for (double rate = -50; rate <= 50 && isfinite(limits[k]); rate += 25)
      CHECK_NEAR(stop_force(&force, limits[k] + outward[k], rate), 0, 1e-7);
}

static void test_stops(void) {
  for (int s = 0; s < NSAMPLES; s++)
    if (strcmp(samples[s].type, "stop") == 0) check_stop(&samples[s]);
  // deep inside and slow the damper is c times the rate
  jn_force_def def = {.type = "stop", NO_JOINT, .stiffness = 1e4, .damping = 3};
  def.upper = 1;
  jni_force_element force = element_of(&def);
  CHECK_NEAR(stop_force(&force, 1.5, 0.1), 5000 + 0.3, 1e-9);
  CHECK_NEAR(stop_force(&force, 1.5, -0.1), 5000 - 0.3, 1e-9);
}

// ---- definitions -----------------------------------------------------------------------------------------------

static void test_tables(void) {
  for (int n = 0; jni_force_kinds[n]; n++) {
    const jni_force_kind *kind = jni_force_kinds[n];
    // kinds with roads have tests of their own: test_tyre.c, test_track.c; of a contact there are samples above
    CHECK(find_force_sample(kind->name) || needs_road(kind));
    CHECK(kind->help && kind->calc && kind->conservative && kind->check && (kind->in_plane || kind->in_space));
    CHECK(!kind->nswitches == !kind->switches && (kind->switches || !kind->touches));
    for (int i = 0; i < kind->nfields; i++) {
      CHECK(kind->fields[i].name && kind->fields[i].help && kind->fields[i].offset < sizeof(jn_force_def));
      for (int j = 0; j < i; j++) CHECK(strcmp(kind->fields[i].name, kind->fields[j].name) != 0);
    }
  }
}

// A model of ground, two bodies and a particle, with their own frames 0 to 3.
static bool check_in(jn_space space, const jn_force_def *def, char *what, size_t size) {
  char *names[] = {"ground", "crank", "rocker", "bob"};
  jni_body bodies[4] = {{.mass = 0}};
  jni_frame frames[4] = {{.body = 0}};
  for (int i = 0; i < 4; i++) {
    bodies[i].name = names[i];
    frames[i].body = i;
  }
  bodies[3].particle = true;
  jn_model model = {.space = space, .bodies = bodies, .nbodies = 4, .frames = frames, .nframes = 4};
  return find_kind(def->type)->check(&model, def, what, size);
}

static void test_sound_definitions(void) {
  for (int s = 0; s < NSAMPLES; s++) {
    char what[256] = "";
    bool plane = strcmp(samples[s].type, "torsion-spring") == 0 && samples[s].joint.i < 0;
    CHECK(check_in(plane ? JN_PLANE : JN_SPACE, &samples[s], what, sizeof what));
    CHECK(what[0] == 0);
  }
}

static const struct {
  jn_space space;
  const char *word;  // that the sentence must have
  jn_force_def def;
} faulty[] = {
    {JN_SPACE,
     "'stiffness' or 'law'",
     {.type = "spring-damper", NO_JOINT, .stiffness = 1, .law = TABLE(law_x, law_y, false)}},
    {JN_SPACE,
     "'damping' or 'damping_law'",
     {.type = "spring-damper", NO_JOINT, .damping = 1, .damping_law = POLYNOMIAL(cubic)}},
    {JN_SPACE, "joint", {.type = "torsion-spring", NO_JOINT, .stiffness = 1}},
    {JN_PLANE, "'between', 'joint' or 'terms'", {.type = "torsion-spring", NOTHING}},
    {JN_PLANE, "alone", {.type = "torsion-spring", .joint = {0}, .between = {{1}, {2}}}},
    {JN_SPACE, "particle", {.type = "bushing", .joint = {-1}, .between = {{1}, {3}}, .rotation_damping = {0, 0, 1}}},
    {JN_SPACE, "'lower', 'upper'", {.type = "stop", NO_JOINT, .stiffness = 1}},
    {JN_SPACE, "less than", {.type = "stop", JOINT, .lower = 2, .upper = 1, .exponent = 1}},
    {JN_SPACE, "less than", {.type = "stop", JOINT, .lower = NAN, .upper = 1, .exponent = 1}},
    {JN_SPACE, "exponent", {.type = "stop", JOINT, .lower = 0, .upper = 1, .exponent = 0.5}},
    {JN_SPACE, "'between', 'joint' or 'terms'", {.type = "stop", NOTHING, .upper = 1, .exponent = 1}},
    {JN_SPACE, "'joint'", {.type = "brake", NOTHING, .value = {"1", NULL, NULL}, .stiffness = 1}},
    {JN_SPACE, "'stribeck_rate'", {.type = "friction", JOINT, .value = {"1", "2", NULL}, .stiffness = 1}},
    {JN_SPACE, "ground", {.type = "contact", .joint = {-1}, .between = {{0}, {-1}}, .exponent = 1}},
    {JN_SPACE, "exponent", {.type = "contact", AT_BODY, .exponent = 0.5}},
    {JN_SPACE, "'radius'", {.type = "contact", AT_BODY, .exponent = 1, .tyre = {.envelope = true}}},
    {JN_SPACE, "ground", {.type = "drag", .joint = {-1}, .between = {{0}, {-1}}, .area = 1}},
    {JN_SPACE, "'area' or 'areas'", {.type = "drag", AT_BODY}},
    {JN_SPACE, "not both", {.type = "drag", AT_BODY, .area = 1, .areas = {1, 1, 1}}},
    {JN_PLANE, "'lift'", {.type = "drag", AT_BODY, .area = 1, .lift = 1}},
    {JN_SPACE, "'wind'", {.type = "drag", AT_BODY, .area = 1, .value = {"1", "2", NULL}}},
    {JN_SPACE, "ground", {.type = "point-force", .joint = {-1}, .between = {{0}, {-1}}}},
    {JN_SPACE, "ground", {.type = "torque", .joint = {-1}, .between = {{0}, {-1}}}},
    {JN_SPACE, "particle", {.type = "torque", .joint = {-1}, .between = {{3}, {-1}}}},
    {JN_SPACE, "'at', 'joint' or 'terms'", {.type = "torque", NOTHING}},
    {JN_PLANE, "one component", {.type = "torque", AT_BODY, .value = {"1", "2", NULL}}},
    {JN_SPACE, "one component", {.type = "torque", ON_JOINT, .value = {"1", "2", NULL}}},
    {JN_SPACE, "ground", {.type = "point-gravity", AT_BODY, .strength = 1}},
};

static void test_faulty_definitions(void) {
  for (size_t i = 0; i < sizeof faulty / sizeof faulty[0]; i++) {
    char what[256] = "";
    CHECK(!check_in(faulty[i].space, &faulty[i].def, what, sizeof what));
    CHECK(strstr(what, faulty[i].word) != NULL);
    if (!strstr(what, faulty[i].word)) printf("  %s: '%s' has no %s\n", faulty[i].def.type, what, faulty[i].word);
  }
}

int main(void) {
  test_tables();
  test_sound_definitions();
  test_faulty_definitions();
  test_samples();
  test_cells();
  test_spring_at_zero();
  test_spring_closed_form();
  test_plane_torque();
  test_plane_bushing();
  test_stops();
  return check_report();
}
