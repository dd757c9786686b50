// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_orthonormal_run.c - runs of formulation `orthonormal` in all its variants: compared with multipliers, repeated,
// continued while E changes, and with failing memory.
#include "check.h"
#include "driven_model.h"
#include "heap.h"
#include "jounce/jounce.h"
#include "recorder.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/"

static const char *const variants[] = {"mass", "mass-tangent", "mass-recursion", "plain", "lu", "qr", "svd"};
enum { VARIANTS = sizeof variants / sizeof *variants };

// ---- runs -----------------------------------------------------------------------------------------------------------

typedef struct {
  jn_run *run;
  jn_report *report;
  recorder record;
} part;

static jn_choices choices_of(jn_model *model, const char *variant, const char *integrator) {
  jn_choices c = *jn_model_choices(model);
  snprintf(c.formulation, sizeof c.formulation, "orthonormal");
  snprintf(c.variant, sizeof c.variant, "%s", variant);
  snprintf(c.integrator, sizeof c.integrator, "%s", integrator);
  snprintf(c.position, sizeof c.position, "auto");
  snprintf(c.velocity, sizeof c.velocity, "auto");
  c.tolerance = 1e-9;
  if (!jn_integrator_is_fixed(integrator)) c.step = 0;
  return c;
}

static bool part_run(part *p, const jn_model *model, const jn_choices *c, const double *block, int n) {
  p->report = jn_report_new(NULL);
  recorder_init(&p->record);
  static jn_sink *sinks[1];
  sinks[0] = &p->record.sink;
  jn_run_options options = jn_run_options_default();
  options.choices = c;
  options.sinks = sinks;
  options.nsinks = 1;
  options.resume = block;
  options.nresume = n;
  p->run = jn_run_new(model, &options, p->report);
  bool ok = p->run && jn_run_execute(p->run, p->report) == JN_OK;
  for (int i = 0; !ok && i < jn_report_size(p->report); i++) printf("  %s\n", jn_report_get(p->report, i)->what);
  return ok;
}

static void part_free(part *p) {
  jn_run_free(p->run);
  jn_report_free(p->report);
  recorder_clear(&p->record);
}

static bool same_run(jn_run *a, jn_run *b) {
  const jn_summary *s = jn_run_summary(a), *t = jn_run_summary(b);
  return s->state_hash == t->state_hash && s->evaluations == t->evaluations && s->steps == t->steps;
}

// The bob makes three turns, so that E changes several times; repeated and continued runs are identical.
static void test_round_and_round(const char *variant, const char *integrator) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, MODELS "../papers/yoon/yoon-pendulum.yaml", NULL, 0, report);
  jn_choices c = choices_of(model, variant, integrator);
  c.checkpoint_step = 1.7;
  part whole, again;
  CHECK(part_run(&whole, model, &c, NULL, 0) && part_run(&again, model, &c, NULL, 0));
  CHECK(same_run(whole.run, again.run));
  const double *end = jn_run_outputs(whole.run);
  CHECK(fabs(end[2]) <= 1e-12 && fabs(end[3]) <= (jn_integrator_is_fixed(integrator) ? 1e-3 : 1e-6));
  for (int k = 1; k < whole.record.nblocks; k++) {
    part rest;
    CHECK(part_run(&rest, model, &c, whole.record.blocks[k], whole.record.nblock));
    CHECK(rest.run && same_run(whole.run, rest.run));
    part_free(&rest);
  }
  part_free(&whole);
  part_free(&again);
  jn_model_free(model);
  jn_report_free(report);
}

// 2 s of motion in the plane, in space, with redundant constraints, with a driver, with a rolling wheel: the same
// motion as with multipliers.
static void test_runs(void) {
  const char *const files[] = {"../papers/park/park-four-bar", "../papers/park/park-spatial-four-bar",
                               "benchmarks/bricard-a04",       "examples/driven-slider-crank",
                               "examples/rolling-disc",        NULL};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    char path[512];
    snprintf(path, sizeof path, MODELS "%s.yaml", files[f] ? files[f] : "");
    jn_report *report = jn_report_new(NULL);
    jn_model *model = read_model(files[f] ? path : NULL, report);
    jn_choices c = choices_of(model, "none", "dopri5");
    c.until = 2;
    snprintf(c.formulation, sizeof c.formulation, "multipliers");
    part reference;
    CHECK(part_run(&reference, model, &c, NULL, 0));
    int n = jn_run_noutputs(reference.run);
    for (int i = 0; i < VARIANTS; i++) {
      part p;
      jn_choices d = choices_of(model, variants[i], "dopri5");
      d.until = 2;
      CHECK(part_run(&p, model, &d, NULL, 0));
      const double *a = jn_run_outputs(p.run), *r = jn_run_outputs(reference.run);
      for (int k = 0; k < n; k++) CHECK_NEAR(a[k], r[k], 1e-6 * (1 + fabs(r[k])));
      CHECK(jn_run_summary(p.run)->max_velocity_violation <= 1e-11 * (1 + fabs(jn_run_summary(p.run)->energy_initial)));
      part_free(&p);
    }
    part_free(&reference);
    jn_model_free(model);
    jn_report_free(report);
  }
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Steps, including changes of E, allocate nothing, neither by the program's allocator nor otherwise.
static void test_no_allocation(void) {
  for (int i = 0; i < VARIANTS; i++) {
    memory_count count = {0};
    jn_alloc alloc = {counted_resize, &count};
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read(&alloc, MODELS "../papers/yoon/yoon-pendulum.yaml", NULL, 0, report);
    jn_choices c = choices_of(model, variants[i], "rk4");
    jn_run_options options = jn_run_options_default();
    options.choices = &c;
    jn_run *run = jn_run_new(model, &options, report);
    CHECK(run && jn_run_step(run, 0.01) == JN_OK);
    long calls = count.calls, heap = heap_calls;
    for (int k = 0; run && k < 400; k++) CHECK(jn_run_step(run, 100) == JN_OK);
    CHECK(count.calls == calls && heap_calls == heap);
    jn_run_free(run);
    jn_model_free(model);
    jn_report_free(report);
    CHECK(count.live == 0);
  }
}

static void test_each_allocation_failed(const char *variant) {
  jn_report *report = jn_report_new(NULL);
  for (long fail = 0;; fail++) {
    memory_count count = {.fail_at = 0};
    jn_alloc alloc = {counted_resize, &count};
    jn_model *model = jn_model_read(&alloc, MODELS "../papers/blajer/blajer-pendulum.yaml", NULL, 0, report);
    jn_choices c = choices_of(model, variant, "rk4");
    jn_run_options options = jn_run_options_default();
    options.choices = &c;
    count.fail_at = fail > 0 ? count.calls + fail : 0;
    jn_run *run = jn_run_new(model, &options, report);
    bool made = run != NULL;
    jn_run_free(run);
    jn_model_free(model);
    CHECK(count.live == 0);
    CHECK(fail > 0 || made);
    if (fail > 0 && made) break;
  }
  jn_report_free(report);
}

static void test_massless_is_refused(void) {
  static const char text[] =
      "jounce: 1\nname: rod\nspace: plane\n"
      "bodies: {rod: {mass: 0, inertia: 0, points: {O: [0, 0]}}, bob: {mass: 1, inertia: 1}}\n"
      "joints: {O: {type: revolute, between: [ground, rod.O]}, "
      "fix: {type: fixed, between: [rod, bob]}}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = model_of(NULL, text);
  CHECK(model != NULL);
  if (!model) return;
  jn_choices c = choices_of(model, "mass", "dopri5");
  jn_run_options options = jn_run_options_default();
  options.choices = &c;
  CHECK(jn_run_new(model, &options, report) == NULL);
  CHECK(report_says(report, "formulation 'orthonormal' needs mass and inertia of every body, but 'rod' lacks one"));
  jn_model_free(model);
  jn_report_free(report);
}

// A mechanism a million times as large or as small swings through the same angles: metres and radians are not added
// without scaling.
static void test_sizes(const char *variant, const char *coordinates) {
  static const char text[] =
      "jounce: 1\nname: sizes\nspace: space\nparameters: {S: 1}\ngravity: [0, 0, \"=-9.81*S\"]\n"
      "ground: {points: {O: [0, 0, 0], R: [\"=0.9*S\", \"=0.4*S\", 0]}}\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [\"=0.1*S^2\", \"=0.12*S^2\", \"=0.05*S^2\"], points: {O: [\"=-0.4*S\", 0, 0], "
      "P: [\"=0.4*S\", \"=0.1*S\", 0]}}\n"
      "  b: {mass: 2, inertia: [\"=0.2*S^2\", \"=0.3*S^2\", \"=0.25*S^2\"], points: {P: [0, \"=0.5*S\", \"=0.1*S\"], "
      "R: [\"=0.2*S\", 0, 0]}}\n"
      "joints:\n  A: {type: revolute, between: [ground.O, a.O], axis: [1, 1, 0]}\n"
      "  B: {type: universal, between: [a.P, b.P], axes: [z, x]}\n"
      "  C: {type: point-on-plane, between: [ground.R, b.R], axis: [1, 0, 1]}\n"
      "initial: {guess: {a.wx: 1}}\n"
      "simulate: {until: 0.4, step: 4 ms}\noutputs: [joint.A.angle, joint.A.rate]\n";
  static const char *const sizes[] = {"1", "1e-6", "1e6"};
  double ends[3][2];
  for (int i = 0; i < 3; i++) {
    const jn_setting setting = {"S", sizes[i]};
    jn_model *model = jn_model_read_text(NULL, "sizes", text, strlen(text), &setting, 1, NULL);
    jn_choices c = choices_of(model, variant, "rk4");
    snprintf(c.coordinates, sizeof c.coordinates, "%s", coordinates);
    part p;
    CHECK(part_run(&p, model, &c, NULL, 0));
    for (int k = 0; k < 2; k++) ends[i][k] = p.run ? jn_run_outputs(p.run)[k] : NAN;
    for (int k = 0; k < 2; k++) CHECK_NEAR(ends[i][k], ends[0][k], 1e-9);
    part_free(&p);
    jn_model_free(model);
  }
}

// If M is not diagonal, constraints accelerate speeds that their forces do not act on: reactions are not taken from
// these.
static void test_reactions_of_a_full_mass_matrix(void) {
  static const char text[] =
      "jounce: 1\nname: planar\nspace: space\ngravity: [-4.97, -7.45, -5.2]\n"
      "ground: {points: {R: [-0.132, -0.243, -0.34]}, frames: {O: {at: [0.0408, 0.409, -0.0814], "
      "orientation: [0.96, 0.171, -0.179, -0.129]}}}\n"
      "bodies:\n"
      "  a: {mass: 0.324, inertia: [0.112, 0.127, 0.0956], com: [0.13, 0.182, 0.0795], "
      "points: {P: [-0.334, 0.904, 0.3], R: [0.395, -0.0121, -0.159]}, frames: {O: {at: [0.455, 0.126, 0.472], "
      "orientation: [0.729, -0.0432, 0.45, -0.515]}}}\n"
      "  b: {mass: 2.08, inertia: [0.225, 0.238, 0.23], com: [0.134, 0.127, 0.166], "
      "points: {P: [0.616, 0.417, -0.41]}}\n"
      "joints:\n  A: {type: planar, between: [ground.O, a.O], axis: [0.149, -0.975, -0.166]}\n"
      "  B: {type: spherical, between: [a.P, b.P]}\n"
      "  C: {type: distance, between: [a.R, ground.R], length: 1.02}\n"
      "initial: {guess: {a.position: [0.184, 0.274, -0.409], a.quaternion: [0.794, 0.387, -0.113, 0.455], "
      "a.velocity: [0.697, -0.403, 0.792], a.omega: [-0.631, -0.399, 0.255], b.position: [-0.761, -0.477, 0.69], "
      "b.quaternion: [0.874, 0.145, 0.464, -0.00372], b.velocity: [0.67, -0.49, -0.149]}}\n"
      "simulate: {until: 0.2, coordinates: joint, step: 1 ms}\noutputs: [joint.C.force]\n";
  jn_model *model = jn_model_read_text(NULL, "planar", text, strlen(text), NULL, 0, NULL);
  jn_choices c = choices_of(model, "mass-recursion", "rk4"), other = c;
  snprintf(other.formulation, sizeof other.formulation, "multipliers");
  snprintf(other.variant, sizeof other.variant, "auto");
  part p, q;
  CHECK(part_run(&p, model, &c, NULL, 0));
  CHECK(part_run(&q, model, &other, NULL, 0));
  for (int k = 0; k < 3 && p.run && q.run; k++) CHECK_NEAR(jn_run_outputs(p.run)[k], jn_run_outputs(q.run)[k], 1e-6);
  part_free(&p);
  part_free(&q);
  jn_model_free(model);
}

// Light and heavy bodies: one vector of E is always nearly in the span of the constraints, and another one becomes so.
// This is detected, and a new E is chosen.
static void test_one_of_many(void) {
  static const char text[] =
      "jounce: 1\n"
      "space: plane\n"
      "gravity: [-4.684, 2.45]\n"
      "ground: {frames: {j0a: {at: [-0.4521, -0.1443], orientation: {angle: 0.2061}}, j2a: {at: [-0.5253, -0.08455], "
      "orientation: {angle: -2.047}}}}\n"
      "bodies:\n"
      "  b1: {mass: 3.087, inertia: 0.007745, com: [0.1229, 0.161], frames: {j0b: {at: [0.1218, 0.6947], "
      "orientation: {angle: 0.1612}}, j1a: {at: [0.6017, 0.0841], orientation: {angle: -2.142}}, "
      "j4b: {at: [-0.0614, 0.0841], orientation: {angle: 1.669}}, j5b: {at: [-0.1783, 0.3784], "
      "orientation: {angle: 0.7251}}}}\n"
      "  b2: {mass: 0.03457, inertia: 0.0007512, com: [0.0068, 0.04759], frames: {j1b: {at: [-0.2835, 0.5581], "
      "orientation: {angle: -1.588}}}}\n"
      "  b3: {mass: 0.7249, inertia: 0.02179, com: [-0.06547, -0.1265], frames: {j2b: {at: [0.2204, -0.2091], "
      "orientation: {angle: -1.837}}, j3b: {at: [-0.2207, -0.2825], orientation: {angle: 1.993}}, "
      "j5a: {at: [-0.1542, -0.4038], orientation: {angle: -0.1091}}}}\n"
      "  b4: {mass: 11.73, inertia: 1.085, com: [0.1721, -0.03482], frames: {j3a: {at: [0.1847, -0.06924], "
      "orientation: {angle: -1.969}}, j4a: {at: [-0.5317, 0.2572], orientation: {angle: -1.668}}}}\n"
      "joints:\n"
      "  j0: {type: free, between: [ground.j0a, b1.j0b]}\n"
      "  j1: {type: point-on-line, between: [b1.j1a, b2.j1b], axis: [0.388, -0.9217]}\n"
      "  j2: {type: free, between: [ground.j2a, b3.j2b]}\n"
      "  j3: {type: revolute, between: [b4.j3a, b3.j3b]}\n"
      "  j4: {type: revolute, between: [b4.j4a, b1.j4b]}\n"
      "  j5: {type: point-on-line, between: [b3.j5a, b1.j5b], axis: [0.8026, -0.5966]}\n"
      "forces:\n"
      "  f0: {type: stop, joint: j1, coordinate: displacement, stiffness: 7.065, damping: 0, exponent: 1.5, "
      "lower: 0.9267}\n"
      "initial:\n"
      "  guess:\n"
      "    b1.position: [-0.5426, -0.8438]\n"
      "    b1.velocity: [0.4996, 0.6639]\n"
      "    b1.angle: 0.04486\n"
      "    b1.rate: -0.7605\n"
      "    b2.position: [0.5585, -0.2883]\n"
      "    b2.velocity: [-1.443, 0.01229]\n"
      "    b2.angle: 1.912\n"
      "    b2.rate: -1.077\n"
      "    b3.position: [-0.6974, 0.1658]\n"
      "    b3.velocity: [0.5515, 0.8427]\n"
      "    b3.angle: -0.2096\n"
      "    b3.rate: 0.3404\n"
      "    b4.position: [-0.8689, -0.2328]\n"
      "    b4.velocity: [0.6135, 0.7391]\n"
      "    b4.angle: 2.479\n"
      "    b4.rate: -0.09828\n"
      "simulate: {until: 0.25, step: 0.0005, integrator: rk4, formulation: orthonormal, coordinates: joint}\n";
  for (int i = 0; i < 7; i++) {
    const jn_setting setting = {"simulate.variant", variants[i]};
    jn_model *model = jn_model_read_text(NULL, "mixed", text, strlen(text), &setting, 1, NULL);
    jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
    CHECK(run && jn_run_execute(run, NULL) == JN_OK);
    CHECK(run && jn_run_summary(run)->max_energy_error < 1e-3);
    jn_run_free(run);
    jn_model_free(model);
  }
}

static long steps_beside(const char *mass, const char *variant) {
  static const char text[] =
      "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {M: 1}\nground: {points: {O: [0, 0], P: [5, 0]}}\n"
      "bodies:\n"
      "  wheel: {mass: =M, inertia: =0.1*M, points: {P: [0, 0]}}\n"
      "  light: {mass: 1e-3, inertia: 1e-4, points: {O: [-0.3, 0]}}\n"
      "joints: {P: {type: revolute, between: [ground.P, wheel.P]}, O: {type: revolute, between: [ground.O, light.O]}}\n"
      "initial: {keep: {light.angle: 0.5, light.rate: 3, wheel.angle: 0, wheel.rate: 0.1}}\n"
      "simulate: {until: 2, tolerance: 1e-8, integrator: dopri5, formulation: orthonormal, coordinates: cartesian}\n";
  const jn_setting settings[] = {{"simulate.variant", variant}, {"M", mass}};
  jn_model *model = jn_model_read_text(NULL, "beside", text, strlen(text), settings, 2, NULL);
  jn_run *run = model ? jn_run_new(model, NULL, NULL) : NULL;
  CHECK(run && jn_run_execute(run, NULL) == JN_OK);
  long steps = run ? jn_run_summary(run)->steps : 0;
  jn_run_free(run);
  jn_model_free(model);
  return steps;
}

// A light pendulum takes the same steps whatever rotates steadily beside it: its speed is as accurate. Speeds in a mass
// metric have a common tolerance, which is large for light bodies.
static void test_light_beside_heavy(void) {
  for (int i = 0; i < 3; i++) {
    long alike = steps_beside("1e-3", variants[i]), heavy = steps_beside("1e6", variants[i]);
    CHECK(labs(heavy - alike) <= 1);
  }
}

int main(void) {
  for (int i = 0; i < VARIANTS; i++) {
    test_sizes(variants[i], "cartesian");
    test_sizes(variants[i], "natural");
    test_sizes(variants[i], "joint");
  }
  test_reactions_of_a_full_mass_matrix();
  for (int i = 0; i < VARIANTS; i++) {
    test_round_and_round(variants[i], "rk4");
    test_round_and_round(variants[i], "ab3");
    test_round_and_round(variants[i], "dopri5");
    test_each_allocation_failed(variants[i]);
  }
  test_round_and_round("mass", "adams");
  test_runs();
  test_no_allocation();
  test_massless_is_refused();
  test_one_of_many();
  test_light_beside_heavy();
  return check_report();
}
