// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_linear.h - derivatives of a step: x1 = step(x) is made once with a record of the slopes of everything that it
// evaluates; the record then maps small changes of x to those of x1 (forward), and gradients with respect to x1 to
// those with respect to x (reverse), any number of times.
//
// The step itself is that of step_METHOD.h, with functions that write to the record, so its numbers are the same to the
// last bit. step_linear_METHOD.h has the derivatives of a method: jnk_blocks_METHOD, jnk_forward_METHOD and
// jnk_reverse_METHOD. A vector of changes has the order of x, the memory of the method included; of the memory only the
// numbers of a kept Jacobian change. A change of the time is one of the whole clock.
//
// Derivatives are those of the branches that were taken. A slope that is not finite, as of a root at zero or in a
// branch that was not taken, counts as zero.
#ifndef JNK_STEP_LINEAR_H
#define JNK_STEP_LINEAR_H

#include "kernel/step/linear_map.h"
#include "kernel/step/step.h"

// Largest number of passes of `finish` in one step that can be recorded.
enum { JNK_RECORDED_PASSES = 8 };

// A function of x that a step evaluates, with its slopes. Each evaluation in a step has a block in the record: the
// nx numbers x, the results, the slopes.
typedef struct {
  jnk_linear_map map;
  int nslopes;
  int nblocks;  // evaluations in a step; 0: the step does not use the function
  int at;       // index of the first block in the record
  void (*calc)(void *context, const double *x, double *out);  // writes the results, then the slopes
} jnk_linear_function;

typedef struct {
  const jnk_step *step;
  int nx;  // number of variables and of the method's memory
  jnk_linear_function rates, move, jacobian, solve, finish;
  int nrecord;  // size of the record, in numbers
  void *context;
} jnk_linear_step;

// The record begins with counts: passes of `finish` that were made, and 1 if the Jacobian of the method was evaluated.
enum { JNK_RECORD_PASSES, JNK_RECORD_JACOBIAN, JNK_RECORD_COUNTS };

// State of recording, the context of the functions of a step that write to the record.
typedef struct {
  const jnk_linear_step *linear;
  double *record;
  int nrates, nmoves, nsolves;  // numbers of evaluations of `rates`, `move` and `solve` recorded so far
} jnk_recorder;

JNK_FN int jnk_block_size(const jnk_linear_step *l, const jnk_linear_function *f) {
  return l->nx + f->map.nresults + f->nslopes;
}
// Returns the x in block i of a function.
JNK_FN const double *jnk_block_x(const jnk_linear_step *l, const jnk_linear_function *f, const double *record, int i) {
  return record + f->at + i * jnk_block_size(l, f);
}
// Returns the results in block i of a function.
JNK_FN const double *jnk_block_results(const jnk_linear_step *l, const jnk_linear_function *f, const double *record,
                                       int i) {
  return jnk_block_x(l, f, record, i) + l->nx;
}
// Returns the slopes in block i of a function.
JNK_FN const double *jnk_block_slopes(const jnk_linear_step *l, const jnk_linear_function *f, const double *record,
                                      int i) {
  return jnk_block_results(l, f, record, i) + f->map.nresults;
}

// Reserves nblocks blocks of one function, for its evaluations in a step, at the end of the record, which grows.
JNK_FN void jnk_record_reserve(jnk_linear_step *l, jnk_linear_function *f, int nblocks) {
  f->at = l->nrecord;
  f->nblocks = nblocks;
  l->nrecord += nblocks * jnk_block_size(l, f);
}

// Evaluates a function at x into its block i and copies the results to `out`; if i is beyond the last block, into the
// last one, which is overwritten. Slopes that are not finite or above 1e300 are stored as 0.
JNK_FN void jnk_record_block(const jnk_recorder *r, const jnk_linear_function *f, int i, const double *x, double *out) {
  const jnk_linear_step *l = r->linear;
  double *block = r->record + f->at + (i < f->nblocks ? i : f->nblocks - 1) * jnk_block_size(l, f);
  double *results = block + l->nx, *slopes = results + f->map.nresults;
  for (int k = 0; k < f->map.ninputs; k++) block[k] = x[k];
  f->calc(l->context, x, results);
  for (int k = 0; k < f->map.nresults; k++) out[k] = results[k];
  for (int k = 0; k < f->nslopes; k++) slopes[k] = fabs(slopes[k]) <= 1e300 ? slopes[k] : 0;
}

// Evaluate `rates`, `move`, `jacobian`, `solve` and `finish` of a step, and write each evaluation to the record.
// context: a jnk_recorder.
JNK_FN void jnk_record_rates(void *context, const double *x, double *out) {
  jnk_recorder *r = (jnk_recorder *)context;
  jnk_record_block(r, &r->linear->rates, r->nrates++, x, out);
}
JNK_FN void jnk_record_move(void *context, const double *x, double *out) {
  jnk_recorder *r = (jnk_recorder *)context;
  jnk_record_block(r, &r->linear->move, r->nmoves++, x, out);
}
JNK_FN void jnk_record_jacobian(void *context, const double *x, double *out) {
  jnk_recorder *r = (jnk_recorder *)context;
  r->record[JNK_RECORD_JACOBIAN] = 1;
  jnk_record_block(r, &r->linear->jacobian, 0, x, out);
}
JNK_FN void jnk_record_solve(void *context, const double *x, double *out) {
  jnk_recorder *r = (jnk_recorder *)context;
  jnk_record_block(r, &r->linear->solve, r->nsolves++, x, out);
}
JNK_FN void jnk_record_finish(void *context, const double *x, double *out) {
  jnk_recorder *r = (jnk_recorder *)context;
  int pass = (int)r->record[JNK_RECORD_PASSES];
  jnk_record_block(r, &r->linear->finish, pass, x, out);
  r->record[JNK_RECORD_PASSES] = pass + 1;
}

// Returns a copy of l->step whose functions, except calc_stops, write to the record. Sets *r, their context, and the
// counts at the begin of the record.
JNK_FN jnk_step jnk_record_begin(const jnk_linear_step *l, double *record, jnk_recorder *r) {
  jnk_step s = *l->step;
  r->linear = l;
  r->record = record;
  r->nrates = r->nmoves = r->nsolves = 0;
  record[JNK_RECORD_PASSES] = record[JNK_RECORD_JACOBIAN] = 0;
  s.context = r;
  s.rates = jnk_record_rates;
  s.move = jnk_record_move;
  s.jacobian = jnk_record_jacobian;
  s.solve = jnk_record_solve;
  s.finish = jnk_record_finish;
  return s;
}

// Returns whether all passes of `finish` were recorded: false if the step had more than JNK_RECORDED_PASSES.
JNK_FN int jnk_record_is_complete(const double *record) { return record[JNK_RECORD_PASSES] <= JNK_RECORDED_PASSES; }

// ---- parts of a step --------------------------------------------------------------------------------------------

// Indices of the workspaces of the derivatives in one array, in numbers of one direction: changes of the results of a
// function, changes of x at a stage, changes of sums (4 nx), and the values of a map. n: size of the array.
typedef struct {
  int results, stage, sum, values, n;
} jnk_linear_rooms;

JNK_FN jnk_linear_rooms jnk_linear_rooms_of(const jnk_linear_step *l) {
  const jnk_linear_function *const list[5] = {&l->rates, &l->move, &l->jacobian, &l->solve, &l->finish};
  jnk_linear_rooms at;
  int results = 0, values = 0;
  for (int i = 0; i < 5; i++) {
    if (list[i]->nblocks == 0) continue;
    if (list[i]->map.nresults > results) results = list[i]->map.nresults;
    if (jnk_linear_workspace(&list[i]->map) > values) values = jnk_linear_workspace(&list[i]->map);
  }
  at.results = 0;
  at.stage = at.results + results;
  at.sum = at.stage + l->nx;
  at.values = at.sum + 4 * l->nx;
  at.n = at.values + values;
  return at;
}

// Computes out = J dx with the slopes J of block i of a function.
JNK_FN void jnk_block_forward(const jnk_linear_step *l, const jnk_linear_function *f, const double *record, int i,
                              const jnk_directions *dx, jnk_directions *values, jnk_directions *out) {
  jnk_linear_forward(&f->map, jnk_block_slopes(l, f, record, i), dx, values, out);
}
// Adds J' out_bar to x_bar, with the slopes J of block i of a function.
JNK_FN void jnk_block_reverse(const jnk_linear_step *l, const jnk_linear_function *f, const double *record, int i,
                              const double *out_bar, double *values, double *x_bar) {
  jnk_linear_reverse(&f->map, jnk_block_slopes(l, f, record, i), out_bar, values, x_bar);
}

// Derivatives of jnk_step_correct. Forward: copies the changes of the closed values from `out` to dx. Reverse: moves
// their gradient from x_bar to out_bar.
JNK_FN void jnk_correct_forward(const jnk_step *s, const jnk_directions *out, jnk_directions *dx) {
  for (int i = 0; i < s->ncorrected; i++) dx[s->corrected[i]] = out[s->at.corrected + i];
}
JNK_FN void jnk_correct_reverse(const jnk_step *s, double *out_bar, double *x_bar) {
  for (int i = 0; i < s->ncorrected; i++) {
    out_bar[s->at.corrected + i] = out_bar[s->at.corrected + i] + x_bar[s->corrected[i]];
    x_bar[s->corrected[i]] = 0;
  }
}

// Derivatives of the normalisation p/|p| of a quaternion: the matrix (1 - e e')/|p|, e = p/|p|, which is symmetric. d:
// changes of p (forward) or gradient (reverse), in and out.
JNK_FN void jnk_normalise_forward(const double *p, jnk_directions *d) {
  double scale = 1.0 / sqrt((p[0] * p[0] + p[1] * p[1]) + (p[2] * p[2] + p[3] * p[3])), square = scale * scale;
  jnk_directions along = square * (p[0] * d[0] + p[1] * d[1] + p[2] * d[2] + p[3] * d[3]);
  for (int i = 0; i < 4; i++) d[i] = scale * (d[i] - p[i] * along);
}
JNK_FN void jnk_normalise_reverse(const double *p, double *d) {
  double scale = 1.0 / sqrt((p[0] * p[0] + p[1] * p[1]) + (p[2] * p[2] + p[3] * p[3])), square = scale * scale;
  double along = square * (p[0] * d[0] + p[1] * d[1] + p[2] * d[2] + p[3] * d[3]);
  for (int i = 0; i < 4; i++) d[i] = scale * (d[i] - p[i] * along);
}

// Computes the quaternion p at index `at` of q as it was before its normalisation. base: x to whose q `scale` times
// qdot was added.
JNK_FN void jnk_turn_before(const double *base, double scale, const double *qdot, int at, double *p) {
  for (int k = 0; k < 4; k++) p[k] = base[1 + at + k] + scale * qdot[at + k];
}
// Derivatives of jnk_step_normalise_all. base, scale, qdot: as in jnk_turn_before; dx, x_bar: changes of x or gradient,
// in and out.
JNK_FN void jnk_turns_forward(const jnk_step *s, const double *base, double scale, const double *qdot,
                              jnk_directions *dx) {
  double p[4];
  for (int i = 0; i < s->nturns; i++) {
    jnk_turn_before(base, scale, qdot, s->turns[i], p);
    jnk_normalise_forward(p, dx + 1 + s->turns[i]);
  }
}
JNK_FN void jnk_turns_reverse(const jnk_step *s, const double *base, double scale, const double *qdot, double *x_bar) {
  double p[4];
  for (int i = 0; i < s->nturns; i++) {
    jnk_turn_before(base, scale, qdot, s->turns[i], p);
    jnk_normalise_reverse(p, x_bar + 1 + s->turns[i]);
  }
}

// Writes x at the beginning of the step with the loops closed: the x of the first block of `rates`, corrected. base:
// nx.
JNK_FN void jnk_recorded_base(const jnk_linear_step *l, const double *record, double *base) {
  const double *x = jnk_block_x(l, &l->rates, record, 0);
  for (int i = 0; i < l->step->nvariables; i++) base[i] = x[i];
  jnk_step_correct(l->step, jnk_block_results(l, &l->rates, record, 0), base);
}

// Derivatives of the passes of `finish`. dx, x_bar: changes of x or gradient, in and out; results, values: workspaces.
JNK_FN void jnk_finish_forward(const jnk_linear_step *l, const double *record, jnk_directions *results,
                               jnk_directions *values, jnk_directions *dx) {
  const int passes = (int)record[JNK_RECORD_PASSES];
  for (int pass = 0; pass < passes; pass++) {
    jnk_block_forward(l, &l->finish, record, pass, dx, values, results);
    for (int i = 0; i < l->step->nupdated; i++) dx[l->step->updated[i]] = results[i];
  }
}
JNK_FN void jnk_finish_reverse(const jnk_linear_step *l, const double *record, double *results, double *values,
                               double *x_bar) {
  for (int pass = (int)record[JNK_RECORD_PASSES] - 1; pass >= 0; pass--) {
    for (int i = 0; i < l->step->nupdated; i++) {
      results[i] = x_bar[l->step->updated[i]];
      x_bar[l->step->updated[i]] = 0;
    }
    results[l->step->nupdated] = 0;
    jnk_block_reverse(l, &l->finish, record, pass, results, values, x_bar);
  }
}

#endif
