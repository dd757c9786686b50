// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reads.c - bodies and states that formulas, forces, signals of the model and subsystems read.
#include "system/reads.h"

#include "system/drive/drive.h"
#include "system/forces.h"
#include "system/motion.h"
#include "system/subsystem.h"

// ---- bodies of a force element --------------------------------------------------------------------------------------

const int *jni_force_dependencies(const jn_system *system, const jni_force_plan *plan, int body, int own[2], int *n) {
  if (plan->ndependencies > 0) {
    *n = plan->ndependencies;
    return plan->dependencies;
  }
  if (!jni_acts_everywhere(plan)) {
    *n = plan->nbodies;
    return plan->bodies;
  }
  int centre = system->model->frames[plan->element->def.between[0].i].body;
  own[0] = body;
  own[1] = centre;
  *n = centre > 0 && centre != body ? 2 : 1;
  return own;
}

// ---- signals --------------------------------------------------------------------------------------------------------

void jni_read_list(const int *list, int n, jni_read_add *add, void *context) {
  for (int i = 0; i < n; i++) add(context, list[i]);
}

void jni_read_all_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)s;
  for (int b = 1; b < system->nbodies; b++) add(context, b);
}

jni_gradient_sort jni_signal_gradient_sort(const jn_system *system, const jni_signal *s) {
  const jni_signal_type *type = jni_signal_type_of(s->kind);
  return type->sort_of ? type->sort_of(system, s) : type->sort;
}

typedef struct {
  const jn_system *system;
  jni_read_add *add;
  void *context;
} moving;

// Calls m->add for a body, unless the body cannot move. context: m, a `moving`.
static void add_moving(void *context, int body) {
  const moving *m = context;
  if (m->system->width[body] > 0) m->add(m->context, body);
}

void jni_signal_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_signal_type *type = jni_signal_type_of(s->kind);
  moving m = {system, add, context};
  if (type->bodies) type->bodies(system, s, add_moving, &m);
}

// ---- formulas -------------------------------------------------------------------------------------------------------

jni_gradient_sort jni_formula_gradient_sort(const jn_system *system, const jni_formula *formula) {
  jni_gradient_sort worst = JNI_GRADIENT_CONSTANT;
  for (int i = 0; i < formula->nsignals; i++) {
    jni_gradient_sort sort = jni_signal_gradient_sort(system, &formula->signals[i]);
    if (sort < worst) worst = sort;
  }
  return worst;
}

void jni_formula_states(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context) {
  for (int i = 0; i < formula->nsignals; i++) {
    const jni_signal_type *type = jni_signal_type_of(formula->signals[i].kind);
    if (type->states) type->states(system, &formula->signals[i], add, context);
  }
}

void jni_formula_bodies(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context) {
  for (int i = 0; i < formula->nsignals; i++) jni_signal_bodies(system, &formula->signals[i], add, context);
}

// ---- lists ----------------------------------------------------------------------------------------------------------

typedef struct {
  jni_pool *pool;
  int **list, *n, *capacity;
} list;

static void add_once(void *context, int i) {
  list *l = context;
  for (int k = 0; k < *l->n; k++)
    if ((*l->list)[k] == i) return;
  if (jni_pool_grow(l->pool, l->list, l->capacity, *l->n + 1, sizeof **l->list)) (*l->list)[(*l->n)++] = i;
}

static void record_formula(jn_system *system, const jni_formula *formula, jni_reads *out) {
  list bodies = {&system->pool, &out->bodies, &out->nbodies, &out->body_capacity},
       states = {&system->pool, &out->states, &out->nstates, &out->state_capacity};
  jni_gradient_sort sort = jni_formula_gradient_sort(system, formula);
  jni_formula_bodies(system, formula, add_once, &bodies);
  jni_formula_states(system, formula, add_once, &states);
  if ((int)sort < out->sort) out->sort = sort;
}

static void record_force(jn_system *system, jni_force_plan *plan) {
  int capacity = 0;
  list felt = {&system->pool, &plan->dependencies, &plan->ndependencies, &capacity};
  plan->reads.sort = JNI_GRADIENT_CONSTANT;
  for (int k = 0; k < 3; k++) record_formula(system, &plan->value[k], &plan->reads);
  plan->exact = plan->element->kind->tangent && plan->reads.sort >= JNI_GRADIENT_EXACT;
  int acts = 3 * plan->nplaces * JNI_WIDEST;
  if (acts > system->nacts) system->nacts = acts;
  if (plan->reads.nbodies == 0) return;
  jni_read_list(plan->bodies, plan->nbodies, add_once, &felt);
  jni_read_list(plan->reads.bodies, plan->reads.nbodies, add_once, &felt);
  int slopes = 6 * plan->ndependencies * JNI_WIDEST;
  if (slopes > system->nslopes) system->nslopes = slopes;
}

static void record_computed(jn_system *system, int i) {
  system->computed_reads[i].sort = JNI_GRADIENT_CONSTANT;
  record_formula(system, &system->computed[i], &system->computed_reads[i]);
}

// Sets plan->reads[stage], the bodies and states on which a stage of a subsystem depends: those of its previous stage,
// of its inputs, and its own states.
static void record_stage(jn_system *system, jni_subsystem_plan *plan, int stage) {
  const jni_subsystem_element *e = plan->element;
  jni_reads *out = &plan->reads[stage], *before = stage > JNI_FIRST ? &plan->reads[stage - 1] : NULL;
  list bodies = {&system->pool, &out->bodies, &out->nbodies, &out->body_capacity},
       states = {&system->pool, &out->states, &out->nstates, &out->state_capacity};
  out->sort = before ? before->sort : e->nstates > 0 ? JNI_GRADIENT_EXACT : JNI_GRADIENT_CONSTANT;
  if (before) jni_read_list(before->bodies, before->nbodies, add_once, &bodies);
  if (before) jni_read_list(before->states, before->nstates, add_once, &states);
  for (int i = 0; i < e->ninputs; i++)
    if ((int)e->inputs[i].stage == stage) record_formula(system, &plan->inputs[i], out);
  for (int i = 0; i < e->nstates; i++) add_once(&states, plan->state_at + i);
}

bool jni_system_build_reads(jn_system *system) {
  const int *order = system->model->order;
  system->computed_reads = jni_take(&system->pool, (size_t)system->ncomputed, sizeof *system->computed_reads);
  for (int k = 0; k < jni_node_total(system) && !system->pool.failed; k++) {
    int node = order ? order[k] : k, subsystem, stage;
    if (node < system->nforces) record_force(system, &system->forces[node]);
    else if (jni_subsystem_of_node(system, node, &subsystem, &stage))
      record_stage(system, &system->subsystems[subsystem], stage);
    else record_computed(system, node - system->nforces);
  }
  system->nstate_slopes = 3 * system->sizes.nz;
  system->nweights = 3 * system->nforces + system->ncomputed + system->nsubsystem_outputs;
  return !system->pool.failed;
}
