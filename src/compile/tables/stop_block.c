// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stop_block.c - tables of the motion on an isolated stop over a step, for all states and loads; see stop_tables.h.
#include <math.h>
#include <string.h>

#include "compile/tables/stop_tables.h"
#include "kernel/force/stop_generated.h"

// Tolerances of the tables of impacts and of steps that begin in contact with the stop, relative to the size of a
// state. That of impacts is smaller, because their errors last for the whole flight, whereas errors in contact are
// damped.
static const double within_contact = 1.5e-3, within_inside = 4e-3;
// Initial number of cells along each variable; largest number of coefficients of a function of a table.
enum { FEWEST = 8, MOST = 5000 };

// Range of the size of a state, m/s or rad/s, in the tables of stops with nonlinear force.
static const double least_size = 1e-3, largest_size = 20;

// ---- the motion -----------------------------------------------------------------------------------------------------

// Returns an upper bound, rad/s, of the angular frequency of a motion on a stop that begins with this depth and rate.
// jni_stop_move chooses its step size by it.
static double fastest(const jni_stop_law *law, double load, double depth, double rate) {
  double energy = 0.5 * rate * rate + law->k * jnk_pow(fmax(depth, 0), law->n + 1) / (law->n + 1);
  double deep =
      jnk_pow((law->n + 1) * energy / law->k, 1 / (law->n + 1)) + 2 * jnk_pow(fabs(load) / law->k, 1 / law->n);
  return sqrt(2 * law->n * law->k * jnk_pow(deep, law->n - 1)) + law->c;
}

void jni_stop_move(const jni_stop_law *law, double load, double time, double *depth, double *rate) {
  const double share = 0.02;  // phase angle per step, rad
  const int most = 100000;
  double steps = ceil(time * fastest(law, load, *depth, *rate) / share);
  int n = steps < most ? (int)steps : most;
  const double block[JNK_STOP_HEAD] = {[8] = law->k, [9] = law->n, [10] = law->c};
  for (int i = 0; i < n; i++) jnk_stop_go(block, load, time / n, depth, rate);
}

// ---- tables ---------------------------------------------------------------------------------------------------------

typedef struct {
  const jni_stop_def *def;
  double T;
  bool inside;
} sampler;

// Computes values[] for variables x of the table: the change by the stop, compared with free motion, of speed
// (values[0]) and of depth over h (values[1]), both divided by the size of the state, which is e^x[2], or 1 for a
// linear force. A step that begins inside the stop has the angles x[0] and x[1] of depth, rate and load; an impact has
// the angle x[0] of rate and load, and the time x[1] h after it. Always returns true.
static bool calc_point(void *context, const double *x, double *values) {
  const sampler *s = context;
  const jni_stop_law *law = &s->def->law;
  double size = law->n == 1 ? 1 : jnk_exp(x[2]), depth = 0, rate, load, time = s->def->h;
  if (s->inside) {
    depth = size * jnk_cos(x[1]) * jnk_cos(x[0]) * s->T;
    rate = size * jnk_cos(x[1]) * jnk_sin(x[0]);
    load = size * jnk_sin(x[1]) / (0.5 * time);
  } else {
    rate = size * jnk_cos(x[0]);
    load = size * jnk_sin(x[0]) / (0.5 * time);
    time *= x[1];
  }
  double d = depth, v = rate;
  jni_stop_move(law, load, time, &d, &v);
  values[0] = (v - rate - load * time) / size;
  values[1] = (d - depth - time * (rate + 0.5 * load * time)) / (size * s->def->h);
  return true;
}

static jni_fit_result fit_table(jni_pool *pool, sampler *s, jni_spline_grid *fit) {
  double tolerance = s->inside ? within_inside : within_contact;
  const double asked[JNK_STOP_FUNCTIONS] = {tolerance, tolerance};
  bool proportional = s->def->law.n == 1;
  *fit = (jni_spline_grid){.nvariables = proportional ? 2 : 3,
                           .order = 4,
                           .nfunctions = JNK_STOP_FUNCTIONS,
                           .from = {-0.5 * JNK_PI, s->inside ? -0.5 * JNK_PI : 0, jnk_log(least_size)},
                           .to = {0.5 * JNK_PI, s->inside ? 0.5 * JNK_PI : JNK_STOP_FASTEST, jnk_log(largest_size)},
                           .cells = {FEWEST, FEWEST, FEWEST}};
  return jni_fit_refine(pool, fit, calc_point, s, &(jni_fit_target){asked, MOST});
}

static void take_result(jni_stop_block *out, const jni_fit_result *result) {
  for (int i = 0; i < JNK_STOP_FUNCTIONS && result->error; i++) out->error = fmax(out->error, result->error[i]);
  if (result->state != JNI_FIT_GOOD) out->state = result->state;
}

// Returns the time, s, that relates depths to speeds in the tables: the depth, divided by the speed, at which an impact
// with 1 m/s would come to rest without damping; for a linear force sqrt(m/k).
static double time_of(const jni_stop_law *law) { return jnk_pow((law->n + 1) / (2 * law->k), 1 / (law->n + 1)); }

jni_stop_block jni_stop_block_new(jni_pool *pool, const jni_stop_def *def) {
  jni_stop_block out = {.state = JNI_FIT_GOOD};
  jni_pool scratch = {.alloc = pool->alloc};
  sampler s = {.def = def, .T = time_of(&def->law)};
  jni_spline_grid contact, inside;
  jni_fit_result first = fit_table(&scratch, &s, &contact);
  s.inside = true;
  jni_fit_result second = scratch.failed ? first : fit_table(&scratch, &s, &inside);
  if (!scratch.failed && first.block && second.block) {
    size_t n = jni_fit_size(&contact), m = jni_fit_size(&inside);
    const double head[JNK_STOP_HEAD] = {def->h,
                                        def->part,
                                        s.T,
                                        jnk_log(least_size),
                                        jnk_log(largest_size),
                                        JNK_STOP_HEAD,
                                        (double)(JNK_STOP_HEAD + n),
                                        def->law.mass,
                                        def->law.k,
                                        def->law.n,
                                        def->law.c};
    out.n = (int)(JNK_STOP_HEAD + n + m);
    out.block = jni_doubles(pool, (size_t)out.n);
    if (out.block) memcpy(out.block, head, sizeof head);
    if (out.block) memcpy(out.block + JNK_STOP_HEAD, first.block, n * sizeof *first.block);
    if (out.block) memcpy(out.block + JNK_STOP_HEAD + n, second.block, m * sizeof *second.block);
    take_result(&out, &first);
    take_result(&out, &second);
  }
  pool->failed |= scratch.failed;
  jni_pool_free(&scratch);
  return out;
}

// ---- calls ----------------------------------------------------------------------------------------------------------

const jni_kernel jni_stop_mean = {"jnk_call_stop_mean", 7, 1, jnk_call_stop_mean, NULL};
const jni_kernel jni_stop_end = {"jnk_call_stop_end", 6, 2, jnk_call_stop_end, NULL};

// Returns true if the numbers of the block from index `at` to before index `end` are a sound spline table with two or
// more variables and the functions of a stop.
static bool is_table(const double *block, double at, double end) {
  const double *table = block + (size_t)at;
  return jni_spline_is_sound(table, (size_t)(end - at)) && table[0] >= 2 && table[2] == JNK_STOP_FUNCTIONS;
}

bool jni_stop_block_is_sound(const double *block, size_t n) {
  if (n < JNK_STOP_HEAD || !(block[0] > 0) || !(block[2] > 0) || !(block[3] <= block[4]) || !(block[7] > 0))
    return false;
  for (int i = 0; i < JNK_STOP_HEAD; i++)
    if (!isfinite(block[i])) return false;
  double inside = block[JNK_STOP_INSIDE], size = (double)n;
  bool places = block[JNK_STOP_CONTACT] == JNK_STOP_HEAD && inside > JNK_STOP_HEAD && inside < size;
  return places && inside == floor(inside) && is_table(block, JNK_STOP_HEAD, inside) && is_table(block, inside, size);
}
