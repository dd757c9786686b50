#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# includes.sh - a folder of src includes only itself and folders to its left (docs/architecture.md); app and bench only public headers.
set -eu
root=${ROOT:?}
order="base kernel linalg model joint force system integrate formulation analysis simulate output"
# public headers belong to the folder that implements them
owner() {
  case $1 in
    jounce/base.h) echo base ;;
    jounce/model.h | jounce/import.h) echo model ;;
    jounce/system.h) echo system ;;
    jounce/analysis.h) echo analysis ;;
    jounce/simulate.h | jounce/compare.h) echo simulate ;;
    jounce/result.h) echo output ;;
    */*) echo "${1%%/*}" ;;
    *) echo unknown ;;
  esac
}
place() {
  n=0
  for folder in $order; do
    n=$((n + 1))
    [ "$folder" != "$1" ] || { echo $n; return; }
  done
  echo 0
}
included() { sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$1"; }

faults=0
checked=0
complain() { echo "$1 includes $2, which $3"; faults=$((faults + 1)); }

for file in $(find "$root/src" -name '*.[ch]'); do
  name=${file#"$root"/src/}
  mine=$(place "${name%%/*}")
  [ "$mine" != 0 ] || { echo "$name: folder '${name%%/*}' is not in the order of docs/architecture.md"; faults=$((faults + 1)); continue; }
  for header in $(included "$file"); do
    checked=$((checked + 1))
    theirs=$(place "$(owner "$header")")
    if [ "$theirs" = 0 ]; then complain "src/$name" "$header" "belongs to no folder"
    elif [ "$theirs" -gt "$mine" ]; then complain "src/$name" "$header" "lies to its right"
    fi
  done
done

for file in "$root"/app/*.[ch] "$root"/bench/*.c "$root"/bench/*.h "$root"/bench/*.cpp; do
  name=${file#"$root"/}
  for header in $(included "$file"); do
    checked=$((checked + 1))
    case $header in
      jounce/*) [ -f "$root/include/$header" ] || complain "$name" "$header" "is no public header" ;;
      */*) [ "$name" = bench/linalg_bench.c ] || [ "$name" = bench/elementary_bench.c ] || complain "$name" "$header" "is no public header" ;;
      *) [ -f "${file%/*}/$header" ] || complain "$name" "$header" "is not its own" ;;
    esac
  done
done

# the order is the one the page tells
listed=$(sed -n 's/^| `\([a-z]*\)` | .* | .* |$/\1/p' "$root/docs/architecture.md" | tr '\n' ' ')
[ "$listed" = "$order " ] || { echo "docs/architecture.md lists '$listed'"; faults=$((faults + 1)); }

[ "$checked" -gt 100 ] || { echo "only $checked includes were seen"; exit 1; }
echo "$checked includes, $faults faults"
[ "$faults" = 0 ]
