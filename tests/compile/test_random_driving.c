// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_random_driving.c - compiled vehicles with all that is computed beforehand, beside exact ones, in the hands of a
// driver who steers, accelerates, brakes and shifts by chance. In windows of 5 s each starts from the exact state; nothing
// becomes infinite, no table is left, and nearly all windows end within the bounds of real time.
//
//   test_random_driving                some windows of each vehicle, as in the suite
//   test_random_driving --minutes 10   so long for each vehicle, and with figures
#include <jounce/jounce.h>
#include <stdlib.h>

#include "files.h"
#include "report.h"

#define VEHICLES JOUNCE_SOURCE_DIR "/models/vehicles/"

enum { LOADS = 4, RANGES = 13, KEPT = 5, PLACES = 2, OUTPUTS = PLACES + 1 + LOADS };

typedef struct {
  const char *file;
  int gears;                        // forward
  jn_compile_range ranges[RANGES];  // up to a NULL name
  const char *kept[KEPT];           // bodies, up to NULL
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
      {"joint.rr.lca.angle", -0.3, 0.3},
      {"joint.pitman.angle", -0.56, 0.56}},
     {"chassis", "*.wheel"},
     {"chassis.x", "chassis.y", "chassis.yaw", "force.fl.tyre.fz", "force.fr.tyre.fz", "force.rl.tyre.fz",
      "force.rr.tyre.fz"}},
    {"m2",
     4,
     {ARM("left", 1), ARM("left", 2), ARM("left", 3), ARM("left", 4), ARM("left", 5), ARM("left", 6), ARM("right", 1),
      ARM("right", 2), ARM("right", 3), ARM("right", 4), ARM("right", 5), ARM("right", 6)},
     {"chassis", "*.wheel", "*.sprocket", "*.idler"},
     {"chassis.x", "chassis.y", "chassis.yaw", "force.left.band.load_1", "force.left.band.load_6",
      "force.right.band.load_1", "force.right.band.load_6"}},
};
enum { VEHICLES_COUNT = sizeof vehicles / sizeof *vehicles };

// Of a window: place at its end as a share of the way (and at least of 1 m), yaw, loads as a share of their rms.
static const double window = 5, step = 1e-3, tick = 0.05;
static const double turns = 3;  // s: all that turns without end has turned round then
static const double place_bound = 0.01, yaw_bound = 0.00872664626, load_bound = 0.02, good_share = 0.95;

// ---- the driver: a function of a counter ----------------------------------------------------------------------------

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
  c->throttle = fmax(0, pedal), c->brake = pedal < -0.6 ? -pedal - 0.5 : 0, c->gear = v->gears;
}

static void hold(jn_run *run, const controls *c) {
  static const char *const names[] = {"steer", "throttle", "brake", "gear"};
  const double values[] = {c->steer, c->throttle, c->brake, c->gear};
  for (int i = 0; i < 4; i++) jn_run_hold_input(run, jn_input_find(jn_run_system(run), names[i]), values[i]);
}

// ---- the runs -------------------------------------------------------------------------------------------------------

typedef struct {
  const vehicle *v;
  jn_model *model, *codes[2];  // exact, precomputed
  jn_run *runs[2];
  int nranges;
  int at[RANGES + OUTPUTS];  // among the outputs of the runs: the ranges' variables, then those of the vehicle
} drive;

static int count_names(const char *const *names, int most) {
  int n = 0;
  while (n < most && names[n]) n++;
  return n;
}

static jn_model *compile(const drive *d, bool exact, jn_report *report) {
  jn_choices choices = *jn_model_choices(d->model);
  jn_compile_options options = jn_compile_options_default();
  strcpy(choices.integrator, "euler"), strcpy(choices.start, "assembly");
  choices.step = step, choices.until = turns, choices.tolerance = jn_choices_default().tolerance;
  options.choices = &choices;
  if (!exact) {
    options.tables = (jn_compile_tables){.extent = JN_MASS_TABLES, .poses = true, .bodies = d->v->kept, .ranges = d->v->ranges};
    options.tables.nbodies = count_names(d->v->kept, KEPT), options.tables.nranges = d->nranges;
  }
  jn_compiled *compiled = jn_compile(d->model, &options, report);
  write_file("code.jnc", "");
  jn_model *code = NULL;
  if (compiled && jn_compiled_write(compiled, NULL, 0, path_of("code.jnc"), report) == JN_OK)
    code = jn_model_read(NULL, path_of("code.jnc"), NULL, 0, report);
  jn_compiled_free(compiled);
  return code;
}

static const char *name_of(const drive *d, int i) {
  return i < d->nranges ? d->v->ranges[i].name : d->v->outputs[i - d->nranges];
}

static jn_run *run_of(drive *d, jn_model *code, jn_report *report) {
  jn_choices choices = *jn_model_choices(code);
  jn_run_options options = jn_run_options_default();
  const char *probes[RANGES + OUTPUTS];
  choices.until = choices.output_step = choices.checkpoint_step = 1e6;
  for (int i = 0; i < d->nranges + OUTPUTS; i++) probes[i] = name_of(d, i);
  options.choices = &choices, options.probes = probes, options.nprobes = d->nranges + OUTPUTS;
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
  while (d->nranges < RANGES && d->v->ranges[d->nranges].name) d->nranges++;
  for (int i = 0; i < 2 && d->model; i++) {
    d->codes[i] = compile(d, i == 0, report);
    d->runs[i] = d->codes[i] ? run_of(d, d->codes[i], report) : NULL;
  }
  bool good = d->runs[0] && d->runs[1];
  if (!good) print_report(report);
  jn_report_free(report);
  return good;
}

static void end(drive *d) {
  for (int i = 0; i < 2; i++) jn_run_free(d->runs[i]), jn_model_free(d->codes[i]);
  jn_model_free(d->model);
}

// ---- a window -------------------------------------------------------------------------------------------------------

typedef struct {
  double way, place, yaw, loads, all;  // sums of squares of loads
} findings;

typedef struct {
  double y[RANGES], out[OUTPUTS];
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
    if (jn_run_step(run, limit) != JN_OK) return printf("%s\n", jn_run_summary(run)->why), false;
  const double *state = jn_run_state(run);
  for (int i = 0; i < jn_system_sizes(jn_run_system(run)).nstate; i++)
    if (!isfinite(state[i])) return false;
  return true;
}

static void compare(const double *ours, const double *exact, findings *f) {
  f->place = fmax(f->place, hypot(ours[0] - exact[0], ours[1] - exact[1]));
  f->yaw = fmax(f->yaw, fabs(remainder(ours[2] - exact[2], 6.283185307179586)));
  for (int i = PLACES + 1; i < OUTPUTS; i++) f->loads += pow(ours[i] - exact[i], 2), f->all += exact[i] * exact[i];
}

// Tables are left where an independent variable is beyond its range.
static bool is_in_tables(const drive *d, const double *y) {
  for (int i = 0; i < d->nranges; i++)
    if (!(y[i] >= d->v->ranges[i].low && y[i] <= d->v->ranges[i].high))
      return printf("%s: %g\n", d->v->ranges[i].name, y[i]), false;
  return true;
}

// False: a step failed, or a table was left.
static bool drive_window(drive *d, uint64_t counter, controls *c, findings *f) {
  if (jn_run_restart(d->runs[1], jn_run_state(d->runs[0])) != JN_OK) return false;
  double began = jn_run_state(d->runs[0])[0], speed = 0;
  outputs before = look(d, 0);
  for (int k = 1; k <= (int)lround(window / tick); k++) {
    if (k > 1) operate(d->v, counter + (uint64_t)k, speed, c);
    for (int i = 0; i < 2; i++) {
      hold(d->runs[i], c);
      if (!go(d->runs[i], began + k * tick)) return false;
    }
    outputs exact = look(d, 0), ours = look(d, 1);
    double way = hypot(exact.out[0] - before.out[0], exact.out[1] - before.out[1]);
    f->way += way, speed = way / tick, before = exact;
    compare(ours.out, exact.out, f);
    if (!is_in_tables(d, ours.y)) return false;
  }
  return true;
}

static bool is_within(const findings *f) {
  return f->place <= place_bound * fmax(1, f->way) && f->yaw <= yaw_bound &&
         f->loads <= load_bound * load_bound * f->all;
}

static void test_vehicle(const vehicle *v, int windows, bool tells) {
  drive d = {.v = v};
  controls c = {.throttle = 0.3, .gear = v->gears};
  int good = 0, done = 0;
  bool sound = begin(&d);
  CHECK(sound);
  for (; sound && done < windows; done++) {
    findings f = {0};
    sound = drive_window(&d, (uint64_t)done << 20, &c, &f);
    good += sound && is_within(&f);
    if (tells || !is_within(&f))
      printf("%s, window %d: %.3g m, off by %.3g mm, %.2g deg, loads %.2g %%\n", v->file, done, f.way, 1e3 * f.place,
             57.29577951308232 * f.yaw, 100 * sqrt(f.loads / f.all));
  }
  CHECK(sound && done == windows);
  printf("%s: %d of %d windows within the bounds\n", v->file, good, windows);
  CHECK(good >= good_share * windows);
  end(&d);
}

int main(int argc, char **argv) {
  bool tells = argc == 3 && strcmp(argv[1], "--minutes") == 0;
  int windows = tells ? (int)(60 * atof(argv[2]) / window) : LIGHT ? 1 : 3;
  if (argc != 1 && !tells) return printf("%s: not an argument\n", argv[1]), 2;
  files_begin();
  for (int i = 0; i < VEHICLES_COUNT; i++) test_vehicle(&vehicles[i], windows, tells);
  files_end();
  return check_report();
}
