# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# command.sh - the command of the core: it needs libm alone, runs JSON and what `jounce flatten` of a full build (FULL) has written, and says what it
# lacks.
. "$(dirname -- "$0")/../command/lib.sh"
[ -x "$FULL" ] || { echo "there is no full build at $FULL"; exit 77; }
pendulum=models/examples/pendulum.yaml

# What it is linked with, besides the kernel's own page and the loader.
needs() { ldd "$1" | sed 's/^[[:space:]]*//; s/ .*//' | grep -v -e 'vdso' -e 'ld-linux' -e 'linux-gate' | sort | tr '\n' ' '; }
if command -v ldd >/dev/null 2>&1 && ldd "$JOUNCE" 2>/dev/null | grep -q 'libc\.so\.6'; then
  check "libc and libm alone" equal "$(needs "$JOUNCE")" "libc.so.6 libm.so.6 "
  check "and the shared library" equal "$(needs "$SHARED")" "libc.so.6 libjounce.so libm.so.6 "
fi

# models
expect 3 "pendulum.yaml:1:1: error: this build of Jounce reads JSON, but not YAML, which takes libfyaml: 'jounce flatten'" run $pendulum --no-output
check "flatten" "$FULL" flatten $pendulum -o flat -q
expect 0 'state hash' run flat/pendulum.yaml --no-output --until 0.1
cat >ball.json <<END
{"jounce": 1, "space": "plane", "parameters": {"m": 2}, "gravity": [0, "-9.81 m/s^2"],
 "bodies": {"ball": {"mass": "=m", "type": "particle"}},
 "outputs": ["ball.y"], "simulate": {"until": "1 s", "integrator": "bdf"}}
END
expect 0 "integrator 'bdf' is not in this build: using 'dopri5'" run ball.json --no-output --at 1
check "free fall" grep -q -e '-4.905' out.txt
expect 3 "--set bodies.ball.mas=3: error: .*did you mean 'mass'" check ball.json --set bodies.ball.mas=3
expect 0 'state hash' run ball.json --no-output --set m=3
printf '{"jounce": 1, "space": "plane",\n "bodies": {"ball": {"mas": 1}}}' >wrong.json
expect 3 'wrong.json:2:22: error: .*mas' check wrong.json

# what is not there
expect 0 'without YAML' version
expect 2 'modes cannot be computed: Jounce was built without LAPACK' modes flat/pendulum.yaml
expect 2 "'adams' and 'bdf' need CVODE" run flat/pendulum.yaml --no-output --integrator adams
expect 2 'needs IDA' run flat/pendulum.yaml --no-output --integrator ida
expect 7 'HDF5' run flat/pendulum.yaml --until 0.1 -o a.h5
expect 0 'pendulum.csv' run flat/pendulum.yaml --until 0.1
expect 2 'this build of Jounce has no page' view flat/pendulum.yaml --no-open
expect 2 'built without expat' check models/robots/arm.urdf
: >c.so
cat >loaded.json <<END
{"jounce": 1, "space": "plane", "bodies": {"ball": {"mass": 1, "type": "particle"}},
 "subsystems": {"c": {"type": "controller", "code": "pi", "file": "c.so", "inputs": {"v": "ball.vx"}, "outputs": ["f"]}}}
END
expect 3 'this build of Jounce cannot load code' run loaded.json --allow-code --no-output

expect 0 'bdf .*(not in this build)' kinds
check "rk4 is there" test "$(grep -c 'rk4 .*not in this build' out.txt)" = 0
expect 0 '' compare flat/pendulum.yaml --until 0.05 --ladder 1 --repeat 1
check "nothing is compared that is not there" test "$(grep -c -e refused -e bdf out.txt)" = 0

# on a shared library
JOUNCE=$SHARED
expect 0 'state hash' run flat/pendulum.yaml --no-output --until 0.1
finish
