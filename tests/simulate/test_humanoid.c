// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_humanoid.c - a humanoid with 44 joints, each with armature, dry friction, damping and a servo, runs with default
// choices in joint coordinates, without constraint equations and without steps as short as its friction is stiff. So it
// does when its joints rest on their stops.
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"

typedef struct {
  char bodies[20000], joints[20000], forces[40000], guess[10000];
  int n;        // joints so far
  bool stops;   // joints begin on a stop, where the servos keep them
  double mass;  // of the limbs
} writer;

static void put(char *to, size_t size, const char *format, ...) {
  size_t used = strlen(to);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(to + used, size - used, format, arguments);
  va_end(arguments);
}

// A limb of n links from a point of the trunk; every link hangs below the one before.
static void add_limb(writer *w, const char *name, int n, double mass, double length, double x, double y, double z) {
  static const char *const axes[] = {"y", "x", "z"};
  for (int i = 0; i < n; i++) {
    double m = mass / (1 + i), J = m * length * length / 6;
    double target = !w->stops ? 0.2 : i == 1 ? -1e-5 : 0;
    char parent[40];
    if (i == 0) snprintf(parent, sizeof parent, "trunk.%s", name);
    else snprintf(parent, sizeof parent, "%s%d.end", name, i - 1);
    if (i == 0) put(w->guess, sizeof w->guess, "      %s: [%g, %g, %g]\n", name, x, y, z);
    put(w->bodies, sizeof w->bodies,
        "  %s%d: {mass: %g, com: [0, 0, %g], inertia: [%g, %g, %g], points: {end: [0, 0, %g]}}\n", name, i, m,
        -length / 2, J, J, J / 2, -length);
    put(w->joints, sizeof w->joints, "  J_%s%d: {type: revolute, between: [%s, %s%d], axis: %s, armature: 0.02}\n",
        name, i, parent, name, i, axes[i % 3]);
    put(w->forces, sizeof w->forces,
        "  f_%s%d: {type: friction, joint: J_%s%d, kinetic: 1, stiffness: 1000}\n"
        "  d_%s%d: {type: torsion-spring, joint: J_%s%d, damping: 1}\n"
        "  s_%s%d: {type: torque, joint: J_%s%d, value: \"60*(%g - joint.J_%s%d.angle) - 3*joint.J_%s%d.rate\"}\n",
        name, i, name, i, name, i, name, i, name, i, name, i, target, name, i, name, i);
    if (w->stops)
      put(w->forces, sizeof w->forces,
          "  e_%s%d: {type: stop, joint: J_%s%d, lower: 0, upper: 2, stiffness: 200, damping: 0.8}\n", name, i, name,
          i);
    w->n++;
    w->mass += m;
  }
}

static void write_model(writer *w, char *text, size_t size) {
  for (int side = -1; side <= 1; side += 2) {
    add_limb(w, side < 0 ? "right_leg" : "left_leg", 6, 6, 0.2, 0, 0.1 * side, -0.3);
    add_limb(w, side < 0 ? "right_arm" : "left_arm", 7, 3, 0.12, 0, 0.25 * side, 0.3);
    add_limb(w, side < 0 ? "right_hand" : "left_hand", 7, 0.4, 0.04, 0.1, 0.25 * side, 0.1);
  }
  add_limb(w, "waist", 2, 3, 0.1, -0.1, 0, 0);
  add_limb(w, "head", 2, 3, 0.1, 0, 0, 0.4);
  CHECK(w->n == 44);
  snprintf(
      text, size,
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nbodies:\n  trunk:\n    mass: 30\n    inertia: [1, 1, 0.5]\n"
      "    points:\n%s%sjoints:\n  base: {type: free, between: [ground, trunk]}\n%sforces:\n%s"
      "initial: {keep: {trunk.position: [0, 0, 1]}}\nsimulate: {until: 0.5}\n",
      w->guess, w->bodies, w->joints, w->forces);
}

static void check_run(bool stops) {
  static writer w;
  static char text[100000];
  w = (writer){.stops = stops};
  write_model(&w, text, sizeof text);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "humanoid", text, strlen(text), NULL, 0, report);
  static const char *const names[] = {"momentum.z", "joint.J_left_leg0.angle", "energy.error"};
  jn_run_options options = jn_run_options_default();
  options.probes = names;
  options.nprobes = 3;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  CHECK(run && jn_run_execute(run, report) == JN_OK);
  for (int i = 0; i < jn_report_size(report); i++)
    if (!run) puts(jn_report_get(report, i)->what);
  if (run) {
    jn_summary s = *jn_run_summary(run);
    printf("%ld steps, %ld evaluations, %ld contacts\n", s.steps, s.evaluations, s.touches);
    CHECK(strcmp(s.choices.coordinates, "joint") == 0 && jn_system_sizes(jn_run_system(run)).nc == 0);
    CHECK(jn_system_sizes(jn_run_system(run)).nv == 50);
    CHECK(s.steps < (stops ? 150 : 1500) && s.evaluations < (stops ? 1500 : 25000));
    CHECK_NEAR(jn_run_outputs(run)[0], -(30 + w.mass) * 9.81 * 0.5, 1e-5);  // nothing but gravity acts from outside
    if (!stops) CHECK(jn_run_outputs(run)[1] > 0.05);                       // the servos move the joints
    CHECK(fabs(jn_run_outputs(run)[2]) < 1e-3);
  }
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(void) {
  check_run(false);
  check_run(true);
  return check_report();
}
