// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law.c - a law of a definition, evaluated by the kernels.
#include "force/law.h"

#include "kernel/law.h"

bool jni_law_given(const jn_law *law) { return law->n > 0 || law->ncoefficients > 0; }

double jni_law_value(const jn_law *law, double x, double *slope) {
  if (law->n > 0) return jnk_table_value(law->x, law->y, law->n, law->smooth, x, slope);
  if (law->nbreaks > 0) return jnk_pieces_value(law->polynomial, law->ncoefficients, law->breaks, law->nbreaks, x, slope);
  return jnk_polynomial_value(law->polynomial, law->ncoefficients, x, slope);
}

double jni_law_integral(const jn_law *law, double x) {
  if (law->n > 0) return jnk_table_integral(law->x, law->y, law->n, law->smooth, x);
  if (law->nbreaks > 0) return jnk_pieces_integral(law->polynomial, law->ncoefficients, law->breaks, law->nbreaks, x);
  return jnk_polynomial_integral(law->polynomial, law->ncoefficients, x);
}

double jni_law_mean(const jn_law *law, double x0, double x1) {
  if (law->n > 0) return jnk_table_mean(law->x, law->y, law->n, law->smooth, x0, x1);
  if (law->nbreaks > 0) return jnk_pieces_mean(law->polynomial, law->ncoefficients, law->breaks, law->nbreaks, x0, x1);
  return jnk_polynomial_mean(law->polynomial, law->ncoefficients, x0, x1);
}
