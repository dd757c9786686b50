# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# reproduce_dopico.sh - numbers and verdicts of `jounce reproduce dopico`.
. "$(dirname -- "$0")/lib.sh"
. "$(dirname -- "$0")/verdicts.sh"

expect 0 '' reproduce dopico --json --repeat 1  # times are left to papers/check.sh
cp out.txt dopico.json
check "nothing on standard error" test ! -s err.txt

# cell TABLE ROW COLUMN
cell() { field dopico.json "tables/$1/rows/$2/cells/$3/ours"; }
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 < b) }'; }
above() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 > b) }'; }
# two_digits A B: within half a unit of the second digit of B
two_digits() {
  awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; u = 1; while (u > s) u /= 10; while (u <= s / 10) u *= 10;
    exit !(a != "" && b != "" && d <= 0.05 * u * 1.0001) }'
}

# ---- the pendulum: every printed number of the reference to two digits
check "the pendulum comes first" equal "$(field dopico.json tables/0/id)" pendulum
for row in 1 2 3 4 5 6 7; do
  for column in 0 1 2 3; do
    printed=$(field dopico.json "tables/0/rows/$row/cells/$column/printed")
    case $printed in '' | null) continue ;; esac
    check "row $row, column $column" two_digits "$(cell 0 $row $column)" "$printed"
  done
done
for column in 0 1 2 3; do check "phi, column $column" below "$(cell 0 0 $column)" 1e-12; done
check "B keeps the energy" near "$(cell 0 3 2)" 0.625 1e-11
check "B keeps the momentum" near "$(cell 0 5 2)" 2.5 1e-10
check "A + B keeps the momentum" near "$(cell 0 5 3)" 2.5 1e-10

check "the order is second" equal "$(field dopico.json tables/1/id)" order
for row in 0 1 2 3; do check "row $row: second order" near "$(cell 1 $row 4)" 2 0.1; done

# ---- the vehicle: what is set here is what the model files set
table() { place dopico.json tables "$1"; }
counts=$(table iterations)  # exact matrix, ours at 1e-4 and 1e-10
for row in 0 1; do
  printed=$(field dopico.json "tables/$counts/rows/$row/cells/0/printed")
  check "row $row: the exact matrix takes as many iterations as the paper, to 3 %" near "$(cell "$counts" $row 0)" "$printed" "$(awk -v n="$printed" 'BEGIN { print 0.03 * n }')"
  check "row $row: ours takes more" above "$(cell "$counts" $row 2)" "$(cell "$counts" $row 0)"
done
t2=$(table table-2)
check "the largest step of A is that of the paper, or larger" above "$(cell "$t2" 0 0)" 59.9
check "A is accurate there" below "$(cell "$t2" 0 2)" 5
stairs=$(table stairs)
for row in 0 1 2; do check "row $row: profile II at 10 ms, without a halved step" below "$(cell "$stairs" $row 1)" 50; done
reached=$(table stairs-newton)  # A, B and A + B, mixed and plain
for row in 0 1 2 4; do
  for column in 0 3; do check "row $row, column $column: to the end at 10 ms" equal "$(cell "$reached" $row $column)" 8; done
done
for row in 3 5; do
  check "row $row: plain Newton stops on the stairs" below "$(cell "$reached" $row 0)" 5
  check "row $row: at the first one of 0.1 m" below "$(cell "$reached" $row 3)" 4.31
done
ladders=$(table largest-steps)  # A mixed, plain, exact; B mixed, plain, exact
check "the exact matrix lets B take longer steps over hard bumps" above "$(cell "$ladders" 1 5)" "$(cell "$ladders" 1 4)"
beta=$(table beta)
check "(10) conserves the energy of the bead" below "$(cell "$beta" 0 0)" 1e-9
check "beta = 1/2 does not" above "$(cell "$beta" 1 0)" 1e-3
check "(10) conserves the energy of the gear" below "$(cell "$beta" 3 0)" 1e-9
mechanisms=$(table mechanisms)
for row in 1 2 3 5 6 7 9 10 11; do check "mechanisms, row $row: no step is halved" equal "$(cell "$mechanisms" $row 5)" 0; done
for profile in 1 2; do
  figure=$([ "$profile" = 1 ] && echo 9 || echo 12)
  stairs=$([ "$profile" = 1 ] || echo --set roads.road4.segments.3.drop=0.15 --set roads.road4.segments.3.count=4)
  # shellcheck disable=SC2086
  expect 0 '' run models/vehicles/iltis-profile-$profile.yaml $stairs --formulation index3-projected --coordinates natural --integrator trapezoidal --step 10ms -o ride.csv
  last() { tail -n 1 "$1" | cut -d , -f "$2"; }
  column=$(head -n 1 ride.csv | tr ',' '\n' | grep -n 'chassis.z' | cut -d : -f 1)
  check "profile $profile ends at the same height" near "$(last ride.csv "$column")" "$(last reproduce-dopico/figure-$figure.csv 2)" 1e-7
done

for file in index.html figure-2 figure-3 figure-4 figure-5 figure-6 figure-8 figure-9 figure-9-difference figure-10 figure-10-difference \
  figure-11 figure-12 figure-12-difference figure-13 figure-13-difference long; do
  case $file in *.html) check "$file" test -s "reproduce-dopico/$file" ;;
  *) check "$file" test -s "reproduce-dopico/$file.svg" -a -s "reproduce-dopico/$file.csv" ;;
  esac
done
for picture in 1 7; do check "figure-$picture is drawn" test -s "reproduce-dopico/figure-$picture.svg"; done
verdicts dopico
finish
