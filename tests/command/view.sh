# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# view.sh - the page of a model: its data, names that would be markup, refusals. A command without the page prints what
# is missing.
. "$(dirname -- "$0")/lib.sh"
pendulum=models/examples/pendulum.yaml

"$JOUNCE" view $pendulum --no-open -o first.html >out.txt 2>err.txt
if grep -q 'has no page' err.txt; then
  expect 2 'this build of Jounce has no page; it lacked: ' view $pendulum --no-open
  finish
  exit
fi

# data PAGE: the JSON that the command has put into the page.
data() { sed -n '/id="jounce-data">/,/^<\/script>/p' "$1" | sed '1s/.*id="jounce-data">//; /^<\/script>/d'; }

expect 0 'Wrote pendulum.html: open it in a browser' view $pendulum --no-open
expect 0 '"page": "a.html"' view $pendulum --no-open -o a.html --json
check "the same page" cmp pendulum.html a.html
data a.html >data.json
check "the model" equal "$(field data.json model)" pendulum.yaml
check "mode" equal "$(field data.json mode)" model
expect 0 '' view models/vehicles/rough-road.yaml --no-open -o road.html --set speed=10
data road.html >data.json
check "a setting" grep -q "\"speed\": \"10\"" data.json
check "its table" grep -q 'rough-road.csv' data.json
check "small enough" test "$(wc -c <road.html)" -lt 2500000

expect 0 "the page has 'models/robots/arm.yaml', imported from 'models/robots/arm.urdf'" view models/robots/arm.urdf --no-open -v
data arm.html >data.json
check "a robot is a model there" equal "$(field data.json model)" arm.yaml
check "its text" grep -q 'jounce: 1' data.json
check "and no XML" test "$(grep -c 'u003crobot' data.json)" = 0

# a binary mesh: one triangle
{
  head -c 80 /dev/zero
  printf '\001\000\000\000'
  head -c 12 /dev/zero
  printf '\000\000\000\000\000\000\000\000\000\000\000\000\000\000\200\077\000\000\000\000\000\000\000\000\000\000\000\000\000\000\200\077\000\000\000\000\000\000'
} >part.stl
printf 'jounce: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 1], shapes: {s: {type: mesh, file: part.stl}}}}\n' >mesh.yaml
expect 0 '' view mesh.yaml --no-open
data mesh.html >data.json
check "bytes of a mesh" test "$(field data.json files/part.stl/base64 | base64 -d | cmp - part.stl && echo same)" = same

printf 'jounce: 1\nspace: plane\nname: "</script><script>alert(1)</script>"\nbodies: {a: {mass: 1, inertia: 1}}\n' >hostile.yaml
expect 0 '' view hostile.yaml --no-open
check "names are no markup" test "$(grep -c '<script>alert' hostile.html)" = 0
check "and are there" grep -q 'u003c/script>' hostile.html

expect 2 'a page is an .html file' view $pendulum --no-open -o a.svg
expect 7 'nowhere' view $pendulum --no-open -o nowhere/a.html
printf 'jounce: 1\nspace: plane\nbodies: {a: {mass: heavy}}\n' >wrong.yaml
expect 3 'wrong.yaml:3' view wrong.yaml --no-open
check "no page of a wrong model" test ! -e wrong.html
finish
