// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_states.c - auxiliary states in a step of the index-3 family: those of force elements (the deflection of a tyre's
// carcass) and those of the model, such as the filter or the integral of a controller. See step_formulation.h.
//
// A state satisfies z1 = z0 + h ((1 - theta) zdot0 + theta zdot(q, v, z)), so it follows an increment delta of the
// configuration by
//   g Z delta,   g = h theta / (1 - h theta dzdot/dz),   Z = dzdot/dq + dzdot/dv times dv/dq of the step,
// and the forces F_z z follow it: W gets -F_z g Z, by which W contains the stiffness of the carcass. The derivatives of
// a force element are differences along the motions of its ends or of its sum of joint coordinates. States of the
// model: step_model_states.c.
#include <math.h>
#include <string.h>

#include "force/force.h"
#include "formulation/formulation_common.h"
#include "formulation/step/step_states.h"
#include "linalg/dense/dense.h"
#include "system/coordinates/body_level.h"
#include "system/forces.h"
#include "system/row_size.h"

static bool has_states(const jni_force_plan *plan) { return plan->nstates > 0 && !jni_acts_everywhere(plan); }

// ---- construction -----------------------------------------------------------------------------------------------

double *jni_body_row(const jni_body_rows *rows, int body) {
  for (int i = 0; i < rows->n; i++)
    if (rows->body[i] == body) return rows->row + i * JNI_WIDEST;
  return NULL;
}

void jni_body_row_add(void *context, int body) {
  jni_body_list *l = context;
  for (int i = 0; i < l->rows->n; i++)
    if (l->rows->body[i] == body) return;
  if (jni_pool_grow(l->pool, &l->rows->body, &l->rows->capacity, l->rows->n + 1, sizeof *l->rows->body))
    l->rows->body[l->rows->n++] = body;
}

static void fill_list(const jn_system *system, jni_step_states *s) {
  int at = 0;
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; has_states(&system->forces[i]) && k < system->forces[i].nstates; k++) {
      s->list[at] = (jni_coupled){.plan = &system->forces[i], .k = k, .z = system->forces[i].state_at + k};
      jni_body_list force = {s->pool, &s->list[at].force}, rate = {s->pool, &s->list[at].rate};
      for (int j = 0; j < system->forces[i].nbodies; j++) {
        jni_body_row_add(&force, system->forces[i].bodies[j]);
        jni_body_row_add(&rate, system->forces[i].bodies[j]);
      }
      at++;
    }
}

jni_step_states *jni_step_states_new(jni_step *f) {
  const jn_system *system = f->base.system;
  jni_step_states *s = jni_take(&f->base.pool, 1, sizeof *s);
  if (!s) return NULL;
  s->pool = &f->base.pool;
  for (int i = 0; i < system->nforces; i++) s->n += has_states(&system->forces[i]) ? system->forces[i].nstates : 0;
  s->nelement = s->n;
  s->n += system->nrates;
  s->list = jni_take(s->pool, s->n, sizeof *s->list);
  s->dz = jni_doubles(s->pool, (size_t)system->sizes.nz);
  if (s->list) {
    fill_list(system, s);
    jni_model_states_make(system, s);
  }
  for (int i = 0; i < s->n && s->list; i++) {
    s->list[i].force.row = jni_doubles(s->pool, (size_t)s->list[i].force.n * JNI_WIDEST);
    s->list[i].rate.row = jni_doubles(s->pool, (size_t)s->list[i].rate.n * JNI_WIDEST * 2);
  }
  return s->pool->failed ? NULL : s;
}

bool jni_step_states_couple(const jni_step_states *s) {
  for (int i = 0; i < s->n; i++)
    if (!s->list[i].plan && s->list[i].force.n > 0 && s->list[i].rate.n > 0) return true;
  return false;
}

bool jni_step_state_pairs(const jni_step_states *s, bool (*add)(void *context, int a, int b), void *context) {
  for (int i = 0; i < s->n; i++)
    for (int k = 0; k < s->list[i].force.n; k++)
      for (int j = 0; j < s->list[i].rate.n; j++)
        if (!add(context, s->list[i].force.body[k], s->list[i].rate.body[j])) return false;
  return true;
}

// ---- by differences -----------------------------------------------------------------------------------------------

static jni_force_output calc(const jni_force_plan *plan, const jni_force_input *in) {
  jni_force_output out;
  memset(&out, 0, sizeof out);
  plan->element->kind->calc(plan->element, in, &out);
  return out;
}

// Computes the derivatives with respect to state k of a force element: wrench: of force and torque at each end (for
// sums of joint coordinates wrench[0][0]: of the force), *rate: of the state's own rate. base: results at the present
// state; size: typical size of the state.
static void differ_state(const jni_force_plan *plan, const jni_force_input *in, const jni_force_output *base, int k,
                         double size, double wrench[JNI_MOST_ENDS][6], double *rate) {
  double z[JNI_MAX_FORCE_STATES], h = 1.5e-8 * fmax(fabs(in->state[k]), 1e-3 * size);
  jni_force_input moved = *in;
  jni_copy(z, in->state, plan->nstates);
  z[k] += h;
  moved.state = z;
  jni_force_output out = calc(plan, &moved);
  for (int i = 0; i < 6 * plan->nends; i++) {
    int end = i / 6, axis = i % 3;
    wrench[end][i % 6] =
        (i % 6 < 3 ? out.force[end][axis] - base->force[end][axis] : out.torque[end][axis] - base->torque[end][axis]) /
        h;
  }
  if (plan->nterms > 0) wrench[0][0] = (out.generalized - base->generalized) / h;
  *rate = (out.state_rate[k] - base->state_rate[k]) / h;
}

static bool is_length(const jn_system *system, const jni_force_plan *plan, int direction) {
  return plan->nterms > 0 ? system->coordinates[plan->terms[0].coordinate].kind == JNI_DISPLACEMENT : direction < 3;
}

// Computes the derivatives of the rate of every state with respect to the velocities of the ends:
// move[state][end][direction]; for sums of joint coordinates move[state][0][0]: with respect to the rate of the sum.
// rate: typical speeds, in sizes of the bodies per second.
static void differ_move(const jni_step *f, const jni_force_plan *plan, const jni_force_input *in,
                        const jni_force_output *base, double rate,
                        double move[JNI_MAX_FORCE_STATES][JNI_MOST_ENDS][6]) {
  for (int i = 0; i < (plan->nterms > 0 ? 1 : 6 * plan->nends); i++) {
    int end = i / 6, direction = i % 6;
    double h = 1e-6 * rate * (is_length(f->base.system, plan, direction) ? f->base.system->length_scale : 1);
    jni_force_input moved = *in;
    if (plan->nterms > 0) moved.rate += h;
    else if (direction < 3) moved.end[end].v[direction] += h;
    else moved.end[end].w[direction - 3] += h;
    jni_force_output out = calc(plan, &moved);
    for (int k = 0; k < plan->nstates; k++) move[k][end][direction] = (out.state_rate[k] - base->state_rate[k]) / h;
  }
}

// Adds factor L' x[place] to out, a row over the speeds of the body at one place of a force element; L maps these
// speeds to the motion of the element's end, or to the rate of its sum of joint coordinates (then x[0][0]).
static void map_back(const jn_system *system, const jn_work *work, const jni_force_plan *plan, int place,
                     double x[JNI_MOST_ENDS][6], double factor, double *out) {
  double L[6 * JNI_WIDEST], part;
  int width = system->width[plan->places[place]];
  if (plan->nterms > 0) {
    const double *J = jni_form_side(work, plan, place, &part);
    for (int j = 0; j < width; j++) out[j] += factor * part * J[j] * x[0][0];
    return;
  }
  jni_frame_map(system, work, plan->ends[place].i, L);
  for (int j = 0; j < width; j++)
    for (int i = 0; i < 6; i++) out[j] += factor * L[i * width + j] * x[place][i];
}

static void zero_rows(jni_body_rows *rows) { memset(rows->row, 0, (size_t)rows->n * JNI_WIDEST * sizeof *rows->row); }

// Computes the derivatives of all states of one force element, `first` being its first state, and stores them in the
// list of states and in f->rates. speed: dv/dq of the step. Positive dzdot/dz (unstable states) count as zero; the
// iteration has to account for them.
static void calc_element(jni_step *f, jni_coupled *first, double speed) {
  const jn_system *system = f->base.system;
  const jni_force_plan *plan = first->plan;
  jni_force_input in;
  double wrench[JNI_MOST_ENDS][6], move[JNI_MAX_FORCE_STATES][JNI_MOST_ENDS][6];
  memset(move, 0, (size_t)plan->nstates * sizeof *move);
  jni_force_prepare(system, f->base.work, plan, 0, &in);
  jni_force_output base = calc(plan, &in);
  differ_move(f, plan, &in, &base, fmax(jni_largest_speed(system, f->base.work), 1e-3 / f->h), move);
  for (int k = 0; k < plan->nstates; k++) {
    double *rate = &f->rates[plan->state_at + k];
    differ_state(plan, &in, &base, k, f->z_size[plan->state_at + k], wrench, rate);
    *rate = fmin(*rate, 0);
    zero_rows(&first[k].force);
    zero_rows(&first[k].rate);
    for (int place = 0; place < plan->nplaces; place++) {
      int b = plan->places[place];
      if (b == 0) continue;
      map_back(system, f->base.work, plan, place, wrench, 1, jni_body_row(&first[k].force, b));
      map_back(system, f->base.work, plan, place, move[k], speed, jni_body_row(&first[k].rate, b));
    }
  }
}

// ---- use in the step ------------------------------------------------------------------------------------------------

static double gain(const jni_step *f, int i) { return f->h * f->z_part / (1 - f->h * f->z_part * f->rates[i]); }

static void add_state(const jn_system *system, const jni_coupled *c, double factor, jni_force_matrix_add *add,
                      void *context) {
  double block[JNI_WIDEST * JNI_WIDEST];
  for (int to = 0; to < c->force.n; to++)
    for (int by = 0; by < c->rate.n; by++) {
      int a = c->force.body[to], b = c->rate.body[by];
      const double *force = c->force.row + to * JNI_WIDEST, *rate = c->rate.row + by * JNI_WIDEST;
      for (int row = 0; row < system->width[a]; row++)
        for (int column = 0; column < system->width[b]; column++)
          block[row * system->width[b] + column] = factor * force[row] * rate[column];
      add(context, a, b, block);
    }
}

void jni_step_add_states(jni_step *f, double damping, double stiffness, jni_force_matrix_add *add, void *context) {
  const jn_system *system = f->base.system;
  jni_model_states_calc(f, damping / stiffness);
  for (int i = 0; i < f->states->n; i++) {
    jni_coupled *c = &f->states->list[i];
    if (c->plan && c->k == 0) calc_element(f, c, damping / stiffness);
    add_state(system, c, -stiffness * (c->plan ? gain(f, c->z) : 1), add, context);
  }
}

void jni_step_follow_states(const jni_step *f, const double *delta, double *change) {
  const jn_system *system = f->base.system;
  if (f->states->n == 0) return;
  const double *moved = jni_body_speeds(system, f->base.work, delta, f->base.work->body_scratch);
  jni_model_states_solve(f->states, change);
  for (int i = 0; i < f->states->n; i++) {
    const jni_coupled *c = &f->states->list[i];
    double factor = c->plan ? gain(f, c->z) : 1;
    for (int k = 0; k < c->rate.n; k++) {
      int b = c->rate.body[k];
      change[c->z] += factor * jni_dot(system->width[b], c->rate.row + k * JNI_WIDEST, moved + system->v_at[b]);
    }
  }
}
