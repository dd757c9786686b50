// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_record.c - what was run is in the result: files, settings, parameters, choices; equal runs have equal files.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "temporary.h"

// HDF5 itself loses memory when it refuses a damaged file; the leak sanitizer need not say so.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

static char folder[300];

static const char *in_folder(const char *name) {
  static char paths[4][400];
  static int turn;
  char *path = paths[turn++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", folder, name);
  return path;
}

static const char base[] =
    "jounce: 1\n# a box on a spring, <angles> & quotes \"\nname: box\nspace: plane\n"
    "parameters: {m: 2, k: 30, w: \"=sqrt(k/m)\"}\n"
    "bodies: {box: {mass: \"=m\", inertia: 1}}\n"
    "joints: {rail: {type: prismatic, between: [ground, box], axis: x}}\n"
    "forces: {spring: {type: torsion-spring, joint: rail, stiffness: \"=k\", damping: 1}}\n"
    "initial: {keep: {box.x: 0.1}}\nsimulate: {until: 0.1, step: 1 ms, output: 10 ms}\noutputs: [box.x, box.vx]\n";
static const char variant[] = "jounce: 1\nmodel: base.yaml\nsimulate: {until: 0.3}\n";

// ---- runs -----------------------------------------------------------------------------------------

static const jn_setting settings[] = {{"m", "3"}, {"forces.spring.damping", "0.1"}};
static const jn_setting asked[] = {{"verb", "run"}, {"probe", "box.y"}};

// Equal runs differ in the time they took, which is not what is looked at here.
static jn_status end_timeless(void *self, const jn_summary *summary) {
  jn_summary copy = *summary;
  copy.wall_seconds = copy.real_time_factor = 0;
  jn_sink *sink = jn_result_sink(self);
  return sink->end(sink->self, &copy);
}
static jn_status begin(void *self, const jn_run_header *header) { return jn_result_sink(self)->begin(self, header); }
static jn_status row(void *self, double t, const double *values) { return jn_result_sink(self)->row(self, t, values); }
static jn_status checkpoint(void *self, const double *block, int n) {
  return jn_result_sink(self)->checkpoint(self, block, n);
}

static jn_model *read_model(void) { return jn_model_read(NULL, in_folder("box.yaml"), settings, 2, NULL); }

static bool run_into(const jn_model *model, const char *path, jn_sink *memory) {
  jn_result_file *file = path ? jn_result_create(NULL, path, NULL) : NULL;
  jn_sink to_file = {file, begin, row, checkpoint, end_timeless, NULL}, *sink = file ? &to_file : memory;
  jn_run_options options = jn_run_options_default();
  options.sinks = &sink;
  options.nsinks = 1;
  options.asked = asked;
  options.nasked = 2;
  jn_run *run = jn_run_new(model, &options, NULL);
  bool ok = run && jn_run_execute(run, NULL) == JN_OK;
  jn_run_free(run);
  jn_result_close(file);
  return ok;
}

// ---- what the record says -----------------------------------------------------------------------------

static bool has(const jn_record *record, jn_record_group group, const char *name, const char *value) {
  const char *found = jn_record_find(record, group, name);
  bool same = found && strcmp(found, value) == 0;
  if (!same) printf("%s %s: '%s', expected '%s'\n", jn_record_group_name(group), name, found ? found : "none", value);
  return same;
}

static void check_source(const jn_record *record, int i, const char *name, const char *text) {
  jn_source source = jn_record_source(record, i);
  CHECK(strcmp(source.name, in_folder(name)) == 0 && source.size == strlen(text));
  CHECK(source.text && strcmp(source.text, text) == 0);
}

static void check_record(const jn_record *record) {
  CHECK(record != NULL);
  if (!record) return;
  CHECK(strcmp(jn_record_version(record), jn_version()) == 0 && strcmp(jn_record_model(record), "box") == 0);
  CHECK(jn_record_count(record, JN_RECORD_OPTIONS) == 2 && has(record, JN_RECORD_OPTIONS, "probe", "box.y"));
  CHECK(jn_record_count(record, JN_RECORD_SETTINGS) == 2);
  CHECK(has(record, JN_RECORD_SETTINGS, "m", "3") && has(record, JN_RECORD_SETTINGS, "forces.spring.damping", "0.1"));
  CHECK(jn_record_count(record, JN_RECORD_PARAMETERS) == 3);
  CHECK(has(record, JN_RECORD_PARAMETERS, "m", "3") && has(record, JN_RECORD_PARAMETERS, "w", "3.1622776601683795"));
  CHECK(has(record, JN_RECORD_CHOICES, "step", "0.001 s") && has(record, JN_RECORD_CHOICES, "integrator", "rk4"));
  CHECK(has(record, JN_RECORD_CHOICES, "until", "0.3 s") && !jn_record_find(record, JN_RECORD_CHOICES, "variant"));
  CHECK(jn_record_nsources(record) == 2);
  check_source(record, 0, "box.yaml", variant);
  check_source(record, 1, "base.yaml", base);
}

// In memory and in a file the record is the same.
static void test_record(void) {
  jn_model *model = read_model();
  jn_table *table = jn_table_new(NULL);
  CHECK(model && run_into(model, NULL, jn_table_sink(table)));
  check_record(jn_table_record(table));
  char hash[20];
  snprintf(hash, sizeof hash, "%s", jn_table_state_hash(table));
  CHECK(strcmp(jn_table_status(table), "success") == 0 && strlen(hash) == 16);
  jn_table_free(table);
  if (jn_result_has_hdf5()) {
    CHECK(run_into(model, in_folder("a.h5"), NULL));
    jn_table *read = jn_table_read(NULL, in_folder("a.h5"), NULL);
    CHECK(read != NULL);
    if (read) check_record(jn_table_record(read));
    CHECK(read && strcmp(jn_table_status(read), "success") == 0 && strcmp(jn_table_state_hash(read), hash) == 0);
    jn_table_free(read);
  }
  CHECK(run_into(model, in_folder("a.csv"), NULL));
  table = jn_table_read(NULL, in_folder("a.csv"), NULL);
  CHECK(table && !jn_table_record(table) && !jn_table_status(table)[0] && !jn_table_state_hash(table)[0]);
  jn_table_free(table);
  jn_model_free(model);
}

static char *read_bytes(const char *path, size_t *n) {
  enum { MOST = 1 << 20 };
  FILE *file = fopen(path, "rb");
  char *bytes = malloc(MOST);
  *n = file && bytes ? fread(bytes, 1, MOST, file) : 0;
  if (file) fclose(file);
  return bytes;
}

static bool same_bytes(const char *one, const char *other) {
  size_t n, m;
  char *a = read_bytes(one, &n), *b = read_bytes(other, &m);
  bool same = n > 0 && n == m && memcmp(a, b, n) == 0;
  free(a);
  free(b);
  return same;
}

// Neither date nor machine: two equal runs give equal files, here a second apart.
static void test_equal_files(void) {
  jn_model *model = read_model();
  CHECK(run_into(model, in_folder("a.h5"), NULL));
  sleep(1);
  CHECK(run_into(model, in_folder("b.h5"), NULL));
  CHECK(same_bytes(in_folder("a.h5"), in_folder("b.h5")));
  jn_model_free(model);
}

// A long value is kept whole; one that is absurd is cut and does not make the file explode.
static void test_long_settings(void) {
  enum { LONG = 20000, ABSURD = 1 << 20 };
  char *value = malloc(ABSURD + 1);
  const int lengths[] = {LONG, ABSURD};
  for (int i = 0; value && i < 2; i++) {
    memset(value, 'x', (size_t)lengths[i]);
    value[lengths[i]] = 0;
    const jn_setting entry = {"name", value};
    const jn_run_header header = {.model = "m", .asked = &entry, .nasked = 1};
    jn_result_file *file = jn_result_create(NULL, in_folder("long.h5"), NULL);
    CHECK(file && begin(file, &header) == JN_OK);
    jn_result_close(file);
    jn_table *table = jn_table_read(NULL, in_folder("long.h5"), NULL);
    const char *found = table ? jn_record_find(jn_table_record(table), JN_RECORD_OPTIONS, "name") : NULL;
    CHECK(found && (i == 0 ? strcmp(found, value) == 0 : strlen(found) == (1 << 16) - 1));
    jn_table_free(table);
  }
  free(value);
}

// One long value in a large table is cut so that the table stays within the size that the reader accepts.
static void test_large_table(void) {
  enum { N = 1000, LONG = 100000 };
  static jn_setting entries[N];
  char *value = malloc(LONG + 1);
  if (!value) return;
  memset(value, 'x', LONG);
  value[LONG] = 0;
  for (int i = 0; i < N; i++) entries[i] = (jn_setting){i == 0 ? "long" : "name", i == 0 ? value : "1"};
  const jn_run_header header = {.model = "m", .asked = entries, .nasked = N};
  jn_result_file *file = jn_result_create(NULL, in_folder("large.h5"), NULL);
  CHECK(file && begin(file, &header) == JN_OK);
  jn_result_close(file);
  jn_table *table = jn_table_read(NULL, in_folder("large.h5"), NULL);
  CHECK(table && jn_table_record(table));
  if (table && jn_table_record(table)) {
    const char *found = jn_record_find(jn_table_record(table), JN_RECORD_OPTIONS, "long");
    CHECK(jn_record_count(jn_table_record(table), JN_RECORD_OPTIONS) == N && found && strlen(found) > 10000);
  }
  jn_table_free(table);
  free(value);
}

// The page shows all of it, with the lines of the model as they are.
static void test_page(void) {
  jn_model *model = read_model();
  jn_table *table = jn_table_new(NULL);
  CHECK(run_into(model, NULL, jn_table_sink(table)));
  char *page = jn_report_page(NULL, table, NULL, NULL);
  CHECK(page && strstr(page, "<th scope=\"row\">forces.spring.damping</th><td>0.1</td>"));
  CHECK(page && strstr(page, "<th scope=\"row\">w</th><td>3.1622776601683795</td>"));
  CHECK(page && strstr(page, "\n# a box on a spring, &lt;angles&gt; &amp; quotes &quot;\nname: box\n"));
  CHECK(page && strstr(page, "/base.yaml <span class=\"soft\">"));
  jn_text_free(NULL, page);
  jn_table_free(table);
  jn_model_free(model);
}

// ---- memory -----------------------------------------------------------------------------------------

static bool write_and_read(const jn_alloc *alloc, const jn_model *model, const jn_choices *choices, jn_status *begun) {
  jn_run_header header = {.model = "box", .choices = choices, .from = model, .asked = asked, .nasked = 2};
  jn_result_file *file = jn_result_create(alloc, in_folder("memory.h5"), NULL);
  *begun = file ? begin(file, &header) : JN_NO_MEMORY;
  jn_result_close(file);
  jn_table *table = *begun == JN_OK ? jn_table_read(alloc, in_folder("memory.h5"), NULL) : NULL;
  char *page = table ? jn_report_page(alloc, table, NULL, NULL) : NULL;
  bool ok = page != NULL;
  if (ok) CHECK(jn_record_nsources(jn_table_record(table)) == 2);
  jn_text_free(alloc, page);
  jn_table_free(table);
  return ok;
}

static void test_memory(void) {
  jn_model *model = read_model();
  jn_choices choices = *jn_model_choices(model);
  CHECK(jn_choices_resolve(model, &choices, NULL) == JN_OK);
  long n = 0;
  for (bool done = false; !done && n < 10000; n++) {
    memory_count count = {.fail_at = n + 1};
    const jn_alloc alloc = {counted_resize, &count};
    jn_status begun;
    done = write_and_read(&alloc, model, &choices, &begun);
    CHECK(count.live == 0 && (begun == JN_OK || begun == JN_NO_MEMORY));
  }
  CHECK(n > 20 && n < 10000);
  jn_model_free(model);
}

int main(void) {
  if (!temporary_folder(folder, sizeof folder)) return 1;
  CHECK(jn_text_write(in_folder("base.yaml"), base, NULL) == JN_OK);
  CHECK(jn_text_write(in_folder("box.yaml"), variant, NULL) == JN_OK);
  test_record();
  test_page();
  if (jn_result_has_hdf5()) {
    test_equal_files();
    test_long_settings();
    test_large_table();
    test_memory();
  }
  static const char *const files[] = {"base.yaml", "box.yaml", "a.h5",      "b.h5",
                                      "long.h5",   "large.h5", "memory.h5", "a.csv"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) unlink(in_folder(files[i]));
  rmdir(folder);
  return check_report();
}
