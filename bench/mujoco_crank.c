// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_crank.c - the spatial slider-crank in MuJoCo: crank, slider and rod in a tree, the ball closed by a soft
// `connect`.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>

#include "crank.h"
#include "mujoco_text.h"

// Impedances up to the largest that MuJoCo takes; the constraint's time constant is two steps.
static const struct {
  const char *integrator;
  double impedance;
} methods[] = {{"RK4", 0.9999}, {"RK4", 0.99999999}, {"Euler", 0.9999}};
static const crank_ladder ladders[] = {
    {"RK4, solref 2h, dmax 0.9999, step", 2e-3, 5e-6, 0.7},
    {"RK4, solref 2h, dmax 0.99999999, step", 2e-3, 5e-6, 0.7},
    {"Euler, solref 2h, dmax 0.9999, step", 1e-3, 5e-6, 0.7},
};
enum { LADDERS = sizeof ladders / sizeof *ladders };

// The rod hangs on the slider by two hinges, about z of the slider and about its own y.
static void put_bodies(mujoco_text *w) {
  const crank_start s = crank_at_start();
  const double ca = cos(s.heading / 2), sa = sin(s.heading / 2), cb = cos(s.elevation / 2), sb = sin(s.elevation / 2);
  mujoco_put(w,
             "<body name='crank' pos='0 0.1 0.12'><joint type='hinge' axis='1 0 0'/>"
             "<inertial pos='0 0 0' mass='0.12' diaginertia='1e-4 1e-4 1e-4'/></body>");
  mujoco_put(w,
             "<body name='slider' pos='%.17g 0 0'><joint type='slide' axis='1 0 0'/>"
             "<inertial pos='0 0 0' mass='2' diaginertia='1e-4 1e-4 1e-4'/>",
             s.x);
  mujoco_put(w,
             "<body name='rod' quat='%.17g %.17g %.17g %.17g'><joint type='hinge' axis='%.17g 0 %.17g'/><joint "
             "type='hinge' axis='0 1 0'/>"
             "<inertial pos='-0.15 0 0' mass='0.5' diaginertia='4e-4 4e-3 4e-3'/></body></body>",
             ca * cb, -sa * sb, ca * sb, sa * cb, -sin(s.elevation), cos(s.elevation));
}

static mjModel *compile(int ladder, double step) {
  char why[256];
  const double d = methods[ladder].impedance;
  mujoco_text w = {0};
  mujoco_put(
      &w,
      "<mujoco><compiler boundmass='0' boundinertia='0'/>"
      "<option timestep='%.17g' gravity='0 0 -9.81' integrator='%s' solver='Newton' tolerance='1e-12' iterations='50'>"
      "<flag contact='disable'/></option><worldbody>",
      step, methods[ladder].integrator);
  put_bodies(&w);
  mujoco_put(&w,
             "</worldbody><equality><connect body1='rod' body2='crank' anchor='-0.3 0 0' solref='%.17g 1' "
             "solimp='%.17g %.17g 0.001'/></equality></mujoco>",
             2 * step, d, d);
  return mujoco_compile(&w, why, (int)sizeof why);
}

// Seconds are whole numbers of steps: the step of a rung is rounded so.
static bool go(const mjModel *m, mjData *d, long per_second, double *seconds, double *error) {
  const crank_start s = crank_at_start();
  mj_resetData(m, d);
  for (int i = 0; i < 4; i++) d->qvel[i] = s.speeds[i];
  *error = 0;
  const double before = bench_cpu_seconds();
  for (int k = 0; k < CRANK_LOOKS; k++) {
    for (long i = 0; i < per_second; i++) mj_step(m, d);
    const double off = fabs(d->qpos[0] - crank_angle(k));
    if (!(off <= *error)) *error = off;
  }
  *seconds = bench_cpu_seconds() - before;
  return isfinite(*error) && d->warning[mjWARN_BADQACC].number == 0 && d->warning[mjWARN_BADQPOS].number == 0;
}

static bool run(void *self, int ladder, double value, double *seconds, double *error) {
  (void)self;
  const long per_second = lround(1 / value);
  mjModel *m = compile(ladder, 1 / (double)per_second);
  mjData *d = m ? mj_makeData(m) : NULL;
  const bool ok = d && go(m, d, per_second, seconds, error);
  if (d) mj_deleteData(d);
  if (m) mj_deleteModel(m);
  return ok;
}

void crank_mujoco(const bench_row *row, const crank_problem *p, crank_result *r) {
  (void)row;
  crank_search(p, ladders, LADDERS, run, NULL, r);
}
