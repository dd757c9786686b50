// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_states.c - auxiliary states of force elements (the deflection of a tyre's carcass) in a step of the index-3
// family. See step.h.
//
// Such a state obeys z1 = z0 + h ((1 - theta) zdot0 + theta zdot(v, z)), so that it follows an increment delta of the
// configuration by
//   g Z L delta,   g = h theta / (1 - h theta dzdot/dz),   Z = dzdot/d(how the ends move) times dv/dq of the step,
// L the map of the ends' frames, and the forces F_z z with it: W gets -F_z g Z, by which the carcass is as stiff in the
// step as it is. How zdot varies with where the ends stand is left to the iteration. By differences of the element.
#include <math.h>
#include <string.h>

#include "force/force.h"
#include "formulation/common.h"
#include "formulation/step/step.h"
#include "linalg/dense/dense.h"
#include "system/system.h"

// One state: what it does to the bodies of the ends, and how these move it.
typedef struct {
  const jni_force_plan *plan;
  int k;                        // its number in the element
  double force[2][JNI_WIDEST];  // generalised forces over z
  double rate[2][JNI_WIDEST];   // zdot over increments
} coupled;

struct jni_step_states {
  int n;
  coupled *list;
};

static bool has_states(const jni_force_plan *plan) {
  return plan->nstates > 0 && plan->coordinate < 0 && plan->element->kind->ends > 0;
}

static int end_body(const jn_system *system, const jni_force_plan *plan, int end) {
  return end < plan->element->kind->ends ? system->model->frames[plan->element->def.between[end].i].body : 0;
}

jni_step_states *jni_step_states_new(jni_step *f) {
  const jn_system *system = f->base.system;
  jni_step_states *s = jni_take(&f->base.pool, 1, sizeof *s);
  if (!s) return NULL;
  for (int i = 0; i < system->nforces; i++) s->n += has_states(&system->forces[i]) ? system->forces[i].nstates : 0;
  s->list = jni_take(&f->base.pool, s->n, sizeof *s->list);
  if (!s->list) return NULL;
  for (int i = 0, at = 0; i < system->nforces; i++)
    for (int k = 0; has_states(&system->forces[i]) && k < system->forces[i].nstates; k++)
      s->list[at++] = (coupled){.plan = &system->forces[i], .k = k};
  return s;
}

// ---- by differences -----------------------------------------------------------------------------------------------

static jni_force_output calc(const jni_force_plan *plan, const jni_force_input *in) {
  jni_force_output out;
  memset(&out, 0, sizeof out);
  plan->element->kind->calc(plan->element, in, &out);
  return out;
}

// Force and torque at each end, and zdot, over one state, which is of the given size.
static void differ_state(const jni_force_plan *plan, const jni_force_input *in, const jni_force_output *base, int k,
                         double size, double wrench[2][6], double *rate) {
  double z[JNI_MAX_FORCE_STATES], h = 1.5e-8 * fmax(fabs(in->state[k]), 1e-3 * size);
  jni_force_input moved = *in;
  jni_copy(z, in->state, plan->nstates);
  z[k] += h, moved.state = z;
  jni_force_output out = calc(plan, &moved);
  for (int i = 0; i < 12; i++) {
    int end = i / 6, axis = i % 3;
    wrench[end][i % 6] =
        (i % 6 < 3 ? out.force[end][axis] - base->force[end][axis] : out.torque[end][axis] - base->torque[end][axis]) /
        h;
  }
  *rate = (out.state_rate[k] - base->state_rate[k]) / h;
}

// zdot of every state over how the ends move; rate: what speeds are typical, in sizes of the bodies a second.
static void differ_move(const jni_step *f, const jni_force_plan *plan, const jni_force_input *in,
                        const jni_force_output *base, double rate, double move[JNI_MAX_FORCE_STATES][2][6]) {
  for (int i = 0; i < 6 * plan->element->kind->ends; i++) {
    int end = i / 6, way = i % 6;
    double h = 1e-6 * rate * (way < 3 ? f->base.system->length_scale : 1);
    jni_force_input moved = *in;
    if (way < 3) moved.end[end].v[way] += h;
    else moved.end[end].w[way - 3] += h;
    jni_force_output out = calc(plan, &moved);
    for (int k = 0; k < plan->nstates; k++) move[k][end][way] = (out.state_rate[k] - base->state_rate[k]) / h;
  }
}

// out = factor L' x
static void map_back(const jn_system *system, const jn_work *work, const jni_force_plan *plan, int end, const double *x,
                     double factor, double *out) {
  double L[6 * JNI_WIDEST];
  int width = system->width[end_body(system, plan, end)];
  jni_frame_map(system, work, plan->element->def.between[end].i, L);
  for (int j = 0; j < width; j++) {
    out[j] = 0;
    for (int i = 0; i < 6; i++) out[j] += factor * L[i * width + j] * x[i];
  }
}

// What has zdot falling with z is damped; what grows is left to the iteration.
static void take_element(jni_step *f, coupled *first, double speed) {
  const jn_system *system = f->base.system;
  const jni_force_plan *plan = first->plan;
  jni_force_input in;
  double wrench[2][6], move[JNI_MAX_FORCE_STATES][2][6] = {0};
  jni_force_prepare(system, f->base.work, plan, 0, &in);
  jni_force_output base = calc(plan, &in);
  differ_move(f, plan, &in, &base, fmax(jni_fastest(system, f->base.work), 1e-3 / f->h), move);
  for (int k = 0; k < plan->nstates; k++) {
    double *rate = &f->rates[plan->state_at + k];
    differ_state(plan, &in, &base, k, f->z_size[plan->state_at + k], wrench, rate);
    *rate = fmin(*rate, 0);
    for (int end = 0; end < 2; end++) {
      if (end_body(system, plan, end) == 0) continue;
      map_back(system, f->base.work, plan, end, wrench[end], 1, first[k].force[end]);
      map_back(system, f->base.work, plan, end, move[k][end], speed, first[k].rate[end]);
    }
  }
}

// ---- in the step --------------------------------------------------------------------------------------------------

static double gain(const jni_step *f, int i) { return f->h * f->z_part / (1 - f->h * f->z_part * f->rates[i]); }

void jni_step_add_states(jni_step *f, double damping, double stiffness, jni_force_matrix_add *add, void *context) {
  const jn_system *system = f->base.system;
  double block[JNI_WIDEST * JNI_WIDEST];
  for (int i = 0; i < f->states->n; i++) {
    coupled *c = &f->states->list[i];
    if (c->k == 0) take_element(f, c, damping / stiffness);
    double factor = -stiffness * gain(f, c->plan->state_at + c->k);
    for (int pair = 0; pair < 4; pair++) {
      int to = pair / 2, by = pair % 2, a = end_body(system, c->plan, to), b = end_body(system, c->plan, by);
      if (a == 0 || b == 0) continue;
      for (int row = 0; row < system->width[a]; row++)
        for (int column = 0; column < system->width[b]; column++)
          block[row * system->width[b] + column] = factor * c->force[to][row] * c->rate[by][column];
      add(context, a, b, block);
    }
  }
}

void jni_step_follow_states(const jni_step *f, const double *delta, double *change) {
  const jn_system *system = f->base.system;
  if (f->states->n == 0) return;
  const double *moved = jni_body_speeds(system, f->base.work, delta, f->base.work->body_scratch);
  for (int i = 0; i < f->states->n; i++) {
    const coupled *c = &f->states->list[i];
    int at = c->plan->state_at + c->k;
    for (int end = 0; end < 2; end++) {
      int b = end_body(system, c->plan, end);
      if (b > 0) change[at] += gain(f, at) * jni_dot(system->width[b], c->rate[end], moved + system->v_at[b]);
    }
  }
}
