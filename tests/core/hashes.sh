# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# hashes.sh - every shipped model, and every model of contacts, has the same state hash in the core and in a full build (FULL), after a hundred
# steps or at its end. The full build also makes what the core reads: flat documents. `./test --long` has the core built by clang here, too.
. "$(dirname -- "$0")/../command/lib.sh"
[ -x "$FULL" ] || { echo "there is no full build at $FULL"; exit 77; }

# hash PROGRAM MODEL OPTIONS...: empty without a run. A run that ends at --max-steps has failed, but has a state.
hash() {
  program=$1
  shift
  "$program" run "$@" --max-steps 100 --no-output --json >a.json 2>err.txt
  field a.json state_hash
}

models=0
for model in models/*/*.yaml papers/*/*.yaml models/robots/*.urdf models/robots/*.xml "$ROOT"/tests/data/contact/*.yaml; do
  set=
  case $model in
    models/parts/*) continue ;;
    */cam-roller.yaml) set="--set start=0.05" ;;  # its own start is that of another follower
  esac
  models=$((models + 1))
  # shellcheck disable=SC2086  # no words, or two
  full=$(hash "$FULL" "$model" $set)
  # methods that the core lacks are replaced there
  case "$(field a.json integrator) $(field a.json stiff_changes)" in
    bdf* | adams* | *" "[1-9]*) full=$(hash "$FULL" "$model" --integrator dopri5) ;;
  esac
  check "flat documents of $model" "$FULL" flatten "$model" -o "flat$models" -q --json >f.json
  # shellcheck disable=SC2086
  core=$(hash "$JOUNCE" "$(field f.json model)" $set)
  check "a hash of $model" test -n "$full"
  check "bits of $model" equal "$full" "$core"
  rm -rf "flat$models"
done
check "there are models" test "$models" -gt 90
finish
