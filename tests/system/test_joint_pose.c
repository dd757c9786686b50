// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_joint_pose.c - bodies that are free have speeds in their own axes: where a vehicle stands and where it heads
// changes nothing in M of joint coordinates, nor, without gravity, in the forces of a tree that flies.
#include "folder.h"
#include "model/joint_kind.h"
#include "tree_rig.h"

static int count_free(const jn_system *system) {
  int n = 0;
  for (int i = 1; i < system->tree->nlinks; i++) n += system->tree->links[i].kind == JNI_LINK_FREE;
  return n;
}

// All free bodies go anywhere, at any attitude.
static void put_anywhere(bench *x) {
  for (int i = 1; i < x->system->tree->nlinks; i++) {
    const jni_link *link = &x->system->tree->links[i];
    for (int k = 0; k < link->nq && link->kind == JNI_LINK_FREE; k++) x->q[link->q_at + k] = 3 * random_number();
  }
  jn_manifold_normalize(x->system, x->q);
}

// The other joints anywhere near their start.
static void bend(bench *x) {
  for (int i = 0; i < x->n.nq; i++) x->q[i] += 0.2 * random_number();
  for (int i = 0; i < x->n.nv; i++) x->v[i] = random_number();
  jn_manifold_normalize(x->system, x->q);
}

static void take(bench *x, double *M, double *f, double *kinetic) {
  stages(x, x->state[0], x->q, x->v);
  jn_get_M(x->system, x->work, M);
  jn_get_f(x->system, x->work, f);
  *kinetic = jn_get_kinetic(x->system, x->work);
}

static void check_pose(const char *name, const jn_model *model, bool forces_too) {
  bench x = new_bench(model, "joint");
  int n = x.n.nv;
  double *M = numbers(n * n), *other = numbers(n * n), *f = numbers(n), *other_f = numbers(n), kinetic, other_kinetic;
  CHECK(count_free(x.system) >= 1);
  for (int trial = 0; trial < TRIALS; trial++) {
    bend(&x);
    take(&x, M, f, &kinetic);
    for (int pose = 0; pose < TRIALS; pose++) {
      put_anywhere(&x);
      take(&x, other, other_f, &other_kinetic);
      check_all_near(name, "M at another pose", other, M, n * n, 1e-11);
      if (forces_too) check_all_near(name, "f at another pose", other_f, f, n, 1e-11);
      CHECK_NEAR(other_kinetic, kinetic, 1e-11 * (1 + kinetic));
    }
  }
  free(M);
  free(other);
  free(f);
  free(other_f);
  free_bench(&x);
}

static void test_shipped(void) {
  static const char *const files[] = {"vehicles/iltis", "benchmarks/whipple-bicycle", "examples/two-wheels",
                                      "examples/chaplygin-sleigh", "examples/rolling-disc"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[512];
    snprintf(path, sizeof path, MODELS "/%s.yaml", files[i]);
    jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
    CHECK(model != NULL);
    if (model) check_pose(files[i], model, false);
    jn_model_free(model);
  }
}

static void test_trees(void) {
  static const double none[3] = {0, 0, 0};
  for (int space = JN_PLANE; space <= JN_SPACE; space++) {
    tree_rig r = new_tree_rig((jn_space)space);
    jn_model_set_gravity(r.model, none);
    for (int parts = 0; parts < 2; parts++) {
      int first = r.n;
      add_tree_body(&r, false);
      for (int k = 0; k < count_kinds((jn_space)space); k++)
        hang(&r, link_kind((jn_space)space, k), first + random_below(r.n - first));
    }
    finish_tree(&r);
    check_pose(space == JN_PLANE ? "plane tree" : "tree in space", r.model, true);
    jn_model_free(r.model);
  }
}

int main(void) {
  test_shipped();
  test_trees();
  return check_report();
}
