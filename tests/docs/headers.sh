#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# headers.sh - checks that every public header begins with equations and an example, before its first declaration, is
# listed in docs/architecture.md, and is included by jounce.h. The examples are programs of the build
# (tests/CMakeLists.txt).
set -eu
root=${ROOT:?}
faults=0
complain() { echo "$1"; faults=$((faults + 1)); }
checked=0
for header in "$root"/include/jounce/*.h; do
  name=${header##*/}
  checked=$((checked + 1))
  head=$(sed '/^#ifndef/q' "$header")
  echo "$head" | grep -q '^// Example: ' || complain "$name does not open with an example"
  echo "$head" | sed '/^\/\/ Example: /q' | grep -q '^//   .' || complain "$name does not open with its equations"
  first=$(sh "$root/tests/docs/example.sh" "$header" 1) || { complain "$name: its first example has no lines"; first=; }
  lines=$(echo "$first" | wc -l)
  [ "$lines" -le 30 ] || complain "$name: its first example has $lines lines, more than 30"
  echo "$first" | grep -q '^#include <jounce/' || complain "$name: its example includes no header of jounce"
  grep -q "\`[a-z/]*$name\`" "$root/docs/architecture.md" || complain "docs/architecture.md does not name $name"
done
# a header without an example is seen
printf '// nothing here\n#ifndef X\n' >"${TMPDIR:-/tmp}/headers.$$.h"
! sh "$root/tests/docs/example.sh" "${TMPDIR:-/tmp}/headers.$$.h" 1 || complain "example.sh finds an example where there is none"
rm -f "${TMPDIR:-/tmp}/headers.$$.h"
[ "$checked" -gt 10 ] || complain "only $checked headers were seen"
echo "$checked headers, $faults faults"
[ "$faults" = 0 ]
