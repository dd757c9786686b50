// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equilibrium_large.c - static equilibrium of chains of many links by sparse factors, against closed forms and
// against the forces that their joints must carry; bars nearly in line; starts at a saddle or without finite forces;
// progress, interruption and lack of memory.
#include <math.h>

#include "memory.h"
#include "rest.h"

typedef struct {
  char *text;
  size_t size;
  FILE *file;
} writer;

static void begin_text(writer *w) { w->file = open_memstream(&w->text, &w->size); }

static rest settle_text(const char *text, const char *coordinates, const jn_equilibrium_options *options) {
  jn_report *report = jn_report_new(NULL);
  return rest_in(report, jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report), coordinates, options);
}

static rest settle(writer *w, const char *coordinates) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  fclose(w->file);
  rest r = settle_text(w->text, coordinates, &options);
  free(w->text);
  return r;
}

static int count(const rest *r, jn_severity severity) {
  int n = 0;
  for (int i = 0; i < jn_report_size(r->report); i++) n += jn_report_get(r->report, i)->severity == severity;
  return n;
}

static void vector(rest *r, const char *name, double out[3]) {
  jn_probe *probe = jn_probe_new(r->system, &name, 1, false, NULL);
  CHECK(probe && jn_probe_count(probe) <= 3);
  out[0] = out[1] = out[2] = NAN;
  if (probe && jn_probe_count(probe) <= 3) jn_probe_calc(probe, r->work, r->state, r->vdot, r->lambda, out);
  jn_probe_free(probe);
}

// ---- hanging straight ---------------------------------------------------------------------------------------------

static void write_plane_chain(FILE *f, int n, double l) {
  fprintf(f, "jounce: 1\nspace: plane\ngravity: [0, -10]\nparameters: {N: %d, l: %g}\n", n, l);
  fputs("ground: {points: {O: [0, 0], E: [\"=0.6*N*l\", 0]}}\nbodies:\n", f);
  fputs(
      "  \"b{i}\": {repeat: {i: [1, \"=N\"]}, mass: 0.1, inertia: 2e-5, points: {P: [\"=-l/2\", 0], Q: [\"=l/2\", "
      "0]}}\njoints:\n",
      f);
  fputs("  J0: {type: revolute, between: [ground.O, b1.P]}\n", f);
  fputs("  \"J{i}\": {repeat: {i: [1, \"=N-1\"]}, type: revolute, between: [\"b{i}.Q\", \"b{i+1}.P\"]}\n", f);
}

// Lying flat it is told no warning: its links reach as far as it swings.
static void test_plane_chain(void) {
  enum { N = 1000 };
  writer w = {0};
  double x[3];
  begin_text(&w);
  write_plane_chain(w.file, N, 0.05);
  rest r = settle(&w, "joint");
  CHECK(r.status == JN_OK && r.found.stability == JN_STABLE && r.found.stable == N && r.found.freedoms == N);
  CHECK(r.found.iterations < 40);
  CHECK(count(&r, JN_WARNING) == 0);
  vector(&r, "b1000.position", x);
  CHECK_NEAR(x[1], -(N - 0.5) * 0.05, 1e-9);
  CHECK_NEAR(x[0], 0, 1e-9);
  vector(&r, "joint.J300.force", x);
  CHECK_NEAR(x[1], (N - 300) * 0.1 * 10, 1e-6);
  end(&r);
}

// A chain of spherical joints turns about itself link by link: as many neutral directions as links, less the one that
// the universal joint holds.
static void test_space_chain(const char *coordinates, int n) {
  writer w = {0};
  char name[40];
  double x[3];
  begin_text(&w);
  fputs("jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {points: {O: [0, 0, 0]}}\nbodies:\n", w.file);
  for (int i = 1; i <= n; i++)
    fprintf(w.file, "  k%d: {mass: 1, inertia: [0.01, 0.08, 0.08], points: {h: [-0.5, 0, 0], g: [0.5, 0, 0]}}\n", i);
  fputs("joints:\n  J1: {type: universal, between: [ground.O, k1.h], axes: [z, y]}\n", w.file);
  for (int i = 2; i <= n; i++) fprintf(w.file, "  J%d: {type: spherical, between: [k%d.g, k%d.h]}\n", i, i - 1, i);
  fputs("initial:\n  guess:\n", w.file);
  for (int i = 1; i <= n; i++) fprintf(w.file, "    k%d.x: %g\n", i, i - 0.5);
  rest r = settle(&w, coordinates);
  CHECK(r.status == JN_OK && r.found.stability == JN_NEUTRAL && r.found.neutral == n && r.found.unstable == 0);
  CHECK(r.found.neutral_names[0][0] != ' ');
  snprintf(name, sizeof name, "k%d.position", n);
  vector(&r, name, x);
  CHECK_NEAR(x[2], -(n - 0.5), 1e-8);
  CHECK_NEAR(x[0], 0, 1e-8);
  end(&r);
}

// Links with two hinges on one axis between them: half of all rows are redundant, and both hinges carry half.
static void test_double_hinges(void) {
  enum { N = 12 };
  writer w = {0};
  double x[3], y[3];
  begin_text(&w);
  fputs("jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {points: {L: [0, -0.1, 0], R: [0, 0.1, 0]}}\nbodies:\n",
        w.file);
  for (int i = 1; i <= N; i++)
    fprintf(w.file,
            "  k%d: {mass: 1, inertia: [0.01, 0.08, 0.08], points: {L: [-0.5, -0.1, 0], R: [-0.5, 0.1, 0],\n"
            "    S: [0.5, -0.1, 0], T: [0.5, 0.1, 0]}}\n",
            i);
  fputs(
      "joints:\n  L1: {type: revolute, axis: y, between: [ground.L, k1.L]}\n  R1: {type: revolute, axis: y, between: "
      "[ground.R, k1.R]}\n",
      w.file);
  for (int i = 2; i <= N; i++)
    fprintf(w.file,
            "  L%d: {type: revolute, axis: y, between: [k%d.S, k%d.L]}\n  R%d: {type: revolute, axis: y, between: "
            "[k%d.T, k%d.R]}\n",
            i, i - 1, i, i, i - 1, i);
  fputs("initial:\n  guess:\n", w.file);
  for (int i = 1; i <= N; i++) fprintf(w.file, "    k%d.x: %g\n", i, i - 0.5);
  rest r = settle(&w, "joint");
  CHECK(r.status == JN_OK && r.found.stability == JN_STABLE && r.found.stable == N && r.found.freedoms == N);
  vector(&r, "joint.L4.force", x);
  vector(&r, "joint.R4.force", y);
  CHECK_NEAR(x[2], 0.5 * 10 * (N - 3), 1e-6);
  CHECK_NEAR(y[2], 0.5 * 10 * (N - 3), 1e-6);
  end(&r);
}

// ---- between two supports -------------------------------------------------------------------------------------------

// The horizontal force H is the same in all joints; the vertical one changes by a link's weight W, so that tan(slope of
// link i) = V_i / H.
static double span(double H, int n, double l, double W) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += l * cos(atan2((i + 0.5 - 0.5 * n) * W, H));
  return sum;
}

static void test_supported_chain(int n, const char *coordinates) {
  const double l = 0.05, W = 1, slope = acos(0.6);
  writer w = {0};
  double low = 0, high = n * W, px = 0, py = 0, x[3];
  char name[40];
  begin_text(&w);
  write_plane_chain(w.file, n, l);
  fprintf(w.file, "  JE: {type: revolute, between: [ground.E, b%d.Q]}\ninitial:\n  guess:\n", n);
  for (int i = 1; i <= n; i++) {  // a wedge of the right length
    double turn = 2 * i <= n ? -slope : slope, dx = 0.5 * l * cos(turn), dy = 0.5 * l * sin(turn);
    fprintf(w.file, "    b%d.x: %.17g\n    b%d.y: %.17g\n    b%d.angle: %.17g\n", i, px + dx, i, py + dy, i, turn);
    px += 2 * dx;
    py += 2 * dy;
  }
  for (int k = 0; k < 100; k++) {
    double middle = 0.5 * (low + high);
    if (span(middle, n, l, W) < 0.6 * n * l) low = middle;
    else high = middle;
  }
  rest r = settle(&w, coordinates);
  CHECK(r.status == JN_OK && r.found.stability == JN_STABLE && r.found.stable == n - 2);
  vector(&r, "joint.J0.force", x);
  CHECK_NEAR(x[0] / low, -1, 1e-7);
  CHECK_NEAR(x[1] / (0.5 * n * W), 1, 1e-7);
  snprintf(name, sizeof name, "joint.J%d.force", n / 4);
  vector(&r, name, x);
  CHECK_NEAR(x[0] / low, -1, 1e-7);
  end(&r);
}

// Beads on strings between two supports: no joint carries them, all rows close loops.
static void test_beads(void) {
  enum { N = 200 };  // strings
  const double l = 0.1, W = 2 * 10;
  writer w = {0};
  double low = 0, high = N * W, x[3];
  begin_text(&w);
  fprintf(w.file, "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {A: [0, 0], B: [%g, 0]}}\nbodies:\n",
          0.8 * N * l);
  for (int i = 1; i < N; i++) fprintf(w.file, "  p%d: {type: particle, mass: 2}\n", i);
  fprintf(w.file, "joints:\n  s1: {type: distance, between: [ground.A, p1], length: %g}\n", l);
  for (int i = 2; i < N; i++)
    fprintf(w.file, "  s%d: {type: distance, between: [p%d, p%d], length: %g}\n", i, i - 1, i, l);
  fprintf(w.file, "  s%d: {type: distance, between: [p%d, ground.B], length: %g}\ninitial:\n  guess:\n", N, N - 1, l);
  for (int i = 1; i < N; i++)
    fprintf(w.file, "    p%d.x: %g\n    p%d.y: %g\n", i, 0.8 * l * i, i, -0.6 * l * (2 * i <= N ? i : N - i));
  for (int k = 0; k < 100; k++) {  // strings pull along themselves: slopes as of links whose weight is at their ends
    double middle = 0.5 * (low + high), sum = 0;
    for (int i = 0; i < N; i++) sum += l * cos(atan2((i + 0.5 - 0.5 * N) * W, middle));
    if (sum < 0.8 * N * l) low = middle;
    else high = middle;
  }
  rest r = settle(&w, "cartesian");
  CHECK(r.status == JN_OK && r.found.stability == JN_STABLE && r.found.stable == 2 * (N - 1) - N);
  vector(&r, "joint.s50.force", x);
  CHECK_NEAR(fabs(x[0]) / low, 1, 1e-7);
  CHECK_NEAR(fabs(x[1]) / W, 50.5, 1e-6);
  end(&r);
}

// ---- joints that nearly depend on each other ------------------------------------------------------------------------

// Two bars nearly in line that carry a third: Fx = -0.75 weights / sag but for terms of the sag's square.
static void test_flat_bars(void) {
  static const char *const sets[] = {"cartesian", "joint", "natural"};
  for (int k = 2; k <= 6; k += 2)
    for (int i = 0; i < 3; i++) {
      double h = pow(10, -k), x[3];
      writer w = {0};
      begin_text(&w);
      fprintf(w.file, "jounce: 1\nspace: plane\ngravity: [0, -10]\nparameters: {h: %g}\n", h);
      fputs("ground: {points: {A: [\"=-sqrt(1-h^2)\", 0], B: [\"=sqrt(1-h^2)\", 0]}}\nbodies:\n", w.file);
      for (int b = 0; b < 3; b++)
        fprintf(w.file, "  %c: {mass: 1, inertia: 0.1, points: {P: [-0.5, 0], Q: [0.5, 0]}}\n", "abc"[b]);
      fputs(
          "joints:\n  A: {type: revolute, between: [ground.A, a.P]}\n  B: {type: revolute, between: [ground.B, b.Q]}\n",
          w.file);
      fputs("  M: {type: revolute, between: [a.Q, b.P]}\n  N: {type: revolute, between: [a.Q, c.P]}\n", w.file);
      fputs(
          "  O: {type: revolute, between: [ground.B, c.Q]}\ninitial: {guess: {a.x: -0.5, a.y: \"=-h/2\", a.angle: "
          "\"=-h\", b.x: 0.5,\n",
          w.file);
      fputs("  b.y: \"=-h/2\", b.angle: \"=h\", c.x: 0.5, c.y: \"=-h/2\", c.angle: \"=h\"}}\n", w.file);
      rest r = settle(&w, sets[i]);
      CHECK(r.status == JN_OK);
      vector(&r, "joint.A.force", x);
      CHECK_NEAR(x[0] / (-7.5 * sqrt(1 - h * h) / h), 1, 1e-7);
      CHECK_NEAR(x[1], 12.5, 1e-6);
      end(&r);
    }
}

// ---- starts ---------------------------------------------------------------------------------------------------------

static const char upright[] =
    "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\nbodies:\n"
    "  a: {mass: 1, inertia: 0.1, points: {P: [-0.5, 0], Q: [0.5, 0]}}\n"
    "  b: {mass: 1, inertia: 0.1, points: {P: [-0.5, 0], Q: [0.5, 0]}}\njoints:\n"
    "  A: {type: revolute, between: [ground.O, a.P]}\n  B: {type: revolute, between: [a.Q, b.P]}\n"
    "initial: {keep: {a.angle: 90 deg, b.angle: 90 deg}}\n";

static void test_saddle(void) {
  for (int i = 1; i < 3; i++) {
    jn_equilibrium_options options = jn_equilibrium_options_default();
    options.method = jn_equilibrium_method(i);
    rest r = settle_text(upright, "cartesian", &options);
    CHECK(r.status == JN_OK && r.found.stability == JN_STABLE && r.found.iterations < 40);
    end(&r);
  }
}

static void test_not_finite(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\nbodies:\n"
      "  a: {mass: 1, inertia: 0.1, points: {P: [-0.5, 0]}}\njoints:\n  A: {type: revolute, between: [ground.O, a.P]}\n"
      "forces:\n  s: {type: torque, joint: A, value: 'sqrt(a.angle - 1)'}\ninitial: {keep: {a.angle: 0.3}}\n";
  static const char *const sets[] = {"cartesian", "joint"};
  jn_equilibrium_options options = jn_equilibrium_options_default();
  for (int i = 0; i < 2; i++) {
    rest r = settle_text(text, sets[i], &options);
    double x[3];
    CHECK(r.status == JN_NOT_FINITE &&
          strstr(jn_report_get(r.report, jn_report_size(r.report) - 1)->what, "force 's' (torque)"));
    vector(&r, "a.angle", x);
    CHECK_NEAR(x[0], 0.3, 1e-12);
    end(&r);
  }
}

// ---- progress and memory --------------------------------------------------------------------------------------------

typedef struct {
  int calls, last, limit;
} listener;

static bool listen(void *self, const jn_equilibrium_progress *now) {
  listener *l = self;
  CHECK(now->iterations >= l->last && now->wall_seconds > 0 && now->method[0] != 0);
  l->last = now->iterations;
  return ++l->calls < l->limit;
}

static void test_progress(void) {
  writer w = {0};
  listener l = {.limit = 1};
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.progress = listen;
  options.progress_context = &l;
  begin_text(&w);
  write_plane_chain(w.file, 1000, 0.05);
  fclose(w.file);
  rest r = settle_text(w.text, "joint", &options);
  CHECK(l.calls == 1 && r.status == JN_INTERRUPTED);
  end(&r);
  free(w.text);
}

// A chain with a cut joint and neutral directions, each allocation failed in turn: a status, nothing left behind.
static bool settle_with(const jn_alloc *alloc, const char *text, const char *coordinates) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(alloc, "chain", text, strlen(text), NULL, 0, report);
  jn_system *system = model ? jn_system_new(model, coordinates, report) : NULL;
  jn_status status = JN_NO_MEMORY;
  if (system) {
    jn_equilibrium_options options = jn_equilibrium_options_default();
    jn_sizes n = jn_system_sizes(system);
    double *state = calloc((size_t)n.nstate, sizeof *state), *lambda = calloc((size_t)n.nc + 1, sizeof *lambda);
    status = jn_system_initial_state(system, state);
    if (status == JN_OK) status = jn_assemble(system, state, NULL, report);
    if (status == JN_OK) status = jn_solve_equilibrium(system, &options, state, lambda, NULL, report);
    free(state);
    free(lambda);
  }
  CHECK(status == JN_OK || status == JN_NO_MEMORY);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  return status == JN_OK;
}

static void test_memory(const char *coordinates) {
  static const char text[] =
      "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nground: {points: {O: [0, 0, 0], E: [3, 0, 0]}}\nbodies:\n"
      "  a: {mass: 1, inertia: [0.01, 0.08, 0.08], points: {h: [-0.5, 0, 0], g: [0.5, 0, 0]}}\n"
      "  b: {mass: 1, inertia: [0.01, 0.08, 0.08], points: {h: [-0.5, 0, 0], g: [0.5, 0, 0]}}\n"
      "  c: {mass: 1, inertia: [0.01, 0.08, 0.08], points: {h: [-0.5, 0, 0], g: [0.5, 0, 0]}}\n"
      "  d: {mass: 1, inertia: [0.01, 0.08, 0.08], points: {h: [-0.5, 0, 0], g: [0.5, 0, 0]}}\njoints:\n"
      "  A: {type: spherical, between: [ground.O, a.h]}\n  B: {type: spherical, between: [a.g, b.h]}\n"
      "  C: {type: spherical, between: [b.g, c.h]}\n  D: {type: spherical, between: [c.g, d.h]}\n"
      "  E: {type: spherical, between: [d.g, ground.E]}\n"
      "initial: {guess: {a.x: 0.4, a.z: -0.3, b.x: 1.1, b.z: -0.8, c.x: 1.9, c.z: -0.8, d.x: 2.6, d.z: -0.3}}\n";
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  CHECK(settle_with(&alloc, text, coordinates) && d.live == 0);
  long all = d.calls;
  for (long k = 1; k <= all; k += LIGHT ? 25 : 5) {
    d = (memory_count){.fail_at = k};
    CHECK(!settle_with(&alloc, text, coordinates));
    CHECK(d.live == 0);
  }
}

int main(void) {
  test_memory("joint");
  test_memory("cartesian");
  test_plane_chain();
  test_space_chain("joint", 10);
  test_space_chain("joint", 60);
  test_space_chain("cartesian", 60);
  test_double_hinges();
  test_supported_chain(40, "cartesian");
  test_supported_chain(300, "joint");
  test_beads();
  test_flat_bars();
  test_saddle();
  test_not_finite();
  test_progress();
  return check_report();
}
