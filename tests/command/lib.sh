# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# lib.sh - for the tests of the command. Sourced; JOUNCE, JSON_GET, ROOT and LIGHT (1 under the sanitizers) come from
# CMake. Every test works in a folder of its own, which is removed at the end, also by a signal. Temporary files of
# the commands it runs are in the folder `tmp` there.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$work" || exit 1
mkdir tmp
TMPDIR=$work/tmp
export TMPDIR
ln -s "$ROOT/models" "$ROOT/papers" .
checks=0
failures=0

# check TEXT COMMAND...: passes when the command does.
check() {
  title=$1
  shift
  checks=$((checks + 1))
  if "$@"; then return 0; fi
  failures=$((failures + 1))
  echo "FAILED: $title: $*"
}

# expect CODE PATTERN WORDS...: `jounce WORDS` ends with the code and prints a line that matches (basic regular expression)
# on standard error or standard output; an empty PATTERN asks for nothing.
expect() {
  code=$1 pattern=$2
  shift 2
  checks=$((checks + 1))
  "$JOUNCE" "$@" >out.txt 2>err.txt
  got=$?
  if [ "$got" != "$code" ]; then
    failures=$((failures + 1))
    echo "FAILED: jounce $*: exit code $got instead of $code"
    cat out.txt err.txt
  elif [ -n "$pattern" ] && ! cat out.txt err.txt | grep -q -e "$pattern"; then
    failures=$((failures + 1))
    echo "FAILED: jounce $*: nothing matches '$pattern' in:"
    cat out.txt err.txt
  fi
}

# await_handler PID: waits until the process handles SIGTERM, however busy the machine is.
await_handler() {
  while mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) && [ -n "$mask" ]; do
    case $mask in
      *[4567cdef]???) return 0 ;;
    esac
    sleep 0.05
  done
}

# field FILE PATH: a value of a JSON file.
field() { "$JSON_GET" "$2" <"$1"; }

# near A B TOLERANCE
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && b != "" && d <= t) }'; }

# Two values that are both missing are not equal.
equal() { [ -n "$1" ] && [ "$1" = "$2" ]; }

finish() {
  echo "$((checks - failures)) passed, $failures failed"
  [ "$failures" = 0 ]
}
