// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// lanes.h - operations of printed code on vectors of JNL_LANES numbers (lanes). Every lane gives the same bits as plain
// doubles. + - * / are vector operations of the compiler (gcc, clang); functions without a vector form are evaluated
// lane by lane. With one lane, for other compilers, a vector is a plain double.
#ifndef JNK_LANES_H
#define JNK_LANES_H

#include "kernel/elementary.h"

#ifndef JNL_LANES
#define JNL_LANES 4
#endif

#if JNL_LANES == 1
typedef double jnl_real;
typedef long long jnl_mask;
#define JNL_LANE(x, i) (x)
JNK_FN jnl_real jnl_load(const double *x) { return *x; }
JNK_FN void jnl_store(jnl_real x, double *out) { *out = x; }
#else
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi"  // vectors may be wider than registers; they are not passed to other modules
#endif
typedef double jnl_real __attribute__((vector_size(8 * JNL_LANES)));
typedef long long jnl_mask __attribute__((vector_size(8 * JNL_LANES)));
typedef double jnl_packed __attribute__((vector_size(8 * JNL_LANES), aligned(8), may_alias));
#define JNL_LANE(x, i) ((x)[i])
// Returns a vector of JNL_LANES consecutive numbers.
JNK_FN jnl_real jnl_load(const double *x) { return *(const jnl_packed *)x; }
// Stores a vector to JNL_LANES consecutive numbers.
JNK_FN void jnl_store(jnl_real x, double *out) { *(jnl_packed *)out = x; }
#endif

// Number type of step functions for lanes. Already defined by the including file if only some calls use lanes.
#ifndef JNK_REAL
#define JNK_REAL jnl_real
#define JNK_REAL_SQRT(a) jnl_sqrt(a)
#define JNK_REAL_FIRST(a) JNL_LANE(a, 0)
#define JNK_REAL_MASK jnl_mask
#define JNK_REAL_DIFFERS(a, b) ((jnl_mask)(a) != (jnl_mask)(b))
#define JNK_REAL_NOT(mask) jnl_not(mask)
#define JNK_REAL_ANY(mask) jnl_any(mask)
#define JNK_REAL_CHOOSE(mask, a, b) jnl_choose(mask, a, b)
#endif

#define JNL_CHOOSE(mask, a, b) jnl_choose(mask, a, b)  // a in lanes where the mask is set, b in the others (real.h)

JNK_FN jnl_real jnl_of(double x) {
  const jnl_real zero = {0};
  return x - zero;  // -0 stays -0
}

#define JNL_EACH_1(name, value)           \
  JNK_FN jnl_real name(jnl_real x) {      \
    for (int i = 0; i < JNL_LANES; i++) { \
      double a = JNL_LANE(x, i);          \
      JNL_LANE(x, i) = value;             \
    }                                     \
    return x;                             \
  }
#define JNL_EACH_2(name, value)                      \
  JNK_FN jnl_real name(jnl_real x, jnl_real y) {     \
    for (int i = 0; i < JNL_LANES; i++) {            \
      double a = JNL_LANE(x, i), b = JNL_LANE(y, i); \
      JNL_LANE(x, i) = value;                        \
    }                                                \
    return x;                                        \
  }

// Returns a b + c, rounded once (fused multiply-add). One instruction if the processor has it, which gcc does not find
// in a loop over lanes.
#if JNL_LANES == 4 && defined(__FMA__) && defined(__GNUC__)
JNK_FN jnl_real jnl_fma(jnl_real a, jnl_real b, jnl_real c) { return __builtin_ia32_vfmaddpd256(a, b, c); }
#elif JNL_LANES == 2 && defined(__FMA__) && defined(__GNUC__)
JNK_FN jnl_real jnl_fma(jnl_real a, jnl_real b, jnl_real c) { return __builtin_ia32_vfmaddpd(a, b, c); }
#elif JNL_LANES == 8 && defined(__AVX512F__) && defined(__GNUC__)
JNK_FN jnl_real jnl_fma(jnl_real a, jnl_real b, jnl_real c) {
  return __builtin_ia32_vfmaddpd512_mask(a, b, c, (unsigned char)0xff, 4);
}
#else
JNK_FN jnl_real jnl_fma(jnl_real a, jnl_real b, jnl_real c) {
  for (int i = 0; i < JNL_LANES; i++) JNL_LANE(a, i) = fma(JNL_LANE(a, i), JNL_LANE(b, i), JNL_LANE(c, i));
  return a;
}
#endif
JNK_FN jnl_real jnl_fms(jnl_real a, jnl_real b, jnl_real c) { return jnl_fma(a, b, -c); }
JNK_FN jnl_real jnl_fnma(jnl_real a, jnl_real b, jnl_real c) { return jnl_fma(-a, b, c); }
JNK_FN jnl_real jnl_fnms(jnl_real a, jnl_real b, jnl_real c) { return jnl_fma(-a, b, -c); }

#if JNL_LANES == 4 && defined(__AVX__) && defined(__GNUC__)
JNK_FN jnl_real jnl_sqrt(jnl_real a) { return __builtin_ia32_sqrtpd256(a); }
#elif JNL_LANES == 2 && defined(__SSE2__) && defined(__GNUC__)
JNK_FN jnl_real jnl_sqrt(jnl_real a) { return __builtin_ia32_sqrtpd(a); }
#elif JNL_LANES == 8 && defined(__AVX512F__) && defined(__GNUC__) && !defined(__clang__)
JNK_FN jnl_real jnl_sqrt(jnl_real a) { return __builtin_ia32_sqrtpd512_mask(a, a, (char)-1, 4); }
#else
JNL_EACH_1(jnl_sqrt, sqrt(a))
#endif

// Returns b in lanes where the mask is set, and c in the others.
#if JNL_LANES == 1
JNK_FN jnl_real jnl_choose(jnl_mask mask, jnl_real b, jnl_real c) { return mask ? b : c; }
#elif JNL_LANES == 4 && defined(__AVX__) && defined(__GNUC__)
JNK_FN jnl_real jnl_choose(jnl_mask mask, jnl_real b, jnl_real c) {
  return __builtin_ia32_blendvpd256(c, b, (jnl_real)mask);
}
#else
JNK_FN jnl_real jnl_choose(jnl_mask mask, jnl_real b, jnl_real c) {
  return (jnl_real)((mask & (jnl_mask)b) | (~mask & (jnl_mask)c));
}
#endif

#if JNL_LANES == 1
JNK_FN jnl_mask jnl_not(jnl_mask mask) { return !mask; }
JNK_FN int jnl_any(jnl_mask mask) { return mask != 0; }
#else
JNK_FN jnl_mask jnl_not(jnl_mask mask) { return ~mask; }
#if JNL_LANES == 4 && defined(__AVX__) && defined(__GNUC__)
JNK_FN int jnl_any(jnl_mask mask) { return __builtin_ia32_movmskpd256((jnl_real)mask) != 0; }
#elif JNL_LANES == 2 && defined(__SSE2__) && defined(__GNUC__)
JNK_FN int jnl_any(jnl_mask mask) { return __builtin_ia32_movmskpd((jnl_real)mask) != 0; }
#elif JNL_LANES == 8 && defined(__AVX512DQ__) && defined(__GNUC__) && !defined(__clang__)
JNK_FN int jnl_any(jnl_mask mask) { return __builtin_ia32_cvtq2mask512(mask) != 0; }
#else
JNK_FN int jnl_any(jnl_mask mask) {
  long long any = 0;
  for (int i = 0; i < JNL_LANES; i++) any |= mask[i];
  return any != 0;
}
#endif
#endif

JNK_FN jnl_real jnl_less(jnl_real a, jnl_real b) { return jnl_choose(a < b, jnl_of(1.0), jnl_of(0.0)); }
JNK_FN jnl_real jnl_less_equal(jnl_real a, jnl_real b) { return jnl_choose(a <= b, jnl_of(1.0), jnl_of(0.0)); }
JNK_FN jnl_real jnl_equal(jnl_real a, jnl_real b) { return jnl_choose(a == b, jnl_of(1.0), jnl_of(0.0)); }
JNK_FN jnl_real jnl_select(jnl_real a, jnl_real b, jnl_real c) { return jnl_choose(a != jnl_of(0.0), b, c); }
#if JNL_LANES == 1
JNK_FN jnl_real jnl_abs(jnl_real a) { return fabs(a); }
#else
JNK_FN jnl_real jnl_abs(jnl_real a) {
  const jnl_mask sign = (jnl_mask)jnl_of(-0.0);
  return (jnl_real)((jnl_mask)a & ~sign);
}
#endif

JNL_EACH_1(jnl_floor, floor(a))
JNL_EACH_1(jnl_ceil, ceil(a))
JNL_EACH_1(jnl_tan, jnk_tan(a))
JNL_EACH_1(jnl_asin, jnk_asin(a))
JNL_EACH_1(jnl_acos, jnk_acos(a))
JNL_EACH_1(jnl_atan, jnk_atan(a))
JNL_EACH_1(jnl_sinh, jnk_sinh(a))
JNL_EACH_1(jnl_cosh, jnk_cosh(a))
JNL_EACH_1(jnl_tanh, jnk_tanh(a))
JNL_EACH_1(jnl_exp, jnk_exp(a))
JNL_EACH_1(jnl_log, jnk_log(a))
JNL_EACH_2(jnl_power, jnk_pow(a, b))
JNL_EACH_2(jnl_modulo, jnk_fmod(a, b))
JNL_EACH_2(jnl_remainder_each, jnk_remainder(a, b))

// Returns the remainder of x/y as remainder() of C99. If |x| <= |y|/2 in all lanes, which is usual, that is x;
// otherwise lanes are computed one by one.
JNK_FN jnl_real jnl_remainder(jnl_real x, jnl_real y) {
  const jnl_real b = jnl_abs(y);
  if (jnl_any(jnl_not((jnl_abs(x) <= 0.5 * b) & (b <= JNK_LARGEST) & (b > 0x1p-1000)))) return jnl_remainder_each(x, y);
  return x;
}

#if JNL_LANES == 1
JNK_FN jnl_real jnl_hypot(jnl_real x, jnl_real y) { return jnk_hypot(x, y); }
JNK_FN void jnl_sincos(jnl_real x, jnl_real *sine, jnl_real *cosine) { jnk_sincos(x, sine, cosine); }
JNK_FN jnl_real jnl_atan2(jnl_real y, jnl_real x) { return jnk_atan2(y, x); }
#else

// ---- length ------------------------------------------------------------------------------------------------------

JNK_RARE void jnl_hypot_each(const jnl_real *x, const jnl_real *y, jnl_real *length) {
  for (int i = 0; i < JNL_LANES; i++) (*length)[i] = jnk_hypot((*x)[i], (*y)[i]);
}

JNK_FN jnl_real jnl_hypot(jnl_real x, jnl_real y) {
  jnl_real square = x * x + y * y, length = jnl_sqrt(square);
  if (jnl_any(~((square > 0x1p-900) & (square < 0x1p1000)))) jnl_hypot_each(&x, &y, &length);
  return length;
}

// ---- angle -------------------------------------------------------------------------------------------------------

JNK_RARE void jnl_atan2_each(const jnl_real *y, const jnl_real *x, jnl_real *angle) {
  for (int i = 0; i < JNL_LANES; i++) (*angle)[i] = jnk_atan2((*y)[i], (*x)[i]);
}

// Returns x without its lowest 27 bits in each lane, as jnk_head.
JNK_FN jnl_real jnl_head(jnl_real x) { return (jnl_real)((jnl_mask)x & ~0x7ffffffLL); }

// Returns t of atan(n/d) = atan(c) + atan(t), with c = i/32 near n/d, as in jnk_atan_ratio_pair, and sets *hi + *lo to
// atan(c). q: n/d rounded, at least 1/8.
JNK_FN jnl_real jnl_atan_beside(jnl_real n, jnl_real d, jnl_real q, jnl_real *hi, jnl_real *lo) {
  jnl_real at = 32 * q + 0.5, i = (at + 0x1.8p52) - 0x1.8p52, dh = jnl_head(d);
  i = jnl_choose(i > at, i - 1, i);
  jnl_real c = i * 0.03125;
  for (int k = 0; k < JNL_LANES; k++) {
    const jnk_pair p = jnk_table_atan((int)i[k] < 4 ? 4 : (int)i[k]);
    (*hi)[k] = p.hi;
    (*lo)[k] = p.lo;
  }
  return ((n - c * dh) - c * (d - dh)) / (d + c * n);
}

// Returns atan2(y, x) with the bits of jnk_atan2. Lanes are computed one by one if a lane is very large, very small or
// NaN (elementary_arc.h).
JNK_FN jnl_real jnl_atan2(jnl_real y, jnl_real x) {
  const jnl_mask sign = (jnl_mask)jnl_of(-0.0);
  jnl_real up = jnl_abs(y), along = jnl_abs(x), hi, lo;
  const jnl_mask steep = ~(up < along), back = ((jnl_mask)x & sign) != 0;
  jnl_real n = jnl_choose(steep, along, up), d = jnl_choose(steep, up, along), q = n / d, t = q;
  if (jnl_any(~((d > 0x1p-900) & (d < 0x1p1000) & (n == n)))) {
    jnl_atan2_each(&y, &x, &q);
    return q;
  }
  jnl_real qh = jnl_head(q), dh = jnl_head(d), ql = q - qh, dl = d - dh;
  jnl_real rest = ((((n - qh * dh) - qh * dl) - ql * dh) - ql * dl) / d;
  hi = q;
  lo = jnl_choose(q > JNK_ATAN_LEAST, rest, jnl_of(0));
  const jnl_mask beside = q >= 0.125;
  if (jnl_any(beside)) {
    jnl_real of_hi = q, of_lo = q, of_t = jnl_atan_beside(n, d, q, &of_hi, &of_lo);
    hi = jnl_choose(beside, of_hi, hi);
    lo = jnl_choose(beside, of_lo, lo);
    t = jnl_choose(beside, of_t, q);
  }
  jnl_real z = t * t, z2 = z * z, terms = JNK_ATAN_TERMS(t, z, z2);
  lo = lo + jnl_choose(beside, t + terms, terms);
  if (jnl_any(steep | back)) {
    const jnl_mask turned = sign & (steep ^ back);
    jnl_real quarters = jnl_choose(steep, jnl_of(1), jnl_choose(back, jnl_of(2), jnl_of(0)));
    jnl_real whole = quarters * (JNK_PI / 2), p = (jnl_real)((jnl_mask)hi ^ turned);
    hi = whole + p;
    lo = ((whole - hi) + p) + (quarters * (JNK_PI_LO / 2) + (jnl_real)((jnl_mask)lo ^ turned));
  }
  return (jnl_real)((jnl_mask)(hi + lo) | ((jnl_mask)y & sign));
}

// ---- sine and cosine ---------------------------------------------------------------------------------------------

JNK_RARE void jnl_sincos_each(const jnl_real *x, jnl_real *sine, jnl_real *cosine) {
  for (int i = 0; i < JNL_LANES; i++) {
    double s, c;
    jnk_sincos((*x)[i], &s, &c);
    (*sine)[i] = s;
    (*cosine)[i] = c;
  }
}

// Returns -x in lanes where bit 1 of n is set, else x.
JNK_FN jnl_real jnl_sign_by(jnl_real x, jnl_mask n) {
  const jnl_mask sign = (jnl_mask)jnl_of(-0.0);
  return (jnl_real)((jnl_mask)x ^ (sign & -(n >> 1 & 1)));
}

// Computes sine and cosine of x with the bits of jnk_sincos. Uses its second branch for all lanes, which gives the same
// bits as its first branch, also for tiny x except for the sign of zero. Lanes are computed one by one if a lane needs
// another reduction (elementary_trig.h).
JNK_FN void jnl_sincos(jnl_real x, jnl_real *sine, jnl_real *cosine) {
  const double shift = 0x1.8p52;
  jnl_real shifted = x * JNK_2_OVER_PI + shift, k = shifted - shift, a = x - k * JNK_PI_2_FIRST;
  jnl_real w = k * JNK_PI_2_SECOND, b = a - w, rest = ((a - b) - w) - k * JNK_PI_2_REST, y = b + rest;
  jnl_mask quick = (jnl_abs(x) < JNK_TURN_MOST) & ((jnl_abs(y) > JNK_TURN_LEAST) | (k == 0)), n = (jnl_mask)shifted;
  if (jnl_any(~quick)) {
    jnl_sincos_each(&x, sine, cosine);
    return;
  }
  jnl_real lo = (b - y) + rest, z = y * y, z2 = z * z, half = 0.5 * z, v = 1 - half;
  jnl_real s = y + -(JNK_SINE_TERMS(y, z, z2) - lo * v);
  jnl_real c = v + (((1 - v) - half) + (JNK_COSINE_TERMS(z, z2) - y * lo));
  jnl_mask odd = -(n & 1);
  *sine = jnl_choose(x == 0, x, jnl_sign_by(jnl_choose(odd, c, s), n));
  *cosine = jnl_sign_by(jnl_choose(odd, s, c), n + 1);
}

#endif

JNK_FN jnl_real jnl_sin(jnl_real x) {
  jnl_real sine, cosine;
  jnl_sincos(x, &sine, &cosine);
  return sine;
}

JNK_FN jnl_real jnl_cos(jnl_real x) {
  jnl_real sine, cosine;
  jnl_sincos(x, &sine, &cosine);
  return cosine;
}

#endif
