# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# fmu.sh - jounce compile --fmu: the files of the archive, its bytes, what it refuses, and its XML against the schemas of
# FMI, whose folder JOUNCE_FMI_SCHEMAS names: fmi2/fmi2ModelDescription.xsd and so on.
. "$(dirname -- "$0")/lib.sh"

if ! command -v unzip >/dev/null 2>&1; then
  echo "there is no unzip: nothing was tested"
  exit 77
fi

four=models/examples/four-bar.yaml
crank="models/examples/slider-crank.yaml --independent joint.O.angle --keep r,speed"
cat >cart.yaml <<'END'
jounce: 1
name: "cart & <pole>"
space: plane
parameters: {mass: {value: 1 kg, min: 0.5 kg, max: 3 kg, description: "a \"heavy\" cart"}}
bodies: {cart: {mass: "=mass", inertia: 1}}
joints: {rail: {type: prismatic, between: [ground, cart], axis: x}}
inputs: {push: "2 + t", pull: "0"}
forces: {motor: {type: point-force, at: cart, value: [push, 0]}, brake: {type: point-force, at: cart, value: [pull, 0]}}
initial: {keep: {cart.x: 0}}
simulate: {until: 1}
outputs: [cart.x, cart.ax, push]
END

# the files of both versions; the same bytes twice
for version in 2 3; do
  expect 0 "Wrote four.fmu, FMI $version, .* kB: Co-Simulation, sources, binaries for " compile $four --step 1ms --fmu four.fmu --fmi $version
  mv four.fmu first.fmu
  expect 0 '' compile $four --step 1ms --fmu four.fmu --fmi $version
  check "the same bytes in FMI $version" cmp first.fmu four.fmu
  check "the archive is sound" unzip -tqq four.fmu
  unzip -Z1 four.fmu >names.txt
  for name in modelDescription.xml sources/four.c documentation/licenses/license.txt; do
    check "$name is in FMI $version" grep -qx $name names.txt
  done
  check "an icon" grep -qx "model.png\\|terminalsAndIcons/icon.png" names.txt
  check "nothing of the model's own files" sh -c '! grep -q yaml names.txt'
done
check "a build description in FMI 3" grep -qx sources/buildDescription.xml names.txt
check "no compiled model beside it" test ! -e four-bar.jnc
check "no temporary files" sh -c 'test -z "$(ls tmp)"'
"$JOUNCE" compile $four --step 1ms --fmu four.fmu --json >a.json 2>err.txt
check "JSON names the file" equal "$(field a.json fmu)" four.fmu
check "and its size" equal "$(field a.json fmu_bytes)" "$(wc -c <four.fmu | tr -d ' ')"
SOURCE_DATE_EPOCH=86400 "$JOUNCE" compile $four --step 1ms --fmu four.fmu -q 2>err.txt
check "the date of SOURCE_DATE_EPOCH" sh -c 'unzip -p four.fmu modelDescription.xml | grep -q "generationDateAndTime=.1970-01-02T00:00:00Z"'

# without a compiler there are sources; a compiler that fails is named
CC=no-such-compiler expect 0 "there is no C compiler 'no-such-compiler'" compile $four --step 1ms --fmu sources.fmu
check "sources alone" sh -c '! unzip -Z1 sources.fmu | grep -q linux'
CC=false expect 2 "the compiler 'false' fails" compile $four --step 1ms --fmu x.fmu
check "no file then" test ! -e x.fmu

# variables: names are escaped, equal names are told apart, limits and dependencies are written
expect 0 '' compile cart.yaml --step 1ms --integrator euler --keep mass --fmu cart.fmu
unzip -p cart.fmu modelDescription.xml >cart.xml
check "the name is escaped" grep -q 'modelName="cart &amp; &lt;pole&gt;"' cart.xml
check "an output with the name of an input" grep -q 'name="output.push"' cart.xml
check "limits of a parameter" grep -q 'name="mass".*causality="parameter" variability="tunable" initial="exact".* unit="kg" min="0.5" max="3" start="1"' cart.xml
check "an input begins with its value at the start" grep -q 'name="push" .*causality="input".* start="2"' cart.xml
# references: push 1, pull 2, mass 3, cart.x 4, cart.ax 5, output.push 6
check "a position depends on no input" grep -q '<Output valueReference="4" dependencies="3"/>' cart.xml
# the time is in the formula of an input, which a set value replaces
check "an acceleration depends on both" grep -q '<Output valueReference="5" dependencies="0 1 2 3"/>' cart.xml
expect 0 '' compile cart.yaml --step 1ms --inputs pull --fmu cart.fmu
unzip -p cart.fmu modelDescription.xml >cart.xml
check "one input" equal "$(grep -c 'causality="input"' cart.xml)" 1
expect 0 '' compile cart.yaml --step 1ms --inputs none --fmu cart.fmu
check "no input" sh -c '! unzip -p cart.fmu modelDescription.xml | grep -q causality=.input'
expect 2 "the model has no input 'pul'; did you mean 'pull'" compile cart.yaml --step 1ms --inputs pul --fmu cart.fmu

# a controller of the library is a second source
CC=no-such-compiler expect 0 '' compile models/vehicles/m2.yaml --step 1ms --integrator euler --fmu m2.fmu --fmi 2
for name in sources/m2.c sources/m2_controller.c sources/controller.h; do
  check "$name is in the FMU" sh -c "unzip -Z1 m2.fmu | grep -qx $name"
done
check "both sources are listed" equal "$(unzip -p m2.fmu modelDescription.xml | grep -c '<File name="m2\(_controller\)*.c"/>')" 2

# refusals
expect 2 "--fmi takes a whole number from 2 to 3" compile $four --fmu x.fmu --fmi 1
expect 2 "--fmi needs an FMU" compile $four --fmi 3
expect 2 "--inputs needs an FMU" compile $four --inputs a
expect 2 "use --lanes with --c" compile $four --fmu x.fmu --c x.c --lanes 4
expect 2 "--fmu names a file that ends with .fmu, but got 'x.zip'" compile $four --fmu x.zip
expect 2 "has no form in C" compile $four --integrator ab3 --step 1ms --fmu x.fmu
expect 7 'cannot write /nowhere/x.fmu' compile $four --step 1ms --fmu /nowhere/x.fmu
# shellcheck disable=SC2086  # words
expect 0 '' compile $crank --step 1ms --fmu crank.fmu
check "no warning" test ! -s err.txt
expect 0 'an importer cannot set' compile models/examples/slider-crank.yaml --step 1ms --keep r,speed --fmu x.fmu

# two FMUs in one program: without the override the functions have the names of the FMUs
mkdir two
for name in four crank; do
  unzip -qo $name.fmu "sources/$name.c" -d two
  check "$name.c is clean" ${CC:-cc} -std=c99 -Wall -Wextra -Wpedantic -Werror -O0 -c two/sources/$name.c -o two/$name.o
done
cat >two/main.c <<'END'
const char *four_fmi3GetVersion(void), *crank_fmi3GetVersion(void);
int main(void) { return four_fmi3GetVersion()[0] != '3' || crank_fmi3GetVersion()[0] != '3'; }
END
check "both are linked" ${CC:-cc} two/main.c two/four.o two/crank.o -lm -o two/main
check "both run" two/main

# schemas
if [ -n "${JOUNCE_FMI_SCHEMAS:-}" ] && command -v xmllint >/dev/null 2>&1; then
  valid() { unzip -p "$1" "$2" | xmllint --noout --schema "$JOUNCE_FMI_SCHEMAS/$3" - 2>>valid.txt; }
  for version in 2 3; do
    for model in "$four" "cart.yaml --keep mass" "$crank" "models/examples/pendulum.yaml"; do
      # shellcheck disable=SC2086  # words
      expect 0 '' compile $model --step 1ms --fmu x.fmu --fmi $version
      check "$model in FMI $version is valid" valid x.fmu modelDescription.xml fmi$version/fmi${version}ModelDescription.xsd
    done
  done
  check "the build description is valid" valid x.fmu sources/buildDescription.xml fmi3/fmi3BuildDescription.xsd
else
  echo "JOUNCE_FMI_SCHEMAS names no schemas: the XML was not validated"
fi
finish
