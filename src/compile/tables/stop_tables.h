// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop_tables.h - tables of stiff stops for steps that are too long to resolve them: the motion on a stop during one
// step is computed beforehand, for all states and loads (kernel/force/stop_generated.h). [petzold, function generation]
//
// A stop acts along x with xdot = g . u, u the independent speeds, and xddot = g . udot + b. The mechanism acts on it
// through the effective mass m = 1 / (g . M^-1 g) and the load, xddot without the stop. The tables are made for the
// mass at the configuration of contact. The mean acceleration a_s by the stop becomes the force m a_s, so that
// M^-1 g m a_s is added to udot.
//
// Several stops are computed one after the other: the load of each includes the mean forces of those before it.
#ifndef JNI_STOP_TABLES_H
#define JNI_STOP_TABLES_H

#include "compile/equations.h"
#include "compile/fit/spline_fit.h"
#include "kernel/step/step.h"

// Law of a stop (kernel/push.h) divided by the effective mass: acceleration k depth^n + c rate.
typedef struct {
  double mass, k, n, c;
} jni_stop_law;

typedef struct {
  double h;     // step size, s
  double part;  // jni_step_method.part
  jni_stop_law law;
} jni_stop_def;

typedef struct {
  double *block;  // n numbers, constants of the calls; NULL: no memory, or the tables were not made
  int n;
  double error;  // largest error of speed, m/s, and of depth over h, m/s, for a state of size 1 m/s
  jni_fit_state state;
} jni_stop_block;

// ---- stop_block.c
jni_stop_block jni_stop_block_new(jni_pool *pool, const jni_stop_def *def);
// Integrates the motion on an isolated stop over `time` (s) in many short steps, and replaces *depth (m or rad) and
// *rate by their values at the end. load: acceleration by everything but the stop.
void jni_stop_move(const jni_stop_law *law, double load, double time, double *depth, double *rate);
// returns true if n numbers from a file are a valid block, so that the kernel can read it
bool jni_stop_block_is_sound(const double *block, size_t n);
extern const jni_kernel jni_stop_mean, jni_stop_end;

// ---- stop_mass.c
// Returns the effective mass of a stop, kg or kg m^2, in the configuration in which its x is within 1e-3 of `limit`; at
// the start if the limit is infinite. Returns 0 if x does not get there in 100 Newton steps, loops do not close on the
// way, the mass matrix is not positive definite there, no speed moves x, or memory is short. e: equations that make one
// Newton step and contain the lines of stops (jni_write_stop_lines).
double jni_stop_mass(const jni_equations *e, int stop, double limit);

// ---- stop_tables.c
typedef struct {
  int force;    // index of the force element
  double mass;  // effective mass at contact, kg or kg m^2
  jni_stop_block table;
} jni_stop_table;

typedef struct jni_stop_tables {
  jni_pool pool;
  double h, part;
  jni_stop_table *list;  // n: one for each force element of kind `stop`
  int n;
  bool *separate;  // nforces: the force is a stop, with tables
} jni_stop_tables;

// Makes the tables of all stops for steps of size h with a method of this `part` (step_method.h), and fills e->stops
// and e->stop_g (jni_write_stop_lines). e: equations without tables that make one Newton step. Returns NULL without
// memory, or with a fault in the report if the mass matrix is singular at the start or a stop has no effective mass.
jni_stop_tables *jni_stop_tables_new(jni_equations *e, double h, double part, jn_report *report);
void *jni_stop_tables_free(jni_stop_tables *stops);  // returns NULL
// Returns the number of variables of stops (kernel/step/step.h): the size of the step under way, and
// JNK_STOP_NVARIABLES for each stop.
static inline int jni_stop_nvariables(int nstops) { return nstops > 0 ? 1 + JNK_STOP_NVARIABLES * nstops : 0; }

// ---- write_stop_tables.c
// Fills e->stops, for each stop x, its rate and bias and the loads per unit force, and e->stop_g, g of each stop. To be
// called after the loads, with the same poses. Does nothing if there are no stops. Returns false without memory.
bool jni_write_stop_lines(jni_equations *e, const jni_stop_tables *stops);
// Writes the results and corrections of all stops and the changes of all speeds by them (e->stop_results,
// e->stop_corrections, e->stop_push), adds their mean forces to the loads of the writer and the accelerations by them
// to e->Q_q, which must contain the accelerations without them; e->M_q must be factored. held_at: index of the first
// variable of stops. Returns false without memory.
bool jni_write_stops(jni_equations *e, const jni_stop_tables *stops, int held_at);

#endif
