// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scaled.h - mechanisms written in units of a length L, a mass M and a time T, so that copies of other sizes are the
// same text.
#ifndef JOUNCE_SCALED_H
#define JOUNCE_SCALED_H

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "report.h"

typedef struct {
  double L, M, T;
} scale;

#define HEAD(space) "jounce: 1\nspace: " space "\nparameters: {L: 1, M: 1, T: 1}\n"
#define DOWN "gravity: [0, =-9.81*L/T^2]\n"

typedef struct {
  const char *name, *text;
  bool massless;
} mechanism;

// Two links and a damped spring: a tree in the plane.
static const char scaled_pendulum[] = HEAD("plane") DOWN
    "ground: {points: {O: [0, 0], S: [=0.8*L, =1.5*L]}}\nbodies:\n"
    "  a: {mass: =M, inertia: =0.1*M*L^2, points: {O: [=-0.5*L, 0], A: [=0.5*L, 0]}}\n"
    "  b: {mass: =0.7*M, inertia: =0.05*M*L^2, points: {A: [=-0.4*L, 0], B: [=0.4*L, 0]}}\njoints:\n"
    "  O: {type: revolute, between: [ground.O, a.O]}\n  A: {type: revolute, between: [a.A, b.A]}\nforces:\n"
    "  s: {type: spring-damper, between: [ground.S, b.B], stiffness: =30*M/T^2, damping: =0.5*M/T, rest: =1.2*L}\n"
    "initial: {keep: {a.angle: -0.4, b.angle: 0.3, a.rate: =1/T, b.rate: =-0.5/T}}\n"
    "outputs: [b.position, b.velocity, joint.O.angle, joint.O.force, energy.kinetic]\n";

// A loop in the plane with a torsion spring.
static const char scaled_four_bar[] = HEAD("plane") DOWN
    "ground: {points: {O: [0, 0], D: [=1.5*L, 0]}}\nbodies:\n"
    "  crank: {mass: =M, inertia: =0.1*M*L^2, points: {O: [=-0.3*L, 0], A: [=0.3*L, 0]}}\n"
    "  coupler: {mass: =0.5*M, inertia: =0.2*M*L^2, points: {A: [=-0.7*L, 0], B: [=0.7*L, 0]}}\n"
    "  rocker: {mass: =2*M, inertia: =0.2*M*L^2, points: {D: [=-0.5*L, 0], B: [=0.5*L, 0]}}\njoints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "forces:\n"
    "  t: {type: torsion-spring, between: [ground, crank], stiffness: =6*M*L^2/T^2, damping: =0.1*M*L^2/T, rest: 0.8}\n"
    "initial: {keep: {crank.angle: 1, crank.rate: =2/T}, guess: {coupler.angle: 0.2, rocker.angle: 1}}\n"
    "outputs: [rocker.position, rocker.velocity, joint.B.force, energy.kinetic]\n";

// A chain in space whose end a rod holds.
static const char scaled_space[] = HEAD("space")
    "gravity: [0, 0, =-9.81*L/T^2]\n"
    "ground: {points: {E: [=1.2*L, =0.5*L, =0.6*L]}, frames: {O: {at: [0, 0, 0], orientation: {axis: [1, 2, 3], "
    "angle: 40 deg}}}}\nbodies:\n"
    "  a: {mass: =M, inertia: [=M*L^2/12, =M*L^2/15, =M*L^2/10], frames: {O: {at: [=-0.3*L, =0.2*L, =0.1*L], "
    "orientation: {axis: [1, 2, 3], angle: 40 deg}}, A: {at: [=0.7*L, =0.3*L, =-0.2*L], orientation: {axis: [3, 1, 2], "
    "angle: 75 deg}}}}\n"
    "  b: {mass: =M, inertia: [=M*L^2/12, =M*L^2/15, =M*L^2/10], points: {E: [=0.4*L, =0.2*L, 0]}, "
    "frames: {A: {at: [=0.1*L, =-0.3*L, =0.2*L], orientation: {axis: [3, 1, 2], angle: 75 deg}}}}\njoints:\n"
    "  O: {type: revolute, between: [ground.O, a.O], axis: z}\n"
    "  A: {type: universal, between: [a.A, b.A], axes: [x, y]}\n"
    "  E: {type: distance, between: [ground.E, b.E], length: =1.1*L}\nforces:\n"
    "  s: {type: torsion-spring, joint: O, stiffness: =5*M*L^2/T^2, damping: =0.2*M*L^2/T, rest: 0.3}\n"
    "initial:\n  guess: {a.position: [=0.3*L, =-0.2*L, =-0.1*L], b.position: [=0.9*L, =0.4*L, =-0.5*L], "
    "a.omega: [=0.3/T, 0, =0.8/T], b.omega: [=-0.7/T, =0.4/T, 0]}\n"
    "outputs: [b.position, b.velocity, joint.O.angle, joint.A.force, energy.kinetic]\n";

// A plane loop built in space: three of its rows are redundant.
static const char scaled_redundant[] = HEAD("space")
    "gravity: [0, =-9.81*L/T^2, 0]\nground: {points: {O: [0, 0, 0], D: [=1.5*L, 0, 0]}}\nbodies:\n"
    "  crank: {mass: =M, inertia: [=0.01*M*L^2, =0.1*M*L^2, =0.1*M*L^2], points: {O: [=-0.3*L, 0, 0], "
    "A: [=0.3*L, 0, 0]}}\n"
    "  coupler: {mass: =0.5*M, inertia: [=0.01*M*L^2, =0.2*M*L^2, =0.2*M*L^2], points: {A: [=-0.7*L, 0, 0], "
    "B: [=0.7*L, 0, 0]}}\n"
    "  rocker: {mass: =2*M, inertia: [=0.01*M*L^2, =0.2*M*L^2, =0.2*M*L^2], points: {D: [=-0.5*L, 0, 0], "
    "B: [=0.5*L, 0, 0]}}\njoints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O], axis: z}\n"
    "  A: {type: revolute, between: [crank.A, coupler.A], axis: z}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B], axis: z}\n"
    "  D: {type: revolute, between: [ground.D, rocker.D], axis: z}\nforces:\n"
    "  t: {type: torsion-spring, joint: O, stiffness: =6*M*L^2/T^2, damping: =0.1*M*L^2/T, rest: 0.8}\n"
    "initial: {keep: {joint.O.angle: 1, joint.O.rate: =2/T}, guess: {coupler.quaternion: [0.995, 0, 0, 0.0998], "
    "rocker.quaternion: [0.8776, 0, 0, 0.4794]}}\n"
    "outputs: [rocker.position, rocker.velocity, energy.kinetic]\n";

// A driven slide with a pendulum.
static const char scaled_driven[] = HEAD("plane") DOWN
    "ground: {points: {O: [0, 0]}}\nbodies:\n"
    "  slide: {mass: =M, inertia: =0.1*M*L^2, points: {A: [=0.1*L, =-0.1*L]}}\n"
    "  bob: {mass: =0.5*M, inertia: =0.02*M*L^2, points: {A: [0, =0.6*L], B: [0, =-0.2*L]}}\njoints:\n"
    "  S: {type: prismatic, between: [ground.O, slide], axis: x}\n  A: {type: revolute, between: [slide.A, bob.A]}\n"
    "drivers: {lead: {joint: S, motion: 0.2*L*sin(3*t/T)}}\nforces:\n"
    "  c: {type: spring-damper, between: [ground.O, bob.B], stiffness: =8*M/T^2, damping: =0.3*M/T, rest: =0.9*L}\n"
    "initial: {keep: {bob.angle: 0.3}}\noutputs: [bob.position, bob.velocity, joint.S.force, energy.kinetic]\n";

// A coupler without mass.
static const char scaled_massless[] = HEAD("plane") DOWN
    "ground: {points: {O: [0, 0], D: [=1.5*L, 0]}}\nbodies:\n"
    "  crank: {mass: =M, inertia: =0.1*M*L^2, points: {O: [=-0.3*L, 0], A: [=0.3*L, 0]}}\n"
    "  coupler: {mass: 0, inertia: 0, points: {A: [=-0.7*L, 0], B: [=0.7*L, 0]}}\n"
    "  rocker: {mass: =2*M, inertia: =0.2*M*L^2, points: {D: [=-0.5*L, 0], B: [=0.5*L, 0]}}\njoints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n  A: {type: revolute, between: [crank.A, coupler.A]}\n"
    "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\n"
    "forces:\n"
    "  t: {type: torsion-spring, between: [ground, crank], stiffness: =6*M*L^2/T^2, damping: =0.1*M*L^2/T, rest: 0.8}\n"
    "initial: {keep: {crank.angle: 1, crank.rate: =2/T}, guess: {coupler.angle: 0.2, rocker.angle: 1}}\n"
    "outputs: [rocker.position, rocker.velocity, joint.B.force]\n";

// A blade that cannot move sideways.
static const char scaled_sleigh[] = HEAD("plane")
    "ground: {points: {ice: [0, 0]}}\nbodies: {sleigh: {mass: =2*M, inertia: =0.1*M*L^2, com: [=0.2*L, 0], "
    "points: {P: [0, 0]}}}\n"
    "joints: {blade: {type: knife-edge, between: [ground.ice, sleigh.P], axis: y}}\n"
    "initial: {keep: {sleigh.P.x: 0, sleigh.P.y: 0, sleigh.angle: 0, sleigh.P.vx: =-L/T, sleigh.rate: =1/T}}\n"
    "outputs: [sleigh.position, sleigh.rate, joint.blade.force]\n";

// Two free bodies, connected by a massless one.
static const char scaled_flying[] = HEAD("space")
    "gravity: [0, 0, 0]\nbodies:\n"
    "  a: {mass: =M, inertia: [=0.5*M*L^2, =0.3*M*L^2, =0.4*M*L^2], frames: {F: {at: [=0.3*L, =0.2*L, =-0.3*L], "
    "orientation: [0.2, 0.34, 0.62, -0.68]}}}\n"
    "  b: {mass: 0, frames: {F: {at: [=-0.3*L, =0.2*L, =0.2*L], orientation: [0.2, 0.68, -0.65, 0.26]}, "
    "G: {at: [=-0.2*L, =0.15*L, =0.04*L], orientation: [0.34, 0.72, 0.26, 0.54]}}}\n"
    "  c: {mass: =100*M, inertia: [=2*M*L^2, =1.3*M*L^2, =2.5*M*L^2], frames: {G: {at: [0, 0, =0.1*L], "
    "orientation: [0.9, -0.23, 0.26, -0.25]}}}\n"
    "joints: {J: {type: revolute, between: [a.F, b.F], axis: z}, K: {type: prismatic, between: [b.G, c.G], axis: z}}\n"
    "initial: {guess: {a.position: [=0.15*L, 0, =0.14*L], a.omega: [=0.26/T, =0.25/T, 0], "
    "c.velocity: [=0.2*L/T, =-0.2*L/T, =-0.3*L/T]}}\n"
    "outputs: [a.position, a.omega, c.position, joint.J.force, joint.K.torque]\n";

// Gears, and a rack by a coupling.
static const char scaled_gears[] = HEAD("plane") DOWN
    "ground: {points: {O: [0, 0], Q: [=0.6*L, 0]}}\nbodies:\n"
    "  a: {mass: =M, inertia: =0.1*M*L^2, com: [=0.1*L, 0]}\n  b: {mass: =0.7*M, inertia: =0.05*M*L^2}\n"
    "  r: {mass: =M, inertia: =0.1*M*L^2}\n"
    "joints:\n  O: {type: revolute, between: [ground.O, a]}\n  Q: {type: revolute, between: [ground.Q, b]}\n"
    "  S: {type: prismatic, between: [ground.O, r], axis: x}\n"
    "  G: {type: coupling, terms: {O: 20, Q: 60}}\n  R: {type: coupling, terms: {S.displacement: =1/L, Q: 0.3}}\n"
    "outputs: [a.angle, r.x, joint.O.force, joint.S.force]\n";

// A wheel on the road, with tyre deflections as states.
static const char scaled_tyre[] = HEAD("space")
    "gravity: [0, 0, =-9.81*L/T^2]\nroads: {track: {type: flat}}\nbodies:\n"
    "  wheel: {mass: =10*M, inertia: [=0.4*M*L^2, =0.7*M*L^2, =0.4*M*L^2], points: {R: [0, 0, =0.3*L]}}\n"
    "forces:\n  tyre: {type: tyre-fiala, at: wheel, road: track, radius: =0.3*L, stiffness: =20000*M/T^2, "
    "damping: =50*M/T, slip_stiffness: =8000*M*L/T^2, cornering_stiffness: =5000*M*L/T^2, relaxation_x: =0.3*L, "
    "relaxation: =0.4*L, lag: =0.004*T, load: =100*M*L/T^2, low_speed: =0.01*L/T}\n"
    "initial: {keep: {wheel.x: 0, wheel.y: 0, wheel.z: =0.298*L, wheel.vx: =3*L/T, wheel.vy: =0.1*L/T, wheel.vz: 0, "
    "wheel.wy: =11/T, wheel.wz: =0.2/T, wheel.wx: 0}}\n"
    "outputs: [wheel.position, wheel.omega, force.tyre.fy, force.tyre.fz]\n";

static const mechanism mechanisms[] = {
    {"pendulum", scaled_pendulum, false},   {"four-bar", scaled_four_bar, false}, {"space", scaled_space, false},
    {"redundant", scaled_redundant, false}, {"driven", scaled_driven, false},     {"massless", scaled_massless, true},
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

// For the index-3 family: nonholonomic equations, very different masses, equations of mixed units, states of forces.
static const mechanism more_mechanisms[] = {{"sleigh", scaled_sleigh, false},
                                            {"flying", scaled_flying, true},
                                            {"gears", scaled_gears, false},
                                            {"tyre", scaled_tyre, false}};
enum { MORE_MECHANISMS = sizeof more_mechanisms / sizeof *more_mechanisms };

// A slider-crank with a driven crank.
static const mechanism scaled_led = {
    "slider-crank",
    HEAD("plane") DOWN
    "ground: {points: {O: [0, 0]}}\nbodies:\n"
    "  crank: {mass: =M, inertia: =0.1*M*L^2, points: {O: [0, 0], A: [=0.5*L, 0]}}\n"
    "  rod: {mass: =M, inertia: =0.1*M*L^2, points: {A: [0, 0], B: [=1.6*L, 0]}}\n"
    "  slider: {mass: =2*M, inertia: =0.1*M*L^2}\njoints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n  B: {type: revolute, between: [rod.B, slider]}\n"
    "  S: {type: prismatic, between: [ground.O, slider], axis: x}\n"
    "drivers: {motor: {joint: O, motion: 0.4 + 6*t/T + sin(2*t/T)}}\nforces:\n"
    "  s: {type: spring-damper, between: [ground.O, slider], stiffness: =20*M/T^2, damping: =M/T, rest: =1.2*L}\n"
    "initial: {guess: {crank.angle: 0.4, rod.angle: -0.2, slider.x: =2*L}}\n"
    "outputs: [slider.x, slider.velocity, rod.angle, joint.B.force, joint.motor.lambda.1]\n",
    false};

static inline jn_model *scaled_model(const mechanism *m, scale s, jn_report *report) {
  char L[32], M[32], T[32];
  snprintf(L, sizeof L, "%.17g", s.L);
  snprintf(M, sizeof M, "%.17g", s.M);
  snprintf(T, sizeof T, "%.17g", s.T);
  const jn_setting settings[] = {{"L", L}, {"M", M}, {"T", T}};
  return jn_model_read_text(NULL, m->name, m->text, strlen(m->text), settings, 3, report);
}

static inline double unit_of(jn_dimension d, scale s) { return pow(s.L, d.m) * pow(s.M, d.kg) * pow(s.T, d.s); }

#endif
