# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# platform.sh - compiles test_platform and the files that depend on the system for Windows, and runs it under wine.
. "$(dirname -- "$0")/tools.sh"
cd "$ROOT"
set -- src/output/disk.c src/output/text_write.c src/study/worker_threads.c src/study/worker_threads_windows.c tests/base/test_platform.c
for file in src/base/*.c; do
  case $file in *_posix.c) ;; *) set -- "$@" "$file" ;; esac
done
x86_64-w64-mingw32-gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off \
  -Iinclude -Isrc -Itests/helper "$@" -o "$WORK/test_platform.exe" || fail "compiling"
find_wine
here=$(mktemp -d)
cd "$here"
good=0
"$wine" "$WORK/test_platform.exe" || good=1
rm -rf "$here"
[ $good = 0 ] || fail "test_platform under wine"
