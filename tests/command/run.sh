# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# run.sh - jounce run, check, assemble and plot on shipped models: what they print and what they write.
. "$(dirname -- "$0")/lib.sh"
bar=models/examples/pendulum.yaml

# ---- run: readable summary, results beside the caller
expect 0 'state hash' run "$bar" --until 0.5
check "results go to a file named after the model's" test -s pendulum.h5
expect 0 'degree.* of freedom' run "$bar" --until 0.5 --no-output
check "quiet is quiet" test -z "$("$JOUNCE" run "$bar" --until 0.1 --no-output -q 2>&1)"
check "no progress bar outside a terminal" test -z "$("$JOUNCE" run "$bar" --until 0.1 --no-output 2>&1 >/dev/null)"
mkdir elsewhere
check "no-output writes nothing" sh -c 'cd elsewhere && "$JOUNCE" run ../models/examples/pendulum.yaml --until 0.1 --no-output -q && [ -z "$(ls)" ]'

# ---- run --json: the fields that programs rely on
"$JOUNCE" run "$bar" --until 0.5 --json --at '0.25 s,500 ms' --probe bar.vx,energy -o a.csv >run.json 2>err.txt
check "run --json ends well" equal $? 0
for name in status time steps evaluations iterations wall_seconds real_time_factor max_position_violation \
  max_velocity_violation max_acceleration_violation energy_initial energy_final max_energy_error state_hash coordinates \
  formulation integrator outputs samples freedoms redundant results; do
  check "field $name" test -n "$(field run.json "$name")"
done
check "status" equal "$(field run.json status)" ok
check "time" equal "$(field run.json time)" 0.5
check "samples" equal "$(field run.json samples/1/time)" 0.5
check "sample and final value agree" equal "$(field run.json samples/1/values/bar.vx)" "$(field run.json outputs/bar.vx)"
check "results" equal "$(field run.json results)" a.csv
check "energy is kept" near "$(field run.json max_energy_error)" 0 1e-6
check "two runs are equal" equal "$(field run.json state_hash)" \
  "$("$JOUNCE" run "$bar" --until 0.5 --no-output --json | "$JSON_GET" state_hash)"

# ---- --set changes what it says
"$JOUNCE" run "$bar" --until 0.1 --no-output --json --set m=4 --probe energy.kinetic >heavy.json
"$JOUNCE" run "$bar" --until 0.1 --no-output --json --probe energy.kinetic >light.json
light=$(field light.json outputs/energy.kinetic)
check "twice the mass, twice the energy" near "$(field heavy.json outputs/energy.kinetic)" "$(awk -v a="$light" 'BEGIN { printf "%.17g", 2*a }')" 1e-9
expect 0 '' run "$bar" --until 0.1 --no-output --set bodies.bar.mass=3
expect 3 '' run "$bar" --until 0.1 --no-output --set bodies.bar.mass=-3

# ---- a model without a name is called after its file
grep -v '^name:' "$bar" >nameless.yaml
for verb in run check assemble; do expect 0 '^nameless' "$verb" nameless.yaml; done
"$JOUNCE" run nameless.yaml --until 0.1 --json --plot nameless.svg --report nameless.html >nameless.json
check "in JSON" equal "$(field nameless.json name)" nameless
for page in nameless.svg nameless.html; do check "in $page" grep -q -e '<title>nameless' -e '"title": "nameless"' "$page"; done
expect 0 '' plot nameless.h5 -o again.svg
check "in the results" grep -q '<title>nameless' again.svg

# ---- events of the model, and what else changes in a run
cat >drop.yaml <<'END'
jounce: 1
space: plane
gravity: [0, -10]
bodies: {ball: {mass: 1, inertia: 1}}
joints: {rail: {type: prismatic, between: [ground, ball], axis: y}}
forces: {floor: {type: stop, joint: rail, lower: 0, stiffness: 1000}}
subsystems: {acts: {type: sequence, steps: [{set: {u: 1}, for: 0.1}, {set: {u: 0}}]}}
discrete: {n: 0}
events: {tick: {at: 0.05, every: 0.1, set: {n: n + 1}}, high: {when: ball.y - 0.2, direction: rising, stop: true}}
initial: {keep: {ball.y: 0.25}}
simulate: {until: 5}
outputs: [n]
END
expect 0 'located  *1 condition of events, 1 change of forces (contact, sticking), 2 jumps of subsystems' check drop.yaml
check "events are elements" grep -q 'elements .* 2 events' out.txt
expect 0 "stopped by event 'high' at" run drop.yaml --no-output
check "changes" grep -q 'changes  *2 of forces (contact, sticking), 1 of subsystems$' out.txt
"$JOUNCE" run drop.yaml --no-output --json >drop.json
check "by name in JSON" equal "$(field drop.json stopped_by)" high
check "counts" equal "$(field drop.json events) $(field drop.json touches) $(field drop.json subsystem_jumps)" "$(($(field drop.json outputs/n) + 1)) 2 1"

# ---- a word that a force or a subsystem has not: what there is
expect 2 "'subsystem.acts' has u, step, since, round, ramping, u_before" run drop.yaml --no-output --probe subsystem.acts.zzzzzz
expect 2 "'force.floor' has length, angle, rate, value, energy, power" run drop.yaml --no-output --probe force.floor.zzzzzz

# ---- an axis that is written twice
printf '%s\n' 'jounce: 1' 'space: space' 'bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1]}}' \
  'joints: {A: {type: revolute, between: [ground, a], axis: x}, u: {type: universal, between: [a, b], axes: [y, y]}}' >cross.yaml
expect 0 "warning: joint 'u': its two axes lie along each other" check cross.yaml
sed -i 's/\[y, y\]/[y, z]/' cross.yaml
expect 0 '' check cross.yaml
check "perpendicular axes are no news" sh -c '! grep -q warning out.txt err.txt 2>/dev/null'

# ---- a damper that drives
printf '%s\n' 'jounce: 1' 'space: plane' 'bodies: {a: {mass: 1, inertia: 1}}' 'joints: {s: {type: prismatic, between: [ground, a], axis: x}}' \
  'tables: {map: {over: [m, m/s], unit: N, x: [0, 1], y: [-1, 0, 1], values: [[-5, 0, 5], [-5, 0, -3]]}}' \
  'forces: {d: {type: torsion-spring, joint: s, damping_map: map}}' >drives.yaml
expect 0 "warning: force 'd': its 'damping_map' drives the motion .* at 1 and a rate of 1 it gives -3" check drives.yaml
sed -i 's/-3/3/' drives.yaml
expect 0 '' check drives.yaml
check "one that damps is no news" sh -c '! grep -q warning out.txt err.txt'

# ---- a continued run says which samples it cannot give
expect 0 '' run "$bar" --until 2 -o swing.h5
expect 0 'warning: 2 of 3 times of --at are skipped' run "$bar" --until 2.5 --continue swing.h5 --at 0.1,0.2,2.2
check "the others are given" grep -q 'at 2.2 s' out.txt

# ---- and goes on as one that was never ended, though its last steps were cut to fit its end
cat >tossed.yaml <<'END'
jounce: 1
space: space
gravity: [0, 0, -9.81]
roads: {floor: {type: flat}}
bodies: {box: {mass: 5, inertia: [0.05, 0.08, 0.1], points: {A: [0.2, 0.1, -0.1], B: [-0.2, -0.1, -0.1]}}}
forces:
  A: {type: contact, at: box.A, road: floor, stiffness: 50 kN/m, damping: 200, friction: 0.5}
  B: {type: contact, at: box.B, road: floor, stiffness: 50 kN/m, damping: 200, friction: 0.5}
initial: {keep: {box.position: [0, 0, 0.8], box.velocity: [2, 0.5, 1], box.omega: [3, 5, 1]}}
simulate: {until: 1}
outputs: [box.position]
END
toss() { "$JOUNCE" run tossed.yaml "$@" | grep 'state hash'; }
short=$(toss --until 0.7 -o tossed.h5)
check "to the same end" equal "$(toss --until 0.7 --continue tossed.h5)" "$short"
check "to a later end" equal "$(toss --until 1 --continue tossed.h5)" "$(toss --no-output)"
# what is told to run it again gives the same rows: the outputs have kept the spacing of the first part
expect 0 'again  *jounce run tossed.yaml --until 1 --output-step .0.0014 s.' show tossed.h5
eval "$(sed -n 's|^  again  *jounce|"$JOUNCE"|p' out.txt) -o again.h5" >/dev/null
expect 0 'result  *equal' diff tossed.h5 again.h5

# ---- an energy beyond all numbers is no success
printf '%s\n' 'jounce: 1' 'space: plane' 'bodies: {bob: {type: particle, mass: 1}}' 'initial: {keep: {bob.vx: 1e200}}' \
  'simulate: {until: 1, step: 10 ms}' >fast.yaml
expect 5 'FAILED' run fast.yaml --no-output
"$JOUNCE" run fast.yaml --no-output --json >fast.json 2>err.txt
check "status of it" equal "$(field fast.json status)" failed
check "a sentence about it" grep -q 'its energy is not finite' err.txt

# ---- on a terminal a bar comes after a while and goes
if command -v script >/dev/null; then
  long="run models/benchmarks/n-four-bar-a02.yaml --set N=200 --until 6 --no-output"
  TERM=xterm script -qec "'$JOUNCE' $long" /dev/null </dev/null | tr '\r' '\n' >terminal.txt
  check "the bar shows the time left" grep -q '^\[#*\.*\] .* x real time .* left' terminal.txt
  check "the bar is gone before the summary" grep -q "^$(printf '\033')\[KN four-bars" terminal.txt
fi

# ---- pictures
expect 0 'report' run "$bar" --until 0.5 -o b.h5 --plot b.svg --report b.html
check "plot" grep -q '</svg>' b.svg
expect 0 '' run "$bar" --until 0.1 --no-output --plot over.svg --x bar.angle
check "over an output" sh -c 'grep -q "bar.angle (rad)" over.svg && ! grep -q "time (s)" over.svg'
expect 0 'fl.wheel.yaw' run models/vehicles/iltis.yaml --until 0.01 --no-output --probe fl.wheel.yaw
expect 2 '--x takes one column' run "$bar" --until 0.1 --no-output --plot over.svg --x bar.position
expect 2 'unknown name .link9' run "$bar" --until 0.1 --no-output --plot over.svg --x link9.angle
expect 2 'give --plot' run "$bar" --until 0.1 --no-output --x bar.angle
check "report" grep -q '</html>' b.html
check "the report needs nothing else" sh -c '! grep -E "(src|href)=\"?https?:" b.html'
expect 0 'Drew ' plot b.h5
expect 0 'energy.svg' plot b.h5 energy.error -o energy.svg
expect 0 'bar.tip.x, bar.tip.y' plot b.h5 'bar.*.?'
expect 0 'joint.hinge.force' plot b.h5 joint.hinge.force --x bar.angle
expect 0 '' plot a.csv
check "plot beside the result" test -s a.svg
expect 2 "did you mean 'bar.angle'" plot b.h5 bar.angel
expect 2 "did you mean 'bar.angle'" plot b.h5 --x bar.angel
"$JOUNCE" plot b.h5 bar.angle --json >plot.json
check "plot --json" equal "$(field plot.json curves/0)" bar.angle
check "plot -o -" sh -c '"$JOUNCE" plot b.h5 bar.angle -o - | grep -q "</svg>"'

# ---- check
expect 0 '1 degree of freedom' check "$bar"
expect 0 '1 independent loop' check papers/park/park-four-bar.yaml
"$JOUNCE" check models/benchmarks/bricard-a04.yaml --json >check.json
expect 0 '4 joints, 1 driver' check models/examples/driven-slider-crank.yaml
expect 0 '0 degrees of freedom (all motion is prescribed)' check models/examples/driven-slider-crank.yaml
check "states nobody wrote are not told" sh -c '! "$JOUNCE" check models/examples/driven-slider-crank.yaml | grep "auxiliary\|discrete"'
check "windings are not told" sh -c '! "$JOUNCE" check models/examples/two-wheels.yaml | grep "discrete"'
cat >stuck.yaml <<'EOF'
jounce: 1
space: plane
bodies: {s: {mass: 1, inertia: 1, points: {Q: [1, 0]}}}
joints:
  A: {type: knife-edge, between: [ground, s], axis: y}
  B: {type: knife-edge, between: [ground, s], axis: x}
  C: {type: knife-edge, between: [ground, s.Q], axis: y}
EOF
expect 0 '0 degrees of freedom of velocity and 3 of position' check stuck.yaml
check "one redundant row" equal "$(field check.json redundant)" 1
check "it is named" test -n "$(field check.json redundant_rows/0/sentence)"
expect 0 'is redundant with' check models/benchmarks/bricard-a04.yaml
check "it is told once" test ! -s err.txt
expect 0 'Newton iterations' run models/examples/pendulum.yaml --formulation index3 --step 1ms --until 0.01 --no-output
expect 2 "'independent' is given apart, as variant" run models/examples/four-bar.yaml --formulation partition/independent --no-output
check "freedoms" equal "$(field check.json freedoms)" 1

# ---- assemble
expect 0 'assembled' assemble papers/park/park-four-bar.yaml
"$JOUNCE" assemble papers/park/park-four-bar.yaml --json >assemble.json
check "what is kept is kept" near "$(field assemble.json bodies/crank/angle)" 1.104 1e-12
check "residual" near "$(field assemble.json position_residual)" 0 1e-9
expect 0 'qw' assemble models/benchmarks/heavy-top.yaml
expect 4 '' assemble papers/park/park-four-bar.yaml --set l0=50
# advice that the formulation can take
expect 5 "drifted too far: .* a larger or default 'penalty' may help; formulation 'index3-projected' satisfies them" \
  run "$bar" --no-output --formulation penalty --penalty 100 --step 0.01
expect 5 "the step may be too long; with formulation 'index3' velocities drift; formulation 'index3-projected' corrects them" \
  run "$bar" --no-output --formulation index3 --step 0.1 --until 50

# how many steps, and switches in forces
expect 5 "needs 100 steps, and 'max_steps' (--max-steps) allows 10" run "$bar" --no-output --step 0.01 --until 1 --max-steps 10
expect 0 '' run "$bar" --no-output --step 0.01 --until 1 --max-steps 100
expect 2 '' run "$bar" --no-output --max-steps 0
expect 2 'auto, always or never' run "$bar" --no-output --switches sometimes
printf '%s\n' 'jounce: 1' 'space: plane' 'bodies: {bob: {type: particle, mass: 1}}' \
  'forces: {back: {type: point-force, at: bob, value: ["-sign(bob.x)", "0"]}}' 'initial: {keep: {bob.x: 0.5, bob.y: 0}}' \
  'simulate: {until: 10, integrator: dopri5}' >thrown.yaml
expect 0 'switches  *5 switch points' run thrown.yaml --no-output --switches always
"$JOUNCE" run thrown.yaml --no-output --set simulate.switches=always --json >thrown.json
check "switches are counted" equal "$(field thrown.json switches)" 5
expect 3 "switches cannot be 'sometimes'; it is auto, always or never" run thrown.yaml --no-output --set simulate.switches=sometimes

# what repetition makes is named by its entry; one mistake in it is one message
rig=models/examples/tyre-rig.yaml
expect 3 "'load1' is created by 'load{i}'; set 'forces.load{i}.at' for all of them" check $rig --set forces.load1.at=slide2
expect 0 "" check $rig --set 'forces.load{i}.at=slide2'
printf 'jounce: 1\nmodel: %s\njoints: {axle2: {type: revolute, between: [knuckle2, wheel2], axis: z}}\n' $rig >over.yaml
expect 3 "over.yaml:3:10: error: entry 'axle2': it is created by the repeated entry 'axle{i}'" check over.yaml
check "it is told once" equal "$(grep -c error err.txt)" 1
printf 'jounce: 1\nmodel: %s\nforces: {"load{i}": {tpye: x}}\noutputs: [force.load4.value]\n' $rig >over.yaml
expect 3 "force 'load1': unknown key 'tpye'" check over.yaml
check "nothing follows from it" equal "$(grep -c error err.txt)" 1
expect 0 "gravity does not point along -z" check $rig --set gravity.1=-9.81 --set gravity.2=0

# plots: small beside large has a panel of its own, inverse functions give angles, what is left out is told, zero has no sign
expect 0 "(the first 16 of [0-9]* outputs" run $rig --until 0.01 --no-output --plot rig.svg --probe wheel1.position,wheel2.position
cat >scales.yaml <<'E'
jounce: 1
space: plane
gravity: [0, 0]
bodies: {a: {mass: 1, inertia: 1}}
initial: {keep: {a.x: 0, a.y: 1, a.angle: 0, a.vx: 50, a.vy: 0, a.rate: 0}}
simulate: {until: 1}
outputs: [a.x, a.y, {tilt: "atan2(a.y, a.x)"}, {minus: "-0*a.y"}]
E
expect 0 "^ *tilt .* rad$" run scales.yaml --no-output --plot scales.svg
check "panels of x and y" sh -c 'grep -q "a\.x (m)" scales.svg && grep -q "a\.y (m)" scales.svg'
check "no -0" sh -c '! grep -q " -0$" out.txt'
# a formulation of the command line lets the coordinates of the file give way, those of the command line not
expect 0 "'reduced' does not support coordinates 'natural'.* from the file; using coordinates joint" run papers/dopico/dopico-spring.yaml --formulation reduced --until 0.01 --no-output
expect 2 "does not support coordinates 'natural'" run papers/dopico/dopico-spring.yaml --formulation reduced --coordinates natural --until 0.01 --no-output
# why joint coordinates were taken
expect 0 "multipliers in joint coordinates: the joints form a tree, 1 joint speed with 0 constraint equations (cartesian: 3 with 2)" run models/examples/pendulum.yaml --until 0.1 --no-output

# a point stands behind its body, so that it may be called as a word of expressions is
printf 'jounce: 1\nspace: plane\nbodies: {a: {mass: 1, inertia: 1, points: {e: [1, 0], t: [0, 0]}}}\noutputs: [{s: "a.e.x*e + t"}]\nsimulate: {until: 1}\n' >points.yaml
expect 0 's  *3.71828' run points.yaml --no-output
finish
