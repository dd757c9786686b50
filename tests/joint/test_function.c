// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_function.c - function joints: splines of tables, repeating formulas, closed forms of elliptic gears, of a cam,
// of a Geneva wheel and of a cycloidal indexer in all formulations, compiled code against the engine, and bad input.
#include "accelerations.h"
#include "ending.h"
#include "joint/equations/primitive.h"
#include "kernel/call/joint_function.h"

// ---- the functions alone --------------------------------------------------------------------------------------------

static jn_model *new_model(void) { return jn_model_new(NULL, "functions", JN_PLANE); }

// Derivatives of calls by central differences of the call; away from the knots.
static void check_kernel(const double *block, double x, double curvature) {
  const double h = 1e-5;
  double at[4], before[4], after[4], out[3], rate[3];
  jnk_function_at(block, x, at);
  jnk_function_at(block, x - h, before);
  jnk_function_at(block, x + h, after);
  for (int k = 0; k < 3; k++) CHECK(fabs((after[k] - before[k]) / (2 * h) - at[k + 1]) <= 1e-8 * curvature);
  jnk_call_joint_function(block, &x, out);
  const double in[2] = {x, 0.7};
  jnk_call_joint_function_rate(block, in, rate);
  for (int k = 0; k < 3; k++) CHECK(out[k] == at[k] && rate[k] == 0.7 * at[k + 1]);
}

static double wave(double x) { return 0.3 * x + sin(x) + 0.2 * cos(2 * x); }

// Largest errors of value, first and second derivative of a closed spline of n points over a turn.
static void spline_errors(int n, double most[3]) {
  double *x = calloc((size_t)n, sizeof *x), *y = calloc((size_t)n, sizeof *y);
  for (int i = 0; i < n; i++) {
    double u = (double)i / (n - 1);
    x[i] = -1 + 2 * JNK_PI * (u + 0.1 / (2 * JNK_PI) * sin(2 * JNK_PI * u));  // uneven
    y[i] = wave(x[i]);
  }
  x[n - 1] = x[0] + 2 * JNK_PI;
  y[n - 1] = y[0] + 0.3 * 2 * JNK_PI;
  jn_model *model = new_model();
  char what[256];
  const jn_function def = {.table = {.x = x, .y = y, .n = n}, .closed = true, .per_turn = 0.3 * 2 * JNK_PI};
  const jni_function_law *law = jni_joint_function_new(model, &def, what, sizeof what);
  CHECK(law != NULL);
  most[0] = most[1] = most[2] = 0;
  for (int i = 0; law && i < 1000; i++) {
    double at = -30 + 0.0613 * i;  // ten turns
    jni_jet f = jni_joint_function_at(law, at);
    most[0] = fmax(most[0], fabs(f.v - wave(at)));
    most[1] = fmax(most[1], fabs(f.d - (0.3 + cos(at) - 0.4 * sin(2 * at))));
    most[2] = fmax(most[2], fabs(f.dd - (-sin(at) - 0.8 * cos(2 * at))));
    if (i % 10 == 3) check_kernel(law->block, at, 10);
  }
  // C2 at the knots and at the seam
  for (int i = 0; law && i < n; i++) {
    jni_jet a = jni_joint_function_at(law, x[i] - 1e-9), b = jni_joint_function_at(law, x[i] + 1e-9);
    CHECK(fabs(a.v - b.v) < 1e-8 && fabs(a.d - b.d) < 1e-8 && fabs(a.dd - b.dd) < 1e-6);
    CHECK(fabs(jni_joint_function_at(law, x[i]).v - y[i]) < 1e-14);
  }
  jn_model_free(model);
  free(x);
  free(y);
}

static void test_splines(void) {
  double coarse[3], fine[3];
  spline_errors(41, coarse);
  spline_errors(81, fine);
  CHECK(fine[0] < 2e-6 && coarse[0] / fine[0] > 14);  // fourth order
  CHECK(coarse[1] / fine[1] > 7 && coarse[2] / fine[2] > 3.5);
  // the spline of y = m x is itself; beyond its ends an open table is a straight line without curvature
  const double x[3] = {0, 1, 3}, straight[3] = {1, 3, 7}, bent[3] = {0, 1, 0};
  jn_model *model = new_model();
  char what[256];
  const jni_function_law *line =
      jni_joint_function_new(model, &(jn_function){.table = {.x = x, .y = straight, .n = 3}}, what, sizeof what);
  const jni_function_law *arch =
      jni_joint_function_new(model, &(jn_function){.table = {.x = x, .y = bent, .n = 3}}, what, sizeof what);
  for (double at = -2; at < 5; at += 0.37) {
    jni_jet f = jni_joint_function_at(line, at);
    CHECK(fabs(f.v - (1 + 2 * at)) < 1e-14 && fabs(f.d - 2) < 1e-14 && fabs(f.dd) < 1e-14);
    check_kernel(arch->block, at, 10);
  }
  // natural spline of three points by hand: 2 (h0 + h1) m1 = 6 (s1 - s0), m1 = 6 (-0.5 - 1)/6
  CHECK(fabs(jni_joint_function_at(arch, 1).dd + 1.5) < 1e-14);
  CHECK(fabs(jni_joint_function_at(arch, -1).v + jni_joint_function_at(arch, 0).d) < 1e-14);
  CHECK(jni_joint_function_at(arch, 4).dd == 0);
  jn_model_free(model);
}

// A formula that repeats: pieces that join, and per_turn.
static void test_pieces(void) {
  jn_model *model = new_model();
  char what[256] = "";
  const jn_function def = {.formula = "if(x < 1, smooth(x), 1)", .period = 3, .per_turn = 1};
  const jni_function_law *law = jni_joint_function_new(model, &def, what, sizeof what);
  CHECK(law != NULL);
  for (int turn = -3; law && turn < 4; turn++) {
    jni_jet f = jni_joint_function_at(law, 3 * turn + 0.5);
    CHECK(fabs(f.v - turn - 0.5) < 1e-14 && fabs(f.d - 1.875) < 1e-12 && fabs(f.dd) < 1e-11);
    CHECK(jni_joint_function_at(law, 3 * turn + 2).v == turn + 1);
  }
  static const struct {
    jn_function def;
    const char *word;
  } refused[] = {
      {{.formula = "if(x < 1, x, 1)", .period = 3, .per_turn = 1}, "first derivative"},
      {{.formula = "if(x < 1, x^2*(3 - 2*x), 1)", .period = 3, .per_turn = 1}, "second derivative"},
      {{.formula = "if(x < 1, 0, 1)", .period = 3, .per_turn = 1}, "value"},
      {{.formula = "if(x < 1, smooth(x), 1)", .period = 3, .per_turn = 0}, "value"},
      {{.formula = "sin(x)", .period = 3}, "value"},
      {{.formula = "sin(2*pi*x/3)^2 + x*(3 - x)", .period = 3}, "first derivative"},
      {{.formula = "abs(x)"}, "period"},
      {{.formula = "floor(x)", .period = 1, .per_turn = 1}, "floor"},
      {{.formula = "x + t"}, "'t'"},
      {{.formula = "1/(x - 1.5)", .period = 3}, "not finite"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    what[0] = '\0';
    bool refusal = !jni_joint_function_new(model, &refused[i].def, what, sizeof what) && strstr(what, refused[i].word);
    CHECK(refusal);
    if (!refusal) printf("%s: %s\n", refused[i].def.formula, what);
  }
  jn_model_free(model);
}

// ---- mechanisms with closed forms -----------------------------------------------------------------------------------

// With the argument x turning at rate w: value, derivatives, and what the driven coordinate takes.
typedef struct {
  double y, d, dd, push;
} expected_motion;

typedef struct {
  const char *name, *text;
  double w, until;
  expected_motion (*at)(double x);
} closed_form;

static const double ECC = 0.4;

static expected_motion elliptic(double x) {
  double D = 1 + ECC * ECC + 2 * ECC * cos(x), k = 1 - ECC * ECC;
  expected_motion e = {x - 2 * atan2(ECC * sin(x), 1 + ECC * cos(x)), k / D, 2 * ECC * k * sin(x) / (D * D), 0};
  e.push = -0.002 * e.dd * 100 - 0.5;
  return (expected_motion){-e.y, -e.d, -e.dd, e.push};
}

// Eccentric disc with a flat follower, spring and weight: 0.3 kg, 2000 N/m, 20 N at the lowest place.
static expected_motion eccentric(double x) {
  expected_motion e = {0.04 + 0.01 * sin(x), 0.01 * cos(x), -0.01 * sin(x), 0};
  e.push = 0.3 * (e.dd * 3600 + 9.81) + 20 + 2000 * (e.y - 0.03);
  return e;
}

// Geneva wheel of four slots while the pin is in a slot; x from the line of centres.
static expected_motion geneva(double x) {
  double L = sin(JNK_PI / 4), D = 1 + L * L - 2 * L * cos(x);
  expected_motion e = {atan2(L * sin(x), 1 - L * cos(x)), L * (cos(x) - L) / D, L * sin(x) * (L * L - 1) / (D * D), 0};
  e.push = 1e-4 * e.dd * 100;
  return e;
}

static expected_motion cycloidal(double x) {
  double move = 2 * JNK_PI / 3, s = JNK_PI / 3, turn = floor(x / (2 * JNK_PI)), at = x - 2 * JNK_PI * turn,
         u = at / move;
  expected_motion e = {s * (1 + turn), 0, 0, 0};
  if (u < 1) {
    e.y = s * (turn + u - sin(2 * JNK_PI * u) / (2 * JNK_PI));
    e.d = s / move * (1 - cos(2 * JNK_PI * u));
    e.dd = s / (move * move) * 2 * JNK_PI * sin(2 * JNK_PI * u);
  }
  e.push = 0.12 * e.dd * 400;
  return e;
}

static const closed_form forms[] = {
    {"elliptic gears",
     "jounce: 1\nname: g\nspace: plane\ngravity: [0, 0]\nground: {points: {A: [0, 0], B: [0.1, 0]}}\n"
     "bodies: {a: {mass: 1, inertia: 0.01}, b: {mass: 2, inertia: 0.002}}\n"
     "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]}\n"
     "  f: {type: function, from: A, to: B, law: \"-(x - 2*atan(0.4*sin(x)/(1 + 0.4*cos(x))))\", scale: 1.3}\n"
     "drivers: {m: {joint: A, motion: 10*t}}\nforces: {load: {type: torque, joint: B, value: 0.5}}\n",
     10, 1, elliptic},
    {"elliptic gears in space",
     "jounce: 1\nname: g\nspace: space\ngravity: [0, 0, 0]\nground: {points: {A: [0, 0, 0], B: [0.1, 0, 0]}}\n"
     "bodies: {a: {mass: 1, inertia: [0.01, 0.01, 0.01]}, b: {mass: 2, inertia: [0.002, 0.002, 0.002]}}\n"
     "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]}\n"
     "  f: {type: function, from: A, to: B, law: \"-(x - 2*atan(0.4*sin(x)/(1 + 0.4*cos(x))))\", scale: 1.3}\n"
     "drivers: {m: {joint: A, motion: 10*t}}\nforces: {load: {type: torque, joint: B, value: 0.5}}\n",
     10, 1, elliptic},
    {"eccentric cam",
     "jounce: 1\nname: c\nspace: plane\ngravity: [0, -9.81]\nground: {points: {A: [0, 0]}}\n"
     "bodies: {a: {mass: 1, inertia: 0.01}, b: {mass: 0.3, inertia: 0.001}}\n"
     "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: prismatic, between: [ground.A, b], axis: y}\n"
     "  f: {type: function, from: A, to: B, law: 0.04 + 0.01*sin(x)}\n"
     "drivers: {m: {joint: A, motion: 60*t}}\ninitial: {guess: {b.y: 0.04}}\n"
     "forces: {spring: {type: torsion-spring, joint: B, stiffness: 2000, rest: 0.03, preload: 20}}\n",
     60, 0.1, eccentric},
    {"Geneva wheel in its slot",
     "jounce: 1\nname: k\nspace: plane\ngravity: [0, 0]\nground: {points: {A: [0, 0], B: [0.1, 0]}}\n"
     "bodies: {a: {mass: 1, inertia: 0.01}, b: {mass: 1, inertia: 1e-4}}\n"
     "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]}\n"
     "  f: {type: function, from: A, to: B, law: \"atan(sin(pi/4)*sin(x)/(1 - sin(pi/4)*cos(x)))\"}\n"
     "drivers: {m: {joint: A, motion: 10*t - pi/4}}\n",
     10, 0.157, geneva},
    {"cycloidal indexer",
     "jounce: 1\nname: i\nspace: plane\ngravity: [0, 0]\nground: {points: {A: [0, 0], B: [0.1, 0]}}\n"
     "parameters: {move: 120 deg, step: 60 deg, x: 17}\n"
     "bodies: {a: {mass: 1, inertia: 0.01}, b: {mass: 1, inertia: 0.12}}\n"
     "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]}\n"
     "  f: {type: function, from: A, to: B, law: {formula: \"if(x < move, step*(x/move - "
     "sin(2*pi*x/move)/(2*pi)), step)\", period: 360 deg, per_turn: 60 deg}}\n"
     "drivers: {m: {joint: A, motion: 20*t}}\n",
     20, 1, cycloidal},
};

// Constraints of some formulations hold only to the accuracy of their steps, which are coarse here.
static double tolerance_of(const char *formulation) {
  static const char *const exact[] = {"multipliers", "partition", "partial-velocity", "orthonormal", "reduced"};
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    if (strcmp(formulation, exact[i]) == 0) return 1e-10;
  if (strcmp(formulation, "penalty") == 0) return 0.5;
  return strncmp(formulation, "index3", 6) == 0 ? 0.1 : 1e-2;
}

static void check_form(const closed_form *form, const char *formulation, const char *coordinates) {
  static const char *const names[] = {"joint.A.coordinate", "joint.B.coordinate", "joint.B.rate", "joint.f.push",
                                      "joint.m.push"};
  jn_model *model = read_text(form->text);
  if (!model) return;
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", coordinates);
  choices.step = form->until / 60;
  choices.until = form->until;
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  options.probes = names;
  options.nprobes = 5;
  jn_run *run = jn_run_new(model, &options, report);
  double most[4] = {0}, size[4] = {0};  // a run of coordinates and a formulation that do not go together is refused
  double tolerance = tolerance_of(formulation);
  for (int step = 0; run && jn_run_state(run)[0] < form->until; step++) {
    const double *v = jn_run_outputs(run) + jn_run_noutputs(run) - 5;
    expected_motion e = form->at(v[0]);
    const double motion[4] = {e.y, e.d * form->w, e.push, e.d * e.push};
    for (int i = 0; i < 4 && step > 0; i++) {
      most[i] = fmax(most[i], fabs(v[1 + i] - motion[i]));
      size[i] = fmax(size[i], fabs(motion[i]));
    }
    if (jn_run_step(run, form->until) != JN_OK) break;
  }
  if (run) CHECK(jn_run_state(run)[0] >= form->until * (1 - 1e-12));
  for (int i = 0; i < 4 && run; i++) {
    CHECK(most[i] <= tolerance * size[i]);
    if (!(most[i] <= tolerance * size[i]))
      printf("%s, %s, %s: %d is wrong by %.3g of %.3g\n", form->name, formulation, coordinates, i, most[i], size[i]);
  }
  jn_run_free(run);
  jn_report_free(report);
  jn_model_free(model);
}

static void test_closed_forms(void) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (int k = 0; jn_formulation_name(k); k++)
      for (int c = 0; c < 3 && (i < 2 || tolerance_of(jn_formulation_name(k)) < 1e-9); c++)
        check_form(&forms[i], jn_formulation_name(k), coordinates[c]);
}

// ---- cams -----------------------------------------------------------------------------------------------------------

static const double outline[] = {0.03,  0, 0.021213,  0.021213,  0, 0.031,  -0.025456, 0.025456,
                                 -0.04, 0, -0.026163, -0.026163, 0, -0.033, 0.02192,   -0.02192};

// Lift and its derivatives at angles in degrees: contact by Newton's method with 40 digits, in another program.
typedef struct {
  double angle, y, d, dd;
} lift;

static const lift flat[] = {
    {0, 0.031362927088589634, -0.0056326290373275171, 0.010775246686141745},
    {60, 0.029887052209931757, -0.00035597799026408292, 0.00166474452105983},
    {150, 0.031547184588390953, 0.0021834329020439121, 0.0030460189563531119},
    {225, 0.037312286264476649, 0.0047600037569834634, 4.4804122154728783e-05},
    {300, 0.038054295955432374, -0.0057791245523434297, -0.0026884473140788238},
};
static const lift roller[] = {
    {0, 0.04106600424111221, -0.0042842649582176401, 0.011596569945039294},
    {60, 0.03988552829974959, -0.00034139202489047503, 0.0016730517083870203},
    {150, 0.041493458456264933, 0.0020478932238882082, 0.0024138092527857362},
    {225, 0.047068953041009845, 0.0048673924354574894, -0.001988218745029276},
    {300, 0.04769064085309925, -0.0059875999113974746, -0.0002373032284980577},
};

static void check_lift(const jn_cam *cam, const lift *at, int n, double most) {
  jn_model *model = new_model();
  char what[256] = "";
  const jni_function_law *law = jni_joint_function_new(model, &(jn_function){.cam = *cam}, what, sizeof what);
  CHECK(law);
  if (!law) printf("%s\n", what);
  for (int i = 0; law && i < n; i++)
    for (int turn = -2; turn < 3; turn++) {
      jni_jet f = jni_joint_function_at(law, at[i].angle * JNK_PI / 180 + 2 * JNK_PI * turn);
      double error = fmax(fabs(f.v - at[i].y), fmax(fabs(f.d - at[i].d), fabs(f.dd - at[i].dd)));
      CHECK(error < most * 0.04);
      if (!(error < most * 0.04))
        printf("at %g deg the lift is wrong by %.3g, %.3g, %.3g\n", at[i].angle, f.v - at[i].y, f.d - at[i].d,
               f.dd - at[i].dd);
    }
  for (double x = 0.05; law && x < 6; x += 0.11) check_kernel(law->block, x, 1);
  jn_model_free(model);
}

// A knife edge on a far outline of an offset line, and a circle, whose lifts are closed forms.
static void test_cams(void) {
  const jn_cam disc = {.points = outline, .n = 8, .direction = JNK_PI / 2};
  check_lift(&disc, flat, 5, 1e-11);
  jn_cam other = disc;
  other.roller = true;
  other.radius = 0.01;
  check_lift(&other, roller, 5, 1e-11);
  other.offset = 0.004;
  check_lift(&other, NULL, 0, 1);
  other.radius = 0;
  check_lift(&other, NULL, 0, 1);
  // an eccentric circle of many points: y = e sin(x) + sqrt((R + r)^2 - (e cos(x) - offset)^2)
  enum { POINTS = 96 };
  double circle[2 * POINTS];
  for (int i = 0; i < POINTS; i++) {
    circle[2 * i] = 0.01 + 0.04 * cos(2 * JNK_PI * i / POINTS);
    circle[2 * i + 1] = 0.04 * sin(2 * JNK_PI * i / POINTS);
  }
  const jn_cam round = {circle, POINTS, true, 0.01, 0.005, JNK_PI / 2};
  lift expected[8];
  for (int i = 0; i < 8; i++) {
    double x = 0.7 * i, c = 0.01 * cos(x) - 0.005, cd = -0.01 * sin(x), cdd = -0.01 * cos(x),
           root = sqrt(0.0025 - c * c);
    double rootd = -c * cd / root;
    expected[i] = (lift){180 * x / JNK_PI, 0.01 * sin(x) + root, 0.01 * cos(x) + rootd,
                         -0.01 * sin(x) - (cd * cd + c * cdd + rootd * rootd) / root};
  }
  check_lift(&round, expected, 8, 5e-4);  // the spline is not quite a circle
  jn_cam wrong[4] = {disc, disc, other, other};
  const double hollow[] = {0.03, 0, 0.02, 0.02, 0, 0.01, -0.02, 0.02, -0.03, 0, 0, -0.03},
               clockwise[] = {0.03, 0, 0, -0.03, -0.03, 0, 0, 0.03},
               beside[] = {0.13, 0, 0.1, 0.03, 0.07, 0, 0.1, -0.03};
  wrong[0].points = hollow;
  wrong[0].n = 6;
  wrong[1].points = clockwise;
  wrong[1].n = 4;
  wrong[2].points = beside;
  wrong[2].n = 4;
  wrong[3].n = 2;
  for (int i = 0; i < 4; i++) {
    jn_model *model = new_model();
    char what[256] = "";
    CHECK(!jni_joint_function_new(model, &(jn_function){.cam = wrong[i]}, what, sizeof what) && what[0]);
    jn_model_free(model);
  }
}

// ---- compiled code --------------------------------------------------------------------------------------------------

// Crank and table, both free to move, and a loop: the function's argument is an angle of the tree, or of a cut joint.
static const char *const driven =
    "jounce: 1\nname: d\nspace: %s\nground: {points: {A: [0, 0%s], B: [0.1, 0%s]}}\n"
    "bodies: {a: {mass: 1, inertia: %s, points: {P: [0.2, 0%s]}}, b: {mass: 2, inertia: %s}}\n"
    "joints:\n  A: {type: revolute, between: [ground.A, a]}\n  B: {type: revolute, between: [ground.B, b]%s}\n"
    "  f: {type: function, from: B, to: A, law: %s}\ninitial: {keep: {joint.B.rate: 3}}\n";

static void test_compiled(void) {
  static const char *const laws[] = {
      "{table: [[0, 0.1], [1, 0.8], [2, 0.7], [4, 0.2], [360 deg, 0.1]], closed: true}",
      "{table: [[-1, -1], [0, 0.1], [1, 0.8], [2, 0.7]]}",
      "\"0.3*sin(2*x) + x\"",
      "{formula: \"if(x < pi, 1 - smooth(x/pi), smooth(x/pi - 1))\", period: 360 deg}",
  };
  for (int plane = 0; plane < 2; plane++)
    for (int cut = 0; cut < 2; cut++)
      for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char text[2000];
        const char *z = plane ? "" : ", 0", *J = plane ? "0.02" : "[0.02, 0.02, 0.02]";
        snprintf(text, sizeof text, driven, plane ? "plane" : "space", z, z, J, z, J, cut ? ", tree: false" : "",
                 laws[i]);
        jn_model *model = read_text(text);
        jn_report *report = jn_report_new(NULL);
        jn_run *run = model ? reduced_run(model, 0, report) : NULL;
        CHECK(run && jn_run_reduced(run));
        double *nominal = run ? course_variables(run) : NULL;
        jni_graph *g = jni_graph_new(NULL);
        jni_equations *e = run ? equations_of(g, run, nominal, report) : NULL;
        CHECK(e);
        double error = e ? acceleration_error(e, jn_run_reduced(run), nominal) : 1;
        CHECK(error <= 1e-11);
        if (!(error <= 1e-11)) printf("%s: %.3g\n", text, error);
        jni_equations_free(e);
        jni_graph_free(g);
        jn_report_free(report);
        free(nominal);
        jn_run_free(run);
        jn_model_free(model);
      }
}

// ---- bad input ------------------------------------------------------------------------------------------------------

static void test_faults(void) {
  static const struct {
    const char *law, *word;
    int line;
  } bad[] = {
      {"law: {table: [[0, 1], [2, 2], [1, 3]]}", "law", 8},
      {"law: {table: [[0, 1]]}", "two points", 8},
      {"law: {table: [[0, 1], [1, 2], [2, 1]], closed: true}", "at least 4", 8},
      {"law: {table: [[0, 1], [1, 2], [2, 3], [3, 1.5]], closed: true}", "closed", 8},
      {"law: {table: [[0, 1], [1, 2], [2, 3], [3, 1.5]], per_turn: 1}", "closed: true", 8},
      {"law: {table: [[0, 1], [1 mm, 2]]}", "mm", 8},
      {"law: {table: [[0, 1], [1, 2]], period: 3}", "period", 8},
      {"law: {table: [[0, 1], [1, 2]], formula: x}", "formula", 8},
      {"law: {closed: true}", "table", 8},
      {"law: {formula: x, period: -1}", "positive", 8},
      {"law: sin(x) + b.angle", "b.angle", 8},
      {"law: sin(x", "", 8},
      {"law: abs(x)", "period", 8},
      {"law: {table: [[0, .nan], [1, 2]]}", "", 8},
      {"", "law", 8},
      {"law: x, to_coordinate: displacement", "displacement", 8},
      {"law: x, from: B", "", 8},
      {"law: {profile: [[1, 0], [0, 1], [-1, 0], [0, -1]], follower: flat}", "displacement", 8},
      {"law: {profile: [[1, 0], [0, 1]], follower: flat}", "three points", 8},
      {"law: {profile: [[1, 0], [0, 1], [-1, 0], [0, -1]]}", "follower", 8},
      {"law: {profile: [[1, 0], [0, 1], [-1, 0], [0, -1]], follower: roller}", "radius", 8},
      {"law: {profile: [[1, 0], [0, 1], [-1, 0], [0, -1]], follower: round}", "round", 8},
      {"law: {profile: [[1, 0], [0, 1], [-1, 0], 3], follower: flat}", "[x, y]", 8},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[1000];
    bool own = strstr(bad[i].law, "from") != NULL;
    snprintf(text, sizeof text,
             "jounce: 1\nname: bad\nspace: plane\n"
             "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
             "joints:\n  A: {type: revolute, between: [ground, a]}\n  B: {type: revolute, between: [ground, b]}\n"
             "  f: {type: function, %sto: B%s%s}\n",
             own ? "" : "from: A, ", bad[i].law[0] ? ", " : "", bad[i].law);
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_text(NULL, "bad", text, strlen(text), NULL, 0, report);
    bool told = !model && jn_report_size(report) > 0 && jn_report_get(report, 0)->line == bad[i].line &&
                strstr(jn_report_get(report, 0)->what, bad[i].word);
    CHECK(told);
    if (!told) {
      printf("%s\n", bad[i].law);
      for (int k = 0; k < jn_report_size(report); k++)
        printf("  %d: %s\n", jn_report_get(report, k)->line, jn_report_get(report, k)->what);
    }
    jn_model_free(model);
    jn_report_free(report);
  }
}

int main(void) {
  test_compiled();
  test_faults();
  test_splines();
  test_cams();
  test_pieces();
  test_closed_forms();
  return check_report();
}
