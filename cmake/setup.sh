# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# setup.sh - common to ./run and ./test: packages and builds. Sourced, with $root set to the folder of the project.
# Nothing here writes to standard output.

say() { printf '%s\n' "$*" >&2; }

build_packages="cmake ninja-build gcc g++ libc6-dev pkg-config libfyaml-dev liblapack-dev libsundials-dev libsuitesparse-dev libhdf5-dev libexpat1-dev"
test_packages="clang clang-format libclang-rt-dev"
optional_packages="libmujoco-dev chromium slurm-wlm munge"  # for the comparison of imported models (test_import_mujoco); for the page in a browser (web_page); for sweeps by Slurm (command_slurm)
index_packages="libsqlite3-dev"  # for the index of a folder of sweeps
fmu_packages="libzip-dev"  # for FMUs: the archives
python_packages="python3-dev python3-numpy python3-pip"  # for the Python module and its tests; with them Debian's python3
page_packages="clang lld wasi-libc libclang-rt-14-dev-wasm32"  # for the page of `jounce view`, with node and npm

# Prints the packages of the list that are not installed.
missing_packages() {
  for package in "$@"; do
    case "$installed" in
      *" $package "*) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# Checks on systems without apt-get whether the tools are installed.
have_tools() {
  for tool in cmake cc c++ pkg-config; do
    command -v "$tool" >/dev/null 2>&1 || return 1
  done
  pkg-config --exists libfyaml
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
    say "These packages are missing, and installing them needs root or sudo: $*"
    say "Run this as root:  apt-get install $*"
    exit 1
  fi
  say "Installing the missing packages: $*"
  log=$(mktemp)
  if ! { as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    say "The packages could not be installed: $*"
    exit 1
  fi
  rm -f "$log"
}

# find_missing NAME...: sets $missing.
find_missing() {
  # shellcheck disable=SC2016  # the braces are for dpkg-query
  installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package} ' "$@" 2>/dev/null | sed 's/not-installed [^ ]* //g; s/config-files [^ ]* //g; s/installed //g') "
  missing=$(missing_packages "$@")
}

have_apt() { command -v apt-get >/dev/null 2>&1 && command -v dpkg-query >/dev/null 2>&1; }

# ensure_packages NAME...: installs missing packages (Debian and its relatives), or prints them and stops.
ensure_packages() {
  if ! have_apt; then
    have_tools && return 0
    say "Jounce needs these packages (their Debian names), please install them: $*"
    exit 1
  fi
  find_missing "$@"
  # shellcheck disable=SC2086  # a list of words
  [ -z "$missing" ] || install_packages $missing
}

apt_quietly() { as_root env DEBIAN_FRONTEND=noninteractive "$@" >/dev/null 2>&1; }

# fetch_shortly COMMAND...: downloads with a time limit. It can be stopped at any time, because nothing is installed
# yet.
fetch_shortly() {
  apt_quietly timeout 120 apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10 "$@"
}

# try_package NAME: downloads with a time limit, then installs without one.
try_package() {
  [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null || return 1
  say "Installing the optional package $1"
  fetch_shortly install -y --no-install-recommends --download-only "$1" ||
    { fetch_shortly update && fetch_shortly install -y --no-install-recommends --download-only "$1"; } || return 1
  apt_quietly apt-get -qq --no-download install -y --no-install-recommends "$1"
}

# try_packages NAME...: installs missing packages if that is possible without asking; builds then look for them again.
# Never stops.
try_packages() {
  have_apt || return 0
  find_missing "$@"
  [ -n "$missing" ] || return 0
  for package in $missing; do
    if try_package "$package"; then
      lock_builds
      rm -f "$root"/build*/build.ninja "$root"/build*/Makefile
      unlock_builds
    else
      say "The optional package $package could not be installed; what needs it is left out."
    fi
  done
}

# fetch_node_packages FOLDER WHAT WITHOUT: installs the packages of a package-lock.json if npm is there. Never stops.
fetch_node_packages() {
  command -v npm >/dev/null 2>&1 || return 0
  lock=$root/$1/package-lock.json
  made=$root/$1/node_modules/.jounce-lock
  ! cmp -s "$lock" "$made" || return 0
  say "Fetching the packages of $2 (npm)"
  log=$(mktemp)
  if (cd "$root/$1" && npm ci --ignore-scripts --no-audit --no-fund) >"$log" 2>&1; then
    cp "$lock" "$made"
    lock_builds
    rm -f "$root"/build*/build.ninja "$root"/build*/Makefile
    unlock_builds
  else
    say "The packages of $2 could not be fetched; $3 is left out."
  fi
  rm -f "$log"
}

# prepare_page: installs the tools for the page of `jounce view` if possible. Never stops.
prepare_page() {
  node_packages=
  command -v node >/dev/null 2>&1 || node_packages="nodejs"
  command -v npm >/dev/null 2>&1 || node_packages="$node_packages npm"
  # shellcheck disable=SC2086  # lists of words
  try_packages $page_packages $node_packages
  fetch_node_packages web "the page" "'jounce view'"
}

# prepare_peers: installs the peer of the benchmark in WebAssembly if possible. Never stops.
prepare_peers() { fetch_node_packages bench/wasm "the benchmark in WebAssembly" "its test"; }

generator() { if command -v ninja >/dev/null 2>&1; then echo Ninja; else echo "Unix Makefiles"; fi; }

processors() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# show_failures LOG: prints a log without lines about successes.
show_failures() { grep -v '^\[[0-9]*/[0-9]*\] [BLG]' "$1" >&2; }

# configure FOLDER OPTIONS...: configures once, and again after the project has been moved or a tool was installed.
configure() {
  folder=$1
  shift
  if [ -f "$folder/CMakeCache.txt" ] && ! grep -qFx "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
  fi
  if [ -f "$folder/.tools" ] && [ "$(cat "$folder/.tools")" != "$(tools)" ]; then rm -f "$folder/build.ninja" "$folder/Makefile"; fi
  if [ -f "$folder/build.ninja" ] || [ -f "$folder/Makefile" ]; then return 0; fi
  mkdir -p "$folder"
  tools >"$folder/.tools"
  say "Configuring ${folder#"$root"/}"
  cmake -S "$root" -B "$folder" -G "$(generator)" "$@" >"$folder/configure.log" 2>&1 && return 0
  show_failures "$folder/configure.log"
  return 1
}

# show_progress LOG: copies the output of a build to a file, and says how far it is: on a terminal in one line, otherwise
# every ten per cent. Says nothing of a build with few steps.
show_progress() {
  began=$(date +%s) shown=0 terminal=
  ! [ -t 2 ] || terminal=yes
  while IFS= read -r line; do
    printf '%s\n' "$line" >&3
    case $line in
      "["*/*"]"*) inside=${line%%"]"*} inside=${inside#"["} all=${inside#*/} inside=${inside%%/*} ;;  # ninja: [12/345]
      "["*%"]"*) inside=${line%%"%"*} inside=${inside#"["} inside=${inside##* } all=100 ;;          # make: [ 12%]
      *) continue ;;
    esac
    case $inside$all in *[!0-9]* | "") continue ;; esac
    [ "$all" -ge 20 ] || continue
    percent=$((100 * inside / all))
    if [ -n "$terminal" ] && [ $percent -gt $shown ]; then
      shown=$percent
      printf '\r%s' "  $percent % built, $(($(date +%s) - began)) s " >&2
    elif [ $percent -ge $((shown + 10)) ]; then
      shown=$((percent / 10 * 10))
      say "  $shown % built, $(($(date +%s) - began)) s"
    fi
  done 3>"$1"
  [ -z "$terminal" ] || [ $shown = 0 ] || say ""
}

# build FOLDER [TARGET...]: builds everything, or the targets; shows the output only if that fails.
build() {
  folder=$1
  shift
  rm -f "$folder/build.failed"
  { cmake --build "$folder" --parallel "$(processors)" ${1+--target "$@"} 2>&1 || : >"$folder/build.failed"; } |
    show_progress "$folder/build.log"
  [ -f "$folder/build.failed" ] || return 0
  show_failures "$folder/build.log"
  return 1
}

# python_target FOLDER: prints the target of the Python module if Python's headers are installed.
python_target() { ! grep -qFx 'JOUNCE_PYTHON_HEADERS_FOUND:INTERNAL=ON' "$1/CMakeCache.txt" || echo jounce_python; }

# Allows one build at a time in this tree; the lock (descriptor 9) ends with the process.
lock_builds() {
  mkdir -p "$root/build"
  exec 9>"$root/build/.lock"
  if command -v flock >/dev/null 2>&1; then flock 9; fi
}

unlock_builds() { exec 9>&-; }

# ---- whether ./run has to build ---------------------------------------------------------------------------

# Prints the tools that decide what is built.
tools() { for tool in cmake ninja cc node npm clang wasm-ld python3 x86_64-w64-mingw32-gcc; do command -v $tool || echo "no $tool"; done; }

# is_current: whether nothing has changed since the last complete build: neither sources nor packages nor tools. Takes a
# tenth of the time of the build system, which looks into every file.
is_current() {
  stamp=$root/build/.current
  [ -f "$stamp" ] && [ -x "$root/build/jounce" ] && [ "$(cat "$stamp")" = "$root
$(tools)" ] || return 1
  [ ! -f /var/lib/dpkg/status ] || [ -z "$(find /var/lib/dpkg/status -newer "$stamp")" ] || return 1
  [ -z "$(cd "$root" && find CMakeLists.txt cmake include src fmu app papers models python web -name node_modules -prune -o -newer build/.current -print | head -n 1)" ]
}

# Notes the time at which a complete build begins; mark_current confirms it at its end.
begin_current() { { echo "$root"; tools; } >"$root/build/.current.new"; }
mark_current() { mv "$root/build/.current.new" "$root/build/.current"; }
