// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_joint_chain.c - chains of 1 to 1024 links in joint coordinates: closed forms of one and two links, inverse of
// forward dynamics, agreement of the O(n) solution with the dense one, no loss far from the origin; momentum of trees
// that fly freely.
#include "system/coordinates/body_level.h"
#include "system/work.h"
#include "tree_rig.h"

static const double length = 0.7, mass = 1.3, moment = 0.05, weight = 9.81;

static jn_model *new_chain(jn_space space, int n, double anchor) {
  jn_model *m = jn_model_new(NULL, "chain", space);
  const double gravity[3] = {0, -weight, 0}, far[3] = {anchor, -anchor, 0}, origin[3] = {0, 0, 0},
               end[3] = {length, 0, 0}, none[4] = {1, 0, 0, 0};
  jn_model_set_gravity(m, gravity);
  jn_frame last = jn_model_add_frame(m, jn_model_ground(m), "anchor", far, none);
  for (int i = 0; i < n; i++) {
    char name[16];
    jn_body_def body = jn_body_def_default();
    snprintf(name, sizeof name, "b%d", i);
    body.name = name;
    body.mass = mass;
    body.inertia[2] = moment;
    body.com[0] = length / 2;
    if (space == JN_SPACE) {
      body.inertia[0] = moment / 3;
      body.inertia[1] = moment;
    }
    jn_body b = jn_model_add_body(m, &body);
    jn_joint_def joint = jn_joint_def_default();
    snprintf(name, sizeof name, "j%d", i);
    joint.name = name;
    joint.type = "revolute";
    joint.between[0] = last;
    joint.between[1] = jn_model_add_frame(m, b, "begin", origin, none);
    for (int k = 0; k < 2 && space == JN_SPACE && i % 2 == 1; k++) {
      joint.axis[k][1] = 1;
      joint.axis[k][2] = 0;
    }
    jn_model_add_joint(m, &joint);
    last = jn_model_add_frame(m, b, "end", end, none);
  }
  CHECK(jn_model_finish(m) == JN_OK);
  return m;
}

static void set_state(bench *x) {
  for (int i = 0; i < x->n.nv; i++) {
    x->q[i] = 0.6 * sin(2.3 * i + 0.4);
    x->v[i] = cos(1.7 * i);
  }
}

static void solve(bench *x, double *vdot) {
  CHECK(jn_solve_acceleration(x->system, x->work, x->state, vdot, NULL) == JN_OK);
}

static void test_one_link(void) {
  jn_model *m = new_chain(JN_PLANE, 1, 0);
  bench x = new_bench(m, "joint");
  double vdot;
  set_state(&x);
  solve(&x, &vdot);
  CHECK_NEAR(vdot, -mass * weight * length / 2 * cos(x.q[0]) / (moment + mass * length * length / 4), 1e-13);
  free_bench(&x);
  jn_model_free(m);
}

// Lagrange's equations of the double pendulum in the absolute angles a and b.
static void test_two_links(void) {
  jn_model *m = new_chain(JN_PLANE, 2, 0);
  bench x = new_bench(m, "joint");
  double vdot[2], l = length, c = length / 2;
  set_state(&x);
  solve(&x, vdot);
  double a = x.q[0], b = a + x.q[1], va = x.v[0], vb = va + x.v[1], k = mass * l * c;
  double Maa = moment + mass * (c * c + l * l), Mab = k * cos(a - b), Mbb = moment + mass * c * c;
  double fa = -k * sin(a - b) * vb * vb - mass * weight * (c + l) * cos(a),
         fb = k * sin(a - b) * va * va - mass * weight * c * cos(b);
  double det = Maa * Mbb - Mab * Mab, wa = (Mbb * fa - Mab * fb) / det, wb = (Maa * fb - Mab * fa) / det;
  CHECK_NEAR(vdot[0], wa, 1e-12);
  CHECK_NEAR(vdot[1], wb - wa, 1e-12);
  free_bench(&x);
  jn_model_free(m);
}

// V' (Mb (V vdot + bias) - fb) = 0, relative to its largest term.
static double residual(bench *x, const double *vdot) {
  const jn_system *s = x->system;
  double *inertia = numbers(s->nbody_v), *f = numbers(x->n.nv), *load = numbers(x->n.nv), worst = 0, most = 0;
  const double *a = jni_body_acceleration(s, x->work, vdot);
  jni_pattern_mass_times(&s->rows, s->mass, a, inertia);
  for (int i = 0; i < x->n.nv; i++) f[i] = load[i] = 0;
  jni_add_body_forces(s, x->work, inertia, f);
  jni_add_body_forces(s, x->work, x->work->body_f, load);
  for (int i = 0; i < x->n.nv; i++) {
    worst = fmax(worst, fabs(f[i] - load[i]));
    most = fmax(most, fabs(load[i]));
  }
  free(inertia);
  free(f);
  free(load);
  return worst / most;
}

static void check_dense(bench *x, const double *vdot) {
  int n = x->n.nv;
  double *M = numbers(n * n), *f = numbers(n), *Mx = numbers(n), most = 0;
  jn_get_M(x->system, x->work, M);
  jn_get_f(x->system, x->work, f);
  for (int i = 0; i < n; i++) {
    Mx[i] = 0;
    for (int j = 0; j < n; j++) Mx[i] += M[i * n + j] * vdot[j];
    most = fmax(most, fabs(f[i]));
  }
  for (int i = 0; i < n; i++) CHECK_NEAR(Mx[i], f[i], 1e-11 * most);
  free(M);
  free(f);
  free(Mx);
}

static void test_lengths(void) {
  for (int space = JN_PLANE; space <= JN_SPACE; space++)
    for (int n = 1; n <= 1024; n *= 2) {
      jn_model *m = new_chain((jn_space)space, n, 0);
      bench x = new_bench(m, "joint");
      double *vdot = numbers(n), left;
      CHECK(x.n.nv == n && x.n.nq == n && x.n.nc == 0);
      set_state(&x);
      solve(&x, vdot);
      left = residual(&x, vdot);
      if (!(left <= 1e-12)) printf("%d links: inverse of forward dynamics is off by %g\n", n, left);
      CHECK(left <= 1e-12);
      if (n <= 128) check_dense(&x, vdot);
      free(vdot);
      free_bench(&x);
      jn_model_free(m);
    }
}

// Positions along links are made of arms, so that where the chain hangs does not matter at all.
static void test_far_away(void) {
  for (int space = JN_PLANE; space <= JN_SPACE; space++) {
    double vdot[2][40];
    for (int k = 0; k < 2; k++) {
      jn_model *m = new_chain((jn_space)space, 40, k * 1e7);
      bench x = new_bench(m, "joint");
      set_state(&x);
      solve(&x, vdot[k]);
      free_bench(&x);
      jn_model_free(m);
    }
    for (int i = 0; i < 40; i++) CHECK(vdot[0][i] == vdot[1][i]);
  }
}

// ---- momentum -------------------------------------------------------------------------------------------------------

static void spin_of(const jn_work *work, int b, const double *block, const double w[3], double wdot[3], double out[3]) {
  double Jw[3], Ja[3], gyro[3];
  for (int i = 0; i < 3; i++) {
    const double *row = block + (3 + i) * 6 + 3;
    Jw[i] = jnk_dot(row, w);
    Ja[i] = jnk_dot(row, wdot);
  }
  jnk_cross(w, Jw, gyro);
  jnk_add(Ja, gyro, Ja);
  jnk_mat_vec(work->body3[b].R, Ja, out);
}

// A tree that hangs on nothing: without gravity neither momentum changes.
static void test_momentum(void) {
  tree_rig r = new_tree_rig(JN_SPACE);
  const double none[3] = {0, 0, 0};
  jn_model_set_gravity(r.model, none);
  add_tree_body(&r, false);
  for (int k = 0; k < count_kinds(JN_SPACE); k++) hang(&r, link_kind(JN_SPACE, k), 1 + random_below(r.n - 1));
  finish_tree(&r);
  bench x = new_bench(r.model, "joint");
  double *vdot = numbers(x.n.nv);
  for (int trial = 0; trial < TRIALS; trial++) {
    double P[3] = {0, 0, 0}, L[3] = {0, 0, 0};
    randomize_tree(&x);
    solve(&x, vdot);
    const double *a = jni_body_acceleration(x.system, x.work, vdot);
    for (int b = 1; b < x.system->nbodies; b++) {
      const double *block = x.system->mass + x.system->rows.mass_at[b - 1], *own = a + x.system->v_at[b];
      double f[3], turn[3], spin[3], wdot[3] = {own[3], own[4], own[5]};
      jnk_scale(block[0], own, f);
      jnk_cross(x.work->body3[b].r, f, turn);
      spin_of(x.work, b, block, x.work->body3[b].w, wdot, spin);
      jnk_add(P, f, P);
      jnk_add(L, turn, L);
      jnk_add(L, spin, L);
    }
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(P[i], 0, 1e-11);
      CHECK_NEAR(L[i], 0, 1e-11);
    }
  }
  free(vdot);
  free_bench(&x);
  jn_model_free(r.model);
}

int main(void) {
  test_one_link();
  test_two_links();
  test_lengths();
  test_far_away();
  test_momentum();
  return check_report();
}
