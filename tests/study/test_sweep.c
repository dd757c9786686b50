// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_sweep.c - sweeps: a row is what a run by itself gives, bit for bit; the table is the same for any number of
// threads, shards and interruptions; a run goes on from its checkpoint; runs that fail are rows; memory that fails,
// and that it does not grow.
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "report.h"
#include "study/statistics_sink.h"
#include "study/sweep.h"

#define MODEL JOUNCE_SOURCE_DIR "/models/examples/slider-crank.yaml"

static const jn_setting vary[] = {{"r", "40 mm:60 mm:3"}}, random_mass[] = {{"bodies.rod.mass", "normal(0.4, 0.02)"}};

static jn_study_def small_def(void) {
  static const jn_setting shorter = {"simulate.until", "0.1"};
  jn_study_def def = jn_study_def_default();
  def.model = MODEL;
  def.vary = vary;
  def.nvary = 1;
  def.random = random_mass;
  def.nrandom = 1;
  def.runs = 4;
  def.settings = &shorter;
  def.nsettings = 1;
  def.shards = 5;
  return def;
}

static jn_study *small_study(void) {
  jn_study_def def = small_def();
  return jn_study_new(NULL, &def, NULL);
}

static jn_sweep *run_with(const jn_study *study, int threads, const char *folder, bool resume) {
  jn_sweep_options options = jn_sweep_options_default();
  options.threads = threads;
  options.folder = folder;
  options.resume = resume;
  jn_report *report = jn_report_new(NULL);
  jn_sweep *sweep = jn_sweep_run(study, &options, report);
  if (!sweep || jn_report_count(report, JN_FAULT)) print_report(report);
  jn_report_free(report);
  return sweep;
}

static void empty_folder(const char *path) {
  DIR *folder = opendir(path);
  for (struct dirent *e; folder;) {
    e = readdir(folder);
    if (!e) break;
    char name[600];
    snprintf(name, sizeof name, "%s/%.250s", path, e->d_name);
    if (e->d_name[0] != '.' && unlink(name) != 0) empty_folder(name);
  }
  if (folder) closedir(folder);
  rmdir(path);
}

// ---- one row is one run ------------------------------------------------------------------------------------------

static jn_table *plain_run(const jn_study *study, int run) {
  char values[2][64];
  jn_setting settings[3] = {{"simulate.until", "0.1"}, {"r", values[0]}, {"bodies.rod.mass", values[1]}};
  snprintf(values[0], 64, "%.17g m", jn_study_value(study, 0, run));
  snprintf(values[1], 64, "%.17g", jn_study_value(study, 1, run));
  jn_model *model = jn_model_read(NULL, MODEL, settings, 3, NULL);
  jn_table *table = jn_table_new(NULL);
  jn_sink *sink = jn_table_sink(table);
  jn_run_options options = jn_run_options_default();
  options.sinks = &sink;
  options.nsinks = 1;
  jn_run *made = model ? jn_run_new(model, &options, NULL) : NULL;
  CHECK(made && jn_run_execute(made, NULL) == JN_OK);
  jn_run_free(made);
  jn_model_free(model);
  return table;
}

static double cell(const jn_sweep *sweep, const char *name, int run) {
  int column = jn_sweep_find(sweep, name);
  return column >= 0 ? jn_sweep_column(sweep, column)[run] : (double)NAN;
}

static void test_rows(void) {
  jn_study *study = small_study();
  jn_sweep *sweep = study ? run_with(study, 2, NULL, false) : NULL;
  CHECK(sweep && jn_sweep_nruns(sweep) == 12 && jn_sweep_status(sweep) == JN_OK && jn_sweep_nfailed(sweep) == 0);
  for (int run = 0; sweep && run < 12; run += 5) {
    jn_table *table = plain_run(study, run);
    int n = jn_table_nrows(table);
    const double *x = jn_table_column(table, jn_table_find(table, "piston.x"));
    double most = x[0], least = x[0];
    char hash[20];
    for (int i = 0; i < n; i++) {
      most = fmax(most, x[i]);
      least = fmin(least, x[i]);
    }
    CHECK(cell(sweep, "final(piston.x)", run) == x[n - 1]);
    CHECK(cell(sweep, "max(piston.x)", run) == most && cell(sweep, "min(piston.x)", run) == least);
    CHECK(cell(sweep, "r", run) == jn_study_value(study, 0, run) && cell(sweep, "time", run) == 0.1);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)jn_sweep_state_hash(sweep, run));
    CHECK(strcmp(hash, jn_table_state_hash(table)) == 0);
    jn_table_free(table);
  }
  jn_sweep_free(sweep);
  jn_study_free(study);
}

// ---- threads, shards, interruptions ------------------------------------------------------------------------------

typedef struct {
  int calls, most;
} patience;

static bool lose_patience(void *context, const jn_sweep_progress *now) {
  patience *p = context;
  (void)now;
  return ++p->calls <= p->most;
}

static uint64_t hash_with(const jn_study *study, int threads, const char *folder, bool resume) {
  jn_sweep *sweep = run_with(study, threads, folder, resume);
  uint64_t hash = sweep && jn_sweep_status(sweep) == JN_OK ? jn_sweep_hash(sweep) : 0;
  jn_sweep_free(sweep);
  return hash;
}

static void test_same(void) {
  jn_study *study = small_study();
  uint64_t one = hash_with(study, 1, NULL, false);
  CHECK(one != 0);
  for (int threads = 2; threads <= 7; threads += 5) CHECK(hash_with(study, threads, NULL, false) == one);
  if (!jn_result_has_hdf5()) return;
  empty_folder("sweep.test");
  CHECK(hash_with(study, 2, "sweep.test", false) == one);
  CHECK(run_with(study, 1, "sweep.test", false) == NULL);  // it has rows already
  CHECK(hash_with(study, 2, "sweep.test", true) == one);
  unlink("sweep.test/shard-00000002-00000003.h5");
  CHECK(hash_with(study, 1, "sweep.test", true) == one);
  empty_folder("sweep.test");
  jn_study_free(study);
}

// A shard after the other, then all of them.
static void test_shards(void) {
  jn_study *study = small_study();
  if (!jn_result_has_hdf5()) return;
  empty_folder("shards.test");
  jn_sweep_options options = jn_sweep_options_default();
  options.folder = "shards.test";
  for (options.shard = 1; options.shard <= 5; options.shard++) {
    jn_sweep *part = jn_sweep_run(study, &options, NULL);
    CHECK(part && jn_sweep_nruns(part) == jn_sweep_ndone(part) && jn_sweep_nruns(part) >= 2);
    jn_sweep_free(part);
  }
  CHECK(!jn_sweep_run(study, &options, NULL));  // there is no sixth
  options.shard = 0;
  options.collect = true;
  jn_sweep *all = jn_sweep_run(study, &options, NULL);
  CHECK(all && jn_sweep_status(all) == JN_OK && jn_sweep_hash(all) == hash_with(study, 1, NULL, false));
  jn_sweep_free(all);
  jn_study_def other = small_def();
  other.seed = 2;
  jn_study *changed = jn_study_new(NULL, &other, NULL);
  CHECK(jn_study_hash(changed) != jn_study_hash(study) && !jn_sweep_run(changed, &options, NULL));
  jn_study_free(changed);
  empty_folder("shards.test");
  jn_study_free(study);
}

static void test_interrupted(bool histories) {
  jn_study_def def = small_def();
  def.histories = histories;
  jn_study *study = jn_study_new(NULL, &def, NULL);
  uint64_t whole = hash_with(study, 1, NULL, false);
  if (!jn_result_has_hdf5()) return;
  empty_folder("cut.test");
  jn_sweep_options options = jn_sweep_options_default();
  options.folder = "cut.test";
  options.resume = true;
  options.progress = lose_patience;
  options.threads = 2;
  for (int k = 0; k < 4; k++) {
    patience p = {0, k};
    options.progress_context = &p;
    jn_sweep *cut = jn_sweep_run(study, &options, NULL);
    CHECK(cut && (jn_sweep_status(cut) == JN_INTERRUPTED || jn_sweep_status(cut) == JN_OK));
    jn_sweep_free(cut);
  }
  CHECK(hash_with(study, 2, "cut.test", true) == whole);
  if (histories) {
    jn_table *table = jn_table_read(NULL, "cut.test/runs/00000011.h5", NULL);
    CHECK(table && jn_table_nrows(table) == 51);
    jn_table_free(table);
  }
  empty_folder("cut.test");
  jn_study_free(study);
}

// ---- checkpoints -------------------------------------------------------------------------------------------------

typedef struct {
  double *block;
  int n, saves;
} stored;

static jn_status keep_block(void *context, int run, const double *block, int n) {
  stored *s = context;
  (void)run;
  if (++s->saves != 4) return JN_OK;  // well on the way
  s->block = malloc((size_t)n * sizeof *block);
  s->n = n;
  memcpy(s->block, block, (size_t)n * sizeof *block);
  return JN_OK;
}

static const double *give_block(void *context, int run, int *n) {
  const stored *s = context;
  (void)run;
  *n = s->n;
  return s->block;
}

// A run from a stored checkpoint has the row of a whole one; what was taken before comes from there and nowhere else.
static void test_checkpoint(void) {
  jn_study *study = small_study();
  stored s = {NULL, 0, 0};
  double values[2], *rows[3];
  jni_study_values(study, 5, values);
  for (int i = 0; i < 3; i++) rows[i] = calloc((size_t)study->ncolumns, sizeof(double));
  jni_run_control watch = {.context = &s, .save = keep_block};
  jni_run_result whole = {.row = rows[0]}, rest = {.row = rows[1]}, false_start = {.row = rows[2]};
  CHECK(jni_study_run(study, 5, values, &watch, &whole, NULL) == JN_OK && whole.status == JN_OK && s.block);
  jni_run_control go_on = {.context = &s, .load = give_block};
  CHECK(jni_study_run(study, 5, values, &go_on, &rest, NULL) == JN_OK && rest.hash == whole.hash);
  CHECK(memcmp(rows[0], rows[1], (size_t)study->ncolumns * sizeof(double)) == 0);
  jni_accumulator *tally = (jni_accumulator *)(void *)(s.block + s.n) - study->noutputs;
  tally[0].max = 1e9;
  CHECK(jni_study_run(study, 5, values, &go_on, &false_start, NULL) == JN_OK);
  CHECK(rows[2][1 + study->nvaried + JNI_STATISTIC_max] == 1e9 && false_start.hash == whole.hash);
  s.block[3]++;  // of another run: it begins anew
  CHECK(jni_study_run(study, 5, values, &go_on, &rest, NULL) == JN_OK && rest.hash == whole.hash);
  CHECK(memcmp(rows[0], rows[1], (size_t)study->ncolumns * sizeof(double)) == 0);
  for (int i = 0; i < 3; i++) free(rows[i]);
  free(s.block);
  jn_study_free(study);
}

// ---- failures, texts ---------------------------------------------------------------------------------------------

// Cranks longer than the rod cannot turn; a negative length is no model.
static void test_failures(void) {
  const jn_setting lengths = {"bodies.crank.mass", "[1, -1, 2]"}, shorter = {"simulate.until", "0.05"};
  jn_study_def def = jn_study_def_default();
  def.model = MODEL;
  def.vary = &lengths;
  def.nvary = 1;
  def.settings = &shorter;
  def.nsettings = 1;
  jn_study *study = jn_study_new(NULL, &def, NULL);
  jn_sweep *sweep = run_with(study, 2, NULL, false);
  CHECK(sweep && jn_sweep_status(sweep) == JN_OK && jn_sweep_nfailed(sweep) == 1 && jn_sweep_ndone(sweep) == 3);
  CHECK(jn_sweep_run_status(sweep, 1) == JN_BAD_MODEL && strstr(jn_sweep_why(sweep, 1), "mass"));
  CHECK(isnan(cell(sweep, "max(piston.x)", 1)) && isfinite(cell(sweep, "max(piston.x)", 2)));
  char *csv = jn_sweep_csv(NULL, sweep), *lines = jn_sweep_text(NULL, sweep, 100, 2);
  CHECK(csv && strstr(csv, "model is invalid") && strstr(csv, ",ok,,"));
  CHECK(lines && strstr(lines, "failed: ") && strstr(lines, "and 1 more runs") && strstr(lines, "do not fit"));
  jn_text_free(NULL, csv);
  jn_text_free(NULL, lines);
  jn_sweep_free(sweep);
  jn_study_free(study);
}

// Magnitudes of vectors, probes, and what is taken of them.
static void test_outputs(void) {
  static const char *const outputs[] = {"|joint.A.force|", "joint.A.force", "rod.y"}, *const take[] = {"max"};
  jn_study_def def = small_def();
  def.outputs = outputs;
  def.noutputs = 3;
  def.take = take;
  def.ntake = 1;
  jn_study *study = jn_study_new(NULL, &def, NULL);
  jn_sweep *sweep = study ? run_with(study, 1, NULL, false) : NULL;
  CHECK(sweep && jn_sweep_ncolumns(sweep) == 1 + 2 + 4 + 3 && jn_sweep_find(sweep, "max(rod.y)") > 0);
  double all = cell(sweep, "max(|joint.A.force|)", 3);
  CHECK(all >= cell(sweep, "max(joint.A.force.x)", 3) && all >= cell(sweep, "max(joint.A.force.y)", 3));
  CHECK(strcmp(jn_sweep_unit(sweep, jn_sweep_find(sweep, "max(|joint.A.force|)")), "N") == 0);
  jn_sweep_free(sweep);
  jn_study_free(study);
}

// ---- memory ------------------------------------------------------------------------------------------------------

static void one_sweep(const jn_alloc *alloc, jn_status *status) {
  jn_study_def def = small_def();
  def.runs = 1;
  jn_report *report = jn_report_new(NULL);
  jn_sweep_options options = jn_sweep_options_default();
  options.threads = 1;
  jn_study *study = jn_study_new(alloc, &def, report);
  jn_sweep *sweep = study ? jn_sweep_run(study, &options, report) : NULL;
  *status = sweep ? jn_sweep_status(sweep) : JN_NO_MEMORY;
  if (*status != JN_OK) CHECK(jn_report_count(report, JN_FAULT) > 0);
  jn_sweep_free(sweep);
  jn_study_free(study);
  jn_report_free(report);
}

static void test_memory(void) {
  memory_count count = {0, 0, 0, false};
  const jn_alloc alloc = {counted_resize, &count};
  jn_status status;
  one_sweep(&alloc, &status);
  long calls = count.calls;
  CHECK(status == JN_OK && count.live == 0 && calls > 1000);
  for (long at = 1; at <= calls; at += at < 200 ? 3 : LIGHT ? 997 : 97) {
    count = (memory_count){0, 0, at, false};
    one_sweep(&alloc, &status);
    CHECK(status == JN_NO_MEMORY && count.live == 0);
    if (status != JN_NO_MEMORY || count.live)
      printf("at %ld of %ld: status %d, live %ld\n", at, calls, status, count.live);
  }
}

// Blocks that a sweep of this many draws leaves, for its table.
static long blocks_of(int runs) {
  memory_count count = {0, 0, 0, false};
  const jn_alloc alloc = {counted_resize, &count};
  jn_study_def def = small_def();
  def.runs = runs;
  jn_study *study = jn_study_new(&alloc, &def, NULL);
  jn_sweep_options options = jn_sweep_options_default();
  options.threads = 1;
  long before = count.live;
  jn_sweep *sweep = jn_sweep_run(study, &options, NULL);
  long blocks = count.live - before;
  CHECK(sweep && jn_sweep_ndone(sweep) == 3 * runs);
  jn_sweep_free(sweep);
  CHECK(count.live == before);
  jn_study_free(study);
  CHECK(count.live == 0);
  return blocks;
}

// Runs leave nothing behind; few of them have small arrays, which are parts of other blocks.
static void test_growth(void) { CHECK(blocks_of(120) == blocks_of(100)); }

int main(void) {
  test_rows();
  test_same();
  test_shards();
  test_interrupted(false);
  test_interrupted(true);
  test_checkpoint();
  test_failures();
  test_outputs();
  test_memory();
  test_growth();
  return check_report();
}
