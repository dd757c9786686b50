// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_layer.c - see contact_layer.h.
#include "formulation/control/contact_layer.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/elementary.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "linalg/kkt/kkt.h"
#include "system/contact_points.h"
#include "system/coordinates/body_level.h"
#include "system/stage.h"

enum { MOST_CORRECTIONS = 20 };
enum { MOST_FOLLOWED = 5 };               // choices of modes with the directions of slow slip
enum { MOST_SLOW = 8, MOST_TURNS = 12 };  // points that slip slowly at one time; iterations of their directions
enum { MOST_BISECTIONS = 60 };            // for the largest factor of the restitution that gains no energy
static const double no_slip = 1e-10;      // slip below this part of the largest speed has no direction
static const double creep = 100;          // in space: or below this times the tolerance of the integrator
static const double no_speed = 1e-14;     // speeds below this part of the largest one are rounding
// Slip is slow up to the speed sqrt(slow_from a l), where a is the acceleration by friction and l the lag, and remains
// slow up to sqrt(slow_until a l); it is not slow while friction decelerates it by more than these parts of a.
static const double slow_from = 100, slow_until = 400, most_braked_from = 0.5, most_braked_until = 0.7;
static const double turn_step = 1e-6;  // rad: difference for the slopes of directions
// Directions of slow slip are found when what turns them is below this part of the acceleration by friction. Points of
// one body that begin to slip share their friction in many ways; then the slopes are nearly singular, and this part of
// the same acceleration is added to them.
static const double turn_done = 1e-13, turn_stiff = 1e-7;
enum { MOST_IN_SEQUENCE = 10000 };  // largest number of impacts of one event

struct jni_contact_layer {
  jni_pool pool;
  const jn_system *system;
  jn_work *work;
  jni_kkt *kkt;
  jni_contact_solver *solver;
  int np, nt;      // points; tangential rows of each, 0 if no contact has friction
  int most;        // largest number of points that are closed or hit at one time
  double no_slip;  // slip below this part of the largest speed has no direction of its own
  double lag;      // distance by which the direction of slow slip lags behind, m; 0: no slip is slow
  // In space, of each point that slips, at the last accelerations: magnitude of the acceleration by its own friction,
  // and rate of its slip speed.
  double *grip, *gain;  // np each, m/s^2
  // Points of the last calc_rows, their number, and the number of their rows: one normal and nt tangential ones each.
  int *list, n, nrows;
  long rows_stamp;            // of the position stage that they belong to
  double *W, *A, *L, *D;      // nrows each: rows (nv), accelerations M^-1 W' (nv), multipliers (nc), D = W A (nrows)
  int *from, *to;             // nrows: elements of W outside from <= k < to are zero
  double *b, *F;              // nrows: w = D F + b for F = 0; forces or impulses
  double rounding;            // of b
  int *mode, *closed;         // most: modes of the listed points; np: indices of the closed points
  double *direction, *slide;  // most x nt: of slip, along the tangents
  double *mu, *mu_stick;      // most
  double *least;              // most: smallest normal impulses of an expansion
  bool contradicts;           // the modes of the last jni_contact_layer_act contradict each other
  double rate_power;          // rate of the work before that of friction was added, W
  double *dv, *row;           // nv
  double *phi;                // nc
  double *body, *body_f;      // nbody_v: scratch; forces of the bodies without contacts
  long added_stamp;           // of the force stage whose body_f contains contact forces
  double *q;                  // nq
};

jni_contact_layer *jni_contact_layer_new(const jn_system *system, jn_work *work, const bool *active, double tolerance,
                                         jn_report *report) {
  jni_contact_layer *layer = jni_object_new(system->alloc, sizeof *layer);
  if (!layer || !jni_keep_mass(work)) {
    jni_report_no_memory(report);
    return jni_object_free(layer);
  }
  layer->system = system;
  layer->work = work;
  layer->np = system->ncontact_points;
  layer->rows_stamp = layer->added_stamp = -1;
  for (int i = 0; i < layer->np; i++)
    if (system->contact_points[i].pair->friction_static > 0) layer->nt = system->model->space == JN_PLANE ? 1 : 2;
  layer->no_slip = layer->nt == 2 ? fmax(no_slip, creep * tolerance) : no_slip;
  layer->lag = layer->nt == 2 ? tolerance * system->length_scale : 0;
  layer->most = layer->np < JNI_CONTACT_MOST_CLOSED ? layer->np : JNI_CONTACT_MOST_CLOSED;
  size_t np = (size_t)layer->np, most = (size_t)layer->most, n = most * (size_t)(1 + layer->nt),
         nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  layer->kkt =
      jni_keep(&layer->pool, jni_kkt_new(system->alloc, &system->pattern, jni_sample_mass(system, work), JNI_KKT_AUTO),
               jni_object_free);
  layer->solver =
      jni_keep(&layer->pool, jni_contact_solver_new(system->alloc, layer->most, layer->nt), jni_object_free);
  const jni_vector vectors[] = {{&layer->W, n * nv},
                                {&layer->A, n * nv},
                                {&layer->L, n * nc},
                                {&layer->D, n * n},
                                {&layer->b, n},
                                {&layer->F, n},
                                {&layer->direction, n},
                                {&layer->slide, n},
                                {&layer->mu, most},
                                {&layer->mu_stick, most},
                                {&layer->least, most},
                                {&layer->grip, np},
                                {&layer->gain, np},
                                {&layer->dv, nv},
                                {&layer->row, nv},
                                {&layer->phi, nc},
                                {&layer->body, (size_t)system->nbody_v},
                                {&layer->body_f, (size_t)system->nbody_v},
                                {&layer->q, (size_t)system->sizes.nq}};
  jni_vectors(&layer->pool, vectors, sizeof vectors / sizeof *vectors);
  layer->list = jni_ints(&layer->pool, most);
  layer->from = jni_ints(&layer->pool, n);
  layer->to = jni_ints(&layer->pool, n);
  layer->closed = jni_ints(&layer->pool, np);
  layer->mode = jni_ints(&layer->pool, most);
  if (layer->pool.failed) {
    jni_report_no_memory(report);
    return jni_object_free(layer);
  }
  jni_kkt_set_active(layer->kkt, active);
  jni_kkt_set_sizes(layer->kkt, system->v_size);
  return layer;
}

// ---- rows ---------------------------------------------------------------------------------------------------------

static int list_closed(jni_contact_layer *layer) {
  int n = 0;
  for (int i = 0; i < layer->np; i++)
    if (jni_contact_mode_of(layer->system, layer->work->s, i) != JNI_CONTACT_OPEN) layer->closed[n++] = i;
  return n;
}

// Computes W, A = M^-1 W' with the constraints, the multipliers L and D = W A of the listed points, after the position
// stage; keeps them if they are those of the same points and stage. Returns JN_NO_CONVERGENCE if there are more points
// than layer->most, JN_SINGULAR if the factorisation fails.
static jn_status calc_rows(jni_contact_layer *layer, const int *list, int n) {
  const jn_system *system = layer->system;
  jn_work *work = layer->work;
  if (n > layer->most) return JN_NO_CONVERGENCE;
  size_t nv = (size_t)system->sizes.nv, nc = (size_t)system->sizes.nc;
  if (layer->rows_stamp == work->position_stamp && layer->n == n &&
      memcmp(layer->list, list, (size_t)n * sizeof *list) == 0)
    return JN_OK;
  layer->rows_stamp = -1;
  jni_contact_places_of(system, work, list, n);
  const double *M = jni_mass(system, work);
  jni_kkt_forget(layer->kkt);  // A continued run has no factors of earlier configurations.
  if (!jni_kkt_factor(layer->kkt, M, work->G)) return JN_SINGULAR;
  int width = 1 + layer->nt, nrows = n * width;
  for (int i = 0; i < nrows; i++) {
    double *W = layer->W + (size_t)i * nv;
    const jni_contact_place *place = &work->contact_points[list[i / width]].place;
    memset(W, 0, nv * sizeof *W);
    memset(layer->body, 0, (size_t)system->nbody_v * sizeof *layer->body);
    jni_contact_add_force(system, work, list[i / width], i % width == 0 ? place->n : place->t[i % width - 1],
                          layer->body);
    jni_add_body_forces(system, work, layer->body, W);
    int from = 0, to = (int)nv;
    while (from < to && W[from] == 0) from++;
    while (to > from && W[to - 1] == 0) to--;
    layer->from[i] = from;
    layer->to[i] = to;
    jni_kkt_solve(layer->kkt, M, work->G, W, NULL, 1, layer->A + (size_t)i * nv,
                  nc > 0 ? layer->L + (size_t)i * nc : NULL);
  }
  for (int i = 0; i < nrows; i++)
    for (int j = 0; j <= i; j++) {
      int from = layer->from[i];
      double d = jni_dot(layer->to[i] - from, layer->W + (size_t)i * nv + from, layer->A + (size_t)j * nv + from);
      layer->D[i * nrows + j] = layer->D[j * nrows + i] = d;
    }
  layer->nrows = nrows;
  layer->n = n;
  memcpy(layer->list, list, (size_t)n * sizeof *list);
  layer->rows_stamp = work->position_stamp;
  return JN_OK;
}

// Returns the contact problem of the listed points with the present D and b. rough: with friction; false: forces act
// along the normals only, and layer->slide is cleared.
static jni_contact_problem problem_of(jni_contact_layer *layer, bool rough) {
  for (int i = 0; i < layer->n; i++) {
    const jni_contact_pair *pair = layer->system->contact_points[layer->list[i]].pair;
    layer->mu[i] = rough ? pair->friction : 0;
    layer->mu_stick[i] = rough ? pair->friction_static : 0;
  }
  if (!rough) memset(layer->slide, 0, (size_t)(layer->n * layer->nt) * sizeof *layer->slide);
  return (jni_contact_problem){.n = layer->n,
                               .nt = layer->nt,
                               .D = layer->D,
                               .b = layer->b,
                               .mu = layer->mu,
                               .mu_stick = layer->mu_stick,
                               .slide = layer->slide,
                               .rounding = layer->rounding};
}

// Computes x += sum over i of layer->F[i] times row i, where `rows` has layer->nrows rows of length n.
static void add_rows(const jni_contact_layer *layer, const double *rows, int n, double *x) {
  for (int i = 0; i < layer->nrows; i++)
    for (int k = 0; k < n; k++) x[k] += layer->F[i] * rows[(size_t)i * (size_t)n + k];
}

// ---- accelerations ------------------------------------------------------------------------------------------------

void jni_contact_layer_begin(jni_contact_layer *layer) {
  jn_work *work = layer->work;
  if (layer->added_stamp != work->force_stamp) return;
  bool collected = work->collected_stamp == work->force_stamp;
  memcpy(work->body_f, layer->body_f, (size_t)layer->system->nbody_v * sizeof *work->body_f);
  if (layer->system->tree && collected) jni_calc_tree_forces(layer->system, work);
  work->zdot[layer->system->work_state] = layer->rate_power;
  layer->added_stamp = -1;
}

// Computes layer->b = W vdot + z, the accelerations of the rows of the listed points without contact forces, and
// layer->rounding, the rounding error of b.
static void calc_free(jni_contact_layer *layer, const double *vdot) {
  const jn_system *system = layer->system;
  int width = 1 + layer->nt, nv = system->sizes.nv;
  jni_contact_rates_of(system, layer->work, layer->list, layer->n);
  layer->rounding = 0;
  for (int i = 0; i < layer->nrows; i++) {
    const jni_contact_result *point = &layer->work->contact_points[layer->list[i / width]];
    const double *W = layer->W + (size_t)i * (size_t)nv;
    double z = i % width == 0 ? point->rates.second : jnk_dot(point->place.t[i % width - 1], point->rates.turn);
    double most = fabs(z);
    int from = layer->from[i], to = layer->to[i];
    for (int k = from; k < to; k++) most = fmax(most, fabs(W[k] * vdot[k]));
    layer->rounding = fmax(layer->rounding, 4 * DBL_EPSILON * most);
    layer->b[i] = jni_dot(to - from, W + from, vdot + from) + z;
  }
}

// Sets layer->direction, the tangential unit vectors of slip: of the slip velocity if it exceeds `zero` (m/s),
// otherwise those stored in the discrete states. Sets layer->slide to the former, or to zero. held: within a step, slip
// against the stored direction counts as zero until its root is located.
static void calc_directions(jni_contact_layer *layer, double zero, bool held) {
  for (int i = 0; i < layer->n; i++) {
    const jni_contact_result *point = &layer->work->contact_points[layer->list[i]];
    const double *stored = layer->work->s + layer->system->contact_points[layer->list[i]].s_at + JNI_CONTACT_DIRECTION;
    double speed = jnk_norm(point->rates.slip);
    if (held && !(jnk_dot(point->rates.slip, stored) > 0)) speed = 0;
    for (int k = 0; k < layer->nt; k++) {
      double d = speed > zero ? jnk_dot(point->place.t[k], point->rates.slip) / speed : 0;
      layer->slide[i * layer->nt + k] = d;
      layer->direction[i * layer->nt + k] = speed > zero ? d : jnk_dot(point->place.t[k], stored);
    }
  }
}

// ---- slow slip ----------------------------------------------------------------------------------------------------

static bool is_slow(const jni_contact_layer *layer, int i) {
  const double *own = layer->work->s + layer->system->contact_points[layer->list[i]].s_at;
  return layer->lag > 0 && own[JNI_CONTACT_SLOW] == 1 && layer->mode[i] == JNI_CONTACT_SLIPS;
}

// Sets layer->F to the forces of the modes for the present slip directions. Returns false if there are none.
static bool solve_directions(jni_contact_layer *layer, const jni_contact_problem *problem) {
  return jni_contact_solve_modes(layer->solver, problem, layer->mode, layer->direction, layer->F, NULL);
}

// Returns the part of the acceleration of slip of listed point i that turns the direction d of its friction forward,
// m/s^2: zero if w + |u|/l u is parallel to d, with slip u, its acceleration w by the forces layer->F, and the lag l.
// *along: the part of that along d.
static double turning(const jni_contact_layer *layer, int i, double *along) {
  const jni_contact_result *point = &layer->work->contact_points[layer->list[i]];
  const double *d = layer->direction + 2 * i;
  double speed = jnk_norm(point->rates.slip), wanted[2];
  for (int k = 0; k < 2; k++) {
    int row = 3 * i + 1 + k;
    wanted[k] = layer->b[row] + jni_dot(layer->nrows, layer->D + (size_t)row * (size_t)layer->nrows, layer->F) +
                speed / layer->lag * jnk_dot(point->place.t[k], point->rates.slip);
  }
  *along = d[0] * wanted[0] + d[1] * wanted[1];
  return d[0] * wanted[1] - d[1] * wanted[0];
}

// Turns the slip direction of listed point i by an angle, rad.
static void turn(jni_contact_layer *layer, int i, double angle) {
  double *d = layer->direction + 2 * i, c = jnk_cos(angle), s = jnk_sin(angle), x = d[0];
  d[0] = c * x - s * d[1];
  d[1] = s * x + c * d[1];
}

// Returns the acceleration that the friction of listed point i alone gives its slip, m/s^2.
static double grip_of(const jni_contact_layer *layer, int i) {
  const double *row = layer->D + (size_t)(3 * i + 1) * (size_t)layer->nrows + 3 * i + 1;
  return 0.5 * layer->mu[i] * layer->F[3 * i] * (row[0] + row[layer->nrows + 1]);
}

// Solves the equations of the modes with the slip directions of points that slip slowly as unknowns: Newton iterations
// from the stored directions, on the angles, with slopes by differences. Sets layer->direction and layer->F, and
// layer->slide of these points to zero. Returns false if there is no such point or no solution, in which case the
// directions are those on entry.
static bool solve_slow(jni_contact_layer *layer, const jni_contact_problem *problem) {
  int points[MOST_SLOW], pivot[MOST_SLOW], n = 0;
  double start[2 * MOST_SLOW], r[MOST_SLOW], J[MOST_SLOW * MOST_SLOW], along[MOST_SLOW] = {0}, moved;
  for (int i = 0; i < layer->n && n < MOST_SLOW; i++) {
    if (!is_slow(layer, i)) continue;
    const jni_contact_result *point = &layer->work->contact_points[layer->list[i]];
    const double *stored = layer->work->s + layer->system->contact_points[layer->list[i]].s_at + JNI_CONTACT_DIRECTION;
    double x = jnk_dot(point->place.t[0], stored), y = jnk_dot(point->place.t[1], stored), length = sqrt(x * x + y * y);
    if (!(length > 0)) continue;
    memcpy(start + 2 * n, layer->direction + 2 * i, 2 * sizeof *start);
    points[n++] = i;
    layer->slide[2 * i] = layer->slide[2 * i + 1] = 0;
    layer->direction[2 * i] = x / length;
    layer->direction[2 * i + 1] = y / length;
  }
  bool possible = n > 0 && solve_directions(layer, problem);
  for (int step = 0; step < MOST_TURNS && possible; step++) {
    double most = 0, grip = 0;
    for (int a = 0; a < n; a++) {
      r[a] = -turning(layer, points[a], &along[a]);
      most = fmax(most, fabs(r[a]));
      grip = fmax(grip, grip_of(layer, points[a]));
    }
    if (!(most > turn_done * grip)) break;
    for (int c = 0; c < n && possible; c++) {
      double before[2] = {layer->direction[2 * points[c]], layer->direction[2 * points[c] + 1]};
      turn(layer, points[c], turn_step);
      possible = solve_directions(layer, problem);
      for (int a = 0; a < n; a++) J[a * n + c] = (turning(layer, points[a], &moved) + r[a]) / turn_step;
      J[c * n + c] -= turn_stiff * grip;
      memcpy(layer->direction + 2 * points[c], before, sizeof before);
    }
    if (!possible || !jni_dense_lu(n, J, pivot)) break;
    jni_dense_lu_solve(n, J, pivot, r);
    most = 0;
    for (int a = 0; a < n; a++) most = fmax(most, fabs(r[a]));
    possible = isfinite(most);
    for (int a = 0; a < n && possible; a++) turn(layer, points[a], most > 0.5 ? 0.5 / most * r[a] : r[a]);
    possible = possible && solve_directions(layer, problem);
  }
  // Friction that is along the slip that it causes is no solution.
  for (int a = 0; a < n && possible; a++) possible = !(along[a] < 0);
  for (int a = 0; a < n && !possible; a++) memcpy(layer->direction + 2 * points[a], start + 2 * a, 2 * sizeof *start);
  return possible;
}

// Chooses the modes again with the slip directions that points which slip slowly have within steps, until neither modes
// nor directions of other points change. Points that have no slip yet keep the directions that the choice finds.
// Replaces mode, layer->F and the directions of points without slip; leaves layer->slide and layer->direction of the
// others as calc_directions has set them. Returns false if forces are not found.
static bool follow_slow(jni_contact_layer *layer, const jni_contact_problem *problem, int *mode) {
  bool again = true, solved = true, any = false;
  double zero = jni_contact_layer_no_slip(layer), before[2 * MOST_SLOW];
  for (int round = 0; round < MOST_FOLLOWED && again && solved; round++) {
    int nfree = 0;
    memcpy(layer->mode, mode, (size_t)layer->n * sizeof *mode);
    for (int i = 0; i < layer->n; i++) {
      if (!is_slow(layer, i) || jnk_norm(layer->work->contact_points[layer->list[i]].rates.slip) > zero) continue;
      if (nfree < MOST_SLOW) memcpy(before + 2 * nfree++, layer->direction + 2 * i, 2 * sizeof *before);
    }
    if (!solve_slow(layer, problem)) break;
    any = true;
    again = nfree > 0;
    nfree = 0;
    for (int i = 0; i < layer->n; i++) {
      if (!is_slow(layer, i)) continue;
      bool moves = jnk_norm(layer->work->contact_points[layer->list[i]].rates.slip) > zero;
      if (moves) memcpy(layer->slide + 2 * i, layer->direction + 2 * i, 2 * sizeof *layer->slide);
      else if (nfree < MOST_SLOW) memcpy(layer->direction + 2 * i, before + 2 * nfree++, 2 * sizeof *before);
    }
    solved = jni_contact_solve(layer->solver, problem, mode, layer->direction, layer->F);
    for (int i = 0; i < layer->n; i++) again = again || mode[i] != layer->mode[i];
  }
  if (any) {
    for (int i = 0; i < layer->n; i++) {
      const jni_contact_result *point = &layer->work->contact_points[layer->list[i]];
      double speed = jnk_norm(point->rates.slip);
      for (int k = 0; k < 2 && speed > zero; k++)
        layer->slide[2 * i + k] = layer->direction[2 * i + k] = jnk_dot(point->place.t[k], point->rates.slip) / speed;
    }
  }
  return solved;
}

// Stores for the listed points that slip, in space only, the acceleration by their own friction (layer->grip) and the
// rate of their slip speed (layer->gain), with the forces layer->F.
static void note_slip(jni_contact_layer *layer, const int *mode) {
  for (int i = 0; i < layer->n && layer->nt == 2; i++) {
    const double *d = layer->direction + 2 * i, *row = layer->D + (size_t)(3 * i + 1) * (size_t)layer->nrows;
    if (mode[i] != JNI_CONTACT_SLIPS) continue;
    double gain = 0;
    for (int k = 0; k < 2; k++)
      gain +=
          d[k] * (layer->b[3 * i + 1 + k] + jni_dot(layer->nrows, row + (size_t)k * (size_t)layer->nrows, layer->F));
    layer->gain[layer->list[i]] = gain;
    layer->grip[layer->list[i]] = grip_of(layer, i);
  }
}

bool jni_contact_layer_is_slow(const jni_contact_layer *layer, int point, bool was_slow) {
  double speed = jnk_norm(layer->work->contact_points[point].rates.slip), grip = layer->grip[point];
  if (layer->gain[point] < -(was_slow ? most_braked_until : most_braked_from) * grip) return false;
  return speed * speed < (was_slow ? slow_until : slow_from) * layer->lag * grip;
}

int jni_contact_layer_tangents(const jni_contact_layer *layer) { return layer->nt; }

// Returns the largest of the present speeds, angular ones times the mechanism's size, plus a thousandth of that size
// per second, m/s.
static double largest_speed(const jni_contact_layer *layer) {
  const jn_system *system = layer->system;
  double fastest = 0;
  for (int i = 0; i < system->sizes.nv; i++)
    fastest = fmax(fastest, fabs(layer->work->v[i]) * (system->v_is_length[i] ? 1 : system->length_scale));
  return fastest + 1e-3 * system->length_scale;
}

double jni_contact_layer_no_slip(const jni_contact_layer *layer) { return layer->no_slip * largest_speed(layer); }

// Stores the contact forces in the work and adds them to the forces of the bodies, so that joint reactions contain
// them. Adds the power of friction to the rate of the work state.
static void store_forces(jni_contact_layer *layer) {
  jn_work *work = layer->work;
  int width = 1 + layer->nt;
  memcpy(layer->body_f, work->body_f, (size_t)layer->system->nbody_v * sizeof *work->body_f);
  layer->rate_power = work->zdot[layer->system->work_state];
  layer->added_stamp = work->force_stamp;
  for (int i = 0; i < layer->n; i++) {
    jni_contact_result *point = &work->contact_points[layer->list[i]];
    double force[3];
    point->normal = layer->F[i * width];
    jnk_zero(point->friction);
    for (int k = 0; k < layer->nt; k++)
      jnk_add_scaled(point->friction, layer->F[i * width + 1 + k], point->place.t[k], point->friction);
    jnk_add_scaled(point->friction, point->normal, point->place.n, force);
    jni_contact_add_force(layer->system, work, layer->list[i], force, work->body_f);
    work->zdot[layer->system->work_state] += jnk_dot(point->friction, point->rates.slip);
  }
  if (layer->system->tree && work->collected_stamp == work->force_stamp) jni_calc_tree_forces(layer->system, work);
}

jn_status jni_contact_layer_act(jni_contact_layer *layer, double *vdot, double *lambda) {
  const jn_system *system = layer->system;
  for (int i = 0; i < layer->np; i++) {
    layer->work->contact_points[i].normal = 0;
    jnk_zero(layer->work->contact_points[i].friction);
  }
  int n = list_closed(layer);
  layer->contradicts = false;
  if (n == 0) return JN_OK;
  jn_status status = calc_rows(layer, layer->closed, n);
  if (status != JN_OK) return status;
  calc_free(layer, vdot);
  const jni_contact_problem problem = problem_of(layer, true);
  calc_directions(layer, jni_contact_layer_no_slip(layer), true);
  for (int i = 0; i < n; i++) layer->mode[i] = (int)jni_contact_mode_of(system, layer->work->s, layer->list[i]);
  bool slow = solve_slow(layer, &problem);
  layer->contradicts = !slow && !solve_directions(layer, &problem);
  note_slip(layer, layer->mode);
  add_rows(layer, layer->A, system->sizes.nv, vdot);
  if (lambda) add_rows(layer, layer->L, system->sizes.nc, lambda);
  store_forces(layer);
  return JN_OK;
}

bool jni_contact_layer_contradicts(const jni_contact_layer *layer) { return layer->contradicts; }

// ---- corrections --------------------------------------------------------------------------------------------------

// Solves D F = -b with the least norm of F, whose elements may have any sign. tangential: includes the tangential rows
// of points that stick; false: normal rows only.
static void solve_correction(jni_contact_layer *layer, bool tangential) {
  layer->rounding = 0;
  const jni_contact_problem problem = problem_of(layer, false);
  for (int i = 0; i < layer->n; i++) {
    bool sticks = jni_contact_mode_of(layer->system, layer->work->s, layer->list[i]) == JNI_CONTACT_STICKS;
    layer->mode[i] = tangential && sticks ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
  }
  jni_contact_solve_equations(layer->solver, &problem, layer->mode, layer->direction, layer->F);
}

jn_status jni_contact_layer_correct_positions(jni_contact_layer *layer) {
  const jn_system *system = layer->system;
  jn_work *work = layer->work;
  int n = list_closed(layer), nv = system->sizes.nv;
  double before = HUGE_VAL;
  for (int k = 0; k < MOST_CORRECTIONS && n > 0; k++) {
    double largest = 0, tolerance = 4 * DBL_EPSILON * system->extent;
    jni_contact_places_of(system, work, layer->closed, n);
    for (int i = 0; i < n; i++) largest = fmax(largest, fabs(work->contact_points[layer->closed[i]].place.gap));
    if (!(largest > tolerance) || !(largest < 0.5 * before)) return JN_OK;
    before = largest;
    jn_status status = calc_rows(layer, layer->closed, n);
    if (status != JN_OK) return status;
    for (int i = 0; i < system->sizes.nc; i++) layer->phi[i] = i < system->sizes.nh ? -work->phi[i] : 0;
    memset(layer->dv, 0, (size_t)nv * sizeof *layer->dv);
    if (system->sizes.nc > 0)
      jni_kkt_solve(layer->kkt, jni_mass(system, work), work->G, NULL, layer->phi, 1, layer->dv, NULL);
    for (int i = 0; i < layer->nrows; i++) layer->b[i] = jni_dot(nv, layer->W + (size_t)i * (size_t)nv, layer->dv);
    for (int i = 0; i < n; i++) layer->b[i * (1 + layer->nt)] += work->contact_points[layer->closed[i]].place.gap;
    solve_correction(layer, false);
    add_rows(layer, layer->A, nv, layer->dv);
    system->kind->step(system, work->q, layer->dv, layer->q);
    memcpy(work->q, layer->q, (size_t)system->sizes.nq * sizeof *work->q);
    jni_stage_position(system, work);
  }
  return JN_OK;
}

jn_status jni_contact_layer_correct_velocities(jni_contact_layer *layer) {
  const jn_system *system = layer->system;
  int n = list_closed(layer), nv = system->sizes.nv;
  bool any = false;
  if (n == 0) return JN_OK;
  jn_status status = calc_rows(layer, layer->closed, n);
  if (status != JN_OK) return status;
  for (int i = 0; i < layer->nrows; i++) {
    layer->b[i] = jni_dot(nv, layer->W + (size_t)i * (size_t)nv, layer->work->v);
    any = any || layer->b[i] != 0;
  }
  if (!any) return JN_OK;
  solve_correction(layer, true);
  add_rows(layer, layer->A, nv, layer->work->v);
  return JN_OK;
}

// ---- events -------------------------------------------------------------------------------------------------------

static double restitution_of(const jni_contact_layer *layer, int i) {
  return layer->system->contact_points[layer->list[i]].pair->restitution;
}

// Solves the contact problem with velocities b and the kinetic friction coefficients also for sticking points. Stores
// the impulses, N s, in layer->F. Returns false if no solution is found.
static bool solve_impact(jni_contact_layer *layer) {
  const jni_contact_problem problem = problem_of(layer, true);
  int width = 1 + layer->nt;
  memcpy(layer->mu_stick, layer->mu, (size_t)layer->n * sizeof *layer->mu);
  memset(layer->slide, 0, (size_t)(layer->n * layer->nt) * sizeof *layer->slide);
  for (int i = 0; i < layer->n; i++) {  // First guess: approaching points keep slipping.
    double speed = 0;
    for (int k = 1; k < width; k++) speed += layer->b[i * width + k] * layer->b[i * width + k];
    for (int k = 0; k < layer->nt; k++)
      layer->direction[i * layer->nt + k] = speed > 0 ? layer->b[i * width + 1 + k] / sqrt(speed) : k == 0;
  }
  for (int i = 0; i < layer->n; i++) layer->mode[i] = layer->b[i * width] < 0 ? JNI_CONTACT_SLIPS : JNI_CONTACT_OPEN;
  return jni_contact_solve(layer->solver, &problem, layer->mode, layer->direction, layer->F);
}

// Sets layer->b to the present velocities of the rows, before the impact, m/s. Velocities that are only rounding
// compared with the largest speed of the mechanism are set to zero.
static void take_velocities(jni_contact_layer *layer) {
  int width = 1 + layer->nt;
  double rest = no_speed * largest_speed(layer);
  layer->rounding = 4 * rest;
  for (int i = 0; i < layer->nrows; i++) {
    const jni_contact_result *point = &layer->work->contact_points[layer->list[i / width]];
    double speed = i % width == 0 ? point->rates.rate : jnk_dot(point->place.t[i % width - 1], point->rates.slip);
    layer->b[i] = fabs(speed) > rest ? speed : 0;
  }
}

static bool impact_newton(jni_contact_layer *layer, double factor, double *P) {
  take_velocities(layer);
  for (int i = 0; i < layer->n; i++) layer->b[i * (1 + layer->nt)] *= 1 + factor * restitution_of(layer, i);
  if (!solve_impact(layer)) return false;
  memcpy(P, layer->F, (size_t)layer->nrows * sizeof *P);
  return true;
}

// Computes the impulses P by Poisson's law in two phases, with restitution times `factor`: those of the compression,
// and those of the expansion, whose normal impulses are at least the restitution times those of the compression.
// Returns false if one of the two problems is not solved.
static bool impact_poisson(jni_contact_layer *layer, double factor, double *P) {
  int n = layer->nrows, width = 1 + layer->nt;
  take_velocities(layer);
  if (!solve_impact(layer)) return false;
  memcpy(P, layer->F, (size_t)n * sizeof *P);
  for (int i = 0; i < layer->n; i++) layer->least[i] = factor * restitution_of(layer, i) * P[i * width];
  take_velocities(layer);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) layer->b[i] += layer->D[i * n + j] * P[j];
  jni_contact_problem problem = problem_of(layer, true);
  memcpy(layer->mu_stick, layer->mu, (size_t)layer->n * sizeof *layer->mu);
  memset(layer->slide, 0, (size_t)(layer->n * layer->nt) * sizeof *layer->slide);
  problem.least = layer->least;
  if (!jni_contact_solve_preloaded(layer->solver, &problem, layer->F)) return false;
  for (int i = 0; i < n; i++) P[i] += layer->F[i];
  return true;
}

// Returns the tangential per normal impulse at one point with slip gt in the plane: -mu sign(gt), and where slip has
// stopped what keeps it at zero, or the friction against the direction in which slip begins again.
static double impact_friction(double mu, double Dnt, double Dtt, double gt) {
  if (gt != 0) return gt > 0 ? -mu : mu;
  double stick = -Dnt / Dtt;
  return fabs(stick) <= mu ? stick : stick > 0 ? mu : -mu;
}

// Computes the impulses P of single impacts in the plane by Stronge's law. Slip and normal speed are linear in the
// normal impulse between the stops of the slip, so that the path is followed exactly: until the normal speed is zero,
// then until the work of the expansion is (factor e)^2 that of the compression. Returns false if points depend on each
// other, or if a normal speed does not become zero.
static bool impact_energetic(jni_contact_layer *layer, double factor, double *P) {
  enum { MOST_PARTS = 6 };
  int nrows = layer->nrows, width = 1 + layer->nt;
  take_velocities(layer);
  memset(P, 0, (size_t)nrows * sizeof *P);
  for (int i = 0; i < layer->n; i++) {
    int at = i * width;
    double gn = layer->b[at], gt = layer->nt > 0 ? layer->b[at + 1] : 0, e = factor * restitution_of(layer, i);
    if (!(gn < 0)) continue;
    for (int j = 0; j < nrows; j++)
      for (int k = at; k < at + width; k++)
        if ((j < at || j >= at + width) && layer->D[k * nrows + j] != 0) return false;
    double Dnn = layer->D[at * nrows + at], Dnt = layer->nt > 0 ? layer->D[at * nrows + at + 1] : 0,
           Dtt = layer->nt > 0 ? layer->D[(at + 1) * nrows + at + 1] : 1,
           mu = layer->nt > 0 ? layer->system->contact_points[layer->list[i]].pair->friction : 0;
    double left = HUGE_VAL, done = 0;  // work of the expansion that is left; that of the compression, negative, J
    for (int k = 0; k < MOST_PARTS && left > 0; k++) {
      double friction = layer->nt > 0 ? impact_friction(mu, Dnt, Dtt, gt) : 0;
      double an = Dnn + Dnt * friction, slope = Dnt + Dtt * friction, length = HUGE_VAL;
      bool expands = gn >= 0, stops = gt != 0 && slope * gt < 0, sticks = gt == 0 && fabs(Dnt) <= mu * Dtt;
      if (!expands && an > 0) length = -gn / an;
      if (expands && left == HUGE_VAL) left = -e * e * done;
      if (expands) length = 2 * left / (gn + sqrt(fmax(gn * gn + 2 * an * left, 0)));
      if (expands && !(left > 0)) break;
      bool by_slip = stops && -gt / slope < length;
      if (by_slip) length = -gt / slope;
      if (!(length < HUGE_VAL)) return false;
      double work = length * (gn + 0.5 * an * length);
      P[at] += length;
      if (layer->nt > 0) P[at + 1] += friction * length;
      gn = !expands && !by_slip ? 0 : gn + an * length;
      gt = by_slip || sticks ? 0 : gt + slope * length;
      if (expands) left = by_slip ? left - work : 0;
      else done += work;
    }
  }
  return true;
}

// Computes the impulses P of a sequence of single frictionless impacts: the next one is always at the approaching point
// whose gap closes first, of equal times at the point with the smallest index. All gaps are 1 at first. Returns false
// if points still approach after MOST_IN_SEQUENCE impacts, or approach between bodies that cannot move.
static bool impact_sequential(jni_contact_layer *layer, double factor, double *P) {
  int n = layer->n, nrows = layer->nrows, width = 1 + layer->nt;
  double *gap = layer->F, *rate = layer->b, largest = 0;
  take_velocities(layer);
  memset(P, 0, (size_t)nrows * sizeof *P);
  for (int i = 0; i < n; i++) {
    gap[i] = 1;
    largest = fmax(largest, fabs(rate[i * width]));
  }
  for (int k = 0; k < MOST_IN_SEQUENCE; k++) {
    int first = -1;
    double soonest = HUGE_VAL;
    for (int i = 0; i < n; i++) {
      double time = rate[i * width] < -1e-14 * largest ? gap[i] / -rate[i * width] : HUGE_VAL;
      if (!(time < soonest * (1 - 1e-12))) continue;
      soonest = time;
      first = i;
    }
    if (first < 0) return true;
    for (int i = 0; i < n; i++) gap[i] = fmax(gap[i] + rate[i * width] * soonest, 0);
    gap[first] = 0;
    int row = first * width;
    if (!(layer->D[row * nrows + row] > 0)) return false;  // The bodies cannot move.
    double impulse = -(1 + factor * restitution_of(layer, first)) * rate[row] / layer->D[row * nrows + row];
    P[row] += impulse;
    for (int i = 0; i < nrows; i++) rate[i] += layer->D[i * nrows + row] * impulse;
  }
  return false;
}

// Returns the change of kinetic energy by the impulses P, J: P . (w- + w+)/2 with the velocities w- before and w+ after
// the impact. Also sets layer->b to w-.
static double gain_of(jni_contact_layer *layer, const double *P) {
  int n = layer->nrows;
  double gain = 0;
  take_velocities(layer);
  for (int i = 0; i < n; i++) {
    double change = 0;
    for (int j = 0; j < n; j++) change += layer->D[i * n + j] * P[j];
    gain += P[i] * (layer->b[i] + 0.5 * change);
  }
  return gain;
}

// Returns whether impulses increase the kinetic energy by more than rounding, relative to sum |P_i w-_i|.
static bool gains(jni_contact_layer *layer, const double *P) {
  double scale = 0, gain = gain_of(layer, P);
  for (int i = 0; i < layer->nrows; i++) scale += fabs(P[i] * layer->b[i]);
  return gain > 1e-14 * scale;
}

jn_status jni_contact_layer_impact(jni_contact_layer *layer, const int *list, int n, jni_impact_law law, double *v,
                                   double *P, double *factor) {
  static bool (*const laws[])(jni_contact_layer * layer, double factor, double *P) = {
      [JNI_IMPACT_NEWTON] = impact_newton,
      [JNI_IMPACT_POISSON] = impact_poisson,
      [JNI_IMPACT_SEQUENTIAL] = impact_sequential,
      [JNI_IMPACT_ENERGETIC] = impact_energetic,
  };
  jn_status status = calc_rows(layer, list, n);
  if (status != JN_OK) return status;
  jni_contact_rates_update(layer->system, layer->work);
  *factor = 1;
  if (!laws[law](layer, 1, P)) return law == JNI_IMPACT_ENERGETIC ? JN_REFUSED : JN_NO_CONVERGENCE;
  if (law != JNI_IMPACT_SEQUENTIAL && gains(layer, P)) {
    double low = 0, high = 1;
    for (int k = 0; k < MOST_BISECTIONS; k++) {
      double middle = 0.5 * (low + high);
      if (!laws[law](layer, middle, P)) return JN_NO_CONVERGENCE;
      if (gains(layer, P)) high = middle;
      else low = middle;
    }
    *factor = low;
    if (!laws[law](layer, low, P)) return JN_NO_CONVERGENCE;
  }
  memcpy(layer->F, P, (size_t)layer->nrows * sizeof *P);
  add_rows(layer, layer->A, layer->system->sizes.nv, v);
  return JN_OK;
}

jn_status jni_contact_layer_stop(jni_contact_layer *layer, const int *list, int n, double *v) {
  jn_status status = calc_rows(layer, list, n);
  if (status != JN_OK) return status;
  jni_contact_rates_update(layer->system, layer->work);
  take_velocities(layer);
  double zero = jni_contact_layer_no_slip(layer);
  const jni_contact_problem problem = problem_of(layer, false);
  for (int i = 0; i < n; i++) {
    bool creeps = jnk_norm(layer->work->contact_points[list[i]].rates.slip) <= zero &&
                  layer->system->contact_points[list[i]].pair->friction_static > 0;
    layer->mode[i] = creeps ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
  }
  jni_contact_solve_equations(layer->solver, &problem, layer->mode, layer->direction, layer->F);
  add_rows(layer, layer->A, layer->system->sizes.nv, v);
  return JN_OK;
}

jn_status jni_contact_layer_choose_modes(jni_contact_layer *layer, const int *list, int n, int *mode,
                                         double (*direction)[3], double *vdot) {
  jn_status status = calc_rows(layer, list, n);
  if (status != JN_OK) return status;
  calc_free(layer, vdot);
  const jni_contact_problem problem = problem_of(layer, true);
  calc_directions(layer, jni_contact_layer_no_slip(layer), false);
  if (!jni_contact_solve(layer->solver, &problem, mode, layer->direction, layer->F)) return JN_NO_CONVERGENCE;
  if (!follow_slow(layer, &problem, mode)) return JN_NO_CONVERGENCE;
  note_slip(layer, mode);
  for (int i = 0; i < n; i++) {
    jnk_zero(direction[i]);
    bool slides = false;
    for (int k = 0; k < layer->nt; k++) slides = slides || layer->slide[i * layer->nt + k] != 0;
    for (int k = 0; k < layer->nt && mode[i] == JNI_CONTACT_SLIPS; k++) {
      double d = slides ? layer->slide[i * layer->nt + k] : layer->direction[i * layer->nt + k];
      jnk_add_scaled(direction[i], d, layer->work->contact_points[list[i]].place.t[k], direction[i]);
    }
  }
  add_rows(layer, layer->A, layer->system->sizes.nv, vdot);
  return JN_OK;
}

int jni_contact_layer_jamming_point(const jni_contact_layer *layer, double *share) {
  int width = 1 + layer->nt, jamming = -1;
  *share = 1;
  for (int i = 0; i < layer->n; i++) {
    const double *D = layer->D + (size_t)(i * width) * (size_t)layer->nrows + i * width;
    double rubbed = 0;
    for (int k = 0; k < layer->nt; k++) rubbed += layer->mu[i] * layer->slide[i * layer->nt + k] * D[1 + k];
    if (!(rubbed > 0) || !(1 - rubbed / D[0] < *share)) continue;
    *share = 1 - rubbed / D[0];
    jamming = layer->list[i];
  }
  return jamming;
}

int jni_contact_layer_count_solutions(jni_contact_layer *layer) {
  const jni_contact_problem problem = problem_of(layer, true);
  return jni_contact_count(layer->solver, &problem);
}

double jni_contact_layer_friction_bound(jni_contact_layer *layer, int point) {
  if (calc_rows(layer, &point, 1) != JN_OK) return HUGE_VAL;
  double across = 0;
  for (int k = 1; k <= layer->nt; k++) across += layer->D[k] * layer->D[k];
  return across > 0 ? layer->D[0] / sqrt(across) : HUGE_VAL;
}

bool jni_contact_layer_jam(jni_contact_layer *layer, const int *list, int n, double *v, double *P) {
  int width = 1 + layer->nt;
  if (calc_rows(layer, list, n) != JN_OK) return false;
  jni_contact_rates_update(layer->system, layer->work);
  take_velocities(layer);
  const jni_contact_problem problem = problem_of(layer, true);
  memcpy(layer->mu_stick, layer->mu, (size_t)n * sizeof *layer->mu);
  memset(layer->slide, 0, (size_t)(n * layer->nt) * sizeof *layer->slide);
  for (int i = 0; i < n; i++) {
    layer->b[i * width] = 0;
    layer->mode[i] = layer->mu[i] > 0 ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
    for (int k = 0; k < layer->nt; k++) layer->direction[i * layer->nt + k] = k == 0;
  }
  double most = 0;
  bool solved = jni_contact_solve(layer->solver, &problem, layer->mode, layer->direction, layer->F);
  for (int i = 0; i < n && solved; i++) most = fmax(most, layer->F[i * width]);
  // No impulse inside the cones stops the slip, as with a slip in space that has begun just now.
  if (!(most > 0)) {
    for (int i = 0; i < n; i++) layer->mode[i] = layer->mu[i] > 0 ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
    if (!jni_contact_solve_equations(layer->solver, &problem, layer->mode, layer->direction, layer->F)) return false;
    for (int i = 0; i < layer->nrows; i++) most = fmax(most, fabs(layer->F[i]));
  }
  memcpy(P, layer->F, (size_t)layer->nrows * sizeof *P);
  add_rows(layer, layer->A, layer->system->sizes.nv, v);
  return most > 0;
}

jn_status jni_contact_layer_rest(jni_contact_layer *layer, const int *list, int n, bool holds, int *mode, double *vdot,
                                 double *lambda, double *F) {
  const jn_system *system = layer->system;
  jn_status status = calc_rows(layer, list, n);
  if (status != JN_OK) return status;
  jn_get_f(system, layer->work, layer->row);
  jni_kkt_solve(layer->kkt, jni_mass(system, layer->work), layer->work->G, layer->row, NULL, 1, vdot, lambda);
  calc_free(layer, vdot);
  const jni_contact_problem problem = problem_of(layer, true);
  memset(layer->slide, 0, (size_t)(n * layer->nt) * sizeof *layer->slide);
  for (int i = 0; i < n * layer->nt; i++) layer->direction[i] = i % layer->nt == 0;
  if (holds) jni_contact_solve_equations(layer->solver, &problem, mode, layer->direction, layer->F);
  else if (!jni_contact_solve(layer->solver, &problem, mode, layer->direction, layer->F)) return JN_NO_CONVERGENCE;
  add_rows(layer, layer->A, system->sizes.nv, vdot);
  if (lambda) add_rows(layer, layer->L, system->sizes.nc, lambda);
  memcpy(F, layer->F, (size_t)layer->nrows * sizeof *F);
  return JN_OK;
}

double jni_contact_layer_second_rate(jni_contact_layer *layer, int point, const double *vdot) {
  const jn_system *system = layer->system;
  jni_contact_rates_update(system, layer->work);
  memset(layer->row, 0, (size_t)system->sizes.nv * sizeof *layer->row);
  memset(layer->body, 0, (size_t)system->nbody_v * sizeof *layer->body);
  jni_contact_add_force(system, layer->work, point, layer->work->contact_points[point].place.n, layer->body);
  jni_add_body_forces(system, layer->work, layer->body, layer->row);
  return jni_dot(system->sizes.nv, layer->row, vdot) + layer->work->contact_points[point].rates.second;
}
