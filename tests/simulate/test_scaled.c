// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_scaled.c - mechanisms of another size, mass and tempo give the scaled motion: in every formulation, integrator
// and coordinates.
#include "low_order.h"
#include "scaled.h"

enum { SAMPLES = 4, MOST_OUTPUTS = 24 };

typedef struct {
  bool ran;
  int n;
  double values[SAMPLES][MOST_OUTPUTS];
  jn_dimension dimension[MOST_OUTPUTS];
} motion;

typedef struct {
  const char *coordinates, *formulation, *variant, *integrator;
} method;

static const double tolerance = 1.3e-7;

// Steps, tolerances and gains go along. `euler` drifts too far with `baumgarte` at longer steps.
static void scale_choices(jn_choices *c, const method *with, scale s) {
  snprintf(c->coordinates, sizeof c->coordinates, "%s", with->coordinates);
  snprintf(c->formulation, sizeof c->formulation, "%s", with->formulation);
  snprintf(c->variant, sizeof c->variant, "%s", with->variant);
  snprintf(c->integrator, sizeof c->integrator, "%s", with->integrator);
  c->until = 0.4 * s.T;
  c->step = jn_integrator_is_fixed(with->integrator) ? (low_order(with->integrator) == 1 ? 0.002 : 0.01) * s.T : 0;
  c->output_step = 0.1 * s.T;
  c->checkpoint_step = 0.4 * s.T;
  c->tolerance = tolerance;
  c->tolerance_position = tolerance * s.L;
  c->tolerance_velocity = tolerance * s.L / s.T;
  c->tolerance_other = tolerance * s.M * s.L * s.L / (s.T * s.T);
  c->rate = 20 / s.T;
}

static motion run_scaled(const mechanism *m, const method *with, scale s) {
  motion out = {0};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = scaled_model(m, s, report);
  jn_run_options options = jn_run_options_default();
  double at[SAMPLES];
  for (int i = 0; i < SAMPLES; i++) at[i] = 0.4 * s.T * (i + 1) / SAMPLES;
  at[SAMPLES - 1] = 0.4 * s.T;
  options.at = at;
  options.nat = SAMPLES;
  if (model) scale_choices(jn_model_choices(model), with, s);
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  out.ran = run && jn_run_execute(run, report) == JN_OK && jn_run_nsamples(run) == SAMPLES;
  if (!out.ran) {
    printf("%s %s %s %s %s, L %g M %g T %g\n", m->name, with->coordinates, with->formulation, with->variant,
           with->integrator, s.L, s.M, s.T);
    print_report(report);
  }
  out.n = out.ran ? jn_run_noutputs(run) : 0;
  CHECK(out.n <= MOST_OUTPUTS);
  for (int j = 0; j < out.n; j++) {
    out.dimension[j] = jn_run_output_dimension(run, j);
    for (int i = 0; i < SAMPLES; i++) out.values[i][j] = jn_run_sample(run, i)[j] / unit_of(out.dimension[j], s);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return out;
}

static double difference(const motion *a, const motion *b) {
  double most = 0;
  for (int j = 0; j < a->n; j++) {
    double size = 0, off = 0;
    for (int i = 0; i < SAMPLES; i++) {
      size = fmax(size, fabs(a->values[i][j]));
      if (!(fabs(a->values[i][j] - b->values[i][j]) <= off)) off = fabs(a->values[i][j] - b->values[i][j]);
    }
    if (!(off / fmax(size, 0.1) <= most)) most = off / fmax(size, 0.1);
  }
  return most;
}

static const scale reference = {1.1, 0.9, 1.3};  // nothing is exact by chance
static const scale scales[] = {{1e-6, 1, 1}, {1e6, 1, 1},       {1, 1e-6, 1}, {1, 1e6, 1},        {1, 1, 1e-6},
                               {1, 1, 1e6},  {1e-3, 1e3, 1e-3}, {1e3, 1, 1},  {1e-6, 1e-6, 1e-6}, {1e6, 1e6, 1e6}};
enum { SCALES = sizeof scales / sizeof *scales };

// Newton's matrix of `bdf` is made of differences, whose rounding decides now and then whether one more iteration is
// made: then it differs by what a few steps are allowed.
// Springs of `penalty` are 1e8 times as stiff as what they hold, and multiply what rounding leaves of the rows.
static double allowed(const method *with) {
  return strcmp(with->integrator, "bdf") == 0        ? 20 * tolerance
         : strcmp(with->formulation, "penalty") == 0 ? 1e-8
                                                     : 2e-9;
}

static void check_method(const mechanism *m, const method *with, int first, int stride) {
  motion plain = run_scaled(m, with, reference);
  CHECK(plain.ran);
  for (int k = first; k < SCALES && plain.ran; k += stride) {
    motion scaled = run_scaled(m, with, scales[k]);
    double off = scaled.ran ? difference(&plain, &scaled) : NAN;
    CHECK(off <= allowed(with));
    if (!(off <= allowed(with)))
      printf("%s %s %s %s %s, L %g M %g T %g: off by %g\n", m->name, with->coordinates, with->formulation,
             with->variant, with->integrator, scales[k].L, scales[k].M, scales[k].T, off);
  }
}

static bool owns_step(const char *formulation) {
  return strncmp(formulation, "index3", 6) == 0 || strcmp(formulation, "penalty") == 0;
}

// Every formulation with all its coordinates and integrators; the scales take turns.
static void check_formulation(const mechanism *m, const char *formulation, int *turn) {
  enum { STRIDE = LIGHT ? 7 : 3 };
  if (m->massless && strcmp(formulation, "orthonormal") == 0) return;
  for (int c = 0; jn_choice_name("coordinates", formulation, c); c++)
    for (int i = 0; jn_choice_name("integrator", formulation, i); i++) {
      const method with = {jn_choice_name("coordinates", formulation, c), formulation, "auto",
                           jn_choice_name("integrator", formulation, i)};
      check_method(m, &with, (*turn)++ % STRIDE, STRIDE);
    }
}

static void check_variants(const mechanism *m) {
  static const method variants[] = {{"cartesian", "partition", "independent", "dopri5"},
                                    {"cartesian", "partial-velocity", "independent", "rk4"},
                                    {"cartesian", "orthonormal", "mass-tangent", "dopri5"},
                                    {"natural", "orthonormal", "mass-recursion", "rk4"},
                                    {"cartesian", "index3-projected", "mass-matrix", "hht"},
                                    {"joint", "index3-projected", "factor-once", "trapezoidal"},
                                    {"natural", "index3-conserving", "gonzalez", "trapezoidal"},
                                    {"natural", "index3-conserving-projected", "once", "trapezoidal"}};
  for (size_t i = 0; i < sizeof variants / sizeof *variants && !m->massless; i++)
    check_method(m, &variants[i], (int)i, 4);
}

int main(void) {
  int turn = 0, own_turn = 0;
  for (int m = 0; m < MECHANISMS; m++) {
    for (int f = 0; jn_formulation_name(f); f++)
      check_formulation(&mechanisms[m], jn_formulation_name(f), owns_step(jn_formulation_name(f)) ? &own_turn : &turn);
    check_variants(&mechanisms[m]);
  }
  for (int m = 0; m < MORE_MECHANISMS; m++)
    for (int f = 0; jn_formulation_name(f); f++)
      if (owns_step(jn_formulation_name(f))) check_formulation(&more_mechanisms[m], jn_formulation_name(f), &own_turn);
  return check_report();
}
