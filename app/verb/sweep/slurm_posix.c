// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// slurm_posix.c - runs of a sweep as one array job of Slurm: task N runs this program with --shard N.
#define _XOPEN_SOURCE 700  // declares realpath
#include "slurm.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- incomplete shards -------------------------------------------------------------------------------------------

static bool is_whole(const app_sweep *sweep, int k) {
  long n = jn_study_nshards(sweep->what), runs = jn_study_nruns(sweep->what);
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%.4000s/shard-%08ld-%08ld.h5", sweep->folder, runs * (k - 1) / n, runs * k / n - 1);
  return access(path, F_OK) == 0;
}

// Sets *list, which the caller frees, to the numbers of the shards that are not complete as "1-3,7,9-12". Returns how
// many there are; -1: no memory.
static int list_missing(const app_sweep *sweep, char **list) {
  int n = jn_study_nshards(sweep->what), count = 0;
  size_t size = 24 * (size_t)n + 1, used = 0;
  *list = calloc(size, 1);
  if (!*list) return -1;
  for (int k = 1; k <= n; k++) {
    int last = k;
    if (is_whole(sweep, k)) continue;
    while (last < n && !is_whole(sweep, last + 1)) last++;
    used += (size_t)snprintf(*list + used, size - used, used ? ",%d" : "%d", k);
    if (last > k) used += (size_t)snprintf(*list + used, size - used, "-%d", last);
    count += last - k + 1;
    k = last;
  }
  return count;
}

// ---- the task ----------------------------------------------------------------------------------------------------

// Writes a word quoted for a shell: 'it'\''s'.
static void put_word(FILE *out, const char *word) {
  fputc('\'', out);
  for (; *word; word++) {
    if (*word == '\'') fputs("'\\''", out);
    else fputc(*word, out);
  }
  fputc('\'', out);
}

static jn_status write_task(app_sweep *sweep, const char *folder, const char *path) {
  app_command *command = sweep->study.command;
  char program[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  // the script is written under another name and renamed, so that a link at `path` is replaced and not followed
  char part[PATH_MAX + 32];
  snprintf(part, sizeof part, "%.4090s.%ld.new", path, (long)getpid());
  unlink(part);
  int fd = n > 0 ? open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666) : -1;
  FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (!out && fd >= 0) close(fd);
  if (!out) return jn_report_fault(command->report, JN_IO, "", "cannot write %.200s: %s", path, strerror(errno));
  program[n] = 0;
  fputs("#!/bin/sh\nexec ", out);
  put_word(out, program);
  fputs(" sweep ", out);
  put_word(out, folder);
  fputs(" --shard \"$SLURM_ARRAY_TASK_ID\" --threads \"${SLURM_CPUS_PER_TASK:-1}\" --quiet", out);
  fputs(command->options.allow_code ? " --allow-code\n" : "\n", out);
  bool written = !ferror(out);
  written = fclose(out) == 0 && written;
  written = written && rename(part, path) == 0;
  if (!written) unlink(part);
  return written ? JN_OK : jn_report_fault(command->report, JN_IO, "", "cannot write %.200s", path);
}

// ---- sbatch ------------------------------------------------------------------------------------------------------

// Writes the option of sbatch for the output files of the tasks, in the folder. '%' is doubled there, because it begins
// a pattern.
static void put_output(const char *folder, char *option, size_t size) {
  size_t used = (size_t)snprintf(option, size, "--output=");
  for (; *folder && used + 32 < size; folder++) {
    if (*folder == '%') option[used++] = '%';
    option[used++] = *folder;
  }
  snprintf(option + used, size - used, "/task-%%a.txt");
}

// Runs sbatch with these words and stores the beginning of its output in `answer` (`size` bytes with the zero). Returns
// a fault if it fails.
static jn_status run_sbatch(app_command *command, char **words, char *answer, size_t size) {
  int ends[2];
  if (pipe(ends) != 0)
    return jn_report_fault(command->report, JN_IO, "", "sbatch cannot be started: %s", strerror(errno));
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    close(ends[0]);
    close(ends[1]);
    execvp(words[0], words);
    _exit(127);
  }
  close(ends[1]);
  size_t used = 0;
  while (child > 0 && used < size - 1) {
    ssize_t n = read(ends[0], answer + used, size - 1 - used);
    if (n <= 0) break;
    used += (size_t)n;
  }
  answer[used] = 0;
  close(ends[0]);
  int code = 0;
  bool waited = child > 0 && waitpid(child, &code, 0) == child;
  if (waited && WIFEXITED(code) && WEXITSTATUS(code) == 127)
    return jn_report_fault(command->report, JN_IO, "",
                           "there is no 'sbatch': --slurm needs Slurm (Debian: slurm-client)");
  if (waited && WIFEXITED(code) && WEXITSTATUS(code) == 0) return JN_OK;
  return jn_report_fault(command->report, JN_IO, "", "sbatch has refused the job");
}

static jn_status submit(app_sweep *sweep, const char *list, char *job, size_t size) {
  app_command *command = sweep->study.command;
  const text_list *typed = &command->options.words;
  char folder[PATH_MAX], task[PATH_MAX], array[64] = "--array", option[2 * PATH_MAX + 64];
  if (!realpath(sweep->folder, folder))
    return jn_report_fault(command->report, JN_IO, "", "the folder %.200s cannot be found", sweep->folder);
  snprintf(task, sizeof task, "%.4000s/task.sh", folder);
  put_output(folder, option, sizeof option);
  jn_status status = write_task(sweep, folder, task);
  char **words = calloc((size_t)typed->n + 10, sizeof *words);
  if (status == JN_OK && !words) status = JN_NO_MEMORY;
  if (status == JN_OK) {
    int n = 0;
    char program[] = "sbatch", parsable[] = "--parsable", name[] = "--job-name=jounce";
    words[n++] = program;
    words[n++] = parsable;
    words[n++] = name;
    words[n++] = option;
    for (int i = 1; i < typed->n; i++) words[n++] = typed->items[i];
    words[n++] = array;
    words[n++] = (char *)list;
    words[n++] = task;
    status = run_sbatch(command, words, job, size);
  }
  free(words);
  return status;
}

static void print_answer(const app_sweep *sweep, const char *job, int count) {
  app_command *command = sweep->study.command;
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "name", jn_study_model(sweep->what));
    json_text(&out, "folder", sweep->folder);
    json_text(&out, "job", job);
    json_integer(&out, "tasks", count);
    json_integer(&out, "runs", jn_study_nruns(sweep->what));
    answer_end(command, &out);
  } else if (!command->options.quiet && count == 0) {
    printf("%s: all shards are done\n\n  table          jounce sweep %s --collect\n", jn_study_model(sweep->what),
           sweep->folder);
  } else if (!command->options.quiet) {
    printf("%s: %d runs\n\n  job            %s of Slurm, %d task%s\n  table          jounce sweep %s --collect\n",
           jn_study_model(sweep->what), jn_study_nruns(sweep->what), job, count, count == 1 ? "" : "s", sweep->folder);
  }
}

jn_status slurm_submit(app_sweep *sweep) {
  app_command *command = sweep->study.command;
  char *list = NULL, job[256] = "";
  int n = jn_study_nshards(sweep->what), count = list_missing(sweep, &list);
  jn_status status = count < 0 ? JN_NO_MEMORY : JN_OK;
  if (count >= 0 && count < n && !command->options.continue_study)
    status = jn_report_fault(command->report, JN_REFUSED, "",
                             "the folder %.200s already has results of a sweep: --resume submits what is missing",
                             sweep->folder);
  if (status == JN_OK && count > 0) status = submit(sweep, list, job, sizeof job);
  job[strcspn(job, ";\n")] = 0;  // the number of the job may be followed by ";CLUSTER"
  if (status == JN_OK) print_answer(sweep, job, count);
  free(list);
  return status;
}
