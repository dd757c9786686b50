// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_loops.c - N four-bars in MuJoCo: hinges in a tree, the loops closed by `connect` constraints.
//
// MuJoCo's constraints are soft. The settings make them as stiff as the step allows (time constant of two steps,
// impedance
// 0.9999), with its RK-4 and a Newton solver to 1e-12: its error is then a few 1e-6 m.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>

#include "loops.h"
#include "mujoco_text.h"

// Thin bars: MuJoCo wants a moment of inertia about the long axis too; it does not act in a plane motion.
static void put_bar(mujoco_text *w, bool upright) {
  const double across = 1.0 / 12, along = 1e-4;
  mujoco_put(w, "<joint type='hinge' axis='0 0 1'/><inertial mass='1' pos='%s' diaginertia='%.17g %.17g %.17g'/>",
             upright ? "0 0.5 0" : "0.5 0 0", upright ? across : along, upright ? along : across, across);
}

static void put_cranks(mujoco_text *w, int N) {
  mujoco_put(w, "<worldbody>");
  for (int i = 0; i <= N; i++) {
    mujoco_put(w, "<body name='crank%d' pos='%d 0 0'>", i, i);
    put_bar(w, true);
    if (i == 0) mujoco_put(w, "<site name='B0' pos='0 1 0'/>");
    if (i < N) {
      mujoco_put(w, "<body name='coupler%d' pos='0 1 0'>", i);
      put_bar(w, false);
      mujoco_put(w, "</body>");
    }
    mujoco_put(w, "</body>");
  }
  mujoco_put(w, "</worldbody>");
}

static void put_model(mujoco_text *w, const loops_problem *p) {
  mujoco_put(w, "<mujoco><compiler boundmass='0' boundinertia='0'/>");
  mujoco_put(w,
             "<option timestep='%.17g' gravity='0 -9.81 0' integrator='RK4' solver='Newton' tolerance='1e-12' "
             "iterations='50'>",
             p->step);
  mujoco_put(w, "<flag contact='disable'/></option>");
  if (p->N > 100) mujoco_put(w, "<size njmax='%d' nstack='40000000'/>", 8 * p->N);
  put_cranks(w, p->N);
  mujoco_put(w, "<equality>");
  for (int i = 0; i < p->N; i++)
    mujoco_put(
        w, "<connect body1='coupler%d' body2='crank%d' anchor='1 0 0' solref='%.17g 1' solimp='0.9999 0.9999 0.001'/>",
        i, i + 1, 2 * p->step);
  mujoco_put(w, "</equality></mujoco>");
}

// The speeds are relative: a crank at -1 rad/s, its coupler at +1 against it.
static void restart(const mjModel *m, mjData *d) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = i % 2 == 0 ? -1 : 1;
}

static long run(const mjModel *m, mjData *d, const loops_problem *p) {
  const long steps = lround(p->until / p->step);
  const double stop = bench_cpu_seconds() + p->budget;
  restart(m, d);
  for (long k = 1; k <= steps; k++) {
    mj_step(m, d);
    if (k % 64 == 0 && bench_cpu_seconds() > stop) return k;
  }
  return steps;
}

static void look(const mjModel *m, mjData *d, double t, loops_reference *reference, loops_result *r) {
  mj_forward(m, d);
  loops_compare(reference, t, d->site_xpos, r);
  for (int i = 0; i < d->nefc; i++)
    if (!(fabs(d->efc_pos[i]) <= r->violation)) r->violation = fabs(d->efc_pos[i]);
}

static void measure_error(const mjModel *m, mjData *d, const loops_problem *p, loops_result *r) {
  loops_reference reference = loops_reference_start(p->N);
  const long every = r->steps > 100 ? r->steps / 100 : 1;
  restart(m, d);
  for (long k = 1; k <= r->steps; k++) {
    mj_step(m, d);
    if (k % every == 0 || k == r->steps) look(m, d, (double)k * p->step, &reference, r);
  }
}

void loops_mujoco(const bench_row *row, const loops_problem *p, loops_result *r) {
  (void)row;
  snprintf(r->version, sizeof r->version, "%s", mj_versionString());
  snprintf(r->settings, sizeof r->settings, "RK4, Newton, solref 2h, dmax 0.9999, tolerance 1e-12");
  mujoco_text w = {0};
  put_model(&w, p);
  mjModel *m = mujoco_compile(&w, r->why, (int)sizeof r->why);
  mjData *d = m ? mj_makeData(m) : NULL;
  r->ok = d != NULL;
  if (r->ok) {
    for (int i = 0; i < p->repeats; i++) {
      double start = bench_cpu_seconds();
      long steps = run(m, d, p);
      loops_keep_time(r, i, bench_cpu_seconds() - start, steps);
    }
    r->reached = (double)r->steps * p->step;
    measure_error(m, d, p, r);
    r->coordinates = m->nq;
    r->rows = d->nefc;
  }
  if (d) mj_deleteData(d);
  if (m) mj_deleteModel(m);
}
