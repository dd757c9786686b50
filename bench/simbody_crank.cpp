// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// simbody_crank.cpp - the spatial slider-crank in Simbody: pin, slider and universal mobilizers, the ball as a
// constraint.
//
// CPodes (BDF) is left out: with accuracy 1e-6 it takes as long as the fastest below and is off by 0.02 rad.
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "crank.h"

namespace {

using namespace SimTK;

const crank_ladder ladders[] = {
    {"Runge-Kutta-Merson, accuracy", 1e-2, 1e-11, 0.5},   {"Runge-Kutta-Feldberg, accuracy", 1e-2, 1e-11, 0.5},
    {"Runge-Kutta 3, accuracy", 1e-2, 1e-9, 0.5},         {"Verlet, accuracy", 1e-2, 1e-8, 0.5},
    {"Runge-Kutta-Merson, fixed step", 8e-3, 1e-4, 0.85},
};
enum { LADDERS = sizeof ladders / sizeof *ladders, FIXED = LADDERS - 1 };

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  State start;

  Model() {
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, 0, -9.81));
    const Rotation about_x(UnitVec3(0, 1, 0), XAxis, Vec3(0, 0, 1), YAxis);  // z of the frame along x
    const Rotation cross(UnitVec3(0, 0, 1), XAxis, Vec3(0, 1, 0), YAxis);    // x and y of the frame along z and y
    const Body::Rigid crank(MassProperties(0.12, Vec3(0), Inertia(1e-4, 1e-4, 1e-4)));
    const Body::Rigid slider(MassProperties(2, Vec3(0), Inertia(1e-4, 1e-4, 1e-4)));
    const double across = 4e-3 + 0.5 * 0.15 * 0.15;  // about the eye
    const Body::Rigid rod(MassProperties(0.5, Vec3(-0.15, 0, 0), Inertia(4e-4, across, across)));
    MobilizedBody::Pin turning(matter.updGround(), Transform(about_x, Vec3(0, 0.1, 0.12)), crank,
                               Transform(about_x, Vec3(0)));
    MobilizedBody::Slider sliding(matter.updGround(), Transform(), slider, Transform());
    MobilizedBody::Universal swinging(sliding, Transform(cross, Vec3(0)), rod, Transform(cross, Vec3(0)));
    Constraint::Ball(turning, Vec3(0, 0, 0.08), swinging, Vec3(-0.3, 0, 0));
    start = system.realizeTopology();
    system.realizeModel(start);
    const crank_start s = crank_at_start();
    const double q[4] = {0, s.x, s.heading, s.elevation};
    for (int i = 0; i < 4; i++) {
      start.updQ()[i] = q[i];
      start.updU()[i] = s.speeds[i];
    }
    system.realize(start, Stage::Velocity);
  }
};

std::unique_ptr<Integrator> make_integrator(const Model &m, int ladder) {
  typedef std::unique_ptr<Integrator> made;
  switch (ladder) {
    case 1: return made(new RungeKuttaFeldbergIntegrator(m.system));
    case 2: return made(new RungeKutta3Integrator(m.system));
    case 3: return made(new VerletIntegrator(m.system));
    default: return made(new RungeKuttaMersonIntegrator(m.system));
  }
}

bool run(void *self, int ladder, double value, double *seconds, double *error) {
  const Model &m = *static_cast<Model *>(self);
  try {
    std::unique_ptr<Integrator> in = make_integrator(m, ladder);
    if (ladder == FIXED) {
      in->setAccuracy(0.5);
      in->setFixedStepSize(value);
      in->setConstraintTolerance(1e-9);
    } else {
      in->setAccuracy(value);
      in->setConstraintTolerance(value / 10);
    }
    in->initialize(m.start);
    *error = 0;
    const double before = bench_cpu_seconds();
    for (int k = 0; k < CRANK_LOOKS; k++) {
      while (in->getTime() < k + 1 - 1e-12) in->stepTo(k + 1);
      const double off = std::fabs(in->getState().getQ()[0] - crank_angle(k));
      if (!(off <= *error)) *error = off;
    }
    *seconds = bench_cpu_seconds() - before;
    return std::isfinite(*error);
  } catch (const std::exception &) {
    return false;  // it could not keep the constraints at this accuracy
  }
}

}  // namespace

extern "C" void crank_simbody(const bench_row *, const crank_problem *p, crank_result *r) {
  try {
    Model model;
    crank_search(p, ladders, LADDERS, run, &model, r);
  } catch (const std::exception &e) {
    std::snprintf(r->why, sizeof r->why, "%s", e.what());
  }
}
