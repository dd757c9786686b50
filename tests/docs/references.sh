#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# references.sh - checks that docs/references.md has every reference key of the source, the models and the documents.
set -eu
root=${ROOT:?}
entries=$(sed -n 's/^- \*\*\[\([^]]*\)\]\*\*.*/\1/p' "$root/docs/references.md")
[ -n "$entries" ] || { echo "docs/references.md has no entries"; exit 1; }
names='[A-Z][A-Za-z-]* (19|20)[0-9][0-9]'
papers='yoon|park|blajer|dopico|petzold|Abramowitz and Stegun'

# One key a line: what stands before the first comma, bracket or end of each part of "[A 1972; b (6)]".
keys() {
  grep -rhoE "\[($names|$papers)[^]]*\]" "$@" --include='*.[ch]' --include='*.cpp' --include='*.md' --include='*.yaml' --exclude=references.md |
    tr -d '[]' | tr ';' '\n' | sed -E "s/^ *(($names)|($papers)).*/\1/; s/^ *//; s/ *$//" | sort -u
}

faults=0
used=$(keys "$root/src" "$root/app" "$root/bench" "$root/include" "$root/tests" "$root/docs" "$root/models" "$root/papers" "$root/README.md")
count=0
old=$IFS
IFS='
'
for key in $used; do
  count=$((count + 1))
  printf '%s\n' "$entries" | grep -qxF -- "$key" || { echo "[$key] is not in docs/references.md"; faults=$((faults + 1)); }
done
IFS=$old
repeated=$(printf '%s\n' "$entries" | sort | uniq -d)
[ -z "$repeated" ] || { echo "twice in docs/references.md: $repeated"; faults=$((faults + 1)); }
[ "$count" -gt 5 ] || { echo "only $count keys were found"; exit 1; }
echo "$count keys, $faults faults"
[ "$faults" = 0 ]
