# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# kinematics.sh - `jounce kinematics` and `jounce inverse`.
. "$(dirname -- "$0")/lib.sh"
refuse() { ! grep -q -e "$1" "$2"; }  # PATTERN FILE: nothing matches

# the answer, as text, as JSON and as files
expect 0 "prescribed by  driver 'motor', in cartesian coordinates" kinematics models/examples/driven-slider-crank.yaml --plot motion.svg
check "results" test -s driven-slider-crank-kinematics.h5
check "plot" grep -q "actuator.motor" motion.svg
expect 0 "" kinematics models/examples/driven-slider-crank.yaml --no-output --plot over.svg --x joint.O.angle
check "over an output" sh -c 'grep -q "joint.O.angle (rad)" over.svg && ! grep -q "time (s)" over.svg'
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
expect 0 "21 output times" kinematics models/examples/four-bar.yaml --until 0.2 --step "10 ms" -o bar.csv
check "rows of the file" equal "$(wc -l <bar.csv | tr -d ' ')" 22
expect 0 "11 output times" kinematics models/examples/four-bar.yaml --until 0.2 --output-step "20 ms" --no-output
expect 2 "both mean the time between outputs" kinematics models/examples/four-bar.yaml --step 0.1 --output-step 0.2

# what is free is named
expect 2 "1 degree of freedom remains (joint.hinge.angle)" kinematics models/examples/pendulum.yaml
expect 2 "2 degrees of freedom remain (sleigh.x, sleigh.angle)" kinematics models/examples/chaplygin-sleigh.yaml
expect 2 "rotations of a free body in space are no coordinates" kinematics models/examples/rolling-disc.yaml

# what rolls is integrated where velocities are known, and that is told
printf 'time,joint.L.angle,joint.R.angle\n0,0,0\n0.5,8,12\n1,16,24\n' > turns.csv
expect 0 "integrated     3 velocity constraints of rolling" kinematics models/examples/two-wheels.yaml --motion turns.csv --no-output
expect 0 '"integrated_rows": 3' kinematics models/examples/two-wheels.yaml --motion turns.csv --no-output --json
expect 2 "did you mean 'motor'" inverse models/examples/four-bar.yaml --actuators motr --no-output
expect 2 "add an actuator that moves it" inverse models/examples/five-bar-robot.yaml --actuators left --no-output

# a table of motion: a run of its own, and one that is typed
expect 0 "" run models/examples/pendulum.yaml --until 1 -o swing.csv --quiet
expect 0 "prescribed by  bar.angle" inverse models/examples/pendulum.yaml --motion swing.csv --no-output
expect 0 "" inverse models/examples/pendulum.yaml --motion swing.csv --no-output --json
cp out.txt none.json
check "a free swing needs no moment" near "$(field none.json actuators/0/most)" 0 1e-4
printf 'time,joint.hinge.angle [deg],joint.hinge.angel\n0,0,0\n0.5,30,0\n1,20,0\n' >typed.csv
expect 0 "column 'joint.hinge.angel' of the motion is not used" kinematics models/examples/pendulum.yaml --motion typed.csv --no-output
expect 0 "" kinematics models/examples/pendulum.yaml --motion typed.csv --no-output --json
check "degrees" near "$(field out.txt outputs/bar.angle)" 0.349065850399 1e-10
expect 2 "the motion is given up to 1 s, but --until is 2 s" kinematics models/examples/pendulum.yaml --motion typed.csv --until 2 --no-output
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
expect 2 "single.csv: error: a motion needs at least two times" kinematics models/examples/pendulum.yaml --motion single.csv
printf 'time,joint.hinge.angle\n0,0\n1,nan\n' >hole.csv
expect 2 "hole.csv: error: the motion of 'joint.hinge.angle' is not given at t = 1 s" kinematics models/examples/pendulum.yaml --motion hole.csv
printf 'time,bar.rate\n0,0\n1,1\n' >rate.csv
expect 2 "rate.csv: warning: rates in the motion are not used" kinematics models/examples/pendulum.yaml --motion rate.csv
expect 2 "1 degree of freedom remains (joint.hinge.angle); the table of motion does not name it" kinematics models/examples/pendulum.yaml --motion rate.csv
printf 'time,joint.hinge.angle,joint.hinge.angle\n0,0,0\n1,1,2\n' >again.csv
expect 0 "again.csv: warning: column 'joint.hinge.angle' of the motion is given twice" kinematics models/examples/pendulum.yaml --motion again.csv --no-output
printf 'time [ms],joint.hinge.angle [deg]\n0,0\n500,30\n1000,20\n' >ms.csv
expect 0 "done *0 to 1 s" kinematics models/examples/pendulum.yaml --motion ms.csv --no-output
expect 0 "" kinematics models/examples/pendulum.yaml --motion ms.csv --no-output --at "0.5 s" --json
check "milliseconds" near "$(field out.txt samples/0/values/bar.angle)" 0.523598775598 1e-10
for unit in m nonsense rad 1; do
  printf 'time [%s],joint.hinge.angle\n0,0\n1,1\n' "$unit" >unit.csv
  expect 2 "column 'time' of 'unit.csv' has the unit '$unit', which is not one of time" kinematics models/examples/pendulum.yaml --motion unit.csv
done

# actuators: surplus, too few, wrong names
expect 0 "2 for 1 degree of freedom: 1 surplus; minimum-norm solution" inverse models/examples/four-bar.yaml --actuators joint.O.angle,joint.D.angle --no-output
expect 2 "the actuators cannot produce this motion: at t = 0 s none of them moves joint" inverse models/examples/five-bar-robot.yaml --actuators left --no-output
expect 2 "did you mean 'joint.O.angle'?\|has no angel\|unknown name" inverse models/examples/four-bar.yaml --actuators joint.O.angel
expect 2 "cannot be an actuator: there is no such force element" inverse models/examples/four-bar.yaml --actuators force.spring
expect 2 "the option '--actuators' does not belong to 'jounce kinematics'" kinematics models/examples/four-bar.yaml --actuators joint.O.angle
expect 2 "needs a model file" inverse

# where forces are least and most; what a table does not reach; units of rates
cat >cart.yaml <<'END'
jounce: 1
space: plane
ground: {points: {O: [0, 0]}}
bodies: {cart: {mass: 2, inertia: 1, points: {C: [0, 0]}}}
joints: {rail: {type: prismatic, between: [ground.O, cart.C], axis: x}}
drivers: {along: {joint: rail, motion: "0.5*sin(2*pi*t)"}}
simulate: {until: 1}
outputs: [cart.x]
END
expect 0 "along from -39.4784 (at 0.25 s) to 39.4784 (at 0.75 s) N" inverse cart.yaml --step 0.25 --no-output
expect 0 "" inverse cart.yaml --step 0.25 --no-output --json
check "least" near "$(field out.txt actuators/0/least)" -39.4784176043574 1e-9
check "least at" near "$(field out.txt actuators/0/least_at)" 0.25 0
check "most" near "$(field out.txt actuators/0/most)" 39.4784176043574 1e-9
check "most at" near "$(field out.txt actuators/0/most_at)" 0.75 0
check "no least norm" equal "$(field out.txt least_norm)" false
expect 0 "" inverse cart.yaml --actuators along,cart.x --step 0.25 --no-output --json
check "least norm" equal "$(field out.txt least_norm)" true
check "surplus" equal "$(field out.txt surplus)" 1
printf 'time,joint.hinge.angle\n0.5,0\n0.75,1\n1,1\n' >late.csv
expect 2 "\--at has 0.2 s, but the motion begins at 0.5 s" kinematics models/examples/pendulum.yaml --motion late.csv --at 0.2 --no-output
printf 'time,bar.x [m/s]\n0,0\n1,1\n' >speed.csv
expect 2 "speed.csv: error: column 2 has the unit 'm/s', but bar.x is a length" kinematics models/examples/pendulum.yaml --motion speed.csv

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
expect 5 "the mechanism locks up at t = 0.5.* s: it cannot follow driver 'push'; it is at a dead centre" kinematics push.yaml -o push.csv
check "it passes nothing" refuse "passes a singular configuration" err.txt
check "one dead centre" grep -q "singular *1 configuration, at 0.5" out.txt
check "how far it came" grep -q "FAILED  *0 to 0.5 s of 1 s" out.txt
check "rows up to there" equal "$(wc -l <push.csv | tr -d ' ')" 7

expect 5 "singular *1 configuration, at 0.341942 s" kinematics models/examples/five-bar-robot.yaml --set drivers.left.motion="2.2+3*t" --no-output
check "it passes nothing" refuse "passes a singular configuration" err.txt
expect 7 "cannot write none/x.svg" kinematics models/examples/four-bar.yaml --no-output --plot none/x.svg
expect 7 "cannot write none/x.svg" inverse models/examples/four-bar.yaml --no-output --plot none/x.svg

# results of a run of what slides, at its own spacing: rows of velocities are met as well as the spline can, and that is told
expect 0 "" run models/examples/chaplygin-sleigh.yaml -o sleigh.csv --quiet
expect 0 "contradiction  the table violates joint 'blade' (equation 1, lateral velocity) by up to" inverse models/examples/chaplygin-sleigh.yaml --motion sleigh.csv --no-output
expect 0 "" inverse models/examples/chaplygin-sleigh.yaml --motion sleigh.csv --no-output --json
check "how far" near "$(field out.txt contradiction)" 0 1e-5
awk -F, 'NR == 1 || NR % 2 == 0 { OFS = ","; if (NR > 1) $3 *= 1.01; print }' sleigh.csv >aside.csv
expect 4 "is violated by .* use a finer table" inverse models/examples/chaplygin-sleigh.yaml --motion aside.csv --no-output

# turns that do not begin at zero: wheels are turned where they stand; what is led elsewhere is told
printf 'time,joint.L.angle,joint.R.angle\n0,5,4\n0.5,13,16\n1,21,28\n' > turns.csv
for coordinates in cartesian natural joint; do
  expect 0 "" kinematics models/examples/two-wheels.yaml --motion turns.csv --no-output --at 0 --json --coordinates $coordinates
  check "stands where it is kept, $coordinates" near "$(field out.txt samples/0/values/cart.x)" 0 1e-12
  check "circle, $coordinates" near "$(field out.txt outputs/cart.x)" 0.909297426826 1e-9
  check "nothing is led" refuse "is led by" err.txt
done
cat >car.yaml <<'END'
jounce: 1
space: plane
bodies: {car: {mass: 1000, inertia: 1500, points: {rear: [-1.2, 0], front: [1.2, 0]}}}
joints: {back: {type: knife-edge, between: [ground, car.rear], axis: y}}
initial: {keep: {car.x: 0, car.y: 0.1, car.angle: 0.2}}
simulate: {until: 1}
outputs: [car.x, car.y, car.angle]
END
printf 'time,car.rear.x,car.angle\n0,0,0.2\n0.5,2,0.3\n1,4,0.2\n' >rear.csv
expect 0 "the motion does not begin at the assembled configuration: car.x is moved by 1.176 m before t = 0 s" kinematics car.yaml --motion rear.csv --no-output --at 0 --json
check "what is kept" near "$(field out.txt samples/0/values/car.y)" 0.1 1e-12

# columns that drivers prescribe, and the end of the motion
printf 'time,joint.O.angle\n0.5,0\n1.1,2\n' >driven.csv
expect 0 "driven.csv: warning: the table of motion is not used: drivers already prescribe the whole motion (joint.O.angle)" kinematics models/examples/four-bar.yaml --motion driven.csv --no-output
check "the file's times" grep -q "done *0 to 4 s" out.txt
cat >arm.yaml <<'END'
jounce: 1
space: plane
gravity: [0, -9.81]
ground: {points: {O: [0, 0]}}
bodies:
  up: {mass: 1, inertia: 0.1, points: {s: [-0.5, 0], w: [0.5, 0]}}
  fore: {mass: 1, inertia: 0.1, points: {w: [-0.5, 0], tip: [0.5, 0]}}
joints:
  S: {type: revolute, between: [ground.O, up.s]}
  E: {type: revolute, between: [up.w, fore.w]}
simulate: {until: 1}
outputs: [fore.tip.x, fore.tip.y]
END
cat >shoulder.yaml <<'END'
jounce: 1
model: arm.yaml
drivers: {lift: {joint: S, motion: "t"}}
END
printf 'time,joint.S.angle,joint.E.angle\n0,0,0\n0.5,1,1\n1,2,2\n' >both.csv
expect 0 "columns of the motion are not used: drivers already prescribe them (joint.S.angle)" kinematics shoulder.yaml --motion both.csv --no-output

# a stretched arm: the start is singular, nothing is missing
printf 'time,fore.tip.x,fore.tip.y\n0,1.5,0.2\n0.5,1.4,0.4\n1,1.2,0.6\n' >tip.csv
expect 2 "the assembled start is a singular configuration (a stretched arm, a dead centre), in which the table does not determine how joint.E.angle moves" kinematics arm.yaml --motion tip.csv --no-output
printf 'time,fore.tip.x\n0,1.5\n1,1.2\n' >half.csv
expect 2 "the motion is not prescribed: 2 degrees of freedom remain" kinematics arm.yaml --motion half.csv --no-output

# actuators without leverage: passed between two rows, met by a row, and everywhere
expect 0 "the actuators have no leverage on the motion between t = 0.27" inverse models/examples/four-bar.yaml --actuators joint.D.angle --no-output
expect 2 "they have no leverage on it there" inverse models/examples/four-bar.yaml --actuators joint.B.angle --no-output
expect 0 "2 for 2 degrees of freedom, 1 of them effective: 1 surplus" inverse models/examples/two-wheels.yaml --motion turns.csv --actuators cart.x,cart.y --no-output
check "no dead point" refuse "no leverage" err.txt
check "rounding is no force" grep -q "cart.x from 0 (at .* to 0 (at .* N" out.txt
expect 0 "" inverse models/examples/four-bar.yaml --actuators joint.O.angle --no-output
check "no dead point of the crank" refuse "no leverage" err.txt

finish
