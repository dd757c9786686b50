// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// main.c - main program: finds the verb, parses its options, runs it, and returns its status as exit code.
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "common/system.h"
#include "common/text.h"

const app_verb *const verbs[] = {
#define APP_X(name) &verb_##name,
    APP_VERB_LIST(APP_X)
#undef APP_X
        NULL};

const app_verb *verb_named(const char *name) {
  for (int i = 0; verbs[i]; i++)
    if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
  return NULL;
}

static bool is_readable(const char *path) {
  FILE *file = system_open(path, "rb");
  if (file) fclose(file);
  return file != NULL;
}

static jn_status unknown_verb(app_command *command, const char *word) {
  if (word[0] == '-')
    return usage_fault(command, "the verb comes first, as in 'jounce run MODEL', but the first word is '%s'", word);
  app_nearest nearest = {.word = word};
  for (int i = 0; verbs[i]; i++) nearest_offer(&nearest, verbs[i]->name);
  if (nearest.best) return usage_fault(command, "there is no verb '%s'; did you mean 'jounce %s'?", word, nearest.best);
  if (is_readable(word)) return usage_fault(command, "'%s' is no verb; did you mean 'jounce run %s'?", word, word);
  return usage_fault(command, "there is no verb '%s'; 'jounce help' lists them all", word);
}

// Returns the verb that the first word names, also for --help and --version; NULL: there is none.
static const app_verb *choose_verb(const char *word) {
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return &verb_help;
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) return &verb_version;
  return verb_named(word);
}

static jn_status check_words(app_command *command) {
  const app_verb *verb = command->verb;
  int n = command->options.words.n;
  if (n < verb->least)
    return usage_fault(command, "'jounce %s' needs %s; try 'jounce %s --help'", verb->name, verb->needs, verb->name);
  if (verb->most >= 0 && n > verb->most) {
    const char *extra = command->options.words.items[verb->most];
    if (verb->most == 0) return usage_fault(command, "'jounce %s' takes no words, but got '%s'", verb->name, extra);
    return usage_fault(command, "'jounce %s' takes %s and nothing more, but got '%s' as well", verb->name, verb->needs,
                       extra);
  }
  return JN_OK;
}

static jn_status work(app_command *command, int argc, char **argv) {
  if (argc < 2) {
    print_overview(stderr);
    return JN_BAD_ARGUMENT;
  }
  command->verb = choose_verb(argv[1]);
  for (int i = 1; i < argc; i++) command->options.json |= strcmp(argv[i], "--json") == 0;
  if (!command->verb) return unknown_verb(command, argv[1]);
  const app_verb *verb = command->verb;
  jn_status status = options_parse(&command->options, verb->name, verb->bit, argc - 2, argv + 2, command->report);
  if (command->options.help) return print_help(command, verb);
  if (status == JN_OK) status = check_words(command);
  return status == JN_OK ? verb->work(command) : status;
}

// Writes what is still buffered for standard output. If that fails, as on a full disk, prints a message (not for
// pipes). Returns `code`, or if that is 0 and the output failed, the exit code of JN_IO.
static int finish_output(int code) {
  bool failed = ferror(stdout) != 0;
  errno = 0;
  if (fflush(stdout) != 0) failed = true;
  if (!failed) return code;
  system_file there;
  // whoever reads a pipe may close it early, as `head` does: this is not reported
  bool pipe = system_stdout_info(&there) && there.pipe;
  if (!pipe)
    fprintf(stderr, "jounce: error: standard output could not be written: %s\n",
            errno ? strerror(errno) : "is the disk full?");
  return code ? code : jn_status_exit_code(JN_IO);
}

int main(int argc, char **argv) {
  setlocale(LC_ALL, "C");  // decimal points, even if a library has chosen another locale
  system_begin(&argc, &argv);
  app_command command = {.options = options_default(), .report = jn_report_new(NULL)};
  if (!command.report) {
    fprintf(stderr, "jounce: error: out of memory\n");
    return jn_status_exit_code(JN_NO_MEMORY);
  }
  jn_status status = work(&command, argc, argv);
  if (command.verb && !command.options.help) status = checked_status(&command, status, command.verb->name);
  print_messages(&command);
  if (command.options.json && !command.answered) {
    app_json out = {.out = stdout};
    answer_begin(&command, &out, status);
    answer_end(&command, &out);
  }
  options_free(&command.options);
  jn_report_free(command.report);
  return finish_output(jn_status_exit_code(status));
}
