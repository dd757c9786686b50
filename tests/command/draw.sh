# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# draw.sh - pictures of mechanisms: at the start, at a time of a result, with joints that do not close.
. "$(dirname -- "$0")/lib.sh"
crank=models/examples/slider-crank.yaml

expect 0 'Drew slider-crank.svg' draw $crank
check "a picture" grep -q '</svg>' slider-crank.svg
expect 0 '^<svg' draw $crank -o -
expect 0 '"picture": "a.svg"' draw $crank -o a.svg --json
check "nothing but the picture" cmp slider-crank.svg a.svg
expect 2 'a picture is an .svg file' draw $crank -o a.png
expect 2 'both write to standard output' draw $crank -o - --json
expect 7 'nowhere' draw $crank -o nowhere/a.svg
printf 'jounce: 1\nspace: plane\nbodies: {a: {mass: 1, shapes: {s: {type: bix}}}}\n' >wrong.yaml
expect 3 "unknown type 'bix' of a shape; did you mean 'box'?" draw wrong.yaml
expect 0 '' draw models/benchmarks/heavy-top.yaml -o top.svg
expect 0 '' draw models/benchmarks/heavy-top.yaml --set bodies.top.shapes.disc.radius=0.4 -o b.svg
check "a setting changes what is seen" sh -c '! cmp -s top.svg b.svg'

# poses: the same picture from HDF5 and CSV, the same motion as without
expect 0 '' run $crank --until 0.05 --poses -o poses.csv --json
hash=$(grep state_hash out.txt)
expect 0 '' run $crank --until 0.05 --no-output --json
check "the motion is the same" test "$hash" = "$(grep state_hash out.txt)"
check "poses of all bodies" grep -q 'crank.x.*crank.angle.*rod.angle.*piston.y' poses.csv
expect 0 '' draw $crank poses.csv --at 0.02 -o later.svg
check "another pose" sh -c '! cmp -s a.svg later.svg && grep -q "slider-crank at 0.02 s" later.svg'
expect 0 '' draw $crank poses.csv -o last.svg
expect 2 '--at is 0.06 s, but the result has the time from 0 s to 0.05 s' draw $crank poses.csv --at 0.06
check "the last" grep -q 'at 0.05 s' last.svg
if ! "$JOUNCE" version | grep -q "without HDF5"; then
  expect 0 '' run $crank --until 0.05 --poses -o poses.h5
  expect 2 "'poses.h5' is a result of another model, '.*': it has no column 'link1.x'" draw models/examples/four-bar.yaml poses.h5
  expect 0 '' draw $crank poses.h5 --at 0.02 -o same.svg
  check "the same from HDF5" cmp later.svg same.svg
  expect 0 '' run $crank --until 0.05 -o plain.h5
  expect 0 '' draw $crank plain.h5 --at 0.02 -o single.svg
  check "and from its poses in single precision" cmp later.svg single.svg
  expect 2 "'plain.h5' is a result of another model" draw models/examples/four-bar.yaml plain.h5
fi
expect 0 'final values' run $crank --until 0.05 --poses --no-output --report page.html
check "poses are not printed" sh -c '! grep -q "rod.angle" out.txt'
check "nor drawn, but the start is" sh -c '! grep -q "rod.angle" page.html && grep -q "<h2>Start</h2>\|\"mode\": \"report\"" page.html'
expect 2 'needs a results file with poses' draw $crank --at 1
expect 2 "takes a model and a results file" draw $crank a.svg
expect 7 'missing.csv' draw $crank missing.csv
expect 0 '' run $crank --until 0.05 -o plain.csv
expect 2 "'plain.csv' has no column 'crank.x', which drawing at a time of the run needs: run the model with --poses" draw $crank plain.csv
expect 2 "'poses.csv' has no column of a body of .* or is of another model" draw models/examples/four-bar.yaml poses.csv
expect 0 '' run models/robots/walker.xml --until 0.01 --poses -o walker.csv
expect 0 '' draw models/robots/walker.xml walker.csv -o walker.svg

# the view follows from the start alone, or is given
turntable='{jounce: 1, space: space, bodies: {arm: {mass: 1, com: [1, 0, 0], inertia: [1, 1, 1]}},
  joints: {turn: {type: revolute, between: [ground, arm], axis: z}}, initial: {keep: {arm.omega: [0, 0, 1]}}, simulate: {until: 0.8}}'
printf '%s\n' "$turntable" >turn.yaml
expect 0 '' run turn.yaml --poses -o turn.csv
expect 0 '' draw turn.yaml -o first.svg
expect 0 '' draw turn.yaml turn.csv -o last.svg
axes() { tail -4 "$1" | sed -n 's/.*d="M\([^ ]*\) \([^L]*\)L\([^ ]*\) \([^"]*\)".*/\1 \2 \3 \4/p' |
  awk '{print $3 - $1, $4 - $2}'; }
axes first.svg >first.txt
axes last.svg >last.txt
check "axes stand as at the start" sh -c 'paste first.txt last.txt |
  awk "{d = (\$1 - \$3)^2 + (\$2 - \$4)^2; n += d < 0.1} END {exit n != 3}"'
expect 0 '' draw turn.yaml --view z -o above.svg
expect 2 "there is no body 'nothing'" draw turn.yaml --about nothing -o x.svg

# about a body, on a course of cones that leaves the road visible; poses in another unit than SI
cat >course.yaml <<'M'
jounce: 1
space: space
roads: {flat: {type: flat}}
ground: {shapes: {near: {type: cone, radius: 0.1, length: 0.3, at: [5, 2, 0]}, far: {type: cone, radius: 0.1, length: 0.3, at: [100, 2, 0]}}}
bodies: {w: {mass: 10, inertia: [1, 1, 1], shapes: {b: {type: box, size: [1, 0.2, 0.6]}}}}
forces: {t: {type: tyre-fiala, at: w, road: flat, radius: 0.3, stiffness: 200 kN/m, cornering_stiffness: 50 kN/rad, slip_stiffness: 50 kN}}
initial: {keep: {w.z: 0.3}}
simulate: {until: 0.01}
outputs: [{w.x: {unit: mm}}, {w.z: {unit: mm}}]
M
expect 0 '' draw course.yaml -o whole.svg
expect 0 '' draw course.yaml --about w -o near.svg
check "the road is seen between cones" sh -c 'test "$(grep -c "#c0c4c8" near.svg)" -gt 10'
scale() { sed -n 's/.*fill="#555">\([0-9.]*\) \([a-z]*\)<.*/\1\2/p' "$1"; }
check "a smaller scale" test "$(scale whole.svg) $(scale near.svg)" = "10m 200mm"
expect 0 '' run course.yaml --poses -o course.csv
expect 0 '' draw course.yaml course.csv --at 0 -o posed.svg
check "millimetres are no metres" equal "$(scale posed.svg)" "$(scale whole.svg)"
check "z is not seen from above" sh -c 'grep -q ">x</text>" above.svg && ! grep -q ">z</text>" above.svg'
expect 0 '' draw turn.yaml --view top -o top.svg
check "that is the top" cmp above.svg top.svg
expect 0 '' draw turn.yaml --view front -o front.svg
expect 0 '' draw turn.yaml --view=-y -o against.svg
check "the front is against y" cmp front.svg against.svg
expect 0 '' draw turn.yaml --view side -o side.svg
expect 0 '' draw turn.yaml --view x -o along.svg
check "the side is along x" cmp side.svg along.svg
expect 0 '' draw turn.yaml --view=-1,0,0.5 -o beside.svg
for wrong in 0,0,0 1,2 1,2,3,4 u 1,2,nan; do
  expect 2 "--view is .*front" draw turn.yaml --view "$wrong"
done

# joints that do not close
cat >open.yaml <<'M'
jounce: 1
space: plane
ground: {points: {O: [0, 0], D: [5, 0]}}
bodies:
  a: {mass: 1, inertia: 1, points: {O: [-1, 0], A: [1, 0]}}
  b: {mass: 1, inertia: 1, points: {A: [-1, 0], D: [1, 0]}}
joints:
  first: {type: revolute, between: [ground.O, a.O]}
  second: {type: revolute, between: [a.A, b.A]}
  third: {type: revolute, between: [b.D, ground.D]}
M
expect 4 'stays open' check open.yaml --draw open.svg
check "it is drawn, in red and by name" grep -q 'class="open"' open.svg
check "by name" grep -Eq '>(first|second|third)</text>' open.svg
expect 4 'stays open' draw open.yaml -o open2.svg
check "draw does the same" cmp open.svg open2.svg
expect 2 'a picture is an .svg file' check $crank --draw a.png
finish
