// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_reduced.c - formulation `reduced` compared with cartesian coordinates and multipliers on every shipped model:
// accelerations of the bodies and reactions of the joints at the start.
#include "folder.h"
#include "model/model.h"
#include "reduced_rig.h"
#include "system/coordinates/body_level.h"
#include "system/reaction.h"

static double largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

// In a singular configuration at the start, accelerations are not determined.
static const double tolerance = 2e-9;

static void check_reactions(pair *p, const char *name, const double *a, const double *lambda, const double *vdot,
                            const double *own) {
  double size = 1, off = 0;
  int worst = -1;
  for (int j = 0; j < p->model->njoints; j++)
    for (int end = 0; end < 2; end++) {
      if (!p->model->joints[j].kind->two_ended) continue;
      double f1[3], t1[3], f2[3], t2[3];
      jni_joint_reaction(p->c, p->wc, j, end, a, lambda, f1, t1);
      jni_joint_reaction(p->j, p->f->work, j, end, vdot, own, f2, t2);
      for (int i = 0; i < 3; i++) {
        double d = fmax(fabs(f1[i] - f2[i]), fabs(t1[i] - t2[i]));
        size = fmax(size, fmax(fabs(f1[i]), fabs(t1[i])));
        if (!(d <= off)) {
          off = d;
          worst = j;
        }
      }
    }
  if (!(off <= 1e-7 * size))
    printf("%s: reaction of %s off by %g of %g\n", name, p->model->joints[worst].name, off, size);
  CHECK(off <= 1e-7 * size);
}

static void check_model(const char *path) {
  if (is_left_out(path)) return;
  const char *name = strrchr(path, '/') + 1;
  pair p;
  if (!new_pair(&p, path, NULL, 0, "rk4", 1e-3)) {
    printf("%s: not made\n", name);
    print_report(p.report);
    CHECK(false);
    free_pair(&p);
    return;
  }
  int nv = p.c->sizes.nv;
  double *a = zeros(nv), *lambda = zeros(p.c->sizes.nc), *vdot = zeros(p.j->sizes.nv), *own = zeros(p.j->sizes.nc);
  CHECK(jn_solve_acceleration(p.c, p.wc, p.sc, a, lambda) == JN_OK);
  CHECK(p.f->acceleration(p.f, p.sj, vdot, own) == JN_OK);
  const double *body = jni_body_acceleration(p.j, p.f->work, vdot);
  double size = fmax(1, largest(a, nv)), off = 0;
  for (int i = 0; i < nv; i++) off = fmax(off, fabs(a[i] - body[i]));
  const jni_groups *g = jni_loop_solver_groups(reduced_of(&p)->speed_level->solver);
  printf("%-32s nv %3d rows %3d free %2d groups %2d thin %d off %g\n", name, p.j->sizes.nv, p.j->sizes.nc,
         reduced_of(&p)->speed_level->nfree, g->ngroups, reduced_of(&p)->near_singular, off / size);
  CHECK(off <= tolerance * size);
  int rest = p.redundant;
  jn_mobility *mobility = jn_mobility_new(p.c, p.sc, NULL);
  if (jn_mobility_redundant(mobility) == 0 && rest == 0 && !jn_mobility_singular(mobility))
    check_reactions(&p, name, a, lambda, vdot, own);
  jn_mobility_free(mobility);
  free(a);
  free(lambda);
  free(vdot);
  free(own);
  free_pair(&p);
}

int main(void) {
  CHECK(each_shipped_model(check_model) > 20);
  return check_report();
}
