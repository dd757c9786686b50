// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_shape.c - mode shapes: motion of joint coordinates, coordinates of bodies and auxiliary states in a mode, and
// the participation of each state, |y_i x_i| of left and right eigenvector, which has no unit and ignores free motion
// that only follows.
#include <math.h>
#include <string.h>

#include "analysis/linear/modes.h"
#include "kernel/elementary.h"

static const double FAINT = 1e-3;  // smaller participations count as zero

static void fill_values(const jn_linear *l, const double *vector, jn_share *shares) {
  size_t np = (size_t)l->sizes.np;
  int first = l->sizes.np + l->sizes.nf;
  double most = 0;
  for (int i = 0; i < l->nshares; i++) {
    jn_share *s = &shares[i];
    memcpy(s->name, l->share_names[i], sizeof s->name);
    s->unit = l->share_length[i] ? "m" : "rad";
    for (size_t j = 0; j < np; j++) {
      s->re += l->shares[(size_t)i * np + j] * vector[2 * j];
      s->im += l->shares[(size_t)i * np + j] * vector[2 * j + 1];
    }
    s->size = jnk_hypot(s->re, s->im) / l->share_size[i];
  }
  for (int i = 0; i < l->sizes.nz; i++) {
    jn_share *s = &shares[l->nshares + i];
    memcpy(s->name, l->state_names[first + i], sizeof s->name);
    s->unit = "";
    s->re = vector[2 * (first + i)];
    s->im = vector[2 * (first + i) + 1];
    s->size = jnk_hypot(s->re, s->im) / l->size[first + i];
  }
  for (int i = 0; i < l->nshares + l->sizes.nz; i++) most = fmax(most, shares[i].size);
  for (int i = 0; i < l->nshares + l->sizes.nz && most > 0; i++) shares[i].size /= most;
}

// Sets the participation of each share from those of the states, `part` (nx): positions of x, with the participations
// of their speeds added, are the first shares; auxiliary states are the last.
static void fill_parts(const jn_linear *l, const double *part, jn_share *shares) {
  int np = l->sizes.np, nf = l->sizes.nf;
  for (int i = 0; i < np; i++) shares[i].part = part[i];
  for (int k = 0; k < nf; k++) shares[l->speeds[k]].part += part[np + k];
  for (int i = 0; i < l->sizes.nz; i++) shares[l->nshares + i].part = part[np + nf + i];
  for (int i = 0; i < l->nshares + l->sizes.nz; i++)
    if (!(shares[i].part > FAINT)) shares[i].part = 0;
}

static bool before(const jn_share *a, const jn_share *b) {
  if (fabs(a->part - b->part) > 1e-6) return a->part > b->part;
  return a->size > b->size * (1 + 1e-6);
}

// Sorts the n shares by participation, then by size, largest first; shares that are equal to rounding keep their order.
static void sort(jn_share *shares, int n) {
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && before(&shares[j], &shares[j - 1]); j--) {
      jn_share kept = shares[j];
      shares[j] = shares[j - 1];
      shares[j - 1] = kept;
    }
}

static void divide(double *re, double *im, double by_re, double by_im) {
  double square = by_re * by_re + by_im * by_im, x = *re, y = *im;
  *re = (x * by_re + y * by_im) / square;
  *im = (y * by_re - x * by_im) / square;
}

static void normalise(const jn_modes *modes, double *vector, jn_share *shares) {
  double re = shares[0].re, im = shares[0].im;
  if (!(jnk_hypot(re, im) > 0)) return;
  for (int i = 0; i < modes->nx; i++) divide(&vector[2 * i], &vector[2 * i + 1], re, im);
  for (int i = 0; i < modes->nshares; i++) divide(&shares[i].re, &shares[i].im, re, im);
}

// Adds to `out` (complex) the increments of the bodies for the increments of the positions of x in an eigenvector.
static void spread(const jn_linear *l, const double *vector, double *out) {
  size_t np = (size_t)l->sizes.np;
  for (size_t i = 0; i < (size_t)l->nv; i++)
    for (size_t j = 0; j < np; j++) {
      out[2 * i] += l->bodies[i * np + j] * vector[2 * j];
      out[2 * i + 1] += l->bodies[i * np + j] * vector[2 * j + 1];
    }
}

void jni_modes_shape(jn_modes *modes, const jn_linear *linear) {
  for (int m = 0; m < modes->n && modes->nshares > 0; m++) {
    double *vector = modes->vectors + 2 * (size_t)m * (size_t)modes->nx;
    jn_share *shares = modes->shares + (size_t)m * (size_t)modes->nshares;
    fill_values(linear, vector, shares);
    fill_parts(linear, modes->parts + (size_t)m * (size_t)modes->nx, shares);
    sort(shares, modes->nshares);
    normalise(modes, vector, shares);
    spread(linear, vector, modes->bodies + 2 * (size_t)m * (size_t)modes->nv);
  }
}

int jn_modes_nshares(const jn_modes *modes, int i) {
  JNI_ASSERT(modes);
  (void)i;
  return modes->nshares;
}
const jn_share *jn_modes_share(const jn_modes *modes, int i, int k) {
  JNI_ASSERT(modes);
  return &modes->shares[(size_t)i * (size_t)modes->nshares + (size_t)k];
}
const double *jn_modes_bodies(const jn_modes *modes, int i) {
  JNI_ASSERT(modes);
  return modes->bodies + 2 * (size_t)i * (size_t)modes->nv;
}
