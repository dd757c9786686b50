// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step.h - one step of fixed length of a program (compile/program.h), whoever carries it out: the tape, printed C, or
// lanes, which set JNK_REAL to their vector type before this is read. Fixed work, no branch, no memory of its own.
//
//   x = (t, q, v, z, s, u, m, p, e, f, memory)     one block: all that there is from one step to the next
//
// `rates` closes the loops by Newton from the q in x, so the dependent q are carried along by every method: that is
// where Newton starts. What x holds between steps is this prediction; the first evaluation of a step puts what has been
// corrected in its place.
//
// Memory begins with the origin of time and the number of steps: t = origin + k h, so that rounding does not add up.
// Then follows the pivot of the last step; 0: there was none.
//
// The mean forces of stops in a step (kernel/force/stop_generated.h) come from the first evaluation and are held by the
// others. `settle` tells at the end what they lack: of each stop a change of speed and a shift, which act along `push`.
// The last variables are the step while it is under way, and of each stop what its evaluation has told, with its speed
// at the end behind it.
#ifndef JNK_STEP_H
#define JNK_STEP_H

#include "kernel/elementary_parts.h"
#include "kernel/kernel.h"

#ifndef JNK_REAL
#define JNK_REAL double
#define JNK_REAL_SQRT(a) sqrt(a)
#define JNK_REAL_FIRST(a) (a)  // of the lanes, where all have the same
// Conditions, one per lane.
#define JNK_REAL_MASK int
#define JNK_REAL_DIFFERS(a, b) (jnk_bits(a) != jnk_bits(b))
#define JNK_REAL_NOT(mask) (!(mask))
#define JNK_REAL_ANY(mask) (mask)
#define JNK_REAL_CHOOSE(mask, a, b) ((mask) ? (a) : (b))
#endif

enum { JNK_STEP_MEMORY = 3 };  // of every method

// Numbers of a stop that are held: what an evaluation finds, and its speed at the end.
enum { JNK_STOP_X, JNK_STOP_RATE, JNK_STOP_MASS, JNK_STOP_MEAN, JNK_STOP_TOLD, JNK_STOP_HELD = JNK_STOP_TOLD + 1 };
// Those of `settle`: what its mean acceleration lacks, shift, work of its damper.
enum { JNK_STOP_LACKS, JNK_STOP_SHIFT, JNK_STOP_WORK, JNK_STOP_SETTLED };

// Where the results of `rates` begin, of which a step has those that it reads (compile/states/step_plan.h). corrected:
// q and v with the loops closed, where these are not the ones given; w: the part of vdot that the loops give when
// independent speeds stay, where it is not zero. Of each stop: its speed by the independent ones, all speeds by its own
// (nv), what is held.
typedef struct {
  int corrected, qdot, vdot, zdot, w, pivot, line, push, held, n;
} jnk_rates_at;

typedef struct {
  int nq, nv, nz;
  int nvariables;  // t to p: memory comes next
  jnk_rates_at at;
  const int *corrected, *bent;  // of x; of the speeds: those that have a w
  int ncorrected, nbent;
  // Variables that the ends of steps change (compile/states/step_end.h). The first nswitching of them are set by
  // events, jumps and samples, the first njumping of these are states z.
  const int *ended;
  int nended, nswitching, njumping;
  const int *turns;  // nturns quaternions: where they begin in q
  int nturns;
  double h;
  int set;        // variable that is the set of independent speeds; 0: there is one set
  int nstops;     // by tables
  double stop_h;  // step that these are for
  int work;       // state that has the work of forces; -1: none
  // of linearly implicit methods: independent speeds, numbers that are kept of a Jacobian, steps for which it is kept
  const int *independent;
  int nindependent, nkept;
  double every;
  void *context;
  void (*rates)(void *context, const JNK_REAL *x, JNK_REAL *out);
  void (*move)(void *context, const JNK_REAL *x, JNK_REAL *qdot);  // qdot by the q and v of x as they are
  void (*jacobian)(void *context, const JNK_REAL *x, JNK_REAL *kept);
  void (*solve)(void *context, const JNK_REAL *x, JNK_REAL *k);     // nv and nz
  void (*settle)(void *context, const JNK_REAL *x, JNK_REAL *out);  // JNK_STOP_SETTLED of each stop
  void (*finish)(void *context, const JNK_REAL *x, JNK_REAL *end);  // values of `ended`, and whether the run ends
} jnk_step;

// The start of a method: fills its memory. room: of the method.
typedef void jnk_step_start(const jnk_step *s, JNK_REAL *x, JNK_REAL *room);

// Results of a step.
typedef struct {
  JNK_REAL pivot;    // at its begin (compile/program.h)
  JNK_REAL passed;   // 1: the pivot changes so fast that the step may have passed a place where it is zero
  JNK_REAL fault;    // 0; NaN: something in x is not finite
  JNK_REAL stop;     // 0; 1 + the event that ends the run; -1 - the subsystem that failed
  JNK_REAL endless;  // 1: events trigger each other without end
} jnk_step_told;

JNK_FN JNK_REAL *jnk_step_q(JNK_REAL *x) { return x + 1; }
JNK_FN JNK_REAL *jnk_step_v(const jnk_step *s, JNK_REAL *x) { return x + 1 + s->nq; }
JNK_FN JNK_REAL *jnk_step_z(const jnk_step *s, JNK_REAL *x) { return x + 1 + s->nq + s->nv; }
JNK_FN JNK_REAL *jnk_step_memory(const jnk_step *s, JNK_REAL *x) { return x + s->nvariables; }
JNK_FN int jnk_step_nrates(const jnk_step *s) { return s->nq + s->nv + s->nz; }

// Time begins to be counted at the t of x.
JNK_FN void jnk_step_begin(const jnk_step *s, JNK_REAL *x) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  memory[0] = x[0], memory[1] = x[0] - x[0], memory[2] = x[0] - x[0];
}

// q and v of x become those with the loops closed.
JNK_FN void jnk_step_correct(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) {
  for (int i = 0; i < s->ncorrected; i++) x[s->corrected[i]] = out[s->at.corrected + i];
}

// Coordinates and speeds that were set from outside, near closed loops: the dependent ones follow the others. room: of
// any method, which holds the results of `rates` first.
enum { JNK_STEP_CLOSINGS = 4 };
JNK_FN void jnk_step_close(const jnk_step *s, JNK_REAL *x, JNK_REAL *room) {
  for (int i = 0; i < JNK_STEP_CLOSINGS; i++) {
    s->rates(s->context, x, room);
    jnk_step_correct(s, room, x);
  }
}

#ifdef JNK_WITHOUT_STOPS  // printed code of a program that has none (compile/print/trim_headers.h)
JNK_FN void jnk_step_hold(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) { (void)s, (void)out, (void)x; }
JNK_FN void jnk_step_settle(const jnk_step *s, const JNK_REAL *out, JNK_REAL *room, JNK_REAL *x) {
  (void)s, (void)out, (void)room, (void)x;
}
#else
JNK_FN int jnk_step_nheld(const jnk_step *s) { return s->nstops > 0 ? 1 + JNK_STOP_HELD * s->nstops : 0; }

// Behind the first evaluation of a step: what stops do is held from here on.
JNK_FN void jnk_step_hold(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) {
  JNK_REAL *held = x + s->nvariables - jnk_step_nheld(s);
  if (s->nstops > 0) held[0] = x[0] - x[0] + s->h;
  for (int i = 0; i < s->nstops; i++)
    for (int k = 0; k < JNK_STOP_TOLD; k++) held[1 + JNK_STOP_HELD * i + k] = out[s->at.held + JNK_STOP_TOLD * i + k];
}

// The speeds of the stops at the end of a step.
JNK_FN void jnk_step_end_speeds(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) {
  JNK_REAL *held = x + s->nvariables - jnk_step_nheld(s) + 1, *v = jnk_step_v(s, x);
  for (int i = 0; i < s->nstops; i++) {
    JNK_REAL sum = x[0] - x[0];
    for (int k = 0; k < s->nindependent; k++)
      sum = sum + out[s->at.line + i * s->nindependent + k] * v[s->independent[k]];
    held[JNK_STOP_HELD * i + JNK_STOP_TOLD] = sum;
  }
}

// The end of a step with stops: speeds, positions and work become those that they leave; of a step that was cut short
// positions go a part of the way. out: of the last evaluation; room: JNK_STOP_SETTLED of each stop, nq and nv.
JNK_FN int jnk_step_stop_room(const jnk_step *s) {
  return s->nstops > 0 ? JNK_STOP_SETTLED * s->nstops + s->nq + s->nv : 0;
}
JNK_FN void jnk_step_settle(const jnk_step *s, const JNK_REAL *out, JNK_REAL *room, JNK_REAL *x) {
  JNK_REAL *told = room, *qdot = told + JNK_STOP_SETTLED * s->nstops, *next = qdot + s->nq, *v = jnk_step_v(s, x);
  if (s->nstops == 0) return;
  jnk_step_end_speeds(s, out, x);
  s->settle(s->context, x, told);
  for (int k = 0; k < s->nv; k++) {
    next[k] = v[k], v[k] = x[0] - x[0];
    for (int i = 0; i < s->nstops; i++) {
      JNK_REAL push = out[s->at.push + i * s->nv + k];
      next[k] = next[k] + s->h * told[JNK_STOP_SETTLED * i + JNK_STOP_LACKS] * push;
      v[k] = v[k] + s->h / s->stop_h * told[JNK_STOP_SETTLED * i + JNK_STOP_SHIFT] * push;
    }
  }
  s->move(s->context, x, qdot);
  for (int k = 0; k < s->nq; k++) x[1 + k] = x[1 + k] + qdot[k];
  for (int k = 0; k < s->nv; k++) v[k] = next[k];
  for (int i = 0; i < s->nstops && s->work >= 0; i++)
    jnk_step_z(s, x)[s->work] = jnk_step_z(s, x)[s->work] + told[JNK_STOP_SETTLED * i + JNK_STOP_WORK];
  x[s->nvariables - jnk_step_nheld(s)] = x[0] - x[0];
}
#endif

JNK_FN void jnk_step_normalise(JNK_REAL *q) {
  JNK_REAL part = 1.0 / JNK_REAL_SQRT((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  for (int i = 0; i < 4; i++) q[i] = part * q[i];
}

JNK_FN void jnk_step_normalise_all(const jnk_step *s, JNK_REAL *x) {
  for (int i = 0; i < s->nturns; i++) jnk_step_normalise(x + 1 + s->turns[i]);
}

// Of n numbers those that are whole fours, of which compilers make vectors. A few of them are taken one by one: so they
// were just computed, and it is quicker.
JNK_FN int jnk_step_fours(int n) { return n < 16 ? 0 : n / 4 * 4; }

// y = y + h rates, of n numbers.
JNK_FN void jnk_step_go(int n, double h, const JNK_REAL *rates, JNK_REAL *y) {
  int whole = jnk_step_fours(n);
  for (int i = 0; i < whole; i++) y[i] = y[i] + h * rates[i];
  for (int i = whole; i < n; i++) y[i] = y[i] + h * rates[i];
}

// to = from + h (rates of out), of q, v and z
JNK_FN void jnk_step_along(const jnk_step *s, double h, const JNK_REAL *from, const JNK_REAL *out, JNK_REAL *to) {
  int n = jnk_step_nrates(s);
  for (int i = 0; i < n; i++) to[1 + i] = from[1 + i] + h * out[s->at.qdot + i];
  jnk_step_normalise_all(s, to);
}

// Fills the memory of the method anew after states have jumped, in the lanes where they have; the clock goes on.
// copy: n numbers.
JNK_FN void jnk_step_renew(const jnk_step *s, jnk_step_start *start, int n, JNK_REAL_MASK jumped, JNK_REAL *x,
                           JNK_REAL *room, JNK_REAL *copy) {
  JNK_REAL *memory = jnk_step_memory(s, copy);
  for (int i = 0; i < n; i++) copy[i] = x[i];
  start(s, copy, room);
  for (int i = 0; i < JNK_STEP_MEMORY; i++) memory[i] = jnk_step_memory(s, x)[i];
  for (int i = 0; i < n; i++) x[i] = JNK_REAL_CHOOSE(jumped, copy[i], x[i]);
}

// Carries out the end of a step: events, jumps and samples that are due, then those that they have triggered, and so
// on until nothing changes any more. All that is due in one pass sees the state before the pass. Passes are limited: a
// lane that would need more is reported as endless.
// n: variables and memory of the method; end: nended + 1 numbers; copy: n numbers.
enum { JNK_MOST_PASSES = 100 };
JNK_FN void jnk_step_finish(const jnk_step *s, jnk_step_start *start, int n, JNK_REAL *x, JNK_REAL *room, JNK_REAL *end,
                            JNK_REAL *copy, jnk_step_told *told) {
  JNK_REAL_MASK none = JNK_REAL_DIFFERS(x[0], x[0]), jumped = none, active = JNK_REAL_NOT(none);
  JNK_REAL set = x[s->set];
  told->stop = x[0] - x[0];
  for (int pass = 0; pass < JNK_MOST_PASSES && JNK_REAL_ANY(active); pass++) {
    JNK_REAL_MASK jumps = none, switches = none, goes_on = told->stop == 0;
    s->finish(s->context, x, end);
    for (int i = 0; i < s->njumping; i++) jumps |= JNK_REAL_DIFFERS(x[s->ended[i]], end[i]);
    for (int i = s->njumping; i < s->nswitching; i++) switches |= JNK_REAL_DIFFERS(x[s->ended[i]], end[i]);
    for (int i = 0; i < s->nended; i++) x[s->ended[i]] = JNK_REAL_CHOOSE(active, end[i], x[s->ended[i]]);
    told->stop = JNK_REAL_CHOOSE(active & goes_on, end[s->nended], told->stop);
    jumped |= active & jumps;
    active &= jumps | switches;
  }
  // pivots of another set cannot be compared with those of the last one
  if (s->set > 0) {
    JNK_REAL *memory = jnk_step_memory(s, x);
    memory[2] = JNK_REAL_CHOOSE(JNK_REAL_DIFFERS(set, x[s->set]), x[0] - x[0], memory[2]);
  }
  told->endless = JNK_REAL_CHOOSE(active, told->stop - told->stop + 1, told->stop - told->stop);
  if (s->njumping > 0 && JNK_REAL_ANY(jumped)) jnk_step_renew(s, start, n, jumped, x, room, copy);
}

// 0, or NaN: one of n numbers is not finite. Four sums, since one alone waits for every number before the next.
JNK_FN JNK_REAL jnk_step_fault(int n, const JNK_REAL *x) {
  int whole = jnk_step_fours(n);
  JNK_REAL zero = x[0] - x[0], sum[4] = {zero, zero, zero, zero};
  for (int i = 0; i < whole; i += 4)
    for (int k = 0; k < 4; k++) sum[k] = sum[k] + 0.0 * x[i + k];
  for (int i = whole; i < n; i++) sum[0] = sum[0] + 0.0 * x[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Reports whether a pivot may pass zero in this step, from its change since the last one. The sign of the pivot does
// not show that: on the other branch of the loops it comes back with the same sign. A pivot that falls linearly is
// reported in the last five steps before zero. One that creeps towards zero, as where semi-implicit Euler sticks at a
// dead centre, is reported while it loses a fifth of its size in a step.
#define JNK_STEP_SUDDEN 0.2
JNK_FN JNK_REAL jnk_step_passes(JNK_REAL before, JNK_REAL pivot) {
  const JNK_REAL zero = pivot - pivot, most = JNK_STEP_SUDDEN * pivot, change = pivot - before;
  JNK_REAL_MASK known = before != 0, slow = change * change < most * most;
  return JNK_REAL_CHOOSE(known & JNK_REAL_NOT(slow), zero + 1, zero);
}

// The end of every step: quaternions of length one, the next time, what is told.
JNK_FN void jnk_step_end(const jnk_step *s, JNK_REAL pivot, JNK_REAL *x, jnk_step_told *told) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  jnk_step_normalise_all(s, x);
  memory[1] = memory[1] + 1.0;
  x[0] = memory[0] + memory[1] * s->h;
  told->pivot = pivot;
  told->passed = jnk_step_passes(memory[2], pivot);
  memory[2] = pivot;
  told->fault = jnk_step_fault(1 + jnk_step_nrates(s), x);
  told->stop = told->endless = x[0] - x[0];
}

#endif
