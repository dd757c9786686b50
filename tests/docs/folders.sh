#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# folders.sh - checks that the table of folders in docs/architecture.md is made of the README.md of each folder, in the
# order of tests/docs/includes.sh. With --write it writes the table.
set -eu
root=${ROOT:-$(dirname -- "$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")")}
page=$root/docs/architecture.md
order=$(sed -n '/^order="/,/"$/p' "$root/tests/docs/includes.sh" | tr -d '"' | sed 's/^order=//' | tr '+' ' ')
table=$(
  echo "| folder | content |"
  echo "|---|---|"
  for folder in $order; do
    [ -f "$root/src/$folder/README.md" ] || { echo "src/$folder has no README.md" >&2; exit 1; }
    echo "| \`$folder\` | $(tr '\n' ' ' <"$root/src/$folder/README.md" | sed 's/ *$//') |"
  done
)
made=$(mktemp)
trap 'rm -f "$made"' EXIT
TABLE=$table awk '/^<!-- end of folders -->/ { skip = 0 } !skip { print } /^<!-- folders:/ { skip = 1; print ENVIRON["TABLE"] }' "$page" >"$made"
if [ "${1:-}" = --write ]; then
  cp "$made" "$page"
elif ! cmp -s "$made" "$page"; then
  echo "docs/architecture.md: the table of folders is not that of src/*/README.md; tests/docs/folders.sh --write writes it"
  exit 1
fi
echo "$(echo "$table" | tail -n +3 | wc -l) folders"
