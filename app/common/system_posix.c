// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// system_posix.c - implements system.h for POSIX systems.
#define _XOPEN_SOURCE 700  // declares realpath and mkdtemp
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/system.h"
#include "common/text.h"

enum { LINK_SIZE = 4096, MOST_LINKS = 16 };

// ---- the program --------------------------------------------------------------------------------------------------

void system_begin(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

static bool (*note_of)(void);

// Handler of signals: calls the registered function and, if that returns false, ends the program by the signal.
// Async-signal-safe.
static void handle(int signal) {
  struct sigaction usual;
  if (note_of()) return;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, NULL);
  raise(signal);
}

void system_catch_signals(bool (*note)(void)) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action, old;
  note_of = note;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    // SIGHUP stays ignored under nohup
    bool spared = sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN && signals[i] == SIGHUP;
    if (!spared) sigaction(signals[i], &action, NULL);
  }
}

static double clock_of(clockid_t id) {
  struct timespec now;
  clock_gettime(id, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double system_clock(void) { return clock_of(CLOCK_MONOTONIC); }
double system_cpu_seconds(void) { return clock_of(CLOCK_PROCESS_CPUTIME_ID); }

void system_pause(int milliseconds) {
  nanosleep(&(struct timespec){.tv_sec = 0, .tv_nsec = milliseconds * 1000000L}, NULL);
}

// Opens a page by xdg-open, whose output is discarded. Returns false without a display, or if xdg-open is missing or
// fails.
bool system_show_page(const char *path) {
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return false;
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) _exit(127);
    execlp("xdg-open", "xdg-open", path, (char *)NULL);
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int system_run(const char *const *words, char *text, size_t size) {
  enum { NOT_STARTED = 127 };
  int ends[2], status = 0;
  size_t used = 0;
  char more[4096];
  text[0] = 0;
  if (pipe(ends) != 0) return -1;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(words[0], (char *const *)words);
    _exit(NOT_STARTED);
  }
  close(ends[1]);
  while (child > 0) {
    ssize_t n = read(ends[0], more, sizeof more);
    if (n <= 0) break;
    size_t fits = (size_t)n < size - 1 - used ? (size_t)n : size - 1 - used;
    memcpy(text + used, more, fits);
    used += fits;
  }
  text[used] = 0;
  close(ends[0]);
  bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
  return ended && WEXITSTATUS(status) != NOT_STARTED ? WEXITSTATUS(status) : -1;
}

// ---- terminals ----------------------------------------------------------------------------------------------------

bool system_draws_progress(void) {
  const char *terminal = getenv("TERM");
  bool dumb = !terminal || !*terminal || strcmp(terminal, "dumb") == 0;
  return !dumb && isatty(STDERR_FILENO);
}

int system_terminal_width(FILE *stream) {
  struct winsize window;
  return ioctl(fileno(stream), TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

// ---- paths --------------------------------------------------------------------------------------------------------

bool path_separates(char c) { return c == '/'; }
size_t path_root(const char *path) { return path[0] == '/'; }

// Returns the path of the file `name` in the folder of the file `path`; a copy of `name` if it is absolute. The caller
// frees it; NULL: no memory.
static char *beside(const char *path, const char *name) {
  size_t n = *name == '/' ? 0 : path_length_of_folder(path), m = strlen(name);
  char *text = malloc(n + m + 1);
  if (!text) return NULL;
  memcpy(text, path, n);
  memcpy(text + n, name, m + 1);
  return text;
}

static char *resolved(const char *path, int links) {
  char target[LINK_SIZE], *whole = realpath(path, NULL);
  if (whole) return whole;
  ssize_t length = links > 0 ? readlink(path, target, sizeof target - 1) : -1;
  if (length >= 0) {  // a link to a file that does not exist yet
    target[length] = 0;
    char *next = beside(path, target);
    whole = next ? resolved(next, links - 1) : NULL;
    free(next);
    return whole;
  }
  char *here = beside(path, "."), *folder = here ? realpath(here, NULL) : NULL;
  size_t n = folder ? strlen(folder) : 0, size = n + strlen(path_base(path)) + 2;
  whole = folder ? malloc(size) : NULL;
  if (whole) snprintf(whole, size, "%s/%s", folder, path_base(path));
  free(here);
  free(folder);
  return whole;
}

char *path_resolved(const char *path) { return resolved(path, MOST_LINKS); }

// ---- files --------------------------------------------------------------------------------------------------------

static bool take(const struct stat *status, system_file *file) {
  *file = (system_file){.regular = S_ISREG(status->st_mode),
                        .folder = S_ISDIR(status->st_mode),
                        .pipe = S_ISFIFO(status->st_mode),
                        .size = (double)status->st_size,
                        .device = (uint64_t)status->st_dev,
                        .number = (uint64_t)status->st_ino,
                        .changed = (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec};
  return true;
}

bool system_file_info(const char *path, system_file *file) {
  struct stat status;
  return stat(path, &status) == 0 && take(&status, file);
}

bool system_stdout_info(system_file *file) {
  struct stat status;
  return fstat(STDOUT_FILENO, &status) == 0 && take(&status, file);
}

bool system_allows(const char *path, system_access how) {
  static const int modes[] = {
      [SYSTEM_EXISTS] = F_OK, [SYSTEM_READABLE] = R_OK, [SYSTEM_WRITABLE] = W_OK, [SYSTEM_TAKES_FILES] = W_OK | X_OK};
  return access(path, modes[how]) == 0;
}

FILE *system_open(const char *path, const char *mode) { return fopen(path, mode); }
FILE *system_create(const char *path) { return fopen(path, "wbx"); }
bool system_remove(const char *path) { return unlink(path) == 0; }
bool system_make_folder(const char *path) { return mkdir(path, 0777) == 0; }
bool system_remove_folder(const char *path) { return rmdir(path) == 0; }
bool system_current_folder(char *path, size_t size) { return getcwd(path, size) != NULL; }

bool system_is_empty(const char *folder) {
  DIR *entries = opendir(folder);
  int n = 0;
  if (!entries) return false;
  while (readdir(entries)) n++;
  closedir(entries);
  return n <= 2;  // "." and ".."
}

bool system_make_temporary_folder(const char *name, char *path, size_t size) {
  const char *parent = getenv("TMPDIR");
  int n = snprintf(path, size, "%s/%s-XXXXXX", parent && *parent ? parent : "/tmp", name);
  return n < (int)size && mkdtemp(path) != NULL;
}
