// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_json.c - writes an equilibrium as JSON.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "equilibrium.h"

double equilibrium_rotation(const app_equilibrium *result, int body) {
  char name[300];
  double now[4], then[4], sine[3], cosine = 0;
  snprintf(name, sizeof name, "%s.quaternion", jn_model_body_name(result->start.model, (jn_body){body}));
  if (equilibrium_values(result, name, false, now, 4, NULL) != 4 ||
      equilibrium_values(result, name, true, then, 4, NULL) != 4)
    return -1;
  for (int i = 0; i < 4; i++) cosine += now[i] * then[i];
  for (int i = 0; i < 3; i++) {  // vector part of conj(before) * now
    int j = (i + 1) % 3 + 1, k = (i + 2) % 3 + 1;
    sine[i] = then[0] * now[i + 1] - now[0] * then[i + 1] - (then[j] * now[k] - then[k] * now[j]);
  }
  return 2 * atan2(sqrt(sine[0] * sine[0] + sine[1] * sine[1] + sine[2] * sine[2]), fabs(cosine));
}

static void put_values(app_json *out, const app_equilibrium *result, const char *element, const char *const *names,
                       bool change) {
  for (int i = 0; names[i]; i++) {
    char name[300], moved[80];
    double now, then;
    snprintf(name, sizeof name, "%s.%s", element, names[i]);
    if (equilibrium_values(result, name, false, &now, 1, NULL) != 1) continue;
    json_number(out, names[i], now);
    if (!change || equilibrium_values(result, name, true, &then, 1, NULL) != 1) continue;
    snprintf(moved, sizeof moved, "moved_%s", names[i]);
    json_number(out, moved, now - then);
  }
}

static void put_vector(app_json *out, const char *key, const double *x, int n) {
  json_open(out, key, '[');
  for (int i = 0; i < n; i++) json_number(out, NULL, x[i]);
  json_close(out, ']');
}

static void put_bodies(app_json *out, const app_equilibrium *result) {
  static const char *const places[] = {"x", "y", "z", "angle", NULL}, *const turns[] = {"qw", "qx", "qy", "qz", NULL};
  const jn_model *model = result->start.model;
  json_open(out, "bodies", '{');
  for (int body = 1; body < jn_model_nbodies(model); body++) {
    const char *name = jn_model_body_name(model, (jn_body){body});
    double turned = jn_model_space(model) == JN_SPACE ? equilibrium_rotation(result, body) : -1;
    json_open(out, name, '{');
    put_values(out, result, name, places, true);
    put_values(out, result, name, turns, false);
    if (turned >= 0) json_number(out, "turned", turned);
    json_close(out, '}');
  }
  json_close(out, '}');
}

static void put_forces(app_json *out, const app_equilibrium *result) {
  static const char *const values[] = {"length", "value", "energy", NULL};
  json_open(out, "forces", '{');
  for (int i = 0; i < jn_model_nforces(result->start.model); i++) {
    char name[200];
    const char *force = jn_model_force_name(result->start.model, (jn_force){i});
    snprintf(name, sizeof name, "force.%s", force);
    json_open(out, force, '{');
    put_values(out, result, name, values, false);
    json_close(out, '}');
  }
  json_close(out, '}');
}

static void put_contacts(app_json *out, const app_equilibrium *result) {
  static const char *const values[] = {"state", "normal", "friction", NULL};
  json_open(out, "contacts", '{');
  for (int i = 0; i < jn_model_ncontacts(result->start.model); i++) {
    char name[200];
    const char *contact = jn_model_contact_name(result->start.model, (jn_contact){i});
    snprintf(name, sizeof name, "contact.%s", contact);
    json_open(out, contact, '{');
    put_values(out, result, name, values, false);
    json_close(out, '}');
  }
  json_close(out, '}');
}

static void put_joints(app_json *out, const app_equilibrium *result) {
  static const char *const parts[] = {"force", "torque"};
  json_open(out, "joints", '{');
  for (int i = 0; i < jn_model_njoints(result->start.model); i++) {
    const char *joint = jn_model_joint_name(result->start.model, (jn_joint){i});
    json_open(out, joint, '{');
    for (int k = 0; k < 2; k++) {
      char name[200];
      double values[3];
      snprintf(name, sizeof name, "joint.%s.%s", joint, parts[k]);
      int n = equilibrium_values(result, name, false, values, 3, NULL);
      if (n > 0) put_vector(out, parts[k], values, n);
    }
    double push;
    if (equilibrium_push(result, i, &push)) json_number(out, "push", push);
    json_close(out, '}');
  }
  json_close(out, '}');
}

static void put_directions(app_json *out, const jn_equilibrium *found) {
  json_text(out, "stability", jn_stability_name(found->stability));
  json_integer(out, "stable", found->stable);
  json_integer(out, "neutral", found->neutral);
  json_integer(out, "unstable", found->unstable);
  json_number(out, "least_stiffness", found->least_stiffness);
  json_open(out, "neutral_directions", '[');
  for (int i = 0; i < found->neutral && i < JN_MOST_NEUTRAL; i++) json_text(out, NULL, found->neutral_names[i]);
  json_close(out, ']');
}

void put_equilibrium(app_json *out, const app_equilibrium *result, const char *name) {
  const jn_equilibrium *found = &result->found;
  json_text(out, "name", name);
  json_flag(out, "found", found->method != NULL);
  json_text(out, "method", found->method);
  json_integer(out, "iterations", found->iterations);
  json_number(out, "time", result->time);
  json_number(out, "load", found->load);
  json_number(out, "residual", found->residual);
  json_number(out, "position_residual", found->position_residual);
  json_number(out, "creep", found->creep);
  json_number(out, "moved_most", found->moved_most);
  put_directions(out, found);
  json_open(out, "left", '{');
  json_text(out, "body", jn_model_body_name(result->start.model, (jn_body){found->body}));
  put_vector(out, "force", found->force, 3);
  put_vector(out, "torque", found->torque, 3);
  json_close(out, '}');
  put_bodies(out, result);
  put_forces(out, result);
  if (jn_model_ncontacts(result->start.model) > 0) put_contacts(out, result);
  put_joints(out, result);
  json_text(out, "report", result->report);
}
