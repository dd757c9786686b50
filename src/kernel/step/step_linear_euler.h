// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_linear_euler.h - derivatives of a step of step_euler.h, operation by operation.
#ifndef JNK_STEP_LINEAR_EULER_H
#define JNK_STEP_LINEAR_EULER_H

#include "kernel/step/step_euler.h"
#include "kernel/step/step_linear.h"

JNK_FN void jnk_blocks_euler(jnk_linear_step *l) {
  jnk_record_reserve(l, &l->rates, 1);
  jnk_record_reserve(l, &l->move, 1);
}

// Replaces the changes dx of x before the step by those after it, in which the passes of `finish` are not included.
// numbers: workspace of 2 nx numbers; workspace: jnk_linear_rooms.
JNK_FN void jnk_forward_euler(const jnk_linear_step *l, const double *record, double *numbers,
                              jnk_directions *workspace, jnk_directions *dx) {
  const jnk_step *s = l->step;
  const jnk_linear_rooms at = jnk_linear_rooms_of(l);
  jnk_directions *out = workspace + at.results, *qdot = workspace + at.stage, *values = workspace + at.values,
                 *dv = dx + 1 + s->nq, *dz = dv + s->nv;
  const double h = s->h;
  jnk_recorded_base(l, record, numbers);
  jnk_block_forward(l, &l->rates, record, 0, dx, values, out);
  jnk_correct_forward(s, out, dx);
  for (int i = 0; i < s->nv; i++) dv[i] = dv[i] + h * out[s->at.vdot + i];
  for (int i = 0; i < s->nbiased; i++) dv[s->biased[i]] = dv[s->biased[i]] - 0.5 * h * out[s->at.w + i];
  jnk_block_forward(l, &l->move, record, 0, dx, values, qdot);
  for (int i = 0; i < s->nq; i++) dx[1 + i] = dx[1 + i] + h * qdot[i];
  for (int i = 0; i < s->nbiased; i++) dv[s->biased[i]] = dv[s->biased[i]] + 0.5 * h * out[s->at.w + i];
  for (int i = 0; i < s->nz; i++) dz[i] = dz[i] + h * out[s->at.zdot + i];
  jnk_turns_forward(s, numbers, h, jnk_block_results(l, &l->move, record, 0), dx);
}

// Replaces the gradient x_bar with respect to x after the step (before the passes of `finish`) by that with respect to
// x before it. numbers, workspace: as in the forward function.
JNK_FN void jnk_reverse_euler(const jnk_linear_step *l, const double *record, double *numbers, double *workspace,
                              double *x_bar) {
  const jnk_step *s = l->step;
  const jnk_linear_rooms at = jnk_linear_rooms_of(l);
  double *out = workspace + at.results, *qdot = workspace + at.stage, *values = workspace + at.values,
         *v_bar = x_bar + 1 + s->nq, *z_bar = v_bar + s->nv;
  const double h = s->h;
  jnk_recorded_base(l, record, numbers);
  for (int i = 0; i < s->at.n; i++) out[i] = 0;
  jnk_turns_reverse(s, numbers, h, jnk_block_results(l, &l->move, record, 0), x_bar);
  for (int i = 0; i < s->nz; i++) out[s->at.zdot + i] = h * z_bar[i];
  for (int i = 0; i < s->nbiased; i++) out[s->at.w + i] = 0.5 * h * v_bar[s->biased[i]];
  for (int i = 0; i < s->nq; i++) qdot[i] = h * x_bar[1 + i];
  jnk_block_reverse(l, &l->move, record, 0, qdot, values, x_bar);
  for (int i = 0; i < s->nbiased; i++) out[s->at.w + i] = out[s->at.w + i] - 0.5 * h * v_bar[s->biased[i]];
  for (int i = 0; i < s->nv; i++) out[s->at.vdot + i] = h * v_bar[i];
  jnk_correct_reverse(s, out, x_bar);
  jnk_block_reverse(l, &l->rates, record, 0, out, values, x_bar);
}

#endif
