// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_tree.c - chart of a mechanism without loops whose positions x are its joint coordinates.
//
// A state in joint coordinates is then x itself. Its conversion to cartesian coordinates costs O(bodies), while the
// iteration of linearise_chart.c costs O(bodies^2).
#include <string.h>

#include "analysis/linear/linearise.h"
#include "system/motion.h"
#include "system/system.h"

// Returns whether the positions of x are exactly the coordinates of the tree t.
static bool fits(const jni_chart *chart, jni_chart_tree *t) {
  const jn_system *tree = t->system;
  if (tree->sizes.nc > 0 || tree->sizes.nv != chart->np || chart->np != chart->nf || tree->sizes.nq != tree->sizes.nv)
    return false;
  for (int i = 0; i < chart->np; i++) {
    if (chart->picks[i].coordinate < 0) return false;
    const jni_coordinate *own = &chart->cart->coordinates[chart->picks[i].coordinate];
    t->coordinate[i] = jni_coordinate_find(tree, own->joint, own->index);
    if (t->coordinate[i] < 0 || !tree->coordinates[t->coordinate[i]].linked) return false;
  }
  return true;
}

bool jni_chart_tree_new(jni_chart *chart) {
  const jn_system *cart = chart->cart;
  jni_chart_tree *t = &chart->tree;
  if (chart->contacts->n > 0) return true;
  if (cart->model->njoints == 0 || chart->np != chart->nf || cart->sizes.nh + chart->np != cart->sizes.nv) return true;
  t->system = jni_system_new_beside(cart, "joint", NULL);
  if (!t->system) return true;  // the model does not allow joint coordinates; lack of memory is reported elsewhere
  if (!jni_keep(chart->pool, t->system, jni_object_free)) return false;
  size_t nstate = (size_t)t->system->sizes.nstate;
  t->origin = jni_doubles(chart->pool, nstate);
  t->state = jni_doubles(chart->pool, nstate);
  t->coordinate = jni_ints(chart->pool, chart->np);
  if (chart->pool->failed) return false;
  if (fits(chart, t)) jn_state_convert(cart, chart->origin, t->system, t->origin);
  else *t = (jni_chart_tree){.system = NULL};
  return true;
}

void jni_chart_tree_close(jni_chart *chart, const double *x_p, const double *x_v, double *state) {
  jni_chart_tree *t = &chart->tree;
  double *q = t->state + 1, *v = q + t->system->sizes.nq;
  memcpy(t->state, t->origin, (size_t)t->system->sizes.nstate * sizeof *t->state);
  for (int i = 0; x_p && i < chart->np; i++) q[t->system->coordinates[t->coordinate[i]].link_q] += x_p[i];
  for (int k = 0; x_v && k < chart->nf; k++)
    v[t->system->coordinates[t->coordinate[chart->speeds[k]]].link_v] += x_v[k];
  jn_state_convert(t->system, t->state, chart->cart, state);
  jni_chart_stage(chart, state);
}
