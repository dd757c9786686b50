// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_end.h - writes the actions at the end of a step: events of the model, jumps and samples of subsystems, records
// of whole turns of angles and of loads of joints.
//
// The engine locates events within a step and ends steps at known times. Compiled code carries out at the end of a step
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

// Results of `finish`, in this order. stop: 0, or 1 + the event that ends the run, or -1 - the subsystem that failed.
typedef struct {
  int z, s, m, stop, n;
} jni_finish_layout;

int jni_memory_size(const jn_system *system);  // returns the size of m; 0: not needed
bool jni_has_finish(const jn_system *system);  // returns false if z and s never change at ends of steps
jni_finish_layout jni_finish_at(int nz, int ns, int nm);
// Writes the results after the constraint equations. Returns false if something has no compiled form (w->refused), or
// if a load of a joint is needed and there are no accelerations.
bool jni_write_finish(jni_writer *w, jni_node *results);
// Computes m at the start of a run, at the variables of `values`.
void jni_memory_begin(jni_writer *w, jni_values *values, double *m);

// Writes a description of action i for the report: "event 'lift'", "shifts of 'gearbox'". Returns false past the last.
bool jni_finish_note(const jn_system *system, int i, char *text, size_t size);

#endif
