// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// energy_signals.c - energies, work and momenta of the whole mechanism.
#include "kernel/vec3.h"
#include "system/derivative/formula_gradient.h"
#include "system/motion.h"
#include "system/signal_code.h"
#include "system/work.h"

// ---- energies ------------------------------------------------------------------------------------------------------

static double energy_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                           const double *lambda) {
  double W = system->work_state >= 0 ? work->z[system->work_state] : work->led_work;
  (void)vdot;
  (void)lambda;
  switch (s->kind) {
    case JNI_SIGNAL_KINETIC: return jn_get_kinetic(system, work);
    case JNI_SIGNAL_POTENTIAL: return work->potential;
    case JNI_SIGNAL_WORK: return W;
    case JNI_SIGNAL_ENERGY: return jn_get_kinetic(system, work) + work->potential;
    default: return jn_get_kinetic(system, work) + work->potential - work->energy_initial - W;
  }
}

static jni_node energy_write(const jni_signal_code *c, const jni_signal *s) {
  const jni_signal_code_functions *f = c->functions;
  jni_node W = c->system->work_state >= 0 ? c->z[c->system->work_state] : JNI_ZERO;
  if (s->kind == JNI_SIGNAL_KINETIC) return f->kinetic(c->writer);
  if (s->kind == JNI_SIGNAL_POTENTIAL) return f->potential(c->writer);
  if (s->kind == JNI_SIGNAL_WORK) return W;
  jni_node initial = s->kind == JNI_SIGNAL_ENERGY_ERROR ? f->initial_energy(c->writer) : JNI_ZERO;
  jni_node V = f->potential(c->writer), T = f->kinetic(c->writer), energy = jni_plus(c->g, T, V);
  if (s->kind == JNI_SIGNAL_ENERGY) return energy;
  return jni_minus(c->g, jni_minus(c->g, energy, W), initial);
}

static void work_states(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  (void)s;
  if (system->work_state >= 0) add(context, system->work_state);
}

static void work_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                          jni_gradient_rows *rows) {
  (void)work;
  (void)s;
  if (rows->dz && system->work_state >= 0) rows->dz[system->work_state] += factor;
}

static void potential_gradient(const jn_system *system, jn_work *work, double factor, jni_gradient_rows *rows) {
  for (int b = 1; b < system->nbodies; b++) {
    jni_frame_slope g = {0};
    jnk_scale(-system->model->bodies[b].mass, system->model->gravity, g.r);
    jni_frame_slope_add(system, work, system->model->bodies[b].com_frame, &g, factor, rows);
  }
  for (int i = 0; i < system->nforces; i++) jni_force_energy_gradient(system, work, &system->forces[i], factor, rows);
}

static void energy_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                            jni_gradient_rows *rows) {
  if (s->kind != JNI_SIGNAL_POTENTIAL) {
    // Adds the gradient of T = 1/2 v' M v with respect to the speeds of the bodies, for which M is constant.
    const double *v = system->tree ? work->body_v : work->v;
    for (int k = 0; k < rows->n; k++) {
      int b = rows->bodies[k], n = system->width[b];
      const double *M = system->mass + system->rows.mass_at[b - 1], *own = v + system->v_at[b];
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) rows->dv[k * JNI_WIDEST + i] += factor * M[i * n + j] * own[j];
    }
  }
  if (s->kind != JNI_SIGNAL_KINETIC) potential_gradient(system, work, factor, rows);
  if (s->kind == JNI_SIGNAL_ENERGY_ERROR) work_gradient(system, work, s, -factor, rows);
}

// ---- momenta -------------------------------------------------------------------------------------------------------

static double momentum_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                             const double *lambda) {
  double p[3] = {0}, L[3] = {0};
  (void)vdot;
  (void)lambda;
  for (int b = 1; b < system->nbodies; b++) {
    const jni_body *body = &system->model->bodies[b];
    const double *J = body->inertia;
    const double matrix[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    double moment[3], w[3], Jw[3], spin[3];
    jni_motion m;
    jni_body_motion(system, work, b, &m);
    jnk_cross(m.r, m.v, moment);
    jnk_mat_t_vec(m.R, m.w, w);
    jnk_mat_vec(matrix, w, Jw);
    jnk_mat_vec(m.R, Jw, spin);
    for (int i = 0; i < 3; i++) {
      p[i] += body->mass * m.v[i];
      L[i] += body->mass * moment[i] + spin[i];
    }
  }
  return s->kind == JNI_SIGNAL_MOMENTUM ? p[s->component] : L[s->component];
}

static jni_node momentum_write(const jni_signal_code *c, const jni_signal *s) {
  jni_graph *g = c->g;
  jni_vec sum = jni_vec_zero;
  for (int b = 1; b < c->system->nbodies; b++) {
    jni_written_frame body = c->functions->body_of_tree(c->writer, b);
    jni_vec p = jni_vec_scale(g, jni_number(g, c->system->model->bodies[b].mass), body.v);
    if (s->kind == JNI_SIGNAL_MOMENTUM) {
      sum = jni_vec_add(g, sum, p);
      continue;
    }
    jni_vec spin = c->functions->spin(c->writer, b);
    sum = jni_vec_add(g, sum, jni_vec_add(g, jni_vec_cross(g, body.r, p), spin));
  }
  return sum.x[s->component];
}

// Sets g to the gradient of axis . S, the component of the angular momentum S = R J R' w of a body, with respect to w
// and to a rotation of R with w constant.
static void spin_slope(const jni_body *body, const jni_motion *m, const double axis[3], jni_frame_slope *g) {
  const double *J = body->inertia, matrix[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
  double w[3], Jw[3], S[3], a[3], Ja[3], x[3];
  jnk_mat_t_vec(m->R, m->w, w);
  jnk_mat_vec(matrix, w, Jw);
  jnk_mat_vec(m->R, Jw, S);
  jnk_mat_t_vec(m->R, axis, a);
  jnk_mat_vec(matrix, a, Ja);
  jnk_mat_vec(m->R, Ja, g->w);
  jnk_cross(m->w, g->w, x);
  jnk_cross(S, axis, g->turn);
  jnk_sub(g->turn, x, g->turn);
}

// Adds to `rows` factor times the gradient of a component of the momentum, sum of m v, or of the angular momentum, sum
// of m r x v + S.
static void momentum_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                              jni_gradient_rows *rows) {
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
      jnk_cross(m.v, axis, x);
      jnk_scale(body->mass, x, g.r);
      jnk_cross(axis, m.r, x);
      jnk_scale(body->mass, x, g.v);
      spin_slope(body, &m, axis, &g);
    }
    jni_frame_slope_add(system, work, body->com_frame, &g, factor, rows);
  }
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_ENERGY, N = JNI_SIGNAL_ANGULAR_MOMENTUM - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_ENERGY - FIRST] =
        {
            .names = "energy",
            .meaning = "kinetic and potential energy T + V",
            .unit = {2, 1, -2, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = energy_value,
            .write = energy_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = jni_read_all_bodies,
            .gradient = energy_gradient,
        },
    [JNI_SIGNAL_KINETIC - FIRST] =
        {
            .names = "energy.kinetic",
            .meaning = "kinetic energy T",
            .unit = {2, 1, -2, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = energy_value,
            .write = energy_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = jni_read_all_bodies,
            .gradient = energy_gradient,
        },
    [JNI_SIGNAL_POTENTIAL - FIRST] =
        {
            .names = "energy.potential",
            .meaning = "potential energy V of gravity and forces",
            .unit = {2, 1, -2, 0},
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = energy_value,
            .write = energy_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = jni_read_all_bodies,
            .gradient = energy_gradient,
        },
    [JNI_SIGNAL_WORK - FIRST] =
        {
            .names = "energy.work",
            .meaning = "work W of forces without a potential and of drivers",
            .unit = {2, 1, -2, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = energy_value,
            .write = energy_write,
            .sort = JNI_GRADIENT_EXACT,
            .states = work_states,
            .gradient = work_gradient,
        },
    [JNI_SIGNAL_ENERGY_ERROR - FIRST] =
        {
            .names = "energy.error",
            .meaning = "T + V - (T + V)_0 - W",
            .unit = {2, 1, -2, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = energy_value,
            .write = energy_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = jni_read_all_bodies,
            .states = work_states,
            .gradient = energy_gradient,
        },
    [JNI_SIGNAL_MOMENTUM - FIRST] =
        {
            .names = "momentum.x",
            .meaning = "momentum of all bodies, component",
            .unit = {1, 1, -1, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_POLAR,
            .reach = JNI_READS_ALL,
            .value = momentum_value,
            .write = momentum_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = jni_read_all_bodies,
            .gradient = momentum_gradient,
        },
    [JNI_SIGNAL_ANGULAR_MOMENTUM - FIRST] =
        {
            .names = "angular_momentum.x",
            .meaning = "angular momentum of all bodies about the origin, component",
            .unit = {2, 1, -1, 0},
            .level = JNI_LEVEL_VELOCITY,
            .mirroring = JNI_MIRROR_AXIAL,
            .reach = JNI_READS_ALL,
            .value = momentum_value,
            .write = momentum_write,
            .sort = JNI_GRADIENT_EXACT,
            .bodies = jni_read_all_bodies,
            .gradient = momentum_gradient,
        },
};

const jni_signal_family jni_energy_signals = {"energy", JNI_SIGNAL_ENERGY, N, types};
