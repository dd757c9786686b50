# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# precomputed.sh - precomputed code: presets, manoeuvres, errors of outputs in the answer and in the file, ranges up to
# the stops, exceeded ranges, refusals.
. "$(dirname -- "$0")/lib.sh"
five=models/rigs/five-link.yaml

# a swing of another size under the same wheel: another manoeuvre; other masses: another mechanism
cat >deep.yaml <<END
jounce: 1
model: $ROOT/models/rigs/five-link.yaml
name: deep swing
set: {swing: 2.4 kN}
simulate: {until: 1}
END
sed 's/set: .*/bodies: {track: {mass: 2}}/' deep.yaml >heavy.yaml
sed 's/set: .*/ground: {points: {track: [-0.2, 0.37, 0.26]}}/' deep.yaml >moved.yaml

expect 0 'joint.lower.angle1 .* to .* by manoeuvre .deep swing' compile $five --set simulate.until=1 --preset real-time --manoeuvre deep.yaml -o fast.jnc
check "the mass by tables" grep -q 'mass matrix by tables; only these bodies are computed: carrier' out.txt
check "the manoeuvre is told" grep -q 'deep swing, 1 s' out.txt
check "in readable units" grep -q 'height .* mm .* mm ' out.txt
expect 0 'joint.lower.angle1 .* to .* by stop .bump' compile $five --set simulate.until=1 --tables -o x.jnc
expect 0 '' compile $five --set simulate.until=1 --tables --manoeuvre deep.yaml --json -o tables.jnc
cp out.txt tables.json
check "two manoeuvres" equal "$(field tables.json precomputed/manoeuvres/1/name)" "deep swing"
check "of outputs of the model" equal "$(field tables.json precomputed/manoeuvres/0/outputs/0/name)" height
largest=$(field tables.json precomputed/manoeuvres/1/outputs/0/largest)
check "tables are near the exact code, and not it" awk -v e="$largest" 'BEGIN { exit !(e > 0 && e < 1e-6) }'
check "one table over the jounce" equal "$(field tables.json precomputed/tables/0/variables/0)" joint.lower.angle1
check "the loops say so" equal "$(field tables.json precomputed/loops/0/reason)" tabulated
expect 0 '' compile $five --set simulate.until=1 --preset real-time --constant-mass --json -o x.jnc
check "a constant mass" equal "$(field out.txt precomputed/mass)" constant
rough=$(field out.txt precomputed/manoeuvres/0/outputs/0/largest)
expect 0 '' compile $five --set simulate.until=1 --preset real-time --json -o x.jnc
check "or one by tables" equal "$(field out.txt precomputed/mass)" tables
fine=$(field out.txt precomputed/manoeuvres/0/outputs/0/largest)
check "which is nearer than a constant one" awk -v a="$rough" -v b="$fine" 'BEGIN { exit !(b > 0 && 10*b < a) }'

expect 0 'of the forces change too suddenly for tables within' compile $five --set simulate.until=1 --preset real-time --force-tables -o x.jnc
corner=models/benchmarks/double-wishbone-corner.yaml
expect 0 '' compile $corner --preset real-time --json -o x.jnc
fine=$(field out.txt precomputed/manoeuvres/0/outputs/0/largest)
expect 0 'springs along joint.upper.angle: over joint.upper.angle' compile $corner --preset real-time --force-tables -v -o x.jnc
expect 0 '' compile $corner --preset real-time --force-tables --json -o x.jnc
coarse=$(field out.txt precomputed/manoeuvres/0/outputs/0/largest)
check "springs by tables cost a little" awk -v a="$coarse" -v b="$fine" 'BEGIN { exit !(a > b && a < 1e-3) }'

# contacts without states
hulls=$ROOT/tests/data/hulls.yaml
expect 0 'contacts  *16 ' compile $hulls --creep --integrator euler --step 1ms -o creep.jnc
expect 0 'contacts  *16 ' check creep.jnc
expect 0 '' check creep.jnc --json
check "in the code's facts" equal "$(field out.txt code/left_out)" 16
expect 0 '' run creep.jnc -o creep.csv
check "a run tells the deflections" awk -F, 'END { exit !($8 > 1e-5) }' creep.csv
expect 0 '' compile $hulls --preset real-time --integrator euler --step 1ms --json -o x.jnc
check "the preset has it" equal "$(field out.txt left_out)" 16
expect 0 '' compile $hulls --preset real-time --no-creep --integrator euler --step 1ms --json -o x.jnc
check "unless it is not wanted" equal "$(field out.txt left_out)" 0
expect 2 'contradict' compile $hulls --creep --no-creep -o x.jnc

# what goes with no table
expect 2 "integrator 'ab3' cannot make; use euler, ab2" compile $corner --tables --integrator ab3 --step 1ms -o x.jnc
expect 2 'tabulated stops are for the model.s own run' compile $five --tables --stops --manoeuvre deep.yaml --step 1ms --integrator rk4 -o x.jnc

# how all bodies stand, exact and precomputed
cat >bodies.c <<'END'
#include <stdio.h>
#define stand_DECLARATIONS
#include "stand.c"
int main(void) {
  static stand_state s;
  double p[7 * stand_NB];
  stand_init(&s);
  for (int i = 0; i < 300; i++) stand_step(&s);
  stand_poses(&s, p);
  for (int b = 0; b < stand_NB; b++) printf("%s %.4f %.4f %.4f\n", stand_body(b), p[7 * b], p[7 * b + 1], p[7 * b + 2]);
  return 0;
}
END
for preset in exact real-time; do
  expect 0 '' compile $five --set simulate.until=1 --preset $preset --step 1ms --bodies --c stand.c -q
  "${CC:-cc}" -O1 bodies.c stand.c -lm -o bodies && ./bodies >$preset.txt
done
expect 0 '' check $five --json
check "all bodies are told" equal "$(wc -l <exact.txt | tr -d ' ')" "$(field out.txt bodies)"
check "and stand where they do in the exact code" awk 'NR == FNR { for (i = 2; i <= 4; i++) at[$1, i] = $i; next }
  { for (i = 2; i <= 4; i++) { d = at[$1, i] - $i; if (d > 2e-4 || d < -2e-4) exit 1 } }' exact.txt real-time.txt

# the differences are those of runs
expect 0 '' compile $five --set simulate.until=1 -o exact.jnc
expect 0 '' run exact.jnc -o exact.h5
expect 0 '' run x.jnc -o fast.h5
expect 1 'code: exact, .* | precomputed, ' diff exact.h5 fast.h5

# the file tells it again
expect 0 'deep swing, 1 s' check fast.jnc
expect 0 '' check tables.jnc --json
check "with the same numbers" equal "$(field out.txt code/precomputed/manoeuvres/1/outputs/0/largest)" "$largest"

# a range that is left
expect 0 'left its range' compile $five --set simulate.until=1 --tables --range joint.lower=-0.2:0.2 -o narrow.jnc
check "compile warns of it" grep -q 'warning: joint.lower.angle1: left the range of its tables, -0.2 to 0.2 rad, in [0-9]* of 1000 steps' err.txt
expect 0 'joint.lower.angle1: left the range of its tables, -0.2 to 0.2 rad, in ' run narrow.jnc --no-output
expect 0 '' run narrow.jnc -o narrow.h5
expect 2 'written by other code of the same model' run tables.jnc --continue narrow.h5 --until 2
expect 2 'written by other code of the same model' run exact.jnc --continue narrow.h5 --until 2
expect 0 '' run narrow.jnc --continue narrow.h5 --until 2
expect 0 '' run tables.jnc --no-output
check "others say nothing" sh -c '! grep -q "left the range" out.txt err.txt'
expect 0 '' compile $five --set simulate.until=1 --tables --range joint.lower=-0.2:0.2 --c narrow.c --step 1ms -q
cat >main.c <<'END'
#include <stdio.h>
#define narrow_DECLARATIONS
#include "narrow.c"
int main(void) {
  narrow_state s;
  double low, high;
  int at = narrow_range(0, &low, &high);
  narrow_init(&s);
  for (int i = 0; i < 1000; i++) narrow_step(&s);
  printf("%s %g %g %d %.6f\n", narrow_name(at), low, high, s.outside > 100 && s.outside < 1000, s.beyond[0]);
  return 0;
}
END
check "C counts it" sh -c '${CC:-cc} -std=gnu11 -O1 narrow.c main.c -lm -o narrow && ./narrow >narrow.txt'
check "with range and distance" grep -q '^joint.lower.angle1 -0.2 0.2 1 0\.[0-9]*[1-9]' narrow.txt
expect 0 '' compile $five --set simulate.until=1 --tables --range joint.lower=-0.2:0.2 --c narrow.c --lanes 2 --step 1ms -q
sed 's/s.outside > 100 && s.outside < 1000, s.beyond\[0\]/s.outside[0] == s.outside[1] \&\& s.outside[1] > 100, s.beyond[0][1]/' main.c >main2.c
check "lanes count it" sh -c '${CC:-cc} -std=gnu11 -O1 -Wno-psabi narrow.c main2.c -lm -o narrow && ./narrow >narrow2.txt'
check "alike" equal "$(cut -d' ' -f5 narrow.txt)" "$(cut -d' ' -f5 narrow2.txt)"

# an event looks into the tables of the motion: what they gave is kept for the next step, unless something else is at its place then
cat >high.yaml <<END
jounce: 1
model: $ROOT/models/rigs/five-link.yaml
discrete: {high: 0}
events: {up: {when: "force.spring.value + 5000", direction: rising, set: {high: "high + 1"}}}
END
cat >main.c <<'END'
#include <stdio.h>
#include <string.h>
#define high_DECLARATIONS
#include "high.c"
int main(void) {
  static high_state s, forgets;
  int differ = 0, kept = 0;
  high_init(&s), high_init(&forgets);
  for (int i = 0; i < 1000; i++) {
    double *at[2] = {(double *)&s.x[high_Q], (double *)&forgets.x[high_Q]};
    for (int k = 0; k < 2 && i % 100 == 99; k++) at[k][high_LANES - 1] += 0.01;
    memset(forgets.cache, 0, sizeof forgets.cache);
    high_step(&s), high_step(&forgets);
    differ += memcmp(s.x, forgets.x, sizeof s.x) != 0;
    kept += memcmp(&s.cache[1], &s.x[high_Q], sizeof s.x[0]) == 0;
  }
  printf("%d differ, %d kept, %d times\n", differ, kept, (int)((double *)&s.x[high_S])[0]);
  return 0;
}
END
for lanes in '' '--lanes 2'; do
  expect 0 '' compile high.yaml --set simulate.until=1 --tables --integrator euler $lanes --c high.c --step 1ms -q
  check "what is kept ${lanes:-by one} changes nothing" sh -c '${CC:-cc} -std=gnu11 -O1 -Wno-psabi high.c main.c -lm -o high && ./high >high.txt'
  check "and is the last place" grep -q '^0 differ, 1000 kept, [1-9]' high.txt
done

# blocks read what tables give, which is not kept then: the same bits
if [ "$LIGHT" != 1 ]; then
  cat >main.c <<'END'
#include <stdio.h>
#define v_DECLARATIONS
#include "v.c"
int main(void) {
  static v_state s;
  v_init(&s);
  for (int i = 0; i < 200; i++) v_step(&s);
  for (int i = 0; i < v_NX; i++) printf("%a\n", s.x[i]);
  return 0;
}
END
  for blocks in '' --blocks; do
    expect 0 '' compile models/vehicles/hmmwv.yaml --set speed=5 --set simulate.until=0.2 --integrator euler --step 1ms --preset real-time $blocks --c v.c -q
    check "vehicle ${blocks:-in one}" sh -c '${CC:-cc} -std=gnu11 -O1 v.c main.c -lm -o v && ./v >v'"$blocks"'.txt'
  done
  check "blocks change no bits of a vehicle" cmp v.txt v--blocks.txt
fi

# vehicles: place, yaw and loads without being asked for, once each; on courses too
expect 0 'load_fl .* N ' compile models/vehicles/iltis-profile-1.yaml --set simulate.until=0.2 --integrator euler --preset real-time --manoeuvre bumps -o iltis.jnc
check "a driver is a variable of tables" grep -q 'joint.rack.displacement *-0.0[0-9]* to 0.0[0-9]* *m ' out.txt
check "of the mass matrix, too" grep -q 'mass matrix by tables; only these bodies are computed: chassis' out.txt
check "the course is told" grep -q ' bumps, 0.2 s' out.txt
check "its yaw as well" grep -q 'chassis.yaw .* mrad' out.txt
check "loads have one name" sh -c '! grep -q "force.fl.tyre.value" out.txt'
expect 0 '^  loops .* 4 tabulated, ' compile models/vehicles/iltis.yaml --set simulate.until=0.1 --integrator euler --tables -o x.jnc
check "of the same groups" grep -q ' 4 of 5 groups of loops have tables' out.txt
expect 0 ' 2 linear' compile models/examples/gear-train.yaml --tables --integrator euler -o gears.jnc

check "that there is no table is told" grep -q 'warning: no loop of the mechanism has a table' err.txt

# a run that fails before its end, and no loops
expect 0 "warning: 'flyball governor (A05)': the exact code failed at t = 0.006 s of 10 s" compile models/benchmarks/flyball-governor-a05.yaml --tables -o x.jnc
check "no loops, no tables" grep -q 'warning: the mechanism has no loops, and so no tables of them' err.txt

# on a terminal a line tells what takes long, and goes
if [ "$LIGHT" != 1 ] && command -v script >/dev/null; then
  TERM=xterm script -qec "'$JOUNCE' compile $five --set simulate.until=100 --preset real-time -o x.jnc" /dev/null </dev/null | tr '\r' '\n' >terminal.txt
  check "of the ranges" grep -q '^finding ranges: .*, [0-9.]* of 100 s' terminal.txt
  check "of the comparison" grep -q '^judging: .*, [0-9.]* of 100 s' terminal.txt
  check "it is gone before the answer" grep -q "^$(printf '\033')\[Kfive-link" terminal.txt
fi

# loads of joints come from the forces at all bodies
expect 0 'warning: lower: the loads of this joint are requested, .*: all bodies are computed' compile $five --integrator euler --preset real-time --outputs joint.lower.force.z -o x.jnc
check "they are right" sh -c "awk '/joint.lower.force.z/ {exit !(\$2 < 1)}' out.txt"
expect 0 'warning: lower: the loads of this joint are requested, .*: printed C computes only some bodies' compile $five --integrator euler --mass-tables --keep-bodies carrier --outputs joint.lower.force.z -o x.jnc

# what is refused
expect 2 'comes to a dead point, where the mass matrix is infinite' compile models/benchmarks/n-four-bar-a02.yaml --mass-tables -o x.jnc
expect 2 'exact or real-time, but got .fast' compile $five --preset fast
expect 2 'manoeuvre needs tables' compile $five --manoeuvre deep.yaml
expect 2 'contradict' compile $five --mass-tables --constant-mass
expect 2 'quadratic-terms needs' compile $five --quadratic-terms
expect 2 'coefficients of quadratic terms need a tabulated' compile $five --tables --quadratic-terms -o x.jnc
expect 0 'mass matrix and quadratic terms' compile $five --set simulate.until=0.2 --mass-tables --quadratic-terms -v -o x.jnc
expect 0 '' compile $five --set simulate.until=0.2 --constant-mass --quadratic-terms --json -o x.jnc
check "a constant mass with constant terms" equal "$(field out.txt precomputed/mass)" constant
expect 2 'is a course, which needs' compile $five --tables --manoeuvre bumps
check "another mass" sh -c '! "$JOUNCE" compile models/rigs/five-link.yaml --tables --manoeuvre heavy.yaml 2>err.txt'
check "is another mechanism" grep -q 'track: the manoeuvre .deep swing. belongs to another mechanism: this body' err.txt
check "another hardpoint" sh -c '! "$JOUNCE" compile models/rigs/five-link.yaml --tables --manoeuvre moved.yaml 2>err.txt'
check "is, too" grep -q 'another mechanism: this joint' err.txt
crank=models/examples/slider-crank.yaml
check "a crank has no constant mass" sh -c '! "$JOUNCE" compile models/examples/slider-crank.yaml --constant-mass -o c.jnc 2>err.txt'
check "since it turns" grep -q 'changes by [1-9][0-9]* % with angles that turn without end' err.txt
expect 0 'the code has no tables: no loop of the mechanism could be tabulated' compile $crank --preset real-time -o c.jnc
finish
