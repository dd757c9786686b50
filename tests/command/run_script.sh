# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# run_script.sh - ./run WORDS is jounce WORDS: same standard output, same exit code, the caller's folder. Needs a build
# in build/.
. "$(dirname -- "$0")/lib.sh"
"$ROOT/run" version >script.txt 2>err.txt
check "exit code" equal $? 0
check "same output" equal "$(cat script.txt)" "$("$ROOT/build/jounce" version)"
check "nothing on standard error" test ! -s err.txt
# what has changed since the last complete build
mkdir tree tree/build tree/cmake tree/src
printf '#!/bin/sh\n' >tree/build/jounce
chmod +x tree/build/jounce
touch tree/CMakeLists.txt tree/include tree/fmu tree/app tree/papers tree/models tree/python tree/web tree/src/a.c
current() { ( root=$work/tree; . "$ROOT/cmake/setup.sh"; is_current ); }
rebuilt() { ( root=$work/tree; . "$ROOT/cmake/setup.sh"; begin_current; sleep 0.02; mark_current ); }
stale() { ! current; }
check "a tree that was never built" stale
rebuilt
check "a tree that was built" current
sleep 0.02
touch tree/src/a.c
check "a changed source" stale
rebuilt
check "built again" current
rm tree/src/a.c
check "a source that is gone" stale
rebuilt
echo other >>tree/build/.current
check "another compiler or other tools" stale
# the progress of a build, and its log
printf '[%d/40] Building C object\n' 1 2 3 4 5 6 7 8 >steps.txt
( . "$ROOT/cmake/setup.sh"; show_progress build.log ) <steps.txt 2>progress.txt
check "every tenth is told" equal "$(tr -d '\n' <progress.txt | sed 's/, [0-9]* s//g')" '  10 % built  20 % built'
check "the log is complete" cmp -s steps.txt build.log
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
check "it names --quick" grep -q -e '--quick builds' help.txt
refused --lomg 3
refused --quick 3
refused --long
refused --long 0
refused --long 1.5
refused --long 5 more
refused -x
finish
