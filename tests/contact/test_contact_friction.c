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

// Compares a model with a table of tests/reference whose columns are names of outputs.
static void check_table(const char *name, const char *const *settings, const char *reference, double relative,
                        event_list *events) {
  table t;
  if (!read_table(reference, &t)) return;
  opened o = open_run(name, settings, events, t.time, t.nrows);
  CHECK(o.status == JN_OK);
  if (o.status == JN_OK) CHECK(jn_run_nsamples(o.run) == t.nrows);
  for (int i = 0; o.status == JN_OK && i < jn_run_nsamples(o.run); i++)
    for (int k = 0; k < t.ncolumns; k++) {
      double value = jn_run_sample(o.run, i)[column_of(&o, t.names[k])];
      CHECK_NEAR(value, t.value[i][k], relative * fmax(fabs(t.value[i][k]), 1e-3));
    }
  close_run(&o);
}

// ---- sliding and rolling ------------------------------------------------------------------------------------------

static void test_bowling(void) {
  event_list events = {.n = 0};
  check_table("bowling-ball", NULL, "contact-bowling-ball", 1e-9, &events);
  bool found = false;
  for (int i = 0; i < events.n; i++) found = found || fabs(events.time[i] - 1.8850544987334268) < 1e-9;
  CHECK(found);
  opened o = open_run("bowling-ball", NULL, NULL, NULL, 0);
  CHECK_NEAR(output(&o, "ball.vx"), 5.869285714285715, 1e-9);
  CHECK_NEAR(output(&o, "ball.vy"), 0.62, 1e-9);
  CHECK(output(&o, "contact.lane.state") == 1);
  CHECK_NEAR(output(&o, "contact.lane.slip"), 0, 1e-12);
  CHECK_NEAR(output(&o, "energy.work"), -7 * 8.617600892857142, 1e-8);
  CHECK_NEAR(output(&o, "energy.error"), 0, 1e-9);
  close_run(&o);
}

static void test_tilting_base(void) {
  event_list events = {.n = 0};
  check_table("tilting-base", NULL, "contact-tilting-base", 1e-9, &events);
  bool found = false;
  for (int i = 0; i < events.n; i++) found = found || fabs(events.time[i] - 1.9172966739697308) < 1e-9;
  CHECK(found);
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

static void test_rods(void) {
  static const char *const sticks[] = {"parameters.friction=0.5", "parameters.v0=-0.3", NULL};
  event_list slips = {.n = 0}, changes = {.n = 0};
  check_table("falling-rod", NULL, "contact-falling-rod-slips", 1e-9, &slips);
  check_table("falling-rod", sticks, "contact-falling-rod-sticks", 1e-9, &changes);
  bool reversed = false, stuck = false, released = false;
  for (int i = 0; i < slips.n; i++) reversed = reversed || fabs(slips.time[i] - 0.5666833323095393) < 1e-9;
  for (int i = 0; i < changes.n; i++) {
    stuck = stuck || fabs(changes.time[i] - 0.03413725561235072) < 1e-9;
    released = released || fabs(changes.time[i] - 0.5136858150797613) < 1e-9;
  }
  CHECK(reversed && stuck && released);
}

// A ball on a ball sticks, slips and leaves: wrong without the curvatures in the second rates.
static void test_roll_off(void) {
  event_list events = {.n = 0};
  check_table("roll-off", NULL, "contact-roll-off", 1e-9, &events);
  bool slips = false, leaves = false;
  for (int i = 0; i < events.n; i++) {
    slips = slips || fabs(events.time[i] - 0.9407870682770159) < 1e-9;
    leaves = leaves || fabs(events.time[i] - 1.05486381770035) < 1e-9;
  }
  CHECK(slips && leaves);
}

// ---- impacts ------------------------------------------------------------------------------------------------------

static void test_rocking(void) {
  static const double times[] = {0.37943274418640893, 0.959950225106437, 1.440522242082696, 1.8517131664313449};
  event_list events = {.n = 0};
  check_table("rocking-block", NULL, "contact-rocking-block", 1e-9, &events);
  for (int k = 0; k < 4; k++) {
    bool found = false;
    for (int i = 0; i < events.n; i++) found = found || fabs(events.time[i] - times[k]) < 1e-9 * times[k];
    CHECK(found);
  }
}

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
    CHECK_NEAR(output(&o, "contact.A.impulse"), cases[k].normal, 1e-11);
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
             "bodies: {rod: {mass: 1, inertia: \"=1/12\", shapes: {A: {type: sphere, radius: 1e-13, at: [-0.5, 0]}}}}\n"
             "contacts: {A: {between: [rod.A, ground.floor], friction: %.17g}}\n"
             "initial: {keep: {rod.angle: %.17g, rod.x: 0, rod.y: %.17g, rod.vx: %.17g, rod.vy: %.17g, rod.rate: %g}}\n"
             "simulate: {until: 1e-14, tolerance: 1e-12}\n"
             "outputs: [contact.A.normal, contact.A.state, contact.A.impulse, contact.A.slip, energy.error]\n",
             cases[k].mu, th, l * sin(th) + 1e-13, -1 - w * l * sin(th), w * l * cos(th), w);
    trial t = trial_read(text);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    const double *y = jn_run_outputs(t.run);
    CHECK(y[1] == cases[k].state && t.s.jams == cases[k].jams && t.s.ambiguous == cases[k].ambiguous);
    if (cases[k].jams == 0) CHECK_NEAR(y[0], cases[k].normal, 1e-9 * fmax(cases[k].normal, 1));
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
               1e-9);
    CHECK(friction == cases[k].mu);
    jn_system_free(system);
    trial_free(&t);
  }
}

// A sphere with spin meets the floor: slips or sticks in two directions.
static void test_sphere_impact(void) {
  static const double friction[] = {0.1, 0.4},
                      velocity[][3] = {{1.5237066191774395, -0.94046332739718, 1.8},
                                       {0.8571428571428571, -0.8571428571428572, 1.8}},
                      omega[][3] = {{12.976833630141003, -16.185330958871976, 5},
                                    {17.142857142857142, 17.142857142857142, 5}},
                      lost[] = {0.8823483719183305, 1.0402857142857145};
  for (int k = 0; k < 2; k++) {
    char text[900];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: space\nground: {shapes: {floor: {type: plane}}}\n"
             "bodies: {ball: {mass: 0.2, inertia: [2e-4, 2e-4, 2e-4], shapes: {skin: {type: sphere, radius: 0.05}}}}\n"
             "contacts: {hit: {between: [ball, ground], restitution: 0.6, friction: %g}}\n"
             "initial: {keep: {ball.position: [0, 0, 0.05], ball.velocity: [2, -1, -3], ball.omega: [10, -40, 5]}}\n"
             "simulate: {until: 1e-6}\noutputs: [ball.velocity, ball.omega, contact.hit.lost]\n",
             friction[k]);
    trial t = trial_read(text);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    const double *y = jn_run_outputs(t.run);
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(y[i], velocity[k][i], 1e-12);
      CHECK_NEAR(y[3 + i], omega[k][i], 1e-2);  // in body axes, which turn within 1e-6 s
    }
    CHECK_NEAR(y[6], lost[k], 1e-12);
    trial_free(&t);
  }
}

// A ball with back spin bounces: slips in its first impact and sticks in the following ones. Closed form, 40 digits,
// computed independently; a spin w about the axis out of the plane x-z is a rate -w here.
static void test_spinning_ball(void) {
  static const struct {
    double t, x, normal, vx, w, vz;
  } impact[] = {
      {0.4515236409857309, 0.9030472819714618, 1.506011952143807, 0.8704910358921449, -3.524551794607248,
       3.100612842649014},
      {1.083656738365754, 1.4533134767315083, 1.0542083665006647, 0.5714285714285714, 11.428571428571427,
       2.17042898985431},
      {1.5261499065317703, 1.7061667156835176, 0.7379458565504653, 0.5714285714285714, 11.428571428571427,
       1.5193002928980166},
      {1.8358951242479817, 1.883163982949924, 0.5165620995853257, 0.5714285714285714, 11.428571428571427,
       1.0635102050286116},
  };
  enum { N = sizeof impact / sizeof *impact };
  static const double later = 1e-6;
  double at[N];
  for (int i = 0; i < N; i++) at[i] = impact[i].t + later;
  event_list events = {.n = 0};
  opened o = open_run("spinning-ball", NULL, &events, at, N);
  CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == N && events.n == N);
  for (int i = 0; i < N && o.status == JN_OK; i++) {
    const double *y = jn_run_sample(o.run, i);
    CHECK_NEAR(events.time[i], impact[i].t, 1e-12);
    CHECK_NEAR(y[column_of(&o, "ball.x")] - later * impact[i].vx, impact[i].x, 1e-12);
    CHECK_NEAR(y[column_of(&o, "ball.vx")], impact[i].vx, 1e-12);
    CHECK_NEAR(y[column_of(&o, "ball.vy")] + 9.81 * later, impact[i].vz, 1e-11);
    CHECK_NEAR(y[column_of(&o, "ball.rate")], -impact[i].w, 1e-11);
    CHECK_NEAR(y[column_of(&o, "contact.bounce.impulse")], impact[i].normal, 1e-11);
  }
  close_run(&o);
}

// A toy woodpecker hops down a bar: sticks, slips, leaves and hits at three places, with generalised masses. The motion
// repeats after a cycle.
static void test_woodpecker(void) {
  table t;
  event_list events = {.n = 0};
  check_table("woodpecker", NULL, "contact-woodpecker", 1e-9, &events);
  if (!read_table("contact-woodpecker", &t)) return;
  for (int k = 0; k + 1 < t.nrows; k++) {  // the last row is the end of the cycle
    bool found = false;
    for (int i = 0; i < events.n; i++) found = found || fabs(events.time[i] - t.time[k]) < 1e-9 * t.time[k];
    CHECK(found);
  }
  opened o = open_run("woodpecker", NULL, NULL, &t.time[t.nrows - 1], 1);
  CHECK(o.status == JN_OK && jn_run_nsamples(o.run) == 1);
  for (int i = 3; i < 6 && o.status == JN_OK; i++) CHECK_NEAR(jn_run_sample(o.run, 0)[i], 0, 1e-7);  // rates
  close_run(&o);
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

// ---- shared forces ------------------------------------------------------------------------------------------------

// Four feet that stick on a slope: the forces of least norm inside the cones, of which one is at its limit.
static void test_feet(void) {
  static const int point[] = {4, 3, 1, 2};
  static const double force[][3] = {{-8.391041940720896, 0.18120636722143627, 48.28266796385624},
                                    {-8.391041940720896, -0.21434213234307728, 16.152312056234937},
                                    {-5.591713541979448, -0.14807060209979525, 9.322789466731889},
                                    {-8.094380566047509, 0.18120636722143627, 39.95101878392607}};
  opened o = open_run("feet-on-slope", NULL, NULL, NULL, 0);
  CHECK(o.status == JN_OK);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) {
      char name[60];
      snprintf(name, sizeof name, "contact.feet.%d.force.%c", point[i], "xyz"[k]);
      CHECK_NEAR(output(&o, name), force[i][k], 1e-9);
    }
  CHECK_NEAR(output(&o, "robot.x"), 0, 1e-14);
  close_run(&o);
}

// A hopper stands on its heel and toe; motors hold its joints.
static void test_hopper(void) {
  opened o = open_run("hopper", NULL, NULL, NULL, 0);
  CHECK(o.status == JN_OK);
  CHECK_NEAR(output(&o, "contact.sole.1.normal"), 86.39173760488958, 1e-9);
  CHECK_NEAR(output(&o, "contact.sole.2.normal"), 62.72026239511042, 1e-9);
  CHECK_NEAR(output(&o, "contact.sole.friction"), 0, 1e-11);
  CHECK_NEAR(output(&o, "driver.motor1.torque"), 1.8243273340930606, 1e-10);
  CHECK_NEAR(output(&o, "driver.motor2.torque"), -5.628435391149507, 1e-10);
  CHECK_NEAR(output(&o, "driver.motor3.torque"), 0.5984984854481686, 1e-10);
  CHECK_NEAR(output(&o, "foot.x"), 0, 1e-14);
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

int main(void) {
  test_bowling();
  test_tilting_base();
  test_slope();
  test_rods();
  test_roll_off();
  test_rocking();
  test_rod_impacts();
  test_painleve();
  test_sphere_impact();
  test_spinning_ball();
  test_woodpecker();
  test_grip();
  test_feet();
  test_hopper();
  test_saved();
  return check_report();
}
