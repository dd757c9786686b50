// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soil.h - soft ground: pressure over sinkage, shear stress over shear displacement, and the forces on a pad of a
// track. soil_wheel.h has those on a wheel.
//
//   p   = (k_c/b + k_phi) z^n                   under a plate with smaller side b                         [Bekker 1969]
//   tau = (c + p tan phi) (1 - exp(-|j|/K))     opposite to the shear displacement j                      [Janosi 1961]
//
// Along a track, j grows from the first pad on by slip times distance [Wong 2008]. Each stretch of length l under a
// road wheel has j at its rear edge as a state. With the speed v at which pads run through the stretch and the shear
// rate w,
//   j' = w + |v| (j_before - j)/l - |w| j/m (|j|/m)^4,   m = 12 K
// The last term keeps j bounded while a track slides; for |j| < 4 K it is below 1e-2 |w|. At rest j is constant: the
// ground holds like a spring.
#ifndef JNK_SOIL_H
#define JNK_SOIL_H

#include "kernel/elementary.h"

typedef struct {
  double c, tan_phi;  // cohesion, Pa; tangent of the angle of friction
  double K;           // shear displacement at which 63 % of the full stress is reached, m
} jnk_shear;          // hard ground is {0, mu, a few mm}

typedef struct {
  double n, k_c, k_phi;  // constants of Bekker's law above; units 1, N/m^(n+1), N/m^(n+2)
  jnk_shear shear;
} jnk_soil;

// Returns x^y for x > 0, to a few units in the last place, at half the cost of jnk_pow.
JNK_FN double jnk_quick_pow(double x, double y) { return jnk_exp(y * jnk_log(x)); }

JNK_FN double jnk_soil_modulus(const jnk_soil *soil, double b) { return soil->k_c / b + soil->k_phi; }

JNK_FN double jnk_soil_pressure(const jnk_soil *soil, double b, double z) {
  return z > 0 ? jnk_soil_modulus(soil, b) * jnk_quick_pow(z, soil->n) : 0;
}

JNK_FN double jnk_soil_sinkage(const jnk_soil *soil, double b, double p) {
  return p > 0 ? jnk_quick_pow(p / jnk_soil_modulus(soil, b), 1 / soil->n) : 0;
}

// Returns the work per length, N, that is needed to deepen a rut of width b from the depth `from` to the depth `to`, m.
// This is the resistance to travel. Returns 0 if the rut is not deepened.
JNK_FN double jnk_soil_compaction(const jnk_soil *soil, double b, double from, double to) {
  double start = from > 0 ? from : 0;
  if (!(to > start)) return 0;
  return b * (to * jnk_soil_pressure(soil, b, to) - start * jnk_soil_pressure(soil, b, start)) / (soil->n + 1);
}

// Returns (1 - exp(-j/K))/j, the mobilised fraction of the shear strength over the shear displacement j; 1/K for j = 0.
JNK_FN double jnk_shear_secant(double j, double K) {
  double u = j / K;
  return u > 1e-8 ? -jnk_expm1(-u) / j : 1 / K;
}

// ---- pads of a track --------------------------------------------------------------------------------------

// Returns the sinkage z of a rectangular pad b x l, m, below a road wheel with a rubber of stiffness k, N/m. Rubber and
// ground are in series: k (h - z) = b l p(z), with h the sum of both deformations. The equation is convex in y =
// z^min(n, 1), so Newton's method converges from above.
JNK_FN double jnk_pad_sinkage(const jnk_soil *soil, double b, double l, double k, double h) {
  double n = soil->n, part = n < 1 ? n : 1, A = b * l * jnk_soil_modulus(soil, b);
  // Start of the iteration, the smaller of two upper bounds: the sinkage with rigid rubber, z = h, and the sinkage
  // under the load k h.
  double y = jnk_quick_pow(h, part), alone = jnk_quick_pow(k * h / A, part / n);
  if (alone < y) y = alone;
  for (int i = 0; i < 60; i++) {
    double power = jnk_quick_pow(y, n / part), z = n < 1 ? jnk_quick_pow(y, 1 / part) : y;
    double rest = A * power + k * (z - h), slope = (A * power * n / part + k * z / part) / y, step = rest / slope;
    y -= step;
    if (!(fabs(step) > 1e-14 * y)) break;
  }
  return n < 1 ? jnk_quick_pow(y, 1 / part) : y;
}

// Returns the load on a pad of a track, N, as jnk_pad_sinkage computes it; sets *z to the sinkage, m. Both are 0 for h
// <= 0.
JNK_FN double jnk_pad_load(const jnk_soil *soil, double b, double l, double k, double h, double *z) {
  *z = h > 0 ? jnk_pad_sinkage(soil, b, l, k, h) : 0;
  return h > 0 ? k * (h - *z) : 0;
}

// Computes the shear force F of the ground on a pad of area A under the load N: the strength A c + N tan phi times the
// mean of (1 - exp(-|j|/K)) j/|j|, where the shear displacement j varies linearly from j_in at the front edge to j_out
// at the rear edge. Uses three Gauss points.
JNK_FN void jnk_pad_shear(const jnk_shear *shear, double A, double N, const double j_in[2], const double j_out[2],
                          double F[2]) {
  const double at[3] = {0.1127016653792583, 0.5, 0.8872983346207417}, weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  double most = N > 0 ? A * shear->c + N * shear->tan_phi : 0;
  F[0] = F[1] = 0;
  for (int i = 0; i < 3; i++) {
    double x = j_in[0] + at[i] * (j_out[0] - j_in[0]), y = j_in[1] + at[i] * (j_out[1] - j_in[1]);
    double part = weight[i] * most * jnk_shear_secant(jnk_hypot(x, y), shear->K);
    F[0] += part * x;
    F[1] += part * y;
  }
}

// Computes the rate of the shear displacement j at the rear edge of a stretch of track of length l. v: speed of the
// pads along the stretch, m/s; w: shear rate, m/s; before: j at the rear edge of the stretch that the pads come from,
// zero for the first stretch.
JNK_FN void jnk_pad_rate(const jnk_shear *shear, double l, double v, const double w[2], const double before[2],
                         const double j[2], double rate[2]) {
  double m = 12 * shear->K, r = (j[0] * j[0] + j[1] * j[1]) / (m * m), hold = jnk_hypot(w[0], w[1]) / m * r * r;
  for (int i = 0; i < 2; i++) rate[i] = w[i] + fabs(v) / l * (before[i] - j[i]) - hold * j[i];
}

#endif
