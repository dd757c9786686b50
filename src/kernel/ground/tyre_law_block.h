// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_law_block.h - constants of the laws of slip that lanes have as well (tyre_calspan.h, tyre_tmeasy.h).
#ifndef JNK_TYRE_LAW_BLOCK_H
#define JNK_TYRE_LAW_BLOCK_H

typedef struct {
  double A0, A1, A2, A3, A4, A_Omega, B1, B3, B4, SN, AF1, AF2;
  double mu, Cx;  // longitudinal, Cx = 0: rolls freely
} jnk_calspan;

// TMeasy: each direction by five numbers at the nominal load and at twice of it: initial slope dF0, maximum FM at sM,
// sliding FS from sS on.
typedef struct {
  double dF0, sM, FM, sS, FS;
} jnk_tmeasy_curve;

// Trail over the length of the contact patch: n0 without slip, none at s0, and again none from sE on.
typedef struct {
  double n0, s0, sE;
} jnk_tmeasy_trail;

typedef struct {
  double load, mu, trail, trail_slip;
  jnk_tmeasy_curve x[2], y[2];
  double by_patch;  // not 0: the trail is that of n, else `trail` that fades to `trail_slip`
  jnk_tmeasy_trail n[2];
} jnk_tmeasy;

#endif
