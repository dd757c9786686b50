# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# kinematics.sh - `jounce kinematics` and `jounce inverse`.
. "$(dirname -- "$0")/lib.sh"
refuse() { ! grep -q -e "$1" "$2"; }  # PATTERN FILE: nothing matches

# the answer, as text, as JSON and as files
expect 0 "prescribed by  driver 'motor', in cartesian coordinates" kinematics models/examples/driven-slider-crank.yaml --plot motion.svg
check "results" test -s driven-slider-crank-kinematics.h5
check "plot" grep -q "actuator.motor" motion.svg
expect 0 "" kinematics models/examples/driven-slider-crank.yaml --until 0.7 --at 0.35 --probe joint.B.force --no-output --json
cp out.txt motion.json
expect 0 "" run models/examples/driven-slider-crank.yaml --until 0.7 --probe joint.B.force --no-output --json
cp out.txt run.json
for name in crank.angle piston.x piston.vx joint.motor.lambda.1 joint.A.force.x joint.B.force.y energy.work; do
  check "$name as in a run" near "$(field motion.json outputs/$name)" "$(field run.json outputs/$name)" 1e-8
done
check "driver" near "$(field motion.json outputs/actuator.motor)" "$(field run.json outputs/joint.motor.lambda.1 | awk '{ print -$1 }')" 1e-5
check "freedoms" equal "$(field motion.json freedoms)" 1
check "one sample" near "$(field motion.json samples/0/time)" 0.35 0
for coordinates in natural joint; do
  expect 0 "in $coordinates coordinates" kinematics models/examples/four-bar.yaml --coordinates $coordinates --no-output --until 1
done

# rows: --step, csv
expect 0 "21 rows" kinematics models/examples/four-bar.yaml --until 0.2 --step "10 ms" -o bar.csv
check "rows of the file" equal "$(wc -l <bar.csv | tr -d ' ')" 22
expect 0 "11 rows" kinematics models/examples/four-bar.yaml --until 0.2 --output-step "20 ms" --no-output
expect 2 "both mean the time between rows" kinematics models/examples/four-bar.yaml --step 0.1 --output-step 0.2

# what is free is named
expect 2 "1 degree of freedom remains (joint.hinge.angle)" kinematics models/examples/pendulum.yaml
expect 2 "rolling and knife edges say how bodies move, not where they are" kinematics models/examples/chaplygin-sleigh.yaml

# a table of motion: a run of its own, and one that is typed
expect 0 "" run models/examples/pendulum.yaml --until 1 -o swing.csv --quiet
expect 0 "prescribed by  bar.angle" inverse models/examples/pendulum.yaml --motion swing.csv --no-output
expect 0 "" inverse models/examples/pendulum.yaml --motion swing.csv --no-output --json
cp out.txt none.json
check "a free swing needs no moment" near "$(field none.json actuators/0/most)" 0 1e-4
printf 'time,joint.hinge.angle [deg],joint.hinge.angel\n0,0,0\n0.5,30,0\n1,20,0\n' >typed.csv
expect 0 "column 'joint.hinge.angel' of the motion is left out" kinematics models/examples/pendulum.yaml --motion typed.csv --no-output
expect 0 "" kinematics models/examples/pendulum.yaml --motion typed.csv --no-output --json
check "degrees" near "$(field out.txt outputs/bar.angle)" 0.349065850399 1e-10
expect 2 "the motion is known up to 1 s, but --until asks for 2 s" kinematics models/examples/pendulum.yaml --motion typed.csv --until 2 --no-output
expect 2 "the results would overwrite the motion" kinematics models/examples/pendulum.yaml --motion typed.csv -o typed.csv
expect 2 "a motion is a .csv file or an .h5 file" kinematics models/examples/pendulum.yaml --motion models/examples/pendulum.yaml
expect 7 "none.csv" kinematics models/examples/pendulum.yaml --motion none.csv
printf 'time,joint.hinge.angle\n0,0\n0,1\n' >twice.csv
expect 2 "times of a motion must ascend" kinematics models/examples/pendulum.yaml --motion twice.csv
printf 'angle,time\n0,0\n1,1\n' >first.csv
expect 2 "the first column of 'first.csv' must be time" kinematics models/examples/pendulum.yaml --motion first.csv

printf 'time,joint.hinge.angle [mm]\n0,0\n0.5,30\n1,20\n' >unit.csv
expect 2 "unit.csv: error: column 2 has the unit 'mm', but joint.hinge.angle is an angle" kinematics models/examples/pendulum.yaml --motion unit.csv
expect 2 "twice.csv: error: times of a motion must ascend" kinematics models/examples/pendulum.yaml --motion twice.csv
printf 'time,joint.hinge.angle\n0,0\n' >single.csv
expect 2 "single.csv: error: a motion needs two rows at least" kinematics models/examples/pendulum.yaml --motion single.csv
printf 'time,joint.hinge.angle\n0,0\n1,nan\n' >hole.csv
expect 2 "hole.csv: error: the motion of 'joint.hinge.angle' is not known at t = 1 s" kinematics models/examples/pendulum.yaml --motion hole.csv
printf 'time,bar.rate\n0,0\n1,1\n' >rate.csv
expect 2 "rate.csv: warning: rates are left out of the motion" kinematics models/examples/pendulum.yaml --motion rate.csv
expect 2 "1 degree of freedom remains (joint.hinge.angle); the table of motion does not name it" kinematics models/examples/pendulum.yaml --motion rate.csv
printf 'time,joint.hinge.angle,joint.hinge.angle\n0,0,0\n1,1,2\n' >again.csv
expect 0 "again.csv: warning: column 'joint.hinge.angle' of the motion stands there twice" kinematics models/examples/pendulum.yaml --motion again.csv --no-output

# actuators: surplus, too few, wrong names
expect 0 "2 for 1 freedom of the joints: 1 surplus; the least forces" inverse models/examples/four-bar.yaml --actuators joint.O.angle,joint.D.angle --no-output
expect 2 "the actuators cannot make this motion: at t = 0 s nothing moves joint" inverse models/examples/five-bar-robot.yaml --actuators left --no-output
expect 2 "did you mean 'joint.O.angle'?\|has no angel\|unknown name" inverse models/examples/four-bar.yaml --actuators joint.O.angel
expect 2 "cannot be an actuator: there is no such force element" inverse models/examples/four-bar.yaml --actuators force.spring
expect 2 "the option '--actuators' does not go with 'jounce kinematics'" kinematics models/examples/four-bar.yaml --actuators joint.O.angle
expect 2 "needs a model file" inverse

# a lock-up tells when, and keeps what was reached
cat >push.yaml <<'END'
jounce: 1
space: plane
ground: {points: {O: [0, 0]}}
bodies:
  crank: {mass: 1, inertia: 0.02, points: {O: [0, 0], A: [0.05, 0]}}
  rod: {mass: 1, inertia: 0.01, points: {A: [-0.075, 0], B: [0.075, 0]}}
  piston: {mass: 1, inertia: 0.01, points: {B: [0, 0]}}
joints:
  O: {type: revolute, between: [ground.O, crank.O]}
  A: {type: revolute, between: [crank.A, rod.A]}
  B: {type: revolute, between: [rod.B, piston.B]}
  cylinder: {type: prismatic, between: [ground.O, piston.B], axis: x}
drivers: {push: {joint: cylinder, motion: "0.15 + 0.1*t"}}
initial: {guess: {crank.angle: 1.2, rod.x: 0.08, rod.y: 0.02, rod.angle: -0.3, piston.x: 0.15}}
simulate: {until: 1, output: 0.1}
outputs: [piston.x]
END
expect 5 "the mechanism locks up at t = 0.5.* s: it cannot follow driver 'push' any further; it stands at a dead centre" kinematics push.yaml -o push.csv
check "it passes nothing" refuse "passes a singular configuration" err.txt
check "one dead centre" grep -q "singular *1 configuration, at 0.5" out.txt
check "rows up to there" equal "$(wc -l <push.csv | tr -d ' ')" 7

expect 5 "singular *1 configuration, at 0.341942 s" kinematics models/examples/five-bar-robot.yaml --set drivers.left.motion="2.2+3*t" --no-output
check "it passes nothing" refuse "passes a singular configuration" err.txt
expect 7 "cannot write none/x.svg" kinematics models/examples/four-bar.yaml --no-output --plot none/x.svg
expect 7 "cannot write none/x.svg" inverse models/examples/four-bar.yaml --no-output --plot none/x.svg

finish
