// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// equilibrium_stability.c - stability of an equilibrium: counts stable, neutral and unstable directions, and names the
// neutral ones.
//
// Stability is that of the linear equations of motion about the equilibrium (analysis/linear), as in `modes`. With nf
// speeds and nz auxiliary states in x there are nf + nz directions:
//   unstable  eigenvalues with a positive real part
//   neutral   dimension of the family of equilibria that motion along the constraints reaches: displacements and
//             changes of auxiliary states that change no acceleration and no rate
//   stable    all others; undamped oscillations are among them
// Large mechanisms whose forces have a potential and that have no auxiliary states are counted by the signs of their
// stiffnesses along the constraints instead, which the sparse implementation counts. With damping or without, each
// negative stiffness gives one growing eigenvalue, and each zero one a neutral direction [Lagrange; Kelvin and Tait].
//
// The search uses these signs too, as a criterion of descent: they cost less than the linear equations. Its neutral
// directions N are the null space of the static tangent. A name is that of a joint coordinate or of a coordinate of a
// body whose rate c . S N a is largest; the next name is found with this coordinate held.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/equilibrium/equilibrium_search.h"
#include "analysis/linear/modes.h"
#include "linalg/dense/dense.h"
#include "system/motion.h"

static const double NEUTRAL_EXACT = 1e-10, NEUTRAL_DIFFERENCES = 1e-6;  // relative singular values that count as zero
static const double JOINT_FIRST = 2.5;  // preference of the coordinate of a joint to that of a light body

static double cut(const jni_balance *b) { return b->exact ? NEUTRAL_EXACT : NEUTRAL_DIFFERENCES; }

int jni_equilibrium_neutral(jni_balance *b, const double *state) {
  jni_balance_calc(b, state);
  b->kind->tangent(b, state);
  return jni_balance_size(b) > 0 ? b->kind->neutral(b, cut(b)) : 0;
}

// ---- names --------------------------------------------------------------------------------------------------------

typedef struct {
  char name[JN_DIRECTION_NAME];
  double size;  // size of its rate along the neutral directions
} candidate;

// Writes to b->product the increments of the bodies (nb each) along the last n vectors of b->V.
static void fill_motions(jni_balance *b, int n) {
  int size = jni_balance_size(b);
  for (int k = 0; k < n; k++) {
    b->kind->increment(b, b->V + (size_t)(size - n + k) * (size_t)size, b->direction);
    memcpy(b->product + (size_t)k * (size_t)b->nb, jni_balance_bodies(b, b->direction),
           (size_t)b->nb * sizeof *b->product);
  }
}

// A coordinate whose rate is the sum of factor[i] times the increment at[i] of the bodies (index in nb), i < n.
typedef struct {
  int n, at[2 * JNI_WIDEST];
  double factor[2 * JNI_WIDEST];
} rate_row;

static void add_to_row(rate_row *row, int at, double factor) {
  row->at[row->n] = at;
  row->factor[row->n++] = factor;
}

// Writes to `along` (n) the rates of a coordinate along the n neutral directions in b->product; returns the norm of
// `along`.
static double rate_along(const jni_balance *b, const rate_row *row, int n, double *along) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    along[k] = 0;
    for (int i = 0; i < row->n; i++)
      along[k] += row->factor[i] * b->product[(size_t)k * (size_t)b->nb + (size_t)row->at[i]];
    sum += along[k] * along[k];
  }
  return sqrt(sum);
}

static void body_name(const jn_system *system, int body, int i, char *text) {
  static const char *const plane[] = {"x", "y", "angle"}, *const space[] = {"x", "y", "z", "wx", "wy", "wz"};
  const char *const *names = system->model->space == JN_PLANE ? plane : space;
  snprintf(text, JN_DIRECTION_NAME, "%.255s.%s", system->model->bodies[body].name, names[i]);
}

// Makes the coordinate `row` the best candidate if its rate times `preference` exceeds that of the best one: sets
// best->size and `along`, and clears best->name, which the caller then writes.
static void offer(jni_balance *b, const rate_row *row, double preference, int n, candidate *best, double *along) {
  double size = preference * rate_along(b, row, n, b->projected);
  if (!(size > best->size * (1 + 1e-9))) return;
  best->size = size;
  best->name[0] = 0;
  memcpy(along, b->projected, (size_t)n * sizeof *along);
}

static void offer_joints(jni_balance *b, int n, candidate *best, double *along) {
  const jn_system *system = b->system;
  for (int i = 0; i < system->ncoordinates; i++) {
    const jni_coordinate *c = &system->coordinates[i];
    jni_coordinate_state now;
    rate_row row = {.n = 0};
    double unit = c->kind == JNI_ANGLE ? 1 : system->length_scale;
    if (c->joint < 0) continue;
    jni_coordinate_calc(system, b->work, i, &now);
    for (int end = 0; end < 2; end++)
      for (int k = 0, at = system->v_at[c->side[end].body]; k < system->width[c->side[end].body]; k++)
        add_to_row(&row, at + k, now.J[end][k] / unit);
    offer(b, &row, JOINT_FIRST, n, best, along);
    const jni_joint_element *joint = &system->model->joints[c->joint];
    if (!best->name[0])
      snprintf(best->name, sizeof best->name, "joint.%.255s.%s", joint->name, joint->kind->coordinates[c->index].name);
  }
}

static void offer_bodies(jni_balance *b, int n, candidate *best, double *along) {
  const jn_system *system = b->system;
  double heaviest = 0;
  for (int body = 1; body < system->nbodies; body++) heaviest = fmax(heaviest, system->model->bodies[body].mass);
  for (int body = 1; body < system->nbodies; body++)
    for (int i = 0; i < system->width[body]; i++) {
      rate_row row = {.n = 0};
      add_to_row(&row, system->v_at[body] + i, 1 / b->scale[system->v_at[body] + i]);
      offer(b, &row, 1 + (heaviest > 0 ? system->model->bodies[body].mass / heaviest : 0), n, best, along);
      if (!best->name[0]) body_name(system, body, i, best->name);
    }
}

// Rotates the last n vectors of b->V (Householder) so that the first of them moves the named coordinate, whose rates
// are `along`, and the others leave it at rest. Overwrites `along`.
static void remove_direction(jni_balance *b, int n, double *along) {
  int size = jni_balance_size(b);
  double length = sqrt(jni_dot(n, along, along)), *first = b->V + (size_t)(size - n) * (size_t)size;
  along[0] += along[0] < 0 ? -length : length;
  double square = jni_dot(n, along, along);
  for (int j = 0; j < size; j++) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += along[k] * first[(size_t)k * (size_t)size + (size_t)j];
    for (int k = 0; k < n; k++) first[(size_t)k * (size_t)size + (size_t)j] -= 2 * sum / square * along[k];
  }
}

static void auxiliary_name(const jni_balance *b, int z, char *text) {
  const jn_system *system = b->system;
  snprintf(text, JN_DIRECTION_NAME, "auxiliary state %d", z + 1);
  for (int k = 0; k < system->nforces; k++) {
    const jni_force_plan *force = &system->forces[k];
    if (z >= force->state_at && z < force->state_at + force->nstates)
      snprintf(text, JN_DIRECTION_NAME, "force.%.255s.%s", force->element->name,
               force->element->kind->states[z - force->state_at].name);
  }
}

// Offers each auxiliary state in use as a candidate for the name of a neutral direction: sets *best and `along` (n) if
// its rate is larger. Called where no body moves along the neutral directions.
static void offer_auxiliaries(const jni_balance *b, int n, candidate *best, double *along) {
  int size = jni_balance_size(b);
  for (int i = 0; i < b->nauxiliaries; i++) {
    const double *v = b->V + (size_t)(size - n) * (size_t)size + b->nf + i;
    double sum = 0;
    for (int k = 0; k < n; k++) {
      b->projected[k] = v[(size_t)k * (size_t)size];
      sum += b->projected[k] * b->projected[k];
    }
    if (!(sqrt(sum) > best->size * (1 + 1e-9))) continue;
    best->size = sqrt(sum);
    memcpy(along, b->projected, (size_t)n * sizeof *along);
    auxiliary_name(b, b->auxiliaries[i], best->name);
  }
}

static void name_neutral(jni_balance *b, int n, jn_equilibrium *result) {
  for (int i = 0; n > 0 && i < JN_MOST_NEUTRAL; i++) {
    candidate best = {.name = " ", .size = 1e-9};
    double *along = b->y;
    memset(along, 0, (size_t)n * sizeof *along);
    fill_motions(b, n);
    offer_joints(b, n, &best, along);
    offer_bodies(b, n, &best, along);
    if (best.name[0] == ' ') offer_auxiliaries(b, n, &best, along);
    if (best.name[0] != ' ') remove_direction(b, n, along);
    else snprintf(best.name, sizeof best.name, "direction %d", i + 1);
    memcpy(result->neutral_names[i], best.name, sizeof best.name);
    n--;
  }
}

// ---- by stiffness --------------------------------------------------------------------------------------------------

void jni_equilibrium_set_counts(int n, int unstable, int neutral, jn_equilibrium *result) {
  result->unstable = unstable;
  result->neutral = neutral;
  result->stable = n - neutral - unstable > 0 ? n - neutral - unstable : 0;
  result->stability = unstable > 0 ? JN_UNSTABLE : neutral > 0 ? JN_NEUTRAL : JN_STABLE;
}

void jni_equilibrium_count_stiffnesses(jni_balance *b, const double *state, jn_equilibrium *result) {
  result->neutral = result->stable = result->unstable = 0;
  result->stability = JN_STABILITY_UNKNOWN;
  jni_balance_calc(b, state);
  b->kind->tangent(b, state);
  b->kind->count(b, cut(b), result);
  name_neutral(b, result->neutral, result);
}

// ---- by the linear equations ---------------------------------------------------------------------------------------

// Returns whether the search has used the sparse implementation, which counts stable directions by the signs of
// stiffnesses, with more than JNI_SMALL speeds; eigenvalues would cost too much for such a large system.
static bool is_counted_by_stiffness(const jn_system *system) {
  jn_system *made;
  const jn_system *sought = jni_search_system(system->kind->natural ? system->cartesian : system, &made);
  bool large = jni_balance_kind_of(sought) == &jni_balance_kind_sparse && sought->sizes.nv > JNI_SMALL;
  jn_system_free(made);
  return large;
}

// Returns 1 if a driver moves at the time of the state, 0 if all rest, -1 if there is no memory.
static int drivers_move(const jn_system *system, const double *state) {
  jn_work *work = jn_work_new(system);
  double *nu = jni_alloc0(system->alloc, (size_t)system->sizes.nc, sizeof *nu);
  int moves = work && nu ? 0 : -1;
  if (moves == 0) {
    jni_stage_at_rest(system, work, state);
    jn_get_nu(system, work, nu);
    for (int i = 0; i < system->sizes.nc; i++)
      if (nu[i] != 0) moves = 1;
  }
  jni_free(system->alloc, nu);
  jn_work_free(work);
  return moves;
}

static bool count_linear(const jn_linear *linear, jn_equilibrium *result, jn_report *report) {
  jni_linear_stability found;
  jn_linear_sizes sizes = jn_linear_get_sizes(linear);
  bool counted = jni_linear_judge(linear, &found, report);
  if (counted) {
    jni_equilibrium_set_counts(sizes.nf + sizes.nz, found.growing, found.neutral, result);
    for (int i = 0; i < found.neutral && i < JN_MOST_NEUTRAL; i++)
      memcpy(result->neutral_names[i], found.names[i], JN_DIRECTION_NAME);
  }
  jni_pool_free(&found.pool);
  return counted;
}

// Returns whether memory shortage is why a linearisation has failed: true unless the report contains a fault with
// another status. An empty report means that even the fault could not be added.
static bool lacks_memory(const jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    if (error->severity == JN_FAULT && error->status != JN_NO_MEMORY) return false;
  }
  return true;
}

// Returns the linearisation at `state`: in the coordinates of the system, or in joint coordinates if the model has
// armature. Returns NULL with faults in the report.
static jn_linear *linearise(const jn_system *system, const double *state, jn_report *report) {
  if (system->tree || !jn_model_has_armature(system->model)) return jn_linearise(system, state, NULL, report);
  jn_system *joint = jn_system_new(system->model, "joint", report);
  double *converted = joint ? jni_alloc0(system->alloc, (size_t)joint->sizes.nstate, sizeof *converted) : NULL;
  jn_linear *linear = NULL;
  if (converted) {
    jn_state_convert(system, state, joint, converted);
    linear = jn_linearise(joint, converted, NULL, report);
  }
  jni_free(system->alloc, converted);
  jn_system_free(joint);
  return linear;
}

jn_status jni_equilibrium_count_eigenvalues(const jn_system *system, const double *state, jn_equilibrium *result,
                                            jn_report *report) {
  bool has_stability = result->stability != JN_STABILITY_UNKNOWN || system->sizes.nv > JNI_MOST_DENSE;
  if (has_stability && is_counted_by_stiffness(system)) return JN_OK;
  jni_equilibrium_set_counts(0, 0, 0, result);
  result->stability = JN_STABILITY_UNKNOWN;
  int moving = drivers_move(system, state);
  if (moving < 0) return jni_report_no_memory(report);
  if (moving > 0) return JN_OK;
  jn_report *messages = jn_report_new(system->alloc);
  if (!messages) return jni_report_no_memory(report);
  jn_linear *linear = linearise(system, state, messages);
  bool memory = (linear && count_linear(linear, result, messages)) || !lacks_memory(messages);
  jn_linear_free(linear);
  jn_report_free(messages);
  return memory ? JN_OK : jni_report_no_memory(report);
}

const char *jn_stability_name(jn_stability stability) {
  static const char *const names[] = {"unknown", "stable", "neutral", "unstable"};
  return names[stability];
}
