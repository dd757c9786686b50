// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// startup.c - how long a user waits for a small model: `jounce run` as a process of its own.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "jounce_side.h"

// Runs the command in `folder`, where it may leave its results; standard output and error are dropped.
static bool run_once(const char *folder) {
  pid_t child = fork();
  if (child == 0) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || chdir(folder) != 0 || dup2(nowhere, 1) < 0 || dup2(nowhere, 2) < 0) _exit(127);
    execl(BENCH_COMMAND, BENCH_COMMAND, "run", BENCH_MODELS "/examples/pendulum.yaml", (char *)NULL);
    _exit(127);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void remove_folder(const char *folder) {
  pid_t child = fork();
  if (child == 0) {
    execlp("rm", "rm", "-rf", "--", folder, (char *)NULL);
    _exit(127);
  }
  if (child > 0) waitpid(child, NULL, 0);
}

double bench_jounce_startup(int repeats) {
  char folder[] = "/tmp/jounce-bench-XXXXXX";
  double best = -1;
  if (!mkdtemp(folder)) return best;
  for (int i = 0; i < repeats; i++) {
    double before = bench_wall_seconds();
    if (!run_once(folder)) {
      best = -1;
      break;
    }
    double seconds = bench_wall_seconds() - before;
    if (best < 0 || seconds < best) best = seconds;
  }
  remove_folder(folder);
  return best;
}
