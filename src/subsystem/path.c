// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path.c - see path.h.
#include "subsystem/path.h"

static double side_length(const jn_path *def, int i) {
  int next = (i + 1) % def->n;
  double dx = def->x[next] - def->x[i], dy = def->y[next] - def->y[i];
  return sqrt(dx * dx + dy * dy);
}

static void report_same(const jn_path *def, int i, int next, char *what, size_t size) {
  bool same = def->x[i] == def->x[next] && def->y[i] == def->y[next];
  if (same && next == 0)
    jni_print(what, size, "a closed path returns to its first point by itself: leave out the last one");
  else
    jni_print(what, size, "points %d and %d of the path are %s", i + 1, next + 1,
              same ? "the same" : "too close to each other for its length");
}

// Checks that successive points differ, by more than 1e-12 of the length of the path, and that this length and its
// square are finite numbers. Returns false with a sentence in `what` otherwise.
static bool points_differ(const jn_path *def, char *what, size_t size) {
  const double least = 1e-12;  // smallest distance of successive points over the length of the path
  int sides = def->closed ? def->n : def->n - 1;
  double length = 0;
  for (int i = 0; i < sides; i++) length += side_length(def, i);
  if (!isfinite(length * length)) {
    jni_print(what, size, "points of the path are too far from each other");
    return false;
  }
  for (int i = 0; i < sides; i++) {
    if (side_length(def, i) > least * length) continue;
    report_same(def, i, (i + 1) % def->n, what, size);
    return false;
  }
  return true;
}

static bool points_fit(const jn_path *def, char *what, size_t size) {
  int least = def->closed ? 3 : 2;
  if (def->n >= least) return points_differ(def, what, size);
  jni_print(what, size, "%s path needs at least %d points, it has %d", def->closed ? "a closed" : "a", least, def->n);
  return false;
}

bool jni_path_build(jni_pool *pool, const jn_path *def, jnk_path *out, char *what, size_t size) {
  *out = (jnk_path){.smooth = def->smooth, .closed = def->closed};
  if (!points_fit(def, what, size)) return false;
  if (!(def->radius >= 0 && isfinite(def->radius))) {
    jni_print(what, size, "'radius' of the corners must be zero or positive, it is %g m", def->radius);
    return false;
  }
  double *at = jni_doubles(pool, (size_t)def->n), *v = jni_doubles(pool, (size_t)def->n);
  if (pool->failed) return true;
  if (!(def->smooth ? jni_path_spline : jni_path_arcs)(pool, def, out, at, what, size)) return false;
  if (!def->speed) return true;
  for (int i = 0; i < def->n; i++) v[i] = def->speed[i];
  out->nspeeds = def->n;
  out->at = at;
  out->v = v;
  return true;
}
