// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_modes_cases.c - small motions in cases of their own: a law that is another one near the state, accelerations
// that are not smooth, names and values of states, sizes of shares; and what `jounce modes` prints of signs, damping,
// units and sweeps.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "small_motion.h"
#include "system/system.h"

// `source` is a path below models/, or a text that begins with "jounce:".
static small linearised(const char *source) {
  small m = strncmp(source, "jounce:", 7) == 0 ? small_text(source) : small_file(source, NULL, 0);
  small_need(&m, "cartesian");
  return m;
}

static bool says(const small *m, const char *words) {
  for (int i = 0; i < jn_report_size(m->report); i++)
    if (strstr(jn_report_get(m->report, i)->what, words)) return true;
  return false;
}

// ---- laws -----------------------------------------------------------------------------------------------------------

#define CART(law)                                                                                                     \
  "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nbodies: {a: {mass: 1, inertia: 1, points: {C: [0, 0]}}}\n" \
  "joints: {rail: {type: prismatic, between: [ground.O, a.C], axis: x}}\n"                                            \
  "forces: {f: {type: torque, joint: rail, coordinate: displacement, value: ['" law "']}}\n"

// Large steps agree about the law further out, small ones tell of that at the state.
static void test_near_law(void) {
  small m = linearised(CART("if(abs(a.x) < 1e-2, -4*a.x, -100*a.x)"));
  if (m.modes && jn_modes_count(m.modes) == 1) CHECK_NEAR(jn_modes_get(m.modes, 0).im, 2, 1e-9);
  CHECK(m.modes && jn_modes_count(m.modes) == 1);
  small_end(&m);
}

static void test_rough_law(void) {
  small smooth = linearised(CART("-4*a.x")), rough = linearised(CART("-4*a.x + 40*a.x*abs(a.x)^0.3"));
  CHECK(!says(&smooth, "not smooth") &&
        says(&rough, "accelerations are not smooth near this state: A is accurate only to 0.0"));
  small_end(&smooth);
  small_end(&rough);
}

// Thrown, and pushed to the side: a turn would explain the push, but not the fall, so that this is no steady motion and
// axes stay where they are.
static void test_no_turn(void) {
  small m = linearised(
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nbodies: {ball: {type: particle, mass: 2}}\n"
      "forces: {push: {type: point-force, at: ball, value: ['0', '2', '0']}}\ninitial: {keep: {ball.vx: 1}}\n");
  jn_linear_sizes n = m.linear ? jn_linear_get_sizes(m.linear) : (jn_linear_sizes){.nx = 0};
  CHECK(n.np == 3 && n.nx >= 6 && !jn_linear_is_steady(m.linear));
  for (int i = 0; i < n.np; i++)
    for (int j = 0; j < n.nx; j++) CHECK_NEAR(jn_linear_A(m.linear)[i * n.nx + j], j == i + n.np, 1e-9);
  small_end(&m);
}

// ---- states and shares ----------------------------------------------------------------------------------------------

static const char tilted[] =
    "jounce: 1\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
    "bodies: {top: {mass: 2, inertia: [1, 2, 3], points: {C: [0, 0, 0]}}}\n"
    "initial: {keep: {top.x: 0.5, top.y: -0.25, top.z: 3}, guess: {top.quaternion: [0.8, 0.6, 0, 0]}}\n";

// Positions have their values; turns count from the state.
static void test_values(void) {
  static const struct {
    const char *name;
    double value;
  } states[] = {{"top.x", 0.5},    {"top.y", -0.25},  {"top.z", 3},
                {"top.turn.x", 0}, {"top.turn.y", 0}, {"top.turn.z", 0}};
  small m = linearised(tilted);
  for (size_t i = 0; m.linear && i < sizeof states / sizeof *states; i++) {
    int at = 0, n = jn_linear_get_sizes(m.linear).nx;
    while (at < n && strcmp(jn_linear_state_name(m.linear, at), states[i].name) != 0) at++;
    CHECK(at < n);
    if (at < n) CHECK_NEAR(jn_linear_state_value(m.linear, at), states[i].value, 1e-12);
  }
  small_end(&m);
}

// States of force elements are called after them.
static void test_names(void) {
  small m = linearised("examples/tyre-rig.yaml");
  int found = 0;
  for (int i = 0; m.linear && i < jn_linear_get_sizes(m.linear).nx; i++)
    found += strcmp(jn_linear_state_name(m.linear, i), "force.fiala.deflection_x") == 0 ||
             strcmp(jn_linear_state_name(m.linear, i), "force.tmeasy.deflection_y") == 0;
  CHECK(found == 2);
  small_end(&m);
}

// Amplitudes compare by the typical length: the largest has the size 1.
static void test_sizes(void) {
  small m = linearised("benchmarks/four-bar-diagonal-spring.yaml");
  for (int i = 0; m.modes && i < jn_modes_count(m.modes); i++) {
    double most = 0;
    for (int pass = 0; pass < 2; pass++)
      for (int k = 0; k < jn_modes_nshares(m.modes, i); k++) {
        const jn_share *s = jn_modes_share(m.modes, i, k);
        double size = hypot(s->re, s->im) / (strcmp(s->unit, "m") == 0 ? m.system->length_scale : 1);
        if (pass == 0) most = fmax(most, size);
        else CHECK_NEAR(s->size, size / most, 1e-9);
      }
  }
  small_end(&m);
}

// A sleigh on its blade with a spring that turns it back: three positions, two speeds, and the whole mode lives in the
// angle.
static void test_parts(void) {
  small m = linearised(
      "jounce: 1\nspace: plane\nground: {points: {ice: [0, 0]}}\n"
      "bodies: {sleigh: {mass: 2, inertia: 1, points: {P: [0, 0]}}}\n"
      "joints: {blade: {type: knife-edge, between: [ground.ice, sleigh.P], axis: y}}\n"
      "forces: {back: {type: torque, at: sleigh, value: ['-4*sleigh.angle']}}\n");
  jn_linear_sizes n = m.linear ? jn_linear_get_sizes(m.linear) : (jn_linear_sizes){.nx = 0};
  CHECK(n.np == 3 && n.nf == 2 && m.modes && jn_modes_count(m.modes) == 1);
  for (int k = 0; m.modes && jn_modes_count(m.modes) == 1 && k < jn_modes_nshares(m.modes, 0); k++) {
    const jn_share *s = jn_modes_share(m.modes, 0, k);
    CHECK_NEAR(s->part, strcmp(s->name, "sleigh.angle") == 0, 1e-9);
  }
  small_end(&m);
}

// ---- the command ----------------------------------------------------------------------------------------------------

static const char carts[] =
    "jounce: 1\nspace: plane\nground: {points: {O: [0, 0]}}\nparameters: {c: 0, p: 0}\n"
    "bodies: {a: {mass: '=1 - p', inertia: 1, points: {C: [0, 0]}}, b: {mass: 1, inertia: 1, points: {C: [0, 0]}}}\n"
    "joints: {ra: {type: prismatic, between: [ground.O, a.C], axis: x}, rb: {type: prismatic, between: [ground.O, "
    "b.C], axis: x}}\n"
    "forces:\n"
    "  sa: {type: torsion-spring, joint: ra, coordinate: displacement, stiffness: 4, damping: '=c'}\n"
    "  sb: {type: torsion-spring, joint: rb, coordinate: displacement, stiffness: 4, rest: 1, damping: '=c'}\n"
    "  sab: {type: spring-damper, between: [a.C, b.C], stiffness: 6, rest: 1}\n"
    "initial: {keep: {a.x: 0, b.x: 1}}\nsimulate: {until: 1}\n";

// Two carts: together at 2 rad/s, against each other at sqrt(4 + 12) rad/s.
static void test_command(void) {
  static const char file[] = "test_modes_cases.yaml";
  static const struct {
    const char *arguments;
    int code;
    const char *says;
  } cases[] = {
      {"", 0, "joint.ra.displacement 1 m, joint.rb.displacement 1 m\n"},
      {"", 0, "joint.ra.displacement 1 m, joint.rb.displacement -1 m\n"},
      {"", 0, "undamped: 2 modes with zero real part"},
      {"--set c=1", 0, "all modes decay"},
      {"--set c=-1", 3, "error"},
      {"--at '2 m'", 2, "--at is start, equilibrium or a time after 0"},
      {"--at '2 rad'", 2, "--at is start, equilibrium or a time after 0"},
      {"--at -1", 2, "--at is start, equilibrium or a time after 0"},
      {"--sweep c=2:2:5", 2, "--sweep goes from a smaller to a larger value, but got '2:2:5'"},
      {"--sweep bodies.a.mass='1:2 kg:2' --json", 0, "\"unit\": \"kg\""},
      {"--sweep bodies.a.mass='1 kg:2:2' --json", 0, "\"unit\": \"kg\""},
      {"--sweep p=0:4:2", 3, "the sweep ends at p = 4\n"},
      {"--sweep c=0:-2:3", 2, "--sweep goes from a smaller to a larger value"},
  };
  FILE *out = fopen(file, "wb");
  CHECK(out != NULL);
  if (out) {
    fputs(carts, out);
    fclose(out);
  }
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char command[1000], text[20000];
    snprintf(command, sizeof command, "'" JOUNCE_COMMAND "' modes %s %s 2>&1", file, cases[i].arguments);
    FILE *pipe = popen(command, "r");
    CHECK(pipe != NULL);
    if (!pipe) continue;
    text[fread(text, 1, sizeof text - 1, pipe)] = 0;
    int code = pclose(pipe) / 256;
    CHECK(code == cases[i].code && strstr(text, cases[i].says));
    if (code != cases[i].code || !strstr(text, cases[i].says)) printf("%s: %d\n%s\n", cases[i].arguments, code, text);
  }
  remove(file);
}

int main(void) {
  test_near_law();
  test_rough_law();
  test_no_turn();
  test_values();
  test_names();
  test_sizes();
  test_parts();
  test_command();
  return check_report();
}
