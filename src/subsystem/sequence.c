// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sequence.c - subsystem kind: actions of an operator in sequence (kernel/subsystem/sequence.h). The ends of steps and
// of ramps are located events.
#include <math.h>
#include <string.h>

#include "kernel/subsystem/sequence.h"
#include "model/build.h"
#include "subsystem/code.h"
#include "subsystem/field.h"

#define DEF(member) sequence.member
static const jni_field fields[] = {
    {.name = "steps",
     .type = JNI_FIELD_STEPS,
     .offset = offsetof(jn_subsystem_def, sequence.steps),
     .required = true,
     .help = "actions one after the other: [{set: {throttle: 0.5}, ramp: 1 s, until: \"chassis.vx > 12\"}, ...]"},
    JNI_PARAMETER("start", DEF(start), NUMBER, TIME, NOT_NEGATIVE, false, "when the first step begins, default 0 s"),
    JNI_PARAMETER("rounds", DEF(repeat), NUMBER, NONE, POSITIVE, false, "how often all steps are made, default 1"),
};

// ---- the element --------------------------------------------------------------------------------------------

static const jni_subsystem_word own_states[JNK_SEQUENCE_FROM] = {{"step", JNI_DIM_NONE, JNI_FIRST},
                                                                 {"since", JNI_DIM_TIME, JNI_FIRST},
                                                                 {"round", JNI_DIM_NONE, JNI_FIRST},
                                                                 {"ramping", JNI_DIM_NONE, JNI_FIRST}};
static const char before[] = "_before";  // suffix of the state: value of an output when the step began

static int find_name(const jni_subsystem_word *words, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (!strcmp(words[i].name, name)) return i;
  return -1;
}

// Returns whether a name is the one of a state that stores the value that an output had when the present step began:
// NAME of an output and the ending `before`.
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
  if (!jni_name_is_legal(name)) {
    jni_print(what, size, "step %d sets '%.60s', which is no name: letters, digits and _", i + 1, name ? name : "");
    return false;
  }
  if (find_name(own_states, JNK_SEQUENCE_FROM, name) < 0 && !is_before(def, name)) return true;
  jni_print(what, size, "step %d sets '%.60s', but this is a state of the sequence itself; choose another name", i + 1,
            name);
  return false;
}

static bool check_step(const jn_sequence_def *def, int i, char *what, size_t size) {
  const jn_sequence_step *step = &def->steps[i];
  for (int k = 0; k < step->set.n; k++) {
    if (!step->set.list[k].text) {
      jni_print(what, size, "step %d sets nothing", i + 1);
      return false;
    }
    if (!check_set(def, i, step->set.list[k].name, what, size)) return false;
  }
  if (!(step->ramp >= 0 && isfinite(step->ramp) && step->duration >= 0 && isfinite(step->duration))) {
    jni_print(what, size, "times of step %d must be zero or positive", i + 1);
    return false;
  }
  if (step->duration > 0 || step->until || (i == def->nsteps - 1 && def->repeat == 1)) return true;
  jni_print(what, size, "step %d never ends: give it 'for' or 'until'", i + 1);
  return false;
}

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  const jn_sequence_def *own = &def->sequence;
  bool any = false;
  (void)model;
  if (own->nsteps < 1) {
    jni_print(what, size, "a sequence needs steps");
    return false;
  }
  if (own->repeat != floor(own->repeat) || own->repeat > 1e9) {
    jni_print(what, size, "'rounds' must be a whole number, got %g", own->repeat);
    return false;
  }
  for (int i = 0; i < own->nsteps; i++) {
    if (!check_step(own, i, what, size)) return false;
    any = any || own->steps[i].set.n > 0;
  }
  if (any) return true;
  jni_print(what, size, "no step of the sequence sets anything");
  return false;
}

static int count_sets(const jn_sequence_def *def) {
  int n = 0;
  for (int i = 0; i < def->nsteps; i++) n += def->steps[i].set.n;
  return n;
}

// Writes the outputs that the steps set to `words`, in the order of their first use, and returns their number.
static int name_outputs(const jn_sequence_def *def, jni_subsystem_word *words) {
  int n = 0;
  for (int i = 0; i < def->nsteps; i++)
    for (int k = 0; k < def->steps[i].set.n; k++)
      if (find_name(words, n, def->steps[i].set.list[k].name) < 0)
        words[n++] = (jni_subsystem_word){def->steps[i].set.list[k].name, JNI_DIM_NONE, JNI_FIRST};
  return n;
}

static int add_input(jni_subsystem_element *e, const char *key, const char *text, jni_stage stage) {
  e->inputs[e->ninputs] = (jni_subsystem_expression){key, text, stage};
  return e->ninputs++;
}

// Writes to `action` what a step does to an output: sets it to the number in `text`, or, if this is an expression, to
// an input that is added to the element for it.
static void write_action(jni_subsystem_element *e, const char *text, double *action) {
  double number;
  const char *end = jni_number_parse(text, &number);
  bool plain = end && !*end;
  action[0] = plain ? JNK_SEQUENCE_TAKES_NUMBER : JNK_SEQUENCE_TAKES_INPUT;
  action[1] = plain ? number : add_input(e, "set", text, JNI_FIRST);
}

static void write_step(jni_subsystem_element *e, const jn_sequence_step *step, double *block) {
  block[JNK_SEQUENCE_RAMP] = step->ramp;
  block[JNK_SEQUENCE_DURATION] = step->duration;
  for (int k = 0; k < step->set.n; k++)
    write_action(e, step->set.list[k].text,
                 block + JNK_SEQUENCE_ACTIONS + 2 * find_name(e->outputs, e->noutputs, step->set.list[k].name));
  block[JNK_SEQUENCE_UNTIL] = step->until ? add_input(e, "until", step->until, JNI_LAST) : -1;
}

static void write_block(jni_subsystem_element *e, double *block) {
  const jn_sequence_def *def = &e->def.sequence;
  block[JNK_SEQUENCE_NSTEPS] = def->nsteps;
  block[JNK_SEQUENCE_NOUTPUTS] = e->noutputs;
  block[JNK_SEQUENCE_START] = def->start;
  block[JNK_SEQUENCE_REPEAT] = def->repeat;
  for (int i = 0; i < def->nsteps; i++)
    write_step(e, &def->steps[i], block + JNK_SEQUENCE_HEAD + i * jnk_sequence_width(block));
  block[JNK_SEQUENCE_NINPUTS] = e->ninputs;
}

static void name_states(jn_model *model, jni_subsystem_element *e, jni_subsystem_word *words) {
  memcpy(words, own_states, sizeof own_states);
  for (int i = 0; i < e->noutputs; i++) {
    char text[128];
    jni_print(text, sizeof text, "%s%s", e->outputs[i].name, before);
    words[JNK_SEQUENCE_FROM + i] = (jni_subsystem_word){jni_model_text(model, text, NULL), JNI_DIM_NONE, JNI_FIRST};
  }
}

static void shape(jn_model *model, jni_subsystem_element *e) {
  const jn_sequence_def *def = &e->def.sequence;
  int sets = count_sets(def);
  jni_subsystem_word *words = jni_take(&model->pool, (size_t)sets, sizeof *words);
  e->noutputs = words ? name_outputs(def, words) : 0;
  e->outputs = words;
  size_t n = (size_t)e->noutputs, width = JNK_SEQUENCE_ACTIONS + 2 * n;
  jni_subsystem_word *discretes = jni_take(&model->pool, n + JNK_SEQUENCE_FROM, sizeof *discretes);
  double *block = jni_doubles(&model->pool, JNK_SEQUENCE_HEAD + width * (size_t)def->nsteps);
  e->inputs = jni_take(&model->pool, (size_t)sets + (size_t)def->nsteps, sizeof *e->inputs);
  if (model->pool.failed) {
    model->no_memory = true;
    return;
  }
  write_block(e, block);
  name_states(model, e, discretes);
  e->discretes = discretes;
  e->ndiscretes = JNK_SEQUENCE_FROM + e->noutputs;
  e->nroots = JNK_SEQUENCE_ROOTS;
  e->made = block;
}

// ---- values ---------------------------------------------------------------------------------------------------

static void calc(const jni_subsystem_element *e, const jni_subsystem_input *in, jni_stage stage, double *output) {
  for (int k = 0; stage == JNI_FIRST && k < e->noutputs; k++)
    output[k] = jnk_sequence_value(e->made, in->t, in->value, in->discrete, k);
}

static void roots(const jni_subsystem_element *e, const jni_subsystem_input *in, double *root) {
  jnk_sequence_due(e->made, in->t, in->value, in->discrete, root);
}

static void jump(const jni_subsystem_element *e, const jni_subsystem_input *in, int root, double *state,
                 double *discrete) {
  (void)state;
  jnk_sequence_jump(e->made, in->t, in->value, root, discrete);
}

static void constants(const jni_subsystem_element *e, jni_constants *c) {
  const double *block = e->made;
  jni_constants_list(c, block, JNK_SEQUENCE_HEAD + jnk_sequence_width(block) * e->def.sequence.nsteps);
}

static const jni_subsystem_code code = {
    .stage = {JNI_CODE_CALL(jnk_call_sequence)},
    .jump = JNI_CODE_CALL(jnk_call_sequence_jump),
    .constants = constants,
    .at_ends = "its steps and ramps",
};

const jni_subsystem_kind jni_subsystem_sequence = {
    .name = "sequence",
    .help = "actions of an operator one after the other, by times and conditions",
    .output_hint = "its outputs are the names under 'set'",
    JNI_FIELDS(fields),
    .check = check,
    .shape = shape,
    .calc = calc,
    .roots = roots,
    .jump = jump,
    .code = &code,
};
