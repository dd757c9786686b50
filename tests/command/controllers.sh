#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# controllers.sh - controllers in shared objects: loaded only with permission; messages for all mistakes.
. "$ROOT/tests/command/lib.sh"
MODULE=${CODE_MODULE:?}

model() { # CODE FILE INPUTS OUTPUTS PARAMETERS
  parameters=${5:-'{gain: 8}'}
  cat <<END
jounce: 1
space: plane
parameters: {m: 4}
bodies: {car: {mass: "=m", inertia: 1}}
joints: {road: {type: prismatic, between: [ground, car], axis: x}}
forces: {drive: {type: torque, joint: road, value: subsystem.c.force}}
subsystems:
  c: {type: controller, code: ${1:-pi}, file: ${2:-code.so}, inputs: {${3:-speed: car.vx}}, outputs: [${4:-force}], parameters: $parameters}
simulate: {until: 3, step: 10 ms, checkpoint: 1}
outputs: [car.vx, subsystem.c.force]
END
}
cp "$MODULE" code.so
model >car.yaml

# ---- never unless it is allowed
if [ "${LOADING:-1}" = 1 ]; then code=2 said=allow-code; else code=3 said='this build of Jounce cannot load code'; fi
for verb in run equilibrium modes compare kinematics; do expect $code ".*code.so.*$said" $verb car.yaml; done
expect 0 'code.so. was not' check car.yaml
expect 0 '' draw car.yaml -o car.svg
expect 2 'allow-code' check car.yaml --allow-code
echo 'not an object' >bad.so
model pi bad.so >bad.yaml
expect 0 '' check bad.yaml  # it is not even opened
model pi missing.so >missing.yaml
expect 0 '' check missing.yaml

# ---- a run, continued: the same to the last bit
if [ "${LOADING:-1}" = 0 ]; then
  expect 3 "$said" run car.yaml --allow-code
  finish
  exit
fi
expect 0 '' run car.yaml --allow-code -o whole.h5 --json
whole=$(field out.txt state_hash)
check 'it comes near its speed' near "$("$JOUNCE" run car.yaml --allow-code --no-output --json | "$JSON_GET" outputs/car.vx)" 2 0.5
expect 0 '' run car.yaml --allow-code --until 1.5 -o part.h5
expect 0 '' run car.yaml --allow-code --continue part.h5 --json
check 'a continued run is the same' equal "$(field out.txt state_hash)" "$whole"
# another code is another model
printf 'x' >>code.so
expect 2 'code.so is not the file it was' run car.yaml --allow-code --continue part.h5
cp "$MODULE" code.so
expect 0 '' show part.h5 --json
check 'the record has the code' grep -q 'code.so' out.txt
expect 0 'again  *jounce run car.yaml --allow-code$' show whole.h5
expect 2 'code.so' run car.yaml --allow-code -o code.so

# ---- what may be wrong
expect 3 'bad.yaml:.*cannot be loaded: ' run bad.yaml --allow-code
expect 3 "missing.yaml:.*subsystem '.*': 'missing.so': the file cannot be read: No such file" run missing.yaml --allow-code
wrong() { # PATTERN CODE FILE INPUTS OUTPUTS PARAMETERS
  pattern=$1
  shift
  model "$@" >wrong.yaml
  expect 3 "wrong.yaml:[0-9]*:[0-9]*: error: subsystem 'c': .*$pattern" run wrong.yaml --allow-code
}
wrong "has no controller 'pid'" pid
wrong 'version 2 of <jounce/controller.h>, and this is version 1' future
wrong "calls itself 'another'" other
wrong "needs the input 'speed', of the vehicle \[m/s\]" pi code.so ' '
wrong "has no input 'sped'; did you mean 'speed'?" pi code.so 'sped: car.vx'
wrong "has no output 'forces'; did you mean 'force'?" pi code.so 'speed: car.vx' 'force, forces'
wrong "has no parameter 'gian'; did you mean 'gain'?" pi code.so 'speed: car.vx' force '{gian: 3}'
wrong "is in m/s, got a quantity in N" pi code.so 'speed: car.vx' force '{target: 3 N}'
wrong "'target' must be between 0 and 10, got 11" pi code.so 'speed: car.vx' force '{target: 11}'
wrong 'the gain must be positive' pi code.so 'speed: car.vx' force '{gain: -1}'
model lost >lost.yaml
expect 5 "subsystem 'c' at t = 0.05 s: its output 'force' is not a finite number$" run lost.yaml --allow-code --no-output

# ---- the double lane change, through its part: no cone is hit
cat >lane.yaml <<END
jounce: 1
space: space
bodies: {car: {mass: 1000, inertia: [300, 1000, 1200]}}
joints: {plane: {type: planar, between: [ground, car], axis: z}}
signals: {v: "car.vx*cos(car.yaw) + car.vy*sin(car.yaw)", side: "car.vy*cos(car.yaw) - car.vx*sin(car.yaw)"}
forces:
  hold: {type: point-force, at: car, value: ["20000*side*sin(car.yaw) + 1e4*(12 - v)*cos(car.yaw)", "-20000*side*cos(car.yaw) + 1e4*(12 - v)*sin(car.yaw)", 0]}
  turn: {type: torque, at: car, value: [0, 0, "30000*(v*subsystem.test.driver.steer/2.6 - car.wz)"]}
use: {test: {part: models/parts/double-lane-change.yml, ports: {vehicle: car, speed: v}}}
initial: {keep: {car.position: [-5, 0, 0], car.vx: 12}}
simulate: {until: 12, tolerance: 1e-6}
events: {cone: {when: -test.clearance, direction: rising, stop: true}}
outputs: [car.x, car.y, subsystem.test.driver.error, test.clearance]
END
expect 0 '' run lane.yaml --json -o lane.csv
check 'it comes to the end' near "$(field out.txt outputs/car.x)" 138.4 0.5
check 'near the path all the way' awk -F, 'NR > 1 && ($4 > 0.25 || $4 < -0.25) { bad = 1 } END { exit bad || NR < 100 }' lane.csv
finish
