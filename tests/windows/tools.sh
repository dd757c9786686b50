# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# tools.sh - functions of the tests of the core for Windows, which source it. CMake sets ROOT, WORK (a folder that is
# kept between runs) and others. A test is skipped (exit code 77) if MinGW or wine is missing.
set -eu
ROOT=${ROOT:?} WORK=${WORK:?}
fail() { echo "FAILED: $*"; exit 1; }
skip() { echo "$*"; exit 77; }
mkdir -p "$WORK"
command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1 || skip "there is no MinGW (Debian: gcc-mingw-w64-x86-64)"

# find_wine: sets $wine and gives it its own folder as drive C. The wine server ends with the script.
find_wine() {
  wine=
  for program in wine wine64 /usr/lib/wine/wine64; do
    if command -v "$program" >/dev/null 2>&1; then wine=$program; break; fi
  done
  [ -n "$wine" ] || skip "there is no wine (Debian: wine, wine64): what was compiled for Windows was not run"
  export WINEPREFIX="$WORK/wine" WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml=;winemenubuilder.exe=d"
  server=
  for program in wineserver /usr/lib/wine/wineserver /usr/lib/wine/wineserver64; do
    if command -v "$program" >/dev/null 2>&1; then server=$program; break; fi
  done
  trap '[ -z "$server" ] || "$server" -k >/dev/null 2>&1 || true' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  DISPLAY='' "$wine" cmd /c exit >/dev/null 2>&1 || skip "wine does not run here: what was compiled for Windows was not run"
}

# configure FOLDER OPTIONS...: configures a build with MinGW, if that has not been done.
configure() {
  folder=$1
  shift
  [ -f "$folder/build.ninja" ] || [ -f "$folder/Makefile" ] ||
    cmake -S "$ROOT" -B "$folder" -G "${CMAKE_GENERATOR:-Unix Makefiles}" --toolchain "$ROOT/cmake/mingw.cmake" -DJOUNCE_CORE=ON \
      -DJOUNCE_WERROR=ON -DJOUNCE_BENCH=OFF "$@" >"$folder.log" 2>&1 || { cat "$folder.log"; fail "configuring"; }
}

# take_python: sets $python to the options for the Python module: the installed headers with a pyconfig.h for Windows,
# and an import library. It is empty if there are no headers.
take_python() {
  python=
  [ -f "${PYTHON_INCLUDE:-}/Python.h" ] || return 0
  headers=$WORK/python-$(basename -- "$0" .sh)
  rm -rf "$headers"
  cp -rL "$PYTHON_INCLUDE" "$headers"
  cp "$ROOT/tests/windows/python/pyconfig.h" "$headers"
  x86_64-w64-mingw32-dlltool -d "$ROOT/tests/windows/python/python3.def" -l "$headers/libpython3.a"
  python="-DJOUNCE_PYTHON_INCLUDE=$headers -DJOUNCE_PYTHON_LIBRARY=$headers/libpython3.a"
}

build() { nice cmake --build "$1" --parallel 2 >"$1.log" 2>&1 || { tail -40 "$1.log"; fail "building $1"; }; }
