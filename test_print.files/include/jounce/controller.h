// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller.h - a controller of your own: one C file with one constant, jounce_controller_NAME, which needs no
// library.
//
// A controller is sampled at t_k = k period. Between the samples its outputs are held:
//   (states, outputs)_k = sample(t_k, dt, parameters, inputs(t_k), states_(k-1), outputs_(k-1))
// All that it remembers are its states, numbers that Jounce keeps with those of the model. So two systems can share one
// code, a checkpoint holds all of it, and a continued run is the same, bit for bit. The code itself must have no
// variables that stay: nothing at file scope that changes, nothing static.
//
// Code that works with a struct of its own (modes, counters, flags) says how large it is (`size`), and writes it into
// the states and back (`save`, `load`). Jounce then calls load, sample and save at every sample: what save leaves out
// is lost each time, and not just where a run happens to be continued.
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
//       JN_CONTROLLER_PARAMETERS(parameters), .sample = sample};
//   int main(void) {
//     double values[] = {19, 21}, warmth = 18, heat = 0;
//     jn_controller_call call = {.parameters = values, .inputs = &warmth, .outputs = &heat};
//     for (int k = 0; k < 100; k++) sample(&call), warmth += heat > 0 ? 0.5 : -0.3;
//     return warmth > 18 && warmth < 22 ? 0 : 1;
//   }
#ifndef JOUNCE_CONTROLLER_H
#define JOUNCE_CONTROLLER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Of this interface; code made for another one is refused.
#define JN_CONTROLLER_VERSION 1

// At most of each list, and of the bytes of `size`.
enum { JN_CONTROLLER_MAX_LIST = 64, JN_CONTROLLER_MAX_SIZE = 16384 };

// An input, an output or a state. Names consist of letters, digits and '_', as in a model file; units are SI: "m/s",
// "rad", "1". low = high: any number; else inputs and outputs are held to this range, as a sensor and an actuator are.
// States are held to it after each sample, and refused before one: they may come from a file that someone else wrote.
// Give every state a range that the code uses as an array index, as a count or as a mode.
typedef struct {
  const char *name, *unit;
  double low, high;
  const char *help;
} jn_controller_signal;

// The model file may give it another value, with a unit; low = high: any number, else one outside is refused.
typedef struct {
  const char *name, *unit;
  double value;  // the default
  double low, high;
  const char *help;
} jn_controller_parameter;

// What one call works on. Lists are in the order of the controller's.
typedef struct {
  double t, dt;  // s: time of the sample, and since the last one; dt = 0 at the first
  const double *parameters;
  const double *inputs;  // at t; NULL in init
  double *states;        // as the last call left them
  double *outputs;       // likewise
  void *memory;          // `size` bytes, aligned for any type; NULL when size = 0
} jn_controller_call;

typedef struct {
  int version;       // JN_CONTROLLER_VERSION; always the first member
  const char *name;  // as in jounce_controller_NAME
  const char *help;  // one line; may be NULL
  double period;     // s, between samples, where the model file gives none; 0: it must give one
  int ninputs, noutputs, nparameters, nstates;
  const jn_controller_signal *inputs, *outputs;
  const jn_controller_parameter *parameters;
  const jn_controller_signal *states;  // they can be read as signals, too
  size_t size;                         // bytes of `memory`; 0: none
  // Each returns NULL, or a sentence that says what is wrong, which ends the run.
  const char *(*init)(const jn_controller_call *call);  // states (or memory) and outputs, all zero before; may be NULL
  const char *(*sample)(const jn_controller_call *call);  // the same at every sample, the first at t = 0
  // Between memory and states; both are needed when size > 0, and without it neither.
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
