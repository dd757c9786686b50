// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// subsystem.h - evaluation of subsystems: inputs, outputs, rates and jumps.
#ifndef JNI_SYSTEM_SUBSYSTEM_H
#define JNI_SYSTEM_SUBSYSTEM_H

#include "system/system.h"

// Returns the number that a stage of a subsystem has as a node in the model's order of evaluation.
static inline int jni_subsystem_node(const jn_system *system, int subsystem, int stage) {
  return system->nforces + system->ncomputed + JNI_STAGES * subsystem + stage;
}
static inline int jni_node_total(const jn_system *system) {
  return system->model->order ? jni_subsystem_node(system, system->nsubsystems, 0) : system->nforces;
}
// Sets *subsystem and *stage to those that a node of the order of evaluation stands for. Returns false if the node is
// not a stage of a subsystem.
bool jni_subsystem_of_node(const jn_system *system, int node, int *subsystem, int *stage);
// Returns the number of the node (stage of a subsystem) that computes the output or rate that a signal reads; -1: the
// signal reads neither.
int jni_subsystem_signal_node(const jn_system *system, const jni_signal *signal);
bool jni_system_build_subsystems(jn_system *system, jn_report *report);
// Writes the initial continuous states to z and the initial discrete states to s, for all subsystems.
void jni_subsystem_begin(const jn_system *system, double *z, double *s);
// Evaluates one stage of a subsystem into the work: its inputs (copied from work->seen_inputs if that is set), and the
// outputs that belong to the stage, or, in the last stage, the rates of its states. Reads the signals of the work
// without updating them.
void jni_subsystem_calc(const jn_system *system, jn_work *work, int subsystem, int stage);
double jni_subsystem_value(const jn_system *system, jn_work *work, const jni_signal *signal);
// Computes by differences the derivatives of the sum of weight[k] output[k] over the outputs of one stage (in the last
// stage also over the rates, which follow the outputs) with respect to inputs and states, and writes them to
// work->subsystem_slopes from value_at on. Sets the weights to zero. Returns false, and computes nothing, if all
// weights are zero.
bool jni_subsystem_slopes(const jn_system *system, jn_work *work, int subsystem, int stage, double *weight);
// Returns the key, in the model file, of an input of a subsystem that was NaN when the inputs were computed last; NULL:
// there is none.
const char *jni_subsystem_invalid_input(const jn_system *system, const jn_work *work, int subsystem);
void jni_subsystem_roots(const jn_system *system, jn_work *work, int subsystem, double *e);
void jni_subsystem_jump(const jn_system *system, jn_work *work, int subsystem, int root, double *state);
void jni_subsystem_sample(const jn_system *system, jn_work *work, int subsystem, double *state);
// Applies the pending jumps of all subsystems to `state` until none is pending. Returns false if they do not end.
bool jni_subsystem_apply_jumps(const jn_system *system, jn_work *work, double *state);

#endif
