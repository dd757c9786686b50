// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_joint_coordinates.c - identities of the recursions of joint coordinates, on random trees with every kind of link
// in plane and space, open and closed to loops: the velocity map and the bias against differences, its transpose, M and
// its rate, O(n) solutions, rows and their rates, energy and momentum, and the accelerations of cartesian coordinates.
#include "system/coordinates/body_level.h"
#include "system/stage.h"
#include "system/work.h"
#include "tree_rig.h"

static const double rounding = 1e-11;

static const jni_tree_ops *ops(const bench *x) { return x->system->kind->tree; }

static void random_vector(int n, double *x) {
  for (int i = 0; i < n; i++) x[i] = random_number();
}

static double product(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// V, nbody_v x nv.
static double *dense_V(const bench *x) {
  int n = x->n.nv, m = x->system->nbody_v;
  double *V = numbers(m * n), *unit = numbers(n), *column = numbers(m);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) unit[i] = i == j;
    ops(x)->expand(x->system, x->work, unit, column);
    for (int i = 0; i < m; i++) V[i * n + j] = column[i];
  }
  free(unit);
  free(column);
  return V;
}

// ---- the manifold ------------------------------------------------------------------------------------------------

static void check_manifold(const char *name, bench *x) {
  int nv = x->n.nv;
  double *d = numbers(nv), *e = numbers(nv), *q = numbers(x->n.nq), *q2 = numbers(x->n.nq), *T = numbers(nv * nv),
         *Te = numbers(nv), *back = numbers(nv);
  double *rate = numbers(x->n.nq), *low = numbers(x->n.nq), *high = numbers(x->n.nq);
  random_vector(nv, d);
  random_vector(nv, e);
  jn_manifold_step(x->system, x->q, d, q);
  jn_manifold_difference(x->system, x->q, q, back);
  check_all_near(name, "difference of a step", back, d, nv, rounding);
  jn_manifold_tangent(x->system, d, T);
  for (int i = 0; i < nv; i++) back[i] = d[i] + h * e[i];
  jn_manifold_step(x->system, x->q, back, q2);
  jn_manifold_difference(x->system, q, q2, back);
  for (int i = 0; i < nv; i++) {
    Te[i] = product(nv, T + i * nv, e);
    back[i] /= h;
  }
  check_all_near(name, "tangent", Te, back, nv, 1e-4);
  for (int i = 0; i < nv; i++) {
    d[i] = h * x->v[i];
    e[i] = -d[i];
  }
  jn_manifold_step(x->system, x->q, d, high);
  jn_manifold_step(x->system, x->q, e, low);
  jn_calc_qdot(x->system, x->q, x->v, rate);
  for (int i = 0; i < x->n.nq; i++) high[i] = (high[i] - low[i]) / (2 * h);
  check_all_near(name, "qdot", rate, high, x->n.nq, near);
  free(d);
  free(e);
  free(q);
  free(q2);
  free(T);
  free(Te);
  free(back);
  free(rate);
  free(low);
  free(high);
}

// ---- the velocity map and its transpose -----------------------------------------------------------------------------

// Increment of a body between two works, as its speeds count it.
static void body_increment(const jn_system *system, const jn_work *from, const jn_work *to, int b, double *out) {
  if (system->model->space == JN_PLANE) {
    const jni_body2 *p = &from->body2[b], *q = &to->body2[b];
    out[0] = q->x - p->x;
    out[1] = q->y - p->y;
    if (system->width[b] == 3) out[2] = q->theta - p->theta;
    return;
  }
  double R[9];
  jnk_sub(to->body3[b].r, from->body3[b].r, out);
  jnk_mat_t_mul(from->body3[b].R, to->body3[b].R, R);
  if (system->width[b] == 6) jnk_matrix_to_rotation_vector(R, out + 3);
}

static void check_map(const char *name, bench *x) {
  const jn_system *s = x->system;
  int n = x->n.nv, m = s->nbody_v;
  jn_work *low = jn_work_new(s), *high = jn_work_new(s);
  double *d = numbers(n), *q = numbers(x->n.nq), *V = dense_V(x), *moved = numbers(m), *column = numbers(m);
  for (int j = 0; j < n; j++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      for (int i = 0; i < n; i++) d[i] = i == j ? sign * h : 0;
      jn_manifold_step(s, x->q, d, q);
      jn_calc_position(s, sign < 0 ? low : high, x->state[0], q, NULL, x->s);
    }
    for (int b = 1; b < s->nbodies; b++) body_increment(s, low, high, b, moved + s->v_at[b]);
    for (int i = 0; i < m; i++) {
      moved[i] /= 2 * h;
      column[i] = V[i * n + j];
    }
    check_all_near(name, "V", column, moved, m, near);
  }
  ops(x)->expand(s, x->work, x->v, moved);
  check_all_near(name, "V v", moved, x->work->body_v, m, rounding);
  jn_work_free(low);
  jn_work_free(high);
  free(d);
  free(q);
  free(V);
  free(moved);
  free(column);
}

static void check_adjoint(bench *x) {
  int n = x->n.nv, m = x->system->nbody_v;
  double *v = numbers(n), *f = numbers(n), *body = numbers(m), *moved = numbers(m);
  random_vector(n, v);
  random_vector(m, body);
  for (int i = 0; i < n; i++) f[i] = 0;
  ops(x)->expand(x->system, x->work, v, moved);
  ops(x)->collect(x->system, x->work, body, f);
  CHECK_NEAR(product(n, f, v), product(m, moved, body), rounding * (1 + fabs(product(n, f, v))));
  free(v);
  free(f);
  free(body);
  free(moved);
}

static void get_body_v(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  memcpy(out, x->work->body_v, (size_t)x->system->nbody_v * sizeof *out);
}

static void check_bias(const char *name, bench *x) {
  int m = x->system->nbody_v;
  double *rate = numbers(m);
  difference(x, get_body_v, m, 0, x->v, NULL, rate);
  stages(x, x->state[0], x->q, x->v);
  check_all_near(name, "bias", x->work->body_bias, rate, m, 10 * near);
  free(rate);
}

// ---- mass --------------------------------------------------------------------------------------------------------

static void check_mass(const char *name, bench *x) {
  const jn_system *s = x->system;
  int n = x->n.nv, m = s->nbody_v;
  double *V = dense_V(x), *M = numbers(n * n), *dense = numbers(n * n), *column = numbers(m), *MV = numbers(m);
  jn_get_M(s, x->work, M);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++) column[i] = V[i * n + j];
    jni_pattern_mass_times(&s->rows, s->mass, column, MV);
    for (int i = 0; i < n; i++) {
      dense[i * n + j] = 0;
      for (int k = 0; k < m; k++) dense[i * n + j] += V[k * n + i] * MV[k];
    }
  }
  check_all_near(name, "M = V' Mb V", M, dense, n * n, rounding);
  double T = 0;
  for (int i = 0; i < n; i++) T += 0.5 * x->v[i] * product(n, M + i * n, x->v);
  CHECK_NEAR(T, jni_kinetic_of_bodies(s, x->work->body_v), rounding * (1 + T));
  free(V);
  free(M);
  free(dense);
  free(column);
  free(MV);
}

static void get_M(bench *x, double t, const double *q, const double *v, double *out) {
  stages(x, t, q, v);
  jn_get_M(x->system, x->work, out);
}

// And v' Mdot v / 2 is the power of the inertia forces, Mdot - 2 C having none.
static void check_mass_rate(const char *name, bench *x) {
  const jn_system *s = x->system;
  int n = x->n.nv;
  double *Mdot = numbers(n * n), *D = numbers(n * n), *inertia = numbers(s->nbody_v);
  difference(x, get_M, n * n, 0, x->v, NULL, D);
  stages(x, x->state[0], x->q, x->v);
  jn_calc_Mdot(s, x->work, Mdot);
  check_all_near(name, "Mdot", Mdot, D, n * n, 100 * near);
  double half = 0;
  for (int i = 0; i < n; i++) half += 0.5 * x->v[i] * product(n, Mdot + i * n, x->v);
  jni_pattern_mass_times(&s->rows, s->mass, x->work->body_bias, inertia);
  CHECK_NEAR(product(s->nbody_v, inertia, x->work->body_v), half, rounding * (1 + fabs(half)));
  free(Mdot);
  free(D);
  free(inertia);
}

// ---- dynamics ------------------------------------------------------------------------------------------------------

static void check_solutions(const char *name, bench *x) {
  int n = x->n.nv;
  double *M = numbers(n * n), *b = numbers(n), *y = numbers(n), *Mx = numbers(n), *f = numbers(n);
  jn_get_M(x->system, x->work, M);
  CHECK(ops(x)->articulate(x->system, x->work));
  for (int k = 0; k < 2; k++) {
    random_vector(n, b);
    memcpy(y, b, (size_t)n * sizeof *y);
    ops(x)->solve(x->system, x->work, y);
    for (int i = 0; i < n; i++) Mx[i] = product(n, M + i * n, y);
    check_all_near(name, "M x of the articulated inertias", Mx, b, n, rounding);
  }
  stages(x, x->state[0], x->q, x->v);
  CHECK(ops(x)->forward(x->system, x->work, y));
  jn_get_f(x->system, x->work, f);
  for (int i = 0; i < n; i++) Mx[i] = product(n, M + i * n, y);
  check_all_near(name, "M x of the forward dynamics", Mx, f, n, 10 * rounding);
  memcpy(b, f, (size_t)n * sizeof *b);
  ops(x)->solve(x->system, x->work, b);  // what forward leaves behind solves too
  check_all_near(name, "solution after the forward dynamics", b, y, n, 100 * rounding);
  free(M);
  free(b);
  free(y);
  free(Mx);
  free(f);
}

// ---- rows -----------------------------------------------------------------------------------------------------------

// Points that coincide are seen from the link where their bodies meet: G and the rates of phi differ by the turning of
// that link, w x phi.
static void take_turning(bench *x, const double *V, double *D) {
  const jn_system *s = x->system;
  int n = x->n.nv;
  for (int i = 0; i < s->nrow_views; i++) {
    const jni_row_view *view = &s->row_views[i];
    int body = s->tree->links[view->link].body, at = s->v_at[body];
    bool plane = s->model->space == JN_PLANE;
    double e[3] = {0, 0, 0}, w[3] = {0, 0, 0}, turned[3];
    for (int k = 0; k < view->nrows; k++) e[k] = x->work->phi[view->row + k];
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < 3; k++) w[k] = plane ? (k == 2 ? V[(at + 2) * n + j] : 0) : V[(at + 3 + k) * n + j];
      if (!plane) jnk_mat_vec(x->work->body3[body].R, w, w);
      jnk_cross(w, e, turned);
      for (int k = 0; k < view->nrows; k++) D[(view->row + k) * n + j] -= turned[k];
    }
  }
}

static void check_rows(const char *name, bench *x) {
  const jn_system *s = x->system;
  int n = x->n.nv, m = s->nbody_v, nc = x->n.nc, nh = x->n.nh;
  double *G = numbers(nc * n), *D = numbers(nc * n), *V = dense_V(x), *column = numbers(m), *GV = numbers(nc),
         *gamma = numbers(nc);
  jn_get_G(s, x->work, G);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++) column[i] = V[i * n + j];
    jni_pattern_times(&s->rows, x->work->body_G, column, GV);
    for (int i = 0; i < nc; i++) D[i * n + j] = GV[i];
  }
  take_turning(x, V, D);
  check_all_near(name, "G = Gb V", G, D, nc * n, rounding);
  difference_columns(x, get_phi, nh, true, D);
  stages(x, x->state[0], x->q, x->v);
  take_turning(x, V, D);
  check_all_near(name, "G", G, D, nh * n, near);
  difference(x, get_rows_rate, nc, 1, x->v, NULL, GV);
  for (int i = 0; i < nc; i++) GV[i] = -GV[i];
  get_gamma(x, x->state[0], x->q, x->v, gamma);
  check_all_near(name, "gamma", gamma, GV, nc, 10 * near);
  difference(x, get_G, nc * n, 0, x->v, NULL, D);
  stages(x, x->state[0], x->q, x->v);
  jn_calc_Gdot(s, x->work, G);
  check_all_near(name, "Gdot", G, D, nc * n, 10 * near);
  free(G);
  free(D);
  free(V);
  free(column);
  free(GV);
  free(gamma);
}

// ---- against cartesian coordinates ----------------------------------------------------------------------------------

static void check_cartesian(const char *name, bench *x) {
  bench c = new_bench(jn_system_model(x->system), "cartesian");
  double *a = numbers(c.n.nv), *vdot = numbers(x->n.nv), *lambda = numbers(c.n.nc);
  jn_state_convert(x->system, x->state, c.system, c.state);
  CHECK(jn_solve_acceleration(c.system, c.work, c.state, a, lambda) == JN_OK);
  CHECK(jn_solve_acceleration(x->system, x->work, x->state, vdot, lambda) == JN_OK);
  if (x->system->nrow_views == 0)
    check_all_near(name, "accelerations of the bodies", jni_body_acceleration(x->system, x->work, vdot), a, c.n.nv,
                   1000 * rounding);
  free(a);
  free(vdot);
  free(lambda);
  free_bench(&c);
}

// Kinds of links that were tested, in plane and space.
static bool met[2][JNI_LINK_KINDS];

static void note_links(const jn_system *system) {
  for (int i = 1; i < system->tree->nlinks; i++)
    met[system->model->space == JN_SPACE][system->tree->links[i].kind] = true;
}

static void check_system(const char *name, const jn_model *model) {
  bench x = new_bench(model, "joint");
  note_links(x.system);
  for (int trial = 0; trial < 3; trial++) {
    randomize_tree(&x);
    stages(&x, x.state[0], x.q, x.v);
    check_manifold(name, &x);
    check_map(name, &x);
    check_adjoint(&x);
    check_bias(name, &x);
    check_mass(name, &x);
    check_solutions(name, &x);
    check_mass_rate(name, &x);
    if (x.n.nc > 0) check_rows(name, &x);
    check_cartesian(name, &x);
  }
  free_bench(&x);
}

// Each kind by itself first, both ways round, on a body that turns: what is off is easier to see there.
static void test_kinds(void) {
  for (int space = JN_PLANE; space <= JN_SPACE; space++)
    for (int k = 0; k < count_kinds((jn_space)space); k++)
      for (int reversed = 0; reversed < 2; reversed++) {
        tree_rig r = new_tree_rig((jn_space)space);
        hang(&r, "revolute", 0);
        add_tree_body(&r, false);
        const char *kind = link_kind((jn_space)space, k);
        join(&r, kind, r.bodies[reversed ? 2 : 1], r.bodies[reversed ? 1 : 2]);
        hang(&r, "revolute", 2);
        finish_tree(&r);
        check_system(kind, r.model);
        jn_model_free(r.model);
      }
}

static void test_trees(void) {
  for (int space = JN_PLANE; space <= JN_SPACE; space++)
    for (int loops = 0; loops < 2; loops++)
      for (int trial = 0; trial < (LIGHT ? 1 : 3); trial++) {
        tree_rig r = random_tree((jn_space)space, loops);
        check_system(loops ? "tree with loops" : "tree", r.model);
        jn_model_free(r.model);
      }
}

// Two bodies on a third that turns, closed by every kind of joint: its rows look at the two relative to each other,
// wherever they stand.
static void test_cut_kinds(void) {
  for (int space = JN_PLANE; space <= JN_SPACE; space++)
    for (int k = 0; jni_joint_kinds[k]; k++) {
      const jni_joint_kind *kind = jni_joint_kinds[k];
      if (!(space == JN_PLANE ? kind->in_plane : kind->in_space)) continue;
      seed_by(kind->name);
      tree_rig t = new_tree_rig((jn_space)space);
      rig r = {.model = t.model};
      jn_term terms[3];
      hang(&t, "revolute", 0);
      r.turn = hang(&t, "revolute", 1);
      r.slide = hang(&t, "prismatic", 1);
      r.swing = hang(&t, "revolute", 1);
      r.a = t.bodies[2];
      r.b = t.bodies[3];
      r.frame_a = end_frame(&t, r.a);
      r.frame_b = end_frame(&t, r.b);
      add_joint_of_kind(&r, kind, terms);
      finish_tree(&t);
      bench x = new_bench(t.model, "joint");
      for (int trial = 0; trial < 3 && x.n.nc > 0; trial++) {
        randomize_tree(&x);
        stages(&x, x.state[0], x.q, x.v);
        check_rows(kind->name, &x);
      }
      free_bench(&x);
      jn_model_free(t.model);
    }
}

// None is left out: in space all there are, in the plane those that a joint of the plane has.
static void test_all_met(void) {
  for (int k = JNI_LINK_NONE + 1; k < JNI_LINK_KINDS; k++) {
    bool in_plane = k == JNI_LINK_FREE || k == JNI_LINK_PARTICLE;
    for (int i = 0; jni_joint_kinds[i]; i++)
      in_plane |= (int)jni_joint_kinds[i]->link == k && jni_joint_kinds[i]->in_plane;
    if (!met[1][k] || met[0][k] != in_plane) printf("link kind %d is not tested\n", k);
    CHECK(met[1][k] && met[0][k] == in_plane);
  }
}

int main(void) {
  test_kinds();
  test_trees();
  test_all_met();
  test_cut_kinds();
  return check_report();
}
