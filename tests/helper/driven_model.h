// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driven_model.h - a model with a driver and with freedoms, for the tests of formulations that have speeds of their
// own.
#ifndef JOUNCE_DRIVEN_MODEL_H
#define JOUNCE_DRIVEN_MODEL_H

#include "recorder.h"

// A driver and a freedom: the point of suspension of a body in space is swung by a motor.
static const char driven[] =
    "jounce: 1\nname: driven\nspace: space\ngravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  arm: {mass: 1.5, inertia: [0.1, 0.2, 0.3], points: {O: [-0.4, 0, 0.1], A: [0.5, 0.1, 0]}}\n"
    "  bob: {mass: 0.7, inertia: [0.02, 0.04, 0.03], points: {A: [0.1, 0.2, 0.6]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground, arm.O], axis: z}\n"
    "  A: {type: spherical, between: [arm.A, bob.A]}\n"
    "drivers: {motor: {joint: O, motion: '0.7*sin(3*t) + 1.1*t'}}\n"
    "initial: {keep: {bob.wx: 1, bob.wz: 2}, guess: {arm.x: 0.4, bob.x: 0.8, bob.z: -0.6}}\n"
    "simulate: {until: 2, step: 1 ms, output: 5 ms}\n"
    "outputs: [bob.x, bob.y, bob.z, joint.motor.lambda.1, energy.error]\n";

// path NULL: the driven model.
static inline jn_model *read_model(const char *path, jn_report *report) {
  return path ? jn_model_read(NULL, path, NULL, 0, report) : model_of(NULL, driven);
}

#endif
