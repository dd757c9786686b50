# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# report.sh - --report of all verbs: the data of the page equal those of --json. A command without the page writes plain
# reports of run and compare, and a message for the others.
. "$(dirname -- "$0")/lib.sh"
crank=models/examples/driven-slider-crank.yaml
spring=models/benchmarks/four-bar-diagonal-spring.yaml
bar=models/examples/four-bar.yaml

all="run kinematics inverse equilibrium modes compare"
"$JOUNCE" view $bar --no-open -o first.html >out.txt 2>without.txt
grep -q 'has no page' without.txt && page=no || page=yes

# what is refused before anything is computed
for verb in $all; do expect 2 "a report is an .html file, but --report is 'a.txt'" $verb $crank --report a.txt; done
[ $page = yes ] && able=$all || able="run compare"
cp $crank own.html
for verb in $able; do
  expect 7 'cannot write nowhere/a.html' $verb $crank --report nowhere/a.html
  expect 2 'the report would overwrite the model' $verb own.html --report own.html
done
check "nothing was written" test -z "$(find . -name '*.h5')"
rm -f -- *.html

if [ $page = no ]; then
  for verb in kinematics inverse equilibrium modes; do
    expect 2 'this build of Jounce has no page; it lacked: ' $verb $crank --report a.html
    check "nothing was computed" test ! -s a.html
  done
  expect 0 'report  *a.html' run $bar --until 0.1 --no-output --report a.html
  check "a plain report of a run" grep -q '<h2>Outputs</h2>' a.html
  expect 0 'report  *b.html' compare $bar --until 0.05 --formulation multipliers --integrator rk4 --ladder 1 --report b.html
  check "and of a comparison" grep -q 'At the model.s own accuracy' b.html
  finish
  exit
fi

# data PAGE: the JSON that the command has put into the page.
data() { sed -n '/id="jounce-data">/,/^<\/script>/p' "$1" | sed '1s/.*id="jounce-data">//; /^<\/script>/d'; }

# report VERB WORDS...: the answer in answer.json, the data of the page in data.json.
report() {
  checks=$((checks + 1))
  "$JOUNCE" "$@" --report a.html --json >answer.json 2>err.txt || { failures=$((failures + 1)) && cat err.txt; }
  data a.html >data.json
  check "$1: it names the report" equal "$(field answer.json report)" a.html
  check "$1: the verb" equal "$(field data.json report/verb)" "$1"
  check "$1: the title" equal "$(field data.json report/title)" "$(field answer.json name)"
}

# section TITLE: its number, in data.json. fact TITLE NAME: a value of facts. cell TITLE ROW COLUMN: of a table.
section() {
  i=0
  while title=$(field data.json "report/sections/$i/title"); do
    [ "$title" != "$1" ] || { echo $i && return; }
    i=$((i + 1))
  done
}
fact() {
  k=0 s=$(section "$1")
  while name=$(field data.json "report/sections/$s/rows/$k/name"); do
    [ "$name" != "$2" ] || { field data.json "report/sections/$s/rows/$k/value" && return; }
    k=$((k + 1))
  done
}
cell() { field data.json "report/sections/$(section "$1")/rows/$2/$3"; }
# same TEXT VALUE PATH: the value in the report is that of the answer, digit by digit.
same() { check "$1" equal "$2" "$(field answer.json "$3")"; }

report run $bar --until 0.1 --no-output --at 0.05
same "position violation" "$(fact Accuracy 'position violation')" max_position_violation
same "energy error" "$(fact Accuracy 'largest energy error')" max_energy_error
same "steps" "$(fact Work steps)" steps
same "an output at the end" "$(cell Outputs 0 3)" outputs/link1.angle
same "an output in between" "$(cell Outputs 0 2)" samples/0/values/link1.angle
check "the hash" grep -q "\"text\": \"$(field answer.json state_hash)\"" data.json
check "the files" equal "$(cell Files 0 0)" $bar
check "what was typed holds in the page too" equal "$(field data.json report/settings/simulate.until)" "0.10000000000000001 s"

for verb in kinematics inverse; do
  report $verb $crank --until 0.1 --no-output
  same "$verb: least force" "$(cell 'Driving forces and torques' 0 2)" actuators/0/least
  same "$verb: when the largest" "$(cell 'Driving forces and torques' 0 5)" actuators/0/most_at
  same "$verb: an output" "$(cell Outputs 0 2)" "outputs/$(cell Outputs 0 0)"
  same "$verb: iterations" "$(fact Work iterations)" iterations
done

report equilibrium $spring
same "a position" "$(cell 'Positions, and displacement from the start' 0 1)" bodies/crank/x
same "a displacement" "$(cell 'Positions, and displacement from the start' 0 2)" bodies/crank/moved_x
same "a reaction" "$(cell Reactions 0 1)" joints/O/force/0
same "the residual" "$(fact Search 'largest residual force')" residual
same "a pose" "$(field data.json poses/0/pose/0)" bodies/crank/x

report modes $spring --at equilibrium
same "a real part" "$(cell Modes 0 1)" modes/0/re
same "a frequency" "$(cell Modes 0 3)" modes/0/frequency
same "a shape" "$(field data.json shapes/modes/0/im)" modes/0/im
# of a sweep: where the number of growing eigenvalues changes
report modes models/benchmarks/whipple-bicycle.yaml --sweep speed=4:7:7
same "a change" "$(cell 'Where stability changes' 0 0)" changes/0/value
same "how many grow beyond it" "$(cell 'Where stability changes' 0 1)" changes/0/growing
check "the root locus" grep -q 'imaginary part' data.json
report modes $spring --at equilibrium
# the crank turns about its end: its centre moves across it, by half its length where it turns by one
turn=$(field data.json shapes/modes/0/real/5)
check "a body that turns about a point" near "$(field data.json shapes/modes/0/real/0)" \
  "$(awk -v t="$turn" -v y="$(field data.json shapes/pose/1)" 'BEGIN { print -t * y }')" 1e-6

report compare $bar --until 0.05 --formulation multipliers --integrator rk4,dopri5 --ladder 2 --repeat 1
same "an error" "$(cell "At the model's own accuracy" 0 3)" combinations/0/error
same "a time" "$(cell "At the model's own accuracy" 1 4)" combinations/1/cpu_seconds
same "a rung" "$(cell 'All runs of the ladders' 1 3)" combinations/0/ladder/1/error
check "a picture" grep -q 'CPU time of stepping' data.json

# a run that fails has a report of how far it came
expect 5 'max_steps' run $bar --max-steps 10 --no-output --report failed.html
data failed.html >data.json
check "it says so" equal "$(field data.json report/sections/0/rows/0/tone)" bad
check "and why" grep -q 'allows 10' data.json

# names that would be markup
printf 'jounce: 1\nspace: plane\nname: "</script><script>alert(1)</script>"\nbodies: {a: {mass: 1, inertia: 1}}\noutputs: [a.x] # <script>alert(2)</script>\n' >hostile.yaml
expect 0 '' run hostile.yaml --until 0.1 --no-output --report hostile.html
check "names are no markup" test "$(grep -c '<script>alert' hostile.html)" = 0
finish
