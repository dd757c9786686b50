#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# links.sh - checks that every link of the documents to a file or a heading of the project has a target.
set -eu
root=${ROOT:?}
faults=0
links=0
anchors() {
  sed -n 's/^##* //p' "$1" | tr 'A-Z' 'a-z' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}
for page in "$root"/*.md "$root"/.github/*.md "$root"/docs/*.md "$root"/papers/*/*.md; do
  folder=$(dirname "$page")
  for link in $(grep -oE '\]\([^) ]+\)' "$page" | sed 's/^](//; s/)$//'); do
    case $link in http*) continue ;; esac
    links=$((links + 1))
    file=${link%%#*}
    if [ -n "$file" ]; then target=$folder/$file; else target=$page; fi
    if [ ! -e "$target" ]; then
      echo "${page#"$root"/}: $link leads nowhere"
      faults=$((faults + 1))
    elif [ "$link" != "$file" ] && ! anchors "$target" | grep -qxF -- "${link#*#}"; then
      echo "${page#"$root"/}: $link: no such heading"
      faults=$((faults + 1))
    fi
  done
done
[ "$links" -gt 20 ] || { echo "only $links links were seen"; exit 1; }
echo "$links links, $faults faults"
[ "$faults" = 0 ]
