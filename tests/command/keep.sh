# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# keep.sh - tunable parameters of printed C: for one system and for each lane they give the motion of the model compiled
# with these values, to 1e-12; parameters without formulas are refused by name.
. "$(dirname -- "$0")/lib.sh"

# lengths of a loop, a mass, springs by numbers and by laws, a stop, an input, the start
cat >press.yaml <<'END'
jounce: 1
space: plane
gravity: [0, -9.81]
parameters: {crank: 0.1 m, rod: 0.3 m, mass: 2 kg, stiff: 800 N/m, play: 0.06 m, pull: 30, start: 20 deg, tip: 0.2 kg}
ground: {points: {O: [0, 0], wall: [0.5, 0]}}
bodies:
  crank: {mass: 1, inertia: "=crank^2/3 + 0.002*tip/(1 + tip)", points: {O: ["=-crank/2", 0], A: ["=crank/2", 0]}}
  rod: {mass: "=mass/4 + tip", inertia: "=mass/4*rod^2/12", points: {A: ["=-rod/2", 0], B: ["=rod/2", 0]}}
  piston: {mass: "=mass", inertia: "=0.01 + tip/(2 + tip)", points: {B: [0, 0]}}
joints:
  O: {type: revolute, between: [ground.O, crank.O]}
  A: {type: revolute, between: [crank.A, rod.A]}
  B: {type: revolute, between: [rod.B, piston.B]}
  slide: {type: prismatic, between: [ground.O, piston.B], axis: [1, 0]}
inputs: {push: {expression: "pull*sin(40*t)", safe: 0}}
forces:
  spring: {type: spring-damper, between: [ground.wall, piston.B], stiffness: "=stiff", damping: 3, rest: 0.15}
  pad: {type: torsion-spring, joint: O, law: {table: [["=-play*10", "=-stiff/50"], [0, 0], [0.4, "=stiff/90 + 3"]]}}
  cushion: {type: torsion-spring, joint: O, law: {table: [["=-play*10", -9], [0, 0], ["=play*5", "=stiff/100"], [1, 30]], smooth: true}}
  motor: {type: point-force, at: piston.B, value: [push, 0]}
  stop: {type: stop, joint: O, lower: "=-play*10", upper: "=play*10", stiffness: 200 N m/rad, damping: 1 N m s/rad}
initial: {keep: {crank.angle: "=start", crank.rate: 1}, guess: {rod.angle: -0.1, piston.x: 0.35}}
simulate: {until: 1, step: 1 ms}
outputs: [piston.x, crank.angle, energy.error]
END
# a controller and its numbers
cat >path.yaml <<'END'
jounce: 1
space: plane
parameters: {wheelbase: 2.5 m, speed: 8 m/s, preview: 0.4 s}
bodies:
  car: {mass: 1000, inertia: 1500, points: {rear: [0, 0], front: ["=wheelbase", 0]}}
  fork: {mass: 20, inertia: 1, points: {axle: [0, 0]}}
joints:
  steering: {type: revolute, between: [car.front, fork.axle]}
  rear_wheel: {type: knife-edge, between: [ground, car.rear], axis: y}
  front_wheel: {type: knife-edge, between: [ground, fork.axle], axis: y}
drivers:
  wheel: {joint: steering, motion: {follow: subsystem.driver.steer, bandwidth: 5 Hz}}
forces:
  push: {type: point-force, at: car.rear, value: ["2000*(speed - v)*cos(car.angle)", "2000*(speed - v)*sin(car.angle)"]}
signals: {v: {value: "car.vx*cos(car.angle) + car.vy*sin(car.angle)", unit: m/s}}
subsystems:
  driver: {type: path-follower, x: car.x, y: car.y, heading: car.angle, speed: v, wheelbase: "=wheelbase", preview_time: "=preview", preview_distance: 1.5 m,
    path: {points: [[0, 0], [20, 0], [30, 2], [40, 4], [50, 4], [80, 0]], smooth: true}}
initial: {keep: {car.position: [0, 0], car.angle: 0, car.vx: "=speed", joint.steering.angle: 0}}
simulate: {until: 9}
outputs: [subsystem.driver.error, subsystem.driver.steer]
END

# lane 1 has the values, the others those of the model; for one system there is only that
cat >main.c <<'END'
#include <math.h>
#include <stdio.h>
#include <string.h>
#define kept_DECLARATIONS
#include "kept.c"
#define fixed_DECLARATIONS
#include "fixed.c"
#define own_DECLARATIONS
#include "own.c"
static kept_state kept;
static fixed_state fixed;
static own_state own;
static double worst(const void *list, int n, int lane, const double *expected) {
  double most = 0;
  for (int i = 0; i < n; i++) {
    double off = fabs(((const double *)list)[i * kept_LANES + lane] - expected[i]) / (1 + fabs(expected[i]));
    if (!(off <= most)) most = off;
  }
  return most;
}
int main(void) {
  static const char *const names[] = {NAMES};
  static const double values[] = {VALUES};
  int lane = kept_LANES > 1, n = 1 + kept_NQ + kept_NV + kept_NZ + kept_NS;
  double y[kept_NY * kept_LANES], expected[kept_NY], off = 0;
  kept_init(&kept), fixed_init(&fixed), own_init(&own);
  if (kept_NP != (int)(sizeof values / sizeof *values)) return 1;
  for (int i = 0; i < kept_NP; i++) {
    if (strcmp(kept_name(kept_P + i), names[i])) return 1;
    ((double *)&kept.x[kept_P + i])[lane] = values[i];
  }
  kept_start(&kept);
  if (!(worst(kept.x, n, lane, fixed.x) < 1e-12)) return 2;
  for (int k = 0; k < 800; k++) kept_step(&kept), fixed_step(&fixed), own_step(&own);
  off = worst(kept.x, n, lane, fixed.x);
  if (kept_LANES > 1) off = fmax(off, worst(kept.x, n, 3, own.x));
  kept_outputs(&kept, (void *)y), fixed_outputs(&fixed, expected);
  off = fmax(off, worst(y, kept_NY, lane, expected));
  printf("%.2e apart; %g, %g\n", off, fixed.x[1], own.x[1]);
  return off < 1e-12 && fabs(fixed.x[1] - own.x[1]) > 1e-4 ? 0 : 3;
}
END

# kept MODEL LANES NAME=VALUE...: moves as the model with these values
kept() {
  model=$1 lanes=$2 names= values= list= settings=
  shift 2
  for pair; do
    names="$names${names:+,}\"${pair%%=*}\"" values="$values${values:+,}${pair#*=}" list="$list${list:+,}${pair%%=*}"
    settings="$settings --set $pair"
  done
  expect 0 'Wrote kept.c' compile $model $method --c kept.c --keep "$list" --lanes $lanes
  # shellcheck disable=SC2086
  expect 0 '' compile $model $method --c fixed.c $settings
  expect 0 '' compile $model $method --c own.c
  check "$model with $list in C" ${CC:-cc} -std=gnu11 -Wno-psabi -O0 -DNAMES="$names" -DVALUES="$values" main.c kept.c fixed.c own.c -lm -o main
  check "$model, $lanes lanes, $list" ./main
}
method="--step 0.5ms --integrator rk4 --independent joint.O.angle"
kept press.yaml 1 crank=0.11 rod=0.27 start=0.5
kept press.yaml 4 mass=2.6 stiff=500 crank=0.09 tip=0.35
method="--step 0.5ms --integrator rosenbrock --independent joint.O.angle"
kept press.yaml 1 play=0.045 pull=55 stiff=900 mass=1.5
method="--step 1ms --integrator euler"
kept path.yaml 4 wheelbase=2.9 preview=0.5
kept path.yaml 1 speed=9
method="--step 1ms --integrator rk4"
kept models/examples/rolling-disc.yaml 1 lean=0.35 R=0.3

expect 0 'parameters     mass, stiff ' compile press.yaml --keep mass,stiff,mass --c x.c
check "each of them once" grep -q 'NP = 2,' x.c
rm x.c

# mistakes
expect 2 "no parameter 'mas' to keep; did you mean 'mass'" compile press.yaml --keep mas --c x.c
expect 2 "parameter 'N' cannot be kept: it decides which elements the model has" compile models/benchmarks/n-link-chain.yaml --keep N --c x.c
cat >map.yaml <<'END'
jounce: 1
space: plane
parameters: {top: 3}
bodies: {b: {mass: 1, inertia: 1}}
tables: {map: {over: s, unit: N, table: [[0, 0], [1, "=top"], [2, 4]], smooth: true}}
forces: {f: {type: point-force, at: b, value: ["map(t)", 0]}}
END
expect 2 "parameter 'top' cannot be kept in C: it determines .*'map'" compile map.yaml --keep top --c x.c
check "nothing was written" test ! -e x.c
# a start at equilibrium is the caller's
expect 0 "the model starts at its equilibrium, which depends on kept parameters: in C, set the start value" compile press.yaml --keep mass --start equilibrium --c x.c
finish
