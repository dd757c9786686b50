// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fmu_import.c - the cruise control as an FMU: the importer of the tests and that of the library run it, against
// the formula of its integral; arrays; several threads; loading again and again.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fmu_make.h"
#include "importer.h"

static const char *const modules[] = {NULL, NULL, FMU_CRUISE_2, FMU_CRUISE_3};

typedef struct {
  int n;
  double t[300], throttle[300], sum[300];
} rows;

static void keep_row(void *context, double t, const double *values) {
  rows *r = context;
  if (r->n >= 300) return;
  r->t[r->n] = t;
  r->throttle[r->n] = values[0];
  r->sum[r->n++] = values[1];
}

static void set_speed(void *context, importer *im, void *c, double t) {
  (void)context;
  CHECK(importer_set(im, c, "speed", 18 + t) == 0);
}

// The integral of a speed error 2 - t that is held over steps of h: sum_k = sum h g (2 - t_j)/T.
static double sum_after(int k, double h) {
  double sum = 0;
  for (int j = 0; j < k; j++) sum += h * 0.2 * (20 - (18 + j * h)) / 5;
  return sum;
}

static void run_by_importer(int version) {
  static const char *const names[] = {"throttle", "sum"};
  char path[64];
  importer im;
  rows r = {.n = 0};
  importer_run run = {.t1 = 2, .h = 0.02, .n = 2, .names = names, .row = keep_row, .inputs = set_speed, .context = &r};
  snprintf(path, sizeof path, "test_fmu_import_%d.fmu", version);
  CHECK(cruise_make(path, version, modules[version], NULL, NULL));
  bool open = importer_open(&im, path);
  CHECK(open);
  if (!open) return;
  void *c = importer_instantiate(&im, IMPORTER_CS);
  CHECK(c);
  bool ran = importer_run_cs(&im, c, &run);
  CHECK(ran);
  if (!ran) puts(run.what);
  CHECK(r.n == 101 && run.steps == 100 && r.t[100] == 2);
  for (int k = 0; k < r.n; k++) {
    CHECK_NEAR(r.sum[k], sum_after(k, 0.02), 1e-14);
    double pedal = 0.2 * (20 - (18 + r.t[k])) + sum_after(k, 0.02);
    CHECK_NEAR(r.throttle[k], fmax(pedal, 0), 1e-13);
  }

  // a saved state continues with the same values; other bytes are refused
  void *bytes;
  size_t n;
  double before = 0, after = 1;
  CHECK(importer_save(&im, c, &bytes, &n) == 0);
  CHECK(importer_step(&im, c, 2, 0.02) == 0 && importer_get(&im, c, "sum", &before) == 0);
  CHECK(importer_load(&im, c, bytes, n) == 0);
  CHECK(importer_step(&im, c, 2, 0.02) == 0 && importer_get(&im, c, "sum", &after) == 0);
  CHECK(before == after);
  im.quiet = true;
  CHECK(importer_load(&im, c, bytes, n - 1) == 3);
  CHECK(importer_set(&im, c, "sum", 1) == 3 && strstr(im.message, "cannot be set"));
  CHECK(importer_set(&im, c, "nothing", 1) == -1);
  free(bytes);
  importer_free(&im, c);
  CHECK(!importer_instantiate_with(&im, IMPORTER_CS, "another token", im.resources));
  CHECK(im.wrong_environment == 0 && im.allocated == 0);
  importer_close(&im);
  remove(path);
}

// The library's own instance gives the same bits.
static void run_by_library(int version) {
  char path[64], unpacked[JNI_PATH_SIZE] = "";
  jn_report *report = jn_report_new(NULL);
  snprintf(path, sizeof path, "test_fmu_library_%d.fmu", version);
  CHECK(cruise_make(path, version, modules[version], NULL, NULL));
  jn_fmu *fmu = jn_fmu_read(NULL, path, report);
  CHECK(fmu);
  if (!fmu) return;
  jn_fmu_info info = jn_fmu_get_info(fmu);
  CHECK(info.version == version && info.co_simulation && !info.model_exchange && info.saves_state);
  CHECK(info.stop == 2 && info.step == 0.02 && isnan(info.tolerance) && info.nvariables == 9 && info.nunits == 5);
  jn_fmu_run *run = jn_fmu_run_new(fmu, report);
  CHECK(run);
  if (!run) return;
  int speed = jn_fmu_find_variable(fmu, "speed"), braking = jn_fmu_find_variable(fmu, "braking");
  int sum = jn_fmu_find_variable(fmu, "sum"), target = jn_fmu_find_variable(fmu, "target");
  double v = 30, flag = 0, s = 0, wanted = 25;
  CHECK(jn_fmu_run_set(run, 1, &target, &wanted, report) == JN_OK);
  CHECK(jn_fmu_run_start(run, 0, 0, report) == JN_OK);
  CHECK(jn_fmu_run_set(run, 1, &speed, &v, report) == JN_OK);
  CHECK(jn_fmu_run_get(run, 1, &braking, &flag, report) == JN_OK && flag == 1);
  v = 24;
  CHECK(jn_fmu_run_set(run, 1, &speed, &v, report) == JN_OK);
  CHECK(jn_fmu_run_step(run, 0, 0.5, report) == JN_OK);
  CHECK(jn_fmu_run_get(run, 1, &sum, &s, report) == JN_OK);
  CHECK_NEAR(s, 0.5 * 0.2 * 1 / 5, 1e-15);
  CHECK(jn_report_size(report) == 0);
  // the words of the FMU
  CHECK(jn_fmu_run_step(run, 7, 0.5, report) != JN_OK);
  CHECK(strstr(jn_report_get(report, 0)->what, "the communication point is not the time of the FMU"));
  CHECK(jn_fmu_run_set(run, 1, &sum, &v, report) != JN_OK);
  CHECK(strstr(jn_report_get(report, 1)->what, "variable 'sum' = 24"));
  jn_fmu_run_free(run);
  // the private folder is readable by its owner only, and is removed
  CHECK(jni_archive_unpack(fmu->archive, unpacked, report));
  jni_file_info there;
  CHECK(jni_file_look(unpacked, &there) && there.folder);
  jni_folder_remove_tree(unpacked);
  CHECK(!jni_file_look(unpacked, &there));
  jn_fmu_close(fmu);
  jn_report_free(report);
  remove(path);
}

// ---- arrays ---------------------------------------------------------------------------------------------------------

// Elements of arrays are scalars: one is set, and the others keep their values.
static void use_arrays(void) {
  static const char path[] = "test_fmu_matrix.fmu";
  static const char *const names[] = {"y[1]", "y[3]", "counts[1]", "counts[2]", "positive[1]", "gains[3,2]"};
  enum { N = sizeof names / sizeof *names };
  const double start[N] = {1.5, 5.5, 0, 0, 1, 6}, expected[N] = {0.5 - 0.25, 2.5 - 0.125 * 7, 2, 0, 1, 7};
  jn_report *report = jn_report_new(NULL);
  CHECK(fmu_make(path, 3, matrix_xml(), "matrix", FMU_MATRIX_3));
  jn_fmu *fmu = jn_fmu_read(NULL, path, report);
  jn_fmu_run *run = fmu ? jn_fmu_run_new(fmu, report) : NULL;
  CHECK(run && jn_fmu_check(fmu, report) == 0);
  if (!run) return;
  jn_fmu_info info = jn_fmu_get_info(fmu);
  CHECK(info.nvariables == 7 && info.nelements == 2 + 6 + 3 + 2 + 2);
  int u = jn_fmu_find_variable(fmu, "u[2]"), gain = jn_fmu_find_variable(fmu, "gains[3,2]"), variables[N];
  CHECK(u >= info.nvariables && gain >= info.nvariables && jn_fmu_get_variable(fmu, u).is_number);
  CHECK(jn_fmu_get_variable(fmu, u).factor == 0.001 && !jn_fmu_get_variable(fmu, 2).is_number);
  CHECK(jn_fmu_find_variable(fmu, "u[3]") == -1 && jn_fmu_find_variable(fmu, "gains[1]") == -1);
  CHECK(fmu->description->variables[gain].start_value == 6 && fmu->description->variables[u].start_value == 0.5);
  double values[N], speed = -0.125, seven = 7;
  for (int i = 0; i < N; i++) variables[i] = jn_fmu_find_variable(fmu, names[i]);
  CHECK(jn_fmu_run_start(run, 0, 0, report) == JN_OK);
  CHECK(jn_fmu_run_get(run, N, variables, values, report) == JN_OK && memcmp(values, start, sizeof start) == 0);
  CHECK(jn_fmu_run_set(run, 1, &u, &speed, report) == JN_OK && jn_fmu_run_set(run, 1, &gain, &seven, report) == JN_OK);
  CHECK(jn_fmu_run_step(run, 0, 0.1, report) == JN_OK && jn_fmu_run_step(run, 0.1, 0.1, report) == JN_OK);
  CHECK(jn_fmu_run_get(run, N, variables, values, report) == JN_OK);
  for (int i = 0; i < N; i++) {
    if (values[i] != expected[i]) printf("%s is %g instead of %g\n", names[i], values[i], expected[i]);
    CHECK(values[i] == expected[i]);
  }
  CHECK(jn_report_size(report) == 0);
  jn_fmu_run_free(run);
  CHECK(jn_fmu_probe(fmu, report) == 0);
  jn_fmu_close(fmu);
  jn_report_free(report);
  remove(path);
}

// ---- several runs ---------------------------------------------------------------------------------------------------

typedef struct {
  const jn_fmu *fmu;
  double sum;
  bool good;
} worker;

// Loads the FMU anew and makes 50 steps.
static void *run_alone(void *argument) {
  worker *w = argument;
  int speed = jn_fmu_find_variable(w->fmu, "speed"), sum = jn_fmu_find_variable(w->fmu, "sum");
  double v = 19;
  jn_fmu_run *run = jn_fmu_run_new(w->fmu, NULL);
  w->good = run && jn_fmu_run_start(run, 0, 0, NULL) == JN_OK && jn_fmu_run_set(run, 1, &speed, &v, NULL) == JN_OK;
  for (int k = 0; k < 50 && w->good; k++) w->good = jn_fmu_run_step(run, 0.02 * k, 0.02, NULL) == JN_OK;
  w->good = w->good && jn_fmu_run_get(run, 1, &sum, &w->sum, NULL) == JN_OK;
  jn_fmu_run_free(run);
  return NULL;
}

// Four threads run one FMU at the same time; then it is unpacked, loaded, unloaded and removed again and again, and no
// file, no mapped library and no folder remains.
static void run_in_threads_and_again(int version) {
  static const char path[] = "test_fmu_threads.fmu";
  enum { THREADS = 4 };
  const int times = LIGHT ? 20 : 1000;
  worker workers[THREADS];
  pthread_t threads[THREADS];
  CHECK(cruise_make(path, version, modules[version], NULL, NULL));
  jn_fmu *fmu = jn_fmu_read(NULL, path, NULL);
  CHECK(fmu);
  if (!fmu) return;
  for (int i = 0; i < THREADS; i++) {
    workers[i] = (worker){.fmu = fmu};
    CHECK(pthread_create(&threads[i], NULL, run_alone, &workers[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    CHECK(workers[i].good);
    CHECK_NEAR(workers[i].sum, 50 * 0.02 * 0.2 / 5, 1e-14);
  }
  for (int i = 0; i < times; i++) {
    jn_fmu_run *run = jn_fmu_run_new(fmu, NULL);
    CHECK(run);
    if (i % 10 == 0) CHECK(run && jn_fmu_run_start(run, 0, 0, NULL) == JN_OK);
    jn_fmu_run_free(run);
  }
  char name[64];
  snprintf(name, sizeof name, "fmu_cruise_%d", version);
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[600];
  while (maps && fgets(line, sizeof line, maps)) CHECK(!strstr(line, "/cruise.so") && !strstr(line, name));
  if (maps) fclose(maps);
  jn_fmu_close(fmu);
  remove(path);
}

// ---- model exchange -------------------------------------------------------------------------------------------------

// Height of the ball, piece by piece: it falls from 1 m, gets 1 m/s at 0.2 s, and keeps 0.7 of its speed at each
// bounce. Sets the time of the third bounce.
static double height_at(double t, double *third) {
  const double g = 9.81;
  double from = 0, h = 1, v = 0, found = NAN;
  int bounces = 0;
  for (int piece = 0; bounces < 3; piece++) {
    double to = piece == 0 ? 0.2 : from + (v + sqrt(v * v + 2 * g * h)) / g, s = to - from;
    if (isnan(found) && t <= to) found = h + v * (t - from) - g / 2 * (t - from) * (t - from);
    if (piece == 0) {
      h = h + v * s - g / 2 * s * s;
      v = v - g * s + 1;
    } else {
      h = 0;
      v = 0.7 * (g * s - v);
      bounces++;
    }
    from = to;
  }
  *third = from;
  return found;
}

typedef struct {
  int n;
  double last;
} ball_rows;

static void compare_height(void *context, double t, const double *values) {
  ball_rows *r = context;
  double third;
  CHECK_NEAR(values[0], height_at(t, &third), 1e-11);
  r->n++;
  r->last = t;
}

// RK4 is exact for a fall, so the heights have the accuracy with which the events are located.
static void bounce(int version, const char *library) {
  static const char *const names[] = {"h"};
  static const char path[] = "test_fmu_ball.fmu";
  importer im;
  ball_rows r = {0, 0};
  importer_run run = {
      .t1 = 5, .h = 0.03, .row_step = 0.05, .n = 1, .names = names, .row = compare_height, .context = &r};
  double third, bounces = 0;
  CHECK(fmu_make(path, version, ball_xml(version), "ball", library));
  bool open = importer_open(&im, path);
  CHECK(open);
  if (!open) return;
  CHECK(jn_fmu_check(im.fmu, NULL) == 0);
  void *c = importer_instantiate(&im, IMPORTER_ME);
  CHECK(c && !importer_instantiate(&im, IMPORTER_CS));
  bool ran = importer_run_me(&im, c, &run);
  CHECK(ran);
  if (!ran) puts(run.what);
  height_at(0, &third);
  CHECK(run.terminated && run.state_events == 3 && run.time_events == 1 && run.changed_states == 4);
  CHECK_NEAR(run.t, third, 1e-11);
  CHECK(importer_get(&im, c, "bounces", &bounces) == 0 && bounces == 3);
  CHECK(r.n == (int)(third / 0.05) + 1);
  // the same again after Reset
  r.n = 0;
  CHECK(importer_reset(&im, c) == 0 && importer_run_me(&im, c, &run) && run.state_events == 3);
  importer_free(&im, c);
  importer_close(&im);
  remove(path);
}

int main(void) {
  use_arrays();
  bounce(2, FMU_BALL_2);
  bounce(3, FMU_BALL_3);
  for (int version = 2; version <= 3; version++) {
    run_by_importer(version);
    run_by_library(version);
    run_in_threads_and_again(version);
  }
  return check_report();
}
