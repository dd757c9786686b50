// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise.c - matrices A, B, C, D of the linear equations about a state.
#include "analysis/linear/linearise.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "model/fault.h"

#include "kernel/elementary.h"
#include "kernel/vec3.h"
#include "linalg/dense/dense.h"
#include "system/contact_points.h"
#include "system/stage.h"
#include "system/system.h"

enum { COOKIE = 0x6a6c, MOST_SPEEDS = 1000 };
static const double UNSTEADY = 1e-6;  // largest residual acceleration of a steady motion, relative to unit_of
static const double ROUGH = 1e-5;     // relative error of A from which on there is a warning

jn_linear_options jn_linear_options_default(void) { return (jn_linear_options){.cookie = COOKIE}; }

// ---- making it -----------------------------------------------------------------------------------------------------

void *jn_linear_free(jn_linear *l) { return jni_object_free(l); }

static void make_numbers(jn_linear *l) {
  size_t nx = (size_t)l->sizes.nx, nu = (size_t)l->sizes.nu, ny = (size_t)l->sizes.ny, np = (size_t)l->sizes.np,
         nshares = (size_t)l->nshares;
  const jni_vector parts[] = {{&l->A, nx * nx},
                              {&l->B, nx * nu},
                              {&l->C, ny * nx},
                              {&l->D, ny * nu},
                              {&l->rate, nx},
                              {&l->value, nx},
                              {&l->size, nx},
                              {&l->errors, nx * nx},
                              {&l->shares, nshares * np},
                              {&l->share_size, nshares},
                              {&l->bodies, (size_t)l->nv * np}};
  jni_vectors(&l->pool, parts, sizeof parts / sizeof *parts);
  l->state_names = jni_take(&l->pool, nx, sizeof *l->state_names);
  l->input_names = jni_take(&l->pool, nu, sizeof *l->input_names);
  l->output_names = jni_take(&l->pool, ny, sizeof *l->output_names);
  l->share_names = jni_take(&l->pool, nshares, sizeof *l->share_names);
  l->share_length = jni_flags(&l->pool, nshares);
  l->speeds = jni_ints(&l->pool, l->sizes.nf);
}

static jn_linear *linear_new(const jni_linear_equations *f) {
  jn_linear *l = jni_object_new(f->system->alloc, sizeof *l);
  if (!l) return NULL;
  l->sizes =
      (jn_linear_sizes){.nx = f->nx, .np = f->chart.np, .nf = f->chart.nf, .nz = f->nz, .nu = f->nu, .ny = f->ny};
  l->nshares = f->chart.npicks;
  l->nv = f->chart.nv;
  make_numbers(l);
  return l->pool.failed ? jn_linear_free(l) : l;
}

// ---- names and sizes -----------------------------------------------------------------------------------------------

static void fill_states(const jni_linear_equations *f, jn_linear *l) {
  const jni_chart *chart = &f->chart;
  const jn_system *cart = chart->cart;
  for (int i = 0; i < chart->np + chart->nf; i++) {
    bool speed = i >= chart->np;
    int pick = speed ? chart->speeds[i - chart->np] : i;
    jni_candidate_name(cart, &chart->picks[pick], speed, l->state_names[i]);
    l->size[i] = chart->picks[pick].length ? cart->length_scale : 1;
    l->value[i] = speed ? chart->rate[pick] : chart->value[pick];
    if (!speed && chart->picks[pick].coordinate < 0) {
      const jni_candidate *p = &chart->picks[pick];
      bool turn = cart->model->space == JN_SPACE && !p->length;
      l->value[i] = turn ? 0 : chart->origin[1 + cart->q_at[p->body] + p->at - cart->v_at[p->body]];
    }
  }
  memcpy(l->speeds, chart->speeds, (size_t)chart->nf * sizeof *l->speeds);
  for (int i = 0; i < f->nz; i++) {
    int at = chart->np + chart->nf + i;
    jn_state_name(cart, f->auxiliary[i], l->state_names[at], JN_DIRECTION_NAME);
    l->value[at] = chart->origin[1 + cart->sizes.nq + chart->nv + f->auxiliary[i]];
  }
}

// Returns the FNV-1a hash of the names with their terminating zeros.
static uint64_t hash_names(const jn_linear *l) {
  uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < l->sizes.nx; i++)
    for (const char *c = l->state_names[i];; c++) {
      hash = (hash ^ (unsigned char)*c) * 1099511628211u;
      if (!*c) break;
    }
  return hash;
}

static void fill_names(const jni_linear_equations *f, jn_linear *l) {
  l->names = hash_names(l);
  for (int i = 0; i < l->sizes.nu; i++)
    snprintf(l->input_names[i], JN_DIRECTION_NAME, "%.300s", f->system->model->inputs[i].name);
  for (int i = 0; i < l->sizes.ny; i++)
    snprintf(l->output_names[i], JN_DIRECTION_NAME, "%.300s", jn_probe_name(f->probe, i));
}

// Sets l->shares, the gradients of all joint coordinates and body coordinates with respect to the positions of x, with
// their names, sizes and units, and l->bodies, those of the body increments.
static void fill_shares(jni_linear_equations *f, jn_linear *l) {
  jni_chart *chart = &f->chart;
  size_t np = (size_t)chart->np, m = (size_t)chart->nh + np;
  for (int i = 0; i < l->nshares; i++) {
    jni_candidate_name(chart->cart, &chart->picks[i], false, l->share_names[i]);
    l->share_length[i] = chart->picks[i].length;
    l->share_size[i] = l->share_length[i] ? chart->cart->length_scale : 1;
    jni_candidate_row(chart, &chart->picks[i], chart->d);
    for (size_t j = 0; j < np; j++) {
      double sum = 0;
      for (int k = 0; k < chart->nv; k++) sum += chart->d[k] * chart->inverse_p[(size_t)k * m + (size_t)chart->nh + j];
      l->shares[(size_t)i * np + j] = i < chart->np ? (size_t)i == j : sum;
    }
  }
  for (size_t k = 0; k < (size_t)chart->nv; k++)
    memcpy(l->bodies + k * np, chart->inverse_p + k * m + (size_t)chart->nh, np * sizeof *l->bodies);
}

// ---- the matrices --------------------------------------------------------------------------------------------------

typedef struct {
  double *centre, *derivative, *error;
} columns;

static void put_column(jn_linear *l, int direction, int nv, const columns *c) {
  size_t nx = (size_t)l->sizes.nx, nu = (size_t)l->sizes.nu, j = (size_t)direction;
  bool input = direction >= l->sizes.nx;
  double *top = input ? l->B : l->A, *bottom = input ? l->D : l->C;
  size_t width = input ? nu : nx, at = input ? j - nx : j;
  for (size_t i = 0; i < nx; i++) top[i * width + at] = c->derivative[i];
  for (size_t i = 0; i < nx && !input; i++) l->errors[i * nx + at] = c->error[i];
  for (size_t i = 0; i < (size_t)l->sizes.ny; i++) bottom[i * width + at] = c->derivative[nx + (size_t)nv + i];
}

// LOOK: step of the differences for the first estimate of the tempo, over jni_flow_first_step; NO_STIFFNESS: part of
// the largest stiffness below which a stiffness counts as none.
static const double LOOK = 1.0 / 1024, NO_STIFFNESS = 1e-8;

// Returns the largest acceleration per unit of position j, in typical sizes, 1/s^2; 0 if an evaluation fails.

static double stiffness_of(jni_linear_equations *f, const jn_linear *l, int j, columns *c) {
  double h = LOOK * jni_flow_first_step(f, j), most = 0;
  if (!jni_flow_calc(f, j, h, c->derivative) || !jni_flow_calc(f, j, -h, c->error)) return 0;
  for (int i = l->sizes.np; i < l->sizes.np + l->sizes.nf; i++)
    most = fmax(most, fabs(c->derivative[i] - c->error[i]) / (2 * h) * l->size[j] / l->size[i]);
  return most;
}

// Returns an estimate of the largest |A_jj| over speeds and auxiliary states, 1/s, by one central difference each.
static double own_rate(jni_linear_equations *f, const jn_linear *l, columns *c) {
  double most = 0;
  for (int j = l->sizes.np; j < l->sizes.nx; j++) {
    double h = LOOK * jni_flow_first_step(f, j);
    if (!jni_flow_calc(f, j, h, c->derivative) || !jni_flow_calc(f, j, -h, c->error)) continue;
    most = fmax(most, fabs(c->derivative[j] - c->error[j]) / (2 * h));
  }
  return most;
}

// Returns a typical rate of the motion, 1/s: the lowest natural frequency by stiffness, but at least the largest speed
// in typical lengths. Without stiffness and speed it is the frequency of a pendulum of typical length under the acting
// forces, without forces the fastest rate of damping and auxiliary states, otherwise 1. Differences of accelerations
// that are as small as rounding do not count as stiffness.
static double find_tempo(jni_linear_equations *f, const jn_linear *l, columns *c) {
  const double rounding = 1e3 * DBL_EPSILON;
  double acting = jni_flow_largest_acceleration(f), least = HUGE_VAL, most = 0, speed = 0;
  for (int i = 0; i < l->sizes.np; i++) speed = fmax(speed, fabs(l->rate[i]) / l->size[i]);
  for (int j = 0; j < l->sizes.np; j++) most = fmax(most, stiffness_of(f, l, j, c));
  for (int j = 0; j < l->sizes.np; j++) {
    double own = stiffness_of(f, l, j, c), noise = rounding * acting * l->size[j] / (LOOK * jni_flow_first_step(f, j));
    if (own > fmax(NO_STIFFNESS * most, noise)) least = fmin(least, own);
  }
  double tempo = fmax(isfinite(least) ? sqrt(least) : 0, speed);
  if (!(tempo > 0 && isfinite(tempo))) tempo = sqrt(acting);
  if (!(tempo > 0 && isfinite(tempo))) tempo = own_rate(f, l, c);
  f->status = JN_OK;
  return tempo > 0 && isfinite(tempo) ? tempo : 1;
}

// Returns the typical size of auxiliary state i from the states whose size is determined (sized): the size to which
// their typical values drive it within its own time constant or that of the tempo; with `effect`, the size that causes
// typical rates of them. Returns 0 if it is not coupled to them.
static double measured_size(const jn_linear *l, const bool *sized, int i, bool effect) {
  const double certain = 10;  // an entry of A counts if it exceeds its error by this factor
  size_t nx = (size_t)l->sizes.nx;
  int np = l->sizes.np, n = np + l->sizes.nf;
  double most = 0, own = fmax(fabs(l->A[(size_t)i * nx + (size_t)i]), l->tempo);
  for (int j = effect ? np : 0; j < l->sizes.nx; j++) {
    size_t at = effect ? (size_t)j * nx + (size_t)i : (size_t)i * nx + (size_t)j;
    if (!sized[j] || !(fabs(l->A[at]) > certain * l->errors[at])) continue;
    double typical = l->size[j] * (j >= np && j < n ? l->tempo : 1);
    most = fmax(most, effect ? fabs(l->A[at]) / typical : fabs(l->A[at]) * typical);
  }
  if (!(most > 0 && isfinite(most))) return 0;
  return effect ? own / most : most / own;
}

// Replaces the sizes of auxiliary states of unknown unit, which belong to formulas of the model, by measured_size, so
// that results do not depend on the units of these formulas. Each round uses the sizes determined before it; states
// that others drive come first. If no state is coupled to one whose size is determined, the first of the others keeps
// its size. Returns false if memory is short.
static bool measure_sizes(const jni_linear_equations *f, jn_linear *l) {
  jni_pool scratch = {.alloc = l->pool.alloc};
  int first = l->sizes.np + l->sizes.nf, left = 0;
  bool *sized = jni_flags(&scratch, (size_t)l->sizes.nx);
  double *size = jni_doubles(&scratch, (size_t)l->sizes.nx);
  for (int i = 0; !scratch.failed && i < l->sizes.nx; i++) {
    jni_flow_typical_size(f, i, &sized[i]);
    left += !sized[i];
  }
  while (left > 0) {
    int found = 0;
    for (int effect = 0; effect < 2 && found == 0; effect++)
      for (int i = first; i < l->sizes.nx; i++) {
        size[i] = sized[i] ? 0 : measured_size(l, sized, i, effect > 0);
        found += size[i] > 0;
      }
    for (int i = first; i < l->sizes.nx; i++) {
      bool keeps = found == 0 && !sized[i];
      if (keeps) size[i] = l->size[i];
      if (!(size[i] > 0)) continue;
      l->size[i] = size[i];
      sized[i] = true;
      left--;
      if (keeps) break;
    }
  }
  bool made = !scratch.failed;
  jni_pool_free(&scratch);
  return made;
}

static bool fill_columns(jni_linear_equations *f, const jni_steady *steady, jn_linear *l, columns *c) {
  jni_chart *chart = &f->chart;
  if (!jni_flow_calc(f, -1, 0, c->centre)) return false;
  memcpy(l->rate, c->centre, (size_t)f->nx * sizeof *l->rate);
  l->tempo = chart->tempo = find_tempo(f, l, c);
  for (int i = chart->np + chart->nf; i < f->nx; i++) {
    bool sized;
    l->size[i] = jni_flow_typical_size(f, i, &sized);
  }
  for (int j = 0; j < f->nx + f->nu; j++) {
    if (!jni_difference(f, j, c->derivative, c->error)) return false;
    jni_chart_stage(chart, chart->origin);
    if (j < f->nx) jni_steady_subtract(steady, chart, j, c->derivative + f->nx, c->derivative);
    put_column(l, j, chart->nv, c);
  }
  if (measure_sizes(f, l)) return true;
  f->status = JN_NO_MEMORY;
  return false;
}

static double scaled(const jn_linear *l, const double *A, int i, int j) {
  return fabs(A[(size_t)i * (size_t)l->sizes.nx + (size_t)j]) * l->size[j] / l->size[i];
}

// Returns the largest scaled entry of one block of A (or of l->errors, as A). row, column: the block; 0 positions, 1
// speeds, 2 auxiliary states.
static double largest_of(const jn_linear *l, const double *A, int row, int column) {
  const int ends[] = {0, l->sizes.np, l->sizes.np + l->sizes.nf, l->sizes.nx};
  double most = 0;
  for (int i = ends[row]; i < ends[row + 1]; i++)
    for (int j = ends[column]; j < ends[column + 1]; j++) most = fmax(most, scaled(l, A, i, j));
  return most;
}

// Sets l->error, the relative error of A: the largest error of an entry over the largest entry of its block. If a block
// is negligible compared with the fastest rate, its errors are relative to that rate, because all of its entries may be
// rounding.
static void fill_error(jn_linear *l) {
  const double negligible = 1e-8;
  double stiffness = largest_of(l, l->A, 1, 0), damping = largest_of(l, l->A, 1, 1), own = largest_of(l, l->A, 2, 2);
  double fastest = fmax(fmax(l->tempo, sqrt(stiffness)), fmax(damping, own));
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      double most = largest_of(l, l->A, r, c), unit = jnk_pow(fastest, 1 + (r == 1) - (c == 1));
      l->error = fmax(l->error, largest_of(l, l->errors, r, c) / (most > negligible * unit ? most : unit));
    }
}

// ---- steady motion -------------------------------------------------------------------------------------------------

// Returns the largest rate of a speed or auxiliary state that a typical increment of a state of x causes, over the size
// of that speed or state, at least the square of the tempo, 1/s^2.
static double unit_of(const jn_linear *l) {
  double unit = l->tempo * l->tempo;
  for (int i = l->sizes.np; i < l->sizes.nx; i++)
    for (int j = 0; j < l->sizes.nx; j++) unit = fmax(unit, scaled(l, l->A, i, j) * (j < l->sizes.np ? 1 : l->tempo));
  return unit;
}

// The state with the largest deviation from a steady motion: by its present rate, or by its rate later in the motion.
typedef struct {
  int state;
  bool later;
  double rate;
} unrest;

// Sets l->steady: whether the rates of the speeds are those of a common rotation, those of auxiliary states are zero,
// and A xdot = 0 in their rows, so that the motion does not change the linear equations; deviations up to UNSTEADY *
// unit count as zero. Sets *most to the state with the largest deviation.
static void judge(const jni_linear_equations *f, const jni_steady *steady, double unit, jn_linear *l, unrest *most) {
  const jni_chart *chart = &f->chart;
  int np = chart->np, nx = f->nx;
  double speed = 0, worst = 0;
  *most = (unrest){.state = -1};
  for (int i = 0; i < np; i++) speed = fmax(speed, fabs(l->rate[i]) / l->size[i]);
  for (int i = np; i < nx; i++) {
    double own = fabs(l->rate[i] - (i < np + chart->nf ? jni_steady_rate(steady, chart, i - np) : 0)) / l->size[i],
           sum = 0;
    for (int j = 0; j < nx; j++) sum += l->A[(size_t)i * (size_t)nx + (size_t)j] * l->rate[j];
    double later = fabs(sum) / l->size[i] / fmax(l->tempo, speed);
    if (!(fmax(own, later) <= worst)) {
      worst = fmax(own, later);
      *most = (unrest){.state = i, .later = later > own, .rate = own * l->size[i]};
    }
  }
  l->steady = worst <= UNSTEADY * unit;
}

// Writes to `text` which drivers prescribe a speed other than zero, such as "driver 'steer' and 3 more are moving; ";
// "" if none does.
static void moving_drivers(jni_linear_equations *f, char *text, size_t size) {
  const jn_system *cart = f->chart.cart;
  const char *first = NULL;
  int n = 0;
  text[0] = 0;
  jni_chart_stage(&f->chart, f->chart.origin);
  jn_get_nu(cart, f->chart.work, f->chart.residual);
  for (int j = 0; j < cart->model->njoints; j++) {
    const jni_joint_element *joint = &cart->model->joints[j];
    if (!joint->kind->driver || f->chart.residual[cart->joint_row[j]] == 0) continue;
    if (n++ == 0) first = joint->name;
  }
  if (n == 1) snprintf(text, size, "driver '%.60s' is moving; ", first);
  if (n > 1) snprintf(text, size, "driver '%.60s' and %d more are moving; ", first, n - 1);
}

static void report_unsteady(jni_linear_equations *f, const jn_linear *l, const unrest *most, jn_report *report) {
  char drivers[120], why[200] = "";
  bool speed = most->state < l->sizes.np + l->sizes.nf;
  bool length =
      speed && most->state >= l->sizes.np && f->chart.picks[f->chart.speeds[most->state - l->sizes.np]].length;
  const char *unit = !speed ? "per second" : length ? "m/s^2" : "rad/s^2";
  if (most->state >= 0 && most->later)
    snprintf(why, sizeof why, "the acceleration of %.90s changes with time", l->state_names[most->state]);
  else if (most->state >= 0)
    jni_print(why, sizeof why, "%.90s changes by %.3g %s", l->state_names[most->state], most->rate, unit);
  moving_drivers(f, drivers, sizeof drivers);
  jn_report_warn(
      report, "",
      "the state is neither an equilibrium nor a steady motion (%s%s): the linear equations hold only at this moment",
      drivers, why);
}

static void report_kink(const jn_linear *l, const jni_kink *kink, jn_report *report) {
  char more[40] = "";
  if (kink->count > 1) snprintf(more, sizeof more, " (and of %d more)", kink->count - 1);
  jn_report_warn(
      report, "",
      "%s '%.120s' has a kink at this state along %s: its slopes on both sides, %.4g and %.4g, are averaged%s",
      kink->force ? "force" : "auxiliary state", kink->force ? kink->force : kink->auxiliary,
      l->state_names[kink->direction], kink->side[0], kink->side[1], more);
}

static void tell(jni_linear_equations *f, const jn_linear *l, const unrest *most, const jni_kink *kink,
                 jn_report *report) {
  if (!l->steady) report_unsteady(f, l, most, report);
  if (kink->count > 0) report_kink(l, kink, report);
  else if (l->error > ROUGH)
    jn_report_warn(report, "",
                   "accelerations are not smooth near this state: A is accurate only to %.1g of its largest entry",
                   l->error);
}

// ---- all of it -----------------------------------------------------------------------------------------------------

static jn_status fill(jni_linear_equations *f, const jni_steady *steady, jn_linear *l, jn_report *report) {
  size_t n = (size_t)jni_flow_size(f);
  columns c = {.centre = jni_doubles(f->pool, 3 * n)};
  if (!c.centre) return jni_report_no_memory(report);
  c.derivative = c.centre + n;
  c.error = c.derivative + n;
  jn_status status = JN_OK;
  fill_states(f, l);
  fill_names(f, l);
  jni_kink kink;
  if (!fill_columns(f, steady, l, &c) || !jni_kink_find(f, l->size, &kink)) {
    status = f->status == JN_OK ? JN_NO_CONVERGENCE : f->status;
    if (status == JN_NO_MEMORY) jni_report_no_memory(report);
    else jn_report_fault(report, status, "", "near the state to linearise about, %s", jn_status_text(status));
  } else {
    fill_shares(f, l);
    fill_error(l);
    unrest most;
    judge(f, steady, unit_of(l), l, &most);
    tell(f, l, &most, &kink, report);
  }
  return status;
}

static bool is_regular(const jn_system *cart, const double *state, jn_report *report) {
  jn_mobility *mobility = jn_mobility_new(cart, state, report);
  if (!mobility) return false;
  bool singular = jn_mobility_singular(mobility);
  jn_mobility_free(mobility);
  if (singular)
    jn_report_fault(
        report, JN_SINGULAR, "",
        "the configuration is singular: it has more degrees of freedom than its neighbours, and no linear equations");
  return !singular;
}

static jn_linear *linearise(const jn_system *system, const jn_system *cart, double *origin,
                            const jn_linear_options *options, jn_report *report) {
  if (!is_regular(cart, origin, report)) return NULL;
  jni_pool scratch = {.alloc = system->alloc};
  jni_steady steady = {.spin = jni_doubles(&scratch, 3 * (size_t)cart->nbodies)};
  if (!steady.spin) {
    jni_report_no_memory(report);
    return NULL;
  }
  jni_linear_equations flow;
  jn_linear *l = NULL;
  jn_status status = jni_flow_init(&scratch, system, cart, origin, options, &steady, &flow, report);
  if (status == JN_OK) {
    l = linear_new(&flow);
    if (!l) jni_report_no_memory(report);
    else if (fill(&flow, &steady, l, report) != JN_OK) l = jn_linear_free(l);
  }
  jni_pool_free(&scratch);
  return l;
}

static bool check(const jn_system *system, const double *state, jn_report *report) {
  if (!jni_all_finite(state, system->sizes.nstate)) {
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "the state to linearise about is not finite");
    return false;
  }
  if (system->sizes.nv > MOST_SPEEDS) {
    jn_report_fault(report, JN_REFUSED, "", "linearisation is limited to %d speeds, but there are %d", (int)MOST_SPEEDS,
                    system->sizes.nv);
    return false;
  }
  return true;
}

jn_linear *jn_linearise(const jn_system *system, const double *state, const jn_linear_options *options,
                        jn_report *report) {
  jn_linear_options plain = jn_linear_options_default();
  if (!options) options = &plain;
  JNI_ASSERT(system && state && options->cookie == COOKIE);
  if (!check(system, state, report) || jni_refuse_armature(system, report)) return NULL;
  if (jni_refuse_contact_coordinates(system, report)) return NULL;
  double *origin = jni_cartesian_state(system, state);
  if (!origin) {
    jni_report_no_memory(report);
    return NULL;
  }
  jn_linear *l = linearise(system, system->cartesian, origin, options, report);
  jni_free(system->alloc, origin);
  return l;
}

// ---- access -------------------------------------------------------------------------------------------------------

jn_linear_sizes jn_linear_get_sizes(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->sizes;
}
const double *jn_linear_A(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->A;
}
const double *jn_linear_B(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->B;
}
const double *jn_linear_C(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->C;
}
const double *jn_linear_D(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->D;
}
const char *jn_linear_state_name(const jn_linear *l, int i) {
  JNI_ASSERT(l);
  return l->state_names[i];
}
const char *jn_linear_input_name(const jn_linear *l, int i) {
  JNI_ASSERT(l);
  return l->input_names[i];
}
const char *jn_linear_output_name(const jn_linear *l, int i) {
  JNI_ASSERT(l);
  return l->output_names[i];
}
double jn_linear_state_value(const jn_linear *l, int i) {
  JNI_ASSERT(l);
  return l->value[i];
}
const double *jn_linear_rate(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->rate;
}
double jn_linear_error(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->error;
}
bool jn_linear_is_steady(const jn_linear *l) {
  JNI_ASSERT(l);
  return l->steady;
}
