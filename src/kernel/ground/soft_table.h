// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// soft_table.h - forces on a wheel from measured curves over its depth h below the undeformed road and its slip. The
// tables are for forward rolling; a wheel that rolls backward is the mirror image.
//
// Combined slip is measured from the slip s0 at which traction is zero, and tables are evaluated at its magnitude
// s = |(sx - s0, sy)|. This is exact for pure longitudinal slip, and for pure lateral slip at sx = 0:
//   traction = (sx - s0)/s T(s0 +- s)  (load and torque: their differences from the values at s0)
//   side     = sy Y(alpha)/tan(alpha),  tan(alpha) = sqrt(s^2 - s0^2)
#ifndef JNK_SOFT_TABLE_H
#define JNK_SOFT_TABLE_H

#include "kernel/call/lookup_block.h"
#include "kernel/ground/soft_calc.h"
#include "kernel/lookup_jet.h"
#include "kernel/lookup_smooth.h"

enum {
  JNK_TABLE_LOAD,
  JNK_TABLE_PULL,
  JNK_TABLE_RESISTANCE,
  JNK_TABLE_TORQUE,
  JNK_TABLE_SIDE,
  JNK_TABLE_SINKAGE,
  JNK_WHEEL_TABLES
};

// Returns the value of one of the wheel's tables at the depth h, m, and the slip y; 0 if the wheel has no such table.
// numbers: radius, then the index of each table (0: there is none), then the tables.
JNK_FN double jnk_wheel_table(const double *numbers, int table, double h, double y) {
  if (!(numbers[1 + table] > 0)) return 0;
  jnk_lookup t = jnk_lookup_of_block(numbers + (ptrdiff_t)numbers[1 + table]);
  return jnk_lookup_value(&t, h, y);
}

JNK_FN void jnk_table_stand(const double *numbers, jnk_patch *patch) {
  double h = patch->h, sinkage = jnk_wheel_table(numbers, JNK_TABLE_SINKAGE, h, 0);
  patch->sinkage = sinkage > 0 ? (sinkage < h ? sinkage : h) : 0;
  patch->deflection = h - patch->sinkage;
  patch->load = fmax(jnk_wheel_table(numbers, JNK_TABLE_LOAD, h, 0), 0);
  patch->yield = 1;
}

// ---- slip in two directions --------------------------------------------------------------------------------

typedef struct {
  const double *numbers;
  double h, zero;      // depth, m; slip s0 at which traction is zero
  double along, part;  // slip s at which tables are evaluated; (sx - s0)/s
} jnk_table_reading;

JNK_FN double jnk_table_at(const jnk_table_reading *r, int table, double slip) {
  return jnk_wheel_table(r->numbers, table, r->h, slip);
}

// Returns the longitudinal slip at which the tabulated traction is zero at the depth h, by two Newton steps from zero
// slip; the result is limited to -0.5 to 0.5.
JNK_FN double jnk_slip_without_pull(const double *numbers, double h) {
  const jnk_lookup t = jnk_lookup_of_block(numbers + (ptrdiff_t)numbers[1 + JNK_TABLE_PULL]);
  double s = 0;
  for (int k = 0; k < 2; k++) {
    const int piece[2] = {jnk_lookup_find(&t, 0, h), jnk_lookup_find(&t, 1, s)};
    const double at[2] = {h, s};
    jnk_lookup_jet jet = jnk_lookup_piece(&t, piece, at);
    if (jet.y > 0) s -= jet.f / jet.y;
    s = s < -0.5 ? -0.5 : s > 0.5 ? 0.5 : s;
  }
  return s;
}

JNK_FN double jnk_table_shared(const jnk_table_reading *r, int table) {
  double f = jnk_table_at(r, table, r->along);
  if (!(r->part < 1)) return f;
  double rest = jnk_table_at(r, table, r->zero);
  return rest + r->part * (f - rest);
}

JNK_FN double jnk_table_side(const jnk_table_reading *r, double x, double y) {
  double size = (x - r->zero) * (x - r->zero) + y * y - r->zero * r->zero, tangent = size > 1e-6 ? sqrt(size) : 1e-3;
  return y * jnk_table_at(r, JNK_TABLE_SIDE, jnk_atan(tangent)) / tangent;
}

// Computes the forces of a wheel that rolls forward, from its tables. h: depth, m; x, y: longitudinal and lateral slip;
// height: of the wheel centre above the contact point, m. out->lift receives the load of the wheel; out->side is set
// only if y is not 0, out->Mz not at all.
JNK_FN void jnk_table_forward(const double *numbers, double h, double x, double y, double height,
                              jnk_patch_force *out) {
  jnk_table_reading r = {numbers, h, 0, x, 1};
  if (fabs(y) > 0) {
    r.zero = jnk_slip_without_pull(numbers, h);
    double size = jnk_hypot(x - r.zero, y);
    r.along = r.zero + copysign(size, x - r.zero);
    r.part = fabs(x - r.zero) / size;
    out->side = jnk_table_side(&r, x, y);
  }
  out->lift = jnk_table_shared(&r, JNK_TABLE_LOAD);
  out->traction = jnk_table_shared(&r, JNK_TABLE_PULL);
  int torque = numbers[1 + JNK_TABLE_TORQUE] > 0 && height > 0;
  out->tread = torque ? jnk_table_shared(&r, JNK_TABLE_TORQUE) / height : out->traction;
  out->resistance = jnk_table_at(&r, JNK_TABLE_RESISTANCE, 0);
}

JNK_FN void jnk_table_calc(const double *numbers, const jnk_patch *patch, const jnk_patch_slip *slip,
                           jnk_patch_force *out) {
  double ahead = (1 + slip->zeta) / 2, back = (1 - slip->zeta) / 2, height = numbers[0] - patch->deflection;
  jnk_patch_force a = {0, 0, 0, 0, 0, 0}, b = {0, 0, 0, 0, 0, 0};
  if (ahead > 0) jnk_table_forward(numbers, patch->h, slip->x, slip->y, height, &a);
  if (back > 0) jnk_table_forward(numbers, patch->h, -slip->x, slip->y, height, &b);
  out->traction = ahead * a.traction - back * b.traction;
  out->tread = ahead * a.tread - back * b.tread;
  out->resistance = ahead * a.resistance - back * b.resistance;
  out->lift = ahead * a.lift + back * b.lift - patch->load;
  out->side = ahead * a.side + back * b.side;
  out->Mz = 0;
}

#endif
