// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_function.c - see joint_function.h: formulas and their checks, tables, and cams.
#include "model/joint_function.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/call/joint_function.h"
#include "model/build.h"
#include "model/cubic_spline.h"
#include "model/model.h"

// ---- formulas -------------------------------------------------------------------------------------------------------

static int resolve(void *context, const char *name, char *what, size_t size) {
  (void)context;
  if (strcmp(name, "x") == 0) return 0;
  snprintf(what, size, "'%.60s' cannot be used here: the function reads x only, the coordinate of 'from'", name);
  return -1;
}

static jni_jet formula_at(const jni_function_law *function, double x) {
  double turns = function->period > 0 ? floor(x / function->period) : 0;
  jni_jet f = jni_expression_jet(function->formula, &(jni_jet){x - turns * function->period, 1, 0});
  f.v += turns * function->per_turn;
  return f;
}

// Scales of a function f(x): the largest absolute values of f(x) - f(0) (v) and of its first (d) and second (dd)
// derivative.
typedef struct {
  double v, d, dd;
} jet_size;

// Returns whether a function is twice continuously differentiable at x: a and b, its value and derivatives on both
// sides of x, agree relative to the scales `most`. Otherwise writes a sentence to `what`.
static bool jets_join(jni_jet a, jni_jet b, double x, const jet_size *most, char *what, size_t size) {
  const double same = 1e-7;
  const char *jumps = fabs(b.v - a.v) <= same * most->v ? NULL : "value";
  if (!jumps && !(fabs(b.d - a.d) <= same * most->d)) jumps = "first derivative";
  if (!jumps && !(fabs(b.dd - a.dd) <= same * most->dd)) jumps = "second derivative";
  if (jumps)
    jni_print(what, size, "the function must have two continuous derivatives, but its %s jumps at x = %.6g", jumps, x);
  return !jumps;
}

static void calc_switches(const jni_function_law *function, double x, double *e, int *now) {
  jni_expression_switches(function->formula, &x, NULL, e, now);
}

// Returns whether one of n switches is on different sides at two points; a and b: sides at these points. Ignores
// switches whose distance e is NaN: they are in a branch that is not taken.
static bool changes(const double *e, const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (!isnan(e[i]) && a[i] != b[i]) return true;
  return false;
}

enum { SAMPLES = 2000, HALVINGS = 60 };

// Checks that a periodic formula and its first two derivatives are finite at SAMPLES points of the period, and that it
// has two continuous derivatives at the end of its period and where its switches (comparisons, abs, min, max and the
// like) change side; these points are found by sampling and bisection. Returns false with a sentence in `what`
// otherwise. e, sides: workspace for the distances and for three lists of sides of the switches.
static bool check_pieces(const jni_function_law *function, double *e, int *sides, char *what, size_t size) {
  int n = jni_expression_nswitches(function->formula), *here = sides, *next = sides + n, *middle = next + n;
  double P = function->period, step = P / SAMPLES;
  jni_jet start = formula_at(function, 0), end = jni_expression_jet(function->formula, &(jni_jet){P, 1, 0});
  jet_size most = {0};
  for (int i = 0; i < SAMPLES; i++) {
    jni_jet f = formula_at(function, i * step);
    if (!isfinite(f.v) || !isfinite(f.d) || !isfinite(f.dd)) {
      jni_print(what, size, "the function or one of its first two derivatives is not finite at x = %.6g", i * step);
      return false;
    }
    most.v = fmax(most.v, fabs(f.v - start.v));
    most.d = fmax(most.d, fabs(f.d));
    most.dd = fmax(most.dd, fabs(f.dd));
  }
  most.d = fmax(most.d, most.v / P);
  most.dd = fmax(most.dd, most.d / P);
  end.v -= function->per_turn;
  if (!jets_join(end, start, P, &most, what, size)) return false;
  calc_switches(function, 0, e, here);
  for (int i = 0; i < SAMPLES && n > 0; i++) {
    double a = i * step, b = (i + 1) * step;
    calc_switches(function, b, e, next);
    for (int found = 0; found <= n && changes(e, here, next, n); found++) {
      double low = a, high = b;
      for (int k = 0; k < HALVINGS; k++) {
        double x = 0.5 * (low + high);
        calc_switches(function, x, e, middle);
        if (changes(e, here, middle, n)) high = x;
        else low = x;
      }
      jni_jet before = jni_expression_jet(function->formula, &(jni_jet){low, 1, 0}),
              after = jni_expression_jet(function->formula, &(jni_jet){high, 1, 0});
      if (!jets_join(before, after, high, &most, what, size)) return false;
      a = high;
      calc_switches(function, a, e, here);
      calc_switches(function, b, e, next);
    }
    memcpy(here, next, (size_t)n * sizeof *here);
  }
  return true;
}

static bool make_formula(jn_model *model, const jn_function *def, jni_function_law *function, char *what, size_t size) {
  const jni_vocabulary words = {.variable = resolve, .unfolded = model->trace != NULL};
  int at = 0;
  jni_expression *expression = jni_expression_in(model->pool.alloc, def->formula, &words, what, size, &at);
  if (!expression) return false;
  function->formula = jni_keep(&model->pool, expression, jni_object_free);
  jni_pool scratch = {.alloc = model->pool.alloc};
  size_t n = function->formula ? (size_t)jni_expression_nswitches(function->formula) : 0;
  double *e = jni_doubles(&scratch, n + 1);
  int *sides = jni_ints(&scratch, 3 * n + 1);
  const char *jumping = function->formula ? jni_expression_jumping(function->formula) : NULL;
  bool good = false;
  function->period = def->period;
  function->per_turn = def->per_turn;
  if (!function->formula || scratch.failed) {
    snprintf(what, size, "%s", jn_status_text(JN_NO_MEMORY));
  } else if (jumping) {
    jni_print(what, size, "the function must have two continuous derivatives, but it uses %s, which jumps", jumping);
  } else if (def->period > 0) {
    good = check_pieces(function, e, sides, what, size);
  } else if (n > 0) {
    snprintf(what, size,
             "the function must have two continuous derivatives: a formula with comparisons, if, abs, min, max, step "
             "or ramp needs a 'period', over which it is checked");
  } else {
    good = true;
  }
  jni_pool_free(&scratch);
  return good;
}

// ---- tables ---------------------------------------------------------------------------------------------------------

static bool make_table(jn_model *model, const jn_function *def, jni_function_law *function, char *what, size_t size) {
  int n = def->table.n, least = def->closed ? 4 : 2;
  if (n < least) {
    snprintf(what, size, "%s table of a function needs at least %d points, not %d", def->closed ? "a closed" : "a",
             least, n);
    return false;
  }
  const double same = 1e-9, *x = def->table.x, *y = def->table.y;
  double low = y[0], high = y[0], rise = y[n - 1] - y[0];
  for (int i = 0; i < n; i++) {
    low = fmin(low, y[i]);
    high = fmax(high, y[i]);
  }
  if (def->closed && !(fabs(rise - def->per_turn) <= same * (high - low + fabs(def->per_turn)))) {
    jni_print(
        what, size,
        "the table is closed, so its last value must be the first one plus 'per_turn' (%.10g); it is the first one "
        "plus %.10g",
        def->per_turn, rise);
    return false;
  }
  if (!def->closed && def->per_turn != 0) {
    snprintf(what, size, "'per_turn' is the advance of a closed table: give 'closed: true'");
    return false;
  }
  size_t count = JNK_FUNCTION_HEAD + 3 * (size_t)n;
  jni_pool temporary = {.alloc = model->pool.alloc};
  double *block = jni_doubles(&model->pool, count), *workspace = jni_doubles(&temporary, 5 * (size_t)n);
  if (!block || !workspace) {
    jni_pool_free(&temporary);
    snprintf(what, size, "%s", jn_status_text(JN_NO_MEMORY));
    return false;
  }
  block[0] = JNK_FUNCTION_TABLE;
  block[1] = n;
  block[2] = def->closed;
  block[3] = def->per_turn;
  memcpy(block + JNK_FUNCTION_HEAD, x, (size_t)n * sizeof *x);
  memcpy(block + JNK_FUNCTION_HEAD + n, y, (size_t)n * sizeof *y);
  (def->closed ? jni_spline_closed : jni_spline_open)(x, y, n, block + JNK_FUNCTION_HEAD + 2 * n, workspace);
  jni_pool_free(&temporary);
  function->block = block;
  function->nblock = (int)count;
  return true;
}

// ---- cams -----------------------------------------------------------------------------------------------------------

enum { CHECKED_POINTS = 32 };  // an outline is checked at the ends of this number of equal intervals of each piece

// Returns the angle theta, rad, of the cam at which the follower touches a point of its outline. Returns NaN with a
// sentence in `what` if the follower cannot touch the cam there. parameter: that of the point, for the message.
static double angle_of_touch(const jn_cam *cam, const jnk_outline *o, double parameter, char *what, size_t size) {
  double s = sqrt(o->d[0] * o->d[0] + o->d[1] * o->d[1]), k = (o->d[0] * o->dd[1] - o->d[1] * o->dd[0]) / (s * s * s);
  double normal[2] = {o->d[1] / s, -o->d[0] / s};
  if (!cam->roller) {
    if (k > 0) return jnk_atan2(normal[1], normal[0]);
    jni_print(
        what, size,
        "the outline of the cam is not convex at parameter %.4g, where a flat follower cannot touch it; the points of "
        "an outline must run anticlockwise",
        parameter);
    return NAN;
  }
  double p[2] = {o->r[0] + cam->radius * normal[0], o->r[1] + cam->radius * normal[1]};
  double square = p[0] * p[0] + p[1] * p[1] - cam->offset * cam->offset;
  double theta = jnk_atan2(p[1], p[0]) + (square > 0 ? jnk_atan2(cam->offset, sqrt(square)) : NAN);
  bool pushes = o->d[0] * jnk_sin(theta) - o->d[1] * jnk_cos(theta) < 0;
  if (pushes && 1 + cam->radius * k > 0) return theta;
  const char *why = !(square > 0) ? "does not reach the centre line of the follower"
                    : !pushes     ? "does not push the follower along its line (points run anticlockwise)"
                                  : "is more hollow than the roller";
  jni_print(what, size, "the outline of the cam %s at parameter %.4g", why, parameter);
  return NAN;
}

static bool make_cam(jn_model *model, const jn_cam *cam, jni_function_law *function, char *what, size_t size) {
  int n = cam->n;
  if (n < 3) {
    snprintf(what, size, "the outline of a cam needs at least 3 points, not %d", n);
    return false;
  }
  size_t count = JNK_CAM_HEAD + 5 * ((size_t)n + 1);
  jni_pool temporary = {.alloc = model->pool.alloc};
  double *block = jni_doubles(&model->pool, count), *workspace = jni_doubles(&temporary, 6 * ((size_t)n + 1));
  if (!block || !workspace) {
    jni_pool_free(&temporary);
    snprintf(what, size, "%s", jn_status_text(JN_NO_MEMORY));
    return false;
  }
  double *angle = block + JNK_CAM_HEAD, *points = angle + n + 1, *index = workspace + 5 * (n + 1);
  const double head[JNK_CAM_HEAD] = {JNK_FUNCTION_CAM, n, cam->roller, cam->radius, cam->offset, cam->direction};
  memcpy(block, head, sizeof head);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i <= n; i++) {
      index[i] = i;
      points[k * (n + 1) + i] = cam->points[2 * (i % n) + k];
    }
    jni_spline_closed(index, points + k * (n + 1), n + 1, points + (2 + k) * (n + 1), workspace);
  }
  jni_pool_free(&temporary);
  double last = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k <= CHECKED_POINTS; k++) {
      jnk_outline o;
      jnk_cam_outline(points, n, i, (double)k / CHECKED_POINTS, &o);
      double theta = angle_of_touch(cam, &o, i + (double)k / CHECKED_POINTS, what, size);
      if (!isfinite(theta)) return false;
      if (i + k > 0) theta = last + jnk_remainder(theta - last, 2 * JNK_PI);
      if (k == 0) angle[i] = theta;
      last = theta;
    }
  angle[n] = angle[0] + 2 * JNK_PI;
  if (!(fabs(last - angle[n]) < 1e-6)) {
    snprintf(what, size, "the outline of the cam does not run once around its axis");
    return false;
  }
  function->block = block;
  function->nblock = (int)count;
  return true;
}

// ---- interface ------------------------------------------------------------------------------------------------------

jni_function_law *jni_joint_function_new(jn_model *model, const jn_function *def, char *what, size_t size) {
  jni_function_law *function = jni_take(&model->pool, 1, sizeof *function);
  if (!function) {
    snprintf(what, size, "%s", jn_status_text(JN_NO_MEMORY));
    return NULL;
  }
  bool good = def->formula     ? make_formula(model, def, function, what, size)
              : def->cam.n > 0 ? make_cam(model, &def->cam, function, what, size)
                               : make_table(model, def, function, what, size);
  return good ? function : NULL;
}

jni_jet jni_joint_function_at(const jni_function_law *function, double x) {
  double f[4];
  if (function->formula) return formula_at(function, x);
  jnk_function_at(function->block, x, f);
  return (jni_jet){f[0], f[1], f[2]};
}
