// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// doubtful_model.c - warns of data of a model that are valid but probably wrong.
#include <math.h>
#include <string.h>

#include "analysis/message.h"
#include "jounce/assembly.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "model/model.h"

static const double LARGEST_MASS_RATIO = 1e9;
static const double LARGEST_GYRATION = 100,
                    SMALLEST_GYRATION = 1e-4;  // radius of gyration over the reach of the body's points
// Relative amount by which a principal moment may exceed the sum of the others: models give inertias with few digits.
static const double SLACK = 1e-6;

typedef struct {
  const jn_model *model;
  jni_message note, warning;
  double *reach;  // nbodies: largest distance of a point of the body from its centre of mass, m
  bool *held;     // nbodies: a joint acts on the body
} checker;

// ---- inertia -----------------------------------------------------------------------------------------------------

// Sets w to the principal moments of inertia in ascending order, kg m^2; in the plane all three to the moment about z.
static void principal_moments(const jn_model *model, const jni_body *body, double w[3]) {
  const double *J = body->inertia;
  const double matrix[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  w[0] = w[1] = w[2] = J[2];
  if (model->space == JN_SPACE) jni_symmetric3_eigenvalues(matrix, w);
}

// Sets reach (nbodies, zero before) to the largest distance of a point of each body from its centre of mass, m.
static void find_reach(const jn_model *model, double *reach) {
  for (int i = 0; i < model->nframes; i++) {
    int b = model->frames[i].body;
    double arm[3];
    jnk_sub(model->frames[i].p, model->bodies[b].com, arm);
    reach[b] = fmax(reach[b], sqrt(jnk_dot(arm, arm)));
  }
}

static void check_gyration(const checker *c, int b, double moment) {
  const jni_body *body = &c->model->bodies[b];
  double radius = sqrt(moment / body->mass), size = c->reach[b];
  if (!(size > 0) || !(radius > 0)) return;
  if (radius > LARGEST_GYRATION * size || radius < SMALLEST_GYRATION * size)
    jni_message_add(
        &c->warning, "body", body->name, body->place,
        "its inertia gives a radius of gyration of %.3g m, but its points are within %.3g m: are the units correct?",
        radius, size);
}

static void check_moments(const checker *c, int b) {
  const jni_body *body = &c->model->bodies[b];
  bool space = c->model->space == JN_SPACE;
  double w[3];
  principal_moments(c->model, body, w);
  if (w[2] == 0 && w[0] == 0)
    jni_message_add(&c->note, "body", body->name, body->place,
                    "has mass but no inertia: only its joints determine its rotation");
  else if (!(w[0] > 0))
    jni_message_add(&c->warning, "body", body->name, body->place,
                    "its inertia is not positive definite: principal moments %.4g, %.4g, %.4g kg m^2", w[0], w[1],
                    w[2]);
  else if (space && !(w[0] + w[1] >= (1 - SLACK) * w[2]))
    jni_message_add(&c->warning, "body", body->name, body->place,
                    "no rigid body has this inertia: the largest of its principal moments %.4g, %.4g, %.4g kg "
                    "m^2 exceeds the sum of the others",
                    w[0], w[1], w[2]);
  check_gyration(c, b, w[2]);
}

static void check_body(const checker *c, int b) {
  const jni_body *body = &c->model->bodies[b];
  double w[3];
  principal_moments(c->model, body, w);
  if (body->mass == 0 && !body->particle && w[2] > 0)
    jni_message_add(&c->warning, "body", body->name, body->place, "has inertia but no mass");
  else if (body->mass == 0)
    jni_message_add(&c->note, "body", body->name, body->place,
                    "has no mass; not every formulation supports massless bodies");
  else if (!body->particle) check_moments(c, b);
}

static void check_mass_ratio(const checker *c) {
  const jni_body *least = NULL, *most = NULL;
  for (int b = 1; b < c->model->nbodies; b++) {
    const jni_body *body = &c->model->bodies[b];
    if (!(body->mass > 0)) continue;
    if (!least || body->mass < least->mass) least = body;
    if (!most || body->mass > most->mass) most = body;
  }
  if (least && most->mass > LARGEST_MASS_RATIO * least->mass)
    jni_message_add(&c->warning, "body", most->name, most->place,
                    "has %.1g times the mass of body '%s': are the units correct?", most->mass / least->mass,
                    least->name);
}

// ---- joints ------------------------------------------------------------------------------------------------------

// Sets `held` (nbodies, false before) to true for bodies that a joint connects, or that have a point of an equation.
static void mark_held(const jn_model *model, bool *held) {
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_element *joint = &model->joints[j];
    for (int end = 0; joint->kind->two_ended && end < 2; end++)
      held[model->frames[joint->def.between[end].i].body] = true;
    bool of_points = jni_field_has_type(joint->kind->fields, joint->kind->nfields, JNI_FIELD_POINT_TERMS);
    for (int i = 0; of_points && i < joint->def.nterms; i++)
      held[model->frames[joint->def.terms[i].frame.i].body] = true;
  }
}

// ---- unused data ------------------------------------------------------------------------------------------

static bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// Returns true if an expression contains `name` or "input.name" as a whole word; dots belong to words. text NULL:
// false.
static bool mentions(const char *text, const char *name) {
  size_t n = strlen(name), prefix = strlen("input.");
  for (const char *at = text ? strstr(text, name) : NULL; at; at = strstr(at + 1, name)) {
    bool prefixed = (size_t)(at - text) >= prefix && memcmp(at - prefix, "input.", prefix) == 0;
    const char *begin = prefixed ? at - prefix : at;
    if ((begin == text || !is_name_character(begin[-1])) && !is_name_character(at[n])) return true;
  }
  return false;
}

static bool forces_mention(const jn_model *model, const char *name) {
  for (int i = 0; i < model->nforces; i++)
    for (int k = 0; k < 3; k++)
      if (mentions(model->forces[i].def.value[k], name)) return true;
  return false;
}

static bool subsystems_mention(const jn_model *model, const char *name) {
  for (int i = 0; i < model->nsubsystems; i++)
    for (int k = 0; k < model->subsystems[i].ninputs; k++)
      if (mentions(model->subsystems[i].inputs[k].text, name)) return true;
  return false;
}

static bool events_mention(const jn_model *model, const char *name) {
  for (int i = 0; i < model->nevents; i++) {
    if (mentions(model->events[i].when, name)) return true;
    for (int k = 0; k < model->events[i].nset; k++)
      if (mentions(model->events[i].set[2 * k + 1], name)) return true;
  }
  return false;
}

static bool is_read(const jn_model *model, const char *name) {
  for (int i = 0; i < model->nauxiliaries; i++)
    if (mentions(model->auxiliaries[i].rate, name)) return true;
  for (int i = 0; i < model->ncomputed; i++)
    if (mentions(model->computed[i].expression, name)) return true;
  for (int i = 0; i < model->noutputs; i++)
    if (mentions(model->outputs[i].expression, name)) return true;
  for (int i = 0; i < model->njoints; i++)
    if (mentions(model->joints[i].def.follow.signal, name)) return true;
  return forces_mention(model, name) || subsystems_mention(model, name) || events_mention(model, name);
}

static void check_unused(const checker *c) {
  const jn_model *model = c->model;
  for (int i = 0; i < model->ninputs; i++)
    if (!is_read(model, model->inputs[i].name))
      jni_message_add(&c->note, "input", model->inputs[i].name, model->inputs[i].place, "is not used");
  for (int i = 0; i < model->ndiscretes; i++)
    if (!is_read(model, model->discretes[i].name))
      jni_message_add(&c->note, "discrete state", model->discretes[i].name, model->discretes[i].place, "is not used");
}

// ---- roads -------------------------------------------------------------------------------------------------------

// Warns, for the first tyre only, if gravity is not zero and its largest component is not the one along -z: roads
// extend over x and y, with heights along z. Inclined gravity, as on a slope, gives no warning.
static void check_tyres(const checker *c) {
  const double *g = c->model->gravity;
  bool down = -g[2] > fabs(g[0]) && -g[2] > fabs(g[1]), none = g[0] == 0 && g[1] == 0 && g[2] == 0;
  if (down || none) return;
  for (int i = 0; i < c->model->nforces; i++) {
    const jni_force_element *force = &c->model->forces[i];
    if (!force->kind->tyre) continue;
    jni_message_add(&c->warning, "force", force->name, force->place,
                    "roads are heights along z, but gravity does not point along -z: nothing presses the tyre "
                    "onto its road");
    return;
  }
}

// ---- dampers -----------------------------------------------------------------------------------------------------

// Warns of the first entry of the `damping_map` of a force whose value has the opposite sign of its rate, so that the
// force drives the motion. Does nothing if the force has no map.
static void check_map(const checker *c, const jni_force_element *force) {
  int table = force->def.damping_map.i;
  if (table < 0 || table >= c->model->ntables) return;
  const jnk_lookup *map = &c->model->tables[table].lookup;
  for (int i = 0; i < map->n[0]; i++)
    for (int j = 0; j < map->n[1]; j++) {
      double rate = map->x[1][j], value = map->f[i * map->n[1] + j];
      if (!(value * rate < 0)) continue;
      jni_message_add(&c->warning, "force", force->name, force->place,
                      "its 'damping_map' drives the motion instead of damping it: at %.4g and a rate of %.4g it gives "
                      "%.4g; a damper's force has the sign of the rate",
                      map->x[0][i], rate, value);
      return;
    }
}

// ---- checks ---------------------------------------------------------------------------------------------------

static void check_bodies(const checker *c) {
  const jn_model *model = c->model;
  find_reach(model, c->reach);
  mark_held(model, c->held);
  for (int b = 1; b < model->nbodies; b++) {
    check_body(c, b);
    if (!c->held[b])
      jni_message_add(&c->note, "body", model->bodies[b].name, model->bodies[b].place, "has no joint and moves freely");
  }
}

void jn_check_sanity(const jn_model *model, jn_report *report) {
  JNI_ASSERT(model);
  checker c = {model, {model, report, JN_NOTE, JN_OK}, {model, report, JN_WARNING, JN_OK}, NULL, NULL};
  c.reach = jni_alloc0(model->pool.alloc, (size_t)model->nbodies, sizeof *c.reach);
  c.held = jni_alloc0(model->pool.alloc, (size_t)model->nbodies, sizeof *c.held);
  if (c.reach && c.held) check_bodies(&c);
  else jni_report_no_memory(report);
  jni_free(model->pool.alloc, c.reach);
  jni_free(model->pool.alloc, c.held);
  check_mass_ratio(&c);
  check_unused(&c);
  check_tyres(&c);
  for (int i = 0; i < model->nforces; i++) check_map(&c, &model->forces[i]);
}
