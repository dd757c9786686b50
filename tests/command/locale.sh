# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# locale.sh - the command under a locale with a decimal comma, set by the environment and by a loaded library
# (SET_LOCALE): it reads, prints and writes the same.
. "$(dirname -- "$0")/lib.sh"

comma() {
  LC_ALL=comma LD_PRELOAD=$SET_LOCALE "$JOUNCE" "$@"
}
# both NAME WORDS...: what it says, with and without the locale.
both() {
  name=$1
  shift
  "$JOUNCE" "$@" >"$name.plain" 2>&1
  plain=$?
  comma "$@" >"$name.comma" 2>&1
  check "$name: exit code" equal "$plain" $?
  check "$name: the same text" cmp "$name.plain" "$name.comma"
}

check "the locale is there" test -f "$LOCPATH/comma/LC_NUMERIC"
both check check models/examples/four-bar.yaml
both refused check models/examples/four-bar.yaml --set bodies.crank.mass=0,5
both kinds kinds
both schema schema
both assemble assemble models/examples/four-bar.yaml --json
both equilibrium equilibrium models/examples/pendulum.yaml
both modes modes models/examples/pendulum.yaml --json

for kind in plain comma; do
  run="$JOUNCE"
  [ $kind = plain ] || run=comma
  check "$kind run" $run run models/examples/four-bar.yaml --until 0.2 --step 1.5ms -q -o $kind.csv --plot $kind.svg
  check "$kind import" $run import models/robots/arm.urdf -q -o $kind.yaml
done
check "the same model" cmp plain.yaml comma.yaml
check "the same rows" cmp plain.csv comma.csv
check "the same figure" cmp plain.svg comma.svg
comma run models/examples/four-bar.yaml --until 0.2 --no-output --json >comma.json
check "JSON" near "$(field comma.json until)" 0.2 0
check "no comma in numbers" sh -c '! grep -q "[0-9],[0-9]" comma.json'
finish
