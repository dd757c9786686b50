// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_rigid_contact.c - rigid contacts without friction against closed forms and references: a bouncing ball,
// Newton's cradle, a table on four legs, boxes; events, checkpoints
// between impacts, and refusals.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference_table.h"
#include "trial.h"

#define DATA JOUNCE_SOURCE_DIR "/tests/data/contact/"

enum { MOST_EVENTS = 400 };

typedef struct {
  int n;
  double time[MOST_EVENTS];
  char name[MOST_EVENTS][32];
} event_list;

static void listen(void *context, const jn_run_event *event) {
  event_list *list = context;
  if (list->n == MOST_EVENTS) return;
  list->time[list->n] = event->time;
  snprintf(list->name[list->n++], sizeof list->name[0], "%s%s", event->kind == JN_EVENT_MODEL ? "model " : "",
           event->name);
}

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  jn_status status;
} opened;

// Reads a model of tests/data/contact with settings "path=value" and executes it with a formulation (NULL: auto).
static opened open_run(const char *name, const char *const *settings, const char *formulation, event_list *events,
                       const double *at, int nat) {
  opened o = {.report = jn_report_new(NULL), .status = JN_REFUSED};
  char path[512], paths[8][64];
  jn_setting list[8];
  int n = 0;
  for (; settings && settings[n]; n++) {
    snprintf(paths[n], sizeof paths[n], "%.*s", (int)strcspn(settings[n], "="), settings[n]);
    list[n] = (jn_setting){.path = paths[n], .value = strchr(settings[n], '=') + 1};
  }
  snprintf(path, sizeof path, DATA "%s.yaml", name);
  o.model = jn_model_read(NULL, path, list, n, o.report);
  if (!o.model) return o;
  jn_choices choices = *jn_model_choices(o.model);
  if (formulation) snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.event = events ? listen : NULL;
  options.event_context = events;
  options.at = at;
  options.nat = nat;
  o.run = jn_run_new(o.model, &options, o.report);
  if (o.run) o.status = jn_run_execute(o.run, o.report);
  return o;
}

static void close_run(opened *o) {
  jn_run_free(o->run);
  jn_model_free(o->model);
  jn_report_free(o->report);
}

static double output(const opened *o, const char *name) {
  int found = -1;
  for (int i = 0; i < jn_run_noutputs(o->run); i++)
    if (strcmp(jn_run_output_name(o->run, i), name) == 0) found = i;
  CHECK(found >= 0);
  return found < 0 ? NAN : jn_run_outputs(o->run)[found];
}

static int column_of(const opened *o, const char *name) {
  for (int i = 0; i < jn_run_noutputs(o->run); i++)
    if (strcmp(jn_run_output_name(o->run, i), name) == 0) return i;
  return 0;
}

// ---- ball ---------------------------------------------------------------------------------------------------------

static void test_ball(void) {
  static const char *const formulations[] = {"multipliers", "reduced"};
  table t;
  if (!read_table("contact-bouncing-ball", &t)) return;
  for (int k = 0; k < 2; k++) {
    event_list events = {.n = 0};
    opened o = open_run("bouncing-ball", NULL, formulations[k], &events, t.time, t.nrows);
    CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == t.nrows);
    for (int i = 0; i < jn_run_nsamples(o.run); i++) {
      const double *y = jn_run_sample(o.run, i);
      CHECK_NEAR(y[column_of(&o, "contact.bounce.gap")], t.value[i][0], 1e-12 * t.value[i][0] + 3e-14);
      CHECK_NEAR(y[column_of(&o, "contact.bounce.rate")], t.value[i][1], 1e-12);
    }
    double t0 = sqrt(2 / 9.81), sum = 1, part = 0.8;
    for (int i = 0; i < 12 && i < events.n; i++) {
      CHECK_NEAR(events.time[i], t0 * sum, 1e-12 * t0 * sum);
      sum += 2 * part;
      part *= 0.8;
    }
    CHECK(events.n > 50 && events.n < 80);
    CHECK_NEAR(events.time[events.n - 1], 4.063712768871579, 1e-5);
    CHECK(output(&o, "ball.vy") == 0 && output(&o, "contact.bounce.state") == 2);
    CHECK_NEAR(output(&o, "ball.y"), 0.5, 1e-15);
    CHECK_NEAR(output(&o, "contact.bounce.normal"), 9.81, 1e-13);
    CHECK_NEAR(output(&o, "contact.bounce.lost"), 9.81, 1e-10);
    CHECK_NEAR(output(&o, "energy.error"), 0, 1e-11);
    CHECK(jn_run_summary(o.run)->impacts == (long)output(&o, "contact.bounce.impacts"));
    CHECK_NEAR(jn_run_summary(o.run)->impact_loss, 9.81, 1e-10);
    close_run(&o);
  }
}

// ---- rows of balls ------------------------------------------------------------------------------------------------

// Newton's cradle: the last ball rises as high as the first one has fallen, the others hang still.
static void test_cradle(void) {
  const double at = 0.45;
  opened o = open_run("newtons-cradle", NULL, NULL, NULL, &at, 1);
  CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == 1);
  const double *y = jn_run_sample(o.run, 0);
  for (int i = 1; i <= 4; i++) CHECK_NEAR(y[i - 1], 0, 1e-12);
  CHECK(y[4] > 0.69 && y[4] < 40 * acos(-1) / 180 + 1e-9);
  CHECK_NEAR(output(&o, "energy.error"), 0, 1e-6);
  close_run(&o);
}

// ---- mechanisms ---------------------------------------------------------------------------------------------------

// Least norm, and least norm of forces that push.
static void test_table(void) {
  static const char *const far[] = {"parameters.x=0.3", "parameters.y=0.2", NULL};
  static const double near_forces[] = {34.166666666666664, 24.166666666666668, 15.833333333333332, 25.833333333333332},
                      far_forces[] = {63.333333333333336, 20, 0, 16.666666666666664};
  for (int k = 0; k < 2; k++) {
    opened o = open_run("table", k ? far : NULL, NULL, NULL, NULL, 0);
    CHECK(o.status == JN_OK);
    for (int i = 0; i < 4; i++) {
      char name[40];
      snprintf(name, sizeof name, "contact.legs.%d.normal", i + 1);
      CHECK_NEAR(output(&o, name), k ? far_forces[i] : near_forces[i], 1e-11);
    }
    CHECK_NEAR(output(&o, "table.z"), 0, 1e-14);
    close_run(&o);
  }
}

// ---- from texts ---------------------------------------------------------------------------------------------------

#define BOX(space, gravity, inertia, size, initial, more)                                               \
  "jounce: 1\nspace: " space "\ngravity: " gravity                                                      \
  "\nground: {shapes: {floor: {type: plane}}}\n"                                                        \
  "bodies: {box: {mass: 2, inertia: " inertia ", shapes: {hull: {type: box, size: " size                \
  "}}}}\n"                                                                                              \
  "contacts: {feet: {between: [box, ground], restitution: 0.5}}\ninitial: {keep: {" initial "}}\n" more \
  "outputs: [contact.feet.normal, contact.feet.gap, contact.feet.lost, energy.error, contact.feet.1.point]\n"

// A box that falls with a tilt comes to rest on its face, without penetration and without energy from nowhere.
static void test_box(void) {
  static const char *const texts[] = {
      BOX("plane", "[0, -9.81]", "0.05", "[0.4, 0.2]", "box.y: 0.5, box.angle: 0.3",
          "simulate: {until: 4, output: 5 ms}\n"),
      BOX("space", "[0, 0, -9.81]", "[0.03, 0.05, 0.06]", "[0.4, 0.3, 0.2]",
          "box.z: 0.5, box.orientation: {axis: [1, 2, 0.4], angle: 0.3}", "simulate: {until: 4, output: 5 ms}\n")};
  for (int k = 0; k < 2; k++) {
    recorder record;
    recorder_init(&record);
    trial t = trial_read(texts[k]);
    trial_run(&t, &record.sink);
    CHECK(t.status == JN_OK);
    double lowest = 0, lost = 0, energy = 0;
    for (int i = 0; i < record.nrows; i++) {
      const double *y = recorder_at(&record, i) + 1;
      lowest = fmin(lowest, y[1]);
      CHECK(y[2] >= lost - 1e-12);
      lost = y[2];
      energy = fmax(energy, fabs(y[3]));
    }
    CHECK(lowest > -1e-9 * 0.2);
    CHECK(energy < 1e-6);
    CHECK_NEAR(jn_run_outputs(t.run)[0], 2 * 9.81, 1e-9);
    recorder_clear(&record);
    trial_free(&t);
  }
}

// Events of a contact change discrete states, which formulas read.
static void test_events(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies: {ball: {mass: 1, inertia: 1, points: {C: [0, 0]}, shapes: {skin: {type: sphere, radius: 1}}}}\n"
      "contacts: {bounce: {between: [ball.skin, ground.floor]}}\n"
      "discrete: {hits: 0, closed: 0, push: 0}\n"
      "events: {hit: {on: contact.bounce, when: hits, set: {hits: hits + 1}},"
      " land: {on: contact.bounce, when: closes, set: {closed: closed + 1, push: 20}},"
      " leave: {on: contact.bounce, when: opens, set: {closed: closed - 1}}}\n"
      "forces: {lift: {type: point-force, at: ball.C, value: [0, push]}}\n"
      "initial: {keep: {ball.y: 1.2, ball.x: 0}}\nsimulate: {until: 0.3}\n"
      "outputs: [hits, closed, ball.y, contact.bounce.state]\n");
  trial_run(&t, NULL);
  const double *y = jn_run_outputs(t.run), after = 0.3 - 0.2;
  CHECK(t.status == JN_OK && y[0] == 1 && y[1] == 0 && y[3] == 0);
  CHECK_NEAR(y[2], 1 + 5 * after * after, 1e-12);
  trial_free(&t);
}

// A run continues from a checkpoint between two impacts, and a session from its saved bytes, with the same bits.
static void test_checkpoints(void) {
  opened o = open_run("bouncing-ball", NULL, NULL, NULL, NULL, 0);
  jn_report *report = jn_report_new(NULL);
  jn_session *session = jn_session_new(o.model, NULL, report), *other = jn_session_new(o.model, NULL, report);
  CHECK(session && other);
  if (session && other) {
    CHECK(jn_session_step_to(session, 1.5) == JN_OK);
    size_t size = jn_session_save_size(session);
    void *bytes = malloc(size);
    CHECK(jn_session_save(session, bytes) == JN_OK && jn_session_load(other, bytes, size, report) == JN_OK);
    CHECK(jn_session_step_to(session, 4.5) == JN_OK && jn_session_step_to(other, 4.5) == JN_OK);
    CHECK(memcmp(jn_session_state(session), jn_session_state(other),
                 (size_t)jn_session_nstate(session) * sizeof(double)) == 0);
    free(bytes);
  }
  jn_session_free(session);
  jn_session_free(other);
  jn_report_free(report);
  close_run(&o);
}

// ---- refusals -----------------------------------------------------------------------------------------------------

#define TWO(shape, contact, rest)                                                                               \
  "jounce: 1\nspace: plane\nmaterials: {steel: {restitution: 0.5}}\nground: {shapes: {floor: {type: plane}}}\n" \
  "bodies: {a: {mass: 1, inertia: 1, shapes: {skin: " shape                                                     \
  "}}, b: {mass: 1, inertia: 1}}\n"                                                                             \
  "contacts: {touch: {" contact "}}\n" rest

// Returns whether reading or starting is refused at the line, with the words in the message.
static void check_refused(const char *text, int line, const char *words) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "refused", text, strlen(text), NULL, 0, report);
  jn_run *run = model ? jn_run_new(model, NULL, report) : NULL;
  CHECK(!run && jn_report_count(report, JN_FAULT) > 0);
  bool found = false;
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    found = found || (e->severity == JN_FAULT && e->line == line && strstr(e->what, words));
  }
  CHECK(found);
  if (!found) fprintf(stderr, "not refused with '%s'\n", words);
  if (!found)
    for (int i = 0; i < jn_report_size(report); i++)
      fprintf(stderr, "%d: %s\n", jn_report_get(report, i)->line, jn_report_get(report, i)->what);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// The lists of a contact name its pairs: 'among' leaves out bodies with a common joint, 'with' does not.
static void test_lists(void) {
  static const struct {
    const char *lists;
    int npairs, nleft_out;
  } cases[] = {{"among: [a, b, c, ground]", 5, 1},
               {"among: [a, b, c], with: [ground.floor]", 3, 0},
               {"among: [a], with: [a, b, c]", 2, 0},
               {"among: [a, b.skin]", 0, 1}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[800];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\nground: {shapes: {floor: {type: plane}}}\nbodies:\n"
             "  a: {mass: 1, inertia: 1, shapes: {skin: {type: sphere, radius: 1, draw: false}}}\n"
             "  b: {mass: 1, inertia: 1, shapes: {skin: {type: sphere, radius: 1}}}\n"
             "  c: {mass: 1, inertia: 1, shapes: {skin: {type: sphere, radius: 1}}}\n"
             "joints: {J: {type: revolute, between: [a, b]}}\ncontacts: {touch: {%s}}\n"
             "initial: {keep: {a.y: 3, c.x: 9, c.y: 3}}\n",
             cases[k].lists);
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_text(NULL, "lists", text, strlen(text), NULL, 0, report);
    jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
    CHECK((system != NULL) == (cases[k].npairs > 0));
    if (system) {
      double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
      jn_contact_info info = jn_contact_get(system, (jn_contact){0}, state);
      CHECK(info.npairs == cases[k].npairs && info.nleft_out == cases[k].nleft_out);
      free(state);
    }
    jn_system_free(system);
    jn_model_free(model);
    jn_report_free(report);
  }
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a.skin, ground.floor], with: [a]", ""), 6, "'among'");
}

// Signals of the pairs of two bodies, in a contact of several bodies.
static void test_pair_signals(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {shapes: {floor: {type: plane}}}\nbodies:\n"
      "  crate: {mass: 2, inertia: 1, shapes: {hull: {type: box, size: [2, 2]}}}\n"
      "  disc: {mass: 3, inertia: 1, shapes: {skin: {type: sphere, radius: 1}}}\n"
      "  ball: {mass: 1, inertia: 1, shapes: {skin: {type: sphere, radius: 1}}}\n"
      "contacts: {balls: {among: [disc, ball, ground]}, pile: {among: [crate, ball.skin], with: [ground]}}\n"
      "initial: {keep: {crate.y: 1, disc.x: 3, disc.y: 1, ball.x: 3, ball.y: 3}}\nsimulate: {until: 0.01}\n"
      "outputs: [contact.balls.gap, contact.balls.ball.disc.normal, contact.balls.ground.disc.normal,"
      " contact.balls.ball.ground.gap, contact.balls.normal, contact.pile.ground.crate.normal,"
      " contact.pile.crate.ground.1.normal, contact.pile.ground.crate.2.normal]\n");
  trial_run(&t, NULL);
  CHECK(t.status == JN_OK);
  if (t.status == JN_OK) {
    const double *y = jn_run_outputs(t.run);
    const double expected[] = {0, 10, 40, 2, 50, 20, 10, 10};
    for (int i = 0; i < 8; i++) CHECK_NEAR(y[i], expected[i], 1e-9);
  }
  trial_free(&t);
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a.skin, ground.floor]",
                    "initial: {keep: {a.y: 3}}\noutputs: [contact.touch.a.b.gap]\n"),
                8, "no pair");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a.skin, ground.floor]",
                    "initial: {keep: {a.y: 3}}\noutputs: [contact.touch.a.gap]\n"),
                8, "one body");
}

static void test_refusals(void) {
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a.skin, ground.floor]", ""), 6, "overlap by 1 m");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a.skin, ground.flor]", ""), 6, "floor");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [c.skin, ground.floor]", ""), 6, "no body");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [b, ground.floor]", ""), 6, "has no shape");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a.skin]", ""), 6, "two shapes");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a.skin, a.skin]", ""), 6, "one body");
  check_refused(TWO("{type: cone, radius: 1, length: 1}", "between: [a.skin, ground.floor]", ""), 6, "cannot touch");
  check_refused(TWO("{type: plane}", "between: [a.skin, ground.floor]", ""), 6, "cannot touch");
  check_refused(TWO("{type: sphere, radius: 1, material: stel}", "between: [a, ground]", ""), 6, "steel");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a, ground], restitution: 1.5", ""), 6, "0 to 1");
  check_refused(TWO("{type: sphere, radius: 1}", "between: [a, ground], law: soft", ""), 6, "compliant");
#define ABOVE(rest) TWO("{type: sphere, radius: 1}", "between: [a, ground]", "initial: {keep: {a.y: 3}}\n" rest)
  check_refused(ABOVE("events: {x: {on: contact.tuch, when: closes}}\n"), 8, "touch");
  check_refused(ABOVE("events: {x: {on: contact.touch, when: shuts}}\n"), 8, "hits, closes");
  check_refused(ABOVE("events: {x: {on: contact.touch}}\n"), 8, "needs 'when'");
  check_refused(ABOVE("simulate: {formulation: ggl}\n"), 6, "reduced");
  check_refused(ABOVE("simulate: {integrator: bdf}\n"), 6, "dopri5");
  check_refused(ABOVE("simulate: {coordinates: natural, formulation: multipliers}\n"), 6, "natural");
  check_refused(ABOVE("simulate: {controls: {energy: multiplier}}\n"), 6, "energy");
  check_refused(ABOVE("simulate: {roots: false}\n"), 6, "roots");
  check_refused(ABOVE("simulate: {contact: {impacts: sequential, restitution: energetic}}\n"), 6, "simultaneous");
  check_refused(ABOVE("simulate: {start: equilibrium}\ngravity: [0, -9.81]\n"), 0, "nothing holds 'a'");
}

// ---- equilibrium ----------------------------------------------------------------------------------------------------

// Checks signals at the equilibrium of a model of tests/data/contact, in cartesian and joint coordinates.
static void check_equilibrium(const char *name, const char *const *signals, const double *wanted, int n) {
  static const char *const coordinates[] = {"cartesian", "joint"};
  char path[512];
  snprintf(path, sizeof path, DATA "%s.yaml", name);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model);
  for (int k = 0; k < 2 && model; k++) {
    jn_system *system = jn_system_new(model, coordinates[k], report);
    jn_sizes sizes = jn_system_sizes(system);
    double *state = calloc((size_t)sizes.nstate, sizeof *state), *lambda = calloc((size_t)sizes.nc + 1, sizeof *lambda),
           *vdot = calloc((size_t)sizes.nv + 1, sizeof *vdot);
    jn_work *work = jn_work_new(system);
    jn_equilibrium found;
    CHECK(jn_start(system, NULL, state, NULL, NULL, report) == JN_OK);
    CHECK(jn_solve_equilibrium(system, NULL, state, lambda, &found, report) == JN_OK);
    CHECK(found.method && strcmp(found.method, "contacts") == 0 && found.residual < 1e-9 * found.load);
    CHECK(jn_equilibrium_hold(system, state, work));
    for (int i = 0; i < n; i++) {
      jn_probe *probe = jn_probe_new(system, &signals[i], 1, false, report);
      double value = NAN;
      CHECK(probe);
      if (probe) jn_probe_calc(probe, work, state, vdot, lambda, &value);
      CHECK_NEAR(value, wanted[i], 1e-12 * 100);
      jn_probe_free(probe);
    }
    free(state);
    free(lambda);
    free(vdot);
    jn_work_free(work);
    jn_system_free(system);
  }
  jn_model_free(model);
  jn_report_free(report);
}

// Forces of least norm inside the cones, with 40 digits, computed independently: a hopper that stands on heel and toe
// with the torques that hold its joints, a robot on a slope, a table.
static void test_equilibrium(void) {
  static const char *const hopper[] = {"contact.sole.1.normal", "contact.sole.2.normal", "joint.motor1.push",
                                       "joint.motor2.push",     "joint.motor3.push",     "joint.hip.force.y"};
  static const double of_hopper[] = {86.39173760488958,  62.72026239511042,  1.8243273340930606,
                                     -5.628435391149507, 0.5984984854481686, 34.335};
  static const char *const feet[] = {"contact.feet.1.normal", "contact.feet.2.normal", "contact.feet.3.normal",
                                     "contact.feet.4.normal"};
  static const double of_feet[] = {9.322789466731889, 39.95101878392607, 16.152312056234937, 48.28266796385624};
  static const char *const legs[] = {"contact.legs.1.normal", "contact.legs.2.normal", "contact.legs.3.normal",
                                     "contact.legs.4.normal"};
  static const double of_legs[] = {34.166666666666664, 24.166666666666664, 15.833333333333332, 25.833333333333332};
  check_equilibrium("hopper", hopper, of_hopper, 6);
  check_equilibrium("feet-on-slope", feet, of_feet, 4);
  check_equilibrium("table", legs, of_legs, 4);
}

// Crates that do not rest: a load beside the crate lifts its other edge; a push is more than friction holds.
static void test_no_equilibrium(void) {
  static const struct {
    const char *push, *words;
  } cases[] = {{"[0, -100]", "nothing holds 'crate' down, contact 'floor'"}, {"[20, 0]", "'crate' slips at contact"}};
  for (int k = 0; k < 2; k++) {
    char text[600];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
             "bodies: {crate: {mass: 5, inertia: 0.01, points: {side: [0.3, %g]}, "
             "shapes: {hull: {type: box, size: [0.2, 0.1]}}}}\n"
             "contacts: {floor: {between: [crate, ground], friction: 0.3}}\n"
             "forces: {push: {type: point-force, at: crate.side, value: %s}}\n"
             "initial: {keep: {crate.x: 0, crate.y: 0.05, crate.angle: 0}}\n"
             "simulate: {start: equilibrium}\n",
             k == 0 ? 0.05 : -0.05, cases[k].push);
    check_refused(text, 0, cases[k].words);
  }
}

// Two corners of a box hit the floor at one time: not for the energetic law, which ends the run with a message.
static void test_energetic_at_two_points(void) {
  trial t = trial_read(
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
      "bodies: {box: {mass: 1, inertia: 0.004, shapes: {hull: {type: box, size: [0.2, 0.1]}}}}\n"
      "contacts: {fall: {between: [box, ground], restitution: 0.5, friction: 0.3}}\n"
      "initial: {keep: {box.x: 0, box.y: 1, box.angle: 0}}\n"
      "simulate: {until: 1, contact: {restitution: energetic}}\noutputs: [box.y]\n");
  trial_run(&t, NULL);
  CHECK(t.status == JN_REFUSED && strstr(t.s.why, "one point"));
  CHECK_NEAR(jn_run_summary(t.run)->time, sqrt(2 * 0.95 / 9.81), 1e-9);
  trial_free(&t);
}

int main(void) {
  test_ball();
  test_cradle();
  test_table();
  test_box();
  test_events();
  test_checkpoints();
  test_lists();
  test_pair_signals();
  test_refusals();
  test_energetic_at_two_points();
  test_equilibrium();
  test_no_equilibrium();
  return check_report();
}
