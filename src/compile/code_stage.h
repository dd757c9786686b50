// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// code_stage.h - what the operations of an evaluation are for: marks of the nodes of a graph. Equal nodes are one,
// which counts where it is needed first.
#ifndef JNI_CODE_STAGE_H
#define JNI_CODE_STAGE_H

// In the order of the work: name, and a line about it.
#define JNI_CODE_STAGE_LIST(X)                                                 \
  X(positions, "inputs, motions of drivers, where the bodies stand")           \
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
