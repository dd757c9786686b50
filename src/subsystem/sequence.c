// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sequence.c - actions of an operator one after the other: each step sets outputs, at once or along a ramp, and ends
// after a time or where a condition becomes true. What a step does not set stays as it was.
//
// Discrete states: the step (0 before the first, then 1, 2, ...), when it began, how often all steps have been made,
// and the values that outputs had when the step began. Both ends, of a step and of its ramp, are located.
#include <math.h>
#include <string.h>

#include "kernel/follower.h"
#include "subsystem/field.h"

#define DEF(member) sequence.member
static const jni_field fields[] = {
    {.name = "steps",
     .type = JNI_FIELD_STEPS,
     .offset = offsetof(jn_subsystem_def, sequence.steps),
     .required = true,
     .help = "what is done one after the other: [{set: {throttle: 0.5}, ramp: 1 s, until: \"chassis.vx > 12\"}, ...]"},
    JNI_PARAMETER("start", DEF(start), NUMBER, TIME, NOT_NEGATIVE, false, "when the first step begins, default 0 s"),
    JNI_PARAMETER("rounds", DEF(repeat), NUMBER, NONE, POSITIVE, false, "how often all steps are made, default 1"),
};

enum { STEP, SINCE, ROUND, RAMPING, FROM };  // discrete states
enum { END_OF_STEP, END_OF_RAMP, ROOTS };

// What a step does with an output.
typedef enum { KEEPS, TAKES_NUMBER, TAKES_INPUT } action_kind;
typedef struct {
  action_kind kind;
  double number;
  int input;
} action;

typedef struct {
  int noutputs;
  action *actions;  // of each step, one per output
  int *until;       // of each step: input of its condition, -1: none
} program;

// ---- what is made of the definition -------------------------------------------------------------------------

static const jni_subsystem_word own_states[FROM] = {{"step", JNI_DIM_NONE, JNI_FIRST},
                                                    {"since", JNI_DIM_TIME, JNI_FIRST},
                                                    {"round", JNI_DIM_NONE, JNI_FIRST},
                                                    {"ramping", JNI_DIM_NONE, JNI_FIRST}};
static const char before[] = "_before";  // what an output was when the step began

static int find_name(const jni_subsystem_word *words, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (!strcmp(words[i].name, name)) return i;
  return -1;
}

// Is there an output whose state has this name?
static bool is_before(const jn_sequence_def *def, const char *name) {
  size_t n = strlen(name), end = sizeof before - 1;
  if (n <= end || strcmp(name + n - end, before) != 0) return false;
  for (int i = 0; i < def->nsteps; i++)
    for (int k = 0; k < def->steps[i].set.n; k++) {
      const char *other = def->steps[i].set.list[k].name;
      if (other && strlen(other) == n - end && strncmp(other, name, n - end) == 0) return true;
    }
  return false;
}

static bool check_set(const jn_sequence_def *def, int i, const char *name, char *what, size_t size) {
  if (!jni_name_is_legal(name))
    return jni_print(what, size, "step %d sets '%.60s', which is no name: letters, digits and _", i + 1,
                     name ? name : ""),
           false;
  if (find_name(own_states, FROM, name) < 0 && !is_before(def, name)) return true;
  jni_print(what, size, "step %d sets '%.60s', but this is a state of the sequence itself; choose another name", i + 1,
            name);
  return false;
}

static bool check_step(const jn_sequence_def *def, int i, char *what, size_t size) {
  const jn_sequence_step *step = &def->steps[i];
  for (int k = 0; k < step->set.n; k++) {
    if (!step->set.list[k].text) return jni_print(what, size, "step %d sets nothing", i + 1), false;
    if (!check_set(def, i, step->set.list[k].name, what, size)) return false;
  }
  if (!(step->ramp >= 0 && isfinite(step->ramp) && step->duration >= 0 && isfinite(step->duration)))
    return jni_print(what, size, "times of step %d must be zero or positive", i + 1), false;
  if (step->duration > 0 || step->until || (i == def->nsteps - 1 && def->repeat == 1)) return true;
  jni_print(what, size, "step %d never ends: give it 'for' or 'until'", i + 1);
  return false;
}

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  const jn_sequence_def *own = &def->sequence;
  bool any = false;
  (void)model;
  if (own->nsteps < 1) return jni_print(what, size, "a sequence needs steps"), false;
  if (own->repeat != floor(own->repeat) || own->repeat > 1e9)
    return jni_print(what, size, "'rounds' must be a whole number, got %g", own->repeat), false;
  for (int i = 0; i < own->nsteps; i++) {
    if (!check_step(own, i, what, size)) return false;
    any = any || own->steps[i].set.n > 0;
  }
  return any || (jni_print(what, size, "no step of the sequence sets anything"), false);
}

static int count_sets(const jn_sequence_def *def) {
  int n = 0;
  for (int i = 0; i < def->nsteps; i++) n += def->steps[i].set.n;
  return n;
}

// Outputs in the order in which steps name them first.
static int name_outputs(const jn_sequence_def *def, jni_subsystem_word *words) {
  int n = 0;
  for (int i = 0; i < def->nsteps; i++)
    for (int k = 0; k < def->steps[i].set.n; k++)
      if (find_name(words, n, def->steps[i].set.list[k].name) < 0)
        words[n++] = (jni_subsystem_word){def->steps[i].set.list[k].name, JNI_DIM_NONE, JNI_FIRST};
  return n;
}

static int add_input(jni_subsystem_element *e, const char *key, const char *text, jni_stage stage) {
  e->inputs[e->ninputs] = (jni_subsystem_reading){key, text, stage};
  return e->ninputs++;
}

// A plain number is no input: it need not be evaluated.
static action action_of(jni_subsystem_element *e, const char *text) {
  double number;
  const char *end = jni_number_parse(text, &number);
  if (end && !*end) return (action){TAKES_NUMBER, number, -1};
  return (action){TAKES_INPUT, 0, add_input(e, "set", text, JNI_FIRST)};
}

static void make_program(jni_subsystem_element *e, program *p) {
  const jn_sequence_def *def = &e->def.sequence;
  for (int i = 0; i < def->nsteps; i++) {
    const jn_sequence_step *step = &def->steps[i];
    for (int k = 0; k < step->set.n; k++)
      p->actions[i * p->noutputs + find_name(e->outputs, e->noutputs, step->set.list[k].name)] =
          action_of(e, step->set.list[k].text);
    p->until[i] = step->until ? add_input(e, "until", step->until, JNI_LAST) : -1;
  }
}

static void name_states(jn_model *model, jni_subsystem_element *e, jni_subsystem_word *words) {
  memcpy(words, own_states, sizeof own_states);
  for (int i = 0; i < e->noutputs; i++) {
    char text[128];
    jni_print(text, sizeof text, "%s%s", e->outputs[i].name, before);
    words[FROM + i] = (jni_subsystem_word){jni_model_text(model, text, NULL), JNI_DIM_NONE, JNI_FIRST};
  }
}

static void shape(jn_model *model, jni_subsystem_element *e) {
  const jn_sequence_def *def = &e->def.sequence;
  int sets = count_sets(def);
  jni_subsystem_word *words = jni_take(&model->pool, (size_t)sets, sizeof *words);
  e->noutputs = words ? name_outputs(def, words) : 0;
  e->outputs = words;
  size_t n = (size_t)e->noutputs;
  jni_subsystem_word *discretes = jni_take(&model->pool, n + FROM, sizeof *discretes);
  program *p = jni_take(&model->pool, 1, sizeof *p);
  action *actions = jni_take(&model->pool, n * (size_t)def->nsteps, sizeof *actions);
  int *until = jni_ints(&model->pool, (size_t)def->nsteps);
  e->inputs = jni_take(&model->pool, (size_t)(sets + def->nsteps), sizeof *e->inputs);
  if (model->pool.failed) {
    model->no_memory = true;
    return;
  }
  *p = (program){e->noutputs, actions, until};
  make_program(e, p);
  name_states(model, e, discretes);
  e->discretes = discretes, e->ndiscretes = FROM + e->noutputs;
  e->nroots = ROOTS, e->made = p;
}

// ---- values ---------------------------------------------------------------------------------------------------

// The present step; NULL before the first and behind the last.
static const jn_sequence_step *step_now(const jni_subsystem_element *e, const double *discrete) {
  int step = (int)discrete[STEP];
  return step >= 1 && step <= e->def.sequence.nsteps ? &e->def.sequence.steps[step - 1] : NULL;
}

static double value_of(const jni_subsystem_element *e, const jni_subsystem_input *in, int k) {
  const program *p = e->made;
  const jn_sequence_step *step = step_now(e, in->discrete);
  const action *a = step ? &p->actions[((int)in->discrete[STEP] - 1) * p->noutputs + k] : NULL;
  double from = in->discrete[FROM + k];
  if (!a || a->kind == KEEPS) return from;
  double to = a->kind == TAKES_NUMBER ? a->number : in->value[a->input];
  return in->discrete[RAMPING] != 0 ? from + (to - from) * (in->t - in->discrete[SINCE]) / step->ramp : to;
}

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  for (int k = 0; stage == JNI_FIRST && k < e->noutputs; k++) output[k] = value_of(e, in, k);
}

// ---- from step to step ------------------------------------------------------------------------------------------

// Conditions that are false or not yet true are below zero.
static double condition(const jni_subsystem_element *e, const jni_subsystem_input *in) {
  const program *p = e->made;
  int until = p->until[(int)in->discrete[STEP] - 1];
  double value = until < 0 ? -1 : in->value[until];
  return value == 0 ? -1 : value;
}

static double end_of_step(const jni_subsystem_element *e, const jni_subsystem_input *in) {
  const jn_sequence_step *step = step_now(e, in->discrete);
  double passed = in->t - in->discrete[SINCE];
  double waits = e->def.sequence.start - in->t;
  if (!step) return in->discrete[STEP] > 0 ? -1 : waits > 0 ? -waits : 1;
  double by_time = step->duration > 0 ? passed - step->duration : -1, by_condition = condition(e, in);
  return by_time > by_condition ? by_time : by_condition;
}

static void roots(const jni_subsystem_element *e, const jni_subsystem_input *in, double *root) {
  const jn_sequence_step *step = step_now(e, in->discrete);
  root[END_OF_STEP] = end_of_step(e, in);
  root[END_OF_RAMP] = step && in->discrete[RAMPING] != 0 ? in->t - in->discrete[SINCE] - step->ramp : -1;
}

static void begin_step(const jni_subsystem_element *e, double t, double *discrete) {
  const jn_sequence_def *def = &e->def.sequence;
  bool last = discrete[STEP] >= def->nsteps;
  if (last) discrete[ROUND] += 1;
  discrete[STEP] = last && discrete[ROUND] < def->repeat ? 1 : discrete[STEP] + 1;
  discrete[SINCE] = t;
  const jn_sequence_step *step = step_now(e, discrete);
  discrete[RAMPING] = step && step->ramp > 0;
}

static void jump(const jni_subsystem_element *e, const jni_subsystem_input *in, int root, double *state,
                 double *discrete) {
  (void)state;
  if (root == END_OF_RAMP) {
    discrete[RAMPING] = 0;
    return;
  }
  for (int k = 0; k < e->noutputs; k++) discrete[FROM + k] = value_of(e, in, k);
  begin_step(e, in->t, discrete);
}

const jni_subsystem_kind jni_subsystem_sequence = {
    .name = "sequence",
    .help = "actions of an operator one after the other, by times and conditions",
    .outputs_are = "its outputs are the names under 'set'",
    JNI_FIELDS(fields),
    .check = check,
    .shape = shape,
    .calc = calc,
    .roots = roots,
    .jump = jump,
};
