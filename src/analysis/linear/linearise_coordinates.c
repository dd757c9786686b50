// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_coordinates.c - choice of the independent coordinates.
//
// Candidates are all joint coordinates and all increments of bodies. Let Z be an orthonormal basis of the null space of
// the constraints, with lengths scaled by the typical length. A candidate with unit gradient g changes by g Z y. The
// greedy choice takes the candidate with the largest |g Z| times its preference, and removes its direction from the
// others. If there are as many joint coordinates as degrees of freedom, all of them are taken.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/linear/linearise_coordinates.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"
#include "system/motion.h"
#include "system/system.h"

static const double DEPENDENT = 1e-10;  // a unit row with a smaller pivot depends on the others
static const double JOINT_FIRST = 2;    // preference of a joint coordinate; increments of bodies have 1 or less
static const double SPINNING = 0.01;    // preference of a rotation of a spinning body
static const double PLACE = 0.6;        // preference of a translation of a body
static const double SPIN = 1e-6;        // a body spins if its relative angular velocity exceeds this times the tempo

// ---- candidates ---------------------------------------------------------------------------------------------------

void jni_candidate_name(const jn_system *cart, const jni_candidate *pick, bool speed, char text[JN_DIRECTION_NAME]) {
  static const char *const plane[2][3] = {{"x", "y", "angle"}, {"vx", "vy", "rate"}};
  static const char *const space[2][6] = {{"x", "y", "z", "turn.x", "turn.y", "turn.z"},
                                          {"vx", "vy", "vz", "wx", "wy", "wz"}};
  if (pick->coordinate < 0) {
    int i = pick->at - cart->v_at[pick->body];
    snprintf(text, JN_DIRECTION_NAME, "%.255s.%s", cart->model->bodies[pick->body].name,
             cart->model->space == JN_PLANE ? plane[speed][i] : space[speed][i]);
    return;
  }
  const jni_coordinate *c = &cart->coordinates[pick->coordinate];
  const jni_joint_element *joint = &cart->model->joints[c->joint];
  const char *own = joint->kind->coordinates[c->index].name;
  bool single = joint->kind->coordinates[1].name == NULL;
  if (speed && single) snprintf(text, JN_DIRECTION_NAME, "joint.%.255s.rate", joint->name);
  else snprintf(text, JN_DIRECTION_NAME, "joint.%.255s.%s%s", joint->name, own, speed ? "_rate" : "");
}

void jni_candidate_row(const jni_chart *chart, const jni_candidate *pick, double *row) {
  const jn_system *cart = chart->cart;
  memset(row, 0, (size_t)chart->nv * sizeof *row);
  if (pick->coordinate < 0) {
    row[pick->at] = 1;
    return;
  }
  const jni_coordinate *c = &cart->coordinates[pick->coordinate];
  jni_coordinate_state now;
  jni_coordinate_at(cart, chart->work, pick->coordinate, false, &now);
  for (int end = 0; end < 2; end++)
    for (int k = 0, at = cart->v_at[c->side[end].body]; k < cart->width[c->side[end].body]; k++)
      row[at + k] += now.J[end][k];
}

static bool make_picks(jni_chart *chart) {
  const jn_system *cart = chart->cart;
  int translations = cart->model->space == JN_PLANE ? 2 : 3;
  chart->picks = jni_take(chart->pool, chart->nv + cart->ncoordinates, sizeof *chart->picks);
  if (!chart->picks) return false;
  for (int i = 0; i < cart->ncoordinates; i++)
    if (cart->coordinates[i].joint >= 0)
      chart->picks[chart->npicks++] =
          (jni_candidate){.coordinate = i, .length = cart->coordinates[i].kind == JNI_DISPLACEMENT};
  for (int body = 1; body < cart->nbodies; body++)
    for (int i = 0; i < cart->width[body]; i++)
      chart->picks[chart->npicks++] =
          (jni_candidate){.coordinate = -1, .body = body, .at = cart->v_at[body] + i, .length = i < translations};
  return true;
}

// Returns the preference of a candidate in the choice, larger is better: joint coordinates before body increments;
// among these heavy bodies before light ones, rotations before translations, and rotations of spinning bodies last.
// heaviest: largest mass of a body, kg.
static double preference(const jni_chart *chart, const jni_candidate *pick, const double *spin, double heaviest) {
  if (pick->coordinate >= 0) return JOINT_FIRST;
  const double *w = spin + 3 * (size_t)pick->body;
  bool spins = !pick->length && chart->cart->model->space == JN_SPACE && sqrt(jni_dot(3, w, w)) > SPIN * chart->tempo;
  double weight = 0.5 + (heaviest > 0 ? 0.5 * chart->cart->model->bodies[pick->body].mass / heaviest : 0);
  return weight * (spins ? SPINNING : 1) * (pick->length ? PLACE : 1);
}

// ---- null space of the constraints ---------------------------------------------------------------------------------

typedef struct {
  double *rows, *Q;         // nc x nv: constraints; nv x nv: basis of their rows, then of their null space
  double *scratch, *along;  // of LAPACK; npicks x nv: g Z of the candidates
  int *pivot;
} workspace;

static bool allocate(const jni_chart *chart, jni_pool *pool, workspace *r) {
  size_t nv = (size_t)chart->nv, nc = (size_t)chart->nc;
  *r = (workspace){.rows = jni_doubles(pool, nc * nv),
                   .Q = jni_doubles(pool, nv * nv),
                   .scratch = jni_doubles(pool, (size_t)jni_decompose_scratch(chart->nc, chart->nv)),
                   .along = jni_doubles(pool, (size_t)chart->npicks * nv),
                   .pivot = jni_ints(pool, nc)};
  return !pool->failed;
}

// Writes to r->Q an orthonormal basis of the speeds: first that of the first m rows of G, then their null space.
// Returns the rank of these rows; -1 if a number is not finite.
static int free_space(const jni_chart *chart, int m, workspace *r) {
  size_t nv = (size_t)chart->nv;
  jni_chart_rows(chart, r->rows);
  for (int i = 0; i < m; i++) {
    double *row = r->rows + (size_t)i * nv, sum = 0;
    for (size_t j = 0; j < nv; j++) {
      row[j] *= chart->scale[j];
      sum += row[j] * row[j];
    }
    for (size_t j = 0; sum > 0 && j < nv; j++) row[j] /= sqrt(sum);
  }
  return jni_decompose_rows(m, chart->nv, r->rows, DEPENDENT, r->Q, r->pivot, r->scratch);
}

// Sets the rows of r->along to g Z for candidates 0 to n - 1, with g the unit gradient of the candidate and Z the k
// vectors in the argument.
static void project_picks(const jni_chart *chart, int n, const double *Z, int k, workspace *r) {
  size_t nv = (size_t)chart->nv;
  double *row = chart->step;
  for (int i = 0; i < n; i++) {
    jni_candidate_row(chart, &chart->picks[i], row);
    for (size_t j = 0; j < nv; j++) row[j] *= chart->scale[j];
    double length = sqrt(jni_dot(chart->nv, row, row));
    for (int j = 0; j < k; j++)
      r->along[(size_t)i * nv + (size_t)j] = length > 0 ? jni_dot(chart->nv, row, Z + (size_t)j * nv) / length : 0;
  }
}

// ---- the choice ----------------------------------------------------------------------------------------------------

static int best_of(const jni_chart *chart, const workspace *r, const double *weight, int from, int n, int k) {
  int best = -1;
  double most = 0;
  for (int i = from; i < n; i++) {
    const double *along = r->along + (size_t)i * (size_t)chart->nv;
    double size = weight[i] * sqrt(jni_dot(k, along, along));
    if (size > most * (1 + 1e-6)) {
      best = i;
      most = size;
    }
  }
  return best;
}

static void deflate(const jni_chart *chart, workspace *r, const double *unit, int from, int n, int k) {
  for (int i = from; i < n; i++) {
    double *along = r->along + (size_t)i * (size_t)chart->nv;
    for (int twice = 0; twice < 2; twice++) jni_add(k, -jni_dot(k, along, unit), unit, along);
  }
}

static void swap_numbers(double *a, double *b, int n) {
  for (int i = 0; i < n; i++) {
    double kept = a[i];
    a[i] = b[i];
    b[i] = kept;
  }
}

// Chooses k independent ones of the first n candidates by the greedy rule and moves them to the front of `order`,
// `weight` and r->along. Returns false if fewer than k are independent. unit: scratch of k numbers.
static bool choose(jni_chart *chart, workspace *r, double *weight, int n, int k, int *order, double *unit) {
  size_t nv = (size_t)chart->nv;
  for (int done = 0; done < k; done++) {
    int best = best_of(chart, r, weight, done, n, k);
    if (best < 0) return false;
    int kept = order[done];
    order[done] = order[best];
    order[best] = kept;
    swap_numbers(weight + done, weight + best, 1);
    swap_numbers(r->along + (size_t)done * nv, r->along + (size_t)best * nv, k);
    double length = sqrt(jni_dot(k, r->along + (size_t)done * nv, r->along + (size_t)done * nv));
    if (!(length > DEPENDENT)) return false;
    for (int j = 0; j < k; j++) unit[j] = r->along[(size_t)done * nv + (size_t)j] / length;
    deflate(chart, r, unit, done + 1, n, k);
  }
  return true;
}

static bool by_number(int *list, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && list[j] < list[j - 1]; j--) {
      int kept = list[j];
      list[j] = list[j - 1];
      list[j - 1] = kept;
    }
  return true;
}

// Chooses the chart->np positions of x: sets the front of `order` to their candidates. joints: chooses joint
// coordinates only. Returns false if fewer candidates are independent.
static bool choose_positions(jni_chart *chart, workspace *r, const double *Z, const double *spin, double heaviest,
                             bool joints, int *order, double *weight) {
  for (int i = 0; i < chart->npicks; i++) {
    order[i] = i;
    weight[i] = joints && chart->picks[i].coordinate < 0 ? 0 : preference(chart, &chart->picks[i], spin, heaviest);
  }
  project_picks(chart, chart->npicks, Z, chart->np, r);
  return choose(chart, r, weight, chart->npicks, chart->np, order, chart->d);
}

// Returns whether there are as many joint coordinates as degrees of freedom, as in a tree without loops.
static bool joints_suffice(const jni_chart *chart) {
  int n = 0;
  for (int i = 0; i < chart->npicks; i++) n += chart->picks[i].coordinate >= 0;
  return n == chart->np;
}

static jn_status pick_all(jni_chart *chart, workspace *r, const double *spin, int *order, double *weight,
                          jni_candidate *sorted) {
  size_t nv = (size_t)chart->nv;
  const jn_model *model = chart->cart->model;
  double heaviest = 0;
  for (int b = 1; b < chart->cart->nbodies; b++) heaviest = fmax(heaviest, model->bodies[b].mass);
  int rank = free_space(chart, chart->nh, r);
  if (rank < 0) return JN_NOT_FINITE;
  chart->np = chart->nv - rank;
  const double *Z = r->Q + (size_t)rank * nv;
  bool chosen = joints_suffice(chart) && choose_positions(chart, r, Z, spin, heaviest, true, order, weight);
  if (!chosen && !choose_positions(chart, r, Z, spin, heaviest, false, order, weight)) return JN_SINGULAR;
  // Puts the candidates in a new order: the chosen ones by their index, then the others.
  by_number(order, chart->np);
  for (int i = 0; i < chart->npicks; i++) sorted[i] = chart->picks[order[i]];
  memcpy(chart->picks, sorted, (size_t)chart->npicks * sizeof *sorted);
  // Chooses the speeds of x: those rates of the positions that are independent if the nonholonomic rows hold, too.
  rank = free_space(chart, chart->nc, r);
  if (rank < 0) return JN_NOT_FINITE;
  chart->nf = chart->nv - rank;
  for (int i = 0; i < chart->np; i++) {
    order[i] = i;
    weight[i] = preference(chart, &chart->picks[i], spin, heaviest);
  }
  project_picks(chart, chart->np, r->Q + (size_t)rank * nv, chart->nf, r);
  if (!choose(chart, r, weight, chart->np, chart->nf, order, chart->d)) return JN_SINGULAR;
  by_number(order, chart->nf);
  memcpy(chart->speeds, order, (size_t)chart->nf * sizeof *order);
  return JN_OK;
}

jn_status jni_chart_choose_coordinates(jni_chart *chart, const double *spin) {
  if (!make_picks(chart)) return JN_NO_MEMORY;
  workspace r;
  jni_pool ends_here = {.alloc = chart->cart->alloc}, *pool = &ends_here;
  bool made = allocate(chart, pool, &r);
  size_t n = (size_t)chart->npicks;
  int *order = jni_take(pool, n, sizeof *order);
  double *weight = jni_take(pool, n, sizeof *weight);
  jni_candidate *sorted = jni_take(pool, n, sizeof *sorted);
  jn_status status = made && !pool->failed ? pick_all(chart, &r, spin, order, weight, sorted) : JN_NO_MEMORY;
  jni_pool_free(pool);
  return status;
}
