#!/bin/sh
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# commands.sh PAGE - runs the commands of a page of the documentation, in its own folder.
#
# In order of the page: a block after `<!-- file: NAME -->` is written to that file; a block ```sh is run and must end with 0, or with
# N after `<!-- exit: N -->`; each line of a block after `<!-- output -->` must occur in what the last run printed (blanks count once,
# a line "..." is skipped). Other blocks are left alone.
set -eu
page=${1:?}
JOUNCE=${JOUNCE:?}
ROOT=${ROOT:?}
BUILD=${BUILD:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$work/parts" "$work/bin" "$work/here"
cat >"$work/bin/jounce" <<END
#!/bin/sh
[ "\${1:-}" != reproduce ] || set -- "\$@" --repeat 1  # times are left to papers/check.sh
exec "$JOUNCE" "\$@"
END
chmod +x "$work/bin/jounce"
ln -s "$ROOT/models" "$ROOT/papers" "$ROOT/clients" "$work/here/"
PATH=$work/bin:$PATH
if [ -d "$BUILD/python/jounce" ] && [ -n "${PYTHON:-}" ]; then  # the module of Python, where it is built
  ln -s "$PYTHON" "$work/bin/python3"
  export PYTHONPATH="$BUILD/python" PYTHONDONTWRITEBYTECODE=1
fi

# parts: 001.name + 001.file, 002.exit + 002.sh, 003.output
awk -v to="$work/parts" '
  function part(ending) { return sprintf("%s/%03d.%s", to, n, ending) }
  /^<!-- file: .* -->$/ { mark = "file"; what = substr($0, 12, length($0) - 15); next }
  /^<!-- exit: .* -->$/ { mark = "exit"; what = substr($0, 12, length($0) - 15); next }
  /^<!-- output -->$/ { mark = "output"; next }
  !inside && /^```./ {
    inside = 1; n++; target = ""
    if (mark == "file") { print what > part("name"); target = part("file") }
    else if (mark == "output") target = part("output")
    else if ($0 == "```sh") { print (mark == "exit" ? what : 0) > part("exit"); target = part("sh") }
    if (target != "") printf "" > target
    mark = ""; next
  }
  inside && /^```$/ { inside = 0; if (target != "") close(target); next }
  inside && target != "" { print > target }
' "$ROOT/$page"

# an installed library for the pages that compile something
if grep -qs pkg-config "$work"/parts/*.sh; then
  cmake --install "$BUILD" --prefix "$work/prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name jounce.pc)")
  export PKG_CONFIG_PATH
fi

blocks=0
faults=0
cd "$work/here"
: >"$work/printed"
squeezed() { tr -s ' ' <"$1" | sed 's/^ //; s/ $//'; }
for part in "$work"/parts/*; do
  number=${part%.*}
  case $part in
    *.file) cp "$part" "$(cat "$number.name")" ;;
    *.sh)
      # a build for tests, or without Node, has no page: its commands are for others
      if grep -qE '^jounce (view |(kinematics|inverse|equilibrium|modes) .*--report)' "$part" && jounce view models/examples/pendulum.yaml --no-open -o page.html 2>&1 | grep -q 'has no page'; then continue; fi
      blocks=$((blocks + 1))
      got=0
      sh -e "$part" >"$work/printed" 2>&1 </dev/null || got=$?
      [ "$got" = "$(cat "$number.exit")" ] && continue
      faults=$((faults + 1))
      echo "$page: exit code $got instead of $(cat "$number.exit") from:"
      cat "$part" "$work/printed"
      ;;
    *.output)
      squeezed "$work/printed" >"$work/squeezed"
      squeezed "$part" | while IFS= read -r line; do
        [ -n "$line" ] && [ "$line" != ... ] || continue
        grep -qF -- "$line" "$work/squeezed" || echo "$page: not printed: $line"
      done >"$work/missing"
      [ -s "$work/missing" ] || continue
      faults=$((faults + 1))
      cat "$work/missing" "$work/printed"
      ;;
  esac
done
echo "$page: $blocks blocks, $faults faults"
[ "$faults" = 0 ]
