#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# check.sh - runs `jounce reproduce` and compares verdicts and conclusions with the pages of the papers, those that
# depend on the clock included.
#
#   papers/check.sh [--runs N] [--write] [PAPER...]
#
#   --runs N   runs each paper N times (1)
#   --write    puts conclusion, claims, tables and the drawing of the last run into the page: the lines between the
#              comments "verdicts" and "end of verdicts", and between "results" and "end of results"
#
# Exit code 1: a verdict differs. The program is build/jounce; JOUNCE=... names another.
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

# The headings of claims, "### `id`: verdict"; those of tables come after "## Tables".
verdicts() { awk '/^## Tables/ { exit } /^### `/' "$1"; }

# The conclusion of a page, and of results.md.
concluded() { sed -n '/^<!-- verdicts -->/,/^<!-- end of verdicts -->/p' "$1" | grep -v '^<!--'; }
conclusion() { awk '/^## / { inside = $2 == "Conclusion"; next } inside && NF' "$1"; }

# Replaces the marked lines of a page by those of a run.
write_page() {
  awk -v results="$2" '
    /^<!-- end of/ { skip = 0 }
    !skip { print }
    /^<!-- results -->/ { skip = 1; print ""; while ((getline line < results) > 0) { if (line ~ /^## /) on = line !~ /Conclusion/; if (on) print line }; close(results) }
    /^<!-- verdicts -->/ { skip = 1; while ((getline line < results) > 0) { if (line ~ /^## /) { on = line ~ /Conclusion/; continue }; if (on && line != "") print line }; close(results); on = 0 }
    ' "$1" >"$work/page" && cp "$work/page" "$1"
}

differs=0
for paper in $papers; do
  page=$here/$paper/$paper.md
  [ -e "$page" ] || { echo "check.sh: there is no page '$paper.md'" >&2 && exit 2; }
  i=1
  while [ "$i" -le "$runs" ]; do
    "$jounce" reproduce "$paper" --json -o "$work/$paper" >"$work/json" || exit 1
    if [ "$write" = yes ]; then
      write_page "$page" "$work/$paper/results.md"
      drawing=$(sed -n 's|^ *"drawing": ".*/\(.*\.svg\)",*$|\1|p' "$work/json")
      [ -z "$drawing" ] || cp "$work/$paper/$drawing" "$here/$paper/$paper.svg"
    fi
    {
      concluded "$page"
      verdicts "$page"
    } >"$work/said"
    {
      conclusion "$work/$paper/results.md"
      verdicts "$work/$paper/results.md"
    } >"$work/found"
    if diff "$work/said" "$work/found" >"$work/diff"; then echo "$paper, run $i: $(grep -c '^###' "$work/found") claims, no difference"
    else
      echo "$paper, run $i: the page (<) and the run (>) differ:"
      grep '^[<>]' "$work/diff"
      differs=1
    fi
    i=$((i + 1))
  done
done
exit $differs
