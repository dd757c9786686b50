# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# compare.sh - `jounce compare`: table, picture, page and JSON; failures in a word; a given reference; wrong options; interruption.
. "$(dirname -- "$0")/lib.sh"
bar=models/examples/pendulum.yaml
quick="--until 0.5 --ladder 3 --repeat 1"

# shellcheck disable=SC2086  # words
{
expect 0 'shortest time for an error below' compare $bar $quick --plot a.svg --report a.html
check "the picture" grep -q '<svg' a.svg
check "the page has the curves in it" sh -c "grep -q -e '\"kind\": \"chart\"' -e '<svg' a.html"
check "the model's own choice is marked" grep -q '^\* multipliers .*rk4' out.txt

"$JOUNCE" compare $bar $quick --json >a.json 2>err.txt
check "exit code" equal $? 0
check "status" equal "$(field a.json status)" ok
check "strict JSON" "$JSON_GET" combinations/0/ladder/2/error <a.json >/dev/null
check "the reference" sh -c "'$JSON_GET' reference/what <a.json | grep -q tolerance"
check "the error of the model's own choice" sh -c "near() { awk -v a=\"\$1\" 'BEGIN { exit !(a > 0 && a < 1e-9) }'; }; near $(field a.json combinations/0/error)"
check "a hash" sh -c "'$JSON_GET' combinations/0/state_hash <a.json | grep -qx '[0-9a-f]\{16\}'"
check "controls" equal "$(field a.json combinations/0/controls/position)" newton
for name in formulation variant integrator status reason cpu_seconds evaluations steps max_position_violation max_energy_error; do
  check "combinations have $name" "$JSON_GET" "combinations/0/$name" <a.json >/dev/null
done

# the same table twice: everything but the times is the same
"$JOUNCE" compare $bar $quick --json >b.json 2>err.txt
for name in error evaluations state_hash; do
  check "$name repeats" equal "$(field a.json combinations/2/$name)" "$(field b.json combinations/2/$name)"
done

# where drivers prescribe the whole motion, positions agree: the forces of the drivers are compared
expect 0 'errors of driver.motor.torque' compare models/examples/four-bar.yaml $quick --formulation multipliers,baumgarte --integrator rk4
check "what to use instead" grep -q "warning: .*'jounce kinematics' computes this motion and 'jounce inverse' its forces" err.txt
check "they differ" sh -c 'awk "/baumgarte/ { exit !(\$7 + 0 > 1e-11) }" out.txt'
expect 0 'errors of link2.P.x' compare models/examples/four-bar.yaml $quick --formulation multipliers --integrator rk4 --probe link2.P

# lists
expect 0 '' compare $bar $quick --formulation multipliers,baumgarte --integrator rk4 -q
expect 0 '^3 combinations\|: 3 combinations' compare $bar $quick --formulation multipliers,baumgarte --integrator rk4
expect 0 ': 5 combinations' compare $bar $quick --formulation multipliers --integrator rk4 --position none,newton --velocity none,projection
expect 0 'does not support velocity control' compare $bar $quick --velocity projection --integrator rk4 -v --formulation orthonormal

# a singular four-bar leaves its branch without corrections: its numbers are shown, marked as failed
four="papers/park/park-four-bar.yaml --set l0=2 --set theta1=1.074 --until 10 --ladder 1 --repeat 1 --formulation multipliers --integrator rk4"
expect 0 'diverged .* 40001 .* diverged: the constraints have drifted too far\|rk4 .* diverged .* 40001' compare $four --position none --velocity none -v
"$JOUNCE" compare $four --position none --velocity none --json >w.json
check "its reason" equal "$(field w.json combinations/0/reason)" diverged
check "it is failed" equal "$(field w.json combinations/0/status)" failed

# a given reference
"$JOUNCE" run $bar --until 0.5 --tolerance 1e-12 --integrator dopri5 -o ref.csv -q
expect 0 'reference: ref.csv' compare $bar $quick --reference ref.csv --formulation multipliers
expect 2 'nothing to compare' compare $bar $quick --reference ref.csv --probe bar.vx
expect 7 'missing.csv' compare $bar $quick --reference missing.csv
expect 2 'is an .h5 or .csv file' compare $bar $quick --reference missing.txt
ln -s ref.csv ref.svg
expect 2 'would overwrite the reference' compare $bar $quick --reference ref.csv --plot ref.svg
expect 0 'up to 0.5 s of 0.8 s' compare $bar --until 0.8 --ladder 1 --repeat 1 --reference ref.csv --formulation multipliers --integrator rk4
check "and a warning" grep -q 'the reference ends at 0.5 s' err.txt

# wrong words
expect 2 "did you mean 'multipliers'" compare $bar --formulation multiplier
expect 2 "no integrator 'rk5'" compare $bar --integrator rk5
expect 2 'whole number from 1 to 9' compare $bar --ladder 10
expect 2 'whole number from 1 to 9' compare $bar --ladder 2.5
expect 2 'whole number from 1 to 1000' compare $bar --repeat 0
expect 2 'positive time' compare $bar --limit 0
expect 2 'an .svg file' compare $bar --plot a.png
expect 2 'an .html file' compare $bar --report a.txt
expect 2 'would overwrite the model' compare a.svg --plot a.svg
expect 2 'does not belong to' compare $bar --at 1
expect 7 'nowhere' compare $bar --until 1000000 --limit 1000000 --plot nowhere/a.svg
expect 7 'nowhere' compare $bar --until 1000000 --limit 1000000 --report nowhere/a.html
expect 2 "there is no variant 'foo'; there are all, independent, mass" compare $bar --variant mass,foo
expect 4 "four-bar.yaml:[0-9:]* error: joint 'A': stays open" compare models/examples/four-bar.yaml --set crank=10
expect 5 "'until', a given 'reference' or a larger 'limit' may help" compare $bar --until 1000 --limit 0.01 --formulation multipliers
expect 7 '' compare missing.yaml

# failures: a few are told at once, many on demand; narrow terminals have fewer columns; rows of velocities have their column
expect 0 'does not support velocity control' compare $bar $quick --velocity projection --integrator rk4 --formulation orthonormal
expect 0 'failed; -v shows why' compare $bar --until 5 --step 1us --limit 0.01 --ladder 1 --repeat 1 --integrator rk4,ab3 --reference ref.csv
COLUMNS=80 "$JOUNCE" compare $bar $quick --integrator rk4 >narrow.txt
check "rows fit" sh -c 'sed -n 4,11p narrow.txt | awk "{ if (length(\$0) > 80) exit 1 }"'
check "it says what is left out" grep -q 'columns omitted at this width: .*steps' narrow.txt
expect 0 'velocity violation' compare models/examples/chaplygin-sleigh.yaml --until 0.2 --ladder 1 --repeat 1 --integrator rk4
"$JOUNCE" compare models/examples/chaplygin-sleigh.yaml --until 0.2 --ladder 1 --repeat 1 --integrator ab3 --position none --velocity none --json >v.json
check "both violations" sh -c "awk -v a=$(field v.json combinations/0/max_velocity_violation) -v b=$(field v.json combinations/0/max_position_violation) 'BEGIN { exit !(a > 0 && b == 0) }'"

# many: the best are shown and drawn
expect 0 'more; -v shows all' compare $bar --until 0.1 --ladder 1 --repeat 1 --limit 0.2 --all --integrator rk4,ab3 --plot many.svg
check "and counted" grep -q ' drawn, ' many.svg
check "some thirty lines" sh -c '[ "$(wc -l <out.txt)" -lt 50 ]'

# slow, and interrupted: what there is, is told
expect 0 'slow' compare $bar --until 5 --step 1us --limit 0.2 --ladder 1 --formulation multipliers --integrator rk4
timeout --foreground --preserve-status -s INT 2 "$JOUNCE" compare $bar --until 5 --step 10us --limit 100 --json >i.json 2>err.txt
check "exit code after SIGINT" equal $? 130
check "status after SIGINT" equal "$(field i.json status)" interrupted
timeout --foreground --preserve-status -s INT 2 "$JOUNCE" compare $bar --until 5 --step 10us --limit 100 >i.txt 2>err.txt
check "how far it came" grep -q 'interrupted after [0-9]* of [0-9]* combinations' i.txt
}
# several files: each is run once, beside the first
"$JOUNCE" compile $bar --integrator rk4 --step 1ms -o fine.jnc -q
"$JOUNCE" compile $bar --integrator euler --step 2ms -o coarse.jnc -q
expect 0 'fine.jnc  *compiled  *rk4  *1 ms  *500 ' compare $bar fine.jnc coarse.jnc --until 0.5 --repeat 1 --probe bar.vx
check "the other step" grep -q 'coarse.jnc  *compiled  *euler  *2 ms  *250 ' out.txt
check "one beside the first" grep -q "coarse.jnc beside $bar" out.txt
check "what was asked for" grep -q '^    bar.vx .* m/s$' out.txt
"$JOUNCE" compare fine.jnc fine.jnc coarse.jnc --until 0.5 --repeat 1 --json >f.json
check "the same file is the same" equal "$(field f.json files/1/outputs/0/largest)" 0
check "a coarse one is not" sh -c "awk -v a=$(field f.json files/2/outputs/0/largest) -v r=$(field f.json files/2/outputs/0/range) 'BEGIN { exit !(a > 1e-5 * r && a < 0.05 * r) }'"
check "steps" equal "$(field f.json files/2/steps)" 250
check "the step" equal "$(field f.json files/2/step)" 0.002
check "times of a step" sh -c "awk -v a=$(field f.json files/1/seconds_per_step) 'BEGIN { exit !(a >= 0 && a < 1e-3) }'"
"$JOUNCE" compile models/examples/gear-train.yaml --integrator euler --step 1ms -o gears.jnc -q
expect 0 '^    energy.error .* J$' compare fine.jnc gears.jnc --until 0.1 --repeat 1
check "what each has" grep -q 'only in gears.jnc: ' out.txt
expect 0 'no output in common' compare fine.jnc models/examples/kerb.yaml --until 0.1 --repeat 1
expect 2 'ladder needs a single file' compare fine.jnc coarse.jnc --ladder 3
expect 2 'single file' compare fine.jnc coarse.jnc --integrator rk4
expect 7 'missing.jnc' compare fine.jnc missing.jnc

# many curves: a legend of colours, markers and fillings
"$JOUNCE" compare models/examples/pendulum.yaml --until 0.05 --coordinates cartesian,natural --ladder 1 --repeat 1 --limit 0.2 --plot many.svg -q
check "coordinates by filling" sh -c 'grep -q ">open: cartesian<" many.svg && grep -q ">filled: natural<" many.svg'
check "colours by formulation" grep -q ">orthonormal<" many.svg
check "a marker for every integrator" sh -c 'grep -q ">split<" many.svg && grep -q ">generalized-alpha<" many.svg'
check "markers tell their curve under the pointer" sh -c '[ "$(grep -c "<title>.* rk4</title>" many.svg)" -ge 4 ]'
check "no name is left out" sh -c '! grep -q "and [0-9]* more" many.svg'

finish
