// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// motion_table.h - tables over time: motions of drivers as quintic polynomials between points with value, rate and
// acceleration, and inputs as linear or smooth tables that hold their end values.
#ifndef JNK_MOTION_TABLE_H
#define JNK_MOTION_TABLE_H

#include "kernel/law.h"

typedef struct {
  int n;
  const double *t, *value, *rate, *acceleration;
} jnk_course;

JNK_FN int jnk_course_find(const jnk_course *c, double t) {
  int low = 0, high = c->n - 1;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (t < c->t[middle]) high = middle;
    else low = middle;
  }
  return low;
}

// Computes the coefficients c of piece i of a driver's motion: p = c0 + c1 x + ... + c5 x^5, x = t - t_i.
JNK_FN void jnk_course_piece(const jnk_course *course, int i, double c[6]) {
  double h = course->t[i + 1] - course->t[i], D = course->value[i + 1] - course->value[i];
  double r0 = course->rate[i] * h, r1 = course->rate[i + 1] * h, a0 = course->acceleration[i] * h * h,
         a1 = course->acceleration[i + 1] * h * h;
  c[0] = course->value[i];
  c[1] = course->rate[i];
  c[2] = 0.5 * course->acceleration[i];
  c[3] = (20 * D - 12 * r0 - 8 * r1 - 3 * a0 + a1) / (2 * h * h * h);
  c[4] = (-30 * D + 16 * r0 + 14 * r1 + 3 * a0 - 2 * a1) / (2 * h * h * h * h);
  c[5] = (12 * D - 6 * (r0 + r1) - a0 + a1) / (2 * h * h * h * h * h);
}

// Computes position, velocity and acceleration of a driver's motion at time t: out[0], out[1], out[2]. Outside the
// table the velocity is constant.
JNK_FN void jnk_course_at(const jnk_course *course, double t, double out[3]) {
  int last = course->n - 1;
  if (!(t >= course->t[0] && t < course->t[last])) {
    int end = t >= course->t[0] ? last : 0;
    out[0] = course->value[end] + course->rate[end] * (t - course->t[end]);
    out[1] = course->rate[end];
    out[2] = 0;
    return;
  }
  int i = jnk_course_find(course, t);
  double c[6], x = t - course->t[i];
  jnk_course_piece(course, i, c);
  out[0] = out[1] = out[2] = 0;
  for (int k = 5; k >= 0; k--) {
    out[2] = out[2] * x + 2 * out[1];
    out[1] = out[1] * x + out[0];
    out[0] = out[0] * x + c[k];
  }
}

// Returns the value at time t of an input that is a table of n points (x: times, s; y: values). Outside the table it
// keeps the first or the last value; for t = NaN the first. smooth: 1: monotone cubic, 0: linear.
JNK_FN double jnk_held_table(const double *x, const double *y, int n, int smooth, double t) {
  double slope;
  return jnk_table_value(x, y, n, smooth, fmin(fmax(t, x[0]), x[n - 1]), &slope);
}

// ---- calls of generated code ----------------------------------------------------------------------------------------

// Evaluates the motion of a driver. constants: n, then n times, values, rates and accelerations; in: t; out: position,
// velocity, acceleration
JNK_FN void jnk_call_course(const double *constants, const double *in, double *out) {
  int n = (int)constants[0];
  jnk_course course = {n, constants + 1, constants + 1 + n, constants + 1 + 2 * n, constants + 1 + 3 * n};
  jnk_course_at(&course, in[0], out);
}

// Evaluates an input that is a table over time. constants: n, smooth, then n times and values; in: t; out: value
JNK_FN void jnk_call_held_table(const double *constants, const double *in, double *out) {
  int n = (int)constants[0];
  out[0] = jnk_held_table(constants + 2, constants + 2 + n, n, constants[1] != 0, in[0]);
}

#endif
