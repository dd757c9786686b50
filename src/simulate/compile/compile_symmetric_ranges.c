// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_symmetric_ranges.c - gives variables of symmetric parts, such as the wheels of both sides, one range: a
// vehicle that turns left in the run it is compiled for turns right in others, and both sides share their tables
// (compile/fit/spline_fit.h). Symmetry is found from the mass that each variable moves and how it changes.
#include <math.h>

#include "compile/tables/loop_closure.h"
#include "simulate/compile/compile_ranges.h"
#include "simulate/run.h"

enum { PLACES = 3 };  // points of comparison: at the start, below and above

typedef struct {
  jni_pool pool;
  const jni_ranges_def *def;
  jni_ranges *ranges;
  jni_loop_closure *closure;
  jni_tape *tape;  // tape that computes the diagonal of M
  int n;           // number of independent speeds
  const int *speeds;
  double *mass;  // n
  bool *done;    // n
  int *members;  // n: indices of the variables that are symmetric to each other
  double *sign;  // n: 1, or -1 if the member is the mirror image of the first
} search;

static int coordinate_of(const search *s, int i) { return s->def->run->system->speed_q[s->speeds[i]]; }

static bool is_bounded(const search *s, int i) {
  int q = coordinate_of(s, i);
  return q >= 0 && s->ranges->high[q] - s->ranges->low[q] < 2 * JNK_PI;
}

// Writes to `out` the diagonal element of M of variable i at three values of this variable: the start minus half_width,
// the start, and the start plus half_width; the other variables are at the start. Returns false if the loops cannot be
// closed there.
static bool calc_masses(search *s, int i, double half_width, double out[PLACES]) {
  int q = coordinate_of(s, i);
  for (int k = 0; k < PLACES; k++) {
    double at = s->def->exact->nominal[1 + q] + (k - 1) * half_width;
    if (!jni_loop_closure_solve(s->closure, &q, &at, 1)) return false;
    jni_tape_run(s->tape, s->closure->x, s->mass);
    out[k] = s->mass[i];
  }
  return true;
}

static bool agree(const double a[PLACES], const double b[PLACES], double sign) {
  const double share = 0.01, rounding = 1e-7;
  double change = fmax(fabs(a[0] - a[1]), fabs(a[2] - a[1])), off = 0;
  for (int k = 0; k < PLACES; k++) off = fmax(off, fabs(a[k] - b[sign > 0 ? k : PLACES - 1 - k]));
  return off <= share * change + rounding * fabs(a[1]);
}

// Returns whether the start values of coordinates p and q are equal up to the factor `sign` and a difference of at most
// half_width. Only then can both have one range, because ranges are not relative to the start.
static bool start_alike(const search *s, int p, int q, double sign, double half_width) {
  const double *start = s->def->exact->nominal + 1;
  return fabs(start[p] - sign * start[q]) <= half_width;
}

// Returns 1 if variables i and j are symmetric with equal signs, -1 if with opposite signs, 0 if they are not
// symmetric.
static double compare(search *s, int i, int j) {
  const jn_system *system = s->def->run->system;
  int p = coordinate_of(s, i), q = coordinate_of(s, j);
  const jni_ranges *r = s->ranges;
  double half_width = 0.5 * fmin(r->high[p] - r->low[p], r->high[q] - r->low[q]), a[PLACES], b[PLACES];
  if (system->q_is_length[p] != system->q_is_length[q]) return 0;
  if (!calc_masses(s, i, half_width, a) || !calc_masses(s, j, half_width, b)) return 0;
  for (int sign = 1; sign >= -1; sign -= 2)
    if (start_alike(s, p, q, sign, half_width) && agree(a, b, sign)) return sign;
  return 0;
}

// Gives the variables s->members one common range that contains the ranges of all; members with sign -1 get its mirror
// image.
static void join(search *s, int nmembers) {
  jni_ranges *r = s->ranges;
  int first = coordinate_of(s, s->members[0]);
  double low = r->low[first], high = r->high[first];
  const char *low_by = r->low_by[first], *high_by = r->high_by[first];
  for (int k = 1; k < nmembers; k++) {
    int q = coordinate_of(s, s->members[k]);
    bool same = s->sign[k] > 0;
    double down = same ? r->low[q] : -r->high[q], up = same ? r->high[q] : -r->low[q];
    if (down < low) {
      low = down;
      low_by = same ? r->low_by[q] : r->high_by[q];
    }
    if (up > high) {
      high = up;
      high_by = same ? r->high_by[q] : r->low_by[q];
    }
  }
  for (int k = 0; k < nmembers; k++) {
    int q = coordinate_of(s, s->members[k]);
    bool same = k == 0 || s->sign[k] > 0;
    r->low[q] = same ? low : -high;
    r->high[q] = same ? high : -low;
    r->low_by[q] = same ? low_by : high_by;
    r->high_by[q] = same ? high_by : low_by;
  }
}

static void join_alike(search *s, int i) {
  int n = 0;
  s->members[n++] = i;
  for (int j = i + 1; j < s->n; j++) {
    double sign = is_bounded(s, j) && !s->done[j] ? compare(s, i, j) : 0;
    if (sign == 0) continue;
    s->done[j] = true;
    s->sign[n] = sign;
    s->members[n++] = j;
  }
  if (n > 1) join(s, n);
}

bool jni_ranges_symmetric(const jni_ranges_def *def, jni_ranges *ranges) {
  const jni_equations *e = def->e;
  search s = {.pool = {.alloc = def->run->system->pool.alloc}, .def = def, .ranges = ranges};
  s.n = e->plan.nv - e->plan.m;
  s.speeds = e->plan.independent;
  size_t n = (size_t)s.n + 1;
  jni_node *diagonal = jni_ints(&s.pool, n);
  for (int i = 0; diagonal && i < s.n; i++) diagonal[i] = e->mass[i * s.n + i];
  s.closure = jni_keep(&s.pool, jni_loop_closure_new(e), jni_object_free);
  if (diagonal) s.tape = jni_keep(&s.pool, jni_tape_new(e->g, e->values->nvariables, diagonal, s.n), jni_object_free);
  s.mass = jni_doubles(&s.pool, n);
  s.sign = jni_doubles(&s.pool, n);
  s.done = jni_flags(&s.pool, n);
  s.members = jni_ints(&s.pool, n);
  bool good = !s.pool.failed;
  for (int i = 0; good && i < s.n; i++)
    if (!s.done[i] && is_bounded(&s, i)) join_alike(&s, i);
  jni_pool_free(&s.pool);
  return good;
}
