# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# reproduce_blajer.sh - numbers of `jounce reproduce blajer`; reproduce.sh compares its verdicts with papers/blajer/blajer.md.
. "$(dirname -- "$0")/lib.sh"
rm models  # the command carries its models

expect 0 '' reproduce blajer --json --repeat 1
cp out.txt blajer.json
check "nothing on standard error" test ! -s err.txt

# cell TABLE ROW COLUMN
cell() { field blajer.json "tables/$1/rows/$2/cells/$3/ours"; }
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 < b) }'; }
above() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 > b) }'; }

check "section 6 comes first" equal "$(field blajer.json tables/0/id)" section-6
# the reference of papers/blajer/blajer-pendulum.yaml, at 10 s
check "x1" near "$(cell 0 0 1)" 3 1e-9
check "x2" near "$(cell 0 1 1)" 0.14619909698495913 1e-9
check "x3" near "$(cell 0 2 1)" -3.4383263261335356 1e-9
check "(6.6) alone gives the same" near "$(cell 0 2 0)" -3.4383263261335356 1e-10
check "(6.7) as printed does not" above "$(cell 0 2 3)" -3.5
check "(6.7) as printed does not" below "$(cell 0 2 3)" -3.48

check "the basis is second" equal "$(field blajer.json tables/1/id)" basis
for row in 0 1 2 3 4; do
  check "row $row: Wd' M Wd = I" below "$(cell 1 $row 2)" 1e-13
  check "row $row: C' Wd = 0" below "$(cell 1 $row 3)" 1e-13
  check "row $row: v = Wd u" below "$(cell 1 $row 4)" 1e-13
  check "row $row: rate of the basis" below "$(cell 1 $row 5)" 1e-7
  check "row $row: reactions" below "$(cell 1 $row 6)" 1e-10
done

check "violation is third" equal "$(field blajer.json tables/2/id)" violation
for row in 0 1 2 3; do
  check "row $row: (4.5a)" below "$(cell 2 $row 1)" 1e-12
  check "row $row: PI is worse than nothing" above "$(cell 2 $row 2)" "$(cell 2 $row 0)"
  check "row $row: velocities hold" below "$(cell 2 $row 3)" 1e-13
done

check "section 5 is fourth" equal "$(field blajer.json tables/3/id)" supplement
check "one stroke is singular" equal "$(cell 3 1 5)" 0
check "greedy is not" near "$(cell 3 2 5)" 0.3333333333 1e-6

for file in index.html section-6-x section-6-u section-6-w violation-pendulum drift pi-decay figure-2; do
  case $file in *.html) check "$file" test -s "reproduce-blajer/$file" ;;
  *) check "$file" test -s "reproduce-blajer/$file.svg" -a -s "reproduce-blajer/$file.csv" ;;
  esac
done
finish
