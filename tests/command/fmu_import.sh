#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# fmu_import.sh - FMUs of other tools on the command line: check, run, and as controllers in a model.
. "$ROOT/tests/command/lib.sh"
make() { "${FMU_FILES:?}" "$@" || exit 1; }
make 2 "${FMU_CRUISE_2:?}" c2.fmu
make 3 "${FMU_CRUISE_3:?}" c3.fmu
make 2 "${FMU_FAILS:?}" fails.fmu
make 3 "${FMU_CRASHES:?}" crashes.fmu
make 2 "$FMU_CRUISE_2" wrong.fmu 'name="brake"' 'name="throttle"'
make 2 "$FMU_CRUISE_2" broken.fmu 'start="5"' 'start="five"'

# ---- check
expect 0 'FMI 2, co-simulation' check c2.fmu
expect 0 '0 faults.*not loaded' check c3.fmu
expect 0 '0 faults.*tried' check c3.fmu --allow-code
expect 0 '' check c3.fmu --json
check 'the numbers of variables' equal "$(field out.txt variables) $(field out.txt inputs) $(field out.txt outputs) $(field out.txt fmi)" '9 1 4 3'
expect 3 "wrong.fmu/modelDescription.xml:[0-9]*:[0-9]*: error: variable 'throttle'" check wrong.fmu
expect 3 '' check wrong.fmu --json
check 'the number of faults' equal "$(field out.txt faults)" 1
expect 3 "broken.fmu/modelDescription.xml:[0-9]*:[0-9]*: error: ScalarVariable 'integral.time'" check broken.fmu
expect 3 'crashes.fmu: error: .*Reset' check crashes.fmu --allow-code
expect 0 '' check crashes.fmu
expect 7 'absent.fmu' check absent.fmu
echo 'no archive' >text.fmu
expect 3 'text.fmu' check text.fmu
expect 2 'allow-code' check models/examples/pendulum.yaml --allow-code
expect 2 'is an FMU' check c2.fmu --draw a.svg

# what this program writes has no fault either
for version in 2 3; do
  for model in examples/stick-slip examples/rolling-disc vehicles/iltis; do
    expect 0 '' export models/$model.yaml --fmi $version -o own.fmu
    expect 0 '0 faults.*tried' check own.fmu --allow-code
  done
  expect 0 '' compile models/examples/slider-crank.yaml --step 1ms --independent joint.O.angle --keep r --fmi $version --fmu own.fmu
  expect 0 '0 faults' check own.fmu --allow-code
done

# ---- run
expect 2 'c2.fmu.*allow-code' run c2.fmu
expect 0 'c2.csv' run c2.fmu --allow-code
check 'rows of the default experiment' equal "$(wc -l <c2.csv)" 102
expect 0 '' run c3.fmu --allow-code --no-output --json
check 'the end of the default experiment' equal "$(field out.txt time) $(field out.txt steps)" '2 100'
two=$(tail -n 1 c2.csv)
expect 0 '' run c3.fmu --allow-code -o c3.csv
check 'both versions give the same' equal "$(tail -n 1 c3.csv)" "$two"
expect 0 'integral.time' run c3.fmu --allow-code --until 1 --step 0.01 --set 'speed=64.8 km/h' --set integral.time=2 --probe integral.time --plot a.svg -o a.csv
check 'a plot' grep -q '</svg>' a.svg
# 100 steps of 0.01 s with an error of 2 m/s, gain 0.2 s/m, time 2 s: 0.2
check 'the integral' near "$(tail -n 1 a.csv | cut -d , -f 4)" 0.2 1e-12
expect 2 "did you mean 'speed'" run c3.fmu --allow-code --set sped=1 --no-output
expect 2 "did you mean 'throttle'" run c3.fmu --allow-code --probe throtle --no-output
expect 5 "'sum' = 1.*cannot be set" run c3.fmu --allow-code --set sum=1 --no-output
expect 2 'integrator' run c3.fmu --allow-code --integrator rk4
expect 2 '.csv' run c3.fmu --allow-code -o a.h5
expect 2 'in m/s, got a quantity in kg' run c3.fmu --allow-code --set 'speed=3 kg' --no-output
expect 2 'has no unit, got a quantity in s' run c3.fmu --allow-code --set 'braking=3 s' --no-output
# an FMU that ends the simulation: the last row is at its time
cat >falling.yaml <<END
jounce: 1
space: plane
gravity: [0, -10]
bodies: {a: {mass: 1, inertia: 1}}
outputs: [a.y]
simulate: {until: 2}
events: {low: {when: a.y + 1.25, direction: falling, stop: true}}
END
for version in 2 3; do
  expect 0 '' export falling.yaml --fmi $version -o falling.fmu
  expect 0 'from 0 s to 0.5 s, where the FMU has ended the simulation' run falling.fmu --allow-code --step 0.2 -o falling.csv
  check 'the time of the last row' near "$(tail -n 1 falling.csv | cut -d , -f 1)" 0.5 1e-7
  check 'the height in the last row' near "$(tail -n 1 falling.csv | cut -d , -f 2)" -1.25 1e-6
  expect 0 '' run falling.fmu --allow-code --step 0.2 --no-output --json
  check 'JSON says who has ended it' equal "$(field out.txt ended_by_fmu)" true
done
expect 2 'until' run c3.fmu --allow-code --until -1 --no-output
expect 0 '' export models/examples/four-bar.yaml --integrator rk4 --step 1ms -o fixed.fmu
expect 5 'fmi3ExitInitializationMode: .*stays open' run fixed.fmu --allow-code --set crank=9 --no-output
expect 5 'Discard to fmi3DoStep: .*multiple of the fixed step' run fixed.fmu --allow-code --step 1.5ms --no-output
expect 5 'the speed sensor is broken at t = 0.5' run fails.fmu --allow-code -o fails.csv
check 'the rows before the failure are there' equal "$(wc -l <fails.csv)" 27

# ---- in a model
cat >car.yaml <<END
jounce: 1
space: plane
parameters: {m: 1500}
bodies: {car: {mass: "=m", inertia: 1}}
joints: {road: {type: prismatic, between: [ground, car], axis: x}}
forces: {drive: {type: torque, joint: road, value: 9000*subsystem.c.throttle}}
subsystems:
  c: {type: fmu, file: c3.fmu, period: 20 ms, inputs: {speed: car.vx}, outputs: [throttle, sum], parameters: {target: 72 km/h}}
initial: {keep: {car.x: 0, car.vx: 17}}
simulate: {until: 3, step: 10 ms, integrator: rk4, checkpoint: 1}
outputs: [car.vx, subsystem.c.throttle, subsystem.c.sum]
END
expect 2 'car.yaml:8:.*c3.fmu.*allow-code\|c3.fmu.*allow-code' run car.yaml
expect 0 'c3.fmu. was not loaded' check car.yaml
expect 0 '' run car.yaml --allow-code -o whole.h5 --json
whole=$(field out.txt state_hash)
expect 0 '' run car.yaml --allow-code --until 1.5 -o part.h5
expect 0 '' run car.yaml --allow-code --continue part.h5 --json
check 'a continued run is the same' equal "$(field out.txt state_hash)" "$whole"
expect 0 '' sweep car.yaml --vary "m=[1000, 1500, 2000]" --allow-code --threads 2 -o sweep.csv --quiet
expect 2 'c3.fmu' run car.yaml --allow-code -o c3.fmu
sed 's/c3.fmu/c2.fmu/' car.yaml >car2.yaml
expect 0 '' run car2.yaml --allow-code --no-output --json
speed=$(field out.txt outputs/car.vx)
expect 0 '' run car.yaml --allow-code --no-output --json
check 'both versions drive the same' equal "$(field out.txt outputs/car.vx)" "$speed"
sed 's/throttle, sum/throtle, sum/' car.yaml >misspelt.yaml
expect 3 "misspelt.yaml:8:.*subsystem 'c': .*did you mean 'throttle'" check misspelt.yaml
sed 's/c3.fmu/fails.fmu/' car.yaml >fails.yaml
expect 5 "subsystem 'c' at t = 0.52 s: .*the speed sensor is broken" run fails.yaml --allow-code --no-output
expect 2 "cannot be compiled.*c3.fmu" compile car.yaml -o car.jnc
expect 2 "cannot contain a controller.*c3.fmu" export car.yaml -o car.fmu
finish
