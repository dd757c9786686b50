// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_tree.c - the spanning tree of joint coordinates in `jounce check`: its size, for each loop the cut joint, the
// bodies and the reason, and the groups of loops of formulation `reduced`.
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { MOST_LOOPS = 20, MOST_BODIES = 12, MOST_IN_JSON = 400 };

static bool has_tree(const jn_system *system) { return strcmp(jn_system_coordinates(system), "joint") == 0; }

static void print_loop(const jn_system *system, int loop) {
  const jn_model *model = jn_system_model(system);
  jn_body bodies[MOST_BODIES];
  char why[300];
  int n = jn_tree_loop_bodies(system, loop, bodies, MOST_BODIES);
  printf("                 '%s' is cut: %s; loop", jn_model_joint_name(model, jn_tree_loop_joint(system, loop)),
         jn_tree_loop_reason(system, loop, why, sizeof why));
  for (int i = 0; i < n && i < MOST_BODIES; i++)
    printf("%s %s", i > 0 ? "," : "", jn_model_body_name(model, bodies[i]));
  if (n > MOST_BODIES) printf(" and %d more", n - MOST_BODIES);
  putchar('\n');
}

void print_tree(const jn_system *system) {
  if (!has_tree(system)) return;
  int loops = jn_tree_nloops(system), links = jn_model_nbodies(jn_system_model(system)) - 1,
      speeds = jn_system_sizes(system).nv;
  printf("  tree           %d link%s with %d speed%s, %d joint%s cut\n", links, links == 1 ? "" : "s", speeds,
         speeds == 1 ? "" : "s", loops, loops == 1 ? "" : "s");
  for (int i = 0; i < loops && i < MOST_LOOPS; i++) print_loop(system, i);
  if (loops > MOST_LOOPS) printf("                 and %d more (--json lists all)\n", loops - MOST_LOOPS);
}

static void put_loop(app_json *out, const jn_system *system, int loop) {
  const jn_model *model = jn_system_model(system);
  jn_body bodies[MOST_IN_JSON];
  char why[300];
  int n = jn_tree_loop_bodies(system, loop, bodies, MOST_IN_JSON);
  json_open(out, NULL, '{');
  json_text(out, "cut", jn_model_joint_name(model, jn_tree_loop_joint(system, loop)));
  json_text(out, "reason", jn_tree_loop_reason(system, loop, why, sizeof why));
  json_open(out, "bodies", '[');
  for (int i = 0; i < n && i < MOST_IN_JSON; i++) json_text(out, NULL, jn_model_body_name(model, bodies[i]));
  json_close(out, ']');
  json_close(out, '}');
}

void put_tree(app_json *out, const jn_system *system) {
  if (!has_tree(system)) return;
  json_open(out, "tree", '{');
  json_integer(out, "links", jn_model_nbodies(jn_system_model(system)) - 1);
  json_integer(out, "speeds", jn_system_sizes(system).nv);
  json_open(out, "loops", '[');
  for (int i = 0; i < jn_tree_nloops(system); i++) put_loop(out, system, i);
  json_close(out, ']');
  json_close(out, '}');
}

// ---- groups of loops ------------------------------------------------------------------------------------------------

// Returns whether a member of a group of loops is a variable of the same joint as the member before, so that it is not
// listed again.
static bool is_repeated(const jn_reduced *r, int member, int first) {
  return member > first && strcmp(r->arcs[r->group_arcs[member]], r->arcs[r->group_arcs[member - 1]]) == 0;
}

void print_groups(jn_run *run) {
  char name[320];
  const jn_reduced *r = jn_run_reduced(run);
  for (int g = 0; r && g < r->ngroups; g++) {
    int first = r->group_at[g], end = r->group_at[g + 1];
    printf("                 group %d:", g + 1);
    for (int i = first; i < end; i++)
      if (!is_repeated(r, i, first)) printf("%s %s", i > first ? "," : "", r->arcs[r->group_arcs[i]]);
    fputs(" by", stdout);
    for (int i = first; i < end; i++)
      printf("%s %s", i > first ? "," : "", jn_row_name(jn_run_system(run), r->group_rows[i], name, sizeof name));
    putchar('\n');
  }
}

static void put_group(app_json *out, const jn_system *system, const jn_reduced *r, int g) {
  char name[320];
  json_open(out, NULL, '{');
  json_open(out, "variables", '[');
  for (int i = r->group_at[g]; i < r->group_at[g + 1]; i++) json_text(out, NULL, r->arcs[r->group_arcs[i]]);
  json_close(out, ']');
  json_open(out, "rows", '[');
  for (int i = r->group_at[g]; i < r->group_at[g + 1]; i++)
    json_text(out, NULL, jn_row_name(system, r->group_rows[i], name, sizeof name));
  json_close(out, ']');
  json_close(out, '}');
}

void put_groups(app_json *out, jn_run *run) {
  const jn_reduced *r = jn_run_reduced(run);
  if (!r) return;
  json_open(out, "group_members", '[');
  for (int g = 0; g < r->ngroups; g++) put_group(out, jn_run_system(run), r, g);
  json_close(out, ']');
}
