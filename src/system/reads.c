// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reads.c - what each kind of signal reads. See reads.h.
#include "system/reads.h"

#include "system/drive/drive.h"
#include "system/forces.h"
#include "system/motion.h"
#include "system/subsystem.h"

// ---- bodies of a force element --------------------------------------------------------------------------------------

const int *jni_felt_bodies(const jn_system *system, const jni_force_plan *plan, int body, int own[2], int *n) {
  if (plan->nfelt > 0) return *n = plan->nfelt, plan->felt;
  if (!jni_acts_everywhere(plan)) return *n = plan->nbodies, plan->bodies;
  int centre = system->model->frames[plan->element->def.between[0].i].body;
  own[0] = body, own[1] = centre;
  return *n = centre > 0 && centre != body ? 2 : 1, own;
}

// ---- bodies of a signal ---------------------------------------------------------------------------------------------

typedef void finder(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context);

static void of_frame(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  add(context, system->model->frames[s->a].body);
}

static void of_body(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)system, add(context, s->a);
}

static void of_two_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)system, add(context, s->a), add(context, s->c);
}

static void of_frame_and_body(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  of_frame(system, s, add, context), add(context, s->c);
}

static void of_coordinate(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  int i = jni_coordinate_find(system, s->a, s->b);
  for (int end = 0; end < 2 && i >= 0; end++) add(context, system->coordinates[i].side[end].body);
}

static void of_teeth(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_mesh *m = &system->meshes[system->mesh_of[s->a]];
  add(context, m->carrier), add(context, system->model->frames[m->at].body);
}

static void of_all(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)s;
  for (int b = 1; b < system->nbodies; b++) add(context, b);
}

static void add_all(const int *list, int n, jni_read_add *add, void *context) {
  for (int i = 0; i < n; i++) add(context, list[i]);
}

static void of_force(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_force_plan *plan = &system->forces[s->a];
  if (jni_acts_everywhere(plan)) of_all(system, s, add, context);
  else add_all(plan->bodies, plan->nbodies, add, context);
  add_all(plan->reads.bodies, plan->reads.nbodies, add, context);
}

static void of_computed(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  add_all(system->computed_reads[s->a].bodies, system->computed_reads[s->a].nbodies, add, context);
}

static const jni_reads *reads_of_subsystem(const jn_system *system, const jni_signal *s) {
  int subsystem, stage;
  jni_subsystem_of_node(system, jni_subsystem_signal_node(system, s), &subsystem, &stage);
  return &system->subsystems[subsystem].reads[stage];
}

static void of_subsystem(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_reads *reads = reads_of_subsystem(system, s);
  add_all(reads->bodies, reads->nbodies, add, context);
}

// ---- auxiliary states of a signal -------------------------------------------------------------------------------

int jni_signal_state(const jn_system *system, const jni_signal *s) {
  switch (s->kind) {
    case JNI_SIGNAL_AUXILIARY: return s->a;
    case JNI_SIGNAL_SUBSYSTEM_STATE: return system->subsystems[s->a].state_at + s->b;
    case JNI_SIGNAL_FORCE_STATE: return system->forces[s->a].state_at + s->b;
    case JNI_SIGNAL_DRIVE: {
      const jni_drive *drive = jni_drive_of_joint(system, s->a);
      return drive && jni_drive_follows(drive) ? drive->state_at + s->b : -1;
    }
    default: return system->work_state;
  }
}

static void one_state(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  int i = jni_signal_state(system, s);
  if (i >= 0) add(context, i);
}

static void states_of_force(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_force_plan *plan = &system->forces[s->a];
  for (int k = 0; k < plan->nstates; k++) add(context, plan->state_at + k);
  add_all(plan->reads.states, plan->reads.nstates, add, context);
}

static void states_of_computed(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  add_all(system->computed_reads[s->a].states, system->computed_reads[s->a].nstates, add, context);
}

static void states_of_subsystem(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_reads *reads = reads_of_subsystem(system, s);
  add_all(reads->states, reads->nstates, add, context);
}

// ---- the rules ------------------------------------------------------------------------------------------------------

typedef struct {
  jni_gradient_sort sort;
  finder *bodies, *states;  // that it reads; NULL: none
} reading_rule;

#define CONSTANT JNI_GRADIENT_CONSTANT
#define DIFFERENCES JNI_GRADIENT_DIFFERENCES
#define EXACT JNI_GRADIENT_EXACT
// What stands in no row has no gradient. Those of the others are in derivative/signal_gradient.c.
static const reading_rule rules[JNI_SIGNAL_COUNT] = {
    [JNI_SIGNAL_TIME] = {CONSTANT, NULL, NULL},
    [JNI_SIGNAL_INPUT] = {CONSTANT, NULL, NULL},
    [JNI_SIGNAL_DISCRETE] = {CONSTANT, NULL, NULL},
    [JNI_SIGNAL_LOAD] = {CONSTANT, NULL, NULL},
    [JNI_SIGNAL_POSITION] = {EXACT, of_frame, NULL},
    [JNI_SIGNAL_VELOCITY] = {EXACT, of_frame, NULL},
    [JNI_SIGNAL_ANGLE] = {EXACT, of_body, NULL},
    [JNI_SIGNAL_RATE] = {EXACT, of_body, NULL},
    [JNI_SIGNAL_QUATERNION] = {EXACT, of_body, NULL},
    [JNI_SIGNAL_OMEGA] = {EXACT, of_body, NULL},
    [JNI_SIGNAL_TURN] = {EXACT, of_two_bodies, NULL},
    [JNI_SIGNAL_TURN_RATE] = {EXACT, of_two_bodies, NULL},
    [JNI_SIGNAL_RELATIVE_POSITION] = {EXACT, of_frame_and_body, NULL},
    [JNI_SIGNAL_RELATIVE_VELOCITY] = {EXACT, of_frame_and_body, NULL},
    [JNI_SIGNAL_COORDINATE] = {EXACT, of_coordinate, NULL},
    [JNI_SIGNAL_COORDINATE_RATE] = {EXACT, of_coordinate, NULL},
    [JNI_SIGNAL_PITCH_POINT] = {EXACT, of_teeth, NULL},
    [JNI_SIGNAL_COMPUTED] = {EXACT, of_computed, states_of_computed},
    [JNI_SIGNAL_FORCE_LENGTH] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_RATE] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_VALUE] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_POWER] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_OUTPUT] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_END_FORCE] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_END_TORQUE] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_ENERGY] = {EXACT, of_force, NULL},
    [JNI_SIGNAL_FORCE_STATE] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_AUXILIARY] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_DRIVE] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_SUBSYSTEM_OUTPUT] = {EXACT, of_subsystem, states_of_subsystem},
    [JNI_SIGNAL_SUBSYSTEM_RATE] = {EXACT, of_subsystem, states_of_subsystem},
    [JNI_SIGNAL_SUBSYSTEM_STATE] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_SUBSYSTEM_DISCRETE] = {CONSTANT, NULL, NULL},
    [JNI_SIGNAL_WORK] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_KINETIC] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_POTENTIAL] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_ENERGY] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_ENERGY_ERROR] = {EXACT, of_all, one_state},
    [JNI_SIGNAL_MOMENTUM] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_ANGULAR_MOMENTUM] = {EXACT, of_all, NULL},
};

// Length and rate of an element along joint coordinates are those of its form; another result is as well known as
// what the element reads.
static jni_gradient_sort sort_of_result(const jn_system *system, const jni_signal *s) {
  const jni_force_plan *plan = &system->forces[s->a];
  bool along = s->kind == JNI_SIGNAL_FORCE_LENGTH || s->kind == JNI_SIGNAL_FORCE_RATE;
  if (along && plan->nterms > 0) return EXACT;
  return plan->reads.sort < DIFFERENCES ? plan->reads.sort : DIFFERENCES;
}

jni_gradient_sort jni_signal_gradient_sort(const jn_system *system, const jni_signal *s) {
  if (s->kind == JNI_SIGNAL_COMPUTED) return system->computed_reads[s->a].sort;
  if (jni_subsystem_signal_node(system, s) >= 0) return reads_of_subsystem(system, s)->sort;
  return rules[s->kind].sort == DIFFERENCES ? sort_of_result(system, s) : rules[s->kind].sort;
}

typedef struct {
  const jn_system *system;
  jni_read_add *add;
  void *context;
} moving;

// The ground stands still.
static void add_moving(void *context, int body) {
  const moving *m = context;
  if (m->system->width[body] > 0) m->add(m->context, body);
}

void jni_signal_bodies(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  moving m = {system, add, context};
  if (rules[s->kind].bodies) rules[s->kind].bodies(system, s, add_moving, &m);
}

// ---- formulas -------------------------------------------------------------------------------------------------------

jni_gradient_sort jni_formula_gradient_sort(const jn_system *system, const jni_formula *formula) {
  jni_gradient_sort worst = CONSTANT;
  for (int i = 0; i < formula->nsignals; i++) {
    jni_gradient_sort sort = jni_signal_gradient_sort(system, &formula->signals[i]);
    if (sort < worst) worst = sort;
  }
  return worst;
}

void jni_formula_states(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context) {
  for (int i = 0; i < formula->nsignals; i++) {
    finder *states = rules[formula->signals[i].kind].states;
    if (states) states(system, &formula->signals[i], add, context);
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

static void note_formula(jn_system *system, const jni_formula *formula, jni_reads *out) {
  list bodies = {&system->pool, &out->bodies, &out->nbodies, &out->body_capacity},
       states = {&system->pool, &out->states, &out->nstates, &out->state_capacity};
  jni_gradient_sort sort = jni_formula_gradient_sort(system, formula);
  jni_formula_bodies(system, formula, add_once, &bodies);
  jni_formula_states(system, formula, add_once, &states);
  if ((int)sort < out->sort) out->sort = sort;
}

static void note_force(jn_system *system, jni_force_plan *plan) {
  int capacity = 0;
  list felt = {&system->pool, &plan->felt, &plan->nfelt, &capacity};
  plan->reads.sort = CONSTANT;
  for (int k = 0; k < 3; k++) note_formula(system, &plan->value[k], &plan->reads);
  plan->exact = plan->element->kind->tangent && plan->reads.sort >= EXACT;
  int acts = 3 * plan->nplaces * JNI_WIDEST;
  if (acts > system->nacts) system->nacts = acts;
  if (plan->reads.nbodies == 0) return;
  add_all(plan->bodies, plan->nbodies, add_once, &felt);
  add_all(plan->reads.bodies, plan->reads.nbodies, add_once, &felt);
  int room = 6 * plan->nfelt * JNI_WIDEST;
  if (room > system->nslopes) system->nslopes = room;
}

static void note_computed(jn_system *system, int i) {
  system->computed_reads[i].sort = CONSTANT;
  note_formula(system, &system->computed[i], &system->computed_reads[i]);
}

// A stage of a subsystem reads what the one before does, its own inputs and its own states.
static void note_stage(jn_system *system, jni_subsystem_plan *plan, int stage) {
  const jni_subsystem_element *e = plan->element;
  jni_reads *out = &plan->reads[stage], *before = stage > JNI_FIRST ? &plan->reads[stage - 1] : NULL;
  list bodies = {&system->pool, &out->bodies, &out->nbodies, &out->body_capacity},
       states = {&system->pool, &out->states, &out->nstates, &out->state_capacity};
  out->sort = before ? before->sort : e->nstates > 0 ? EXACT : CONSTANT;
  if (before) add_all(before->bodies, before->nbodies, add_once, &bodies);
  if (before) add_all(before->states, before->nstates, add_once, &states);
  for (int i = 0; i < e->ninputs; i++)
    if ((int)e->inputs[i].stage == stage) note_formula(system, &plan->inputs[i], out);
  for (int i = 0; i < e->nstates; i++) add_once(&states, plan->state_at + i);
}

bool jni_system_build_reads(jn_system *system) {
  const int *order = system->model->order;
  system->computed_reads = jni_take(&system->pool, (size_t)system->ncomputed, sizeof *system->computed_reads);
  for (int k = 0; k < jni_node_total(system) && !system->pool.failed; k++) {
    int node = order ? order[k] : k, subsystem, stage;
    if (node < system->nforces) note_force(system, &system->forces[node]);
    else if (jni_subsystem_of_node(system, node, &subsystem, &stage))
      note_stage(system, &system->subsystems[subsystem], stage);
    else note_computed(system, node - system->nforces);
  }
  system->nstate_slopes = 3 * system->sizes.nz;
  system->nweights = 3 * system->nforces + system->ncomputed + system->nsubsystem_outputs;
  return !system->pool.failed;
}
