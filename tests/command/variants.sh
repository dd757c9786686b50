# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# variants.sh - another build works too: a shared library, without SUNDIALS, HDF5 and KLU. Both at once, since it takes a whole compilation.
. "$(dirname -- "$0")/lib.sh"

# variant NAME OPTIONS...: configures and builds the command; the compiler need not try hard.
variant() {
  name=$1
  shift
  check "$name: configure" cmake -S "$ROOT" -B "$name" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 \
    -DJOUNCE_TESTS=OFF -DJOUNCE_BENCH=OFF "$@" >"$name.log" 2>&1
  check "$name: build" cmake --build "$name" --parallel 2 --target jounce_command >"$name.build" 2>&1
  [ -x "$name/jounce" ] || tail -20 "$name.build"
}

variant bare -DBUILD_SHARED_LIBS=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_SUNDIALS=ON -DCMAKE_DISABLE_FIND_PACKAGE_HDF5=ON -DCMAKE_DISABLE_FIND_PACKAGE_KLU=ON
check "there is a shared library" sh -c 'ls bare/libjounce.so* >/dev/null'
check "it says what is missing" grep -q 'WITHOUT SUNDIALS' bare.log
JOUNCE=$work/bare/jounce
expect 0 'without HDF5' version
expect 0 'pendulum.csv' run models/examples/pendulum.yaml --until 0.1
expect 2 'adams' run models/examples/pendulum.yaml --until 0.1 --no-output --integrator adams
expect 2 'IDA' run models/examples/pendulum.yaml --until 0.1 --no-output --integrator ida
expect 7 'HDF5' run models/examples/pendulum.yaml --until 0.1 -o a.h5
finish
