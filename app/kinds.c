// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinds.c - `jounce kinds`: joints, forces, formulations and integrators that exist, from the library's tables.
#include <stdio.h>
#include <string.h>

#include "command.h"

typedef struct {
  const char *title, *key;
  const char *(*name)(int i);
  const char *(*help)(int i);  // NULL: names alone
} kind_list;

static const kind_list lists[] = {
    {"Joints (type: in joints)", "joints", jn_joint_kind_name, jn_joint_kind_help},
    {"Forces (type: in forces)", "forces", jn_force_kind_name, jn_force_kind_help},
    {"Coordinates (--coordinates)", "coordinates", jn_coordinates_name, NULL},
    {"Formulations (--formulation)", "formulations", jn_formulation_name, jn_formulation_help},
    {"Integrators (--integrator)", "integrators", jn_integrator_name, jn_integrator_help},
};
enum { NLISTS = sizeof lists / sizeof *lists };

static void print_list(const kind_list *list) {
  printf("%s:\n", list->title);
  for (int i = 0; list->name(i); i++)
    if (list->help) printf("  %-20s %s\n", list->name(i), list->help(i));
    else printf("  %s\n", list->name(i));
  putchar('\n');
}

static void put_list(app_json *out, const kind_list *list) {
  json_open(out, list->key, '[');
  for (int i = 0; list->name(i); i++) {
    json_open(out, NULL, '{');
    json_text(out, "name", list->name(i));
    if (list->help) json_text(out, "help", list->help(i));
    json_close(out, '}');
  }
  json_close(out, ']');
}

// Long lines go on below, under the second column; they are parted after a semicolon.
static void print_folded(const char *text) {
  enum { WIDTH = 100, INDENT = 14 };
  size_t column = 0;
  while (*text) {
    size_t part = strcspn(text, ";\n");
    part += text[part] != '\0';
    if (column > 0 && column + part > WIDTH) column = (size_t)printf("\n%*s", INDENT, "") - 1;
    printf("%.*s", (int)part, text);
    column = text[part - 1] == '\n' ? 0 : column + part;
    text += part;
  }
}

static jn_status kinds_work(app_command *command) {
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    for (int i = 0; i < NLISTS; i++) put_list(&out, &lists[i]);
    answer_end(command, &out);
    return JN_OK;
  }
  for (int i = 0; i < NLISTS; i++) print_list(&lists[i]);
  char table[8192];
  jn_choices_table(table, sizeof table);
  puts("What goes with what:");
  print_folded(table);
  return JN_OK;
}

static const char *const examples[] = {"jounce kinds", "jounce kinds --json", NULL};

const app_verb verb_kinds = {.name = "kinds",
                             .words = "",
                             .help = "joints, forces, formulations and integrators that exist",
                             .examples = examples,
                             .bit = FOR_TEXT,
                             .least = 0,
                             .most = 0,
                             .work = kinds_work};
