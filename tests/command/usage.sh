# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# usage.sh - mistakes on the command line: exit code 2, a message, and the most similar word.
. "$(dirname -- "$0")/lib.sh"
bar=models/examples/pendulum.yaml

expect 2 'usage: jounce VERB'
expect 2 "did you mean 'jounce run'" rn "$bar"
expect 2 "did you mean 'jounce check'" chekc "$bar"
expect 2 "did you mean 'jounce run $bar'" "$bar"
expect 2 "'jounce help' lists them all" frobnicate
expect 2 'the verb comes first' --until 3
expect 2 "needs a model file" run
expect 2 "needs a result file" plot
expect 2 "got 'b' as well" run a b
expect 2 "takes no words" kinds b
expect 2 "did you mean '--until'" run "$bar" --unitl 3
expect 2 "did you mean '--formulation'" run "$bar" --formulaton=multipliers
expect 2 "lists them all" run "$bar" --xyzzy
expect 2 "no option '-z'" run "$bar" -z
expect 2 "does not belong to 'jounce check'" check "$bar" --probe a
expect 2 "--until is given twice, and takes one value" run "$bar" --until 1 --until 2
expect 2 "--plot is given twice" run "$bar" --plot a.svg --plot b.svg
expect 2 "needs a value" run "$bar" --until
expect 2 "needs a value" run "$bar" --until=
expect 2 "takes no value" run "$bar" --json=yes
expect 2 "--until must be a time such as 0.2 or \"200 ms\", got 'soon'" run "$bar" --until soon
expect 2 "--rho must be a number such as 0.2, got 'abc'" run "$bar" --rho abc
expect 2 "--halvings must be a whole number from 0 to 30, got 2.5" run "$bar" --no-output --halvings 2.5
expect 2 "--max-order must be a whole number from 1 to 12 or auto, got 13" run "$bar" --no-output --integrator adams --max-order 13
expect 3 "halvings must be a whole number" run "$bar" --no-output --set simulate.halvings=2.5
expect 2 "" run "$bar" --until nan
expect 2 "" run "$bar" --until 1e999
expect 2 "--step must be a time such as 0.2 or \"200 ms\", got '1 m'" run "$bar" --step '1 m'
expect 2 "--until must be a time .*, got '1 sec': unknown unit 'sec'" run "$bar" --until '1 sec'
expect 2 "--step must be positive or auto, got -1" run "$bar" --step=-1
expect 2 "--step must be positive or auto, got 0" run "$bar" --no-output --step 0
expect 2 "--output-step must be positive or auto, got 0" run "$bar" --no-output --output-step 0
expect 3 "step must be positive or auto, got 0" run "$bar" --no-output --set simulate.step=0
expect 0 "dopri5 with tolerance" run "$bar" --no-output --step auto --until 0.1
expect 0 "dopri5 with tolerance" run "$bar" --no-output --set simulate.step=auto --until 0.1
for value in 0 1 -1; do
  expect 2 "--tolerance must be between 0 and 1, got $value" run "$bar" --no-output --tolerance=$value
  expect 3 "tolerance.relative must be between 0 and 1, got $value" run "$bar" --no-output --set simulate.tolerance=$value
done
expect 2 "--max-steps must be a whole number, at least 1, got 2.5" run "$bar" --no-output --max-steps 2.5
expect 3 "max_steps must be a whole number, at least 1, got 2.5" run "$bar" --no-output --set simulate.max_steps=2.5
expect 2 "--start cannot be 'rest'; it is auto, assembly or equilibrium" run "$bar" --no-output --start rest
expect 2 "PATH=VALUE" run "$bar" --set m
expect 2 "one is empty" run "$bar" --probe a,,b
expect 2 "the run ends at" run "$bar" --at 99 --no-output
expect 2 "contradict" run "$bar" -o a.h5 --no-output
expect 2 "svg" run "$bar" --plot a.png
expect 2 "html" run "$bar" --report a.pdf
expect 2 "svg" plot a.h5 -o a.png
expect 2 "needs a results file" plot "$bar"
expect 2 "" run "$bar" --no-output --formulation multiplyers
expect 2 "--integrator cannot be 'rk5'; it is auto, rk4, .*; did you mean 'rk4'?" run "$bar" --no-output --integrator rk5
expect 2 "did you mean 'trapezoidal'?" run "$bar" --no-output --integrator trapez
expect 2 "--coordinates cannot be 'polar'; it is auto, cartesian, natural or joint" run "$bar" --no-output --coordinates polar
expect 2 "there are no coordinates 'polar'; there are cartesian, natural" compare "$bar" --coordinates polar
expect 2 "--position cannot be 'always'; it is auto, none, newton, pi or gradient" run "$bar" --no-output --position always
expect 2 "" run "$bar" --no-output --formulation aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
expect 2 "bar.anglee" run "$bar" --no-output --probe bar.anglee

# options without effect are told
for rate in 20 30; do
  expect 0 "rate.* has no effect: it is used only by formulation baumgarte or position gradient" run "$bar" --no-output --rate $rate --until 0.1
  expect 0 "rate.* has no effect: it is used only by formulation baumgarte or position gradient" check "$bar" --rate $rate
done
expect 0 "" check "$bar" --formulation baumgarte --rate 20
expect 0 "" check "$bar" --position gradient --rate 20
expect 0 "warning: 'tolerance.relative' has no effect: it is used only by integrator dopri5, adams, bdf or ida" run "$bar" --until 0.1 --no-output --integrator rk4 --tolerance 1e-6
"$JOUNCE" run "$bar" --until 0.1 --no-output --integrator dopri5 --tolerance 1e-6 --step 1ms >out.txt 2>err.txt
check "a first step and a tolerance go together" test ! -s err.txt

# what the file says and does not go with what was typed is left to it, and told; what was typed is not
four=papers/park/park-four-bar.yaml
expect 0 "'orthonormal' does not support velocity 'projection' from the file; using velocity none" check $four --formulation orthonormal
expect 0 "'ggl' does not support integrator 'rk4', .*, step 1 ms from the file; using integrator ida" check $four --formulation ggl
expect 0 "ida with tolerance" run $four --formulation index1 --until 0.1 --no-output
expect 2 "does not support velocity control 'projection'" check $four --formulation orthonormal --velocity projection
expect 2 "does not support integrator 'rk4'" check $four --formulation ggl --integrator rk4
expect 2 "does not support integrator 'ida'" check $four --integrator ida
turn=0
for file in papers/*/*.yaml models/benchmarks/*.yaml; do
  for formulation in multipliers baumgarte partition partial-velocity orthonormal ggl index1; do
    turn=$((turn + 1))
    if [ "$LIGHT" = 1 ] && [ $((turn % 3)) != 0 ]; then continue; fi
    "$JOUNCE" check "$file" --formulation $formulation >out.txt 2>err.txt
    check "$file goes with $formulation" test $? -ne 2
  done
done
expect 0 "orthonormal/svd in cartesian" run "$bar" --until 0.1 --no-output --formulation orthonormal --variant svd
"$JOUNCE" run "$bar" --until 0.1 --no-output --formulation orthonormal --variant svd --report variant.html -q
check "the page too" grep -q 'svd' variant.html

# the same with --json: one object, and the exit code in it
for words in "rn x" "run" "run $bar --unitl 3" "check $bar --probe a" "run $bar --no-output --formulation multiplyers"; do
  # shellcheck disable=SC2086  # words
  "$JOUNCE" $words --json >out.json 2>err.txt
  check "exit code of $words" equal $? 2
  check "status of $words" equal "$(field out.json status)" failed
  check "code of $words" equal "$(field out.json exit_code)" 2
  check "message of $words" test -n "$(field out.json message)"
done

expect 0 'usage: jounce VERB' help
expect 0 'usage: jounce VERB' --help
expect 0 'jounce 0' version
expect 0 'jounce 0' --version
version=$("$JOUNCE" version --json | "$JSON_GET" version)
check "the version of CMake" grep -q "^project(jounce VERSION $version " "$ROOT/CMakeLists.txt"
check "the version of the page" grep -q "^  \"version\": \"$version\"" "$ROOT/web/package.json"
for verb in run check assemble plot diff show schema kinds help version; do
  expect 0 "usage: jounce $verb" "$verb" --help
  expect 0 "examples:" help "$verb"
done
expect 2 "did you mean 'jounce help run'" help runn
expect 0 revolute kinds
for line in 'orthonormal/svd ' 'partial-velocity/independent ' '  newton  ' '  pi  ' '  projection  ' '  multiplier  ' '  velocity-gradient  '; do
  check "kinds tells of $line" grep -q -e "^ *$line.*[a-z]" out.txt
done
check "a built-in controller" grep -q '^  m2  .*sampled every 0.01 s$' out.txt
for line in 'input  *engine_speed  *rad/s  *of the engine' 'output  *lock  *1  *from 0 to 1; ' 'parameter  *shift_time  *s  *default 0.4, from 0.01 to 10; '; do
  check "with its $line" grep -q -e "^ *$line" out.txt
done
"$JOUNCE" kinds --json >kinds.json
check "and in JSON" equal "$(field kinds.json controllers/0/inputs/4/unit) $(field kinds.json controllers/0/parameters/10/default)" 'rad/s 1'
check "every control and variant has a line about it" sh -c '! "$JOUNCE" kinds --json | grep -q "\"help\": \"\""'
expect 0 '"spring-damper"' kinds --json
expect 0 '^  natural  *[a-z]' kinds
expect 0 '^  cartesian  *[a-z]' kinds
check "long names stand alone" grep -q '^index3-conserving-projected *$' out.txt
expect 0 '^  jounce kinds ' help
for words in "help" "--help" "help run" "run --help" "schema"; do
  # shellcheck disable=SC2086  # words
  "$JOUNCE" $words --json >answer.json
  check "$words --json answers with one object" equal "$(field answer.json status) $(field answer.json exit_code)" "ok 0"
done
check "the schema in it" test -n "$(field answer.json 'schema/$schema')"
"$JOUNCE" help --json >answer.json
check "verbs" equal "$(field answer.json verbs/0/name)" run
"$JOUNCE" help run --json >answer.json
check "options" test -n "$(field answer.json options/0/name)"
expect 2 '"status": "failed"' help runn --json
"$JOUNCE" schema >schema.json
check "the schema is JSON" "$JSON_GET" '$schema' <schema.json >/dev/null
# words of other programs point to what exists
cat >words.yaml <<'END'
jounce: 1
space: plane
bodies: {a: {mass: 1, inertia: 1}}
joints: {h: {type: hinge, between: [ground, a]}, s: {type: slider, between: [ground, a]}, c: {type: cam, between: [ground, a]}}
forces: {r: {type: rope, between: [ground, a]}, b: {type: beam, between: [ground, a]}}
END
expect 3 "words.yaml:4:20: .*'revolute'" check words.yaml
for word in prismatic coupling stop bushing; do check "it names $word" grep -q "'$word'" err.txt; done
expect 2 'URDF' run robot.sdf

# a configuration that is not found: which body to begin with
printf 'jounce: 1\nspace: plane\nground: {points: {P: [0, 3]}}\nbodies: {a: {mass: 1, inertia: 1, points: {Q: [0.5, 0]}}}\njoints: {d: {type: revolute, between: [ground, a]}, p: {type: revolute, between: [ground.P, a.Q]}}\n' >far.yaml
expect 4 'initial: {guess: {a\.x' check far.yaml
finish
