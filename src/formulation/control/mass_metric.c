// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mass_metric.c - see mass_metric.h.
#include "formulation/control/mass_metric.h"

#include "linalg/kkt/mass_inverse.h"
#include "system/coordinates/body_level.h"
#include "system/work.h"

bool jni_metric_definite(const jn_model *model, int body, const char *coordinates) {
  const jni_coordinates_kind *kind = jni_coordinates_find(coordinates, model->space);
  const jni_body *b = &model->bodies[body];
  double M[JNI_WIDEST * JNI_WIDEST] = {0}, inverse[JNI_WIDEST * JNI_WIDEST], diagonal[JNI_WIDEST];
  int n = !b->particle ? kind->rigid_v : model->space == JN_PLANE ? 2 : 3;
  jni_mass_kind form;
  return kind->mass(b, M) && jni_mass_invert(n, M, inverse, diagonal, &form);
}

jn_status jni_metric_check(const jn_model *model, const char *coordinates, const char *what, jn_report *report) {
  jn_status status = JN_OK;
  for (int b = 1; b < model->nbodies; b++) {
    const char *name = model->bodies[b].name;
    if (jni_metric_definite(model, b, coordinates)) continue;
    if (!jni_metric_definite(model, b, "cartesian"))
      status = jn_report_fault(report, JN_REFUSED, name, "%s needs mass and inertia of every body, but '%s' lacks one",
                               what, name);
    else
      status = jn_report_fault(report, JN_REFUSED, name,
                               "in %s coordinates %s needs bodies with mass along all axes, but '%s' is flat",
                               coordinates, what, name);
  }
  return status;
}

jn_status jni_metric_check_semidefinite(const jn_model *model, const char *coordinates, const char *what,
                                        jn_report *report) {
  const jni_coordinates_kind *kind = jni_coordinates_find(coordinates, model->space);
  jn_status status = JN_OK;
  for (int b = 1; b < model->nbodies; b++) {
    double M[JNI_WIDEST * JNI_WIDEST] = {0};
    if (kind->mass(&model->bodies[b], M)) continue;
    status = jn_report_fault(report, JN_REFUSED, model->bodies[b].name,
                             "in %s coordinates %s needs a possible inertia, but the largest principal moment of "
                             "'%s' exceeds the sum of the others; use other coordinates or another formulation",
                             coordinates, what, model->bodies[b].name);
  }
  return status;
}

// Stores the inverses of the blocks of M in metric->inverse. Returns whether all blocks are positive definite.
static bool invert(const jn_system *system, const double *mass, jni_metric *metric) {
  const jni_pattern *p = &system->pattern;
  bool definite = true;
  for (int b = 0; b < p->nblocks; b++) {
    jni_mass_kind kind;
    int n = p->block_at[b + 1] - p->block_at[b];
    definite =
        jni_mass_invert(n, mass + p->mass_at[b], metric->inverse + p->mass_at[b], metric->scratch, &kind) && definite;
  }
  return definite;
}

jn_status jni_metric_init(jni_pool *pool, const jn_system *system, const char *what, jni_metric *metric,
                          jn_report *report) {
  const jni_pattern *p = &system->pattern;
  int widest = 0;
  jn_status status = jni_metric_check(system->model, system->kind->name, what, report);
  if (status != JN_OK) return status;
  for (int b = 0; b < p->nblocks; b++)
    if (p->block_at[b + 1] - p->block_at[b] > widest) widest = p->block_at[b + 1] - p->block_at[b];
  metric->inverse = jni_take(pool, p->nmass, sizeof *metric->inverse);
  metric->scratch = jni_take(pool, 2 * (size_t)widest, sizeof *metric->scratch);
  if (pool->failed) return jni_report_no_memory(report);
  // If M varies there is no sample of M at the start; metric->inverse is then set by the first jni_metric_refresh.
  bool definite = system->sample_mass && invert(system, system->sample_mass, metric);
  JNI_ASSERT(definite || system->tree);
  return JN_OK;
}

bool jni_metric_refresh(const jn_system *system, jn_work *work, jni_metric *metric) {
  if (system->kind->constant_mass || metric->stamp == work->position_stamp) return true;
  metric->stamp = work->position_stamp;
  return invert(system, jni_mass(system, work), metric);
}

void jni_metric_rate(const jn_system *system, const jni_metric *metric, const double *mass_rate, double *rate) {
  const jni_pattern *p = &system->pattern;
  for (int b = 0; b < p->nblocks; b++) {
    int n = p->block_at[b + 1] - p->block_at[b];
    const double *inverse = metric->inverse + p->mass_at[b], *Mdot = mass_rate + p->mass_at[b];
    double *row = metric->scratch, *to = rate + p->mass_at[b];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) row[j] = 0;
      for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) row[j] -= inverse[i * n + k] * Mdot[k * n + j];
      for (int j = 0; j < n; j++) to[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) to[i * n + j] += row[k] * inverse[k * n + j];
    }
  }
}

// Computes out = block x for a dense n x n block. Returns x' block x.
static double times(int n, const double *block, const double *x, double *out) {
  double product = 0;
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int j = 0; j < n; j++) out[i] += block[i * n + j] * x[j];
    product += x[i] * out[i];
  }
  return product;
}

double jni_metric_apply(const jn_system *system, const jni_metric *metric, double *x) {
  const jni_pattern *p = &system->pattern;
  double product = 0, *out = metric->scratch;
  for (int b = 0; b < p->nblocks; b++) {
    int at = p->block_at[b], n = p->block_at[b + 1] - at;
    product += times(n, metric->inverse + p->mass_at[b], x + at, out);
    for (int i = 0; i < n; i++) x[at + i] = out[i];
  }
  return product;
}

void jni_metric_rows(const jn_system *system, const jni_metric *metric, const double *G, double *diagonal) {
  const jni_pattern *p = &system->pattern;
  double *out = metric->scratch;
  for (int g = 0; g < p->ngroups; g++)
    for (int row = p->group_at[g]; row < p->group_at[g + 1]; row++) {
      diagonal[row] = 0;
      for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
        int b = p->entry_block[e], n = p->block_at[b + 1] - p->block_at[b];
        diagonal[row] +=
            times(n, metric->inverse + p->mass_at[b], G + p->entry_value[e] + (row - p->group_at[g]) * n, out);
      }
    }
}
