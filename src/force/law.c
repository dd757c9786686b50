// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law.c - a law of a definition, evaluated by the kernels.
#include "force/law.h"

#include "kernel/law.h"

bool jni_law_given(const jn_law *law) { return law->n > 0 || law->ncoefficients > 0; }

double jni_law_value(const jn_law *law, double x, double *slope) {
  if (law->n > 0) return jnk_table_value(law->x, law->y, law->n, law->smooth, x, slope);
  return jnk_polynomial_value(law->polynomial, law->ncoefficients, x, slope);
}

double jni_law_integral(const jn_law *law, double x) {
  if (law->n > 0) return jnk_table_integral(law->x, law->y, law->n, law->smooth, x);
  return jnk_polynomial_integral(law->polynomial, law->ncoefficients, x);
}
