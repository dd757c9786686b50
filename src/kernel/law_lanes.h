// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// law_lanes.h - tables and laws of law.h over lanes, with the bits of these.
#ifndef JNK_LAW_LANES_H
#define JNK_LAW_LANES_H

#include "kernel/lanes.h"
#include "kernel/law.h"

enum { JNL_TABLE_COUNTED = 32 };  // knots of a table that is not searched: all of them are compared

// As jnk_table_find.
JNK_FN jnl_mask jnl_table_find(const double *x, int n, jnl_real at) {
  jnl_mask low = {0};
  low -= 1;
  if (JNL_LANES > 1 && n <= JNL_TABLE_COUNTED) {
    for (int k = 0; k < n; k++) low -= at >= x[k];
  } else {
    for (int i = 0; i < JNL_LANES; i++) JNL_LANE(low, i) = jnk_table_find(x, n, JNL_LANE(at, i));
  }
  return low;
}

// One piece per lane.
typedef struct {
  jnl_real x0, y0, d, c, e;
} jnl_piece;

JNK_FN jnl_real jnl_piece_value(const jnl_piece *p, jnl_real x) {
  jnl_real u = x - p->x0;
  return p->y0 + u * (p->d + u * (p->c + u * p->e));
}

JNK_FN jnl_real jnl_piece_slope(const jnl_piece *p, jnl_real x) {
  jnl_real u = x - p->x0;
  return p->d + u * (2 * p->c + u * 3 * p->e);
}

// Straight pieces of n >= 2 points.
JNK_FN jnl_piece jnl_table_line(const double *x, const double *y, int n, jnl_mask low) {
  jnl_piece p = {jnl_of(0), jnl_of(0), jnl_of(0), jnl_of(0), jnl_of(0)};
  jnl_real x1 = p.x0, x2 = p.x0, y1 = p.x0, y2 = p.x0;
  for (int i = 0; i < JNL_LANES; i++) {
    ptrdiff_t k = JNL_LANE(low, i) < 0 ? 0 : (ptrdiff_t)JNL_LANE(low, i), m = k < n - 1 ? k : n - 2;
    JNL_LANE(p.x0, i) = x[k], JNL_LANE(p.y0, i) = y[k];
    JNL_LANE(x1, i) = x[m], JNL_LANE(x2, i) = x[m + 1], JNL_LANE(y1, i) = y[m], JNL_LANE(y2, i) = y[m + 1];
  }
  p.d = (y2 - y1) / (x2 - x1);
  return p;
}

JNK_FN jnl_piece jnl_table_curve(const double *x, const double *y, int n, jnl_mask low) {
  jnl_piece p = {jnl_of(0), jnl_of(0), jnl_of(0), jnl_of(0), jnl_of(0)};
  for (int i = 0; i < JNL_LANES; i++) {
    jnk_piece own = jnk_table_piece(x, y, n, 1, (int)JNL_LANE(low, i));
    JNL_LANE(p.x0, i) = own.x0, JNL_LANE(p.y0, i) = own.y0, JNL_LANE(p.d, i) = own.d, JNL_LANE(p.c, i) = own.c,
                   JNL_LANE(p.e, i) = own.e;
  }
  return p;
}

JNK_RARE void jnl_law_each(const jnk_law *law, const jnl_real *at, jnl_real *value, jnl_real *slope) {
  for (int i = 0; i < JNL_LANES; i++) {
    double own;
    JNL_LANE(*value, i) = jnk_law_value(law, JNL_LANE(*at, i), &own);
    JNL_LANE(*slope, i) = own;
  }
}

JNK_FN jnl_real jnl_law_value(const jnk_law *law, jnl_real at, jnl_real *slope) {
  jnl_real value = at;
  if (law->n < 2) {
    jnl_law_each(law, &at, &value, slope);
    return value;
  }
  jnl_mask low = jnl_table_find(law->x, law->n, at);
  jnl_piece p =
      law->smooth ? jnl_table_curve(law->x, law->y, law->n, low) : jnl_table_line(law->x, law->y, law->n, low);
  *slope = jnl_piece_slope(&p, at);
  return jnl_piece_value(&p, at);
}

#endif
