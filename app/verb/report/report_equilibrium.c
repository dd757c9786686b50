// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report_equilibrium.c - writes the report of an equilibrium.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports.h"

static const double rounding = 1e-13;  // values up to this size are shown as 0; relative to the load, or m and rad

typedef struct {
  app_command *command;
  const app_equilibrium *result;
} order;

static void put_status(app_json *out, const app_equilibrium *result) {
  const jn_equilibrium *found = &result->found;
  report_open(out, "badges", "");
  if (!found->method) report_badge(out, "bad", "no equilibrium found: the nearest configuration");
  else
    report_badge(out, found->stability == JN_UNSTABLE ? "warn" : "good", "%s equilibrium",
                 jn_stability_name(found->stability));
  report_close(out);
}

static void put_search(app_json *out, const app_equilibrium *result) {
  const jn_equilibrium *found = &result->found;
  char names[1000] = "";
  int used = 0;
  for (int i = 0; i < found->neutral && i < JN_MOST_NEUTRAL && used < (int)sizeof names; i++)
    used += snprintf(names + used, sizeof names - (size_t)used, "%s%s", i ? ", " : "", found->neutral_names[i]);
  report_open(out, "facts", "Search");
  report_word(out, "method", found->method);
  report_fact(out, "iterations", found->iterations, 0, "");
  report_fact(out, "time", result->time, 9, "s");
  report_fact(out, "largest load", found->load, 6, "N");
  report_fact(out, "largest residual force", found->residual, 3, "N");
  report_fact(out, "largest constraint violation", found->position_residual, 3, "");
  report_fact(out, "stable directions", found->stable, 0, "");
  report_fact(out, "neutral directions", found->neutral, 0, "");
  report_word(out, "which", names);
  report_fact(out, "unstable directions", found->unstable, 0, "");
  if (found->creep > 0) report_fact(out, "creep of the tyres that hold it", found->creep, 2, "m/s");
  report_close(out);
}

// ---- tables -------------------------------------------------------------------------------------------------------

static double value_of(const app_equilibrium *result, const char *element, const char *what, bool before) {
  char name[300];
  double value;
  snprintf(name, sizeof name, "%s.%s", element, what);
  return equilibrium_values(result, name, before, &value, 1, NULL) == 1 ? value : NAN;
}

static void put_bodies(app_json *out, const app_equilibrium *result) {
  static const report_head plane[] = {{"body", "", 0},   {"x", "m", 8},       {"moved", "m", 5},  {"y", "m", 8},
                                      {"moved", "m", 5}, {"angle", "rad", 8}, {"moved", "rad", 5}},
                           space[] = {{"body", "", 0},   {"x", "m", 8}, {"moved", "m", 5}, {"y", "m", 8},
                                      {"moved", "m", 5}, {"z", "m", 8}, {"moved", "m", 5}, {"turned", "rad", 5}};
  const jn_model *model = result->start.model;
  bool flat = jn_model_space(model) == JN_PLANE;
  const char *const names[] = {"x", "y", flat ? "angle" : "z"};
  report_open_table(out, &(report_table){.title = "Positions, and displacement from the start",
                                         .zero = rounding,
                                         .heads = flat ? plane : space,
                                         .n = flat ? 7 : 8});
  for (int body = 1; body < jn_model_nbodies(model); body++) {
    const char *name = jn_model_body_name(model, (jn_body){body});
    json_open(out, NULL, '[');
    json_text(out, NULL, name);
    for (int i = 0; i < 3; i++) {
      double now = value_of(result, name, names[i], false);
      json_number(out, NULL, now);
      json_number(out, NULL, now - value_of(result, name, names[i], true));
    }
    double turned = flat ? 0 : equilibrium_rotation(result, body);
    if (!flat) json_number(out, NULL, turned >= 0 ? turned : NAN);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_forces(app_json *out, const app_equilibrium *result) {
  static const report_head heads[] = {{"force", "", 0}, {"length", "", 8}, {"value", "", 8}, {"energy", "J", 8}};
  const jn_model *model = result->start.model;
  if (jn_model_nforces(model) == 0) return;
  report_open_table(out,
                    &(report_table){.title = "Forces",
                                    .zero = rounding * result->found.load,
                                    .note = "Length: m, or rad of a torsion spring. Value: N, or N m about an axis.",
                                    .heads = heads,
                                    .n = 4});
  for (int i = 0; i < jn_model_nforces(model); i++) {
    char name[200];
    const char *force = jn_model_force_name(model, (jn_force){i});
    snprintf(name, sizeof name, "force.%s", force);
    json_open(out, NULL, '[');
    json_text(out, NULL, force);
    json_number(out, NULL, value_of(result, name, "length", false));
    json_number(out, NULL, value_of(result, name, "value", false));
    json_number(out, NULL, value_of(result, name, "energy", false));
    json_close(out, ']');
  }
  report_close(out);
}

// Stores the reaction of a joint at the equilibrium, force and torque, in values[]. Returns the number of values; 0:
// none.
static int reaction(const app_equilibrium *result, int joint, double values[6]) {
  static const char *const parts[] = {"force", "torque"};
  int n = 0;
  for (int k = 0; k < 2; k++) {
    char name[200];
    snprintf(name, sizeof name, "joint.%s.%s", jn_model_joint_name(result->start.model, (jn_joint){joint}), parts[k]);
    n += equilibrium_values(result, name, false, values + n, 3, NULL);
  }
  return n;
}

static void put_joints(app_json *out, const app_equilibrium *result) {
  static const report_head plane[] = {{"joint", "", 0}, {"Fx", "N", 8}, {"Fy", "N", 8}, {"Mz", "N m", 8}},
                           space[] = {{"joint", "", 0}, {"Fx", "N", 8},   {"Fy", "N", 8},  {"Fz", "N", 8},
                                      {"Mx", "N m", 8}, {"My", "N m", 8}, {"Mz", "N m", 8}};
  const jn_model *model = result->start.model;
  bool flat = jn_model_space(model) == JN_PLANE;
  if (jn_model_njoints(model) == 0) return;
  report_open_table(out, &(report_table){.title = "Reactions",
                                         .zero = rounding * result->found.load,
                                         .note = "Of the joints on their second body, at its point, in ground axes.",
                                         .heads = flat ? plane : space,
                                         .n = flat ? 4 : 7});
  for (int i = 0; i < jn_model_njoints(model); i++) {
    double values[6];
    int n = reaction(result, i, values);
    if (n == 0) continue;
    json_open(out, NULL, '[');
    json_text(out, NULL, jn_model_joint_name(model, (jn_joint){i}));
    for (int k = 0; k < (flat ? 3 : 6); k++) json_number(out, NULL, k < n ? values[k] : NAN);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_pushes(app_json *out, const app_equilibrium *result) {
  double push;
  int n = 0;
  for (int i = 0; i < jn_model_njoints(result->start.model); i++) {
    if (!equilibrium_push(result, i, &push)) continue;
    if (n++ == 0) report_open(out, "facts", "Drivers and couplings: force or torque along their coordinate");
    report_fact(out, jn_model_joint_name(result->start.model, (jn_joint){i}), push, 8, "N or N m");
  }
  if (n > 0) report_close(out);
}

static void put_pose(app_json *out, const app_equilibrium *result, const char *name, const double *state,
                     double *poses) {
  json_open(out, NULL, '{');
  json_text(out, "name", name);
  if (jn_calc_poses(result->start.system, state, poses) == JN_OK)
    report_poses(out, "pose", poses, jn_model_nbodies(result->start.model));
  json_close(out, '}');
}

static void put_motion(const void *user, app_json *out) {
  const app_equilibrium *result = ((const order *)user)->result;
  double *poses = calloc((size_t)jn_model_nbodies(result->start.model), JN_POSE * sizeof *poses);
  if (!poses) return;
  json_open(out, "poses", '[');
  put_pose(out, result, result->found.method ? "in equilibrium" : "the nearest configuration", result->start.state,
           poses);
  put_pose(out, result, "at the start", result->before, poses);
  json_close(out, ']');
  free(poses);
}

static void put_sections(const void *user, app_json *out) {
  const order *o = user;
  put_status(out, o->result);
  report_messages(out, o->command->report);
  put_search(out, o->result);
  put_bodies(out, o->result);
  put_forces(out, o->result);
  put_joints(out, o->result);
  put_pushes(out, o->result);
}

jn_status report_equilibrium(app_command *command, const app_equilibrium *result, const char **written) {
  order o = {command, result};
  report_content content = {.model = result->start.model, .user = &o, .sections = put_sections, .motion = put_motion};
  return report_write(command, &content, written);
}
