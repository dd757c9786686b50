// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controller_load.c - loads controllers from shared objects; the only file that loads code. It is called only for
// models whose code the user has allowed (jn_model_allow_code).
#include <string.h>

#include "jounce/subsystem.h"
#include "subsystem/controller.h"

#ifdef JNI_HAVE_LOADING
#include <dlfcn.h>

bool jn_can_load_code(void) { return true; }

// Opens a shared object. A name without folder gets "./", else the system would search its library folders.
static void *open_file(const char *path) {
  char here[4096];
  if (strchr(path, '/')) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  jni_print(here, sizeof here, "./%s", path);
  return dlopen(here, RTLD_NOW | RTLD_LOCAL);
}

static bool find_code(const char *path, const char *name, jni_code *out, char *what, size_t size) {
  char symbol[128];
  jni_print(symbol, sizeof symbol, "jounce_controller_%s", name);
  out->code = dlsym(out->handle, symbol);
  if (out->code) return jni_controller_check(out->code, name, what, size);
  jni_print(what, size, "'%s' has no controller '%s': there is no '%s' in it", path, name, symbol);
  return false;
}

bool jni_code_open(const char *path, const char *name, jni_code *out, char *what, size_t size) {
  *out = (jni_code){.handle = NULL};
  out->handle = open_file(path);
  if (!out->handle) {
    const char *why = dlerror();
    jni_print(what, size, "'%s' cannot be loaded: %s", path, why ? why : "the system gives no reason");
    return false;
  }
  if (find_code(path, name, out, what, size)) return true;
  jni_code_close(out);
  return false;
}

void jni_code_close(jni_code *code) {
  if (code->handle) dlclose(code->handle);
  *code = (jni_code){.handle = NULL};
}

#else

bool jn_can_load_code(void) { return false; }

bool jni_code_open(const char *path, const char *name, jni_code *out, char *what, size_t size) {
  *out = (jni_code){.handle = NULL};
  jni_print(what, size, "controller '%s' is code in the file '%s', and this build of Jounce cannot load code", name,
            path);
  return false;
}

void jni_code_close(jni_code *code) { *code = (jni_code){.handle = NULL}; }

#endif
