// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// base.h - status codes, errors with a place, lists of errors, allocation, units.
//
// A quantity is a number times units; everything inside is SI and radian:
//   1.9 kN/mm = 1.9 * 1000 kg m/s^2 / 0.001 m = 1.9e6 kg/s^2        dimension {m 0, kg 1, s -2, rad 0}
// A call that can fail returns a jn_status or NULL and adds messages to its jn_report argument (NULL: no messages).
// All jn_..._free functions accept NULL and return NULL.
//
// Example: a speed with its unit, and the sentence for one that is wrong.
//
//   #include <jounce/base.h>
//   #include <stdio.h>
//   int main(void) {
//     double speed, wrong;
//     jn_dimension dimension;
//     bool has_unit;
//     char why[200], unit[32];
//     if (!jn_unit_parse("72 km/h", &speed, &dimension, &has_unit, why, sizeof why)) return 1;
//     jn_unit_format(dimension, unit, sizeof unit);
//     printf("%g %s\n", speed, unit);  // 20 m/s
//     if (jn_unit_parse("72 kn/h", &wrong, &dimension, &has_unit, why, sizeof why)) return 1;
//     puts(why);
//     return speed > 19.999999 && speed < 20.000001 ? 0 : 1;
//   }
#ifndef JOUNCE_BASE_H
#define JOUNCE_BASE_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__MINGW32__)
#if defined(JOUNCE_DLL)  // the library is built as jounce.dll
#define JN_API __declspec(dllexport)
#else
#define JN_API
#endif
#define JN_PRINTF(fmt, args) __attribute__((format(gnu_printf, fmt, args)))
#elif defined(__GNUC__)
#define JN_API __attribute__((visibility("default")))
#define JN_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define JN_API
#define JN_PRINTF(fmt, args)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define JN_VERSION_MAJOR 0
#define JN_VERSION_MINOR 1
#define JN_VERSION_PATCH 0
#define JN_VERSION_TEXT "0.1.0"

// name, exit code of the command, text
#define JN_STATUS_LIST(X)                                                     \
  X(OK, 0, "success")                                                         \
  X(NO_MEMORY, 7, "out of memory")                                            \
  X(BAD_ARGUMENT, 2, "argument is missing, not finite or out of range")       \
  X(REFUSED, 2, "these settings cannot be combined")                          \
  X(BAD_MODEL, 3, "model is invalid")                                         \
  X(NO_ASSEMBLY, 4, "the mechanism cannot be assembled")                      \
  X(SINGULAR, 5, "the equations of motion are singular")                      \
  X(NO_CONVERGENCE, 5, "an iteration did not converge")                       \
  X(STEP_TOO_SMALL, 5, "the step became too small")                           \
  X(NOT_FINITE, 5, "a value is not finite")                                   \
  X(DIVERGED, 5, "the result violates the energy balance or the constraints") \
  X(IO, 7, "input or output failed")                                          \
  X(INTERRUPTED, 130, "interrupted")                                          \
  X(DIFFERENT, 1, "the results differ")                                       \
  X(OVERRUN, 6, "a period of real time was overrun")

typedef enum {
#define JN_X(name, code, text) JN_##name,
  JN_STATUS_LIST(JN_X)
#undef JN_X
      JN_STATUS_COUNT
} jn_status;

JN_API const char *jn_status_text(jn_status status);
JN_API int jn_status_exit_code(jn_status status);
JN_API const char *jn_version(void);

// ---- one error, warning or note, with its place ----------------------------------------------

typedef enum { JN_NOTE, JN_WARNING, JN_FAULT } jn_severity;

typedef struct {
  jn_status status;
  jn_severity severity;
  int line, column;   // from 1; 0: none
  char file[256];     // "": none
  char element[288];  // "joint 'elbow'"; "": none
  char what[512];     // a sentence without a final full stop
} jn_error;

// Writes "file:line:column: error: element: what", as compilers do. Returns the length as snprintf does.
JN_API int jn_error_format(const jn_error *error, char *text, size_t size);

// ---- allocator: the library allocates only through it ------------------------------------------

typedef struct {
  void *(*resize)(void *context, void *block, size_t size);  // realloc; size 0 frees and returns NULL
  void *context;
} jn_alloc;

// ---- a growing list of errors, warnings and notes ------------------------------------------

typedef struct jn_report jn_report;

JN_API jn_report *jn_report_new(const jn_alloc *alloc);  // alloc NULL: malloc
JN_API void *jn_report_free(jn_report *report);
JN_API int jn_report_count(const jn_report *report, jn_severity at_least);
JN_API int jn_report_size(const jn_report *report);
JN_API const jn_error *jn_report_get(const jn_report *report, int i);  // in the order they were added
// Adds a copy of `error` to the report (NULL: none) and returns error->status. If memory runs out the entry is dropped
// but counted, so that no fault goes unnoticed.
JN_API jn_status jn_report_add(jn_report *report, const jn_error *error);
// Add a fault (returning its status) or a warning without a position in a file.
JN_API jn_status jn_report_fault(jn_report *report, jn_status status, const char *element, const char *format, ...)
    JN_PRINTF(4, 5);
JN_API void jn_report_warn(jn_report *report, const char *element, const char *format, ...) JN_PRINTF(3, 4);

// ---- files --------------------------------------------------------------------------------

// Formats of files, recognised by the endings of their names.
typedef enum {
  JN_FORMAT_UNKNOWN,
  JN_FORMAT_MODEL,     // .yaml, .yml, .json
  JN_FORMAT_COMPILED,  // .jnc
  JN_FORMAT_ROBOT,     // .urdf, .xml, .mjcf
  JN_FORMAT_SDF,       // .sdf, .world: recognised, not read
  JN_FORMAT_HDF5,      // .h5, .hdf5
  JN_FORMAT_CSV,       // .csv
  JN_FORMAT_SVG,       // .svg
  JN_FORMAT_HTML,      // .html, .htm
  JN_FORMAT_FMU,       // .fmu
} jn_file_format;

// Returns the format by the ending of a name, ignoring case.
JN_API jn_file_format jn_file_format_of(const char *path);

// ---- units --------------------------------------------------------------------------------

// Exponents of metre, kilogram, second and radian.
typedef struct {
  signed char m, kg, s, rad;
} jn_dimension;

#define JN_NUMBER ((jn_dimension){0, 0, 0, 0})

// Parses "250 mm", "1.9 kN/mm", "-3e2 deg/s" or a plain number (SI), independent of the locale. Sets the dimension; for
// a plain number all exponents are zero and *has_unit is false. Returns false with a sentence in `what` for any other
// text, nan, inf and overflow.
JN_API bool jn_unit_parse(const char *text, double *value, jn_dimension *dimension, bool *has_unit, char *what,
                          size_t size);
// Writes a dimension as plots and tables do: "m/s^2", "N m/rad"; "" for a plain number.
JN_API void jn_unit_format(jn_dimension dimension, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
