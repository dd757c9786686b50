# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# code.sh - checks all code of the core, the command, the papers and the Python module by MinGW, without generating
# code. A warning is a failure.
. "$(dirname -- "$0")/tools.sh"
take_python
# shellcheck disable=SC2086  # a list of options
configure "$WORK/check" -DJOUNCE_CHECK_ONLY=ON -DJOUNCE_TESTS=OFF $python
build "$WORK/check"
files=$(find "$WORK/check" -name '*.obj' | wc -l)
[ "$files" -gt 700 ] || fail "only $files files were checked"
echo "$files files"
