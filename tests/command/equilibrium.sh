# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# equilibrium.sh - `jounce equilibrium`, and runs that start at an equilibrium.
. "$(dirname -- "$0")/lib.sh"

# the answer, as text and as JSON
expect 0 "stable equilibrium at t = 0 s, by newton after" equilibrium models/benchmarks/four-bar-diagonal-spring.yaml
expect 0 "diagonal     0.87646404 m        -13.443738 N" equilibrium models/benchmarks/four-bar-diagonal-spring.yaml
expect 0 "" equilibrium models/benchmarks/four-bar-diagonal-spring.yaml --json
cp out.txt rest.json
check "published angle" near "$(field rest.json bodies/crank/angle)" 2.23433101898 1e-10
check "found" equal "$(field rest.json found)" true
check "method" equal "$(field rest.json method)" newton
check "stability" equal "$(field rest.json stability)" stable
check "force" near "$(field rest.json forces/diagonal/value)" -13.44373812 1e-7
check "reaction" near "$(field rest.json joints/O/force/1)" 14.715 1e-9
for method in newton energy relaxation; do
  expect 0 "by $method after" equilibrium models/benchmarks/four-bar-diagonal-spring.yaml --method $method
done
expect 0 "neutral directions: joint.guide.displacement" equilibrium papers/blajer/blajer-pendulum.yaml
expect 0 "motor " equilibrium models/examples/driven-slider-crank.yaml --time 0.3
expect 0 "unstable equilibrium" equilibrium models/benchmarks/n-four-bar-a02.yaml
expect 0 "^  diagonal" equilibrium models/benchmarks/four-bar-diagonal-spring.yaml --set bodies.crank.mass=3

# Every model of the project: methods that only some coordinates take do not matter, and what rests is told. Vehicles
# alone, not each of their manoeuvres, which test_models settles; under the sanitizers one vehicle.
for model in models/*/*.yaml; do
  case $LIGHT$model in
    *models/vehicles/*-* | 1models/vehicles/hmmwv.yaml | 1models/vehicles/m2.yaml) continue ;;
  esac
  case $model in
    */hmmwv-constant-radius.yaml) ;; # its driver asks for more steering as long as it stands
    */gear-train.yaml | */planetary-gear.yaml | */yoon-motor.yaml) expect 5 "no static equilibrium" equilibrium $model ;;
    */anchor-escapement.yaml | */newtons-cradle.yaml | */tippe-top.yaml | */quadruped-stands-up.yaml) expect 0 "held by contacts; the mechanism has settled there" equilibrium $model ;;
    *) expect 0 " equilibrium at t = 0 s, .*by " equilibrium $model ;;
  esac
done

# tyres hold a parked cart, also at the start of a run
expect 0 "held by tyres, which creep by less than" equilibrium models/examples/tyre-slope.yaml
expect 0 "" run models/examples/tyre-slope.yaml --start equilibrium --until 10 --no-output --json
cp out.txt parked.json
check "parked" near "$(field parked.json outputs/cart.vx)" 0 2e-5

# a brake holds a cart where it stands, up to its capacity
cat > braked.yaml <<'END'
jounce: 1
space: plane
gravity: [3, -9]
bodies: {cart: {mass: 100, inertia: 1}}
joints: {rail: {type: prismatic, between: [ground, cart], axis: x}}
forces: {brake: {type: brake, joint: rail, capacity: 400 N, stiffness: 1e6 N/m}}
outputs: [cart.x, force.brake.value]
simulate: {until: 5}
END
expect 0 "brake .* 0 m .* 300 N  *-" equilibrium braked.yaml
expect 5 "no static equilibrium" equilibrium braked.yaml --set forces.brake.capacity=200
expect 0 "" run braked.yaml --start equilibrium --no-output --json
cp out.txt braked.json
check "braked" near "$(field braked.json outputs/cart.x)" 0 1e-12

# a bump begins under the front wheels: the vehicle drives over the place that is kept, and does not roll back from it to rest
expect 0 "" run models/vehicles/iltis-bumps.yaml --until 1e-6 --no-output --json --probe chassis.x
check "kept place" near "$(field out.txt outputs/chassis.x)" 5e-6 1e-12
check "settled there" near "$(field out.txt outputs/load_fl)" 3831.3146 1e-3

# far from where it starts
expect 0 "body '[a-z]*.hub': rests 5 m from its start" equilibrium models/vehicles/iltis.yaml --set roads.road0.height=5

# these tyres hold a little along what counts as neutral: the way back to the place that is kept ends where they pull
expect 0 "by newton after [0-9] iterations" equilibrium models/vehicles/hmmwv-fiala.yaml

# an auxiliary state that never rests is named
cat > restless.yaml <<END
jounce: 1
space: plane
bodies: {b: {mass: 1, inertia: 1}}
joints: {p: {type: prismatic, between: [ground, b], axis: [0, 1]}}
forces: {s: {type: torsion-spring, joint: p, stiffness: 100}, w: {type: torque, joint: p, value: w}}
auxiliary: {w: {initial: 1, rate: 1 + w*w}}
simulate: {until: 1}
END
expect 5 "the auxiliary state 'w' comes to no rest; at the nearest configuration it is" equilibrium restless.yaml

# a vehicle that rolls down a slope without end: the search gives up soon
expect 5 "no static equilibrium was found (newton, relaxation)" \
  equilibrium models/vehicles/hmmwv-slope.yaml --set inputs.brake=0
check "gives up" test "$(sed -n 's/.*nearest configuration after \([0-9]*\) iterations.*/\1/p' out.txt)" -lt 400

# nothing rests
expect 5 "no static equilibrium was found (newton, relaxation).*body 'pinion'.*force of ([-+.e0-9]*, [-+.e0-9]*) N and torque of 0.268 N m, [.e0-9+-]* times the largest load" \
  equilibrium models/examples/gear-train.yaml
expect 5 "" equilibrium models/examples/gear-train.yaml --json
cp out.txt none.json
check "not found" equal "$(field none.json found)" false
check "exit code" equal "$(field none.json exit_code)" 5
check "left on" equal "$(field none.json left/body)" pinion

# mistakes
expect 2 "there is no method 'magic'" equilibrium models/examples/pendulum.yaml --method magic
expect 2 "method 'energy' needs forces with a potential, but force 'fl.tyre' (tyre-calspan) has none" \
  equilibrium models/vehicles/iltis.yaml --method energy
expect 2 "does not belong to 'jounce equilibrium'" equilibrium models/examples/pendulum.yaml --until 3
expect 2 "needs a model file" equilibrium
expect 2 "--start cannot be 'somewhere'; it is auto, assembly or equilibrium" run models/examples/pendulum.yaml --start somewhere
expect 7 "" equilibrium models/none.yaml

# settled starts: on the command line and in the file
expect 0 "start          static equilibrium, with" run models/benchmarks/four-bar-diagonal-spring.yaml --start equilibrium --until 1 --no-output
expect 0 "" run models/benchmarks/four-bar-diagonal-spring.yaml --set simulate.start=equilibrium --until 1 --no-output --json
cp out.txt run.json
check "stays" near "$(field run.json outputs/crank.angle)" 2.23433101898 1e-9
check "start is told" equal "$(field run.json start)" equilibrium
sed 's/tolerance: 1e-9}/tolerance: 1e-9, start: somewhere}/' models/benchmarks/four-bar-diagonal-spring.yaml >wrong.yaml
expect 3 "start cannot be 'somewhere'; it is auto, assembly or equilibrium" check wrong.yaml
# a tyre's energy is not told
expect 0 "^ *fl.tyre .* N  *-$" equilibrium models/vehicles/iltis.yaml
# coordinates: those that are asked for, and where the search goes by others that is told
expect 0 "stable equilibrium" equilibrium models/examples/pendulum.yaml --coordinates joint
expect 2 "--coordinates cannot be 'foo'" equilibrium models/examples/pendulum.yaml --coordinates foo
expect 0 "computed in cartesian coordinates and reported in natural ones" equilibrium models/examples/pendulum.yaml --coordinates natural
# chains given lying flat swing as far as their links reach, which is no news; many links go by joint coordinates
cat >chain.yaml <<'EOF'
jounce: 1
space: plane
gravity: [0, -10]
ground: {points: {O: [0, 0]}}
bodies:
  "b{i}": {repeat: {i: [1, 300]}, mass: 0.1, inertia: 2e-5, points: {P: [-0.025, 0], Q: [0.025, 0]}}
joints:
  J0: {type: revolute, between: [ground.O, b1.P]}
  "J{i}": {repeat: {i: [1, 299]}, type: revolute, between: ["b{i}.Q", "b{i+1}.P"]}
EOF
expect 0 "300 stable, 0 neutral, 0 unstable" equilibrium chain.yaml
expect 0 "joint coordinates, with 300 speeds instead of 900" equilibrium chain.yaml
check "no warning" equal "$(grep -c warning out.txt)" 0

finish
