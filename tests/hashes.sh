#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# hashes.sh - do two versions of the program compute the same, bit for bit? docs/testing.md says what is compared.
set -eu
root=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")

usage() {
  cat <<END
usage: tests/hashes.sh OLD NEW

OLD and NEW are commits, or folders with a working tree. Both are built in temporary folders with the same options.
Every shipped model runs with both: with its own settings, in all coordinates and with all formulations.
Exit code: 0 when all bits agree, 1 when some differ, 2 when something cannot be built or is not there.
END
}
fail() { echo "hashes.sh: $*" >&2; exit 2; }

case "${1:-}" in --help | -h) usage; exit 0 ;; esac
[ $# = 2 ] || { usage >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# ---- the two programs -------------------------------------------------------------------------------------

# prepare NAME VERSION: the sources of a commit or a folder in $work/NAME, the program as $work/NAME/jounce.
prepare() {
  mkdir "$work/$1"
  if [ -d "$2" ]; then
    ln -s "$(readlink -f -- "$2")" "$work/$1/tree"
  else
    git -C "$root" rev-parse --verify --quiet "$2^{commit}" >/dev/null || fail "'$2' is neither a folder nor a commit"
    mkdir "$work/$1/tree"
    git -C "$root" archive "$2" | tar x -C "$work/$1/tree"
  fi
  echo "building $2" >&2
  { cmake -S "$work/$1/tree/" -B "$work/$1/build" -DCMAKE_BUILD_TYPE=Release &&
    cmake --build "$work/$1/build" --parallel "$(nproc)" --target jounce_command; } >"$work/$1/log" 2>&1 ||
    { tail -20 "$work/$1/log" >&2; fail "'$2' cannot be built"; }
  mv "$work/$1/build/jounce" "$work/$1/jounce"
}

# models NAME: "file path" of every model and robot of a version, by name.
models() {
  (cd "$work/$1/tree/" && find models papers -name '*.yaml' -o -name '*.urdf' -o -name '*.xml') | sed 's|.*/\(.*\)|\1 &|' | sort
}

# names NAME TITLE: what `jounce kinds` lists under a title.
names() { "$work/$1/jounce" kinds | sed -n "/^$2 /,/^\$/s/^  \([a-z0-9-]*\) .*/\1/p" | sort; }

# ---- one run with both ------------------------------------------------------------------------------------

# answer NAME PATH OPTIONS...: what a run computes - all lines of its JSON that hold results.
answer() {
  name=$1 path=$2
  shift 2
  "$work/$name/jounce" run "$work/$name/tree/$path" "$@" --no-output --json 2>/dev/null >"$work/$name.json" || true
  sed -n -e '/"outputs": {/,/}/p' -e '/"\(exit_code\|state_hash\|time\|steps\|evaluations\|energy_[a-z]*\)":/p' "$work/$name.json"
}

value() { sed -n "s/^  \"$2\": \"*\([^\",]*\).*/\1/p" "$work/$1.json"; }

# residual NAME PATH OPTIONS...: of the equilibrium from which a run starts, relative to the load.
residual() {
  name=$1 path=$2
  shift 2
  "$work/$name/jounce" equilibrium "$work/$name/tree/$path" "$@" --json 2>/dev/null |
    awk -F '[:,]' '/"load"/ { load = $2 } /"residual"/ { residual = $2 } END { print (residual != "" && load > 0 ? residual / load : "none") }'
}

# Rounding of a residual does not count as worse.
no_worse() { awk -v new="$1" -v old="$2" 'BEGIN { exit !(new ~ /^[0-9]/ && old ~ /^[0-9]/ && (new + 0 <= old + 0 || new + 0 <= 1e-14)) }'; }

# compare GROUP OPTIONS...: of the model at $old_path and $new_path; counts into $same and $all.
compare() {
  group=$1
  shift
  all=$((all + 1))
  before=$(answer old "$old_path" "$@")
  after=$(answer new "$new_path" "$@")
  if [ -n "$after" ] && [ "$before" = "$after" ]; then same=$((same + 1)); return; fi
  what="$file $group: $(value old state_hash) -> $(value new state_hash)"
  if [ "$(value new start)" = equilibrium ]; then
    if [ "${1:-}" = --coordinates ]; then set -- --coordinates "$2"; else set --; fi
    was=$(residual old "$old_path" "$@") is=$(residual new "$new_path" "$@")
    if no_worse "$is" "$was"; then
      echo "$what, starts at an equilibrium: residual $was -> $is of the load" >>"$work/equilibria"
      same=$((same + 1))
      return
    fi
  fi
  echo "$what" >>"$work/differences"
}

# part TITLE OPTION VALUES: all values of one option over a tenth of the run.
part() {
  same=0 all=0
  for choice in $3; do compare "$choice" "$2" "$choice" --until "$tenth"; done
  printf '  %-16s' "$same of $all"
}

# ---- all of them -------------------------------------------------------------------------------------------

prepare old "$1"
prepare new "$2"
models old >"$work/old.models"
models new >"$work/new.models"
[ -s "$work/new.models" ] || fail "there are no models"
coordinates=$(names new Coordinates)
names old Formulations >"$work/old.names"
names new Formulations >"$work/new.names"
formulations=$(comm -12 "$work/old.names" "$work/new.names")
[ -n "$formulations" ] || fail "there are no formulations"
: >"$work/differences"
: >"$work/equilibria"
printf '%-36s  %-16s  %-16s  %-16s\n' model 'own settings' coordinates formulations
while read -r file new_path; do
  old_path=$(awk -v file="$file" '$1 == file { print $2; exit }' "$work/old.models")
  if [ -z "$old_path" ]; then printf '%-36s  is new\n' "$file"; continue; fi
  same=0 all=0
  compare own
  printf '%-36s  %-16s' "$file" "$(value new state_hash)"
  tenth=$(value new until | awk '{ print $1 / 10 }')
  part coordinates --coordinates "$coordinates"
  part formulations --formulation "$formulations"
  echo
done <"$work/new.models"
while read -r file old_path; do
  grep -q "^$file " "$work/new.models" || echo "$file is gone" | tee -a "$work/differences"
done <"$work/old.models"
[ ! -s "$work/equilibria" ] || { echo; echo "Different, but no worse:"; cat "$work/equilibria"; }
if [ -s "$work/differences" ]; then
  echo; echo "Different:"; cat "$work/differences"
  exit 1
fi
if [ -s "$work/equilibria" ]; then echo "All other bits agree."; else echo "All bits agree."; fi
