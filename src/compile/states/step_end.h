// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_end.h - what happens at the end of a step, as nodes: events of the model, jumps and samples of subsystems, and
// what is noted of turning angles and of loads of joints.
//
// The engine locates events within a step and ends steps at known times. Straight-line code has neither: what has
// become due during a step happens at its end. `finish` is one pass over all of it, which reads the state before the
// pass; passes are repeated until nothing changes (jnk_step_finish).
//   event by a time     it lies behind the last end, up to this one
//   event by a value    its side is another one than at the last end
//   jumps, samples      those that are due, several of one subsystem one after the other
// The state there is the one that was integrated, dependent variables and all: they lie as near to closed loops as the
// method is exact. Loops are closed for loads of joints alone, which take the equations of motion.
// To know the last end there is a memory m: its time, and the side of each value (1, -1; 0: not known).
#ifndef JNI_STEP_END_H
#define JNI_STEP_END_H

#include "compile/equations.h"

// Results of `finish`, in this order. stop: 0, or 1 + the event that ends the run, or -1 - the subsystem that failed.
typedef struct {
  int z, s, m, stop, n;
} jni_finish_layout;

int jni_memory_size(const jn_system *system);  // of m, 0: nothing needs it
bool jni_has_finish(const jn_system *system);  // else z and s stay as they are at the ends of steps
jni_finish_layout jni_finish_at(int nz, int ns, int nm);
// The results, from what is written up to the rows; false: something has no compiled form (w->refused), or a load of
// a joint is asked for and there are no accelerations.
bool jni_write_finish(jni_writer *w, jni_node *results);
// m where the variables are those of `values`: what a run begins with.
void jni_memory_begin(jni_writer *w, jni_values *values, double *m);

// What the report of a program says of the ends of steps: "event 'lift'", "shifts of 'gearbox'"; false past the last.
bool jni_finish_note(const jn_system *system, int i, char *text, size_t size);

#endif
