// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_chain.c - the chain in Jounce: jn_solve_acceleration on models/benchmarks/n-link-chain.yaml or
// n-link-chain-space.yaml.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chain.h"
#include "jounce_side.h"

typedef struct {
  const jn_system *system;
  jn_work *work;
  double *state, *vdot, *lambda;
  jn_status status;
} evaluation;

static void evaluate(void *self) {
  evaluation *e = self;
  e->status = jn_solve_acceleration(e->system, e->work, e->state, e->vdot, e->lambda);
}

// ---- the state ------------------------------------------------------------------------------------------

static void joint_state(const chain_problem *p, double *q, double *v) {
  for (int i = 0; i < p->N; i++) {
    q[i] = chain_angle(i);
    v[i] = chain_rate(i);
  }
}

// x, y, angle of the middle of each link, and their rates.
static void plane_state(const chain_problem *p, double *q, double *v) {
  double hinge[2] = {0}, speed[2] = {0}, angle = 0, rate = 0;
  for (int i = 0; i < p->N; i++) {
    angle += chain_angle(i);
    rate += chain_rate(i);
    const double u[2] = {cos(angle), sin(angle)}, ud[2] = {-rate * u[1], rate * u[0]};
    for (int k = 0; k < 2; k++) {
      q[k] = hinge[k] + u[k] / 2;
      v[k] = speed[k] + ud[k] / 2;
      hinge[k] += u[k];
      speed[k] += ud[k];
    }
    q[2] = angle;
    v[2] = rate;
    q += 3;
    v += 3;
  }
}

static void cross(const double *a, const double *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void rotate(const double *Q, const double *a, double *out) {
  double b[3], c[3];
  cross(Q + 1, a, b);
  for (int k = 0; k < 3; k++) b[k] += Q[0] * a[k];
  cross(Q + 1, b, c);
  for (int k = 0; k < 3; k++) out[k] = a[k] + 2 * c[k];
}

// Q := Q times the turn of a hinge.
static void turn(double *Q, int axis, double angle) {
  const double c = cos(angle / 2), s = sin(angle / 2), w = Q[0], *u = Q + 1;
  double e[3] = {0}, ue[3];
  e[axis] = 1;
  cross(u, e, ue);
  const double next[4] = {c * w - s * u[axis], c * u[0] + s * (w * e[0] + ue[0]), c * u[1] + s * (w * e[1] + ue[1]),
                          c * u[2] + s * (w * e[2] + ue[2])};
  memcpy(Q, next, sizeof next);
}

// Position and quaternion of each link, velocity and angular velocity in its own axes.
static void space_state(const chain_problem *p, double *q, double *v) {
  double hinge[3] = {0}, speed[3] = {0}, Q[4] = {1}, w[3] = {0};
  for (int i = 0; i < p->N; i++) {
    const int axis = chain_axis(p->spatial, i);
    const double along[3] = {1, 0, 0};
    double own[3] = {0}, spin[3], u[3], ud[3], back[4];
    turn(Q, axis, chain_angle(i));
    own[axis] = chain_rate(i);
    rotate(Q, own, spin);
    rotate(Q, along, u);
    for (int k = 0; k < 3; k++) w[k] += spin[k];
    cross(w, u, ud);
    for (int k = 0; k < 4; k++) back[k] = k == 0 ? Q[0] : -Q[k];
    rotate(back, w, v + 3);
    memcpy(q + 3, Q, sizeof Q);
    for (int k = 0; k < 3; k++) {
      q[k] = hinge[k] + u[k] / 2;
      v[k] = speed[k] + ud[k] / 2;
      hinge[k] += u[k];
      speed[k] += ud[k];
    }
    q += 7;
    v += 6;
  }
}

static void fill_state(const chain_problem *p, const jn_system *system, double *state) {
  memset(state, 0, (size_t)jn_system_sizes(system).nstate * sizeof *state);
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state);
  if (jn_system_sizes(system).nv == p->N) joint_state(p, q, v);
  else if (p->spatial) space_state(p, q, v);
  else plane_state(p, q, v);
}

// Of the hinges: in cartesian coordinates the difference of two links' angular accelerations along the axis, which has
// the same components in both.
static void read_accelerations(const chain_problem *p, const evaluation *e, double *qdd) {
  if (jn_system_sizes(e->system).nv == p->N) {
    memcpy(qdd, e->vdot, (size_t)p->N * sizeof *qdd);
    return;
  }
  const int width = p->spatial ? 6 : 3;
  for (int i = 0; i < p->N; i++) {
    const int at = p->spatial ? 3 + chain_axis(true, i) : 2;
    qdd[i] = e->vdot[i * width + at] - (i > 0 ? e->vdot[(i - 1) * width + at] : 0);
  }
}

// ---- the measurement --------------------------------------------------------------------------------------

static void measure(const chain_problem *p, evaluation *e, chain_result *r, double *qdd) {
  fill_state(p, e->system, e->state);
  evaluate(e);
  if (e->status == JN_OK) read_accelerations(p, e, qdd);
  if (e->status == JN_OK) r->seconds = bench_time_calls(evaluate, e, p->at_least, p->repeats);
  r->ok = e->status == JN_OK;
  if (!r->ok) snprintf(r->why, sizeof r->why, "%s", jn_status_text(e->status));
}

void chain_jounce(const bench_row *row, const chain_problem *p, chain_result *r, double *qdd) {
  char N[16];
  session s;
  snprintf(r->settings, sizeof r->settings, "jn_solve_acceleration");
  snprintf(N, sizeof N, "%d", p->N);
  const jn_setting settings[] = {{"N", N}};
  const char *model =
      p->spatial ? BENCH_MODELS "/benchmarks/n-link-chain-space.yaml" : BENCH_MODELS "/benchmarks/n-link-chain.yaml";
  if (!session_read(&s, model, settings, 1, r->why, sizeof r->why)) return;
  jn_system *system = jn_system_new(s.model, row->coordinates, s.report);
  if (system) {
    const jn_sizes n = jn_system_sizes(system);
    double *block = malloc((size_t)(n.nstate + n.nv + n.nc) * sizeof *block);
    evaluation e = {.system = system, .work = jn_work_new(system), .state = block, .status = JN_NO_MEMORY};
    if (e.work && block) {
      e.vdot = block + n.nstate;
      e.lambda = e.vdot + n.nv;
      measure(p, &e, r, qdd);
    }
    free(block);
    jn_work_free(e.work);
    jn_system_free(system);
  } else {
    session_fault(&s, r->why, sizeof r->why);
  }
  session_close(&s);
}
