# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# first.sh - the command that ./run builds first (FIRST) computes what the complete one does, and writes a report
# without the page; it has no papers.
. "$(dirname -- "$0")/lib.sh"
model=models/examples/four-bar.yaml
expect 0 '' run $model --no-output --json
cp out.txt complete.json
JOUNCE=$FIRST
expect 0 '' run $model --no-output --json
check "the same state" equal "$(field complete.json state_hash)" "$(field out.txt state_hash)"
expect 0 'report  *four-bar.html' run $model --until 1 -o four-bar.csv --plot four-bar.svg --report four-bar.html
check "the plot" grep -q '</svg>' four-bar.svg
check "the report has its curves inline" grep -q '</svg>' four-bar.html
check "and no engine" sh -c '[ "$(wc -c <four-bar.html)" -lt 1000000 ] && ! grep -q "<script" four-bar.html'
expect 2 "there is no verb 'reproduce'" reproduce yoon
check "help leaves it out" sh -c '! "$1" help | grep -q reproduce' sh "$FIRST"
expect 2 'the complete command, which is still to be built' view $model --no-open
finish
