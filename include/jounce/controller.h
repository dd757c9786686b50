// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller.h - interface of user controllers: one C file that defines the constant jounce_controller_NAME and needs
// no library.
//
// A controller is sampled at t_k = k period. Between the samples its outputs are held:
//   (states, outputs)_k = sample(t_k, dt, parameters, inputs(t_k), states_(k-1), outputs_(k-1))
// All its memory are its states, numbers that Jounce stores with those of the model. So several systems can share the
// code, a checkpoint contains everything, and a continued run is the same, bit for bit. The code must have no static or
// global variables that change.
//
// Code that uses its own struct (modes, counters, flags) declares its size (`size`), and converts it to states and back
// (`save`, `load`). Jounce calls load, sample and save at every sample, so that members that save omits are lost at
// every sample, not only when a run is continued.
//
// Example: a thermostat with hysteresis, sampled by hand.
//
//   #include <jounce/controller.h>
//   enum { LOW, HIGH };
//   static const jn_controller_parameter parameters[] = {{"low", "1", 19, 0, 100, ""}, {"high", "1", 21, 0, 100, ""}};
//   static const jn_controller_signal in[] = {{"warmth", "1", 0, 0, ""}}, out[] = {{"heat", "1", 0, 1, ""}};
//   static const char *sample(const jn_controller_call *call) {
//     if (call->inputs[0] < call->parameters[LOW]) call->outputs[0] = 1;
//     if (call->inputs[0] > call->parameters[HIGH]) call->outputs[0] = 0;
//     return 0;
//   }
//   const jn_controller jounce_controller_thermostat = {
//       JN_CONTROLLER_VERSION, "thermostat", .period = 1, JN_CONTROLLER_INPUTS(in), JN_CONTROLLER_OUTPUTS(out),
//       JN_CONTROLLER_PARAMETERS(parameters),
//       .sample = sample};
//   int main(void) {
//     double values[] = {19, 21}, warmth = 18, heat = 0;
//     jn_controller_call call = {.parameters = values, .inputs = &warmth, .outputs = &heat};
//     for (int k = 0; k < 100; k++) {
//       sample(&call);
//       warmth += heat > 0 ? 0.5 : -0.3;
//     }
//     return warmth > 18 && warmth < 22 ? 0 : 1;
//   }
#ifndef JOUNCE_CONTROLLER_H
#define JOUNCE_CONTROLLER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Version of this interface; code for another version is refused.
#define JN_CONTROLLER_VERSION 1

// Largest length of each list, and largest `size` in bytes.
enum { JN_CONTROLLER_MAX_LIST = 64, JN_CONTROLLER_MAX_SIZE = 16384 };

// An input, an output or a state. Names consist of letters, digits and '_', as in a model file; units are SI: "m/s",
// "rad", "1". low = high: any number; else inputs and outputs are limited to this range, as by a sensor and an
// actuator. States are limited after each sample, and refused if they are outside before one, since they may come from
// an untrusted file. Every state that the code uses as an array index, a count or a mode must have a range.
typedef struct {
  const char *name, *unit;
  double low, high;
  const char *help;
} jn_controller_signal;

// A parameter, which the model file may set to another value, with a unit. low = high: any number; else the allowed
// range.
typedef struct {
  const char *name, *unit;
  double value;  // the default
  double low, high;
  const char *help;
} jn_controller_parameter;

// Data of one call. The order of lists is that of the controller.
typedef struct {
  double t, dt;  // time of the sample and time since the last one, s; dt = 0 at the first
  const double *parameters;
  const double *inputs;  // at t; NULL in init
  double *states;        // of the last call, to be updated
  double *outputs;       // of the last call, to be updated
  void *memory;          // `size` bytes, aligned for any type; NULL when size = 0
} jn_controller_call;

typedef struct {
  int version;       // JN_CONTROLLER_VERSION; always the first member
  const char *name;  // as in jounce_controller_NAME
  const char *help;  // one line; may be NULL
  double period;     // default time between samples, s; 0: the model file must set it
  int ninputs, noutputs, nparameters, nstates;
  const jn_controller_signal *inputs, *outputs;
  const jn_controller_parameter *parameters;
  const jn_controller_signal *states;  // also available as signals
  size_t size;                         // bytes of `memory`; 0: none
  // The functions return NULL, or the reason of a failure, which ends the run.
  // Sets the initial states (or memory) and outputs, which are zero before; may be NULL.
  const char *(*init)(const jn_controller_call *call);
  const char *(*sample)(const jn_controller_call *call);  // updates states and outputs at every sample, first at t = 0
  // Convert states to memory and back; both are required if size > 0, else NULL.
  void (*save)(const void *memory, double *states);
  void (*load)(const double *states, void *memory);
} jn_controller;

#define JN_CONTROLLER_INPUTS(list) .ninputs = (int)(sizeof list / sizeof *list), .inputs = list
#define JN_CONTROLLER_OUTPUTS(list) .noutputs = (int)(sizeof list / sizeof *list), .outputs = list
#define JN_CONTROLLER_PARAMETERS(list) .nparameters = (int)(sizeof list / sizeof *list), .parameters = list
#define JN_CONTROLLER_STATES(list) .nstates = (int)(sizeof list / sizeof *list), .states = list

#ifdef __cplusplus
}
#endif
#endif
