# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# flatten.sh - flat documents of a model and its files: they replace the texts, with the same results and the same
# places of mistakes.
. "$(dirname -- "$0")/lib.sh"

hash_of() { "$JOUNCE" run "$@" --until 0.05 --no-output --json >a.json 2>err.txt && field a.json state_hash; }

# parts, a variant, tables and a robot
mkdir -p own/sub
printf 'jounce: 1\nports: {}\nparameters: {m: 2}\nbodies: {ball: {mass: "=m", type: particle}}\n' >own/sub/ball.yml
printf 'time,f\n0,0\n1,1\n' >own/push.csv
cat >own/sub/model.yaml <<END
jounce: 1
space: plane
use: {a: {part: ball.yml}}
inputs: {push: {file: ../push.csv, columns: [time, f]}}
forces: {f: {type: point-force, at: a.ball, value: [push, 0]}}
simulate: {until: 1}
END
for model in own/sub/model.yaml models/vehicles/rough-road.yaml models/vehicles/hmmwv-bumps.yaml models/robots/arm.urdf; do
  rm -rf flat
  expect 0 'Wrote flat/' flatten $model -o flat
  expect 7 'File exists' flatten $model -o flat
  flat=$(find flat -name "$(basename "${model%.*}").yaml")
  check "$model is flat" test "$(head -c 6 "$flat")" = JNDOC1
  check "$model runs alike" equal "$(hash_of "$model")" "$(hash_of "$flat")"
done
rm -rf flat
expect 0 'Wrote flat/sub/model.yaml, 3 files in all' flatten own/sub/model.yaml -o flat
check "the part, too" test "$(head -c 6 flat/sub/ball.yml)" = JNDOC1
check "a table stays as it is" cmp own/push.csv flat/push.csv
expect 3 'flat/sub/ball.yml:4' check flat/sub/model.yaml --set a.m=-1
expect 0 '"model": "model.flat/' flatten own/sub/model.yaml --json
printf 'jounce: 1\nspace: plane\nbodies: {a: {mass: 1, type: particle}}\n' >again.yaml
cp again.yaml again.model
expect 0 '' flatten again.model -o other  # whatever its name is
check "the model is flat" test "$(head -c 6 other/again.model)" = JNDOC1
expect 0 '' flatten again.yaml -o once
expect 0 '' flatten once/again.yaml -o twice  # flat already: copied as it is
check "a flat document stays one" cmp once/again.yaml twice/again.yaml
expect 7 'nowhere.yaml' flatten nowhere.yaml
finish
