// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_tyre_power.c - friction of a tyre never feeds the wheel: for every kind of the table, from a wheel that spins at
// standstill to one that slides across, forward and backward, under all loads and cambers.
//
// The wheel moves evenly on a flat road, so that its load does no work. With the force F and the torque T on the wheel,
//   F . v + T . w = Fx Vsx + Fy Vsy + My spin + Mz (w . n),
// the first two terms being friction at the sliding velocity Vs of the contact patch, My rolling resistance, and Mz
// the aligning moment on the spin about the normal of a wheel with camber.
#include "kernel/ground/tyre_mf.h"
#include "model/force_kind.h"
#include "tyre_wheel.h"

#define CAR JOUNCE_SOURCE_DIR "/tests/data/car.tir"

static const double RADIUS = 0.3;

typedef struct {
  const char *kind;
  const char *road;   // besides the type
  const char *force;  // besides the type
  bool soft;          // on soft ground My is the moment of all forces on the tread: the total counts
} tyre_case;

// Each with steady slip and with slip that builds up.
#define USUAL "radius: 0.3, stiffness: 200e3, "
#define FIALA "slip_stiffness: 80e3, cornering_stiffness: 50e3, trail: 0.04"
static const tyre_case cases[] = {
    {"tyre-calspan", "", USUAL "slip_stiffness: 60e3, relaxation: 0", false},
    {"tyre-calspan", "", USUAL "slip_stiffness: 60e3, relaxation: 0.4", false},
    {"tyre-fiala", "", USUAL FIALA ", relaxation: 0", false},
    {"tyre-fiala", "", USUAL FIALA ", camber_stiffness: 2e3, friction_sliding: 0.7, relaxation: 0.3", false},
    {"tyre-tmeasy", "", USUAL "trail: 0.04, relaxation: 0", false},
    {"tyre-tmeasy", "", USUAL "trail: 0.04, relaxation: 0.3", false},
    {"tyre-pacejka", "", USUAL "relaxation: 0", false},
    {"tyre-pacejka", "", USUAL "relaxation: 0.3", false},
    {"tyre-mf", "", "radius: 0.3, file: " CAR ", relaxation: 0", false},
    {"tyre-mf", "", "radius: 0.3, file: " CAR, false},
    {"tyre-soil", ", soil: sand", "radius: 0.3, width: 0.2, relaxation: 0", true},
    {"tyre-soil", ", soil: sand", "radius: 0.3, width: 0.2, stiffness: 3e5", true},
    {"tyre-table", "", "radius: 0.3, load: load, traction: pull, side: side, resistance: drag, relaxation: 0", true},
    {"tyre-table", "", "radius: 0.3, load: load, traction: pull, side: side, resistance: drag", true},
};

static const char tables[] =
    "soils: {sand: {n: 1.1, k_c: 990, k_phi: 1528430, c: 1.04 kPa, phi: 28 deg, K: 25 mm}}\n"
    "tables:\n  load: {over: m, table: [[0, 0], [0.05, 5e3], [0.2, 3e4]], smooth: true}\n"
    "  pull: {over: [m, 1], x: [0, 0.1, 0.3], y: [-1, -0.2, 0, 0.2, 1], values: [[0, 0, 0, 0, 0], [-4e3, -3e3, 0, "
    "3e3, 4e3], [-7e3, -5e3, 0, 5e3, 7e3]]}\n"
    "  side: {over: [m, rad], x: [0, 0.2], y: [0, 0.3, 1], values: [[0, 0, 0], [0, 5e3, 8e3]]}\n"
    "  drag: {over: m, table: [[0, 0], [0.2, 900]]}\n";

static jn_model *read_case(const tyre_case *c) {
  const char *path = "tyre_power_test.yaml";
  FILE *file = fopen(path, "w");
  if (!file) return NULL;
  fprintf(file,
          "jounce: 1\nspace: space\nbodies: {wheel: {mass: 20, inertia: [1, 1, 1]}}\n%sroads: {road: {type: flat%s}}\n"
          "forces: {tyre: {type: %s, at: wheel, road: road, %s}}\n",
          tables, c->road, c->kind, c->force);
  fclose(file);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++)
    printf("%s: %s\n", c->kind, jn_report_get(report, i)->what);
  jn_report_free(report);
  remove(path);
  return model;
}

// Moves the states to where they rest at this motion. Rates are all but linear in them.
static bool settle(const jn_model *model, jni_force_input *in, double *state) {
  int n = nstates(model);
  for (int round = 0; round < 60; round++) {
    double most = 0;
    for (int k = 0; k < n; k++) {
      const double h = 1e-7;
      jni_force_output here = calc(model, in);
      double kept = state[k];
      state[k] = kept + h;
      double slope = (calc(model, in).state_rate[k] - here.state_rate[k]) / h;
      state[k] = kept;
      if (!(fabs(here.state_rate[k]) > 1e-9) || slope == 0) continue;
      double step = -here.state_rate[k] / slope;
      state[k] += fmax(-0.05, fmin(0.05, step));
      most = fmax(most, fabs(step));
    }
    if (!(most > 1e-12)) return true;
  }
  return false;
}

// One wheel in motion.
typedef struct {
  double Fx, Fy, Fz, slip_angle;
  double friction, total;  // power, W
  double unit;             // W: load times the largest speed
} motion;

static motion move(const jn_model *model, double height, double lean, double vx, double vy, double rim) {
  jni_force_input in = wheel_at(height, lean, vx, vy, rim / RADIUS);
  double state[8] = {0};
  in.state = nstates(model) > 0 ? state : NULL;
  CHECK(settle(model, &in, state));
  jni_force_output out = calc(model, &in);
  const double up[3] = {0, 0, 1};
  motion m = {.Fx = named(&out, model, "fx"),
              .Fy = named(&out, model, "fy"),
              .Fz = named(&out, model, "fz"),
              .slip_angle = named(&out, model, "slip_angle")};
  m.total = jnk_dot(out.force[0], in.end[0].v) + jnk_dot(out.torque[0], in.end[0].w);
  m.friction = m.total - named(&out, model, "my") * rim / RADIUS;
  m.friction -= named(&out, model, "mz") * jnk_dot(in.end[0].w, up);
  m.unit = m.Fz * fmax(hypot(vx, vy), fabs(rim));
  return m;
}

// Camber, and offsets of a property file, push a wheel that rolls straight. Where the wheel gives way, more slowly than
// it would by itself, this thrust works: at most by its own size, and never on a wheel that slides across.
// straight: without slip; Vs: sliding velocity.
static bool is_thrust(const motion *m, const motion *straight, double Vsx, double Vsy) {
  double most = fabs(straight->Fx * Vsx) + fabs(straight->Fy * Vsy);
  return m->friction <= most * (1 + 1e-6) && fabs(m->slip_angle) < 0.3;
}

static void scan(const tyre_case *c, const jn_model *model, double deflection, double lean) {
  static const double speeds[] = {0, 0.02, 0.6, 10, 40}, rims[] = {-78, -5, -0.05, 0, 0.05, 2, 12, 78};
  static const double angles[] = {0, 0.002, 0.005, 0.01, 0.02, 0.2, 0.98, 1.5, JNK_PI / 2, 2.8, JNK_PI};
  double height = RADIUS * cos(lean) - deflection, loaded = height / cos(lean);
  motion straight = move(model, height, lean, 10, 0, 10 * RADIUS / loaded);
  for (size_t s = 0; s < sizeof speeds / sizeof *speeds; s++)
    for (size_t a = 0; a < sizeof angles / sizeof *angles; a++)
      for (int side = -1; side <= 1; side += 2)
        for (size_t r = 0; r < 2 + sizeof rims / sizeof *rims; r++) {
          double vx = speeds[s] * cos(angles[a]), vy = side * speeds[s] * sin(angles[a]);
          double rim = r == 0 ? vx : r == 1 ? 1.02 * vx : rims[r - 2];
          motion m = move(model, height, lean, vx, vy, rim);
          double power = c->soft ? m.total : m.friction;
          bool brakes = m.Fz > 0 && power <= 1e-9 * m.unit;
          bool thrusts = !c->soft && is_thrust(&m, &straight, vx - rim * loaded / RADIUS, vy);
          CHECK(brakes || thrusts);
          if (!brakes && !thrusts)
            printf("%s, %s: deflection %g lean %g vx %g vy %g rim %g: load %g, Fx %g, Fy %g (straight %g, %g), %g W\n",
                   c->kind, c->force, deflection, lean, vx, vy, rim, m.Fz, m.Fx, m.Fy, straight.Fx, straight.Fy, power);
        }
}

static void test_case(const tyre_case *c) {
  static const double leans[] = {0, -0.05, 0.05, -0.25, 0.25}, deflections[] = {0.002, 0.02, 0.06};
  jn_model *model = read_case(c);
  CHECK(model != NULL);
  if (!model) return;
  for (size_t i = 0; i < sizeof leans / sizeof *leans; i++)
    for (size_t d = 0; d < sizeof deflections / sizeof *deflections; d++) scan(c, model, deflections[d], leans[i]);
  jn_model_free(model);
}

// Beyond the range of the file the forces are those of its end, and the slip that is reported is the true one.
static void test_range(void) {
  const tyre_case c = {"tyre-mf", "", "radius: 0.3, file: " CAR, false};
  jn_model *model = read_case(&c);
  CHECK(model != NULL);
  if (!model) return;
  motion inside = move(model, 0.28, 0, 10, -15, 45), end = move(model, 0.28, 0, 10, -15, 60);
  motion beyond = move(model, 0.28, 0, 10, -15, 78);
  CHECK_NEAR(end.Fx, beyond.Fx, 1e-6 * beyond.Fz);
  CHECK_NEAR(end.Fy, beyond.Fy, 1e-6 * beyond.Fz);
  CHECK_NEAR(beyond.slip_angle, -atan(1.5), 1e-6);
  CHECK_NEAR(inside.slip_angle, -atan(1.5), 1e-6);
  CHECK(beyond.Fy > 0.1 * beyond.Fz && beyond.Fx > 0.1 * beyond.Fz);
  jn_model_free(model);
}

int main(void) {
  test_range();
  for (int k = 0; jni_force_kinds[k]; k++) {
    bool found = !jni_force_kinds[k]->tyre;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      if (strcmp(jni_force_kinds[k]->name, cases[i].kind) == 0) {
        found = true;
        test_case(&cases[i]);
      }
    CHECK(found);
    if (!found) printf("there is no tyre of kind '%s' in this test\n", jni_force_kinds[k]->name);
  }
  return check_report();
}
