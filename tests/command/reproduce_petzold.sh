# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# reproduce_petzold.sh - numbers and verdicts of `jounce reproduce petzold`.
. "$(dirname -- "$0")/lib.sh"
. "$(dirname -- "$0")/verdicts.sh"
rm models  # the command carries its models

# times are left to papers/check.sh: here the C need not be fast, and clang -O0 is the fastest to compile it
compiler=$(command -v clang || echo "${CC:-}")
if [ -n "$compiler" ]; then
  printf '#!/bin/sh\nexec %s "$@" -O0\n' "$compiler" >quick-cc
  chmod +x quick-cc
  CC=$work/quick-cc
  export CC
fi
expect 0 '' reproduce petzold --json --repeat 1
cp out.txt petzold.json
check "nothing on standard error" test ! -s err.txt
check "its folder of files is gone" sh -c '! ls -d tmp/jounce-petzold-* >/dev/null 2>&1'

counts=$(place petzold.json tables ladder-counts)
ladder=$(place petzold.json tables ladder)
errors=$(place petzold.json tables ladder-errors)
cell() { field petzold.json "tables/$1/rows/$2/cells/$3/ours"; }
fewer() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && b != "" && a + 0 < b + 0) }'; }

# ---- the ladder: every rung has its numbers, tables alone are as exact as they have to be
rungs=$(field petzold.json "tables/$errors/rows" | grep -c '"row"')
check "a ladder" test "$rungs" -ge 4
row=0
while [ "$row" -le "$rungs" ]; do
  for column in 0 2; do check "row $row, column $column" fewer 0 "$(cell "$counts" "$row" "$column")"; done
  check "row $row is timed" fewer 0 "$(cell "$ladder" "$row" 0)"
  row=$((row + 1))
done
check "fewer operations in the end" fewer "$(cell "$counts" "$rungs" 0)" "$(cell "$counts" 0 0)"
check "tables alone: place (mm)" fewer "$(cell "$errors" 0 0)" 0.1
check "tables alone: loads (%)" fewer "$(cell "$errors" 0 3)" 0.1
if [ -n "$compiler" ]; then check "printed C is timed" fewer 0 "$(cell "$ladder" 0 1)"; fi

# ---- the pictures of both vehicles have no curves
for figure in figure-1 figure-2; do
  check "$figure" grep -q '</svg>' "reproduce-petzold/$figure.svg"
  check "$figure has no curves" test ! -e "reproduce-petzold/$figure.csv"
done

verdicts petzold
finish
