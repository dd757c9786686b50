// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_gradient.c - what signals are to the bodies they read: a rule for each kind of signal. See readings.h.
//
// A signal of a frame has slopes g over its translation, turn, velocity v and angular velocity w. With L the map of
// increments of the body to the frame (jni_frame_map),
//   dv row   L' (g_v, g_w)          dq row   L' (g_r, g_turn) + what v and w vary by where the speeds are held:
// in cartesian coordinates they turn with the body, dv = turn x (w x arm), dw = turn x w; in natural ones v stays, and
// w = 1/2 sum R_k x Rdot_k varies with R.
#include <string.h>

#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "system/derivative/force_blocks.h"
#include "system/derivative/rate.h"
#include "system/derivative/readings.h"
#include "system/motion.h"
#include "system/signal_value.h"
#include "system/work.h"

// ---- rows of bodies -------------------------------------------------------------------------------------------------

static int slot_of(const jni_rows_read *rows, int body) {
  for (int i = 0; i < rows->n; i++)
    if (rows->bodies[i] == body) return i;
  return -1;
}

// out += L' (a, b)
static void add_mapped(const double *L, int width, const double a[3], const double b[3], double factor, double *out) {
  for (int j = 0; j < width; j++)
    for (int i = 0; i < 3; i++) out[j] += factor * (a[i] * L[i * width + j] + b[i] * L[(3 + i) * width + j]);
}

// The turn over which v and w of the frame vary with the body.
static void carried_turn(const jn_system *system, const jn_work *work, int frame, const jni_frame_slope *g,
                         double turn[3]) {
  jni_motion body;
  double arm[3], u[3], x[3];
  jni_body_motion(system, work, system->model->frames[frame].body, &body);
  jni_frame_arm(system, &body, frame, arm);
  jnk_cross(body.w, arm, u);
  jnk_cross(u, g->v, x);
  jnk_cross(body.w, g->w, turn);
  jnk_add(x, turn, turn);
}

void jni_frame_slope_add(const jn_system *system, const jn_work *work, int frame, const jni_frame_slope *g,
                         double factor, jni_rows_read *rows) {
  int b = system->model->frames[frame].body, width = system->width[b], slot = slot_of(rows, b);
  double L[6 * JNI_WIDEST], turn[3];
  if (slot < 0) return;
  double *dq = rows->dq + slot * JNI_WIDEST, *dv = rows->dv + slot * JNI_WIDEST;
  jni_frame_map(system, work, frame, L);
  add_mapped(L, width, g->v, g->w, factor, dv);
  if (system->kind->natural) {
    jnk_scale(-factor, g->w, turn);
    jni_natural_add_turn(width, work->body3[b].Rdot, turn, dq);
    add_mapped(L, width, g->r, g->turn, factor, dq);
    return;
  }
  carried_turn(system, work, frame, g, turn);
  jnk_add(turn, g->turn, turn);
  add_mapped(L, width, g->r, turn, factor, dq);
}

static void add_to_row(double *row, int slot, double factor, const double *x, int n) {
  for (int i = 0; i < n; i++) row[slot * JNI_WIDEST + i] += factor * x[i];
}

// ---- joint coordinates ----------------------------------------------------------------------------------------------

// The directions of the bodies of a coordinate along component `i` of one of them; -1: at rest.
static void point_along(const jn_system *system, jn_work *work, const jni_coordinate *c, int end, int i) {
  double *w = work->body_scratch;
  for (int k = 0; k < 2; k++) {
    int b = c->side[k].body;
    for (int j = 0; j < system->width[b]; j++) w[system->v_at[b] + j] = k == end && j == i;
    jni_set_body_direction(system, work, b, w);
  }
}

// d(J v) along one direction, v held
static double vary_rate(const jn_system *system, const jn_work *work, int coordinate) {
  const double *v = system->tree ? work->body_v : work->v;
  double Jdot[2][JNI_WIDEST] = {{0}}, sum = 0;
  jni_coordinate_rate_at(system, work, coordinate, Jdot);
  for (int end = 0; end < 2; end++)
    for (int b = system->coordinates[coordinate].side[end].body, i = 0; i < system->width[b]; i++)
      sum += Jdot[end][i] * v[system->v_at[b] + i];
  return sum;
}

void jni_coordinate_gradient(const jn_system *system, jn_work *work, int coordinate, double of_value, double of_rate,
                             jni_rows_read *rows) {
  const jni_coordinate *c = &system->coordinates[coordinate];
  jni_coordinate_state state;
  jni_coordinate_calc(system, work, coordinate, &state);
  for (int end = 0; end < 2; end++) {
    int slot = slot_of(rows, c->side[end].body), width = system->width[c->side[end].body];
    if (slot < 0) continue;
    add_to_row(rows->dq, slot, of_value, state.J[end], width);
    add_to_row(rows->dv, slot, of_rate, state.J[end], width);
    for (int i = 0; i < width && of_rate != 0; i++) {
      point_along(system, work, c, end, i);
      rows->dq[slot * JNI_WIDEST + i] += of_rate * vary_rate(system, work, coordinate);
    }
  }
  if (of_rate != 0) point_along(system, work, c, -1, -1);
}

static void coordinate_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                                jni_rows_read *rows) {
  int i = jni_coordinate_find(system, s->a, s->b);
  bool rate = s->kind == JNI_SIGNAL_COORDINATE_RATE;
  if (i >= 0) jni_coordinate_gradient(system, work, i, rate ? 0 : factor, rate ? factor : 0, rows);
}

// ---- frames and bodies ----------------------------------------------------------------------------------------------

static void frame_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_rows_read *rows) {
  jni_frame_slope g = {0};
  (s->kind == JNI_SIGNAL_POSITION ? g.r : g.v)[s->component] = 1;
  jni_frame_slope_add(system, work, s->a, &g, factor, rows);
}

static void plane_turn_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                                jni_rows_read *rows) {
  jni_frame_slope g = {0};
  (s->kind == JNI_SIGNAL_ANGLE ? g.turn : g.w)[2] = 1;
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &g, factor, rows);
}

// In body axes: w_k = R_k . w, R_k an axis of the body.
static void omega_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_rows_read *rows) {
  jni_frame_slope g = {0};
  jni_motion body;
  jni_body_motion(system, work, s->a, &body);
  for (int i = 0; i < 3; i++) g.w[i] = body.R[3 * i + s->component];
  jnk_cross(g.w, body.w, g.turn);
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &g, factor, rows);
}

// dp = 1/2 p * (0, turn in body axes)
static void quaternion_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                                jni_rows_read *rows) {
  jni_frame_slope g = {0};
  jni_motion body;
  jni_signal other = *s;
  double p[4], own[3];
  for (int i = 0; i < 4; i++) other.component = i, p[i] = jni_signal_calc(system, work, &other, NULL, NULL);
  for (int i = 0; i < 3; i++) {
    const double axis[4] = {0, i == 0, i == 1, i == 2};
    double dp[4];
    jnk_quat_mul(p, axis, dp);
    own[i] = 0.5 * dp[s->component];
  }
  jni_body_motion(system, work, s->a, &body);
  jnk_mat_vec(body.R, own, g.turn);
  jni_frame_slope_add(system, work, system->model->bodies[s->a].com_frame, &g, factor, rows);
}

// ---- teeth ----------------------------------------------------------------------------------------------------------

// P = P0 + (d . u) u + reach e, d = A - P0; P0, u and e are fixed in the carrier, A is a point of one gear.
static void pitch_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_rows_read *rows) {
  const jni_mesh *m = &system->meshes[system->mesh_of[s->a]];
  jni_frame_slope carrier = {0}, gear = {0};
  jni_motion body, at;
  double local[3], arm[3], origin[3], u[3], e[3], d[3], x[3], axis[3] = {0};
  jni_body_motion(system, work, m->carrier, &body);
  jni_frame_motion(system, work, m->at, &at);
  jnk_sub(m->origin, system->model->bodies[m->carrier].com, local);
  jnk_mat_vec(body.R, local, arm), jnk_mat_vec(body.R, m->u, u), jnk_mat_vec(body.R, m->e, e);
  jnk_add(body.r, arm, origin);
  jnk_sub(at.r, origin, d);
  axis[s->component] = 1;
  jnk_scale(u[s->component], u, gear.r);
  jnk_sub(axis, gear.r, carrier.r);
  jnk_cross(arm, carrier.r, carrier.turn);
  jnk_cross(u, d, x), jnk_add_scaled(carrier.turn, u[s->component], x, carrier.turn);
  jnk_cross(u, axis, x), jnk_add_scaled(carrier.turn, jnk_dot(d, u), x, carrier.turn);
  jnk_cross(e, axis, x), jnk_add_scaled(carrier.turn, m->reach, x, carrier.turn);
  jni_frame_slope_add(system, work, system->model->bodies[m->carrier].com_frame, &carrier, factor, rows);
  jni_frame_slope_add(system, work, m->at, &gear, factor, rows);
}

// ---- the whole model ------------------------------------------------------------------------------------------------

// Of the spin S = R J R' w of a body along an axis: over w, and over the turn of R alone.
static void spin_slope(const jni_body *body, const jni_motion *m, const double axis[3], jni_frame_slope *g) {
  const double *J = body->inertia, matrix[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  double w[3], Jw[3], S[3], a[3], Ja[3], x[3];
  jnk_mat_t_vec(m->R, m->w, w), jnk_mat_vec(matrix, w, Jw), jnk_mat_vec(m->R, Jw, S);
  jnk_mat_t_vec(m->R, axis, a), jnk_mat_vec(matrix, a, Ja), jnk_mat_vec(m->R, Ja, g->w);
  jnk_cross(m->w, g->w, x);
  jnk_cross(S, axis, g->turn);
  jnk_sub(g->turn, x, g->turn);
}

// m v, and m r x v + S
static void momentum_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                              jni_rows_read *rows) {
  double axis[3] = {0}, x[3];
  axis[s->component] = 1;
  for (int b = 1; b < system->nbodies; b++) {
    const jni_body *body = &system->model->bodies[b];
    jni_frame_slope g = {0};
    jni_motion m;
    jni_body_motion(system, work, b, &m);
    if (s->kind == JNI_SIGNAL_MOMENTUM) {
      jnk_scale(body->mass, axis, g.v);
    } else {
      jnk_cross(m.v, axis, x), jnk_scale(body->mass, x, g.r);
      jnk_cross(axis, m.r, x), jnk_scale(body->mass, x, g.v);
      spin_slope(body, &m, axis, &g);
    }
    jni_frame_slope_add(system, work, body->com_frame, &g, factor, rows);
  }
}

// On the bodies' level T = 1/2 v' M v with a constant M.
static void kinetic_gradient(const jn_system *system, jn_work *work, double factor, jni_rows_read *rows) {
  const double *v = system->tree ? work->body_v : work->v;
  for (int k = 0; k < rows->n; k++) {
    int b = rows->bodies[k], n = system->width[b];
    const double *M = system->mass + system->rows.mass_at[b - 1], *own = v + system->v_at[b];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) rows->dv[k * JNI_WIDEST + i] += factor * M[i * n + j] * own[j];
  }
}

static void potential_gradient(const jn_system *system, jn_work *work, double factor, jni_rows_read *rows) {
  for (int b = 1; b < system->nbodies; b++) {
    jni_frame_slope g = {0};
    jnk_scale(-system->model->bodies[b].mass, system->model->gravity, g.r);
    jni_frame_slope_add(system, work, system->model->bodies[b].com_frame, &g, factor, rows);
  }
  for (int i = 0; i < system->nforces; i++) jni_force_energy_gradient(system, work, &system->forces[i], factor, rows);
}

static void energy_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                            jni_rows_read *rows) {
  if (s->kind != JNI_SIGNAL_POTENTIAL) kinetic_gradient(system, work, factor, rows);
  if (s->kind != JNI_SIGNAL_KINETIC) potential_gradient(system, work, factor, rows);
  if (s->kind == JNI_SIGNAL_ENERGY_ERROR && rows->dz && system->work_state >= 0) rows->dz[system->work_state] -= factor;
}

// ---- auxiliary states -----------------------------------------------------------------------------------------------

static void state_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_rows_read *rows) {
  int i = jni_signal_state(system, s);
  (void)work;
  if (rows->dz && i >= 0) rows->dz[i] += factor;
}

// ---- signals of the model -------------------------------------------------------------------------------------------

static void computed_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                              jni_rows_read *rows) {
  (void)rows;
  work->weights[3 * system->nforces + s->a] += factor, work->has_weights = true;
}

// ---- subsystems -----------------------------------------------------------------------------------------------------

static void subsystem_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                               jni_rows_read *rows) {
  const jni_subsystem_plan *plan = &system->subsystems[s->a];
  int behind = s->kind == JNI_SIGNAL_SUBSYSTEM_RATE ? plan->element->noutputs : 0;
  (void)rows;
  work->weights[3 * system->nforces + system->ncomputed + plan->output_at + behind + s->b] += factor;
  work->has_weights = true;
}

// ---- the rules ------------------------------------------------------------------------------------------------------

typedef void gradient_rule(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                           jni_rows_read *rows);

static gradient_rule *const rules[JNI_SIGNAL_COUNT] = {
    [JNI_SIGNAL_POSITION] = frame_gradient,
    [JNI_SIGNAL_VELOCITY] = frame_gradient,
    [JNI_SIGNAL_ANGLE] = plane_turn_gradient,
    [JNI_SIGNAL_RATE] = plane_turn_gradient,
    [JNI_SIGNAL_QUATERNION] = quaternion_gradient,
    [JNI_SIGNAL_OMEGA] = omega_gradient,
    [JNI_SIGNAL_TURN] = jni_turn_gradient,
    [JNI_SIGNAL_TURN_RATE] = jni_turn_gradient,
    [JNI_SIGNAL_RELATIVE_POSITION] = jni_place_gradient,
    [JNI_SIGNAL_RELATIVE_VELOCITY] = jni_place_gradient,
    [JNI_SIGNAL_COORDINATE] = coordinate_gradient,
    [JNI_SIGNAL_COORDINATE_RATE] = coordinate_gradient,
    [JNI_SIGNAL_PITCH_POINT] = pitch_gradient,
    [JNI_SIGNAL_COMPUTED] = computed_gradient,
    [JNI_SIGNAL_FORCE_LENGTH] = jni_force_result_gradient,
    [JNI_SIGNAL_FORCE_RATE] = jni_force_result_gradient,
    [JNI_SIGNAL_FORCE_VALUE] = jni_force_result_gradient,
    [JNI_SIGNAL_FORCE_POWER] = jni_force_result_gradient,
    [JNI_SIGNAL_FORCE_OUTPUT] = jni_force_result_gradient,
    [JNI_SIGNAL_END_FORCE] = jni_force_result_gradient,
    [JNI_SIGNAL_END_TORQUE] = jni_force_result_gradient,
    [JNI_SIGNAL_FORCE_ENERGY] = jni_force_result_gradient,
    [JNI_SIGNAL_FORCE_STATE] = state_gradient,
    [JNI_SIGNAL_AUXILIARY] = state_gradient,
    [JNI_SIGNAL_DRIVE] = state_gradient,
    [JNI_SIGNAL_SUBSYSTEM_OUTPUT] = subsystem_gradient,
    [JNI_SIGNAL_SUBSYSTEM_RATE] = subsystem_gradient,
    [JNI_SIGNAL_SUBSYSTEM_STATE] = state_gradient,
    [JNI_SIGNAL_WORK] = state_gradient,
    [JNI_SIGNAL_KINETIC] = energy_gradient,
    [JNI_SIGNAL_POTENTIAL] = energy_gradient,
    [JNI_SIGNAL_ENERGY] = energy_gradient,
    [JNI_SIGNAL_ENERGY_ERROR] = energy_gradient,
    [JNI_SIGNAL_MOMENTUM] = momentum_gradient,
    [JNI_SIGNAL_ANGULAR_MOMENTUM] = momentum_gradient,
};

void jni_signal_terms(const jn_system *system, jn_work *work, const jni_signal *s, double factor, jni_rows_read *rows) {
  if (factor != 0 && rules[s->kind]) rules[s->kind](system, work, s, factor, rows);
}
