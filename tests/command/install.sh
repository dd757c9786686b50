# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# install.sh - the installed library is found by pkg-config and by CMake, and every public header stands alone.
. "$(dirname -- "$0")/lib.sh"
prefix=$work/prefix
check "install" cmake --install "$BUILD" --prefix "$prefix" >install.log
cat >consumer.c <<'END'
#include <jounce/jounce.h>
#include <stdio.h>
int main(void) {
  const char text[] = "jounce: 1\nname: falling\nspace: plane\ngravity: [0, -10]\nbodies: {a: {mass: 1, inertia: 1}}\n"
                      "simulate: {until: 1, step: 0.01}\noutputs: [a.y]\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "text", text, sizeof text - 1, NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  double y = run && jn_run_execute(run, report) == JN_OK ? jn_run_outputs(run)[0] : 0;
  for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  printf("%s %.6f\n", jn_version(), y);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
  return !(y > -5.000001 && y < -4.999999);
}
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(consumer C)
find_package(jounce 0.1 REQUIRED)
add_executable(consumer consumer.c)
target_link_libraries(consumer jounce::jounce)
END
for model in $(find "$prefix" -name '*.yaml'); do
  schema=$(sed -n '1s/^# yaml-language-server: $schema=//p' "$model")
  check "$model finds the schema" test -n "$schema" -a -f "$(dirname "$model")/$schema"
done
pc=$(dirname "$(find "$prefix" -name jounce.pc)")
export PKG_CONFIG_PATH="$pc"
# shellcheck disable=SC2046  # words
check "compile with pkg-config" cc -std=c11 consumer.c -o consumer ${SANITIZE:-} $(pkg-config --cflags --libs jounce)
check "runs" ./consumer
check "configure with find_package" cmake -S . -B b -DCMAKE_PREFIX_PATH="$prefix" "-DCMAKE_C_FLAGS=${SANITIZE:-}" >cmake.log
check "compile with find_package" cmake --build b >build.log
check "runs" ./b/consumer
check "the installed command" "$prefix/bin/jounce" check "$prefix/share/jounce/models/examples/pendulum.yaml" >/dev/null
for header in "$prefix"/include/jounce/*.h; do
  name=jounce/$(basename "$header")
  printf '#include <%s>\nint main(void) { return 0; }\n' "$name" >alone.c
  cp alone.c alone.cpp
  check "$name alone in C11" cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I$prefix/include" alone.c
  check "$name alone in C++17" c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "-I$prefix/include" alone.cpp
done
finish
