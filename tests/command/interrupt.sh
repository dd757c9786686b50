# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# interrupt.sh - interrupted, killed and continued runs: no written data are lost, and a continued run equals, bit for
# bit, one that was never interrupted.
. "$(dirname -- "$0")/lib.sh"
bar=models/examples/pendulum.yaml

# cut SIGNAL FILE: starts a run that takes much longer than this test and ends it by the signal, once rows have been written. With job
# control on, a run in the background hears SIGINT.
cut() {
  set -m
  "$JOUNCE" run "$bar" --until 100000 --max-steps 1e9 --output-step 0.05 --set simulate.checkpoint=1 --json -o "$2" >long.json 2>long.txt &
  set +m
  for _ in $(seq 300); do
    if "$JOUNCE" plot -q "$2" bar.angle -o begun.svg 2>/dev/null; then break; fi
    sleep 0.2
  done
  sleep 0.2
  kill -s "$1" $!
  wait $!
}

for signal in INT TERM; do
  cut "$signal" "$signal.h5"
  check "exit code after SIG$signal" equal $? 130
  check "status after SIG$signal" equal "$(field long.json status)" interrupted
  check "the results can be read" "$JOUNCE" plot -q "$signal.h5" bar.angle
done
for ending in h5 csv; do
  cut KILL "killed.$ending" 2>/dev/null
  check "a killed run leaves a readable .$ending file" "$JOUNCE" plot -q "killed.$ending" bar.angle
done

# split and whole
"$JOUNCE" run "$bar" --until 4 -o whole.h5 --json --set simulate.checkpoint=1 >whole.json
"$JOUNCE" run "$bar" --until 2 -o split.h5 --json --set simulate.checkpoint=1 >half.json
"$JOUNCE" run "$bar" --until 4 --continue split.h5 --json --set simulate.checkpoint=1 --plot split.svg >split.json
check "continued" equal "$(field split.json status)" ok
check "a continued run equals a whole one" equal "$(field split.json state_hash)" "$(field whole.json state_hash)"
check "energies too" equal "$(field split.json energy_final)" "$(field whole.json energy_final)"
"$JOUNCE" plot -q whole.h5 bar.angle --title same -o whole.svg
"$JOUNCE" plot -q split.h5 bar.angle --title same -o both.svg
check "the rows are the same" cmp -s whole.svg both.svg
"$JOUNCE" run "$bar" --until 4 --continue INT.h5 --set m=3 --json >other.json 2>other.txt
check "another model is refused" test $? -ne 0
check "with a sentence" grep -q 'belongs to another model' other.txt
"$JOUNCE" run "$bar" --until 6 --continue split.h5 --formulation orthonormal --set simulate.checkpoint=1 2>other.txt
check "another formulation is refused" test $? -ne 0
check "by its name" grep -q "written with formulation 'multipliers', but the run has 'orthonormal'" other.txt
cp split.h5 kept.h5
"$JOUNCE" run "$bar" --until 3.5 --continue split.h5 --set simulate.checkpoint=1 2>other.txt
check "rows that are there are not dropped" test $? -ne 0
check "with a sentence" grep -q 'it already reaches 4 s' other.txt
check "and no other" equal "$(grep -c error: other.txt)" 1
check "the file is as it was" cmp -s split.h5 kept.h5
finish
