// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_output.c - result files: round trips, a killed writer, a full disk, going on, damaged files, failing memory.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "jounce/jounce.h"
#include "output/result_file.h"
#include "temporary.h"

// HDF5 itself loses memory when it refuses a damaged file; the leak sanitizer need not say so.
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

enum { COLUMNS = 3, STATE = 7, PATH_SIZE = 400 };

static char folder[300];

static const char *in_folder(const char *name) {
  static char paths[4][PATH_SIZE];
  static int turn;
  char *path = paths[turn++ % 4];
  snprintf(path, PATH_SIZE, "%s/%s", folder, name);
  return path;
}

// ---- a run without a run --------------------------------------------------------------------------

static const char *const names[COLUMNS] = {"crank.angle", "a,\"b\"", "energy"};
static const jn_dimension dimensions[COLUMNS] = {{.rad = 1}, {.m = 1}, {.m = 2, .kg = 1, .s = -2}};

static jn_run_header a_header(const jn_choices *choices) {
  return (jn_run_header){.model = "four-bar <&>",
                         .file = "four-bar.yaml",
                         .ncolumns = COLUMNS,
                         .names = names,
                         .dimensions = dimensions,
                         .nstate = STATE,
                         .choices = choices,
                         .model_hash = 0x0123456789abcdefu};
}

static double time_of(int row) { return 0.1 * row; }
static double value_of(int row, int column) { return sin(0.37 * row + column) / 3 * pow(10, 40.0 * (column - 1)); }

static jn_status put_rows(jn_sink *sink, int first, int n) {
  jn_status status = JN_OK;
  for (int i = first; status == JN_OK && i < first + n; i++) {
    double values[COLUMNS];
    for (int k = 0; k < COLUMNS; k++) values[k] = value_of(i, k);
    status = sink->row(sink->self, time_of(i), values);
  }
  return status;
}

static jn_status put_checkpoint(jn_sink *sink, int rows, int n) {
  double block[4 * STATE];
  for (int i = 0; i < n; i++) block[i] = rows + 0.125 * i;
  return sink->checkpoint(sink->self, block, n);
}

static bool rows_are_right(const jn_table *table) {
  for (int i = 0; i < jn_table_nrows(table); i++) {
    if (jn_table_column(table, 0)[i] != time_of(i)) return false;
    for (int k = 0; k < COLUMNS; k++) {
      if (jn_table_column(table, k + 1)[i] != value_of(i, k)) return false;
    }
  }
  return jn_table_ncolumns(table) == COLUMNS + 1;
}

static const char *last_sentence(const jn_report *report) {
  int n = jn_report_size(report);
  return n > 0 ? jn_report_get(report, n - 1)->what : "";
}

static bool says(const jn_report *report, const char *words) {
  bool found = strstr(last_sentence(report), words) != NULL;
  if (!found) printf("said: '%s', expected: '%s'\n", last_sentence(report), words);
  return found;
}

// ---- round trips ------------------------------------------------------------------------------------

static void check_round_trip(const char *path, int n) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = {.until = 10, .formulation = "multipliers", .integrator = "rk4"};
  jn_run_header header = a_header(&choices);
  jn_summary summary = {.status = JN_OK, .time = 10, .steps = 12345, .energy_final = 3.5, .state_hash = 77};
  jn_result_file *file = jn_result_create(NULL, path, report);
  CHECK(file && jn_report_count(report, JN_NOTE) == 0);
  jn_sink *sink = jn_result_sink(file);
  CHECK(sink->begin(sink->self, &header) == JN_OK);
  CHECK(put_rows(sink, 0, n) == JN_OK);
  CHECK(put_checkpoint(sink, n, STATE) == JN_OK);
  CHECK(sink->end(sink->self, &summary) == JN_OK);
  CHECK(jn_result_message(file)[0] == 0);
  jn_result_close(file);
  jn_table *table = jn_table_read(NULL, path, report);
  CHECK(table && jn_table_nrows(table) == n && rows_are_right(table));
  CHECK(table && strcmp(jn_table_name(table, 2), "a,\"b\"") == 0 && strcmp(jn_table_unit(table, 1), "rad") == 0);
  CHECK(table && jn_table_find(table, "energy") == 3 && jn_table_find(table, "nothing") == -1);
  CHECK(jn_report_count(report, JN_NOTE) == 0);
  jn_table_free(table);
  jn_report_free(report);
}

static void test_round_trips(void) {
  static const int counts[] = {0, 1, 5, 1023, 5000};
  int nkinds = 0;
  for (int k = 0; jni_result_kinds[k]; k++) {
    char name[40], path[512];
    const char *endings = jni_result_kinds[k]->endings;
    snprintf(name, sizeof name, "round%.*s", (int)strcspn(endings, ","), endings);
    snprintf(path, sizeof path, "%s", in_folder(name));
    CHECK(jn_result_is_file(path) && jni_result_kind_of(path) == jni_result_kinds[k]);
    for (int i = 0; i < 5 && !jni_result_kinds[k]->not_built; i++) check_round_trip(path, counts[i]);
    nkinds++;
  }
  CHECK(nkinds >= 2 && !jn_result_is_file("round.svg") && !jn_result_is_file(NULL));
}

static void test_no_columns(void) {
  jn_run_header header = {.model = "m"};
  const char *paths[] = {"none.csv", jn_result_has_hdf5() ? "none.h5" : "none2.csv"};
  for (int i = 0; i < 2; i++) {
    jn_result_file *file = jn_result_create(NULL, in_folder(paths[i]), NULL);
    jn_sink *sink = jn_result_sink(file);
    CHECK(sink->begin(sink->self, &header) == JN_OK && sink->row(sink->self, 1.5, NULL) == JN_OK);
    jn_result_close(file);
    jn_table *table = jn_table_read(NULL, in_folder(paths[i]), NULL);
    CHECK(table && jn_table_ncolumns(table) == 1 && jn_table_nrows(table) == 1 && jn_table_column(table, 0)[0] == 1.5);
    jn_table_free(table);
  }
}

static void test_special_values(void) {
  jn_run_header header = a_header(NULL);
  double odd[COLUMNS] = {NAN, -HUGE_VAL, 5e-324};
  for (int i = 0; i < (jn_result_has_hdf5() ? 2 : 1); i++) {
    const char *path = in_folder(i ? "odd.h5" : "odd.csv");
    jn_result_file *file = jn_result_create(NULL, path, NULL);
    jn_sink *sink = jn_result_sink(file);
    CHECK(sink->begin(sink->self, &header) == JN_OK && sink->row(sink->self, -0.0, odd) == JN_OK);
    jn_result_close(file);
    jn_table *table = jn_table_read(NULL, path, NULL);
    CHECK(table && jn_table_nrows(table) == 1);
    CHECK(table && isnan(jn_table_column(table, 1)[0]) && jn_table_column(table, 2)[0] == -HUGE_VAL);
    CHECK(table && jn_table_column(table, 3)[0] == 5e-324 && signbit(jn_table_column(table, 0)[0]));
    jn_table_free(table);
  }
}

static void test_table_sink(void) {
  jn_run_header header = a_header(NULL);
  jn_table *table = jn_table_new(NULL);
  jn_sink *sink = jn_table_sink(table);
  for (int i = 0; i < 2; i++) {  // a second run starts anew
    CHECK(sink->begin(sink->self, &header) == JN_OK && put_rows(sink, 0, 300) == JN_OK);
    CHECK(jn_table_nrows(table) == 300 && rows_are_right(table) && strcmp(jn_table_title(table), "four-bar <&>") == 0);
  }
  CHECK(strcmp(jn_table_name(table, 0), "time") == 0 && strcmp(jn_table_unit(table, 0), "s") == 0);
  CHECK(jn_table_name(table, 9) == NULL && jn_table_column(table, -1) == NULL);
  jn_table_free(table);
}

// ---- what cannot be written -------------------------------------------------------------------------

static void check_refused(const char *path, const char *words) {
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_result_create(NULL, path, report) == NULL);
  CHECK(jn_report_count(report, JN_FAULT) == 1 && says(report, words));
  jn_report_free(report);
}

static void test_unwritable(void) {
  const char *const endings[] = {"csv", "h5"};
  for (int i = 0; i < (jn_result_has_hdf5() ? 2 : 1); i++) {
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/nowhere/out.%s", folder, endings[i]);
    check_refused(path, "no such file or directory");
    snprintf(path, sizeof path, "%s/dir.%s", folder, endings[i]);
    mkdir(path, 0777);
    check_refused(path, "is a directory");
    snprintf(path, sizeof path, "/proc/out.%s", endings[i]);
    check_refused(path, "cannot write /proc/out");
  }
  for (int k = 0; jni_result_kinds[k]; k++) check_refused(in_folder("out.txt"), jni_result_kinds[k]->endings);
  if (!jn_result_has_hdf5()) check_refused(in_folder("out.h5"), "libhdf5-dev");
}

static void test_read_only(void) {
  const char *path = in_folder("readonly.csv");
  jn_text_write(path, "time [s]\n1\n", NULL);
  chmod(path, 0444);
  if (access(path, W_OK) != 0) check_refused(path, "permission denied");  // root may write everything
  chmod(path, 0666);
}

// A file that no run has begun in leaves no trace, and an old one stays.
static void test_not_begun(void) {
  const char *path = in_folder("unused.csv");
  jn_result_close(jn_result_create(NULL, path, NULL));
  CHECK(access(path, F_OK) != 0);
  jn_text_write(path, "time [s]\n1\n", NULL);
  jn_result_close(jn_result_create(NULL, path, NULL));
  jn_table *table = jn_table_read(NULL, path, NULL);
  CHECK(table && jn_table_nrows(table) == 1);
  jn_table_free(table);
}

// ---- full disks ---------------------------------------------------------------------------------------

static void check_full(const char *path, bool readable) {
  jn_run_header header = a_header(NULL);
  jn_result_file *file = jn_result_create(NULL, path, NULL);
  CHECK(file != NULL);
  if (!file) return;
  jn_sink *sink = jn_result_sink(file);
  jn_status status = sink->begin(sink->self, &header);
  if (status == JN_OK) status = put_rows(sink, 0, 200000);
  CHECK(status == JN_IO);
  CHECK(put_checkpoint(sink, 0, STATE) == JN_IO && sink->end(sink->self, NULL) == JN_IO);
  CHECK(strncmp(jn_result_message(file), "cannot ", 7) == 0 && strstr(jn_result_message(file), path) != NULL);
  bool known = strstr(jn_result_message(file), "no space left") || strstr(jn_result_message(file), "too large");
  CHECK(known);
  if (!known) printf("%s\n", jn_result_message(file));
  jn_result_close(file);
  jn_table *table = readable ? jn_table_read(NULL, path, NULL) : NULL;
  CHECK(!readable || (table && jn_table_nrows(table) > 1000 && rows_are_right(table)));
  jn_table_free(table);
}

static void in_child_with_limit(rlim_t limit, const char *path) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check_count = check_failures = 0;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, limit});
    check_full(path, true);
    exit(check_failures != 0);  // what HDF5 does at exit is part of the test
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void test_full(void) {
  check_full("/dev/full", false);
  in_child_with_limit(300000, in_folder("limited.csv"));
  if (!jn_result_has_hdf5()) return;
  in_child_with_limit(300000, in_folder("limited.h5"));
  in_child_with_limit(300001, in_folder("limited.h5"));
  const char *link = in_folder("full.h5");
  CHECK(symlink("/dev/full", link) == 0);
  check_full(link, false);
}

// ---- a disk that fails, or a process that dies, at every write in turn -------------------------------

typedef struct {
  int flushed;  // rows that were in the file when the last call succeeded
  bool failed;
} outcome;

static outcome write_until_failure(const char *path, long fail_at) {
  outcome result = {.flushed = -1};
  unlink(path);
  jn_run_header header = a_header(NULL);
  jn_result_file *file = jn_result_create(NULL, path, NULL);
  jn_sink *sink = jn_result_sink(file);
  file->disk.fail_at = fail_at;
  file->flush_seconds = 0;
  jn_status status = sink->begin(sink->self, &header);
  if (status == JN_OK) result.flushed = 0;
  for (int i = 0, rows = 0; status == JN_OK && i < 30; i++) {
    // blocks of uneven length, so that chunks fill up within and between them
    int n = 1 + i * 37 % 301;
    file->flush_seconds = 1e9;
    status = put_rows(sink, rows, n - 1);
    file->flush_seconds = i % 3 ? 1e9 : 0;
    if (status == JN_OK) status = put_rows(sink, rows + n - 1, 1);
    rows += n;
    if (status == JN_OK && i % 3 == 0) result.flushed = rows;
    if (status == JN_OK && i % 5 == 4) status = put_checkpoint(sink, rows, i < 20 ? STATE : 4 * STATE);
    if (status == JN_OK && i % 5 == 4) result.flushed = rows;
  }
  if (jn_result_message(file)[0] == 0) sink->end(sink->self, &(jn_summary){.time = 1});
  result.failed = jn_result_message(file)[0] != 0;
  jn_result_close(file);
  return result;
}

static void test_every_write(const char *path) {
  jn_report *report = jn_report_new(NULL);
  bool failed = true;
  int unreadable = 0;
  for (long k = 1; failed && k < 20000; k++) {
    outcome result = write_until_failure(path, k);
    failed = result.failed;
    jn_table *table = jn_table_read(NULL, path, report);
    if (result.flushed >= 0 && (!table || jn_table_nrows(table) < result.flushed || !rows_are_right(table))) {
      unreadable++;
      printf("write %ld: %s, %d rows of %d\n", k, last_sentence(report), table ? jn_table_nrows(table) : -1,
             result.flushed);
    }
    jn_table_free(table);
  }
  CHECK(unreadable == 0 && !failed);
  CHECK(jn_report_count(report, JN_WARNING) == jn_report_count(report, JN_FAULT));  // no half line was left in a text
  jn_report_free(report);
}

// ---- kill -9 ------------------------------------------------------------------------------------------

// Writes for ever; tells after each flush how many rows are safe.
static void write_for_ever(const char *path, int pipe_end) {
  jn_run_header header = a_header(NULL);
  jn_result_file *file = jn_result_create(NULL, path, NULL);
  jn_sink *sink = jn_result_sink(file);
  sink->begin(sink->self, &header);
  for (int i = 0;; i++) {
    file->flush_seconds = i % 7 ? 1e9 : 0;
    if (put_rows(sink, i, 1) != JN_OK) _exit(1);
    int safe = i + 1;
    if (i % 50 == 49 && put_checkpoint(sink, safe, STATE) != JN_OK) _exit(1);
    if ((i % 7 == 0 || i % 50 == 49) && write(pipe_end, &safe, sizeof safe) != sizeof safe) _exit(1);
  }
}

static int safe_rows_of_killed_child(const char *path, int microseconds) {
  int ends[2], safe = 0, next;
  unlink(path);
  CHECK(pipe(ends) == 0);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    write_for_ever(path, ends[1]);
  }
  close(ends[1]);
  if (read(ends[0], &next, sizeof next) == sizeof next) safe = next;  // it has begun
  nanosleep(&(struct timespec){0, 1000L * microseconds}, NULL);
  kill(child, SIGKILL);
  while (read(ends[0], &next, sizeof next) == sizeof next) safe = next;
  close(ends[0]);
  waitpid(child, NULL, 0);
  return safe;
}

// Other programs open a killed file only when the mark "open for writing" (byte 11 of an HDF5 file) is not set.
static bool is_unmarked(const char *path) {
  unsigned char head[12] = {0};
  FILE *in = fopen(path, "rb");
  bool whole = in && fread(head, 1, sizeof head, in) == sizeof head;
  if (in) fclose(in);
  return whole && (head[0] != 0x89 || (head[8] == 3 && head[11] == 0));
}

static void test_kill(const char *path) {
  jn_report *report = jn_report_new(NULL);
  unsigned seed = 12345;
  for (int i = 0; i < 30; i++) {
    seed = seed * 1664525u + 1013904223u;
    int safe = safe_rows_of_killed_child(path, (int)(seed >> 16) % 15000);
    jn_table *table = jn_table_read(NULL, path, report);
    CHECK(safe > 0 && table && jn_table_nrows(table) >= safe && rows_are_right(table));
    if (!table) printf("%s\n", last_sentence(report));
    CHECK(is_unmarked(path));
    jn_table_free(table);
  }
  jn_report_free(report);
}

// ---- going on -------------------------------------------------------------------------------------------

static void write_three_parts(const char *path, int checkpoints) {
  jn_run_header header = a_header(NULL);
  jn_result_file *file = jn_result_create(NULL, path, NULL);
  jn_sink *sink = jn_result_sink(file);
  CHECK(sink->begin(sink->self, &header) == JN_OK);
  for (int i = 0; i < checkpoints; i++) {
    CHECK(put_rows(sink, 1000 * i, 1000) == JN_OK && put_checkpoint(sink, 1000 * (i + 1), STATE + i) == JN_OK);
  }
  CHECK(put_rows(sink, 1000 * checkpoints, 777) == JN_OK);
  jn_result_close(file);
}

static void check_continue(const char *path, int checkpoints) {
  write_three_parts(path, checkpoints);
  jn_report *report = jn_report_new(NULL);
  jn_run_header header = a_header(NULL);
  jn_result_file *file = jn_result_continue(NULL, path, report);
  CHECK(file != NULL);
  if (!file) return;
  int n = 0, rows = 1000 * checkpoints;
  const double *block = jn_result_checkpoint(file, &n);
  CHECK(n == STATE + checkpoints - 1 && block && block[0] == rows && block[n - 1] == rows + 0.125 * (n - 1));
  jn_sink *sink = jn_result_sink(file);
  CHECK(sink->begin(sink->self, &header) == JN_OK);
  jn_table *table = jn_table_read(NULL, path, report);  // nothing is lost from here on
  CHECK(table && jn_table_nrows(table) == rows && rows_are_right(table));
  jn_table_free(table);
  CHECK(put_rows(sink, rows, 1500) == JN_OK && sink->end(sink->self, &(jn_summary){.time = 3}) == JN_OK);
  jn_result_close(file);
  table = jn_table_read(NULL, path, report);
  CHECK(table && jn_table_nrows(table) == rows + 1500 && rows_are_right(table));
  jn_table_free(table);
  char part[PATH_SIZE + 8];
  snprintf(part, sizeof part, "%s.part", path);
  CHECK(access(part, F_OK) != 0 && jn_report_count(report, JN_NOTE) == 0);
  jn_report_free(report);
}

static void check_other_run(const char *path, jn_run_header header, const char *words) {
  write_three_parts(path, 1);
  jn_result_file *file = jn_result_continue(NULL, path, NULL);
  jn_sink *sink = jn_result_sink(file);
  CHECK(sink->begin(sink->self, &header) == JN_BAD_ARGUMENT && strstr(jn_result_message(file), words));
  jn_result_close(file);
  jn_table *table = jn_table_read(NULL, path, NULL);  // untouched
  CHECK(table && jn_table_nrows(table) == 1777 && rows_are_right(table));
  jn_table_free(table);
}

static void check_no_continue(const char *path, const char *words) {
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_result_continue(NULL, path, report) == NULL && jn_report_count(report, JN_FAULT) == 1 &&
        says(report, words));
  jn_report_free(report);
}

static double last_time(const char *path) {
  write_three_parts(path, 1);
  jn_table *table = jn_table_read(NULL, path, NULL);
  CHECK(table && jn_table_nrows(table) == 1777);
  double t = table ? jn_table_column(table, 0)[jn_table_nrows(table) - 1] : NAN;
  jn_table_free(table);
  return t;
}

static void test_continue(void) {
  const char *path = in_folder("go.h5");
  for (int i = 1; i <= 3; i++) check_continue(path, i);
  jn_run_header header = a_header(NULL);
  header.model_hash++;
  check_other_run(path, header, "another model");
  header = a_header(NULL);
  header.ncolumns--;
  check_other_run(path, header, "its outputs differ");
  jn_choices shorter = jn_choices_default();
  header = a_header(NULL);
  header.choices = &shorter;
  shorter.until = last_time(path) - 0.1;
  check_other_run(path, header, "it already reaches");
  write_three_parts(path, 0);
  check_no_continue(path, "no checkpoint");
  check_no_continue(in_folder("missing.h5"), "no such file");
  check_no_continue(in_folder("go.csv"), "checkpoints");
}

// A killed run goes on from the last checkpoint whenever it was killed.
static void test_continue_killed(void) {
  const char *path = in_folder("killed.h5");
  for (int i = 0; i < 20; i++) {
    int safe = safe_rows_of_killed_child(path, 3000 + 500 * i), n = 0;
    jn_result_file *file = safe >= 50 ? jn_result_continue(NULL, path, NULL) : NULL;
    if (safe < 50) continue;
    CHECK(file && jn_result_checkpoint(file, &n) && n == STATE && file->checkpoint.rows >= safe / 50 * 50);
    CHECK(file && jn_result_checkpoint(file, NULL)[0] == (double)file->checkpoint.rows);
    jn_result_close(file);
  }
}

// ---- damaged files ----------------------------------------------------------------------------------------

static unsigned char *read_bytes(const char *path, size_t *n) {
  FILE *in = fopen(path, "rb");
  unsigned char *bytes = malloc(1 << 20);
  *n = in && bytes ? fread(bytes, 1, 1 << 20, in) : 0;
  if (in) fclose(in);
  return bytes;
}

static void write_bytes(const char *path, const unsigned char *bytes, size_t n) {
  unlink(
      path);  // a file that is emptied and written again goes to the disk at once on some systems, a new one does not
  FILE *out = fopen(path, "wb");
  CHECK(out && fwrite(bytes, 1, n, out) == n && fclose(out) == 0);
}

static void read_damaged(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_table *table = jn_table_read(NULL, path, report);
  CHECK(table || (jn_report_count(report, JN_FAULT) == 1 && last_sentence(report)[0]));
  jn_table_free(table);
  jn_result_close(jn_result_continue(NULL, path, NULL));
  jn_report_free(report);
}

static void test_damaged(const char *path, const char *copy, int rounds) {
  size_t n;
  check_round_trip(path, 200);
  unsigned char *bytes = read_bytes(path, &n), *mutant = malloc(n);
  unsigned seed = 1;
  for (int i = 0; i < rounds; i++) {
    memcpy(mutant, bytes, n);
    size_t size = n;
    int changes = 1 + i % 4;
    for (int k = 0; k < changes; k++) {
      seed = seed * 1664525u + 1013904223u;
      size_t at = (seed >> 8) % (i % 3 ? n : n < 4000 ? n : 4000);
      mutant[at] = (unsigned char)(i % 2 ? mutant[at] ^ (1u << (seed & 7)) : seed >> 24);
    }
    if (i % 5 == 0) size = (seed >> 4) % n;
    write_bytes(copy, mutant, size);
    read_damaged(copy);
  }
  free(bytes);
  free(mutant);
}

static void check_bad_csv(const char *text, int line, const char *words) {
  jn_report *report = jn_report_new(NULL);
  const char *path = in_folder("bad.csv");
  jn_text_write(path, text, NULL);
  CHECK(jn_table_read(NULL, path, report) == NULL && says(report, words));
  CHECK(jn_report_size(report) > 0 && jn_report_get(report, jn_report_size(report) - 1)->line == line);
  jn_report_free(report);
}

static void test_bad_csv(void) {
  check_bad_csv("", 0, "empty");
  check_bad_csv("time [s],x\n1,2\n3\n", 3, "the line has 1 fields, the first line has 2");
  check_bad_csv("time,x\n1,hello\n", 2, "'hello' is not a number");
  check_bad_csv("time,x\n1,2,3\n", 2, "3 fields");
  check_bad_csv("time,\"x\n1,2\n", 1, "not closed");
  check_bad_csv("time,,x\n", 1, "name every column");
  check_bad_csv("time,x\n1,1e999\n", 2, "not a number");
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_table_read(NULL, folder, report) == NULL && says(report, "is a directory"));
  CHECK(jn_table_read(NULL, in_folder("missing.csv"), report) == NULL && says(report, "no such file"));
  if (jn_result_has_hdf5()) {
    CHECK(jn_table_read(NULL, in_folder("missing.h5"), report) == NULL && says(report, "no such file"));
    jn_text_write(in_folder("text.h5"), "this is no HDF5 file but a text that is long enough to have a superblock",
                  NULL);
    CHECK(jn_table_read(NULL, in_folder("text.h5"), report) == NULL && says(report, "not an HDF5 result"));
  }
  jn_report_free(report);
}

static void test_tolerant_csv(void) {
  jn_report *report = jn_report_new(NULL);
  const char *path = in_folder("hand.csv");
  jn_text_write(path, "\xef\xbb\xbftime [s], x [m/s] ,y\r\n0, 1 ,\r\n\r\n1,\"2\",nan\r\n2,3", NULL);
  jn_table *table = jn_table_read(NULL, path, report);
  CHECK(table && jn_table_nrows(table) == 2 && jn_table_column(table, 1)[1] == 2 &&
        isnan(jn_table_column(table, 2)[0]));
  CHECK(table && strcmp(jn_table_name(table, 1), "x") == 0 && strcmp(jn_table_unit(table, 1), "m/s") == 0);
  CHECK(says(report, "the last line is incomplete") && jn_report_count(report, JN_FAULT) == 0);
  jn_table_free(table);
  jn_report_free(report);
}

// ---- memory that fails --------------------------------------------------------------------------------

typedef struct {
  long calls, fail_at, live;
} counter;

static void *counting_resize(void *context, void *block, size_t size) {
  counter *count = context;
  if (size == 0) {
    if (block) count->live--;
    free(block);
    return NULL;
  }
  if (++count->calls == count->fail_at) return NULL;
  void *result = realloc(block, size);
  if (result && !block) count->live++;
  return result;
}

static bool use_everything(const jn_alloc *alloc, const char *path, jn_report *report) {
  jn_run_header header = a_header(NULL);
  jn_result_file *file = jn_result_create(alloc, path, report);
  if (!file) return false;
  jn_sink *sink = jn_result_sink(file);
  bool ok = sink->begin(sink->self, &header) == JN_OK && put_rows(sink, 0, 100) == JN_OK &&
            put_checkpoint(sink, 100, 4 * STATE) == JN_OK && sink->end(sink->self, NULL) == JN_OK;
  jn_result_close(file);
  jn_table *table = jn_table_read(alloc, path, report);
  ok = ok && table && jn_table_nrows(table) == 100 && rows_are_right(table);
  jn_table_free(table);
  if (strstr(path, ".csv")) return ok;
  file = jn_result_continue(alloc, path, report);
  if (!file) return false;
  sink = jn_result_sink(file);
  ok = sink->begin(sink->self, &header) == JN_OK && put_rows(sink, 100, 10) == JN_OK && ok;
  jn_result_close(file);
  return ok;
}

static void test_memory(const char *path) {
  counter count = {0, 0, 0};
  jn_alloc alloc = {counting_resize, &count};
  bool done = false;
  for (long k = 1; !done && k < 1000; k++) {
    count = (counter){.fail_at = k};
    jn_report *report = jn_report_new(NULL);
    done = use_everything(&alloc, path, report);
    if (count.calls >= k) CHECK(!done);
    CHECK(count.live == 0);
    jn_report_free(report);
  }
  CHECK(done);
}

// ---- texts ------------------------------------------------------------------------------------------------

static bool file_is(const char *path, const char *text) {
  size_t n;
  unsigned char *bytes = read_bytes(path, &n);
  bool same = n == strlen(text) && memcmp(bytes, text, n) == 0;
  free(bytes);
  return same;
}

static void test_text_write(void) {
  jn_report *report = jn_report_new(NULL);
  const char *path = in_folder("text.svg"), *link = in_folder("link.svg");
  CHECK(jn_text_write(path, "one", report) == JN_OK && file_is(path, "one"));
  chmod(path, 0640);
  CHECK(symlink(path, link) == 0 && jn_text_write(link, "two", report) == JN_OK && file_is(path, "two"));
  struct stat status;
  CHECK(lstat(link, &status) == 0 && S_ISLNK(status.st_mode) && stat(path, &status) == 0 &&
        (status.st_mode & 0777) == 0640);
  CHECK(jn_report_size(report) == 0);
  CHECK(jn_text_write("/dev/full", "x", report) == JN_IO &&
        says(report, "cannot write /dev/full: no space left on device"));
  CHECK(jn_text_write(folder, "x", report) == JN_IO && says(report, "is a directory"));
  CHECK(jn_text_write(in_folder("no/x.svg"), "x", report) == JN_IO && says(report, "no such file or directory"));
  CHECK(jn_text_write("/dev/null", "x", report) == JN_OK);
  jn_report_free(report);
}

// A disk that is full leaves the text that was there before.
static void test_text_write_full(void) {
  const char *path = in_folder("kept.svg");
  CHECK(jn_text_write(path, "kept", NULL) == JN_OK);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){3, 3});
    _exit(jn_text_write(path, "longer than three", NULL) == JN_IO ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0 && file_is(path, "kept"));
}

static void remove_folder(void) {
  char command[PATH_SIZE];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  CHECK(system(command) == 0);
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (!temporary_folder(folder, sizeof folder)) return 1;
  test_round_trips();
  test_no_columns();
  test_special_values();
  test_table_sink();
  test_unwritable();
  test_read_only();
  test_not_begun();
  test_full();
  test_bad_csv();
  test_tolerant_csv();
  test_every_write(in_folder("every.csv"));
  test_kill(in_folder("kill.csv"));
  test_damaged(in_folder("whole.csv"), in_folder("damaged.csv"), 1000);
  test_memory(in_folder("memory.csv"));
  if (jn_result_has_hdf5()) {
    test_every_write(in_folder("every.h5"));
    test_kill(in_folder("kill.h5"));
    test_continue();
    test_continue_killed();
    test_damaged(in_folder("whole.h5"), in_folder("damaged.h5"), 500);
    test_memory(in_folder("memory.h5"));
  }
  test_text_write();
  test_text_write_full();
  if (!check_failures) remove_folder();
  return check_report();
}
