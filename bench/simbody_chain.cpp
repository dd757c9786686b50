// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// simbody_chain.cpp - the chain in Simbody: pins, realised to the stage of accelerations.
#include <Simbody.h>

#include <cstdio>

#include "chain.h"

namespace {

using namespace SimTK;

struct Model {
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  State state;

  explicit Model(const chain_problem &p) {
    double g[3];
    chain_gravity(p.spatial, g);
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(g[0], g[1], g[2]));
    const Body::Rigid bar(MassProperties(1, Vec3(0.5, 0, 0), Inertia(1e-4, 1.0 / 3, 1.0 / 3)));  // about the hinge
    // a pin turns about z of its frames: one about y has them turned, z along y
    MobilizedBody last = matter.updGround();
    for (int i = 0; i < p.N; i++) {
      const Rotation axes(chain_axis(p.spatial, i) == 1 ? -Pi / 2 : 0.0, XAxis);
      last = MobilizedBody::Pin(last, Transform(axes, Vec3(i > 0 ? 1 : 0, 0, 0)), bar, Transform(axes));
    }
    state = system.realizeTopology();
    system.realizeModel(state);
    for (int i = 0; i < p.N; i++) {
      state.updQ()[i] = chain_angle(i);
      state.updU()[i] = chain_rate(i);
    }
  }
};

void evaluate(void *self) {
  Model &model = *static_cast<Model *>(self);
  model.state.updQ();  // makes it forget what was realised
  model.system.realize(model.state, Stage::Acceleration);
}

}  // namespace

extern "C" void chain_simbody(const bench_row *, const chain_problem *p, chain_result *r, double *qdd) {
  std::snprintf(r->settings, sizeof r->settings, "realize to Stage::Acceleration");
  try {
    Model model(*p);
    evaluate(&model);
    for (int i = 0; i < p->N; i++) qdd[i] = model.state.getUDot()[i];
    r->seconds = bench_time_calls(evaluate, &model, p->at_least, p->repeats);
    r->ok = true;
  } catch (const std::exception &e) {
    std::snprintf(r->why, sizeof r->why, "%s", e.what());
  }
}
