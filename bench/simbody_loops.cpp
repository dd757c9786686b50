// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// simbody_loops.cpp - N four-bars in Simbody: pins in a tree, the loops closed by point-on-line constraints (two rows
// each).
//
// Fixed steps of its Runge-Kutta-Merson integrator, constraints projected to 1e-9 after every step.
#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "loops.h"

namespace {

using namespace SimTK;

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  MobilizedBodyIndex first;

  explicit Model(int N) {
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    // moments of inertia about the joint, which is the origin of each body
    const double end = 1.0 / 3, along = 1e-4;
    const Body::Rigid upright(MassProperties(1, Vec3(0, 0.5, 0), Inertia(end, along, end)));
    const Body::Rigid level(MassProperties(1, Vec3(0.5, 0, 0), Inertia(along, end, end)));
    MobilizedBody previous;  // coupler that waits for its second crank
    for (int i = 0; i <= N; i++) {
      MobilizedBody::Pin crank(matter.updGround(), Transform(Vec3(i, 0, 0)), upright, Transform());
      if (i == 0) first = crank.getMobilizedBodyIndex();
      if (i > 0) Constraint::PointOnLine(crank, UnitVec3(0, 0, 1), Vec3(0, 1, 0), previous, Vec3(1, 0, 0));
      if (i < N) previous = MobilizedBody::Pin(crank, Transform(Vec3(0, 1, 0)), level, Transform());
    }
  }

  State start() {
    State state = system.realizeTopology();
    system.realizeModel(state);
    for (int i = 0; i < state.getNU(); i++) state.updU()[i] = i % 2 == 0 ? -1 : 1;
    system.realize(state, Stage::Velocity);
    return state;
  }
};

std::unique_ptr<Integrator> integrator(Model &model, const State &start, const loops_problem &p) {
  std::unique_ptr<Integrator> result(new RungeKuttaMersonIntegrator(model.system));
  result->setAccuracy(0.5);  // only sizes the constraint tolerance when the step is fixed
  result->setFixedStepSize(p.step);
  result->setConstraintTolerance(1e-9);
  result->setReturnEveryInternalStep(true);
  result->initialize(start);
  return result;
}

long run(Integrator &in, const loops_problem &p) {
  const double stop = bench_cpu_seconds() + p.budget;
  while (in.getTime() < p.until - 1e-9) {
    in.stepTo(p.until);
    if (bench_cpu_seconds() > stop) break;
  }
  return in.getNumStepsTaken();
}

void look(const Model &model, const State &state, loops_reference &reference, loops_result &r) {
  model.system.realize(state, Stage::Position);
  const Vec3 B0 = model.matter.getMobilizedBody(model.first).findStationLocationInGround(state, Vec3(0, 1, 0));
  const double place[2] = {B0[0], B0[1]};
  loops_compare(&reference, state.getTime(), place, &r);
  for (int i = 0; i < state.getNQErr(); i++)
    if (!(std::fabs(state.getQErr()[i]) <= r.violation)) r.violation = std::fabs(state.getQErr()[i]);
}

void measure_error(Model &model, const State &start, const loops_problem &p, loops_result &r) {
  loops_reference reference = loops_reference_start(p.N);
  std::unique_ptr<Integrator> in = integrator(model, start, p);
  double next = 0;
  while (in->getTime() < r.reached - 1e-9) {
    in->stepTo(p.until);
    if (in->getTime() < next && in->getTime() < r.reached - 1e-9) continue;
    next = in->getTime() + r.reached / 100;
    look(model, in->getState(), reference, r);
  }
}

void measure(const loops_problem &p, loops_result &r) {
  Model model(p.N);
  const State start = model.start();
  for (int i = 0; i < p.repeats; i++) {
    std::unique_ptr<Integrator> in = integrator(model, start, p);
    const double before = bench_cpu_seconds();
    const long steps = run(*in, p);
    loops_keep_time(&r, i, bench_cpu_seconds() - before, steps);
    r.reached = in->getTime();
    if (r.reached < p.until - 1e-9) break;  // over the budget: once is enough
  }
  measure_error(model, start, p, r);
  r.coordinates = start.getNQ();
  r.rows = start.getNQErr();
  r.ok = true;
}

}  // namespace

extern "C" void loops_simbody(const bench_row *, const loops_problem *p, loops_result *r) {
  std::snprintf(r->version, sizeof r->version, "3.7");
  std::snprintf(r->settings, sizeof r->settings, "Runge-Kutta-Merson, fixed step, constraint tolerance 1e-9");
  try {
    measure(*p, *r);
  } catch (const std::exception &e) {
    r->ok = false;
    std::snprintf(r->why, sizeof r->why, "%s", e.what());
  }
}
