// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_system.c - identities of the equations, looped over every joint and force kind in plane and space, right-handed
// and left-handed, and over the coordinates: Jacobian, nu, gamma, Gdot, tangents and discrete gradients against
// differences; energy and power; the manifold operations.
#include "model/force_kind.h"
#include "rig.h"
#include "system/motion.h"

// ---- rows -----------------------------------------------------------------------------------------------------------

static void check_rows(const char *kind, bench *x) {
  int nh = x->n.nh, nc = x->n.nc, nv = x->n.nv;
  double *G = numbers(nc * nv), *D = numbers(nc * nv), *a = numbers(nc), *b = numbers(nc);
  get_G(x, x->state[0], x->q, x->v, G);
  difference_columns(x, get_phi, nh, true, D);
  check_all_near(kind, "G", G, D, nh * nv, near);

  stages(x, x->state[0], x->q, x->v);
  jn_get_nu(x->system, x->work, a);
  difference(x, get_phi, nh, 1, NULL, NULL, b);
  for (int i = 0; i < nh; i++) b[i] = -b[i];
  check_all_near(kind, "nu", a, b, nh, near);

  get_gamma(x, x->state[0], x->q, x->v, a);
  difference(x, get_rows_rate, nc, 1, x->v, NULL, b);  // d/dt (G v - nu) = -gamma at constant v
  for (int i = 0; i < nc; i++) b[i] = -b[i];
  check_all_near(kind, "gamma", a, b, nc, near);

  stages(x, x->state[0], x->q, x->v);
  jn_calc_Gdot(x->system, x->work, G);
  difference(x, get_G, nc * nv, 0, x->v, NULL, D);
  check_all_near(kind, "Gdot", G, D, nc * nv, near);
  free(G);
  free(D);
  free(a);
  free(b);
}

static void check_row_tangents(const char *kind, bench *x) {
  int nc = x->n.nc, nv = x->n.nv;
  double *lambda = numbers(nc), *D = numbers(nv * (nc + nv));
  jn_tangents out = {.dgamma_dq = numbers(nc * nv), .dgamma_dv = numbers(nc * nv), .dGtlambda_dq = numbers(nv * nv)};
  for (int i = 0; i < nc; i++) lambda[i] = random_number();
  lambda_under_test = lambda;
  jn_calc_tangents(x->system, x->work, x->state, lambda, &out);
  difference_columns(x, get_gamma, nc, true, D);
  check_all_near(kind, "dgamma/dq", out.dgamma_dq, D, nc * nv, 10 * near);
  difference_columns(x, get_gamma, nc, false, D);
  check_all_near(kind, "dgamma/dv", out.dgamma_dv, D, nc * nv, near);
  difference_columns(x, get_Gt_lambda, nv, true, D);
  check_all_near(kind, "d(G'lambda)/dq", out.dGtlambda_dq, D, nv * nv, near);
  CHECK(!out.exact && strlen(out.which) > 0);
  free(lambda);
  free(D);
  free(out.dgamma_dq);
  free(out.dgamma_dv);
  free(out.dGtlambda_dq);
}

static void check_discrete_rows(const char *kind, bench *x) {
  int nh = x->n.nh, nc = x->n.nc, nv = x->n.nv;
  double *q1 = numbers(x->n.nq), *d = numbers(nv), *Gd = numbers(nc * nv), *phi0 = numbers(nh), *phi1 = numbers(nh);
  for (int i = 0; i < nv; i++) d[i] = 0.2 * random_number();
  jn_manifold_step(x->system, x->q, d, q1);
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_calc_discrete_gradients(x->system, x->work, x->state[0], x->q, q1, x->s, NULL, Gd, report) == JN_OK);
  get_phi(x, x->state[0], x->q, x->v, phi0);
  get_phi(x, x->state[0], q1, x->v, phi1);
  for (int i = 0; i < nh; i++) {
    double sum = 0;
    if (isnan(phi1[i])) continue;  // the step has laid a wheel flat
    for (int j = 0; j < nv; j++) sum += Gd[i * nv + j] * d[j];
    CHECK_NEAR(sum, phi1[i] - phi0[i], 1e-13);
  }
  // and it is the gradient when the two configurations meet
  double *G = numbers(nc * nv);
  CHECK(jn_calc_discrete_gradients(x->system, x->work, x->state[0], x->q, x->q, x->s, NULL, Gd, report) == JN_OK);
  get_G(x, x->state[0], x->q, x->v, G);
  check_all_near(kind, "discrete gradient at one point", Gd, G, nc * nv, 1e-14);
  jn_report_free(report);
  free(q1);
  free(d);
  free(Gd);
  free(phi0);
  free(phi1);
  free(G);
}

// ---- joint coordinates ----------------------------------------------------------------------------------------------

static int coordinate_under_test;
static void get_coordinate(bench *x, double t, const double *q, const double *v, double *out) {  // value and rate
  jni_coordinate_state state;
  stages(x, t, q, v);
  jni_coordinate_calc(x->system, x->work, coordinate_under_test, &state);
  out[0] = state.value;
  out[1] = state.rate;
}

// rate = J v, and value, rate, bias are each other's derivatives along v.
static void check_coordinate(const char *kind, bench *x, int i) {
  double now[2], along[2], sum = 0;
  jni_coordinate_state state;
  coordinate_under_test = i;
  get_coordinate(x, x->state[0], x->q, x->v, now);
  jni_coordinate_calc(x->system, x->work, i, &state);
  for (int end = 0; end < 2; end++) {
    int b = x->system->coordinates[i].side[end].body;
    for (int k = 0; k < x->system->width[b]; k++) sum += state.J[end][k] * x->v[x->system->v_at[b] + k];
  }
  difference(x, get_coordinate, 2, 0, x->v, NULL, along);
  check_all_near(kind, "J v", &sum, &now[1], 1, 1e-13);
  check_all_near(kind, "rate of a coordinate", &now[1], &along[0], 1, near);
  check_all_near(kind, "bias of a coordinate", &state.bias, &along[1], 1, near);
}

static void check_coordinates(const char *kind, bench *x) {
  int last = jn_model_njoints(jn_system_model(x->system)) - 1;  // the joint under test
  for (int i = 0; i < x->system->ncoordinates; i++)
    if (x->system->coordinates[i].joint == last) check_coordinate(kind, x, i);
}

static void check_joint(const char *kind, const jn_model *model, const char *coordinates) {
  bench x = new_bench(model, coordinates);
  for (int trial = 0; trial < TRIALS; trial++) {
    randomize(&x);
    check_rows(kind, &x);
    check_row_tangents(kind, &x);
    check_discrete_rows(kind, &x);
    check_coordinates(kind, &x);
  }
  free_bench(&x);
}

// ---- forces ---------------------------------------------------------------------------------------------------------

static void check_force_tangents(const char *kind, bench *x) {
  int nv = x->n.nv;
  double *D = numbers(nv * nv), *w = numbers(nv), *a = numbers(nv), *b = numbers(nv);
  jn_tangents out = {.df_dq = numbers(nv * nv), .df_dv = numbers(nv * nv)};
  jn_calc_tangents(x->system, x->work, x->state, NULL, &out);
  for (int k = 0; rigid_direction(x, k, w); k++) {
    difference(x, get_f, nv, 0, w, NULL, b);
    for (int i = 0; i < nv; i++) {
      a[i] = 0;
      for (int j = 0; j < nv; j++) a[i] += out.df_dq[i * nv + j] * w[j];
    }
    check_all_near(kind, "df/dq", a, b, nv, 20 * near);
  }
  difference_columns(x, get_f, nv, false, D);
  check_all_near(kind, "df/dv", out.df_dv, D, nv * nv, near);
  free(w);
  free(a);
  free(b);
  free(D);
  free(out.df_dq);
  free(out.df_dv);
}

// f . v = -dV/dt + power: gyroscopic terms do no work.
static void check_power(const char *kind, bench *x) {
  double *f = numbers(x->n.nv), *dV = numbers(x->n.nv), rate, work = 0, along = 0;
  get_f(x, x->state[0], x->q, x->v, f);
  double power = jn_get_power(x->system, x->work);
  jn_get_potential_gradient(x->system, x->work, dV);
  difference(x, get_V, 1, 0, x->v, NULL, &rate);
  for (int i = 0; i < x->n.nv; i++) {
    work += f[i] * x->v[i];
    along += dV[i] * x->v[i];
  }
  check_all_near(kind, "dV . v", &along, &rate, 1, near);
  rate = -along + power;
  check_all_near(kind, "power balance", &work, &rate, 1, 1e-12);
  free(f);
  free(dV);
}

static void check_discrete_potential(const char *kind, bench *x) {
  double *q1 = numbers(x->n.nq), *d = numbers(x->n.nv), *dV = numbers(x->n.nv), V0, V1, sum = 0;
  jn_report *report = jn_report_new(NULL);
  for (int i = 0; i < x->n.nv; i++) d[i] = 0.1 * random_number();
  jn_manifold_step(x->system, x->q, d, q1);
  jn_status status = jn_calc_discrete_gradients(x->system, x->work, x->state[0], x->q, q1, x->s, dV, NULL, report);
  bool works = x->system->work_state >= 0;
  CHECK(status == (works ? JN_REFUSED : JN_OK));
  if (status == JN_REFUSED)
    CHECK(jn_report_count(report, JN_FAULT) == 1 && strcmp(jn_report_get(report, 0)->element, "under_test") == 0);
  if (status == JN_OK) {
    get_V(x, x->state[0], x->q, x->v, &V0);
    get_V(x, x->state[0], q1, x->v, &V1);
    for (int i = 0; i < x->n.nv; i++) sum += dV[i] * d[i];
    check_all_near(kind, "discrete gradient of V", &sum, &(double){V1 - V0}, 1, 1e-13);
  }
  jn_report_free(report);
  free(q1);
  free(d);
  free(dV);
}

static void check_force_kind(const char *coordinates, const jni_force_kind *kind, jn_space space, force_place place,
                             bool damped) {
  rig r = new_rig(space);
  add_force_of_kind(&r, kind, place, damped);
  if (jn_model_finish(r.model) == JN_OK) {
    bench x = new_bench(r.model, coordinates);
    for (int trial = 0; trial < TRIALS; trial++) {
      randomize(&x);
      check_force_tangents(kind->name, &x);
      check_power(kind->name, &x);
      check_discrete_potential(kind->name, &x);
    }
    free_bench(&x);
  } else if (place == AT_ENDS && !damped) {
    printf("%s: %s\n", kind->name, jn_report_get(jn_model_report(r.model), 0)->what);
  }
  jn_model_free(r.model);
}

// ---- manifold -------------------------------------------------------------------------------------------------------

static void test_manifold(const char *coordinates) {
  rig r = new_rig(JN_SPACE);
  CHECK(jn_model_finish(r.model) == JN_OK);
  bench x = new_bench(r.model, coordinates);
  int nv = x.n.nv, nq = x.n.nq;
  double *d = numbers(nv), *e = numbers(nv), *q1 = numbers(nq), *q2 = numbers(nq), *q3 = numbers(nq),
         *T = numbers(nv * nv), *low = numbers(nv);
  for (int trial = 0; trial < TRIALS; trial++) {
    randomize(&x);
    for (int i = 0; i < nv; i++) d[i] = 0.8 * random_number();
    jn_manifold_step(x.system, x.q, d, q1);
    jn_manifold_difference(x.system, x.q, q1, e);
    check_all_near("manifold", "difference of a step", e, d, nv, 1e-13);
    // q (+) (d + h e_j) = (q (+) d) (+) T h e_j
    jn_manifold_tangent(x.system, d, T);
    for (int j = 0; j < nv; j++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < nv; i++) e[i] = d[i] + (i == j ? sign * h : 0);
        jn_manifold_step(x.system, x.q, e, sign < 0 ? q2 : q3);
      }
      jn_manifold_difference(x.system, q1, q2, low);
      jn_manifold_difference(x.system, q1, q3, e);
      for (int i = 0; i < nv; i++) CHECK_NEAR((e[i] - low[i]) / (2 * h), T[i * nv + j], 1e-9);
    }
    // qdot is the derivative of a step along v
    for (int i = 0; i < nv; i++) {
      d[i] = h * x.v[i];
      e[i] = -h * x.v[i];
    }
    jn_manifold_step(x.system, x.q, d, q1);
    jn_manifold_step(x.system, x.q, e, q2);
    jn_calc_qdot(x.system, x.q, x.v, q3);
    for (int i = 0; i < nq; i++) CHECK_NEAR((q1[i] - q2[i]) / (2 * h), q3[i], 1e-9);
  }
  free(d);
  free(e);
  free(q1);
  free(q2);
  free(q3);
  free(T);
  free(low);
  free_bench(&x);
  jn_model_free(r.model);
}

int main(void) {
  static const char *const coordinates[] = {"cartesian", "natural"};
  for (int i = 0; i < 2; i++) {
    for (int hand = 0; hand < 2; hand++) {
      rig_mirror = hand ? JN_MIRROR_Y : 0;
      each_joint_kind(check_joint, coordinates[i]);
      each_force(coordinates[i], check_force_kind);
    }
    test_manifold(coordinates[i]);
  }
  return check_report();
}
