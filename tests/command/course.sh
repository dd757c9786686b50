# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# course.sh - vehicles on built-in courses and on a course of the user; refusals.
. "$(dirname -- "$0")/lib.sh"
hmmwv=models/vehicles/hmmwv.yaml

# hash WORDS...: of the last state of a short run
hash() { "$JOUNCE" run "$@" --until 0.02 --no-output | sed -n 's/.*state hash *//p'; }

own=$(hash $hmmwv)
check "flat is flat" equal "$(hash $hmmwv --course flat)" "$own"
check "the road of the course" equal "$(hash $hmmwv --course bumps --set speed=550)" \
  "$(hash $hmmwv --set road=1 --set speed=550)"
check "its parameters" test "$(hash $hmmwv --course bumps --set speed=550 --set course.height=0.05)" != \
  "$(hash $hmmwv --course bumps --set speed=550)"

# one of the user's own, with a table beside it
mkdir mine
printf 'x, z\n0, 0\n4, 0\n6, 0.3\n' >mine/ramp.csv
printf 'jounce: 1\nspace: space\nroads: {road: {type: polyline, file: ramp.csv}}\n' >mine/ramp.yml
check "of one's own" test "$(hash $hmmwv --course mine/ramp.yml --set speed=250)" != "$(hash $hmmwv --set speed=250)"
expect 0 '' run models/vehicles/m2.yaml --course mine/ramp.yml --until 0.01 --no-output -q
(cd mine && cp ../$hmmwv car.yaml && mkdir -p sub)
check "from another folder" equal "$(cd mine/sub && hash ../car.yaml --course ../ramp.yml --set speed=250)" \
  "$(hash $hmmwv --course mine/ramp.yml --set speed=250)"
check "from a pipe" equal "$("$JOUNCE" run /dev/stdin --course flat --until 0.02 --no-output <$hmmwv | sed -n 's/.*state hash *//p')" "$own"

# a road that asks for the envelope of all wheels, through the sum that the course becomes
road='{type: stairs, at: 1.85, drop: -0.1, tread: 1, count: 1'
printf 'jounce: 1\nspace: space\nroads: {road: %s}}\n' "$road" >step.yml
printf 'jounce: 1\nspace: space\nroads: {road: %s, envelope: true}}\n' "$road" >kerb.yml
kerb=$(hash $hmmwv --course kerb.yml)
check "envelope of a road" equal "$kerb" "$(hash $hmmwv --course step.yml --set parts.corner.forces.tyre.envelope=true)"
check "and without" test "$kerb" != "$(hash $hmmwv --course step.yml)"

# largest FILE: the largest value of its columns of accelerations
largest() { awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) a[i] = $i ~ /chassis.a[xyz]/ } NR > 1 { for (i in a) if (a[i] && $i^2 > m^2) m = $i } END { print (NR > 5 ? sqrt(m^2) : "") }' "$1"; }
courses=$(cd models/parts/courses && ls ./*.yml | sed 's/.*\///; s/\.yml//')
check "seven courses" equal "$(echo "$courses" | wc -l)" 7
for vehicle in hmmwv m2 iltis-drive; do
  for course in $courses; do
    case $LIGHT$vehicle$course in 1hmmwvstairs | 1m2bumps | 1iltis-drive* | 0*) ;; *) continue ;; esac  # one vehicle stands for the others
    expect 0 '' run models/vehicles/$vehicle.yaml --course $course --integrator rk4 --step 1e-3 --until 0.01 --output-step 1e-3 \
      --probe chassis.ax,chassis.ay,chassis.az -o start.csv
    check "$vehicle starts at rest: $course" near "$(largest start.csv)" 0 0.1
  done
done

expect 2 "there is no driving course 'bump'; there are bumps, flat" check $hmmwv --course bump
expect 2 'needs a model in space with tyres' check models/examples/four-bar.yaml --course flat
expect 7 "the course 'nowhere.yml' cannot be read: No such file" check $hmmwv --course nowhere.yml
printf 'jounce: 1\nspace: space\nroads: {way: {type: flat}}\n' >way.yml
expect 3 "hmmwv~course.yaml.*no road 'course.road'" check $hmmwv --course way.yml
printf 'jounce: 1\nspace: space\nroads: {road: {type: flat, hieght: 1}}\n' >wrong.yml
expect 3 "^wrong.yml:3:28: error: road 'course.road'.*'height'" check $hmmwv --course wrong.yml
expect 3 "models/vehicles/hmmwv.yaml.*'sped'\|sped" check $hmmwv --course flat --set sped=1
printf 'jounce: 1\nmodel: %s\nsimulate: {stp: 1}\n' $hmmwv >bad.yaml
check "a mistake in the model is told once" test "$("$JOUNCE" check bad.yaml --course flat 2>&1 | grep -c error)" = 1

# a page to drive in has them all, with their files
"$JOUNCE" drive $hmmwv --no-open -o own.html --set speed=2 >out.txt 2>err.txt
if ! grep -q 'has no page' err.txt; then
  # data PAGE: the JSON that the command has put into the page.
  data() { sed -n '/id="jounce-data">/,/^<\/script>/p' "$1" | sed '1s/.*id="jounce-data">//; /^<\/script>/d'; }
  data own.html >data.json
  check "its own road first" equal "$(field data.json courses/0/name)" 'own road'
  check "with its settings" equal "$(field data.json courses/0/settings/speed)" 2
  check "then the others" equal "$(field data.json courses/7/name)" stairs
  check "and no more" test -z "$(field data.json courses/8/name 2>/dev/null)"
  check "each is the variant" equal "$(field data.json courses/7/model)" hmmwv~course.yaml
  check "with its part" grep -q '"use.course.part": "courses/stairs.yml"' data.json
  check "and the settings" equal "$(field data.json courses/7/settings/speed)" 2
  for file in $(cd models/parts && ls courses/*) hmmwv~course.yaml hmmwv.yaml; do
    check "$file is there, once" equal "$(grep -c "^    \"$file\": {" data.json)" 1
  done
  expect 0 '' drive $hmmwv --course mine/ramp.yml --no-open -o ramp.html
  data ramp.html >data.json
  check "one's own first" equal "$(field data.json courses/0/name)" ramp
  check "then the others" equal "$(field data.json courses/1/name)" bumps
  check "its table" grep -q '"courses/ramp.csv": {' data.json
  expect 0 "'bumps.yml' is .*: the road .* has no soil" drive models/vehicles/hmmwv-soft-ground.yaml --no-open -o soft.html -v
fi
finish
