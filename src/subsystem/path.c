// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path.c - checks points and makes a path of them.
#include "subsystem/path.h"

static bool points_differ(const jn_path *def, char *what, size_t size) {
  int sides = def->closed ? def->n : def->n - 1;
  for (int i = 0; i < sides; i++) {
    int next = (i + 1) % def->n;
    if (def->x[i] != def->x[next] || def->y[i] != def->y[next]) continue;
    if (next == 0) jni_print(what, size, "a closed path returns to its first point by itself: leave out the last one");
    else jni_print(what, size, "points %d and %d of the path are the same", i + 1, next + 1);
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
  double *at = jni_doubles(pool, (size_t)def->n), *v = jni_doubles(pool, (size_t)def->n);
  if (pool->failed) return true;
  if (!(def->smooth ? jni_path_spline : jni_path_arcs)(pool, def, out, at, what, size)) return false;
  if (!def->speed) return true;
  for (int i = 0; i < def->n; i++) v[i] = def->speed[i];
  out->nspeeds = def->n, out->at = at, out->v = v;
  return true;
}
