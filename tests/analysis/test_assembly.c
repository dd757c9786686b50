// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_assembly.c - closed rows, kept values and the nearest branch; impossible and over-specified starts by name.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/assembly/initial_rows.h"
#include "check.h"
#include "jounce/jounce.h"
#include "recorder.h"
#include "report.h"
#include "system/system.h"

// Rounding of a handful of operations on numbers near 1.
static const double TIGHT = 1e-12;

// ---- one model, assembled --------------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_work *work;
  double *state;
  jn_assembly assembly;
  jn_status status;
} start;

static void begin(start *s) {
  CHECK(s->model != NULL);
  if (!s->model) {
    print_report(s->report);
    exit(1);
  }
  s->system = jn_system_new(s->model, "cartesian", s->report);
  CHECK(s->system != NULL);
  if (!s->system) {
    print_report(s->report);
    exit(1);
  }
  s->work = jn_work_new(s->system);
  s->state = calloc((size_t)jn_system_sizes(s->system).nstate, sizeof *s->state);
  jn_system_initial_state(s->system, s->state);
}

static start assemble_text(const char *text) {
  start s = {.report = jn_report_new(NULL)};
  s.model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, s.report);
  begin(&s);
  s.status = jn_assemble(s.system, s.state, &s.assembly, s.report);
  return s;
}

static start assemble_file(const char *name, const jn_setting *settings, int n) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, name);
  start s = {.report = jn_report_new(NULL)};
  s.model = jn_model_read(NULL, path, settings, n, s.report);
  begin(&s);
  s.status = jn_assemble(s.system, s.state, &s.assembly, s.report);
  return s;
}

static void end(start *s) {
  free(s->state);
  jn_work_free(s->work);
  jn_system_free(s->system);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

static double get(const start *s, const char *name) {
  double value = NAN;
  jn_probe *probe = jn_probe_new(s->system, &name, 1, false, s->report);
  CHECK(probe != NULL);
  if (probe) jn_probe_calc(probe, s->work, s->state, NULL, NULL, &value);
  jn_probe_free(probe);
  return value;
}

static bool says(const start *s, const char *element, const char *part) {
  for (int i = 0; i < jn_report_size(s->report); i++) {
    const jn_error *e = jn_report_get(s->report, i);
    if (strcmp(e->element, element) == 0 && strstr(e->what, part)) return true;
  }
  return false;
}

static void check_closed(start *s) {
  CHECK(s->status == JN_OK);
  if (s->status != JN_OK) print_report(s->report);
  CHECK(s->assembly.position_residual <= TIGHT);
  CHECK(s->assembly.velocity_residual <= 1e-10);
}

// ---- the four-bar ------------------------------------------------------------------------------------------------

#define FOUR_BAR(l_coupler, initial)                                                      \
  "jounce: 1\nname: four-bar\nspace: plane\nground: {points: {O: [0, 0], D: [1.9, 0]}}\n" \
  "bodies:\n"                                                                             \
  "  crank:   {mass: 5, inertia: 10, points: {O: [-1, 0], A: [1, 0]}}\n"                  \
  "  coupler: {mass: 7, inertia: 20, points: {A: [-" l_coupler ", 0], B: [" l_coupler     \
  ", 0]}}\n"                                                                              \
  "  rocker:  {mass: 9, inertia: 25, points: {D: [-1, 0], B: [1, 0]}}\n"                  \
  "joints:\n"                                                                             \
  "  O: {type: revolute, between: [ground.O, crank.O]}\n"                                 \
  "  A: {type: revolute, between: [crank.A, coupler.A]}\n"                                \
  "  B: {type: revolute, between: [coupler.B, rocker.B]}\n"                               \
  "  D: {type: revolute, between: [ground.D, rocker.D]}\n"                                \
  "initial: " initial "\n"

// B is where circles about A and D meet: one meeting point for each guess.
static void test_branches(void) {
  static const char *const texts[] = {
      FOUR_BAR("1",
               "{keep: {crank.angle: 1.104 rad, crank.rate: 0.7}, guess: {coupler.angle: 0, rocker.angle: 1.05 rad}}"),
      FOUR_BAR("1", "{keep: {crank.angle: 1.104 rad, crank.rate: 0.7}, guess: {coupler.angle: -2, rocker.angle: 3}}")};
  double ax = 2 * cos(1.104), ay = 2 * sin(1.104), dx = 1.9 - ax, dy = -ay, d = hypot(dx, dy), h = sqrt(4 - d * d / 4);
  for (int branch = 0; branch < 2; branch++) {
    start s = assemble_text(texts[branch]);
    double side = branch == 0 ? 1 : -1;
    check_closed(&s);
    CHECK(get(&s, "crank.angle") == 1.104);
    CHECK_NEAR(get(&s, "crank.rate"), 0.7, TIGHT);
    CHECK_NEAR(get(&s, "rocker.B.x"), ax + dx / 2 - side * h * dy / d, TIGHT * 10);
    CHECK_NEAR(get(&s, "rocker.B.y"), ay + dy / 2 + side * h * dx / d, TIGHT * 10);
    CHECK(s.assembly.iterations < 20 && s.assembly.moved_most > 0);
    end(&s);
  }
}

// A kept joint coordinate and its rate, without any guess of a body.
static void test_joint_values(void) {
  start s = assemble_text(FOUR_BAR("1", "{keep: {joint.O.angle: 1.2, joint.O.rate: -3}, guess: {joint.D.angle: 1}}"));
  check_closed(&s);
  CHECK_NEAR(get(&s, "joint.O.angle"), 1.2, TIGHT);
  CHECK_NEAR(get(&s, "joint.O.rate"), -3, 1e-11);
  CHECK(get(&s, "rocker.B.y") > 0);
  end(&s);
}

static void test_point_values(void) {
  start s =
      assemble_text(FOUR_BAR("1", "{keep: {crank.A.x: 1, crank.A.vy: 2}, guess: {crank.angle: 1, rocker.angle: 1}}"));
  check_closed(&s);
  CHECK_NEAR(get(&s, "crank.A.x"), 1, TIGHT);
  CHECK_NEAR(get(&s, "crank.A.vy"), 2, 1e-11);
  end(&s);
}

static void test_too_short(void) {
  start s = assemble_text(FOUR_BAR("0.1", "{keep: {crank.angle: 3.0}, guess: {rocker.angle: 0}}"));
  CHECK(s.status == JN_NO_ASSEMBLY);
  CHECK(jn_report_count(s.report, JN_FAULT) > 0);
  end(&s);
  static const char text[] =
      "jounce: 1\nname: gap\nspace: plane\nground: {points: {O: [0, 0], D: [5, 0]}}\n"
      "bodies:\n  a: {mass: 1, inertia: 1, points: {O: [0, 0], A: [1, 0]}}\n  b: {mass: 1, inertia: 1, points: {A: [0, "
      "0], D: [1, 0]}}\n"
      "joints:\n  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"
      "  D: {type: revolute, between: [b.D, ground.D]}\n";
  s = assemble_text(text);
  CHECK(s.status == JN_NO_ASSEMBLY);
  // links of 1 + 1 m over a gap of 5 m: three joints share the 3 m that are missing
  CHECK(says(&s, "joint 'O'", "stays open by 1 m"));
  CHECK(says(&s, "joint 'A'", "stays open by 1 m"));
  CHECK(says(&s, "joint 'D'", "stays open by 1 m"));
  CHECK(jn_report_count(s.report, JN_FAULT) == 3);
  end(&s);
}

static void test_contradiction(void) {
  start s = assemble_text(FOUR_BAR("1", "{keep: {crank.angle: 1.104, rocker.angle: 2.5}, guess: {coupler.angle: 0}}"));
  CHECK(s.status == JN_NO_ASSEMBLY);
  CHECK(says(&s, "initial value 'crank.angle'", "cannot be kept at 1.104 rad"));
  CHECK(says(&s, "initial value 'rocker.angle'", "cannot be kept at 2.5 rad"));
  CHECK(!says(&s, "joint 'A'", ""));
  CHECK(s.assembly.position_residual <= TIGHT);  // the state closes the joints, the kept values gave way
  end(&s);
  s = assemble_text(
      FOUR_BAR("1", "{keep: {crank.angle: 1.104, crank.rate: 1, rocker.rate: 1}, guess: {rocker.angle: 1.05}}"));
  CHECK(s.status == JN_NO_ASSEMBLY);
  CHECK(says(&s, "initial value 'crank.rate'", "cannot be kept at 1 rad/s"));
  CHECK(says(&s, "initial value 'rocker.rate'", "cannot be kept at 1 rad/s"));
  CHECK(!says(&s, "initial value 'crank.angle'", ""));
  end(&s);
}

// Two drivers on one freedom: not the joints are to blame. At the right angle their positions agree and only their
// rates do not.
static void test_drivers(void) {
  static const char text[] = FOUR_BAR("1", "{guess: {rocker.angle: 1, crank.angle: 1}}")
      "drivers: {motor: {joint: O, motion: \"1 + 2*t\"}, other: {joint: D, motion: \"0.9 + t\"}}\n";
  start s = assemble_text(text);
  CHECK(s.status == JN_NO_ASSEMBLY);
  CHECK(says(&s, "driver 'motor'", "cannot follow its prescribed motion: off by"));
  CHECK(says(&s, "driver 'other'", "cannot follow its prescribed motion: off by"));
  CHECK(jn_report_count(s.report, JN_FAULT) == 2);
  end(&s);
  static const char lone[] = FOUR_BAR("1", "{guess: {rocker.angle: 1, crank.angle: 1}}")
      "drivers: {motor: {joint: O, motion: \"1 + 2*t\"}, other: {joint: O, motion: \"1 + t\"}}\n";
  s = assemble_text(lone);
  CHECK(s.status == JN_NO_ASSEMBLY);
  CHECK(says(&s, "driver 'motor'", "cannot follow its prescribed motion: off by 0.5 rad/s at t = 0 s"));
  CHECK(says(&s, "driver 'other'", "cannot follow its prescribed motion: off by 0.5 rad/s at t = 0 s"));
  CHECK(jn_report_count(s.report, JN_FAULT) == 2);
  end(&s);
}

// More kept than there are freedoms, all of it true: nothing to complain about.
static void test_consistent_surplus(void) {
  start s = assemble_text(
      FOUR_BAR("1",
               "{keep: {crank.angle: 1.104, crank.rate: 0, coupler.rate: 0, rocker.rate: 0, crank.x: \"=cos(1.104)\"},"
               " guess: {rocker.angle: 1.05}}"));
  check_closed(&s);
  end(&s);
}

// All bodies in one heap on a line: Newton starts on a saddle.
static void test_saddle(void) {
  start s = assemble_text(FOUR_BAR("1", "{guess: {crank.angle: 0, coupler.angle: 0, rocker.angle: 0}}"));
  check_closed(&s);
  end(&s);
  // two links that reach over 1.2 m only by leaving the line on which they start
  s = assemble_text(
      "jounce: 1\nname: toggle\nspace: plane\nground: {points: {O: [0, 0], D: [1.2, 0]}}\n"
      "bodies:\n  a: {mass: 1, inertia: 1, points: {O: [0, 0], A: [1, 0]}}\n"
      "  b: {mass: 1, inertia: 1, points: {A: [0, 0], D: [1, 0]}}\n"
      "joints:\n  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\n"
      "  D: {type: revolute, between: [b.D, ground.D]}\n");
  check_closed(&s);
  end(&s);
}

// ---- space -------------------------------------------------------------------------------------------------------

static void test_windings(void) {
  static const char text[] =
      "jounce: 1\nname: wheel\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
      "bodies: {wheel: {mass: 1, inertia: [1, 1, 1], points: {O: [0, 0, 0.5]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, wheel.O], axis: y}}\n"
      "initial: {keep: {joint.O.angle: 700 rad, joint.O.rate: 2}}\n";
  start s = assemble_text(text);
  check_closed(&s);
  CHECK_NEAR(get(&s, "joint.O.angle"), 700, 1e-10);
  CHECK_NEAR(get(&s, "joint.O.rate"), 2, 1e-11);
  CHECK_NEAR(get(&s, "wheel.wy"), 2, 1e-11);
  end(&s);
}

static void test_orientation(void) {
  static const char text[] =
      "jounce: 1\nname: top\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
      "bodies: {top: {mass: 1, inertia: [1, 1, 1], points: {O: [0, 0, -1]}}}\n"
      "joints: {O: {type: spherical, between: [ground.O, top.O]}}\n"
      "initial: {keep: {top.orientation: {axis: [1, 2, 2], angle: 200 deg}, top.omega: [1, 2, 3]}, guess: "
      "{top.position: [3, 0, 0]}}\n";
  const double half = 100 * 3.14159265358979323846 / 180;
  start s = assemble_text(text);
  check_closed(&s);
  double sign = get(&s, "top.qw") * cos(half) < 0 ? -1 : 1;
  CHECK_NEAR(sign * get(&s, "top.qw"), cos(half), TIGHT);
  CHECK_NEAR(sign * get(&s, "top.qy"), sin(half) * 2 / 3, TIGHT);
  CHECK_NEAR(get(&s, "top.wy"), 2, 1e-11);
  end(&s);
}

static void test_orientation_refused(void) {
  static const char text[] =
      "jounce: 1\nname: door\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
      "bodies: {door: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {O: {type: revolute, between: [ground.O, door], axis: z}}\n"
      "initial: {keep: {door.orientation: {axis: [1, 0, 0], angle: 30 deg}}}\n";
  start s = assemble_text(text);
  CHECK(s.status == JN_NO_ASSEMBLY);
  CHECK(says(&s, "initial value 'door.orientation'", "cannot be kept"));
  end(&s);
}

// Every body of a closed mechanism pushed: it closes again, near to where it was.
static void test_pushed(void) {
  static const char *const files[] = {"benchmarks/andrews-a03.yaml", "benchmarks/bricard-a04.yaml",
                                      "../papers/park/park-spatial-four-bar.yaml", "../papers/park/park-four-bar.yaml"};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    start s = assemble_file(files[f], NULL, 0);
    check_closed(&s);
    jn_sizes n = jn_system_sizes(s.system);
    double *push = calloc((size_t)n.nv, sizeof *push), *q = calloc((size_t)n.nq, sizeof *q);
    double scale = f == 0 ? 1e-3 : 0.02;  // the squeezer is a few centimetres large
    for (int i = 0; i < n.nv; i++) push[i] = scale * sin(7.0 * i + 1);
    jn_manifold_step(s.system, jn_state_q(s.system, s.state), push, q);
    memcpy(jn_state_q(s.system, s.state), q, (size_t)n.nq * sizeof *q);
    s.status = jn_assemble(s.system, s.state, &s.assembly, s.report);
    check_closed(&s);
    CHECK(s.assembly.moved_most > 0 && s.assembly.moved_most < 20 * scale);
    CHECK(s.assembly.iterations < 20);
    free(push);
    free(q);
    end(&s);
  }
}

// The rows of kept values against differences along tangent steps.
static void check_kept_rows(start *s, const jni_kept *kept) {
  const jn_system *system = s->system;
  jn_sizes n = system->sizes;
  const double *at = jn_state_q(system, s->state), *discrete = jn_state_s(system, s->state), h = 1e-5;
  double *d = calloc((size_t)n.nv, sizeof *d), *q = calloc((size_t)n.nq, sizeof *q),
         *f = calloc((size_t)n.nv, sizeof *f);
  double K[3 * 12] = {0}, plus[3], minus[3], *block = K;
  jn_calc_position(system, s->work, 0, at, NULL, discrete);
  jni_kept_jacobian(system, s->work, kept, f, K);
  for (int b = 0; b < kept->nbodies; b++) {
    int width = system->width[kept->bodies[b]];
    for (int i = 0; i < width; i++) {
      for (int side = 0; side < 2; side++) {
        d[system->v_at[kept->bodies[b]] + i] = side ? h : -h;
        jn_manifold_step(system, at, d, q);
        jn_calc_position(system, s->work, 0, q, NULL, discrete);
        jni_kept_residual(system, s->work, kept, side ? plus : minus);
      }
      d[system->v_at[kept->bodies[b]] + i] = 0;
      for (int r = 0; r < kept->rows; r++) CHECK_NEAR(block[r * width + i], (plus[r] - minus[r]) / (2 * h), 1e-8);
    }
    block += kept->rows * width;
  }
  free(d);
  free(q);
  free(f);
}

static void test_kept_rows(void) {
  static const char *const texts[] = {
      FOUR_BAR("1", "{keep: {crank.angle: 1.1, coupler.B.x: 1, coupler.y: 2, joint.A.angle: 1}}"),
      "jounce: 1\nname: two\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
      "bodies:\n  a: {mass: 1, inertia: [1, 1, 1], points: {O: [0, 1, -1], P: [1, 2, 3]}}\n  b: {mass: 1, inertia: [1, "
      "1, 1]}\n"
      "  c: {mass: 1, inertia: [1, 1, 1]}\n"
      "joints:\n  O: {type: cylindrical, between: [ground.O, a.O], axis: [1, 2, 3]}\n  P: {type: universal, between: "
      "[a.P, b], axes: [z, y]}\n"
      "initial: {keep: {a.P.x: 1, a.z: 2, joint.O.angle: 1, joint.O.displacement: 2, b.qx: 0.3, c.orientation: [0.5, "
      "0.1, 0.7, -0.2]}}\n"};
  static const int counts[] = {4, 6};
  for (int t = 0; t < 2; t++) {
    start s = {.report = jn_report_new(NULL)};
    s.model = jn_model_read_text(NULL, "test", texts[t], strlen(texts[t]), NULL, 0, s.report);
    begin(&s);
    jn_sizes n = s.system->sizes;
    double *push = calloc((size_t)n.nv, sizeof *push), *q = calloc((size_t)n.nq, sizeof *q);
    for (int i = 0; i < n.nv; i++) push[i] = 0.4 * sin(5.0 * i + 2);
    jn_manifold_step(s.system, jn_state_q(s.system, s.state), push, q);
    memcpy(jn_state_q(s.system, s.state), q, (size_t)n.nq * sizeof *q);
    jni_kept_list list;
    CHECK(jni_kept_new(s.system, JNI_LEVEL_POSITION, &list) && list.n == counts[t]);
    for (int i = 0; i < list.n; i++) check_kept_rows(&s, &list.items[i]);
    jni_kept_free(s.system, &list);
    free(push);
    free(q);
    end(&s);
  }
}

// ---- many loops --------------------------------------------------------------------------------------------------

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void test_many(const char *N, double most_seconds) {
  jn_setting setting = {"N", N};
  start s = assemble_file("benchmarks/n-four-bar-a02.yaml", &setting, 1);
  check_closed(&s);
  jn_sizes n = jn_system_sizes(s.system);
  double *q = jn_state_q(s.system, s.state), *v = jn_state_v(s.system, s.state);
  for (int i = 0; i < n.nq; i++) q[i] += 0.05 * sin(3.0 * i);
  for (int i = 0; i < n.nv; i++) v[i] = 0;
  double before = cpu_seconds();
  s.status = jn_assemble(s.system, s.state, &s.assembly, s.report);
  CHECK(cpu_seconds() - before < most_seconds);
  check_closed(&s);
  CHECK_NEAR(get(&s, "crank0.angle"), asin(1), TIGHT);
  CHECK_NEAR(get(&s, "crank0.rate"), -1, 1e-11);
  CHECK_NEAR(get(&s, "crank1.rate"), -1, 1e-9);  // all cranks turn alike
  end(&s);
}

// ---- failing memory, bad starts -------------------------------------------------------------------------------------

// ---- starts that fit but are hardly meant -----------------------------------------------------------------------

// The centre is kept at 0.2 m. A larger disc touches only when tipped, and rolls with what was kept only at a wild
// speed.
static void test_far_disc(void) {
  static const char *const radii[] = {"0.2", "0.3"};
  for (int wrong = 0; wrong < 2; wrong++) {
    char text[512];
    snprintf(text, sizeof text,
             "jounce: 1\nspace: space\nbodies: {disc: {mass: 1, inertia: [0.01, 0.02, 0.01]}}\n"
             "joints: {roll: {type: rolling-disc, between: [ground, disc], axes: [z, y], radius: %s}}\n"
             "initial: {keep: {disc.position: [0, 0, 0.2], disc.wy: 5, disc.vx: 1}}\n",
             radii[wrong]);
    start s = assemble_text(text);
    check_closed(&s);
    CHECK(jn_report_count(s.report, JN_WARNING) == (wrong ? 2 : 0));
    if (wrong) {
      CHECK(says(&s, "joint 'roll'", "was tipped by 48 deg"));  // acos(0.2 / 0.3)
      CHECK(says(&s, "body 'disc'", "times the speeds given"));
      CHECK(hypot(get(&s, "disc.vx"), get(&s, "disc.vy")) > 50);
    }
    end(&s);
  }
}

static void test_far_guess(void) {
  start s = assemble_text(FOUR_BAR("1", "{keep: {crank.angle: 1.104, crank.rate: 1}, guess: {rocker.angle: 2.7}}"));
  check_closed(&s);
  CHECK(says(&s, "body 'rocker'", "from its given orientation") && jn_report_count(s.report, JN_WARNING) == 1);
  end(&s);
  s = assemble_text(FOUR_BAR("1", "{keep: {crank.angle: 1.104}, guess: {rocker.angle: 1.3, rocker.x: 300}}"));
  check_closed(&s);
  CHECK(says(&s, "body 'rocker'", "from its given position") && jn_report_count(s.report, JN_WARNING) == 1);
  end(&s);
}

// Nothing of the kind in what is shipped, nor where no places are given, nor in a long chain that turns as a whole.
static void test_near_starts(void) {
  static const char *const files[] = {"benchmarks/andrews-a03.yaml",       "benchmarks/bricard-a04.yaml",
                                      "benchmarks/heavy-top.yaml",         "benchmarks/n-four-bar-a02.yaml",
                                      "benchmarks/pendulum-a01.yaml",      "examples/chaplygin-sleigh.yaml",
                                      "examples/driven-slider-crank.yaml", "examples/four-bar.yaml",
                                      "examples/gear-train.yaml",          "examples/rolling-disc.yaml",
                                      "examples/slider-crank.yaml",        "examples/two-wheels.yaml",
                                      "../papers/park/park-four-bar.yaml", "../papers/park/park-spatial-four-bar.yaml"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    start s = assemble_file(files[i], NULL, 0);
    CHECK(s.status == JN_OK && jn_report_count(s.report, JN_WARNING) == 0);
    if (jn_report_size(s.report) > 0) print_report(s.report);
    end(&s);
  }
  start s = assemble_text(FOUR_BAR("1", "{keep: {crank.angle: 1.104, crank.rate: 1}}"));
  CHECK(s.status == JN_OK && jn_report_size(s.report) == 0);
  end(&s);
  s = assemble_text(
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
      "bodies: {\"b{i}\": {repeat: {i: [1, 200]}, mass: 1, inertia: 1, points: {P: [-0.5, 0], Q: [0.5, 0]}}}\n"
      "joints:\n  J1: {type: revolute, between: [ground.O, b1.P]}\n"
      "  \"J{i}\": {repeat: {i: [2, 200]}, type: fixed, between: [\"b{i-1}.Q\", \"b{i}.P\"]}\n"
      "initial: {keep: {b1.angle: 0.3, b1.rate: 1}}\n");
  check_closed(&s);
  CHECK(jn_report_size(s.report) == 0 && get(&s, "b200.vx") < -50);
  end(&s);
}

static void test_no_memory(void) {
  static const char text[] =
      FOUR_BAR("1", "{keep: {crank.angle: 1.104, crank.rate: 1}, guess: {rocker.angle: 1.05, joint.B.rate: 1}}");
  memory_count c = {0};
  jn_alloc alloc = {counted_resize, &c};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(&alloc, "test", text, strlen(text), NULL, 0, report);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  CHECK(system != NULL);
  if (!system) exit(1);
  double *state = calloc((size_t)jn_system_sizes(system).nstate, sizeof *state);
  jn_status status = JN_NO_MEMORY;
  long blocks = c.live;
  for (c.fail_at = 1; status != JN_OK && c.fail_at < 1000; c.fail_at++) {
    long limit = c.fail_at;
    c.fail_at = 0;
    jn_system_initial_state(system, state);
    c.fail_at = limit;
    c.calls = 0;
    status = jn_assemble(system, state, NULL, report);
    CHECK(status == JN_OK || status == JN_NO_MEMORY);
    CHECK(c.live == blocks);
  }
  CHECK(status == JN_OK && c.fail_at > 20);
  c.fail_at = 0;
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  CHECK(c.live == 0);
}

static void test_not_finite(void) {
  start s = assemble_text(FOUR_BAR("1", "{guess: {rocker.angle: 1.05}}"));
  check_closed(&s);
  s.state[2] = NAN;
  CHECK(jn_assemble(s.system, s.state, NULL, s.report) == JN_BAD_ARGUMENT);
  end(&s);
}

// Velocities of a body's own frame that fit its rate are where the search ends, wherever the centre of mass lies:
// nothing holds this body.
static void test_guessed_velocities(void) {
  start s = assemble_text(
      "jounce: 1\nspace: plane\nbodies: {a: {mass: 2, inertia: 0.3, com: [0.2, -0.1]}}\n"
      "initial: {guess: {a.angle: 0.7, a.velocity: [1, -2], a.rate: 3}}\n");
  CHECK_NEAR(get(&s, "a.vx"), 1, TIGHT);
  CHECK_NEAR(get(&s, "a.vy"), -2, TIGHT);
  CHECK_NEAR(get(&s, "a.rate"), 3, TIGHT);
  end(&s);
  s = assemble_text(
      "jounce: 1\nspace: space\nbodies: {a: {mass: 2, inertia: [0.3, 0.4, 0.5], com: [0.2, -0.1, 0.3]}}\n"
      "initial: {guess: {a.orientation: {axis: [1, 2, 3], angle: 0.7}, a.velocity: [1, -2, 0.5], "
      "a.omega: [3, 1, -2]}}\n");
  CHECK_NEAR(get(&s, "a.vx"), 1, TIGHT);
  CHECK_NEAR(get(&s, "a.vy"), -2, TIGHT);
  CHECK_NEAR(get(&s, "a.vz"), 0.5, TIGHT);
  CHECK_NEAR(get(&s, "a.wx"), 3, TIGHT);
  CHECK_NEAR(get(&s, "a.wy"), 1, TIGHT);
  CHECK_NEAR(get(&s, "a.wz"), -2, TIGHT);
  end(&s);
}

// A hinge between two bodies that were guessed to part: what joins them in the metric of M is an impulse in the hinge,
// which leaves their momentum as it was.
static void test_nearest_velocities(void) {
  start s = assemble_text(
      "jounce: 1\nspace: plane\nbodies:\n"
      "  a: {mass: 1, inertia: 0.1, com: [-0.2, -0.1], points: {P: [0, -0.4]}}\n"
      "  b: {mass: 2, inertia: 0.2, com: [-0.1, 0.2], points: {P: [0.2, -0.3]}}\n"
      "joints: {J: {type: revolute, between: [a.P, b.P]}}\n"
      "initial: {guess: {a.position: [0, 0], a.angle: 0, a.velocity: [-0.1, 0.5], "
      "a.rate: -0.5, b.position: [-0.2, -0.1], b.angle: 0, b.velocity: [0.9, -0.1], b.rate: 1.9}}\n");
  check_closed(&s);
  CHECK_NEAR(get(&s, "momentum.x"), 0.89, TIGHT);
  CHECK_NEAR(get(&s, "momentum.y"), 0.02, TIGHT);
  end(&s);
}

// An inertia of rank one: singular, though no element of its diagonal is zero.
static void test_rank_one_inertia(void) {
  start s = assemble_text(
      "jounce: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 1, 1, 1, 1]}}\n"
      "joints: {O: {type: revolute, between: [ground, a]}}\ninitial: {keep: {a.wz: 2}}\n");
  CHECK(s.status == JN_OK);
  CHECK_NEAR(get(&s, "a.wz"), 2, TIGHT);
  if (s.status != JN_OK) print_report(s.report);
  end(&s);
}

int main(void) {
  test_rank_one_inertia();
  test_guessed_velocities();
  test_nearest_velocities();
  test_kept_rows();
  test_branches();
  test_joint_values();
  test_point_values();
  test_too_short();
  test_contradiction();
  test_drivers();
  test_consistent_surplus();
  test_saddle();
  test_windings();
  test_orientation();
  test_orientation_refused();
  test_pushed();
  test_many("40", 1);
  test_many("200", 1);
  test_far_disc();
  test_far_guess();
  test_near_starts();
  test_no_memory();
  test_not_finite();
  return check_report();
}
