// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// random_values.c - counter-based random values: each depends on seed, parameter and draw only, not on the order of
// calls.
//
// Philox 4x32-10: ten rounds of two 32-bit products over a counter of four words, under a key of two.    [Salmon 2011]
//   (hi0, lo0) = M0 c0,  (hi1, lo1) = M1 c2;   c' = (hi1 ^ c1 ^ k0, lo1, hi0 ^ c3 ^ k1, lo0);   k' = k + (W0, W1)
// Quantiles of the normal distribution: rational functions of u - 1/2 in the middle, of sqrt(-log u) in the tails, with
// relative error 1e-16.                                                                       [Wichura 1988, PPND16]
#include <math.h>

#include "kernel/elementary.h"
#include "study/study.h"

double jni_uniform(uint64_t key, uint64_t stream, uint64_t counter) {
  uint32_t k[2] = {(uint32_t)key, (uint32_t)(key >> 32)};
  uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), (uint32_t)stream, (uint32_t)(stream >> 32)};
  for (int i = 0; i < 10; i++) {
    uint64_t a = (uint64_t)0xD2511F53u * c[0], b = (uint64_t)0xCD9E8D57u * c[2];
    c[0] = (uint32_t)(b >> 32) ^ c[1] ^ k[0];
    c[1] = (uint32_t)b;
    c[2] = (uint32_t)(a >> 32) ^ c[3] ^ k[1];
    c[3] = (uint32_t)a;
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  uint64_t bits = ((uint64_t)c[1] << 32 | c[0]) >> 12;  // 52 bits; the half below keeps the result off 0 and 1
  return ((double)bits + 0.5) * 0x1p-52;
}

// Returns (p_0 + p_1 r + ...)/(q_0 + q_1 r + ...), both polynomials with n coefficients.
static double rational(const double *p, const double *q, int n, double r) {
  double above = p[n - 1], below = q[n - 1];
  for (int i = n - 2; i >= 0; i--) {
    above = above * r + p[i];
    below = below * r + q[i];
  }
  return above / below;
}

double jni_normal_quantile(double u) {
  static const double a[] = {3.3871328727963666080,    1.3314166789178437745e+2, 1.9715909503065514427e+3,
                             1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                             3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static const double b[] = {1.0,
                             4.2313330701600911252e+1,
                             6.8718700749205790830e+2,
                             5.3941960214247511077e+3,
                             2.1213794301586595867e+4,
                             3.9307895800092710610e+4,
                             2.8729085735721942674e+4,
                             5.2264952788528545610e+3};
  static const double c[] = {1.42343711074968357734,    4.63033784615654529590,   5.76949722146069140550,
                             3.64784832476320460504,    1.27045825245236838258,   2.41780725177450611770e-1,
                             2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static const double d[] = {1.0,
                             2.05319162663775882187,
                             1.67638483018380384940,
                             6.89767334985100004550e-1,
                             1.48103976427480074590e-1,
                             1.51986665636164571966e-2,
                             5.47593808499534494600e-4,
                             1.05075007164441684324e-9};
  static const double e[] = {6.65790464350110377720,    5.46378491116411436990,    1.78482653991729133580,
                             2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                             2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static const double f[] = {1.0,
                             5.99832206555887937690e-1,
                             1.36929880922735805310e-1,
                             1.48753612908506148525e-2,
                             7.86869131145613259100e-4,
                             1.84631831751005468180e-5,
                             1.42151175831644588870e-7,
                             2.04426310338993978564e-15};
  double q = u - 0.5;
  if (fabs(q) <= 0.425) return q * rational(a, b, 8, 0.180625 - q * q);
  double r = sqrt(-jnk_log(q < 0 ? u : 1 - u));
  double x = r <= 5 ? rational(c, d, 8, r - 1.6) : rational(e, f, 8, r - 5);
  return q < 0 ? -x : x;
}

// Stores a random permutation of 0 ... n - 1 in varied->order (Fisher-Yates). Its random numbers are independent of
// those of the draws. Returns false if memory is short.
bool jni_random_order(jni_pool *pool, uint64_t seed, int n, jni_varied *varied) {
  varied->order = jni_ints(pool, (size_t)n);
  if (!varied->order) return false;
  for (int i = 0; i < n; i++) varied->order[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int j = (int)(jni_uniform(seed, ~varied->key, (uint64_t)i) * (i + 1)), exchanged = varied->order[i];
    varied->order[i] = varied->order[j];
    varied->order[j] = exchanged;
  }
  return true;
}

double jni_random_draw(const jni_varied *varied, uint64_t seed, int draw, int n) {
  double u = jni_uniform(seed, varied->key, (uint64_t)draw);
  if (varied->order) u = (varied->order[draw] + u) / n;
  if (varied->kind == JNI_VARY_UNIFORM) return varied->a + (varied->b - varied->a) * u;
  double x = jni_normal_quantile(u);
  return varied->kind == JNI_VARY_NORMAL ? varied->a + varied->b * x : varied->a * jnk_exp(varied->b * x);
}
