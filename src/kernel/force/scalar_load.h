// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scalar_load.h - result of a force law along one scalar coordinate x: a distance, a displacement along an axis or an
// angle. Units are those for a length x; if x is an angle, read rad for m and N m for N.
#ifndef JNK_SCALAR_LOAD_H
#define JNK_SCALAR_LOAD_H

typedef struct {
  double force;      // positive if it resists growing x (tension), N
  double stiffness;  // d force / d x, N/m
  double damping;    // d force / d xdot, N s/m
  double potential;  // potential energy of the conservative part of the force, J
  double power;  // power that the non-conservative part of the force delivers to the system, W; negative: dissipated
} jnk_scalar_load;

#endif
