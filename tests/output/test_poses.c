// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_poses.c - where the bodies are, row by row: in a table, in a file, in a run that goes on, in files without it.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "temporary.h"

static char folder[300];

static const char *in_folder(const char *name) {
  static char path[400];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

// HDF5 itself loses memory when it refuses a damaged file; the leak sanitizer need not say so.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

static const char text[] =
    "{jounce: 1, space: space, gravity: [0, 0, -10], bodies: {arm: {mass: 1, inertia: [1, 1, 1], com: [0.5, 0, 0]},"
    " ball: {type: particle, mass: 2}}, joints: {A: {type: revolute, between: [ground, arm], axis: y}},"
    " initial: {keep: {ball.position: [0, 2, 0]}}, simulate: {until: 0.5, output: 0.01, coordinates: %s}, outputs: "
    "[arm.x, ball.z]}";

static jn_model *read_model(const char *coordinates) {
  char whole[600];
  int n = snprintf(whole, sizeof whole, text, coordinates);
  return jn_model_read_text(NULL, "arm", whole, (size_t)n, NULL, 0, NULL);
}

// Runs to `until`, into the sinks, from a checkpoint where there is one.
static bool run_to(jn_model *model, double until, jn_sink **sinks, int nsinks, jn_result_file *from) {
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(model);
  choices.until = until;
  options.choices = &choices;
  options.sinks = sinks;
  options.nsinks = nsinks;
  if (from) options.resume = jn_result_checkpoint(from, &options.nresume);
  jn_run *run = jn_run_new(model, &options, NULL);
  bool good = run && jn_run_execute(run, NULL) == JN_OK;
  jn_run_free(run);
  return good;
}

// As the poses of the model at the angle that the motion has there: ball and arm fall from rest.
static void check_rows(const jn_table *table, int nrows, double tolerance) {
  CHECK(jn_table_nrows(table) == nrows && jn_table_nbodies(table) == 2 && jn_table_poses(table, nrows) == NULL);
  CHECK(strcmp(jn_table_body(table, 0), "arm") == 0 && strcmp(jn_table_body(table, 1), "ball") == 0);
  CHECK(jn_table_body(table, 2) == NULL && jn_table_poses(table, -1) == NULL);
  for (int i = 0; i < jn_table_nrows(table) && jn_table_nbodies(table) == 2; i++) {
    const float *arm = jn_table_poses(table, i), *ball = arm + JN_POSE;
    double t = jn_table_column(table, 0)[i], length = 0;
    CHECK(fabs((double)arm[0]) + fabs((double)arm[1]) + fabs((double)arm[2]) < tolerance);  // its frame is at the joint
    CHECK(fabs((double)ball[1] - 2) < tolerance && fabs((double)ball[2] + 5 * t * t) < tolerance && ball[3] == 1);
    for (int k = 3; k < JN_POSE; k++) length += (double)arm[k] * (double)arm[k];
    CHECK(fabs(length - 1) < 1e-6 && arm[4] == 0 && arm[6] == 0 && (i == 0) == (arm[5] == 0));
  }
}

static void test_table(void) {
  static const char *const all[] = {"cartesian", "joint", "natural"};
  for (int i = 0; i < 3; i++) {
    jn_model *model = read_model(all[i]);
    jn_table *table = jn_table_new(NULL), *plain = jn_table_new(NULL);
    jn_sink *sinks[] = {jn_table_sink(table), jn_table_sink(plain)};
    jn_table_keep_poses(table);
    CHECK(model && run_to(model, 0.5, sinks, 2, NULL));
    check_rows(table, 51, 1e-5);
    CHECK(jn_table_nbodies(plain) == 0 && jn_table_poses(plain, 0) == NULL && jn_table_nrows(plain) == 51);
    CHECK(jn_table_summary(table) && jn_table_summary(table)->steps > 0);
    jn_table_free(table);
    jn_table_free(plain);
    jn_model_free(model);
  }
}

static void test_file(void) {
  jn_model *model = read_model("cartesian");
  jn_result_file *file = jn_result_create(NULL, in_folder("a.h5"), NULL);
  jn_table *table = jn_table_new(NULL);
  jn_sink *sinks[] = {jn_result_sink(file), jn_table_sink(table)};
  CHECK(run_to(model, 0.5, sinks, 2, NULL));
  jn_result_close(file);
  jn_table *read = jn_table_read_poses(NULL, in_folder("a.h5"), NULL);
  check_rows(read, 51, 1e-5);
  const jn_summary *here = jn_table_summary(table), *there = jn_table_summary(read);
  CHECK(there && here->steps == there->steps && here->max_position_violation == there->max_position_violation);
  CHECK(there && here->freedoms == there->freedoms && here->energy_final == there->energy_final);
  jn_table *plain = jn_table_read(NULL, in_folder("a.h5"), NULL);
  CHECK(plain && jn_table_nbodies(plain) == 0 && jn_table_nrows(plain) == 51);
  jn_table_free(table);
  jn_table_free(read);
  jn_table_free(plain);
  jn_model_free(model);
}

// A run that goes on keeps the poses of its first part; what has none there is not known.
static void test_continued(void) {
  jn_model *model = read_model("cartesian");
  jn_result_file *file = jn_result_create(NULL, in_folder("b.h5"), NULL);
  jn_sink *sink = jn_result_sink(file);
  CHECK(run_to(model, 0.3, &sink, 1, NULL));
  jn_result_close(file);
  file = jn_result_continue(NULL, in_folder("b.h5"), NULL);
  sink = jn_result_sink(file);
  CHECK(run_to(model, 0.5, &sink, 1, file));
  jn_result_close(file);
  jn_table *table = jn_table_read_poses(NULL, in_folder("b.h5"), NULL);
  check_rows(table, 51, 1e-5);
  jn_table_free(table);
  jn_model_free(model);
}

// Rows that come without poses, and files without a model.
static void test_missing(void) {
  jn_model *model = read_model("cartesian");
  const char *names[] = {"x"};
  const jn_dimension dimensions[] = {{.m = 1}};
  const double value = 3, poses[3 * JN_POSE] = {[JN_POSE] = 7};
  for (int with = 0; with < 2; with++) {
    jn_run_header header = {
        .model = "m", .ncolumns = 1, .names = names, .dimensions = dimensions, .from = with ? model : NULL};
    jn_result_file *file = jn_result_create(NULL, in_folder("c.h5"), NULL);
    jn_sink *sink = jn_result_sink(file);
    CHECK(sink->poses(sink->self, poses) == JN_BAD_ARGUMENT);  // before it has begun
    jn_result_close(file);
    file = jn_result_create(NULL, in_folder("c.h5"), NULL);
    sink = jn_result_sink(file);
    CHECK(sink->begin(sink->self, &header) == JN_OK && sink->row(sink->self, 0, &value) == JN_OK);
    CHECK(sink->poses(sink->self, poses) == JN_OK && sink->row(sink->self, 1, &value) == JN_OK);
    jn_result_close(file);
    jn_table *table = jn_table_read_poses(NULL, in_folder("c.h5"), NULL);
    CHECK(table && jn_table_nrows(table) == 2 && jn_table_nbodies(table) == (with ? 2 : 0));
    CHECK(!with || (isnan(jn_table_poses(table, 0)[0]) && jn_table_poses(table, 1)[0] == 7));
    CHECK(table && jn_table_summary(table) == NULL);
    jn_table_free(table);
  }
  jn_model_free(model);
}

// ---- memory that fails ------------------------------------------------------------------------------------------

static bool use(const jn_alloc *alloc, jn_model *model) {
  jn_result_file *file = jn_result_create(alloc, in_folder("d.h5"), NULL);
  jn_table *table = jn_table_new(alloc), *read = NULL;
  if (table) jn_table_keep_poses(table);
  bool good = file && table;
  jn_sink *sinks[] = {file ? jn_result_sink(file) : NULL, table ? jn_table_sink(table) : NULL};
  good = good && run_to(model, 0.1, sinks, 2, NULL);
  jn_result_close(file);
  read = good ? jn_table_read_poses(alloc, in_folder("d.h5"), NULL) : NULL;
  good = good && read && jn_table_nbodies(read) == 2 && jn_table_nbodies(table) == 2;
  jn_table_free(table);
  jn_table_free(read);
  return good;
}

static void test_memory(void) {
  memory_count count = {0};
  const jn_alloc alloc = {counted_resize, &count};
  jn_model *model = read_model("cartesian");
  bool good = false;
  for (long k = 1; !good && k < 2000; k++) {
    count = (memory_count){.fail_at = k, .once = true};
    good = use(&alloc, model);
    CHECK(good == (count.calls < k) && count.live == 0);
  }
  CHECK(good);
  jn_model_free(model);
}

int main(void) {
  if (!temporary_folder(folder, sizeof folder)) return 1;
  test_table();
  if (jn_result_has_hdf5()) {
    test_file();
    test_continued();
    test_missing();
    test_memory();
  }
  static const char *const files[] = {"a.h5", "b.h5", "c.h5", "d.h5"};
  for (int i = 0; i < 4; i++) unlink(in_folder(files[i]));
  rmdir(folder);
  return check_report();
}
