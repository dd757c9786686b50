// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_stage.h - stages of an evaluation, as marks of the nodes of a graph: what an operation is computed for. A node
// that several stages need has the mark of the first.
#ifndef JNI_CODE_STAGE_H
#define JNI_CODE_STAGE_H

// Calls X(name, help) once for each stage, in the order of computation. help: the line that reports print for the
// stage.
#define JNI_CODE_STAGE_LIST(X)                                                 \
  X(positions, "inputs, motions of drivers, poses of the bodies")              \
  X(loops, "rows of the loops, Newton for the dependent coordinates, factors") \
  X(velocities, "dependent speeds, motion of the bodies, rates of the rows")   \
  X(forces, "forces and torques of the elements")                              \
  X(dependents, "dependent accelerations by independent ones")                 \
  X(mass, "mass matrix and forces of the independent speeds")                  \
  X(solution, "factors of the mass matrix along the branches, accelerations")  \
  X(states, "rates of states, subsystems")

typedef enum {
#define JNI_X(name, help) JNI_CODE_##name,
  JNI_CODE_STAGE_LIST(JNI_X)
#undef JNI_X
      JNI_CODE_STAGES
} jni_code_stage;

#endif
