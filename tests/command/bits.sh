# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# bits.sh - the state hash of every shipped model, and of models with contacts, is the same for all variants of the C
# library's functions.
# GLIBC_TUNABLES disables those with FMA and AVX2, as on an old processor; other C libraries ignore it.
. "$(dirname -- "$0")/lib.sh"
old=glibc.cpu.hwcaps=-AVX2_Usable,-FMA_Usable,-FMA4_Usable,-AVX2,-FMA,-FMA4,-AVX512F

hash_of() { "$JOUNCE" run "$@" --until 0.2 --no-output --json 2>err.txt >a.json && field a.json state_hash; }
same() {
  here=$(hash_of "$@")
  there=$(GLIBC_TUNABLES=$old hash_of "$@")
  check "a state hash of $*" test -n "$here"
  check "bits of jounce run $*" equal "$here" "$there"
}

for model in models/*/*.yaml papers/*/*.yaml; do same "$model"; done
for model in "$ROOT"/tests/data/contact/*.yaml; do
  case $model in
    */cam-roller.yaml) same "$model" --set start=0.05 ;;  # its own start is that of another follower
    *) same "$model" ;;
  esac
done
for model in models/benchmarks/andrews-a03.yaml papers/park/park-four-bar.yaml; do
  for formulation in reduced partition orthonormal index3-projected; do same "$model" --formulation $formulation; done
done
finish
