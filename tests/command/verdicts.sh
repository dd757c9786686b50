# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# verdicts.sh - are the verdicts of a paper's page those of `jounce reproduce`? Sourced after lib.sh.
# In the page they stand as `| `id` | claim | verdict |`, for every claim and no other, with "depends: on what" where that is told, and before that table the criteria as `- `id`: criterion`.
# Verdicts that depend on the clock are left to papers/check.sh.
ids() { sed -n 's/^| `\([a-z0-9-]*\)` |.*/\1/p' "$1"; }
said() { sed -n "s/^| \`$2\` |.*| \([^|]*\) |\$/\1/p" "$1"; }

criterion() { sed -n "s/^- \`$2\`: //p" "$1"; }
line_of() { grep -n -m 1 "^$2 \`$3\`" "$1" | cut -d : -f 1; }
is_word() { case $1 in held | 'did not hold' | depends | 'depends: '* | level) ;; *) return 1 ;; esac; }

# verdicts PAPER: from PAPER.json, which is made where it is missing.
verdicts() {
  paper=$1 page=$ROOT/papers/$1/$1.md
  [ -e "$paper.json" ] || { expect 0 '' reproduce "$paper" --json --repeat 1; cp out.txt "$paper.json"; }
  n=$(field "$paper.json" claims | grep -c '"verdict"')
  check "$paper: as many runs as the progress says" equal "$(field "$paper.json" runs)" "$(field "$paper.json" planned)"
  check "$paper: claims are sentences" sh -c "! grep '\"claim\": ' $paper.json | grep -v '[.]\",\$'"
  check "$paper: as many claims as in the page" equal "$(ids "$page" | wc -l | tr -d ' ')" "$n"
  check "$paper: the page names the command" grep -q "jounce reproduce $paper" "$page"
  i=0
  while [ "$i" -lt "$n" ]; do
    id=$(field "$paper.json" claims/$i/id)
    verdict=$(field "$paper.json" claims/$i/verdict)
    on=$(field "$paper.json" claims/$i/depends 2>&1) && [ -n "$on" ] && verdict="$verdict: $on"
    if [ "$(field "$paper.json" claims/$i/timed)" = true ]; then check "$paper: the page has a verdict of $id" is_word "$(said "$page" "$id")"
    else check "$paper: verdict of $id in the page" equal "$(said "$page" "$id")" "$verdict"; fi
    check "$paper: criterion of $id in the page (papers/check.sh --write)" equal "$(criterion "$page" "$id")" "$(field "$paper.json" claims/$i/criterion)"
    check "$paper: criterion of $id before its verdict" test "$(line_of "$page" - "$id")" -lt "$(line_of "$page" '|' "$id")"
    check "$paper: $id has evidence" test -n "$(field "$paper.json" claims/$i/evidence)"
    i=$((i + 1))
  done
}
