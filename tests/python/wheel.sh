#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# wheel.sh - pip makes a wheel of the module from a build of the core, without network, and installs it into a fresh
# virtual environment, in which there is no other package. Its binary needs libc and libm alone, shows nothing but its
# entry, uses the limited API alone, and has the bits of the full command. Uninstalling it leaves nothing.
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
# Debian has ensurepip in a package of its own (python3-venv): the pip outside installs into the environment
"$PYTHON" -m venv --without-pip "$work/venv" >"$work/log" 2>&1 || { cat "$work/log"; fail "python -m venv"; }
"$PYTHON" -m pip --python "$work/venv/bin/python" install --no-deps "$wheel" >"$work/log" 2>&1 || { cat "$work/log"; fail "pip install"; }
site=$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
module=$site/jounce/_core.abi3.so

needed=$(readelf -d "$module" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|ld-linux.*)\.so' || true)
[ -z "$needed" ] || fail "the module needs $needed"
shown=$(nm -D --defined-only "$module" | awk '{ print $3 }')
[ "$shown" = PyInit__core ] || fail "the module shows $shown"
private=$(nm -D --undefined-only "$module" | awk '{ print $2 }' | grep '^_Py' | grep -vE '_SizeT$|^_(Py_Dealloc|PyObject_(New|GC_New)|Py_NoneStruct|Py_TrueStruct|Py_FalseStruct)$' || true)
[ -z "$private" ] || fail "the module uses what is no part of the limited API: $private"

cd "$work"
venv=$work/venv/bin/python
export PYTHONPATH="$ROOT/tests/python" PYTHONDONTWRITEBYTECODE=1 ROOT JOUNCE
"$venv" -c "import jounce, sys; sys.exit(0 if jounce.__file__.startswith('$work') and jounce._core.has_yaml else 'it cannot read YAML')" || fail "the module of the wheel"
"$venv" "$ROOT/tests/python/test_models.py" || fail "test_models.py with the wheel"
"$venv" "$ROOT/tests/python/test_sessions.py" || fail "test_sessions.py with the wheel"
"$PYTHON" -m pip --python "$venv" uninstall --yes jounce >"$work/log" 2>&1 || { cat "$work/log"; fail "pip uninstall"; }
left=$(find "$site" -name '*jounce*')
[ -z "$left" ] || fail "uninstalling leaves $left"
echo "$(basename "$wheel"): $(wc -c <"$wheel") bytes, needs libc and libm alone"
