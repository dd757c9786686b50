# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# curves.sh - curves of a tyre as tables, and a model that reads them: the same wheel within the error of its tables.
. "$(dirname -- "$0")/lib.sh"
rig=models/examples/soil-rig.yaml

expect 0 "^  load: {over: \[m, 1\], file: sand-load.csv, smooth: true}" curves $rig tyre --deflection 150mm -o sand
{
  printf 'jounce: 1\nmodel: %s\n' "$rig"
  cat out.txt
  printf 'forces: {tyre: {type: tyre-table, at: wheel1, road: bin, radius: "=R", load: load, traction: traction, torque: torque, side: side, '
  printf 'resistance: resistance, sinkage: sinkage, damping: 2 kN s/m}}\n'
} >table.yaml
expect 0 "" run $rig -o soil.csv --quiet
expect 0 "" run table.yaml -o table.csv --quiet
# from 1 s on: at rest the tables miss the part of the load that comes from shear, until the wheel has settled
for name in soil table; do awk -F, 'NR == 1 || $1 + 0 >= 1' $name.csv >$name-rolling.csv; done
expect 0 "" diff soil-rolling.csv table-rolling.csv force.tyre.fx force.tyre.sinkage force.tyre.my --tolerance 5e-3
expect 0 "" diff soil-rolling.csv table-rolling.csv force.tyre.fz --absolute 1
expect 1 "" diff soil.csv table.csv force.tyre.fx --tolerance 1e-9
expect 0 '"stem": "small"' curves models/examples/tyre-rig.yaml tmeasy --knots 4 -o small --json
check "five rows of eight" sh -c 'test "$(wc -l <small-traction.csv)" = 5 && test "$(head -1 small-traction.csv | tr , "\n" | wc -l)" = 8'
expect 2 "the model has no force 'tyres'" curves $rig tyres
expect 2 "force 'load1' is no tyre" curves $rig load1
expect 2 "knots" curves $rig tyre --knots 2
expect 0 "warning: --deflection 3 m is more than the radius of the wheel, 0.47 m" curves $rig tyre --knots 4 --deflection 3 -o deep
expect 2 "must be positive" curves $rig tyre --deflection=0
expect 2 "must be zero or positive" curves $rig tyre --deflection=-1mm
expect 2 "a model file and the name of a tyre" curves $rig
cp sand-load.csv before.csv
expect 2 "'sand-.*csv' would be overwritten, but the model reads it" curves table.yaml tyre --knots 4 -o sand
check "nothing is written" cmp sand-load.csv before.csv
expect 7 "nowhere" curves $rig tyre -o nowhere/a
expect 7 "" curves nothing.yaml tyre
finish
