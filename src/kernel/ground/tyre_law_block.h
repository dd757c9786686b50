// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_law_block.h - constants of the laws of slip that are also compiled for lanes (tyre_calspan.h, tyre_tmeasy.h).
#ifndef JNK_TYRE_LAW_BLOCK_H
#define JNK_TYRE_LAW_BLOCK_H

typedef struct {
  double A0, A1, A2, A3, A4, A_Omega, B1, B3, B4, SN, AF1, AF2;
  double mu, Cx;  // friction coefficient; longitudinal slip stiffness, 0: no longitudinal force
} jnk_calspan;

// Curve of the TMeasy model for one direction at one load: initial slope dF0, maximum force FM at the slip sM, sliding
// force FS from the slip sS on.
typedef struct {
  double dF0, sM, FM, sS, FS;
} jnk_tmeasy_curve;

// Pneumatic trail of the TMeasy model over the length of the contact patch: n0 at zero slip, 0 at the slip s0, and 0
// from the slip sE on.
typedef struct {
  double n0, s0, sE;
} jnk_tmeasy_trail;

typedef struct {
  double load, mu, trail, trail_slip;
  jnk_tmeasy_curve x[2], y[2];
  double by_patch;  // flag: the trail follows from n; otherwise it is `trail`, which fades to 0 at `trail_slip`
  jnk_tmeasy_trail n[2];
} jnk_tmeasy;

#endif
