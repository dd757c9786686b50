#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# numbers.sh - checks that only src/base/number.c, with numeric_locale_*.c, converts numbers to text and back, independent
# of the locale: in src nothing else prints or reads floating-point numbers. The command keeps the locale "C". The texts
# of source FMUs (printed_fm*.h), which are no part of the library, print numbers in messages only.
set -eu
root=${ROOT:?}

# Each call of the printf family, up to its closing parenthesis, in one line: "file:line: text".
calls() {
  awk '
    # the length of the text up to the parenthesis that closes its first one, 0: it is not there yet
    function closed(text,   i, c, depth, quoted) {
      depth = quoted = 0
      for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (quoted) { if (c == "\\") i++; else if (c == "\"") quoted = 0 }
        else if (c == "\"") quoted = 1
        else if (c == "(") depth++
        else if (c == ")" && --depth == 0) return i
      }
      return 0
    }
    FNR == 1 { call = "" }
    {
      line = $0
      sub(/^ *\/\/.*/, "", line)
      if (call != "") { line = call " " line; call = "" }
      while (match(line, /(^|[^A-Za-z0-9_])v?(s|sn|f|d|as)?printf\(/)) {
        line = substr(line, RSTART)
        sub(/^[^A-Za-z0-9_]/, "", line)
        if (!(n = closed(line))) { call = line; break }
        print FILENAME ":" FNR ": " substr(line, 1, n)
        line = substr(line, n + 1)
      }
    }' "$@"
}

faults=0
complain() {
  if [ -z "$1" ]; then return; fi
  echo "$1"
  echo "  $2"
  faults=$((faults + $(echo "$1" | wc -l)))
}

door=$root/src/base/number.c
sources=$(find "$root/src" -name '*.[ch]' ! -path "$door" ! -name "numeric_locale_*.c" ! -name "printed_fm*.h")
# shellcheck disable=SC2086  # a list of words
found=$(calls $sources)
complain "$(echo "$found" | grep -E '%[-+ #0-9.*]*[lL]?[aAeEfFgG]' || true)" "prints a floating-point number: use jni_print"
complain "$(echo "$found" | grep -v '"' || true)" "prints by a format that is not seen here: use jni_print or jni_vprint"
# shellcheck disable=SC2086
complain "$(grep -nE '\b(strto(d|f|ld)|atof|v?[sf]?scanf)[ ]*\(' $sources $(find "$root/app" "$root/papers" -name "*.[ch]") || true)" \
  "reads numbers as the locale has them: use jni_number_parse or jn_unit_parse"
# shellcheck disable=SC2086
complain "$(grep -nE '\b(setlocale|uselocale)[ ]*\(' $sources $(find "$root/app" "$root/papers" -name "*.[ch]") | grep -v '/app/main.c:[0-9]*:  setlocale(LC_ALL, "C");' || true)" \
  "changes the locale"
grep -q '^  setlocale(LC_ALL, "C");' "$root/app/main.c" || { echo "app/main.c does not set the locale"; faults=$((faults + 1)); }

seen=$(echo "$found" | wc -l)
[ "$seen" -gt 100 ] || { echo "only $seen calls were seen"; exit 1; }
echo "$seen calls, $faults faults"
[ "$faults" = 0 ]
