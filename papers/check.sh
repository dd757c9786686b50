#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# check.sh - runs `jounce reproduce` for the papers and lists every verdict and criterion that differs from the paper's page, those that
# depend on the clock included.
#
#   papers/check.sh [--runs N] [--write] [PAPER...]
#
#   --runs N   N times over (1); timed verdicts must be the same in all of them
#   --write    puts the criteria of this run into the pages; verdicts are never written
#
# Exit code 1: something differs. The program is build/jounce; JOUNCE=... names another.
set -u
here=$(cd "$(dirname -- "$0")" && pwd)
jounce=${JOUNCE:-$here/../build/jounce}
runs=1 write=no papers=
while [ $# -gt 0 ]; do
  case $1 in
  --runs) runs=${2:-} && shift ;;
  --write) write=yes ;;
  -*) sed -n '/^#   papers/,/^# Exit/s/^# \{0,1\}//p' "$0" && exit 2 ;;
  *) papers="$papers $1" ;;
  esac
  shift
done
case $runs in '' | *[!0-9]* | 0) echo "check.sh: --runs needs a number" >&2 && exit 2 ;; esac
[ -x "$jounce" ] || { echo "check.sh: there is no program '$jounce'; ./run builds it" >&2 && exit 2; }
[ -n "$papers" ] || papers=$(cd "$here" && ls ./*/*.md | sed 's|^.*/||; s|\.md$||')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Lines "id<tab>verdict<tab>criterion" of a run, from JSON with one value a line.
claims_of() {
  awk '/^  "claims"/ { inside = 1 }
    function text(line) { sub(/^[^:]*: "/, "", line); sub(/",?$/, "", line); gsub(/\\"/, "\"", line); gsub(/\\\\/, "\\", line); return line }
    inside && /^      "id"/ { id = text($0) }
    inside && /^      "verdict"/ { verdict = text($0) }
    inside && /^      "depends"/ { verdict = verdict ": " text($0) }
    inside && /^      "criterion"/ { print id "\t" verdict "\t" text($0) }' "$1"
}

# The same lines as the page has them: criteria in a list, verdicts in the table behind it.
page_of() {
  awk '/^- `[a-z0-9-]*`: / { id = $0; sub(/^- `/, "", id); sub(/`:.*/, "", id); line = $0; sub(/^- `[^`]*`: /, "", line); criterion[id] = line }
    /^\| `[a-z0-9-]*` \|/ { id = $0; sub(/^\| `/, "", id); sub(/`.*/, "", id); line = $0; sub(/ \|$/, "", line); sub(/.*\| /, "", line)
      print id "\t" line "\t" criterion[id] }' "$1"
}

write_criteria() {
  awk -F '\t' 'NR == FNR { list = list "- `" $1 "`: " $3 "\n"; next }
    /^## / { inside = 0 }
    /^- `[a-z0-9-]*`: / && inside { if (!done) printf "%s", list; done = 1; next }
    /^## Criteria/ { inside = 1 }
    { print }' "$2" "$1" >"$work/page" && cp "$work/page" "$1"
}

differs=0
for paper in $papers; do
  page=$here/$paper/$paper.md
  [ -e "$page" ] || { echo "check.sh: there is no page '$paper.md'" >&2 && exit 2; }
  i=1
  while [ "$i" -le "$runs" ]; do
    "$jounce" reproduce "$paper" --json -o "$work/$paper" >"$work/json" || exit 1
    claims_of "$work/json" >"$work/run"
    [ "$write" = yes ] && write_criteria "$page" "$work/run"
    page_of "$page" >"$work/page"
    awk -F '\t' -v paper="$paper" -v run="$i" 'NR == FNR { said[$1] = $2; how[$1] = $3; next }
      { seen[$1] = 1 }
      !($1 in said) { print paper ", run " run ": " $1 ": not on the page"; n++; next }
      said[$1] != $2 { print paper ", run " run ": " $1 ": the page says \"" said[$1] "\", the run \"" $2 "\""; n++ }
      how[$1] != $3 { print paper ", run " run ": " $1 ": the criterion of the page is another"; n++ }
      END { for (id in said) if (!(id in seen)) { print paper ", run " run ": " id ": on the page alone"; n++ }
        print paper ", run " run ": " FNR " claims, " n + 0 " differences"; exit n > 0 }' "$work/page" "$work/run" || differs=1
    i=$((i + 1))
  done
done
exit $differs
