// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_formulation.c - see step_formulation.h: end of a step, starts, interface of the formulation, construction.
#include "formulation/step/step_formulation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formulation/absolute_tolerance.h"
#include "formulation/control/mass_metric.h"
#include "formulation/formulation_common.h"
#include "linalg/kkt/mass_inverse.h"
#include "system/coordinates/body_level.h"
#include "system/drive/drive.h"
#include "system/stage.h"
#include "system/work.h"

// Indices in base.memory: largest value of the least pivot so far; 1 after a singular configuration was passed; time of
// that, s.
enum { MOST_PIVOT, PASSED, PASSED_AT, NMEMORY };
static const double default_tolerance = 1e-10;          // tolerance of the weighted increment of the configuration
static const double default_relative_tolerance = 1e-6;  // relative to the first increment of the step
// The configuration is near singular if the least pivot of [M G'; G 0] is below this part of the largest one so far;
// the pivot is then computed after every step.
static const double near_singular = 3e-3;
// Masses assumed for massless speeds, relative to the mean mass: in W, and for the penalties of their constraints.
// These penalties exceed W by 1e8 times the ratio of the second to the first; their sum must keep the digits of W.
static const double massless = 1e-8, massless_penalty = 1e-2;

// ---- the end of a step --------------------------------------------------------------------------------------------

static void store(jni_step *f, double *y) {
  const jn_sizes *n = &f->base.system->sizes;
  const jn_work *work = f->base.work;
  jni_copy(y, work->q, n->nq);
  jni_copy(y + f->at_v, work->v, n->nv);
  jni_copy(y + f->at_z, work->z, n->nz);
  jni_copy(y + f->at_a, f->a, n->nv);
  jni_copy(y + f->at_A, f->A, n->nv);
  jni_copy(y + f->at_zdot, f->zdot, n->nz);
  jni_copy(y + f->at_lambda, f->lambda, n->nc);
  if (jni_step_solves_index1(f)) jni_copy(y + f->at_vdot, f->vdot, n->nv);
  y[f->at_valid] = 1;
  jni_step_store_end(f);
}

static bool is_near_singular(const jni_step *f) {
  return f->base.counts.least_pivot < near_singular * f->base.memory[MOST_PIVOT];
}

// Computes the least pivot of [M G'; G 0], records it in the counts, and notes in base.memory whether a singular
// configuration is passed. Does this if a step had difficulties (slow or no convergence), if the index-1 form is solved
// anyway, and until the mechanism has left the singular configuration. The position stage must be up to date.
static void monitor_pivots(jni_step *f) {
  jni_formulation_counts *counts = &f->base.counts;
  double *memory = f->base.memory;
  jni_control_begin(&f->control);
  if (f->base.system->sizes.nc == 0) return;
  if (!(f->checks_pivots || f->slow || jni_step_solves_index1(f) || is_near_singular(f))) return;
  f->checks_pivots = false;
  if (jni_control_factor(&f->control) != JN_OK) return;
  const jni_kkt_info *info = jni_control_info(&f->control);
  counts->least_pivot = info->smallest_pivot;
  counts->least_row = info->smallest_row;
  counts->factors++;
  memory[MOST_PIVOT] = fmax(memory[MOST_PIVOT], counts->least_pivot);
  if (is_near_singular(f)) {
    memory[PASSED] = 1;
    memory[PASSED_AT] = f->base.work->t;
  }
}

// Runs the Newton iteration of a step with C and K of earlier steps if these are valid. If that fails, starts again
// from the prediction with new ones. y: begin of the step. Returns the status of the last iteration.
static jn_status converge(jni_step *f, const double *y) {
  bool old = f->forces_valid;
  jni_step_predict(f);
  jn_status status = jni_step_converge(f);
  if (status == JN_OK || !old) return status;
  f->forces_valid = false;
  jni_copy(f->lambda, y + f->at_lambda, f->base.system->sizes.nc);
  jni_step_predict(f);
  return jni_step_converge(f);
}

static jn_status advance(void *self, const jni_rule *rule, double t, double h, double *y) {
  jni_step *f = self;
  const jn_system *system = f->base.system;
  if (f->branch_lost) return JN_SINGULAR;
  jni_step_begin(f, rule, t, h, y);
  jn_status status = converge(f, y);
  for (int i = 0; status == JN_OK && !f->method->multipliers && i < system->sizes.nc; i++)
    f->lambda[i] = f->rows[i] / (f->k * f->D[i]);  // sets the multipliers to the forces of the penalty springs
  if (status == JN_OK && f->method->finish) status = f->method->finish(f);
  if (status != JN_OK) {
    f->forces_valid = false;
    f->checks_pivots = true;
    // If velocities drift off the constraints, the singular configuration may have been left on another branch of
    // solutions.
    bool drifts = f->method->multipliers && !f->method->residual && !f->method->finish;
    f->branch_lost = drifts && f->base.memory[PASSED] == 1;
    return f->branch_lost ? JN_SINGULAR : status;
  }
  monitor_pivots(f);
  if (!f->method->finish) jni_stage_velocity(system, f->base.work);
  jni_stage_force(system, f->base.work);
  f->base.counts.evaluations++;
  jni_step_calc_reaction(f);
  jni_step_set_z_rates(f, f->reaction);
  int work = system->work_state;
  if (work >= 0) f->base.work->z[work] = f->method->work ? f->z0[work] + f->method->work(f) : jni_step_z(f, work);
  const jn_sizes *n = &system->sizes;
  bool finite = jni_all_finite(f->base.work->v, n->nv) && jni_all_finite(f->a, n->nv);
  if (!finite || !jni_all_finite(f->base.work->z, n->nz) || !jni_all_finite(f->zdot, n->nz)) return JN_NOT_FINITE;
  store(f, y);
  return JN_OK;
}

static int speed_body(const jn_system *system, int speed) {
  if (system->tree) return system->tree->links[system->tree->speed_link[speed]].body;
  int body = system->nbodies - 1;
  while (body > 1 && system->v_at[body] > speed) body--;
  return body;
}

static void explain_increment(const jni_step *f, jn_status status, char *text, size_t size) {
  const jn_system *system = f->base.system;
  int speed = -1;  // index of the speed with the largest weighted increment in the last iteration
  double most = 0;
  for (int i = 0; i < system->sizes.nv; i++)
    if (!(fabs(f->x[i]) * f->weight[i] <= most)) {
      speed = i;
      most = fabs(f->x[i]) * f->weight[i];
    }
  if (speed < 0 || status == JN_NOT_FINITE) {
    snprintf(text, size, "%s", jn_status_text(status));
    return;
  }
  // In natural coordinates, the speeds after those of the position of a body are components of unit vectors, without
  // unit.
  const char *unit = system->v_is_length[speed] ? " m" : system->kind->natural ? "" : " rad";
  jni_print(text, size, "%s; body '%s' was still moving the most, by %.3g%s in the last iteration",
            jn_status_text(status), system->model->bodies[speed_body(system, speed)].name, fabs(f->x[speed]), unit);
}

// Returns a text for the error message if oscillations may be the cause: with a rule without damping, penalty springs,
// or velocities that violate the constraints, may oscillate with growing amplitude until no step converges. Otherwise
// returns "".
static const char *explain_oscillation(const jni_step *f) {
  bool undamped = f->rule && !(f->rule->gamma > 0.5);
  if (!undamped || f->method->residual || f->method->finish || f->base.system->sizes.nc == 0) return "";
  return f->method->multipliers ? "; velocities that violate the constraints oscillate with a rule without damping"
                                : "; the penalty springs oscillate with a rule without damping";
}

static void explain_iteration(const jni_step *f, jn_status status, char *text, size_t size) {
  char name[320];
  const jn_system *system = f->base.system;
  const double *weight = system->row_weight;
  int row = -1;  // constraint with the largest violation at the last evaluation
  double most = 0;
  for (int i = 0; i < system->sizes.nc; i++) {
    double violation = fabs(f->rows[i]) * weight[i];
    if (violation > most) {
      row = i;
      most = violation;
    }
  }
  bool hold = row < 0 || fabs(f->rows[row]) * weight[row] <= jni_step_row_rounding(f);
  if (hold) {
    explain_increment(f, status, text, size);
    return;
  }
  jn_row_name(system, row, name, sizeof name);
  // The constraint belongs to a joint, otherwise to the unit vectors of a body.
  bool of_joint = system->primitives[system->row_primitive[row]].joint >= 0;
  const char *unit = !of_joint ? "" : jn_row_is_angle(system, row) ? " rad" : " m";
  jni_print(text, size, "%s; %s was off the most, by %.3g%s", jn_status_text(status), name, fabs(f->rows[row]), unit);
}

static void explain(void *self, jn_status status, char *text, size_t size) {
  const jni_step *f = self;
  if (f->branch_lost) {
    jni_print(
        text, size,
        "velocities are not projected, so the branch after the singular configuration at t = %.6g s is not determined",
        f->base.memory[PASSED_AT]);
    return;
  }
  explain_iteration(f, status, text, size);
  size_t at = strlen(text);
  snprintf(text + at, size - at, "%s", explain_oscillation(f));
}

static void derivative(void *self, const double *y, double *ydot) {
  jni_step *f = self;
  const jn_system *system = f->base.system;
  memset(ydot, 0, (size_t)f->base.ode.n * sizeof *ydot);
  system->kind->qdot(system, y, y + f->at_v, ydot);
  jni_copy(ydot + f->at_v, y + f->at_vdot, system->sizes.nv);
  jni_copy(ydot + f->at_z, y + f->at_zdot, system->sizes.nz);
}

// ---- accelerations and starts ---------------------------------------------------------------------------------------

// Completes y at a start: acceleration, lambda and rates of z. Methods that hold the constraints also correct q and v,
// because a violation would be a jump in the first step. Does nothing if y is marked as valid. Returns the status.
static jn_status begin(void *self, double t, double *y) {
  jni_step *f = self;
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  jn_work *work = f->base.work;
  if (y[f->at_valid] == 1) return JN_OK;
  f->h = 0;
  work->t = t;
  jni_copy(work->q, y, n->nq);
  jni_copy(work->v, y + f->at_v, n->nv);
  jni_copy(work->z, y + f->at_z, n->nz);
  jni_copy(work->s, f->base.s, n->ns);
  system->kind->normalize(system, work->q);
  f->has_end = false;
  jni_stage_position(system, work);
  jni_control_begin(&f->control);
  jn_status status = jni_control_position(&f->control, jni_usual_correction);
  if (status == JN_OK) status = jni_control_velocity(&f->control, jni_usual_correction);
  if (status == JN_OK) status = jni_control_acceleration(&f->control, f->a, f->lambda);
  if (status != JN_OK) return status;
  jni_copy(f->A, f->a, n->nv);
  jni_copy(f->vdot, f->a, n->nv);
  jni_copy(f->reaction, f->lambda, n->nc);
  jni_step_set_z_rates(f, f->lambda);
  f->base.counts.evaluations++;
  store(f, y);
  return JN_OK;
}

// ---- interface of the formulation -----------------------------------------------------------------------------------

// Discards all data that are not in the state, because a run that continues from a checkpoint has only the state.
static void load_memory(jni_formulation *base) {
  jni_step *f = (jni_step *)base;
  f->has_end = f->forces_valid = f->branch_lost = false;
  f->checks_pivots = true;
  jni_control_forget(&f->control);
}

static jn_status pack(jni_formulation *base, const double *state, double *y) {
  memset(y, 0, (size_t)base->ode.n * sizeof *y);
  jni_pack_begin(base, state, y);
  load_memory(base);
  return JN_OK;
}

// ---- construction ---------------------------------------------------------------------------------------------------

static bool allocate(jni_step *f) {
  const jn_system *system = f->base.system;
  const jn_sizes *n = &system->sizes;
  f->base.work = jni_keep(&f->base.pool, jn_work_new(system), jni_object_free);
  f->active = jni_flags(&f->base.pool, n->nc);
  const jni_vector vectors[] = {{&f->base.s, n->ns},
                                {&f->base.memory, NMEMORY},
                                {&f->d, n->nv},
                                {&f->a, n->nv},
                                {&f->A, n->nv},
                                {&f->zdot, n->nz},
                                {&f->lambda, n->nc},
                                {&f->rates, n->nz},
                                {&f->z_change, n->nz},
                                {&f->z_size, n->nz},
                                {&f->D, n->nc},
                                {&f->inverse_mass, n->nv},
                                {&f->floor, n->nv},
                                {&f->x, n->nv + n->nc},
                                {&f->weight, n->nv},
                                {&f->scratch, n->nv},
                                {&f->rows, n->nc},
                                {&f->vdot, n->nv},
                                {&f->reaction, n->nc},
                                {&f->end, n->nstate},
                                {&f->inputs, n->nu},
                                {&f->absolute, f->base.ode.n},
                                {&f->z_end, n->nz},
                                {&f->iterate.q, f->exact ? n->nq : 0},
                                {&f->iterate.d, f->exact ? n->nv : 0},
                                {&f->iterate.x, f->exact ? n->nv + n->nc : 0},
                                {&f->iterate.delta, f->exact ? n->nv : 0},
                                {&f->iterate.column, f->exact ? n->nv : 0}};
  jni_vectors(&f->base.pool, vectors, sizeof vectors / sizeof *vectors);
  return !f->base.pool.failed && jni_keep_mass(f->base.work);
}

// Sets lost[i] (nv) to true for each speed without a mass of its own. In joint coordinates the mass of a body carried
// by a massless body contributes to several speeds, so that M is singular without a zero on its diagonal. Returns false
// if there is no memory.
static bool find_massless(const jni_step *f, const double *mass, bool *lost) {
  const jn_system *system = f->base.system;
  const jni_pattern *p = &system->pattern;
  bool all_definite = true;
  for (int b = 1; b < system->nbodies && all_definite; b++)
    all_definite = jni_metric_definite(system->model, b, system->kind->name);
  if (all_definite) return true;
  double *A = jni_alloc0(system->alloc, (size_t)p->nmass, sizeof *A);
  if (!A) return false;
  jni_copy(A, mass, p->nmass);
  for (int b = 0; b < p->nblocks; b++)
    jni_mass_find_lost(p->block_at[b + 1] - p->block_at[b], A + p->mass_at[b], lost + p->block_at[b]);
  jni_free(system->alloc, A);
  return true;
}

// Sets f->inverse_mass, the inverse masses that penalties use, and f->floor, the masses added to W for massless speeds.
// lost: result of find_massless.
static void fill_masses(jni_step *f, const double *mass, const bool *lost) {
  const jni_pattern *p = &f->base.system->pattern;
  double sum = 0;
  int heavy = 0;
  for (int b = 0; b < p->nblocks; b++)
    for (int i = 0, at = p->block_at[b], n = p->block_at[b + 1] - at; i < n; i++) {
      double m = lost[at + i] ? 0 : mass[p->mass_at[b] + i * (n + 1)], w = f->weight[at + i];
      f->inverse_mass[at + i] = m;
      if (m > 0) {
        sum += m / (w * w);
        heavy++;
      }
    }
  // Mean mass; lengths and angles count alike, because increments are weighted.
  double mean = heavy > 0 ? sum / heavy : 1;
  for (int i = 0; i < f->base.system->sizes.nv; i++) {
    double typical = mean * f->weight[i] * f->weight[i];
    if (!(f->inverse_mass[i] > massless * typical)) {
      f->floor[i] = massless * typical;
      f->has_floor = true;
    }
    f->inverse_mass[i] =
        1 / (f->inverse_mass[i] > massless * typical ? f->inverse_mass[i] : massless_penalty * typical);
  }
}

static bool set_masses(jni_step *f) {
  const jn_system *system = f->base.system;
  const double *mass = jni_sample_mass(system, f->base.work);
  bool *lost = jni_alloc0(system->alloc, (size_t)system->sizes.nv, sizeof *lost);
  bool ok = lost && find_massless(f, mass, lost);
  if (ok) fill_masses(f, mass, lost);
  jni_free(system->alloc, lost);
  return ok;
}

// Sets f->z_size, with which changes of auxiliary states are compared: the size of the bodies (1 if they are no
// lengths) for deflections of force elements and filters of drivers, the latter times w for each derivative; for states
// of the model, whose units are unknown, their tolerance over the relative tolerance if the user has chosen one,
// otherwise 1.
static void set_state_sizes(jni_step *f, const jn_choices *choices) {
  const jn_system *system = f->base.system;
  double other = choices->tolerance_other > 0 ? choices->tolerance_other / choices->tolerance : 1;
  for (int i = 0; i < system->sizes.nz; i++) f->z_size[i] = other;
  for (int i = 0; i < system->nforces; i++)
    for (int k = 0; k < system->forces[i].nstates; k++) {
      const jni_force_element *element = system->forces[i].element;
      bool is_length = jni_force_word_dimension(system->model, element, &element->kind->states[k]).m == 1;
      f->z_size[system->forces[i].state_at + k] = is_length ? system->length_scale : 1;
    }
  for (int i = 0; i < system->nmotions; i++) {
    const jni_drive *drive = &system->drives[i];
    double size = jni_drive_is_length(system, drive) ? system->length_scale : 1;
    for (int k = 0; jni_drive_follows(drive) && k < JNI_DRIVE_STATES; k++) {
      f->z_size[drive->state_at + k] = size;
      size *= drive->w;
    }
  }
}

// Sets active rows, tolerances, weights, penalty, sizes of states, and masses of f. active: nc, rows in use, NULL: all;
// holonomic rows are always in use. Returns false if there is no memory.
static bool fill_tables(jni_step *f, const jn_choices *choices, const bool *active) {
  jn_choices unit = *choices;
  for (int i = 0; i < f->base.system->sizes.nc; i++)
    f->active[i] = !active || active[i] || i < f->base.system->sizes.nh;
  unit.tolerance = 1;
  unit.tolerance_position = unit.tolerance_velocity = unit.tolerance_other = 0;
  jni_tolerance_bodies(f->base.system, &unit, NULL, f->weight);
  for (int i = 0; i < f->base.system->sizes.nv; i++) f->weight[i] = 1 / f->weight[i];
  for (int i = 0; i < f->base.ode.n; i++) f->absolute[i] = choices->tolerance;
  bool chosen = choices->tolerance_constraint > 0, own = f->method->tolerance > 0;
  f->tolerance = chosen ? choices->tolerance_constraint : own ? f->method->tolerance : default_tolerance;
  f->relative_tolerance = chosen || own ? 0 : default_relative_tolerance;
  f->penalty = choices->penalty;
  f->whole_step = f->method->multipliers ? NAN : choices->step;
  set_state_sizes(f, choices);
  return set_masses(f);
}

// Returns whether the matrix of the step is symmetric. It is not in joint coordinates, in variant `exact-newton`, if
// the method has no symmetric matrix, if a force element depends on a body that it does not act on, or if states of the
// model couple bodies.
static bool is_symmetric(const jni_step *f) {
  const jn_system *system = f->base.system;
  if (f->exact || jni_step_states_couple(f->states)) return false;
  for (int i = 0; i < system->nforces; i++)
    if (system->forces[i].ndependencies > 0) return false;
  return f->method->symmetric && !system->tree;
}

static bool make_parts(jni_step *f, const jn_choices *choices, const bool *active, jn_report *report) {
  const jn_system *system = f->base.system;
  if (jni_control_init(&f->base.pool, system, f->base.work, choices, active, true, &f->control, report) != JN_OK)
    return false;
  f->control.newton = f->base.kind->holds_position;
  f->control.projection = f->base.kind->holds_position;
  f->states = jni_step_states_new(f);
  f->matrix = f->states ? jni_step_matrix_new(f, is_symmetric(f)) : NULL;
  f->mix = jni_step_mix_new(f);
  if (f->base.pool.failed) jni_report_no_memory(report);
  return !f->base.pool.failed;
}

void *jni_step_new(const jni_formulation_kind *kind, size_t size, const jn_system *system, const jn_choices *choices,
                   const bool *active, jn_report *report) {
  const jn_sizes *n = &system->sizes;
  jni_step *f = jni_formulation_new(kind, size, system, report);
  if (!f) return NULL;
  f->base.pack = pack;
  f->base.unpack_corrected = jni_unpack_begin;
  f->base.acceleration = jni_step_acceleration;
  f->base.own_acceleration = jni_step_own_acceleration;
  f->base.load_memory = load_memory;
  f->base.nmemory = NMEMORY;
  f->method = kind->method;
  f->exact = strcmp(choices->variant, "exact-newton") == 0;
  f->plain = f->exact || strcmp(choices->variant, "plain-newton") == 0;
  f->at_v = n->nq;
  f->at_z = f->at_v + n->nv;
  f->at_a = f->at_z + n->nz;
  f->at_A = f->at_a + n->nv;
  f->at_zdot = f->at_A + n->nv;
  f->at_lambda = f->at_zdot + n->nz;
  f->at_vdot = jni_step_solves_index1(f) ? f->at_lambda + n->nc : f->at_a;
  f->at_valid = f->at_lambda + n->nc + (jni_step_solves_index1(f) ? n->nv : 0);
  f->base.ode.n = f->at_valid + 1;
  if (!allocate(f) || !fill_tables(f, choices, active)) {
    jni_report_no_memory(report);
    return jni_object_free(f);
  }
  f->stepper = (jni_stepper){.begin = begin, .advance = advance, .derivative = derivative, .explain = explain};
  f->base.ode = (jni_ode){
      .n = f->base.ode.n, .self = f, .absolute = f->absolute, .relative = choices->tolerance, .stepper = &f->stepper};
  return make_parts(f, choices, active, report) ? f : jni_object_free(f);
}

jni_formulation *jni_step_plain(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                                const bool *active, jn_report *report) {
  return jni_step_new(kind, sizeof(jni_step), system, choices, active, report);
}
