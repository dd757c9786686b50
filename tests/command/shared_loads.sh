# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# shared_loads.sh - joints that share loads: printed C has the loads of the engine to rounding, for redundant hinges and
# gears.
. "$(dirname -- "$0")/lib.sh"

# A door on three hinges of different compliance, in a wall that leans.
cat >door.yaml <<'END'
jounce: 1
space: space
gravity: [1.5, 0, -9.7]
ground: {points: {a: [0, 0, 0.2], b: [0, 0, 1.1], c: [0, 0, 1.9]}}
bodies: {door: {mass: 30, inertia: [10, 12, 2.5], com: [0.45, 0.02, 1], points: {a: [0, 0, 0.2], b: [0, 0, 1.1], c: [0, 0, 1.9]}}}
joints:
  A: {type: revolute, between: [ground.a, door.a], compliance: 2e-8 m/N}
  B: {type: revolute, between: [ground.b, door.b], compliance: 5e-8 m/N, rotation_compliance: 1e-6 rad/(N m)}
  C: {type: revolute, between: [ground.c, door.c]}
forces: {pin: {type: torque, joint: A, value: "-0.4*tanh(joint.A.rate/0.1)"}}
initial: {keep: {joint.A.angle: 1.2, joint.A.rate: 0}}
simulate: {until: 1 s, step: 1 ms, integrator: rk4}
outputs: [joint.A.angle, joint.A.load, joint.B.load, joint.C.load, joint.A.force, joint.B.force, joint.C.force, joint.A.torque, joint.B.torque, joint.C.torque]
END

# Two wheels between a sun, which a torque drives, and a ring, which a spring holds.
cat >gears.yaml <<'END'
jounce: 1
space: plane
ground: {points: {O: [0, 0], A: [0.12, 0], B: [-0.12, 0]}}
bodies: {sun: {mass: 1, inertia: 2e-3}, a: {mass: 1, inertia: 1e-3}, b: {mass: 1.5, inertia: 2e-3}, ring: {mass: 2, inertia: 3e-2}}
joints:
  S: {type: revolute, between: [ground.O, sun]}
  A: {type: revolute, between: [ground.A, a]}
  B: {type: revolute, between: [ground.B, b], compliance: 3e-8 m/N}
  R: {type: revolute, between: [ground.O, ring]}
  sa: {type: gear, from: S, to: A, ratio: -1, geometry: {}}
  sb: {type: gear, from: S, to: B, ratio: -1, geometry: {}}
  ra: {type: gear, from: R, to: A, ratio: 3, geometry: {}}
  rb: {type: gear, from: R, to: B, ratio: 3, geometry: {}}
forces:
  drive: {type: torque, joint: S, value: "10*sin(20*t) + 4"}
  hold: {type: torsion-spring, joint: R, stiffness: 200 N m/rad, damping: 1 N m s/rad}
  pin: {type: torque, joint: B, value: "-0.3*tanh(joint.B.rate/0.5)"}
simulate: {until: 1 s, step: 1 ms, integrator: rk4}
outputs: [joint.S.angle, joint.A.load, joint.B.load, joint.S.load, joint.R.load, joint.A.force, joint.B.force, joint.sa.force, joint.sb.force, joint.ra.push, joint.rb.push]
END

# steps NAME: the outputs of the printed C after every 100 steps.
steps() {
  expect 0 "" compile "$1.yaml" --c "$1.c"
  cat >main.c <<END
#include <stdio.h>
#define $1_DECLARATIONS
#include "$1.c"
int main(void) {
  static $1_state s;
  double y[$1_NY];
  $1_init(&s);
  for (int i = 0; i <= 1000; i++) {
    if (i > 0 && $1_step(&s) != 0) return 1;
    if (i % 100 != 0) continue;
    $1_outputs(&s, y);
    printf("%.17g", s.x[0]);
    for (int k = 0; k < $1_NY; k++) printf(",%.17g", y[k]);
    printf("\n");
  }
  return 0;
}
END
  "$CC" -O1 -c "$1.c" -o "$1.o" && "$CC" -O1 main.c "$1.o" -lm -o main && ./main >"$1-c.csv"
}

# Prints the largest difference of two tables, relative to the largest number of their rows.
difference() {
  paste -d, "$1" "$2" | awk -F, '{
    n = NF / 2; most = 0; off = 0
    for (i = 2; i <= n; i++) {
      a = $i < 0 ? -$i : $i; d = $i - $(i + n); if (d < 0) d = -d
      if (a > most) most = a
      if (d > off) off = d
    }
    if (off / most > worst) worst = off / most
  } END { if (NR < 11) worst = 1; printf "%.3g\n", worst }'
}

for name in door gears; do
  check "$name: the C runs" steps $name
  for formulation in reduced multipliers; do
    expect 0 "" run $name.yaml --formulation $formulation --output-step 0.1 -o engine.csv
    tail -n +2 engine.csv >$name-$formulation.csv
    off=$(difference $name-$formulation.csv $name-c.csv)
    check "$name: loads as with $formulation" near "$off" 0 1e-12
  done
done
finish
