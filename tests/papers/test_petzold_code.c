// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_petzold_code.c - signals while `jounce reproduce petzold` waits for a compiler of C: the program ends soon, and
// its temporary folder goes with it.
#include <dirent.h>
#include <jounce/jounce.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "common/progress.h"
#include "petzold/petzold.h"
#include "temporary.h"

static const char text[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 1, inertia: 0.1, points: {O: [-1, 0]}}}\n"
    "joints: {O: {type: revolute, between: [ground.O, bar.O]}}\n"
    "simulate: {until: 1, step: 1 ms, integrator: rk4}\noutputs: [bar.angle]\n";

static char folder[300], file[400];

static const char *path_of(const char *name) {
  snprintf(file, sizeof file, "%s/%s", folder, name);
  return file;
}

// Returns how many entries of the folder begin so.
static int count_entries(const char *begin) {
  int n = 0;
  DIR *list = opendir(folder);
  for (struct dirent *entry = list ? readdir(list) : NULL; entry; entry = readdir(list))
    n += strncmp(entry->d_name, begin, strlen(begin)) == 0;
  if (list) closedir(list);
  return n;
}

static void nap(void) {
  const struct timespec time = {0, 10000000};
  nanosleep(&time, NULL);
}

static void write_compiler(const char *script) {
  FILE *out = fopen(path_of("compiler"), "w");
  CHECK(out && fputs(script, out) >= 0);
  if (out) fclose(out);
  CHECK(chmod(file, 0700) == 0);
}

// In the child: exit code 3 if the interruption was noticed.
static void load_code(void) {
  repro r = {.report = jn_report_new(NULL)};
  progress_catch_signals();
  jn_model *model = jn_model_read_text(NULL, "bar", text, strlen(text), NULL, 0, r.report);
  jn_compiled *compiled = model ? petzold_compile(&r, model, NULL) : NULL;
  petzold_code *code = petzold_load(&r, compiled);
  _exit(!compiled ? 1 : code ? 2 : r.status == JN_INTERRUPTED ? 3 : 4);
}

static pid_t begin(void) {
  unlink(path_of("begun"));
  pid_t child = fork();
  if (child == 0) load_code();
  while (access(path_of("begun"), F_OK) != 0 && waitpid(child, NULL, WNOHANG) == 0) nap();
  CHECK(count_entries("jounce-petzold-") == 1);
  return child;
}

// The compiler is ended with the program.
static void test_one_signal(int signal) {
  int status = -1;
  write_compiler("#!/bin/sh\n: >\"$TMPDIR/begun\"\nexec sleep 3600\n");
  pid_t child = begin();
  kill(child, signal);
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3);
  CHECK(count_entries("jounce-petzold-") == 0);
}

// Two signals that arrive together end the program at once.
static void test_two_signals(void) {
  int status = -1;
  write_compiler("#!/bin/sh\n: >\"$TMPDIR/begun\"\nexec sleep 2\n");
  pid_t child = begin();
  kill(child, SIGSTOP);
  kill(child, SIGTERM);
  kill(child, SIGHUP);
  kill(child, SIGCONT);
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  CHECK(count_entries("jounce-petzold-") == 0);
}

int main(void) {
  if (!temporary_folder(folder, sizeof folder)) return 1;
  setenv("TMPDIR", folder, 1);
  setenv("CC", path_of("compiler"), 1);
  test_one_signal(SIGTERM);
  test_one_signal(SIGHUP);
  test_two_signals();
  unlink(path_of("compiler"));
  unlink(path_of("begun"));
  CHECK(rmdir(folder) == 0);
  return check_report();
}
