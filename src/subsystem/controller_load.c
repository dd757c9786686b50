// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_load.c - loads controllers from shared objects. It is called only for models whose code the user has
// allowed (jn_model_allow_code).
#include "base/shared_object.h"
#include "jounce/subsystem.h"
#include "subsystem/controller.h"

bool jn_can_load_code(void) { return jni_shared_object_available(); }

static bool find_code(const char *path, const char *name, jni_code *out, char *what, size_t size) {
  char symbol[128];
  jni_print(symbol, sizeof symbol, "jounce_controller_%s", name);
  out->code = jni_shared_object_symbol(out->handle, symbol);
  if (out->code) return jni_controller_check(out->code, name, what, size);
  jni_print(what, size, "'%s' has no controller '%s': there is no '%s' in it", path, name, symbol);
  return false;
}

bool jni_code_open(const char *path, const char *name, jni_code *out, char *what, size_t size) {
  *out = (jni_code){.handle = NULL};
  if (!jni_shared_object_available()) {
    jni_print(what, size, "controller '%s' is code in the file '%s', and this build of Jounce cannot load code", name,
              path);
    return false;
  }
  out->handle = jni_shared_object_open(path, what, size);
  if (!out->handle) return false;
  if (find_code(path, name, out, what, size)) return true;
  jni_code_close(out);
  return false;
}

void jni_code_close(jni_code *code) {
  jni_shared_object_close(code->handle);
  *code = (jni_code){.handle = NULL};
}
