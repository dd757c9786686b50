// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_kind.c - the subsystem `controller`: sampled C code (controller.h). Its outputs and states are discrete,
// and its inputs are read after all other signals, so that it may read signals that depend on its outputs.
//
// The code of built-in controllers is available when the model is read. For code in a file the model names the outputs
// that it uses; the rest is checked when the code is allowed and loaded (code_allow.c).
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "subsystem/code.h"
#include "subsystem/controller_call.h"
#include "subsystem/controller_fit.h"
#include "subsystem/field.h"

#define DEF(member) controller.member
static const jni_field fields[] = {
    JNI_PARAMETER("code", DEF(code), WORD, NONE, ANY, true, "name of the controller: m2, or one of 'file'"),
    JNI_PARAMETER("file", DEF(file), FILE_NAME, NONE, ANY, false,
                  "shared object that has it, relative to the model file; runs with --allow-code only"),
    JNI_PARAMETER("period", DEF(period), NUMBER, TIME, POSITIVE, false, "between samples, default that of the code"),
    JNI_PARAMETER("inputs", DEF(inputs), NAMED_EXPRESSIONS, NONE, ANY, false, "what it reads: {speed: chassis.vx}"),
    JNI_PARAMETER("parameters", DEF(parameters), NAMED_QUANTITIES, NONE, ANY, false, "values instead of its defaults"),
    JNI_PARAMETER("outputs", DEF(outputs), NAMES, NONE, ANY, false,
                  "of code in a file: outputs and states that are read"),
};

// ---- definition -----------------------------------------------------------------------------------------------

static const char *controller_at(const void *context, int i) {
  (void)context;
  return jni_controllers[i] ? jni_controllers[i]->name : NULL;
}

static bool check_names(const jn_controller_def *def, char *what, size_t size) {
  if (def->outputs.n < 1) {
    jni_print(what, size, "needs 'outputs': names of what the code in a file gives to the model");
    return false;
  }
  for (int i = 0; i < def->outputs.n; i++)
    for (int k = 0; k <= i; k++) {
      const char *name = def->outputs.list[i];
      bool legal = jni_name_is_legal(name), again = legal && k < i && !strcmp(name, def->outputs.list[k]);
      if (legal && !again) continue;
      jni_print(what, size, again ? "the output '%.60s' stands twice" : "'%.60s' is no name of an output",
                name ? name : "");
      return false;
    }
  return true;
}

static bool check(const jn_model *model, const jn_subsystem_def *def, char *what, size_t size) {
  const jn_controller_def *own = &def->controller;
  const jn_controller *code = own->file ? NULL : jni_controller_find(own->code);
  char hint[96];
  (void)model;
  if (!jni_name_is_legal(own->code)) {
    jni_print(what, size, "'code' must be the name of a controller");
    return false;
  }
  if (own->file) return check_names(own, what, size);
  if (code && own->outputs.n > 0) {
    jni_print(what, size, "'outputs' are for code in a file: all of '%s' are known", code->name);
    return false;
  }
  if (code) return jni_controller_fits(own, code, what, size);
  jni_suggest(own->code, controller_at, NULL, hint, sizeof hint);
  jni_print(what, size, "there is no controller '%.60s' in the library%s", own->code,
            hint[0] ? hint : "; code of your own needs 'file'");
  return false;
}

static void shape(jn_model *model, jni_subsystem_element *e) {
  const jn_controller_def *own = &e->def.controller;
  e->inputs = jni_take(&model->pool, (size_t)own->inputs.n, sizeof *e->inputs);
  for (int i = 0; e->inputs && i < own->inputs.n; i++)
    e->inputs[e->ninputs++] = (jni_subsystem_expression){own->inputs.list[i].name, own->inputs.list[i].text, JNI_LAST};
  if (!jni_controller_attach(&model->pool, e, own->file ? NULL : jni_controller_find(own->code)))
    model->no_memory = true;
}

// ---- code in files ------------------------------------------------------------------------------------------------

static const char *waits_for(const jni_subsystem_element *e) {
  const jni_controller_made *made = e->made;
  return made->code ? NULL : e->def.controller.file;
}

static void *close_code(void *object) {
  jni_code_close(object);
  return NULL;
}

static bool load(jn_model *model, jni_subsystem_element *e, const char *bytes, size_t n, char *note, char *what,
                 size_t size) {
  const jn_controller_def *def = &e->def.controller;
  jni_code *loaded = jni_take(&model->pool, 1, sizeof *loaded);
  (void)bytes, (void)n, (void)note;
  if (!loaded || !jni_code_open(def->file, def->code, loaded, what, size)) return false;
  if (!jni_keep(&model->pool, loaded, close_code)) return false;
  return jni_controller_fits(def, loaded->code, what, size) && jni_controller_attach(&model->pool, e, loaded->code);
}

// ---- samples ------------------------------------------------------------------------------------------------------

static void take(const jni_controller_made *made, const double *discrete, double *block) {
  for (int i = 0; i < made->nblock; i++) block[i] = discrete[made->place[i]];
}

static void give(const jni_controller_made *made, const double *block, double *discrete) {
  for (int i = 0; i < made->nblock; i++) discrete[made->place[i]] = block[i];
}

static void start(const jni_subsystem_element *e, double *state, double *discrete) {
  const jni_controller_made *made = e->made;
  double block[JNI_MOST_BLOCK];
  char what[256];
  (void)state;
  if (made->code && jni_controller_start(made->code, made->parameters, block, what, sizeof what))
    give(made, block, discrete);
}

static bool sample(const jni_subsystem_element *e, const jni_subsystem_input *in, double *state, double *discrete,
                   char *what, size_t size) {
  const jni_controller_made *made = e->made;
  double block[JNI_MOST_BLOCK], value[JN_CONTROLLER_MAX_LIST];
  (void)state;
  if (!made->code) {
    jni_print(what, size, "its code in the file '%.200s' was not allowed", e->def.controller.file);
    return false;
  }
  for (int i = 0; i < made->code->ninputs; i++) value[i] = in->value[made->input[i]];
  take(made, in->discrete, block);
  if (!jni_controller_sample(made->code, made->parameters, in->t, value, block, what, size)) return false;
  give(made, block, discrete);
  return true;
}

// ---- compiled code ------------------------------------------------------------------------------------------------

static void constants(const jni_subsystem_element *e, jni_constants *c) {
  const jni_controller_made *made = e->made;
  if (!made->code) return;
  const double head[] = {e->period, e->offset, made->nblock, e->ninputs, made->code->ninputs};
  jni_constants_list(c, head, sizeof head / sizeof *head);
  for (int i = 0; i < made->nblock; i++) jni_constants_add(c, made->place[i]);
  for (int i = 0; i < made->code->ninputs; i++) jni_constants_add(c, made->input[i]);
  jni_constants_list(c, made->parameters, made->code->nparameters);
}

static void call_loaded(const void *context, const double *block, const double *in, double *out) {
  jnk_controller_due(context, block, in, out);
}

// Sets *out to the jump function of an element: for a built-in controller its compiled function, for loaded code a
// function with its address. In printed C both call the controller jounce_controller_NAME. Returns false if no code is
// loaded.
static bool choose_jump(const jni_subsystem_element *e, jni_pool *pool, jni_loaded_kernel *out) {
  const jni_controller_made *made = e->made;
  char name[160];
  if (!made->code) return false;
  jni_print(name, sizeof name, "jnk_call_controller_%.100s", made->code->name);
  out->kernel.name = jni_pool_text(pool, name, strlen(name));
  for (int i = 0; jni_controllers[i]; i++)
    if (jni_controllers[i] == made->code) out->kernel.calc = jni_controller_calls[i].calc;
  out->calc = call_loaded;
  out->context = made->code;
  return true;
}

static const jni_subsystem_code code = {
    .constants = constants, .choose_jump = choose_jump, .fails = true, .at_ends = "samples"};

const jni_subsystem_kind jni_subsystem_controller = {
    .name = "controller",
    .help = "controller written in C, sampled at a period",
    JNI_FIELDS(fields),
    .check = check,
    .shape = shape,
    .start = start,
    .sample = sample,
    .waits_for = waits_for,
    .load = load,
    .code = &code,
};
