// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_benchmark_models.c - the IFToMM set A01 to A05 and the spatial slider-crank in every coordinate set that takes
// them.
//
// First the tables in tests/reference of the slider-crank and the governor are made anew, each from the few equations
// of its freedoms (Lagrange, closed-form positions, long double): nothing of the engine goes into them. Then every
// problem runs in all coordinates and by all formulations of the list below that the library offers, and is compared
// with its table.
#include <complex.h>
#include <jounce/jounce.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linalg/dense/dense.h"
#include "reference_table.h"
#include "report.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/benchmarks/"

// ---- a high-order integrator of its own --------------------------------------------------------------

typedef long double real;
enum { MOST_STATES = 4, COLUMNS = 8 };
typedef void rate_function(const real *y, real *ydot);

// Gragg's midpoint rule with n substeps.                                                 [Hairer 1993, II.9]
static void midpoint(rate_function *rate, int m, const real *y, real H, int n, real *out) {
  real a[MOST_STATES], b[MOST_STATES], f[MOST_STATES], h = H / n;
  rate(y, f);
  for (int i = 0; i < m; i++) {
    a[i] = y[i];
    b[i] = y[i] + h * f[i];
  }
  for (int k = 1; k < n; k++) {
    rate(b, f);
    for (int i = 0; i < m; i++) {
      real next = a[i] + 2 * h * f[i];
      a[i] = b[i];
      b[i] = next;
    }
  }
  rate(b, f);
  for (int i = 0; i < m; i++) out[i] = (a[i] + b[i] + h * f[i]) / 2;
}

// Extrapolated to order 16.
static void extrapolated_step(rate_function *rate, int m, real *y, real H) {
  real T[COLUMNS][MOST_STATES];
  for (int k = 0; k < COLUMNS; k++) midpoint(rate, m, y, H, 2 * (k + 1), T[k]);
  for (int j = 1; j < COLUMNS; j++)
    for (int k = COLUMNS - 1; k >= j; k--) {
      real q = (real)(k + 1) / (real)(k + 1 - j), factor = 1 / (q * q - 1);
      for (int i = 0; i < m; i++) T[k][i] += (T[k][i] - T[k - 1][i]) * factor;
    }
  for (int i = 0; i < m; i++) y[i] = T[COLUMNS - 1][i];
}

static void integrate(rate_function *rate, int m, real *y, double from, double to, double step) {
  const long n = lround((to - from) / step);
  for (long k = 0; k < n; k++) extrapolated_step(rate, m, y, ((real)to - (real)from) / n);
}

// ---- spatial slider-crank: one equation ------------------------------------------------------------

// T = J(th) th'^2 / 2. With the pin at (0, y, z) and the slider at x, u = (x, -y, -z)/l points along the rod; its
// heading about the vertical turns at a', since the axis of the cross on the rod stays level, so the rod spins about u
// at a' uz, and turns across it at |u'|.
// ' is the derivative by th. Complex arguments: the derivative of J by th is its imaginary part over that of th,
// without a difference.
static void crank_terms(long double complex th, long double complex *J, long double complex *V) {
  const real r = 0.08L, l = 0.3L, g = 9.81L;
  const long double complex y = 0.1L - r * csinl(th), z = 0.12L + r * ccosl(th), yd = -r * ccosl(th),
                            zd = -r * csinl(th);
  const long double complex x = csqrtl(l * l - y * y - z * z), xd = -(y * yd + z * zd) / x;
  const long double complex across = (xd * xd + yd * yd + zd * zd) / (l * l);
  const long double complex spin = (x * -yd + y * xd) / (x * x + y * y) * (-z / l);
  *J = 1e-4L + 2 * xd * xd + 0.5L * l * l * across / 4 + 4e-4L * spin * spin + 4e-3L * across;
  *V = 0.5L * g * z / 2;
}

static void crank_rate(const real *y, real *ydot) {
  const real e = 1e-40L;
  long double complex J, V;
  crank_terms(y[0] + e * _Complex_I, &J, &V);
  ydot[0] = y[1];
  ydot[1] = -(cimagl(J) / e * y[1] * y[1] / 2 + cimagl(V) / e) / creall(J);
}

static real crank_energy(const real *y) {
  long double complex J, V;
  crank_terms(y[0], &J, &V);
  return creall(J) * y[1] * y[1] / 2 + creall(V);
}

// sinl and cosl of MinGW are those of the x87 processor, and their errors grow with the angle.
#ifdef _WIN32
static const double crank_tolerance = 5e-12;
#else
static const double crank_tolerance = 1e-12;
#endif

static void test_crank_table(void) {
  table t;
  if (!read_table("spatial-slider-crank", &t)) return;
  real y[2] = {0, 6}, coarse[2] = {0, 6};
  const real energy = crank_energy(y);
  for (int k = 0; k < t.nrows; k++) {
    double now = k > 0 ? t.time[k - 1] : 0;
    integrate(crank_rate, 2, y, now, t.time[k], 0.001);
    integrate(crank_rate, 2, coarse, now, t.time[k], 0.002);
    const real py = 0.1L - 0.08L * sinl(y[0]), pz = 0.12L + 0.08L * cosl(y[0]);
    const double values[3] = {(double)y[0], (double)y[1], (double)sqrtl(0.09L - py * py - pz * pz)};
    for (int i = 0; i < 3; i++) CHECK_NEAR(values[i], t.value[k][i], crank_tolerance);
    CHECK_NEAR((double)(coarse[0] - y[0]), 0, 1e-12);
    CHECK_NEAR((double)(crank_energy(y) - energy), 0, 1e-14);
  }
}

// ---- flyball governor: three equations -----------------------------------------------------------------

// y = s, alpha, s', alpha'; the moment of momentum about the shaft, L = Iz(alpha) omega, stays. Rod and ball together:
// first moment P and second moment Q along the rod from the hinge; tip at (0.05 + cos alpha, 0, 1 - sin alpha).
// thin: of the rod's thickness, each of two directions
static const real P = 0.3L / 2 + 5, Q = 0.3L / 3 + 5, thin = 0.3L * 1e-4L / 12;

// About the shaft: shaft, slider, and both rods; a thickness counts by where it points.
static real governor_inertia(real alpha) {
  const real c = cosl(alpha), s = sinl(alpha), h = 0.05L, mass = 5.3L;
  return 0.3L * 2e-4L / 12 + 3 * 0.02L / 12 + 2 * (mass * h * h + 2 * h * P * c + Q * c * c + thin * (1 + s * s));
}

static real governor_spin(real alpha) {
  return 2 * acosl(-1) * governor_inertia(acosl(-1) / 6) / governor_inertia(alpha);
}

static void governor_rate(const real *y, real *ydot) {
  const real g = 9.81L, c = cosl(y[1]), s = sinl(y[1]), w = governor_spin(y[1]);
  // coupler from (0.05, s) to the middle of the rod: (dx, dz), its length and the rate of that
  const real dx = c / 2, dz = 1 - s / 2 - y[0], dxd = -s / 2 * y[3], dzd = -c / 2 * y[3] - y[2];
  const real length = sqrtl(dx * dx + dz * dz), rate = (dx * dxd + dz * dzd) / length;
  const real force = 8e5L * (length - 0.5L) + 4e4L * rate;
  const real dIz = -2 * s * (2 * 0.05L * P + 2 * Q * c) + 4 * thin * s * c;
  ydot[0] = y[2];
  ydot[1] = y[3];
  ydot[2] = (2 * force * dz / length - 3 * g) / 3;
  // 2 (Q + thin) alpha'' = dIz/dalpha w^2 / 2 + 2 P g cos alpha - 2 force dlength/dalpha
  ydot[3] = (dIz * w * w / 2 + 2 * P * g * c - 2 * force * (dx * -s / 2 + dz * -c / 2) / length) / (2 * (Q + thin));
}

static void test_governor_table(void) {
  table t;
  if (!read_table("flyball-governor-a05", &t)) return;
  real y[4] = {0.5L, acosl(-1) / 6, 0, 0};
  for (int k = 0; k < t.nrows; k++) {
    double now = k > 0 ? t.time[k - 1] : 0;
    integrate(governor_rate, 4, y, now, t.time[k], 1e-4);
    const double values[4] = {(double)y[0], (double)y[2], (double)y[1], (double)governor_spin(y[1])};
    // two integrators of the source agree to 4e-11
    for (int i = 0; i < 4; i++) CHECK_NEAR(values[i], t.value[k][i], 1e-10);
  }
}

// ---- every problem by every choice ---------------------------------------------------------------------

typedef struct {
  const char *coordinates, *formulation;
} choice;

static const choice choices[] = {
    {"cartesian", "multipliers"}, {"natural", "multipliers"},    {"joint", "multipliers"},
    {"joint", "reduced"},         {"joint", "partial-velocity"}, {"joint", "orthonormal"},
};
enum { NCHOICES = sizeof choices / sizeof *choices };

typedef struct {
  const char *model, *reference;
  double until;        // rows of the table up to here
  double tolerance;    // of every value
  double step;         // of rk4; 0: dopri5 with a tolerance of 1e-13
  jn_setting setting;  // a parameter, or a NULL path
  double steep;        // tolerance of methods that go by some of the coordinates alone, 0: the same
} problem;

// The bob of A01 is a particle with x and y alone: reduced to one of them, the equation is steep where they take turns.
static const problem problems[] = {
    {"pendulum-a01", "pendulum-a01", LIGHT ? 1 : 10, 1e-9, 1e-3, {0}, 1e-5},
    {"n-four-bar-a02", "n-four-bar-a02-n2", LIGHT ? 1 : 5, 1e-7, 1e-3, {"N", "2"}, 0},
    {"n-four-bar-a02", "n-four-bar-a02-n40", 0.5, 1e-8, 1e-3, {"N", "40"}, 0},
    {"andrews-a03", "andrews-a03", LIGHT ? 0.005 : 0.02, 1e-8, 10e-6, {0}, 0},
    {"bricard-a04", "bricard-a04", 1, 1e-8, 2e-3, {0}, 0},
    {"flyball-governor-a05", "flyball-governor-a05", LIGHT ? 0.1 : 0.5, 1e-9, 40e-6, {0}, 0},
    {"spatial-slider-crank", "spatial-slider-crank", LIGHT ? 1 : 5, 1e-9, 0, {0}, 0},
};
enum { NPROBLEMS = sizeof problems / sizeof *problems };

// Whether the table of formulations offers it.
static bool is_offered(const choice *c) {
  for (int i = 0; jn_choice_name("coordinates", c->formulation, i); i++)
    if (strcmp(jn_choice_name("coordinates", c->formulation, i), c->coordinates) == 0) return true;
  return false;
}

static void choose(const problem *p, const choice *c, double until, jn_choices *out) {
  snprintf(out->coordinates, sizeof out->coordinates, "%s", c->coordinates);
  snprintf(out->formulation, sizeof out->formulation, "%s", c->formulation);
  snprintf(out->integrator, sizeof out->integrator, "%s", p->step > 0 ? "rk4" : "dopri5");
  snprintf(out->position, sizeof out->position, "auto");
  snprintf(out->velocity, sizeof out->velocity, "auto");
  out->step = p->step;
  out->tolerance = 1e-13;
  out->until = until;
  out->output_step = until;
}

static int find_output(const jn_run *run, const char *name) {
  for (int i = 0; i < jn_run_noutputs(run); i++)
    if (strcmp(jn_run_output_name(run, i), name) == 0) return i;
  printf("no output '%s'\n", name);
  return -1;
}

// The largest difference from the table, of values above 1 relative.
static double compare(const table *t, const jn_run *run, int nrows) {
  double largest = 0;
  for (int k = 0; k < nrows; k++)
    for (int i = 0; i < t->ncolumns; i++) {
      const int output = find_output(run, t->names[i]);
      const double error = output >= 0
                               ? fabs(jn_run_sample(run, k)[output] - t->value[k][i]) / fmax(1, fabs(t->value[k][i]))
                               : (double)NAN;
      largest = jni_larger(largest, error);
    }
  return largest;
}

static bool run_to_the_end(const problem *p, const choice *c, const table *t, jn_model *model, jn_report *report) {
  int nrows = 0;
  while (nrows < t->nrows && t->time[nrows] <= p->until) nrows++;
  jn_run_options options = jn_run_options_default();
  options.probes = t->names;
  options.nprobes = t->ncolumns;
  options.at = t->time;
  options.nat = nrows;
  choose(p, c, t->time[nrows - 1], jn_model_choices(model));
  jn_run *run = jn_run_new(model, &options, report);
  bool ok = run && jn_run_execute(run, report) == JN_OK && jn_run_nsamples(run) == nrows;
  if (ok) {
    const double error = compare(t, run, nrows);
    const jn_summary *summary = jn_run_summary(run);
    printf("%-22s %-10s %-16s error %.1e, violation %.1e, %ld steps, %.2f s\n", p->model, c->coordinates,
           c->formulation, error, summary->max_position_violation, summary->steps, summary->wall_seconds);
    bool by_some = strcmp(c->formulation, "reduced") == 0 || strcmp(c->formulation, "partial-velocity") == 0;
    ok = error <= (p->steep > 0 && by_some ? p->steep : p->tolerance);
  }
  jn_run_free(run);
  return ok;
}

static void run_problem(const problem *p, const choice *c) {
  char path[512];
  table t;
  snprintf(path, sizeof path, MODELS "%s.yaml", p->model);
  if (!read_table(p->reference, &t)) return;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, &p->setting, p->setting.path ? 1 : 0, report);
  bool ok = model && run_to_the_end(p, c, &t, model, report);
  CHECK(ok);
  if (!ok) {
    printf("%s, %s, %s:\n", p->model, c->coordinates, c->formulation);
    print_report(report);
  }
  jn_model_free(model);
  jn_report_free(report);
}

static void test_every_choice(void) {
  int offered = 0;
  for (int k = 0; k < NCHOICES; k++) {
    if (!is_offered(&choices[k])) continue;
    offered++;
    for (int i = 0; i < NPROBLEMS; i++) run_problem(&problems[i], &choices[k]);
  }
  CHECK(offered >= 1);
}

int main(void) {
  test_crank_table();
  test_governor_table();
  test_every_choice();
  return check_report();
}
