// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep_store.c - the folder of a sweep. Every file is written under a temporary name, which contains the number of the
// process, and renamed when it is complete:
//
//   shard-FIRST-LAST.h5        rows of a shard whose runs are all done
//   shard-FIRST-LAST.part.h5   rows of a shard that is not complete, written every few seconds
//   half-RUN.h5                last checkpoint of a run that is being computed, with its statistics so far
//   runs/RUN.h5                history of a run (RUN.part.h5 until it has ended)
//   index.sqlite               parameters, status and hash of every run, made from the rows
//   lock                       empty; byte RUN is locked by the process that computes the run
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "output/disk.h"
#include "output/run_table.h"
#include "study/sweep.h"

enum { PATH = 4096 };

typedef struct {
  int first, end;  // the shard consists of runs first ... end - 1
  int left;        // number of its runs that are not done
  bool dirty;      // some rows are not in a file yet
} shard;

struct jni_store {
  jni_pool pool;
  const char *folder;
  jn_sweep *sweep;
  shard *shards;  // nshards: all shards, or only the one that the options name
  int nshards;
  bool *has_checkpoint;  // one per run of the table: a file half-RUN.h5 exists
  bool index;            // the index is written, because the table has all runs
  bool read_only;        // no rows are written, because other processes may be computing the runs
  int lock;              // file descriptor of the lock; -1: not locked
  double save_every;     // time between writes of incomplete shards, s
  double written_at;     // wall time at the last of these writes, s
};

double jni_store_period(const jn_sweep_options *options) { return options->save_every > 0 ? options->save_every : 2; }

// ---- shards ------------------------------------------------------------------------------------------------------

static int first_run(const jn_study *study, int nshards, int k) { return (int)((int64_t)study->nruns * k / nshards); }

bool jni_store_range(const jn_study *study, const jn_sweep_options *options, int *first, int *end, jn_report *report) {
  int n = study->nshards;
  *first = 0;
  *end = study->nruns;
  if (options->shard == 0) return true;
  if (options->shard < 0 || options->shard > n) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "there is no shard %d: the study has shards 1 to %d", options->shard,
                    n);
    return false;
  }
  *first = first_run(study, n, options->shard - 1);
  *end = first_run(study, n, options->shard);
  return true;
}

static bool make_shards(jni_store *store, const jn_study *study, const jn_sweep_options *options) {
  int n = study->nshards;
  store->shards = jni_take(&store->pool, (size_t)n, sizeof *store->shards);
  for (int k = 0; store->shards && k < n; k++) {
    shard s = {first_run(study, n, k), first_run(study, n, k + 1), 0, false};
    if (options->shard == 0 || options->shard == k + 1) store->shards[store->nshards++] = s;
  }
  return store->shards != NULL;
}

static shard *find_shard(jni_store *store, int run) {
  int low = 0, high = store->nshards - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (store->shards[middle].first <= run) low = middle;
    else high = middle - 1;
  }
  return &store->shards[low];
}

// ---- names -------------------------------------------------------------------------------------------------------

static void shard_path(const jni_store *store, const shard *s, bool whole, char *path) {
  snprintf(path, PATH, "%.3900s/shard-%08d-%08d%s.h5", store->folder, s->first, s->end - 1, whole ? "" : ".part");
}

static void checkpoint_path(const jni_store *store, int run, char *path) {
  snprintf(path, PATH, "%.3900s/half-%08d.h5", store->folder, run);
}

void jni_store_history(const jni_store *store, int run, char *path, char *begun, size_t size) {
  snprintf(path, size, "%.3900s/runs/%08d.h5", store->folder, run);
  snprintf(begun, size, "%.3900s/runs/%08d.part.h5", store->folder, run);
}

// If a name begins with the text `before` and a number of eight or nine digits, sets *number to it and returns the rest
// of the name; otherwise returns NULL.
static const char *read_number(const char *name, const char *before, int *number) {
  size_t n = strlen(before), digits = 0;
  if (strncmp(name, before, n) != 0) return NULL;
  *number = 0;
  for (; name[n + digits] >= '0' && name[n + digits] <= '9'; digits++) {
    if (digits == 9) return NULL;
    *number = 10 * *number + (name[n + digits] - '0');
  }
  return digits >= 8 ? name + n + digits : NULL;
}

// Returns whether a name is that of the file of a shard, such as "shard-00000100-00000199.h5", complete or not (.part),
// and sets *first and *last to its runs.
static bool is_shard(const char *name, int *first, int *last) {
  const char *middle = read_number(name, "shard-", first), *end = middle ? read_number(middle, "-", last) : NULL;
  return end && (strcmp(end, ".h5") == 0 || strcmp(end, ".part.h5") == 0);
}

// ---- reading the folder ------------------------------------------------------------------------------------------

static jn_status complain(const char *path, const char *doing, jn_report *report) {
  char why[200];
  jni_disk_why(errno, why, sizeof why);
  return jn_report_fault(report, JN_IO, "", "cannot %s %.250s: %s", doing, path, why);
}

static jn_status make_folder(const char *path, jn_report *report) {
  if (jni_folder_make(path) || errno == EEXIST) return JN_OK;
  return complain(path, "make the folder", report);
}

// Returns whether a file is a temporary one that no process will complete. Files with rows: this process has locked the
// runs of its table, so that no other process writes files of them. An index: its name contains the number of the
// process that writes it, which must have ended.
static bool is_abandoned(const jni_store *store, const char *name) {
  static const char index[] = "index.sqlite.";
  const char *end = strstr(name, ".new");
  int first = 0;
  long process = 0;
  if (store->lock < 0 || !end) return false;
  if (strncmp(name, index, sizeof index - 1) == 0) {
    for (const char *c = name + sizeof index - 1; *c >= '0' && *c <= '9' && process < 100000000; c++)
      process = 10 * process + (*c - '0');
    return process > 0 && jni_process_has_ended(process);
  }
  bool half = read_number(name, "half-", &first) != NULL;
  if (!half && !read_number(name, "shard-", &first)) return false;
  return first >= store->sweep->first && first < store->sweep->first + store->sweep->nruns;
}

// Processes one file of the folder when the folder is opened: removes it if it is abandoned, records it if it is a
// checkpoint, reads the rows of a shard into the table. Without `resume` refuses a folder that contains rows of the
// table's runs. Returns JN_OK or the status of a fault in the report.
static jn_status read_entry(jni_store *store, const char *name, bool resume, jn_report *report) {
  jn_sweep *sweep = store->sweep;
  int first = 0, last;
  char path[PATH];
  const char *end = read_number(name, "half-", &first);
  if (is_abandoned(store, name)) {
    snprintf(path, sizeof path, "%.3800s/%.250s", store->folder, name);
    jni_file_remove(path);
    return JN_OK;
  }
  if (end && strcmp(end, ".h5") == 0)
    if (first >= sweep->first && first < sweep->first + sweep->nruns)
      store->has_checkpoint[first - sweep->first] = resume;
  if (!is_shard(name, &first, &last) || last < sweep->first || first >= sweep->first + sweep->nruns) return JN_OK;
  if (!resume)
    return jn_report_fault(report, JN_REFUSED, "",
                           "the folder %.200s already has results of a sweep: continue it with --resume, or choose "
                           "another folder",
                           store->folder);
  snprintf(path, sizeof path, "%.3800s/%.250s", store->folder, name);
  return jni_sweep_rows_read(sweep, path, report);
}

static jn_status read_folder(jni_store *store, bool resume, jn_report *report) {
  jni_folder *folder = jni_folder_open(store->folder);
  if (!folder) return complain(store->folder, "read the folder", report);
  jn_status status = JN_OK;
  for (const char *name = jni_folder_next(folder); status == JN_OK && name; name = jni_folder_next(folder))
    status = read_entry(store, name, resume, report);
  jni_folder_close(folder);
  return status;
}

// ---- the lock ----------------------------------------------------------------------------------------------------

// Locks the runs of the table in the folder, so that no other process computes them there at the same time; locks
// nothing if the store is only read or the table is empty. Returns JN_REFUSED if another process has locked some, JN_IO
// if the file of locks cannot be opened, both with a fault in the report. The system removes the lock when the process
// ends; on a file system without locks nothing is locked.
static jn_status lock_runs(jni_store *store, jn_report *report) {
  const jn_sweep *sweep = store->sweep;
  char path[PATH];
  if (store->read_only || sweep->nruns == 0) return JN_OK;
  snprintf(path, sizeof path, "%.4000s/lock", store->folder);
  store->lock = jni_file_open(path, JNI_FILE_PLAIN);
  if (store->lock < 0) return complain(path, "write", report);
  if (jni_file_lock_bytes(store->lock, sweep->first, sweep->nruns)) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "another process is computing runs of this sweep in the folder %.200s: wait for it, or choose "
                         "another folder",
                         store->folder);
}

static jni_store *close_store(jni_store *store) {
  if (store && store->lock >= 0) jni_file_close(store->lock);
  return jni_object_free(store);
}

// ---- writing -----------------------------------------------------------------------------------------------------

// Removes the checkpoints of those runs of a shard that are done. Called after their rows have been written to a file.
static void remove_checkpoints(jni_store *store, const shard *s) {
  for (int run = s->first; run < s->end; run++) {
    int at = run - store->sweep->first;
    char path[PATH];
    if (!store->has_checkpoint[at] || !store->sweep->done[at]) continue;
    checkpoint_path(store, run, path);
    jni_file_remove(path);
    store->has_checkpoint[at] = false;
  }
}

static jn_status write_shard(jni_store *store, shard *s, jn_report *report) {
  char path[PATH], part[PATH];
  shard_path(store, s, s->left == 0, path);
  jn_status status = jni_sweep_rows_write(store->sweep, s->first, s->end, path, report);
  if (status != JN_OK) return status;
  s->dirty = false;
  remove_checkpoints(store, s);
  shard_path(store, s, false, part);
  if (s->left == 0) jni_file_remove(part);
  return JN_OK;
}

static jn_status write_dirty(jni_store *store, jn_report *report) {
  jn_status status = JN_OK;
  store->written_at = jni_wall_clock();
  for (int k = 0; k < store->nshards && status == JN_OK; k++)
    if (store->shards[k].dirty) status = write_shard(store, &store->shards[k], report);
  return status;
}

jn_status jni_store_add_run(jni_store *store, int run, jn_report *report) {
  shard *s = find_shard(store, run);
  s->left--;
  s->dirty = true;
  if (s->left == 0) return write_shard(store, s, report);
  return jni_wall_clock() - store->written_at < store->save_every ? JN_OK : write_dirty(store, report);
}

jn_status jni_store_close(jni_store *store, jn_report *report) {
  jn_status status = store->read_only ? JN_OK : write_dirty(store, report);
  if (status == JN_OK && store->index && jni_index_is_built()) {
    char path[PATH];
    snprintf(path, sizeof path, "%.4000s/index.sqlite", store->folder);
    status = jni_index_write(store->sweep, path, report);
  }
  close_store(store);
  return status;
}

// ---- checkpoints -------------------------------------------------------------------------------------------------

// Writes the n numbers of a checkpoint to a file, as a table with one column. Returns JN_OK or why it failed.
jn_status jni_store_write_checkpoint(jni_store *store, int run, const double *block, int n) {
  static const char *const names[] = {"block"}, *const units[] = {""};
  jni_pool scratch = {.alloc = store->pool.alloc};
  char path[PATH];
  jni_run_table s = {
      .model = store->sweep->model, .study = store->sweep->study, .nrows = n, .ncolumns = 1, .why_size = 1};
  s.names = names;
  s.units = units;
  s.values = (double *)block;
  s.runs = jni_doubles(&scratch, (size_t)n);
  s.ends = jni_take(&scratch, (size_t)n, JNI_RUN_TABLE_ENDS * sizeof(double));
  s.whys = jni_take(&scratch, (size_t)n, 1);
  checkpoint_path(store, run, path);
  jn_status status = scratch.failed ? JN_NO_MEMORY : jni_run_table_write(path, &s, NULL);
  jni_pool_free(&scratch);
  if (status == JN_OK) store->has_checkpoint[run - store->sweep->first] = true;
  return status;
}

const double *jni_store_read_checkpoint(jni_store *store, int run, int *n) {
  char path[PATH], what[256];
  jni_run_table s;
  if (!store->has_checkpoint[run - store->sweep->first]) return NULL;
  checkpoint_path(store, run, path);
  jn_status status = jni_run_table_read(&store->pool, path, &s, what, sizeof what);
  store->pool.failed = false;  // without memory for the checkpoint the run starts from the beginning
  if (status != JN_OK || s.study != store->sweep->study || s.ncolumns != 1) return NULL;
  *n = s.nrows;
  return s.values;
}

// ---- opening -----------------------------------------------------------------------------------------------------

static void count_runs_left(jni_store *store) {
  for (int k = 0; k < store->nshards; k++) {
    shard *s = &store->shards[k];
    char path[PATH];
    for (int run = s->first; run < s->end; run++) s->left += !store->sweep->done[run - store->sweep->first];
    shard_path(store, s, true, path);
    // The shard has no file of its own: its rows were read from other shards or from an incomplete file.
    s->dirty = s->left == 0 && !jni_file_exists(path);
  }
}

static jn_status prepare(jni_store *store, const jn_study *study, const jn_sweep_options *options, jn_report *report) {
  char runs[PATH];
  store->folder = jni_pool_text(&store->pool, options->folder, strlen(options->folder));
  store->has_checkpoint = jni_flags(&store->pool, (size_t)store->sweep->nruns);
  if (!make_shards(store, study, options) || store->pool.failed) return jni_report_no_memory(report);
  jn_status status = make_folder(store->folder, report);
  snprintf(runs, sizeof runs, "%.4000s/runs", store->folder);
  if (status == JN_OK && study->histories) status = make_folder(runs, report);
  if (status == JN_OK) status = lock_runs(store, report);
  if (status == JN_OK) status = read_folder(store, options->resume || options->collect, report);
  if (status == JN_OK) count_runs_left(store);
  return status;
}

jni_store *jni_store_open(const jn_study *study, const jn_sweep_options *options, jn_sweep *sweep, jn_report *report) {
  jni_store *store = jni_object_new(study->pool.alloc, sizeof *store);
  if (!store) {
    jni_report_no_memory(report);
    return NULL;
  }
  store->save_every = jni_store_period(options);
  store->read_only = options->collect;
  store->lock = -1;
  store->sweep = sweep;
  store->index = options->shard == 0;
  store->written_at = jni_wall_clock();
  return prepare(store, study, options, report) == JN_OK ? store : close_store(store);
}
