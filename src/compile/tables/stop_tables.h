// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop_tables.h - stiff stops at steps that are too long for them: what a stop does in one step is computed beforehand,
// for all states and loads (kernel/force/stop_generated.h).                              [petzold, function generation]
//
// A stop acts along x, with xdot = g . u of the independent speeds and xddot = g . udot + b. What it feels of the
// mechanism is the mass m = 1 / (g . M^-1 g) and the load, xddot without it. Its tables are those of the mass
// where it is met. Their mean acceleration a_s becomes the force m a_s, so that udot has M^-1 g m a_s more.
//
// Several stops are taken one after the other: the load of each has the mean forces of those before it.
#ifndef JNI_STOP_TABLES_H
#define JNI_STOP_TABLES_H

#include "compile/equations.h"
#include "compile/fit/spline_fit.h"
#include "kernel/step/step.h"

// The law of a stop (kernel/push.h): stiffness and damping over the mass that it feels.
typedef struct {
  double mass, k, n, c;
} jni_stop_law;

typedef struct {
  double h;     // s
  double part;  // of the method (compile/step_method.h)
  jni_stop_law law;
} jni_stop_def;

typedef struct {
  double *block;  // NULL: no memory
  int n;
  double error;  // m/s and m over h, of a speed of 1 m/s: the largest met
  jni_fit_state state;
} jni_stop_block;

// ---- stop_block.c
jni_stop_block jni_stop_block_new(jni_pool *pool, const jni_stop_def *def);
// The motion itself: depth and its rate after a time, in steps that are short enough.
void jni_stop_move(const jni_stop_law *law, double load, double time, double *depth, double *rate);
bool jni_stop_block_is_sound(const double *block, size_t n);  // can the kernel read it?
extern const jni_kernel jni_stop_mean, jni_stop_end;

// ---- stop_mass.c
// The mass that a stop feels where its x is at a limit, infinite: at the start. e: equations with a step of Newton, and
// the lines of stops. 0: x does not come there, or no memory.
double jni_stop_mass(const jni_equations *e, int stop, double limit);

// ---- stop_tables.c
typedef struct {
  int force;
  double mass;  // kg or kg m2: what it feels where it is met
  jni_stop_block table;
} jni_stop_table;

typedef struct jni_stop_tables {
  jni_pool pool;
  double h, part;
  jni_stop_table *list;  // of all forces of kind `stop`
  int n;
  bool *apart;  // nforces: which these are
} jni_stop_tables;

// e: exact equations with a step of Newton. NULL: no memory, or a fault in the report.
jni_stop_tables *jni_stop_tables_new(jni_equations *e, double h, double part, jn_report *report);
void *jni_stop_tables_free(jni_stop_tables *stops);  // returns NULL
// Variables that stops have (kernel/step/step.h): the step that is under way, then of each x, its rate, mass, mean
// acceleration, and the rate at the end.
static inline int jni_stops_held(int nstops) { return nstops > 0 ? 1 + JNK_STOP_HELD * nstops : 0; }

// ---- write_stop_tables.c
// How the stops act on the mechanism: behind the loads, where bodies stand as these see them. False: no memory.
bool jni_write_stop_lines(jni_equations *e, const jni_stop_tables *stops);
// Adds what they do to the accelerations in e->Q_q: M_q is factored. Their variables begin at `held_at`.
bool jni_write_stops(jni_equations *e, const jni_stop_tables *stops, int held_at);

#endif
