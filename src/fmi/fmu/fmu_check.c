// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_check.c - checks an FMU without loading it: its description, its files, the symbols of its libraries.
#include <string.h>

#include "fmi/fmu/fmu.h"

// Checks that each folder of binaries contains the library that the description names for an interface, which has
// nothing to check if it is not present. Returns the number of faults that were reported, and adds the number of
// folders to *nbinaries.
static int check_binaries(const jn_fmu *fmu, const jni_fmu_interface *interface, int *nbinaries, jn_report *report) {
  static const char folder[] = "binaries/";
  const char *const endings[] = {".so", ".dll", ".dylib"};
  char last[120] = "";
  int faults = 0;
  if (!interface->present) return 0;
  for (int i = 0; i < jni_archive_size(fmu->archive); i++) {
    const char *name = jni_archive_name(fmu->archive, i), *platform = name + sizeof folder - 1;
    if (strncmp(name, folder, sizeof folder - 1) != 0 || !platform[0]) continue;
    int length = (int)strcspn(platform, "/");
    if (length > 100 || !platform[length]) continue;
    char found[120], path[420];
    bool there = false;
    jni_print(found, sizeof found, "%.*s", length, platform);
    if (strcmp(found, last) == 0) continue;
    jni_print(last, sizeof last, "%s", found);
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
      jni_print(path, sizeof path, "binaries/%s/%.200s%s", found, interface->identifier, endings[k]);
      there = there || jni_archive_find(fmu->archive, path) >= 0;
    }
    ++*nbinaries;
    if (there) continue;
    jni_fmu_fault(fmu->path, NULL, "", report, "binaries/%s has no library '%.100s', which modelIdentifier of %s names",
                  found, interface->identifier, interface->element->name);
    faults++;
  }
  return faults;
}

static int check_symbols(const jn_fmu *fmu, jn_report *report) {
  const jni_fmu_description *d = fmu->description;
  int faults = 0;
  for (int i = 0; i < jni_archive_size(fmu->archive); i++) {
    const char *name = jni_archive_name(fmu->archive, i), *file = strrchr(name, '/');
    size_t length = strlen(name), size;
    const char *identifier = d->co_simulation.present ? d->co_simulation.identifier : d->model_exchange.identifier;
    if (strncmp(name, "binaries/", 9) != 0 || length < 4 || strcmp(name + length - 3, ".so") != 0) continue;
    if (!identifier || strncmp(file + 1, identifier, strlen(identifier)) != 0 || strlen(file) != strlen(identifier) + 4)
      continue;
    char *bytes = jni_archive_read(fmu->archive, i, &size, report);
    if (!bytes) return faults + 1;
    faults += jni_fmu_symbols_check(fmu, name, bytes, size, report);
    jni_free(fmu->pool.alloc, bytes);
  }
  return faults;
}

int jn_fmu_check(const jn_fmu *fmu, jn_report *report) {
  JNI_ASSERT(fmu);
  const jni_fmu_description *d = fmu->description;
  int faults = jni_fmu_description_check(d, report), nbinaries = 0;
  faults += check_binaries(fmu, &d->model_exchange, &nbinaries, report);
  faults += check_binaries(fmu, &d->co_simulation, &nbinaries, report);
  bool sources = false;
  for (int i = 0; i < jni_archive_size(fmu->archive); i++)
    sources = sources || strncmp(jni_archive_name(fmu->archive, i), "sources/", 8) == 0;
  if (nbinaries == 0 && !sources) {
    jni_fmu_fault(fmu->path, NULL, "", report, "the archive has neither binaries/PLATFORM nor sources");
    faults++;
  }
  return faults + check_symbols(fmu, report);
}
