// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep_index.c - writes the index of a sweep for queries by other programs: an SQLite table `runs` with parameters,
// status and hash of every run. It is made from the rows and contains no other data. The only file that calls SQLite.
#include "study/sweep.h"

#ifdef JNI_HAVE_SQLITE

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "output/text_buffer.h"

bool jni_index_is_built(void) { return true; }

// Appends a name in double quotes, as SQL requires; quotation marks in it are doubled.
static void put_name(jni_text *text, const char *name) {
  jni_text_put(text, "\"");
  for (; *name; name++) jni_text_bytes(text, *name == '"' ? "\"\"" : name, *name == '"' ? 2 : 1);
  jni_text_put(text, "\"");
}

enum { MAX_COLUMNS = 1900 };  // largest number of columns; SQLite allows 2000

static int count_columns(const jn_sweep *sweep) {
  return sweep->ncolumns < MAX_COLUMNS ? sweep->ncolumns : MAX_COLUMNS;
}

// Returns whether the name of a column is already that of an earlier column or of one that the index itself adds.
// SQLite ignores upper and lower case: "l" and "L" are the same name.
static bool is_duplicate(const jn_sweep *sweep, int column) {
  static const char *const own[] = {"run", "done", "status", "why", "hash"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcasecmp(own[i], sweep->names[column]) == 0) return true;
  for (int i = 1; i < column; i++)
    if (strcasecmp(sweep->names[i], sweep->names[column]) == 0) return true;
  return false;
}

static void put_column(jni_text *text, const jn_sweep *sweep, int column) {
  char name[400];
  if (is_duplicate(sweep, column)) snprintf(name, sizeof name, "%.380s_%d", sweep->names[column], column);
  else snprintf(name, sizeof name, "%.380s", sweep->names[column]);
  put_name(text, name);
  jni_text_put(text, " REAL");
}

// Returns the SQL statement that creates the table of runs (create) or inserts one row into it; NULL: no memory.
// Columns: run, done, status, why, hash, then those of the sweep's table.
static char *statement(const jn_sweep *sweep, bool create) {
  jni_text text = jni_text_new(sweep->pool.alloc);
  jni_text_put(&text, create
                          ? "CREATE TABLE runs (run INTEGER PRIMARY KEY, done INTEGER, status TEXT, why TEXT, hash TEXT"
                          : "INSERT INTO runs VALUES (?, ?, ?, ?, ?");
  for (int i = 1; i < count_columns(sweep); i++) {
    jni_text_put(&text, create ? ", " : ", ?");
    if (create) put_column(&text, sweep, i);
  }
  jni_text_put(&text, ")");
  return jni_text_take(&text);
}

static bool insert(sqlite3_stmt *s, const jn_sweep *sweep, int run) {
  char hash[20];
  bool done = sweep->done[run];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sweep->hashes[run]);
  sqlite3_bind_int(s, 1, sweep->first + run);
  sqlite3_bind_int(s, 2, done);
  sqlite3_bind_text(s, 3,
                    !done                           ? "not done"
                    : sweep->statuses[run] == JN_OK ? "ok"
                                                    : jn_status_text(sweep->statuses[run]),
                    -1, SQLITE_STATIC);
  sqlite3_bind_text(s, 4, jn_sweep_why(sweep, run), -1, SQLITE_STATIC);
  sqlite3_bind_text(s, 5, done ? hash : "", -1, SQLITE_TRANSIENT);
  for (int c = 1; c < count_columns(sweep); c++)  // SQLite stores NaN as NULL
    sqlite3_bind_double(s, 5 + c, sweep->values[(size_t)c * (size_t)sweep->nruns + (size_t)run]);
  return sqlite3_step(s) == SQLITE_DONE && sqlite3_reset(s) == SQLITE_OK;
}

static bool fill(sqlite3 *base, const jn_sweep *sweep) {
  char *create = statement(sweep, true), *into = statement(sweep, false);
  sqlite3_stmt *s = NULL;
  bool ok = create && into && sqlite3_exec(base, "BEGIN", NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_exec(base, create, NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(base, into, -1, &s, NULL) == SQLITE_OK;
  for (int run = 0; ok && run < sweep->nruns; run++) ok = insert(s, sweep, run);
  sqlite3_finalize(s);
  jni_free(sweep->pool.alloc, create);
  jni_free(sweep->pool.alloc, into);
  return ok && sqlite3_exec(base, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

jn_status jni_index_write(const jn_sweep *sweep, const char *path, jn_report *report) {
  char part[4200], why[200] = "";
  sqlite3 *base = NULL;
  snprintf(part, sizeof part, "%.4100s.%ld.new", path, (long)getpid());
  unlink(part);
  bool ok = sqlite3_open(part, &base) == SQLITE_OK && fill(base, sweep);
  if (!ok) snprintf(why, sizeof why, "%.190s", base ? sqlite3_errmsg(base) : "no memory");
  if (sqlite3_close(base) != SQLITE_OK) ok = false;
  if (ok && rename(part, path) == 0) return JN_OK;
  unlink(part);
  return jn_report_fault(report, JN_IO, "", "cannot write the index %.200s: %s", path,
                         why[0] ? why : "the disk is full or not writable");
}

#else

bool jni_index_is_built(void) { return false; }

jn_status jni_index_write(const jn_sweep *sweep, const char *path, jn_report *report) {
  (void)sweep;
  return jn_report_fault(
      report, JN_IO, "",
      "cannot write the index %.200s: this build has no SQLite; install libsqlite3-dev and build again", path);
}

#endif

bool jn_can_sweep_index(void) { return jni_index_is_built(); }
