// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elliptic.c - elliptic integral and amplitude by the arithmetic-geometric mean.
//                                                                                [Abramowitz and Stegun, 16.4 and 17.6]
//
//   a, b, c = (a + b)/2, sqrt(a b), (a - b)/2   from a = 1, b = sqrt(1 - m), until c is lost in rounding after N steps
//   F:   tan(phi_{n+1} - phi_n) = b_n/a_n tan(phi_n),          F = phi_N / (2^N a_N)
//   am:  phi_N = 2^N a_N u,   sin(2 phi_{n-1} - phi_n) = c_n/a_n sin(phi_n)
#include "trial/elliptic.h"

#include <math.h>

enum { MOST = 16 };

typedef struct {
  double a[MOST], b[MOST], c[MOST];
  int n;  // index of the last step
} means;

static means calc_means(double m) {
  means s = {.a = {1}, .b = {sqrt(1 - m)}, .c = {sqrt(m)}};
  while (s.n + 1 < MOST && s.c[s.n] > 1e-16 * s.a[s.n]) {
    int i = s.n++;
    s.a[i + 1] = (s.a[i] + s.b[i]) / 2;
    s.b[i + 1] = sqrt(s.a[i] * s.b[i]);
    s.c[i + 1] = (s.a[i] - s.b[i]) / 2;
  }
  return s;
}

double elliptic_F(double phi, double m) {
  static const double pi = 3.14159265358979323846;
  means s = calc_means(m);
  for (int i = 0; i < s.n; i++) phi += atan(s.b[i] / s.a[i] * tan(phi)) + pi * floor(phi / pi + 0.5);
  return ldexp(phi / s.a[s.n], -s.n);
}

double elliptic_K(double m) {
  means s = calc_means(m);
  return 1.57079632679489661923 / s.a[s.n];
}

double elliptic_am(double u, double m) {
  means s = calc_means(m);
  double phi = ldexp(s.a[s.n] * u, s.n);
  for (int i = s.n; i > 0; i--) phi = (phi + asin(s.c[i] / s.a[i] * sin(phi))) / 2;
  return phi;
}
