// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_linear_rosenbrock.h - derivatives of a step of step_rosenbrock.h, operation by operation. The factors of the
// matrix 1 - g J are numbers of `jacobian`, and the solutions are results of `solve`; both are differentiated as
// straight-line code, so that the change of the matrix is included. Without a new evaluation of J its numbers keep the
// changes that they have in dx.
#ifndef JNK_STEP_LINEAR_ROSENBROCK_H
#define JNK_STEP_LINEAR_ROSENBROCK_H

#include "kernel/step/step_linear.h"
#include "kernel/step/step_rosenbrock.h"

JNK_FN void jnk_blocks_rosenbrock(jnk_linear_step *l) {
  jnk_record_reserve(l, &l->rates, 2);
  jnk_record_reserve(l, &l->move, 2);
  jnk_record_reserve(l, &l->jacobian, 1);
  jnk_record_reserve(l, &l->solve, 2);
}

// Index in x of the first number that the Jacobian keeps, and of the right side of the linear equations.
JNK_FN int jnk_rosenbrock_kept(const jnk_linear_step *l) { return l->step->nvariables + JNK_STEP_MEMORY + 1; }
JNK_FN int jnk_rosenbrock_right_at(const jnk_linear_step *l) { return jnk_rosenbrock_kept(l) + l->step->nkept; }

// Replaces the changes dx of x before the step by those after it, in which the passes of `finish` are not included.
// numbers: workspace of 2 nx numbers; workspace: jnk_linear_rooms.
JNK_FN void jnk_forward_rosenbrock(const jnk_linear_step *l, const double *record, double *numbers,
                                   jnk_directions *workspace, jnk_directions *dx) {
  const jnk_step *s = l->step;
  const jnk_linear_rooms at = jnk_linear_rooms_of(l);
  const int n = s->nindependent, v = 1 + s->nq, z = v + s->nv;
  jnk_directions *out = workspace + at.results, *stage = workspace + at.stage, *k1 = workspace + at.sum,
                 *k2 = k1 + l->nx, *qdot = k2 + l->nx, *values = workspace + at.values,
                 *kept = dx + jnk_rosenbrock_kept(l), *right = dx + jnk_rosenbrock_right_at(l);
  const double h = s->h, g = JNK_ROSENBROCK_GAMMA * h;
  jnk_recorded_base(l, record, numbers);

  // First stage.
  jnk_block_forward(l, &l->rates, record, 0, dx, values, out);
  jnk_correct_forward(s, out, dx);
  if (record[JNK_RECORD_JACOBIAN] != 0) jnk_block_forward(l, &l->jacobian, record, 0, dx, values, kept);
  for (int i = 0; i < n; i++) {
    right[i] = dx[v + s->independent[i]];
    right[n + i] = out[s->at.vdot + s->independent[i]];
  }
  for (int i = 0; i < s->nz; i++) right[2 * n + i] = out[s->at.zdot + i];
  jnk_block_forward(l, &l->solve, record, 0, dx, values, k1);

  // State of the second stage.
  for (int i = 0; i < l->nx; i++) stage[i] = dx[i];
  for (int i = 0; i < s->nv; i++) stage[v + i] = dx[v + i] + g * k1[i];
  for (int i = 0; i < s->nbiased; i++) stage[v + s->biased[i]] = stage[v + s->biased[i]] + 0.5 * h * out[s->at.w + i];
  jnk_block_forward(l, &l->move, record, 0, stage, values, qdot);
  for (int i = 0; i < s->nq; i++) stage[1 + i] = dx[1 + i] + h * qdot[i];
  for (int i = 0; i < s->nv; i++) stage[v + i] = dx[v + i] + h * k1[i];
  for (int i = 0; i < s->nz; i++) stage[z + i] = dx[z + i] + h * k1[s->nv + i];
  jnk_turns_forward(s, numbers, h, jnk_block_results(l, &l->move, record, 0), stage);

  // Second stage.
  jnk_block_forward(l, &l->rates, record, 1, stage, values, out);
  jnk_correct_forward(s, out, stage);
  for (int i = 0; i < n; i++) {
    const int own = s->independent[i];
    right[i] = stage[v + own] - 2.0 * (dx[v + own] + g * k1[own]);
    right[n + i] = out[s->at.vdot + own] - 2.0 * k1[own];
  }
  for (int i = 0; i < s->nz; i++) right[2 * n + i] = out[s->at.zdot + i] - 2.0 * k1[s->nv + i];
  jnk_block_forward(l, &l->solve, record, 1, dx, values, k2);

  // End of the step.
  for (int i = 0; i < s->nq; i++) stage[1 + i] = dx[1 + i];
  for (int i = 0; i < s->nv; i++) stage[v + i] = dx[v + i] + g * (k1[i] + k2[i]);
  jnk_block_forward(l, &l->move, record, 1, stage, values, qdot);
  for (int i = 0; i < s->nq; i++) dx[1 + i] = dx[1 + i] + 0.5 * h * (qdot[i] + out[s->at.qdot + i]);
  for (int i = 0; i < s->nv; i++) dx[v + i] = dx[v + i] + h * (1.5 * k1[i] + 0.5 * k2[i]);
  for (int i = 0; i < s->nz; i++) dx[z + i] = dx[z + i] + h * (1.5 * k1[s->nv + i] + 0.5 * k2[s->nv + i]);
  for (int i = 0; i < 2 * n + s->nz; i++) right[i] = right[i] - right[i];
  double *rates = numbers + l->nx;
  for (int i = 0; i < s->nq; i++)
    rates[i] =
        jnk_block_results(l, &l->move, record, 1)[i] + jnk_block_results(l, &l->rates, record, 1)[s->at.qdot + i];
  jnk_turns_forward(s, numbers, 0.5 * h, rates, dx);
}

// Replaces the gradient x_bar with respect to x after the step (before the passes of `finish`) by that with respect to
// x before it. numbers, workspace: as in the forward function.
JNK_FN void jnk_reverse_rosenbrock(const jnk_linear_step *l, const double *record, double *numbers, double *workspace,
                                   double *x_bar) {
  const jnk_step *s = l->step;
  const jnk_linear_rooms at = jnk_linear_rooms_of(l);
  const int n = s->nindependent, v = 1 + s->nq, z = v + s->nv;
  double *out = workspace + at.results, *stage = workspace + at.stage, *k1 = workspace + at.sum, *k2 = k1 + l->nx,
         *qdot = k2 + l->nx, *values = workspace + at.values, *kept = x_bar + jnk_rosenbrock_kept(l),
         *right = x_bar + jnk_rosenbrock_right_at(l), *rates = numbers + l->nx;
  const double h = s->h, g = JNK_ROSENBROCK_GAMMA * h;
  jnk_recorded_base(l, record, numbers);

  // End of the step. The right side is written anew in every step, so nothing depends on what it was.
  for (int i = 0; i < 2 * n + s->nz; i++) right[i] = 0;
  for (int i = 0; i < s->nq; i++)
    rates[i] =
        jnk_block_results(l, &l->move, record, 1)[i] + jnk_block_results(l, &l->rates, record, 1)[s->at.qdot + i];
  jnk_turns_reverse(s, numbers, 0.5 * h, rates, x_bar);
  for (int i = 0; i < s->at.n; i++) out[i] = 0;
  for (int i = 0; i < s->nq; i++) out[s->at.qdot + i] = qdot[i] = 0.5 * h * x_bar[1 + i];
  for (int i = 0; i < s->nv; i++) {
    k1[i] = 1.5 * h * x_bar[v + i];
    k2[i] = 0.5 * h * x_bar[v + i];
  }
  for (int i = 0; i < s->nz; i++) {
    k1[s->nv + i] = 1.5 * h * x_bar[z + i];
    k2[s->nv + i] = 0.5 * h * x_bar[z + i];
  }
  for (int i = 0; i < l->nx; i++) stage[i] = 0;
  jnk_block_reverse(l, &l->move, record, 1, qdot, values, stage);
  for (int i = 0; i < s->nq; i++) {
    x_bar[1 + i] = x_bar[1 + i] + stage[1 + i];
    stage[1 + i] = 0;
  }
  for (int i = 0; i < s->nv; i++) {
    x_bar[v + i] = x_bar[v + i] + stage[v + i];
    k1[i] = k1[i] + g * stage[v + i];
    k2[i] = k2[i] + g * stage[v + i];
    stage[v + i] = 0;
  }

  // Second stage. `stage` has what `move` reads of the stage besides q and v.
  jnk_block_reverse(l, &l->solve, record, 1, k2, values, x_bar);
  for (int i = 0; i < n; i++) {
    const int own = s->independent[i];
    stage[v + own] = stage[v + own] + right[i];
    x_bar[v + own] = x_bar[v + own] - 2.0 * right[i];
    k1[own] = k1[own] - 2.0 * g * right[i] - 2.0 * right[n + i];
    out[s->at.vdot + own] = out[s->at.vdot + own] + right[n + i];
  }
  for (int i = 0; i < s->nz; i++) {
    out[s->at.zdot + i] = out[s->at.zdot + i] + right[2 * n + i];
    k1[s->nv + i] = k1[s->nv + i] - 2.0 * right[2 * n + i];
  }
  for (int i = 0; i < 2 * n + s->nz; i++) right[i] = 0;
  jnk_correct_reverse(s, out, stage);
  jnk_block_reverse(l, &l->rates, record, 1, out, values, stage);

  // State of the second stage.
  for (int i = 0; i < s->at.n; i++) out[i] = 0;
  jnk_turns_reverse(s, numbers, h, jnk_block_results(l, &l->move, record, 0), stage);
  for (int i = 0; i < s->nq; i++) qdot[i] = h * stage[1 + i];
  for (int i = 0; i < s->nv; i++) k1[i] = k1[i] + h * stage[v + i];
  for (int i = 0; i < s->nz; i++) k1[s->nv + i] = k1[s->nv + i] + h * stage[z + i];
  for (int i = 0; i < l->nx; i++) {
    x_bar[i] = x_bar[i] + stage[i];
    stage[i] = 0;
  }
  jnk_block_reverse(l, &l->move, record, 0, qdot, values, stage);
  for (int i = 0; i < s->nv; i++) k1[i] = k1[i] + g * stage[v + i];
  for (int i = 0; i < s->nbiased; i++) out[s->at.w + i] = 0.5 * h * stage[v + s->biased[i]];
  for (int i = 0; i < l->nx; i++) x_bar[i] = x_bar[i] + stage[i];

  // First stage.
  jnk_block_reverse(l, &l->solve, record, 0, k1, values, x_bar);
  for (int i = 0; i < n; i++) {
    const int own = s->independent[i];
    x_bar[v + own] = x_bar[v + own] + right[i];
    out[s->at.vdot + own] = out[s->at.vdot + own] + right[n + i];
  }
  for (int i = 0; i < s->nz; i++) out[s->at.zdot + i] = out[s->at.zdot + i] + right[2 * n + i];
  for (int i = 0; i < 2 * n + s->nz; i++) right[i] = 0;
  if (record[JNK_RECORD_JACOBIAN] != 0) {
    for (int i = 0; i < s->nkept; i++) {
      stage[i] = kept[i];
      kept[i] = 0;
    }
    jnk_block_reverse(l, &l->jacobian, record, 0, stage, values, x_bar);
  }
  jnk_correct_reverse(s, out, x_bar);
  jnk_block_reverse(l, &l->rates, record, 0, out, values, x_bar);
}

#endif
