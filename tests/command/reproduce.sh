# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# reproduce.sh - `jounce reproduce`: it needs no source tree, overwrites nothing of others, and its verdicts are those of papers/*/*.md.
. "$(dirname -- "$0")/lib.sh"
. "$(dirname -- "$0")/verdicts.sh"
rm models  # the command carries its models
papers=$(cd "$ROOT/papers" && ls ./*/*.md | sed 's|^.*/||; s|\.md$||')

# ---- words and folders
expect 2 'needs a paper' reproduce
expect 2 "did you mean 'yoon'" reproduce yon
expect 2 'there is no paper' reproduce somebody-else
mkdir foreign
echo mine >foreign/index.html
expect 2 'holds other files' reproduce yoon -o foreign
check "the foreign file is left alone" equal "$(cat foreign/index.html)" mine
expect 2 'is a file' reproduce yoon -o foreign/index.html
expect 7 "'nowhere/deep' is not there" reproduce blajer -o nowhere/deep/blajer
timeout --foreground --preserve-status -s INT 0.3 "$JOUNCE" reproduce blajer -o cut >out.txt 2>err.txt
check "exit code after SIGINT" equal $? 130
check "it says so" grep -q 'interrupted after .* runs; nothing was written' err.txt
check "nothing was written" test ! -e cut

# ---- yoon: all rows to four digits, twice into the same folder
expect 0 '' reproduce yoon --json
cp out.txt yoon.json
check "nothing on standard error" test ! -s err.txt
check "ten cases" equal "$(field yoon.json tables/0/rows | grep -c '"row"')" 10
# Half a unit of the fourth digit: the difference from the printed number, rounded to four digits.
for row in 0 1 2 3 4 5 6 7 8 9; do
  for column in 0 1 2; do
    cell=tables/0/rows/$row/cells/$column
    check "row $row, column $column" awk -v a="$(field yoon.json $cell/ours)" -v b="$(field yoon.json $cell/printed)" \
      'BEGIN { exit !(a != "" && b != "" && sprintf("%.3e", a) == sprintf("%.3e", b)) }'
  done
done
check "the period" near "$(field yoon.json tables/2/rows/0/cells/0/ours)" 3.3132763404731883 1e-14
cp -r reproduce-yoon first
expect 0 'more accurate' reproduce yoon
for file in reproduce-yoon/*; do check "two runs are equal: $file" cmp -s "$file" "first/${file#*/}"; done
expect 0 '' reproduce yoon -q
check "-q is quiet" test ! -s out.txt
rm reproduce-yoon/figure-4.csv
sed -i /figure-4.csv/d reproduce-yoon/made-by-jounce.txt
echo mine >reproduce-yoon/figure-4.csv
expect 2 'left alone' reproduce yoon
check "a foreign file among ours is left alone" equal "$(cat reproduce-yoon/figure-4.csv)" mine

# ---- files of a figure
expect 0 'figure-5.svg' plot first/figure-5.csv
check "the page needs nothing else" sh -c '! grep -qE "<(script|link|img)|src=" first/index.html'
check "figures are inline" equal "$(grep -c '<svg' first/index.html)" "$(ls first/*.svg | wc -l | tr -d ' ')"

# ---- verdicts; blajer, dopico and petzold have tests of their own
for paper in $papers; do
  case $paper in blajer | dopico | petzold) ;; *) verdicts "$paper" ;; esac
done
finish
