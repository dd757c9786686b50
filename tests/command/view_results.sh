# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# view_results.sh - pages of results, of two results, of a model beside a result, and of a model that is being edited.
# web/test/replay.test.js checks the numbers.
. "$(dirname -- "$0")/lib.sh"
bar=models/examples/pendulum.yaml

"$JOUNCE" run $bar --until 0.2 --set simulate.step=0.002 --integrator rk4 -o a.h5 -q 2>err.txt
"$JOUNCE" view $bar --no-open -o first.html >out.txt 2>>err.txt
if grep -q 'has no page\|no HDF5' err.txt; then
  finish
  exit
fi

# data PAGE: the JSON that the command has put into the page.
data() { sed -n '/id="jounce-data">/,/^<\/script>/p' "$1" | sed '1s/.*id="jounce-data">//; /^<\/script>/d'; }

expect 0 'Wrote a.html' view a.h5 --no-open
data a.html >data.json
check "mode" equal "$(field data.json mode)" result
check "the model of the record" equal "$(field data.json model)" pendulum.yaml
check "a setting of the run" grep -q '"simulate.step": "0.002"' data.json
check "a choice of its command line" grep -q '"simulate.integrator": "rk4"' data.json
check "and its end" grep -q '"simulate.until": "0.2"' data.json
check "poses" equal "$(field data.json runs/0/bodies/0)" bar
"$JOUNCE" show a.h5 --json >show.json
check "its hash" equal "$(field data.json runs/0/summary/hash)" "$(field show.json state_hash)"
check "its rows" equal "$(field data.json runs/0/of)" "$(field show.json rows)"

# two runs are told apart by what differs
"$JOUNCE" run $bar --until 0.2 --set simulate.step=0.002 --integrator ab3 -o b.h5 -q
expect 0 '' view a.h5 b.h5 --no-open -o both.html
data both.html >data.json
check "the first" equal "$(field data.json runs/0/label)" "integrator rk4"
check "the second" equal "$(field data.json runs/1/label)" "integrator ab3"

# a model beside a result, in either order; a .csv file needs it
"$JOUNCE" run $bar --until 0.2 --poses -o c.csv -q
expect 0 '' view $bar c.csv --no-open -o one.html
expect 0 '' view c.csv $bar --no-open -o two.html
check "in either order" cmp one.html two.html
data one.html >data.json
check "it is simulated" equal "$(field data.json live)" true
"$JOUNCE" run $bar --until 0.2 -o d.csv -q
expect 0 "'d.csv' .* poses" view $bar d.csv --no-open -o curves.html
check "poses in columns are enough" sh -c '! "$JOUNCE" view $0 c.csv --no-open -o e.html 2>&1 | grep -q "where the bodies are"' $bar
expect 2 "name it as well, 'jounce view MODEL c.csv'" view c.csv --no-open

# what does not go together
"$JOUNCE" run models/examples/four-bar.yaml --until 0.05 -o other.h5 -q
expect 2 "'a.h5' is a result of .*, 'other.h5' of .*: they have other bodies" view a.h5 other.h5 --no-open -o no.html
expect 2 "is a result of .*, the model is .*: they have other bodies" view $bar other.h5 --no-open -o no.html
expect 2 'two models have no rows to compare' view $bar $bar --no-open -o no.html
expect 2 'not a result' view a.h5 --set bar.mass=2 --no-open -o no.html
expect 2 'takes a model file and nothing more' view a.h5 --watch --no-open -o no.html
expect 2 'takes a model file and nothing more' view $bar a.h5 --watch --no-open -o no.html
expect 7 'cannot read missing.h5' view missing.h5 --no-open -o no.html
head -c 3000 a.h5 >short.h5
expect 7 'cannot read short.h5' view short.h5 --no-open -o no.html
check "no page of these" test ! -e no.html

# no path of this machine, whatever the path was that was typed
mkdir -p model/parts
cp "$ROOT"/models/vehicles/rough-road.yaml model/
(cd model && "$JOUNCE" view "$ROOT"/models/vehicles/rough-road.yaml --no-open -o ../absolute.html >/dev/null 2>&1)
expect 0 '' view models/vehicles/rough-road.yaml --no-open -o relative.html
check "an absolute path leaves no trace" cmp absolute.html relative.html
check "its table is beside it" grep -q '^ *"rough-road.csv": {' absolute.html

# ---- a model that is being edited ------------------------------------------------------------------------------------

# soon COMMAND...: passes when the command does, within a minute, while the page is watched.
soon() {
  for _ in $(seq 600); do
    if "$@"; then return 0; fi
    kill -s 0 $watch || break
    sleep 0.1
  done
  return 1
}

# In a part of the model, which the page has to follow as well.
part() { printf 'jounce: 1\nspace: plane\nbodies: {a: {mass: %s, inertia: 1}}\n' "$1"; }
printf 'jounce: 1\nspace: plane\nname: seen\nuse: {u: {part: part.yml}}\nsimulate: {until: 1}\n' >m.yaml
part 1 >part.yml
"$JOUNCE" view m.yaml --watch --no-open -o w.html >w.out 2>w.err &
watch=$!
check "the page" soon test -e w.version.svg
check "pictures from files are allowed there" grep -q "img-src data: blob: file:;" w.html
check "and there alone" grep -q "img-src data: blob:;" first.html
part 77 >part.yml
check "a part is followed" soon grep -qs 'mass: 77' w.html
part heavy >part.yml
check "a mistake is told" soon grep -qs 'part.yml:3.*heavy' w.err
check "in the page too" soon grep -qs '"what": ".*heavy' w.html
check "which keeps the last model" grep -q 'mass: 77' w.html
part 78 >part.yml
check "and follows again" soon grep -qs 'mass: 78' w.html
kill -s INT $watch
wait $watch
check "exit code" equal $? 130
check "what lay beside it is gone" test ! -e w.version.svg
printf 'jounce: 1\n' >wrong.yaml
expect 3 "needs 'space" view wrong.yaml --watch --no-open
finish
