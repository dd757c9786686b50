// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// basis_mass_metric.c - the orthonormal basis of the tangent space in the mass metric, by sparse solves.
//                                                                                           [blajer (3.1)-(4.4), (5.5)]
//
// Gram-Schmidt on P = [C E], C = G', gives P = W* R. Its tangent part does not need W of the constraints: with
//   [M G'; G 0] [T e; x] = [e; 0]           T e: tangential part of Mi e, x = (G Mi G')^-1 G Mi e
// Wd = (T E) Rdd^-1, that is Gram-Schmidt in the metric M among the columns of T E. For constant M, Omega = W' M Wdot
// is skew, and its lower part equals that of W' Pdot R^-1, because Rdot R^-1 is upper triangular. As E is constant,
//   Omega_dd, lower part  = -(Gdot Wd)' Y            Y = X Rdd^-1
//   udot = Wd' M vdot - Omega_dd u - Wd' Gdot' mu    c = Mi G' mu,  mu = (G Mi G')^-1 nu
// If M varies, with B = Wd' Mdot Wd: Omega + Omega' + B = 0; the lower part of Omega gets an additional -B, its
// diagonal -B / 2, and udot an additional Wd' Mdot c. The result equals that of the recursion in gram_schmidt.h without
// its n^3 operations.
#include <math.h>
#include <string.h>

#include "formulation/basis/tangent_basis.h"
#include "system/coordinates/body_level.h"
#include "system/derivative/rate.h"
#include "system/work.h"

typedef struct {
  double *W, *star;  // k x n: columns of Wd and of M Wd, one per row
  double *Y;         // k x nc: Y'
  double *GW;        // k x nc: (Gdot Wd)'
  double *MW;        // k x n: (Mdot Wd)', if M varies
  double *mu, *c;    // nc, n: mu and c = Mi G' mu, the part of v that drivers prescribe
} parts;

static parts *of(const jni_orthonormal *o) { return o->own; }
static double *row(double *matrix, int j, int n) { return matrix + (size_t)j * (size_t)n; }

static bool create(jni_orthonormal *o) {
  parts *p = o->own = jni_take(&o->frame.base.pool, 1, sizeof *p);
  if (!p) return false;
  size_t k = (size_t)o->k, n = (size_t)o->n, nc = (size_t)o->frame.base.system->sizes.nc;
  const jni_vector vectors[] = {{&p->W, k * n},
                                {&p->star, k * n},
                                {&p->Y, k * nc},
                                {&p->GW, k * nc},
                                {&p->mu, nc},
                                {&p->c, n},
                                {&p->MW, o->mass_rate ? k * n : 0}};
  jni_vectors(&o->frame.base.pool, vectors, sizeof vectors / sizeof *vectors);
  return !o->frame.base.pool.failed;
}

// ---- the basis --------------------------------------------------------------------------------------------------

// Orthonormalises column j of Wd in the metric M against the columns before it, twice, and applies the same operations
// to row j of Y'; also computes column j of M Wd. Returns the squared length of the column before normalisation.
static double orthonormalise(jni_orthonormal *o, int j) {
  const jn_system *system = o->frame.base.system;
  parts *p = of(o);
  int n = o->n, nc = system->sizes.nc;
  double *w = row(p->W, j, n), *star = row(p->star, j, n), *y = row(p->Y, j, nc);
  for (int i = 0; i < 2 * j; i++) {
    double r = jni_dot(n, row(p->star, i % j, n), w);
    jni_add(n, -r, row(p->W, i % j, n), w);
    jni_add(nc, -r, row(p->Y, i % j, nc), y);
  }
  jni_pattern_mass_times(&system->pattern, jni_mass(system, o->frame.base.work), w, star);
  double n2 = jni_dot(n, star, w), scale = n2 > 0 ? 1 / sqrt(n2) : 0;
  for (int c = 0; c < n; c++) {
    w[c] *= scale;
    star[c] *= scale;
  }
  for (int c = 0; c < nc; c++) y[c] *= scale;
  return n2;
}

// Computes the basis Wd, Y and, with drivers, c and mu for the supplement E. Sets *conditioning, in octaves, unless a
// factorisation fails. size (k): e_j' M^-1 e_j; NULL: 1. Returns JN_SINGULAR if that fails or the vectors of E do not
// complete the constraints.
static jn_status form_with(jni_orthonormal *o, const jni_supplement *E, const double *size, double *conditioning) {
  const jn_system *system = o->frame.base.system;
  parts *p = of(o);
  int refine;
  jn_status status = jni_basis_factor(o, &refine);
  if (status != JN_OK) return status;
  jni_volume volume = jni_volume_whole();
  for (int j = 0; j < o->k; j++) {
    const double *e = jni_supplement_vector(o, E, j, o->vector);
    jni_control_solve(&o->frame.control, e, NULL, refine, row(p->W, j, o->n), row(p->Y, j, system->sizes.nc));
    jni_volume_times(&volume, orthonormalise(o, j) / (size ? size[j] : 1));
  }
  if (system->nmotions > 0) {  // with drivers: computes c and mu
    jni_control_solve(&o->frame.control, NULL, o->frame.base.work->nu, refine, p->c, p->mu);
    for (int i = 0; i < system->sizes.nc; i++) p->mu[i] = -p->mu[i];
  }
  *conditioning = jni_volume_octaves(&volume);
  return *conditioning > -HUGE_VAL ? JN_OK : JN_SINGULAR;
}

static jn_status form(jni_orthonormal *o) { return form_with(o, &o->E, o->E_size, &o->conditioning); }

static jn_status choose(jni_orthonormal *o, jni_supplement *E, double *conditioning) {
  return jni_basis_choose_units(o, E->unit, conditioning);
}

// Chooses E = M Wd at the present configuration, with Wd a basis from unit vectors. These general vectors are the best
// conditioned supplement, but dense. Sets *conditioning to 0 octaves, the best value. Returns JN_SINGULAR on failure.
static jn_status choose_tangent(jni_orthonormal *o, jni_supplement *E, double *conditioning) {
  const jni_supplement units = {.unit = o->trial.unit};
  jn_status status = jni_basis_choose_units(o, units.unit, conditioning);
  if (status == JN_OK) status = form_with(o, &units, NULL, conditioning);
  if (status != JN_OK) return status;
  memcpy(E->columns, of(o)->star, (size_t)o->k * (size_t)o->n * sizeof *E->columns);
  *conditioning = 0;
  return JN_OK;
}

// ---- motion -----------------------------------------------------------------------------------------------------

static const double *direction(const jni_orthonormal *o, int j) { return row(of(o)->W, j, o->n); }

static void velocity(jni_orthonormal *o, const double *u, double *v) {
  parts *p = of(o);
  if (o->frame.base.system->nmotions > 0) memcpy(v, p->c, (size_t)o->n * sizeof *v);
  else memset(v, 0, (size_t)o->n * sizeof *v);
  for (int j = 0; j < o->k; j++) jni_add(o->n, u[j], row(p->W, j, o->n), v);
}

// Computes vdot = T f + a_p, with T = Wd Wd' and G a_p = gamma, and lambda (may be NULL), with the factor of [M G'; G
// 0]. Its S = L D L' contains Rcc = D^1/2 L' of the constraints: the forward solve gives lambda_w, (4.10), and the
// backward solve C lambda = Wc* lambda_w, (4.9). Returns JN_SINGULAR on failure.
static jn_status acceleration(jni_orthonormal *o, double *vdot, double *lambda) {
  return jni_explicit_solve(&o->frame, NULL, vdot, lambda);
}

static void speeds(jni_orthonormal *o, const double *v, double *u) {
  for (int j = 0; j < o->k; j++) u[j] = jni_dot(o->n, row(of(o)->star, j, o->n), v);
}

static void along(jni_orthonormal *o, const double *x, double *out) {
  parts *p = of(o);
  memset(o->vector, 0, (size_t)o->n * sizeof *o->vector);
  for (int j = 0; j < o->k; j++) jni_add(o->n, jni_dot(o->n, row(p->star, j, o->n), x), row(p->W, j, o->n), o->vector);
  memcpy(out, o->vector, (size_t)o->n * sizeof *out);
}

// Subtracts Omega_dd u, the effect of the rotation of the basis, from `rate`, the rate of u.
static void subtract_basis_rotation(jni_orthonormal *o, double *rate) {
  parts *p = of(o);
  int nc = o->frame.base.system->sizes.nc;
  for (int i = 0; i < o->k; i++) {
    if (o->mass_rate) rate[i] += 0.5 * jni_dot(o->n, row(p->W, i, o->n), row(p->MW, i, o->n)) * o->u[i];
    for (int j = 0; j < i; j++) {
      double omega = nc > 0 ? -jni_dot(nc, row(p->GW, i, nc), row(p->Y, j, nc)) : 0;
      double B = o->mass_rate ? jni_dot(o->n, row(p->W, i, o->n), row(p->MW, j, o->n)) : 0;
      rate[i] -= (omega - B) * o->u[j];
      rate[j] += omega * o->u[i];
    }
  }
}

static void speed_rate(jni_orthonormal *o, const double *vdot, double *rate) {
  const jn_system *system = o->frame.base.system;
  jn_work *work = o->frame.base.work;
  parts *p = of(o);
  int nc = system->sizes.nc;
  bool driven = system->nmotions > 0;
  speeds(o, vdot, rate);
  if (!o->mass_rate && (nc == 0 || (o->k < 2 && !driven))) return;
  jni_set_direction(system, work, o->frame.motion);
  if (nc > 0) jni_calc_G_rate(system, work);
  for (int j = 0; j < o->k && nc > 0; j++)
    jni_pattern_times(&system->pattern, work->Gdot, row(p->W, j, o->n), row(p->GW, j, nc));
  if (o->mass_rate) jni_basis_mass_rate(o);
  for (int j = 0; j < o->k && o->mass_rate; j++)
    jni_pattern_mass_times(&system->pattern, o->mass_rate, row(p->W, j, o->n), row(p->MW, j, o->n));
  subtract_basis_rotation(o, rate);
  for (int j = 0; j < o->k && driven; j++) rate[j] -= jni_dot(nc, row(p->GW, j, nc), p->mu);
  for (int j = 0; j < o->k && driven && o->mass_rate; j++) rate[j] += jni_dot(o->n, row(p->MW, j, o->n), p->c);
}

#define PARTS                                                                                    \
  .massive = true, .create = create, .form = form, .direction = direction, .velocity = velocity, \
  .acceleration = acceleration, .along = along, .speeds = speeds, .speed_rate = speed_rate

const jni_basis_kind jni_basis_mass = {.name = "mass", .units = true, .choose = choose, PARTS};
const jni_basis_kind jni_basis_mass_tangent = {.name = "mass-tangent", .choose = choose_tangent, PARTS};
