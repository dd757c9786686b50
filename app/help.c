// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// help.c - the help texts, made from the tables of verbs and options; `jounce help`.
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "text.h"

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
  char head[48];
  char letter[8] = "    ";
  if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
  snprintf(head, sizeof head, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
           option->value ? option->value : "");
  fprintf(out, "  %-30s %s\n", head, option->help);
}

void print_verb_help(FILE *out, const app_verb *verb) {
  fprintf(out, "jounce %s: %s\n\n", verb->name, verb->help);
  fprintf(out, "usage: jounce %s %s%s[OPTIONS]\n", verb->name, verb->words, *verb->words ? " " : "");
  if (verb->details) fprintf(out, "\n%s\n", verb->details);
  fputs("\noptions:\n", out);
  for (const app_option *o = option_table; o->name; o++)
    if (o->verbs & verb->bit) print_option(out, o);
  fputs("\nexamples:\n", out);
  for (int i = 0; verb->examples[i]; i++) fprintf(out, "  %s\n", verb->examples[i]);
}

static jn_status help_work(app_command *command) {
  if (command->options.words.n == 0) {
    print_overview(stdout);
    command->answered = true;
    return JN_OK;
  }
  const char *word = command->options.words.items[0];
  const app_verb *verb = verb_find(word);
  if (verb) {
    print_verb_help(stdout, verb);
    command->answered = true;
    return JN_OK;
  }
  app_nearest near = {.word = word};
  for (int i = 0; verbs[i]; i++) nearest_offer(&near, verbs[i]->name);
  if (near.best) return usage_fault(command, "there is no verb '%s'; did you mean 'jounce help %s'?", word, near.best);
  return usage_fault(command, "there is no verb '%s'; 'jounce help' lists them all", word);
}

static const char *const help_examples[] = {"jounce help", "jounce help run", NULL};

const app_verb verb_help = {.name = "help",
                            .words = "[VERB]",
                            .needs = "one verb",
                            .help = "this overview, or the help of a verb",
                            .examples = help_examples,
                            .bit = FOR_TEXT,
                            .least = 0,
                            .most = 1,
                            .work = help_work};
