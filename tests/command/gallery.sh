# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# gallery.sh - the shipped models as a site: content of the folder; refusals. It needs no source tree.
. "$(dirname -- "$0")/lib.sh"

"$JOUNCE" gallery four-bar -o first >out.txt 2>err.txt
if grep -q 'has no page' err.txt; then
  expect 2 'this build of Jounce has no page; it lacked: ' gallery
  finish
  exit
fi

rm models papers # the command carries them
expect 0 'Wrote 1 model: open' gallery hmmwv -o vehicle
check "a page to drive in" grep -q '"mode": "drive"' vehicle/vehicles/hmmwv.drive.html
check "with courses" grep -q 'bumps.yml' vehicle/vehicles/hmmwv.drive.html
check "from its card" grep -q 'href="vehicles/hmmwv.drive.html">drive it</a>' vehicle/index.html
expect 0 'Wrote 4 models: open site/index.html' gallery four-bar soil-rig walker iltis-profile-1 -o site
check "the robot was imported without words" test ! -s err.txt
for file in index.html jounce.js examples/four-bar.html examples/four-bar.svg examples/soil-rig.html vehicles/iltis-profile-1.html robots/walker.html robots/walker.svg; do
  check "it has $file" test -s "site/$file"
done
check "nothing else" test "$(find site -type f | wc -l)" = 10
check "the page is small" test "$(wc -c <site/examples/four-bar.html)" -lt 20000
check "so is what they share" test "$(wc -c <site/jounce.js)" -lt 2500000
check "parts of the model" grep -q 'models/parts/soils.yml\|../parts/soils.yml' site/examples/soil-rig.html
check "the base of a variant" grep -q 'iltis.yaml' site/vehicles/iltis-profile-1.html
check "a robot as a model file" grep -q '"walker.yaml": {' site/robots/walker.html
check "way back" grep -q '"home": "../index.html"' site/examples/four-bar.html
check "a sentence" grep -q '<h3>four-bar with a motor</h3><p>Four-bar with a motor: a crank that turns steadily, a coupler and a rocker that swings.</p>' site/index.html
check "of a robot" grep -q 'legs with several joints per body, masses from shapes and motors.</p>' site/index.html
check "groups in their order" test "$(grep -o '<h2 id="[a-z]*' site/index.html | tr '\n' ' ')" = '<h2 id="examples <h2 id="vehicles <h2 id="robots '
check "no scripts in the index" test "$(grep -c '<script' site/index.html)" = 0
check "the shared page allows its own script" grep -q "script-src 'self' file: 'sha256-" site/examples/four-bar.html
check "a picture without paper" test "$(grep -c '<rect\|<text' site/examples/four-bar.svg)" = 0

# again: the same; other files stay as they are
cp site/index.html before.html
expect 0 '"models": 4' gallery four-bar soil-rig walker iltis-profile-1 -o site --json
check "the same index" cmp site/index.html before.html
mkdir mine empty
echo mine >mine/notes.txt
expect 2 "'mine' contains" gallery four-bar -o mine
echo '<p>mine</p>' >mine/index.html
expect 2 "'mine' contains" gallery four-bar -o mine
check "nothing was written" test "$(ls mine | wc -l)" = 2
expect 0 '' gallery four-bar -o empty
expect 2 "'before.html' is a file, but a gallery goes into a folder" gallery four-bar -o before.html
expect 7 "cannot make the folder 'no/where/'" gallery four-bar -o no/where
expect 2 "no model that comes with Jounce is called 'fourbar'; did you mean 'four-bar'" gallery fourbar
check "nothing of it" test ! -e gallery
finish
