#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# functions.sh - checks that src calls no function of the C library whose last bits depend on the processor: sine to
# power come from kernel/elementary.h. Exact functions of <math.h> (sqrt, fma, fabs, floor, rint, ldexp, ...) are
# allowed.
set -eu
root=${ROOT:?}
plain='a?(sin|cos|tan)h?|atan2|sincos|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|hypot|cbrt|fmod|remainder|remquo|erfc?|[lt]gamma|j[01n]|y[01n]'
complex='c(abs|arg|exp|log|pow|sqrt|a?(sin|cos|tan)h?)'

# Code alone: without comments and texts.
code() { sed -E 's/"(\\.|[^"\\])*"/""/g; s://.*$::' "$1"; }

faults=0
checked=0
for file in $(find "$root/src" -name '*.[ch]'); do
  checked=$((checked + 1))
  found=$(code "$file" | grep -nE "(^|[^A-Za-z0-9_.>])(($plain)[fl]?|$complex)\(" || true)
  [ -z "$found" ] || { echo "${file#"$root"/} calls the C library where kernel/elementary.h has a function of the same bits everywhere:"; echo "$found"; faults=$((faults + 1)); }
done

[ "$checked" -gt 100 ] || { echo "only $checked files were seen"; exit 1; }
echo "$checked files, $faults faults"
[ "$faults" = 0 ]
