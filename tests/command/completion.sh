# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# completion.sh - completion for shells and manual pages: made from the tables that the help is made from, so they have
# all of its verbs and options; and what bash and zsh offer, where these are installed.
. "$(dirname -- "$0")/lib.sh"
verbs=$("$JOUNCE" help --json | sed -n 's/^ *"name": "\(.*\)",*$/\1/p')
check "verbs" test "$(echo "$verbs" | wc -l)" -gt 20
expect 2 "there is one for bash and zsh" completion fish
expect 2 "needs a shell" completion
check "the script in JSON" test -n "$("$JOUNCE" completion zsh --json | "$JSON_GET" script)"
mkdir here here/files here/man
cd here || exit 1
for name in a.yaml "two words.json" robot.urdf a.h5 notes.txt; do : >"files/$name"; done
"$JOUNCE" completion bash >jounce.bash
"$JOUNCE" completion zsh >_jounce

# ---- manual pages: every option of the help, and nothing that groff complains of
"$JOUNCE" help --man >man/jounce.1
for verb in $verbs; do
  "$JOUNCE" help "$verb" --man >"man/jounce-$verb.1"
  grep -q "^\\\\fB$verb\\\\fR" man/jounce.1 || check "jounce.1 has $verb" false
  "$JOUNCE" help "$verb" --json | sed -n '/"options"/,/"examples"/s/^ *"name": "\(.*\)",*$/--\1/p' | LC_ALL=C sort >expected
  sed -n '/^.SH OPTIONS/,/^.SH EXAMPLES/s/^[^ ]*\( \|\)\\fB\(\\-\\-[^ ]*\)\\fR.*/\2/p' "man/jounce-$verb.1" | sed 's/\\-/-/g' |
    LC_ALL=C sort >found
  check "options of jounce-$verb.1" cmp expected found
done
check "exit codes" sh -c "sed -n '/^.SH EXIT/,/^.SH FILES/p' man/jounce.1 | grep -q '^.B 130'"
expect 2 "contradict each other" help run --man --json
if command -v groff >/dev/null 2>&1; then
  groff -man -ww -z man/*.1 >groff.txt 2>&1
  check "groff: $(head -1 groff.txt)" test ! -s groff.txt
fi

# ---- bash: complete.bash completes the last word of each line of its input, in which blanks separate words
cat >complete.bash <<'END'
source ./jounce.bash
compopt() { :; }
while IFS=' ' read -r -a COMP_WORDS; do
  [[ ${COMP_WORDS[-1]} == - ]] && COMP_WORDS[-1]=''  # nothing yet
  [[ ${COMP_WORDS[-1]} == OPTION ]] && COMP_WORDS[-1]='-'
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _jounce
  printf '%s\n' "${COMPREPLY[@]}" | sed 's/ $//' | LC_ALL=C sort -u | paste -sd' '
done
END
# offers EXPECTED LINE: adds a line to be completed; "-" at its end: nothing of the last word is typed, "OPTION": a dash
: >lines
: >expected
offers() {
  echo "$1" >>expected
  echo "jounce $2" >>lines
}
sorted() { tr ' ' '\n' | sed '/^$/d' | LC_ALL=C sort -u | paste -sd' '; }
# shellcheck disable=SC2086  # a list of words
offers "$(echo $verbs --help --version | sorted)" "-"
offers "kinds kinematics" "ki"
for verb in $verbs; do
  "$JOUNCE" help "$verb" --json | sed -n '/"options"/,/"examples"/s/^ *"\(name\|letter\)": "\(.*\)",*$/\1\2/p' |
    sed 's/^name/--/; s/^letter/-/' >options
  offers "$(sorted <options)" "$verb OPTION"
done
models="files/a.yaml files/robot.urdf files/two words.json"
offers "rk4 rosenbrock" "run files/a.yaml --integrator r"
offers "rk4 rosenbrock" "run --integrator = r"
offers "auto cartesian joint natural" "check --coordinates ="
offers "$models" "run files/"
offers "$models" "run --set crank = 1 --until 2 files/"
offers "$models" "run -- files/"
offers "" "run files/a.yaml files/"
offers "" "run --set cra"
offers "" "run --set crank ="
offers "" "run --until 1"
offers "files/robot.urdf" "import files/"
offers "files/a.h5" "plot files/a.h5 files/"
offers "files man" "show x --files -"
offers "files/a.h5 files/a.yaml files/notes.txt files/robot.urdf files/two words.json" "import x -o files/"
offers "penalty" "compare files/a.yaml --formulation pen"
offers "reduced,partial-velocity reduced,partition" "compare files/a.yaml --formulation reduced,part"
offers "min,max min,mean min,min" "sweep x --take min,m"
offers "catch-up= skip slow stop" "run --on-overrun -"
offers "exact real-time" "compile files/a.yaml --preset -"
offers "blajer dopico park petzold yoon" "reproduce -"
offers "bash zsh" "completion -"
offers "run" "help ru"
offers "stairs" "drive files/a.yaml --course st"
if command -v bash >/dev/null 2>&1; then
  check "bash reads the script" bash -n jounce.bash
  bash complete.bash <lines >offered 2>&1
  paste -d'|' lines expected >expected.txt
  paste -d'|' lines offered >offered.txt
  check "what bash offers" diff expected.txt offered.txt
else
  echo "there is no bash: its completion was not tried"
fi

# ---- zsh: the names that completion adds, in a terminal of its own
cat >complete.zsh <<'END'
zmodload zsh/zpty
cat >rc.zsh <<'RC'
PROMPT=
fpath=($PWD $fpath)
autoload -Uz compinit
compinit -u -D
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a found
  builtin compadd -A found "$@"
  local name
  for name in $found; do print -r -- "offered:$name"; done
  [[ $#found -gt 0 ]]
}
complete-and-tell() { zle complete-word; print -r -- 'the end' }
zle -N complete-and-tell
bindkey '^I' complete-and-tell
print -r -- 'the end'
RC
zpty shell zsh -f -i
zpty -w shell 'source ./rc.zsh'
zpty -r shell out '*the end*'
for line in "$@"; do
  zpty -w -n shell "$line"$'\t'
  zpty -r shell out '*the end*'
  print -r -- "$line: "${(ou)${(M)${(f)${out//$'\r'/}}:#*offered:*}##*offered:}
  zpty -w -n shell $'\C-u'
done
zpty -d shell
END
if command -v zsh >/dev/null 2>&1; then
  check "zsh reads the script" zsh -n _jounce
  LC_ALL=C timeout 60 zsh -f complete.zsh "jounce ki" "jounce run --integrator=r" "jounce check --coordinates " \
    "jounce sweep x --take final,m" "jounce run files/r" "jounce help ru" "jounce check x --coo" >offered.txt 2>&1
  cat >expected.txt <<'END'
jounce ki: kinds kinematics
jounce run --integrator=r: rk4 rosenbrock
jounce check --coordinates : auto cartesian joint natural
jounce sweep x --take final,m: max mean min
jounce run files/r: robot.urdf
jounce help ru: run
jounce check x --coo: --coordinates
END
  check "what zsh offers" diff expected.txt offered.txt
else
  echo "there is no zsh: its completion was not tried"
fi
finish
