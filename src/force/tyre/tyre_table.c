// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_table.c - a wheel by measured curves: forces from tables over how far it reaches below the road, and slip. The
// tables are those of a wheel that rolls forward; backward it is its mirror image.
//
// Slip in two directions is counted from the slip s0 at which the wheel does not pull, and read at its size
// s = |(sx - s0, sy)|, which is exact for slip along, and for slip across at sx = 0:
//   traction = (sx - s0)/s T(s0 +- s)  (load and torque: what they differ by from their values at s0)
//   side     = sy Y(alpha)/tan(alpha),  tan(alpha) = sqrt(s^2 - s0^2)
#include <math.h>
#include <stdio.h>

#include "force/tyre/ground.h"

#define OVER_SLIP "over [m, 1]: deflection below the road, slip"

static const jni_field fields[] = {
    JNI_TYRE_PLACE,
    JNI_TYRE_TABLE("load", load_table, true, "table of the load, N, " OVER_SLIP " (or deflection alone)"),
    JNI_TYRE_TABLE("traction", traction_table, true, "table of the traction, N, " OVER_SLIP),
    JNI_TYRE_TABLE("resistance", resistance_table, false, "table of the resistance to travel, N, over deflection"),
    JNI_TYRE_TABLE("torque", torque_table, false,
                   "table of the drive torque, N m, " OVER_SLIP "; default traction times height of the centre"),
    JNI_TYRE_TABLE("side", side_table, false, "table of the side force, N, over deflection and slip angle from 0 on"),
    JNI_TYRE_TABLE("sinkage", sinkage_table, false, "table of the sinkage, m, over deflection; default 0"),
    JNI_GROUND_FIELDS,
};

enum { LOAD, PULL, RESISTANCE, TORQUE, SIDE, SINKAGE };  // in the order of the fields

#define SLIPPING                 \
  {                              \
    {1, 0, 0, 0}, { 0, 0, 0, 0 } \
  }
#define FORCE \
  { 1, 1, -2, 0 }
static const struct {
  jni_table_wish wish;
  int least, most;  // arguments
} wishes[] = {{{"load", SLIPPING, FORCE}, 1, 2},
              {{"traction", SLIPPING, FORCE}, 2, 2},
              {{"resistance", SLIPPING, FORCE}, 1, 1},
              {{"torque", SLIPPING, {2, 1, -2, 0}}, 2, 2},
              {{"side", {{1, 0, 0, 0}, {0, 0, 0, 1}}, FORCE}, 2, 2},
              {{"sinkage", SLIPPING, {1, 0, 0, 0}}, 1, 1}};

static bool check_table(const jn_model *model, jn_lookup table, int which, char *what, size_t size) {
  if (table.i < 0 || model->tables[table.i].faulty) return true;
  int n = model->tables[table.i].lookup.n[1] > 1 ? 2 : 1, most = wishes[which].most;
  if (n >= wishes[which].least && n <= most) return jni_table_fits(model, table, &wishes[which].wish, what, size);
  return snprintf(what, size, "'%s' needs a table of %s, but '%s' has %s", wishes[which].wish.key,
                  most == 1 ? "one argument, the deflection" : "two arguments, deflection and slip",
                  model->tables[table.i].name, n == 1 ? "one" : "two"),
         false;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_tyre_def *t = &def->tyre;
  const jn_lookup tables[] = {t->load_table,   t->traction_table, t->resistance_table,
                              t->torque_table, t->side_table,     t->sinkage_table};
  bool sound = jni_tyre_check_place(model, def, what, size);
  for (int i = 0; sound && i <= SINKAGE; i++) sound = check_table(model, tables[i], i, what, size);
  return sound;
}

static double value(const jni_force_element *force, int table, double h, double y) {
  const jnk_lookup *t = force->tables[table];
  return t ? jnk_lookup_value(t, h, y) : 0;
}

static void stand(const jni_force_element *force, const jnk_soil *soil, jnk_patch *patch) {
  (void)soil;
  double h = patch->h, sinkage = value(force, SINKAGE, h, 0);
  patch->sinkage = sinkage > 0 ? (sinkage < h ? sinkage : h) : 0;
  patch->deflection = h - patch->sinkage;
  patch->load = fmax(value(force, LOAD, h, 0), 0);
  patch->yield = 1;
}

// ---- slip in two directions --------------------------------------------------------------------------------

typedef struct {
  const jni_force_element *force;
  double h, zero;      // zero: s0
  double along, part;  // slip at which tables are read; part of it that is along
} reading;

static double value_at(const reading *r, int table, double slip) { return value(r->force, table, r->h, slip); }

// Where traction is zero, by two steps of Newton's method from no slip.
static double slip_without_pull(const jni_force_element *force, double h) {
  const jnk_lookup *t = force->tables[PULL];
  double s = 0;
  for (int k = 0; k < 2; k++) {
    const int piece[2] = {jnk_lookup_find(t, 0, h), jnk_lookup_find(t, 1, s)};
    const double at[2] = {h, s};
    jnk_lookup_jet jet = jnk_lookup_piece(t, piece, at);
    if (jet.y > 0) s -= jet.f / jet.y;
    s = s < -0.5 ? -0.5 : s > 0.5 ? 0.5 : s;
  }
  return s;
}

static double shared_out(const reading *r, int table) {
  double f = value_at(r, table, r->along);
  if (!(r->part < 1)) return f;
  double rest = value_at(r, table, r->zero);
  return rest + r->part * (f - rest);
}

static double calc_side(const reading *r, double x, double y) {
  double size = (x - r->zero) * (x - r->zero) + y * y - r->zero * r->zero, tangent = size > 1e-6 ? sqrt(size) : 1e-3;
  return y * value_at(r, SIDE, jnk_atan(tangent)) / tangent;
}

// Forces of a wheel that rolls forward; its load as `lift`.
static void calc_forward(const jni_force_element *force, double h, double x, double y, double height,
                         jnk_patch_force *out) {
  reading r = {force, h, 0, x, 1};
  if (fabs(y) > 0) {
    r.zero = slip_without_pull(force, h);
    double size = jnk_hypot(x - r.zero, y);
    r.along = r.zero + copysign(size, x - r.zero), r.part = fabs(x - r.zero) / size;
    out->side = calc_side(&r, x, y);
  }
  out->lift = shared_out(&r, LOAD), out->traction = shared_out(&r, PULL);
  out->tread = force->tables[TORQUE] && height > 0 ? shared_out(&r, TORQUE) / height : out->traction;
  out->resistance = value_at(&r, RESISTANCE, 0);
}

static void calc(const jni_force_element *force, const jnk_soil *soil, const jnk_patch *patch,
                 const jnk_patch_slip *slip, jnk_patch_force *out) {
  (void)soil;
  double ahead = (1 + slip->zeta) / 2, back = (1 - slip->zeta) / 2, height = force->def.tyre.radius - patch->deflection;
  jnk_patch_force a = {0}, b = {0};
  if (ahead > 0) calc_forward(force, patch->h, slip->x, slip->y, height, &a);
  if (back > 0) calc_forward(force, patch->h, -slip->x, slip->y, height, &b);
  out->traction = ahead * a.traction - back * b.traction, out->tread = ahead * a.tread - back * b.tread;
  out->resistance = ahead * a.resistance - back * b.resistance;
  out->lift = ahead * a.lift + back * b.lift - patch->load, out->side = ahead * a.side + back * b.side;
  out->Mz = 0;
}

static const jni_ground_law ground = {stand, calc};
static const jni_tyre_law own = {.ground = &ground};

const jni_force_kind jni_force_tyre_table = {
    .name = "tyre-table",
    .help = "wheel by measured curves: load, traction, resistance and side force from tables",
    JNI_GROUND_KIND,
    .tyre = &own,
    JNI_FIELDS(fields),
    .check = check,
};
