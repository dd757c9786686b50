// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// description.h - modelDescription.xml of FMI 2 and 3, in one form.
//
// The reader reports what it cannot understand: missing names, unknown words, invalid numbers, indices out of range.
// Rules beyond that, such as which variables may have a start value, are checked by description_check.c only, so that
// FMUs with harmless mistakes can still be used.
#ifndef JNI_FMU_DESCRIPTION_H
#define JNI_FMU_DESCRIPTION_H

#include <stdint.h>

#include "xml/xml_tree.h"

typedef enum {
  JNI_FMU_FLOAT64,  // called Real in FMI 2
  JNI_FMU_FLOAT32,
  JNI_FMU_INT8,
  JNI_FMU_UINT8,
  JNI_FMU_INT16,
  JNI_FMU_UINT16,
  JNI_FMU_INT32,  // called Integer in FMI 2
  JNI_FMU_UINT32,
  JNI_FMU_INT64,
  JNI_FMU_UINT64,
  JNI_FMU_ENUMERATION,
  JNI_FMU_BOOLEAN,
  JNI_FMU_STRING,
  JNI_FMU_BINARY,
  JNI_FMU_CLOCK,
  JNI_FMU_NTYPES
} jni_fmu_type;

typedef enum {
  JNI_FMU_LOCAL,  // the default causality
  JNI_FMU_PARAMETER,
  JNI_FMU_CALCULATED_PARAMETER,
  JNI_FMU_INPUT,
  JNI_FMU_OUTPUT,
  JNI_FMU_INDEPENDENT,
  JNI_FMU_STRUCTURAL_PARAMETER,
  JNI_FMU_NCAUSALITIES
} jni_fmu_causality;

typedef enum {
  JNI_FMU_CONSTANT,
  JNI_FMU_FIXED,
  JNI_FMU_TUNABLE,
  JNI_FMU_DISCRETE,
  JNI_FMU_CONTINUOUS,
  JNI_FMU_NVARIABILITIES
} jni_fmu_variability;

typedef enum {
  JNI_FMU_NO_INITIAL,
  JNI_FMU_EXACT,
  JNI_FMU_APPROX,
  JNI_FMU_CALCULATED,
  JNI_FMU_NINITIALS
} jni_fmu_initial;

// names of the types in FMI 3; jni_fmu_type_name returns those of either version
extern const char *const jni_fmu_type_names[JNI_FMU_NTYPES];
extern const char *const jni_fmu_causality_names[JNI_FMU_NCAUSALITIES];
extern const char *const jni_fmu_variability_names[JNI_FMU_NVARIABILITIES];
extern const char *const jni_fmu_initial_names[JNI_FMU_NINITIALS];

// Unit: value in base units = factor value + offset. The base unit is a product of kg, m, s, A, K, mol, cd and rad with
// exponents.
enum { JNI_FMU_KG, JNI_FMU_M, JNI_FMU_S, JNI_FMU_A, JNI_FMU_K, JNI_FMU_MOL, JNI_FMU_CD, JNI_FMU_RAD, JNI_FMU_NBASE };
extern const char *const jni_fmu_base_names[JNI_FMU_NBASE];

typedef struct {
  const char *name;
  bool has_base;  // the file gives a BaseUnit; otherwise values cannot be converted
  int exponent[JNI_FMU_NBASE];
  double factor, offset;
  const jni_xml *element;
} jni_fmu_unit;

typedef struct {
  const char *name;
  jni_fmu_type type;
  const char *unit, *display_unit;  // NULL: none
  const jni_xml *element;
} jni_fmu_type_definition;

typedef struct {
  const char *name;
  const char *description;  // NULL: none
  uint32_t reference;
  jni_fmu_type type;
  jni_fmu_causality causality;
  jni_fmu_variability variability;  // default of FMI if the file does not give it
  jni_fmu_initial initial;          // default of FMI if the file does not give it
  bool has_initial;                 // the file gives `initial`
  bool has_variability;
  const char *declared_type;        // name of the type definition to which the variable refers; NULL: none
  const char *unit, *display_unit;  // of the variable, or else of its type definition; NULL: none
  const char *start;                // start value as text; NULL: none, or an element of an array
  double start_value;               // first number of the start value, 1 for true; 0: none
  // state of which the variable is the derivative: in FMI 2 its position from 1, in FMI 3 its value reference; -1: none
  long derivative;
  bool is_array;
  int array;     // if it is an element of an array: index of the array in `variables`; otherwise -1
  int position;  // if it is an element of an array: its position in the array from 0, the last index running fastest
  int length;    // number of elements of the array that the variable is, or to which it belongs; otherwise 1
  jni_xml *element;  // XML element of the variable; for an element of an array that of the array
  jni_xml *typed;    // XML element with the type's attributes: in FMI 2 a child of `element`, in FMI 3 the same
} jni_fmu_variable;

// Entry of the model structure: an output, derivative or other unknown with the variables on which it depends.
typedef struct {
  int variable;  // index in `variables`
  bool has_dependencies;
  int *dependencies;  // indices in `variables` of those on which it depends
  int ndependencies;
  const char *kinds;  // text of dependenciesKind; NULL: none
  const jni_xml *element;
} jni_fmu_unknown;

typedef enum {
  JNI_FMU_OUTPUTS,
  JNI_FMU_DERIVATIVES,
  JNI_FMU_INITIAL_UNKNOWNS,
  JNI_FMU_EVENT_INDICATORS,  // in FMI 3 only
  JNI_FMU_CLOCKED_STATES,    // in FMI 3 only
  JNI_FMU_NLISTS
} jni_fmu_list;

typedef struct {
  jni_fmu_unknown *entries;
  int n;
} jni_fmu_unknowns;

// Attributes of the element ModelExchange or CoSimulation.
typedef struct {
  bool present;
  const char *identifier;
  bool can_get_and_set_state, can_serialize_state, directional_derivatives, adjoint_derivatives;
  bool needs_execution_tool, only_once_per_process, no_memory_functions;
  bool variable_step;  // attribute canHandleVariableCommunicationStepSize
  double fixed_step;   // attribute fixedInternalStepSize, s; 0: none
  bool has_event_mode, may_return_early;
  int max_output_derivative_order;
  const jni_xml *element;
} jni_fmu_interface;

typedef struct {
  int version;  // 2 or 3
  const char *version_text;
  const char *model_name, *token;                                  // instantiation token; in FMI 2 guid
  const char *description, *author, *model_version, *tool, *date;  // NULL: none
  bool structured_names;
  int nstates;            // number of continuous states; each element of an array is one
  int nevent_indicators;  // number of event indicators: in FMI 2 an attribute, in FMI 3 counted in the model structure
  jni_fmu_interface model_exchange, co_simulation, scheduled_execution;
  double start_time, stop_time, tolerance, step_size;  // default experiment, s; tolerance: relative; NaN: not given
  jni_fmu_unit *units;
  int nunits;
  jni_fmu_type_definition *types;
  int ntypes;
  const char **log_categories;
  int nlog_categories;
  // The nvariables variables of the file, and after them the nelements elements of their arrays, as scalars with names
  // such as "a[2]" or "a[1,3]".
  jni_fmu_variable *variables;
  int nvariables;     // number of variables of the file
  int nelements;      // number of elements of all arrays
  int most_elements;  // number of elements of the longest array; 0: there is no array with elements
  jni_fmu_unknowns lists[JNI_FMU_NLISTS];
  jni_xml *root;
  int *by_name;       // indices of variables and elements, sorted by name
  int *by_reference;  // indices of variables, sorted by value reference, then by index
  const char *file;   // name of the file for messages
} jni_fmu_description;

// Reads a description from a text and returns it in memory of the pool; file: its name in messages. Returns NULL after
// a fault in the report.
jni_fmu_description *jni_fmu_description_read(jni_pool *pool, const char *file, const char *text, size_t size,
                                              jn_report *report);
// Returns the index of the variable, or of the element of an array, with this name; -1: none.
int jni_fmu_find_variable(const jni_fmu_description *d, const char *name);
// returns the index of the first variable with this value reference; -1: none
int jni_fmu_find_reference(const jni_fmu_description *d, uint32_t reference);
// returns the unit with this name; NULL if there is none
const jni_fmu_unit *jni_fmu_find_unit(const jni_fmu_description *d, const char *name);
// returns the name of a type as the FMI version of the FMU calls it
const char *jni_fmu_type_name(const jni_fmu_description *d, jni_fmu_type type);
// Writes "; did you mean 'x'?" into `text`, with the variable of this causality whose name is most similar; an empty
// text if no name is similar or the FMU has more than 2000 variables.
void jni_fmu_suggest(const jni_fmu_description *d, const char *name, jni_fmu_causality causality, char *text,
                     size_t size);

// Checks a description against the rules of FMI, and reports one fault for each violation, up to 200 and then one with
// the number of the others (description_check.c). Returns the number of violations; 1 without memory, which is a fault,
// too.
int jni_fmu_description_check(const jni_fmu_description *d, jn_report *report);

// Reports a fault with the line of an XML element. `element`: the thing that is wrong, such as "variable 'x'"; format:
// a sentence as of printf.
void jni_fmu_fault(const char *file, const jni_xml *node, const char *element, jn_report *report, const char *format,
                   ...) JN_PRINTF(5, 6);

#endif
