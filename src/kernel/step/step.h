// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step.h - one step of fixed size of a program (compile/program.h). The tape and printed C run this text, also in
// lanes, which define JNK_REAL as their vector type before they include it. Allocates nothing; the work of a step is
// bounded.
//
//   x = (t, q, v, z, s, u, m, p, e, f, memory)     the complete state between two steps, one block
//
// `rates` closes the loops by Newton's method, which starts from the q in x. Every method therefore integrates the
// dependent q as well: between steps x holds this prediction, and the first evaluation of a step corrects it.
//
// The memory begins with the time origin and the number of steps, t = origin + k h, so that rounding errors do not
// accumulate; then follows the pivot of the previous step, 0 before the first step, and then the memory of the method.
//
// The mean forces of tabulated stops in a step (kernel/force/stop_generated.h) come from the first evaluation; the
// other evaluations of the step use the same values. At the end of a step `calc_stops` returns for each stop a
// correction of speed and a shift, which are applied along `push`. The last variables of x are the size of the step
// under way and the variables of each stop.
#ifndef JNK_STEP_H
#define JNK_STEP_H

#include "kernel/elementary_parts.h"
#include "kernel/kernel.h"

#ifndef JNK_REAL
#define JNK_REAL double
#define JNK_REAL_SQRT(a) sqrt(a)
#define JNK_REAL_FIRST(a) (a)  // value in the first lane of a number that is equal in all lanes
// Type of a condition for each lane; this file is for a single lane unless the macros were defined before.
#define JNK_REAL_MASK int
#define JNK_REAL_DIFFERS(a, b) (jnk_bits(a) != jnk_bits(b))
#define JNK_REAL_NOT(mask) (!(mask))
#define JNK_REAL_ANY(mask) (mask)
#define JNK_REAL_CHOOSE(mask, a, b) ((mask) ? (a) : (b))
#endif

enum { JNK_STEP_MEMORY = 3 };  // memory of every method: time origin, number of steps, last pivot

// Variables of a tabulated stop during a step. The first JNK_STOP_NRESULTS are results of `rates`: length or angle x of
// the stop, its rate, the effective mass 1/(g M^-1 g), and the mean acceleration by the stop in the step.
// JNK_STOP_END_RATE: rate of x at the end of the step.
enum {
  JNK_STOP_X,
  JNK_STOP_RATE,
  JNK_STOP_MASS,
  JNK_STOP_MEAN,
  JNK_STOP_NRESULTS,
  JNK_STOP_END_RATE = JNK_STOP_NRESULTS,
  JNK_STOP_NVARIABLES
};
// Results of `calc_stops` for each stop: correction of the mean acceleration of x, correction (shift) of x, work of the
// damper.
enum { JNK_STOP_CORRECTION, JNK_STOP_SHIFT, JNK_STOP_WORK, JNK_STOP_NCORRECTIONS };

// Index of the first number of each group of results in the results of `rates`, for the groups that a step reads
// (compile/states/step_plan.h).
typedef struct {
  int corrected;         // new values of the elements of q and v that closing the loops can change
  int qdot, vdot, zdot;  // nq, nv, nz
  int w;                 // elements of w that are not zero: vdot for zero acceleration of the independent speeds
  int pivot;             // smallest pivot of the loop equations relative to its size at the nominal state
  int line;              // nstops x nindependent: g = dxdot/du, u the independent speeds
  int push;              // nstops x nv: acceleration of all speeds per unit of acceleration along the stop
  int stops;             // nstops x JNK_STOP_NRESULTS
  int n;                 // number of all results
} jnk_rates_at;

// Program of a model as the integration methods see it: sizes, indices and functions.
typedef struct {
  int nq, nv, nz;
  int nvariables;  // number of variables t to f; the memory follows them in x
  jnk_rates_at at;
  const int *corrected;  // ncorrected: indices in x of the elements that closing the loops can change
  const int *biased;     // nbiased: speeds with an element of w that is not zero
  int ncorrected, nbiased;
  // Indices of the variables that `finish` can change (compile/states/step_end.h). The first nswitching of them are
  // changed by events, jumps and samples; of these the first njumping are states z.
  const int *updated;
  int nupdated, nswitching, njumping;
  const int *turns;  // nturns: index in q of the first element of each quaternion
  int nturns;
  double h;                // step size, s
  int set;                 // index in x of the set of independent speeds in use; 0: there is only one set
  int nstops;              // tabulated stops
  double stop_h;           // step size for which the stops were tabulated, s
  int work;                // index of the state that holds the work of forces; -1: none
  const int *independent;  // nindependent: index of each independent speed
  int nindependent;
  int nkept;     // linearly implicit methods: count of numbers stored for the Jacobian
  double every;  // linearly implicit methods: steps between two evaluations of the Jacobian
  void *context;
  void (*rates)(void *context, const JNK_REAL *x, JNK_REAL *out);
  void (*move)(void *context, const JNK_REAL *x, JNK_REAL *qdot);       // N(q) v, without closing the loops
  void (*jacobian)(void *context, const JNK_REAL *x, JNK_REAL *kept);   // nkept
  void (*solve)(void *context, const JNK_REAL *x, JNK_REAL *k);         // nv + nz
  void (*calc_stops)(void *context, const JNK_REAL *x, JNK_REAL *out);  // nstops x JNK_STOP_NCORRECTIONS
  void (*finish)(void *context, const JNK_REAL *x, JNK_REAL *end);      // nupdated, then nonzero to end the run
} jnk_step;

// Initialises the memory of a method in x, from the variables in x, at the start and after a jump of the state.
typedef void jnk_step_start(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace);

// Results of a step.
typedef struct {
  JNK_REAL pivot;    // smallest relative pivot of the loops at the beginning of the step (compile/program.h)
  JNK_REAL passed;   // 1: the pivot changes so fast that the step may have passed a singular configuration; else 0
  JNK_REAL fault;    // 0; NaN: t or an element of q, v or z is not finite
  JNK_REAL stop;     // 0; 1 + i: event i ended the run; -1 - i: subsystem i failed
  JNK_REAL endless;  // 1: events trigger each other without end; else 0
} jnk_step_result;

JNK_FN JNK_REAL *jnk_step_q(JNK_REAL *x) { return x + 1; }
JNK_FN JNK_REAL *jnk_step_v(const jnk_step *s, JNK_REAL *x) { return x + 1 + s->nq; }
JNK_FN JNK_REAL *jnk_step_z(const jnk_step *s, JNK_REAL *x) { return x + 1 + s->nq + s->nv; }
JNK_FN JNK_REAL *jnk_step_memory(const jnk_step *s, JNK_REAL *x) { return x + s->nvariables; }
JNK_FN int jnk_step_nrates(const jnk_step *s) { return s->nq + s->nv + s->nz; }

// Sets the time origin in the memory to the t of x, and the number of steps and the last pivot to zero.
JNK_FN void jnk_step_begin(const jnk_step *s, JNK_REAL *x) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  memory[0] = x[0];
  memory[1] = x[0] - x[0];
  memory[2] = x[0] - x[0];
}

// Replaces the elements of q and v in x that loop closure determines by the closed values among the results `out` of
// `rates`.
JNK_FN void jnk_step_correct(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) {
  for (int i = 0; i < s->ncorrected; i++) x[s->corrected[i]] = out[s->at.corrected + i];
}

// Number of Newton iterations that close the loops at the start.
enum { JNK_STEP_CLOSING_ITERATIONS = 4 };
// Computes the dependent q and v in x by Newton's method after the independent ones were set. The loops must be nearly
// closed before. workspace: that of any method, because each begins with the results of `rates`.
JNK_FN void jnk_step_close_loops(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  for (int i = 0; i < JNK_STEP_CLOSING_ITERATIONS; i++) {
    s->rates(s->context, x, workspace);
    jnk_step_correct(s, workspace, x);
  }
}

#ifdef JNK_WITHOUT_STOPS  // printed code of a program without tabulated stops (compile/print/trim_headers.h)
JNK_FN void jnk_step_store_stops(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) {
  (void)s;
  (void)out;
  (void)x;
}
JNK_FN void jnk_step_correct_stops(const jnk_step *s, const JNK_REAL *out, JNK_REAL *workspace, JNK_REAL *x) {
  (void)s;
  (void)out;
  (void)workspace;
  (void)x;
}
#else
// Returns the number of variables of x that belong to tabulated stops.
JNK_FN int jnk_step_nstop_variables(const jnk_step *s) {
  return s->nstops > 0 ? 1 + JNK_STOP_NVARIABLES * s->nstops : 0;
}

// Stores the results `out` for tabulated stops, from the first evaluation of a step, in x, so that the other
// evaluations of the step use the same values. Also sets the size of the step.
JNK_FN void jnk_step_store_stops(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) {
  JNK_REAL *step_size = x + s->nvariables - jnk_step_nstop_variables(s), *stops = step_size + 1;
  if (s->nstops > 0) *step_size = x[0] - x[0] + s->h;
  for (int i = 0; i < s->nstops; i++)
    for (int k = 0; k < JNK_STOP_NRESULTS; k++)
      stops[JNK_STOP_NVARIABLES * i + k] = out[s->at.stops + JNK_STOP_NRESULTS * i + k];
}

// Returns the size of the workspace of jnk_step_correct_stops; 0 without tabulated stops.
JNK_FN int jnk_step_stop_workspace(const jnk_step *s) {
  return s->nstops > 0 ? JNK_STOP_NCORRECTIONS * s->nstops + s->nq + s->nv : 0;
}

// Ends a step with tabulated stops: corrects v, q and the work of forces for the mean load that acted in the step.
// out: results of the last evaluation of `rates`. With g_i = dxdot_i/du from at.line, u the independent speeds, and p_i
// from at.push, the acceleration of all speeds per unit of acceleration along stop i,
//   v = v + h sum_i correction_i p_i,   q = q + N(q) sum_i (h/stop_h) shift_i p_i,   W = W + sum_i work_i
// h/stop_h is below 1 in a step that is shorter than the step of the tables.
JNK_FN void jnk_step_correct_stops(const jnk_step *s, const JNK_REAL *out, JNK_REAL *workspace, JNK_REAL *x) {
  JNK_REAL *corrections = workspace;                                 // nstops x JNK_STOP_NCORRECTIONS
  JNK_REAL *qdot = corrections + JNK_STOP_NCORRECTIONS * s->nstops;  // nq
  JNK_REAL *v_end = qdot + s->nq;                                    // nv
  JNK_REAL *step_size = x + s->nvariables - jnk_step_nstop_variables(s);
  JNK_REAL *stops = step_size + 1;
  JNK_REAL *v = jnk_step_v(s, x);
  JNK_REAL zero = x[0] - x[0];  // in all lanes
  if (s->nstops == 0) return;

  // Computes the rates g_i . u at the end of the step, from which calc_stops finds the mean loads.
  for (int i = 0; i < s->nstops; i++) {
    const JNK_REAL *g = out + s->at.line + i * s->nindependent;
    JNK_REAL rate = zero;
    for (int k = 0; k < s->nindependent; k++) rate = rate + g[k] * v[s->independent[k]];
    stops[JNK_STOP_NVARIABLES * i + JNK_STOP_END_RATE] = rate;
  }
  s->calc_stops(s->context, x, corrections);

  // v temporarily holds the displacement, which `move` multiplies by N(q).
  for (int k = 0; k < s->nv; k++) {
    v_end[k] = v[k];
    v[k] = zero;
    for (int i = 0; i < s->nstops; i++) {
      const JNK_REAL *correction = corrections + JNK_STOP_NCORRECTIONS * i;
      JNK_REAL p = out[s->at.push + i * s->nv + k];
      v_end[k] = v_end[k] + s->h * correction[JNK_STOP_CORRECTION] * p;
      v[k] = v[k] + s->h / s->stop_h * correction[JNK_STOP_SHIFT] * p;
    }
  }
  s->move(s->context, x, qdot);
  for (int k = 0; k < s->nq; k++) x[1 + k] = x[1 + k] + qdot[k];
  for (int k = 0; k < s->nv; k++) v[k] = v_end[k];

  if (s->work >= 0) {
    JNK_REAL *W = jnk_step_z(s, x) + s->work;
    for (int i = 0; i < s->nstops; i++) *W = *W + corrections[JNK_STOP_NCORRECTIONS * i + JNK_STOP_WORK];
  }
  *step_size = zero;
}
#endif

JNK_FN void jnk_step_normalise(JNK_REAL *q) {
  JNK_REAL scale = 1.0 / JNK_REAL_SQRT((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  for (int i = 0; i < 4; i++) q[i] = scale * q[i];
}

JNK_FN void jnk_step_normalise_all(const jnk_step *s, JNK_REAL *x) {
  for (int i = 0; i < s->nturns; i++) jnk_step_normalise(x + 1 + s->turns[i]);
}

// Returns the largest multiple of 4 not above n, for vectorisation; 0 if n < 16, where scalar code is faster.
JNK_FN int jnk_step_vector_length(int n) { return n < 16 ? 0 : n / 4 * 4; }

// Computes y = y + h rates for n numbers.
JNK_FN void jnk_step_add_scaled(int n, double h, const JNK_REAL *rates, JNK_REAL *y) {
  int nvector = jnk_step_vector_length(n);
  for (int i = 0; i < nvector; i++) y[i] = y[i] + h * rates[i];
  for (int i = nvector; i < n; i++) y[i] = y[i] + h * rates[i];
}

// Computes q, v and z of `to` as those of `from` plus h times the rates in `out`, and normalises the quaternions. Does
// not change the other variables of `to`.
JNK_FN void jnk_step_advance(const jnk_step *s, double h, const JNK_REAL *from, const JNK_REAL *out, JNK_REAL *to) {
  int n = jnk_step_nrates(s);
  for (int i = 0; i < n; i++) to[1 + i] = from[1 + i] + h * out[s->at.qdot + i];
  jnk_step_normalise_all(s, to);
}

// Initialises the memory of the method again, by `start`, in the lanes `jumped`, whose states have jumped. Keeps the
// time origin, the number of steps and the pivot. n: size of x with the memory; copy: workspace of n numbers.
JNK_FN void jnk_step_restart(const jnk_step *s, jnk_step_start *start, int n, JNK_REAL_MASK jumped, JNK_REAL *x,
                             JNK_REAL *workspace, JNK_REAL *copy) {
  JNK_REAL *memory = jnk_step_memory(s, copy);
  for (int i = 0; i < n; i++) copy[i] = x[i];
  start(s, copy, workspace);
  for (int i = 0; i < JNK_STEP_MEMORY; i++) memory[i] = jnk_step_memory(s, x)[i];
  for (int i = 0; i < n; i++) x[i] = JNK_REAL_CHOOSE(jumped, copy[i], x[i]);
}

// Carries out the pending events, jumps and samples at the end of a step, then those that they trigger, until nothing
// changes. All changes of one pass are computed from the state before the pass. A lane that needs more than
// JNK_MOST_PASSES passes is reported as endless in *result, and result->stop is set if the run ends. In lanes in which
// a state z has jumped, the memory of the method is initialised again; in those in which the set of independent speeds
// has changed, the stored pivot is discarded. n: size of x with the memory of the method; end: workspace of nupdated +
// 1 numbers; copy: workspace of n numbers.
enum { JNK_MOST_PASSES = 100 };
JNK_FN void jnk_step_finish(const jnk_step *s, jnk_step_start *start, int n, JNK_REAL *x, JNK_REAL *workspace,
                            JNK_REAL *end, JNK_REAL *copy, jnk_step_result *result) {
  JNK_REAL_MASK none = JNK_REAL_DIFFERS(x[0], x[0]), jumped = none, active = JNK_REAL_NOT(none);
  JNK_REAL set = x[s->set];
  result->stop = x[0] - x[0];
  for (int pass = 0; pass < JNK_MOST_PASSES && JNK_REAL_ANY(active); pass++) {
    JNK_REAL_MASK jumps = none, switches = none, goes_on = result->stop == 0;
    s->finish(s->context, x, end);
    for (int i = 0; i < s->njumping; i++) jumps |= JNK_REAL_DIFFERS(x[s->updated[i]], end[i]);
    for (int i = s->njumping; i < s->nswitching; i++) switches |= JNK_REAL_DIFFERS(x[s->updated[i]], end[i]);
    for (int i = 0; i < s->nupdated; i++) x[s->updated[i]] = JNK_REAL_CHOOSE(active, end[i], x[s->updated[i]]);
    result->stop = JNK_REAL_CHOOSE(active & goes_on, end[s->nupdated], result->stop);
    jumped |= active & jumps;
    active &= jumps | switches;
  }
  // If the set of independent speeds has changed, discards the pivot of the last step, which belongs to the old set.
  if (s->set > 0) {
    JNK_REAL *memory = jnk_step_memory(s, x);
    memory[2] = JNK_REAL_CHOOSE(JNK_REAL_DIFFERS(set, x[s->set]), x[0] - x[0], memory[2]);
  }
  result->endless = JNK_REAL_CHOOSE(active, result->stop - result->stop + 1, result->stop - result->stop);
  if (s->njumping > 0 && JNK_REAL_ANY(jumped)) jnk_step_restart(s, start, n, jumped, x, workspace, copy);
}

// Checks n numbers. Returns 0 if all are finite, otherwise NaN. Four independent sums hide the latency of the
// additions.
JNK_FN JNK_REAL jnk_step_check_finite(int n, const JNK_REAL *x) {
  int nvector = jnk_step_vector_length(n);
  JNK_REAL zero = x[0] - x[0], sum[4] = {zero, zero, zero, zero};
  for (int i = 0; i < nvector; i += 4)
    for (int k = 0; k < 4; k++) sum[k] = sum[k] + 0.0 * x[i + k];
  for (int i = nvector; i < n; i++) sum[0] = sum[0] + 0.0 * x[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

#define JNK_STEP_PIVOT_CHANGE 0.2

// Returns 1 if the pivot of the loops may have passed zero (a singular position) in this step: if it has changed, up or
// down, by at least JNK_STEP_PIVOT_CHANGE of its present size since the previous step, or is NaN; else 0. Its sign does
// not show that: on the other branch of the loops it returns with the same sign. A pivot that falls linearly is
// reported in the last five steps before zero; one that approaches zero slowly, as where semi-implicit Euler sticks at
// a dead centre, is reported while it loses a fifth of its new size per step. before: pivot of the previous step, 0:
// none, for which the result is 0.
JNK_FN JNK_REAL jnk_step_may_pass_singularity(JNK_REAL before, JNK_REAL pivot) {
  const JNK_REAL zero = pivot - pivot, most = JNK_STEP_PIVOT_CHANGE * pivot, change = pivot - before;
  JNK_REAL_MASK has_before = before != 0, slow = change * change < most * most;
  return JNK_REAL_CHOOSE(has_before & JNK_REAL_NOT(slow), zero + 1, zero);
}

// Ends a step: normalises the quaternions, advances the time, stores the pivot, and fills *result; `stop` and `endless`
// are 0 until jnk_step_finish sets them.
JNK_FN void jnk_step_end(const jnk_step *s, JNK_REAL pivot, JNK_REAL *x, jnk_step_result *result) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  jnk_step_normalise_all(s, x);
  memory[1] = memory[1] + 1.0;
  x[0] = memory[0] + memory[1] * s->h;
  result->pivot = pivot;
  result->passed = jnk_step_may_pass_singularity(memory[2], pivot);
  memory[2] = pivot;
  result->fault = jnk_step_check_finite(1 + jnk_step_nrates(s), x);
  result->stop = x[0] - x[0];
  result->endless = x[0] - x[0];
}

#endif
