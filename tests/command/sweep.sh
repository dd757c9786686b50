# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# sweep.sh - jounce sweep and jounce find: tables of grids, lists and random draws, the folder, plots, refusals. The
# table is the same, bit for bit, on one thread and two and after kill -9 at twenty moments.
. "$(dirname -- "$0")/lib.sh"
model=models/examples/slider-crank.yaml

expect 0 '6 runs' sweep "$model" --vary r=40mm:60mm:3 --vary 'speed=[200rpm, 300rpm]' --until 0.1 --outputs piston.x --take max,final
check "a column for each" grep -q 'run .* r .*speed .*final(piston.x)' out.txt
expect 0 '' sweep "$model" --vary r=40mm:60mm:3 --until 0.1 -o grid.csv --json
cp out.txt grid.json
check "three runs" equal "$(field grid.json runs)" 3
check "the second value of r" near "$(field grid.json columns/1/values/1)" 0.05 1e-15
check "columns of the CSV file" grep -q '^run,r \[m\],final(piston.x) \[m\],' grid.csv
cat "$model" | "$JOUNCE" sweep /dev/stdin --vary r=40mm:60mm:3 --until 0.1 -o piped.csv -q
check "a model that comes through a pipe" cmp grid.csv piped.csv
check "a row by itself" sh -c "'$JOUNCE' run $model --set r=60mm --until 0.1 -o alone.csv -q"
check "is a row of the table" equal "$(tail -1 alone.csv | cut -d , -f 2)" "$(tail -1 grid.csv | cut -d , -f 3)"

# a run that fails is a row with its reason, and the others go on
expect 0 '3 runs, 1 failed' sweep "$model" --vary 'bodies.crank.mass=[1, -1, 2]' --until 0.05
check "with its reason" grep -q 'failed: .*mass' out.txt
expect 5 'all runs have failed; the first' sweep "$model" --vary r=40mm:60mm:2 --set simulate.max_steps=10

# plots
expect 0 '' sweep "$model" --vary r=40mm:60mm:4 --vary l=140mm:160mm:3 --until 0.05 -o map.h5 -q
expect 0 'into map.svg' plot map.h5 'max(piston.x)'
check "a map" grep -q '<rect .*fill="#fde725"' map.svg
expect 0 'over r into curves.svg' plot map.h5 'max(piston.x)' --x r -o curves.svg
check "a curve for each length" grep -q 'l 0.15 m' curves.svg
expect 0 '' sweep "$model" --random 'r=uniform(40mm, 60mm)' --latin 30 --until 0.02 -o draws.h5 -q
expect 0 '' plot draws.h5 'final(piston.x)' -o histogram.svg
check "a histogram" grep -q '30 runs, mean' histogram.svg
expect 0 'equal' diff draws.h5 draws.h5

# the folder
set -- "$model" --vary r=40mm:60mm:3 --random 'l=normal(150mm, 1mm)' --runs 3 --until 0.1
expect 0 '9 runs (3 at each of 3 points)' sweep "$@" -o one --threads 1
expect 0 '' sweep "$@" -o two --threads 2 --histories
check "one thread and two" cmp one/table.csv two/table.csv
check "as results" cmp one/table.h5 two/table.h5
check "histories are results" "$JOUNCE" plot -q two/runs/00000008.h5 piston.x -o history.svg
cat >two.yaml <<'END'
jounce: 1
space: plane
gravity: [0, -9.81]
parameters: {l: 1 m, L: 2 kg}
bodies: {bob: {mass: "=L", inertia: 0.1, points: {O: [0, "=l"]}}}
joints: {O: {type: revolute, between: [ground, bob.O]}}
simulate: {until: 0.1}
outputs: [bob.y]
END
expect 0 '' sweep two.yaml --vary l=1:2:2 --vary 'L=[1, 2]' -o case  # names that are one in the index
check "an index" test -s one/index.sqlite -o "$(grep -c HAVE_SQLITE "$BUILD/compile_commands.json" || true)" = 0
if command -v sqlite3 >/dev/null; then
  rm -f one/index.sqlite
  expect 0 '' sweep one --collect
  check "is made anew from the shards" equal "$(sqlite3 one/index.sqlite "select count(*) from runs where status = 'ok' and hash <> ''")" 9
fi
expect 2 'already has results' sweep "$@" -o one
expect 0 '' sweep one --resume
expect 2 'belongs to another study' sweep "$@" -o one --resume --seed 7
expect 2 'belongs to another study' sweep "$model" --vary r=40mm:60mm:2 -o one
expect 0 '' sweep one --resume

# killed at twenty moments
long="--random r=normal(50mm,1mm) --runs 6 --until $((LIGHT ? 4 : 30)) --step 0.2ms --outputs piston.x,crank.rate"
# shellcheck disable=SC2086  # a list of words
"$JOUNCE" sweep "$model" $long -o whole -q
resume() { exec "$JOUNCE" sweep "$model" $long -o killed -q --save-every 10ms --resume; }  # also where nothing was stored yet
resume &
for moment in 03 09 21 05 14 02 11 17 06 24 08 13 04 19 07 16 10 22 12 15; do
  sleep "0.$moment"
  { kill -9 $! && wait $!; } 2>/dev/null
  resume &
done
wait $!
check "after kill -9" equal $? 0
check "the same table" cmp whole/table.csv killed/table.csv
check "as a result" cmp whole/table.h5 killed/table.h5
check "nothing is left over" test -z "$(ls killed | grep -e half -e part -e new)"

# a study file
cat >study.yaml <<END
study: 1
model: $model
set: {simulate.until: 0.1}
vary: {r: {from: 40 mm, to: 60 mm, values: 3}, speed: [200 rpm, 300 rpm]}
outputs: [piston.x]
END
expect 0 '6 runs' sweep study.yaml -o study.csv
sed 's/^outputs/varry: {}\noutputs/' study.yaml >wrong.yaml
expect 3 "wrong.yaml:5:.*did you mean 'vary'" sweep wrong.yaml

# the best value
expect 0 'r  *0.0537' find "$model" --vary r=40mm:60mm --least '(max(piston.x) - 0.2037)^2' --until 0.02
expect 0 '' find "$model" --vary r=40mm:60mm --largest 'max(piston.x)' --until 0.02 --json
check "the largest is at a bound" equal "$(field out.txt parameters/0/at_bound)" true
expect 2 'needs --least' find "$model" --vary r=40mm:60mm
expect 2 'contains no statistic of an output' find "$model" --vary r=40mm:60mm --least piston.x
expect 0 "simulate.baumgarte.rate  *[1-9]" find models/examples/four-bar.yaml --vary simulate.baumgarte.rate=1:50 --formulation baumgarte --least "max(violation.position)" --until 0.05 --max-runs 20

# what is refused
mkdir empty
checks=$((checks + 1))
(PATH=$work/empty "$JOUNCE" sweep "$model" --vary r=40mm:60mm:2 -o no_slurm --slurm) 2>err.txt
[ $? = 7 ] && grep -q "there is no 'sbatch'" err.txt || { failures=$((failures + 1)); echo "FAILED: without Slurm"; cat err.txt; }
expect 2 'expected a range' sweep "$model" --vary r=40mm
expect 2 'nothing is random' sweep "$model" --vary r=40mm:60mm:3 --runs 5
expect 2 'number of draws is missing' sweep "$model" --random 'r=normal(1,2)'
expect 2 'needs the folder' sweep "$model" --vary r=40mm:60mm:3 --resume
expect 2 'histories needs a folder' sweep "$model" --vary r=40mm:60mm:3 --histories
expect 3 "no parameter 'rr'" sweep "$model" --vary rr=40mm:60mm:3
expect 2 "is not a statistic" sweep "$model" --vary r=40mm:60mm:3 --take most
expect 2 'there is no shard 9' sweep "$model" --vary r=40mm:60mm:3 --shard 9 -o none
expect 2 "nothing more" sweep "$model" other.yaml --vary r=40mm:60mm:3
expect 2 'r=1e308:-1e308:5: .*too far apart' sweep "$model" --vary r=1e308:-1e308:5
expect 2 'control characters' sweep "$model" --vary "$(printf 'r=[1, \033[31m2]')"

# a comma inside quotes belongs to the value
printf 'jounce: 1\nname: list\nspace: plane\nparameters: {s: 1}\nbodies: {a: {mass: 1, inertia: 1}}\nforces: {f: {type: torque, at: a, value: t}}\nsimulate: {until: 0.1}\noutputs: [a.angle]\n' >list.yaml
expect 0 '2 runs' sweep list.yaml --vary 'forces.f.value=["min(1, t)", "max(t, 0.5)"]'
check "of the second formula" grep -q ' 0\.0025 ' out.txt
expect 0 '2 runs' sweep list.yaml --vary "name=['one, two', three]"

# control characters do not reach the terminal
printf 'jounce: 1\nname: "\\e[31mred"\nspace: plane\nbodies: {a: {mass: 1, inertia: 1}}\n' >red.yaml
expect 3 'red.yaml:2:7.*control characters' check red.yaml
expect 3 '?\[31m' check list.yaml --set "$(printf 'forces.\033[31m=1')"
expect 2 '?\[31m.* must not contain control characters' run list.yaml --until 0.1 -o "$(printf 'a\033[31m.csv')"
expect 2 '?\[31m.* must not contain control characters' check "$(printf '\033[31m.yaml')"
check "they are replaced" test "$(grep -c "$(printf '\033')" out.txt err.txt | cut -d : -f 2 | tr -d '\n')" = 00

# two sweeps into one folder: the second one is refused while the first one runs; afterwards it goes on
"$JOUNCE" sweep "$model" --vary r=40mm:60mm:400 --until 5 --threads 1 -o shared -q &
first=$!
for _ in $(seq 100); do [ -e shared/lock ] && break; sleep 0.05; done
expect 2 'another process is computing' sweep shared --resume --threads 1
kill "$first"
wait "$first" 2>/dev/null
expect 2 'already has results\|there is no shard' sweep shared --shard 9999999

# the task for Slurm: a link in its place is replaced and not followed; '%' of a folder is no pattern
mkdir bin '50%a'
cat >bin/sbatch <<'END'
#!/bin/sh
printf '%s\n' "$@" >"$WORDS"
echo 7
END
chmod +x bin/sbatch
echo precious >precious
expect 0 '' sweep "$model" --vary r=40mm:60mm:2 -o '50%a' --until 0.01 -q --shards 2
rm -f '50%a'/shard-*
ln -s "$work/precious" '50%a/task.sh'
checks=$((checks + 1))
(PATH=$work/bin:$PATH WORDS=$work/words "$JOUNCE" sweep '50%a' --slurm --resume) >out.txt 2>&1 || { failures=$((failures + 1)); echo "FAILED: --slurm"; cat out.txt; }
check "the link's file is as it was" equal "$(cat precious)" precious
check "the task is a file" test ! -L '50%a/task.sh'
check "the folder's % is escaped" grep -q -- '--output=.*/50%%a/task-%a.txt' words
finish
