# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# modes.sh - `jounce modes`: one state, sweeps, pictures, mistakes.
. "$(dirname -- "$0")/lib.sh"
refuse() { ! grep -q -e "$1" "$2"; }  # PATTERN FILE: nothing matches

# the benchmark, as text and as JSON
model=models/benchmarks/four-bar-diagonal-spring.yaml
expect 0 "-0.2423858 *2.133955 *0.339629 *0.1129 *4.1257  joint.O.angle 1 rad" modes $model --at equilibrium
expect 0 "all modes fade" modes $model --at equilibrium
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
expect 0 "6 modes at zero, free motion: joint.rear_hub.angle, " modes $model
expect 0 "all modes but free motion fade" modes $model
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
expect 0 "stable beyond speed = 4.2923825" modes $model --sweep speed=4:5:3
expect 0 "" modes $model --plot plane.svg -q
check "plane" grep -q "real part (1/s)" plane.svg

for coordinates in cartesian natural joint; do
  expect 0 "0.4132533 *3.079108 .*joint.steer.angle 1 rad, frame.turn.x 0.836 rad (26 deg)" modes $model --set speed=4 --coordinates $coordinates
done
expect 0 "" modes $model --json --sweep "speed=14.4 km/h:18 km/h:3" --plot over.svg --locus locus.svg
check "unit" equal "$(field out.txt unit)" m/s
check "unit of the plot" grep -q "speed (m/s)" over.svg
check "order of the legend" test "$(grep -o "speed = 4 m/s\|>between\|speed = 5 m/s" locus.svg | tail -3 | tr -d '\n')" = "speed = 4 m/s>betweenspeed = 5 m/s"
check "imaginary axis" grep -q "imaginary axis" locus.svg
expect 2 "different things" modes $model --sweep "speed=1 m:2 s:3"
expect 0 "^ *bodies.front_wheel.mass  growing" modes $model --sweep bodies.front_wheel.mass=2:3:2

# the largest part comes first, with its unit, and nothing is a negative zero
expect 0 "joint.arm_fl.angle 1 rad, joint.arm_fr.angle 1 rad, " modes models/vehicles/iltis.yaml --at equilibrium
check "no negative zero" refuse "(-0 deg)" out.txt

# what cannot be written is told before the work
expect 7 "cannot write none/plane.svg" modes models/none.yaml --plot none/plane.svg
expect 7 "cannot write none/locus.svg" modes $model --sweep speed=1:2:2 --locus none/locus.svg
expect 2 "the root locus would overwrite the plot" modes $model --sweep speed=1:2:2 --plot x.svg --locus x.svg
expect 2 "the plot would overwrite the model" modes x.svg --plot x.svg

# other states
expect 0 "small motions after a run, t = 0.5 s" modes models/examples/pendulum.yaml --at "500 ms"
expect 0 "neither an equilibrium nor a steady motion (joint.hinge.rate changes by 14.7 rad/s^2)" modes models/examples/pendulum.yaml
expect 0 "nor a steady motion (driver 'steer' and 4 more move; " modes models/vehicles/iltis-ramp-steer.yaml --at equilibrium
expect 0 "nothing can move by itself" modes models/examples/driven-slider-crank.yaml
expect 0 "small motions at the start" modes models/vehicles/iltis.yaml --start equilibrium

# mistakes
expect 2 "at is start, equilibrium or a time after 0" modes $model --at noon
expect 2 "sweep is NAME=FROM:TO:COUNT, as speed=0:10:101" modes $model --sweep speed=1:2
expect 2 "sweep takes 2 to 2000 values" modes $model --sweep speed=1:2:1
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
  sleep 1
  kill -TERM $pid
  code=0
  wait $pid || code=$?
}
interrupt modes models/examples/pendulum.yaml --at 1000000
check "130 of a run" equal $code 130
check "how far" grep -q "interrupted: the run to the state has reached .* of 1e+06 s" err.txt
interrupt modes models/benchmarks/whipple-bicycle.yaml --sweep speed=0:10:2000 --at 0.1 --plot part.svg
check "130 of a sweep" equal $code 130
check "how far" grep -q "interrupted: the sweep ends after .* of 2000 values" err.txt
check "told" grep -q "growing" out.txt
check "drawn" test -s part.svg

finish
