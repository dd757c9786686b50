// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_operator.c - vehicles in the hands of an operator who does anything: full lock, throttle and brake together,
// reverse at speed, every gear and range, over kerbs, bumps and stairs, down a bank, dropped, on the side and on the
// roof. No step fails, nothing becomes infinite, no step takes long, and with all brakes on the vehicle comes to rest.
//
//   test_operator                half a second of each scene, as in the suite
//   test_operator --minutes 10   so long for each vehicle in all, each scene with a rest of 10 s, and with figures
//     --integrator NAME, --vehicle NAME, --scene NAME: in place of rk4, and of all of them
#include <stdlib.h>
#include <time.h>

#include "ending.h"
#include "files.h"

#define VEHICLES JOUNCE_SOURCE_DIR "/models/vehicles/"

typedef struct {
  const char *file;
  double reach;          // of its outline from the point of the ground under it, m
  int gears;             // forward
  const char *envelope;  // how its wheels meet kerbs with their whole outline
} vehicle;

static const vehicle vehicles[] = {
    {"hmmwv", 2.4, 3, "parts: {corner: {forces: {tyre: {envelope: true}}}}"},
    {"m2", 3.5, 4, "forces: {left.band: {envelope: true}, right.band: {envelope: true}}"},
};

typedef struct {
  const char *name, *roads;  // of which road9 is driven on
  double speed;              // at the start, m/s
  double roll;               // how far it is turned about the road's x at the start, rad
  double lift;               // m, and this
  double lift_by_reach;      // times the vehicle's reach
  bool envelope;
} scene;

static const double pi = 3.14159265358979323846;

#define KERB "{type: stairs, at: 4, count: 1, drop: -0.15, tread: 1"
#define BACK_KERB "{type: stairs, at: 6, count: 1, drop: -0.15, tread: 1"
#define KERBS                                                                                       \
  "a: " KERB "}, b: " KERB ", heading: 80 deg}, c: " BACK_KERB ", heading: 170 deg}, d: " BACK_KERB \
  ", heading: -80 deg}, "
static const scene scenes[] = {
    {"kerbs", KERBS "road9: {type: sum, roads: [a, b, c, d]}", 8, 0, 0, 0, true},
    {"sharp kerbs", KERBS "road9: {type: sum, roads: [a, b, c, d]}", 5, 0, 0, 0, false},
    {"bumps", "road9: {type: bumps, at: 4, length: 1.2, height: 0.2, count: 400, spacing: 3, heading: 10 deg}", 12, 0,
     0, 0, false},
    {"stairs", "road9: {type: stairs, at: 4, count: 12, drop: 0.18, tread: 0.6, heading: 15 deg}", 6, 0, 0, 0, true},
    {"ice", "road9: {type: flat, friction: 0.4}", 20, 0, 0, 0, false},
    {"bank", "road9: {type: polyline, points: [[-8, -10], [8, 10]], heading: 90 deg}", 0, 0.896, 0.02, 0, false},
    {"dropped", "road9: {type: flat}", 3, 0.1, 1, 0, false},
    {"on the side", "road9: {type: flat}", 3, pi / 2, 0, 1, false},
    {"on the roof", "road9: {type: flat}", 3, pi, 0, 1, false},
};
enum { SCENES = sizeof scenes / sizeof *scenes, VEHICLES_COUNT = sizeof vehicles / sizeof *vehicles };

// ---- the operator: a function of a counter ------------------------------------------------------------------------

static double random_of(uint64_t counter) {  // 0 to 1
  uint64_t x = (counter + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

typedef struct {
  const char *name;
  double lower, upper, at_rest;
  bool whole;
} control;

// Most often at one of its ends; a gear is a whole number.
static double chosen(const control *c, double a, double b) {
  if (!c->whole) return a < 0.35 ? c->lower : a < 0.7 ? c->upper : c->lower + (c->upper - c->lower) * b;
  return c->lower + floor((c->upper - c->lower + 1) * b);
}

static void operate(jn_run *run, const vehicle *v, uint64_t seed, bool rests) {
  const control controls[] = {{"steer", -1, 1, 0, false},       {"throttle", 0, 1, 0, false},
                              {"brake", 0, 1, 1, false},        {"parking", 0, 1, 1, false},
                              {"range", 0, 1, 0, true},         {"gear", -1, v->gears, 0, true},
                              {"elevation", -0.2, 1, 0, false}, {"turret_angle", -3, 3, 0, false}};
  static const double often = 0.15;  // that a control is moved
  for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
    const control *c = &controls[i];
    int input = jn_input_find(jn_run_system(run), c->name);
    if (input < 0) continue;
    uint64_t counter = 4 * (seed * 16 + i);
    if (rests) jn_run_hold_input(run, input, c->at_rest);
    else if (random_of(counter) < often)
      jn_run_hold_input(run, input, chosen(c, random_of(counter + 1), random_of(counter + 2)));
  }
}

// ---- a start that is turned and lifted ------------------------------------------------------------------------------

static void turn(double c, double s, double *y, double *z) {
  double old = *y;
  *y = c * old - s * *z;
  *z = s * old + c * *z;
}

// All bodies as one rigid body, about x of the ground.
static void place(const jn_system *cartesian, double roll, double lift, double *state) {
  double *q = jn_state_q(cartesian, state), *v = jn_state_v(cartesian, state);
  int n = jn_system_sizes(cartesian).nv / 6;
  for (int i = 0; i < n; i++) {
    turn(cos(roll), sin(roll), &q[1], &q[2]);
    turn(cos(roll), sin(roll), &v[1], &v[2]);
    turn(cos(roll / 2), sin(roll / 2), &q[3], &q[4]);
    turn(cos(roll / 2), sin(roll / 2), &q[5], &q[6]);
    q[2] += lift;
    q += 7;
    v += 6;
  }
}

static bool put(jn_run *run, const vehicle *v, const scene *s) {
  const jn_system *system = jn_run_system(run), *cartesian = jn_system_cartesian(system);
  double *state = malloc((size_t)jn_system_sizes(system).nstate * sizeof *state);
  double *turned = malloc((size_t)jn_system_sizes(cartesian).nstate * sizeof *turned);
  bool ok = state && turned;
  if (ok) jn_state_convert(system, jn_run_state(run), cartesian, turned);
  if (ok) place(cartesian, s->roll, s->lift + s->lift_by_reach * v->reach, turned);
  if (ok) jn_state_convert(cartesian, turned, system, state);
  ok = ok && jn_run_restart(run, state) == JN_OK;
  free(state);
  free(turned);
  return ok;
}

// ---- one scene ------------------------------------------------------------------------------------------------------

typedef struct {
  double abuse, rest;  // how long, s
  const char *integrator;
  const char *vehicle, *scene;  // this one alone; NULL: all
  bool tells;
} plan;

static const char *const probes[] = {"energy.error", "energy.kinetic", "chassis.vx", "chassis.vy", "chassis.vz"};
enum { ERROR, KINETIC, VX, VY, VZ, PROBES };

typedef struct {
  double error, kinetic;  // largest, J
  double speed;           // at the end, m/s
} findings;

static jn_model *read_scene(const vehicle *v, const scene *s) {
  char text[2048];
  snprintf(text, sizeof text, "{jounce: 1, model: '" VEHICLES "%s.yaml', set: {road: 9, speed: %g}, roads: {%s}%s%s}",
           v->file, s->speed, s->roads, s->envelope ? ", " : "", s->envelope ? v->envelope : "");
  write_file("scene.yaml", text);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path_of("scene.yaml"), NULL, 0, report);
  print_report(report, s->name);
  CHECK(model != NULL);
  jn_report_free(report);
  return model;
}

static bool is_finite(jn_run *run) {
  int n = jn_system_sizes(jn_run_system(run)).nstate;
  const double *state = jn_run_state(run);
  for (int i = 0; i < n; i++)
    if (!isfinite(state[i])) return false;
  return true;
}

static void look(jn_run *run, findings *f) {
  const double *out = jn_run_outputs(run) + jn_run_noutputs(run) - PROBES;
  f->error = fmax(f->error, fabs(out[ERROR]));
  f->kinetic = fmax(f->kinetic, out[KINETIC]);
  f->speed = sqrt(out[VX] * out[VX] + out[VY] * out[VY] + out[VZ] * out[VZ]);
}

// False: a step failed, or the state is not finite. A step that takes too many others is a step that hangs.
static bool drive(jn_run *run, const vehicle *v, const plan *p, uint64_t seed, findings *f) {
  static const double tick = 0.05;
  static const long most = 5000;  // steps per tick
  for (long k = 0; tick * (double)k < p->abuse + p->rest - 1e-9; k++) {
    double limit = tick * (double)(k + 1);
    operate(run, v, seed + (uint64_t)k, tick * (double)k >= p->abuse - 1e-9);
    for (long n = 0; jn_run_state(run)[0] < limit - 1e-12; n++)
      if (n == most || jn_run_step(run, limit) != JN_OK) return false;
    if (!is_finite(run)) return false;
    look(run, f);
  }
  return true;
}

static void tell(jn_run *run, const char *what, const plan *p, const findings *f, clock_t began) {
  double cpu = (double)(clock() - began) / CLOCKS_PER_SEC, t = jn_run_state(run)[0];
  const jn_summary *s = jn_run_summary(run);
  printf("%s: %.1f s of %.1f, %.3f s of CPU for one, %ld steps, %ld rejected, %ld evaluations, ", what, t,
         p->abuse + p->rest, cpu / t, s->steps, s->rejected, s->evaluations);
  printf("energy error %.2g J of %.2g J, in the end %.1g m/s %s\n", f->error, f->kinetic, f->speed, s->why);
  fflush(stdout);
}

static void test_scene(const vehicle *v, const scene *s, const plan *p, uint64_t seed) {
  jn_model *model = read_scene(v, s);
  if (!model) return;
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.probes = probes;
  options.nprobes = PROBES;
  choices.until = p->abuse + p->rest;
  choices.step = jn_integrator_is_fixed(p->integrator) ? 1e-3 : 0;
  SET(choices, start, "assembly");
  SET(choices, integrator, p->integrator);
  clock_t began = clock();
  jn_run *run = jn_run_new(model, &options, report);
  findings f = {0};
  char what[64];
  snprintf(what, sizeof what, "%s %s", v->file, s->name);
  bool good = run && put(run, v, s) && drive(run, v, p, seed, &f);
  if (!run) print_report(report, what);
  if (run && (p->tells || !good)) tell(run, what, p, &f, began);
  CHECK(good && f.error <= 0.01 * f.kinetic);
  if (p->rest > 0) CHECK(f.speed < 0.05);
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

// False: not an argument.
static bool take_argument(const char *name, const char *value, plan *p) {
  if (strcmp(name, "--minutes") == 0) {
    p->abuse = atof(value) * 60 / SCENES;
    p->rest = 10;
    p->tells = true;
  } else if (strcmp(name, "--integrator") == 0) {
    p->integrator = value;
  } else if (strcmp(name, "--vehicle") == 0) {
    p->vehicle = value;
  } else if (strcmp(name, "--scene") == 0) {
    p->scene = value;
  } else {
    return false;
  }
  return true;
}

static bool is_wanted(const char *asked, const char *name) { return !asked || strcmp(asked, name) == 0; }

int main(int argc, char **argv) {
  plan p = {.abuse = LIGHT ? 0.05 : 0.5, .integrator = "rk4"};
  for (int i = 1; i < argc; i += 2)
    if (i + 1 == argc || !take_argument(argv[i], argv[i + 1], &p)) {
      printf("%s: not an argument\n", argv[i]);
      return 2;
    }
  files_begin();
  for (int v = 0; v < VEHICLES_COUNT; v++)
    for (int s = 0; s < SCENES; s++)
      if (is_wanted(p.vehicle, vehicles[v].file) && is_wanted(p.scene, scenes[s].name))
        test_scene(&vehicles[v], &scenes[s], &p, (uint64_t)(v * SCENES + s) << 32);
  files_end();
  return check_report();
}
