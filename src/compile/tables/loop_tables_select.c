// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop_tables_select.c - selects the coordinates and speeds that remain variables of a program when others follow from
// tables.
#include "compile/tables/loop_tables.h"
#include "system/system.h"

bool jni_loop_tables_select(jni_pool *pool, const jn_system *system, const jni_loop_tables *tables, bool partial,
                            jni_selection *out) {
  int nq = system->sizes.nq, nv = system->sizes.nv;
  if (!jni_select_all(pool, system, out)) return false;
  bool *q = out->q, *v = out->v;
  for (int i = 0; i < tables->n; i++) {
    const jni_loop_table *table = &tables->list[i];
    if (!table->spline.block || (table->partial && !partial)) continue;
    for (int k = 0; k < table->nfunctions; k++) q[table->functions[k]] = false;
    for (int k = 0; k < table->ncolumns; k++) v[table->columns[k]] = false;
  }
  for (int i = 0; i < tables->nlinear; i++) q[tables->linear[i].q] = v[tables->linear[i].speed] = false;
  out->nq = out->nv = 0;
  for (int i = 0; i < nq; i++) out->nq += q[i];
  for (int i = 0; i < nv; i++) out->nv += v[i];
  return true;
}
