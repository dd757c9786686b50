// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// reads.c - what each kind of signal reads. See reads.h.
#include "system/reads.h"

// ---- bodies of a force element --------------------------------------------------------------------------------------

static bool on_every_body(const jni_force_plan *plan) { return plan->coordinate < 0 && plan->element->kind->ends == 0; }

int jni_force_bodies(const jn_system *system, const jni_force_plan *plan, int k, int bodies[2]) {
  const jni_force_kind *kind = plan->element->kind;
  int raw[2] = {0, 0}, n = 0;
  if (plan->coordinate >= 0) {
    for (int end = 0; end < 2; end++) raw[end] = system->coordinates[plan->coordinate].side[end].body;
  } else if (kind->ends == 0) {
    raw[0] = k;
  } else {
    for (int end = 0; end < kind->ends; end++) raw[end] = system->model->frames[plan->element->def.between[end].i].body;
  }
  for (int end = 0; end < 2; end++)
    if (raw[end] > 0 && !(n == 1 && bodies[0] == raw[end])) bodies[n++] = raw[end];
  return n;
}

const int *jni_felt_bodies(const jn_system *system, const jni_force_plan *plan, int body, int own[2], int *n) {
  if (plan->nfelt > 0) return *n = plan->nfelt, plan->felt;
  if (!on_every_body(plan)) return *n = jni_force_bodies(system, plan, 0, own), own;
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

static void of_force(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_force_plan *plan = &system->forces[s->a];
  int bodies[2];
  if (on_every_body(plan)) of_all(system, s, add, context);
  for (int k = 0, n = on_every_body(plan) ? 0 : jni_force_bodies(system, plan, 0, bodies); k < n; k++)
    add(context, bodies[k]);
  for (int k = 0; k < 3; k++) jni_formula_bodies(system, &plan->value[k], add, context);
}

// ---- auxiliary states of a signal -------------------------------------------------------------------------------

static void one_state(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  int i = s->kind == JNI_SIGNAL_AUXILIARY     ? s->a
          : s->kind == JNI_SIGNAL_FORCE_STATE ? system->forces[s->a].state_at + s->b
                                              : system->work_state;
  if (i >= 0) add(context, i);
}

static void states_of_force(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  const jni_force_plan *plan = &system->forces[s->a];
  for (int k = 0; k < plan->nstates; k++) add(context, plan->state_at + k);
  for (int k = 0; k < 3; k++) jni_formula_states(system, &plan->value[k], add, context);
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
    [JNI_SIGNAL_FORCE_LENGTH] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_RATE] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_VALUE] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_POWER] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_OUTPUT] = {DIFFERENCES, of_force, states_of_force},
    [JNI_SIGNAL_FORCE_ENERGY] = {EXACT, of_force, NULL},
    [JNI_SIGNAL_FORCE_STATE] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_AUXILIARY] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_WORK] = {EXACT, NULL, one_state},
    [JNI_SIGNAL_KINETIC] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_POTENTIAL] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_ENERGY] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_ENERGY_ERROR] = {EXACT, of_all, one_state},
    [JNI_SIGNAL_MOMENTUM] = {EXACT, of_all, NULL},
    [JNI_SIGNAL_ANGULAR_MOMENTUM] = {EXACT, of_all, NULL},
};

// Length and rate of an element on a joint coordinate are those of the coordinate.
jni_gradient_sort jni_signal_gradient_sort(const jn_system *system, const jni_signal *s) {
  bool along = s->kind == JNI_SIGNAL_FORCE_LENGTH || s->kind == JNI_SIGNAL_FORCE_RATE;
  return along && system->forces[s->a].coordinate >= 0 ? EXACT : rules[s->kind].sort;
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

static void note_reading(void *context, int i) { (void)i, *(bool *)context = true; }

bool jni_formula_reads_states(const jn_system *system, const jni_formula *formula) {
  bool reads = false;
  jni_formula_states(system, formula, note_reading, &reads);
  return reads;
}

void jni_formula_bodies(const jn_system *system, const jni_formula *formula, jni_read_add *add, void *context) {
  for (int i = 0; i < formula->nsignals; i++) jni_signal_bodies(system, &formula->signals[i], add, context);
}

// ---- forces ---------------------------------------------------------------------------------------------------------

typedef struct {
  jn_system *system;
  jni_force_plan *plan;
  int capacity;
} felt_list;

static void add_felt(void *context, int body) {
  felt_list *l = context;
  for (int i = 0; i < l->plan->nfelt; i++)
    if (l->plan->felt[i] == body) return;
  if (jni_pool_grow(&l->system->pool, &l->plan->felt, &l->capacity, l->plan->nfelt + 1, sizeof *l->plan->felt))
    l->plan->felt[l->plan->nfelt++] = body;
}

static void find_felt(jn_system *system, jni_force_plan *plan) {
  felt_list l = {system, plan, 0};
  int own[2];
  bool reads = false;
  for (int k = 0; k < 3; k++) jni_formula_bodies(system, &plan->value[k], note_reading, &reads);
  if (!reads) return;
  for (int i = 0, n = jni_force_bodies(system, plan, 0, own); i < n; i++) add_felt(&l, own[i]);
  for (int k = 0; k < 3; k++) jni_formula_bodies(system, &plan->value[k], add_felt, &l);
}

bool jni_system_build_reads(jn_system *system) {
  for (int i = 0; i < system->nforces; i++) {
    jni_force_plan *plan = &system->forces[i];
    find_felt(system, plan);
    plan->exact = plan->element->kind->tangent != NULL;
    for (int k = 0; k < 3; k++)
      plan->exact = plan->exact && jni_formula_gradient_sort(system, &plan->value[k]) >= EXACT;
    int room = 6 * plan->nfelt * JNI_WIDEST;
    if (room > system->nslopes) system->nslopes = room;
  }
  system->nstate_slopes = 3 * system->sizes.nz, system->nvalues = 3 * system->nforces;
  return !system->pool.failed;
}
