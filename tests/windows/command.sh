# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# command.sh - tests the core for Windows under wine: every shipped model has the state hash of the full build (JOUNCE);
# results have the same bytes; paths may contain backslashes, drive letters and UTF-8; the reference tests pass. It
# takes minutes and runs only if JOUNCE_LONG is set (./test --long).
. "$(dirname -- "$0")/tools.sh"
[ -n "${JOUNCE_LONG:-}" ] || skip "this takes minutes: ./test --long runs it"
take_python
# shellcheck disable=SC2086  # a list of options
configure "$WORK/core" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 $python
build "$WORK/core"
find_wine
FULL=$JOUNCE
windows() { "$wine" "$WORK/core/jounce.exe" "$@"; }
tools_server=$server
. "$ROOT/tests/command/lib.sh"
trap 'rm -rf "$work"; [ -z "$tools_server" ] || "$tools_server" -k >/dev/null 2>&1 || true' EXIT

# ---- the Python module, which is inspected because it cannot be loaded here
if [ -n "$python" ]; then
  x86_64-w64-mingw32-objdump -p "$WORK/core/python/jounce/_core.pyd" >out.txt
  check "libraries of the Python module" equal "$(sed -n 's/.*DLL Name: //p' out.txt | sort | tr '\n' ' ')" "KERNEL32.dll msvcrt.dll python3.dll "
  check "entry of the Python module" grep -q '0\] PyInit__core' out.txt
fi

# ---- paths and bytes
"$FULL" flatten models/examples/pendulum.yaml -o flat -q
"$FULL" run flat/pendulum.yaml --until 1 -o here.csv --plot here.svg -q
drive="Z:$(pwd | tr / '\\')\\flat\\pendulum.yaml"
windows run "$drive" --until 1 -o 'Höhe\there.csv' -q >out.txt 2>&1 || true
check "no such folder" grep -q '^jounce: error: cannot write Höhe.there.csv: ' out.txt
mkdir Höhe
check "a run of $drive" windows run "$drive" --until 1 -o 'Höhe\there.csv' --plot there.svg -q
check "bytes of the results" cmp here.csv Höhe/there.csv
check "bytes of the plot" cmp here.svg there.svg
windows schema >there.json
"$FULL" schema >here.json
check "bytes of standard output" cmp here.json there.json
printf '{"jounce": 1, "space": "plane",\r\n "parameters": {"m": 2}, "gravity": [0, "-9.81 m/s^2"],\r\n "bodies": {"ball": {"mass": "=m", "type": "particle"}},\r\n "outputs": ["ball.y"], "simulate": {"until": "1 s"}}\r\n' >ball.json
for threads in 1 3; do check "a sweep, $threads threads" windows sweep ball.json --vary m=1:3:5 -o "t$threads.csv" --threads $threads -q; done
"$FULL" sweep ball.json --vary m=1:3:5 -o t.csv -q
check "bytes of the table" cmp t.csv t1.csv
check "bytes of the table of threads" cmp t.csv t3.csv
windows check nothing.json >out.txt 2>&1 || true
check "a file that is missing" grep -q '^nothing.json: error: the file cannot be read: No such file' out.txt
windows sweep ball.json --vary m=1:3:5 --slurm -o t.csv >out.txt 2>&1 || true
check "no Slurm" test -s out.txt
windows flatten 'flat\pendulum.yaml' -o again -q
check "flatten" cmp flat/pendulum.yaml again/pendulum.yaml

# ---- exported FMUs
if command -v unzip >/dev/null; then
  for host in cc x86_64-w64-mingw32-gcc; do
    $host -std=c11 -O1 -I"$ROOT/src" "$ROOT/tests/windows/fmu_steps.c" -o fmu_steps-$host.exe
  done
  for name in four-bar slider-crank stick-slip; do
    "$FULL" export models/examples/$name.yaml --integrator rk4 --step 1ms -o $name.fmu -q
    unzip -qo $name.fmu -d $name
    references=$(sed -n 's/.*valueReference="\([0-9]*\)".*causality="output".*/\1/p' $name/modelDescription.xml)
    first=$(echo "$references" | head -1) n=$(echo "$references" | wc -l)
    token=$(sed -n 's/.*instantiationToken="\([^"]*\)".*/\1/p' $name/modelDescription.xml)
    ./fmu_steps-cc.exe $name/binaries/x86_64-linux/*.so "$token" 1e-3 300 "$first" "$n" $name/resources/ >$name.here
    "$wine" fmu_steps-x86_64-w64-mingw32-gcc.exe "$WORK/core/fmu/fmu.dll" "$token" 1e-3 300 "$first" "$n" \
      "Z:$(pwd | tr / '\\')\\$name\\resources\\" | tr -d '\r' >$name.windows
    check "an FMU of $name has outputs" test "$(sort -u <$name.here | wc -l)" -gt 2
    check "an FMU of $name on Windows" cmp $name.here $name.windows
  done
fi

# ---- bits
models=0
for model in models/*/*.yaml papers/*/*.yaml models/robots/*.urdf models/robots/*.xml; do
  case $model in models/parts/*) continue ;; esac
  models=$((models + 1))
  set --
  "$FULL" run "$model" --max-steps 100 --no-output --json >a.json 2>err.txt || true
  # the core replaces methods that it lacks: run the full build with the replacement, too
  case "$(field a.json integrator) $(field a.json stiff_changes)" in bdf* | adams* | *" "[1-9]*) set -- --integrator dopri5 ;; esac
  "$FULL" run "$model" "$@" --max-steps 100 --no-output --json >a.json 2>err.txt || true
  check "flat documents of $model" "$FULL" flatten "$model" -o "flat$models" -q --json >f.json
  windows run "$(field f.json model)" --max-steps 100 --no-output --json >b.json 2>err.txt || true
  check "bits of $model" equal "$(field a.json state_hash)" "$(field b.json state_hash)"
  rm -rf "flat$models"
done
check "there are models" test "$models" -gt 60

# ---- compiled models, which call fma: the same .jnc file runs in both builds
for model in models/examples/four-bar.yaml models/vehicles/hmmwv.yaml; do
  "$FULL" compile "$model" -o code.jnc -q >out.txt 2>&1 || cat out.txt
  "$FULL" run code.jnc --max-steps 200 --no-output --json >a.json 2>err.txt || true
  windows run code.jnc --max-steps 200 --no-output --json >b.json 2>err.txt || true
  check "bits of $model, compiled" equal "$(field a.json state_hash)" "$(field b.json state_hash)"
done

# ---- reference tests: the tests of build-core/ write flat documents, which those for Windows read
mkdir documents
export JOUNCE_FLAT="$work/documents"
for test in equilibrium decompose kkt reference benchmark_models iltis platform; do
  here=$CORE/tests/test_$test
  if [ $test != platform ]; then
    [ -x "$here" ] || { echo "test_$test was left out: there is no build of the core in $CORE"; continue; }
    "$here" >out.txt 2>&1 || true
  fi
  check "test_$test" "$wine" "$WORK/core/tests/test_$test.exe"
done
echo "$models models"
finish
