#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# example.sh HEADER N - prints the N-th example out of the comments of a header: the indented lines after "// Example: ...".
set -eu
awk -v want="$2" '
  /^\/\/ Example: / { n++; if (code) exit; next }
  n == want && /^\/\/   / { print substr($0, 6); code = 1; next }
  code { exit }
  END { exit !code }' "$1"
