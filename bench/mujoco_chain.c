// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_chain.c - the chain in MuJoCo. Measured is the least that gives accelerations without contacts and
// constraints: positions, the mass matrix by composite bodies and its L'DL, velocities, bias by Newton and Euler, one
// solution. The usual call is mj_forward.
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#include "chain.h"
#include "mujoco_text.h"

static void put_model(mujoco_text *w, const chain_problem *p) {
  double g[3];
  chain_gravity(p->spatial, g);
  mujoco_put(w, "<mujoco><compiler boundmass='0' boundinertia='0'/><option gravity='%.17g %.17g %.17g'>", g[0], g[1],
             g[2]);
  mujoco_put(w, "<flag contact='disable'/></option><worldbody>");
  for (int i = 0; i < p->N; i++)
    mujoco_put(w,
               "<body pos='%d 0 0'><joint type='hinge' axis='%s'/><inertial mass='1' pos='0.5 0 0' diaginertia='1e-4 "
               "%.17g %.17g'/>",
               i > 0, chain_axis(p->spatial, i) == 1 ? "0 1 0" : "0 0 1", 1.0 / 12, 1.0 / 12);
  for (int i = 0; i < p->N; i++) mujoco_put(w, "</body>");
  mujoco_put(w, "</worldbody></mujoco>");
}

typedef struct {
  const mjModel *m;
  mjData *d;
} pair;

static void evaluate(void *self) {
  const pair *s = self;
  mj_kinematics(s->m, s->d);
  mj_comPos(s->m, s->d);
  mj_crb(s->m, s->d);
  mj_factorM(s->m, s->d);
  mj_comVel(s->m, s->d);
  mj_rne(s->m, s->d, 0, s->d->qfrc_bias);
  for (int i = 0; i < s->m->nv; i++) s->d->qfrc_smooth[i] = -s->d->qfrc_bias[i];
  mj_solveM(s->m, s->d, s->d->qacc, s->d->qfrc_smooth, 1);
}

static void evaluate_all(void *self) {
  const pair *s = self;
  mj_forward(s->m, s->d);
}

void chain_mujoco(const bench_row *row, const chain_problem *p, chain_result *r, double *qdd) {
  (void)row;
  snprintf(r->settings, sizeof r->settings,
           "mj_kinematics, mj_comPos, mj_crb, mj_factorM, mj_comVel, mj_rne, mj_solveM; its usual call is mj_forward");
  mujoco_text w = {0};
  put_model(&w, p);
  mjModel *m = mujoco_compile(&w, r->why, (int)sizeof r->why);
  mjData *d = m ? mj_makeData(m) : NULL;
  r->ok = d != NULL;
  if (r->ok) {
    pair s = {m, d};
    for (int i = 0; i < p->N; i++) {
      d->qpos[i] = chain_angle(i);
      d->qvel[i] = chain_rate(i);
    }
    evaluate(&s);
    memcpy(qdd, d->qacc, (size_t)p->N * sizeof *qdd);
    r->seconds = bench_time_calls(evaluate, &s, p->at_least, p->repeats);
    r->all = bench_time_calls(evaluate_all, &s, p->at_least, p->repeats);
  }
  if (d) mj_deleteData(d);
  if (m) mj_deleteModel(m);
}
