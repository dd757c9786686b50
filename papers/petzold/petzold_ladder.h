// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_ladder.h - the report's vehicles with more and more terms precomputed: cost of each rung of the ladder, and
// its error against the exact equations.
#ifndef APP_REPRODUCE_PETZOLD_LADDER_H
#define APP_REPRODUCE_PETZOLD_LADDER_H

#include "petzold/petzold.h"

typedef struct {
  const char *name;
  int over;     // rung to which it adds a precomputed term
  int courses;  // courses on which it is run, one bit each
  jn_compile_tables tables;
} petzold_rung;

enum { PETZOLD_LANE_CHANGE, PETZOLD_BUMPS, PETZOLD_M2, PETZOLD_COURSES };
enum {
  PETZOLD_LANE_ALONE = 1 << PETZOLD_LANE_CHANGE,
  PETZOLD_HMMWV = PETZOLD_LANE_ALONE | 1 << PETZOLD_BUMPS,
  PETZOLD_BOTH = PETZOLD_HMMWV | 1 << PETZOLD_M2
};

// X(NAME, title, rung to which it adds, courses, tables); the first is exact. Tables of M_q have elements within 5e-4.
#define PETZOLD_KEPT .poses = true, .bodies = petzold_kept, .nbodies = 2
#define PETZOLD_MASS_BY_TABLES .extent = JN_MASS_TABLES, .mass_within = 5e-4
#define PETZOLD_RUNG_LIST(X)                                                                                          \
  X(EXACT, "exact", EXACT, PETZOLD_BOTH, .extent = JN_EXACT)                                                          \
  X(TABLES, "tables of the loops", EXACT, PETZOLD_HMMWV, .extent = JN_TABLES)                                         \
  X(MASS, "M_q by tables, Q_ij from its slopes", TABLES, PETZOLD_BOTH, PETZOLD_MASS_BY_TABLES)                        \
  X(QUADRATIC, "M_q and Q_ij by tables (20)", TABLES, PETZOLD_BOTH, PETZOLD_MASS_BY_TABLES, .quadratic = true)        \
  X(CONSTANT, "constant M_q, gyroscopic terms", MASS, PETZOLD_BOTH, .extent = JN_CONSTANT_MASS, .mass_within = 5e-4)  \
  X(NOMINAL, "constant M_q and Q_ij", QUADRATIC, PETZOLD_BOTH, .extent = JN_CONSTANT_MASS, .mass_within = 5e-4,       \
    .quadratic = true)                                                                                                \
  X(DIFFERENTIALS, "M_q by tables, kinematic differentials", TABLES, PETZOLD_HMMWV, PETZOLD_MASS_BY_TABLES,           \
    PETZOLD_KEPT)                                                                                                     \
  X(FORCES, "these with force tables", DIFFERENTIALS, PETZOLD_LANE_ALONE, PETZOLD_MASS_BY_TABLES, .forces = true,     \
    PETZOLD_KEPT)                                                                                                     \
  X(LAST, "these with constant M_q and Q_ij", FORCES, PETZOLD_HMMWV, .extent = JN_CONSTANT_MASS, .mass_within = 5e-4, \
    .quadratic = true, .forces = true, PETZOLD_KEPT)
#define PETZOLD_NUMBER(name, ...) PETZOLD_RUNG_##name,
enum { PETZOLD_RUNG_LIST(PETZOLD_NUMBER) PETZOLD_RUNGS };
#undef PETZOLD_NUMBER
extern const petzold_rung petzold_rungs[PETZOLD_RUNGS];

// Errors against the exact code with equal steps.
typedef struct {
  double place;       // largest distance of the chassis' origin, m
  double along;       // error of x with the largest magnitude, m; positive: ahead of the exact vehicle
  double path;        // largest error of y, relative to the range of y
  double yaw;         // largest error of the yaw angle, rad
  double loads;       // rms error of the wheel loads, relative to their rms; NaN: not measured, for the M2
  double worst_load;  // largest error of a wheel load, relative to the rms
} petzold_errors;

typedef struct {
  jn_compile_report report;   // without its lists
  int loop_rows, given_rows;  // number of loop-closure equations, and of those replaced by tables or sums
  repro_timing engine;
  double engine_micros;
} petzold_cost;

typedef struct {
  petzold_cost cost, m2;            // HMMWV in the lane change; M2
  int operations[PETZOLD_COURSES];  // operations of one evaluation on each course
  petzold_errors errors[PETZOLD_COURSES];
  double c_micros;  // CPU time of a step of the printed C in the lane change, us; 0: not measured
} petzold_step;

typedef struct {
  petzold_step steps[PETZOLD_RUNGS];
  double general_micros[PETZOLD_FORMS];  // CPU time of a step of the engine by the forms (1), (2) and (3), us
  bool has_c;                            // printed C was compiled and measured
} petzold_ladder;

static inline bool petzold_has_course(int rung, int course) { return petzold_rungs[rung].courses >> course & 1; }

// ---- petzold_ladder_judge.c
void petzold_judge_ladder(repro *r, const petzold_ladder *ladder);

#endif
