// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_library_posix.c - compiles printed C with the compiler of this machine and loads it as a library.
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/progress.h"
#include "petzold/petzold.h"

enum { PATH_SIZE = 600 };

bool petzold_has_compiler(void) { return system("${CC:-cc} --version >/dev/null 2>&1") == 0; }

// Runs a shell command in its own process group. A signal to this program ends the group.
static bool call(repro *r, const char *command) {
  int status = -1;
  pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    setpgid(0, 0);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  setpgid(child, child);
  if (progress_interrupted()) kill(-child, SIGTERM);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    if (progress_interrupted()) kill(-child, SIGTERM);
  if (progress_interrupted() && repro_ok(r)) r->status = JN_INTERRUPTED;
  return status == 0;
}

// Compiles for this processor, which probably has an instruction for fma; if that fails, without -march. Code of -O1
// is a tenth slower than that of -O2 and takes two thirds of the time to compile.
bool petzold_library_make(repro *r, const char *folder) {
  static const char *const how[] = {"-march=native", ""};
  char command[PATH_SIZE];
  for (int i = 0; i < 2 && repro_ok(r); i++) {
    snprintf(command, sizeof command, "cd '%s' && ${CC:-cc} -O1 %s -w -fPIC -shared around.c -o m.so -lm 2>/dev/null",
             folder, how[i]);
    if (call(r, command)) return true;
  }
  return false;
}

static void find(void *library, const char *name, void *function) {
  void *found = dlsym(library, name);
  memcpy(function, &found, sizeof found);
}

bool petzold_library_open(const char *folder, petzold_code *code) {
  char path[PATH_SIZE];
  size_t (*size)(void) = NULL;
  snprintf(path, sizeof path, "%s/m.so", folder);
  code->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!code->library) return false;
  find(code->library, "petzold_size", (void *)&size);
  find(code->library, "petzold_init", (void *)&code->init);
  find(code->library, "petzold_steps", (void *)&code->steps);
  if (!size || !code->init || !code->steps) return false;
  code->state = calloc(1, size());
  return code->state != NULL;
}

void petzold_library_close(void *library) { dlclose(library); }
