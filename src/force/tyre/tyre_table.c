// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_table.c - a wheel by measured curves: forces from tables over how far it reaches below the road, and slip. The
// tables are those of a wheel that rolls forward; backward it is its mirror image. Slip in two directions is read at
// its size s = |(sx, sy)|, and shared out:
//   traction = T(0) + sx/s (T(+-s) - T(0)),   side = sy/s Y(atan s).
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

enum { LOAD, FORWARD, BACK, TORQUE, SIDE, SINKAGE };  // in the order of the fields

static bool check_arguments(const jn_model *model, jn_lookup table, const char *name, int least, int most, char *what,
                            size_t size) {
  if (table.i < 0 || model->tables[table.i].faulty) return true;
  int n = model->tables[table.i].lookup.n[1] > 1 ? 2 : 1;
  if (n >= least && n <= most) return true;
  return snprintf(what, size, "'%s' needs a table of %s, but '%s' has %s", name,
                  most == 1 ? "one argument, the deflection" : "two arguments, deflection and slip",
                  model->tables[table.i].name, n == 1 ? "one" : "two"),
         false;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_tyre_def *t = &def->tyre;
  return jni_tyre_check_place(model, def, what, size) &&
         check_arguments(model, t->load_table, "load", 1, 2, what, size) &&
         check_arguments(model, t->traction_table, "traction", 2, 2, what, size) &&
         check_arguments(model, t->resistance_table, "resistance", 1, 1, what, size) &&
         check_arguments(model, t->torque_table, "torque", 2, 2, what, size) &&
         check_arguments(model, t->side_table, "side", 2, 2, what, size) &&
         check_arguments(model, t->sinkage_table, "sinkage", 1, 1, what, size);
}

static double value(const jni_force_element *force, int table, double h, double y) {
  const jnk_lookup *t = force->tables[table];
  return t ? jnk_lookup_value(t, h, y) : 0;
}

// Forward and backward, as far as it rolls so: f even (load) or odd (forces) in the direction.
static double both_ways(const jni_force_element *force, int table, double h, double slip, double zeta, double parity) {
  double ahead = (1 + zeta) / 2, back = (1 - zeta) / 2, sum = 0;
  if (ahead > 0) sum += ahead * value(force, table, h, slip);
  if (back > 0) sum += parity * back * value(force, table, h, -slip);
  return sum;
}

static void stand(const jni_force_element *force, const jnk_soil *soil, jnk_patch *patch) {
  (void)soil;
  double h = patch->h, sinkage = value(force, SINKAGE, h, 0);
  patch->sinkage = sinkage > 0 ? (sinkage < h ? sinkage : h) : 0;
  patch->deflection = h - patch->sinkage;
  patch->load = fmax(value(force, LOAD, h, 0), 0);
  patch->yield = 1;
}

// One force over slip in two directions.
static double shared_out(const jni_force_element *force, int table, double h, const jnk_patch_slip *slip) {
  double size = jnk_hypot(slip->x, slip->y);
  if (!(fabs(slip->y) > 0)) return both_ways(force, table, h, slip->x, slip->zeta, -1);
  double rest = both_ways(force, table, h, 0, slip->zeta, -1);
  return rest + fabs(slip->x) / size * (both_ways(force, table, h, copysign(size, slip->x), slip->zeta, -1) - rest);
}

static void calc(const jni_force_element *force, const jnk_soil *soil, const jnk_patch *patch,
                 const jnk_patch_slip *slip, jnk_patch_force *out) {
  (void)soil;
  double h = patch->h, size = jnk_hypot(slip->x, slip->y), height = force->def.tyre.radius - patch->deflection;
  out->traction = shared_out(force, FORWARD, h, slip);
  out->tread = force->tables[TORQUE] && height > 0 ? shared_out(force, TORQUE, h, slip) / height : out->traction;
  out->side = size > 0 ? slip->y / size * value(force, SIDE, h, jnk_atan(size)) : 0;
  out->lift = both_ways(force, LOAD, h, slip->x, slip->zeta, 1) - patch->load;
  out->resistance = slip->zeta * value(force, BACK, h, 0);
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
