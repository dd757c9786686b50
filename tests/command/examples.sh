# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# examples.sh - every example of the help texts runs.
. "$(dirname -- "$0")/lib.sh"
jounce() { "$JOUNCE" "$@"; }
mkdir bin
ln -s "$JOUNCE" bin/jounce
PATH=$work/bin:$PATH

# try LINE: runs it as a reader would type it.
try() { check "$1" sh -c "($1) >out.txt 2>err.txt || { cat out.txt err.txt; false; }"; }

for verb in run compare check assemble equilibrium import plot diff show reproduce schema kinds help version; do
  jounce "$verb" --help | sed -n '/^examples:/,$p' | sed -n 's/^  jounce /jounce /p' >lines.txt
  check "$verb has examples" test -s lines.txt
  [ "$verb" = reproduce ] && again=' --repeat 1' || again=  # times are left to papers/check.sh
  while read -r line; do try "$line$again"; done <lines.txt
done
finish
