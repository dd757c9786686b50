// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep_store.c - the folder of a sweep. Every file is written under another name and renamed when it is whole:
//   shard-FIRST-LAST.h5        rows of a shard, all done
//   shard-FIRST-LAST.part.h5   the same while some are missing, every few seconds
//   half-RUN.h5                a run that is under way: its last checkpoint, with what was taken so far
//   runs/RUN.h5                history of a run (RUN.part.h5 while it is under way)
//   index.sqlite               parameters, status and hash of every run, made from the rows
//   lock                       empty; byte RUN is locked by the process that computes it
// Names of files that are being written contain the number of the process.
#define _GNU_SOURCE  // locks of open files
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output/disk.h"
#include "output/run_table.h"
#include "study/sweep.h"

enum { PATH = 4096 };

typedef struct {
  int first, end, left;  // runs; not done
  bool dirty;            // rows are not in any file yet
} shard;

struct jni_store {
  jni_pool pool;
  const char *folder;
  jn_sweep *sweep;
  shard *shards;  // that have runs of the table
  int nshards;
  bool *half;  // runs of the table that have a checkpoint in a file
  bool index;  // the table is that of all runs
  bool looks;  // nothing of the runs is written: others may be at work on them
  int lock;    // file that is locked; -1: none
  double save_every, written_at;
};

double jni_store_period(const jn_sweep_options *options) {
  static const double usual = 2;  // s
  return options->save_every > 0 ? options->save_every : usual;
}

// ---- shards ------------------------------------------------------------------------------------------------------

static int first_of(const jn_study *study, int nshards, int k) { return (int)((long)study->nruns * k / nshards); }

bool jni_store_range(const jn_study *study, const jn_sweep_options *options, int *first, int *end, jn_report *report) {
  int n = study->nshards;
  *first = 0, *end = study->nruns;
  if (options->shard == 0) return true;
  if (options->shard < 0 || options->shard > n) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "there is no shard %d: the study has shards 1 to %d", options->shard,
                    n);
    return false;
  }
  *first = first_of(study, n, options->shard - 1), *end = first_of(study, n, options->shard);
  return true;
}

static bool make_shards(jni_store *store, const jn_study *study, const jn_sweep_options *options) {
  int n = study->nshards;
  store->shards = jni_take(&store->pool, (size_t)n, sizeof *store->shards);
  for (int k = 0; store->shards && k < n; k++) {
    shard s = {first_of(study, n, k), first_of(study, n, k + 1), 0, false};
    if (options->shard == 0 || options->shard == k + 1) store->shards[store->nshards++] = s;
  }
  return store->shards != NULL;
}

static shard *shard_of(jni_store *store, int run) {
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

static void half_path(const jni_store *store, int run, char *path) {
  snprintf(path, PATH, "%.3900s/half-%08d.h5", store->folder, run);
}

void jni_store_history(const jni_store *store, int run, char *path, char *begun, size_t size) {
  snprintf(path, size, "%.3900s/runs/%08d.h5", store->folder, run);
  snprintf(begun, size, "%.3900s/runs/%08d.part.h5", store->folder, run);
}

// `before`, then eight digits or more: their number; what follows, NULL: it is another name.
static const char *take_number(const char *name, const char *before, int *number) {
  size_t n = strlen(before), digits = 0;
  if (strncmp(name, before, n) != 0) return NULL;
  *number = 0;
  for (; name[n + digits] >= '0' && name[n + digits] <= '9'; digits++) {
    if (digits == 9) return NULL;
    *number = 10 * *number + (name[n + digits] - '0');
  }
  return digits >= 8 ? name + n + digits : NULL;
}

// "shard-00000100-00000199.h5", also with .part: its runs. Names of files that are being written end otherwise.
static bool is_shard(const char *name, int *first, int *last) {
  const char *middle = take_number(name, "shard-", first), *end = middle ? take_number(middle, "-", last) : NULL;
  return end && (strcmp(end, ".h5") == 0 || strcmp(end, ".part.h5") == 0);
}

// ---- what is there -----------------------------------------------------------------------------------------------

static jn_status complain(const char *path, const char *doing, jn_report *report) {
  char why[200];
  jni_disk_why(errno, why, sizeof why);
  return jn_report_fault(report, JN_IO, "", "cannot %s %.250s: %s", doing, path, why);
}

static jn_status make_folder(const char *path, jn_report *report) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return JN_OK;
  return complain(path, "make the folder", report);
}

// Is it a file that a process has begun and will not finish? Nobody else writes files of these runs while they are
// locked; an index may be written by any process, whose number its name has.
static bool is_left_over(const jni_store *store, const char *name) {
  static const char index[] = "index.sqlite.";
  const char *end = strstr(name, ".new");
  int first = 0;
  long process = 0;
  if (store->lock < 0 || !end) return false;
  if (strncmp(name, index, sizeof index - 1) == 0) {
    for (const char *c = name + sizeof index - 1; *c >= '0' && *c <= '9' && process < 100000000; c++)
      process = 10 * process + (*c - '0');
    return process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH;
  }
  bool half = take_number(name, "half-", &first) != NULL;
  if (!half && !take_number(name, "shard-", &first)) return false;
  return first >= store->sweep->first && first < store->sweep->first + store->sweep->nruns;
}

static jn_status look_at(jni_store *store, const char *name, bool resume, jn_report *report) {
  jn_sweep *sweep = store->sweep;
  int first = 0, last;
  char path[PATH];
  const char *end = take_number(name, "half-", &first);
  if (is_left_over(store, name)) {
    snprintf(path, sizeof path, "%.3800s/%.250s", store->folder, name);
    unlink(path);
    return JN_OK;
  }
  if (end && strcmp(end, ".h5") == 0)
    if (first >= sweep->first && first < sweep->first + sweep->nruns) store->half[first - sweep->first] = resume;
  if (!is_shard(name, &first, &last) || last < sweep->first || first >= sweep->first + sweep->nruns) return JN_OK;
  if (!resume)
    return jn_report_fault(report, JN_REFUSED, "",
                           "the folder %.200s already has results of a sweep: go on with it by --resume, or choose "
                           "another one",
                           store->folder);
  snprintf(path, sizeof path, "%.3800s/%.250s", store->folder, name);
  return jni_sweep_rows_read(sweep, path, report);
}

static jn_status look_into(jni_store *store, bool resume, jn_report *report) {
  DIR *folder = opendir(store->folder);
  if (!folder) return complain(store->folder, "read the folder", report);
  jn_status status = JN_OK;
  for (struct dirent *entry; status == JN_OK && (entry = readdir(folder)) != NULL;)
    status = look_at(store, entry->d_name, resume, report);
  closedir(folder);
  return status;
}

// ---- the lock ----------------------------------------------------------------------------------------------------

// Locks the runs of the table, so that no other process computes them in the same folder at the same time. The lock
// ends with the process, however that ends. A file system that has no locks is used without.
static jn_status lock_runs(jni_store *store, jn_report *report) {
#ifdef F_OFD_SETLK
  const int set = F_OFD_SETLK;  // also between two sweeps of one process
#else
  const int set = F_SETLK;
#endif
  const jn_sweep *sweep = store->sweep;
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = sweep->first, .l_len = sweep->nruns};
  char path[PATH];
  if (store->looks || sweep->nruns == 0) return JN_OK;
  snprintf(path, sizeof path, "%.4000s/lock", store->folder);
  store->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (store->lock < 0) return complain(path, "write", report);
  if (fcntl(store->lock, set, &range) == 0 || (errno != EACCES && errno != EAGAIN)) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "another process is computing runs of this sweep in the folder %.200s: wait for it, or choose "
                         "another folder",
                         store->folder);
}

static jni_store *close_store(jni_store *store) {
  if (store && store->lock >= 0) close(store->lock);
  return jni_object_free(store);
}

// ---- writing -----------------------------------------------------------------------------------------------------

// Its rows are in a file now: checkpoints of their runs are not needed any more.
static void remove_halves(jni_store *store, const shard *s) {
  for (int run = s->first; run < s->end; run++) {
    int at = run - store->sweep->first;
    char path[PATH];
    if (!store->half[at] || !store->sweep->done[at]) continue;
    half_path(store, run, path);
    unlink(path);
    store->half[at] = false;
  }
}

static jn_status write_shard(jni_store *store, shard *s, jn_report *report) {
  char path[PATH], part[PATH];
  shard_path(store, s, s->left == 0, path);
  jn_status status = jni_sweep_rows_write(store->sweep, s->first, s->end, path, report);
  if (status != JN_OK) return status;
  s->dirty = false;
  remove_halves(store, s);
  shard_path(store, s, false, part);
  if (s->left == 0) unlink(part);
  return JN_OK;
}

static jn_status write_dirty(jni_store *store, jn_report *report) {
  jn_status status = JN_OK;
  store->written_at = jni_wall_clock();
  for (int k = 0; k < store->nshards && status == JN_OK; k++)
    if (store->shards[k].dirty) status = write_shard(store, &store->shards[k], report);
  return status;
}

jn_status jni_store_done(jni_store *store, int run, jn_report *report) {
  shard *s = shard_of(store, run);
  s->left--, s->dirty = true;
  if (s->left == 0) return write_shard(store, s, report);
  return jni_wall_clock() - store->written_at < store->save_every ? JN_OK : write_dirty(store, report);
}

static jn_status write_index(jni_store *store, jn_report *report) {
  char path[PATH];
  snprintf(path, sizeof path, "%.4000s/index.sqlite", store->folder);
  return store->index && jni_index_is_built() ? jni_index_write(store->sweep, path, report) : JN_OK;
}

jn_status jni_store_close(jni_store *store, jn_report *report) {
  jn_status status = store->looks ? JN_OK : write_dirty(store, report);
  if (status == JN_OK) status = write_index(store, report);
  close_store(store);
  return status;
}

// ---- checkpoints -------------------------------------------------------------------------------------------------

// One row of one number for each number of the block.
jn_status jni_store_save(jni_store *store, int run, const double *block, int n) {
  static const char *const names[] = {"block"}, *const units[] = {""};
  jni_pool room = {.alloc = store->pool.alloc};
  char path[PATH];
  jni_run_table s = {
      .model = store->sweep->model, .study = store->sweep->study, .nrows = n, .ncolumns = 1, .why_size = 1};
  s.names = names, s.units = units, s.values = (double *)block;
  s.runs = jni_doubles(&room, (size_t)n), s.ends = jni_take(&room, (size_t)n, JNI_RUN_TABLE_ENDS * sizeof(double));
  s.whys = jni_take(&room, (size_t)n, 1);
  half_path(store, run, path);
  jn_status status = room.failed ? JN_NO_MEMORY : jni_run_table_write(path, &s, NULL);
  jni_pool_free(&room);
  if (status == JN_OK) store->half[run - store->sweep->first] = true;
  return status;
}

const double *jni_store_saved(jni_store *store, int run, int *n) {
  char path[PATH], what[256];
  jni_run_table s;
  if (!store->half[run - store->sweep->first]) return NULL;
  half_path(store, run, path);
  jn_status status = jni_run_table_read(&store->pool, path, &s, what, sizeof what);
  store->pool.failed = false;  // the run then begins anew
  if (status != JN_OK || s.study != store->sweep->study || s.ncolumns != 1) return NULL;
  *n = s.nrows;
  return s.values;
}

// ---- opening -----------------------------------------------------------------------------------------------------

static void count_left(jni_store *store) {
  for (int k = 0; k < store->nshards; k++) {
    shard *s = &store->shards[k];
    char path[PATH];
    for (int run = s->first; run < s->end; run++) s->left += !store->sweep->done[run - store->sweep->first];
    shard_path(store, s, true, path);
    s->dirty = s->left == 0 && access(path, F_OK) != 0;  // from shards that were divided otherwise, or a part
  }
}

static jn_status prepare(jni_store *store, const jn_study *study, const jn_sweep_options *options, jn_report *report) {
  char runs[PATH];
  store->folder = jni_pool_text(&store->pool, options->folder, strlen(options->folder));
  store->half = jni_flags(&store->pool, (size_t)store->sweep->nruns);
  if (!make_shards(store, study, options) || store->pool.failed) return jni_report_no_memory(report);
  jn_status status = make_folder(store->folder, report);
  snprintf(runs, sizeof runs, "%.4000s/runs", store->folder);
  if (status == JN_OK && study->histories) status = make_folder(runs, report);
  if (status == JN_OK) status = lock_runs(store, report);
  if (status == JN_OK) status = look_into(store, options->resume || options->collect, report);
  if (status == JN_OK) count_left(store);
  return status;
}

jni_store *jni_store_open(const jn_study *study, const jn_sweep_options *options, jn_sweep *sweep, jn_report *report) {
  jni_store *store = jni_object_new(study->pool.alloc, sizeof *store);
  if (!store) return jni_report_no_memory(report), NULL;
  store->save_every = jni_store_period(options), store->looks = options->collect, store->lock = -1;
  store->sweep = sweep, store->index = options->shard == 0, store->written_at = jni_wall_clock();
  return prepare(store, study, options, report) == JN_OK ? store : close_store(store);
}
