// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// massless_model.h - models with a massless body.
#ifndef JOUNCE_MASSLESS_MODEL_H
#define JOUNCE_MASSLESS_MODEL_H

#define FOUR_BAR_JOINTS                                     \
  "joints:\n"                                               \
  "  O: {type: revolute, between: [ground.O, crank.O]}\n"   \
  "  A: {type: revolute, between: [crank.A, coupler.A]}\n"  \
  "  B: {type: revolute, between: [coupler.B, rocker.B]}\n" \
  "  D: {type: revolute, between: [ground.D, rocker.D]}\n"  \
  "initial: {keep: {crank.angle: 1, crank.rate: 2}, guess: {coupler.angle: 0.2, rocker.angle: 1}}\n"

// A four-bar whose coupler is a massless rod.
static const char massless_four_bar[] =
    "jounce: 1\nname: four-bar\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0], D: [1.5, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [-0.3, 0], A: [0.3, 0]}}\n"
    "  coupler: {mass: 0, inertia: 0, points: {A: [-0.7, 0], B: [0.7, 0]}}\n"
    "  rocker: {mass: 2, inertia: 0.2, points: {D: [-0.5, 0], B: [0.5, 0]}}\n" FOUR_BAR_JOINTS
    "simulate: {until: 1, step: 10 ms, integrator: rk4}\noutputs: [crank.angle, rocker.angle]\n";

// A mass on a massless arm, and another on a rope below it, in space; append the section `simulate`.
#define FLAIL                                                                             \
  "jounce: 1\nname: flail\nspace: space\ngravity: [0, 0, -9.81]\n"                        \
  "ground: {points: {O: [0, 0, 0]}}\n"                                                    \
  "bodies:\n"                                                                             \
  "  upper: {type: particle, mass: 1}\n"                                                  \
  "  lower: {type: particle, mass: 3}\n"                                                  \
  "  rod: {mass: 0, inertia: [0, 0, 0], points: {A: [-0.5, 0, 0], B: [0.5, 0, 0]}}\n"     \
  "joints:\n"                                                                             \
  "  O: {type: revolute, between: [ground.O, rod.A], axis: y}\n"                          \
  "  B: {type: spherical, between: [rod.B, upper]}\n"                                     \
  "  rope: {type: distance, between: [upper, lower], length: 0.7}\n"                      \
  "initial: {keep: {upper.x: 1, upper.z: 0, lower.x: 1.1, lower.y: 0.2, lower.vy: 0.5}, " \
  "guess: {lower.z: -0.6, rod.x: 0.5}}\n"

#endif
