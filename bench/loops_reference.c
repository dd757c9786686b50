// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loops_reference.c - the exact motion of N four-bars to compare with.
#include <math.h>

#include "loops.h"

loops_reference loops_reference_start(int N) {
  return (loops_reference){.N = N, .t = 0, .theta = acosl(0.0L), .rate = -1};
}

// One step of the Taylor series. With theta = sum a_k h^k, sin(theta) = sum s_k h^k and cos(theta) = sum c_k h^k:
//   (k + 1)(k + 2) a_{k+2} = -K c_k,   k s_k = sum_j j a_j c_{k-j},   k c_k = -sum_j j a_j s_{k-j}
static void taylor_step(loops_reference *r, long double K, long double h) {
  enum { ORDER = 24 };
  long double a[ORDER + 1] = {r->theta, r->rate}, s[ORDER + 1] = {sinl(r->theta)}, c[ORDER + 1] = {cosl(r->theta)};
  for (int k = 0; k + 2 <= ORDER; k++) {
    a[k + 2] = -K * c[k] / (long double)((k + 1) * (k + 2));
    long double sum_s = 0, sum_c = 0;
    for (int j = 1; j <= k + 1; j++) {
      sum_s += j * a[j] * c[k + 1 - j];
      sum_c -= j * a[j] * s[k + 1 - j];
    }
    s[k + 1] = sum_s / (k + 1);
    c[k + 1] = sum_c / (k + 1);
  }
  long double theta = 0, rate = 0;
  for (int k = ORDER; k >= 0; k--) theta = theta * h + a[k];
  for (int k = ORDER; k >= 1; k--) rate = rate * h + k * a[k];
  r->theta = theta;
  r->rate = rate;
}

void loops_reference_at(loops_reference *r, double t, double B0[2]) {
  const long double N = r->N, K = 9.81L * ((N + 1) / 2 + N) / ((N + 1) / 3 + N);
  const double most = 0.02;
  while (r->t < t) {
    double next = t - r->t > most ? r->t + most : t;
    taylor_step(r, K, (long double)next - (long double)r->t);
    r->t = next;
  }
  B0[0] = (double)cosl(r->theta);
  B0[1] = (double)sinl(r->theta);
}

void loops_compare(loops_reference *reference, double t, const double B0[2], loops_result *result) {
  double exact[2];
  loops_reference_at(reference, t, exact);
  result->error_end = hypot(B0[0] - exact[0], B0[1] - exact[1]);
  if (!(result->error_end <= result->error_max)) result->error_max = result->error_end;
}

void loops_keep_time(loops_result *result, int repeat, double cpu_seconds, long steps) {
  double per_step = cpu_seconds / (double)(steps ? steps : 1);
  if (repeat == 0 || per_step < result->cpu_per_step) result->cpu_per_step = per_step;
  result->steps = steps;
}
