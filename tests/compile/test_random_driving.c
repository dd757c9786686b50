// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_random_driving.c - compiled vehicles with all that preset `real-time` computes beforehand, beside exact ones, in
// the hands of a driver who steers, accelerates and brakes by chance. In windows of 5 s each starts from the exact
// state; nothing becomes infinite, no table is left, and nearly all windows stay within the bounds of real time.
//
//   test_random_driving                some windows of each vehicle, as in the suite
//   test_random_driving --minutes 10   so long for each vehicle, and with figures
#include <jounce/jounce.h>
#include <stdlib.h>

#include "files.h"
#include "report.h"

#define VEHICLES JOUNCE_SOURCE_DIR "/models/vehicles/"

enum { LOADS = 4, RANGES = 13, VARIABLES = 16, PLACES = 2, OUTPUTS = PLACES + 1 + LOADS };

typedef struct {
  const char *file;
  int gears;                        // forward
  jn_compile_range ranges[RANGES];  // up to a NULL name; of others the code finds how far they go, by stops
  const char *outputs[OUTPUTS];     // place, yaw, loads
} vehicle;

#define ARM(side, i) \
  { "joint." side ".s" #i ".arm.angle", -0.9, 0.4 }
static const vehicle vehicles[] = {
    {"hmmwv",
     3,
     {{"joint.fl.lca.angle", -0.3, 0.3},
      {"joint.fr.lca.angle", -0.3, 0.3},
      {"joint.rl.lca.angle", -0.3, 0.3},
      {"joint.rr.lca.angle", -0.3, 0.3}},
     {"chassis.x", "chassis.y", "chassis.yaw", "force.fl.tyre.fz", "force.fr.tyre.fz", "force.rl.tyre.fz",
      "force.rr.tyre.fz"}},
    {"m2",
     4,
     {ARM("left", 1), ARM("left", 2), ARM("left", 3), ARM("left", 4), ARM("left", 5), ARM("left", 6), ARM("right", 1),
      ARM("right", 2), ARM("right", 3), ARM("right", 4), ARM("right", 5), ARM("right", 6)},
     {"chassis.x", "chassis.y", "chassis.yaw", "force.left.band.load_1", "force.left.band.load_6",
      "force.right.band.load_1", "force.right.band.load_6"}},
};
enum { VEHICLES_COUNT = sizeof vehicles / sizeof *vehicles };

// Of a window: place as a share of how far the path leads aside (of a straight one 0.1 m), yaw, loads as a share of
// their rms.
static const double window = 5, step = 1e-3, tick = 0.05, straight = 0.1;
static const double turns = 3;  // s: all that turns without end has turned round then
static const double place_bound = 0.01, yaw_bound = 0.00872664626, load_bound = 0.02, good_share = 0.95;

// ---- the driver: a function of a counter ---------------------------------------------------------------------------

static double random_of(uint64_t counter) {  // 0 to 1
  uint64_t x = (counter + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

typedef struct {
  double steer, throttle, brake, gear;
} controls;

// Each control is moved now and then. The faster, the less he steers; he brakes rather than going beyond 15 m/s.
static void operate(const vehicle *v, uint64_t counter, double speed, controls *c) {
  static const double often = 0.05, fast = 15, slow = 4;
  if (random_of(4 * counter) < often) {
    double most = speed > slow ? slow * slow / (speed * speed) : 1;
    c->steer = most * (2 * random_of(4 * counter + 1) - 1);
  }
  if (random_of(4 * counter + 2) >= often && speed < fast) return;
  double pedal = 2 * random_of(4 * counter + 3) - 1;
  if (speed > fast) pedal = -0.5;
  c->throttle = fmax(0, pedal);
  c->brake = pedal < -0.6 ? -pedal - 0.5 : 0;
  c->gear = v->gears;
}

static void hold(jn_run *run, const controls *c) {
  static const char *const names[] = {"steer", "throttle", "brake", "gear"};
  const double values[] = {c->steer, c->throttle, c->brake, c->gear};
  for (int i = 0; i < 4; i++) jn_run_hold_input(run, jn_input_find(jn_run_system(run), names[i]), values[i]);
}

// ---- the runs ------------------------------------------------------------------------------------------------------

// A variable of tables, where they end, and how far it was beyond.
typedef struct {
  char name[60];
  double low, high, beyond;
} range;

typedef struct {
  const vehicle *v;
  jn_model *model, *codes[2];  // exact, precomputed
  jn_run *runs[2];
  int nranges;
  range ranges[VARIABLES];
  int at[VARIABLES + OUTPUTS];  // among the outputs of the runs: the ranges' variables, then those of the vehicle
  int ticks, left;              // looks, and those that found a variable beyond its range
} drive;

static void take_ranges(drive *d, const jn_precomputed *precomputed_report) {
  CHECK(precomputed_report->nvariables <= VARIABLES);
  for (int i = 0; i < precomputed_report->nvariables && i < VARIABLES; i++) {
    range *r = &d->ranges[d->nranges++];
    snprintf(r->name, sizeof r->name, "%s", precomputed_report->variables[i].name);
    r->low = precomputed_report->variables[i].low;
    r->high = precomputed_report->variables[i].high;
  }
}

// The preset leaves the M2, whose loops need no table, exact; here it has tables of its mass matrix as well.
static jn_compile_tables real_time(const vehicle *v) {
  jn_compile_tables tables = {.extent = JN_MASS_TABLES, .poses = true, .mass_within = 5e-4};
  tables.ranges = v->ranges;
  while (tables.nranges < RANGES && v->ranges[tables.nranges].name) tables.nranges++;
  return tables;
}

static jn_model *compile(drive *d, bool exact, jn_report *report) {
  jn_choices choices = *jn_model_choices(d->model);
  jn_compile_options options = jn_compile_options_default();
  strcpy(choices.integrator, "euler");
  strcpy(choices.start, "assembly");
  choices.step = step;
  choices.until = turns;
  choices.tolerance = jn_choices_default().tolerance;
  options.choices = &choices;
  if (!exact) options.tables = real_time(d->v);
  jn_compiled *compiled = jn_compile(d->model, &options, report);
  write_file("code.jnc", "");
  jn_model *code = NULL;
  if (compiled && jn_compiled_write(compiled, NULL, 0, path_of("code.jnc"), report) == JN_OK)
    code = jn_model_read(NULL, path_of("code.jnc"), NULL, 0, report);
  if (compiled && !exact) take_ranges(d, jn_compiled_report(compiled)->precomputed);
  jn_compiled_free(compiled);
  return code;
}

static const char *name_of(const drive *d, int i) {
  return i < d->nranges ? d->ranges[i].name : d->v->outputs[i - d->nranges];
}

static jn_run *run_of(drive *d, jn_model *code, jn_report *report) {
  jn_choices choices = *jn_model_choices(code);
  jn_run_options options = jn_run_options_default();
  const char *probes[VARIABLES + OUTPUTS];
  choices.until = choices.output_step = choices.checkpoint_step = 1e6;
  for (int i = 0; i < d->nranges + OUTPUTS; i++) probes[i] = name_of(d, i);
  options.choices = &choices;
  options.probes = probes;
  options.nprobes = d->nranges + OUTPUTS;
  jn_run *run = jn_run_new(code, &options, report);
  for (int i = 0; i < options.nprobes && run; i++) {
    d->at[i] = 0;
    while (strcmp(jn_run_output_name(run, d->at[i]), probes[i]) != 0) d->at[i]++;
  }
  return run;
}

static bool begin(drive *d) {
  jn_report *report = jn_report_new(NULL);
  const jn_setting settings[] = {{"speed", "5"}};
  char path[300];
  snprintf(path, sizeof path, VEHICLES "%s.yaml", d->v->file);
  d->model = jn_model_read(NULL, path, settings, 1, report);
  for (int i = 0; i < 2 && d->model; i++) d->codes[i] = compile(d, i == 0, report);
  for (int i = 0; i < 2 && d->codes[0] && d->codes[1]; i++) d->runs[i] = run_of(d, d->codes[i], report);
  bool good = d->runs[0] && d->runs[1];
  if (!good) print_report(report);
  jn_report_free(report);
  return good;
}

static void end(drive *d) {
  for (int i = 0; i < 2; i++) {
    jn_run_free(d->runs[i]);
    jn_model_free(d->codes[i]);
  }
  jn_model_free(d->model);
}

// ---- a window ------------------------------------------------------------------------------------------------------

typedef struct {
  double way, aside;                // of the exact path: its length, how far it leads aside of where it set out to
  double place, yaw, loads, sizes;  // largest differences; sums of squares of differences and of loads
} findings;

typedef struct {
  double y[VARIABLES], out[OUTPUTS];
} outputs;

static outputs look(const drive *d, int which) {
  outputs o;
  const double *all = jn_run_outputs(d->runs[which]);
  for (int i = 0; i < d->nranges; i++) o.y[i] = all[d->at[i]];
  for (int i = 0; i < OUTPUTS; i++) o.out[i] = all[d->at[d->nranges + i]];
  return o;
}

static bool go(jn_run *run, double limit) {
  while (jn_run_state(run)[0] < limit - 1e-9)
    if (jn_run_step(run, limit) != JN_OK) {
      printf("%s\n", jn_run_summary(run)->why);
      return false;
    }
  const double *state = jn_run_state(run);
  for (int i = 0; i < jn_system_sizes(jn_run_system(run)).nstate; i++)
    if (!isfinite(state[i])) {
      printf("a state is not finite\n");
      return false;
    }
  return true;
}

static void compare(const double *ours, const double *exact, findings *f) {
  f->place = fmax(f->place, hypot(ours[0] - exact[0], ours[1] - exact[1]));
  f->yaw = fmax(f->yaw, fabs(remainder(ours[2] - exact[2], 6.283185307179586)));
  for (int i = PLACES + 1; i < OUTPUTS; i++) {
    f->loads += pow(ours[i] - exact[i], 2);
    f->sizes += exact[i] * exact[i];
  }
}

// Across the direction of `first`.
static double lateral(const double *first, const double *now) {
  return fabs(cos(first[2]) * (now[1] - first[1]) - sin(first[2]) * (now[0] - first[0]));
}

// Tables are left where one of their variables is beyond its range.
static void look_at_ranges(drive *d, const double *y) {
  bool left = false;
  for (int i = 0; i < d->nranges; i++) {
    range *r = &d->ranges[i];
    double beyond = fmax(r->low - y[i], y[i] - r->high);
    left |= beyond > 0;
    r->beyond = fmax(r->beyond, beyond);
  }
  d->ticks++;
  d->left += left;
}

// False: a step failed.
static bool drive_window(drive *d, uint64_t counter, controls *c, findings *f) {
  if (jn_run_restart(d->runs[1], jn_run_state(d->runs[0])) != JN_OK) return false;
  double began = jn_run_state(d->runs[0])[0], speed = 0;
  outputs first = look(d, 0), before = first;
  for (int k = 1; k <= (int)lround(window / tick); k++) {
    if (k > 1) operate(d->v, counter + (uint64_t)k, speed, c);
    for (int i = 0; i < 2; i++) {
      hold(d->runs[i], c);
      if (!go(d->runs[i], began + k * tick)) return false;
    }
    outputs exact = look(d, 0), ours = look(d, 1);
    double way = hypot(exact.out[0] - before.out[0], exact.out[1] - before.out[1]);
    f->way += way;
    f->aside = fmax(f->aside, lateral(first.out, exact.out));
    speed = way / tick;
    before = exact;
    compare(ours.out, exact.out, f);
    look_at_ranges(d, ours.y);
  }
  return true;
}

// The largest share of a bound that is used up: above 1 the window is out of bounds.
static double use_of(const findings *f) {
  double place = f->place / (place_bound * fmax(straight, f->aside));
  return fmax(place, fmax(f->yaw / yaw_bound, sqrt(f->loads / f->sizes) / load_bound));
}

static void print_window(const drive *d, int number, const findings *f) {
  printf("%s, window %d: %.3g m, %.3g m aside; off by %.3g mm, %.2g deg, loads %.2g %%\n", d->v->file, number, f->way,
         f->aside, 1e3 * f->place, 57.29577951308232 * f->yaw, 100 * sqrt(f->loads / f->sizes));
}

static void print_ranges(const drive *d) {
  if (d->left == 0) printf("%s: no table was left\n", d->v->file);
  else printf("%s: tables were left for %.3g of %.3g s\n", d->v->file, d->left * tick, d->ticks * tick);
  for (int i = 0; i < d->nranges; i++) {
    const range *r = &d->ranges[i];
    if (r->beyond > 0) printf("  %s: by %.3g, its range is %.3g to %.3g\n", r->name, r->beyond, r->low, r->high);
  }
}

static void test_vehicle(const vehicle *v, int windows, bool tells) {
  drive d = {.v = v};
  controls c = {.throttle = 0.3, .gear = v->gears};
  findings worst = {0};
  double most = -1, at = 0;
  int good = 0, done = 0;
  bool sound = begin(&d);
  CHECK(sound);
  while (sound && done < windows) {
    findings f = {0};
    sound = drive_window(&d, (uint64_t)done << 20, &c, &f);
    double use = sound ? use_of(&f) : INFINITY;
    good += use <= 1;
    if (tells || !(use <= 1)) print_window(&d, done, &f);
    if (!(use <= most)) {
      most = use;
      worst = f;
      at = done;
    }
    done++;
  }
  CHECK(sound && done == windows);
  printf("%s: %d windows of %g s, %.1f %% within the bounds; the worst:\n  ", v->file, done, window,
         100.0 * good / windows);
  print_window(&d, (int)at, &worst);
  print_ranges(&d);
  CHECK(good >= good_share * windows);
  CHECK(d.left == 0);
  end(&d);
}

int main(int argc, char **argv) {
  bool tells = argc == 3 && strcmp(argv[1], "--minutes") == 0;
  int windows = tells ? (int)(60 * atof(argv[2]) / window) : LIGHT ? 1 : 3;
  if (argc != 1 && !tells) {
    printf("%s: not an argument\n", argv[1]);
    return 2;
  }
  files_begin();
  for (int i = 0; i < VEHICLES_COUNT; i++) test_vehicle(&vehicles[i], windows, tells);
  files_end();
  return check_report();
}
