# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# verdicts.sh - compares the page of a paper with `jounce reproduce`. Sourced after lib.sh.
# A page contains claims and tables as the command writes them to results.md. Claims and tables that depend on the clock
# are only compared by name; papers/check.sh compares their verdicts.

[ -x "${JSON_GET:-}" ] || { echo "FAILED: json_get is not built: '${JSON_GET:-}'" && exit 1; }

# place FILE LIST ID: number of the table or claim with this id; nothing if there is none
place() {
  i=0
  while id=$(field "$1" "$2/$i/id") && [ -n "$id" ]; do
    [ "$id" = "$3" ] && echo "$i" && return
    i=$((i + 1))
  done
}

# parts FILE: one line per claim and table, its lines joined by tabs; of those by the clock the id alone.
parts() {
  awk 'function flush() { if (id == "") return
      if (timed) { sub(/`:.*/, "`", text) }
      print text; id = text = ""; timed = 0 }
    /^<!-- end of results -->/ { flush(); exit }
    /^## / { flush(); next }
    /^### `/ { flush(); id = $2; text = $0; if (/\(by the clock\)$/) timed = 1; next }
    id != "" { if (/^- Found \(by the clock\)/) timed = 1; text = text "\t" $0 }
    END { flush() }' "$1"
}

# One line: the words of the conclusion, blanks as in a paragraph.
conclusion_of() { sed -n '/^<!-- verdicts -->/,/^<!-- end of verdicts -->/p' "$1" | grep -v '^<!--' | tr '\n' ' '; }

# A page may have sections with `### ` before its results.
results_of() { sed -n '/^<!-- results -->/,/^<!-- end of results -->/p' "$1"; }

# verdicts PAPER: from PAPER.json and the folder reproduce-PAPER, which are made where they are missing.
verdicts() {
  paper=$1 page=$ROOT/papers/$1/$1.md
  [ -e "$paper.json" ] || { expect 0 '' reproduce "$paper" --json --repeat 1; cp out.txt "$paper.json"; }
  n=$(field "$paper.json" claims | grep -c '"criterion"')
  check "$paper: the progress counts as many runs as there are" equal "$(field "$paper.json" runs)" "$(field "$paper.json" planned)"
  check "$paper: claims are sentences" sh -c "! grep '\"claim\": ' $paper.json | grep -v '[.]\",\$'"
  check "$paper: the page names the command" grep -q "jounce reproduce $paper" "$page"
  results_of "$page" >page.md
  parts page.md >page.txt
  parts "reproduce-$paper/results.md" >run.txt
  check "$paper: claims and tables of the page are those of the run (papers/check.sh --write $paper)" cmp page.txt run.txt
  cmp -s page.txt run.txt || diff page.txt run.txt | tr '\t' '\n' | head -n 40
  # A sentence that rests on a claim by the clock may be left out here, where nothing is timed.
  conclusion_of "$page" >said.txt
  sentences=$(field "$paper.json" conclusion | grep -c '"rests_on"')
  check "$paper: there is a conclusion" test "$sentences" -gt 0
  i=0
  while [ "$i" -lt "$sentences" ]; do
    check "$paper: sentence $i of the conclusion rests on claims" test -n "$(field "$paper.json" conclusion/$i/rests_on/0/id)"
    if [ "$(field "$paper.json" conclusion/$i/timed)" != true ]; then
      check "$paper: the verdicts are those of sentence $i" equal "$(field "$paper.json" conclusion/$i/holds)" true
      check "$paper: sentence $i is on the page" grep -qF -e "$(field "$paper.json" conclusion/$i/sentence)" said.txt
    fi
    i=$((i + 1))
  done
  i=0
  while [ "$i" -lt "$n" ]; do
    id=$(field "$paper.json" claims/$i/id)
    check "$paper: $id has evidence" test -n "$(field "$paper.json" claims/$i/evidence)"
    if [ "$(field "$paper.json" claims/$i/said_in_paper)" = true ]; then
      check "$paper: $id quotes the paper" test -n "$(field "$paper.json" claims/$i/quote)"
      check "$paper: $id names the place" test -n "$(field "$paper.json" claims/$i/place)"
    fi
    if [ "$(field "$paper.json" claims/$i/verdict)" = "did not hold" ]; then
      check "$paper: $id did not hold and has a variation" test "$(field "$paper.json" claims/$i/variations | grep -c '"of"')" -gt 0
    fi
    i=$((i + 1))
  done
}
