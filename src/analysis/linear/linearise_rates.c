// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_rates.c - evaluates xdot, y and the speeds of all bodies at increments of x by the full equations, in the
// coordinates that the caller chose.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/linear/linearise.h"
#include "jounce/assembly.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/signal_value.h"
#include "system/work.h"

static const double STEP = 0.064;  // first step of differences, relative to typical sizes

// ---- accelerations of the bodies -----------------------------------------------------------------------------------

static double signal_of(const jni_linear_equations *f, jni_signal_kind kind, int a, int component) {
  jni_signal signal = {.kind = kind, .a = a, .component = component};
  return jni_signal_calc(f->system, f->work, &signal, f->vdot, f->lambda);
}

// Sets f->body_vdot to the accelerations of all bodies: of the centre of mass in ground axes, angular in body axes.
static void body_accelerations(jni_linear_equations *f) {
  const jn_system *cart = f->chart.cart;
  bool plane = cart->model->space == JN_PLANE;
  if (f->system->tree) {  // joint coordinates: accelerations of the bodies are available
    memcpy(f->body_vdot, jni_body_acceleration(f->system, f->work, f->vdot),
           (size_t)f->chart.nv * sizeof *f->body_vdot);
    return;
  }
  for (int b = 1; b < cart->nbodies; b++) {
    double *out = f->body_vdot + cart->v_at[b];
    for (int i = 0; i < (plane ? 2 : 3); i++)
      out[i] = signal_of(f, JNI_SIGNAL_ACCELERATION, cart->model->bodies[b].com_frame, i);
    if (plane && cart->width[b] == 3) out[2] = signal_of(f, JNI_SIGNAL_ANGULAR_ACCELERATION, b, 2);
    for (int i = 0; i < 3 && cart->width[b] == 6; i++) out[3 + i] = signal_of(f, JNI_SIGNAL_ANGULAR_ACCELERATION, b, i);
  }
}

// ---- one evaluation ------------------------------------------------------------------------------------------------

static bool solve(jni_linear_equations *f, const double *trial) {
  const jn_system *system = f->system;
  size_t nstate = (size_t)system->sizes.nstate;
  bool closed = trial == f->trial && f->chart.tree.system && system->tree;
  if (closed) memcpy(f->state, f->chart.tree.state, nstate * sizeof *f->state);
  else if (f->converts) jn_state_convert(f->chart.cart, trial, system, f->state);
  else memcpy(f->state, trial, nstate * sizeof *f->state);
  if (f->contacts.n == 0) f->status = jn_solve_acceleration(system, f->work, f->state, f->vdot, f->lambda);
  else f->status = jni_linear_contacts_accelerate(system, f->work, f->contacts.layer, f->state, f->vdot, f->lambda);
  if (f->status != JN_OK) return false;
  jni_share_apply(f->share, f->work, f->vdot, f->lambda);
  if (f->converts) body_accelerations(f);
  else memcpy(f->body_vdot, f->vdot, (size_t)f->chart.nv * sizeof *f->vdot);
  if (!jni_all_finite(f->body_vdot, f->chart.nv)) f->status = JN_NOT_FINITE;
  return f->status == JN_OK;
}

static bool close(jni_linear_equations *f, int direction, double h) {
  const jni_chart *chart = &f->chart;
  int n = chart->np + chart->nf, z = direction >= n && direction < f->nx ? f->auxiliary[direction - n] : -1;
  double *origin = jn_state_z(chart->cart, chart->origin), kept = z >= 0 ? origin[z] : 0;
  memset(f->x, 0, (size_t)n * sizeof *f->x);
  if (direction >= 0 && direction < n) f->x[direction] = h;
  if (z >= 0) origin[z] += h;  // constraints of drivers that follow a signal depend on it
  bool closed = jni_chart_close(&f->chart, f->x, f->x + chart->np, f->trial);
  if (z >= 0) origin[z] = kept;
  if (!closed) {
    f->status = JN_NO_CONVERGENCE;
    return false;
  }
  if (z < 0 || !chart->tree.system) return true;
  jn_state_z(chart->cart, f->trial)[z] += h;
  jn_state_z(chart->tree.system, chart->tree.state)[z] += h;
  return true;
}

bool jni_flow_calc(jni_linear_equations *f, int direction, double h, double *out) {
  jni_chart *chart = &f->chart;
  const double *v = f->trial + 1 + chart->cart->sizes.nq;
  int input = direction - f->nx;  // negative: the direction is a coordinate or speed
  if (!close(f, direction, h)) return false;
  if (input >= 0) jn_work_hold_input(f->work, input, f->inputs[input] + h);
  bool solved = solve(f, f->trial);
  if (solved) {
    for (int i = 0; i < f->nz; i++) out[chart->np + chart->nf + i] = f->work->zdot[f->auxiliary[i]];
    memcpy(out + f->nx, v, (size_t)chart->nv * sizeof *out);
    jn_probe_calc(f->probe, f->work, f->state, f->vdot, f->lambda, out + f->nx + chart->nv);
    jni_chart_rates(chart, f->trial, f->body_vdot, out, out + chart->np);
    if (!jni_all_finite(out, f->nx + chart->nv)) f->status = JN_NOT_FINITE;
  }
  if (input >= 0) jn_work_hold_input(f->work, input, NAN);
  return f->status == JN_OK;
}

// ---- typical sizes -------------------------------------------------------------------------------------------------

double jni_flow_largest_acceleration(const jni_linear_equations *f) {
  const jn_system *cart = f->chart.cart;
  double most = jnk_norm(cart->model->gravity);
  for (int b = 1; b < cart->nbodies; b++) {
    const double *force = f->work->body_f + cart->v_at[b];
    double mass = cart->model->bodies[b].mass;
    for (int i = 0; mass > 0 && i < cart->width[b] && i < (cart->model->space == JN_PLANE ? 2 : 3); i++)
      most = fmax(most, fabs(force[i]) / mass);
  }
  return most / cart->length_scale;
}

// Returns a typical rate that needs no derivatives, 1/s: the larger of the largest speed over its typical size and the
// frequency of a pendulum of typical length under the acting forces; 0 if nothing moves or acts, or not finite.
static double first_tempo(const jni_linear_equations *f, const double *origin) {
  const jn_system *cart = f->chart.cart;
  const double *v = origin + 1 + cart->sizes.nq;
  double most = sqrt(jni_flow_largest_acceleration(f));
  for (int i = 0; i < cart->sizes.nv; i++) most = fmax(most, fabs(v[i]) / cart->v_size[i]);
  return isfinite(most) ? most : 0;
}

// Sets *dimension to that of auxiliary state z. Returns false if it is unknown, as for states of formulas of the model,
// or that of a plain number for a state of a subsystem.
static bool auxiliary_dimension(const jn_system *system, int z, jn_dimension *dimension) {
  const jni_drive *drive = jni_drive_of_state(system, z);
  *dimension = JN_NUMBER;
  if (drive) {
    *dimension = (jn_dimension){.m = jni_drive_is_length(system, drive), .s = (signed char)(drive->state_at - z)};
    return true;
  }
  for (int k = 0; k < system->nforces; k++) {
    const jni_force_plan *force = &system->forces[k];
    if (z < force->state_at || z >= force->state_at + force->nstates) continue;
    *dimension =
        jni_force_word_dimension(system->model, force->element, &force->element->kind->states[z - force->state_at]);
    return true;
  }
  for (int k = 0; k < system->nsubsystems; k++) {
    const jni_subsystem_plan *plan = &system->subsystems[k];
    if (z >= plan->state_at && z < plan->state_at + plan->element->nstates)
      *dimension = plan->element->states[z - plan->state_at].dimension;
  }
  return dimension->m != 0 || dimension->kg != 0 || dimension->s != 0 || dimension->rad != 0;
}

static double power(double x, int n) {
  double result = 1;
  for (int i = 0; i < abs(n); i++) result *= x;
  return n < 0 ? 1 / result : result;
}

double jni_flow_typical_size(const jni_linear_equations *f, int direction, bool *has_unit) {
  const jni_chart *chart = &f->chart;
  const jn_system *cart = chart->cart;
  int np = chart->np, n = np + chart->nf;
  *has_unit = direction < n;
  if (direction < n) {
    const jni_candidate *pick = &chart->picks[direction < np ? direction : chart->speeds[direction - np]];
    return (pick->length ? cart->length_scale : 1) * (direction < np ? 1 : chart->tempo);
  }
  if (direction >= f->nx) return 1 + fabs(f->inputs[direction - f->nx]);
  int z = f->auxiliary[direction - n];
  double value = fabs(chart->origin[1 + cart->sizes.nq + chart->nv + z]), heaviest = 0;
  jn_dimension d;
  *has_unit = auxiliary_dimension(f->system, z, &d);
  if (!*has_unit) return 1 + value;
  for (int b = 1; b < cart->nbodies; b++) heaviest = fmax(heaviest, cart->model->bodies[b].mass);
  if (!(heaviest > 0)) heaviest = 1;
  return power(cart->length_scale, d.m) * power(heaviest, d.kg) * power(chart->tempo, -d.s) + value;
}

double jni_flow_first_step(const jni_linear_equations *f, int direction) {
  bool has_unit;
  return STEP * jni_flow_typical_size(f, direction, &has_unit);
}

double jni_flow_typical_rate(const jni_linear_equations *f, int i) {
  bool has_unit;
  return jni_flow_typical_size(f, i, &has_unit) * f->chart.tempo;
}

// ---- construction --------------------------------------------------------------------------------------------------

static bool make_numbers(jni_linear_equations *f, int nv) {
  const jn_system *system = f->system;
  const jni_vector parts[] = {{&f->state, system->sizes.nstate},
                              {&f->vdot, system->sizes.nv},
                              {&f->lambda, system->sizes.nc},
                              {&f->body_vdot, nv},
                              {&f->trial, f->chart.cart->sizes.nstate},
                              {&f->x, 2 * nv},
                              {&f->inputs, system->sizes.nu}};
  jni_vectors(f->pool, parts, sizeof parts / sizeof *parts);
  f->auxiliary = jni_ints(f->pool, system->sizes.nz);
  return !f->pool->failed;
}

static jn_status first_acceleration(jni_linear_equations *f, const double *origin, jn_report *report) {
  if (solve(f, origin)) return JN_OK;
  jn_status status = jn_check_start(f->system, f->state, report);  // reports which mass is missing
  if (status == JN_OK)
    status = jn_report_fault(report, f->status, "", "at the state to linearise about, %s", jn_status_text(f->status));
  return status;
}

// Makes f->share, which distributes reactions over redundant joints, if outputs read accelerations or reactions and
// joints are redundant; otherwise f->share stays NULL. Returns JN_OK or JN_NO_MEMORY.
static jn_status make_share(jni_linear_equations *f, jn_report *report) {
  if (!jn_probe_needs_acceleration(f->probe) || f->system->sizes.nc == 0) return JN_OK;
  jn_mobility *mobility = jn_mobility_new(f->system, f->state, NULL);
  bool made = mobility && jni_share_new(f->system, jn_mobility_active(mobility), NULL, &f->share) &&
              (!f->share || jni_keep(f->pool, f->share, jni_object_free));
  jn_mobility_free(mobility);
  return made ? JN_OK : jni_report_no_memory(report);
}

static jn_status find_steady(const jni_linear_equations *f, const jn_system *cart, const double *origin,
                             jni_steady *steady, jn_report *report) {
  jn_work *work = jn_work_new(cart);
  if (!work) return jni_report_no_memory(report);
  const double *s = origin + cart->sizes.nstate - cart->sizes.ns;
  jn_calc_position(cart, work, origin[0], origin + 1, s - cart->sizes.nz, s);
  jn_calc_velocity(cart, work, origin + 1 + cart->sizes.nq);
  jni_steady_find(cart, work, f->body_vdot, steady);
  jn_work_free(work);
  return JN_OK;
}

// Finds the closed points of rigid contacts at `origin` and stores their modes there.
static jn_status close_contacts(jni_linear_equations *f, double *origin, jn_report *report) {
  const jn_system *system = f->system, *cart = f->chart.cart;
  if (f->converts) jn_state_convert(cart, origin, system, f->state);
  else memcpy(f->state, origin, (size_t)system->sizes.nstate * sizeof *f->state);
  jn_status status = jni_linear_contacts_find(f->pool, system, f->state, &f->contacts, report);
  const double *own = jn_state_s(system, f->state);
  for (int i = 0; i < system->ncontact_points; i++)
    memcpy(jn_state_s(cart, origin) + cart->contact_points[i].s_at, own + system->contact_points[i].s_at,
           JNI_CONTACT_STATES * sizeof *origin);
  return status;
}

jn_status jni_flow_init(jni_pool *pool, const jn_system *system, const jn_system *cart, double *origin,
                        const jn_linear_options *options, jni_steady *steady, jni_linear_equations *f,
                        jn_report *report) {
  *f = (jni_linear_equations){
      .pool = pool, .system = system, .converts = cart != system, .chart = {.cart = cart, .nv = cart->sizes.nv}};
  if (!make_numbers(f, cart->sizes.nv)) return jni_report_no_memory(report);
  jn_status closed = close_contacts(f, origin, report);
  if (closed != JN_OK) return closed;
  f->work = f->contacts.layer ? f->contacts.work : jni_keep(pool, jn_work_new(system), jni_object_free);
  if (!f->work) return jni_report_no_memory(report);
  f->probe = jn_probe_new(system, options->probes, options->nprobes, true, report);
  if (!f->probe) return JN_BAD_ARGUMENT;
  if (!jni_keep(pool, f->probe, jni_object_free)) return jni_report_no_memory(report);
  jn_status status = first_acceleration(f, origin, report);
  if (status == JN_OK) status = make_share(f, report);
  if (status != JN_OK) return status;
  memcpy(f->inputs, f->work->u, (size_t)system->sizes.nu * sizeof *f->inputs);
  status = find_steady(f, cart, origin, steady, report);
  if (status == JN_OK)
    status = jni_chart_init(pool, cart, origin, steady->spin, first_tempo(f, origin), &f->contacts, &f->chart, report);
  if (status != JN_OK) return status;
  for (int i = 0; i < system->sizes.nz; i++)
    if (i != system->work_state) f->auxiliary[f->nz++] = i;
  f->nx = f->chart.np + f->chart.nf + f->nz;
  f->nu = system->sizes.nu;
  f->ny = jn_probe_count(f->probe);
  if (!jni_chart_close(&f->chart, NULL, NULL, f->trial))
    return jn_report_fault(report, JN_NO_CONVERGENCE, "", "the state to linearise about violates the constraints");
  memcpy(origin, f->trial, (size_t)cart->sizes.nstate * sizeof *origin);
  return jni_chart_tree_new(&f->chart) ? JN_OK : jni_report_no_memory(report);
}
