// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes.c - eigenvalues and eigenvectors of A; eigenvalues at zero are separated first.
//
// A free mechanism has eigenvalues at zero in Jordan chains (position and speed), which rounding would spread by its
// square root. They are separated by orthogonal transformations: with the null space V0 of A and its complement V1, A =
// [0 *; 0 A1] in (V0, V1). The same is done with A1, in k stages, until the remaining matrix R = Q1' A Q1 is regular;
// it has the other eigenvalues. If (R - lambda) b = 0, the eigenvector of A is (A / lambda)^k Q1 b, because the
// separated part is nilpotent; left eigenvectors are Q1 c. x is scaled: lengths by the typical length, speeds by the
// fastest rate.
#include "analysis/linear/modes.h"

#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "linalg/dense/decompose.h"
#include "linalg/dense/dense.h"

// ZERO: singular values below this, relative to the largest entry, count as zero; ROUGH_ZERO: upper limit of that
// tolerance if A is inaccurate.
static const double ZERO = 1e-10, ROUGH_ZERO = 1e-8;
static const double WHOLE = 0.6;  // smallest diagonal element of the projector for a position that names a free motion
static const double ROUNDING = 1e-11;  // real parts below this, relative to the fastest rate, count as zero

typedef struct {
  int nx, n;         // size of A, size of R
  int stages;        // k: number of separations
  double *scale;     // nx: x = scale times the scaled x
  double rate;       // scale of speeds, 1/s
  double *A;         // nx x nx: scaled A
  double *Q;         // n x nx: the columns of Q1, one after the other
  double *R;         // n x n
  double tolerance;  // singular values below it count as zero
  double *s, *U, *V, *scratch, *other;
  double *re, *im, *left, *right;
  double *x;    // 4 nx: two vectors
  bool *taken;  // nx: eigenvalue is already in the list of modes
} split;

// ---- workspace -----------------------------------------------------------------------------------------------------

static bool allocate_split(const jn_linear *l, jni_pool *scratch, split *p) {
  size_t nx = (size_t)l->sizes.nx;
  *p = (split){.nx = l->sizes.nx, .n = l->sizes.nx};
  double **const vectors[] = {&p->scale, &p->s, &p->re, &p->im},
                 **const matrices[] = {&p->A, &p->Q, &p->R, &p->U, &p->V, &p->other, &p->left, &p->right};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) *vectors[i] = jni_doubles(scratch, nx);
  for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) *matrices[i] = jni_doubles(scratch, nx * nx);
  p->scratch = jni_doubles(scratch, jni_decompose_scratch(p->nx, p->nx));
  p->x = jni_doubles(scratch, 4 * nx);
  p->taken = jni_flags(scratch, nx);
  return !scratch->failed;
}

// ---- scaling -------------------------------------------------------------------------------------------------------

static bool is_speed(const jn_linear *l, int i) { return i >= l->sizes.np && i < l->sizes.np + l->sizes.nf; }

static double fastest(const jn_linear *l) {
  int nx = l->sizes.nx, np = l->sizes.np, nf = l->sizes.nf;
  double most = l->tempo;
  for (int i = np; i < np + nf; i++)
    for (int j = 0; j < np + nf; j++) {
      double entry = fabs(l->A[(size_t)i * (size_t)nx + (size_t)j]) * l->size[j] / l->size[i];
      most = fmax(most, j < np ? sqrt(entry) : entry);
    }
  return most;
}

static void scale(const jn_linear *l, split *p) {
  size_t nx = (size_t)p->nx;
  double most = 0;
  p->rate = fastest(l);
  for (int i = 0; i < p->nx; i++) p->scale[i] = l->size[i] * (is_speed(l, i) ? p->rate : 1);
  for (size_t i = 0; i < nx; i++)
    for (size_t j = 0; j < nx; j++) {
      double factor = p->scale[j] / p->scale[i];
      p->A[i * nx + j] = p->R[i * nx + j] = l->A[i * nx + j] * factor;
      most = fmax(most, fabs(p->A[i * nx + j]));
    }
  p->tolerance = fmax(ZERO, fmin(l->error, ROUGH_ZERO)) * most;
  memset(p->Q, 0, nx * nx * sizeof *p->Q);
  for (size_t i = 0; i < nx; i++) p->Q[i * nx + i] = 1;
}

// ---- zeros ---------------------------------------------------------------------------------------------------------

// Writes to out (k x m) the product X B of X (k x n) and B (n x m).
static void combine(const double *X, const double *B, int k, int n, int m, double *out) {
  memset(out, 0, (size_t)k * (size_t)m * sizeof *out);
  for (int i = 0; i < k; i++)
    for (int j = 0; j < n; j++)
      jni_add(m, X[(size_t)i * (size_t)n + (size_t)j], B + (size_t)j * (size_t)m, out + (size_t)i * (size_t)m);
}

// Restricts the problem to the k vectors V1 in p->V: replaces R by V1' R V1 and Q by Q V1, and sets p->n to k.
static void restrict_to(split *p, int k) {
  int n = p->n;
  combine(p->V, p->R, k, n, n, p->other);
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++)
      p->R[(size_t)i * (size_t)k + (size_t)j] =
          jni_dot(n, p->other + (size_t)i * (size_t)n, p->V + (size_t)j * (size_t)n);
  combine(p->V, p->Q, k, n, p->nx, p->other);
  memcpy(p->Q, p->other, (size_t)k * (size_t)p->nx * sizeof *p->Q);
  p->n = k;
}

// Returns how many of the n singular values s, in descending order, are above the tolerance.
static int count_nonzero(const double *s, int n, double tolerance) {
  int k = 0;
  while (k < n && s[k] > tolerance) k++;
  return k;
}

static bool split_zeros(split *p) {
  while (p->n > 0) {
    int n = p->n;
    memcpy(p->other, p->R, (size_t)n * (size_t)n * sizeof *p->R);
    if (!jni_decompose_singular(n, n, p->other, p->s, p->U, p->V, p->scratch)) return false;
    int k = count_nonzero(p->s, n, p->tolerance);
    if (k == n) return true;
    restrict_to(p, k);
    p->stages++;
  }
  return true;
}

// Returns the index of the state whose name stands for a zero eigenvalue. This is position i if it moves mainly by
// itself; otherwise the free motion may be one of speeds that only deforms the mechanism, and it is the state with the
// largest speed, without scaling.
static int name_zero(const jn_linear *l, const split *p, int i) {
  const double *row = p->other + (size_t)i * (size_t)p->nx;
  double most = 2 * fabs(row[i]);
  int best = i;
  for (int k = l->sizes.np; i < l->sizes.np && row[i] < WHOLE && k < p->nx; k++) {
    double size = fabs(row[k]) * p->scale[k] / l->size[k];
    if (size > most) {
      most = size;
      best = k;
    }
  }
  return best;
}

// Writes names of `count` states that span the space with projector p->other: takes the state with the largest
// component, positions first, removes its direction from the projector, and continues. Overwrites p->other.
static void name_states(const jn_linear *l, split *p, int count, char (*names)[JN_DIRECTION_NAME]) {
  size_t nx = (size_t)p->nx;
  for (int z = 0; z < count; z++) {
    int best = 0;
    double most = -1;
    for (int i = 0; i < p->nx; i++) {
      double size = (i < l->sizes.np ? 3 : 1) * p->other[(size_t)i * nx + (size_t)i];
      if (size > most * (1 + 1e-9)) {
        most = size;
        best = i;
      }
    }
    best = name_zero(l, p, best);
    memcpy(names[z], l->state_names[best], JN_DIRECTION_NAME);
    double pivot = p->other[(size_t)best * nx + (size_t)best];
    memcpy(p->s, p->other + (size_t)best * nx, nx * sizeof *p->s);
    for (size_t i = 0; pivot > 0 && i < nx; i++) jni_add(p->nx, -p->s[i] / pivot, p->s, p->other + i * nx);
  }
}

// Sets modes->zero_names to the names of states that span the space of the eigenvalues at zero, whose projector is 1 -
// Q1 Q1'.
static void name_zeros(const jn_linear *l, split *p, jn_modes *modes) {
  size_t nx = (size_t)p->nx;
  memset(p->other, 0, nx * nx * sizeof *p->other);
  for (size_t i = 0; i < nx; i++) p->other[i * nx + i] = 1;
  for (int k = 0; k < p->n; k++)
    for (size_t i = 0; i < nx; i++) jni_add(p->nx, -p->Q[(size_t)k * nx + i], p->Q + (size_t)k * nx, p->other + i * nx);
  name_states(l, p, modes->zeros, modes->zero_names);
}

// ---- vectors -------------------------------------------------------------------------------------------------------

// Writes to `out` the vector Q1 b of the scaled x: first the real parts (nx), then the imaginary parts. imaginary:
// imaginary parts of b; NULL: zeros.
static void lift(const split *p, const double *b, const double *imaginary, double *out) {
  size_t nx = (size_t)p->nx;
  memset(out, 0, 2 * nx * sizeof *out);
  for (int k = 0; k < p->n; k++) {
    jni_add(p->nx, b[k], p->Q + (size_t)k * nx, out);
    if (imaginary) jni_add(p->nx, imaginary[k], p->Q + (size_t)k * nx, out + nx);
  }
}

// Replaces the complex vector x by A x / lambda, lambda = re + i im. y: scratch of 2 nx numbers.
static void sharpen(const split *p, double re, double im, double *x, double *y) {
  size_t nx = (size_t)p->nx;
  double square = re * re + im * im;
  for (size_t i = 0; i < nx; i++) {
    y[i] = jni_dot(p->nx, p->A + i * nx, x);
    y[nx + i] = jni_dot(p->nx, p->A + i * nx, x + nx);
  }
  for (size_t i = 0; i < nx; i++) {
    x[i] = (y[i] * re + y[nx + i] * im) / square;
    x[nx + i] = (y[nx + i] * re - y[i] * im) / square;
  }
}

static void put_mode(split *p, int j, jn_modes *modes, double *x, double *y) {
  size_t nx = (size_t)p->nx, n = (size_t)p->n;
  int at = modes->n++;
  double re = p->re[j], im = p->im[j], size = jnk_hypot(re, im), sum = 0;
  double *vector = modes->vectors + 2 * (size_t)at * nx, *part = modes->parts + (size_t)at * nx;
  double *other = modes->lefts + 2 * (size_t)at * nx;
  modes->modes[at] = (jn_mode){.re = re,
                               .im = im,
                               .frequency = im / (2 * JNK_PI),
                               .natural = size,
                               .damping = -re / size,
                               .time_constant = re != 0 ? -1 / re : HUGE_VAL};
  const double *right = p->right + (size_t)j * n, *left = p->left + (size_t)j * n;
  lift(p, right, im > 0 ? right + n : NULL, x);
  for (int k = 0; k < p->stages; k++) sharpen(p, re, im, x, y);
  lift(p, left, im > 0 ? left + n : NULL, y);
  for (size_t i = 0; i < nx; i++) {
    part[i] = jnk_hypot(x[i], x[nx + i]) * jnk_hypot(y[i], y[nx + i]);
    sum += part[i];
  }
  for (size_t i = 0; i < nx; i++) {
    part[i] = sum > 0 ? part[i] / sum : 0;
    vector[2 * i] = x[i] * p->scale[i];
    vector[2 * i + 1] = x[nx + i] * p->scale[i];
    other[2 * i] = y[i] / p->scale[i];
    other[2 * i + 1] = y[nx + i] / p->scale[i];
  }
}

// Returns the index of the eigenvalue with the smallest |lambda| that is not yet taken, and marks it as taken; -1: none
// is left. Eigenvalues with im < 0 are skipped: they belong to their conjugates.
static int next_mode(const split *p) {
  int best = -1;
  for (int j = 0; j < p->n; j++)
    if (!p->taken[j] && !(p->im[j] < 0) &&
        (best < 0 || jnk_hypot(p->re[j], p->im[j]) < jnk_hypot(p->re[best], p->im[best])))
      best = j;
  if (best >= 0) p->taken[best] = true;
  return best;
}

static jn_status put_modes(split *p, jn_modes *modes) {
  memcpy(p->other, p->R, (size_t)p->n * (size_t)p->n * sizeof *p->R);
  if (!jni_decompose_modes(p->n, p->other, p->re, p->im, p->left, p->right, p->scratch)) return JN_NO_CONVERGENCE;
  for (int j = next_mode(p); j >= 0; j = next_mode(p)) put_mode(p, j, modes, p->x, p->x + 2 * (size_t)p->nx);
  return JN_OK;
}

// ---- all of it -----------------------------------------------------------------------------------------------------

void *jn_modes_free(jn_modes *modes) { return jni_object_free(modes); }

static jn_modes *new_modes(const jn_linear *l, int n) {
  jn_modes *modes = jni_object_new(l->pool.alloc, sizeof *modes);
  if (!modes) return NULL;
  size_t nx = (size_t)l->sizes.nx, count = (size_t)n;
  jni_pool *pool = &modes->pool;
  modes->nx = l->sizes.nx;
  modes->nv = l->nv;
  modes->names = l->names;
  modes->error = l->error;
  modes->zeros = l->sizes.nx - n;
  modes->nshares = l->nshares + l->sizes.nz;
  modes->modes = jni_take(pool, count, sizeof *modes->modes);
  modes->vectors = jni_doubles(pool, 2 * count * nx);
  modes->lefts = jni_doubles(pool, 2 * count * nx);
  modes->bodies = jni_doubles(pool, 2 * count * (size_t)l->nv);
  modes->parts = jni_doubles(pool, count * nx);
  modes->shares = jni_take(pool, count * (size_t)modes->nshares, sizeof *modes->shares);
  modes->zero_names = jni_take(pool, nx, sizeof *modes->zero_names);
  return pool->failed ? jn_modes_free(modes) : modes;
}

static jn_status solve(const jn_linear *l, split *p, jn_modes **modes) {
  scale(l, p);
  if (!jni_all_finite(p->A, p->nx * p->nx) || !split_zeros(p)) return JN_NO_CONVERGENCE;
  *modes = new_modes(l, p->n);
  if (!*modes) return JN_NO_MEMORY;
  name_zeros(l, p, *modes);
  jn_status status = put_modes(p, *modes);
  if (status == JN_OK) jni_modes_shape(*modes, l);
  return status;
}

jn_modes *jn_modes_new(const jn_linear *linear, jn_report *report) {
  JNI_ASSERT(linear);
  if (!jni_decompose_has_modes()) {
    jn_report_fault(report, JN_REFUSED, "", "modes cannot be computed: Jounce was built without LAPACK");
    return NULL;
  }
  split p;
  jni_pool scratch = {.alloc = linear->pool.alloc};
  jn_modes *modes = NULL;
  jn_status status = allocate_split(linear, &scratch, &p) ? solve(linear, &p, &modes) : JN_NO_MEMORY;
  jni_pool_free(&scratch);
  if (status == JN_OK) return modes;
  if (status == JN_NO_MEMORY) jni_report_no_memory(report);
  else jn_report_fault(report, status, "", "the eigenvalues could not be computed");
  return jn_modes_free(modes);
}

// ---- stability -----------------------------------------------------------------------------------------------------

// Adds to *growing the number of eigenvalues of R whose real part is positive beyond rounding and the error of A,
// without eigenvectors. Returns false if the iteration does not converge.
static bool count_growing(const jn_linear *l, split *p, int *growing) {
  double fastest = 0;
  memcpy(p->other, p->R, (size_t)p->n * (size_t)p->n * sizeof *p->R);
  if (!jni_decompose_eigenvalues(p->n, p->other, p->re, p->im, p->scratch)) return false;
  for (int i = 0; i < p->n; i++) fastest = fmax(fastest, jnk_hypot(p->re[i], p->im[i]));
  for (int i = 0; i < p->n; i++) *growing += p->re[i] > fmax(ROUNDING, l->error) * fastest;
  return true;
}

// Writes to S (m x m, m = nf + nz) the matrix [K N, B; C N, D] from A = [0 N 0; K * B; C * D]: the rates of speeds and
// auxiliary states for a small displacement N y along the constraints and increments z.
static void fill_static(const jn_linear *l, const split *p, double *S) {
  size_t nx = (size_t)p->nx, np = (size_t)l->sizes.np, nf = (size_t)l->sizes.nf, m = nx - np;
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < m; j++) {
      const double *row = p->A + (np + i) * nx;
      double sum = j < nf ? 0 : row[np + j];
      for (size_t k = 0; j < nf && k < np; k++) sum += row[k] * p->A[k * nx + np + j] / p->rate;
      S[i * m + j] = sum;
    }
}

// Sets p->other to the projector on the vectors (N y, 0, z) of the last n vectors (y, z) of p->V; stores these vectors,
// orthonormalised, in p->Q.
static void project_neutral(const jn_linear *l, split *p, int n) {
  size_t nx = (size_t)p->nx, np = (size_t)l->sizes.np, nf = (size_t)l->sizes.nf, m = nx - np;
  memset(p->Q, 0, nx * nx * sizeof *p->Q);
  memset(p->other, 0, nx * nx * sizeof *p->other);
  for (size_t v = 0; v < (size_t)n; v++) {
    const double *from = p->V + (m - 1 - v) * m;
    double *x = p->Q + v * nx;
    for (size_t i = 0; i < np; i++) x[i] = jni_dot((int)nf, p->A + i * nx + np, from) / p->rate;
    memcpy(x + np + nf, from + nf, (m - nf) * sizeof *x);
    for (size_t w = 0; w < v; w++) jni_add(p->nx, -jni_dot(p->nx, x, p->Q + w * nx), p->Q + w * nx, x);
    double length = sqrt(jni_dot(p->nx, x, x));
    for (size_t i = 0; i < nx && length > 0; i++) x[i] /= length;
    for (size_t i = 0; i < nx; i++) jni_add(p->nx, x[i], x, p->other + i * nx);
  }
}

static jn_status judge(const jn_linear *l, split *p, jni_linear_stability *out, jn_report *report) {
  int m = p->nx - l->sizes.np;
  scale(l, p);
  if (!jni_all_finite(p->A, p->nx * p->nx)) return JN_NO_CONVERGENCE;
  fill_static(l, p, p->other);
  if (!jni_decompose_singular(m, m, p->other, p->s, p->U, p->V, p->scratch)) return JN_NO_CONVERGENCE;
  out->neutral = m - count_nonzero(p->s, m, p->tolerance);
  out->names = jni_take(&out->pool, (size_t)out->neutral, sizeof *out->names);
  if (out->pool.failed) return JN_NO_MEMORY;
  project_neutral(l, p, out->neutral);
  name_states(l, p, out->neutral, out->names);
  if (!jni_decompose_has_modes()) {
    scale(l, p);
    return split_zeros(p) && count_growing(l, p, &out->growing) ? JN_OK : JN_NO_CONVERGENCE;
  }
  jn_modes *modes = jn_modes_new(l, report);
  if (!modes) return JN_REFUSED;
  out->growing = jn_modes_growing(modes);
  jn_modes_free(modes);
  return JN_OK;
}

bool jni_linear_judge(const jn_linear *linear, jni_linear_stability *out, jn_report *report) {
  split p;
  jni_pool scratch = {.alloc = linear->pool.alloc};
  *out = (jni_linear_stability){.pool = {.alloc = linear->pool.alloc}};
  jn_status status = allocate_split(linear, &scratch, &p) ? judge(linear, &p, out, report) : JN_NO_MEMORY;
  jni_pool_free(&scratch);
  if (status == JN_NO_MEMORY) jni_report_no_memory(report);
  if (status == JN_NO_CONVERGENCE) jn_report_fault(report, status, "", "the eigenvalues could not be computed");
  return status == JN_OK;
}

int jn_modes_count(const jn_modes *modes) {
  JNI_ASSERT(modes);
  return modes->n;
}
jn_mode jn_modes_get(const jn_modes *modes, int i) {
  JNI_ASSERT(modes);
  return modes->modes[i];
}
double jn_modes_threshold(const jn_modes *modes) {
  JNI_ASSERT(modes);
  double fastest = 0;
  for (int i = 0; i < modes->n; i++) fastest = fmax(fastest, modes->modes[i].natural);
  return fmax(ROUNDING, modes->error) * fastest;
}

int jn_modes_trend(const jn_modes *modes, int i) {
  JNI_ASSERT(modes);
  double re = modes->modes[i].re;
  return fabs(re) <= jn_modes_threshold(modes) ? 0 : re > 0 ? 1 : -1;
}

int jn_modes_growing(const jn_modes *modes) {
  JNI_ASSERT(modes);
  int n = 0;
  for (int i = 0; i < modes->n; i++)
    if (jn_modes_trend(modes, i) > 0) n += modes->modes[i].im > 0 ? 2 : 1;
  return n;
}

const double *jn_modes_vector(const jn_modes *modes, int i) {
  JNI_ASSERT(modes);
  return modes->vectors + 2 * (size_t)i * (size_t)modes->nx;
}
int jn_modes_zero(const jn_modes *modes) {
  JNI_ASSERT(modes);
  return modes->zeros;
}
const char *jn_modes_zero_name(const jn_modes *modes, int i) {
  JNI_ASSERT(modes);
  return modes->zero_names[i];
}
