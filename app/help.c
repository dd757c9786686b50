// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// help.c - help texts, made from the tables of verbs and options; `jounce help`.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "common/text.h"
#include "shell/shell.h"

enum { HELP_WIDTH = 100 };  // width of the help, columns

// Prints a text that begins in column `at`, wrapped at HELP_WIDTH, with the following lines indented by `indent`. '\n'
// begins a new line.
static void print_wrapped(FILE *out, const char *text, int at, int indent) {
  bool first = true;  // the next word is the first of its line
  while (*text) {
    int n = (int)strcspn(text, " \n");
    if (!first && at + 1 + n > HELP_WIDTH) {
      fprintf(out, "\n%*s", indent, "");
      at = indent;
      first = true;
    }
    fprintf(out, "%s%.*s", first ? "" : " ", n, text);
    at += n + !first;
    first = false;
    text += n;
    if (*text == '\n') {
      fprintf(out, "\n%*s", indent, "");
      at = indent;
      first = true;
    }
    if (*text) text++;
  }
  fputc('\n', out);
}

void print_overview(FILE *out) {
  fprintf(out, "Jounce %s simulates mechanisms, machines and vehicles described in a model file.\n\n", jn_version());
  fputs("usage: jounce VERB WORDS... [OPTIONS]\n\n", out);
  for (int i = 0; verbs[i]; i++) {
    char head[64];
    snprintf(head, sizeof head, "%s %s", verbs[i]->name, verbs[i]->words);
    fprintf(out, "  jounce %-26s %s\n", head, verbs[i]->help);
  }
  fputs("\n'jounce VERB --help' explains a verb and shows examples.\n", out);
}

static void print_option(FILE *out, const app_option *option) {
  char head[80];
  char letter[8] = "    ";
  if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(head, sizeof head, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
           option->value ? option->value : "");
  char help[512];
  fprintf(out, "  %-30s ", head);
  if (strlen(head) > 30) fprintf(out, "\n%*s", 33, "");  // a long head has a line of its own
  print_wrapped(out, option_help(option, help, sizeof help), 33, 33);
}

static void print_verb_help(FILE *out, const app_verb *verb) {
  fprintf(out, "jounce %s: %s\n\n", verb->name, verb->help);
  fprintf(out, "usage: jounce %s %s%s[OPTIONS]\n", verb->name, verb->words, *verb->words ? " " : "");
  if (verb->details) {
    fputc('\n', out);
    print_wrapped(out, verb->details, 0, 0);
  }
  fputs("\noptions:\n", out);
  app_option o;
  for (int i = 0; option_get(i, &o); i++)
    if (o.verbs & verb->bit) print_option(out, &o);
  fputs("\nexamples:\n", out);
  for (int i = 0; verb->examples[i]; i++) fprintf(out, "  %s\n", verb->examples[i]);
}

// ---- JSON ---------------------------------------------------------------------------------------

static void put_options(app_json *out, const app_verb *verb) {
  json_open(out, "options", '[');
  app_option o;
  for (int i = 0; option_get(i, &o); i++) {
    if (!(o.verbs & verb->bit)) continue;
    char letter[2] = {o.letter, 0}, help[512];
    json_open(out, NULL, '{');
    json_text(out, "name", o.name);
    json_text(out, "letter", o.letter ? letter : NULL);
    json_text(out, "value", o.value);
    json_text(out, "help", option_help(&o, help, sizeof help));
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_verb(app_json *out, const app_verb *verb) {
  json_text(out, "name", verb->name);
  json_text(out, "words", verb->words);
  json_text(out, "help", verb->help);
}

static void answer_help(app_command *command, const app_verb *verb) {
  app_json out = {.out = stdout};
  answer_begin(command, &out, JN_OK);
  if (verb) {
    put_verb(&out, verb);
    json_text(&out, "details", verb->details);
    put_options(&out, verb);
    json_open(&out, "examples", '[');
    for (int i = 0; verb->examples[i]; i++) json_text(&out, NULL, verb->examples[i]);
    json_close(&out, ']');
  } else {
    json_open(&out, "verbs", '[');
    for (int i = 0; verbs[i]; i++) {
      json_open(&out, NULL, '{');
      put_verb(&out, verbs[i]);
      json_close(&out, '}');
    }
    json_close(&out, ']');
  }
  answer_end(command, &out);
}

// ---- the verb -------------------------------------------------------------------------------------

jn_status print_help(app_command *command, const app_verb *verb) {
  command->answered = true;
  if (command->options.man) write_manual(stdout, verb);
  else if (command->options.json) answer_help(command, verb);
  else if (verb) print_verb_help(stdout, verb);
  else print_overview(stdout);
  return JN_OK;
}

static jn_status help_work(app_command *command) {
  if (command->options.man && command->options.json)
    return usage_fault(command, "--man and --json contradict each other; give one of them");
  if (command->options.words.n == 0) return print_help(command, NULL);
  const char *word = command->options.words.items[0];
  const app_verb *verb = verb_named(word);
  if (verb) return print_help(command, verb);
  app_nearest nearest = {.word = word};
  for (int i = 0; verbs[i]; i++) nearest_offer(&nearest, verbs[i]->name);
  if (nearest.best)
    return usage_fault(command, "there is no verb '%s'; did you mean 'jounce help %s'?", word, nearest.best);
  return usage_fault(command, "there is no verb '%s'; 'jounce help' lists them all", word);
}

static const char *const help_examples[] = {"jounce help", "jounce help run", "jounce help run --man > jounce-run.1",
                                            NULL};

const app_verb verb_help = {.name = "help",
                            .words = "[VERB]",
                            .needs = "one verb",
                            .help = "this overview, or help on one verb",
                            .examples = help_examples,
                            .bit = FOR_HELP,
                            .most = 1,
                            .work = help_work};
