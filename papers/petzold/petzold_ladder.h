// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_ladder.h - the HMMWV with ever more computed beforehand: what each rung of the ladder costs, and how far it
// is off the exact equations.
#ifndef APP_REPRODUCE_PETZOLD_LADDER_H
#define APP_REPRODUCE_PETZOLD_LADDER_H

#include "petzold/petzold.h"

typedef struct {
  const char *name;
  int over;  // the rung that it adds to
  jn_compile_tables tables;
} petzold_rung;

// X(name, title, the rung that it adds to, tables): the exact one first.
#define PETZOLD_KEPT .poses = true, .bodies = petzold_kept, .nbodies = 2
#define PETZOLD_RUNG_LIST(X)                                                                                    \
  X(EXACT, "exact", EXACT, .extent = JN_EXACT)                                                                  \
  X(TABLES, "tables", EXACT, .extent = JN_TABLES)                                                               \
  X(MASS, "M_q and Q_ij by tables", TABLES, .extent = JN_MASS_TABLES)                                           \
  X(CONSTANT, "constant mass", MASS, .extent = JN_CONSTANT_MASS)                                                \
  X(DIFFERENTIALS, "M_q by tables, kinematic differentials", MASS, .extent = JN_MASS_TABLES, PETZOLD_KEPT)      \
  X(FORCES, "these with force tables", DIFFERENTIALS, .extent = JN_MASS_TABLES, .forces = true, PETZOLD_KEPT)   \
  X(STOPS, "these with function generation", FORCES, .extent = JN_MASS_TABLES, .forces = true, .stops = true,   \
    PETZOLD_KEPT)                                                                                               \
  X(LAST, "all but that, with constant mass", FORCES, .extent = JN_CONSTANT_MASS, .forces = true, PETZOLD_KEPT) \
  X(PRESET, "preset real-time", DIFFERENTIALS, .extent = JN_MASS_TABLES, .mass_within = 5e-4, .creep = true,    \
    PETZOLD_KEPT)
#define PETZOLD_NUMBER(name, ...) PETZOLD_RUNG_##name,
enum { PETZOLD_RUNG_LIST(PETZOLD_NUMBER) PETZOLD_RUNGS, PETZOLD_LADDER_RUNS = 5 * PETZOLD_RUNGS + PETZOLD_FORMS };
#undef PETZOLD_NUMBER
extern const petzold_rung petzold_rungs[PETZOLD_RUNGS];

enum { PETZOLD_LANE_CHANGE, PETZOLD_BUMPS, PETZOLD_COURSES };

// Against the exact code by the same steps.
typedef struct {
  double place;       // m: largest distance of the chassis' origin
  double path;        // largest error of y, as a share of its excursion
  double yaw;         // rad, largest
  double loads;       // of the wheels, rms over the rms of all of them
  double worst_load;  // largest, over the rms
} petzold_errors;

typedef struct {
  jn_compile_report report;  // but for its lists
  petzold_errors errors[PETZOLD_COURSES];
  repro_timing engine, c;  // of the lane change; c.nturns 0: no compiler
  double engine_micros, c_micros;
} petzold_step;

typedef struct {
  petzold_step steps[PETZOLD_RUNGS];
  double general_micros[PETZOLD_FORMS];  // the engine by (1), (2) and (3)
  bool has_c;
} petzold_ladder;

// Of the C where there is some, else of the engine.
repro_race petzold_gain(repro *r, const petzold_ladder *l, int rung, int over);

// ---- petzold_ladder_judge.c
void petzold_judge_ladder(repro *r, const petzold_ladder *ladder);

#endif
