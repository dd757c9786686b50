// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// balance.h - checks Newton's and Euler's equations of every body with the printed reactions: m a and Jdot w + w x J w
// less the applied forces, against the sum of joint.NAME.on.BODY.force and .torque over its joints.
#ifndef JOUNCE_BALANCE_H
#define JOUNCE_BALANCE_H

#include "rig.h"
#include "system/motion.h"
#include "system/work.h"

enum { MOST_BALANCED = 24 };

// Force and torque about the centre of mass, ground axes.
typedef struct {
  double force[3], torque[3];
} wrench;

static inline void add_wrench(wrench *sum, const double center[3], const double point[3], const double force[3],
                              const double torque[3]) {
  double arm[3], moment[3];
  jnk_sub(point, center, arm);
  jnk_cross(arm, force, moment);
  for (int i = 0; i < 3; i++) {
    sum->force[i] += force[i];
    sum->torque[i] += torque[i] + moment[i];
  }
}

// Reads the components of a printed vector; in the plane a torque has only z.
static inline void printed(bench *x, const double *vdot, const double *lambda, const char *name, double value[3]) {
  jn_report *report = jn_report_new(NULL);
  double found[6];
  value[0] = value[1] = value[2] = 0;
  jn_probe *probe = jn_probe_new(x->system, &name, 1, false, report);
  for (int i = 0; i < jn_report_size(report) && !probe; i++) printf("%s: %s\n", name, jn_report_get(report, i)->what);
  CHECK(probe != NULL);
  if (probe) {
    int n = jn_probe_count(probe);
    jn_probe_calc(probe, x->work, x->state, vdot, lambda, found);
    for (int i = 0; i < n; i++) value[n == 1 ? 2 : i] = found[i];
  }
  jn_probe_free(probe);
  jn_report_free(report);
}

static inline void add_end(bench *x, const bench *cartesian, const double *vdot, const double *lambda, int joint,
                           int end, wrench *sum) {
  const jn_model *model = x->system->model;
  int frame = model->joints[joint].def.between[end].i, body = model->frames[frame].body;
  jni_motion at, center;
  double force[3], torque[3];
  char name[160];
  snprintf(name, sizeof name, "joint.%s.on.%s.force", model->joints[joint].name, model->bodies[body].name);
  printed(x, vdot, lambda, name, force);
  snprintf(name, sizeof name, "joint.%s.on.%s.torque", model->joints[joint].name, model->bodies[body].name);
  printed(x, vdot, lambda, name, torque);
  jni_frame_motion(cartesian->system, cartesian->work, frame, &at);
  jni_body_motion(cartesian->system, cartesian->work, body, &center);
  add_wrench(&sum[body], center.r, at.r, force, torque);
}

// Adds the forces of a linear relation between points: -factor lambda along each axis.
static inline void add_points(bench *x, const bench *cartesian, const double *vdot, const double *lambda, int joint,
                              wrench *sum) {
  const jn_model *model = x->system->model;
  const jn_joint_def *def = &model->joints[joint].def;
  static const double none[3] = {0, 0, 0};
  char name[160];
  double multipliers[3], force[3];
  snprintf(name, sizeof name, "joint.%s.lambda", model->joints[joint].name);
  printed(x, vdot, lambda, name, multipliers);
  for (int i = 0; i < def->nterms; i++) {
    int body = model->frames[def->terms[i].frame.i].body;
    jni_motion at, center;
    jni_frame_motion(cartesian->system, cartesian->work, def->terms[i].frame.i, &at);
    jni_body_motion(cartesian->system, cartesian->work, body, &center);
    jnk_scale(-def->scale * def->terms[i].factor, multipliers, force);
    add_wrench(&sum[body], center.r, at.r, force, none);
  }
}

// Computes the joint forces that the bodies require: M a - f in cartesian coordinates.
static inline void needed(bench *cartesian, const double *vdot, wrench *need) {
  const jn_system *system = cartesian->system;
  int nv = cartesian->n.nv;
  bool plane = system->model->space == JN_PLANE;
  double *f = numbers(nv), *M = numbers(nv * nv);
  jn_get_f(system, cartesian->work, f);
  jn_get_M(system, cartesian->work, M);
  for (int b = 1; b < system->nbodies; b++) {
    double g[6] = {0};
    for (int i = 0; i < system->width[b]; i++) {
      int row = system->v_at[b] + i;
      g[i] = jni_dot(nv, M + (size_t)row * (size_t)nv, vdot) - f[row];
    }
    memset(&need[b], 0, sizeof need[b]);
    memcpy(need[b].force, g, (plane ? 2 : 3) * sizeof *g);
    if (plane) need[b].torque[2] = g[2];
    else if (system->width[b] == 6) jnk_mat_vec(cartesian->work->body3[b].R, g + 3, need[b].torque);
  }
  free(f);
  free(M);
}

// Returns the largest difference of the two, relative to the largest force (torque).
static inline double unbalanced(const bench *x, const wrench *need, const wrench *sum) {
  double most[2] = {1e-3, 1e-3}, off[2] = {0, 0};
  for (int b = 1; b < x->system->nbodies; b++)
    for (int i = 0; i < 3; i++) {
      double e[2] = {fabs(need[b].force[i] - sum[b].force[i]), fabs(need[b].torque[i] - sum[b].torque[i])};
      most[0] = fmax(most[0], fabs(need[b].force[i]));
      most[1] = fmax(most[1], fabs(need[b].torque[i]));
      for (int k = 0; k < 2; k++) off[k] = e[k] <= off[k] ? off[k] : e[k];
    }
  return fmax(off[0] / most[0], off[1] / most[1]);
}

// Adds forces that have other names (tooth forces); NULL: none.
typedef void more_on_bodies(bench *x, const bench *cartesian, const double *vdot, const double *lambda, wrench *sum);

// Converts the state to other coordinates, computes accelerations and reactions, and returns the relative imbalance.
static inline double balance_in(const char *coordinates, bench *cartesian, const wrench *need, more_on_bodies *more) {
  const jn_model *model = cartesian->system->model;
  bench x = new_bench(model, coordinates);
  double *vdot = numbers(x.n.nv), *lambda = numbers(x.n.nc);
  wrench sum[MOST_BALANCED] = {0};
  jn_state_convert(cartesian->system, cartesian->state, x.system, x.state);
  CHECK(jn_solve_acceleration(x.system, x.work, x.state, vdot, lambda) == JN_OK);
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_element *joint = &model->joints[j];
    for (int end = 0; end < 2 && joint->kind->two_ended; end++) add_end(&x, cartesian, vdot, lambda, j, end, sum);
    if (joint->def.nterms > 0 && joint->def.terms[0].frame.i >= 0) add_points(&x, cartesian, vdot, lambda, j, sum);
  }
  if (more) more(&x, cartesian, vdot, lambda, sum);
  double left = unbalanced(&x, need, sum);
  free(vdot);
  free(lambda);
  free_bench(&x);
  return left;
}

// Makes an assembled state with velocities that satisfy the constraints.
static inline bool assembled(bench *x) {
  jn_report *report = jn_report_new(NULL);
  jn_assembly result;
  bool ok = jn_assemble(x->system, x->state, &result, report) == JN_OK;
  for (int i = 0; i < x->n.nv; i++) x->v[i] = random_number();
  ok = ok && jn_assemble_velocities(x->system, x->state, &result, report) == JN_OK;
  for (int i = 0; i < jn_report_size(report) && !ok; i++) printf("%s\n", jn_report_get(report, i)->what);
  jn_report_free(report);
  return ok;
}

static inline void check_balance(const char *what, const jn_model *model, more_on_bodies *more) {
  static const char *const all[] = {"cartesian", "natural", "joint"};
  bench x = new_bench(model, "cartesian");
  double *vdot = numbers(x.n.nv);
  wrench need[MOST_BALANCED];
  CHECK(x.system->nbodies <= MOST_BALANCED);
  bool ok = assembled(&x) && jn_solve_acceleration(x.system, x.work, x.state, vdot, NULL) == JN_OK;
  if (!ok) printf("%s: no start\n", what);
  CHECK(ok);
  if (ok) needed(&x, vdot, need);
  for (int k = 0; k < 3 && ok; k++) {
    double left = balance_in(all[k], &x, need, more);
    if (!(left <= 1e-9)) printf("%s in %s coordinates: %.2g of the largest reaction is missing\n", what, all[k], left);
    CHECK(left <= 1e-9);
  }
  free(vdot);
  free_bench(&x);
}

#endif
