// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_kinematics.c - prescribed motion: derivatives, change points, lock-up, redundancy, tables of motion, and what
// stays free.
#include "linalg/dense/dense.h"
#include "linalg/dense/quintic_spline.h"
#include "linalg/lu/lu.h"
#include "memory.h"
#include "prescribed.h"

static const char *const all_coordinates[] = {"cartesian", "natural", "joint"};
enum { NCOORDINATES = 3 };
#define MODEL(name) JOUNCE_SOURCE_DIR "/models/" name

// ---- the spline -----------------------------------------------------------------------------------------------------

// A polynomial of fifth degree goes through unchanged; elsewhere accelerations come nearer with the fourth power of the
// spacing.
static double spline_error(int n) {
  double x[200], y[200], out[3], worst = 0;
  jni_spline spline;
  jni_pool scratch = {.alloc = NULL};
  for (int i = 0; i < n; i++) {
    x[i] = 2.0 * i / (n - 1) + (i > 0 && i < n - 1 ? 0.2 / n * sin(7.0 * i) : 0);
    y[i] = sin(3 * x[i]);
  }
  CHECK(jni_spline_new(&scratch, x, y, n, &spline));
  for (int i = 0; i <= 500; i++) {
    double t = 2.0 * i / 500;
    jni_spline_calc(&spline, t, out);
    worst = fmax(worst, fabs(out[2] + 9 * sin(3 * t)));
  }
  jni_pool_free(&scratch);
  return worst;
}

static void test_spline(void) {
  for (int n = 1; n <= 9; n++) {
    double x[9], y[9], out[3];
    int degree = n < 6 ? n - 1 : 5;
    jni_spline spline;
    jni_pool scratch = {.alloc = NULL};
    for (int i = 0; i < n; i++) {
      x[i] = i + 0.1 * i * i;
      y[i] = pow(x[i] - 1, degree);
    }
    CHECK(jni_spline_new(&scratch, x, y, n, &spline));
    for (int i = 0; i <= 20; i++) {
      double t = x[n - 1] * i / 20, scale = 1e-12 * (1 + pow(x[n - 1], degree));
      jni_spline_calc(&spline, t, out);
      CHECK_NEAR(out[0], pow(t - 1, degree), scale);
      CHECK_NEAR(out[1], degree ? degree * pow(t - 1, degree - 1) : 0, 100 * scale);
      CHECK_NEAR(out[2], degree > 1 ? degree * (degree - 1) * pow(t - 1, degree - 2) : 0, 1000 * scale);
    }
    jni_pool_free(&scratch);
  }
  CHECK(spline_error(160) < spline_error(80) / 10);
}

// ---- a table of motion ----------------------------------------------------------------------------------------------

enum { POINTS = 81 };
static double table_times[POINTS], table_values[3][POINTS];

static jn_motion_table make_table(int n) {
  static const double *const columns[3] = {table_values[0], table_values[1], table_values[2]};
  for (int i = 0; i < POINTS; i++) {
    double t = table_times[i] = 0.025 * i;
    for (int k = 0; k < 3; k++) table_values[k][i] = 0.2 * (k + 1) * sin((2 + k) * t) + 0.3 * t + 0.1 * k;
  }
  return (jn_motion_table){.columns = columns, .ncolumns = n, .times = table_times, .ntimes = POINTS};
}

// Velocities and accelerations of everything named are the derivatives of its positions.
static void check_derivatives(prescribed *p, const char *const *names) {
  const double h = 1e-4, t = 0.8;
  enum { MOST = 8 };
  double position[3][MOST], velocity[3][MOST], middle[MOST], middle_rate[MOST];
  for (int k = 0; k < 3; k++) {
    CHECK(jn_kinematics_go(p->kinematics, t + (k - 1) * h, p->report) == JN_OK);
    for (int i = 0; names[3 * i]; i++) {
      position[k][i] = prescribed_value(p, names[3 * i]);
      velocity[k][i] = prescribed_value(p, names[3 * i + 1]);
      if (k == 1) {
        middle[i] = velocity[1][i];
        middle_rate[i] = prescribed_value(p, names[3 * i + 2]);
      }
    }
  }
  for (int i = 0; names[3 * i]; i++) {
    CHECK_NEAR(middle[i], (position[2][i] - position[0][i]) / (2 * h), 1e-6);
    CHECK_NEAR(middle_rate[i], (velocity[2][i] - velocity[0][i]) / (2 * h), 1e-5);
  }
}

static void test_motion(const char *model, const char *const *columns, int n, const char *const *names,
                        const char *coordinates) {
  jn_motion_table table = make_table(n);
  jn_kinematics_options options = jn_kinematics_options_default();
  table.names = columns;
  options.motion = &table;
  prescribed p = prescribed_new(model, coordinates, &options);
  CHECK(p.kinematics != NULL);
  if (!p.kinematics) prescribed_says(&p, "nothing");
  if (p.kinematics) {
    CHECK(jn_kinematics_nmotions(p.kinematics) == n && jn_inverse_count(jn_kinematics_inverse(p.kinematics)) == n);
    check_derivatives(&p, names);
    CHECK(jn_kinematics_go(p.kinematics, 1, p.report) == JN_OK);  // a point of the table
    for (int i = 0; i < n; i++) CHECK_NEAR(prescribed_value(&p, columns[i]), table_values[i][40], 1e-11);
    CHECK(jn_kinematics_go(p.kinematics, 3, p.report) == JN_BAD_ARGUMENT &&
          prescribed_says(&p, "the motion is not given at t = 3 s"));
  }
  prescribed_free(&p);
}

// A slide on a turning arm: its coordinate has a bias of its own.
static const char sliding_arm[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies: {arm: {mass: 1, inertia: 1, points: {O: [-1, 0]}}, slide: {mass: 2, inertia: 0.5, points: {P: [0.1, "
    "0.2]}}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, arm.O]}\n"
    "  S: {type: prismatic, between: [arm.O, slide.P], axis: x}\n"
    "initial: {guess: {arm.x: 1}}\n";

static void test_motions(const char *coordinates) {
  static const char *const pendulum[] = {"joint.O.angle", "joint.A.angle"};
  static const char *const pendulum_names[] = {
      "bar1.angle", "bar1.rate", "bar1.angular_acceleration", "bar2.x", "bar2.vx", "bar2.ax", NULL};
  static const char *const bodies[] = {"bar1.angle", "bar2.angle"};
  static const char *const point[] = {"bar2.P.x", "bar2.P.y"};
  static const char *const slide[] = {"joint.O.angle", "joint.S.displacement"};
  static const char *const slide_names[] = {"slide.x", "slide.vx", "slide.ax", "slide.y", "slide.vy", "slide.ay", NULL};
  static const char *const spatial[] = {"joint.O.angle"};
  static const char *const spatial_names[] = {
      "coupler.B.x",  "coupler.B.vx", "coupler.B.ax", "coupler.B.y",  "coupler.B.vy",
      "coupler.B.ay", "coupler.B.z",  "coupler.B.vz", "coupler.B.az", NULL};
  test_motion(MODEL("../papers/park/park-double-pendulum.yaml"), pendulum, 2, pendulum_names, coordinates);
  test_motion(MODEL("../papers/park/park-double-pendulum.yaml"), bodies, 2, pendulum_names, coordinates);
  test_motion(MODEL("../papers/park/park-double-pendulum.yaml"), point, 2, pendulum_names, coordinates);
  test_motion(sliding_arm, slide, 2, slide_names, coordinates);
  test_motion(MODEL("../papers/park/park-spatial-four-bar.yaml"), spatial, 1, spatial_names, coordinates);
}

// A free body in space, led by three points of its coordinates; its turning stays free and is named.
static void test_free_names(void) {
  static const char text[] = "jounce: 1\nspace: space\nbodies: {box: {mass: 1, inertia: [0.1, 0.2, 0.3]}}\n";
  static const char *const columns[] = {"box.x", "box.y", "box.speed"};
  jn_motion_table table = make_table(3);
  jn_kinematics_options options = jn_kinematics_options_default();
  table.names = columns;
  options.motion = &table;
  prescribed p = prescribed_new(text, "cartesian", &options);
  CHECK(p.kinematics == NULL);
  CHECK(prescribed_says(&p, "4 degrees of freedom remain (") && prescribed_says(&p, "box.wx, box.wy, box.wz"));
  CHECK(prescribed_says(&p, "column 'box.speed' of the motion is not used: unknown name 'box.speed'"));
  prescribed_free(&p);
  p = prescribed_new(MODEL("../papers/park/park-double-pendulum.yaml"), "cartesian", NULL);
  CHECK(p.kinematics == NULL && prescribed_says(&p, "2 degrees of freedom remain (joint.A.angle, joint.O.angle)"));
  prescribed_free(&p);
}

static void test_bad_tables(void) {
  static const char *const columns[] = {"joint.O.angle", "joint.A.angle"};
  jn_kinematics_options options = jn_kinematics_options_default();
  static const char *const units[] = {"deg", "mm"};
  for (int i = 0; i < 4; i++) {
    jn_motion_table table = make_table(2);
    table.names = columns;
    options.motion = &table;
    if (i == 0) table_times[7] = table_times[6];
    if (i == 1) table_values[1][5] = NAN;
    if (i == 2) table.ntimes = 1;
    if (i == 3) table.units = units;
    table.file = "typed.csv";
    prescribed p = prescribed_new(MODEL("../papers/park/park-double-pendulum.yaml"), "cartesian", &options);
    static const char *const says[] = {
        "that of point 8 does not", "the motion of 'joint.A.angle' is not given at t = 0.125 s",
        "a motion needs at least two times", "has the unit 'mm', but joint.A.angle is an angle"};
    CHECK(p.kinematics == NULL && prescribed_says(&p, says[i]));
    CHECK(jn_report_size(p.report) == 1 && strcmp(jn_report_get(p.report, 0)->file, "typed.csv") == 0);
    prescribed_free(&p);
  }
}

// A repeated column, one of rates and one that is not needed are left out, and told. Names of the model serve as
// examples.
static void test_left_out(void) {
  static const char *const columns[] = {"joint.O.angle", "joint.O.angle", "arm.rate", "arm.angle",
                                        "joint.S.displacement"};
  jn_motion_table table = make_table(1);
  const double *values[5];
  for (int i = 0; i < 5; i++) values[i] = table.columns[0];
  jn_kinematics_options options = jn_kinematics_options_default();
  table.names = columns;
  table.columns = values;
  table.ncolumns = 5;
  options.motion = &table;
  prescribed p = prescribed_new(sliding_arm, "cartesian", &options);
  CHECK(p.kinematics && jn_kinematics_nmotions(p.kinematics) == 2);
  CHECK(prescribed_says(&p, "column 'joint.O.angle' of the motion is given twice"));
  CHECK(prescribed_says(&p, "rates in the motion are not used, only positions: arm.rate"));
  CHECK(prescribed_says(&p, "coordinates that follow from the others are not used: arm.angle"));
  prescribed_free(&p);
  static const char *const energy[] = {"energy.kinetic"};
  options = jn_kinematics_options_default();
  options.actuators = energy;
  options.nactuators = 1;
  p = prescribed_new(sliding_arm, "cartesian", &options);
  CHECK(!p.kinematics);
  table.ncolumns = 2;
  options = jn_kinematics_options_default();
  options.motion = &table;
  prescribed_free(&p);
  p = prescribed_new(sliding_arm, "cartesian", &options);
  CHECK(
      !p.kinematics &&
      prescribed_says(&p, "1 degree of freedom remains (joint.S.displacement); the table of motion does not name it"));
  prescribed_free(&p);
}

// Two carts of which one has an actuator. At the start nothing is needed; later the motion is refused, and reached all
// the same.
static void test_refused(const char *coordinates) {
  static const char text[] =
      "jounce: 1\nspace: plane\nbodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
      "joints: {A: {type: prismatic, between: [ground, a], axis: x}, B: {type: prismatic, between: [ground, b], "
      "axis: x}}\n"
      "drivers: {one: {joint: A, motion: 't^3'}, two: {joint: B, motion: 't^3'}}\n"
      "auxiliary: {clock: {initial: 0, rate: 1}}\n";
  static const char *const actuators[] = {"joint.A.displacement"};
  jn_kinematics_options options = jn_kinematics_options_default();
  options.actuators = actuators;
  options.nactuators = 1;
  prescribed p = prescribed_new(text, coordinates, &options);
  CHECK(p.kinematics != NULL);
  for (int t = 1; t <= 2 && p.kinematics; t++) {
    CHECK(jn_kinematics_go(p.kinematics, t, p.report) == JN_REFUSED && jn_report_count(p.report, JN_FAULT) == t);
    CHECK_NEAR(jn_kinematics_state(p.kinematics)[0], t, 0);
    CHECK_NEAR(prescribed_value(&p, "b.x"), t * t * t, 1e-12);
    CHECK_NEAR(prescribed_value(&p, "b.ax"), 6 * t, 1e-12);
    CHECK_NEAR(prescribed_value(&p, "clock"), t, 1e-12);
    CHECK_NEAR(jn_kinematics_forces(p.kinematics)[0], 6 * t, 1e-11);
  }
  CHECK(prescribed_says(
      &p, "the actuators cannot produce this motion: at t = 0.5 s none of them moves joint.B.displacement"));
  prescribed_free(&p);
}

// ---- singular configurations ----------------------------------------------------------------------------------------

// The sign of a determinant by LU, of a small and of a large matrix: a cycle of n has n - 1 exchanges.
static void test_sign(void) {
  static double A[80 * 80];
  static int pivot[80];
  for (int n = 1; n <= 80; n += n < 62 ? 6 : 1)
    for (int negative = 0; negative < 2; negative++) {
      memset(A, 0, sizeof A);
      for (int i = 0; i < n; i++) A[i * n + (i + 1) % n] = i == 0 && negative ? -2 : 2;
      CHECK(jni_dense_lu(n, A, pivot) && jni_dense_lu_sign(n, A, pivot) == ((n - 1 + negative) % 2 ? -1 : 1));
    }
}

// Likewise by a sparse LU, of two cycles that are tied together.
static void test_sparse_sign(void) {
  for (int n = 3; n <= 203; n += 20) {
    int row[500], column[500], places = 0;
    double *dense = calloc((size_t)n * (size_t)n, sizeof *dense);
    int *pivot = malloc((size_t)n * sizeof *pivot);
    for (int i = 0; i < n; i++) {
      row[places] = i;
      column[places++] = (i + 1) % n;
    }
    for (int i = 0; i < n; i++) {
      row[places] = i;
      column[places++] = (7 * i) % n;
    }
    for (int k = n; k < places; k++)
      if (column[k] == (row[k] + 1) % n) {
        row[k] = row[places - 1];
        column[k] = column[places - 1];
        places--;
        k--;
      }
    jni_lu *lu = jni_lu_new(NULL, n, places, row, column);
    for (int k = 0; k < places; k++)
      jni_lu_values(lu)[k] = dense[row[k] * n + column[k]] = k < n ? 2 + sin(k) : sin(3 * k);
    CHECK(jni_lu_pivot(lu) == 0);
    CHECK(jni_lu_factor(lu) && jni_lu_pivot(lu) > 0 && jni_lu_pivot(lu) <= 1);
    CHECK(jni_dense_lu(n, dense, pivot) && jni_lu_sign(lu) == jni_dense_lu_sign(n, dense, pivot));
    CHECK(jni_lu_sign(lu) == jni_lu_sign(lu));
    for (int k = 0; k < places; k++)
      if (row[k] == 0) jni_lu_values(lu)[k] *= -1;
    int before = jni_lu_sign(lu);
    CHECK(jni_lu_factor(lu) && jni_lu_sign(lu) == -before);
    jni_object_free(lu);
    free(dense);
    free(pivot);
  }
}

// A parallelogram that turns all the way round: at 0 and pi the coupler could cross over.
static const char parallelogram[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [1, 0]}}\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.3, 0]}}\n"
    "  b: {mass: 1, inertia: 0.1, points: {A: [0, 0], B: [1, 0]}}\n"
    "  c: {mass: 1, inertia: 0.1, points: {D: [0, 0], B: [0.3, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, a.O]}\n"
    "  A: {type: revolute, between: [a.A, b.A]}\n"
    "  B: {type: revolute, between: [b.B, c.B]}\n"
    "  D: {type: revolute, between: [ground.D, c.D]}\n"
    "drivers: {motor: {joint: O, motion: '0.5 + 2*t'}}\n"
    "initial: {guess: {a.angle: 0.5, c.angle: 0.5, b.x: 0.26, b.y: 0.14}}\n";

static void test_change_points(const char *coordinates) {
  const double pi = 3.14159265358979323846;
  prescribed p = prescribed_new(parallelogram, coordinates, NULL);
  for (int i = 1; p.kinematics && i <= 100; i++) {
    CHECK(jn_kinematics_go(p.kinematics, 0.05 * i, p.report) == JN_OK);
    CHECK_NEAR(prescribed_value(&p, "b.angle"), 0, 1e-7);
    CHECK_NEAR(prescribed_value(&p, "c.angle"), 0.5 + 0.1 * i, 1e-7);
  }
  CHECK(p.kinematics && jn_kinematics_nsingular(p.kinematics) == 3);
  for (int i = 0; p.kinematics && i < 3; i++)
    CHECK_NEAR(jn_kinematics_singular_time(p.kinematics, i), ((i + 1) * pi - 0.5) / 2, 1e-7);
  CHECK(prescribed_says(&p, "the mechanism passes a singular configuration at t = 1.3208 s"));
  prescribed_free(&p);
}

// A piston pushed beyond the reach of crank and rod.
static const char pushed_slider[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.02, points: {O: [0, 0], A: [0.05, 0]}}\n"
    "  rod: {mass: 1, inertia: 0.01, points: {A: [-0.075, 0], B: [0.075, 0]}}\n"
    "  piston: {mass: 1, inertia: 0.01, points: {B: [0, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n"
    "  B: {type: revolute, between: [rod.B, piston.B]}\n"
    "  cylinder: {type: prismatic, between: [ground.O, piston.B], axis: x}\n"
    "drivers: {push: {joint: cylinder, motion: '0.15 + 0.1*t'}}\n"
    "initial: {guess: {crank.angle: 1.2, rod.x: 0.08, rod.y: 0.02, rod.angle: -0.3, piston.x: 0.15}}\n";

static void test_lock_up(const char *coordinates) {
  prescribed p = prescribed_new(pushed_slider, coordinates, NULL);
  CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 0.4, p.report) == JN_OK);
  CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 0.8, p.report) == JN_NO_CONVERGENCE);
  if (p.kinematics) CHECK_NEAR(jn_kinematics_state(p.kinematics)[0], 0.5, 1e-6);
  CHECK(prescribed_says(&p, "the mechanism locks up at t = 0.5"));
  CHECK(prescribed_says(&p, "it cannot follow driver 'push'; it is at a dead centre"));
  CHECK(jn_report_count(p.report, JN_WARNING) == 1);  // the fault alone: it passes nothing
  CHECK(p.kinematics && jn_kinematics_nsingular(p.kinematics) == 1);
  prescribed_free(&p);
}

// ---- redundancy -----------------------------------------------------------------------------------------------------

static void test_redundant(const char *coordinates) {
  static const char *const columns[] = {"joint.low.angle"};
  jn_motion_table table = make_table(1);
  jn_kinematics_options options = jn_kinematics_options_default();
  table.names = columns;
  options.motion = &table;
  prescribed p = prescribed_new(MODEL("examples/door-three-hinges.yaml"), coordinates, &options);
  CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 1, p.report) == JN_OK);
  if (p.kinematics) {
    double angle = prescribed_value(&p, "joint.low.angle"), h = 1e-3, J = 30 * (0.81 + 0.0016) / 12 + 30 * 0.2025,
           rate[2], out[2];
    const jn_mobility *mobility = jn_kinematics_mobility(p.kinematics);
    CHECK(jn_mobility_redundant(mobility) == 10 && strstr(jn_mobility_sentence(mobility, 0), "is redundant with"));
    out[0] = jn_kinematics_forces(p.kinematics)[0];
    rate[0] = prescribed_value(&p, "joint.low.angle_rate");
    jn_kinematics_go(p.kinematics, 1 + h, p.report);
    rate[1] = prescribed_value(&p, "joint.low.angle_rate");
    out[1] = J * (rate[1] - rate[0]) / h + 30 * 9.81 * sin(0.1) * 0.45 * sin(angle);
    CHECK_NEAR(out[0], out[1], 0.02);
    CHECK_NEAR(prescribed_value(&p, "joint.low.force.x") + prescribed_value(&p, "joint.middle.force.x") +
                   prescribed_value(&p, "joint.high.force.x"),
               30 * prescribed_value(&p, "door.ax") - 30 * 9.81 * sin(0.1), 1e-8);
  }
  prescribed_free(&p);
}

static void test_contradiction(const char *coordinates) {
  static const char text[] =
      "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\n"
      "bodies: {bar: {mass: 1, inertia: 1, points: {O: [0, 0]}}}\n"
      "joints: {O: {type: revolute, between: [ground.O, bar.O]}}\n"
      "drivers: {one: {joint: O, motion: 't'}, two: {joint: O, motion: 't + t^2'}}\n";
  prescribed p = prescribed_new(text, coordinates, NULL);
  CHECK(p.kinematics && jn_kinematics_go(p.kinematics, 0.1, p.report) == JN_NO_ASSEMBLY);
  CHECK(prescribed_says(&p, "contradicts the rest of the prescribed motion at t = 0."));
  prescribed_free(&p);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

// Each allocation fails once: nothing is left behind.
static bool way(const jn_alloc *alloc) {
  static const char *const names[] = {"joint.O.angle"};
  jn_report *report = jn_report_new(alloc);
  jn_model *model = jn_model_read_text(alloc, "text", parallelogram, sizeof parallelogram - 1, NULL, 0, report);
  jn_system *system = model ? jn_system_new(model, "cartesian", report) : NULL;
  double *state = system ? malloc((size_t)jn_system_sizes(system).nstate * sizeof *state) : NULL;
  jn_kinematics_options options = jn_kinematics_options_default();
  options.actuators = names;
  options.nactuators = 1;
  bool ok = state && jn_system_initial_state(system, state) == JN_OK &&
            jn_assemble(system, state, &(jn_assembly){0}, report) == JN_OK;
  jn_kinematics *k = ok ? jn_kinematics_new(system, &options, state, report) : NULL;
  ok = k && jn_kinematics_go(k, 0.1, report) == JN_OK;
  jn_kinematics_free(k);
  free(state);
  jn_system_free(system);
  jn_model_free(model);
  jn_report_free(report);
  return ok;
}

static void test_memory(void) {
  memory_count count = {0};
  const jn_alloc alloc = {counted_resize, &count};
  CHECK(way(&alloc) && count.live == 0);
  long calls = count.calls;
  for (long i = 1; i <= calls; i += LIGHT ? 7 : 1) {
    count = (memory_count){.fail_at = i, .once = true};
    bool ok = way(&alloc);
    CHECK(count.live == 0);
    CHECK(!ok || i < calls);
  }
}

int main(void) {
  test_spline();
  for (int c = 0; c < NCOORDINATES; c++) {
    test_motions(all_coordinates[c]);
    test_change_points(all_coordinates[c]);
    test_lock_up(all_coordinates[c]);
    test_redundant(all_coordinates[c]);
    test_contradiction(all_coordinates[c]);
    test_refused(all_coordinates[c]);
  }
  test_free_names();
  test_bad_tables();
  test_left_out();
  test_sign();
  test_sparse_sign();
  test_memory();
  return check_report();
}
