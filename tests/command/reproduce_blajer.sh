# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# reproduce_blajer.sh - numbers and verdicts of `jounce reproduce blajer`.
. "$(dirname -- "$0")/lib.sh"
. "$(dirname -- "$0")/verdicts.sh"
rm models  # the command carries its models

expect 0 '' reproduce blajer --json --repeat 1
cp out.txt blajer.json
check "nothing on standard error" test ! -s err.txt

# cell TABLE ROW COLUMN
cell() { field blajer.json "tables/$(place blajer.json tables "$1")/rows/$2/cells/$3/ours"; }
verdict() { field blajer.json "claims/$(place blajer.json claims "$1")/verdict"; }
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 < b) }'; }
above() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 > b) }'; }

check "section 6 comes first" equal "$(field blajer.json tables/0/id)" section-6
# the reference of papers/blajer/blajer-pendulum.yaml, at 10 s
check "x1" near "$(cell section-6 0 1)" 3 1e-9
check "x2" near "$(cell section-6 1 1)" 0.14619909698495913 1e-9
check "x3" near "$(cell section-6 2 1)" -3.4383263261335356 1e-9
check "(6.6) alone gives the same" near "$(cell section-6 2 0)" -3.4383263261335356 1e-10
check "(6.7) as printed does not" above "$(cell section-6 2 3)" -3.5
check "(6.7) as printed does not" below "$(cell section-6 2 3)" -3.48

for row in 0 1 2 3 4; do
  check "row $row: Wd' M Wd = I" below "$(cell basis $row 2)" 1e-13
  check "row $row: C' Wd = 0" below "$(cell basis $row 3)" 1e-13
  check "row $row: v = Wd u" below "$(cell basis $row 4)" 1e-13
  check "row $row: rate of the basis" below "$(cell basis $row 5)" 1e-7
  check "row $row: reactions" below "$(cell basis $row 6)" 1e-10
done
for row in 0 1; do
  check "nonholonomic, row $row: C' v = 0" below "$(cell nonholonomic $row 2)" 1e-13
  check "nonholonomic, row $row: motion" below "$(cell nonholonomic $row 4)" 1e-8
done
for row in 0 1 2 3; do
  check "row $row: (4.5a)" below "$(cell violation $row 1)" 1e-12
  check "row $row: PI leaves more than nothing with rk4" above "$(cell violation $row 2)" "$(cell violation $row 0)"
  check "row $row: velocities hold" below "$(cell violation $row 3)" 1e-13
done
check "with AB-3 PI leaves less: it depends" equal "$(verdict pi-while-integrating)" depends

check "one stroke is singular" equal "$(cell supplement 1 5)" 0
check "one after the other is not" near "$(cell supplement 2 5)" 0.3333333333 1e-6
check "a pair of the pendulum is singular" equal "$(cell supplement-models 0 1)" 1
check "m rows at one stroke are singular" equal "$(cell rows 5 0)" 0
check "m rows one after the other are the best" near "$(cell rows 5 1)" 1 1e-9

# counts that can be told by hand: m = 1, n = 3, M diagonal. (4.8): Mi C 3, C' Mi C 3, right side 6, solution 2.
check "(4.8) of the pendulum" equal "$(cell reaction-products 0 0)" 14
check "(4.10) of the pendulum" equal "$(cell reaction-products 0 1)" 6
# LU: Cdot' v 3, C' 0, D and ap 3; M ap 3, D' 6, M D 6, D' M D 9, two unknowns 8
check "LU of the pendulum" equal "$(cell products 4 0)" 38
for column in 0 1 2 3 4 5 6; do
  check "LU takes fewest, column $column" below "$(cell products 4 $column)" "$(cell products 5 $column)"
done

for file in index.html section-6-x section-6-u section-6-w violation-pendulum drift pi-decay figure-1 figure-2; do
  case $file in *.html) check "$file" test -s "reproduce-blajer/$file" ;;
  *) check "$file" test -s "reproduce-blajer/$file.svg" -a -s "reproduce-blajer/$file.csv" ;;
  esac
done
check "the pendulum is drawn" test -s reproduce-blajer/figure-3.svg
verdicts blajer
finish
