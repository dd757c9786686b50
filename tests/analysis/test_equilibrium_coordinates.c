// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_equilibrium_coordinates.c - the same equilibrium in every coordinate set: poses, reactions, stability, of all
// models that come with it; and chains of many links, against their closed form.
#include <dirent.h>

#include "folder.h"
#include "rest.h"

static const double SAME = 1e-7;  // m, rad; of the largest load

typedef struct {
  jn_report *report;
  jn_system *system;
  jn_work *work;
  double *state, *lambda, *vdot;
  jn_equilibrium found;
  jn_status status;
} resting;

static bool settle(const jn_model *model, const char *coordinates, resting *r) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  *r = (resting){.report = jn_report_new(NULL)};
  r->system = jn_system_new(model, coordinates, r->report);
  if (!r->system) return false;
  jn_sizes n = jn_system_sizes(r->system);
  r->work = jn_work_new(r->system);
  r->state = calloc((size_t)n.nstate, sizeof *r->state);
  r->lambda = calloc((size_t)n.nc + 1, sizeof *r->lambda);
  r->vdot = calloc((size_t)n.nv + 1, sizeof *r->vdot);
  jn_system_initial_state(r->system, r->state);
  if (jn_assemble(r->system, r->state, NULL, r->report) != JN_OK) return false;
  r->status = jn_solve_equilibrium(r->system, &options, r->state, r->lambda, &r->found, r->report);
  return true;
}

static void drop(resting *r) {
  free(r->state);
  free(r->lambda);
  free(r->vdot);
  jn_work_free(r->work);
  jn_system_free(r->system);
  jn_report_free(r->report);
}

static int values(resting *r, const char *name, double out[4]) {
  jn_probe *probe = jn_probe_new(r->system, &name, 1, false, NULL);
  int n = probe && jn_probe_count(probe) <= 4 ? jn_probe_count(probe) : 0;
  if (n > 0) jn_probe_calc(probe, r->work, r->state, r->vdot, r->lambda, out);
  jn_probe_free(probe);
  return n;
}

static double larger(double most, double x) { return isnan(most) || x <= most ? most : x; }

// Values that both have; NaN where one has none, or where one is not finite. With n 0 both may have none.
static double gap(resting *a, resting *b, const char *name) {
  double x[4], y[4], same = 0, opposite = 0;
  int n = values(a, name, x);
  if (values(b, name, y) != n) return NAN;
  for (int i = 0; i < n; i++) {
    same = larger(same, fabs(x[i] - y[i]));
    opposite = larger(opposite, fabs(x[i] + y[i]));
  }
  return n == 4 && opposite < same ? opposite : same;  // a quaternion and its opposite are one turn
}

static void compare(const char *file, const char *coordinates, const jn_model *model, resting *a, resting *b) {
  static const char *const places[] = {"x", "y", "z", "angle", "quaternion"}, *const loads[] = {"force", "torque"};
  char name[300];
  double pose = 0, load = 0;
  for (int i = 1; i < jn_model_nbodies(model); i++)
    for (int k = 0; k < 5; k++) {
      snprintf(name, sizeof name, "%s.%s", jn_model_body_name(model, (jn_body){i}), places[k]);
      pose = larger(pose, gap(a, b, name));
    }
  for (int i = 0; i < jn_model_njoints(model); i++)
    for (int k = 0; k < 2; k++) {
      snprintf(name, sizeof name, "joint.%s.%s", jn_model_joint_name(model, (jn_joint){i}), loads[k]);
      load = larger(load, gap(a, b, name));
    }
  bool same = pose < SAME && load < SAME * fmax(a->found.load, 1);
  CHECK(same);
  double stiffness = a->found.least_stiffness, other = b->found.least_stiffness;
  bool alike = fabs(stiffness - other) <= 1e-6 * fmax(fabs(stiffness), 1e-3 * a->found.load);
  CHECK(alike);
  if (!alike) printf("%s in %s: least stiffness %g and %g\n", file, coordinates, stiffness, other);
  CHECK(a->found.stable == b->found.stable && a->found.neutral == b->found.neutral &&
        a->found.unstable == b->found.unstable);
  if (!same || a->found.neutral != b->found.neutral)
    printf("%s in %s: poses %g, reactions %g of %g; neutral %d and %d\n", file, coordinates, pose, load, a->found.load,
           a->found.neutral, b->found.neutral);
}

// What was looked at: models, coordinate sets that agreed on finding an equilibrium, sets that were refused.
typedef struct {
  int models, compared, refused;
} tally;

static void check_model(const char *file, int most, tally *t) {
  static const char *const sets[] = {"joint", "natural"};
  char path[600];
  resting a = {0}, b = {0};
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, file);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model != NULL);
  bool made = model && settle(model, "cartesian", &a) && jn_system_sizes(a.system).nv <= most;
  t->models += made;
  for (int i = 0; made && i < 2; i++) {
    if (settle(model, sets[i], &b)) {
      CHECK(a.status == b.status);
      if (a.status != b.status) printf("%s in %s: %d instead of %d\n", file, sets[i], b.status, a.status);
      if (a.status == JN_OK && b.status == JN_OK) {
        compare(file, sets[i], model, &a, &b);
        t->compared++;
      }
    } else {
      t->refused++;
    }
    drop(&b);
  }
  drop(&a);
  jn_model_free(model);
  jn_report_free(report);
}

static void check_folder(const char *folder, tally *t) {
  char path[512], file[512];
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, folder);
  DIR *dir = opendir(path);
  for (struct dirent *entry; dir;) {
    entry = readdir(dir);
    if (!entry) break;
    size_t n = strlen(entry->d_name);
    if (n < 6 || strcmp(entry->d_name + n - 5, ".yaml") != 0) continue;
    char whole[1024];
    snprintf(whole, sizeof whole, "%s/%.200s", path, entry->d_name);
    if (has_contacts(whole)) continue;  // their start is examined, and no equilibrium is searched
    snprintf(file, sizeof file, "%s/%.200s", folder, entry->d_name);
    check_model(file, 60, t);
  }
  CHECK(dir != NULL);
  if (dir) closedir(dir);
}

static int count_notes(const jn_report *report) {
  int n = 0;
  for (int i = 0; i < jn_report_size(report); i++) n += jn_report_get(report, i)->severity == JN_NOTE;
  return n;
}

// 160 links from lying flat hang straight: link k, its middle at -(k - 1/2) l, carries all below it.
static void test_long_chain(void) {
  static const char text[] =
      "jounce: 1\nspace: plane\ngravity: [0, -10]\nparameters: {N: 160, l: 0.05}\nground: {points: {O: [0, 0]}}\n"
      "bodies:\n"
      "  \"b{i}\": {repeat: {i: [1, \"=N\"]}, mass: 0.1, inertia: 2e-5, points: {P: [\"=-l/2\", 0], "
      "Q: [\"=l/2\", 0]}}\njoints:\n"
      "  J0: {type: revolute, between: [ground.O, b1.P]}\n"
      "  \"J{i}\": {repeat: {i: [1, \"=N-1\"]}, type: revolute, between: [\"b{i}.Q\", \"b{i+1}.P\"]}\n";
  static const char *const sets[] = {"joint", "cartesian"};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "chain", text, strlen(text), NULL, 0, report);
  for (int i = 0; model && i < 2; i++) {
    resting r;
    double x[4] = {0};
    CHECK(settle(model, sets[i], &r) && r.status == JN_OK && r.found.stability == JN_STABLE && r.found.stable == 160);
    CHECK(values(&r, "b160.y", x) == 1);
    CHECK_NEAR(x[0], -159.5 * 0.05, 1e-9);
    CHECK(values(&r, "joint.J80.force", x) == 2 || values(&r, "joint.J80.force", x) == 3);
    CHECK_NEAR(x[1], 80 * 0.1 * 10, 1e-6);
    CHECK(count_notes(r.report) == i);  // that it is sought in joint coordinates is told
    drop(&r);
  }
  CHECK(model != NULL);
  jn_model_free(model);
  jn_report_free(report);
}

static rest rest_of_text(const char *text, const char *coordinates) {
  jn_report *report = jn_report_new(NULL);
  jn_equilibrium_options options = jn_equilibrium_options_default();
  rest r =
      rest_in(report, jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report), coordinates, &options);
  CHECK(r.status == JN_OK);
  if (r.status != JN_OK) print_report(report);
  return r;
}

// A wheel on its tyre, steered by an expression of where it is, which has no potential and no symmetric slopes: it
// rests on the load of all, steered as the expression says.
static void test_steered_wheel(const char *coordinates) {
  rest r = rest_of_text(
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {level: {type: flat}}\nbodies:\n"
      "  cart: {mass: 300, inertia: [10, 10, 10]}\n  fork: {mass: 5, inertia: [1, 1, 1]}\n"
      "  wheel: {mass: 15, inertia: [0.5, 0.9, 0.5]}\n"
      "joints:\n  plane: {type: planar, between: [ground, cart], axis: x}\n"
      "  head: {type: revolute, between: [cart, fork], axis: z}\n"
      "  hub: {type: revolute, between: [fork, wheel], axis: y}\n"
      "drivers: {upright: {joint: plane, coordinate: angle, motion: 0}}\nforces:\n"
      "  steer: {type: torque, joint: head, "
      "value: \"-1e4*(joint.head.angle - 0.01*(cart.y - 1)) - 100*joint.head.rate\"}\n"
      "  tyre: {type: tyre-tmeasy, at: wheel, road: level, radius: 0.3, stiffness: 200 kN/m}\n"
      "initial: {guess: {cart.z: 0.3, fork.z: 0.3, wheel.z: 0.3}}\n",
      coordinates);
  CHECK_NEAR(get(&r, "wheel.z"), 0.3 - 320 * 9.81 / 200e3, 1e-10);
  CHECK_NEAR(get(&r, "joint.head.angle"), 0.01 * (get(&r, "cart.y") - 1), 1e-10);
  CHECK(r.found.unstable == 0);
  end(&r);
}

// A node without mass between springs: the one below carries the weight, the two above share it.
static void test_massless_node(const char *coordinates) {
  rest r = rest_of_text(
      "jounce: 1\nspace: space\ngravity: [0, -10, 0]\nground: {points: {A: [0.3, 0, 0], B: [0, 0, 0.3]}}\nbodies:\n"
      "  b: {mass: 0.8, com: [0, -0.2, 0], inertia: [0.1, 0.1, 0.1]}\n  n: {type: particle, mass: 0}\nforces:\n"
      "  s1: {type: spring-damper, between: [ground.A, n], stiffness: 20, rest: 0.1}\n"
      "  s3: {type: spring-damper, between: [ground.B, n], stiffness: 20, rest: 0.1}\n"
      "  s2: {type: spring-damper, between: [n, b], stiffness: 40, rest: 0.1}\n"
      "initial: {guess: {b.position: [0.5, -0.3, 0], n.position: [0.1, -0.2, 0.2]}}\n",
      coordinates);
  double length = get(&r, "force.s1.length"), y = get(&r, "n.y");
  CHECK_NEAR(get(&r, "force.s2.length"), 0.1 + 8.0 / 40, 1e-10);
  CHECK_NEAR(length, sqrt(0.045 + y * y), 1e-10);
  CHECK_NEAR(get(&r, "force.s3.length"), length, 1e-10);
  CHECK_NEAR(2 * 20 * (length - 0.1) * -y / length, 8, 1e-9);
  end(&r);
}

int main(int argc, char **argv) {
  tally t = {0};
  if (argc > 1) check_model(argv[1], 1000, &t);
  if (argc > 1) return check_report();
  check_folder("examples", &t);
  check_folder("benchmarks", &t);
  static const char *const papers[] = {"../papers/yoon", "../papers/park", "../papers/blajer", "../papers/dopico"};
  for (int i = 0; i < 4; i++) check_folder(papers[i], &t);
  check_model("vehicles/iltis.yaml", 100, &t);
  printf("%d models: %d compared, %d sets refused\n", t.models, t.compared, t.refused);
  CHECK(t.models >= 36 && t.compared >= 68 && t.refused == 0);
  test_long_chain();
  static const char *const all[] = {"cartesian", "natural", "joint"};
  for (int k = 0; k < 3; k++) {
    test_steered_wheel(all[k]);
    test_massless_node(all[k]);
  }
  return check_report();
}
