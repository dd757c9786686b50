// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// assemble.c - `jounce assemble`: positions and velocities of every body that satisfy all constraints.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "initial_state.h"

enum { MOST_COLUMNS = 7 };
static const double rounding = 1e-14;  // smaller values are printed as 0

// Columns of a table with one row for each body: the names of signals of a body. A particle has only the first
// `translations` of them.
typedef struct {
  const char *title;
  const char *names[MOST_COLUMNS + 1];
  int translations;  // number of signals of a particle
} column_set;

static const column_set plane_sets[] = {{"positions (m, rad)", {"x", "y", "angle", NULL}, 2},
                                        {"velocities (m/s, rad/s)", {"vx", "vy", "rate", NULL}, 2}};
static const column_set space_sets[] = {
    {"positions (m) and quaternions", {"x", "y", "z", "qw", "qx", "qy", "qz", NULL}, 3},
    {"velocities (m/s) and angular velocities in body axes (rad/s)", {"vx", "vy", "vz", "wx", "wy", "wz", NULL}, 3}};

static int column_count(const column_set *set) {
  int n = 0;
  while (set->names[n]) n++;
  return n;
}

static jn_probe *try_probe(const app_initial_state *start, const char *body, const column_set *set, int n) {
  char texts[MOST_COLUMNS][256];
  const char *names[MOST_COLUMNS];
  for (int i = 0; i < n; i++) {
    snprintf(texts[i], sizeof texts[i], "%s.%s", body, set->names[i]);
    names[i] = texts[i];
  }
  return jn_probe_new(start->system, names, n, false, NULL);
}

// Fills `values` with the signals of a body that are columns of the set. Returns how many: all, only the translations
// for a particle, or 0 if they cannot be computed.
static int body_values(const app_initial_state *start, jn_work *work, int body, const column_set *set, double *values) {
  const char *name = jn_model_body_name(start->model, (jn_body){body});
  jn_probe *probe = try_probe(start, name, set, column_count(set));
  if (!probe) probe = try_probe(start, name, set, set->translations);
  if (!probe) return 0;
  int n = jn_probe_count(probe);
  if (n <= MOST_COLUMNS) jn_probe_calc(probe, work, start->state, NULL, NULL, values);
  jn_probe_free(probe);
  return n <= MOST_COLUMNS ? n : 0;
}

static int widest_name(const jn_model *model) {
  int widest = 4;
  for (int i = 1; i < jn_model_nbodies(model); i++) {
    int length = (int)strlen(jn_model_body_name(model, (jn_body){i}));
    if (length > widest) widest = length;
  }
  return widest;
}

static void print_set(const app_initial_state *start, jn_work *work, const column_set *set) {
  int width = widest_name(start->model);
  printf("%s\n  %-*s", set->title, width, "body");
  for (int i = 0; set->names[i]; i++) printf(" %16s", set->names[i]);
  putchar('\n');
  for (int body = 1; body < jn_model_nbodies(start->model); body++) {
    double values[MOST_COLUMNS];
    int n = body_values(start, work, body, set, values);
    printf("  %-*s", width, jn_model_body_name(start->model, (jn_body){body}));
    for (int i = 0; i < column_count(set); i++)
      if (i < n) printf(" %16.10g", fabs(values[i]) < rounding ? 0 : values[i]);
      else printf(" %16s", "-");
    putchar('\n');
  }
}

static void put_body(app_json *out, const app_initial_state *start, jn_work *work, int body, const column_set *sets) {
  json_open(out, jn_model_body_name(start->model, (jn_body){body}), '{');
  for (int k = 0; k < 2; k++) {
    double values[MOST_COLUMNS];
    int n = body_values(start, work, body, &sets[k], values);
    for (int i = 0; i < n; i++) json_number(out, sets[k].names[i], values[i]);
  }
  json_close(out, '}');
}

static void put_bodies(app_json *out, const app_initial_state *start, jn_work *work, const column_set *sets) {
  json_flag(out, "assembled", start->assembled);
  json_integer(out, "iterations", start->assembly.iterations);
  json_number(out, "position_residual", start->assembly.position_residual);
  json_number(out, "velocity_residual", start->assembly.velocity_residual);
  json_number(out, "moved_most", start->assembly.moved_most);
  json_open(out, "bodies", '{');
  for (int body = 1; body < jn_model_nbodies(start->model); body++) put_body(out, start, work, body, sets);
  json_close(out, '}');
}

static void print_bodies(const app_initial_state *start, jn_work *work, const column_set *sets) {
  printf("%s after %d iteration%s\n\n", start->assembled ? "assembled" : "NOT assembled; nearest configuration found",
         start->assembly.iterations, start->assembly.iterations == 1 ? "" : "s");
  print_set(start, work, &sets[0]);
  putchar('\n');
  print_set(start, work, &sets[1]);
  printf("\nlargest residual %.3g (positions), %.3g (velocities); largest change of a guess %.3g\n",
         start->assembly.position_residual, start->assembly.velocity_residual, start->assembly.moved_most);
}

static jn_status assemble_work(app_command *command) {
  app_initial_state start = {.assemble_only = true};
  jn_status status = initial_state_load(command, &start);
  jn_work *work = start.system ? jn_work_new(start.system) : NULL;
  if (start.system && !work)
    status = jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the evaluation");
  const column_set *sets = start.model && jn_model_space(start.model) == JN_PLANE ? plane_sets : space_sets;
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, status);
    if (work) json_text(&out, "name", shown_name(command, start.model));
    if (work) put_bodies(&out, &start, work, sets);
    answer_end(command, &out);
  } else if (work && !command->options.quiet) {
    printf("%s: ", shown_name(command, start.model));
    print_bodies(&start, work, sets);
  }
  jn_work_free(work);
  initial_state_free(&start);
  return status;
}

static const char *const examples[] = {
    "jounce assemble models/examples/four-bar.yaml",
    "jounce assemble papers/park/park-four-bar.yaml --set l0=2.0",
    "jounce assemble papers/park/park-four-bar.yaml --json",
    NULL,
};

const app_verb verb_assemble = {
    .name = "assemble",
    .words = "MODEL",
    .needs = "a model file",
    .help = "positions and velocities of every body that satisfy all constraints",
    .details =
        "Values under initial: keep hold exactly, values under guess are starting points. If the mechanism cannot be "
        "assembled, the residual of every open joint is reported (exit code 4).",
    .examples = examples,
    .bit = FOR_ASSEMBLE,
    .least = 1,
    .most = 1,
    .work = assemble_work};
