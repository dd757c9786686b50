# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# run_script.sh - ./run WORDS is jounce WORDS: same standard output, same exit code, the caller's folder. Needs a build
# in build/.
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
DISPLAY='' WAYLAND_DISPLAY='' "$ROOT/run" >main.txt 2>err.txt
check "the main job" equal $? 0
check "it says what to try next" grep -q 'try next' main.txt
check "results" test -s "$ROOT/out/four-bar.h5"
check "plot" grep -q '</svg>' "$ROOT/out/four-bar.svg"
check "it says where the report is" grep -q 'out/four-bar.html can be opened' main.txt
check "report" grep -q '</html>' "$ROOT/out/four-bar.html"

# ./test tells what it does, and refuses what it does not know before it builds anything
"$ROOT/test" --help >help.txt
check "./test --help" equal $? 0
check "it names --long" grep -q -e '--long MINUTES' help.txt
refused() {
  "$ROOT/test" "$@" >out.txt 2>err.txt
  check "./test $* is refused" equal $? 2
  check "nothing on standard output" test ! -s out.txt
  check "it points to the help" grep -q -e '--help' err.txt
}
refused --lomg 3
refused --long
refused --long 0
refused --long 1.5
refused --long 5 more
refused -x
finish
