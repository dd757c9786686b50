// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tyre_table.c - wheel by measured curves: forces from tables over depth below the road and slip
// (kernel/ground/soft_table.h).
#include <stdio.h>

#include "force/tyre/ground_tyre.h"
#include "model/model.h"

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

#define SLIPPING                 \
  {                              \
    {1, 0, 0, 0}, { 0, 0, 0, 0 } \
  }
#define FORCE \
  { 1, 1, -2, 0 }
static const struct {
  jni_table_dimensions wish;
  int least, most;  // smallest and largest number of arguments that the table may have
} wishes[] = {{{"load", SLIPPING, FORCE}, 1, 2},
              {{"traction", SLIPPING, FORCE}, 2, 2},
              {{"resistance", SLIPPING, FORCE}, 1, 1},
              {{"torque", SLIPPING, {2, 1, -2, 0}}, 2, 2},
              {{"side", {{1, 0, 0, 0}, {0, 0, 0, 1}}, FORCE}, 2, 2},
              {{"sinkage", SLIPPING, {1, 0, 0, 0}}, 1, 1}};

static bool check_table(const jn_model *model, jn_lookup table, int which, char *what, size_t size) {
  if (table.i < 0 || model->tables[table.i].faulty) return true;
  int n = model->tables[table.i].lookup.n[1] > 1 ? 2 : 1, most = wishes[which].most;
  if (n >= wishes[which].least && n <= most) return jni_table_check(model, table, &wishes[which].wish, what, size);
  snprintf(what, size, "'%s' needs a table of %s, but '%s' has %s", wishes[which].wish.key,
           most == 1 ? "one argument, the deflection" : "two arguments, deflection and slip",
           model->tables[table.i].name, n == 1 ? "one" : "two");
  return false;
}

static bool check(const jn_model *model, const jn_force_def *def, char *what, size_t size) {
  const jn_tyre_def *t = &def->tyre;
  const jn_lookup tables[] = {t->load_table,   t->traction_table, t->resistance_table,
                              t->torque_table, t->side_table,     t->sinkage_table};
  bool sound = jni_tyre_check_place(model, def, what, size);
  for (int i = 0; sound && i < JNK_WHEEL_TABLES; i++) sound = check_table(model, tables[i], i, what, size);
  return sound;
}

static void put_numbers(const jni_force_element *force, const jnk_soil *soil, jni_constants *numbers) {
  int begin = numbers->n;
  (void)soil;
  jni_constants_add(numbers, force->def.tyre.radius);
  for (int i = 0; i < JNK_WHEEL_TABLES; i++) jni_constants_add(numbers, 0);
  for (int i = 0; i < JNK_WHEEL_TABLES; i++) {
    if (!force->tables[i] || numbers->pool.failed) continue;
    numbers->list[begin + 1 + i] = numbers->n - begin;
    jni_constants_lookup(numbers, force->tables[i]);
  }
}

static const jni_ground_law ground = {{jnk_table_stand, jnk_table_calc}, put_numbers};
JNI_TYRE_CODE(table, JNK_SOFT_RESULTS);
static const jni_tyre_law own = {.ground = &ground};

const jni_force_kind jni_force_tyre_table = {
    .name = "tyre-table",
    .help = "wheel by measured curves: load, traction, resistance and side force from tables",
    JNI_GROUND_KIND,
    .tyre = &own,
    .code = &code,
    JNI_FIELDS(fields),
    .check = check,
};
