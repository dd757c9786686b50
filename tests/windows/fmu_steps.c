// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_steps.c - loads the library of an FMU of FMI 3, takes steps, and prints the bits of its outputs:
//   fmu_steps LIBRARY TOKEN STEP NSTEPS FIRST N [RESOURCES]     outputs: N value references from FIRST
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fmi/fmi3.h"

#ifdef _WIN32
#include <windows.h>
static void *load(const char *path) { return (void *)LoadLibraryA(path); }
static void *find(void *library, const char *name) { return (void *)(intptr_t)GetProcAddress((HMODULE)library, name); }
#else
#include <dlfcn.h>
static void *load(const char *path) { return dlopen(path, RTLD_NOW); }
static void *find(void *library, const char *name) { return dlsym(library, name); }
#endif

static void print(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
  (void)environment;
  fprintf(stderr, "%d %s: %s\n", (int)status, category, message);
}

typedef struct {
#define MEMBER(result, name, parameters) result(*name) parameters;
  FMI3_FUNCTIONS(MEMBER)
#undef MEMBER
} functions;

int main(int argc, char **argv) {
  functions f;
  void *library = argc == 7 || argc == 8 ? load(argv[1]) : NULL;
  if (!library) return 2;
#define FIND(result, name, parameters)             \
  *(void **)&f.name = find(library, "fmi3" #name); \
  if (!f.name) return 3;
  FMI3_FUNCTIONS(FIND)
  double h = atof(argv[3]);
  int nsteps = atoi(argv[4]), first = atoi(argv[5]), n = atoi(argv[6]);
  const char *resources = argc == 8 ? argv[7] : NULL;
  void *c =
      f.InstantiateCoSimulation("windows", argv[2], resources, false, true, false, false, NULL, 0, NULL, print, NULL);
  if (!c || f.EnterInitializationMode(c, false, 0, 0, false, 0) != fmi3OK || f.ExitInitializationMode(c) != fmi3OK)
    return 4;
  for (int i = 0; i < nsteps; i++) {
    bool event, terminate, early;
    double last;
    if (f.DoStep(c, i * h, h, true, &event, &terminate, &early, &last) > fmi3Warning) return 5;
  }
  for (int i = 0; i < n; i++) {
    fmi3ValueReference reference = (fmi3ValueReference)(first + i);
    union {
      double value;
      uint64_t bits;
    } y;
    if (f.GetFloat64(c, &reference, 1, &y.value, 1) != fmi3OK) return 6;
    printf("%08lx%08lx\n", (unsigned long)(y.bits >> 32), (unsigned long)(y.bits & 0xffffffff));
  }
  f.FreeInstance(c);
  return 0;
}
