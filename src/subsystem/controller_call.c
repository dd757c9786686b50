// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_call.c - calls of a controller's code.
#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "subsystem/controller.h"

typedef struct {
  double states[JN_CONTROLLER_MAX_LIST], outputs[JN_CONTROLLER_MAX_LIST], inputs[JN_CONTROLLER_MAX_LIST];
  alignas(max_align_t) unsigned char memory[JN_CONTROLLER_MAX_SIZE];
} call_room;

static double held(const jn_controller_signal *signal, double value) {
  if (!(signal->low < signal->high)) return value;
  return value < signal->low ? signal->low : value > signal->high ? signal->high : value;
}

static void take(const jn_controller *code, const double *block, call_room *room) {
  memcpy(room->states, block, (size_t)code->nstates * sizeof *block);
  memcpy(room->outputs, block + code->nstates, (size_t)code->noutputs * sizeof *block);
}

// Every number that comes back is finite, or the block stays as it is.
static bool give(const jn_controller *code, const call_room *room, double *block, char *what, size_t size) {
  for (int i = 0; i < code->nstates; i++)
    if (!isfinite(room->states[i])) {
      jni_print(what, size, "its state '%s' is not a finite number", code->states[i].name);
      return false;
    }
  for (int i = 0; i < code->noutputs; i++)
    if (!isfinite(room->outputs[i])) {
      jni_print(what, size, "its output '%s' is not a finite number", code->outputs[i].name);
      return false;
    }
  memcpy(block, room->states, (size_t)code->nstates * sizeof *block);
  for (int i = 0; i < code->noutputs; i++) block[code->nstates + i] = held(&code->outputs[i], room->outputs[i]);
  return true;
}

static bool read_inputs(const jn_controller *code, const double *inputs, call_room *room, char *what, size_t size) {
  for (int i = 0; i < code->ninputs; i++) {
    room->inputs[i] = held(&code->inputs[i], inputs[i]);
    if (isfinite(room->inputs[i])) continue;
    jni_print(what, size, "its input '%s' is not a finite number", code->inputs[i].name);
    return false;
  }
  return true;
}

static bool says_nothing(const char *sentence, char *what, size_t size) {
  if (sentence) jni_print(what, size, "%s", sentence);
  return !sentence;
}

bool jni_controller_start(const jn_controller *code, const double *parameters, double *block, char *what, size_t size) {
  call_room room;
  memset(block, 0, (size_t)jni_controller_block(code) * sizeof *block);
  take(code, block, &room);
  memset(room.memory, 0, code->size);
  jn_controller_call call = {.parameters = parameters,
                             .states = room.states,
                             .outputs = room.outputs,
                             .memory = code->size ? room.memory : NULL};
  if (code->init && !says_nothing(code->init(&call), what, size)) return false;
  if (code->size) code->save(room.memory, room.states);
  return give(code, &room, block, what, size);
}

bool jni_controller_sample(const jn_controller *code, const double *parameters, double t, const double *inputs,
                           double *block, char *what, size_t size) {
  call_room room;
  double *last = block + code->nstates + code->noutputs, *count = last + 1;
  take(code, block, &room);
  if (!read_inputs(code, inputs, &room, what, size)) return false;
  jn_controller_call call = {.t = t,
                             .dt = *count > 0 ? t - *last : 0,
                             .parameters = parameters,
                             .inputs = room.inputs,
                             .states = room.states,
                             .outputs = room.outputs,
                             .memory = code->size ? room.memory : NULL};
  if (code->size) memset(room.memory, 0, code->size), code->load(room.states, room.memory);
  if (!says_nothing(code->sample(&call), what, size)) return false;
  if (code->size) code->save(room.memory, room.states);
  if (!give(code, &room, block, what, size)) return false;
  *last = t, *count += 1;
  return true;
}
