// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_end.h - writes the actions at the end of a step: events of the model, jumps and samples of subsystems, records
// of whole turns of angles and of loads of joints.
//
// The engine locates events within a step and ends steps at time events. Compiled code carries out at the end of a step
// what became pending during it. `finish` is one pass, which reads the state before the pass; passes are repeated until
// nothing changes (jnk_step_finish).
//   event by a time     the time is after the last end and not after this one
//   event by a value    the sign differs from that at the last end
//   jumps, samples      those that are pending, several of one subsystem one after the other
// The state is the integrated one: its loops are closed only to the accuracy of the method. Loops are closed for loads
// of joints, which need the equations of motion. The memory m holds the time of the last end and the sign of each value
// (1, -1; 0: unknown).
#ifndef JNI_STEP_END_H
#define JNI_STEP_END_H

#include "compile/equations.h"

// Offsets of the results of `finish`, which have this order. stop: 0; 1 + i: event i ends the run; -1 - i: subsystem i
// failed.
typedef struct {
  int z, s, m, stop, n;
} jni_finish_layout;

int jni_memory_size(const jn_system *system);  // returns the number of elements of m; 0: no memory is needed
bool jni_has_finish(const jn_system *system);  // returns false if z and s never change at ends of steps
jni_finish_layout jni_finish_at(int nz, int ns, int nm);
// Writes the results of `finish`. The writer must have the constraint equations, and for loads of joints also the
// accelerations. Returns false if something has no compiled form (w->refused), or if a load needs accelerations and
// they are not written.
bool jni_write_finish(jni_writer *w, jni_node *results);
// Computes m[], the memory at the start of a run, from the variables of `values`.
void jni_memory_begin(jni_writer *w, jni_values *values, double *m);

// Writes a description of action i for reports, such as "event 'lift'" or "shifts of 'gearbox'". Returns false if there
// is no action i.
bool jni_finish_note(const jn_system *system, int i, char *text, size_t size);

#endif
