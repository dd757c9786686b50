#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# wheel.sh - pip makes a wheel of the module from a build of the core, without network, and installs it. Its binary needs libc and libm alone, shows
# nothing but its entry, uses the limited API alone, and has the bits of the full command.
set -eu
ROOT=${ROOT:?} PYTHON=${PYTHON:?} JOUNCE=${JOUNCE:?}
export JOUNCE_BUILD="${JOUNCE_BUILD:?}"
"$PYTHON" -m pip --version >/dev/null 2>&1 || { echo "there is no pip (Debian: python3-pip)"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
fail() { echo "FAILED: $*"; exit 1; }

export PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore PIP_NO_CACHE_DIR=1
"$PYTHON" -m pip wheel --no-deps --wheel-dir "$work" "$ROOT/python" >"$work/log" 2>&1 || { cat "$work/log"; fail "pip wheel"; }
wheel=$(ls "$work"/jounce-*-cp311-abi3-linux_*.whl)
"$PYTHON" -m pip install --no-deps --target "$work/site" "$wheel" >"$work/log" 2>&1 || { cat "$work/log"; fail "pip install"; }
module=$work/site/jounce/_core.abi3.so

needed=$(readelf -d "$module" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|ld-linux.*)\.so' || true)
[ -z "$needed" ] || fail "the module needs $needed"
shown=$(nm -D --defined-only "$module" | awk '{ print $3 }')
[ "$shown" = PyInit__core ] || fail "the module shows $shown"
private=$(nm -D --undefined-only "$module" | awk '{ print $2 }' | grep '^_Py' | grep -vE '_SizeT$|^_(Py_Dealloc|PyObject_(New|GC_New)|Py_NoneStruct|Py_TrueStruct|Py_FalseStruct)$' || true)
[ -z "$private" ] || fail "the module uses what is no part of the limited API: $private"

cd "$work"
export PYTHONPATH="$work/site:$ROOT/tests/python" PYTHONDONTWRITEBYTECODE=1 ROOT JOUNCE
"$PYTHON" -c "import jounce, sys; sys.exit(0 if jounce.__file__.startswith('$work') and jounce._core.has_yaml else 'it cannot read YAML')" || fail "the module of the wheel"
"$PYTHON" "$ROOT/tests/python/test_models.py" || fail "test_models.py with the wheel"
"$PYTHON" "$ROOT/tests/python/test_sessions.py" || fail "test_sessions.py with the wheel"
echo "$(basename "$wheel"): $(wc -c <"$wheel") bytes, needs libc and libm alone"
