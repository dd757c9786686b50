#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# includes.sh - checks that a folder of src includes and calls only itself and folders to its left in `order`
# (docs/architecture.md), and that app, papers, bench and python include only public headers and their own.
set -eu
root=${ROOT:?}
# folders joined by + share a level: their headers need each other
order="base xml fmi kernel kernel/call kernel/force kernel/ground kernel/subsystem kernel/step contact symbolic symbolic/rewrite linalg/dense linalg/lu linalg/kkt linalg/blocks linalg/split model/csv model/property model/expression model+model/road+model/shape+model/signal model/document model/package model/read+model/part import fmi/fmu
  joint/equations joint force force/tyre force/track subsystem system+system/drive+system/tree+system/coordinates system/derivative system/signal system/probe integrate formulation
  formulation/ode+formulation/basis+formulation/control formulation/residual formulation/step formulation/reduced compile/fit compile+compile/implicit+compile/tables+compile/states compile/keep compile/derivative compile/print compile/file compile/run analysis analysis/assembly
  analysis/linear analysis/equilibrium analysis/dynamics analysis/kinematics+analysis/inverse simulate realtime simulate/compare simulate/compile output output/svg output/picture output/html output/hdf5
  output/compare study fmi/engine fmi/export fmi/printed"
# public headers belong to the folder that implements them
owner() {
  case $1 in
    jounce/base.h) echo base ;;
    jounce/choices.def | jounce/choices.h | jounce/element.h | jounce/model.h | jounce/subsystem.h) echo model ;;
    jounce/document.h) echo model/document ;;
    jounce/controller.h) echo subsystem ;;
    jounce/import.h) echo import ;;
    jounce/fmu.h) echo fmi/fmu ;;
    jounce/system.h) echo system ;;
    jounce/reduced.h) echo formulation ;;
    jounce/assembly.h | jounce/dynamics.h | jounce/equilibrium.h | jounce/kinematics.h | jounce/inverse.h | jounce/linear.h)
      header=${1#jounce/}
      echo "analysis/${header%.h}" ;;
    jounce/simulate.h | jounce/session.h) echo simulate ;;
    jounce/realtime.h) echo realtime ;;
    jounce/compare.h) echo simulate/compare ;;
    jounce/compile.h | jounce/derivatives.h) echo simulate/compile ;;
    jounce/result.h | jounce/record.h | jounce/diff.h) echo output ;;
    jounce/picture.h) echo output/picture ;;
    jounce/sweep.h) echo study ;;
    jounce/fmu_export.h) echo fmi/export ;;
    jounce/tyre.h) echo force/tyre ;;
    */*) echo "${1%/*}" ;;
    *) echo unknown ;;
  esac
}
# the level of every folder, once: "folder level" lines
levels=$(n=0; for level in $order; do n=$((n + 1)); for folder in $(echo "$level" | tr + ' '); do echo "$folder $n"; done; done)
place() { echo "$levels" | awk -v folder="$1" '$1 == folder { found = $2 } END { print found + 0 }'; }
included() { sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$1"; }

faults=0
checked=0
complain() { echo "$1 $2"; faults=$((faults + 1)); }

for folder in $(cd "$root/src" && find . -type d ! -name . | sed 's|^\./||' | sort); do
  files=$(find "$root/src/$folder" -maxdepth 1 -name '*.[ch]' | wc -l)
  [ "$files" -gt 0 ] || continue
  mine=$(place "$folder")
  [ "$mine" != 0 ] || { complain "src/$folder" "is not in the order of folders"; continue; }
  for header in $(cat "$root/src/$folder"/*.[ch] | included /dev/stdin | sort -u); do
    checked=$((checked + 1))
    theirs=$(place "$(owner "$header")")
    if [ "$theirs" = 0 ]; then complain "src/$folder" "includes $header, which belongs to no folder"
    elif [ "$theirs" -gt "$mine" ]; then complain "src/$folder" "includes $header, which lies to its right"
    fi
  done
done

# nothing calls to the right: functions that objects of the library need are defined in the same folder or to its left. Data may be anywhere:
# a table of kinds is filled on its right. What joint_kind.h and choice.h of the model promise of the kinds on its right are doors.
doors="jni_joint_rows jni_choice_name jni_choice_help"
objects=${BUILD:?}/CMakeFiles/jounce.dir/src
calls=$(cd "$root/src" && find . -name '*.c' | sed 's|^\./||' | while read -r file; do echo "$objects/$file.o"; done | xargs nm -P -g -A |
  awk -v levels="$levels" -v doors="$doors" -v objects="$objects/" '
    BEGIN { n = split(levels, word); for (i = 1; i < n; i += 2) level[word[i]] = word[i + 1]; split(doors, list); for (i in list) door[list[i]] = 1 }
    $2 !~ /^jn/ { next }
    { file = substr($1, length(objects) + 1); sub(/\.o:$/, "", file); folder = file; sub(/\/[^\/]*$/, "", folder) }
    $3 == "T" { defined[$2] = file; home[$2] = folder; functions++ }
    $3 == "U" { needs++; user[needs] = file; where[needs] = folder; what[needs] = $2 }
    END {
      for (i = 1; i <= needs; i++)
        if (what[i] in home && level[home[what[i]]] > level[where[i]] && !(what[i] in door))
          print "src/" user[i] " calls " what[i] " in src/" defined[what[i]] ", to its right"
      print functions + 0
    }')
functions=${calls##*
}
[ "$functions" -gt 500 ] || complain "$objects" "defines only $functions functions"
wrong=$(echo "$calls" | sed '$d')
[ -z "$wrong" ] || { echo "$wrong"; faults=$((faults + $(echo "$wrong" | wc -l))); }

# of app and papers each file sees its own folder, app, app/common and papers
for file in $(find "$root/app" "$root/papers" "$root/bench" -name '*.[ch]' -o -name '*.cpp'); do
  name=${file#"$root"/}
  for header in $(included "$file"); do
    checked=$((checked + 1))
    case $header in jounce/*) [ -f "$root/include/$header" ] || complain "$name" "includes $header, which is no public header"; continue ;; esac
    case $name in
      bench/linalg_bench.c | bench/elementary_bench.c | bench/compiled_code.c | bench/steps_bench.c) continue ;;  # time the inside alone
      bench/*) [ -f "${file%/*}/$header" ] || complain "$name" "includes $header, which is not its own" ;;
      papers/*) [ -f "$root/papers/$header" ] || { [ -f "$root/app/$header" ] && [ "${header%/*}" = common ]; } ||
        complain "$name" "includes $header, which is neither of the papers nor of app/common" ;;
      app/common/*) [ -f "$root/app/$header" ] && [ "${header%/*}" = common ] || [ -f "${file%/*}/$header" ] ||
        complain "$name" "includes $header, which is not of app/common" ;;
      app/verb/reproduce.c) [ -f "$root/papers/$header" ] || [ -f "$root/app/$header" ] || complain "$name" "includes $header, which is not there" ;;
      *) [ -f "${file%/*}/$header" ] || [ -f "$root/app/$header" ] || complain "$name" "includes $header, which is not of app" ;;
    esac
  done
done
# the module of Python is made of public headers alone, too
for file in "$root"/python/core/*.[ch]; do
  for header in $(included "$file"); do
    checked=$((checked + 1))
    case $header in
      jounce/*) [ -f "$root/include/$header" ] || complain "${file#"$root"/}" "includes $header, which is no public header" ;;
      *) [ -f "${file%/*}/$header" ] || complain "${file#"$root"/}" "includes $header, which is not its own" ;;
    esac
  done
done

# no code compares the name of a kind with a word: what others need of a kind is a field of it
for line in $(grep -rnE 'strn?cmp\([^,]*kind->name, "' "$root/src" "$root/app" | cut -d : -f 1,2); do
  complain "${line#"$root"/}" "compares the name of a kind with a word; add a field to the kind"
done

[ "$checked" -gt 100 ] || { echo "only $checked includes were seen"; exit 1; }
echo "$checked includes, $functions functions, $faults faults"
[ "$faults" = 0 ]
