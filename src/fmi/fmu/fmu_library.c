// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_library.c - unpacks an FMU and loads its library. It is called only for FMUs that the user has allowed.
#include "fmi/fmu/fmu.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/shared_object.h"

const char *jni_fmu_platform(int version) {
#if defined(__linux__) && defined(__x86_64__)
  return version == 2 ? "linux64" : "x86_64-linux";
#elif defined(__linux__) && defined(__aarch64__)
  return version == 2 ? NULL : "aarch64-linux";
#elif defined(__APPLE__) && defined(__x86_64__)
  return version == 2 ? "darwin64" : "x86_64-darwin";
#elif defined(__APPLE__) && defined(__aarch64__)
  return version == 2 ? NULL : "aarch64-darwin";
#elif defined(_WIN64)
  return version == 2 ? "win64" : "x86_64-windows";
#else
  (void)version;
  return NULL;
#endif
}

// Appends a path to a URI in a buffer of `size` bytes. All bytes except letters, digits and the marks that URIs may
// contain are written as %XX.
static void append_encoded(char *uri, size_t size, const char *path) {
  static const char digits[] = "0123456789ABCDEF", marks[] = "-._~/";
  size_t n = strlen(uri);
  for (const unsigned char *c = (const unsigned char *)path; *c && n + 4 < size; c++) {
    bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    if (letter || strchr(marks, *c)) {
      uri[n++] = (char)*c;
    } else {
      uri[n++] = '%';
      uri[n++] = digits[*c >> 4];
      uri[n++] = digits[*c & 15];
    }
  }
  uri[n] = 0;
}

static bool set_resources(jni_fmu_library *l) {
  char path[JNI_PATH_SIZE + 16], text[3 * JNI_PATH_SIZE + 64];
  jni_file_info info;
  jni_print(path, sizeof path, "%s/resources", l->folder);
  bool exists = jni_file_look(path, &info) && info.folder;
  if (l->description->version == 2) {
    jni_print(text, sizeof text, "file://");
    append_encoded(text, sizeof text, path);
  } else if (exists) {
    jni_print(text, sizeof text, "%s/", path);
  } else {
    return true;
  }
  l->resources = jni_pool_text(&l->pool, text, strlen(text));
  return l->resources;
}

// Stores the address of a function of the library in a member; NULL if the library does not export it. memcpy is used
// because ISO C cannot convert an object pointer to a function pointer.
#define JNI_FIND(result, name, parameters)                         \
  address = jni_shared_object_symbol(l->handle, JNI_PREFIX #name); \
  memcpy(&functions->name, &address, sizeof address);

static void find_functions_2(jni_fmu_library *l) {
  jni_fmi2_functions *functions = &l->fmi2;
  void *address;
#define JNI_PREFIX "fmi2"
  FMI2_FUNCTIONS(JNI_FIND)
#undef JNI_PREFIX
}

static void find_functions_3(jni_fmu_library *l) {
  jni_fmi3_functions *functions = &l->fmi3;
  void *address;
#define JNI_PREFIX "fmi3"
  FMI3_FUNCTIONS(JNI_FIND)
#undef JNI_PREFIX
}

// Returns the name of the first required function that the library does not export; NULL: it exports all. Only
// functions without which nothing works are required, so that incomplete FMUs can be used.
static const char *find_missing(const jni_fmu_library *l) {
  const jni_fmi2_functions *f = &l->fmi2;
  const jni_fmi3_functions *g = &l->fmi3;
  bool steps = l->interface == &l->description->co_simulation;
  if (l->description->version == 2) {
    if (!f->Instantiate) return "fmi2Instantiate";
    if (!f->FreeInstance) return "fmi2FreeInstance";
    if (!f->SetupExperiment) return "fmi2SetupExperiment";
    if (!f->EnterInitializationMode) return "fmi2EnterInitializationMode";
    if (!f->ExitInitializationMode) return "fmi2ExitInitializationMode";
    if (!f->Terminate) return "fmi2Terminate";
    if (!f->GetReal) return "fmi2GetReal";
    if (!f->SetReal) return "fmi2SetReal";
    return f->DoStep || !steps ? NULL : "fmi2DoStep";
  }
  if (!g->InstantiateCoSimulation && steps) return "fmi3InstantiateCoSimulation";
  if (!g->InstantiateModelExchange && !steps) return "fmi3InstantiateModelExchange";
  if (!g->FreeInstance) return "fmi3FreeInstance";
  if (!g->EnterInitializationMode) return "fmi3EnterInitializationMode";
  if (!g->ExitInitializationMode) return "fmi3ExitInitializationMode";
  if (!g->Terminate) return "fmi3Terminate";
  if (!g->GetFloat64) return "fmi3GetFloat64";
  if (!g->SetFloat64) return "fmi3SetFloat64";
  return g->DoStep || !steps ? NULL : "fmi3DoStep";
}

static bool check_loaded(jni_fmu_library *l, const char *path, char *what, size_t size) {
  if (l->description->version == 2) find_functions_2(l);
  else find_functions_3(l);
  const char *missing = find_missing(l);
  if (missing) {
    jni_print(what, size, "'%.200s' has no function %s", path, missing);
    return false;
  }
  const char *version = l->description->version == 2 ? l->fmi2.GetVersion ? l->fmi2.GetVersion() : NULL
                        : l->fmi3.GetVersion         ? l->fmi3.GetVersion()
                                                     : NULL;
  if (version && strncmp(version, l->description->version == 2 ? "2." : "3.", 2) == 0) return true;
  jni_print(what, size, "its library is for version '%.20s' of FMI, its description for %.20s", version ? version : "",
            l->description->version_text);
  return false;
}

// Writes the first fault of a report into `what`; "out of memory" if the report has none.
static void take_fault(const jn_report *report, char *what, size_t size) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *error = jn_report_get(report, i);
    if (error->severity != JN_FAULT) continue;
    jni_print(what, size, "%s%s%s", error->element, error->element[0] ? ": " : "", error->what);
    return;
  }
  jni_print(what, size, "out of memory");
}

void *jni_fmu_library_close(void *library) {
  jni_fmu_library *l = library;
  if (!l) return NULL;
  jni_shared_object_close(l->handle);
  if (l->folder) jni_folder_remove_tree(l->folder);
  return jni_object_free(l);
}

// Renames a folder by appending a suffix to its name, and changes `folder` accordingly. Does nothing if the suffix is
// "". Returns false if it cannot be renamed.
static bool rename_folder(char *folder, const char *suffix) {
  char renamed[JNI_PATH_SIZE];
  int n = snprintf(renamed, sizeof renamed, "%s%s", folder, suffix);
  if (!suffix[0]) return true;
  if (n < 0 || (size_t)n >= sizeof renamed || !jni_file_rename(folder, renamed)) return false;
  strcpy(folder, renamed);
  return true;
}

jni_fmu_library *jni_fmu_library_open(const jn_fmu *fmu, const jni_fmu_interface *interface, const char *suffix,
                                      char *what, size_t size) {
  const jni_fmu_description *d = fmu->description;
  const char *platform = jni_fmu_platform(d->version);
  char folder[JNI_PATH_SIZE] = "", path[2 * JNI_PATH_SIZE], name[300];
  if (!interface->present) {
    jni_print(what, size, "the FMU has no %s", interface == &d->co_simulation ? "co-simulation" : "model exchange");
    return NULL;
  }
  if (!jni_shared_object_available()) {
    jni_print(what, size, "the FMU is code, and this build of Jounce cannot load code");
    return NULL;
  }
  jni_print(name, sizeof name, "binaries/%s/%.200s.so", platform ? platform : "", interface->identifier);
  if (!platform || jni_archive_find(fmu->archive, name) < 0) {
    jni_print(what, size, "the FMU has no library for this computer: expected '%s'", name);
    return NULL;
  }

  jni_fmu_library *l = jni_object_new(fmu->pool.alloc, sizeof *l);
  jn_report *report = l ? jn_report_new(fmu->pool.alloc) : NULL;
  if (!report) {
    jni_print(what, size, "out of memory");
    return jni_object_free(l);
  }
  l->description = d;
  l->interface = interface;
  bool unpacked = jni_archive_unpack(fmu->archive, folder, report), renamed = unpacked && rename_folder(folder, suffix);
  if (!unpacked) take_fault(report, what, size);
  else if (!renamed) jni_print(what, size, "the temporary folder '%.200s' cannot be renamed", folder);
  jn_report_free(report);
  l->folder = renamed ? jni_pool_text(&l->pool, folder, strlen(folder)) : NULL;
  if (renamed && !l->folder) jni_print(what, size, "out of memory");
  if (!l->folder) jni_folder_remove_tree(folder);
  if (!l->folder) return jni_object_free(l);
  jni_print(path, sizeof path, "%s/%s", folder, name);
  if (!set_resources(l)) {
    jni_print(what, size, "out of memory");
    return jni_fmu_library_close(l);
  }
  l->handle = jni_shared_object_open(path, what, size);
  if (!l->handle || !check_loaded(l, name, what, size)) return jni_fmu_library_close(l);
  return l;
}
