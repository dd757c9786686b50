# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# files.sh - files that are missing, unwritable or too long, full disks and closed pipes: a message and exit code 7.
# Files that would overwrite each other: exit code 2.
. "$(dirname -- "$0")/lib.sh"
bar=models/examples/pendulum.yaml

expect 7 'missing.yaml' run missing.yaml
expect 7 '' check missing.yaml
expect 7 '' plot missing.h5
expect 7 '' run models
expect 7 '' run "$bar" --until 0.1 --continue missing.h5
printf 'not a result' >broken.h5
expect 7 'broken.h5' plot broken.h5
expect 7 '' run "$bar" --until 0.1 --continue broken.h5
expect 7 'nowhere' run "$bar" --until 0.1 -o nowhere/a.h5
expect 7 'nowhere' run "$bar" --until 0.1 -o nowhere/a.csv
expect 7 'nowhere' run "$bar" --until 0.1 --no-output --plot nowhere/a.svg
expect 7 'nowhere' run "$bar" --until 0.1 --no-output --report nowhere/a.html
check "before the run" sh -c '! grep -q FAILED out.txt'
expect 7 'nowhere' run "$bar" --until 1000000 --no-output --plot nowhere/a.svg
expect 7 'proc' run "$bar" --until 0.1 -o /proc/a.h5
check "nothing but the error" test ! -s out.txt
expect 2 "there is no such output: unknown name 'nope'\$" run "$bar" --until 0.1 --no-output --probe nope
expect 2 '' run "$bar" --until 0.1 -o a.xlsx

# a model that does not start leaves an earlier result alone
printf 'keep me' >pendulum.h5
expect 3 '' run "$bar" --until 0.1 --set m=-1
expect 2 '' run "$bar" --until 0.1 --integrator rk5
check "the earlier file is untouched" equal "$(cat pendulum.h5)" "keep me"
rm pendulum.h5

# nothing that is written overwrites what is read, or another file that is written; it is refused before the run starts
cp "$bar" pp.csv
cp "$bar" pp.h5
cp "$bar" pp.yaml
mkdir elsewhere
expect 2 'the results would overwrite the model' run pp.csv --until 0.1 -o pp.csv
expect 2 'the results would overwrite the model' run pp.csv --until 0.1 -o ./elsewhere/../pp.csv
expect 2 'would overwrite the model' run pp.h5 --until 0.1
ln -s pp.yaml pp.html
ln pp.yaml pp.svg
expect 2 'the report would overwrite the model' run pp.yaml --until 0.1 --no-output --report pp.html
expect 2 'the plot would overwrite the model' run pp.yaml --until 0.1 --no-output --plot pp.svg
ln -s new.csv new.html
expect 2 'the report would overwrite the results' run pp.yaml --until 0.1 -o new.csv --report new.html
expect 2 'is an .html file' run pp.yaml --until 0.1 -o new.csv --report new.csv
expect 0 '' run pp.yaml --until 0.2 -o first.h5
ln -s first.h5 first.svg
expect 2 'overwrite the result that is continued' run pp.yaml --until 0.3 --continue first.h5 -o second.h5 --plot first.svg
expect 2 'would overwrite the result' plot first.h5 -o first.svg
expect 0 '' run pp.yaml --until 0.3 --continue first.h5 -o first.h5
"$JOUNCE" run pp.yaml --until 0.1 --no-output >>pp.yaml 2>err.txt
check "standard output into the model" equal $? 2
for copy in pp.csv pp.h5 pp.yaml; do check "$copy is untouched" cmp -s "$bar" "$copy"; done
check "nothing was begun" test ! -e new.csv

# numbers in a file of their own: not overwritten, and a run does not go on when they have changed
printf 'time [s];u\n0;0\n1;2,5\n' >push.csv
sed 's/^\(simulate:.*\)/\1\ninputs: {u: {file: push.csv}}/' "$bar" >pushed.yaml
expect 2 "'push.csv' would be overwritten, but the model reads it" run pushed.yaml --until 0.1 -o push.csv
expect 2 "would be overwritten, but the model reads it" kinematics pushed.yaml --until 0.1 -o ./push.csv
check "push.csv is untouched" equal "$(wc -l <push.csv)" 3
expect 0 '' run pushed.yaml --until 0.1 --step 1e-3 --integrator rk4 -o pushed.h5 --probe input.u
sed 's/2,5/2.5/' push.csv >same.csv
expect 0 '' run pushed.yaml --until 0.2 --step 1e-3 --integrator rk4 --continue pushed.h5 --probe input.u --set inputs.u.file=same.csv
sed 's/2,5/2,6/' push.csv >other.csv
expect 2 "another model" run pushed.yaml --until 0.3 --step 1e-3 --integrator rk4 --continue pushed.h5 --probe input.u --set inputs.u.file=other.csv
# results are read back, also where the model itself has no folder
expect 0 '' run pushed.yaml --until 0.1 -o back.csv --probe input.u
expect 0 'input.u  *0.25' run /dev/stdin --until 0.1 --no-output --probe input.u --set 'inputs.u={file: back.csv, columns: [time, input.u]}' <pushed.yaml

# full disk: as results, as plot, as standard output
ln -s /dev/full full.csv
ln -s /dev/full full.svg
ln -s /dev/full full.html
ln -s /dev/full full.h5
expect 7 'full.csv' run "$bar" --until 0.5 -o full.csv
expect 7 'full.h5' run "$bar" --until 0.5 -o full.h5
expect 7 'full.svg' run "$bar" --until 0.1 --no-output --plot full.svg
expect 7 'full.html' run "$bar" --until 0.1 --no-output --report full.html
for words in "run $bar --until 0.1 --no-output" "run $bar --until 0.1 --no-output --json" "kinds" "schema" "help" "check $bar"; do
  # shellcheck disable=SC2086  # words
  "$JOUNCE" $words >/dev/full 2>err.txt
  check "full standard output: $words" equal $? 7
  check "it says so" grep -q 'standard output' err.txt
done
(trap '' PIPE; "$JOUNCE" schema 2>err.txt; echo $? >code.txt) | true
check "a closed pipe" sh -c 'case $(cat code.txt) in 0|7) ;; *) false ;; esac'
check "which is nobody's fault" test ! -s err.txt

# a limit on file size: the run ends with a sentence, not by a signal
for ending in csv h5; do
  (ulimit -f 16; exec "$JOUNCE" run "$bar" --until 5 --output-step 0.1ms -o "limited.$ending" >out.txt 2>err.txt)
  check "file size limit, .$ending" equal $? 7
  check "it names the file" grep -q "limited.$ending" err.txt
done
expect 0 '' plot limited.csv
check "rows are kept as long as there is room" test "$(wc -l <limited.csv)" -gt 50
check "all of them whole" sh -c '[ -z "$(tail -c 1 limited.csv)" ] && [ "$(awk -F, "{ print NF }" limited.csv | sort -u | wc -l)" = 1 ]'

# a pipe that nobody writes to is not waited for; one that is open already is read
mkfifo pipe.yaml
expect 7 'pipe.yaml: error: the file cannot be read: it is not a regular file' check pipe.yaml
check "standard input" sh -c 'cat "$1" | "$2" check /dev/stdin -q' sh "$bar" "$JOUNCE"
finish
