// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_result.c - fuzz target: any bytes are a result file, read or refused with a sentence. The first byte tells the
// sort:
//   c  the rest is a CSV file
//   h  the rest is an HDF5 file
//   e  the rest edits an HDF5 result of a small run: cut, changed and moved bytes; a run then tries to go on with it
// What was read is drawn, put on a page and compared with others.
#include <unistd.h>

#include "fuzz_models.h"
#include "temporary.h"

enum { METHOD = 0, MOST_BYTES = 1 << 20 };

static char folder[300], csv_path[400], h5_path[400];
static fuzz_case whole;  // the run behind the result
static uint8_t *result;  // its file
static size_t result_size;

static void clean(void) {
  unlink(csv_path);
  unlink(h5_path);
  rmdir(folder);
  free(result);
  recorder_clear(&whole.record);
  jn_model_free(whole.model);
}

static void write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  FUZZ_CHECK(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void load_result(void) {
  FILE *file = fopen(h5_path, "rb");
  result = malloc(MOST_BYTES);
  FUZZ_CHECK(file && result);
  result_size = fread(result, 1, MOST_BYTES, file);
  fclose(file);
}

// Passes a run on to a result file, but not how long it took: the file shall be the same every time.
static jn_status end_timeless(void *self, const jn_summary *summary) {
  jn_summary copy = *summary;
  copy.wall_seconds = copy.real_time_factor = 0;
  return ((jn_sink *)self)->end(((jn_sink *)self)->self, &copy);
}
static jn_status begin_timeless(void *self, const jn_run_header *header) {
  return ((jn_sink *)self)->begin(((jn_sink *)self)->self, header);
}
static jn_status row_timeless(void *self, double time, const double *values) {
  return ((jn_sink *)self)->row(((jn_sink *)self)->self, time, values);
}
static jn_status poses_timeless(void *self, const double *poses) {
  return ((jn_sink *)self)->poses(((jn_sink *)self)->self, poses);
}
static jn_status checkpoint_timeless(void *self, const double *block, int n) {
  return ((jn_sink *)self)->checkpoint(((jn_sink *)self)->self, block, n);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  FUZZ_CHECK(temporary_folder(folder, sizeof folder));
  snprintf(csv_path, sizeof csv_path, "%s/result.csv", folder);
  snprintf(h5_path, sizeof h5_path, "%s/result.h5", folder);
  atexit(clean);
  jn_report *report = jn_report_new(NULL);
  jn_result_file *file = jn_result_has_hdf5() ? jn_result_create(NULL, h5_path, report) : NULL;
  FUZZ_CHECK(file || !jn_result_has_hdf5());
  jn_sink sink = {file ? jn_result_sink(file) : NULL,
                  begin_timeless,
                  row_timeless,
                  checkpoint_timeless,
                  end_timeless,
                  poses_timeless};
  fuzz_case_make(&whole, METHOD, file ? &sink : NULL);
  jn_result_close(file);
  jn_report_free(report);
  if (jn_result_has_hdf5()) load_result();
  return 0;
}

// ---- what is done with a file ---------------------------------------------------------------------------

// Beside the whole result, or one like it: differences, what was run, both in a picture.
static void compare(const jn_table *table) {
  static const jn_run_header nothing = {.model = "reference"};
  jn_table *other = jn_table_new(NULL);
  jn_sink *sink = jn_table_sink(other);
  FUZZ_CHECK(other && sink->begin(sink->self, &nothing) == JN_OK);
  for (int i = 0; i < 7; i++) FUZZ_CHECK(sink->row(sink->self, 0.3 * i, NULL) == JN_OK);
  jn_report *report = jn_report_new(NULL);
  const jn_table *const pairs[][2] = {{table, other}, {other, table}, {table, table}};
  for (int k = 0; k < 3; k++) {
    jn_diff *diff = jn_diff_new(NULL, pairs[k][0], pairs[k][1], report);
    if (!diff) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
    for (int i = 0; diff && k == 2 && i < jn_diff_count(diff); i++) FUZZ_CHECK(jn_diff_get(diff, i)->largest == 0);
    jn_diff_free(diff);
  }
  const jn_record *records[] = {jn_table_record(table), jn_table_record(other)};
  jn_record_changes *changes = jn_record_changes_new(NULL, records, 2);
  FUZZ_CHECK(changes != NULL);
  const jn_plot_result results[] = {{table, "a"}, {other, "b"}, {table, "c"}};
  const char *const names[] = {jn_table_name(table, jn_table_ncolumns(table) - 1), "time"};
  jn_text_free(NULL, jn_plot_results(NULL, results, 3, NULL, names, 2, NULL));
  jn_record_changes_free(changes);
  jn_report_free(report);
  jn_table_free(other);
}

static void look(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_table *table = jn_table_read_poses(NULL, path, report);
  if (!table) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);  // a refusal without a word
  if (table) {
    int n = jn_table_ncolumns(table), columns[3] = {0, n / 2, n - 1};
    jn_plot_options options = jn_plot_options_default();
    FUZZ_CHECK(n >= 1);
    jn_text_free(NULL, jn_plot_table(NULL, table, 0, columns, 3, &options));
    jn_text_free(NULL, jn_report_page(NULL, table, NULL, report));
    for (int i = 0; i < jn_table_nrows(table); i++) FUZZ_CHECK(!jn_table_poses(table, i) == !jn_table_nbodies(table));
    compare(table);
  }
  jn_table_free(table);
  jn_report_free(report);
}

static void go_on(void) {
  jn_report *report = jn_report_new(NULL);
  jn_result_file *file = jn_result_continue(NULL, h5_path, report);
  jn_run *run = NULL;
  if (!file) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
  if (file) {
    jn_sink *sinks[] = {jn_result_sink(file)};
    jn_run_options options = fuzz_options(&whole, sinks, 1);
    options.resume = jn_result_checkpoint(file, &options.nresume);
    run = jn_run_new(whole.model, &options, report);
    if (!run) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
  }
  if (run && jn_run_execute(run, report) == JN_OK)
    FUZZ_CHECK(fuzz_all_finite(jn_run_state(run), jn_system_sizes(jn_run_system(run)).nstate));
  jn_run_free(run);
  jn_result_close(file);
  jn_report_free(report);
}

// ---- a damaged result -------------------------------------------------------------------------------------

static size_t place(fuzz_bytes *bytes, size_t size) {
  size_t at = (size_t)fuzz_byte(bytes) << 16;
  at |= fuzz_pair(bytes);
  return size > 0 ? at % size : 0;
}

static void damage(uint8_t *file, size_t *size, fuzz_bytes *bytes) {
  unsigned what = fuzz_byte(bytes);
  size_t at = place(bytes, *size), from, n;
  if (*size == 0) return;
  switch (what % 4) {
    case 0: file[at] = (uint8_t)fuzz_byte(bytes); break;
    case 1: file[at] ^= (uint8_t)(1u << (what >> 2) % 8); break;
    case 2:  // a piece is where another was
      from = place(bytes, *size);
      n = 1 + fuzz_byte(bytes);
      if (n > *size - (at > from ? at : from)) n = *size - (at > from ? at : from);
      memmove(file + at, file + from, n);
      break;
    default: *size = what >= 192 ? at : *size;  // cut
  }
}

static void check_damaged(fuzz_bytes *bytes) {
  size_t size = result_size;
  uint8_t *copy = malloc(size + 1);
  if (!copy || !result) {
    free(copy);
    return;
  }
  memcpy(copy, result, size);
  while (!fuzz_ends(bytes)) damage(copy, &size, bytes);
  write_file(h5_path, copy, size);
  free(copy);
  look(h5_path);
  go_on();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_bytes bytes = {data, size, 0};
  unsigned sort = fuzz_byte(&bytes);
  const uint8_t *rest = size > 0 ? data + 1 : data;
  if (sort == 'c') {
    write_file(csv_path, rest, size - 1);
    look(csv_path);
  } else if (sort == 'h' && jn_result_has_hdf5()) {
    write_file(h5_path, rest, size - 1);
    look(h5_path);
  } else if (jn_result_has_hdf5()) {
    check_damaged(&bytes);
  }
  return 0;
}
