// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_force_groups.c - writes force elements on one body that differ only by their position there, such as the
// contacts of a hull, as one call and one load.
#include "compile/write.h"
#include "kernel/vec3.h"
#include "system/system.h"

typedef struct {
  jni_pool scratch;
  jni_writer *w;
  int body, n, *list;  // body on which the forces of the group act; indices of these forces
  const jni_force_element **elements;
  double *places;
  int nstates;  // number of states of all forces of the group
  jni_node *states, *rates;
} force_group;

static const jni_force_plan *plan_of(const jni_writer *w, int force) { return &w->system->forces[force]; }

static int body_of(const jni_writer *w, const jni_force_plan *plan) {
  return w->system->model->frames[plan->ends[0].i].body;
}

// Returns the number of states of a force that are variables; omitted friction states are not counted.
static int states_of(const jni_writer *w, const jni_force_plan *plan) {
  return plan->nstates > 0 && w->z[plan->state_at] != JNI_ZERO ? plan->nstates : 0;
}

// Returns true if a force can be part of a group: its kind has code for groups, and it is not written yet. Returns
// false if parameters are kept as variables, because the constants of groups have no formulas, or if the code will be
// differentiated and the force has states.
static bool can_group(const jni_writer *w, int force) {
  const jni_force_plan *plan = plan_of(w, force);
  const jni_force_code *code = plan->element->kind->code;
  if (!code || !code->alike || w->g->watch || w->forces[force].done || w->grouped[force]) return false;
  return !w->derived || states_of(w, plan) == 0;
}

static void add_member(force_group *c, int force) {
  jni_writer *w = c->w;
  const jni_force_plan *plan = plan_of(w, force);
  const jni_frame *f = &w->system->model->frames[plan->ends[0].i];
  jnk_sub(f->p, w->system->model->bodies[f->body].com, c->places + 3 * c->n);
  c->elements[c->n] = plan->element;
  c->list[c->n++] = force;
  for (int i = 0; i < states_of(w, plan); i++) c->states[c->nstates++] = w->z[plan->state_at + i];
}

// Fills the group with the forces, from index `force` on, that can be part of a group, are on the same body and differ
// from this one only by their position there.
static void gather(force_group *c, int force) {
  const jni_writer *w = c->w;
  const jni_force_plan *first = plan_of(w, force);
  c->body = body_of(w, first);
  c->n = c->nstates = 0;
  for (int i = force; i < w->system->model->nforces; i++) {
    const jni_force_plan *plan = plan_of(w, i);
    bool like = can_group(w, i) && plan->element->kind == first->element->kind && body_of(w, plan) == c->body &&
                states_of(w, plan) == states_of(w, first) &&
                plan->element->kind->code->alike(first->element, plan->element);
    if (like) add_member(c, i);
  }
}

static void load(force_group *c, const jni_body_kinematics *at, const jni_code_group_output *out) {
  jni_writer *w = c->w;
  jni_graph *g = w->g;
  int next = 0;
  jni_add_load(w, at->link, 0, out->force, out->torque);
  jni_add_power(w, jni_plus(g, jni_vec_dot(g, out->force, at->m.v), jni_vec_dot(g, out->torque, at->m.w)));
  for (int i = 0; i < c->n; i++) {
    const jni_force_plan *plan = plan_of(w, c->list[i]);
    w->grouped[c->list[i]] = true;
    for (int k = 0; k < states_of(w, plan); k++) w->zdot[plan->state_at + k] = out->rates[next++];
  }
}

static void write_group(force_group *c) {
  jni_writer *w = c->w;
  jni_body_kinematics at = jni_write_body_kinematics(w, c->body, 0);
  const jni_code_group in = {.g = w->g,
                             .n = c->n,
                             .elements = c->elements,
                             .places = c->places,
                             .body = {at.r, at.R, at.m.v, at.m.w},
                             .states = c->nstates > 0 ? c->states : NULL};
  jni_code_group_output out = {.rates = c->rates};
  if (c->elements[0]->kind->code->write_group(&in, &out)) load(c, &at, &out);
}

void jni_write_force_groups(jni_writer *w) {
  size_t n = (size_t)w->system->model->nforces, nz = (size_t)w->system->sizes.nz;
  force_group c = {.scratch = {.alloc = w->pool.alloc}, .w = w};
  c.list = jni_ints(&c.scratch, n + 1);
  c.elements = jni_take(&c.scratch, n + 1, sizeof *c.elements);
  c.places = jni_doubles(&c.scratch, 3 * n + 1);
  c.states = jni_ints(&c.scratch, nz + 1);
  c.rates = jni_ints(&c.scratch, nz + 1);
  for (int i = 0; i < (int)n && !c.scratch.failed; i++) {
    if (!can_group(w, i)) continue;
    gather(&c, i);
    if (c.n > 1) write_group(&c);
  }
  w->pool.failed |= c.scratch.failed;
  jni_pool_free(&c.scratch);
}
