# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# package.sh - the Debian package: cpack makes it of this build, dpkg installs it into a root of its own, the command runs
# from there, a C program is built with the installed library, and nothing is left after removal. lintian, where it is
# installed, finds no error. Skipped (77) without cpack and dpkg-deb.
. "$(dirname -- "$0")/lib.sh"
for tool in cpack dpkg-deb; do
  command -v $tool >/dev/null 2>&1 || { echo "there is no $tool: the package was not made"; exit 77; }
done
if ! cpack --config "$BUILD/CPackConfig.cmake" -G DEB -B "$work/packages" >cpack.log 2>&1; then
  cat cpack.log
  exit 1
fi
package=$(ls packages/jounce_*.deb)
check "the name has the version" test "$(basename "$package")" = "jounce_$("$JOUNCE" version --json | "$JSON_GET" version)_$(dpkg --print-architecture).deb"

# ---- installation
root=$work/root
mkdir -p root/var/lib/dpkg/info root/var/lib/dpkg/updates
: >root/var/lib/dpkg/status
dpkg_root() { dpkg --root="$root" --log=/dev/null --force-depends "$@" >dpkg.log 2>&1; }
if [ "$(id -u)" = 0 ]; then
  check "dpkg installs it" dpkg_root --install "$package"
  check "it is installed" sh -c "dpkg-query --admindir='$root/var/lib/dpkg' -s jounce | grep -q '^Status: install ok installed'"
else
  echo "dpkg installs packages for root alone: this one is unpacked"
  check "dpkg-deb unpacks it" dpkg-deb -x "$package" "$root"
fi
usr=$root/usr
for file in bin/jounce include/jounce/jounce.h include/jounce/choices.def lib/cmake/jounce/jounce-config.cmake \
  share/bash-completion/completions/jounce share/zsh/site-functions/_jounce share/jounce/docs/model.schema.json \
  share/jounce/models/examples/four-bar.yaml share/doc/jounce/guide.md share/doc/jounce/copyright \
  share/doc/jounce/changelog.gz share/man/man1/jounce.1.gz share/man/man1/jounce-run.1.gz; do
  check "it has $file" test -s "$usr/$file"
done
check "everything belongs to root" test -z "$(dpkg-deb -c "$package" | awk '$2 != "root/root"')"
# the command has no path of this machine in it, such as that of an interpreter or of libraries
check "no search path" sh -c "! readelf -d '$usr/bin/jounce' | grep -qE 'RPATH|RUNPATH'"
for verb in $("$usr/bin/jounce" help --json | sed -n 's/^ *"name": "\(.*\)",*$/\1/p'); do
  check "jounce-$verb(1)" test -s "$usr/share/man/man1/jounce-$verb.1.gz"
done
if command -v man >/dev/null 2>&1; then
  check "man finds a page" sh -c "man -M '$usr/share/man' -P cat jounce-run | grep -q -e '--integrator'"
fi

# ---- use: the installed command, and a program with the installed library
check "it runs a model" "$usr/bin/jounce" run "$usr/share/jounce/models/examples/four-bar.yaml" --until 0.5 -o four-bar.csv -q
check "and writes results" test "$(wc -l <four-bar.csv)" -gt 100
cat >program.c <<'END'
#include <jounce/jounce.h>
#include <stdio.h>
int main(int argc, char **argv) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = argc > 1 ? jn_model_read(NULL, argv[1], NULL, 0, report) : NULL;
  printf("%s %d\n", jn_version(), model ? jn_model_nbodies(model) : -1);
  jn_model_free(model);
  jn_report_free(report);
  return model ? 0 : 1;
}
END
PKG_CONFIG_PATH=$(dirname "$(find "$root" -name jounce.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # words
check "a program is built with pkg-config" "${CC:-cc}" -std=c11 program.c -o program $(pkg-config --cflags --libs jounce)
check "and runs" ./program "$usr/share/jounce/models/examples/four-bar.yaml"
mkdir project
printf 'cmake_minimum_required(VERSION 3.22)\nproject(program C)\nfind_package(Jounce 0.1 REQUIRED)\nadd_executable(p ../program.c)\ntarget_link_libraries(p jounce::jounce)\n' >project/CMakeLists.txt
check "a program is configured with find_package(Jounce)" cmake -S project -B project/b -DCMAKE_PREFIX_PATH="$usr" >cmake.log 2>&1
check "and is built" cmake --build project/b >build.log 2>&1
check "and runs" project/b/p "$usr/share/jounce/models/examples/four-bar.yaml"

# ---- lintian: members of the archive take it as long as all other files, so that only --long looks at them
if command -v lintian >/dev/null 2>&1; then
  linted=$package
  if [ "${JOUNCE_LONG:-}" != 1 ]; then
    linted=without/$(basename "$package")
    mkdir without
    dpkg-deb -R "$package" without/files
    rm without/files/usr/lib/*/libjounce.a without/files/usr/lib/libjounce.a 2>/dev/null
    sed -i '/libjounce\.a$/d' without/files/DEBIAN/md5sums
    dpkg-deb --root-owner-group -Zgzip -z1 -b without/files "$linted" >/dev/null
  fi
  lintian --fail-on error "$linted" >lintian.log 2>&1
  status=$?
  check "lintian: $(grep '^E:' lintian.log)" test $status = 0
else
  echo "there is no lintian: the package was not checked by it"
fi

# ---- removal
if [ "$(id -u)" = 0 ]; then
  check "dpkg removes it" dpkg_root --purge jounce
  check "nothing is left" test -z "$(find "$root" -mindepth 1 -maxdepth 1 ! -name var)"
fi

# ---- the same without a package: `cmake --install`, and the target `uninstall`
check "install" cmake --install "$BUILD" --prefix "$work/prefix" >install.log
check "manual page" test -s prefix/share/man/man1/jounce-run.1
# other tests install at the same time, and each writes the list of its files into the build folder: this one is our own
sed -n 's/^-- Installing: //p' install.log | while read -r path; do [ -d "$path" ] || echo "$path"; done >install_manifest.txt
check "a list of files" test "$(wc -l <install_manifest.txt)" -gt 150
check "uninstall" cmake -D MANIFEST="$work/install_manifest.txt" -P "$ROOT/cmake/uninstall.cmake" >uninstall.log 2>&1
check "no file is left" test -z "$(find prefix ! -type d)"
check "no folder of its own is left" test -z "$(find prefix -path '*/jounce*')"
cmake -D MANIFEST="$work/install_manifest.txt" -P "$ROOT/cmake/uninstall.cmake" >uninstall.log 2>&1
check "a second time says why not" grep -q "nothing was installed" uninstall.log
finish
