# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# fmu.sh - the Windows binaries of FMUs of printed code run under wine and give the bits of the others.
. "$(dirname -- "$0")/tools.sh"
command -v unzip >/dev/null 2>&1 || skip "there is no unzip"
cd "$WORK"
for host in cc x86_64-w64-mingw32-gcc; do
  $host -std=c11 -O1 -I"$ROOT/src" "$ROOT/tests/windows/fmu_steps.c" -o fmu_steps-$host.exe || fail "compiling with $host"
done
find_wine

# compare NAME OPTIONS...: the outputs after 1000 steps of 1 ms
compare() {
  name=$1
  shift
  "$JOUNCE" compile "$@" --step 1ms --fmu "$name.fmu" -q 2>"$name.txt" || fail "compiling $name: $(cat "$name.txt")"
  rm -rf "$name"
  unzip -qo "$name.fmu" -d "$name"
  references=$(sed -n 's/.*valueReference="\([0-9]*\)".*causality="output".*/\1/p' "$name/modelDescription.xml")
  first=$(echo "$references" | head -1) n=$(echo "$references" | wc -l)
  token=$(sed -n 's/.*instantiationToken="\([^"]*\)".*/\1/p' "$name/modelDescription.xml")
  ./fmu_steps-cc.exe "$name/binaries/x86_64-linux/$name.so" "$token" 1e-3 1000 "$first" "$n" >"$name.here" || fail "$name here"
  "$wine" fmu_steps-x86_64-w64-mingw32-gcc.exe "$name/binaries/x86_64-windows/$name.dll" "$token" 1e-3 1000 "$first" "$n" \
    >"$name.printed" || fail "$name under wine"
  tr -d '\r' <"$name.printed" >"$name.windows"
  [ "$n" -gt 2 ] && [ "$(sort -u <"$name.here" | wc -l)" -gt 2 ] || fail "$name has no outputs"
  cmp "$name.here" "$name.windows" || fail "$name has other bits on Windows"
}

compare four "$ROOT/models/examples/four-bar.yaml" --integrator rk4
compare iltis "$ROOT/models/vehicles/iltis.yaml" --integrator euler
compare plain "$ROOT/models/vehicles/iltis.yaml" --integrator euler --no-fma
