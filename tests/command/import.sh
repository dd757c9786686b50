# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# import.sh - `jounce import`: files, options and mistakes, as a newcomer types them; the model that is written can be checked and run.
. "$(dirname -- "$0")/lib.sh"
if "$JOUNCE" import models/robots/arm.urdf -o - 2>&1 | grep -q 'built without expat'; then
  expect 2 'libexpat1-dev' import models/robots/arm.urdf
  finish
  exit
fi

for robot in arm.urdf walker.xml loop.xml; do
  name=${robot%.*}
  expect 0 "next: jounce check $name.yaml" import "models/robots/$robot"
  expect 0 'mobility' check "$name.yaml"
  expect 0 'done' run "$name.yaml" --until 0.1 --no-output
  expect 0 'done' run "models/robots/$robot" --until 0.1 --no-output
done
expect 0 'Drew' draw models/robots/quadruped.xml --keyframe stand -o quadruped.svg
expect 0 'contacts       4 impacts' run models/robots/quadruped.xml --keyframe stand --until 0.1 --no-output
expect 2 'arm.yaml. exists already; name the file with -o' import models/robots/arm.urdf
expect 0 '' import models/robots/arm.urdf -o arm.yaml --base free --limits list
check "the base is free" grep -q 'type: free' arm.yaml
check "no stops" sh -c '! grep -q "type: stop" arm.yaml'
check "limits are listed" grep -q "<limit>: .lower., .upper. are not imported: limits are only listed" arm.yaml
expect 0 '^jounce: 1' import -q models/robots/arm.urdf -o -
check "quiet" test ! -s err.txt
expect 0 '"left_out": 2' import --json models/robots/arm.urdf -o arm.yaml
expect 0 "collisions are not imported" import models/robots/arm.urdf -o arm.yaml --contacts none
expect 2 '\--contacts is rigid, compliant or none, but got .soft.' import models/robots/arm.urdf -o arm.yaml --contacts soft
expect 0 'contacts ' run models/robots/quadruped.xml --contacts compliant --until 0.1 --no-output
expect 2 'belongs to robots' run models/examples/pendulum.yaml --contacts none
check "shapes are taken over" grep -q 'shape: {type: box, size: .0.8, 0.8, 0.05., colour: "#999999"}' arm.yaml
mkdir -p robot/meshes && printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >robot/meshes/a.obj
printf '<robot name="m"><link name="r"/><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial><visual><geometry><mesh filename="meshes/a.obj"/></geometry></visual></link><joint name="j" type="continuous"><parent link="r"/><child link="a"/></joint></robot>' >robot/m.urdf
expect 0 'Drew m.svg' draw robot/m.urdf
expect 0 '' import robot/m.urdf
check "meshes are named from here" grep -q 'file: "robot/meshes/a.obj"' m.yaml
expect 0 '' check m.yaml
mkdir -p other
expect 0 '' import robot/m.urdf -o other/m.yaml
expect 0 '' check other/m.yaml

expect 2 'needs a URDF or MJCF file' import
expect 7 'nowhere.urdf: error: the file cannot be read' import nowhere.urdf
expect 7 'models' import models -o a.yaml
expect 7 'nowhere/a.yaml. cannot be written' import models/robots/arm.urdf -o nowhere/a.yaml
check "before the work" sh -c '! grep -q "left out" err.txt'
expect 2 'would overwrite the file that is imported' import models/robots/arm.urdf -o models/robots/arm.urdf
expect 2 '\--base is fixed or free' import models/robots/arm.urdf --base loose
expect 2 '\--limits is stops or list' import models/robots/arm.urdf --limits no
expect 2 'both write to standard output' import models/robots/arm.urdf --json -o -
expect 2 "does not belong to 'jounce import'" import models/robots/arm.urdf --until 3
cp models/examples/pendulum.yaml here.yaml
expect 2 "here.yaml. has the extension of a Jounce model" import here.yaml
expect 3 'pendulum.yaml: error: this is already a Jounce model' import models/examples/pendulum.yaml -o a.yaml
check "nothing is left of the look whether it can be written" test ! -e a.yaml
expect 0 '\--limits stops|list' import --help
for verb in run check; do expect 0 '\.urdf' $verb --help; done
printf '<mujoco><worldbody>\n<body name="b"><joint/>\n<inertial mass="1" pos="1 0 0" diaginertia="0 0 0"/></body></worldbody></mujoco>\n' >c1.xml
expect 0 'c1.xml:2: note: body .b.: has mass but no inertia' check c1.xml
expect 0 '' import c1.xml
[ ! -c /dev/full ] || expect 7 "cannot be written" import c1.xml -o /dev/full
check "named after the file" grep -q '^name: "c1"$' c1.yaml
printf '<robot>\n  <link name="a"/>\n  <joint name="j" type="revolute"/>\n</robot>\n' >bad.urdf
expect 3 'bad.urdf:3:3: error: joint .j.: <parent link="..."/> is missing' import bad.urdf
expect 3 'bad.urdf:3:3' run bad.urdf
check "nothing was written" test ! -e bad.yaml
printf '<robot name="e"><link name="r"/><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="j" type="revolute"><parent link="r"/><child link="a"/><limit lower="0.5" upper="0.5" effort="1" velocity="1"/></joint></robot>' >locked.urdf
expect 0 "locked.urdf:2:.*of joint .j. is not imported: both limits are 0.5" import locked.urdf
check "no stop" sh -c '! grep -q stop locked.yaml'
printf '<mujoco><worldbody><body><joint/><geom type="capsule" fromto="0 0 0 0 0 -1" size="0.1"/></body></worldbody></mujoco>' >along.xml
expect 0 '' import along.xml
check "rounding makes no products of inertia" grep -q 'inertia: \[[^,]*, [^,]*, [^,]*\]' along.yaml
printf '<robot name="t"><link name="w"/><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="-0.5"/></inertial></link><joint name="j" type="continuous"><parent link="w"/><child link="a"/></joint></robot>' >negative.urdf
expect 3 'negative.urdf:1:.*negative; --balance-inertia' run negative.urdf --until 0.1 --no-output
expect 0 'negative.urdf:1:.*are changed to' run negative.urdf --balance-inertia --until 0.1 --no-output
expect 0 'are changed to' import negative.urdf --balance-inertia
expect 2 'balancing of inertias belongs to robots' run models/examples/pendulum.yaml --balance-inertia
printf '<mujoco><worldbody><body><joint name="j" range="30 60"/><inertial pos="1 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody><keyframe><key name="home" qpos="0.75"/></keyframe></mujoco>' >keyed.xml
expect 0 'j starts at 0.523599 rad, the nearest position within its limits' run keyed.xml --until 1e-9 --no-output
expect 0 'joint.j.angle  *0.75 rad' run keyed.xml --keyframe home --until 1e-9 --no-output
expect 3 'there is no keyframe .away.; the file has home' check keyed.xml --keyframe away
expect 0 '' import keyed.xml --keyframe home
expect 0 '' run keyed.xml --keyframe home --until 0.01 -o keyed.h5
expect 0 'again  *jounce run .*keyed.xml --keyframe home --until 0.01' show keyed.h5
# pages, flat folders and studies start there as well
expect 0 '' flatten keyed.xml --keyframe home -o flat
check "the keyframe is in the flat file" grep -q -a 0.9305076219 flat/keyed.yaml
expect 0 '' draw keyed.xml --keyframe home -o keyed.svg
expect 0 '' sweep keyed.xml --keyframe home --vary 'simulate.tolerance.relative=[1e-6, 1e-7]' --until 1e-9 --outputs joint.j.angle -o keyed
check "the study starts there" grep -q '0.75' keyed/table.csv
expect 0 '' sweep keyed --resume
expect 3 'there is no keyframe .away.; the file has home' sweep keyed --resume --keyframe away
expect 2 'keyframe belongs to robots' run models/examples/pendulum.yaml --keyframe home
expect 2 'keyframe belongs to robots' sweep models/examples/pendulum.yaml --vary length=1:2:2 --keyframe home
{ printf '<!DOCTYPE r [<!ENTITY a0 "ha">'; for i in 1 2 3 4 5 6 7 8 9; do printf '<!ENTITY a%d "&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;&a%d;">' $i $((i - 1)) $((i - 1)) $((i - 1)) $((i - 1)) $((i - 1)) $((i - 1)) $((i - 1)) $((i - 1)) $((i - 1)); done
  printf ']><robot name="&a9;"/>'; } >bomb.urdf
expect 3 'bomb.urdf:1:.*document types' import bomb.urdf

# a floating base stays where it is when angles of its legs are kept
expect 0 "" import models/robots/walker.xml -o walker.yaml
sed 's/^  keep:$/  keep: {joint.left_knee.angle: -0.5, joint.left_hip_y.angle: 0.4,/; /^    torso.position/s/$/,/; /^    torso.quaternion/s/$/}/' walker.yaml >bent.yaml
expect 0 "" run bent.yaml --until 1e-9 --no-output --json
check "base" near "$(field out.txt outputs/torso.z)" 1.3 1e-8
check "base aside" near "$(field out.txt outputs/torso.x)" 0 1e-8
check "hip" near "$(field out.txt outputs/joint.left_hip_y.angle)" 0.4 1e-8

# on a body outside the root link, and what is fixed to it, is carried
inertial='<inertial><mass value="20"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
printf '<robot name="r"><link name="table">%s</link><link name="box">%s</link><link name="arm">%s</link><joint name="j" type="continuous"><parent link="table"/><child link="arm"/></joint><joint name="k" type="fixed"><origin xyz="1 0 0"/><parent link="table"/><child link="box"/></joint></robot>' "$inertial" "$inertial" "$inertial" >heavy.urdf
printf 'jounce: 1\nspace: space\ngravity: [0, 0, -10]\nbodies: {cart: {mass: 1, inertia: [1, 1, 1]}}\njoints: {lift: {type: prismatic, between: [ground, cart], axis: z}}\ndrivers: {hold: {joint: lift, motion: 0}}\nuse: {r: {part: heavy.urdf, ports: {base: cart}}}\noutputs: [driver.hold.force]\n' >weigh.yaml
expect 0 '' run weigh.yaml --until 1e-3 --no-output --json
check "the whole robot is carried" near "$(field out.txt outputs/driver.hold.force)" 610 1e-9
expect 3 '^--set outputs=.f.: error: output .f.: unknown name' check weigh.yaml --set 'outputs=[f]'
finish
