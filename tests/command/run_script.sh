# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# run_script.sh - ./run WORDS is jounce WORDS: same standard output, same exit code, the caller's folder. Run only after a
# build in build/.
. "$(dirname -- "$0")/lib.sh"
"$ROOT/run" version >script.txt 2>err.txt
check "exit code" equal $? 0
check "same output" equal "$(cat script.txt)" "$("$ROOT/build/jounce" version)"
check "nothing on standard error" test ! -s err.txt
"$ROOT/run" run missing.yaml >script.txt 2>err.txt
check "exit code is passed on" equal $? 7
check "nothing on standard output" test ! -s script.txt
cp models/examples/pendulum.yaml mine.yaml
"$ROOT/run" run mine.yaml --until 0.1 -q
check "results lie in the caller's folder" test -s mine.h5
"$ROOT/run" >main.txt 2>err.txt
check "the main job" equal $? 0
check "it says what to try next" grep -q 'try next' main.txt
check "results" test -s "$ROOT/out/four-bar.h5"
check "plot" grep -q '</svg>' "$ROOT/out/four-bar.svg"
check "report" grep -q '</html>' "$ROOT/out/four-bar.html"
finish
