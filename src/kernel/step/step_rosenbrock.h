// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_rosenbrock.h - a linearly implicit method of order 2, two evaluations per step: ROS2 [Verwer 1999].
//
//   (1 - g J) k1 = f(t, y)                       g = gamma h,  gamma = 1 - 1/sqrt(2): L-stable
//   (1 - g J) k2 = f(t + h, y + h k1) - 2 k1
//   y1 = y + h (3/2 k1 + 1/2 k2)
// The order is 2 for any matrix J (a W-method): J may be old and may omit what is not stiff. J contains the derivatives
// of forces and state rates with respect to positions, speeds and states, with constant masses and loop matrices
// (compile/implicit/implicit.h). It is evaluated every s->every steps.
//
// y = (q, v, z) with v the independent speeds and qdot = N(q) v. With k the elements of the stages for speeds,
//   q after the first stage:  q + h N(q) (v + g k1)
//   q1 = q + h/2 (N(q) (v + g (k1 + k2)) + qdot of the second stage)
// Dependent speeds use B k.
//
// Memory: g; nkept numbers of J; right side of positions and speeds (nindependent each) and of z.
#ifndef JNK_STEP_ROSENBROCK_H
#define JNK_STEP_ROSENBROCK_H

#include "kernel/step/step.h"

#define JNK_ROSENBROCK_GAMMA 0.29289321881345248

JNK_FN int jnk_memory_rosenbrock(const jnk_step *s) {
  return JNK_STEP_MEMORY + 1 + s->nkept + 2 * s->nindependent + s->nz;
}
// Returns the size of the method's workspace, in numbers: results of `rates`, x of a stage, k1 and k2 (nv + nz each),
// qdot, the nkept numbers of J.
JNK_FN int jnk_workspace_rosenbrock(const jnk_step *s) {
  return s->at.n + s->nvariables + 2 * (s->nv + s->nz) + s->nq + s->nkept;
}

JNK_FN void jnk_start_rosenbrock(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  (void)workspace;
  jnk_step_begin(s, x);
  memory[JNK_STEP_MEMORY] = memory[1] + JNK_ROSENBROCK_GAMMA * s->h;
}

// Writes the right side of the linear equations of a stage to the memory in x: (v, vdot, zdot) for the first stage (k
// NULL); from these, for the second stage, subtracts 2 (v0 + g k, k, k_z). v: speeds of the stage; out: results of
// `rates` there; v0: speeds at the beginning of the step; k: result of the first stage.
JNK_FN void jnk_rosenbrock_right(const jnk_step *s, const JNK_REAL *v, const JNK_REAL *out, const JNK_REAL *v0,
                                 const JNK_REAL *k, JNK_REAL *x) {
  JNK_REAL g = jnk_step_memory(s, x)[JNK_STEP_MEMORY], *right = jnk_step_memory(s, x) + JNK_STEP_MEMORY + 1 + s->nkept;
  int n = s->nindependent;
  for (int i = 0; i < n; i++) {
    int at = s->independent[i];
    right[i] = v[at];
    right[n + i] = out[s->at.vdot + at];
    if (!k) continue;
    right[i] = right[i] - 2.0 * (v0[at] + g * k[at]);
    right[n + i] = right[n + i] - 2.0 * k[at];
  }
  for (int i = 0; i < s->nz; i++) {
    right[2 * n + i] = out[s->at.zdot + i];
    if (k) right[2 * n + i] = right[2 * n + i] - 2.0 * k[s->nv + i];
  }
}

// Sets `stage` to the point of the second stage, y + h k, with k the result of the first stage. Positions include the
// second-order term h/2 w of dependent speeds. out: results of `rates` at x; qdot: workspace.
JNK_FN void jnk_rosenbrock_stage(const jnk_step *s, const JNK_REAL *x, const JNK_REAL *out, const JNK_REAL *k,
                                 JNK_REAL *stage, JNK_REAL *qdot) {
  JNK_REAL g = x[s->nvariables + JNK_STEP_MEMORY], *v = jnk_step_v(s, stage), *z = jnk_step_z(s, stage);
  for (int i = 0; i < s->nvariables; i++) stage[i] = x[i];
  for (int i = 0; i < s->nv; i++) v[i] = g * k[i];
  for (int i = 0; i < s->nbiased; i++) v[s->biased[i]] = v[s->biased[i]] + 0.5 * s->h * out[s->at.w + i];
  for (int i = 0; i < s->nv; i++) v[i] = x[1 + s->nq + i] + v[i];
  s->move(s->context, stage, qdot);
  for (int i = 0; i < s->nq; i++) stage[1 + i] = x[1 + i] + s->h * qdot[i];
  for (int i = 0; i < s->nv; i++) v[i] = x[1 + s->nq + i] + s->h * k[i];
  for (int i = 0; i < s->nz; i++) z[i] = z[i] + s->h * k[s->nv + i];
  stage[0] = x[0] + s->h;
  jnk_step_normalise_all(s, stage);
}

// Sets q, v and z in x to the end of the step, from the results k1 and k2 of both stages. out: results of `rates` at
// the second stage; stage, qdot: workspace.
JNK_FN void jnk_rosenbrock_finish(const jnk_step *s, const JNK_REAL *k1, const JNK_REAL *k2, const JNK_REAL *out,
                                  JNK_REAL *stage, JNK_REAL *qdot, JNK_REAL *x) {
  JNK_REAL g = x[s->nvariables + JNK_STEP_MEMORY], *q = jnk_step_q(x), *v = jnk_step_v(s, x), *z = jnk_step_z(s, x);
  for (int i = 0; i < s->nq; i++) stage[1 + i] = q[i];
  for (int i = 0; i < s->nv; i++) stage[1 + s->nq + i] = v[i] + g * (k1[i] + k2[i]);
  s->move(s->context, stage, qdot);
  for (int i = 0; i < s->nq; i++) q[i] = q[i] + 0.5 * s->h * (qdot[i] + out[s->at.qdot + i]);
  for (int i = 0; i < s->nv; i++) v[i] = v[i] + s->h * (1.5 * k1[i] + 0.5 * k2[i]);
  for (int i = 0; i < s->nz; i++) z[i] = z[i] + s->h * (1.5 * k1[s->nv + i] + 0.5 * k2[s->nv + i]);
}

// Evaluates the Jacobian and stores its numbers in the memory in x, every s->every steps; otherwise does nothing.
JNK_FN void jnk_rosenbrock_update_jacobian(const jnk_step *s, JNK_REAL *workspace, JNK_REAL *x) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  double steps = JNK_REAL_FIRST(memory[1]);
  if (floor(steps / s->every) * s->every < steps) return;
  s->jacobian(s->context, x, workspace);
  for (int i = 0; i < s->nkept; i++) memory[JNK_STEP_MEMORY + 1 + i] = workspace[i];
}

JNK_FN void jnk_step_rosenbrock(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace, jnk_step_result *result) {
  JNK_REAL *out = workspace, *stage = out + s->at.n, *k1 = stage + s->nvariables, *k2 = k1 + s->nv + s->nz,
           *qdot = k2 + s->nv + s->nz, *v = jnk_step_v(s, x);
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x);
  jnk_step_store_stops(s, out, x);
  JNK_REAL pivot = out[s->at.pivot];
  jnk_rosenbrock_update_jacobian(s, qdot + s->nq, x);
  jnk_rosenbrock_right(s, v, out, v, NULL, x);
  s->solve(s->context, x, k1);
  jnk_rosenbrock_stage(s, x, out, k1, stage, qdot);
  s->rates(s->context, stage, out);
  jnk_step_correct(s, out, stage);
  jnk_rosenbrock_right(s, jnk_step_v(s, stage), out, v, k1, x);
  s->solve(s->context, x, k2);
  jnk_rosenbrock_finish(s, k1, k2, out, stage, qdot, x);
  jnk_step_correct_stops(s, out, stage, x);
  jnk_step_end(s, pivot, x, result);
}

#endif
