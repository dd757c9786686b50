// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kinds.c - `jounce kinds`: prints all kinds of elements, formulations and integrators, and the choices of a run.
#include <stdio.h>
#include <string.h>

#include "kinds.h"

typedef struct {
  const char *title, *key;
  const char *(*name)(int i);
  const char *(*help)(int i);
  bool (*is_built)(const char *name);  // returns whether a kind is in this build; NULL: all are
} kind_list;

static const char *coordinates_help(int i) { return jn_choice_help(JN_CHOICE_coordinates, jn_coordinates_name(i)); }

// Returns the i-th formulation that can be chosen, without `auto`, which is the first value.
static const char *formulation_name(int i) { return jn_choice_value(JN_CHOICE_formulation, i + 1); }
static const char *formulation_help(int i) { return jn_choice_help(JN_CHOICE_formulation, formulation_name(i)); }

static const kind_list lists[] = {
    {"Joints (type: in joints)", "joints", jn_joint_kind_name, jn_joint_kind_help, NULL},
    {"Forces (type: in forces)", "forces", jn_force_kind_name, jn_force_kind_help, NULL},
    {"Subsystems (type: in subsystems)", "subsystems", jn_subsystem_kind_name, jn_subsystem_kind_help, NULL},
    {"Roads (type: in roads)", "roads", jn_road_kind_name, jn_road_kind_help, NULL},
    {"Shapes (type: in shapes of a body)", "shapes", jn_shape_kind_name, jn_shape_kind_help, NULL},
    {"Profiles (type: in profiles)", "profiles", jn_profile_kind_name, jn_profile_kind_help, NULL},
    {"Coordinates (--coordinates)", "coordinates", jn_coordinates_name, coordinates_help, NULL},
    {"Formulations (--formulation)", "formulations", formulation_name, formulation_help, jn_formulation_is_built},
    {"Integrators (--integrator)", "integrators", jn_integrator_name, jn_integrator_help, jn_integrator_is_built},
};
enum { NLISTS = sizeof lists / sizeof *lists };

// Prints a name and its help in two columns; a long name has a line of its own.
static void print_line(const char *name, const char *help, const char *more) {
  enum { WIDTH = 28 };
  bool fits = strlen(name) <= WIDTH;
  printf("  %-*s%s", WIDTH, name, fits ? " " : "\n");
  printf("%*s%s%s\n", fits ? 0 : WIDTH + 3, "", help, more);
}

static bool is_there(const kind_list *list, int i) { return !list->is_built || list->is_built(list->name(i)); }

static void print_list(const kind_list *list) {
  printf("%s:\n", list->title);
  for (int i = 0; list->name(i); i++)
    print_line(list->name(i), list->help(i), is_there(list, i) ? "" : " (not in this build)");
  putchar('\n');
}

static void put_list(app_json *out, const kind_list *list) {
  json_open(out, list->key, '[');
  for (int i = 0; list->name(i); i++) {
    json_open(out, NULL, '{');
    json_text(out, "name", list->name(i));
    json_text(out, "help", list->help(i));
    if (list->is_built) json_flag(out, "built", is_there(list, i));
    json_close(out, '}');
  }
  json_close(out, ']');
}

// ---- variants and controls ------------------------------------------------------------------------------------------

typedef void (*choice_visit)(app_json *out, jn_choice which, const char *name);

static void each_choice(jn_choice which, app_json *out, choice_visit visit) {
  for (int i = 1; jn_choice_value(which, i); i++) visit(out, which, jn_choice_value(which, i));
}

static void print_choice(app_json *out, jn_choice which, const char *name) {
  (void)out;
  print_line(name, jn_choice_help(which, name), "");
}

static void put_choice(app_json *out, jn_choice which, const char *name) {
  json_open(out, NULL, '{');
  json_text(out, "name", name);
  json_text(out, "help", jn_choice_help(which, name));
  json_close(out, '}');
}

static const struct {
  jn_choice which;
  const char *title;
} controls[] = {{JN_CHOICE_position, "Controls of positions (--position)"},
                {JN_CHOICE_velocity, "Controls of velocities (--velocity)"},
                {JN_CHOICE_energy, "Controls of energy (--energy)"}};
enum { NCONTROLS = sizeof controls / sizeof *controls };

static void print_variants(void) {
  puts("Variants (--variant):");
  for (int f = 0; jn_formulation_name(f); f++) {
    const char *name = jn_formulation_name(f);
    for (int i = 0; jn_choice_name("variant", name, i); i++) {
      char both[80];
      snprintf(both, sizeof both, "%s/%s", name, jn_choice_name("variant", name, i));
      print_line(both, jn_choice_help(JN_CHOICE_variant, jn_choice_name("variant", name, i)), i ? "" : " (default)");
    }
  }
  putchar('\n');
}

static void print_controls(void) {
  for (int i = 0; i < NCONTROLS; i++) {
    printf("%s:\n", controls[i].title);
    each_choice(controls[i].which, NULL, print_choice);
    putchar('\n');
  }
}

static void put_choices(app_json *out) {
  json_open(out, "variants", '{');
  for (int f = 0; jn_formulation_name(f); f++) {
    const char *name = jn_formulation_name(f);
    if (!jn_choice_name("variant", name, 0)) continue;
    json_open(out, name, '[');
    for (int i = 0; jn_choice_name("variant", name, i); i++)
      put_choice(out, JN_CHOICE_variant, jn_choice_name("variant", name, i));
    json_close(out, ']');
  }
  json_close(out, '}');
  json_open(out, "controls", '{');
  for (int i = 0; i < NCONTROLS; i++) {
    json_open(out, jn_choice_get(controls[i].which)->option, '[');
    each_choice(controls[i].which, out, put_choice);
    json_close(out, ']');
  }
  json_close(out, '}');
}

// ---- all choices of a run -------------------------------------------------------------------------------------------

static void print_keys(void) {
  puts("Choices (keys of simulate):");
  for (int i = 0; i < JN_NCHOICES; i++) {
    char help[512];
    jn_choice_describe((jn_choice)i, help, sizeof help);
    print_line(jn_choice_get((jn_choice)i)->key, help, "");
  }
  putchar('\n');
}

static void put_keys(app_json *out) {
  json_open(out, "choices", '[');
  for (int i = 0; i < JN_NCHOICES; i++) {
    char help[512];
    jn_choice_describe((jn_choice)i, help, sizeof help);
    json_open(out, NULL, '{');
    json_text(out, "name", jn_choice_get((jn_choice)i)->key);
    json_text(out, "option", jn_choice_get((jn_choice)i)->option);
    json_text(out, "help", help);
    json_close(out, '}');
  }
  json_close(out, ']');
}

// ---- combinations --------------------------------------------------------------------------------------------------

// Prints a text in the second column, broken after semicolons where a line would become too long.
static void print_folded(const char *text) {
  enum { WIDTH = 100, INDENT = 17 };
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
    put_controllers(&out);
    put_choices(&out);
    put_keys(&out);
    answer_end(command, &out);
    return JN_OK;
  }
  for (int i = 0; i < NLISTS; i++) print_list(&lists[i]);
  print_controllers();
  print_variants();
  print_controls();
  print_keys();
  char table[8192];
  jn_choices_table(table, sizeof table);
  puts("Possible combinations:");
  print_folded(table);
  return JN_OK;
}

static const char *const examples[] = {"jounce kinds", "jounce kinds --json", NULL};

const app_verb verb_kinds = {.name = "kinds",
                             .words = "",
                             .help = "list all kinds of elements, formulations, integrators and choices",
                             .examples = examples,
                             .bit = FOR_TEXT,
                             .work = kinds_work};
