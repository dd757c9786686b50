// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_orthonormal.c - formulation `orthonormal` in all its variants: identities on every shipped model, Blajer's
// section 6, the choice and the change of E, reactions, the PI control. Runs are in test_orthonormal_run.c.
#include <dirent.h>

#include "check.h"
#include "driven_model.h"
#include "formulation/basis/gram_schmidt.h"
#include "formulation/basis/tangent_basis.h"
#include "jounce/jounce.h"
#include "system/work.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"

static const char *const variants[] = {"mass", "mass-tangent", "mass-recursion", "plain", "lu", "qr", "svd"};
enum { VARIANTS = sizeof variants / sizeof *variants };
static const char *const metric_variants[] = {"mass", "mass-tangent", "mass-recursion"};

// Creates a formulation at the assembled start of a model.
typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_mobility *mobility;
  jni_formulation *f;
  double *state, *y, *ydot;
} bench;

static double *room(int n) { return calloc((size_t)n + 1, sizeof(double)); }

// Creates a formulation; path NULL: the driven model.
static bool bench_open(bench *b, const char *path) {
  *b = (bench){.report = jn_report_new(NULL)};
  b->model = read_model(path, b->report);
  if (!b->model) return false;
  b->system = jn_system_new(b->model, "cartesian", b->report);
  b->state = room(b->system->sizes.nstate);
  jn_system_initial_state(b->system, b->state);
  jn_assembly assembly;
  bool ok = jn_assemble(b->system, b->state, &assembly, b->report) == JN_OK;
  b->mobility = ok ? jn_mobility_new(b->system, b->state, b->report) : NULL;
  return b->mobility != NULL;
}

static void drop_formulation(bench *b) {
  jni_object_free(b->f);
  free(b->y);
  free(b->ydot);
  b->f = NULL;
  b->y = b->ydot = NULL;
}

static void bench_close(bench *b) {
  drop_formulation(b);
  jn_mobility_free(b->mobility);
  jn_system_free(b->system);
  jn_model_free(b->model);
  jn_report_free(b->report);
  free(b->state);
}

// Returns false if the model is refused (massless bodies).
static bool make(bench *b, const char *formulation, const char *variant, const char *position) {
  drop_formulation(b);
  jn_choices c = *jn_model_choices(b->model);
  snprintf(c.formulation, sizeof c.formulation, "%s", formulation);
  snprintf(c.variant, sizeof c.variant, "%s", variant);
  snprintf(c.position, sizeof c.position, "%s", position);
  snprintf(c.velocity, sizeof c.velocity, "auto");
  snprintf(c.energy, sizeof c.energy, "none");
  snprintf(c.integrator, sizeof c.integrator, "dopri5");
  if (jn_choices_resolve(b->model, &c, b->report) != JN_OK) return false;
  const jni_formulation_kind *kind = jni_formulation_kind_find(formulation);
  b->f = kind->create(kind, b->system, &c, jn_mobility_active(b->mobility), b->report);
  CHECK(b->f != NULL);
  if (!b->f) return false;
  b->y = room(b->f->ode.n);
  b->ydot = room(b->f->ode.n);
  jn_status status = b->f->pack(b->f, b->state, b->y);
  CHECK(status == JN_OK);
  return status == JN_OK;
}

static jni_orthonormal *orthonormal_of(const bench *b) { return (jni_orthonormal *)b->f; }

// Returns whether a model file has contacts, which this formulation refuses.
static bool file_has_contacts(const char *path) {
  char line[2000];
  bool found = false;
  FILE *file = fopen(path, "r");
  while (file && !found && fgets(line, sizeof line, file)) found = strncmp(line, "contacts:", 9) == 0;
  if (file) fclose(file);
  return found;
}

static void each_model(void (*test)(bench *b, const char *path)) {
  const char *const folders[] = {"examples",       "benchmarks",       "../papers/yoon",
                                 "../papers/park", "../papers/blajer", "../papers/dopico"};
  char path[512];
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    snprintf(path, sizeof path, MODELS "%s", folders[k]);
    DIR *directory = opendir(path);
    int n = 0;
    for (struct dirent *entry; directory;) {
      entry = readdir(directory);
      if (!entry) break;
      size_t length = strlen(entry->d_name);
      if (length < 6 || strcmp(entry->d_name + length - 5, ".yaml") != 0) continue;
      snprintf(path, sizeof path, MODELS "%s/%s", folders[k], entry->d_name);
      if (file_has_contacts(path)) continue;
      bench b;
      bool open = bench_open(&b, path);
      CHECK(open);
      if (open) {
        test(&b, path);
        n++;
      }
      bench_close(&b);
    }
    CHECK(n >= 2);
    if (directory) closedir(directory);
  }
  bench b;
  bool open = bench_open(&b, NULL);
  CHECK(open);
  if (open) test(&b, "the driven model");
  bench_close(&b);
}

// ---- identities ---------------------------------------------------------------------------------------------------

// Computes column j of D: the change of v by the speed u_j.
static void column(jni_orthonormal *o, int j, double *u, double *still, double *out) {
  for (int i = 0; i < o->k; i++) u[i] = 0;
  o->kind->velocity(o, u, still);
  u[j] = 1;
  o->kind->velocity(o, u, out);
  for (int i = 0; i < o->n; i++) out[i] -= still[i];
}

static double row_norm(const double *row, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += row[i] * row[i];
  return sqrt(sum);
}

// Wd' M Wd = 1 in the mass metric; G D = 0 and L D = 1 in all.
static void check_basis(bench *b, const char *path, const char *variant, bool metric) {
  jni_orthonormal *o = orthonormal_of(b);
  int n = o->n, k = o->k, nc = b->system->sizes.nc;
  double *D = room(k * n), *MD = room(n), *G = room(nc * n), *u = room(k), *still = room(n), worst = 0, off = 0,
         left = 0;
  jn_get_G(b->system, b->f->work, G);
  for (int j = 0; j < k; j++) column(o, j, u, still, D + j * n);
  for (int j = 0; j < k; j++) {
    jni_pattern_mass_times(&b->system->pattern, b->system->mass, D + j * n, MD);
    for (int i = 0; i < k; i++) worst = fmax(worst, fabs(jni_dot(n, D + i * n, MD) - (i == j)));
    for (int i = 0; i < o->m; i++) {
      const double *row = G + o->rows[i] * n;
      off = fmax(off, fabs(jni_dot(n, row, D + j * n)) / (row_norm(row, n) * row_norm(D + j * n, n)));
    }
    o->kind->speeds(o, D + j * n, u);
    for (int i = 0; i < k; i++) left = fmax(left, fabs(u[i] - (i == j)));
  }
  // inertias of one model differ by up to 1e6 (flyball-governor-a05), by which the mass metric multiplies rounding
  bool good = (!metric || worst <= 1e-13) && off <= (metric ? 1e-10 : 1e-13) && left <= 1e-11;
  CHECK(good);
  if (!good) printf("  %s %s: W'MW - 1 %.2g, G D %.2g, L D - 1 %.2g\n", path, variant, worst, off, left);
  free(D);
  free(MD);
  free(G);
  free(u);
  free(still);
}

static double relative_difference(const double *a, const double *b, int n) {
  double size = 1e-300, most = 0;
  for (int i = 0; i < n; i++) {
    size = fmax(size, fabs(b[i]));
    most = fmax(most, fabs(a[i] - b[i]));
  }
  return n == 0 ? 0 : most / fmax(size, 1);
}

// Accelerations and multipliers are those of [M G'; G 0].
static void check_acceleration(bench *b, const char *path, const char *variant, const double *vdot,
                               const double *lambda) {
  int n = b->system->sizes.nv, nc = b->system->sizes.nc;
  double *a = room(n), *l = room(nc);
  CHECK(b->f->acceleration(b->f, b->state, a, l) == JN_OK);
  double error_a = relative_difference(a, vdot, n), error_l = relative_difference(l, lambda, nc);
  bool good = error_a <= 1e-10 && error_l <= 1e-10;
  CHECK(good);
  if (!good) printf("  %s %s: vdot %.2g, lambda %.2g\n", path, variant, error_a, error_l);
  free(a);
  free(l);
}

static bool is_metric(const char *variant) {
  for (int i = 0; i < 3; i++)
    if (strcmp(variant, metric_variants[i]) == 0) return true;
  return false;
}

// Moves away from the start, where many terms are zero, to a motion with all speeds.
static void stir(bench *b) {
  if (!make(b, "orthonormal", "mass", "newton")) return;
  jni_orthonormal *o = orthonormal_of(b);
  double *u = b->y + b->system->sizes.nq;
  for (int j = 0; j < o->k; j++) u[j] += 0.3 + 0.2 * j;
  CHECK(b->f->unpack_corrected(b->f, b->state[0], b->y, b->state) == JN_OK);
}

static void test_model(bench *b, const char *path) {
  int n = b->system->sizes.nv, nc = b->system->sizes.nc;
  stir(b);
  if (!b->f) return;
  double *vdot = room(n), *lambda = room(nc);
  CHECK(make(b, "multipliers", "none", "newton"));
  CHECK(b->f->acceleration(b->f, b->state, vdot, lambda) == JN_OK);
  for (int i = 0; i < VARIANTS; i++) {
    if (!make(b, "orthonormal", variants[i], "newton")) continue;
    check_basis(b, path, variants[i], is_metric(variants[i]));
    check_acceleration(b, path, variants[i], vdot, lambda);
  }
  free(vdot);
  free(lambda);
}

// The recursion and the sparse method give the same udot for the same E: with several degrees of freedom, drivers and
// nonholonomic constraints.
static void test_two_ways(bench *b, const char *path) {
  stir(b);
  if (!b->f || !make(b, "orthonormal", "mass", "newton")) return;
  int n = b->f->ode.n, nmemory = b->f->nmemory;
  double *memory = room(nmemory), *rate = room(n);
  memcpy(memory, b->f->memory, (size_t)nmemory * sizeof *memory);
  CHECK(b->f->ode.rhs(b->f, b->state[0], b->y, rate) == JN_OK);
  CHECK(make(b, "orthonormal", "mass-recursion", "newton") && b->f->nmemory == nmemory);
  double *y = b->y;
  memcpy(b->f->memory, memory, (size_t)nmemory * sizeof *memory);
  b->f->load_memory(b->f);
  jni_orthonormal *o = orthonormal_of(b);
  memcpy(b->f->work->v, jn_state_v(b->system, b->state), (size_t)o->n * sizeof *y);
  o->frame.method->store(&o->frame, y, y + b->system->sizes.nq);
  CHECK(b->f->ode.rhs(b->f, b->state[0], y, b->ydot) == JN_OK);
  double error = relative_difference(b->ydot, rate, n);
  CHECK(error <= 1e-10);
  if (!(error <= 1e-10)) printf("  %s: ydot %.2g\n", path, error);
  free(memory);
  free(rate);
}

// ---- udot against differences along the motion ----------------------------------------------------------------------

// Computes u at a state with the present E.
static void speeds_at(bench *b, const double *state, double *u) {
  jni_orthonormal *o = orthonormal_of(b);
  jn_calc_position(b->system, b->f->work, state[0], state + 1, jn_state_z(b->system, (double *)(size_t)state),
                   jn_state_s(b->system, (double *)(size_t)state));
  jni_control_begin(&o->frame.control);
  o->formed = false;
  CHECK(o->kind->form(o) == JN_OK);
  o->kind->speeds(o, jn_state_v(b->system, (double *)(size_t)state), u);
}

static void shifted(bench *b, double h, const double *vdot, double *state) {
  const jn_sizes *n = &b->system->sizes;
  memcpy(state, b->state, (size_t)n->nstate * sizeof *state);
  state[0] += h;
  double *d = room(n->nv), *v = jn_state_v(b->system, state);
  for (int i = 0; i < n->nv; i++) {
    d[i] = h * v[i] + 0.5 * h * h * vdot[i];
    v[i] += h * vdot[i];
  }
  jn_manifold_step(b->system, b->state + 1, d, state + 1);
  free(d);
}

static void test_speed_rates(bench *b, const char *path) {
  const double tolerance = 1e-7;
  const jn_sizes *n = &b->system->sizes;
  double *vdot = room(n->nv), *state = room(n->nstate);
  stir(b);
  for (int i = 0; b->f && i < VARIANTS; i++) {
    if (!make(b, "orthonormal", variants[i], "newton")) continue;
    jni_orthonormal *o = orthonormal_of(b);
    double *before = room(o->k), *after = room(o->k);
    CHECK(b->f->ode.rhs(b->f, b->state[0], b->y, b->ydot) == JN_OK);
    CHECK(b->f->acceleration(b->f, b->state, vdot, NULL) == JN_OK);
    // balances truncation and rounding
    double h = 1e-4 / (1 + jni_dense_largest(jn_state_v(b->system, b->state), n->nv));
    shifted(b, -h, vdot, state);
    speeds_at(b, state, before);
    shifted(b, h, vdot, state);
    speeds_at(b, state, after);
    double size = 1, error = 0;
    for (int j = 0; j < o->k; j++) {
      double rate = b->ydot[n->nq + j];
      size = fmax(size, fabs(rate));
      error = fmax(error, fabs((after[j] - before[j]) / (2 * h) - rate));
    }
    CHECK(error <= tolerance * size);
    if (!(error <= tolerance * size)) printf("  %s %s: udot %.2g of %.2g\n", path, variants[i], error, size);
    free(before);
    free(after);
  }
  free(vdot);
  free(state);
}

// ---- Blajer, section 6 ----------------------------------------------------------------------------------------------

// m, J, rho of the model file. E is the paper's choice (6.3): x1 and x3.
static void test_section_6(void) {
  const double m = 2, J = 0.3, rho = 0.5, g = 9.81;
  for (int way = 0; way < 2; way++) {
    bench b;
    CHECK(bench_open(&b, MODELS "../papers/blajer/blajer-pendulum.yaml"));
    CHECK(make(&b, "orthonormal", way ? "mass-recursion" : "mass", "newton"));
    jni_orthonormal *o = orthonormal_of(&b);
    CHECK(o->k == 2);
    b.f->memory[1] = 0;
    b.f->memory[2] = 2;
    b.f->load_memory(b.f);
    double x3 = b.state[3], *xdot = jn_state_v(b.system, b.state), mu1 = sqrt(m),
           mu2 = sqrt(J + m * rho * rho * cos(x3) * cos(x3));
    memcpy(b.f->work->v, xdot, 3 * sizeof *xdot);
    o->frame.method->store(&o->frame, b.y, b.y + 3);
    const double W[2][3] = {{1 / mu1, 0, 0}, {0, rho * cos(x3) / mu2, 1 / mu2}};  // (6.4)
    double u[2], still[3], w[3];
    for (int j = 0; j < 2; j++) {
      column(o, j, u, still, w);
      for (int i = 0; i < 3; i++) CHECK_NEAR(w[i], W[j][i], 1e-14);
    }
    CHECK_NEAR(b.y[3], mu1 * xdot[0], 1e-14);  // (6.7), with cos x3
    CHECK_NEAR(b.y[4], (m * rho * cos(x3) * xdot[1] + J * xdot[2]) / mu2, 1e-14);
    CHECK(b.f->ode.rhs(b.f, b.state[0], b.y, b.ydot) == JN_OK);
    // (6.6)
    const double wanted[5] = {b.y[3] / mu1, rho * b.y[4] * cos(x3) / mu2, b.y[4] / mu2, 0,
                              -rho * m * g * cos(x3) / mu2};
    for (int i = 0; i < 5; i++) CHECK_NEAR(b.ydot[i], wanted[i], 1e-13 * (1 + fabs(wanted[i])));
    bench_close(&b);
  }
}

// The rates (6.5), from the recursion itself.
static void test_section_6_rates(void) {
  const double m = 2, J = 0.3, rho = 0.5, x3 = 0.4, rate = 1.2, mu2 = sqrt(J + m * rho * rho * cos(x3) * cos(x3));
  const int block_at[] = {0, 3}, mass_at[] = {0};
  const jni_pattern pattern = {.nblocks = 1, .block_at = block_at, .mass_at = mass_at, .nmass = 9};
  const double inverse[9] = {1 / m, 0, 0, 0, 1 / m, 0, 0, 0, 1 / J};
  const double P[9] = {0, 1, -rho * cos(x3), 1, 0, 0, 0, 0, 1}, Pdot[9] = {0, 0, rho * sin(x3) * rate};
  jni_gram_schmidt gs;
  jni_gram_metric metric = {.pattern = &pattern, .inverse = inverse};
  jni_pool room = {.alloc = NULL};
  CHECK(jni_gram_schmidt_init(&room, 3, 3, true, &gs));
  memcpy(gs.p, P, sizeof P);
  memcpy(gs.pdot, Pdot, sizeof Pdot);
  jni_gram_schmidt_form(&gs, &metric);
  jni_gram_schmidt_rate(&gs, &metric);
  const double cube = mu2 * mu2 * mu2;
  const double wanted[6] = {
      0, 0, 0, 0, -J * rho * rate * sin(x3) / cube, m * rho * rho * rate * sin(x3) * cos(x3) / cube};
  for (int i = 0; i < 6; i++) CHECK_NEAR(gs.wdot[3 + i], wanted[i], 1e-14);
  jni_pool_free(&room);
}

// ---- the choice of E ------------------------------------------------------------------------------------------------

// Five particles in the plane: one of each group and direction, for every method that chooses unit vectors.
static void test_counterexample(void) {
  bench b;
  CHECK(bench_open(&b, MODELS "../papers/blajer/blajer-counterexample.yaml"));
  for (int i = 0; i < VARIANTS; i++) {
    CHECK(make(&b, "orthonormal", variants[i], "newton"));
    jni_orthonormal *o = orthonormal_of(&b);
    CHECK(o->k == 4 && o->conditioning > -7);
    if (!o->E.unit) continue;
    int seen = 0;
    for (int j = 0; j < 4; j++) seen |= 1 << (2 * (o->E.unit[j] / 2 > 1) + o->E.unit[j] % 2);
    CHECK(seen == 15);
  }
  bench_close(&b);
}

// A new E at another configuration: u changes, v does not.
static void test_remapping(void) {
  bench b;
  CHECK(bench_open(&b, MODELS "../papers/yoon/yoon-pendulum.yaml"));
  for (int i = 0; i < VARIANTS; i++) {
    CHECK(make(&b, "orthonormal", variants[i], "newton"));
    double state[5] = {0, cos(1.5), sin(1.5), -2 * sin(1.5), 2 * cos(1.5)}, back[5], old[5] = {0};
    double u_old, *y = b.y;
    jni_orthonormal *o = orthonormal_of(&b);
    speeds_at(&b, state, &u_old);  // on the E of the start
    memcpy(y, state + 1, 2 * sizeof *y);
    y[2] = u_old;
    CHECK(b.f->unpack_corrected(b.f, 0, y, old) == JN_OK);
    for (int c = 0; c < 4; c++) CHECK_NEAR(old[1 + c], state[1 + c], 1e-12);
    double poor = o->conditioning;
    CHECK(b.f->pack(b.f, old, y) == JN_OK);  // chooses
    CHECK(o->conditioning > -0.2 && poor < o->conditioning - 3);
    CHECK(b.f->unpack_corrected(b.f, 0, y, back) == JN_OK);
    for (int c = 0; c < 4; c++) CHECK_NEAR(back[1 + c], state[1 + c], 1e-12);
  }
  bench_close(&b);
}

// The level of attention rises with the conditioning at once. If E is badly conditioned and a new choice is no better,
// the level falls and E is kept; if a new choice is better the basis is stale.
static void test_attention(void) {
  bench b;
  CHECK(bench_open(&b, MODELS "../papers/yoon/yoon-pendulum.yaml"));
  CHECK(make(&b, "orthonormal", "mass", "newton"));
  jni_orthonormal *o = orthonormal_of(&b);
  b.f->memory[0] = -30;
  CHECK(b.f->ode.rhs(b.f, 0, b.y, b.ydot) == JN_OK && !b.f->stale);
  CHECK_NEAR(b.f->memory[0], o->conditioning - 2, 1e-15);
  b.f->memory[0] = 1;
  CHECK(b.f->ode.rhs(b.f, 0, b.y, b.ydot) == JN_OK && !b.f->stale);
  CHECK_NEAR(b.f->memory[0], o->conditioning - 1, 1e-15);
  b.f->memory[0] = -1;
  b.f->memory[1] = 0;
  b.f->load_memory(b.f);
  b.y[0] = cos(0.2);
  b.y[1] = sin(0.2);
  CHECK(b.f->ode.rhs(b.f, 0, b.y, b.ydot) == JN_OK && b.f->stale);
  b.f->load_memory(b.f);
  CHECK(!b.f->stale);
  bench_close(&b);
}

// ---- PI stabilisation -----------------------------------------------------------------------------------------------

static void rk4_step(jni_formulation *f, double t, double h, double *y) {
  int n = f->ode.n;
  double *k[4], *x = room(n);
  const double part_of[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
  for (int s = 0; s < 4; s++) {
    k[s] = room(n);
    for (int i = 0; i < n; i++) x[i] = y[i] + (s ? h * part_of[s] * k[s - 1][i] : 0);
    CHECK(f->ode.rhs(f, t + part_of[s] * h, x, k[s]) == JN_OK);
  }
  for (int s = 0; s < 4; s++)
    for (int i = 0; i < n; i++) y[i] += h * weight[s] * k[s][i];
  for (int s = 0; s < 4; s++) free(k[s]);
  free(x);
}

// G1 = 20, G0 = 100: f(t) = f0 (1 - 10 t) exp(-10 t), from a start that is off the constraint.
static void test_pi(void) {
  bench b;
  CHECK(bench_open(&b, MODELS "../papers/blajer/blajer-pendulum.yaml"));
  for (int i = 0; i < VARIANTS; i++) {
    CHECK(make(&b, "orthonormal", variants[i], "pi"));
    jni_orthonormal *o = orthonormal_of(&b);
    CHECK(o->frame.feedback.proportional == 20 && o->frame.feedback.integral == 100);
    const double f0 = 0.01, h = 1e-3;
    b.y[1] += f0;
    for (int k = 0; k < 500; k++) {
      double t = k * h;
      CHECK(b.f->ode.rhs(b.f, t, b.y, b.ydot) == JN_OK);
      CHECK_NEAR(b.f->work->phi[0], f0 * (1 - 10 * t) * exp(-10 * t), 1e-8);
      rk4_step(b.f, t, h, b.y);
    }
  }
  bench_close(&b);
}

int main(void) {
  each_model(test_model);
  each_model(test_two_ways);
  each_model(test_speed_rates);
  test_section_6();
  test_section_6_rates();
  test_counterexample();
  test_remapping();
  test_attention();
  test_pi();
  return check_report();
}
