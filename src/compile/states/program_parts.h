// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// program_parts.h - parts of a program that are written after its equations, by program.c.
#ifndef JNI_PROGRAM_PARTS_H
#define JNI_PROGRAM_PARTS_H

#include "compile/program.h"

// ---- program_motion.c
void jni_program_write_rates(jni_program *p, const jni_equations *e);
void jni_program_write_move(jni_program *p, const jn_system *system);
void jni_program_write_whole(jni_program *p, const jni_equations *e);
void jni_program_write_calc_stops(jni_program *p, const jni_equations *e);
void jni_program_write_poses(jni_program *p, jni_equations *e);

// ---- program_unused.c
// An unused variable is a dependent variable on which no rate of the other variables depends. Only outputs need it:
// `whole` finds it by this many Newton steps from its value at the start.
enum { JNI_UNUSED_NEWTON_STEPS = 12 };
// Deselects the unused variables in *selection, and sets selection->unused, which remains NULL if there are none.
// Returns false without memory.
bool jni_program_find_unused(const jni_program *p, const jni_program_def *def, jni_pool *pool,
                             jni_selection *selection);
// Sets *closes to whether `less`, the program without the unused variables, moves as p does and its `whole` closes the
// loops, at many random states. Returns false without memory.
bool jni_program_unused_closes(const jni_program *p, const jni_program *less, const jni_program_def *def, bool *closes);

// ---- program_outputs.c, program_names.c
// Writes the requested outputs into p->outputs, and sets the energy from which energy.error is measured. Returns false
// without memory, or with a reason in e->writer->refused if an output has no compiled form.
bool jni_program_write_outputs(jni_program *p, jni_equations *e, const jn_probe *probe);
// Does the same without setting that energy.
bool jni_program_write_outputs_of(jni_program *p, jni_equations *e, const jn_probe *probe);
// Writes the results of `finish` into p->finish. set: node of the number of the set of independent speeds that the next
// step uses; JNI_UNWRITTEN: there is only one set. Returns false without memory, or with a reason in
// e->writer->refused.
bool jni_program_write_finish(jni_program *p, jni_equations *e, const jni_selection *selection, jni_node set);
// Writes the results of `finish` into p->finish with the equations of the second set. Needed for loads of joints, which
// are evaluated with closed loops and therefore depend on the set in use. Returns false without memory, or with a
// reason in e->writer->refused.
bool jni_program_write_finish_of(jni_program *p, jni_equations *e, jni_node set);
void jni_program_write_names(jni_program *p, const jni_program_def *def);

#endif
