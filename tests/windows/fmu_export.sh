# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# fmu_export.sh - the Windows binary in FMUs of `jounce export` runs under wine: Co-Simulation and Model Exchange of FMI 2
# and 3, from the archive that the command writes, give the bits of the binary for Linux.
. "$(dirname -- "$0")/tools.sh"
command -v unzip >/dev/null 2>&1 || skip "there is no unzip"
cd "$WORK"
"$JOUNCE" export "$ROOT/models/examples/pendulum.yaml" -o platforms.fmu --json >platforms.json
grep -q x86_64-windows platforms.json || skip "this build has no binary of FMUs for Windows (JOUNCE_FMU_WINDOWS)"
for host in cc x86_64-w64-mingw32-gcc; do
  for version in 2 3; do
    $host -std=c11 -O1 -DFMI_VERSION=$version -I"$ROOT/src" "$ROOT/tests/windows/fmu_steps.c" -o "exported$version-$host.exe" ||
      fail "compiling with $host"
  done
done
find_wine

# compare NAME: 300 steps of 1 ms in both interfaces and versions, from a folder whose name must be decoded
compare() {
  name=$1
  for version in 2 3; do
    "$JOUNCE" export "$ROOT/models/examples/$name.yaml" --fmi $version --integrator rk4 --step 1ms -o "$name.fmu" -q
    folder="$name $version"
    rm -rf "$folder"
    unzip -qo "$name.fmu" -d "$folder"
    references=$(sed -n 's/.*valueReference="\([0-9]*\)".*causality="output".*/\1/p' "$folder/modelDescription.xml")
    states=$(grep -c 'derivative="' "$folder/modelDescription.xml")
    first=$(echo "$references" | head -1) n=$(echo "$references" | wc -l)
    token=$(sed -n 's/.*\(instantiationToken\|guid\)="\([^"]*\)".*/\2/p' "$folder/modelDescription.xml")
    here=$(pwd) here_encoded=$(pwd | sed 's/ /%20/g') name_encoded="$name%20$version"
    if [ $version = 2 ]; then
      linux=linux64 windows=win64
      unix="file://$here_encoded/$name_encoded/resources" drive="file:///Z:$here_encoded/$name_encoded/resources"
    else
      linux=x86_64-linux windows=x86_64-windows
      unix="$here/$folder/resources/" drive="Z:$(echo "$here/$folder" | tr / '\\')\\resources\\"
    fi
    for interface in cs me; do
      "./exported$version-cc.exe" "$folder/binaries/$linux"/*.so "$token" 1e-3 300 "$first" "$n" "$unix" $interface \
        "$states" >"$name.here" || fail "$name, FMI $version, $interface here"
      "$wine" "exported$version-x86_64-w64-mingw32-gcc.exe" "$folder/binaries/$windows"/*.dll "$token" 1e-3 300 \
        "$first" "$n" "$drive" $interface "$states" >"$name.printed" || fail "$name, FMI $version, $interface under wine"
      tr -d '\r' <"$name.printed" >"$name.windows"
      [ "$n" -gt 2 ] && [ "$(sort -u <"$name.here" | wc -l)" -gt 2 ] || fail "$name has no outputs"
      cmp "$name.here" "$name.windows" || fail "$name, FMI $version, $interface has other bits on Windows"
    done
  done
}

compare four-bar
compare slider-crank
echo "four-bar and slider-crank: the same bits on Windows"
