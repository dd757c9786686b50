// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_contact_friction.c - rigid contacts with Coulomb friction against closed forms and references: sliding, sticking
// and rolling, impacts, rocking, a grip, a slope just below and just above the limit.
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference_table.h"
#include "trial.h"

#define DATA JOUNCE_SOURCE_DIR "/tests/data/contact/"

enum { MOST_EVENTS = 400 };

typedef struct {
  int n;
  double time[MOST_EVENTS];
} event_list;

static void listen(void *context, const jn_run_event *event) {
  event_list *list = context;
  if (list->n < MOST_EVENTS && event->kind == JN_EVENT_TOUCH) list->time[list->n++] = event->time;
}

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
  jn_status status;
} opened;

static opened open_run(const char *name, const char *const *settings, event_list *events, const double *at, int nat) {
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
  jn_run_options options = jn_run_options_default();
  options.event = events ? listen : NULL;
  options.event_context = events;
  options.at = at;
  options.nat = nat;
  o.run = jn_run_new(o.model, &options, o.report);
  if (o.run) o.status = jn_run_execute(o.run, o.report);
  for (int i = 0; o.status != JN_OK && i < jn_report_size(o.report); i++)
    fprintf(stderr, "%s: %s\n", name, jn_report_get(o.report, i)->what);
  return o;
}

static void close_run(opened *o) {
  jn_run_free(o->run);
  jn_model_free(o->model);
  jn_report_free(o->report);
}

static int column_of(const opened *o, const char *name) {
  int found = -1;
  for (int i = 0; i < jn_run_noutputs(o->run); i++)
    if (strcmp(jn_run_output_name(o->run, i), name) == 0) found = i;
  if (found < 0) fprintf(stderr, "no output %s\n", name);
  CHECK(found >= 0);
  return found < 0 ? 0 : found;
}

static double output(const opened *o, const char *name) { return jn_run_outputs(o->run)[column_of(o, name)]; }

// ---- sliding and rolling ------------------------------------------------------------------------------------------

static void test_bowling(void) {
  opened o = open_run("bowling-ball", NULL, NULL, NULL, 0);
  CHECK_NEAR(output(&o, "ball.vx"), 5.869285714285715, 1e-9);
  CHECK_NEAR(output(&o, "ball.vy"), 0.62, 1e-9);
  CHECK(output(&o, "contact.lane.state") == 1);
  CHECK_NEAR(output(&o, "contact.lane.slip"), 0, 1e-12);
  CHECK_NEAR(output(&o, "energy.work"), -7 * 8.617600892857142, 1e-8);
  CHECK_NEAR(output(&o, "energy.error"), 0, 1e-9);
  close_run(&o);
}

// Below the limit the block stays where it is, at 0.999 of the limit for 100 s; above it slides with the exact
// acceleration.
static void test_slope(void) {
  static const double limit = 0.38050637711236490;  // atan 0.4
  static const double factors[] = {0.5, 0.999, 1.001, 1.2, 2};
  for (int k = 0; k < 5; k++) {
    char angle[64];
    double a = limit * factors[k], wanted = factors[k] < 1 ? 0 : 9.81 * (sin(a) - 0.4 * cos(a));
    snprintf(angle, sizeof angle, "parameters.angle=%.17g", a);
    const char *settings[] = {angle, NULL};
    opened o = open_run("slope", settings, NULL, NULL, 0);
    CHECK(o.status == JN_OK);
    CHECK_NEAR(output(&o, "block.x"), 0.5 * wanted * 1e4, fmax(1e-12, 1e-11 * wanted * 1e4));
    CHECK_NEAR(output(&o, "block.vx"), 100 * wanted, fmax(1e-12, 1e-11 * wanted * 100));
    CHECK_NEAR(output(&o, "block.y"), 0.05, 1e-12);
    CHECK(output(&o, "contact.seat.state") == (factors[k] < 1 ? 1 : 2));
    close_run(&o);
  }
}

// The direction of a slip that begins slowly turns at a rate that is unbounded at its beginning. The error of the place
// is about the tolerance times the size of the model, and steps remain few.
static void test_slow_slip(void) {
  static const char *const tolerances[] = {"simulate.tolerance=1e-12", "simulate.tolerance=1e-8"};
  static const double errors[] = {1e-11, 2e-8};
  table t;
  if (!read_table("contact-slow-slip", &t)) return;
  for (int k = 0; k < 2; k++) {
    const char *settings[] = {tolerances[k], NULL};
    opened o = open_run("slow-slip", settings, NULL, t.time, t.nrows);
    CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == t.nrows);
    for (int i = 0; o.status == JN_OK && i < t.nrows; i++)
      for (int c = 0; c < t.ncolumns; c++)
        CHECK_NEAR(jn_run_sample(o.run, i)[column_of(&o, t.names[c])], t.value[i][c], errors[k]);
    CHECK_NEAR(output(&o, "block.wz"), 0, 1e-12);
    CHECK_NEAR(output(&o, "energy.error"), 0, 1e-9);
    CHECK(jn_run_summary(o.run)->steps < (k == 0 ? 15000 : 1500));
    close_run(&o);
  }
}

// ---- impacts ------------------------------------------------------------------------------------------------------

typedef struct {
  const char *settings[8];
  double normal, gn, dE;  // impulse, normal speed after, change of energy
  long reduced;
} impact_case;

// One impact of a rod by three laws; numbers of the closed forms with 40 digits, computed independently.
static void test_rod_impacts(void) {
  static const impact_case cases[] = {
      {{NULL}, 0.8716037980918712, 0.5, -0.1565048509096522, 0},
      {{"parameters.th0=0.77", "parameters.friction=0.6", "parameters.restitution=0.9", "parameters.vx=0.15",
        "parameters.rate=2.7", NULL},
       1.767071262685104,
       1.5772132777743768,
       0,
       1},
      {{"simulate.contact.restitution=poisson", NULL}, 0.7914065320803692, 0.4539944260298824, -0.18644879541462023, 0},
      {{"simulate.contact.restitution=poisson", "parameters.th0=0.77", "parameters.friction=0.6",
        "parameters.restitution=0.9", "parameters.vx=0.15", "parameters.rate=2.7", NULL},
       1.5190969791457998,
       1.184857703863634,
       -0.3409124752324117,
       0},
      {{"simulate.contact.restitution=energetic", NULL},
       0.7187772847018068,
       0.42645435939378784,
       -0.19778404541692207,
       0},
      {{"simulate.contact.restitution=energetic", "parameters.th0=0.77", "parameters.friction=0.6",
        "parameters.restitution=0.9", "parameters.vx=0.15", "parameters.rate=2.7", NULL},
       1.5896793132256506,
       1.3082196064751312,
       -0.25391458924149446,
       0},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    opened o = open_run("rod-impact", cases[k].settings, NULL, NULL, 0);
    CHECK(o.status == JN_OK);
    CHECK_NEAR(output(&o, "contact.A.impulse"), cases[k].normal, 1e-12);
    CHECK_NEAR(output(&o, "contact.A.lost"), -cases[k].dE, 1e-12);
    CHECK_NEAR(output(&o, "energy.error"), 0, 1e-12);
    CHECK(jn_run_summary(o.run)->reduced_impacts == cases[k].reduced);
    close_run(&o);
  }
}

// Painleve's paradox: a rod slides on its end. With too much friction no finite force exists, and an impact without
// collision stops the slip, P = (-D_nt, D_nn) / 4; or there are two answers, of which the open contact is kept. Closed
// forms, computed independently.
static void test_painleve(void) {
  static const struct {
    double mu, th, w, normal;  // normal force; 0: none
    int state;
    long jams, ambiguous;
  } cases[] = {{1.5, 1.1, 0, 0, 1, 1, 0},
               {1.5, 1.1, 6, 0, 0, 0, 1},
               {1.5, 0.4, 0, 5.080245982173417, 2, 0, 0},
               {0.5, 1.1, 6, 0, 0, 0, 0},
               {1.3, 1.1, 0, 241.14844672680755, 2, 0, 0}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    double th = cases[k].th, w = cases[k].w, l = 0.5;
    char text[900];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {shapes: {floor: {type: plane}}}\n"
             "bodies: {rod: {mass: 1, inertia: \"=1/12\", shapes: {A: {type: sphere, radius: 1e-16, at: [-0.5, 0]}}}}\n"
             "contacts: {A: {between: [rod.A, ground.floor], friction: %.17g}}\n"
             "initial: {keep: {rod.angle: %.17g, rod.x: 0, rod.y: %.17g, rod.vx: %.17g, rod.vy: %.17g, rod.rate: %g}}\n"
             "simulate: {until: 1e-14, tolerance: 1e-12}\n"
             "outputs: [contact.A.normal, contact.A.state, contact.A.impulse, contact.A.slip, energy.error]\n",
             cases[k].mu, th, l * sin(th) + 1e-16, -1 - w * l * sin(th), w * l * cos(th), w);
    trial t = trial_read(text);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    const double *y = jn_run_outputs(t.run);
    CHECK(y[1] == cases[k].state && t.s.jams == cases[k].jams && t.s.ambiguous == cases[k].ambiguous);
    if (cases[k].jams == 0) CHECK_NEAR(y[0], cases[k].normal, 1e-12 * fmax(cases[k].normal, 1));
    else CHECK_NEAR(y[2], 0.75 * sin(th) * cos(th), 1e-12);
    if (cases[k].state == 1) CHECK_NEAR(y[3], 0, 1e-14);
    CHECK_NEAR(y[4], 0, 1e-13);
    bool warned = false;
    for (int i = 0; i < jn_report_size(t.report); i++)
      warned = warned || strstr(jn_report_get(t.report, i)->what, "Painleve");
    CHECK(warned == (cases[k].jams + cases[k].ambiguous > 0));
    jn_system *system = jn_system_new(t.model, "cartesian", t.report);
    double state[64], friction, c = cos(th), s = sin(th);
    CHECK(system && jn_system_sizes(system).nstate <= 64 &&
          jn_start(system, NULL, state, NULL, NULL, t.report) == JN_OK);
    CHECK_NEAR(jn_contact_friction_bound(system, (jn_contact){0}, state, &friction), (1 + 3 * c * c) / (3 * s * c),
               1e-12);
    CHECK(friction == cases[k].mu);
    jn_system_free(system);
    trial_free(&t);
  }
}

// The friction above which the paradox is possible at each angle: 4/3 at the least, and the ends of the intervals of
// angles for three coefficients; closed forms.
static void test_painleve_angles(void) {
  static const struct {
    double friction, angle;  // degrees
  } ends[] = {{4. / 3, 63.43494882292201}, {1.4, 55.5858108078871},  {1.4, 69.95186698408727}, {1.5, 50.64159816052117},
              {1.5, 73.0484693654586},     {2.0, 37.37736814064969}, {2.0, 79.1876830364283}};
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
    double th = ends[k].angle * (acos(-1) / 180), friction, state[64];
    char text[600];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: plane\nground: {shapes: {floor: {type: plane}}}\n"
             "bodies: {rod: {mass: 1, inertia: \"=1/12\", shapes: {A: {type: sphere, radius: 1e-16, at: [-0.5, 0]}}}}\n"
             "contacts: {A: {between: [rod.A, ground.floor], friction: 1}}\n"
             "initial: {keep: {rod.angle: %.17g, rod.x: 0, rod.y: %.17g, rod.vx: -1, rod.vy: 0, rod.rate: 0}}\n",
             th, 0.5 * sin(th) + 1e-16);
    trial t = trial_read(text);
    jn_system *system = jn_system_new(t.model, "cartesian", t.report);
    CHECK(system && jn_system_sizes(system).nstate <= 64 &&
          jn_start(system, NULL, state, NULL, NULL, t.report) == JN_OK);
    CHECK_NEAR(jn_contact_friction_bound(system, (jn_contact){0}, state, &friction), ends[k].friction,
               1e-12 * ends[k].friction);
    jn_system_free(system);
    trial_free(&t);
  }
}

// ---- grip ---------------------------------------------------------------------------------------------------------

// Checks that a gripped body does not creep, and that it begins to slip when the falling force reaches the limit.
static void test_grip(void) {
  static const char *const minute[] = {"inputs.squeeze.table=[[0, 12], [60, 12]]", "simulate.until=60", NULL};
  static const char *const falling[] = {"simulate.until=9.968616071428571", "simulate.tolerance=1e-12", NULL};
  opened o = open_run("grip", minute, NULL, NULL, 0);
  CHECK(o.status == JN_OK);
  CHECK_NEAR(output(&o, "can.z"), 0, 1e-12);
  CHECK_NEAR(output(&o, "can.vz"), 0, 1e-12);
  CHECK_NEAR(output(&o, "contact.left.friction"), 0.220725, 1e-12);
  CHECK_NEAR(output(&o, "contact.right.friction"), 0.220725, 1e-12);
  close_run(&o);
  event_list events = {.n = 0};
  o = open_run("grip", falling, &events, NULL, 0);
  bool slips = false;
  for (int i = 0; i < events.n; i++) slips = slips || fabs(events.time[i] - 9.868616071428571) < 1e-8;
  CHECK(o.status == JN_OK && slips);
  CHECK_NEAR(output(&o, "can.z"), -0.012444444444444445, 1e-9);
  CHECK_NEAR(output(&o, "can.vz"), -0.37333333333333335, 1e-9);
  close_run(&o);
}

// ---- checkpoints --------------------------------------------------------------------------------------------------

// Sessions that continue from saved bytes, between impacts and while points slip or stick, give the same bits.
static void test_saved(void) {
  static const struct {
    const char *model;
    double at, until;
  } cases[] = {{"rocking-block", 1, 2}, {"bowling-ball", 1, 2.5}, {"falling-rod", 0.3, 0.6}, {"grip", 2, 4}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char path[512];
    jn_report *report = jn_report_new(NULL);
    snprintf(path, sizeof path, DATA "%s.yaml", cases[k].model);
    jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
    jn_session *one = model ? jn_session_new(model, NULL, report) : NULL,
               *other = model ? jn_session_new(model, NULL, report) : NULL;
    CHECK(one && other);
    if (one && other) {
      size_t size = jn_session_save_size(one);
      void *bytes = malloc(size);
      CHECK(jn_session_step_to(one, cases[k].at) == JN_OK);
      CHECK(jn_session_save(one, bytes) == JN_OK && jn_session_load(other, bytes, size, report) == JN_OK);
      CHECK(jn_session_step_to(one, cases[k].until) == JN_OK && jn_session_step_to(other, cases[k].until) == JN_OK);
      CHECK(memcmp(jn_session_state(one), jn_session_state(other), (size_t)jn_session_nstate(one) * sizeof(double)) ==
            0);
      free(bytes);
    }
    jn_session_free(one);
    jn_session_free(other);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// A tree of capsules falls on a plane: many points that share forces, begin to slip and stick. Friction couples the
// ends of its feet so strongly that slip jams or begins in directions that full sweeps do not find.
static void test_falling_tree(void) {
  enum { ROWS = 121 };
  double at[ROWS];
  for (int i = 0; i < ROWS; i++) at[i] = 0.01 * i;
  opened o = open_run("falling-tree", NULL, NULL, at, ROWS);
  CHECK(o.status == JN_OK);
  if (o.status == JN_OK) {
    int energy = column_of(&o, "energy"), error = column_of(&o, "energy.error"),
        gap = column_of(&o, "contact.floor.gap");
    double least = HUGE_VAL;
    CHECK(jn_run_nsamples(o.run) == ROWS);
    for (int i = 0; i < jn_run_nsamples(o.run); i++) {
      const double *y = jn_run_sample(o.run, i);
      CHECK(y[energy] < least + 1e-4);
      least = fmin(least, y[energy]);
      CHECK(fabs(y[error]) < 1e-4 && y[gap] > -1e-10);
    }
    CHECK(least < 60);  // of 505 J at the start
  }
  close_run(&o);
}

int main(void) {
  test_bowling();
  test_falling_tree();
  test_slope();
  test_slow_slip();
  test_rod_impacts();
  test_painleve();
  test_painleve_angles();
  test_grip();
  test_saved();
  return check_report();
}
