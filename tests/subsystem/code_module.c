// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_module.c - controllers of a shared object, as a user builds one: a sound one with a struct of its own, and those
// with one fault each.
#include <jounce/controller.h>
#include <math.h>

static const jn_controller_signal speed[] = {{"speed", "m/s", -50, 50, "of the vehicle"}};
static const jn_controller_signal force[] = {{"force", "N", -100, 100, "that pushes it"}};
static const jn_controller_signal states[] = {{"sum", "m", 0, 0, "of the errors"}, {"count", "1", 0, 0, "of samples"}};
static const jn_controller_parameter gains[] = {{"target", "m/s", 2, 0, 10, ""}, {"gain", "N s/m", 20, 0, 0, ""}};

// ---- a PI controller with a struct of its own

typedef struct {
  float unused;
  int count;
  double sum;
} memory;

static const char *init(const jn_controller_call *call) {
  memory *m = call->memory;
  if (!(call->parameters[1] > 0)) return "the gain must be positive";
  m->sum = 0.25;
  return NULL;
}

static const char *sample(const jn_controller_call *call) {
  memory *m = call->memory;
  double e = call->parameters[0] - call->inputs[0];
  if (call->t > 1e5) return "the day is over";
  m->count++;
  m->sum += call->dt * e;
  call->outputs[0] = call->parameters[1] * (e + m->sum);
  return NULL;
}

static void save(const void *from, double *to) {
  const memory *m = from;
  to[0] = m->sum;
  to[1] = m->count;
}

static void load(const double *from, void *to) {
  memory *m = to;
  m->sum = from[0];
  m->count = (int)from[1];
}

#define LISTS JN_CONTROLLER_INPUTS(speed), JN_CONTROLLER_OUTPUTS(force), JN_CONTROLLER_PARAMETERS(gains)

extern const jn_controller jounce_controller_pi, jounce_controller_future, jounce_controller_other,
    jounce_controller_lost;

const jn_controller jounce_controller_pi = {
    JN_CONTROLLER_VERSION,  "pi",         "holds a speed",  0.01,         LISTS,       JN_CONTROLLER_STATES(states),
    .size = sizeof(memory), .init = init, .sample = sample, .save = save, .load = load};

// ---- one fault each: another version, another name, not a number

const jn_controller jounce_controller_future = {JN_CONTROLLER_VERSION + 1, "future", LISTS, .sample = sample};
const jn_controller jounce_controller_other = {JN_CONTROLLER_VERSION, "another", LISTS, .sample = sample};

static const char *sample_lost(const jn_controller_call *call) {
  call->outputs[0] = call->t < 0.05 ? 1 : sqrt(-call->t);
  return NULL;
}

const jn_controller jounce_controller_lost = {JN_CONTROLLER_VERSION, "lost", NULL, 0.01, LISTS, .sample = sample_lost};
