// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// force_blocks.c - derivatives of generalised forces with respect to positions and speeds, by pairs of bodies, for the
// Newton matrices of implicit methods.
//
// An element between two frames gives the wrench F(stand, move) at each end; stand: positions, move: velocities of the
// frames. With L_a the variation of the frame of end a with the increments of its body, and L and arms constant,
//   K_ab = -L_a' dF_a/dstand_b L_b,    C_ab = -L_a' dF_a/dmove_b L_b
// and an element with force Q along a sum c of joint coordinates with J = dc/dq gives  K = -Q_c J'J,  C = -Q_cdot J'J.
// Expressions that read the state add blocks for each body that they act on and each body that they read
// (formula_gradient.h).
//
// In space L = [T_0 T_1 ..; R_0 R_1 ..] consists of 3 x 3 blocks of translation and rotation, one column of blocks for
// each three speeds: cartesian [1, -[arm] R; 0, R], natural [1, p1 1, p2 1, p3 1; 0, [R_1]/2, [R_2]/2,
// [R_3]/2].
#include <string.h>

#include "force/force_differences.h"
#include "joint/equations/natural_equations.h"
#include "kernel/vec3.h"
#include "system/derivative/force_blocks.h"
#include "system/derivative/formula_gradient.h"
#include "system/forces.h"

enum { MOST = JNI_WIDEST * JNI_WIDEST, MOST_COLUMNS = JNI_WIDEST / 3 };

// Destination of the blocks: receives K and C (nparts = 2), or their weighted sum stiffness K + damping C (nparts = 1).
typedef struct {
  const jn_system *system;
  jn_work *work;
  int nparts;
  double stiffness[2], damping[2];  // factors of K and C in each part
  jni_force_block_add *add;
  jni_force_matrix_add *add_sum;
  void *context;
  double block[2][MOST];  // current block of each part
} target;

static void add_block(target *t, int a, int b) {
  if (t->add) t->add(t->context, a, b, t->block[0], t->block[1]);
  else t->add_sum(t->context, a, b, t->block[0]);
}

static int frame_body(const jn_system *system, int frame) { return system->model->frames[frame].body; }

// ---- frames -------------------------------------------------------------------------------------------

// The matrix L of one end in space: n block columns with a 3 x 3 block T for translation and R for rotation each.
typedef struct {
  int n;                      // number of block columns; 0: the ground
  bool scaled[MOST_COLUMNS];  // T is scale times the identity; R of the first column is zero
  double scale[MOST_COLUMNS];
  double T[MOST_COLUMNS][9], R[MOST_COLUMNS][9];
} columns;

// Writes to p the vector from the centre of mass of a frame's body to the frame's point, body axes, m.
static void frame_point(const jn_system *system, int frame, double p[3]) {
  const jni_frame *f = &system->model->frames[frame];
  jnk_sub(f->p, system->model->bodies[f->body].com, p);
}

static void cartesian_columns(const double R[9], const double p[3], columns *L) {
  double arm[3];
  jnk_mat_vec(R, p, arm);
  memcpy(L->R[1], R, 9 * sizeof *R);
  L->scaled[1] = false;
  for (int j = 0; j < 3; j++) {  // adds (axis j of the body) x arm
    L->T[1][j] = R[3 + j] * arm[2] - R[6 + j] * arm[1];
    L->T[1][3 + j] = R[6 + j] * arm[0] - R[j] * arm[2];
    L->T[1][6 + j] = R[j] * arm[1] - R[3 + j] * arm[0];
  }
}

static void natural_columns(const double R[9], const double p[3], columns *L) {
  for (int k = 0; k < 3; k++) {
    const double half[3] = {0.5 * R[k], 0.5 * R[3 + k], 0.5 * R[6 + k]};
    L->scaled[k + 1] = true;
    L->scale[k + 1] = p[k];
    jnk_skew(half, L->R[k + 1]);
  }
}

static void frame_columns(const jn_system *system, const jn_work *work, int frame, columns *L) {
  int b = frame_body(system, frame);
  double p[3];
  L->n = system->width[b] / 3;
  L->scaled[0] = true;
  L->scale[0] = 1;
  frame_point(system, frame, p);
  if (L->n == 2) cartesian_columns(work->body3[b].R, p, L);
  else if (L->n == 4) natural_columns(work->body3[b].R, p, L);
}

static void map_space(const jn_system *system, const jn_work *work, int frame, double *out) {
  columns L;
  frame_columns(system, work, frame, &L);
  int width = 3 * L.n;
  memset(out, 0, (size_t)(6 * width) * sizeof *out);
  for (int s = 0; s < L.n; s++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        out[i * width + 3 * s + j] = L.scaled[s] ? (i == j) * L.scale[s] : L.T[s][3 * i + j];
        out[(3 + i) * width + 3 * s + j] = s > 0 ? L.R[s][3 * i + j] : 0;
      }
}

static void map_plane(const jn_system *system, const jn_work *work, int frame, double *out) {
  int b = frame_body(system, frame), width = system->width[b];
  double p[3], arm[2];
  memset(out, 0, (size_t)(6 * width) * sizeof *out);
  if (width == 0) return;
  const jni_body2 *body = &work->body2[b];
  frame_point(system, frame, p);
  arm[0] = body->c * p[0] - body->s * p[1];
  arm[1] = body->s * p[0] + body->c * p[1];
  double *x = out, *y = out + width, *turn = out + 5 * width;
  x[0] = y[1] = 1;
  if (width == 3) {
    x[2] = -arm[1];
    y[2] = arm[0];
    turn[2] = 1;
  }
  if (width == 4) {
    x[2] = p[0];
    x[3] = -p[1];
    y[2] = p[1];
    y[3] = p[0];
    turn[2] = -body->s;
    turn[3] = body->c;
  }
}

void jni_frame_map(const jn_system *system, const jn_work *work, int frame, double *L) {
  if (system->model->space == JN_PLANE) map_plane(system, work, frame, L);
  else map_space(system, work, frame, L);
}

// ---- L_a' S L_b ---------------------------------------------------------------------------------------

// Derivatives S of force and torque at one end with respect to translation and rotation of another: four 3 x 3 blocks.
typedef struct {
  double block[2][2][9];
  bool zero[2][2];
} wrench_slope;

static void calc_wrench_slope(double (*stand)[12], double (*move)[12], double stiffness, double damping, int row,
                              int column, wrench_slope *S) {
  for (int k = 0; k < 4; k++) {
    double *out = S->block[k / 2][k % 2], sum = 0;
    int r = row + 3 * (k / 2), c = column + 3 * (k % 2);
    for (int i = 0; i < 9; i++) {
      out[i] = -(stiffness * stand[r + i / 3][c + i % 3] + damping * move[r + i / 3][c + i % 3]);
      sum += out[i] * out[i];
    }
    S->zero[k / 2][k % 2] = sum == 0;
  }
}

// Computes N = S [T_s; R_s] for block column s of L and one block row of S (that of the force or of the torque).
// Returns false, with N unchanged, if N is zero.
static bool times_column(const double (*S)[9], const bool *zero, const columns *L, int s, double N[9]) {
  bool translates = !zero[0] && !(L->scaled[s] && L->scale[s] == 0), turns = !zero[1] && s > 0;
  double P[9];
  if (!translates && !turns) return false;
  if (translates && L->scaled[s])
    for (int i = 0; i < 9; i++) N[i] = L->scale[s] * S[0][i];
  else if (translates) jnk_mat_mul(S[0], L->T[s], N);
  else memset(N, 0, 9 * sizeof *N);
  if (!turns) return true;
  jnk_mat_mul(S[1], L->R[s], P);
  for (int i = 0; i < 9; i++) N[i] += P[i];
  return true;
}

// Writes to `out`, a 3 x 3 block in rows of length `stride`, T_r' N_force + R_r' N_torque for block column r of L.
// force, torque: the two N; NULL if zero.
static void times_row(const columns *L, int r, const double *force, const double *torque, double *out, int stride) {
  double P[9] = {0}, Q[9];
  if (force && L->scaled[r])
    for (int i = 0; i < 9; i++) P[i] = L->scale[r] * force[i];
  else if (force) jnk_mat_t_mul(L->T[r], force, P);
  if (torque && r > 0) {
    jnk_mat_t_mul(L->R[r], torque, Q);
    for (int i = 0; i < 9; i++) P[i] += Q[i];
  }
  for (int i = 0; i < 3; i++) memcpy(out + i * stride, P + 3 * i, 3 * sizeof *out);
}

static void map_slope(const wrench_slope *S, const columns *La, const columns *Lb, double *out) {
  int stride = 3 * Lb->n;
  for (int s = 0; s < Lb->n; s++) {
    double force[9], torque[9];
    bool pushes = times_column(S->block[0], S->zero[0], Lb, s, force),
         twists = times_column(S->block[1], S->zero[1], Lb, s, torque);
    for (int r = 0; r < La->n; r++)
      times_row(La, r, pushes ? force : NULL, twists ? torque : NULL, out + (size_t)(3 * r) * stride + 3 * s, stride);
  }
}

// Writes to out (na x nb) the block L_a' S L_b in the plane, where a wrench has three components and S = -(stiffness
// dF/dstand + damping dF/dmove). row, column: indices of the first row and column of the 6 x 6 block in stand and move.
static void map_in_plane(double (*stand)[12], double (*move)[12], double stiffness, double damping, int row, int column,
                         const double *La, int na, const double *Lb, int nb, double *out) {
  static const int part[3] = {0, 1, 5};
  memset(out, 0, (size_t)(na * nb) * sizeof *out);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int r = row + part[i], c = column + part[j];
      double s = -(stiffness * stand[r][c] + damping * move[r][c]);
      if (s == 0) continue;
      for (int k = 0; k < na; k++)
        for (int l = 0; l < nb; l++) out[k * nb + l] += La[part[i] * na + k] * s * Lb[part[j] * nb + l];
    }
}

// ---- elements between frames ----------------------------------------------------------------------------

static void add_in_space(target *t, const int frames[2], int ends, jni_force_tangent *tangent) {
  const jn_system *system = t->system;
  columns L[2];
  wrench_slope S;
  for (int end = 0; end < ends; end++) frame_columns(system, t->work, frames[end], &L[end]);
  for (int i = 0; i < ends; i++)
    for (int j = 0; j < ends; j++) {
      if (L[i].n == 0 || L[j].n == 0) continue;
      for (int part = 0; part < t->nparts; part++) {
        calc_wrench_slope(tangent->stand, tangent->move, t->stiffness[part], t->damping[part], 6 * i, 6 * j, &S);
        map_slope(&S, &L[i], &L[j], t->block[part]);
      }
      add_block(t, frame_body(system, frames[i]), frame_body(system, frames[j]));
    }
}

// Sets `slope` to the derivatives of the forces and torques at all ends with respect to pose and velocity of one end:
// exactly if the kind has a function for that, otherwise by differences.
static void calc_end(const jn_system *system, const jni_force_plan *plan, const jni_force_input *in, int end,
                     double (*slope)[6][12]) {
  const jni_force_element *element = plan->element;
  if (element->kind->tangent_end && element->kind->tangent_end(element, in, end, slope)) return;
  jni_differ_end(element, in, plan->nends, end, system->length_scale, slope);
}

static void add_on_many(target *t, const jni_force_plan *plan) {
  const jn_system *system = t->system;
  double slope[JNI_MOST_ENDS][6][12];
  jni_force_input in;
  columns La, Lb;
  wrench_slope S;
  jni_force_prepare(system, t->work, plan, 0, &in);
  for (int j = 0; j < plan->nends; j++) {
    frame_columns(system, t->work, plan->ends[j].i, &Lb);
    if (Lb.n == 0) continue;
    calc_end(system, plan, &in, j, slope);
    for (int i = 0; i < plan->nends; i++) {
      frame_columns(system, t->work, plan->ends[i].i, &La);
      for (int part = 0; part < t->nparts && La.n > 0; part++) {
        calc_wrench_slope(slope[i], (double(*)[12])(slope[i][0] + 6), t->stiffness[part], t->damping[part], 0, 0, &S);
        map_slope(&S, &La, &Lb, t->block[part]);
      }
      if (La.n > 0) add_block(t, plan->places[i], plan->places[j]);
    }
  }
}

static void add_in_plane(target *t, const int frames[2], int ends, jni_force_tangent *tangent) {
  const jn_system *system = t->system;
  double L[2][6 * 4];
  for (int end = 0; end < ends; end++) map_plane(system, t->work, frames[end], L[end]);
  for (int i = 0; i < ends; i++)
    for (int j = 0; j < ends; j++) {
      int a = frame_body(system, frames[i]), b = frame_body(system, frames[j]);
      if (a == 0 || b == 0) continue;
      for (int part = 0; part < t->nparts; part++)
        map_in_plane(tangent->stand, tangent->move, t->stiffness[part], t->damping[part], 6 * i, 6 * j, L[i],
                     system->width[a], L[j], system->width[b], t->block[part]);
      add_block(t, a, b);
    }
}

static void add_on_ends(target *t, const jni_force_plan *plan, int body) {
  const jn_system *system = t->system;
  const jni_force_kind *kind = plan->element->kind;
  int frames[2] = {plan->element->def.between[0].i, plan->element->def.between[1].i}, ends = plan->nends == 2 ? 2 : 1;
  jni_force_input in;
  jni_force_tangent tangent;
  if (jni_acts_everywhere(plan)) frames[0] = system->model->bodies[body].com_frame;
  memset(&tangent, 0, sizeof tangent);
  jni_force_prepare(system, t->work, plan, body, &in);
  if (kind->tangent) kind->tangent(plan->element, &in, &tangent);
  else jni_differ_ends(plan->element, &in, ends, system->length_scale, &tangent);
  (in.plane ? add_in_plane : add_in_space)(t, frames, ends, &tangent);
}

// ---- elements along joint coordinates --------------------------------------------------------------------

static void outer(double s, const double *x, int nx, const double *y, int ny, double *out) {
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++) out[i * ny + j] = s * x[i] * y[j];
}

static void add_along(target *t, const jni_force_plan *plan) {
  const jn_system *system = t->system;
  jni_force_input in;
  jni_force_tangent tangent;
  tangent.generalized_coordinate = tangent.generalized_rate = 0;
  jni_force_prepare(system, t->work, plan, 0, &in);
  if (plan->element->kind->tangent) plan->element->kind->tangent(plan->element, &in, &tangent);
  else jni_differ_coordinate(plan->element, &in, &tangent);
  for (int i = 0; i < plan->nplaces; i++)
    for (int j = 0; j < plan->nplaces; j++) {
      int a = plan->places[i], b = plan->places[j];
      double factor[2];
      const double *Ja = jni_form_side(t->work, plan, i, &factor[0]), *Jb = jni_form_side(t->work, plan, j, &factor[1]);
      if (a == 0 || b == 0) continue;
      for (int part = 0; part < t->nparts; part++) {
        double slope =
            t->stiffness[part] * tangent.generalized_coordinate + t->damping[part] * tangent.generalized_rate;
        outer(-slope * (factor[0] * factor[1]), Ja, system->width[a], Jb, system->width[b], t->block[part]);
      }
      add_block(t, a, b);
    }
}

// ---- expressions -----------------------------------------------------------------------------------------

static void add_readings(target *t, const jni_force_plan *plan) {
  jni_readings r;
  jni_readings_take(t->system, t->work, plan, &r);
  for (int place = 0; place < plan->nplaces; place++)
    for (int slot = 0; slot < plan->ndependencies && plan->places[place] > 0; slot++) {
      for (int part = 0; part < t->nparts; part++)
        jni_readings_block(t->system, &r, place, slot, t->stiffness[part], t->damping[part], t->block[part]);
      add_block(t, plan->places[place], plan->dependencies[slot]);
    }
}

// ---- gyroscopic terms --------------------------------------------------------------------------------------

// Adds the blocks of the gyroscopic terms in cartesian coordinates in space: d(w x J w) = ([w] J - [J w]) dw for each
// body.
static void add_gyroscopic(target *t) {
  const jn_system *system = t->system;
  memset(t->block, 0, sizeof t->block);
  for (int b = 1; b < system->nbodies; b++) {
    if (system->width[b] != 6) continue;
    const double *M = system->mass + system->rows.mass_at[b - 1], *w = t->work->body3[b].w;
    double J[9], Jw[3], W[9], WJ[9], S[9];
    for (int i = 0; i < 9; i++) J[i] = M[(3 + i / 3) * 6 + 3 + i % 3];
    jnk_mat_vec(J, w, Jw);
    jnk_skew(w, W);
    jnk_skew(Jw, S);
    jnk_mat_mul(W, J, WJ);
    for (int part = 0; part < t->nparts; part++)
      for (int i = 0; i < 9; i++) t->block[part][(3 + i / 3) * 6 + 3 + i % 3] = t->damping[part] * (WJ[i] - S[i]);
    add_block(t, b, b);
  }
}

// ---- all elements ---------------------------------------------------------------------------------------------

static void add_all(target *t) {
  const jn_system *system = t->system;
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    if (plan->nterms > 0) add_along(t, plan);
    else if (plan->nends > 2) add_on_many(t, plan);
    else if (!jni_acts_everywhere(plan)) add_on_ends(t, plan, 0);
    else
      for (int b = 1; b < system->nbodies; b++) add_on_ends(t, plan, b);
    if (plan->ndependencies > 0) add_readings(t, plan);
  }
  if (system->model->space == JN_SPACE && !system->kind->natural) add_gyroscopic(t);
}

void jni_force_blocks(const jn_system *system, jn_work *work, jni_force_block_add *add, void *context) {
  target t = {.system = system,
              .work = work,
              .nparts = 2,
              .stiffness = {1, 0},
              .damping = {0, 1},
              .add = add,
              .context = context};
  add_all(&t);
}

void jni_force_matrix(const jn_system *system, jn_work *work, double stiffness, double damping,
                      jni_force_matrix_add *add, void *context) {
  target t = {.system = system,
              .work = work,
              .nparts = 1,
              .stiffness = {stiffness},
              .damping = {damping},
              .add_sum = add,
              .context = context};
  add_all(&t);
}
