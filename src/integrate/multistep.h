// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// multistep.h - code shared by the integrators that use SUNDIALS: single steps up to a limit, counts over restarts,
// messages of the solver.
#ifndef JNI_MULTISTEP_H
#define JNI_MULTISTEP_H

#include "integrate/integrator.h"

typedef struct jni_multistep jni_multistep;

typedef struct {
  // Restarts the solver at (t, base.y, base.ydot). Returns false if the solver refuses.
  bool (*begin)(jni_multistep *m, double t);
  // Computes ydot at (t, y), and returns the status; may project y.
  jn_status (*slope)(jni_multistep *m, double t, double *y, double *ydot);
  // Returns the step that the solver will try next, s; 0: not chosen yet.
  double (*next_step)(const jni_multistep *m);
  // Takes one internal step, not beyond t_limit, sets *t to its end and returns the status. On failure y and ydot are
  // unchanged.
  jn_status (*advance)(jni_multistep *m, double t_limit, double *t);
  void (*dense)(const jni_multistep *m, double t, double *y);
} jni_multistep_solver;

// Data of an integrator that uses SUNDIALS, and first member of its struct.
struct jni_multistep {
  jni_integrator base;
  const jni_multistep_solver *solver;
  double *kept, *kept_slope;  // n: y and ydot at the end of a linear step; of IDA before a step; of CVODE projected
  double ahead;  // target time of the first step after a start, s, from which the solver takes the scale of that step
  jni_integrator_counts before;  // counts of the run up to the last restart
  jn_status last;                // status of the last failing evaluation in this step
  char caught[160];              // last message of the solver
};

// Converts the status of an evaluation to the value that a function of the equations returns to the solver: 0: success,
// 1: the solver may try a smaller step, -1: failure. Stores a failure in m->last.
int jni_multistep_status(jni_multistep *m, jn_status status);
// Returns whether a smaller step may succeed after this status: JN_NO_CONVERGENCE, JN_NOT_FINITE or JN_SINGULAR.
bool jni_multistep_recoverable(jn_status status);
// Error handler for SUNDIALS: stores the message in m->caught, where self is the jni_multistep m.
void jni_multistep_catch(int code, const char *module, const char *function, char *text, void *self);
// Returns the target time for the next call of the solver, s: m->ahead until t comes close to it or passes it, then
// t_limit.
double jni_multistep_ahead(const jni_multistep *m, double t_limit);
// Sets the counts of rejections, iterations, setups and failures to those before the last restart plus `since`, those
// of the solver since then.
void jni_multistep_count(jni_multistep *m, const jni_integrator_counts *since);

// ---- functions of the integrator
jn_status jni_multistep_start(jni_integrator *integrator, double t, const double *y);
jn_status jni_multistep_step(jni_integrator *integrator, double t_limit);
void jni_multistep_interpolate(const jni_integrator *integrator, double t, double *y);

#endif
