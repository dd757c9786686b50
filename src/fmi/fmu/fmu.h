// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu.h - an FMU that was read (jounce/fmu.h), and its loaded library.
#ifndef JNI_FMU_H
#define JNI_FMU_H

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#include "fmi/fmu/archive_read.h"
#include "fmi/fmu/description.h"
#include "jounce/fmu.h"

struct jn_fmu {
  jni_pool pool;
  const char *path;
  jni_archive *archive;
  jni_fmu_description *description;
  uint64_t hash;  // hash of the bytes of the file
};

// Reads an FMU from the bytes of its file, which are copied; path: its name in messages. Returns NULL after a fault in
// the report. jn_fmu_read reads a file.
jn_fmu *jni_fmu_from_bytes(const jn_alloc *alloc, const char *path, const char *bytes, size_t size, jn_report *report);

// Returns the name that this version of FMI gives the folder of binaries for this platform, such as "linux64" or
// "x86_64-linux"; NULL: it has none.
const char *jni_fmu_platform(int version);

typedef struct {
#define JNI_X(result, name, parameters) result(*name) parameters;
  FMI2_FUNCTIONS(JNI_X)
#undef JNI_X
} jni_fmi2_functions;

typedef struct {
#define JNI_X(result, name, parameters) result(*name) parameters;
  FMI3_FUNCTIONS(JNI_X)
#undef JNI_X
} jni_fmi3_functions;

// Library of an FMU with its unpacked files. Several threads may use instances of it, if each instance is used by one
// thread at a time.
typedef struct {
  jni_pool pool;
  const jni_fmu_description *description;
  const jni_fmu_interface *interface;  // the interface that is used, co-simulation or model exchange
  char *folder;                        // folder of the unpacked files
  // folder of resources as the FMU gets it: in FMI 2 a URI, in FMI 3 a path with a separator at its end, or NULL if the
  // FMU has no such folder
  char *resources;
  void *handle;
  jni_fmi2_functions fmi2;
  jni_fmi3_functions fmi3;
} jni_fmu_library;

// Unpacks the files and loads the library; to be called only if the user has allowed it, because the library runs code.
// interface: co-simulation or model exchange of the FMU. `suffix` is appended to the name of the folder. Returns NULL
// with a sentence in `what` after a failure.
jni_fmu_library *jni_fmu_library_open(const jn_fmu *fmu, const jni_fmu_interface *interface, const char *suffix,
                                      char *what, size_t size);
// Unloads the library and removes the unpacked files. Returns NULL.
void *jni_fmu_library_close(void *library);

// ---- instances (fmu_instance.c) -------------------------------------------------------------------------------------
// The functions that return bool return false, with a sentence in `what`, if the FMU answers Discard, Error or Fatal,
// has answered Fatal before or does not have the function, or if an argument is not possible. The sentence contains the
// last message of the FMU, if it has sent one during the call.

typedef struct jni_fmu_instance jni_fmu_instance;

// Callbacks that an FMU gets in place of the usual ones of an instance, for tests. In FMI 3 only environment and log3
// are used.
typedef struct {
  void *environment;
  fmi2CallbackLogger *log2;
  fmi3LogMessageCallback log3;
  fmi2CallbackAllocateMemory *allocate;
  fmi2CallbackFreeMemory *release;
} jni_fmu_callbacks;

// Makes an instance of a loaded FMU. callbacks NULL: the usual ones. Returns NULL with a sentence in `what`.
jni_fmu_instance *jni_fmu_instance_new(const jni_fmu_library *library, const char *name,
                                       const jni_fmu_callbacks *callbacks, char *what, size_t size);
void *jni_fmu_component(jni_fmu_instance *i);
void *jni_fmu_instance_free(void *instance);  // returns NULL
// jni_fmu_set sends n values to the FMU, jni_fmu_get reads them from it into the array. variables: indices of numeric
// variables in the description. Integers, enumerations and Booleans are converted from and to doubles.
bool jni_fmu_set(jni_fmu_instance *i, int n, const int *variables, const double *values, char *what, size_t size);
bool jni_fmu_get(jni_fmu_instance *i, int n, const int *variables, double *values, char *what, size_t size);
// Starts an experiment at time t, s, without a stop time, and enters the initialisation mode. tolerance: relative
// tolerance for the FMU; 0: none is given.
bool jni_fmu_begin(jni_fmu_instance *i, double t, double tolerance, char *what, size_t size);
bool jni_fmu_exit_initialisation(jni_fmu_instance *i, char *what, size_t size);
// Makes a step from t to t + h, s. Returns false with a sentence in `what` after a failure, and also if the FMU ends
// the simulation or, in FMI 3, the step too early.
bool jni_fmu_step(jni_fmu_instance *i, double t, double h, char *what, size_t size);
bool jni_fmu_reset(jni_fmu_instance *i, char *what, size_t size);
void jni_fmu_terminate(jni_fmu_instance *i);
// Returns the size of the FMU's serialised state, bytes; 0 if its description says that it cannot be serialised, with
// `what` unchanged, or if the FMU fails, with a sentence in `what`.
size_t jni_fmu_state_size(jni_fmu_instance *i, char *what, size_t size);
bool jni_fmu_save(jni_fmu_instance *i, void *bytes, size_t n, char *what, size_t size);
bool jni_fmu_load(jni_fmu_instance *i, const void *bytes, size_t n, char *what, size_t size);

// Checks with the symbol table of a library, the entry `entry` of the archive, which functions it exports
// (library_symbols.c), and warns of other symbols. Returns the number of faults that were reported; 0 with a note if
// the library has no such table of ELF with 64 bits.
int jni_fmu_symbols_check(const jn_fmu *fmu, const char *entry, const char *bytes, size_t size, jn_report *report);

// Sets factor, offset and dimension of a variable's unit: SI value = factor value + offset, angles in rad. Returns
// false, with factor 1, offset 0 and the dimension of a number, if the variable has no unit or the unit has no base
// units or contains others than m, kg, s and rad.
bool jni_fmu_si(const jni_fmu_description *d, const jni_fmu_variable *v, double *factor, double *offset,
                jn_dimension *dimension);

#endif
