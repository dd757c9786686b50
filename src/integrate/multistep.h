// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// multistep.h - what the integrators on SUNDIALS share: steps one by one up to a limit, counts over restarts, what the
// solver said.
#ifndef JNI_MULTISTEP_H
#define JNI_MULTISTEP_H

#include "integrate/integrator.h"

typedef struct jni_multistep jni_multistep;

typedef struct {
  // Begins anew at (t, base.y, base.ydot); false: the solver refused.
  bool (*begin)(jni_multistep *m, double t);
  // ydot at (t, y); y may be moved to fit.
  jn_status (*slope)(jni_multistep *m, double t, double *y, double *ydot);
  // The step that the solver means to take next, 0: it has not been chosen.
  double (*next_step)(const jni_multistep *m);
  // One internal step to *t, not beyond t_limit; on failure y and ydot stay as they were.
  jn_status (*advance)(jni_multistep *m, double t_limit, double *t);
  void (*dense)(const jni_multistep *m, double t, double *y);
} jni_multistep_solver;

// First member of every integrator of the kind.
struct jni_multistep {
  jni_integrator base;
  const jni_multistep_solver *solver;
  double *kept, *kept_slope;     // n: y and ydot before a step, or after one by a straight line
  double ahead;                  // a time after the last start that tells the solver the scale of its first step
  jni_integrator_counts before;  // the last restart
  jn_status last;                // of the last failing call of the equations in this step
  char caught[160];              // the solver's last message
};

// What the solver is to be told of a call of the equations: 0, 1 (it may try a smaller step) or -1.
int jni_multistep_told(jni_multistep *m, jn_status status);
bool jni_multistep_recoverable(jn_status status);
// The solver's messages are caught; self: the jni_multistep.
void jni_multistep_catch(int code, const char *module, const char *function, char *text, void *self);
// The time that the solver is told it goes to.
double jni_multistep_ahead(const jni_multistep *m, double t_limit);
// What the solver has counted since the last restart.
void jni_multistep_count(jni_multistep *m, const jni_integrator_counts *since);

// ---- functions of the integrator
jn_status jni_multistep_start(jni_integrator *integrator, double t, const double *y);
jn_status jni_multistep_step(jni_integrator *integrator, double t_limit);
void jni_multistep_interpolate(const jni_integrator *integrator, double t, double *y);

#endif
