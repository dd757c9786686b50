// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_solve.c - see contact_solve.h. The previous modes are tried first, then all sets of modes of few points, the
// nearest to the previous first; otherwise those that a projected Gauss-Seidel iteration approaches, improved by Newton
// iterations, which also find the directions of slip in space. The order is fixed, so that results are the same
// everywhere.
//
// Linear equations are solved by a complete orthogonal decomposition (QR factors with exchange of columns), which gives
// the solution of least norm where rows are dependent.
#include "contact/contact_solve.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_ENUMERATED = 65536 };  // sets of modes
enum { MOST_COUNTED = 4096 };      // sets of modes of which solutions are counted
enum { REST_FIRST = 9 };           // with so many points, modes in which all rest are tried before all sets of modes
enum { MOST_IN_SPACE = 10 };       // points with friction in space whose sets of modes are tried
enum { SWEEPS_BETWEEN = 50 };      // sweeps between two Newton iterations
enum { MOST_NEWTON = 100 };

static const double dependent = 1e-11;     // pivots below this part of the largest are zero
static const double contradiction = 1e-9;  // equations that contradict each other by this part of the largest row hold
static const double unique = 1e-9;         // parts of a null vector below this are rounding

// Rounds of sweeps, in this order. at_once: a sweep changes all rows by the w at its beginning. It does not depend on
// the order of the points, so that symmetric problems that also have other solutions get a symmetric one.
static const struct {
  bool at_once;
  double relaxation;
  int sweeps;
} rounds[] = {{true, 0.2, 200}, {false, 1, 4000}, {false, 0.4, 4000}, {false, 0.15, 4000}, {false, 0.05, 4000}};

static const double aligned = 1e-9;    // slip that differs from its direction by less is parallel to it
static const double feasible = 1e-11;  // violations below this part of the largest force or row are rounding

struct jni_contact_solver {
  jni_pool pool;
  int most, nt, size;     // size: most (1 + nt)
  double *A, *V, *r, *x;  // size x size, size, size, size
  double *sigma;          // size
  double *step_row;       // size + 1: vector of a reflection
  int *pivot;             // size: exchanged columns
  double *F, *w;          // size: forces before a Newton step; w = D F + b
  double *iterate;        // size: forces of the iteration
  double *trial, *step;   // size: forces of the Newton iteration; its step
  double *shared;         // size: unknowns whose forces are shared
  // The island of each point; an island as a problem of its own: its points among all, modes, D, b and F, coefficients,
  // directions.
  int *island, *member, *own_mode;
  double *own_D, *own_b, *own_F, *own_mu, *own_stick, *own_slide, *own_direction;
  double *B, *c, *y;  // size x size, size, size: projector onto the null space, and dual unknowns of shared forces
  int *row, *column;  // size: rows and unknowns of the reduced system
  int *group, *member_row;           // size: groups of unknowns that share forces; the unknowns of one
  double *own_least, *no_direction;  // most: smallest normal forces of an island; size: directions that are not used
  int *mode, *best;                  // most: modes where none are wanted; modes before a search
  bool spare;                        // the forces of an island are not unique
};

jni_contact_solver *jni_contact_solver_new(const jn_alloc *alloc, int most, int nt) {
  jni_contact_solver *s = jni_object_new(alloc, sizeof *s);
  if (!s) return NULL;
  s->most = most;
  s->nt = nt;
  s->size = most * (1 + nt);
  size_t n = (size_t)s->size;
  const jni_vector vectors[] = {{&s->A, n * n},
                                {&s->V, n},
                                {&s->r, n},
                                {&s->x, n},
                                {&s->sigma, n},
                                {&s->F, n},
                                {&s->w, n},
                                {&s->iterate, n},
                                {&s->trial, n},
                                {&s->step, n},
                                {&s->B, n * n},
                                {&s->c, n},
                                {&s->y, n},
                                {&s->own_D, n * n},
                                {&s->own_b, n},
                                {&s->own_F, n},
                                {&s->own_mu, n},
                                {&s->own_stick, n},
                                {&s->own_slide, n},
                                {&s->own_direction, n},
                                {&s->step_row, n + 1},
                                {&s->shared, n},
                                {&s->own_least, (size_t)most},
                                {&s->no_direction, n}};
  jni_vectors(&s->pool, vectors, sizeof vectors / sizeof *vectors);
  s->row = jni_ints(&s->pool, n);
  s->pivot = jni_ints(&s->pool, n);
  s->column = jni_ints(&s->pool, n);
  s->group = jni_ints(&s->pool, n);
  s->member_row = jni_ints(&s->pool, n);
  s->mode = jni_ints(&s->pool, (size_t)most);
  s->best = jni_ints(&s->pool, (size_t)most);
  s->island = jni_ints(&s->pool, (size_t)most);
  s->member = jni_ints(&s->pool, (size_t)most);
  s->own_mode = jni_ints(&s->pool, (size_t)most);
  return s->pool.failed ? jni_object_free(s) : s;
}

// ---- least norm ---------------------------------------------------------------------------------------------------

// Makes the reflection I - v v' / v0 that takes the n numbers x[0], x[stride], ... to a multiple of the first unit
// vector: replaces x by v and returns that multiple. If all are zero, returns 0: v is zero, and the reflection must be
// left out.
static double make_reflection(double *x, int n, int stride) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += x[k * stride] * x[k * stride];
  double length = sqrt(sum);
  if (!(length > 0)) return 0;
  double first = x[0] >= 0 ? -length : length;
  x[0] = (x[0] - first) / -first;
  for (int k = 1; k < n; k++) x[k * stride] /= -first;
  return first;
}

// Applies a reflection of make_reflection to y: y -= v (v . y) / v0.
static void reflect(const double *v, int stride, int n, double *y, int ystride) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += v[k * stride] * y[k * ystride];
  sum /= v[0];
  for (int k = 0; k < n; k++) y[k * ystride] -= sum * v[k * stride];
}

// Exchanges columns i and j of A (n x n).
static void swap_columns(double *A, int n, int i, int j) {
  for (int k = 0; k < n; k++) {
    double x = A[k * n + i];
    A[k * n + i] = A[k * n + j];
    A[k * n + j] = x;
  }
}

// Factors A P = Q R by reflections, with R upper trapezoidal. A: n x n, in s->A. The diagonal of R goes to s->sigma,
// its other elements stay in A; the vectors of the reflections replace the zeros and the diagonal. Applies Q' to s->r.
// Sets s->pivot[k] to the column of A that is column k of A P. Returns the rank.
static int factor_columns(jni_contact_solver *s, int n) {
  double *A = s->A, first = 0;
  for (int k = 0; k < n; k++) s->pivot[k] = k;
  for (int k = 0; k < n; k++) {
    int best = k;
    double most = 0;
    for (int j = k; j < n; j++) {
      double sum = 0;
      for (int i = k; i < n; i++) sum += A[i * n + j] * A[i * n + j];
      if (!(sum > most)) continue;
      most = sum;
      best = j;
    }
    if (k == 0) first = sqrt(most);
    if (!(sqrt(most) > dependent * first)) return k;
    if (best != k) {
      int column = s->pivot[k];
      s->pivot[k] = s->pivot[best];
      s->pivot[best] = column;
      swap_columns(A, n, k, best);
    }
    double *v = A + k * n + k;
    s->sigma[k] = make_reflection(v, n - k, n);
    for (int j = k + 1; j < n; j++) reflect(v, n, n - k, A + k * n + j, n);
    reflect(v, n, n - k, s->r + k, 1);
  }
  return n;
}

// Applies Z of the decomposition of solve_least_norm to x (n).
static void apply_reflections(const jni_contact_solver *s, int n, int rank, double *x) {
  for (int i = 0; i < rank; i++) {
    double sum = s->sigma[i] * x[i];
    for (int k = rank; k < n; k++) sum += s->A[i * n + k] * x[k];
    sum /= s->sigma[i];
    x[i] -= sum * s->sigma[i];
    for (int k = rank; k < n; k++) x[k] -= sum * s->A[i * n + k];
  }
}

// Computes in s->x the solution of least norm of A x = r, least squares if there is none, by the complete orthogonal
// decomposition A P = Q [T 0; 0 0] Z'. A: n x n, in s->A, is overwritten, and so is r. Returns the rank.
static int solve_least_norm(jni_contact_solver *s, int n) {
  double *A = s->A, *x = s->V;
  int rank = factor_columns(s, n);
  for (int i = 0; i < rank; i++) A[i * n + i] = s->sigma[i];
  // The vector (v0, v) of the reflection that clears row i beyond the rank: v0 in s->sigma[i], v in the row.
  for (int i = rank - 1; i >= 0 && rank < n; i--) {
    double *row = A + i * n;
    for (int k = rank; k < n; k++) s->step_row[1 + k - rank] = row[k];
    s->step_row[0] = row[i];
    double kept = make_reflection(s->step_row, 1 + n - rank, 1);
    for (int j = 0; j < i; j++) {
      double sum = s->step_row[0] * A[j * n + i];
      for (int k = rank; k < n; k++) sum += s->step_row[1 + k - rank] * A[j * n + k];
      sum /= s->step_row[0];
      A[j * n + i] -= sum * s->step_row[0];
      for (int k = rank; k < n; k++) A[j * n + k] -= sum * s->step_row[1 + k - rank];
    }
    row[i] = kept;
    s->sigma[i] = s->step_row[0];
    for (int k = rank; k < n; k++) row[k] = s->step_row[1 + k - rank];
  }
  for (int i = 0; i < n; i++) x[i] = 0;
  for (int i = rank - 1; i >= 0; i--) {
    double sum = s->r[i];
    for (int k = i + 1; k < rank; k++) sum -= A[i * n + k] * x[k];
    x[i] = sum / A[i * n + i];
  }
  if (rank < n) apply_reflections(s, n, rank, x);
  for (int k = 0; k < n; k++) s->x[s->pivot[k]] = x[k];
  return rank;
}

// ---- given modes --------------------------------------------------------------------------------------------------

static int rows_of(const jni_contact_problem *p) { return p->n * (1 + p->nt); }

static double least_of(const jni_contact_problem *p, int i) { return p->least ? p->least[i] : 0; }

static bool slides(const jni_contact_problem *p, int i) {
  for (int k = 0; k < p->nt; k++)
    if (p->slide[i * p->nt + k] != 0) return true;
  return false;
}

static const double *direction_of(const jni_contact_problem *p, const double *direction, int i) {
  return slides(p, i) ? p->slide + i * p->nt : direction + i * p->nt;
}

static void calc_w(const jni_contact_problem *p, const double *F, double *w) {
  int n = rows_of(p);
  for (int i = 0; i < n; i++) {
    w[i] = p->b[i];
    for (int j = 0; j < n; j++) w[i] += p->D[i * n + j] * F[j];
  }
}

// Forms the equations A x = r of the closed points in s->A and s->r: x are the normal forces, and the tangential ones
// where points stick; s->row and s->column are the numbers of the equations and unknowns among all rows. Sets *n to the
// number of unknowns; returns that of equations, which is the same.
static int form_closed(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, const double *direction,
                       int *n) {
  int width = 1 + p->nt, all = rows_of(p), m = 0;
  for (int i = 0; i < p->n; i++) {
    if (mode[i] == JNI_CONTACT_OPEN) continue;
    int count = mode[i] == JNI_CONTACT_STICKS ? width : 1;
    for (int k = 0; k < count; k++) {
      s->row[m] = i * width + k;
      s->column[m++] = i * width + k;
    }
  }
  *n = m;
  for (int a = 0; a < m; a++) {
    s->r[a] = -p->b[s->row[a]];
    for (int c = 0; c < m; c++) {
      int i = s->column[c] / width;
      double sum = p->D[s->row[a] * all + s->column[c]];
      const double *d = direction_of(p, direction, i);
      for (int k = 0; k < p->nt && mode[i] == JNI_CONTACT_SLIPS; k++)
        sum -= p->mu[i] * d[k] * p->D[s->row[a] * all + i * width + 1 + k];
      s->A[a * m + c] = sum;
    }
  }
  return m;
}

// Sets the tangential forces in F of points that slip: -mu N along their slip directions, with the normal forces N in
// F.
static void add_slip_forces(const jni_contact_problem *p, const int *mode, const double *direction, double *F) {
  int width = 1 + p->nt;
  for (int i = 0; i < p->n; i++) {
    const double *d = direction_of(p, direction, i);
    for (int k = 0; k < p->nt && mode[i] == JNI_CONTACT_SLIPS; k++)
      F[i * width + 1 + k] = -p->mu[i] * F[i * width] * d[k];
  }
}

// Solves the equations of the closed points by least norm and stores all forces in F, zero at open points. Returns
// false if the equations contradict each other. spare (NULL: not needed): 1 if the forces are not unique, otherwise 0.
static bool solve_closed(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, const double *direction,
                         double *F, int *spare) {
  int n, m = form_closed(s, p, mode, direction, &n);
  double scale = 0;
  for (int a = 0; a < m; a++) scale = fmax(scale, fabs(s->r[a]));
  int rank = n > 0 ? solve_least_norm(s, n) : 0;
  if (spare) *spare = rank < n;
  memset(F, 0, (size_t)rows_of(p) * sizeof *F);
  for (int c = 0; c < n; c++) F[s->column[c]] = s->x[c];
  add_slip_forces(p, mode, direction, F);
  calc_w(p, F, s->w);
  for (int a = 0; a < m; a++)
    if (!(fabs(s->w[s->row[a]]) <= contradiction * scale + p->rounding)) return false;
  return true;
}

// Returns the amount (unit of F) by which the forces F of a closed point with `width` unknowns violate N >= 0 or |T| <=
// mu N; not above 0 if they do not.
static double outside_cone(int width, double mu, const double *F) {
  double T = 0;
  for (int k = 1; k < width; k++) T += F[k] * F[k];
  return width > 1 ? fmax(-F[0], sqrt(T) - mu * fmax(F[0], 0)) : -F[0];
}

// Returns the largest amount (unit of F) by which forces F violate N >= 0 at closed points or |T| <= mu N at sticking
// ones; 0 if none does.
static double outside(const jni_contact_problem *p, const int *mode, const double *F) {
  int width = 1 + p->nt;
  double most = 0;
  for (int i = 0; i < p->n; i++) {
    bool sticks = mode[i] == JNI_CONTACT_STICKS;
    if (mode[i] != JNI_CONTACT_OPEN) most = fmax(most, outside_cone(sticks ? width : 1, p->mu_stick[i], F + i * width));
  }
  return most;
}

static double largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
  return most;
}

// ---- shared forces ------------------------------------------------------------------------------------------------

void jni_contact_project(int width, double mu, const double *z, double *F, double J[9]) {
  double length = 0, unit[2] = {0, 0};
  for (int k = 1; k < width; k++) length += z[k] * z[k];
  length = sqrt(length);
  for (int i = 0; i < width * width; i++) J[i] = 0;
  for (int k = 0; k < width; k++) F[k] = 0;
  if (z[0] >= 0 && length <= mu * z[0]) {
    for (int k = 0; k < width; k++) {
      F[k] = z[k];
      J[k * width + k] = 1;
    }
    return;
  }
  if (mu * length <= -z[0]) return;
  for (int k = 1; k < width; k++) unit[k - 1] = z[k] / length;
  double t = (z[0] + mu * length) / (1 + mu * mu), share = 1 / (1 + mu * mu);
  F[0] = t;
  J[0] = share;
  for (int k = 1; k < width; k++) {
    F[k] = mu * t * unit[k - 1];
    J[k] = share * mu * unit[k - 1];
    J[k * width] = share * mu * unit[k - 1];
    for (int c = 1; c < width; c++)
      J[k * width + c] =
          share * mu * mu * unit[k - 1] * unit[c - 1] + mu * t / length * ((k == c) - unit[k - 1] * unit[c - 1]);
  }
}

// Computes in s->B (n x n) the projector onto the null space of the equations that solve_least_norm has factored with
// this rank, by its reflections applied to unit vectors.
static void calc_null_projector(jni_contact_solver *s, int n, int rank) {
  double *x = s->V, *z = s->c;
  memset(s->B, 0, (size_t)n * (size_t)n * sizeof *s->B);
  for (int j = rank; j < n; j++) {
    for (int i = 0; i < n; i++) x[i] = i == j;
    apply_reflections(s, n, rank, x);
    for (int i = 0; i < n; i++) z[s->pivot[i]] = x[i];
    for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++) s->B[i * n + k] += z[i] * z[k];
  }
}

// Returns how many unknowns the closed point i has in the equations of the closed points.
static int width_of(const jni_contact_problem *p, const int *mode, int i) {
  return mode[i] == JNI_CONTACT_STICKS ? 1 + p->nt : 1;
}

// Numbers the groups of unknowns that share forces, in s->group (n): two points belong to one group if the projector
// s->B couples them; -1: the forces of the point are unique. Returns the number of groups.
static int find_groups(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, int n) {
  int ngroups = 0;
  for (int i = 0; i < n; i++) s->group[i] = s->B[i * n + i] > unique * unique ? -2 : -1;
  for (int first = 0; first < n; first++) {
    if (s->group[first] != -2) continue;
    s->group[first] = ngroups;
    for (bool grows = true; grows;) {
      grows = false;
      for (int i = 0; i < n; i++)
        for (int k = 0; k < n && s->group[i] != ngroups; k++) {
          bool same_point = s->column[i] / (1 + p->nt) == s->column[k] / (1 + p->nt);
          if (s->group[k] != ngroups || !(same_point || fabs(s->B[i * n + k]) > unique)) continue;
          s->group[i] = ngroups;
          grows = true;
        }
    }
    ngroups++;
  }
  for (int first = 0; first < n; first += width_of(p, mode, s->column[first] / (1 + p->nt)))
    for (int k = 1; k < width_of(p, mode, s->column[first] / (1 + p->nt)); k++)
      s->group[first + k] = s->group[first] > s->group[first + k] ? s->group[first] : s->group[first + k];
  return ngroups;
}

// Limits [low, high], within which the forces x + a z of a closed point are inside its cone, to the range of a for this
// point. Returns false if it finds no such a; otherwise there is none if low > high afterwards.
static bool limit_to_cone(int width, double mu, const double *x, const double *z, double *low, double *high) {
  double a = mu * mu * z[0] * z[0], b = mu * mu * x[0] * z[0], c = mu * mu * x[0] * x[0];
  if (z[0] > 0) *low = fmax(*low, -x[0] / z[0]);
  if (z[0] < 0) *high = fmin(*high, -x[0] / z[0]);
  if (width == 1) return true;
  double scale = a;
  for (int k = 1; k < width; k++) {
    a -= z[k] * z[k];
    b -= x[k] * z[k];
    c -= x[k] * x[k];
    scale += z[k] * z[k];
  }
  if (!(scale > unique * unique)) return true;
  double square = b * b - a * c;
  if (fabs(a) <= 1e-14 * scale) {  // linear: along the surface of the cone
    if (b > 0) *low = fmax(*low, -c / (2 * b));
    if (b < 0) *high = fmin(*high, -c / (2 * b));
    return b != 0 || c >= 0;
  }
  if (square < 0) return false;  // N changes its sign somewhere, so that a < 0.
  // Computes both roots without cancellation.
  double q = -(b + (b >= 0 ? sqrt(square) : -sqrt(square))), r0 = q / a, r1 = q != 0 ? c / q : r0;
  double first = fmin(r0, r1), second = fmax(r0, r1);
  if (a < 0) {
    *low = fmax(*low, first);
    *high = fmin(*high, second);
  } else if (z[0] > 0) *low = fmax(*low, second);
  else *high = fmin(*high, first);
  return true;
}

// Shares the forces of a group with one way to share them, s->shared + a z with any a: chooses the a nearest to zero
// for which they are inside their cones, or outside by less than about `slack` (N); without such an a they do not
// change.
static void share_one_way(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, int n, int group,
                          double slack) {
  int largest_column = -1;
  for (int i = 0; i < n; i++)
    if (s->group[i] == group && (largest_column < 0 || s->B[i * n + i] > s->B[largest_column * n + largest_column]))
      largest_column = i;
  double length = sqrt(s->B[largest_column * n + largest_column]), low = -HUGE_VAL, high = HUGE_VAL;
  for (int i = 0; i < n; i++) s->step[i] = s->group[i] == group ? s->B[i * n + largest_column] / length : 0;
  bool any = true;
  for (int first = 0; first < n;) {
    int i = s->column[first] / (1 + p->nt), width = width_of(p, mode, i);
    if (s->group[first] == group)
      any =
          limit_to_cone(width, width > 1 ? p->mu_stick[i] : 0, s->shared + first, s->step + first, &low, &high) && any;
    first += width;
  }
  if (!any || !(low <= high + slack)) return;
  double a = low <= high ? fmax(low, fmin(high, 0)) : 0.5 * (low + high);
  for (int i = 0; i < n; i++) s->shared[i] += a * s->step[i];
}

// Computes for a group the forces G = P(zeta), the projection of zeta = s->y onto the cones, in s->sigma, and the
// residual R (G - F) in s->r, with F = s->shared and R the projector onto the row space. M (m x m, m: unknowns of the
// group, s->member_row) gets the derivative of the residual plus the projector onto the null space; NULL: not needed.
// Returns |G|^2/2 - F . zeta, whose gradient is the residual.
static double calc_dual(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, int n, int m, double *M) {
  const int *at = s->member_row;
  double value = 0, J[9];
  for (int i = 0; i < m; i++)
    for (int k = 0; k < m && M; k++) M[i * m + k] = s->B[at[i] * n + at[k]];
  for (int first = 0; first < m;) {
    int i = s->column[at[first]] / (1 + p->nt), width = width_of(p, mode, i);
    jni_contact_project(width, width > 1 ? p->mu_stick[i] : 0, s->y + first, s->sigma + first, J);
    for (int k = 0; k < width; k++)
      value += 0.5 * s->sigma[first + k] * s->sigma[first + k] - s->shared[at[first + k]] * s->y[first + k];
    for (int row = 0; row < m && M; row++)
      for (int k = 0; k < width; k++)
        for (int c = 0; c < width; c++) {
          double R = (row == first + c) - s->B[at[row] * n + at[first + c]];
          M[row * m + first + k] += R * J[c * width + k];
        }
    first += width;
  }
  for (int i = 0; i < m; i++) {
    s->r[i] = s->sigma[i] - s->shared[at[i]];
    for (int k = 0; k < m; k++) s->r[i] -= s->B[at[i] * n + at[k]] * (s->sigma[k] - s->shared[at[k]]);
  }
  return value;
}

// Shares the forces s->shared of a group in the best of all ways: the least |G|^2 with R G = R F inside the cones is
// G = P(zeta), where zeta in the row space solves R P(zeta) = R F, by Newton iterations on this convex problem. The
// forces do not change if there are none inside the cones.
static void share_group(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, int n, int group) {
  int *at = s->member_row, m = 0;
  double scale = 0;
  for (int i = 0; i < n; i++)
    if (s->group[i] == group) at[m++] = i;
  for (int i = 0; i < m; i++) {
    s->y[i] = s->shared[at[i]];
    scale = fmax(scale, fabs(s->y[i]));
  }
  for (int k = 0; k < MOST_NEWTON; k++) {
    double before = calc_dual(s, p, mode, n, m, s->A), slope = 0, part = 1;
    if (largest(s->r, m) <= 1e-14 * scale) break;
    for (int i = 0; i < m; i++) s->A[i * m + i] += 1e-14;
    for (int i = 0; i < m; i++) s->w[i] = s->r[i] = -s->r[i];
    solve_least_norm(s, m);
    for (int i = 0; i < m; i++) {
      s->step[i] = s->x[i];
      s->c[i] = s->y[i];
      slope -= s->w[i] * s->step[i];
    }
    for (int half = 0; half < 40; half++, part *= 0.5) {
      for (int i = 0; i < m; i++) s->y[i] = s->c[i] + part * s->step[i];
      if (calc_dual(s, p, mode, n, m, NULL) <= before + 1e-4 * part * slope + 1e-15 * fabs(before)) break;
    }
  }
  calc_dual(s, p, mode, n, m, NULL);
  if (!(largest(s->r, m) <= 1e-12 * scale)) return;
  for (int i = 0; i < m; i++) {  // Satisfies the equations without the residual.
    s->step[i] = 0;
    for (int k = 0; k < m; k++) s->step[i] += s->B[at[i] * n + at[k]] * (s->sigma[k] - s->shared[at[k]]);
  }
  for (int i = 0; i < m; i++) s->shared[at[i]] += s->step[i];
}

// Replaces forces F that are not unique by those of least norm inside their cones, group by group of points that share
// them. Where a group has no forces inside the cones, its forces satisfy the equations only.
static void share(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, const double *direction,
                  double *F) {
  int n;
  form_closed(s, p, mode, direction, &n);
  int rank = solve_least_norm(s, n);
  memcpy(s->shared, s->x, (size_t)n * sizeof *s->shared);
  calc_null_projector(s, n, rank);
  int ngroups = find_groups(s, p, mode, n);
  double slack = feasible * largest(s->shared, n);
  for (int group = 0; group < ngroups; group++) {
    double trace = 0, most = 0;
    for (int first = 0; first < n;) {
      int i = s->column[first] / (1 + p->nt), width = width_of(p, mode, i);
      if (s->group[first] == group) most = fmax(most, outside_cone(width, p->mu_stick[i], s->shared + first));
      for (int k = 0; k < width && s->group[first] == group; k++) trace += s->B[(first + k) * n + first + k];
      first += width;
    }
    if (!(most > slack)) continue;
    if (trace < 1.5) share_one_way(s, p, mode, n, group, slack);
    else share_group(s, p, mode, n, group);
  }
  memset(F, 0, (size_t)rows_of(p) * sizeof *F);
  for (int i = 0; i < n; i++) F[s->column[i]] = s->shared[i];
  add_slip_forces(p, mode, direction, F);
}

// Computes F of one island for given modes: of all solutions that of least norm, inside the cones if there is one.
// Returns false if no force satisfies the equations; *spare (NULL: not needed): 1 if the forces are not unique.
static bool solve_modes(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, const double *direction,
                        double *F, int *spare) {
  int many = 0;
  bool solved = solve_closed(s, p, mode, direction, F, &many);
  if (spare) *spare = many;
  if (solved && many && outside(p, mode, F) > feasible * largest(F, rows_of(p))) share(s, p, mode, direction, F);
  return solved;
}

// ---- all modes ----------------------------------------------------------------------------------------------------

// Computes F for given modes and returns whether modes and F are a solution of the contact problem: N >= 0, |T| <= mu N
// where points stick, open points do not approach, and slip is along its direction.
static bool is_solution(jni_contact_solver *s, const jni_contact_problem *p, const int *mode, const double *direction,
                        double *F) {
  int width = 1 + p->nt, all = rows_of(p);
  if (!solve_modes(s, p, mode, direction, F, NULL)) return false;
  if (outside(p, mode, F) > feasible * largest(F, all)) return false;
  calc_w(p, F, s->w);
  double slack = feasible * fmax(largest(p->b, all), DBL_MIN) + p->rounding;
  for (int i = 0; i < p->n; i++) {
    if (mode[i] == JNI_CONTACT_OPEN && s->w[i * width] < -slack) return false;
    if (mode[i] == JNI_CONTACT_STICKS && slides(p, i)) return false;
    if (mode[i] != JNI_CONTACT_SLIPS || slides(p, i)) continue;
    double along = 0, square = 0;
    for (int k = 0; k < p->nt; k++) {
      along += direction[i * p->nt + k] * s->w[i * width + 1 + k];
      square += s->w[i * width + 1 + k] * s->w[i * width + 1 + k];
    }
    if (p->mu[i] > 0 && along < -slack) return false;
    if (p->mu[i] > 0 && p->nt > 1 && !(fabs(sqrt(square) - along) <= aligned * sqrt(square) + slack)) return false;
  }
  return true;
}

// Returns the number of modes of a point that the enumeration tries. 2 without friction or if the point slides already:
// open, slips. 4 in the plane: open, sticks, slips along +t, slips along -t. 2 in space: open, sticks.
static int count_modes(const jni_contact_problem *p, int i) {
  if (p->nt == 0 || p->mu_stick[i] == 0) return 2;
  return slides(p, i) ? 2 : p->nt == 1 ? 4 : 2;
}

static void set_mode(const jni_contact_problem *p, int i, int number, int *mode, double *direction) {
  bool rough = p->nt > 0 && p->mu_stick[i] > 0 && !slides(p, i);
  if (number == 0) mode[i] = JNI_CONTACT_OPEN;
  else if (number == 1) mode[i] = rough ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
  else {
    mode[i] = JNI_CONTACT_SLIPS;
    direction[i * p->nt] = number == 2 ? 1 : -1;
  }
}

// Tries all sets of modes, the nearest to the previous ones first. Returns whether one is a solution; otherwise mode[]
// is unchanged. Returns false without trying if there are more than MOST_ENUMERATED sets, or in space more than
// MOST_IN_SPACE points.
static bool enumerate(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction, double *F) {
  long sets = 1;
  memcpy(s->best, mode, (size_t)p->n * sizeof *mode);
  if (p->nt > 1 && p->n > MOST_IN_SPACE) return false;
  for (int i = 0; i < p->n; i++) {
    sets *= count_modes(p, i);
    if (sets > MOST_ENUMERATED) return false;
  }
  for (int distance = 0; distance <= p->n; distance++)
    for (long set = 0; set < sets; set++) {
      long rest = set;
      int changed = 0;
      for (int i = 0; i < p->n; i++) {
        set_mode(p, i, (int)(rest % count_modes(p, i)), mode, direction);
        rest /= count_modes(p, i);
        changed += mode[i] != s->best[i];
      }
      if (changed == distance && is_solution(s, p, mode, direction, F)) return true;
    }
  memcpy(mode, s->best, (size_t)p->n * sizeof *mode);
  return false;
}

int jni_contact_count(jni_contact_solver *s, const jni_contact_problem *p) {
  long sets = 1;
  int found = 0, all = rows_of(p);
  for (int i = 0; i < p->n; i++) {
    sets *= count_modes(p, i);
    if (sets > MOST_COUNTED) return 1;
  }
  memset(s->own_direction, 0, (size_t)(p->n * p->nt) * sizeof *s->own_direction);
  for (long set = 0; set < sets; set++) {
    long rest = set;
    for (int i = 0; i < p->n; i++) {
      set_mode(p, i, (int)(rest % count_modes(p, i)), s->own_mode, s->own_direction);
      rest /= count_modes(p, i);
    }
    if (!is_solution(s, p, s->own_mode, s->own_direction, s->own_F)) continue;
    calc_w(p, s->own_F, s->w);
    double scale = largest(p->b, all) + largest(s->w, all);
    bool same = found > 0;
    for (int i = 0; i < all; i++) same = same && fabs(s->w[i] - s->iterate[i]) <= 1e-9 * scale;
    if (same) continue;
    if (found == 0) memcpy(s->iterate, s->w, (size_t)all * sizeof *s->w);
    found++;
  }
  return found;
}

// Makes one sweep of the projected Gauss-Seidel iteration (at_once: Jacobi iteration) of round `round`: changes F row
// by row by `relaxation` times the change that makes w of the row zero, and projects it onto N >= 0 (or N >= least) and
// |T| <= mu N; points that slide already get T = -mu N d instead. Both tangential rows of a point have the larger of
// their diagonal elements: with different ones the slip would not be along the force.
static void sweep(jni_contact_solver *s, const jni_contact_problem *p, size_t round, double *F) {
  int width = 1 + p->nt, all = rows_of(p);
  bool at_once = rounds[round].at_once;
  if (at_once) calc_w(p, F, s->w);
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < width; k++) {
      int row = i * width + k;
      double w = at_once ? s->w[row] : p->b[row], own = p->D[row * all + row];
      for (int c = 1; c < width && k > 0; c++) own = fmax(own, p->D[(i * width + c) * all + i * width + c]);
      if (!(own > 0)) continue;
      for (int j = 0; j < all && !at_once; j++) w += p->D[row * all + j] * F[j];
      F[row] -= rounds[round].relaxation * w / own;
      if (k == 0) F[row] = fmax(F[row], least_of(p, i));
      if (k < p->nt) continue;
      double T = 0, limit = p->mu_stick[i] * F[i * width];
      for (int c = 0; c < p->nt; c++) T += F[i * width + 1 + c] * F[i * width + 1 + c];
      T = sqrt(T);
      for (int c = 0; c < p->nt; c++) {
        if (slides(p, i)) F[i * width + 1 + c] = -p->mu[i] * F[i * width] * p->slide[i * p->nt + c];
        else if (T > limit) F[i * width + 1 + c] *= limit / T;
      }
    }
}

// Derives modes and slip directions from approximate forces F: open without normal force, slipping at the friction
// limit (against T), without friction, or if the point slides already, otherwise sticking.
static void read_modes(const jni_contact_problem *p, const double *F, int *mode, double *direction) {
  int width = 1 + p->nt;
  double most = largest(F, rows_of(p));
  for (int i = 0; i < p->n; i++) {
    double N = F[i * width], T = 0;
    for (int k = 0; k < p->nt; k++) T += F[i * width + 1 + k] * F[i * width + 1 + k];
    T = sqrt(T);
    bool rough = p->nt > 0 && p->mu_stick[i] > 0 && !slides(p, i);
    if (!(N > 1e-9 * most)) mode[i] = JNI_CONTACT_OPEN;
    else if (!rough || T >= p->mu_stick[i] * N * (1 - 1e-12)) mode[i] = JNI_CONTACT_SLIPS;
    else mode[i] = JNI_CONTACT_STICKS;
    for (int k = 0; k < p->nt && rough && mode[i] == JNI_CONTACT_SLIPS && T > 0; k++)
      direction[i * p->nt + k] = -F[i * width + 1 + k] / T;
  }
}

// ---- natural map --------------------------------------------------------------------------------------------------

// Computes the residual of the natural map N = max(least, N - r w_N), T = project(T - r w_T) onto the disc of radius mu
// N, r = 1/D_ii, in s->r, and its generalised derivative in s->A. Returns the largest residual, in the unit of F. Takes
// r = 1 at points between bodies that cannot move, where D_ii = 0.
static double natural_map(jni_contact_solver *s, const jni_contact_problem *p, const double *F) {
  int width = 1 + p->nt, all = rows_of(p);
  double most = 0;
  calc_w(p, F, s->w);
  for (int i = 0; i < p->n; i++) {
    int at = i * width;
    double own = p->D[at * all + at], r = own > 0 ? 1 / own : 1;
    double N = F[at], pushed = N - r * s->w[at], least = least_of(p, i);
    double *row = s->A + (size_t)at * (size_t)all;
    bool closed = own > 0 && pushed > least;
    for (int j = 0; j < all; j++) row[j] = closed ? r * p->D[at * all + j] : at == j;
    s->r[at] = closed ? r * s->w[at] : N - least;
    most = fmax(most, fabs(s->r[at]));
    double y[2] = {0, 0}, length = 0, limit = p->mu_stick[i] * fmax(pushed, least), unit[2];
    for (int k = 0; k < p->nt; k++) {
      y[k] = F[at + 1 + k] - r * s->w[at + 1 + k];
      length += y[k] * y[k];
    }
    length = sqrt(length);
    for (int k = 0; k < p->nt; k++) unit[k] = length > 0 ? y[k] / length : 0;
    for (int k = 0; k < p->nt; k++) {
      double *tangential = s->A + (size_t)(at + 1 + k) * (size_t)all;
      if (slides(p, i)) {
        double d = p->slide[i * p->nt + k];
        s->r[at + 1 + k] = F[at + 1 + k] + p->mu[i] * N * d;
        for (int j = 0; j < all; j++) tangential[j] = at + 1 + k == j ? 1 : j == at ? p->mu[i] * d : 0;
      } else if (length <= limit) {
        s->r[at + 1 + k] = r * s->w[at + 1 + k];
        for (int j = 0; j < all; j++) tangential[j] = r * p->D[(at + 1 + k) * all + j];
      } else {
        s->r[at + 1 + k] = F[at + 1 + k] - limit * unit[k];
        for (int j = 0; j < all; j++) {
          double change = 0;  // derivative of the projection with respect to F_j
          double grows = closed ? p->mu_stick[i] * ((at == j) - r * p->D[at * all + j]) : 0;
          for (int c = 0; c < p->nt; c++) {
            double across = ((k == c) - unit[k] * unit[c]) * limit / length;
            change += across * ((at + 1 + c == j) - r * p->D[(at + 1 + c) * all + j]);
          }
          tangential[j] = (at + 1 + k == j) - change - unit[k] * grows;
        }
      }
      most = fmax(most, fabs(s->r[at + 1 + k]));
    }
  }
  return most;
}

// Returns whether the residual s->r of the natural map stands for accelerations or velocities that solve_closed takes
// for rounding: the rows of points that stick may contradict each other by that much.
static bool is_small(const jni_contact_solver *s, const jni_contact_problem *p) {
  int width = 1 + p->nt, all = rows_of(p);
  double limit = contradiction * largest(p->b, all) + p->rounding;
  for (int i = 0; i < all; i++) {
    int at = i - i % width;
    if (!(fabs(s->r[i]) * p->D[at * all + at] <= limit)) return false;
  }
  return true;
}

// Improves forces by the semismooth Newton iteration on the natural map. Returns whether it has converged.
static bool newton(jni_contact_solver *s, const jni_contact_problem *p, double *F) {
  int all = rows_of(p);
  double before = natural_map(s, p, F), rounding = 0;
  for (int i = 0; i < all; i++)
    if (p->D[i * all + i] > 0) rounding = fmax(rounding, p->rounding / p->D[i * all + i]);
  for (int k = 0; k < MOST_NEWTON; k++) {
    if (before <= 1e-15 * fmax(largest(F, all), DBL_MIN)) return true;
    for (int i = 0; i < all; i++) s->r[i] = -s->r[i];
    solve_least_norm(s, all);
    memcpy(s->F, F, (size_t)all * sizeof *F);
    memcpy(s->step, s->x, (size_t)all * sizeof *F);
    double part = 1, after = HUGE_VAL;
    for (int half = 0; half < 12; half++, part *= 0.5) {
      for (int i = 0; i < all; i++) F[i] = s->F[i] + part * s->step[i];
      after = natural_map(s, p, F);
      if (after < before) break;
    }
    if (!(after < before)) {
      memcpy(F, s->F, (size_t)all * sizeof *F);
      natural_map(s, p, F);
      return before <= 1e-12 * largest(F, all) + rounding || is_small(s, p);
    }
    before = after;
  }
  return before <= 1e-12 * largest(F, all) + rounding;
}

// Determines modes and slip directions from exact forces F by the accelerations w = D F + b: a point slips if w_T is
// not zero. A force at the friction limit does not prove slip, because points that share forces may reach the limit
// while they stick.
static void read_exact_modes(jni_contact_solver *s, const jni_contact_problem *p, const double *F, int *mode,
                             double *direction) {
  int width = 1 + p->nt, all = rows_of(p);
  double scale = largest(p->b, all), most = largest(F, all);
  calc_w(p, F, s->w);
  for (int i = 0; i < p->n; i++) {
    bool rough = p->nt > 0 && p->mu_stick[i] > 0 && !slides(p, i);
    double speed = 0, T = 0;
    for (int k = 1; k < width; k++) {
      speed += s->w[i * width + k] * s->w[i * width + k];
      T += F[i * width + k] * F[i * width + k];
    }
    speed = sqrt(speed);
    // A point at its limit may begin to slip with any small acceleration.
    double limit = p->mu_stick[i] * F[i * width];
    double zero = (sqrt(T) >= limit * (1 - feasible) ? 1e-13 : sqrt(T) >= limit * (1 - 1e-6) ? 1e-10 : contradiction);
    zero = zero * scale + p->rounding;
    if (!(F[i * width] > 1e-9 * most) && s->w[i * width] >= -1e-10 * scale - p->rounding) mode[i] = JNI_CONTACT_OPEN;
    else mode[i] = rough && speed <= zero ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
    for (int k = 0; k < p->nt && rough && speed > zero; k++) direction[i * p->nt + k] = s->w[i * width + 1 + k] / speed;
  }
}

// Solves the problem by one round of sweeps, from zero forces, and Newton iterations between them. Returns false if
// neither finds a solution.
static bool iterate_with(jni_contact_solver *s, const jni_contact_problem *p, size_t round, int *mode,
                         double *direction, double *F) {
  int all = rows_of(p);
  memset(s->iterate, 0, (size_t)all * sizeof *s->iterate);
  for (int k = 0; k < rounds[round].sweeps; k++) {
    sweep(s, p, round, s->iterate);
    if (k % SWEEPS_BETWEEN != SWEEPS_BETWEEN - 1) continue;
    memcpy(s->trial, s->iterate, (size_t)all * sizeof *s->trial);
    if (newton(s, p, s->trial)) {
      read_exact_modes(s, p, s->trial, mode, direction);
      if (is_solution(s, p, mode, direction, F)) return true;
      // Forces of least norm, if the forces are not unique, can change the directions of slip and are then no solution.
      // The forces of the iteration are one, so they are returned instead.
      memcpy(F, s->trial, (size_t)all * sizeof *F);
      return true;
    }
    read_modes(p, s->iterate, mode, direction);
    if (is_solution(s, p, mode, direction, F)) return true;
  }
  return false;
}

// Solves the problem by rounds of sweeps with smaller and smaller relaxation: where friction couples normal and
// tangential rows strongly, as between points of long thin links, full sweeps go round in a cycle. Returns false if
// none converges.
static bool iterate(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction, double *F) {
  for (size_t round = 0; round < sizeof rounds / sizeof *rounds; round++)
    if (iterate_with(s, p, round, mode, direction, F)) return true;
  return false;
}

// Changes modes and F so that points which the solution leaves open although they neither part nor slip are closed and
// share the forces with others; undoes a change that gives no solution.
static void close_resting(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                          double *F) {
  int width = 1 + p->nt, all = rows_of(p);
  double slack = feasible * largest(p->b, all) + p->rounding;
  for (int i = 0; i < p->n; i++) {
    if (mode[i] != JNI_CONTACT_OPEN) continue;
    calc_w(p, F, s->w);
    bool rests = s->w[i * width] <= slack, rough = p->nt > 0 && p->mu_stick[i] > 0 && !slides(p, i);
    for (int k = 0; k < p->nt && rough; k++) rests = rests && fabs(s->w[i * width + 1 + k]) <= slack;
    if (!rests) continue;
    memcpy(s->iterate, F, (size_t)all * sizeof *F);
    mode[i] = rough ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
    if (is_solution(s, p, mode, direction, F)) continue;
    mode[i] = JNI_CONTACT_OPEN;
    memcpy(F, s->iterate, (size_t)all * sizeof *F);
  }
}

// Tries the modes in which all points are closed and those with friction stick, unless they slide already: shapes that
// come to rest on each other. Returns whether they are a solution, and restores the modes otherwise; with fewer than
// REST_FIRST points returns false without trying.
static bool all_rest(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction, double *F) {
  if (p->n < REST_FIRST) return false;
  memcpy(s->best, mode, (size_t)p->n * sizeof *mode);
  for (int i = 0; i < p->n; i++)
    mode[i] = p->nt > 0 && p->mu_stick[i] > 0 && !slides(p, i) ? JNI_CONTACT_STICKS : JNI_CONTACT_SLIPS;
  if (is_solution(s, p, mode, direction, F)) return true;
  memcpy(mode, s->best, (size_t)p->n * sizeof *mode);
  return false;
}

// Solves the problem of points that all depend on each other. Returns false if no solution is found.
static bool solve_island(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction, double *F) {
  bool found = is_solution(s, p, mode, direction, F) || all_rest(s, p, mode, direction, F) ||
               enumerate(s, p, mode, direction, F) || iterate(s, p, mode, direction, F);
  if (found) close_resting(s, p, mode, direction, F);
  return found;
}

// Numbers the islands of points whose rows of D depend on each other in s->island. Returns their number.
static int find_islands(jni_contact_solver *s, const jni_contact_problem *p) {
  int width = 1 + p->nt, all = rows_of(p), nislands = 0;
  for (int i = 0; i < p->n; i++) s->island[i] = -1;
  for (int first = 0; first < p->n; first++) {
    if (s->island[first] >= 0) continue;
    s->island[first] = nislands;
    int n = 0;  // points of the island so far, in s->member
    s->member[n++] = first;
    for (int done = 0; done < n; done++)
      for (int i = 0; i < p->n; i++) {
        bool depends = false;
        for (int a = 0; a < width && !depends && s->island[i] < 0; a++)
          for (int b = 0; b < width && !depends; b++)
            depends = p->D[(i * width + a) * all + s->member[done] * width + b] != 0;
        if (!depends) continue;
        s->island[i] = nislands;
        s->member[n++] = i;
      }
    nislands++;
  }
  return nislands;
}

// Copies D, b, coefficients, modes and directions of the points of one island into the arrays own_... of the solver.
// Returns the number of points.
static int take_island(jni_contact_solver *s, const jni_contact_problem *p, int island, const int *mode,
                       const double *direction) {
  int width = 1 + p->nt, all = rows_of(p), n = 0;
  for (int i = 0; i < p->n; i++)
    if (s->island[i] == island) s->member[n++] = i;
  for (int a = 0; a < n; a++) {
    int i = s->member[a];
    for (int k = 0; k < width; k++) {
      s->own_b[a * width + k] = p->b[i * width + k];
      for (int c = 0; c < n; c++)
        for (int l = 0; l < width; l++)
          s->own_D[(a * width + k) * n * width + c * width + l] =
              p->D[(i * width + k) * all + s->member[c] * width + l];
    }
    s->own_mu[a] = p->mu[i];
    s->own_least[a] = least_of(p, i);
    s->own_stick[a] = p->mu_stick[i];
    s->own_mode[a] = mode[i];
    for (int k = 0; k < p->nt; k++) {
      s->own_slide[a * p->nt + k] = p->slide[i * p->nt + k];
      s->own_direction[a * p->nt + k] = direction[i * p->nt + k];
    }
  }
  return n;
}

// Solves the problem of one island. Returns false if it finds no solution.
typedef bool (*island_solver)(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                              double *F);

// Solves the problem island by island. Returns false if an island has no solution.
static bool solve_each(jni_contact_solver *s, const jni_contact_problem *p, island_solver solve, int *mode,
                       double *direction, double *F) {
  int nislands = find_islands(s, p), width = 1 + p->nt;
  if (nislands <= 1) return solve(s, p, mode, direction, F);
  bool solved = true;
  for (int island = 0; island < nislands; island++) {
    int n = take_island(s, p, island, mode, direction);
    const jni_contact_problem own = {.n = n,
                                     .nt = p->nt,
                                     .D = s->own_D,
                                     .b = s->own_b,
                                     .mu = s->own_mu,
                                     .mu_stick = s->own_stick,
                                     .slide = s->own_slide,
                                     .rounding = p->rounding,
                                     .least = p->least ? s->own_least : NULL};
    bool found = solve(s, &own, s->own_mode, s->own_direction, s->own_F);
    solved = solved && found;
    for (int a = 0; a < n; a++) {
      int i = s->member[a];
      mode[i] = s->own_mode[a];
      for (int k = 0; k < width; k++) F[i * width + k] = s->own_F[a * width + k];
      for (int k = 0; k < p->nt; k++) direction[i * p->nt + k] = s->own_direction[a * p->nt + k];
    }
  }
  return solved;
}

static bool solve_island_modes(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                               double *F) {
  int many = 0;
  bool solved = solve_modes(s, p, mode, direction, F, &many);
  s->spare = s->spare || many;
  return solved;
}

static bool solve_island_equations(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                                   double *F) {
  return solve_closed(s, p, mode, direction, F, NULL);
}

bool jni_contact_solve_modes(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                             double *F, int *spare) {
  s->spare = false;
  bool solved = solve_each(s, p, solve_island_modes, mode, direction, F);
  if (spare) *spare = s->spare;
  return solved;
}

bool jni_contact_solve_equations(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                                 double *F) {
  return solve_each(s, p, solve_island_equations, mode, direction, F);
}

static bool solve_island_preloaded(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction,
                                   double *F) {
  (void)mode;
  (void)direction;
  int all = rows_of(p);
  for (size_t round = 0; round < sizeof rounds / sizeof *rounds; round++) {
    for (int i = 0; i < all; i++) s->iterate[i] = i % (1 + p->nt) == 0 ? p->least[i / (1 + p->nt)] : 0;
    for (int k = 0; k < rounds[round].sweeps; k++) {
      sweep(s, p, round, s->iterate);
      if (k % SWEEPS_BETWEEN != SWEEPS_BETWEEN - 1) continue;
      memcpy(F, s->iterate, (size_t)all * sizeof *F);
      if (newton(s, p, F)) return true;
    }
  }
  return false;
}

bool jni_contact_solve_preloaded(jni_contact_solver *s, const jni_contact_problem *p, double *F) {
  return solve_each(s, p, solve_island_preloaded, s->mode, s->no_direction, F);
}

bool jni_contact_solve(jni_contact_solver *s, const jni_contact_problem *p, int *mode, double *direction, double *F) {
  return solve_each(s, p, solve_island, mode, direction, F);
}
