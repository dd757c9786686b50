// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// newton_matrix.c - see newton_matrix.h: values of the matrix, factorisation and solution.
//
// Quaternions: a change of p is dp = 1/2 p * (0, delta) + e p. With r = residual of the equations of p, s = |p|, w the
// angular velocity of the body and c' = c + 2 |w| s^2, multiplication with conj(p) from the left gives
//   c delta + w x delta / 2 - e w - dw = 2/s^2 vec(conj(p) * r)      c' e + w . delta / 4 = scal(conj(p) * r) / s^2
// and e is eliminated. The position r of a twist moves with rdot = R v; with dr = R delta and its rotation theta,
// multiplication with R' from the left gives
//   c delta + v x theta - dv = R' times the residual of the equations of r
#include "formulation/residual/newton_matrix.h"

#include <math.h>
#include <string.h>

#include "formulation/residual/newton_matrix_internal.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/row_size.h"
#include "system/stage.h"
#include "system/work.h"

static const double difference = 1.5e-8;  // relative increment of differences: about the root of the rounding error

// ---- differences ----------------------------------------------------------------------------------------------------

typedef enum { BY_SPEED, BY_POSITION } direction;

// Increases size[i] to the magnitude of the coordinate that speed i moves, for translations and plane angles. Rotations
// in space do not exceed 1.
static void include_coordinates(jni_newton *newton, double *size) {
  const jn_system *system = newton->f->base.system;
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) size[i] = fmax(size[i], fabs(newton->q[system->speed_q[i]]));
  for (int k = 0; k < system->ntwists; k++)
    for (int i = 0; i < system->twists[k].n; i++)
      size[system->twists[k].v_at + i] =
          fmax(size[system->twists[k].v_at + i], fabs(newton->q[system->twists[k].q_at + i]));
}

// Smallest speed assumed for the mechanism when increments are chosen: it moves by this part of its size in the time 1
// / c.
static const double slowest = 1e-3;

// Sets newton->increment, the increments of the speeds for difference quotients by speed or by position: relative to
// the size of the mechanism, or to the motion within a step.
static void choose_increments(jni_newton *newton, direction by, const double *vdot) {
  const jn_system *system = newton->f->base.system;
  double *increment = newton->increment,
         rate = fmax(jni_largest_speed(system, newton->f->base.work), slowest * newton->c);
  for (int i = 0; i < system->sizes.nv; i++) {
    double size = system->v_size[i], v = fabs(newton->v[i]);
    increment[i] = by == BY_SPEED ? fmax(fmax(size * rate, v), fabs(vdot[i]) / newton->c) : fmax(size, v / newton->c);
  }
  if (by == BY_POSITION) include_coordinates(newton, increment);
  for (int i = 0; i < system->sizes.nv; i++) increment[i] *= difference;
}

// Sets q of the work to `q` (BY_POSITION) or v of the work to newton->v (BY_SPEED) with the increment of speed number k
// of every body of one colour, and evaluates the stages there.
static void perturb(jni_newton *newton, direction by, int colour, int k, const double *q) {
  const jn_system *system = newton->f->base.system;
  jn_work *work = newton->f->base.work;
  int nv = system->sizes.nv;
  double *d = newton->x;  // used as workspace here; the next solve overwrites it
  memset(d, 0, (size_t)nv * sizeof *d);
  for (int b = 0; b < system->pattern.nblocks; b++) {
    int j = system->pattern.block_at[b] + k;
    if (newton->colour[b] == colour && j < system->pattern.block_at[b + 1]) d[j] = newton->increment[j];
  }
  if (by == BY_POSITION) {
    system->kind->step(system, q, d, work->q);
    jni_stage_position(system, work);
  } else {
    for (int i = 0; i < nv; i++) work->v[i] = newton->v[i] + d[i];
  }
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
}

static double quotient(const jni_newton *newton, int i, double increment) {
  return (newton->perturbed[i] - newton->terms[i]) / increment;
}

// Stores the difference quotients of newton->perturbed as columns k of all bodies of one colour in newton->values. M
// and G, which need no differences, are added later.
static void store_columns(jni_newton *newton, direction by, int colour, int k) {
  const jn_system *system = newton->f->base.system;
  const jni_pattern *pattern = &system->pattern;
  int nv = system->sizes.nv, nz = system->sizes.nz;
  double *values = newton->values, scale = 1 / newton->c, row_scale = newton->f->method->stabilised ? 1 : scale;
  for (int b = 0; b < pattern->nblocks; b++) {
    int j = pattern->block_at[b] + k, width = pattern->block_at[b + 1] - pattern->block_at[b];
    if (newton->colour[b] != colour || k >= width) continue;
    double increment = newton->increment[j];
    for (int a = newton->neighbour_at[b]; a < newton->neighbour_at[b + 1]; a++) {
      int from = pattern->block_at[newton->neighbour[a]], rows = pattern->block_at[newton->neighbour[a] + 1] - from;
      double *to = values + (by == BY_POSITION ? newton->neighbour_q : newton->neighbour_v)[a] + k;
      for (int i = 0; i < rows; i++) to[i * width] = quotient(newton, from + i, increment) * scale;
    }
    for (int u = newton->use_at[b]; u < newton->use_at[b + 1]; u++) {
      int e = newton->use[u], row = pattern->group_at[newton->entry_group[e]],
          rows = pattern->group_at[newton->entry_group[e] + 1] - row;
      double *to = values + (by == BY_POSITION ? newton->row_q : newton->row_v)[e] + k;
      for (int i = 0; i < rows; i++)
        to[i * width] = newton->f->active[row + i] ? quotient(newton, nv + nz + row + i, increment) * row_scale : 0;
    }
    int z = by == BY_POSITION ? newton->z_q : newton->z_v;
    for (int i = 0; i < nz && z >= 0; i++) values[z + i * nv + j] = quotient(newton, nv + i, increment) * scale;
  }
}

// Adds M vdot to the terms if M is not constant, because M vdot then depends on q.
static void add_inertia(jni_newton *newton, const double *vdot, double *terms) {
  const jn_system *system = newton->f->base.system;
  if (system->kind->constant_mass) return;
  jni_pattern_mass_times(&system->pattern, jni_mass(system, newton->f->base.work), vdot, newton->x);
  for (int i = 0; i < system->sizes.nv; i++) terms[i] += newton->x[i];
}

// Computes the columns of all speeds by difference quotients with respect to velocities or positions, one colour of
// bodies at a time. q: coordinates, not used BY_SPEED.
static void differentiate_by_bodies(jni_newton *newton, direction by, const double *q, const double *vdot) {
  const jni_pattern *pattern = &newton->f->base.system->pattern;
  choose_increments(newton, by, vdot);
  for (int colour = 0; colour < newton->ncolours; colour++) {
    int widest = 0;
    for (int b = 0; b < pattern->nblocks; b++) {
      int width = pattern->block_at[b + 1] - pattern->block_at[b];
      if (newton->colour[b] == colour && width > widest) widest = width;
    }
    for (int k = 0; k < widest; k++) {
      perturb(newton, by, colour, k, q);
      jni_implicit_terms(newton->f, vdot, newton->perturbed);
      if (by == BY_POSITION) add_inertia(newton, vdot, newton->perturbed);
      newton->f->base.counts.evaluations++;
      store_columns(newton, by, colour, k);
    }
  }
}

// Returns the typical size of auxiliary state k: its absolute over the relative tolerance.
static double state_size(const jni_newton *newton, int k) {
  const jni_implicit *f = newton->f;
  return f->absolute[f->at_z + k] / f->base.ode.relative;
}

// Computes the columns of the auxiliary states by difference quotients. Nothing depends on the work of the forces: its
// column is that of the unit matrix; so are all columns if no force depends on auxiliary states (not newton->dense).
static void differentiate_by_states(jni_newton *newton, const double *vdot, const double *zdot) {
  const jn_system *system = newton->f->base.system;
  jn_work *work = newton->f->base.work;
  int nv = system->sizes.nv, nz = system->sizes.nz;
  for (int k = 0; k < nz; k++) {
    for (int i = 0; i < nz; i++) newton->values[newton->z_z + i * nz + k] = i == k;
    for (int i = 0; i < nv && newton->v_z >= 0; i++) newton->values[newton->v_z + i * nz + k] = 0;
    if (k == system->work_state || !newton->dense) continue;
    double value = work->z[k],
           increment = difference * fmax(fmax(fabs(value), fabs(zdot[k]) / newton->c), state_size(newton, k));
    work->z[k] += increment;
    if (system->nfollowers > 0) jni_drives_calc_motions(system, work);
    jni_stage_force(system, work);
    jni_implicit_terms(newton->f, vdot, newton->perturbed);
    newton->f->base.counts.evaluations++;
    work->z[k] = value;
    if (system->nfollowers > 0) jni_drives_calc_motions(system, work);
    for (int i = 0; i < nz; i++)
      newton->values[newton->z_z + i * nz + k] += quotient(newton, nv + i, increment) / newton->c;
    for (int i = 0; i < nv; i++) newton->values[newton->v_z + i * nz + k] = quotient(newton, i, increment) / newton->c;
  }
}

// ---- elements known in closed form ----------------------------------------------------------------------------------

// Returns c' = c + 2 |w| s^2 of a quaternion p with s = |p|.
static double norm_rate(const jni_newton *newton, const double *p, const double *w) {
  double s2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  return newton->c + 2 * jnk_norm(w) * s2;
}

static double *put_rotation(const jni_newton *newton, const jni_turn *turn, double *to) {
  const double *w = newton->v + turn->v_at, *p = newton->q + turn->q_at;
  double half = 0.5 / newton->c, outer = 0.25 / (newton->c * norm_rate(newton, p, w));
  const double cross[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
  for (int i = 0; i < 9; i++) *to++ = (i % 4 == 0) + half * cross[i] + outer * w[i / 3] * w[i % 3];
  return to;
}

// Writes the derivative of the kinematic equations of a twist's position with respect to its rotation to `to`. Returns
// the address after these values.
static double *put_twist(const jni_newton *newton, const jni_twist *twist, double *to) {
  const double *v = newton->v + twist->v_at;
  double part = 1 / newton->c;
  const double plane[2] = {v[1], -v[0]}, cross[9] = {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0};
  int size = twist->n == 2 ? 2 : 9;
  for (int i = 0; i < size; i++) *to++ = part * (twist->n == 2 ? plane : cross)[i];
  return to;
}

static void put_kinematics(jni_newton *newton) {
  const jn_system *system = newton->f->base.system;
  double *to = newton->values + newton->kinematic_at;
  for (int i = 0; i < newton->nplain; i++) *to++ = 1;
  for (int k = 0; k < system->nturns; k++) to = put_rotation(newton, &system->turns[k], to);
  for (int k = 0; k < system->ntwists; k++) to = put_twist(newton, &system->twists[k], to);
  for (int i = 0; i < system->sizes.nv; i++) newton->values[newton->moving_at + i] = -1 / newton->c;
}

static void add_masses(jni_newton *newton) {
  const jn_system *system = newton->f->base.system;
  const jni_pattern *pattern = &system->pattern;
  const double *mass = jni_mass(system, newton->f->base.work);
  for (int b = 0; b < pattern->nblocks; b++) {
    int width = pattern->block_at[b + 1] - pattern->block_at[b];
    for (int k = newton->neighbour_at[b]; k < newton->neighbour_at[b + 1]; k++)
      for (int i = 0; newton->neighbour[k] == b && i < width * width; i++)
        newton->values[newton->neighbour_v[k] + i] += mass[pattern->mass_at[b] + i];
  }
}

// Writes G of entry e of the pattern to its blocks in newton->values: constraint equations, dynamic equations, and the
// equations with mu.
static void put_entry(jni_newton *newton, int e) {
  const jni_implicit *f = newton->f;
  const jni_pattern *pattern = &f->base.system->pattern;
  int g = newton->entry_group[e], row = pattern->group_at[g], rows = pattern->group_at[g + 1] - row,
      nh = f->base.system->sizes.nh;
  int at = pattern->block_at[pattern->entry_block[e]], width = pattern->block_at[pattern->entry_block[e] + 1] - at;
  int nholonomic = row + rows <= nh ? rows : nh - row;
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < width; k++) {
      double value = f->active[row + i] ? f->base.work->G[pattern->entry_value[e] + i * width + k] : 0;
      double *by_speed = &newton->values[newton->row_v[e] + i * width + k];
      if (f->method->stabilised) *by_speed = value;
      else *by_speed += value;
      newton->values[newton->row_lambda[e] + k * rows + i] = value;
      if (newton->delta_mu[e] < 0 || i >= nholonomic) continue;
      newton->values[newton->delta_mu[e] + k * nholonomic + i] = f->S[at + k] * value;
      newton->values[newton->mu_delta[e] + i * width + k] = value;
    }
}

// Writes the derivatives of constraints with a driver, phi = ... - scale p, nu = scale r and gamma = scale a, with
// respect to the states of the driver's filter; for constraints on rates one derivative lower. If forces do not depend
// on all states (not `dense`), also writes the derivatives of the filters themselves.
static void put_drives(jni_newton *newton) {
  const jni_implicit *f = newton->f;
  const jn_system *system = f->base.system;
  int nz = system->sizes.nz;
  double *to = newton->values + newton->drive_at;
  for (int i = 0; i < system->nmotions; i++) {
    const jni_drive *drive = &system->drives[i];
    const jni_primitive *p = &system->primitives[drive->primitive];
    if (!jni_drive_follows(drive)) continue;
    int level = (f->method->stabilised ? 1 : 2) - (p->kind == JNI_COORDINATE_RATES);
    double value = f->active[p->row] ? -p->scale : 0;
    for (int k = 0; k < JNI_DRIVE_STATES; k++) *to++ = k == level ? value / (f->method->stabilised ? 1 : newton->c) : 0;
    if (p->row < f->nmu) *to++ = value;
    if (newton->dense) continue;
    double w = drive->w, *rows = newton->values + newton->z_z + drive->state_at * (nz + 1);
    const double A[3] = {w * w * w, drive->spread * w * w, drive->spread * w};
    for (int k = 0; k < JNI_DRIVE_STATES; k++) rows[2 * nz + k] += A[k] / newton->c;
    rows[1] = rows[nz + 2] = -1 / newton->c;
  }
}

// ---- scaling --------------------------------------------------------------------------------------------------------

// Sets the sizes of unknowns (columns) and equations (rows) of the matrix, so that pivots do not depend on units. With
// the sizes s of the speeds, E = mean of M_ii s_i^2 (f->energy), and the weights w of the constraints, the columns have
// the sizes
//   delta  s          dv  c s          dlambda / c  w c E          dmu / c  w E
// Inactive constraints have 1 on the diagonal.
static void set_sizes(jni_newton *newton) {
  const jni_implicit *f = newton->f;
  const jn_system *system = f->base.system;
  double *row = jni_lu_row_sizes(newton->lu), *column = jni_lu_column_sizes(newton->lu), c = newton->c;
  for (int i = 0; i < system->sizes.nv; i++) {
    row[i] = column[i] = system->v_size[i];
    column[newton->at_v + i] = c * system->v_size[i];
    row[newton->at_v + i] = c * f->energy / system->v_size[i];
  }
  for (int k = 0; k < system->sizes.nz; k++) row[newton->at_z + k] = column[newton->at_z + k] = state_size(newton, k);
  for (int i = 0; i < system->sizes.nc + f->nmu; i++) {
    bool second = i >= system->sizes.nc;
    int of = second ? i - system->sizes.nc : i, at = newton->at_lambda + i;
    double weight = system->row_weight[of], rate = second ? 1 : c;
    column[at] = weight * rate * f->energy;
    row[at] = f->active[of] ? rate / weight : column[at];
  }
}

// ---- setup and solve ------------------------------------------------------------------------------------------------

bool jni_newton_setup(jni_newton *newton, double c, const double *y, const double *ydot) {
  jni_implicit *f = newton->f;
  const jn_system *system = f->base.system;
  const jni_pattern *pattern = &system->pattern;
  jn_work *work = f->base.work;
  const double *vdot = ydot + f->at_v;
  newton->c = c;
  memcpy(newton->q, y, (size_t)system->sizes.nq * sizeof *y);
  memcpy(newton->v, y + f->at_v, (size_t)system->sizes.nv * sizeof *y);
  jni_stage_position(system, work);
  jni_stage_velocity(system, work);
  jni_stage_force(system, work);
  jni_implicit_terms(f, vdot, newton->terms);
  differentiate_by_states(newton, vdot, ydot + f->at_z);
  differentiate_by_bodies(newton, BY_SPEED, NULL, vdot);
  put_kinematics(newton);
  add_masses(newton);
  for (int e = 0; e < pattern->entry_at[pattern->ngroups]; e++) put_entry(newton, e);
  // Derivative of the equation of the work with respect to the multipliers of drivers.
  for (int i = 0; i < system->sizes.nc && newton->z_lambda >= 0; i++)
    newton->values[newton->z_lambda + i] = f->active[i] ? work->nu[i] : 0;
  put_drives(newton);
  memcpy(work->v, newton->v, (size_t)system->sizes.nv * sizeof *work->v);
  memcpy(work->scratch_q, work->q, (size_t)system->sizes.nq * sizeof *work->q);
  add_inertia(newton, vdot, newton->terms);
  differentiate_by_bodies(newton, BY_POSITION, work->scratch_q, vdot);
  set_sizes(newton);
  return jni_lu_factor(newton->lu);
}

// Transforms the residual r of the four equations of a quaternion to the right side x of the three equations of delta;
// sets *norm to the residual of the norm equation.
static void reduce_rotation(const jni_newton *newton, const jni_turn *turn, const double *r, double *x, double *norm) {
  const double *w = newton->v + turn->v_at, *p = newton->q + turn->q_at;
  double conjugate[4], turned[4], s2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  jnk_quat_conjugate(p, conjugate);
  jnk_quat_mul(conjugate, r, turned);
  *norm = turned[0] / s2;
  for (int i = 0; i < 3; i++) x[i] = 2 / s2 * turned[1 + i] + *norm / norm_rate(newton, p, w) * w[i];
}

// Computes the change dp of a quaternion from delta and the residual of the norm equation.
static void restore_rotation(const jni_newton *newton, const jni_turn *turn, const double *delta, double norm,
                             double *dp) {
  const double *w = newton->v + turn->v_at, *p = newton->q + turn->q_at;
  double e = (norm - 0.25 * jnk_dot(w, delta)) / norm_rate(newton, p, w);
  const double factor[4] = {e, 0.5 * delta[0], 0.5 * delta[1], 0.5 * delta[2]};
  jnk_quat_mul(p, factor, dp);
}

// Rotates a vector from the axes of a twist's body to those of the ground (to_ground) or from the ground to the body.
static void turn_twist(const jni_newton *newton, const jni_twist *twist, bool to_ground, const double *from,
                       double *to) {
  const double *rotation = newton->q + twist->q_at + twist->n;
  if (twist->n == 2) {
    double c, s;
    jnk_sincos(to_ground ? rotation[0] : -rotation[0], &s, &c);
    to[0] = c * from[0] - s * from[1];
    to[1] = s * from[0] + c * from[1];
    to[2] = from[2];
    return;
  }
  double R[9];
  jnk_quat_to_matrix(rotation, R);
  if (to_ground) jnk_mat_vec(R, from, to);
  else jnk_mat_t_vec(R, from, to);
}

static void load_kinematics(const jni_newton *newton, double *r, double *x) {
  const jn_system *system = newton->f->base.system;
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) x[i] = r[system->speed_q[i]];
  for (int k = 0; k < system->ntwists; k++)
    turn_twist(newton, &system->twists[k], false, r + system->twists[k].q_at, x + system->twists[k].v_at);
  for (int k = 0; k < system->nturns; k++) {
    double *from = r + system->turns[k].q_at;
    reduce_rotation(newton, &system->turns[k], from, x + system->turns[k].v_at, from);
  }
}

static void store_kinematics(const jni_newton *newton, const double *x, double *r) {
  const jn_system *system = newton->f->base.system;
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) r[system->speed_q[i]] = x[i];
  for (int k = 0; k < system->nturns; k++) {
    double *to = r + system->turns[k].q_at;
    restore_rotation(newton, &system->turns[k], x + system->turns[k].v_at, to[0], to);
  }
  for (int k = 0; k < system->ntwists; k++)
    turn_twist(newton, &system->twists[k], true, x + system->twists[k].v_at, r + system->twists[k].q_at);
}

static void load_right_side(const jni_newton *newton, double *r, double *x) {
  const jni_implicit *f = newton->f;
  const jn_sizes *n = &f->base.system->sizes;
  load_kinematics(newton, r, x);
  memcpy(x + newton->at_v, r + f->at_v, (size_t)(f->base.ode.n - f->at_v) * sizeof *x);
  bool plain_rows = f->method->stabilised;
  for (int i = 0; i < newton->at_lambda; i++) x[i] /= newton->c;
  for (int i = 0; i < n->nc; i++)
    if (!plain_rows || !f->active[i]) x[newton->at_lambda + i] /= newton->c;
  for (int i = 0; i < f->nmu; i++)
    if (!f->active[i]) x[newton->at_mu + i] /= newton->c;
}

void jni_newton_solve(jni_newton *newton, double *r) {
  const jni_implicit *f = newton->f;
  double *x = newton->x;
  load_right_side(newton, r, x);
  jni_lu_solve(newton->lu, x);
  store_kinematics(newton, x, r);
  memcpy(r + f->at_v, x + newton->at_v, (size_t)(f->base.ode.n - f->at_v) * sizeof *x);
  for (int i = f->at_lambda; i < f->base.ode.n; i++) r[i] *= newton->c;
}

void jni_newton_forget(jni_newton *newton) { jni_lu_forget(newton->lu); }
long jni_newton_repivots(const jni_newton *newton) { return newton->lu ? jni_lu_repivots(newton->lu) : 0; }
int jni_newton_ncolours(const jni_newton *newton) { return newton->ncolours; }

// ---- construction ---------------------------------------------------------------------------------------------------

jni_newton *jni_newton_new(jni_implicit *f) {
  const jn_sizes *n = &f->base.system->sizes;
  jni_newton *newton = jni_keep(&f->base.pool, jni_object_new(f->base.pool.alloc, sizeof *newton), jni_object_free);
  if (!newton) return NULL;
  newton->f = f;
  newton->at_v = n->nv;
  newton->at_z = 2 * n->nv;
  newton->at_lambda = newton->at_z + n->nz;
  newton->at_mu = newton->at_lambda + n->nc;
  newton->n = newton->at_mu + f->nmu;
  size_t terms = (size_t)n->nv + (size_t)n->nz + (size_t)n->nc + 1;
  newton->q = jni_doubles(&newton->pool, (size_t)n->nq + 1);
  newton->v = jni_doubles(&newton->pool, (size_t)n->nv + 1);
  newton->increment = jni_doubles(&newton->pool, (size_t)n->nv + 1);
  newton->terms = jni_doubles(&newton->pool, terms);
  newton->perturbed = jni_doubles(&newton->pool, terms);
  newton->x = jni_doubles(&newton->pool, (size_t)newton->n + 1);
  return !newton->pool.failed && jni_newton_make_pattern(newton) ? newton : NULL;
}
