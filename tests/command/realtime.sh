# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# realtime.sh - runs that keep pace with the clock: output, refusals, and controllers in other processes, in C and in
# Python.
. "$(dirname -- "$0")/lib.sh"
bar=models/examples/pendulum.yaml

# ---- what it says -------------------------------------------------------------------------------------------------------------
expect 0 'real time      200 periods of 1 ms, ' run "$bar" --step 1ms --until 0.2 --real-time --no-output
expect 0 '' run "$bar" --step 1ms --until 0.2 --no-output --json
plain=$(field out.txt state_hash)
expect 0 '' run "$bar" --step 1ms --until 0.2 --real-time --period 4ms --json --report page.html -o paced.h5
check "the motion is that without a clock" equal "$(field out.txt state_hash)" "$plain"
check "periods" equal "$(field out.txt real_time/periods)" 50
check "largest and quantiles are in order" awk -v a="$(field out.txt real_time/late/p50)" -v b="$(field out.txt real_time/late/p99)" \
  -v c="$(field out.txt real_time/late/max)" 'BEGIN { exit !(a > 0 && b >= a && c >= b) }'
check "about as long as it should" awk -v a="$(field out.txt wall_seconds)" 'BEGIN { exit !(a >= 0.196) }'
check "the report tells the pace" grep -q 'waking late, 99.9 %' page.html
"$JOUNCE" run "$bar" --step 1ms --until 0.2 -o plain.h5 -q
check "rows are the same" "$JOUNCE" diff -q plain.h5 paced.h5
expect 0 '' run "$bar" --step 1ms --until 0.3 --real-time --continue paced.h5 --json
continued=$(field out.txt state_hash)
expect 0 '' run "$bar" --step 1ms --until 0.3 --no-output --json
check "it goes on from where it was" equal "$continued" "$(field out.txt state_hash)"
expect 0 'overruns' run "$bar" --step 1ms --until 0.05 --real-time --cpu 0 --no-output

# ---- what it refuses ----------------------------------------------------------------------------------------------------------
expect 2 "integrator 'dopri5' chooses its own; give a step, as in --step 1ms" run models/examples/stick-slip.yaml --real-time --no-output
expect 2 "the period of 0.0015 s is no multiple of the step of 0.001 s" run "$bar" --real-time --step 1ms --period 1.5ms --no-output
expect 2 "\-\-grace is for runs in real time; add --real-time" run "$bar" --grace 1
expect 2 "\-\-on-overrun cannot be 'halt'; it is stop, skip, slow or catch-up=N" run "$bar" --real-time --step 1ms --on-overrun halt
expect 2 "\-\-priority takes a whole number from 1 to 99, but got 0" run "$bar" --real-time --step 1ms --priority 0
expect 2 "CPU 100000 cannot be used" run "$bar" --real-time --step 1ms --cpu 100000 --no-output
expect 2 "the model has no 'inputs'" run "$bar" --real-time --step 1ms --udp-in 5000 --no-output
expect 7 "expected PORT or HOST:PORT" run "$bar" --real-time --step 1ms --udp-out nowhere --no-output
expect 2 "\-\-silence needs .*--udp-in" run "$bar" --real-time --step 1ms --silence 1
expect 2 "\-\-period must be positive" run "$bar" --real-time --step 1ms --period 0
# no step of a microsecond is computed in time; the results are there all the same
expect 6 "the period that ends at t = .* s was overrun by" run "$bar" --real-time --step 1e-7 --grace 0 --until 0.1 --on-overrun stop -o late.h5
check "the results are kept" "$JOUNCE" plot -q late.h5 bar.angle
# the system may allow a priority and locked memory or refuse them; it says which
"$JOUNCE" run "$bar" --step 1ms --until 0.05 --real-time --priority 10 --lock --no-output >out.txt 2>err.txt
code=$?
check "allowed or refused" [ $code = 0 -o $code = 2 ]
[ $code = 0 ] || check "refused with a sentence" grep -q "the system refuses .*; allow it" err.txt

# ---- a controller in another process ------------------------------------------------------------------------------------------
cat >pole.yaml <<END
jounce: 1
space: plane
gravity: [0, -9.81]
ground: {points: {O: [0, 0]}}
bodies:
  cart: {mass: 1, inertia: 0.1, points: {P: [0, 0]}}
  pole: {mass: 0.2, inertia: 0.02, points: {P: [0, -0.5]}}
joints:
  rail: {type: prismatic, between: [ground.O, cart.P], axis: [1, 0]}
  hinge: {type: revolute, between: [cart.P, pole.P]}
inputs: {push: {expression: "0", safe: 0}}
forces: {motor: {type: point-force, at: cart.P, value: [push, 0]}}
initial: {keep: {pole.angle: 0.05}}
simulate: {until: 1, step: 1 ms}
outputs: [cart.x, cart.vx, pole.angle, pole.rate]
END
"$JOUNCE" run pole.yaml --no-output --json >fallen.json
check "alone it falls" awk -v a="$(field fallen.json outputs/pole.angle)" 'BEGIN { exit !(a > 0.5) }'
expect 0 'push  without packets 0' run pole.yaml --real-time --signals
expect 0 '' run pole.yaml --real-time --signals --json
in=$(field out.txt inputs/hash)
out=$(field out.txt outputs/hash)

# connect PORT INPUTS_HASH UNTIL CLIENT...: the client closes the loop, once it listens; in the background
connect() {
  port=$1 hash=$2 until=$3
  shift 3
  "$@" $((port + 1)) "$out" "$port" "$hash" -4.83 -7.24 53.6 13.9 >"client.$port" 2>&1 &
  client=$!
  for _ in $(seq 1200); do
    grep -q listening "client.$port" && break
    sleep 0.1
  done
  "$JOUNCE" run pole.yaml --real-time --until "$until" --udp-in "$port" --udp-out $((port + 1)) --no-output --json >"run.$port" 2>"run.$port.err"
  echo $? >"code.$port"
  wait $client
  echo $? >"client_code.$port"
}
# balanced PORT NAME: what has come of it
balanced() {
  check "$2 ends well" equal "$(cat "code.$1" "client_code.$1" | tr '\n' ' ')" "0 0 "
  check "$2: upright" near "$(field "run.$1" outputs/pole.angle)" 0 0.2
  check "$2: packets are taken" [ "$(field "run.$1" real_time/heard)" -gt 100 ]
  check "$2: every one is sent" equal "$(field "run.$1" real_time/sent)" 701
  check "$2: none is foreign" equal "$(field "run.$1" real_time/dropped_foreign)" 0
  check "$2 has seen them all" grep -q '^701 packets answered' "client.$1"
}
port=$((20000 + $$ % 20000))
python=$(command -v python3)
check "the client compiles" ${CC:-cc} -O1 -Wall -Wextra -Werror -o feedback "$ROOT/clients/feedback.c"
connect $port "$in" 0.7 ./feedback &
[ -z "$python" ] || connect $((port + 2)) "$in" 0.7 python3 "$ROOT/clients/feedback.py" &
connect $((port + 4)) 0123456789abcdef 0.3 ./feedback &  # of another model
wait
balanced $port C
[ -z "$python" ] || balanced $((port + 2)) Python
other=run.$((port + 4))
check "packets of others are dropped" equal "$(field "$other" real_time/heard)" 0
check "and counted" [ "$(field "$other" real_time/dropped_foreign)" -gt 10 ]
check "a silence" equal "$(field "$other" real_time/silences)" 1
finish
