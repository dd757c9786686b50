// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_compliant_contact.c - compliant contacts: exact restitution, rows of elastic balls, a grip that does not creep,
// stiffness by Hertz, energy, events, tangents, and refusals. References: closed forms, and for the rows an independent
// integration with tolerances 1e-12 and 1e-13 (10 digits).
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "force/compliant_point.h"
#include "force/force_differences.h"
#include "kernel/force/compliant.h"
#include "kernel/vec3.h"
#include "model/model.h"
#include "trial.h"

#define DATA JOUNCE_SOURCE_DIR "/tests/data/contact/"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  jn_status status;
  int nmodel, nchanges;  // events of the model, changes of contacts
} opened;

static void listen(void *context, const jn_run_event *event) {
  opened *o = context;
  o->nmodel += event->kind == JN_EVENT_MODEL;
  o->nchanges += event->kind == JN_EVENT_TOUCH;
}

// Runs a model of tests/data/contact with settings "path=value", and a formulation and coordinates (NULL: auto).
static void open_run(opened *o, const char *name, const char *const *settings, const char *const how[2],
                     const double *at, int nat) {
  char path[512], paths[8][64];
  jn_setting list[8];
  int n = 0;
  *o = (opened){.report = jn_report_new(NULL), .status = JN_REFUSED};
  for (; settings && settings[n]; n++) {
    snprintf(paths[n], sizeof paths[n], "%.*s", (int)strcspn(settings[n], "="), settings[n]);
    list[n] = (jn_setting){.path = paths[n], .value = strchr(settings[n], '=') + 1};
  }
  snprintf(path, sizeof path, DATA "%s.yaml", name);
  o->model = jn_model_read(NULL, path, list, n, o->report);
  if (!o->model) return;
  jn_choices choices = *jn_model_choices(o->model);
  if (how) {
    snprintf(choices.formulation, sizeof choices.formulation, "%s", how[0]);
    snprintf(choices.coordinates, sizeof choices.coordinates, "%s", how[1]);
  }
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.event = listen;
  options.event_context = o;
  options.at = at;
  options.nat = nat;
  o->run = jn_run_new(o->model, &options, o->report);
  if (o->run) o->status = jn_run_execute(o->run, o->report);
}

static void close_run(opened *o) {
  jn_run_free(o->run);
  jn_model_free(o->model);
  jn_report_free(o->report);
}

static int column_of(const opened *o, const char *name) {
  for (int i = 0; o->run && i < jn_run_noutputs(o->run); i++)
    if (strcmp(jn_run_output_name(o->run, i), name) == 0) return i;
  CHECK(false);
  return 0;
}

static double output(const opened *o, const char *name) {
  return o->run ? jn_run_outputs(o->run)[column_of(o, name)] : NAN;
}

static const char *const ways[][2] = {
    {"reduced", "joint"}, {"multipliers", "cartesian"}, {"multipliers", "natural"}, {"orthonormal", "cartesian"}};
enum { NWAYS = sizeof ways / sizeof *ways };

// ---- the push ------------------------------------------------------------------------------------------------------

// The body touches at 1 m/s or 2 m/s and leaves at e times that; depth and times by quadrature with 40 digits.
static void test_impact(void) {
  static const struct {
    const char *settings[5];
    double e, v, x, deepest, duration, to_deepest;
  } cases[] = {
      {{NULL}, 0.7, 1, 0.6348282812664169, 0.0006019188733316244, 0.0021288386342833135, 0.0009358955774900939},
      {{"parameters.exponent=1", "parameters.stiffness=1e5", "parameters.restitution=0.3", "parameters.speed=2"},
       0.3,
       2,
       3.087081981129624,
       0.0011872839637023034,
       0.003589980117003385,
       0.0011282444523018358}};
  for (int k = 0; k < 2; k++) {
    CHECK_NEAR(jnk_compliant_damping(cases[k].e), cases[k].x, 1e-14);
    for (int way = 0; way < (k == 0 ? NWAYS : 1); way++) {
      double touched = 0.01 / cases[k].v, at[2] = {touched, touched + cases[k].to_deepest};
      opened o;
      open_run(&o, "compliant-impact", cases[k].settings, ways[way], at, 2);
      CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == 2);
      if (o.run) {
        CHECK_NEAR(jn_run_state(o.run)[0], touched + cases[k].duration, 1e-9 * cases[k].duration);
        CHECK_NEAR(output(&o, "ball.vz"), cases[k].e * cases[k].v, 1e-10 * cases[k].v);
        CHECK_NEAR(jn_run_sample(o.run, 1)[column_of(&o, "contact.soft.gap")], -cases[k].deepest, 1e-12);
        CHECK(jn_run_sample(o.run, 1)[column_of(&o, "contact.soft.state")] == 2);
        CHECK(output(&o, "contact.soft.impacts") == 1 && output(&o, "contact.soft.state") == 0);
        CHECK_NEAR(output(&o, "energy.error"), 0, 1e-12);
        CHECK(o.nmodel == 1 && o.nchanges == 3);  // hits, closes, opens
      }
      close_run(&o);
    }
  }
}

static void test_row(void) {
  static const struct {
    const char *settings[2];
    int n;
    double v[5];
  } cases[] = {
      {{"parameters.n=3"}, 3, {-0.07095235365140014, 0.07640303907112665, 0.9945493145802736}},
      {{NULL},
       5,
       {-0.07108501708596462, -0.030273764096898803, -0.014463629032202614, 0.12704498607019157, 0.9887774241448756}}};
  for (int k = 0; k < 2; k++) {
    opened o;
    open_run(&o, "compliant-row", cases[k].settings, NULL, NULL, 0);
    CHECK(o.status == JN_OK);
    for (int i = 0; i < cases[k].n; i++) {
      char name[40];
      snprintf(name, sizeof name, "ball%d.vx", i + 1);
      CHECK_NEAR(output(&o, name), cases[k].v[i], 1e-10);
    }
    close_run(&o);
  }
}

// A ball that begins to fall from rest, which a single step can follow to the far side, does not pass through another.
static void test_fall(void) {
  trial t = trial_read(
      "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {shapes: {anvil: {type: sphere, radius: 0.5}}}\n"
      "bodies: {ball: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], shapes: {skin: {type: sphere, radius: 0.05}}}}\n"
      "contacts: {soft: {between: [ball, ground], law: compliant, stiffness: 1e10, exponent: 1.5, restitution: 0.7}}\n"
      "initial: {keep: {ball.z: 1.55}}\noutputs: [ball.z, contact.soft.impacts]\nsimulate: {until: 0.7, output: "
      "0.7}\n");
  trial_run(&t, NULL);
  const double *y = t.run ? jn_run_outputs(t.run) : NULL;
  CHECK(t.status == JN_OK && y && y[1] == 1 && y[0] > 0.9);
  trial_free(&t);
}

// The law and its slopes against differences; the potential is the integral of the elastic force.
static void test_law(void) {
  const jnk_compliant law = {2e5, 1.5, 0.6, 0, 1e-3, 0, 0, 0, 0};
  static const double at[][3] = {{0.5, 1e-3, 0.4}, {0.5, 2e-3, -0.3}, {1e-3, 1e-3, -2e-3}, {0, 1e-3, 0.2}};
  const double h = 1e-7;
  for (int k = 0; k < 4; k++) {
    double v = at[k][0], d = at[k][1], r = at[k][2];
    const jnk_compliant_push p = jnk_compliant_push_calc(&law, v, d, r);
    const jnk_compliant_push deeper = jnk_compliant_push_calc(&law, v, d * (1 + h), r),
                             higher = jnk_compliant_push_calc(&law, v, d * (1 - h), r);
    CHECK_NEAR((deeper.force - higher.force) / (2 * d * h), p.stiffness, 1e-6 * fabs(p.stiffness) + 1e-3);
    CHECK_NEAR((deeper.potential - higher.potential) / (2 * d * h), 2e5 * pow(d, 1.5), 1e-5);
    CHECK_NEAR(
        (jnk_compliant_push_calc(&law, v, d, r + h).force - jnk_compliant_push_calc(&law, v, d, r - h).force) / (2 * h),
        p.damping, 1e-6 * fabs(p.damping) + 1e-6);
    CHECK(p.force >= 0 && p.power <= 0);
  }
}

// Two balls that are faster than a step is short meet, and keep their momentum.
static void test_fast(void) {
  trial t = trial_read(
      "jounce: 1\nspace: space\nbodies:\n"
      "  a: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], shapes: {skin: {type: sphere, radius: 0.05}}}\n"
      "  b: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], shapes: {skin: {type: sphere, radius: 0.05}}}\n"
      "contacts: {soft: {between: [a, b], law: compliant, stiffness: 1e7, exponent: 1.5, restitution: 0.7}}\n"
      "initial: {keep: {a.position: [-5, 0.03, 0], a.velocity: [10, 0, 0], b.position: [5, 0, 0], "
      "b.velocity: [-10, 0, 0]}}\n"
      "outputs: [a.vx, b.vx, a.vy, b.vy, contact.soft.impacts]\nsimulate: {until: 2}\n");
  trial_run(&t, NULL);
  const double *y = t.run ? jn_run_outputs(t.run) : NULL;
  CHECK(t.status == JN_OK && y && y[4] == 1 && y[0] < -1);
  if (y) CHECK_NEAR(y[0] + y[1], 0, 1e-9);
  if (y) CHECK_NEAR(y[2] + y[3], 0, 1e-9);
  trial_free(&t);
}

// ---- friction ------------------------------------------------------------------------------------------------------

// The can sags by its weight over the stiffness of the friction springs of its four points, and then holds.
static void test_grip(void) {
  static const double at[] = {1, 2, 5, 9.8, 9.86, 9.88, 9.9186160714285714};
  const double weight = 0.045 * 9.81, slips = 9.868616071428571;
  opened o;
  open_run(&o, "compliant-grip", (const char *[]){"simulate.until=9.92", NULL}, NULL, at, 7);
  CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == 7);
  for (int i = 0; o.run && i < jn_run_nsamples(o.run) && i < 5; i++) {
    const double *y = jn_run_sample(o.run, i), *second = jn_run_sample(o.run, 1);
    CHECK_NEAR(y[column_of(&o, "can.z")], -weight / (4 * 2e4), 2e-9);
    CHECK_NEAR(y[column_of(&o, "contact.left.friction")], weight / 2, 1e-9);
    CHECK(y[column_of(&o, "contact.left.state")] == 1 && y[column_of(&o, "contact.left.slip")] == 0);
    CHECK_NEAR(y[column_of(&o, "can.vz")], 0, 1e-12);
    if (i > 1) CHECK_NEAR(y[column_of(&o, "can.z")], second[column_of(&o, "can.z")], 1e-12);
  }
  if (o.run && jn_run_nsamples(o.run) == 7) {
    CHECK(at[5] > slips && jn_run_sample(o.run, 5)[column_of(&o, "contact.left.state")] == 2);
    CHECK_NEAR(jn_run_sample(o.run, 6)[column_of(&o, "can.z")] + weight / (4 * 2e4), -0.0015555555555555557, 1e-5);
    CHECK_NEAR(output(&o, "energy.error"), 0, 1e-11);
  }
  close_run(&o);
}

#define DISC                                                                                                   \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"                   \
  "bodies: {disc: {mass: 2, inertia: 0.25, shapes: {rim: {type: sphere, radius: 0.5}}}}\n"                     \
  "contacts: {soft: {between: [disc.rim, ground.floor], law: compliant, stiffness: 1e6, restitution: 0.5, "    \
  "rest_speed: 0.1, friction: 0.3}}\n"                                                                         \
  "initial: {keep: {disc.x: 0, disc.y: 0.5, disc.vx: 3}}\n"                                                    \
  "outputs: [disc.vx, disc.rate, contact.soft.state, contact.soft.slip, contact.soft.force.y, energy.error]\n" \
  "simulate: {until: 1, tolerance: 1e-9}\n"

#define BALL                                                                                                 \
  "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"              \
  "bodies: {disc: {mass: 2, inertia: [0.25, 0.25, 0.25], shapes: {rim: {type: sphere, radius: 0.5}}}}\n"     \
  "contacts: {soft: {between: [disc.rim, ground.floor], law: compliant, stiffness: 1e6, restitution: 0.5, "  \
  "rest_speed: 0.1, friction: 0.3}}\n"                                                                       \
  "initial: {keep: {disc.z: 0.5, disc.vx: 3}}\n"                                                             \
  "outputs: [disc.vx, disc.wy, contact.soft.state, contact.soft.slip, contact.soft.force.z, energy.error]\n" \
  "simulate: {until: 1, tolerance: 1e-9}\n"

// A disc and a ball slide, then roll: the angular momentum about the floor is kept. The body has sunk by m g / k.
static void test_rolls(void) {
  static const char *const texts[] = {DISC, BALL};
  for (int k = 0; k < 2; k++) {
    trial t = trial_read(texts[k]);
    trial_run(&t, NULL);
    const double *y = jn_run_outputs(t.run), r = 0.5 - 2 * 9.81 / 1e6, speed = 3 / (1 + 0.25 / (2 * r * r));
    CHECK(t.status == JN_OK && y[2] == 1 && y[3] == 0);
    CHECK_NEAR(y[0], speed, 1e-4);
    CHECK_NEAR(y[1], (k == 0 ? -1 : 1) * y[0] / r, 1e-4);
    CHECK_NEAR(y[4], 2 * 9.81, 1e-4);
    CHECK_NEAR(y[5], 0, 1e-7);
    trial_free(&t);
  }
}

// ---- tangents ------------------------------------------------------------------------------------------------------

#define SHAPES(space, zero, one, hole, at)                                                                        \
  "jounce: 1\nspace: " space                                                                                      \
  "\nground: {shapes: {floor: {type: plane}, bowl: {type: hole, radius: 1}}}\n"                                   \
  "bodies: {a: {mass: 1, inertia: " one ", shapes: {ball: {type: sphere, radius: 0.5, at: " at                    \
  "}, "                                                                                                           \
  "can: {type: capsule, radius: 0.2, length: 0.8, axis: x}, crate: {type: box, size: [0.6, 0.8, 1]}}}, "          \
  "b: {mass: 1, inertia: " one                                                                                    \
  ", shapes: {ball: {type: sphere, radius: 0.3}}}}\n"                                                             \
  "contacts:\n"                                                                                                   \
  "  plain: {between: [a.ball, ground.floor], law: compliant, stiffness: 1e3, exponent: 1.5, restitution: 0.6}\n" \
  "  floor: {between: [a, ground.floor], law: compliant, stiffness: 1e3, exponent: 1.5, restitution: 0.6, "       \
  "friction: 0.4}\n"                                                                                              \
  "  pair: {between: [a.ball, b.ball], law: compliant, stiffness: 1e3, damping: 0.2, friction: 0.4}\n"            \
  "  side: {between: [a.can, b.ball], law: compliant, stiffness: 1e3, damping: 0.2, friction: 0.4}\n"             \
  "  crate: {between: [a.crate, b.ball], law: compliant, stiffness: 1e3, damping: 0.2, friction: 0.4}\n"          \
  "  bowl: {between: [b.ball, ground.bowl], law: compliant, stiffness: 1e3, damping: 0.2, friction: 0.4}\n"

// Returns a number from -1 to 1, always the same sequence.
static double next(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed / 2147483648.0 - 1;
}

// Bodies that turn as one carry the deflection along, s' = w x s. For any other rotation of the normal it keeps its
// length and stays in the tangent plane.
static void test_carried(void) {
  const jnk_compliant law = {.friction = 1, .shear_k = 1e3, .shear_c = 2};
  unsigned seed = 5;
  for (int i = 0; i < 20; i++) {
    double in[JNK_RUB_INPUTS] = {1e3}, *n = in + 1, *turn = in + 7, *w = in + 10, *s = in + 13, expected[3];
    jnk_compliant_rub rub;
    for (int k = 0; k < 3; k++) {
      n[k] = next(&seed);
      w[k] = next(&seed);
      s[k] = 1e-3 * next(&seed);
    }
    jnk_normalize(n);
    jnk_add_scaled(s, -jnk_dot(n, s), n, s);
    jnk_cross(w, n, turn);
    jnk_cross(w, s, expected);
    jnk_compliant_rub_calc(&law, in, 0, &rub);
    for (int k = 0; k < 3; k++) CHECK_NEAR(rub.rate[k], expected[k], 1e-15);
    jnk_add_scaled(turn, 0.7, s, turn);  // any other n' across n
    jnk_add_scaled(turn, -jnk_dot(n, turn), n, turn);
    jnk_compliant_rub_calc(&law, in, 0, &rub);
    CHECK_NEAR(jnk_dot(rub.rate, s), 0, 1e-17);
    CHECK_NEAR(jnk_dot(rub.rate, n) + jnk_dot(turn, s), 0, 1e-15);
  }
}

// Moves both ends at random until the point is about 0.02 m deep.
static void press_together(const jni_force_element *force, bool plane, unsigned *seed, jni_force_input *in) {
  jni_contact_place place;
  for (int tries = 0; tries < 100000; tries++) {
    jni_contact_motion m[2];
    memset(m, 0, sizeof m);
    for (int i = 0; i < 2; i++) {
      double turn[3] = {0, 0, 3 * next(seed)}, q[4];
      for (int k = 0; k < 3; k++) {
        in->end[i].r[k] = k < 2 || !plane ? next(seed) : 0;
        in->end[i].v[k] = k < 2 || !plane ? next(seed) : 0;
        in->end[i].w[k] = k == 2 || !plane ? next(seed) : 0;
        if (k < 2 && !plane) turn[k] = 3 * next(seed);
      }
      jnk_quat_from_rotation_vector(turn, q);
      jnk_quat_to_matrix(q, in->end[i].R);
      jnk_copy(in->end[i].r, m[i].r);
      memcpy(m[i].R, in->end[i].R, sizeof m[i].R);
    }
    jni_compliant_place_calc(&force->pair->geometry[0], &force->pair->geometry[1], force->feature, &m[0], &m[1],
                             &place);
    if (place.gap < -0.01 && place.gap > -0.03) return;
  }
  CHECK(false);
}

// Compares the tangents of all pairs with differences, where friction sticks and where it slips.
static void test_tangents(void) {
  static const char *const texts[] = {SHAPES("space", "", "[1, 1, 1]", "", "[0.1, 0.2, -0.3]"),
                                      SHAPES("plane", "", "1", "", "[0.1, 0.2]")};
  unsigned seed = 1;
  int nslips = 0, nsticks = 0;
  for (int k = 0; k < 2; k++) {
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_text(NULL, "shapes", texts[k], strlen(texts[k]), NULL, 0, report);
    CHECK(model && model->ncompliant_points > 5);
    for (int i = 0; model && i < model->nforces; i++)
      for (int round = 0; round < 6; round++) {
        const jni_force_element *force = &model->forces[i];
        double discrete[JNI_COMPLIANT_STATES] = {0.8, 1}, state[3];
        jni_force_input in = {.plane = k == 1, .discrete = discrete};
        jni_force_tangent exact, differences;
        jni_force_output out;
        press_together(force, k == 1, &seed, &in);
        in.state = jni_compliant_has_friction(force) ? state : NULL;
        double size = round < 3 ? 1e-4 : 0.1, largest = 0;  // sticks, slips
        for (int d = 0; d < 3; d++) state[d] = size * next(&seed);
        for (int d = 0; round < 3 && d < 3; d++) {
          in.end[0].v[d] *= 1e-3;
          in.end[1].v[d] *= 1e-3;
          in.end[0].w[d] *= 1e-3;
          in.end[1].w[d] *= 1e-3;
        }
        memset(&exact, 0, sizeof exact);
        memset(&differences, 0, sizeof differences);
        jni_force_clear(&out);
        force->kind->calc(force, &in, &out);
        nslips += in.state && out.named[JNI_COMPLIANT_STATE] == 2;
        nsticks += in.state && out.named[JNI_COMPLIANT_STATE] == 1;
        force->kind->tangent(force, &in, &exact);
        jni_differ_ends(force, &in, 2, 0.1, &differences);
        for (int row = 0; row < 12; row++)
          for (int column = 0; column < 12; column++)
            if (k == 0 || ((row % 6 < 2 || row % 6 == 5) && (column % 6 < 2 || column % 6 == 5))) {
              largest = fmax(largest, fabs(exact.stand[row][column] - differences.stand[row][column]));
              largest = fmax(largest, fabs(exact.move[row][column] - differences.move[row][column]));
            }
        CHECK_NEAR(largest, 0, 2e-5);
        // forces and torques of the two ends cancel each other
        for (int d = 0; d < 3; d++) CHECK_NEAR(out.force[0][d] + out.force[1][d], 0, 1e-13);
      }
    jn_model_free(model);
    jn_report_free(report);
  }
  CHECK(nslips > 30 && nsticks > 30);
}

// ---- boxes and meshes ----------------------------------------------------------------------------------------------

// A ball that falls on a face, an edge or a corner of a box, with the line of its fall through both, bounces with the
// restitution exactly: it rises to e^2 times the height of its fall.
static void test_ball_on_box(void) {
  static const struct {
    const char *turn;
    double top;  // height of the highest point of the box over its middle, m
  } cases[] = {{"{axis: x, angle: 0}", 0.5},
               {"{axis: x, angle: \"=pi/4\"}", 0.70710678118654752},
               {"{axis: [1, -1, 0], angle: \"=acos(1/sqrt(3))\"}", 0.86602540378443865}};
  for (int k = 0; k < 3; k++) {
    char text[1000];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: space\ngravity: [0, 0, -10]\n"
             "ground: {shapes: {anvil: {type: box, size: [1, 1, 1], orientation: %s}}}\n"
             "bodies: {ball: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], shapes: {skin: {type: sphere, radius: 0.05}}}}\n"
             "contacts: {soft: {between: [ball, ground], law: compliant, stiffness: 1e12, exponent: 1.5, restitution: "
             "0.7}}\n"
             "initial: {keep: {ball.z: %.17g}}\n"
             "events: {top: {when: ball.vz, direction: falling, stop: true}}\n"
             "outputs: [ball.z, ball.x, contact.soft.impacts, energy.error]\nsimulate: {until: 3, tolerance: 1e-11}\n",
             cases[k].turn, cases[k].top + 1.05);
    trial t = trial_read(text);
    trial_run(&t, NULL);
    const double *y = t.run ? jn_run_outputs(t.run) : NULL;
    CHECK(t.status == JN_OK && y && y[2] == 1);
    if (y) CHECK_NEAR(y[0] - cases[k].top - 0.05, 0.49, 1e-4);  // its weight acts during the impact, too
    if (y) CHECK_NEAR(y[1], 0, 1e-9);
    if (y) CHECK_NEAR(y[3], 0, 1e-7);
    trial_free(&t);
  }
}

// A cube moves in the same way as a mesh and as a box; the mesh has single precision.
static void test_mesh(void) {
  opened o;
  open_run(&o, "compliant-cube", NULL, NULL, NULL, 0);
  CHECK(o.status == JN_OK);
  if (o.run) {
    CHECK_NEAR(output(&o, "mesh.x"), output(&o, "box.x") - 1, 1e-6);
    CHECK_NEAR(output(&o, "mesh.wx"), output(&o, "box.wx"), 1e-6);
    CHECK_NEAR(output(&o, "contact.m.normal"), output(&o, "contact.b.normal"), 1e-5);
    CHECK(output(&o, "contact.m.impacts") == output(&o, "contact.b.impacts"));
    CHECK(output(&o, "mesh.x") < -0.01);
    CHECK_NEAR(output(&o, "energy.error"), 0, 1e-8);
  }
  close_run(&o);
}

// ---- random scenes -------------------------------------------------------------------------------------------------

// Writes a scene of up to four spheres, capsules and boxes that fall on the floor, with any law.
static void write_scene(char *text, size_t size, unsigned *seed) {
  static const char *const kinds[] = {"sphere, radius: 0.2", "box, size: [0.3, 0.4, 0.2]",
                                      "capsule, radius: 0.1, length: 0.3"};
  int n = 1 + (int)(2 * (next(seed) + 1)), at = 0, kind[5];
#define PUT(...) at += snprintf(text + at, size - (size_t)at, __VA_ARGS__)
  PUT("jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {shapes: {floor: {type: plane}}}\nbodies:\n");
  for (int i = 0; i < n; i++) {
    kind[i] = (int)(1.5 * (next(seed) + 1));
    PUT("  b%d: {mass: %g, inertia: [0.02, 0.022, 0.018], shapes: {s: {type: %s}}}\n", i, 1.5 + next(seed),
        kinds[kind[i]]);
  }
  char law[200];
  snprintf(law, sizeof law, "law: compliant, stiffness: %g, exponent: %g, restitution: %g, friction: %g",
           1e4 * (1 + 10 * (1 + next(seed))), 1.25 + 0.25 * next(seed), 0.5 + 0.4 * next(seed), 0.5 + 0.5 * next(seed));
  PUT("contacts:\n  floor: {among: [ground], with: [");
  for (int i = 0; i < n; i++) PUT("%sb%d", i ? ", " : "", i);
  PUT("], %s}\n", law);
  for (int i = 0; i < n; i++)
    for (int k = i + 1; k < n; k++)
      if (kind[i] != 1 && kind[k] != 1 && kind[i] + kind[k] < 4)
        PUT("  p%d%d: {between: [b%d, b%d], %s}\n", i, k, i, k, law);
  PUT("initial:\n  keep:\n");
  for (int i = 0; i < n; i++) {
    PUT("    b%d.position: [%.3f, %.3f, %.3f]\n", i, 0.3 * next(seed), 0.3 * next(seed), 0.5 + 0.6 * i);
    PUT("    b%d.velocity: [%.3f, %.3f, %.3f]\n", i, next(seed), next(seed), next(seed) - 1);
    PUT("    b%d.omega: [%.3f, %.3f, %.3f]\n", i, 3 * next(seed), 3 * next(seed), 3 * next(seed));
    PUT("    b%d.orientation: {axis: [1, %.2f, 0.5], angle: %.2f}\n", i, next(seed), 3 * next(seed));
  }
  PUT("simulate: {until: 1, tolerance: 1e-9, output: 0.05}\noutputs: [energy, energy.error, contact.floor.gap]\n");
#undef PUT
}

// The energy is that of the balance, and is never more than at the start; the shapes stay on the floor.
static void test_scenes(void) {
  unsigned seed = 11;
  for (int i = 0; i < (getenv("JOUNCE_LONG") ? 300 : 6); i++) {
    static char text[8000];
    write_scene(text, sizeof text, &seed);
    trial t = trial_read(text);
    recorder record;
    recorder_init(&record);
    trial_run(&t, &record.sink);
    CHECK(t.status == JN_OK && record.nrows > 10);
    double first = record.nrows > 0 ? recorder_at(&record, 0)[1] : 0;
    for (int row = 0; row < record.nrows; row++) {
      const double *y = recorder_at(&record, row) + 1;
      CHECK_NEAR(y[1], 0, 1e-6 * (1 + first));
      CHECK(y[0] <= first + 1e-6 * (1 + first));
      CHECK(y[2] > -0.2);
    }
    recorder_clear(&record);
    trial_free(&t);
  }
}

// ---- checkpoints ---------------------------------------------------------------------------------------------------

// Saved in the air, within contact and at rest, the rest of the motion has the same bits.
static void test_checkpoints(void) {
  static const double at[] = {0.05, 0.105, 0.2, 0.6};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, DATA "compliant-bounce.yaml", NULL, 0, report);
  for (int i = 0; model && i < 4; i++) {
    jn_session *session = jn_session_new(model, NULL, report), *other = jn_session_new(model, NULL, report);
    CHECK(session && other && jn_session_step_to(session, at[i]) == JN_OK);
    size_t size = session ? jn_session_save_size(session) : 0;
    void *bytes = malloc(size + 1);
    CHECK(jn_session_save(session, bytes) == JN_OK && jn_session_load(other, bytes, size, report) == JN_OK);
    CHECK(jn_session_step_to(session, 0.7) == JN_OK && jn_session_step_to(other, 0.7) == JN_OK);
    CHECK(memcmp(jn_session_state(session), jn_session_state(other),
                 (size_t)jn_session_nstate(session) * sizeof(double)) == 0);
    free(bytes);
    jn_session_free(session);
    jn_session_free(other);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// ---- stiffness by the materials ------------------------------------------------------------------------------------

// Deepest point of an elastic impact: (5 m v^2 / (4 k))^(2/5), k = 4/3 E sqrt(R).
static void test_hertz(void) {
  trial t = trial_read(
      "jounce: 1\nspace: space\nmaterials: {steel: {young: 210 GPa, poisson: 0.3, restitution: 1}, "
      "rubber: {young: 5 MPa, poisson: 0.5, restitution: 1}}\n"
      "ground: {shapes: {floor: {type: plane, material: steel}}}\n"
      "bodies: {ball: {mass: 0.1, inertia: [1e-4, 1e-4, 1e-4], shapes: {skin: {type: sphere, radius: 0.05, material: "
      "rubber}}}}\n"
      "contacts: {soft: {between: [ball.skin, ground.floor], law: compliant}}\n"
      "events: {deepest: {when: contact.soft.rate, direction: rising, stop: true}}\n"
      "initial: {keep: {ball.z: 0.06, ball.vz: -2}}\n"
      "outputs: [contact.soft.gap]\nsimulate: {until: 1, tolerance: 1e-11}\n");
  double soft = (1 - 0.09) / 210e9 + (1 - 0.25) / 5e6, k = 4 / (3 * soft) * sqrt(0.05);
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  if (t.run) CHECK_NEAR(jn_run_outputs(t.run)[0], -pow(5 * 0.1 * 4 / (4 * k), 0.4), 1e-9);
  trial_free(&t);
}

// ---- refusals ------------------------------------------------------------------------------------------------------

#define SOFT(numbers)                                                                         \
  "jounce: 1\nspace: space\nground: {shapes: {floor: {type: plane}}}\n"                       \
  "bodies: {ball: {mass: 1, inertia: [1, 1, 1], shapes: {skin: {type: sphere, radius: 0.5}, " \
  "crate: {type: box, size: [1, 1, 1]}}}}\n"                                                  \
  "contacts:\n  soft: {between: [ball.skin, ground.floor], " numbers "}\n"

static void check_refused(const char *text, const char *word) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "refused", text, strlen(text), NULL, 0, report);
  bool found = false;
  for (int i = 0; i < jn_report_size(report); i++) found = found || strstr(jn_report_get(report, i)->what, word);
  if (model || !found) fprintf(stderr, "%s\n", text);
  CHECK(!model && found);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_refusals(void) {
  check_refused(
      "jounce: 1\nspace: plane\nprofiles: {lobe: {type: spline, closed: true, points: [[1, 0], [0, 1], [-1, 0], [0, "
      "-1]]}}\n"
      "ground: {shapes: {edge: {type: profile, profile: lobe}}}\n"
      "bodies: {ball: {mass: 1, inertia: 1, shapes: {skin: {type: sphere, radius: 0.1}}}}\n"
      "contacts: {soft: {between: [ball.skin, ground.edge], law: compliant, stiffness: 1e5, restitution: 0.5}}\n",
      "rigid");
  static const struct {
    const char *text, *what;
  } cases[] = {{SOFT("law: compliant, stiffness: 1e5, restitution: 0.01"), "give 'damping'"},
               {SOFT("law: compliant, stiffness: 1e5"), "give 'damping'"},
               {SOFT("law: compliant, restitution: 0.5"), "give 'stiffness'"},
               {SOFT("law: compliant, stiffness: -1, restitution: 0.5"), "stiffness must be"},
               {SOFT("law: compliant, stiffness: 1e5, exponent: 0.5, restitution: 0.5"), "exponent must be"},
               {SOFT("law: compliant, stiffness: 1e5, restitution: 0.5, damping: 1"), "either"},
               {SOFT("law: compliant, stiffness: 1e5, restitution: 0.5, static: 1"), "static"},
               {SOFT("law: soft"), "unknown law"},
               {SOFT("stiffness: 1e5"), "law: compliant"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) check_refused(cases[k].text, cases[k].what);
  check_refused(SOFT("law: compliant, stiffness: 1e5, restitution: 0.5") "outputs: [contact.soft.impulse]\n",
                "contact.soft.power");
}

int main(void) {
  test_impact();
  test_row();
  test_fall();
  test_law();
  test_fast();
  test_grip();
  test_rolls();
  test_carried();
  test_tangents();
  test_ball_on_box();
  test_mesh();
  test_scenes();
  test_checkpoints();
  test_hertz();
  test_refusals();
  return check_report();
}
