# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# slurm.sh - sweeps with a real Slurm: munge with its own socket, controller and node as plain processes of two
# processors. The table equals that of a sweep without Slurm, bit for bit, also after tasks were killed and submitted
# again. Exit code 77: Slurm is not installed.
for program in munged slurmctld slurmd sbatch squeue scancel; do
  PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || { echo "left out: there is no $program (Debian: slurm-wlm, munge)"; exit 77; }
done
. "$(dirname -- "$0")/lib.sh"
PATH=$PATH:/usr/sbin
model=models/examples/slider-crank.yaml
name=$(hostname -s)
base=$((20000 + $$ % 20000))  # ports: of the controller and of the node
pids=
trap 'for pid in $pids; do kill "$pid"; done 2>/dev/null; sleep 0.3; rm -rf "$work"' EXIT

mkdir state spool
dd if=/dev/urandom of=munge.key bs=1024 count=1 2>/dev/null
chmod 700 "$work"
chmod 600 munge.key
cat >slurm.conf <<END
ClusterName=jounce
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$base
SlurmdPort=$((base + 1))
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0
SlurmdParameters=config_overrides
ReturnToService=2
MinJobAge=2
KillWait=1
NodeName=$name NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=here Nodes=$name Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$work/slurm.conf"
munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed" >munged.txt 2>&1 &
pids=$!
for _ in $(seq 50); do [ -S munge.socket ] && break; sleep 0.1; done
slurmctld -D -f "$work/slurm.conf" >slurmctld.txt 2>&1 &
pids="$pids $!"
slurmd -D -f "$work/slurm.conf" -N "$name" >slurmd.txt 2>&1 &
pids="$pids $!"
up() { sinfo -h -o %T 2>/dev/null | grep -q idle; }
for _ in $(seq 150); do up && break; sleep 0.2; done
up || { echo "left out: Slurm does not come up here"; tail -3 munged.txt slurmctld.txt slurmd.txt; exit 77; }

# No task waits or runs any more.
wait_for_jobs() { for _ in $(seq 300); do [ -z "$(squeue -h 2>/dev/null)" ] && return 0; sleep 0.2; done; return 1; }

study="--vary r=40mm:60mm:3 --random l=normal(150mm,1mm) --runs 4 --until 0.5"
# shellcheck disable=SC2086  # lists of words
expect 0 '^  hash' sweep "$model" $study -o here --threads 2
# shellcheck disable=SC2086
expect 0 'of Slurm, 6 tasks' sweep "$model" $study -o there --shards 6 --slurm -- --partition=here --cpus-per-task=1
check "the job ends" wait_for_jobs
expect 0 '^  hash' sweep there --collect
check "the table is that of one machine" cmp here/table.csv there/table.csv
check "as a result, too" cmp here/table.h5 there/table.h5

# what is missing is submitted again: shards that were lost, and tasks that were killed
rm there/shard-00000002-00000003.h5 there/shard-00000010-00000011.h5 there/table.csv
expect 130 '4 of 12 runs are not done' sweep there --collect
expect 2 'submits what is missing' sweep there --slurm
expect 0 'of Slurm, 2 tasks' sweep there --slurm --resume
check "that job ends" wait_for_jobs
expect 0 '' sweep there --collect
check "nothing is missing any more" cmp here/table.csv there/table.csv
expect 0 'all shards are done' sweep there --slurm --resume

long="--vary r=40mm:60mm:4 --until 100 --outputs piston.x"
# shellcheck disable=SC2086
"$JOUNCE" sweep "$model" $long -o whole --quiet
# shellcheck disable=SC2086
expect 0 'of Slurm, 4 tasks' sweep "$model" $long -o cut --slurm
for _ in $(seq 50); do squeue -h -t R 2>/dev/null | grep -q . && break; sleep 0.1; done
scancel --signal=KILL -u "$(id -un)" --full 2>/dev/null
scancel -u "$(id -un)" 2>/dev/null
check "the killed job ends" wait_for_jobs
expect 130 "runs are not done" sweep cut --collect
expect 0 '' sweep cut --slurm --resume
check "what was killed ends" wait_for_jobs
expect 0 '' sweep cut --collect
check "a killed job that was submitted again" cmp whole/table.csv cut/table.csv
expect 7 'sbatch has refused' sweep "$model" --vary r=40mm:60mm:2 -o refused --slurm -- --partition=nowhere
finish
