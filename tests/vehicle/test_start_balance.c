// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_start_balance.c - Newton's and Euler's equations of every body of the HMMWV and the Iltis at the first instant
// of a run that starts at equilibrium. Poses, velocities, accelerations, forces and reactions are outputs of the run;
// masses and the places of points come from the model.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "kernel/vec3.h"
#include "model/model.h"

// ---- outputs of the run ---------------------------------------------------------------------------------------------

enum { MOST_PROBES = 2000, NAME_SIZE = 128 };

typedef struct {
  char text[MOST_PROBES][NAME_SIZE];
  const char *names[MOST_PROBES];
  int at[MOST_PROBES];  // of the first component among the numbers
  int n, nvalues;
  const double *values;
} probe_list;

static void ask(probe_list *list, int components, const char *format, const char *element, const char *word) {
  CHECK(list->n < MOST_PROBES);
  if (list->n >= MOST_PROBES) exit(1);
  snprintf(list->text[list->n], NAME_SIZE, format, element, word);
  list->names[list->n] = list->text[list->n];
  list->at[list->n] = list->nvalues;
  list->nvalues += components;
  list->n++;
}

static const double *get(const probe_list *list, const char *format, const char *element, const char *word) {
  char name[NAME_SIZE];
  snprintf(name, sizeof name, format, element, word);
  for (int i = 0; i < list->n; i++)
    if (strcmp(list->text[i], name) == 0) return list->values + list->at[i];
  printf("no output %s\n", name);
  exit(1);
}

static int frame_body(const jn_model *model, jn_frame frame) { return model->frames[frame.i].body; }

static void ask_all(const jn_model *model, probe_list *list) {
  for (int b = 1; b < model->nbodies; b++) {
    const char *name = model->bodies[b].name;
    ask(list, 3, "%s.%s", name, "position");
    ask(list, 4, "%s.%s", name, "quaternion");
    ask(list, 3, "%s.%s", name, "omega");
    ask(list, 3, "%s.%s", name, "com.acceleration");
    ask(list, 3, "%s.%s", name, "angular_acceleration");
  }
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_element *joint = &model->joints[j];
    for (int end = 0; end < 2 && joint->kind->two_ended; end++) {
      const char *body = model->bodies[frame_body(model, joint->def.between[end])].name;
      ask(list, 3, "joint.%s.on.%s.force", joint->name, body);
      ask(list, 3, "joint.%s.on.%s.torque", joint->name, body);
    }
  }
  for (int f = 0; f < model->nforces; f++) {
    const jni_force_element *force = &model->forces[f];
    int n;
    const jn_frame *ends = jni_force_ends(force, &n);
    if (jni_acts_along(&force->def)) ask(list, 1, "force.%s.%s", force->name, "value");
    for (int end = 0; end < n && !jni_acts_along(&force->def); end++) {
      const char *body = model->bodies[frame_body(model, ends[end])].name;
      ask(list, 3, "force.%s.on.%s.force", force->name, body);
      ask(list, 3, "force.%s.on.%s.torque", force->name, body);
    }
  }
}

// ---- the balance of a body ------------------------------------------------------------------------------------------

typedef struct {
  double r[3], R[9], com[3];   // origin, body axes to ground axes, centre of mass
  double force[3], torque[3];  // sums of forces and of torques about the centre of mass, ground axes
  double most_force, most_torque;
} body_sum;

static void rotation_of(const double q[4], double R[9]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  const double rows[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                          2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                          2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
  memcpy(R, rows, sizeof rows);
}

static void place_bodies(const jn_model *model, const probe_list *list, body_sum *sums) {
  for (int b = 0; b < model->nbodies; b++) {
    static const double at_origin[3] = {0}, not_turned[4] = {1, 0, 0, 0};
    const char *name = model->bodies[b].name;
    double arm[3];
    memcpy(sums[b].r, b > 0 ? get(list, "%s.%s", name, "position") : at_origin, sizeof sums[b].r);
    rotation_of(b > 0 ? get(list, "%s.%s", name, "quaternion") : not_turned, sums[b].R);
    jnk_mat_vec(sums[b].R, model->bodies[b].com, arm);
    jnk_add(sums[b].r, arm, sums[b].com);
  }
}

static void add(const jn_model *model, body_sum *sums, jn_frame frame, const double force[3], const double torque[3]) {
  body_sum *s = &sums[frame_body(model, frame)];
  double arm[3], at[3], moment[3];
  jnk_mat_vec(s->R, model->frames[frame.i].p, arm);
  jnk_add(s->r, arm, at);
  jnk_sub(at, s->com, arm);
  jnk_cross(arm, force, moment);
  for (int i = 0; i < 3; i++) {
    s->force[i] += force[i];
    s->torque[i] += torque[i] + moment[i];
    s->most_force = fmax(s->most_force, fabs(force[i]));
    s->most_torque = fmax(s->most_torque, fabs(torque[i] + moment[i]));
  }
}

static void add_joints(const jn_model *model, const probe_list *list, body_sum *sums) {
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_element *joint = &model->joints[j];
    for (int end = 0; end < 2 && joint->kind->two_ended; end++) {
      const char *body = model->bodies[frame_body(model, joint->def.between[end])].name;
      add(model, sums, joint->def.between[end], get(list, "joint.%s.on.%s.force", joint->name, body),
          get(list, "joint.%s.on.%s.torque", joint->name, body));
    }
  }
}

// Adds a force along a coordinate of a joint that turns about its axis or slides along it. A reflected joint counts its
// angle left-handed.
static void add_along(const jn_model *model, body_sum *sums, jn_joint j, const char *coordinate, double push) {
  const jni_joint_element *joint = &model->joints[j.i];
  const double none[3] = {0};
  double axis[3], seen[3], part[3];
  int frame = joint->def.between[1].i;
  bool turns = jni_is_angle(model, j, coordinate) == 1;
  CHECK(strcmp(joint->kind->name, "revolute") == 0 || strcmp(joint->kind->name, "cylindrical") == 0 ||
        strcmp(joint->kind->name, "prismatic") == 0);
  jnk_mat_vec(model->frames[frame].R, joint->def.axis[1], seen);
  jnk_mat_vec(sums[model->frames[frame].body].R, seen, axis);
  int reflections = (int)(joint->mirror & 1) + (int)(joint->mirror >> 1 & 1) + (int)(joint->mirror >> 2 & 1);
  if (turns && reflections % 2 == 1) push = -push;
  for (int end = 0; end < 2; end++) {
    jnk_scale(end == 1 ? push : -push, axis, part);
    add(model, sums, joint->def.between[end], turns ? none : part, turns ? part : none);
  }
}

static void add_forces(const jn_model *model, const probe_list *list, body_sum *sums) {
  for (int f = 0; f < model->nforces; f++) {
    const jni_force_element *force = &model->forces[f];
    int n;
    const jn_frame *ends = jni_force_ends(force, &n);
    if (jni_acts_along(&force->def)) {
      double push = *get(list, "force.%s.%s", force->name, "value") * (jni_force_opposes(force) ? -1 : 1);
      if (force->def.joint.i >= 0) add_along(model, sums, force->def.joint, force->def.coordinate, push);
      for (int k = 0; k < force->def.nterms; k++)
        add_along(model, sums, force->def.terms[k].joint, force->def.terms[k].coordinate,
                  force->def.terms[k].factor * push);
      continue;
    }
    for (int end = 0; end < n; end++) {
      const char *body = model->bodies[frame_body(model, ends[end])].name;
      add(model, sums, ends[end], get(list, "force.%s.on.%s.force", force->name, body),
          get(list, "force.%s.on.%s.torque", force->name, body));
    }
  }
}

// Subtracts m a - m g and J wdot + w x J w.
static void subtract_inertia(const jn_model *model, const probe_list *list, body_sum *sums) {
  for (int b = 1; b < model->nbodies; b++) {
    const jni_body *body = &model->bodies[b];
    const double *a = get(list, "%s.%s", body->name, "com.acceleration"), *w = get(list, "%s.%s", body->name, "omega");
    const double *wdot = get(list, "%s.%s", body->name, "angular_acceleration"), *J = body->inertia;
    const double matrix[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    double spin[3], turn[3], torque[3], seen[3];
    jnk_mat_vec(matrix, w, spin);
    jnk_cross(w, spin, turn);
    jnk_mat_vec(matrix, wdot, torque);
    jnk_add(torque, turn, torque);
    jnk_mat_vec(sums[b].R, torque, seen);
    for (int i = 0; i < 3; i++) {
      sums[b].force[i] -= body->mass * (a[i] - model->gravity[i]);
      sums[b].torque[i] -= seen[i];
    }
  }
}

// ---- vehicles -------------------------------------------------------------------------------------------------------

static void check_vehicle(const char *file, const jn_setting *settings, int nsettings) {
  static probe_list list;
  char path[512];
  jn_report *report = jn_report_new(NULL);
  snprintf(path, sizeof path, "%s/models/vehicles/%s", JOUNCE_SOURCE_DIR, file);
  jn_model *model = jn_model_read(NULL, path, settings, nsettings, report);
  CHECK(model);
  if (!model) exit(1);
  list = (probe_list){.n = 0};
  ask_all(model, &list);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  snprintf(choices.start, sizeof choices.start, "equilibrium");
  options.choices = &choices;
  options.probes = list.names;
  options.nprobes = list.n;
  jn_run *run = jn_run_new(model, &options, report);
  for (int i = 0; i < jn_report_size(report) && !run; i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(run);
  if (!run) exit(1);
  CHECK(jn_run_noutputs(run) == list.nvalues);
  list.values = jn_run_outputs(run);
  body_sum *sums = calloc((size_t)model->nbodies, sizeof *sums);
  place_bodies(model, &list, sums);
  add_joints(model, &list, sums);
  add_forces(model, &list, sums);
  subtract_inertia(model, &list, sums);
  double force = 0, torque = 0, worst = 0;
  for (int b = 1; b < model->nbodies; b++) {
    force = fmax(force, sums[b].most_force);
    torque = fmax(torque, sums[b].most_torque);
  }
  CHECK(force > 1000 && torque > 100);
  for (int b = 1; b < model->nbodies; b++) {
    double left = fmax(jnk_norm(sums[b].force) / force, jnk_norm(sums[b].torque) / torque);
    CHECK(left <= 1e-9);
    if (!(left <= 1e-9))
      printf("  %s, body %s: (%g, %g, %g) N and (%g, %g, %g) N m are left\n", file, model->bodies[b].name,
             sums[b].force[0], sums[b].force[1], sums[b].force[2], sums[b].torque[0], sums[b].torque[1],
             sums[b].torque[2]);
    worst = fmax(worst, left);
  }
  printf("%s: %d bodies, largest force %.4g N, %.2g of it is left\n", file, model->nbodies - 1, force, worst);
  free(sums);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  static const jn_setting moving[] = {{"outputs", "[]"}, {"speed", "12"}},
                          uneven[] = {{"outputs", "[]"}, {"road", "2"}, {"speed", "5"}};
  check_vehicle("hmmwv.yaml", moving, 2);
  check_vehicle("iltis.yaml", uneven, 3);
  if (!LIGHT) check_vehicle("hmmwv-slope.yaml", moving, 1);
  return check_report();
}
