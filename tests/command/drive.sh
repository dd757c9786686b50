# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# drive.sh - the page in which a model is driven: its data; refusals.
. "$(dirname -- "$0")/lib.sh"
hmmwv=models/vehicles/hmmwv.yaml

"$JOUNCE" drive $hmmwv --no-open -o first.html >out.txt 2>err.txt
if grep -q 'has no page' err.txt; then
  expect 2 'this build of Jounce has no page; it lacked: ' drive $hmmwv --no-open
  finish
  exit
fi

# data PAGE: the JSON that the command has put into the page.
data() { sed -n '/id="jounce-data">/,/^<\/script>/p' "$1" | sed '1s/.*id="jounce-data">//; /^<\/script>/d'; }

expect 0 'Wrote hmmwv.html: open it in a browser' drive $hmmwv --no-open --set speed=3
data hmmwv.html >data.json
check "mode" equal "$(field data.json mode)" drive
check "the model" equal "$(field data.json model)" hmmwv.yaml
check "a course" grep -q '"courses"' data.json
check "its settings" grep -q '"speed": "3"' data.json
check "small enough" test "$(wc -c <hmmwv.html)" -lt 2500000

# a compiled model brings its code along, beside its texts
expect 0 '' compile $hmmwv --no-fma -o h.jnc -q
expect 0 'Wrote h.html' drive h.jnc --no-open
data h.html >data.json
check "its code" equal "$(field data.json code)" h.jnc
check "the file" test "$(field data.json files/h.jnc/base64 | wc -c)" -gt "$(wc -c <h.jnc)"
check "the text" equal "$(field data.json model)" hmmwv.yaml
expect 2 "'gravity' is a number in the compiled code; compile the model with this value" drive h.jnc --no-open --set 'gravity=[0, 0, -1.6]' -o s.html
check "no such page" test ! -e s.html
check "not much larger" test "$(wc -c <h.html)" -lt 3000000

expect 2 "has no inputs, so there is nothing to drive it with: 'jounce view' shows it" drive models/examples/pendulum.yaml --no-open
check "no page of it" test ! -e pendulum.html
expect 2 'a page is an .html file' drive $hmmwv --no-open -o a.svg
expect 2 'needs a model file' drive --no-open

# a sled on a slope rests nowhere without its brake
sled() { cat <<END
jounce: 1
space: plane
gravity: [0, -9.81]
inputs: {brake: "0", throttle: "0"}
bodies: {sled: {mass: 10, inertia: 1}}
joints: {slope: {type: prismatic, between: [ground, sled], axis: [1, -0.3]}}
forces: {shoe: {type: point-force, at: sled, value: ["$1*brake*sled.x", 0]}}
simulate: {start: equilibrium, until: 1, step: 1 ms}
outputs: [sled.x]
END
}
sled -1e5 >sled.yaml
expect 0 'warning: start: .*brakes' drive sled.yaml --no-open
check "a page" test -e sled.html
expect 5 'no static equilibrium' view sled.yaml --no-open -o seen.html
check "nothing to view" test ! -e seen.html
sled 0 >free.yaml
expect 5 'no static equilibrium' drive free.yaml --no-open
check "nothing to drive" test ! -e free.html
sled 0 | sed 's/^simulate:.*/initial: {keep: {sled.x: 5, sled.y: 5}}/' >open.yaml
expect 4 '' drive open.yaml --no-open
expect 4 '' view open.yaml --no-open
check "no page where it cannot be assembled" test ! -e open.html
finish
