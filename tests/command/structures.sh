# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# structures.sh - models without degrees of freedom: every verb for states and prescribed motion works in all
# coordinates, with complete JSON.
. "$(dirname -- "$0")/lib.sh"

plane='jounce: 1, space: plane, gravity: [0, -9.81]'
space='jounce: 1, space: space, gravity: [0, 0, -9.81]'
body='mass: 2, inertia: 1, points: {A: [1, 1]}'
solid='mass: 2, inertia: [1, 1, 1], points: {A: [1, 1, 0]}'
echo "{$plane, bodies: {a: {$body}}, joints: {J: {type: fixed, between: [ground, a]}}}" >fixed.yaml
echo "{$plane, ground: {points: {D: [0, 1]}}, bodies: {a: {$body}}, joints: {J: {type: fixed, between: [ground, a]}," \
  "K: {type: distance, between: [ground.D, a.A], length: 1}}}" >twice.yaml
echo "{$space, bodies: {a: {$solid}, b: {$solid}}, joints: {J: {type: fixed, between: [ground, a]}, K: {type: fixed, between: [a.A, b]}}}" >chain.yaml
echo "{$plane, ground: {points: {D: [2, 0]}}, bodies: {a: {$body}, b: {mass: 2, inertia: 1, points: {A: [-1, 1]}}}," \
  "joints: {O: {type: revolute, between: [ground, a]}, D: {type: revolute, between: [ground.D, b]}, A: {type: revolute, between: [a.A, b.A]}}," \
  "initial: {guess: {b.position: [2, 0]}}}" >truss.yaml
echo "{$plane, bodies: {a: {$body}}, joints: {O: {type: revolute, between: [ground, a]}}," \
  "drivers: {m: {joint: O, motion: 0.3}}, simulate: {until: 0.1, step: 0.05}}" >held.yaml

# answers CODE WORDS...: exit code, and one whole JSON object that tells the same code; nothing else on standard output, no library speaks.
answers() {
  code=$1
  shift
  expect "$code" "" "$@" --json
  check "JSON of jounce $*" equal "$(field out.txt exit_code)" "$code"
  check "jounce $* lets no library speak" [ -z "$(cat out.txt err.txt | grep 'On entry to')" ]
}

for model in fixed twice chain truss held; do
  for coordinates in cartesian natural joint; do
    for verb in check assemble equilibrium modes; do
      answers 0 $verb $model.yaml --coordinates $coordinates
    done
    case $model in held) code=0 ;; *) code=2 ;; esac
    answers $code kinematics $model.yaml --coordinates $coordinates --no-output
    answers $code inverse $model.yaml --coordinates $coordinates --no-output
    answers 0 equilibrium $model.yaml --coordinates $coordinates
    case $model in
      held) check "weight at the hinge" near "$(field out.txt joints/O/force/1)" 19.62 1e-9 ;;
      truss) check "nothing moved" near "$(field out.txt moved_most)" 0 1e-9 ;;
      chain) check "weight of both" near "$(field out.txt joints/J/force/2)" 39.24 1e-9 ;;
      *) check "found" equal "$(field out.txt found)" true ;;
    esac
  done
done
expect 2 "there are no actuators" kinematics fixed.yaml

finish
