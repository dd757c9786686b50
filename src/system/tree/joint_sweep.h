// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// joint_sweep.h - helpers of the recursions of joint coordinates in plane and space (joint_plane_*.c, joint_space_*.c).
#ifndef JNI_JOINT_SWEEP_H
#define JNI_JOINT_SWEEP_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "kernel/vec3.h"
#include "system/system.h"

#define JNI_INLINE static inline __attribute__((always_inline))

// ---- towards the root ----------------------------------------------------------------------------------------------

// Adds the sum x of a branch (n numbers) to the sum `to` of a link.
JNI_INLINE void jni_sweep_add(int n, const double *x, double *to) {
  for (int k = 0; k < n; k++) to[k] += x[k];
}

// Stores the sum x of a branch (n numbers) in `to`, the sum of its parent, and sets x to zero. Used in a sweep towards
// the root if the next link is not the parent. first: no other branch is stored in `to` yet; otherwise adds x to it.
JNI_INLINE void jni_sweep_store(int n, bool first, double *x, double *to) {
  for (int k = 0; k < n; k++) {
    to[k] = first ? x[k] : to[k] + x[k];
    x[k] = 0;
  }
}

// ---- the speeds of one link ----------------------------------------------------------------------------------------

// Replaces a lower triangle, stored by rows, by its Cholesky factor L, whose diagonal is stored inverted. Returns
// false if the matrix is not positive definite.
static inline bool jni_triangle_factor(double *L, int n) {
  for (int r = 0; r < n; r++) {
    double *row = L + r * (r + 1) / 2;
    for (int c = 0; c <= r; c++) {
      const double *other = L + c * (c + 1) / 2;
      double sum = row[c];
      for (int k = 0; k < c; k++) sum -= row[k] * other[k];
      if (c < r) row[c] = sum * other[c];
      else if (!(sum > 0 && sum < HUGE_VAL)) return false;
      else row[c] = 1 / sqrt(sum);
    }
  }
  return true;
}

static inline void jni_triangle_lower_solve(const double *L, int n, double *x) {
  for (int r = 0; r < n; r++) {
    const double *row = L + r * (r + 1) / 2;
    for (int k = 0; k < r; k++) x[r] -= row[k] * x[k];
    x[r] *= row[r];
  }
}

static inline void jni_triangle_upper_solve(const double *L, int n, double *x) {
  for (int r = n - 1; r >= 0; r--) {
    for (int k = r + 1; k < n; k++) x[r] -= L[k * (k + 1) / 2 + r] * x[k];
    x[r] *= L[r * (r + 1) / 2 + r];
  }
}

// ---- entries -------------------------------------------------------------------------------------------------------

JNI_INLINE void jni_put_entry(bool add, double value, double *to) { *to = add ? *to + value : value; }

// Sets element (row, column) and element (column, row) of a symmetric n x n matrix M.
JNI_INLINE void jni_put_symmetric(double *M, int n, int row, int column, double value) {
  M[(size_t)row * (size_t)n + (size_t)column] = M[(size_t)column * (size_t)n + (size_t)row] = value;
}

// Sets the entries of G to zero on paths that several bodies of a group share, since each body adds to them; entries
// outside of paths are always zero. Such paths are rare in the plane, so this is not part of the loop over groups.
static __attribute__((noinline, unused)) void jni_clear_shared_paths(const jn_system *system, int g, double *G) {
  const jni_link *link = system->tree->links;
  int n = system->rows.group_at[g + 1] - system->rows.group_at[g];
  for (int e = system->rows.entry_at[g]; e < system->rows.entry_at[g + 1]; e++) {
    const jni_row_path *path = &system->row_paths[e];
    if (!path->shared) return;
    if (path->value < 0) continue;
    for (int i = path->link; i > path->ancestor; i = link[i].parent)
      for (int r = 0; r < n; r++)
        for (int j = 0; j < link[i].nv; j++) G[path->value + r * path->width + link[i].v_at + j - path->first] = 0;
  }
}

// ---- motions (v, w) and forces (f, t) in space ----------------------------------------------------------------------

JNI_INLINE double jni_motion_dot(const double a[6], const double b[6]) { return jnk_dot(a, b) + jnk_dot(a + 3, b + 3); }

JNI_INLINE void jni_add_cross(const double a[3], const double b[3], double to[3]) {
  double x[3];
  jnk_cross(a, b, x);
  jnk_add(to, x, to);
}

// Writes to `out` the product of a symmetric 3 x 3 matrix J, stored as xx, yy, zz, xy, xz, yz, and a vector a.
JNI_INLINE void jni_symmetric_times(const double J[6], const double a[3], double out[3]) {
  jnk_set(J[0] * a[0] + J[3] * a[1] + J[4] * a[2], J[3] * a[0] + J[1] * a[1] + J[5] * a[2],
          J[4] * a[0] + J[5] * a[1] + J[2] * a[2], out);
}

#endif
