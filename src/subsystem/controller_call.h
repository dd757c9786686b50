// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_call.h - computes a sample of a controller (jounce/controller.h), also as a call of generated code, which
// finds the controller by the name jounce_controller_NAME.
//
// The block of a controller consists of its states, its outputs, the time of the last sample and the number of samples.
// A sample works on a copy, so that a failed sample does not change the block.
#ifndef JNK_CONTROLLER_CALL_H
#define JNK_CONTROLLER_CALL_H

#include "jounce/controller.h"
#include "kernel/subsystem/jump.h"

enum { JNK_CONTROLLER_BLOCK = 2 * JN_CONTROLLER_MAX_LIST + 2 };

// Result of a sample: success, or why it failed.
typedef enum {
  JNK_SAMPLE_GOOD,
  JNK_SAMPLE_INPUT,   // not finite
  JNK_SAMPLE_STATE,   // not finite
  JNK_SAMPLE_OUTPUT,  // not finite
  JNK_SAMPLE_RANGE,   // a state before the sample is outside its range
  JNK_SAMPLE_SAYS     // the code of the controller has reported a failure
} jnk_sample_fault;

typedef struct {
  jnk_sample_fault fault;
  int which;
  const char *sentence;
} jnk_sample_result;

typedef struct {
  double states[JN_CONTROLLER_MAX_LIST], outputs[JN_CONTROLLER_MAX_LIST], inputs[JN_CONTROLLER_MAX_LIST];
  union {  // aligned for any type
    max_align_t first;
    unsigned char bytes[JN_CONTROLLER_MAX_SIZE];
  } memory;
} jnk_sample_buffers;

JNK_FN double jnk_sample_held(const jn_controller_signal *signal, double value) {
  if (!(signal->low < signal->high)) return value;
  return value < signal->low ? signal->low : value > signal->high ? signal->high : value;
}

// Returns a fault if a state in the block is not finite or outside of its range, otherwise JNK_SAMPLE_GOOD. Called
// before each sample: the states may come from an untrusted checkpoint, session or compiled model, and the code may use
// them as array indices.
JNK_FN jnk_sample_result jnk_sample_check(const jn_controller *code, const double *block) {
  jnk_sample_result result = {JNK_SAMPLE_GOOD, 0, NULL};
  for (; result.which < code->nstates; result.which++) {
    double state = block[result.which];
    if (!(fabs(state) < HUGE_VAL)) result.fault = JNK_SAMPLE_STATE;
    else if (jnk_sample_held(&code->states[result.which], state) != state) result.fault = JNK_SAMPLE_RANGE;
    if (result.fault != JNK_SAMPLE_GOOD) return result;
  }
  return result;
}

JNK_FN void jnk_sample_take(const jn_controller *code, const double *block, jnk_sample_buffers *buffers) {
  for (int i = 0; i < code->nstates; i++) buffers->states[i] = block[i];
  for (int i = 0; i < code->noutputs; i++) buffers->outputs[i] = block[code->nstates + i];
  for (size_t i = 0; i < code->size; i++) buffers->memory.bytes[i] = 0;
}

// Copies the states and outputs that a sample has computed from `buffers` to the block, clamped to their ranges. If a
// number is not finite, returns that fault and leaves the block unchanged; otherwise returns JNK_SAMPLE_GOOD.
JNK_FN jnk_sample_result jnk_sample_give(const jn_controller *code, const jnk_sample_buffers *buffers, double *block) {
  jnk_sample_result result = {JNK_SAMPLE_STATE, 0, NULL};
  for (; result.which < code->nstates; result.which++)
    if (!(fabs(buffers->states[result.which]) < HUGE_VAL)) return result;
  result.fault = JNK_SAMPLE_OUTPUT;
  for (result.which = 0; result.which < code->noutputs; result.which++)
    if (!(fabs(buffers->outputs[result.which]) < HUGE_VAL)) return result;
  for (int i = 0; i < code->nstates; i++) block[i] = jnk_sample_held(&code->states[i], buffers->states[i]);
  for (int i = 0; i < code->noutputs; i++)
    block[code->nstates + i] = jnk_sample_held(&code->outputs[i], buffers->outputs[i]);
  result.fault = JNK_SAMPLE_GOOD;
  return result;
}

// Calls the controller's init function and stores the initial states and outputs in the block; time and number of
// samples become zero. Returns the fault if this fails; the whole block is then zero.
JNK_FN jnk_sample_result jnk_sample_begin(const jn_controller *code, const double *parameters, double *block) {
  jnk_sample_buffers buffers;
  jnk_sample_result result = {JNK_SAMPLE_SAYS, 0, NULL};
  for (int i = 0; i < code->nstates + code->noutputs + 2; i++) block[i] = 0;
  jnk_sample_take(code, block, &buffers);
  jn_controller_call call = {
      0, 0, parameters, NULL, buffers.states, buffers.outputs, code->size ? &buffers.memory : NULL};
  result.sentence = code->init ? code->init(&call) : NULL;
  if (result.sentence) return result;
  if (code->size) code->save(&buffers.memory, buffers.states);
  return jnk_sample_give(code, &buffers, block);
}

JNK_FN jnk_sample_result jnk_sample(const jn_controller *code, const double *parameters, double t, const double *inputs,
                                    double *block) {
  jnk_sample_buffers buffers;
  jnk_sample_result result = jnk_sample_check(code, block);
  double *last = block + code->nstates + code->noutputs, *count = last + 1;
  if (result.fault != JNK_SAMPLE_GOOD) return result;
  result.fault = JNK_SAMPLE_INPUT;
  result.which = 0;
  jnk_sample_take(code, block, &buffers);
  for (; result.which < code->ninputs; result.which++) {
    buffers.inputs[result.which] = jnk_sample_held(&code->inputs[result.which], inputs[result.which]);
    if (!(fabs(buffers.inputs[result.which]) < HUGE_VAL)) return result;
  }
  jn_controller_call call = {t,
                             *count > 0 ? t - *last : 0,
                             parameters,
                             buffers.inputs,
                             buffers.states,
                             buffers.outputs,
                             code->size ? &buffers.memory : NULL};
  if (code->size) code->load(buffers.states, &buffers.memory);
  result.fault = JNK_SAMPLE_SAYS;
  result.sentence = code->sample(&call);
  if (result.sentence) return result;
  if (code->size) code->save(&buffers.memory, buffers.states);
  result = jnk_sample_give(code, &buffers, block);
  if (result.fault == JNK_SAMPLE_GOOD) {
    *last = t;
    *count += 1;
  }
  return result;
}

// ---- call of generated code -----------------------------------------------------------------------------------------

// Takes a sample at t if a sample time is after the last call and not after t; otherwise copies the discrete states.
// constants: period, time of the first sample, size of the block, number of inputs of the element, number of inputs of
// the code; then the index of the discrete state of each number of the block, the index of the element's input for each
// input of the code, and the parameters. in: t, inputs, discrete states, time of the last call. out: discrete states,
// then 0 or, if a sample has failed, not 0.
JNK_FN void jnk_controller_due(const jn_controller *code, const double *constants, const double *in, double *out) {
  int nblock = (int)constants[2], ninputs = (int)constants[3], nread = (int)constants[4];
  const double *place = constants + 5, *read = place + nblock, *parameters = read + nread, *s = in + 1 + ninputs;
  double block[JNK_CONTROLLER_BLOCK], inputs[JN_CONTROLLER_MAX_LIST];
  for (int i = 0; i < nblock; i++) out[i] = s[i];
  out[nblock] = 0;
  if (!jnk_times_passed(constants[1], constants[0], s[nblock], in[0])) return;
  for (int i = 0; i < nblock; i++) block[i] = s[(int)place[i]];
  for (int i = 0; i < nread; i++) inputs[i] = in[1 + (int)read[i]];
  out[nblock] = jnk_sample(code, parameters, in[0], inputs, block).fault != JNK_SAMPLE_GOOD;
  for (int i = 0; i < nblock; i++) out[(int)place[i]] = block[i];
}

#define JNK_CONTROLLER_CALL(name)                                                                  \
  extern const jn_controller jounce_controller_##name;                                             \
  JNK_FN void jnk_call_controller_##name(const double *constants, const double *in, double *out) { \
    jnk_controller_due(&jounce_controller_##name, constants, in, out);                             \
  }

#endif
