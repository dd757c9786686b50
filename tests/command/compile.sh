# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# compile.sh - compiled models: they give the motion of formulation `reduced`, continue from checkpoints with the same
# bits, and are refused if they are damaged.
. "$(dirname -- "$0")/lib.sh"

slider=models/examples/slider-crank.yaml
expect 0 'Wrote crank.jnc' compile $slider --step 1ms -o crank.jnc
expect 0 'groups of at most 1 equation' compile $slider --step 1ms -o crank.jnc
expect 0 '"operations"' compile $slider --json -o crank.jnc --step 1ms

# operations by stage: their sum is all
"$JOUNCE" compile models/benchmarks/double-wishbone-corner.yaml --integrator rosenbrock --step 1ms --c corner.c --json >a.json 2>err.txt
sum=0
for stage in positions loops velocities forces dependents mass solution states; do
  count=$(field a.json "stages/$stage")
  sum=$((sum + count))
done
check "the stages are all" equal "$sum" "$(field a.json operations)"
check "loops have operations" test "$(field a.json stages/loops)" -gt 100
check "so has the Jacobian" test "$(field a.json beside/jacobian)" -gt 100
check "lines of the file" equal "$(field a.json lines)" "$(wc -l <corner.c | tr -d ' ')"
expect 0 "least pivot    .* of joint 'B' (equation" compile models/benchmarks/four-bar-diagonal-spring.yaml --step 1ms -o x.jnc
expect 0 'compiled in joint coordinates, rk4 with step 1 ms' run crank.jnc --until 0.5 --no-output
expect 0 '' run $slider --formulation reduced --integrator rk4 --step 1ms --until 0.5 -o reduced.csv
expect 0 '' run crank.jnc --until 0.5 -o compiled.csv
expect 0 '' diff reduced.csv compiled.csv --tolerance 1e-8 --absolute 1e-8
expect 0 '1 Newton step before ' compile $slider --step 1ms --newton 1 -o closed.jnc
expect 0 '' run closed.jnc --until 0.5 -o closed.csv
expect 0 '' diff reduced.csv closed.csv --tolerance 1e-9 --absolute 1e-9

# drivers put work in: the energy balance holds
expect 0 '' compile models/examples/four-bar.yaml --step 1ms -o four.jnc
expect 0 'largest error [0-9.]*e-1' run four.jnc --until 0.5 --no-output
check "its rate does not jump" test "$("$JOUNCE" compile models/examples/four-bar.yaml --step 1ms -o four.jnc | grep -c 'no impulse')" = 0
cat >feed.yaml <<'END'
jounce: 1
space: plane
bodies: {cart: {mass: 5, inertia: 1}, slide: {mass: 2, inertia: 1}}
joints:
  rail: {type: prismatic, between: [ground, cart], axis: x}
  bed: {type: prismatic, between: [cart, slide], axis: x}
drivers: {feed: {joint: bed, motion: "0.4*min(t, 0.1)", impulse: false}}
initial: {keep: {cart.vx: 0.3}}
END
expect 0 'drivers        no impulse acts where the rate of a driver jumps' compile feed.yaml --step 1ms -o feed.jnc

# multipliers of every joint are outputs of the code; the coupling of a row with the energy is not
expect 0 '' compile models/examples/four-bar.yaml --step 1ms --c four.c --outputs joint.A.lambda,joint.B.lambda,energy.error
expect 2 "the signal 'joint.B.coupling.1' has no compiled form: programs have no gradient of the energy" \
  compile models/examples/four-bar.yaml --step 1ms --c x.c --outputs joint.B.coupling.1

# the same bits from the file and from code made when the run begins, and after a checkpoint
hash_of() { "$JOUNCE" run "$@" --json >a.json 2>err.txt && field a.json state_hash; }
check "code from the file and of the run" equal "$(hash_of crank.jnc --until 0.5 --no-output)" \
  "$(hash_of $slider --formulation compiled --integrator rk4 --step 1ms --until 0.5 --no-output)"
check "runs in two parts" "$JOUNCE" run crank.jnc --until 0.3 -q -o part.h5
check "continued" equal "$(hash_of crank.jnc --until 0.5 --no-output)" "$(hash_of crank.jnc --until 0.5 --continue part.h5 -o whole.h5)"

# C, for one and for lanes
expect 0 'Wrote crank.c' compile $slider --step 1ms --c crank.c
expect 0 '' compile $slider --step 1ms --c crank4.c --lanes 4
for file in crank crank4; do
  check "$file.c is C" ${CC:-cc} -std=gnu11 -O0 -c $file.c -o $file.o
done
check "independent speeds are named" grep -q '^//   independent joint.A.angle_rate$' crank.c
check "no compiled model beside it" test ! -e slider-crank.jnc
# equal parts are printed once: a shorter file, and the report tells of it
expect 0 '' compile models/vehicles/hmmwv.yaml --integrator euler --step 1ms --c plain.c -q
expect 0 'lines; [0-9]* blocks, called [0-9]* times' compile models/vehicles/hmmwv.yaml --integrator euler --step 1ms --c blocks.c --blocks
check "blocks shorten the file" test $(wc -c <blocks.c) -lt $(wc -c <plain.c)
"$JOUNCE" compile models/vehicles/iltis.yaml --integrator euler --step 1ms --c blocks.c --blocks --json >b.json 2>err.txt
check "lines in the report" equal "$(field b.json lines)" "$(wc -l <blocks.c | tr -d ' ')"
check "blocks in the report" test "$(field b.json block_calls)" -gt "$(field b.json blocks)"
expect 2 '--lanes is 1, 2, 4 or 8' compile $slider --c x.c --lanes 3
expect 2 '--lanes needs .* --c' compile $slider --lanes 4 -o x.jnc
expect 2 "--c names a file that ends with .c, but got 'x.txt'" compile $slider --c x.txt
expect 2 "-o names a file that ends with .jnc, but got 'x.h5'" compile $slider -o x.h5
expect 0 "integrator 'dopri5' chooses its steps, and compiled code has fixed ones; using 'rk4'" compile $slider --integrator dopri5 -o x.jnc
expect 2 "integrator 'dopri5' chooses its steps, and compiled code has fixed ones: use 'euler'" run x.jnc --integrator dopri5 --no-output
expect 0 '' run x.jnc --integrator euler --until 0.1 --no-output
sed 's/simulate: {/simulate: {tolerance: 1e-8, /' $slider >tight.yaml
expect 0 '' compile tight.yaml --step 1ms -o tight.jnc
expect 0 '' run tight.jnc --until 0.1 --no-output
check "what the model has for the engine is no mistake" sh -c '! grep -q "has no effect" err.txt'
expect 0 "'tolerance.relative' has no effect: it is used only by" run tight.jnc --tolerance 1e-5 --until 0.1 --no-output
expect 0 'steps          ab3 with step 1 ms' compile models/examples/four-bar.yaml --integrator ab3 --step 1ms -o ab3.jnc
expect 2 "'x.jnc' is a file of the model and would be overwritten; name another one with -o" compile x.jnc
expect 7 'cannot write /nowhere/x.c' compile $slider --c /nowhere/x.c

# options that are for nothing
expect 0 '--blocks has no effect: it needs --c' compile $slider --blocks --bodies --creep --stops -o x.jnc
for option in bodies creep stops; do check "--$option" grep -q "warning: --$option has no effect: " err.txt; done
expect 0 '--no-creep has no effect: only --preset real-time' compile $slider --no-creep -o x.jnc
expect 0 '--newton has no effect: the mechanism has no loops' compile models/examples/pendulum.yaml --newton 2 -o x.jnc
expect 0 '' compile $slider --newton 2 --c x.c --blocks --bodies
check "others say nothing" test ! -s err.txt

# what is stiff: named, or found for the step
stiff="stiff.yaml --integrator split --step 10ms"
cat >stiff.yaml <<'END'
jounce: 1
space: plane
bodies: {foot: {mass: 1, inertia: 1}, load: {mass: 1, inertia: 1}}
joints:
  foot: {type: prismatic, between: [ground, foot], axis: y}
  load: {type: prismatic, between: [ground, load], axis: y}
forces:
  tyre: {type: torsion-spring, joint: foot, stiffness: 1e7 N/m, damping: 2000 N s/m}
  soft: {type: torsion-spring, joint: load, stiffness: 40 N/m, damping: 1 N s/m}
simulate: {until: 1}
outputs: [foot.y, load.y]
END
expect 0 '' compile $stiff --c found.c
expect 0 '' compile $stiff --c named.c --stiff joint.foot
expect 0 '' compile $stiff --c other.c --stiff joint.load
check "the foot is found" sh -c '[ "$(sed s/found/x/g found.c)" = "$(sed s/named/x/g named.c)" ]'
check "the load is another" sh -c '[ "$(sed s/found/x/g found.c)" != "$(sed s/other/x/g other.c)" ]'
expect 2 "did you mean 'joint.foot.displacement'" compile $stiff --c x.c --stiff joint.fot.displacement
expect 2 "works with integrator 'split' only, but the integrator is 'rk4'" compile stiff.yaml --integrator rk4 --c x.c --stiff joint.foot

# other verbs: the code runs where a run is, elsewhere the model in the file counts
quick="--until 0.2 --ladder 1 --repeat 1"
# shellcheck disable=SC2086  # words
{
expect 0 '^\* compiled joint *rk4' compare crank.jnc $quick --formulation compiled,reduced --integrator rk4,ab2
check "beside the model's formulations" equal "$(grep -c '^[* ] \(compiled\|reduced\) joint *\(rk4\|ab2\) ' out.txt)" 4
"$JOUNCE" compare crank.jnc $quick --formulation compiled --integrator rk4 --json >c.json 2>err.txt
check "its own code" equal "$(field c.json combinations/0/formulation)" compiled
check "a small error" sh -c "awk -v e=$(field c.json combinations/0/error) 'BEGIN { exit !(e > 0 && e < 1e-6) }'"
expect 0 ' compiled joint *rk4' compare $slider $quick --formulation compiled --integrator rk4
}
expect 2 "'crank.jnc': run the model first" plot crank.jnc
expect 0 '' run crank.jnc --until 0.1 --no-output --plot crank.svg -q
check "a plot of a run" grep -q '<svg' crank.svg
expect 0 '' run crank.jnc --until 0.1 -o crank.csv -q
expect 0 '' plot crank.csv -o both.svg
expect 0 '1 degree of freedom' check crank.jnc
expect 0 'stable equilibrium' equilibrium crank.jnc
expect 0 'linearised' modes crank.jnc
expect 0 'assembled' assemble crank.jnc
expect 0 'Drew' draw crank.jnc -o drawn.svg
expect 2 'the motion is not prescribed' kinematics crank.jnc
expect 0 'Wrote' flatten crank.jnc -o flat
expect 3 'already a Jounce model' import crank.jnc

# roads are part of the code
expect 0 '' compile models/vehicles/hmmwv.yaml --course flat -o flat.jnc -q
expect 2 "was compiled for its own road: compile the model with --course bumps" run flat.jnc --course bumps --no-output
check "the course of its own" equal "$(hash_of flat.jnc --until 0.01 --no-output)" \
  "$(hash_of models/vehicles/hmmwv.yaml --course flat --formulation compiled --integrator rk4 --step 1ms --until 0.01 --no-output)"

# it holds files that are no text, and may lie anywhere
mkdir mesh away
printf 'jounce: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 1], shapes: {s: {type: mesh, file: part.stl}}}}
joints: {j: {type: revolute, between: [ground, a], axis: y}}\n' >mesh/mesh.yaml
{ head -c 80 /dev/zero; printf '\001\000\000\000'; head -c 26 /dev/zero; printf '\200\077'; head -c 14 /dev/zero; printf '\000\100'; head -c 6 /dev/zero; } >mesh/part.stl
expect 0 '' compile "$PWD/mesh/mesh.yaml" -o away/mesh.jnc -q
check "it contains no path of this machine" test "$(grep -c "$PWD" away/mesh.jnc)" = 0
rm -r mesh
expect 0 '2 files in all' flatten away/mesh.jnc -o meshes
expect 0 '' compile away/mesh.jnc -o again.jnc -q
expect 0 '' draw again.jnc -o mesh.svg

# a file for split runs with the steps of the C, and with methods that need no Jacobian
expect 0 '' compile $stiff --stiff joint.foot --set initial.keep.load.y=0.1 -o stiff.jnc --c steps.c
cat >steps_main.c <<'END'
#include <stdio.h>
#define steps_DECLARATIONS
#include "steps.c"
int main(void) {
  steps_state s;
  steps_init(&s);
  for (int i = 0; i < 50; i++) steps_step(&s);
  printf("%.17g %.17g\n", s.x[steps_Q], s.x[steps_Q + 1]);
  return 0;
}
END
check "the steps are C" sh -c '${CC:-cc} -std=gnu11 -O1 steps.c steps_main.c -lm -o steps && ./steps >steps.txt'
expect 0 '' run stiff.jnc --until 0.5 -o stiff.csv
check "the same digits" equal "$(cat steps.txt)" "$(tail -1 stiff.csv | awk -F, '{print $2, $3}')"
expect 0 '' run stiff.jnc --until 0.01 --integrator euler --step 0.1ms --no-output
expect 2 "a Jacobian for integrator 'split' and not the one, which integrator 'rosenbrock' needs" run stiff.jnc --until 0.1 --no-output --integrator rosenbrock
expect 2 "no Jacobian, which integrator 'split' needs: compile the model with --integrator split" run crank.jnc --until 0.1 --no-output --integrator split
expect 0 'Jacobian for split; equations' check stiff.jnc
expect 0 'x\[1\] joint.foot.displacement, m' check stiff.jnc -v
expect 0 '"jacobian": *"split"' check stiff.jnc --json

# computed beforehand: near the exact code, in the file and in C
corner=models/benchmarks/double-wishbone-corner.yaml
expect 0 '' compile $corner --step 1ms -o corner.jnc
expect 0 'tables         [1-9]' compile $corner --step 1ms --tables -o tables.jnc
expect 0 '' run corner.jnc -o exact.csv
expect 0 '' run tables.jnc -o tables.csv
expect 0 '' diff exact.csv tables.csv --tolerance 1e-4 --absolute 1e-5
expect 1 '' diff exact.csv tables.csv --tolerance 0
expect 0 '"tables"' compile $corner --step 1ms --mass-tables --json -o tables.jnc --c tables.c
cat >tables_main.c <<'END'
#include <stdio.h>
#define tables_DECLARATIONS
#include "tables.c"
int main(void) {
  tables_state s;
  double y[tables_NY];
  tables_init(&s);
  for (int i = 0; i < 100; i++) tables_step(&s);
  tables_outputs(&s, y);
  printf("%.17g\n", y[0]);
  return 0;
}
END
check "tables are C" sh -c '${CC:-cc} -std=gnu11 -O1 tables.c tables_main.c -lm -o tables && ./tables >tables.txt'
expect 0 '' run tables.jnc --until 0.1 -o tables.csv
near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(d < 1e-8 && -d < 1e-8) }'; }
check "near the run, whose outputs close the loops by their equations" near "$(cat tables.txt)" "$(tail -1 tables.csv | awk -F, '{print $2}')"
expect 0 '' compile $corner --step 1ms --mass-tables --lanes 2 --c tables2.c
check "tables on lanes are C" sh -c '${CC:-cc} -std=gnu11 -O1 -c tables2.c'
expect 0 '' compile $corner --step 1ms --keep-bodies '*' -o kept.jnc
expect 0 '' run kept.jnc --no-output
expect 2 'NAME=LOW:HIGH' compile $corner --tables --range one -o x.jnc
expect 2 'no independent or driven variable with a single number has this name' compile $corner --tables --range nothing=0:1 -o x.jnc
expect 2 '--range needs tables' compile $corner --range a=0:1 -o x.jnc
expect 2 "no body has the name 'nobody'" compile $corner --keep-bodies nobody -o x.jnc
expect 2 'parameters are not kept with tables' compile $slider --tables --keep r -o x.jnc
expect 2 'because a driver has more than one coordinate' compile models/examples/tyre-rig.yaml --constant-mass -o x.jnc
expect 2 'angles that turn without end; use tables of the loops only' compile models/examples/four-bar.yaml --constant-mass -o x.jnc
expect 2 'cannot be closed everywhere in the ranges' compile models/examples/five-bar-robot.yaml --mass-tables -o x.jnc

# stops by tables: in the file and in C, of one step and method
cat >bounce.yaml <<'END'
jounce: 1
space: plane
gravity: [0, -9.81]
bodies: {block: {mass: 60, inertia: 1}}
joints: {guide: {type: prismatic, between: [ground, block], axis: y}}
forces: {buffer: {type: stop, joint: guide, lower: 0, stiffness: 1e7, damping: 2000}}
initial: {keep: {joint.guide.displacement: 0.2, joint.guide.rate: 0}}
simulate: {until: 1, step: 10 ms}
outputs: [joint.guide.displacement]
END
expect 0 'stops          1 ' compile bounce.yaml --stops --integrator rk4 -o bounce.jnc --c bounce.c
expect 0 '"stop_bytes": *[1-9]' compile bounce.yaml --stops --integrator rosenbrock --json -o bounce.jnc --c bounce.c
sed 's/tables/bounce/g' tables_main.c >bounce_main.c
check "stops by tables are C" sh -c '${CC:-cc} -std=gnu11 -O1 bounce.c bounce_main.c -lm -o bounce && ./bounce >bounce.txt'
expect 0 '' run bounce.jnc -o bounce.csv
check "the bits of the run" equal "$(cat bounce.txt)" "$(tail -1 bounce.csv | awk -F, '{print $2}')"
expect 0 '' compile bounce.yaml --stops --integrator rk4 --lanes 2 --c bounce2.c
check "stops by tables on lanes are C" sh -c '${CC:-cc} -std=gnu11 -O1 -c bounce2.c'
expect 2 'for steps of 0.01 s, not of 0.005 s' run bounce.jnc --step 5ms --no-output
expect 0 '' compile bounce.yaml --stops --integrator rk4 -o bounce.jnc
expect 2 "for another integrator than 'euler'" run bounce.jnc --integrator euler --no-output
expect 2 "another integrator than 'ab3', which cannot hold a force" run bounce.jnc --integrator ab3 --no-output
expect 2 "integrator 'ab2' cannot keep the force of a stop" compile bounce.yaml --stops --integrator ab2 -o x.jnc
expect 2 'parameters are not kept with tables' compile $slider --stops --integrator rk4 --keep r -o x.jnc
expect 0 '' compile $slider --stops --integrator rk4 -o x.jnc

# mistakes
expect 2 "no parameter 'nothing' to keep" compile $slider --keep nothing -o x.jnc
expect 2 '--newton takes a whole number' compile $slider --newton 1.5 -o x.jnc
expect 0 '2 Newton steps' compile $slider --newton 2 --no-fma -o x.jnc
cp models/examples/pendulum.yaml pendulum.yaml
expect 0 'loops          none' compile pendulum.yaml --keep l -o pendulum.jnc
expect 0 '' run pendulum.jnc --no-output --set l=1.5
check "kept parameters count" equal "$(hash_of pendulum.jnc --no-output --set l=1.5 --until 0.2)" \
  "$(hash_of pendulum.yaml --no-output --set l=1.5 --until 0.2 --formulation compiled --integrator rk4 --step 1ms)"
expect 2 "'m' is a number in the compiled code; compile the model with this value, or with --keep m" run pendulum.jnc --no-output --set m=3
expect 0 '' run pendulum.jnc --no-output --set simulate.until=0.1

# every truncation and every flipped bit is refused, with a sentence
size=$(wc -c <pendulum.jnc)
for part in 3 8 20 31 32 100 $((size / 2)) $((size - 1)); do
  head -c "$part" pendulum.jnc >cut.jnc
  expect 3 '' check cut.jnc
done
printf x >>cut.jnc
expect 3 '' check cut.jnc
for at in 8 16 24 40 200 $((size - 9)); do
  cp pendulum.jnc bad.jnc
  printf '\377' | dd of=bad.jnc bs=1 seek="$at" conv=notrunc 2>/dev/null
  expect 3 'this compiled model cannot be read' check bad.jnc
done
# ---- equations that code omits: they agree until 0.2 s, and contradict each other after it
cat >two-drivers.yaml <<END
jounce: 1
space: plane
ground: {points: {O: [0, 0]}}
bodies: {b: {mass: 1, inertia: 1, points: {P: [0, 0]}}}
joints: {slide: {type: prismatic, between: [ground.O, b.P], axis: x}}
drivers: {one: {joint: slide, motion: "0.1*max(0, t - 0.2)^3"}, two: {joint: slide, motion: "0"}}
simulate: {until: 1, step: 1 ms, integrator: rk4}
outputs: [b.x]
END
expect 5 "joint 'two'.* contradicts 'one': at t = 0\.2" compile two-drivers.yaml -o two.jnc
check "a contradiction is not compiled" test ! -e two.jnc
expect 0 "" compile two-drivers.yaml --set simulate.until=0.1 -o two.jnc
expect 0 "" run two.jnc --until 0.1 --no-output
expect 5 "joint 'two'.* contradicts 'one': at t = 0\.2" run two.jnc --until 1 --no-output


# a range that does not contain the start states the value there
expect 2 "the range of 'joint.upper.angle', 1 to 2 rad, does not contain its value at the start, -*0" compile $corner --tables --range joint.upper.angle=1:2 -o x.jnc
# eight lanes are slow where the processor has no vectors of eight numbers
if grep -q avx512f /proc/cpuinfo; then wide=0; else wide=1; fi
"$JOUNCE" compile pendulum.yaml --lanes 8 --c eight.c >out.txt 2>&1
check "a warning where they are slow" equal "$(grep -c 'AVX-512' out.txt)" "$wide"
finish
