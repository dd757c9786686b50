// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_space.c - the report's symbols (5) to (19) at one state of a run in joint coordinates; see petzold.h.
//
// R_a H_a is computed column by column: the spatial velocities of all bodies for a unit rate of one joint. All bodies
// outboard of the joint have the same velocity, h_i. Which joints move which bodies determines the tree: the body that
// a joint carries is that one of the moved bodies that the fewest joints move.
#include <math.h>
#include <string.h>

#include "petzold/petzold.h"

typedef struct {
  repro *r;
  repro_motion *motion;
  const jn_system *other;  // the same model in cartesian coordinates
  jn_work *work;
  double *state, *near, *body_state, *dense;
  petzold_space *s;
  double time;  // step of the central differences, s
} looker;

// ---- spatial vectors -----------------------------------------------------------------------------------------

// Rotates x by a unit quaternion e, from body to ground axes.
static void rotate(const double *e, const double *x, double *out) {
  double t[3] = {2 * (e[2] * x[2] - e[3] * x[1]), 2 * (e[3] * x[0] - e[1] * x[2]), 2 * (e[1] * x[1] - e[2] * x[0])};
  out[0] = x[0] + e[0] * t[0] + e[2] * t[2] - e[3] * t[1];
  out[1] = x[1] + e[0] * t[1] + e[3] * t[0] - e[1] * t[2];
  out[2] = x[2] + e[0] * t[2] + e[1] * t[1] - e[2] * t[0];
}

static void add_cross(const double *a, const double *b, double *out) {
  out[0] += a[1] * b[2] - a[2] * b[1];
  out[1] += a[2] * b[0] - a[0] * b[2];
  out[2] += a[0] * b[1] - a[1] * b[0];
}

// Converts a velocity or force of a body (linear part at the centre of mass in ground axes, angular part in body axes)
// to a spatial vector.
static void to_spatial(int width, const double *q, const double *x, bool is_force, double *out) {
  if (width == 3) {
    out[0] = x[2] + (is_force ? q[0] * x[1] - q[1] * x[0] : 0);
    out[1] = x[0] + (is_force ? 0 : q[1] * x[2]);
    out[2] = x[1] - (is_force ? 0 : q[0] * x[2]);
    return;
  }
  rotate(q + 3, x + 3, out);
  memcpy(out + 3, x, 3 * sizeof *out);
  if (is_force) add_cross(q, x, out);
  else add_cross(q, out, out + 3);
}

// Computes Mdot v = v x* (M v) of a body.
static void momentum_rate(int width, const double *v, const double *p, double *out) {
  memset(out, 0, (size_t)width * sizeof *out);
  if (width == 3) {
    out[0] = v[1] * p[2] - v[2] * p[1];
    out[1] = -v[0] * p[2];
    out[2] = v[0] * p[1];
    return;
  }
  add_cross(v, p, out);
  add_cross(v + 3, p + 3, out);
  add_cross(v, p + 3, out + 3);
}

// ---- small algebra ---------------------------------------------------------------------------------------------

void petzold_times(int rows, int columns, const petzold_matrix *A, const double *x, double *out) {
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int j = 0; j < columns; j++) sum += A->at[i][j] * x[j];
    out[i] = sum;
  }
}

void petzold_add_transposed(int rows, int columns, const petzold_matrix *A, const double *x, double factor,
                            double *out) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) out[j] += factor * A->at[i][j] * x[i];
}

void petzold_spread(const petzold_space *s, const petzold_matrix *C, int rows, const double *x, double *out) {
  for (int i = 0; i < rows; i++)
    for (int c = 0; c < s->width; c++) {
      double sum = 0;
      for (int j = 0; j < s->bodies; j++) sum += C->at[i][j] * x[j * s->width + c];
      out[i * s->width + c] = sum;
    }
}

void petzold_inertia(const petzold_space *s, const double *x, double *out) {
  for (int b = 0; b < s->bodies; b++)
    for (int i = 0; i < s->width; i++) {
      double sum = 0;
      for (int j = 0; j < s->width; j++) sum += s->M.at[i][b * s->width + j] * x[b * s->width + j];
      out[b * s->width + i] = sum;
    }
}

void petzold_velocity(const petzold_space *s, const double *qdot, double *out) {
  double rates[PETZOLD_MOST];
  petzold_times(s->n, s->k, &s->Ba, qdot, rates);
  petzold_times(s->width * s->bodies, s->n, &s->Ha, rates, out);
}

void petzold_convective(const petzold_space *s, bool printed, double *out) {
  double rates[PETZOLD_MOST], more[PETZOLD_MOST];
  petzold_times(s->n, s->k, &s->Ba, s->qdot, rates);
  petzold_times(s->width * s->bodies, s->n, printed ? &s->Ha : &s->Hadot, rates, out);
  petzold_times(s->n, s->k, &s->Badot, s->qdot, rates);
  petzold_times(s->width * s->bodies, s->n, &s->Ha, rates, more);
  for (int i = 0; i < s->width * s->bodies; i++) out[i] += more[i];
}

// ---- evaluation of the symbols -----------------------------------------------------------------------------------

static int positions(const looker *l) { return l->s->width == 3 ? 3 : 7; }  // coordinates of a body

// Computes the spatial velocities of all bodies at l->near for the joint rates v.
static void body_velocities(looker *l, const double *v, double *out) {
  petzold_space *s = l->s;
  memcpy(jn_state_v(l->motion->system, l->near), v, (size_t)s->n * sizeof *v);
  jn_state_convert(l->motion->system, l->near, l->other, l->body_state);
  const double *q = jn_state_q(l->other, l->body_state), *w = jn_state_v(l->other, l->body_state);
  for (int b = 0; b < s->bodies; b++)
    to_spatial(s->width, q + b * positions(l), w + b * s->width, false, out + b * s->width);
}

// Computes R_a H_a at l->near.
static void velocity_map(looker *l, petzold_matrix *V) {
  petzold_space *s = l->s;
  double v[PETZOLD_MOST], column[PETZOLD_MOST];
  for (int j = 0; j < s->n; j++) {
    for (int i = 0; i < s->n; i++) v[i] = i == j;
    body_velocities(l, v, column);
    for (int i = 0; i < s->bodies * s->width; i++) V->at[i][j] = column[i];
  }
}

static bool moves(const petzold_space *s, const petzold_matrix *V, int body, int joint) {
  double most = 0;
  for (int c = 0; c < s->width; c++) most = fmax(most, fabs(V->at[body * s->width + c][joint]));
  return most > 1e-9;
}

static int movers(const petzold_space *s, const petzold_matrix *V, int body) {
  int n = 0;
  for (int j = 0; j < s->n; j++) n += moves(s, V, body, j);
  return n;
}

static int carried_by(const petzold_space *s, const petzold_matrix *V, int joint) {
  int best = -1;
  for (int b = 0; b < s->bodies; b++)
    if (moves(s, V, b, joint) && (best < 0 || movers(s, V, b) < movers(s, V, best))) best = b;
  return best;
}

// Computes Ha from V = R_a H_a: column j has only the velocity of the body that joint j carries.
static void partial_of_joints(const petzold_space *s, const petzold_matrix *V, petzold_matrix *Ha) {
  memset(Ha, 0, sizeof *Ha);
  for (int j = 0; j < s->n; j++) {
    int b = carried_by(s, V, j);
    for (int c = 0; b >= 0 && c < s->width; c++) Ha->at[b * s->width + c][j] = V->at[b * s->width + c][j];
  }
}

// Sets Ra: 1 if a body is outboard of another one or the same. Sets Ca: 1 for the body, -1 for the body inboard of it.
static void connect(petzold_space *s, const petzold_matrix *V) {
  memset(&s->Ra, 0, sizeof s->Ra);
  memset(&s->Ca, 0, sizeof s->Ca);
  for (int j = 0; j < s->n; j++)
    for (int b = 0, own = carried_by(s, V, j); own >= 0 && b < s->bodies; b++)
      if (moves(s, V, b, j)) s->Ra.at[b][own] = 1;
  for (int b = 0; b < s->bodies; b++) {
    int before = -1;
    for (int o = 0; o < s->bodies; o++)
      if (o != b && s->Ra.at[b][o] != 0 && (before < 0 || movers(s, V, o) > movers(s, V, before))) before = o;
    s->Ca.at[b][b] = 1;
    if (before >= 0) s->Ca.at[b][before] = -1;
  }
}

// Sets Cc: 1 for the last body of a loop, -1 for the first; the ground has no column.
static void connect_chords(looker *l) {
  petzold_space *s = l->s;
  jn_body round[PETZOLD_MOST];
  s->chords = jn_tree_nloops(l->motion->system);
  memset(&s->Cc, 0, sizeof s->Cc);
  for (int i = 0; i < s->chords; i++) {
    int n = jn_tree_loop_bodies(l->motion->system, i, round, PETZOLD_MOST);
    if (n < 1 || n > PETZOLD_MOST || s->chords > PETZOLD_MOST) {
      repro_fail(l->r, JN_REFUSED, "loop %d has %d bodies, and up to %d in %d loops can be looked at", i + 1, n,
                 PETZOLD_MOST, PETZOLD_MOST);
      return;
    }
    if (round[0].i > 0) s->Cc.at[i][round[0].i - 1] -= 1;
    if (round[n - 1].i > 0) s->Cc.at[i][round[n - 1].i - 1] += 1;
  }
}

static petzold_partial partial_at(looker *l, const petzold_partial *given) {
  const jn_system *system = l->motion->system;
  jn_sizes n = jn_system_sizes(system);
  jn_calc_position(system, l->motion->work, l->near[0], jn_state_q(system, l->near), jn_state_z(system, l->near),
                   jn_state_s(system, l->near));
  if (n.nc > 0) jn_get_G(system, l->motion->work, l->dense);
  return petzold_find_partial(l->r, n.nc, n.nv, l->dense, given);
}

static void put_partial(const petzold_partial *p, petzold_matrix *B) {
  for (int i = 0; i < p->n; i++)
    for (int c = 0; c < p->k; c++) B->at[i][c] = p->B[i * p->k + c];
}

// Sets l->near to the state advanced by the time dt with its rates and accelerations.
static void move_on(looker *l, const double *v, const double *vdot, double dt) {
  const jn_system *system = l->motion->system;
  double d[PETZOLD_MOST];
  for (int i = 0; i < l->s->n; i++) d[i] = dt * v[i] + dt * dt / 2 * vdot[i];
  memcpy(l->near, l->state, (size_t)jn_system_sizes(system).nstate * sizeof *l->near);
  jn_manifold_step(system, jn_state_q(system, l->state), d, jn_state_q(system, l->near));
}

// Computes Hadot and Badot by central differences along the motion.
static void rates(looker *l, const double *v, const double *vdot, const petzold_partial *given, double time) {
  petzold_space *s = l->s;
  petzold_matrix V, H[2], B[2];
  for (int side = 0; side < 2 && repro_ok(l->r); side++) {
    move_on(l, v, vdot, side ? time : -time);
    velocity_map(l, &V);
    partial_of_joints(s, &V, &H[side]);
    petzold_partial p = partial_at(l, given);
    if (p.B) put_partial(&p, &B[side]);
  }
  if (!repro_ok(l->r)) return;
  for (int j = 0; j < s->n; j++)
    for (int i = 0; i < s->bodies * s->width; i++) s->Hadot.at[i][j] = (H[1].at[i][j] - H[0].at[i][j]) / (2 * time);
  for (int i = 0; i < s->n; i++)
    for (int c = 0; c < s->k; c++) s->Badot.at[i][c] = (B[1].at[i][c] - B[0].at[i][c]) / (2 * time);
}

// Computes M = T' M_body T of a body; the rows of T are spatial forces of unit forces along the body's speeds.
static void body_mass(looker *l, const double *q, int body) {
  petzold_space *s = l->s;
  const int w = s->width, n = w * s->bodies;
  const double *block = l->dense + body * w * n + body * w;
  double T[6][6], MT[6][6] = {{0}};
  for (int i = 0; i < w; i++) {
    double unit[6] = {0};
    unit[i] = 1;
    to_spatial(w, q, unit, true, T[i]);
  }
  for (int i = 0; i < w; i++)
    for (int j = 0; j < w; j++)
      for (int x = 0; x < w; x++) MT[i][j] += block[i * n + x] * T[x][j];
  for (int i = 0; i < w; i++)
    for (int j = 0; j < w; j++)
      for (int x = 0; x < w; x++) s->M.at[i][body * w + j] += T[x][i] * MT[x][j];
}

// Computes g of a body. The engine's forces contain the gyroscopic moment, those of the report do not.
static void body_force(looker *l, const double *q, const double *v, const double *f, int body) {
  petzold_space *s = l->s;
  const int w = s->width, n = w * s->bodies;
  const double *block = l->dense + (body * w + 3) * n + body * w + 3;
  double Jw[3] = {0}, applied[6];
  memcpy(applied, f, (size_t)w * sizeof *applied);
  for (int x = 0; x < 3 && w == 6; x++)
    for (int y = 0; y < 3; y++) Jw[x] += block[x * n + y] * v[3 + y];
  if (w == 6) add_cross(v + 3, Jw, applied + 3);
  to_spatial(w, q, applied, true, s->g + body * w);
}

// Computes M, g and Mdot v of all bodies from the engine's cartesian mass matrix and forces at l->body_state.
static void bodies_terms(looker *l) {
  petzold_space *s = l->s;
  const int w = s->width;
  double *q = jn_state_q(l->other, l->body_state), *v = jn_state_v(l->other, l->body_state), f[PETZOLD_MOST],
         p[PETZOLD_MOST];
  jn_calc_position(l->other, l->work, l->body_state[0], q, jn_state_z(l->other, l->body_state),
                   jn_state_s(l->other, l->body_state));
  jn_calc_velocity(l->other, l->work, v);
  jn_calc_force(l->other, l->work, jn_state_z(l->other, l->body_state));
  jn_get_M(l->other, l->work, l->dense);
  jn_get_f(l->other, l->work, f);
  for (int b = 0; b < s->bodies; b++) {
    body_mass(l, q + b * positions(l), b);
    body_force(l, q + b * positions(l), v + b * w, f + b * w, b);
  }
  petzold_inertia(s, s->v, p);
  for (int b = 0; b < s->bodies; b++) momentum_rate(w, s->v + b * w, p + b * w, s->Mdotv + b * w);
}

static bool accelerations(looker *l, const jn_system *system, jn_work *work, const double *state, double *vdot) {
  jn_status status = jn_solve_acceleration(system, work, state, vdot, NULL);
  if (status != JN_OK)
    repro_fail(l->r, status, "'%s' has no accelerations at %g s", jn_model_name(jn_system_model(system)), state[0]);
  return status == JN_OK;
}

// Computes spatial accelerations from those of the cartesian equations: v0dot = vdot + v x w + r x wdot.
static void body_accelerations(looker *l) {
  petzold_space *s = l->s;
  double vdot[PETZOLD_MOST];
  const double *q = jn_state_q(l->other, l->body_state), *v = jn_state_v(l->other, l->body_state);
  if (!accelerations(l, l->other, l->work, l->body_state, vdot)) return;
  for (int b = 0; b < s->bodies; b++) {
    double *out = s->a + b * s->width;
    to_spatial(s->width, q + b * positions(l), vdot + b * s->width, false, out);
    if (s->width == 6) {
      add_cross(v + b * 6, s->v + b * 6, out + 3);
    } else {
      out[1] += v[b * 3 + 1] * v[b * 3 + 2];
      out[2] -= v[b * 3] * v[b * 3 + 2];
    }
  }
}

static void look(looker *l) {
  petzold_space *s = l->s;
  const jn_system *system = l->motion->system;
  petzold_matrix V;
  double vdot[PETZOLD_MOST], v[PETZOLD_MOST];
  memcpy(v, jn_state_v(system, l->state), (size_t)s->n * sizeof *v);
  if (!accelerations(l, system, l->motion->work, l->state, vdot)) return;
  velocity_map(l, &V);
  partial_of_joints(s, &V, &s->Ha);
  connect(s, &V);
  connect_chords(l);
  petzold_partial p = partial_at(l, NULL);
  if (!p.B || !repro_ok(l->r)) return;
  s->k = p.k;
  put_partial(&p, &s->Ba);
  for (int i = 0; i < s->k; i++) {
    s->qdot[i] = v[p.independent[i]];
    s->qddot[i] = vdot[p.independent[i]];
  }
  memcpy(s->independent, p.independent, sizeof s->independent);
  body_velocities(l, v, s->v);
  bodies_terms(l);
  body_accelerations(l);
  if (repro_ok(l->r)) rates(l, v, vdot, &p, l->time);
}

static bool prepare(looker *l, double factor) {
  petzold_space *s = l->s;
  const jn_system *system = l->motion->system;
  const jn_model *model = jn_system_model(system);
  jn_sizes n = jn_system_sizes(system), other = jn_system_sizes(l->other);
  s->width = jn_model_space(model) == JN_PLANE ? 3 : 6;
  s->bodies = jn_model_nbodies(model) - 1;
  s->n = n.nv;
  if (2 * s->width * s->bodies + n.nv > PETZOLD_MOST)
    repro_fail(l->r, JN_REFUSED, "'%s' is too large here", jn_model_name(model));
  l->work = jn_work_new(l->other);
  l->state = repro_scratch(l->r, n.nstate);
  l->near = repro_scratch(l->r, n.nstate);
  l->body_state = repro_scratch(l->r, other.nstate);
  l->dense = repro_scratch(l->r, other.nv * other.nv + n.nc * n.nv + 1);
  if (!l->work || !repro_ok(l->r)) return false;
  memcpy(l->state, jn_run_state(l->motion->run), (size_t)n.nstate * sizeof *l->state);
  for (int i = 0; i < n.nv; i++) jn_state_v(system, l->state)[i] *= factor;
  memcpy(l->near, l->state, (size_t)n.nstate * sizeof *l->near);
  return true;
}

bool petzold_look_space(repro *r, repro_motion *motion, double factor, double time, petzold_space *space) {
  memset(space, 0, sizeof *space);
  if (!motion || !repro_ok(r)) return false;
  looker l = {.r = r, .motion = motion, .s = space, .time = time, .other = jn_system_cartesian(motion->system)};
  if (prepare(&l, factor)) look(&l);
  else if (repro_ok(r)) repro_fail(r, JN_NO_MEMORY, "there is not enough memory to look at the equations");
  jn_work_free(l.work);
  return repro_ok(r);
}
