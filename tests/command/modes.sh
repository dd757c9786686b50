# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# modes.sh - `jounce modes`: one state, sweeps, pictures, mistakes.
. "$(dirname -- "$0")/lib.sh"
refuse() { ! grep -q -e "$1" "$2"; }  # PATTERN FILE: nothing matches

# the benchmark, as text and as JSON
model=models/benchmarks/four-bar-diagonal-spring.yaml
expect 0 "-0.2423858 *2.133955 *0.339629 *0.1129 *4.1257  joint.O.angle 1 rad" modes $model --at equilibrium
expect 0 "all modes decay" modes $model --at equilibrium
for coordinates in cartesian natural joint; do
  expect 0 "" modes $model --at equilibrium --coordinates $coordinates --json
  cp out.txt modes.json
  check "real part" near "$(field modes.json modes/0/re)" -0.24238580931051 2e-11
  check "imaginary part" near "$(field modes.json modes/0/im)" 2.1339550283484 2e-10
  check "damping" near "$(field modes.json modes/0/damping)" 0.112859545504 1e-10
  check "state" equal "$(field modes.json states/0)" joint.O.angle
  check "A" near "$(field modes.json A/1/1)" -0.48477161862102 1e-10
  check "steady" equal "$(field modes.json steady)" true
  check "shape" near "$(field modes.json modes/0/shape/0/re)" 1 1e-12
done

# a bicycle
model=models/benchmarks/whipple-bicycle.yaml
expect 0 "0.4132533 *3.079108 " modes $model --set speed=4
expect 0 "unstable: 2 eigenvalues grow" modes $model --set speed=4
expect 0 "6 zero eigenvalues, free motion: joint.rear_hub.angle, " modes $model
expect 0 "stable: all modes except free motion decay" modes $model
expect 0 "^A$" modes $model -v
expect 0 "" modes $model --json --probe frame.ax
cp out.txt bicycle.json
check "input" equal "$(field bicycle.json inputs/0)" steer_torque
check "probe" equal "$(field bicycle.json outputs/7)" frame.ax
check "zeros" equal "$(field bicycle.json zeros)" 6
expect 0 "" modes $model --sweep speed=2:8:13 --plot over.svg --locus locus.svg --json
cp out.txt sweep.json
check "weave speed" near "$(field sweep.json changes/0/value)" 4.29238254 1e-7
check "capsize speed" near "$(field sweep.json changes/1/value)" 6.02426202 1e-6
check "stable between" equal "$(field sweep.json points/6/growing)" 0
check "plot" grep -q "imaginary part" over.svg
check "locus" grep -q "speed = 2" locus.svg
expect 0 "stable beyond speed = 4.2923825.*: branch [0-9], 3.435 rad/s" modes $model --sweep speed=4:5:3

# branches: weave from two real roots that meet, capsize, castering; few values are as good as many
for n in 6 51; do
  expect 0 "branch 1 becomes a pair at speed = 0.684283 m/s, 3.7829 1/s" modes $model --sweep "speed=0 m/s:10 m/s:$n" -o sweep.csv --plot over.svg
  check "lean" grep -q "^branch 2: frame.turn.x$" out.txt
  check "castering" grep -q "^branch 3: joint.steer.angle$" out.txt
  check "what crosses" grep -q "stable beyond speed = 4.29238254 m/s: branch 1, 3.435 rad/s" out.txt
  check "and what else" grep -q "beyond speed = 6.0242620. m/s 1 eigenvalue grows: branch 2$" out.txt
  check "head of the table" grep -q "^speed (m/s),branch,real (1/s),imaginary (rad/s),frequency (Hz),damping ratio,dominant coordinates$" sweep.csv
  check "the last castering" grep -q "^10,3,-24.6245" sweep.csv
  check "branch of the plot" grep -q "1  joint.steer.angle, frame.turn.x" over.svg
done
check "all rows" equal "$(grep -c "" sweep.csv)" 158
expect 0 "" modes $model --sweep speed=0:10:6 --json
check "branch of an eigenvalue" equal "$(field out.txt points/5/branches/0)" 2
check "branch of a change" equal "$(field out.txt changes/0/branch)" 1
check "frequency of a change" near "$(field out.txt changes/0/im)" 3.43503 1e-4
check "meeting" near "$(field out.txt meetings/0/value)" 0.684283 1e-6
check "label" equal "$(field out.txt branches/2/parts)" joint.steer.angle
expect 2 "there is no --sweep" modes $model -o sweep.csv
expect 2 "the table is a .csv file" modes $model --sweep speed=4:5:3 -o sweep.txt

# a pendulum upright on a torsion spring: of two real roots +- sqrt(10 - k) one grows until k = 10, also where that is a value itself or lies in the middle
cat >upright.yaml <<'YAML'
jounce: 1
space: plane
gravity: [0, -10]
parameters: {k: 1, c: 0}
ground: {points: {O: [0, 0]}}
bodies: {a: {mass: 1, inertia: 0, points: {C: [0, -1]}}}
joints: {r: {type: revolute, between: [ground.O, a.C]}}
forces: {s: {type: torsion-spring, joint: r, stiffness: "=k", damping: "=c"}}
initial: {keep: {joint.r.angle: 0}}
YAML
for c in 0 1; do
  for range in 0:21:2 0:21:8 0:20:2 0:20:11; do
    expect 0 "" modes upright.yaml --set c=$c --sweep k=$range --json
    check "k = 10, c = $c, $range" near "$(field out.txt changes/0/value)" 10 1e-8
    check "none beyond" equal "$(field out.txt changes/0/growing)" 0
    check "one change" equal "$(grep -c '"growing": ' out.txt)" $((${range##*:} + 1))
    check "it does not oscillate" equal "$(field out.txt changes/0/im)" 0
    check "one branch" refuse '"branch": 2' out.txt
    check "meeting" near "$(field out.txt meetings/0/value)" "$([ $c = 0 ] && echo 10 || echo 10.25)" 1e-8
  done
  for range in 0:10:3; do  # the last value is the change itself
    expect 0 "stable beyond k = \(9.9999999.\|10\): branch 1$" modes upright.yaml --set c=$c --sweep k=$range
  done
done
expect 0 "" modes upright.yaml --sweep k=10:20:3
check "no change" refuse "beyond" out.txt

# where the model is none between the values asked for, these are told alone
# what every value of a sweep would say is said once
cat >moving.yaml <<'YAML'
jounce: 1
space: plane
parameters: {k: 10}
bodies: {a: {mass: 1, inertia: 1, com: [0.5, 0], points: {O: [0, 0]}}}
joints: {O: {type: revolute, between: [ground, a.O]}}
forces: {s: {type: torsion-spring, joint: O, stiffness: "=k"}}
initial: {keep: {a.angle: 0.3}}
YAML
expect 0 "changes by .* (at 5 of the 5 values of k, first at 10)" modes moving.yaml --sweep k=10:50:5
check "once" equal "$(grep -c "neither an equilibrium" err.txt)" 1

cat >count.yaml <<'YAML'
jounce: 1
space: plane
parameters: {N: 2}
ground: {points: {O: [0, 0]}}
bodies: {"m{i}": {repeat: {i: [1, "=N"]}, mass: 1, inertia: 1}}
joints: {"rail{i}": {repeat: {i: [1, "=N"]}, type: prismatic, between: [ground.O, "m{i}"], axis: x}}
forces:
  s: {type: torsion-spring, joint: rail1, coordinate: displacement, stiffness: 4}
  "s{i}": {repeat: {i: [2, "=N"]}, type: spring-damper, between: ["m{i-1}", "m{i}"], stiffness: 4, rest: 1}
initial: {keep: {"m{i}.x": {repeat: {i: [1, "=N"]}, value: "=i-1"}}}
YAML
expect 0 "at N = [0-9.]* the model cannot be linearised, so no values between the given ones are computed" modes count.yaml --sweep N=1:5:5
check "all values" grep -q "^ *5 *0 " out.txt
check "no error" refuse "error" err.txt

# changes add up to what the ends differ by, however few the values are
adds_up() {  # COUNT: of values, in out.txt; their numbers come first, those beyond the changes after them
  grep -o '"growing": [0-9-]*' out.txt >growing.txt
  if [ "$(grep -c "" growing.txt)" -gt "$1" ]; then last=$(tail -1 growing.txt); else last=$(head -1 growing.txt); fi
  [ "$last" = "$(sed -n "$1p" growing.txt)" ] && ! grep -q -e "-" growing.txt
}
while read -r file sweep; do
  for n in 2 7; do
    expect 0 "" modes $file --sweep "$sweep:$n" --json -q
    check "adds up: $file $sweep:$n" adds_up $n
  done
done <<'SWEEPS'
models/benchmarks/whipple-bicycle.yaml speed=0:10
models/benchmarks/whipple-bicycle.yaml speed=-8:8
models/benchmarks/whipple-bicycle.yaml bodies.front_wheel.mass=0.5:8
models/examples/spring-mass.yaml forces.spring.damping=0:40
upright.yaml k=0:20
upright.yaml k=2:58
SWEEPS

# the mechanism in its modes
expect 0 "" modes $model --shapes shapes.svg -q
check "captions" grep -q "mode 3: decays to 1/e in" shapes.svg
check "in motion" grep -q "<animate attributeName=\"d\"" shapes.svg
expect 2 "of one state" modes $model --sweep speed=4:5:3 --shapes shapes.svg
expect 2 "a plot is an .svg file" modes $model --shapes shapes.png

# a kink is told by the name of its force
expect 0 "force 'FL' has a kink at this state along cart.vx: its slopes on both sides, .* are averaged (and of 3 more)" modes models/examples/tyre-slope.yaml --at equilibrium
expect 0 "" modes $model --plot plane.svg -q
check "plane" grep -q "real part (1/s)" plane.svg

for coordinates in cartesian natural joint; do
  expect 0 "0.4132533 *3.079108 .*joint.steer.angle 1 rad, frame.turn.x 0.836 rad (26 deg)" modes $model --set speed=4 --coordinates $coordinates
done
expect 0 "" modes $model --json --sweep "speed=14.4 km/h:18 km/h:3" --plot over.svg --locus locus.svg
check "unit" equal "$(field out.txt unit)" m/s
check "unit of the plot" grep -q "speed (m/s)" over.svg
check "order of the legend" test "$(grep -o "speed = 4 m/s\|speed = 5 m/s" locus.svg | tail -2 | tr -d '\n')" = "speed = 4 m/sspeed = 5 m/s"
check "imaginary axis" grep -q "imaginary axis" locus.svg
expect 2 "these units do not match" modes $model --sweep "speed=1 m:2 s:3"
expect 0 "^ *bodies.front_wheel.mass  growing" modes $model --sweep bodies.front_wheel.mass=2:3:2

# the largest part comes first, with its unit, and nothing is a negative zero
expect 0 "joint.fl.arm.angle 1 rad, joint.fr.arm.angle 1 rad, " modes models/vehicles/iltis.yaml --at equilibrium
check "no negative zero" refuse "(-0 deg)" out.txt
check "forward, not an arm on its spring" grep -q "free motion: .*chassis.vx" out.txt
check "arms are not free" refuse "free motion: .*arm" out.txt

# what cannot be written is told before the work
expect 7 "cannot write none/plane.svg" modes models/none.yaml --plot none/plane.svg
expect 7 "cannot write none/locus.svg" modes $model --sweep speed=1:2:2 --locus none/locus.svg
expect 2 "the root locus would overwrite the plot" modes $model --sweep speed=1:2:2 --plot x.svg --locus x.svg
expect 2 "the plot would overwrite the model" modes x.svg --plot x.svg

# other states
expect 0 "linearised after a run, t = 0.5 s" modes models/examples/pendulum.yaml --at "500 ms"
expect 0 "neither an equilibrium nor a steady motion (joint.hinge.rate changes by 14.7 rad/s^2)" modes models/examples/pendulum.yaml
expect 0 "nor a steady motion (driver 'steer' and 4 more are moving; " modes models/vehicles/iltis-ramp-steer.yaml --at equilibrium
expect 0 "no degrees of freedom" modes models/examples/driven-slider-crank.yaml
expect 0 "linearised at the start" modes models/vehicles/iltis.yaml --start equilibrium

# mistakes
expect 2 "at is start, equilibrium or a time after 0" modes $model --at noon
expect 2 "sweep is NAME=FROM:TO:COUNT, as speed=0:10:101" modes $model --sweep speed=1:2
expect 2 "from 2 to 2000 as COUNT" modes $model --sweep speed=1:2:1
expect 2 "from a smaller to a larger value" modes $model --sweep speed=2:1:5
expect 3 "the sweep ends at sped = 1" modes $model --sweep sped=1:2:5
expect 2 "a plot is an .svg file" modes $model --plot plane.png
expect 2 "but there is no --sweep" modes $model --locus x.svg
expect 5 "no static equilibrium was found" modes models/examples/gear-train.yaml --at equilibrium
expect 7 "" modes models/none.yaml
expect 0 "130 interrupted" modes --help

# a signal ends a run to a state and a sweep in good order; what the sweep has reached is told and drawn
interrupt() {  # ARGUMENTS: started, and interrupted after a while
  "$JOUNCE" "$@" >out.txt 2>err.txt &
  pid=$!
  await_handler $pid
  sleep 1
  kill -TERM $pid
  code=0
  wait $pid || code=$?
}
interrupt modes models/examples/pendulum.yaml --at 9000
check "130 of a run" equal $code 130
check "how far" grep -q "interrupted: the run to the state has reached .* of 9000 s" err.txt
interrupt modes models/benchmarks/whipple-bicycle.yaml --sweep speed=0:10:2000 --at 0.1 --plot part.svg
check "130 of a sweep" equal $code 130
check "how far" grep -q "interrupted: the sweep ends after .* of 2000 values" err.txt
check "told" grep -q "growing" out.txt
check "drawn" test -s part.svg

# armature needs joint coordinates: analyses that use others take them, and say so
printf 'jounce: 1\nspace: plane\ngravity: [0, -9.81]\nbodies: {a: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0]}}}\njoints: {J: {type: revolute, between: [ground, a.O], armature: 0.2}}\noutputs: [joint.J.angle]\nsimulate: {until: 0.1}\n' >rotor.yaml
expect 0 'in joint coordinates$' modes rotor.yaml --at equilibrium
expect 0 '' modes rotor.yaml --at equilibrium --json
check "its coordinates" equal "$(field out.txt coordinates)" joint
expect 0 'stable equilibrium' equilibrium rotor.yaml
expect 0 '' compare rotor.yaml --formulation multipliers,baumgarte,reduced --integrator dopri5 --ladder 1 --repeat 1
check "all are compared" sh -c '! grep -q failed out.txt'
expect 2 "rotor.yaml:5:.*joint 'J'.*armature needs joint coordinates.*choose 'joint' or 'auto'" run rotor.yaml --coordinates cartesian
finish
