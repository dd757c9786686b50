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

// ---- program_unused.c: dependent variables that no rate of the others reads. Between steps nobody needs them, and
// `whole` finds them by Newton's method, from where they were at the start.
enum { JNI_UNUSED_NEWTON_STEPS = 12 };
// Deselects them; `unused` of it stays NULL: there are none. False: no memory.
bool jni_program_find_unused(const jni_program *p, const jni_program_def *def, jni_pool *pool,
                             jni_selection *selection);
// Sets *closes to whether `less`, which leaves them out, gives the same motion as p and closes the loops, at many
// random states. Returns false if out of memory.
bool jni_program_unused_closes(const jni_program *p, const jni_program *less, const jni_program_def *def, bool *closes);

// ---- program_outputs.c, program_names.c
// False: no memory, or something has no compiled form: e->writer->refused.
bool jni_program_write_outputs(jni_program *p, jni_equations *e, const jn_probe *probe);
// Does the same without changing the energy from which energies are measured.
bool jni_program_write_outputs_of(jni_program *p, jni_equations *e, const jn_probe *probe);
// Writes the equations of the end of a step. set: the set of independent speeds that the next step uses; JNI_UNWRITTEN:
// there is only one set.
bool jni_program_write_finish(jni_program *p, jni_equations *e, const jni_selection *selection, jni_node set);
// Writes the end of a step once more, with the equations of the second set. Loads of joints need it: they are read at a
// state whose loops are closed, and depend on the set in use.
bool jni_program_write_finish_of(jni_program *p, jni_equations *e, jni_node set);
void jni_program_write_names(jni_program *p, const jni_program_def *def);

#endif
