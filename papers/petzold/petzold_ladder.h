// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_ladder.h - the HMMWV with ever more computed beforehand: what each rung of the ladder costs, and how far it
// is off the exact equations.
#ifndef APP_REPRODUCE_PETZOLD_LADDER_H
#define APP_REPRODUCE_PETZOLD_LADDER_H

#include "petzold/petzold.h"

typedef struct {
  const char *name;
  jn_compile_tables tables;
} petzold_rung;

// X(name, tables): the exact one first; each with what the ones before it have.
#define PETZOLD_RUNG_LIST(X)                            \
  X("exact", .extent = JN_EXACT)                        \
  X("tables", .extent = JN_TABLES)                      \
  X("M_q and Q_ij by tables", .extent = JN_MASS_TABLES) \
  X("constant mass", .extent = JN_CONSTANT_MASS)        \
  X("kinematic differentials", .extent = JN_PRECOMPUTED, .bodies = petzold_kept, .nbodies = 2)
#define PETZOLD_COUNT(...) +1
enum { PETZOLD_RUNGS = 0 PETZOLD_RUNG_LIST(PETZOLD_COUNT), PETZOLD_LADDER_RUNS = 5 * PETZOLD_RUNGS + PETZOLD_FORMS };
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

// The first rung that goes so far.
int petzold_rung_of(jn_compile_extent extent);
// Of the C where there is some, else of the engine.
repro_race petzold_gain(repro *r, const petzold_ladder *l, int rung, int over);

// ---- petzold_ladder_judge.c
void petzold_judge_ladder(repro *r, const petzold_ladder *ladder);

#endif
