#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# format.sh - checks that every C file is formatted by clang-format with .clang-format, and that no line is longer than
# 120 characters. format_excluded.txt lists files with aligned tables. Versions of clang-format differ in details:
# version 14 is required.
set -eu
version=14
root=${ROOT:?}
excluded=$root/tests/docs/format_excluded.txt
cd "$root"

files=$(find src app include tests bench papers python -name '*.[ch]' -o -name '*.cpp' | sort | grep -vxF -f "$excluded")
count=$(echo "$files" | wc -l)
[ "$count" -gt 500 ] || { echo "only $count files were seen"; exit 1; }
while read -r name; do
  [ -f "$name" ] || { echo "format_excluded.txt names $name, which is not there"; exit 1; }
done <"$excluded"

faults=0
# shellcheck disable=SC2086  # a list of words
long=$(LC_ALL=C.UTF-8 grep -nE '^.{121,}$' $files include/jounce/*.def || true)
[ -z "$long" ] || { echo "longer than 120 characters:"; echo "$long" | cut -c 1-160; faults=1; }

# the head of a file begins with its own name
wrong=$(for file in $files; do
  said=$(sed -n '3s|^// \([a-z_0-9]*\.[a-z]*\) - .*|\1|p' "$file")
  [ -z "$said" ] || [ "$said" = "${file##*/}" ] || echo "$file calls itself $said"
done)
[ -z "$wrong" ] || { echo "$wrong"; faults=1; }

for tool in clang-format-$version clang-format; do
  ! "$tool" --version 2>/dev/null | grep -q "version $version\." || break
  tool=
done
if [ -z "$tool" ]; then
  echo "there is no clang-format $version: the format was not compared"
  [ "$faults" = 0 ] && exit 77
  exit 1
fi
differ=$(echo "$files" | xargs "$tool" --dry-run 2>&1 | sed -n 's/^\([^ :]*:[0-9]*\):.*Wclang-format-violations.*/\1/p')
[ -z "$differ" ] || { echo "not as $tool writes them (clang-format -i FILE mends that):"; echo "$differ"; faults=1; }
echo "$count files, $faults faults"
[ "$faults" = 0 ]
