// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_write.c - the equations of a system in a graph against those that the engine makes with numbers.
#include <string.h>

#include "check.h"
#include "compile/write.h"
#include "kernel/vec3.h"
#include "symbolic/tape.h"
#include "system/motion.h"
#include "tree_rig.h"

static double worst_of(const double *a, const double *b, int n) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double size = fabs(a[i] - b[i]) / (1 + fabs(a[i]));
    if (!(size <= worst)) worst = size;
  }
  return worst;
}

static double *variables_of(const bench *x) {
  const jn_sizes *n = &x->n;
  double *all = calloc((size_t)jni_writer_nvariables(x->system), sizeof *all);
  memcpy(all, x->state, (size_t)(1 + n->nq + n->nv + n->nz + n->ns) * sizeof *all);
  return all;
}

// Rows of points that coincide are along axes of the link where they meet, those of the engine along the ground's.
static void turn_rows(const bench *x, int width, double *rows) {
  for (int i = 0; i < x->system->nrow_views; i++) {
    const jni_row_view *view = &x->system->row_views[i];
    jni_motion body;
    jni_body_motion(x->system, x->work, x->system->tree->links[view->link].body, &body);
    for (int c = 0; c < width; c++) {
      double own[3] = {0, 0, 0}, *at = rows + view->row * width + c;
      for (int r = 0; r < view->nrows; r++) own[r] = at[r * width];
      for (int r = 0; r < view->nrows; r++) at[r * width] = jnk_dot(body.R + 3 * r, own);
    }
  }
}

// And their rates are those in these axes: gamma has w x (G v) less, which is zero where velocities fit.
static void turn_gamma(const bench *x, double *gamma) {
  int nv = x->n.nv;
  double *G = calloc((size_t)(x->n.nc * nv), sizeof *G);
  jn_get_G(x->system, x->work, G);
  for (int i = 0; i < x->system->nrow_views; i++) {
    const jni_row_view *view = &x->system->row_views[i];
    double Gv[3] = {0, 0, 0}, turned[3];
    jni_motion body;
    jni_body_motion(x->system, x->work, x->system->tree->links[view->link].body, &body);
    for (int r = 0; r < view->nrows; r++)
      for (int c = 0; c < nv; c++) Gv[r] += G[(view->row + r) * nv + c] * x->v[c];
    jnk_cross(body.w, Gv, turned);
    for (int r = 0; r < view->nrows; r++) gamma[view->row + r] -= turned[r];
  }
  free(G);
}

typedef struct {
  const char *name;
  const jni_node *nodes;
  int n, width;  // width: of rows, 0: they are none
  void (*get)(const jn_system *system, const jn_work *work, double *out);
} part;

static void check_parts(const bench *x, jni_writer *w, const jni_reduction *all) {
  const part parts[] = {
      {"M", all->M, x->n.nv * x->n.nv, 0, jn_get_M}, {"f", all->f, x->n.nv, 0, jn_get_f},
      {"phi", w->phi, x->n.nh, 1, jn_get_phi},       {"G", w->G, x->n.nc * x->n.nv, x->n.nv, jn_get_G},
      {"nu", w->nu, x->n.nc, 1, jn_get_nu},          {"gamma", w->gamma, x->n.nc, 1, jn_get_gamma}};
  double *variables = variables_of(x);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    size_t n = (size_t)parts[i].n + 1;
    double *engine = calloc(n, sizeof *engine), *graph = calloc(n, sizeof *graph);
    jni_tape *tape = jni_tape_new(w->g, jni_writer_nvariables(x->system), parts[i].nodes, parts[i].n);
    parts[i].get(x->system, x->work, engine);
    jni_tape_run(tape, variables, graph);
    if (parts[i].width > 0) turn_rows(x, parts[i].width, graph);
    if (parts[i].nodes == w->gamma) turn_gamma(x, graph);
    double worst = worst_of(engine, graph, parts[i].n);
    CHECK_NEAR(worst, 0, 1e-12);
    if (!(worst <= 1e-12))
      printf("  %s of %s\n", parts[i].name, x->system->model->joints[x->system->model->njoints - 1].kind->name);
    jni_tape_free(tape);
    free(engine);
    free(graph);
  }
  free(variables);
}

static void check_system(bench *x) {
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, x->system);
  jni_write_positions(w);
  jni_write_velocities(w);
  int nv = x->n.nv;
  jni_node *M = calloc((size_t)(nv * nv) + 1, sizeof *M), *f = calloc((size_t)nv + 1, sizeof *f);
  const jni_reduction all = {.n = nv, .M = M, .f = f};
  jni_write_inertia(w, &all);
  jni_write_rows(w);
  for (int i = 0; i < nv * nv; i++) M[i] = M[i / nv >= i % nv ? i : i % nv * nv + i / nv];
  for (int trial = 0; trial < 3; trial++) {
    randomize_tree(x);
    jn_calc_position(x->system, x->work, x->state[0], x->q, NULL, x->s);
    jn_calc_velocity(x->system, x->work, x->v);
    jn_calc_force(x->system, x->work, x->z);
    check_parts(x, w, &all);
  }
  CHECK(!jni_graph_failed(g));
  jni_writer_free(w);
  jni_graph_free(g);
  free(M);
  free(f);
}

static void test_trees(jn_space space) {
  for (int trial = 0; trial < 6; trial++) {
    tree_rig r = random_tree(space, trial % 2);
    bench x = new_bench(r.model, "joint");
    check_system(&x);
    free_bench(&x);
    jn_model_free(r.model);
  }
}

// A joint of each kind between bodies that hang on others: its rows, or those of the joints it takes the place of.
static void test_kinds(jn_space space) {
  for (int k = 0; jni_joint_kinds[k]; k++) {
    const jni_joint_kind *kind = jni_joint_kinds[k];
    if (space == JN_PLANE ? !kind->in_plane : !kind->in_space) continue;
    rig r = new_rig(space);
    jn_term terms[3];
    add_joint_of_kind(&r, kind, terms);
    CHECK(jn_model_finish(r.model) == JN_OK);
    bench x = new_bench(r.model, "joint");
    check_system(&x);
    free_bench(&x);
    jn_model_free(r.model);
  }
}

int main(void) {
  test_kinds(JN_PLANE);
  test_kinds(JN_SPACE);
  test_trees(JN_PLANE);
  test_trees(JN_SPACE);
  return check_report();
}
