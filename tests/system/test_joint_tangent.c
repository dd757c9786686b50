// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_joint_tangent.c - tangents in joint coordinates against differences extrapolated to step zero: d(f - M vdot)/dq,
// df/dv, d(G' lambda)/dq, dgamma/dq and dgamma/dv, over every kind of link, joint and force and over the shipped
// models; df/dv at rest against that of the bodies, mapped by V. Then what they do for the steps of the index-3 family.
#include "folder.h"
#include "model/force_kind.h"
#include "tree_rig.h"

// ---- differences without an error of their own ---------------------------------------------------------------------

enum { LEVELS = 7, MOST_SPEEDS = 120 };

// Ridders: central differences at steps that shrink, extrapolated; of each number the value whose neighbours in the
// table differ least. `error`: how much.
static void extrapolate(bench *x, quantity what, int n, int j, bool of_configuration, double first, double *best,
                        double *error) {
  double *table[LEVELS] = {0}, *before[LEVELS] = {0}, *low = numbers(n);
  double *d = numbers(x->n.nv), *q = numbers(x->n.nq), *v = numbers(x->n.nv);
  const double shrink = 2;
  for (int k = 0; k < LEVELS; k++) {
    table[k] = numbers(n);
    before[k] = numbers(n);
  }
  for (int i = 0; i < n; i++) error[i] = HUGE_VAL;
  double step = first;
  for (int level = 0; level < LEVELS; level++) {
    for (int k = 0; k < level; k++) memcpy(before[k], table[k], (size_t)n * sizeof(double));
    for (int sign = -1; sign <= 1; sign += 2) {
      for (int i = 0; i < x->n.nv; i++) {
        d[i] = 0;
        v[i] = x->v[i];
      }
      if (of_configuration) d[j] = sign * step;
      else v[j] += sign * step;
      jn_manifold_step(x->system, x->q, d, q);
      what(x, x->state[0], q, v, sign < 0 ? low : table[0]);
    }
    for (int i = 0; i < n; i++) {
      table[0][i] = (table[0][i] - low[i]) / (2 * step);
      for (int k = 1, factor = 4; k <= level; k++) {
        table[k][i] = (factor * table[k - 1][i] - before[k - 1][i]) / (factor - 1);
        double e = fmax(fabs(table[k][i] - table[k - 1][i]), fabs(table[k][i] - before[k - 1][i]));
        if (e <= error[i]) {
          error[i] = e;
          best[i] = table[k][i];
        }
        factor *= 4;
      }
    }
    step /= shrink;
  }
  for (int k = 0; k < LEVELS; k++) {
    free(table[k]);
    free(before[k]);
  }
  free(d);
  free(q);
  free(v);
  free(low);
}

// ---- all tangents of one state --------------------------------------------------------------------------------------

static const double *vdot_under_test;
static void get_residual(bench *x, double t, const double *q, const double *v, double *out) {  // f - M vdot
  double *M = numbers(x->n.nv * x->n.nv);
  get_f(x, t, q, v, out);
  jn_get_M(x->system, x->work, M);
  for (int i = 0; i < x->n.nv; i++)
    for (int j = 0; j < x->n.nv; j++) out[i] -= M[i * x->n.nv + j] * vdot_under_test[j];
  free(M);
}

static double first_step = 0.02;

typedef struct {
  double worst;
  int unsure;
} comparison;

// Of a given matrix with differences, in units of its largest entry. Where a force has a corner within the steps,
// differences tell nothing, and say so.
static comparison compare_matrix(bench *x, quantity what, int rows, bool of_configuration, const double *given,
                                 double largest, double tolerance, double step) {
  int nv = x->n.nv;
  double *column = numbers(rows), *error = numbers(rows);
  comparison out = {0, 0};
  for (int j = 0; j < nv && rows > 0; j++) {
    extrapolate(x, what, rows, j, of_configuration, step, column, error);
    for (int i = 0; i < rows; i++) {
      double e = fabs(given[i * nv + j] - column[i]) / largest;
      bool sure = !(error[i] > tolerance * largest);
      if (!sure) out.unsure++;
      else out.worst = jni_larger(out.worst, e);
    }
  }
  free(column);
  free(error);
  return out;
}

// Few numbers may be unsure: where more are, shorter steps may leave the corners out.
static void check_matrix(const char *kind, const char *name, bench *x, quantity what, int rows, bool of_configuration,
                         const double *given, double tolerance) {
  int nv = x->n.nv, few = rows * nv / 20;
  double largest = 1;
  for (int i = 0; i < rows * nv; i++) largest = fmax(largest, fabs(given[i]));
  comparison found = compare_matrix(x, what, rows, of_configuration, given, largest, tolerance, first_step);
  if (found.unsure > few)
    found = compare_matrix(x, what, rows, of_configuration, given, largest, tolerance, first_step / 2);
  if (!(found.worst <= tolerance)) printf("%s: %s is off by %g of %g\n", kind, name, found.worst, largest);
  if (found.unsure > few) printf("%s: %s: %d of %d unsure\n", kind, name, found.unsure, rows * nv);
  CHECK(found.worst <= tolerance);
  CHECK(found.unsure <= few);
}

static void check_tangents(const char *kind, bench *x, double tolerance) {
  int nv = x->n.nv, nc = x->n.nc;
  double *lambda = numbers(nc), *vdot = numbers(nv);
  jn_tangents out = {.df_dq = numbers(nv * nv),
                     .df_dv = numbers(nv * nv),
                     .dGtlambda_dq = numbers(nv * nv),
                     .dgamma_dv = numbers(nc * nv)};
  out.vdot = vdot;
  for (int i = 0; i < nc; i++) lambda[i] = random_number();
  for (int i = 0; i < nv; i++) vdot[i] = random_number();
  lambda_under_test = lambda;
  vdot_under_test = vdot;
  jn_calc_tangents(x->system, x->work, x->state, lambda, &out);
  if (!out.exact) tolerance = fmax(tolerance, 1e-7);
  check_matrix(kind, "d(f - M vdot)/dq", x, get_residual, nv, true, out.df_dq, tolerance);
  check_matrix(kind, "df/dv", x, get_f, nv, false, out.df_dv, tolerance);
  check_matrix(kind, "d(G'lambda)/dq", x, get_Gt_lambda, nv, true, out.dGtlambda_dq, tolerance);
  check_matrix(kind, "dgamma/dv", x, get_gamma, nc, false, out.dgamma_dv, tolerance);
  free(lambda);
  free(vdot);
  free(out.df_dq);
  free(out.df_dv);
  free(out.dGtlambda_dq);
  free(out.dgamma_dv);
}

// dgamma/dq goes by differences, and so does not count as exact.
static void check_gamma_dq(const char *kind, bench *x) {
  int nv = x->n.nv, nc = x->n.nc;
  double *lambda = numbers(nc);
  jn_tangents out = {.dgamma_dq = numbers(nc * nv)};
  for (int i = 0; i < nc; i++) lambda[i] = 0;
  jn_calc_tangents(x->system, x->work, x->state, lambda, &out);
  CHECK(out.exact == (nc == 0));
  check_matrix(kind, "dgamma/dq", x, get_gamma, nc, true, out.dgamma_dq, 1e-7);
  free(lambda);
  free(out.dgamma_dq);
}

// At rest the bias has no part in df/dv, which is V' dfb/dv V then. Differences are of first order in their increment
// there, as soft ground shears with v |v| in it.
static void check_against_bodies(const char *kind, bench *x) {
  bench bodies = new_bench(jn_system_model(x->system), "cartesian");
  int nv = x->n.nv, nb = bodies.n.nv;
  double *unit = numbers(nv), *moved = numbers(nb), *V = numbers(nb * nv), *expected = numbers(nv * nv);
  jn_tangents out = {.df_dv = numbers(nv * nv)}, own = {.df_dv = numbers(nb * nb)};
  for (int i = 0; i < nv; i++) x->v[i] = 0;
  jn_state_convert(x->system, x->state, bodies.system, bodies.state);
  jn_calc_tangents(x->system, x->work, x->state, NULL, &out);
  jn_calc_tangents(bodies.system, bodies.work, bodies.state, NULL, &own);
  for (int j = 0; j < nv; j++) {
    for (int i = 0; i < nv; i++) {
      unit[i] = i == j;
      expected[i * nv + j] = 0;
    }
    x->system->kind->tree->expand(x->system, x->work, unit, moved);
    for (int i = 0; i < nb; i++) V[i * nv + j] = moved[i];
  }
  for (int a = 0; a < nb; a++)
    for (int b = 0; b < nb; b++)
      for (int i = 0; i < nv && own.df_dv[a * nb + b] != 0; i++)
        for (int j = 0; j < nv; j++) expected[i * nv + j] += V[a * nv + i] * own.df_dv[a * nb + b] * V[b * nv + j];
  double largest = 1;
  for (int i = 0; i < nv * nv; i++) largest = fmax(largest, fabs(expected[i]));
  for (int i = 0; i < nv * nv; i++) {
    expected[i] /= largest;
    out.df_dv[i] /= largest;
  }
  check_all_near(kind, "df/dv by way of the bodies", out.df_dv, expected, nv * nv, out.exact ? 1e-12 : 1e-6);
  free(unit);
  free(moved);
  free(V);
  free(expected);
  free(out.df_dv);
  free(own.df_dv);
  free_bench(&bodies);
}

// ---- kinds ---------------------------------------------------------------------------------------------------------

static const double exact = 1e-9;  // of the largest entry

static void check_joint(const char *kind, const jn_model *model, const char *coordinates) {
  bench x = new_bench(model, coordinates);
  for (int trial = 0; trial < 2; trial++) {
    randomize_tree(&x);
    check_tangents(kind, &x, exact);
    check_gamma_dq(kind, &x);
  }
  free_bench(&x);
}

static void check_tree(jn_space space, bool loops) {
  tree_rig r = random_tree(space, loops);
  bench x = new_bench(r.model, "joint");
  randomize_tree(&x);
  check_tangents(loops ? "tree with loops" : "tree", &x, exact);
  free_bench(&x);
  jn_model_free(r.model);
}

static void check_force(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                        bool damped) {
  rig r = new_rig(space);
  add_force_of_kind(&r, kind, place, damped);
  if (jn_model_finish(r.model) == JN_OK) {
    bench x = new_bench(r.model, coordinates);
    for (int trial = 0; trial < 2; trial++) {
      randomize_tree(&x);
      check_tangents(kind->name, &x, exact);
      check_against_bodies(kind->name, &x);
    }
    free_bench(&x);
  }
  jn_model_free(r.model);
}

// ---- shipped models ------------------------------------------------------------------------------------------------

// Its own numbers for every model, so that another one beside it changes nothing.
static void seed_by_name(const char *path) {
  seed = 12345;
  for (const char *c = path + strlen(MODELS); *c; c++) seed = seed * 31 + (unsigned char)*c;
}

static int checked;
static void check_model(const char *path) {
  if (is_left_out(path)) return;
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  jn_report *report = jn_report_new(NULL);
  jn_system *system = model ? jn_system_new(model, "joint", report) : NULL;
  bool small = system && jn_system_sizes(system).nv <= MOST_SPEEDS;
  jn_system_free(system);
  jn_report_free(report);
  seed_by_name(path);
  if (small) {
    bench x = new_bench(model, "joint");
    double *d = numbers(x.n.nv), *q = numbers(x.n.nq);
    for (int i = 0; i < x.n.nv; i++) {
      d[i] = 0.01 * random_number();
      x.v[i] += random_number();
    }
    jn_manifold_step(x.system, x.q, d, q);
    memcpy(x.q, q, (size_t)x.n.nq * sizeof *q);
    first_step = 2e-3;
    check_tangents(path + strlen(MODELS) + 1, &x, exact);
    check_against_bodies(path + strlen(MODELS) + 1, &x);
    checked++;
    free(d);
    free(q);
    free_bench(&x);
  }
  jn_model_free(model);
}

// ---- in the steps of the index-3 family ----------------------------------------------------------------------------

// The heavy top spins by a sixth of a radian in a step: without its tangents Newton's method takes seven updates.
static void test_steps(void) {
  jn_model *model = jn_model_read(NULL, MODELS "/benchmarks/heavy-top.yaml", NULL, 0, NULL);
  CHECK(model != NULL);
  if (!model) return;
  jn_choices *choices = jn_model_choices(model);
  snprintf(choices->coordinates, sizeof choices->coordinates, "joint");
  snprintf(choices->formulation, sizeof choices->formulation, "index3-projected");
  snprintf(choices->integrator, sizeof choices->integrator, "trapezoidal");
  snprintf(choices->position, sizeof choices->position, "auto");
  snprintf(choices->velocity, sizeof choices->velocity, "auto");
  choices->step = 1e-3;
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  jn_run *run = jn_run_new(model, &options, NULL);
  CHECK(run != NULL);
  while (run && jn_run_state(run)[0] < 0.2)
    if (jn_run_step(run, 0.2) != JN_OK) break;
  if (run) CHECK(jn_run_state(run)[0] == 0.2 && jn_run_summary(run)->iterations <= 3 * jn_run_summary(run)->steps);
  jn_run_free(run);
  jn_model_free(model);
}

int main(void) {
  for (int hand = 0; hand < 2; hand++) {
    rig_mirror = hand ? JN_MIRROR_Y : 0;
    each_joint_kind(check_joint, "joint");
    each_force("joint", check_force);
  }
  for (int space = JN_PLANE; space <= JN_SPACE; space++)
    for (int loops = 0; loops < 2; loops++) check_tree((jn_space)space, loops);
  CHECK(each_shipped_model(check_model) > 30 && checked > 30);
  test_steps();
  return check_report();
}
