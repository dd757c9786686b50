// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_stands.c - what friction holds on a slope comes to rest there, whatever kind holds it: brake, friction in a
// joint, contact, tyre, track. Its loads are those of closed forms, it stands where it was put, and a run that starts
// so stays. With too little friction nothing is found.
#include <math.h>
#include <stdio.h>

#include "rest.h"
#include "trial.h"

#define SLIDE(kind, capacity)                                                                                  \
  "jounce: 1\nspace: plane\ngravity: [0, -10]\nbodies: {b: {mass: 10, inertia: 1}}\n"                          \
  "joints: {way: {type: prismatic, between: [ground, b], axis: [\"=cos(0.2)\", \"=sin(0.2)\"]}}\n"             \
  "forces: {hold: {type: " kind ", joint: way, " capacity                                                      \
  ", stiffness: 1e4}}\ninitial: {keep: {b.position: [0, 0]}}\n"                                                \
  "outputs: [{normal: \"100*cos(0.2)\"}, {along: \"-force.hold.value\"}, b.x]\nsimulate: {until: 0.1, start: " \
  "equilibrium}\n"
#define BOX(friction)                                                                                            \
  "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nroads: {g: {type: slope, angle: 0.2}}\n"                       \
  "bodies: {b: {mass: 10, inertia: [1, 1, 1], points: {p1: [1, 1, -0.5], p2: [1, -1, -0.5], p3: [-1, 1, -0.5], " \
  "p4: [-1, -1, -0.5]}}}\nforces:\n  \"c{i}\": {repeat: {i: [1, 4]}, type: contact, at: \"b.p{i}\", road: g, "   \
  "stiffness: 1e4, damping: 200, friction: " friction                                                            \
  "}\ninitial: {guess: {b.position: [0, 0, 0.6]}}\n"                                                             \
  "outputs: [{normal: \"force.c1.value + force.c2.value + force.c3.value + force.c4.value\"}, "                  \
  "{along: \"force.c1.ft + force.c2.ft + force.c3.ft + force.c4.ft\"}, b.y]\nsimulate: {until: 0.1, start: "     \
  "equilibrium}\n"
// the torques of the brakes over the heights of the axles push the cart up
#define CART(tyre, capacity)                                                                                          \
  "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nroads: {hill: {type: slope, angle: 0.2}}\n"                         \
  "bodies: {b: {mass: 8, inertia: [4, 4, 4], points: {f: [1, 0, 0], r: [-1, 0, 0]}}, "                                \
  "f: {mass: 1, inertia: [0.02, 0.04, 0.02]}, r: {mass: 1, inertia: [0.02, 0.04, 0.02]}}\n"                           \
  "joints: {lane: {type: planar, between: [ground, b], axis: y}, f: {type: revolute, between: [b.f, f], axis: y}, "   \
  "r: {type: revolute, between: [b.r, r], axis: y}}\nforces:\n"                                                       \
  "  \"tyre_{s}\": {repeat: {s: [f, r]}, type: " tyre                                                                 \
  ", at: \"{s}\", road: hill, radius: 0.3, stiffness: 5e3, "                                                          \
  "damping: 50, load: 50}\n"                                                                                          \
  "  \"brake_{s}\": {repeat: {s: [f, r]}, type: brake, joint: \"{s}\", capacity: " capacity                           \
  ", stiffness: 1e3}\n"                                                                                               \
  "initial: {guess: {b.z: \"=0.3/cos(0.2)\", b.orientation: {axis: y, angle: -0.2}, "                                 \
  "f.position: [\"=cos(0.2)\", 0, \"=0.3/cos(0.2) + sin(0.2)\"], "                                                    \
  "r.position: [\"=-cos(0.2)\", 0, \"=0.3/cos(0.2) - sin(0.2)\"]}}\n"                                                 \
  "outputs: [{normal: \"force.tyre_f.fz + force.tyre_r.fz\"}, "                                                       \
  "{along: \"-force.brake_f.value/(0.3 - force.tyre_f.length) - force.brake_r.value/(0.3 - force.tyre_r.length)\"}, " \
  "b.y]\nsimulate: {until: 0.02, start: equilibrium}\n"
#define BAND(capacity)                                                                                                 \
  "jounce: 1\nspace: space\ngravity: [0, 0, -10]\nroads: {g: {type: slope, angle: 0.2}}\n"                             \
  "bodies:\n  hull: {mass: 6, inertia: [0.6, 1.2, 1.4], points: {s: [1, 0, 0.1], i: [-1, 0, 0.1], a: [0.6, 0, -0.2], " \
  "b: [-0.6, 0, -0.2]}}\n  \"{w}\": {repeat: {w: [s, i, a, b]}, mass: 1, inertia: [0.02, 0.04, 0.02]}\njoints:\n"      \
  "  \"{w}\": {repeat: {w: [s, i, a, b]}, type: revolute, between: [\"hull.{w}\", \"{w}\"], axis: y}\n"                \
  "  lane: {type: planar, between: [ground, hull], axis: y}\nforces:\n"                                                \
  "  band: {type: track-band, hull: hull, sprocket: s, idlers: [i], wheels: [a, b], sprocket_radius: 0.2, "            \
  "idler_radius: 0.2, wheel_radius: 0.2, length: 5.25, preload: 100, stiffness: 5e3, damping: 20, road: g, "           \
  "pad_stiffness: 5e3, pad_damping: 50, thickness: 0.02, friction: 1}\n"                                               \
  "  park: {type: brake, joint: s, capacity: " capacity                                                                \
  ", stiffness: 1e3}\n"                                                                                                \
  "initial: {guess: {hull.z: 0.42}}\n"                                                                                 \
  "outputs: [{normal: force.band.load}, {along: force.band.traction}, hull.y]\n"                                       \
  "simulate: {until: 0.02, start: equilibrium}\n"

enum { NORMAL, ALONG, PLACE };

static const struct {
  const char *holds, *slips;
  double creep;  // N, of tyres in the run
} kinds[] = {{SLIDE("brake", "capacity: 30"), SLIDE("brake", "capacity: 15"), 0},
             {SLIDE("friction", "kinetic: 30"), SLIDE("friction", "kinetic: 15"), 0},
             {BOX("0.3"), BOX("0.1"), 0},
             {CART("tyre-tmeasy", "10"), CART("tyre-tmeasy", "2"), 1e-2},
             {CART("tyre-fiala, slip_stiffness: 500, cornering_stiffness: 500", "10"),
              CART("tyre-fiala, slip_stiffness: 500, cornering_stiffness: 500", "2"), 1e-2},
             {BAND("30"), BAND("1"), 0}};

static void check_outputs(const trial *t, double tolerance) {
  const double *x = jn_run_outputs(t->run);
  CHECK_NEAR(x[NORMAL], 100 * cos(0.2), 1e-6 + tolerance);
  CHECK_NEAR(x[ALONG], 100 * sin(0.2), 1e-6 + tolerance);
  CHECK_NEAR(x[PLACE], 0, 1e-9 + 1e-3 * tolerance);
}

static void test_kinds(void) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    rest r = rest_text(kinds[i].holds, NULL);
    CHECK(r.status == JN_OK && r.found.unstable == 0);
    end(&r);
    trial t = trial_read(kinds[i].holds);
    trial_run(&t, NULL);
    CHECK(t.status == JN_OK);
    if (t.status == JN_OK) check_outputs(&t, kinds[i].creep + 1e-4);
    trial_free(&t);
    rest slides = rest_text(kinds[i].slips, NULL);
    CHECK(slides.status == JN_NO_CONVERGENCE);
    end(&slides);
  }
}

int main(void) {
  test_kinds();
  return check_report();
}
