#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# keys.sh - checks that every key of the reader of model files is in the JSON Schema and in docs/model-format.md.
set -eu
ROOT=${ROOT:?}
page=$ROOT/docs/model-format.md
schema=$ROOT/docs/model.schema.json

# the lists that are given to jni_read_check_keys: `keys[] = {"a", "b", NULL}`
keys=$(cat "$ROOT"/src/model/read/*.c "$ROOT"/src/model/part/*.c | tr '\n' ' ' |
  grep -o 'const char \*const keys\[\] = {[^}]*}' | grep -o '"[^"]*"' | tr -d '"' | sort -u)
n=0
faults=0
for key in $keys; do
  n=$((n + 1))
  grep -q "\"$key\":" "$schema" || { echo "docs/model.schema.json does not have the key '$key'"; faults=$((faults + 1)); }
  grep -qw -- "$key" "$page" || { echo "docs/model-format.md does not name the key '$key'"; faults=$((faults + 1)); }
done
echo "$n keys, $faults faults"
[ "$n" -gt 40 ] && [ "$faults" = 0 ]
