// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// check_tree.c - the spanning tree of joint coordinates in `jounce check`: its size, and for each loop the joint that
// was cut, the bodies round the loop and the reason; and the groups of loops of formulation `reduced`, member by
// member.
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

// A joint with several variables stands there once.
static bool is_repeated(const jn_run *run, int group, int i) {
  char name[160], before[160];
  if (i == 0) return false;
  jn_run_arc(run, jn_run_group_arc(run, group, i), name, sizeof name);
  return strcmp(jn_run_arc(run, jn_run_group_arc(run, group, i - 1), before, sizeof before), name) == 0;
}

void print_groups(const jn_run *run) {
  char name[160];
  for (int g = 0; g < jn_run_ngroups(run); g++) {
    int n = jn_run_group_size(run, g);
    printf("                 group %d:", g + 1);
    for (int i = 0; i < n; i++)
      if (!is_repeated(run, g, i))
        printf("%s %s", i > 0 ? "," : "", jn_run_arc(run, jn_run_group_arc(run, g, i), name, sizeof name));
    fputs(" by", stdout);
    for (int i = 0; i < n; i++)
      printf("%s %s", i > 0 ? "," : "",
             jn_row_name(jn_run_system(run), jn_run_group_row(run, g, i), name, sizeof name));
    putchar('\n');
  }
}

static void put_group(app_json *out, const jn_run *run, int g) {
  char name[160];
  json_open(out, NULL, '{');
  json_open(out, "variables", '[');
  for (int i = 0; i < jn_run_group_size(run, g); i++)
    json_text(out, NULL, jn_run_arc(run, jn_run_group_arc(run, g, i), name, sizeof name));
  json_close(out, ']');
  json_open(out, "rows", '[');
  for (int i = 0; i < jn_run_group_size(run, g); i++)
    json_text(out, NULL, jn_row_name(jn_run_system(run), jn_run_group_row(run, g, i), name, sizeof name));
  json_close(out, ']');
  json_close(out, '}');
}

void put_groups(app_json *out, const jn_run *run) {
  if (jn_run_nindependent(run) < 0) return;
  json_open(out, "group_members", '[');
  for (int g = 0; g < jn_run_ngroups(run); g++) put_group(out, run, g);
  json_close(out, ']');
}
