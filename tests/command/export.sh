# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# export.sh - FMUs: the archive, its bytes and its XML, and what is refused. tests/fmi/test_export.c runs them.
# JOUNCE_FMI_SCHEMAS: folder with the schemas of FMI (fmi2/fmi2ModelDescription.xsd, fmi3/...), which are no part of the
# project.
. "$(dirname -- "$0")/lib.sh"

for model in models/examples/four-bar.yaml models/examples/stick-slip.yaml models/vehicles/hmmwv-bumps.yaml \
  models/robots/arm.urdf; do
  for version in 2 3; do
    expect 0 "Wrote x.fmu, FMI $version, for" export $model --fmi $version -o x.fmu
    cp x.fmu first.fmu
    expect 0 '' export $model --fmi $version -o x.fmu
    check "$model: the same bytes" cmp x.fmu first.fmu
    if command -v zip >/dev/null; then check "$model: zip -T" zip -qT x.fmu; fi
    rm -rf x
    if command -v unzip >/dev/null; then
      unzip -q x.fmu -d x
      check "$model: a licence" test -s x/documentation/licenses/license.txt
      check "$model: an icon" grep -q PNG x/model.png x/terminalsAndIcons/icon.png 2>/dev/null
      for file in $(find x/resources -name '*.yaml' -o -name '*.yml'); do
        check "$file is flat" test "$(head -c 6 "$file")" = JNDOC1
      done
      if [ -n "${JOUNCE_FMI_SCHEMAS:-}" ]; then
        check "$model: schema" xmllint --noout --schema \
          "$JOUNCE_FMI_SCHEMAS/fmi$version/fmi${version}ModelDescription.xsd" x/modelDescription.xml
      fi
    fi
  done
done
[ -n "${JOUNCE_FMI_SCHEMAS:-}" ] || echo "JOUNCE_FMI_SCHEMAS is not set: the XML was not compared with the schemas"

SOURCE_DATE_EPOCH=1700000000 expect 0 '' export models/examples/four-bar.yaml -o dated.fmu
check "a date" grep -aq 'generationDateAndTime="2023-11-14T22:13:20Z"' dated.fmu
expect 0 '"platforms": ' export models/examples/four-bar.yaml --json
expect 0 '' export models/examples/four-bar.yaml --set crank=0.12 --integrator euler --step 1ms -o set.fmu
check "settings are in the FMU" grep -aq '^setting crank 0.12$' set.fmu
check "choices are in the FMU" grep -aq '^choice integrator euler$' set.fmu

# reference results: those that running the FMU gives
expect 0 '' export models/examples/slider-crank.yaml --integrator rk4 --step 1ms --until 0.5 --reference -o slider.fmu
cp slider.fmu first.fmu
expect 0 '' export models/examples/slider-crank.yaml --integrator rk4 --step 1ms --until 0.5 --reference -o slider.fmu
check "the same bytes with results" cmp slider.fmu first.fmu
if command -v unzip >/dev/null && "$JOUNCE" run slider.fmu --allow-code --step 2ms -o run.csv -q 2>/dev/null; then
  unzip -p slider.fmu extra/org.fmi-standard.fmi-ls-ref/slider_out.csv >reference.csv
  unzip -p slider.fmu extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml >manifest.xml
  check "the manifest names the table" grep -q 'source="slider_out.csv" role="result"' manifest.xml
  check "rows" equal "$(wc -l <reference.csv | tr -d ' ')" 252
  for column in 1 2 3 6; do
    check "column $column of the last row" near "$(tail -n 1 reference.csv | cut -d , -f $column)" "$(tail -n 1 run.csv | cut -d , -f $column)" 1e-15
  done
fi

expect 2 'ends with .fmu' export models/examples/four-bar.yaml -o four-bar.zip
expect 2 'fmi' export models/examples/four-bar.yaml --fmi 1
expect 2 "no input 'nothing'" export models/examples/four-bar.yaml --inputs nothing
expect 2 "unknown name 'nothing'" export models/examples/four-bar.yaml --probe nothing
check "one message" equal "$(grep -c 'error\|warning' err.txt)" 1
expect 2 'is an FMU' export x.fmu -o y.fmu
expect 3 'error' export models/examples/four-bar.yaml --set crank=-1
"$JOUNCE" compile models/examples/slider-crank.yaml -o crank.jnc -q
expect 2 'compiled model' export crank.jnc
check "nothing is written" test ! -e crank.fmu
finish
