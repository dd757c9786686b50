# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# independent.sh - independent variables of formulation `reduced` by name: what is printed, refusals with their places,
# and the effect of names on the spanning tree.
. "$(dirname -- "$0")/lib.sh"
bar=papers/park/park-four-bar.yaml
quick="--formulation reduced --until 0.1"

# a file with these names, on line 3 of its own
with() { printf 'jounce: 1\nmodel: %s\nsimulate: {formulation: reduced, coordinates: joint, until: 0.1, independent: %s}\n' "$bar" "$1" >named.yaml; }

# shellcheck disable=SC2086  # words
{
# told by name, chosen or named
for verb in run check; do
  expect 0 '  independent    joint\.[OAD]\.angle; loops in 1 group of 2$' $verb $bar $quick
  expect 0 '  independent    joint.O.angle; loops in 1 group of 2$' $verb $bar $quick --independent joint.O.angle
  "$JOUNCE" $verb $bar $quick --independent joint.O.angle --json >a.json 2>err.txt
  check "$verb: names" equal "$(field a.json independent/0)" joint.O.angle
  check "$verb: groups" equal "$(field a.json groups)" 1
  "$JOUNCE" $verb $bar --json >a.json 2>err.txt
  check "$verb: other formulations have none" sh -c "! grep -q '\"groups\"' a.json"
done
expect 0 'joint.[A-Z0-9]*.angle; loops in 3 groups of 2$' check models/benchmarks/andrews-a03.yaml --formulation reduced
expect 0 'independent    chassis, .*; loops in 5 groups: 4 of 3, 1 of 1$' check models/vehicles/iltis.yaml --formulation reduced
check "members on request alone" sh -c "! grep -q 'group 1:' out.txt"
expect 0 "group 1: joint.rack.displacement by joint 'steer' (equation 1, joint coordinate)$" check models/vehicles/iltis.yaml --formulation reduced --verbose
check "a joint stands there once" grep -q "group 2: joint.fl.ball by joint 'fl.rod' (equation 1, distance), joint 'fl.leaf'" out.txt
"$JOUNCE" check models/vehicles/iltis.yaml --formulation reduced --json >a.json 2>err.txt
check "sizes" equal "$(field a.json group_sizes/0) $(field a.json group_sizes/4)" "1 3"
check "members: variables" equal "$(field a.json group_members/0/variables/0)" joint.rack.displacement
check "members: rows" equal "$(field a.json group_members/0/rows/0)" "joint 'steer' (equation 1, joint coordinate)"

# a joint that is in the tree already changes nothing there; one that is cut is put into it, with a word
expect 0 "'B' is cut" check $bar --formulation reduced
for name in O A D; do
  expect 0 "'B' is cut" check $bar --formulation reduced --independent joint.$name.angle
  check "no word of it" sh -c "! grep -q 'spanning tree, because' err.txt"
done
for verb in run check; do
  expect 0 "joint 'B' is in the spanning tree, because one of its variables is named as independent" $verb $bar $quick --independent joint.B.angle
  check "another one is cut" sh -c "cat out.txt err.txt | grep -q \"is cut, because another joint of its loop is named\""
  check "it is independent" grep -q '  independent    joint.B.angle;' out.txt
done
sed '/^simulate:/,$d' "$ROOT/$bar" >bare.yaml
check "no simulate section" sh -c "! grep -q '^simulate' bare.yaml"
expect 0 "joint 'B' is in the spanning tree, because" run bare.yaml $quick --independent joint.B.angle
check "it is independent" grep -q '  independent    joint.B.angle;' out.txt
with '[joint.B.angle]'
expect 0 '  independent    joint.B.angle;' run named.yaml

# what is wrong: on the command line, and in the file with its place
wrong() {
  for verb in run check; do
    expect 2 "$2" $verb $bar $quick --independent "$1"
    check "$verb $1: one message" equal "$(grep -c 'error:' err.txt)" 1
    with "[$1]"
    expect 3 "named.yaml:3:.*error: simulate: $2" $verb named.yaml
    check "$verb [$1]: one message" equal "$(grep -c 'error:' err.txt)" 1
  done
}
wrong joint.Z.angle "there is no joint 'Z' whose variable could be independent"
wrong joint.O.angel "joint 'O' (revolute) has no variable 'angel'; did you mean 'angle'"
wrong O.angle "'O.angle' is not a joint variable; did you mean 'joint.O.angle'"
wrong joint.O.angle,joint.O.angle "'joint.O.angle' is named twice"
wrong joint.O.angle,joint.O "'joint.O' is named twice"
wrong joint.O.angle,joint.D.angle '2 independent variables are named, but the mechanism has 1'
expect 2 "there is no joint 'guyde' .*; did you mean 'guide'" run models/benchmarks/spatial-slider-crank.yaml $quick --independent joint.guyde.displacement
expect 2 "'B' cannot be independent: .*; the other joints of its loop must be in the spanning tree as well" check $bar $quick --independent joint.O,joint.A,joint.B,joint.D
expect 2 "(rolling-disc) has no joint variable" run models/examples/rolling-disc.yaml $quick --independent joint.floor
check "no advice that cannot be followed" sh -c "! grep -q 'tree: true' err.txt"

# nothing looks at it: one warning, and every formulation runs
for formulation in multipliers partition partial-velocity; do
  for verb in run check; do
    expect 0 "'independent' has no effect: it is used only by formulation reduced" $verb $bar --formulation $formulation --until 0.1 --independent joint.O.angle
    check "$formulation: one message" equal "$(grep -c 'independent.* has no effect\|error:' err.txt)" 1
  done
done
with '[joint.O.angle]'
expect 0 ' reduced ' compare named.yaml --ladder 1 --repeat 1 --formulation reduced,partition,multipliers --integrator rk4
check "partition runs" sh -c "grep -q '^. partition/all .*rk4 .*h 1 ms' out.txt"

# a coordinate on which a force acts is the one to keep
cat >bars.yaml <<'END'
jounce: 1
space: plane
gravity: [0, -9.81]
parameters: {m: 1, J: 0.1}
ground: {points: {O: [0, 0], D: [1, 0]}}
bodies:
  a: {mass: "=m", inertia: "=J", points: {O: [0, 0], A: [0.3, 0]}}
  b: {mass: "=m", inertia: "=J", points: {A: [0, 0], B: [1, 0]}}
  c: {mass: "=m", inertia: "=J", points: {D: [0, 0], B: [0.4, 0]}}
joints:
  O: {type: revolute, between: [ground.O, a.O]}
  A: {type: revolute, between: [a.A, b.A]}
  B: {type: revolute, between: [b.B, c.B]}
  D: {type: revolute, between: [ground.D, c.D]}
initial: {guess: {a.angle: 1, c.angle: 1, b.x: 0.16, b.y: 0.25}}
simulate: {until: 0.1, formulation: reduced}
END
printf 'jounce: 1\nmodel: bars.yaml\nforces: {s: {type: torsion-spring, joint: D, coordinate: angle, stiffness: 1}}\n' >sprung.yaml
expect 0 '  independent    joint.A.angle;' check bars.yaml
expect 0 '  independent    joint.D.angle;' check sprung.yaml
expect 5 "the equations of motion are singular: mass or inertia is missing at 'a', 'b', 'c'" run bars.yaml --set m=0 --set J=0 --no-output

# the variables of a planar joint, by name: a driver holds its angle; a fixed joint has none
cat >table.yaml <<'END'
jounce: 1
space: space
ground: {points: {O: [0, 0, 0]}}
bodies: {puck: {mass: 1, inertia: [1, 1, 1], points: {P: [0, 0, 0], Q: [0, 0, 1]}}, knob: {mass: 1, inertia: [1, 1, 1], points: {K: [0, 0, 0]}}}
joints: {ice: {type: planar, between: [ground.O, puck.P], axis: z}, glue: {type: fixed, between: [puck.Q, knob.K]}}
drivers: {turn: {joint: ice, coordinate: angle, motion: "t"}}
initial: {guess: {knob.z: 1}}
simulate: {until: 0.1, formulation: reduced}
END
expect 0 '  independent    joint.ice.displacement1, joint.ice.displacement2;' check table.yaml
expect 0 '  independent    joint.ice.displacement1, joint.ice.displacement2;' check table.yaml --independent joint.ice.displacement1,joint.ice.displacement2
expect 2 "'joint.ice.angle' cannot be independent: it follows from the other independent variables" check table.yaml --independent joint.ice.angle
expect 2 "joint 'glue' (fixed) has no degree of freedom" check table.yaml --independent joint.glue

# a slider turns back: its displacement gives way
# the names told are those at the end
expect 0 '  independent    joint.D.angle at the end; loops in 1 group of 2$' run $bar --formulation reduced --until 1 --independent joint.O.angle
check "a warning" grep -q "'joint.O.angle' is named as independent variable but was replaced at 0.9[0-9]* s.*; 'joint.D.angle' took its place" err.txt
expect 0 ', 3 changes of the independent variables' run $bar --formulation reduced --until 6 --independent joint.O.angle
check "the first time counts" grep -q "'joint.O.angle' is named as independent variable but was replaced at 0.9[0-9]* s" err.txt
slider=models/benchmarks/spatial-slider-crank.yaml
expect 0 "'joint.guide.displacement' is named as independent variable but was replaced at [0-9.]* s.*; 'joint.[A-Z].angle' took its place" \
  run $slider --formulation reduced --until 5 --independent joint.guide.displacement
}
finish
