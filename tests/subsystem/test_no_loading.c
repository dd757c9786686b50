// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_no_loading.c - what a build without loading says: the files are compiled once more as they are there.
#include <string.h>

#include "check.h"

#undef JNI_HAVE_LOADING
#include "base/shared_object.c"
#include "subsystem/controller_load.c"

int main(void) {
  jni_code code;
  char what[400] = "";
  CHECK(!jni_code_open("pi.so", "pi", &code, what, sizeof what));
  CHECK(strstr(what, "controller 'pi' is code in the file 'pi.so', and this build of Jounce cannot load code"));
  CHECK(!code.handle && !code.code);
  jni_code_close(&code);
  return check_report();
}
