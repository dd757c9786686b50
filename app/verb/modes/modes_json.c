// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_json.c - writes linear equations and their modes as JSON.
#include <string.h>

#include "modes.h"

static void put_matrix(app_json *out, const char *key, const double *A, int m, int n) {
  json_open(out, key, '[');
  for (int i = 0; i < m; i++) {
    json_open(out, NULL, '[');
    for (int j = 0; j < n; j++) json_number(out, NULL, A[i * n + j]);
    json_close(out, ']');
  }
  json_close(out, ']');
}

static void put_names(app_json *out, const char *key, const jn_linear *linear, int n,
                      const char *(*name)(const jn_linear *, int)) {
  json_open(out, key, '[');
  for (int i = 0; i < n; i++) json_text(out, NULL, name(linear, i));
  json_close(out, ']');
}

static void put_linear(app_json *out, const jn_linear *linear) {
  jn_linear_sizes n = jn_linear_get_sizes(linear);
  json_integer(out, "positions", n.np);
  json_integer(out, "speeds", n.nf);
  json_integer(out, "auxiliary", n.nz);
  json_flag(out, "steady", jn_linear_is_steady(linear));
  json_number(out, "error", jn_linear_error(linear));
  put_names(out, "states", linear, n.nx, jn_linear_state_name);
  json_open(out, "values", '[');
  for (int i = 0; i < n.nx; i++) json_number(out, NULL, jn_linear_state_value(linear, i));
  json_close(out, ']');
  json_open(out, "rates", '[');
  for (int i = 0; i < n.nx; i++) json_number(out, NULL, jn_linear_rate(linear)[i]);
  json_close(out, ']');
  put_names(out, "inputs", linear, n.nu, jn_linear_input_name);
  put_names(out, "outputs", linear, n.ny, jn_linear_output_name);
  put_matrix(out, "A", jn_linear_A(linear), n.nx, n.nx);
  put_matrix(out, "B", jn_linear_B(linear), n.nx, n.nu);
  put_matrix(out, "C", jn_linear_C(linear), n.ny, n.nx);
  put_matrix(out, "D", jn_linear_D(linear), n.ny, n.nu);
}

static void put_shares(app_json *out, const jn_modes *modes, int i) {
  json_open(out, "shape", '[');
  for (int k = 0; k < jn_modes_nshares(modes, i); k++) {
    const jn_share *share = jn_modes_share(modes, i, k);
    json_open(out, NULL, '{');
    json_text(out, "name", share->name);
    json_text(out, "unit", share->unit);
    json_number(out, "re", share->re);
    json_number(out, "im", share->im);
    json_number(out, "size", share->size);
    json_number(out, "part", share->part);
    json_close(out, '}');
  }
  json_close(out, ']');
}

static void put_mode(app_json *out, const jn_modes *modes, int i, int nx) {
  jn_mode mode = jn_modes_get(modes, i);
  json_open(out, NULL, '{');
  json_number(out, "re", mode.re);
  json_number(out, "im", mode.im);
  json_number(out, "frequency", mode.frequency);
  json_number(out, "natural", mode.natural);
  json_number(out, "damping", mode.damping);
  json_number(out, "time_constant", mode.time_constant);
  put_matrix(out, "vector", jn_modes_vector(modes, i), nx, 2);
  put_shares(out, modes, i);
  json_close(out, '}');
}

void put_modes(app_json *out, const app_modes *found, const app_modes_at *at, const char *name) {
  static const char *const places[] = {"start", "equilibrium", "time"};
  json_text(out, "name", name);
  json_text(out, "at", places[at->where]);
  json_number(out, "time", found->time);
  json_text(out, "coordinates", found->coordinates);
  put_linear(out, found->linear);
  json_integer(out, "growing", jn_modes_growing(found->modes));
  json_open(out, "modes", '[');
  for (int i = 0; i < jn_modes_count(found->modes); i++)
    put_mode(out, found->modes, i, jn_linear_get_sizes(found->linear).nx);
  json_close(out, ']');
  json_integer(out, "zeros", jn_modes_zero(found->modes));
  json_open(out, "free", '[');
  for (int i = 0; i < jn_modes_zero(found->modes); i++) json_text(out, NULL, jn_modes_zero_name(found->modes, i));
  json_close(out, ']');
}

static void put_point(app_json *out, const jn_locus_point *point) {
  json_open(out, NULL, '{');
  json_number(out, "value", point->value);
  json_integer(out, "growing", point->growing);
  json_integer(out, "zeros", point->zeros);
  json_open(out, "eigenvalues", '[');
  for (int i = 0; i < point->n; i++) {
    json_open(out, NULL, '[');
    json_number(out, NULL, point->re[i]);
    json_number(out, NULL, point->im[i]);
    json_close(out, ']');
  }
  json_close(out, ']');
  json_open(out, "branches", '[');
  for (int i = 0; i < point->n; i++) json_integer(out, NULL, point->branch[i]);
  json_close(out, ']');
  json_close(out, '}');
}

static void put_branches(app_json *out, const jn_locus *locus) {
  json_open(out, "branches", '[');
  for (int k = 0; k < locus->nbranches; k++) {
    json_open(out, NULL, '{');
    json_integer(out, "branch", k + 1);
    json_text(out, "parts", locus->labels[k]);
    json_close(out, '}');
  }
  json_close(out, ']');
  json_open(out, "meetings", '[');
  for (int i = 0; i < locus->nmeetings; i++) {
    json_open(out, NULL, '{');
    json_number(out, "value", locus->meetings[i].value);
    json_integer(out, "branch", locus->meetings[i].branch);
    json_number(out, "re", locus->meetings[i].re);
    json_flag(out, "pair", locus->meetings[i].pair);
    json_close(out, '}');
  }
  json_close(out, ']');
}

void put_sweep(app_json *out, const app_sweep *sweep, const char *name) {
  const jn_locus *locus = sweep->locus;
  json_text(out, "name", name);
  json_text(out, "parameter", sweep->name);
  json_text(out, "unit", sweep->unit);
  json_open(out, "points", '[');
  for (int i = 0; i < locus->npoints; i++) put_point(out, &locus->points[i]);
  json_close(out, ']');
  put_branches(out, locus);
  json_open(out, "changes", '[');
  for (int i = 0; i < locus->nchanges; i++) {
    json_open(out, NULL, '{');
    json_number(out, "value", locus->changes[i].value);
    json_integer(out, "growing", locus->changes[i].growing);
    json_integer(out, "branch", locus->changes[i].branch);
    json_number(out, "im", locus->changes[i].im);
    json_close(out, '}');
  }
  json_close(out, ']');
}
