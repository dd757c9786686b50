// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shared_object.c - loads shared objects with dlopen; the only file that loads code.
#include "base/shared_object.h"

#include <string.h>

#ifdef JNI_HAVE_LOADING
#include <dlfcn.h>

bool jni_shared_object_available(void) { return true; }

// Loads a shared object and returns its handle; NULL with a sentence in `what`. "./" is put before a name without
// folder, because the system would otherwise search for it in its folders of libraries.
void *jni_shared_object_open(const char *path, char *what, size_t size) {
  char here[4096];
  const char *found = path;
  if (!strchr(path, '/')) {
    jni_print(here, sizeof here, "./%s", path);
    found = here;
  }
  void *handle = dlopen(found, RTLD_NOW | RTLD_LOCAL);
  if (handle) return handle;
  const char *why = dlerror();
  jni_print(what, size, "'%s' cannot be loaded: %s", path, why ? why : "the system gives no reason");
  return NULL;
}

void *jni_shared_object_symbol(void *handle, const char *name) { return dlsym(handle, name); }

void *jni_shared_object_close(void *handle) {
  if (handle) dlclose(handle);
  return NULL;
}

#else

bool jni_shared_object_available(void) { return false; }

void *jni_shared_object_open(const char *path, char *what, size_t size) {
  jni_print(what, size, "'%s' is code, and this build of Jounce cannot load code", path);
  return NULL;
}

void *jni_shared_object_symbol(void *handle, const char *name) {
  (void)handle;
  (void)name;
  return NULL;
}
void *jni_shared_object_close(void *handle) {
  (void)handle;
  return NULL;
}

#endif
