# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# results.sh - keeping and comparing results: `show`, `diff`, and `plot` of several runs.
. "$(dirname -- "$0")/lib.sh"

"$JOUNCE" version | grep -q 'without HDF5' && { echo "no HDF5: nothing is kept"; exit 0; }
bar=models/examples/four-bar.yaml
run() { "$JOUNCE" run "$@" --until 0.2 --quiet; }
check "a run" run $bar -o a.h5
check "another crank, another step" run $bar --set crank=0.12 --step "2 ms" --probe link2.x -o b.h5
check "the same again" run $bar -o c.h5
check "as text, on other times" run $bar --output-step "7 ms" -o d.csv

# what was run
expect 0 'settings       crank: 0.12' show b.h5
expect 0 'run            success, state hash [0-9a-f]\{16\}$' show b.h5
expect 0 'again          jounce run models/examples/four-bar.yaml --set crank=0.12 .*--probe link2.x' show b.h5
expect 0 'is not in the file' show d.csv
"$JOUNCE" show b.h5 --model >model.yaml
check "the model's text is kept to the byte" cmp -s model.yaml "$ROOT/models/examples/four-bar.yaml"
"$JOUNCE" show b.h5 --json >show.json
check "settings in JSON" equal "$(field show.json record/settings/crank)" 0.12
check "parameters in JSON" equal "$(field show.json record/parameters/coupler)" 0.3
check "choices in JSON" equal "$(field show.json record/choices/step)" "0.002 s"
check "files in JSON" equal "$(field show.json record/files/0/name)" $bar
expect 2 'which model' show d.csv --model
expect 2 'standard output' show a.h5 --model --json
expect 2 'choose one' show a.h5 --model --files f
expect 2 'needs a results file' show $bar
expect 7 'no such file' show none.h5

# a model of several files is written again, and gives the same bits
mkdir -p deep/variants deep/base
cp "$ROOT/models/examples/pendulum.yaml" deep/base/p.yaml
printf 'jounce: 1\nmodel: ../base/p.yaml\nsimulate: {until: 0.1}\n' >deep/variants/short.yaml
(cd deep/variants && "$JOUNCE" run short.yaml -o ../../short.h5 --json) >one.json
expect 0 'jounce run kept/model/short.yaml' show short.h5 --files kept
rm -r deep
"$JOUNCE" run kept/model/short.yaml -o again.h5 --json >two.json
check "the files run again to the same state" equal "$(field one.json state_hash)" "$(field two.json state_hash)"
"$JOUNCE" show again.h5 --json >show.json
check "and say so" equal "$(field one.json state_hash)" "$(field show.json state_hash)"
expect 0 'result         equal' diff short.h5 again.h5
expect 7 'exists' show short.h5 --files kept

# differences
expect 0 'result         equal' diff a.h5 c.h5
expect 0 'what was run   the same in both' diff a.h5 c.h5
expect 1 'crank: 0.1 | 0.12' diff a.h5 b.h5
expect 1 'step: 0.001 s | 0.002 s' diff a.h5 b.h5
expect 1 'only in        b.h5: link2.x' diff a.h5 b.h5
expect 1 'different: 1 column in only one' diff a.h5 b.h5 link1.angle link2.x --tolerance 1e-9
expect 0 'equal within the tolerance' diff a.h5 b.h5 link1.angle link2.x --tolerance 1e-9 --common
expect 1 'different: .* by more than 0.001 of the range' diff a.h5 b.h5 'link*.angle' link2.P --tolerance 1e-3
expect 0 '' diff a.h5 b.h5 --common --tolerance 0.9
expect 0 '' diff a.h5 b.h5 link2.P --absolute 0.1
expect 0 'a.h5 is interpolated at' diff a.h5 d.csv link2 --tolerance 1e-6
"$JOUNCE" run $bar --until 0.1 --output-step "5 ms" -o f.h5 --quiet
expect 1 'other times' diff a.h5 f.h5
expect 0 '' diff a.h5 f.h5 --common
"$JOUNCE" diff a.h5 b.h5 --json >diff.json
check "JSON has the exit code" equal "$(field diff.json exit_code)/$(field diff.json status)" 1/different
check "JSON has the columns" equal "$(field diff.json columns/0/name)" link1.angle
check "JSON has the changes" equal "$(field diff.json changes/0/name)/$(field diff.json changes/0/b)" crank/0.12
check "quiet is silent" test -z "$("$JOUNCE" diff a.h5 b.h5 -q)"
expect 2 "did you mean 'link3.angle'" diff a.h5 b.h5 link3.angel
expect 2 'needs two result files' diff a.h5
expect 2 'needs a results file' diff a.h5 $bar
expect 7 'no such file' diff a.h5 none.csv

# poses that one run has and the other has not
check "with poses" run $bar --poses -o p.h5
expect 0 'ignored .* p.h5' diff a.h5 p.h5
expect 0 'result         equal' diff p.h5 a.h5
expect 1 'only in        p.h5: link2.x, link2.y' diff a.h5 p.h5 link2
"$JOUNCE" diff a.h5 p.h5 --json >diff.json
check "nor in JSON" grep -q '"only_b": *\[\]' diff.json

# columns in other units than SI
cat >units.yaml <<'END'
jounce: 1
space: plane
gravity: [0, -10]
bodies: {w: {mass: 2}}
joints: {s: {type: prismatic, between: [ground, w], axis: y}}
initial: {keep: {w.vy: 10 m/s}}
simulate: {until: 1}
outputs: [{w.vy: {unit: km/h}}, {P: {value: w.position, unit: mm}}, {pull: {value: "2*10", unit: kN}}, w.y]
END
for ending in csv h5; do
  expect 0 'P.y  *5000 mm' run units.yaml -o "units.$ending"
  expect 0 '' plot "units.$ending" w.vy pull -o units.svg
  check "$ending: units of the plot" grep -q 'w.vy (km/h)' units.svg
done
check "head of a table" equal "$(head -1 units.csv)" 'time [s],w.vy [km/h],P.x [mm],P.y [mm],pull [kN],w.y [m]'
check "first row" equal "$(sed -n 2p units.csv)" '0,36,0,0,0.02,0'
"$JOUNCE" run units.yaml --json --no-output >units.json
check "units in JSON" equal "$(field units.json units/w.vy)" km/h
sed -e '/^initial/d' -e 's/^joints.*/&\ndrivers: {d: {joint: s, motion: 10*t}}/' units.yaml >driven.yaml
expect 0 'w.vy  *36 km/h' kinematics driven.yaml --no-output

# several runs in one picture
expect 0 'a.h5: crank 0.1, step 0.001 s' plot a.h5 b.h5 link3.angle -o over.svg
check "both are in the legend" test "$(grep -c '>crank 0.1[2]*, step 0.00[12] s</text>' over.svg)" = 2
check "another method" run $bar --integrator dopri5 -o g.h5
expect 0 'g.h5: integrator dopri5$' plot a.h5 g.h5 -o methods.svg
expect 0 '' plot a.h5 link2.P.y --x link2.P.x --stretch -o wide.svg
expect 0 '' plot a.h5 link2.P.y --x link2.P.x --equal -o scale.svg
check "another picture" test "$(cmp -s wide.svg scale.svg; echo $?)" = 1
expect 2 '--equal and --stretch exclude each other' plot a.h5 --equal --stretch -o x.svg
expect 0 'c.h5: c.h5' plot a.h5 c.h5 -o same.svg
expect 0 'd.csv: d.csv' plot a.h5 d.csv link2.P -o mixed.svg
expect 0 'a-b.svg' plot a.h5 b.h5
expect 0 'link2.x of 2 results' plot a.h5 b.h5 link2.x -o one.svg
expect 2 "'a.h5' has no column 'link2.x'" plot b.h5 a.h5 link2.y --x link2.x -o x.svg
expect 2 'none of the results has' plot a.h5 b.h5 nothing -o x.svg

# names of models and files only where nothing else tells results apart
printf 'jounce: 1\nmodel: %s\nname: long crank\nset: {crank: 0.12}\n' "$ROOT/$bar" >long.yaml
printf 'jounce: 1\nmodel: %s\nname: other\n' "$ROOT/$bar" >other.yaml
printf 'jounce: 1\nmodel: %s\nname: other\n# again\n' "$ROOT/$bar" >third.yaml
for name in long other third; do check "run of $name" run $name.yaml -o $name.h5; done
expect 0 'long.h5: crank 0.12$' plot a.h5 other.h5 long.h5 link3.angle -o names.svg
expect 0 'other.h5: crank 0.1, other$' plot a.h5 other.h5 long.h5 link3.angle -o names.svg
expect 0 'a.h5: four-bar[^,]*$' plot a.h5 other.h5 link3.angle -o names.svg
expect 0 'third.h5: third.yaml$' plot other.h5 third.h5 link3.angle -o names.svg

# values of all parameters, those of parts too
cat >parts.yaml <<'M'
jounce: 1
space: plane
parameters: {a: 2}
parts: {leg: {parameters: {m: 1 kg, l: "=2*m"}, bodies: {foot: {mass: "=m", inertia: "=l"}}}}
use: {left: {part: leg}, right: {part: leg, set: {m: "=a"}}}
simulate: {until: 0.1}
M
check "a model of parts" run parts.yaml -o parts.h5
"$JOUNCE" show parts.h5 --json >show.json
check "a value of the part" equal "$(field show.json record/parameters/left.m)" 1
check "one that is set, and what follows" equal \
  "$(field show.json record/parameters/right.m)/$(field show.json record/parameters/right.l)" 2/4

expect 2 'overwrite' plot a.h5 d.csv -o d.csv
finish
