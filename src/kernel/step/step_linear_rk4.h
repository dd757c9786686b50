// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_linear_rk4.h - derivatives of a step of step_rk4.h. With J_i the derivative of `rates` at stage i:
//
//   forward  df_0 = J_0 dx,  df_i = J_i (dx + a_i h df_(i-1)),  dx1 = dx + h/6 (df_0 + 2 df_1 + 2 df_2 + df_3)
//   reverse  the transposed operations in the opposite order, with all stages from the record
#ifndef JNK_STEP_LINEAR_RK4_H
#define JNK_STEP_LINEAR_RK4_H

#include "kernel/step/step_linear.h"
#include "kernel/step/step_rk4.h"

JNK_FN void jnk_blocks_rk4(jnk_linear_step *l) { jnk_record_reserve(l, &l->rates, 4); }

// Returns the fraction of the step at which stage i = 1, 2 or 3 is evaluated.
JNK_FN double jnk_rk4_part(int i) { return i < 3 ? 0.5 : 1.0; }
// Returns the weight of the rates of stage i = 0 to 3 in their sum.
JNK_FN double jnk_rk4_weight(int i) { return i == 1 || i == 2 ? 2.0 : 1.0; }

// Computes the weighted sum of the rates of all four stages.
JNK_FN void jnk_rk4_sum(const jnk_linear_step *l, const double *record, double *sum) {
  const jnk_step *s = l->step;
  int n = jnk_step_nrates(s);
  for (int k = 0; k < n; k++) sum[k] = 0;
  for (int i = 0; i < 4; i++) {
    const double *out = jnk_block_results(l, &l->rates, record, i);
    for (int k = 0; k < n; k++) sum[k] = sum[k] + jnk_rk4_weight(i) * out[s->at.qdot + k];
  }
}

// Replaces the changes dx of x before the step by those after it, in which the passes of `finish` are not included.
// numbers: workspace of 2 nx numbers; workspace: jnk_linear_rooms.
JNK_FN void jnk_forward_rk4(const jnk_linear_step *l, const double *record, double *numbers, jnk_directions *workspace,
                            jnk_directions *dx) {
  const jnk_step *s = l->step;
  const jnk_linear_rooms at = jnk_linear_rooms_of(l);
  jnk_directions *out = workspace + at.results, *stage = workspace + at.stage, *sum = workspace + at.sum,
                 *values = workspace + at.values;
  double *base = numbers, *rates = numbers + l->nx;
  const double h = s->h;
  int n = jnk_step_nrates(s);
  jnk_recorded_base(l, record, base);
  jnk_block_forward(l, &l->rates, record, 0, dx, values, out);
  jnk_correct_forward(s, out, dx);
  for (int k = 0; k < l->nx; k++) stage[k] = dx[k];
  for (int k = 0; k < n; k++) sum[k] = out[s->at.qdot + k];
  for (int i = 1; i < 4; i++) {
    const double part = jnk_rk4_part(i) * h, weight = jnk_rk4_weight(i);
    for (int k = 0; k < n; k++) stage[1 + k] = dx[1 + k] + part * out[s->at.qdot + k];
    jnk_turns_forward(s, base, part, jnk_block_results(l, &l->rates, record, i - 1) + s->at.qdot, stage);
    jnk_block_forward(l, &l->rates, record, i, stage, values, out);
    for (int k = 0; k < n; k++) sum[k] = sum[k] + weight * out[s->at.qdot + k];
  }
  for (int k = 0; k < n; k++) dx[1 + k] = dx[1 + k] + h / 6 * sum[k];
  jnk_rk4_sum(l, record, rates);
  jnk_turns_forward(s, base, h / 6, rates, dx);
}

// Replaces the gradient x_bar with respect to x after the step (before the passes of `finish`) by that with respect to
// x before it. numbers, workspace: as in the forward function.
JNK_FN void jnk_reverse_rk4(const jnk_linear_step *l, const double *record, double *numbers, double *workspace,
                            double *x_bar) {
  const jnk_step *s = l->step;
  const jnk_linear_rooms at = jnk_linear_rooms_of(l);
  double *out = workspace + at.results, *stage = workspace + at.stage, *sum = workspace + at.sum,
         *values = workspace + at.values;
  double *base = numbers, *rates = numbers + l->nx;
  const double h = s->h;
  int n = jnk_step_nrates(s);
  jnk_recorded_base(l, record, base);
  jnk_rk4_sum(l, record, rates);
  jnk_turns_reverse(s, base, h / 6, rates, x_bar);
  for (int k = 0; k < n; k++) sum[k] = h / 6 * x_bar[1 + k];
  for (int k = 0; k < s->at.n; k++) out[k] = 0;
  for (int k = 0; k < n; k++) out[s->at.qdot + k] = sum[k];
  for (int i = 3; i > 0; i--) {
    const double part = jnk_rk4_part(i) * h, weight = jnk_rk4_weight(i - 1);
    for (int k = 0; k < l->nx; k++) stage[k] = 0;
    jnk_block_reverse(l, &l->rates, record, i, out, values, stage);
    jnk_turns_reverse(s, base, part, jnk_block_results(l, &l->rates, record, i - 1) + s->at.qdot, stage);
    for (int k = 0; k < s->at.n; k++) out[k] = 0;
    for (int k = 0; k < n; k++) out[s->at.qdot + k] = weight * sum[k] + part * stage[1 + k];
    for (int k = 0; k < l->nx; k++) x_bar[k] = x_bar[k] + stage[k];
  }
  jnk_correct_reverse(s, out, x_bar);
  jnk_block_reverse(l, &l->rates, record, 0, out, values, x_bar);
}

#endif
