// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// source_description.c - see source_description.h. The model structure refers to variables by their number from 1 in
// FMI 2, and by their value reference, which is their number from 0, in FMI 3.
#include "fmi/printed/source_description.h"

#include <math.h>
#include <string.h>

#include "fmi/xml_write.h"

// ---- names and units ------------------------------------------------------------------------------------------------

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Returns true if a name follows the convention `structured`: identifiers, which may have an index, separated by dots.
static bool is_structured(const char *name) {
  for (;;) {
    if (!is_letter(*name)) return false;
    while (is_letter(*name) || is_digit(*name)) name++;
    if (*name == '[') {
      const char *index = ++name;
      while (is_digit(*name)) name++;
      if (name == index || *name++ != ']') return false;
    }
    if (!*name) return true;
    if (*name++ != '.') return false;
  }
}

static bool all_structured(const jni_printed_variables *v) {
  for (int i = 0; i < v->n; i++)
    if (!is_structured(v->list[i].name)) return false;
  return true;
}

// Converts the text of a unit to a factor and a dimension. Returns false if there is none or it is unknown; such a unit
// is not written to the description.
static bool parse_unit(const char *unit, double *factor, jn_dimension *dimension) {
  char text[64], why[200];
  bool has_unit = false;
  if (!unit || !unit[0]) return false;
  int n = jni_print(text, sizeof text, "1 %s", unit);
  return n > 0 && n < (int)sizeof text && jn_unit_parse(text, factor, dimension, &has_unit, why, sizeof why) &&
         has_unit;
}

static const char *unit_of(const jni_printed_variable *variable) {
  double factor;
  jn_dimension dimension;
  return parse_unit(variable->unit, &factor, &dimension) ? variable->unit : NULL;
}

static void put_exponent(jni_xml_writer *xml, const char *name, int exponent) {
  if (exponent != 0) jni_xml_integer(xml, name, exponent);
}

static void put_units(jni_xml_writer *xml, const jni_printed_variables *v) {
  jni_xml_begin(xml, "UnitDefinitions");  // at least that of the time
  for (int i = 0; i < v->n; i++) {
    double factor = 1;
    jn_dimension dimension;
    bool first = parse_unit(v->list[i].unit, &factor, &dimension);
    for (int k = 0; k < i && first; k++) first = !v->list[k].unit || strcmp(v->list[k].unit, v->list[i].unit) != 0;
    if (!first) continue;
    jni_xml_begin(xml, "Unit");
    jni_xml_string(xml, "name", v->list[i].unit);
    jni_xml_begin(xml, "BaseUnit");
    put_exponent(xml, "kg", dimension.kg);
    put_exponent(xml, "m", dimension.m);
    put_exponent(xml, "s", dimension.s);
    put_exponent(xml, "rad", dimension.rad);
    if (factor != 1) jni_xml_number(xml, "factor", factor);
    jni_xml_end(xml);
    jni_xml_end(xml);
  }
  jni_xml_end(xml);
}

// ---- the parts of the description -----------------------------------------------------------------------------------

static void put_interface(jni_xml_writer *xml, const jni_source_description *d) {
  bool two = d->options->version == 2;
  jni_xml_begin(xml, "CoSimulation");
  jni_xml_string(xml, "modelIdentifier", d->options->identifier);
  jni_xml_flag(xml, "canHandleVariableCommunicationStepSize", true);
  jni_xml_flag(xml, two ? "canGetAndSetFMUstate" : "canGetAndSetFMUState", true);
  jni_xml_flag(xml, two ? "canSerializeFMUstate" : "canSerializeFMUState", true);
  if (!two) jni_xml_number(xml, "fixedInternalStepSize", d->step);
  if (two) {
    jni_xml_begin(xml, "SourceFiles");
    for (int i = 0; i < d->nsources; i++) {
      jni_xml_begin(xml, "File");
      jni_xml_string(xml, "name", d->sources[i]);
      jni_xml_end(xml);
    }
    jni_xml_end(xml);
  }
  jni_xml_end(xml);
}

static void put_categories(jni_xml_writer *xml) {
  static const struct {
    const char *name, *description;
  } list[] = {{"logStatusWarning", "warnings"},
              {"logStatusDiscard", "steps and values that are refused"},
              {"logStatusError", "errors; always logged"}};
  jni_xml_begin(xml, "LogCategories");
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    jni_xml_begin(xml, "Category");
    jni_xml_string(xml, "name", list[i].name);
    jni_xml_string(xml, "description", list[i].description);
    jni_xml_end(xml);
  }
  jni_xml_end(xml);
}

static void put_experiment(jni_xml_writer *xml, const jni_source_description *d) {
  jni_xml_begin(xml, "DefaultExperiment");
  jni_xml_number(xml, "startTime", d->start);
  if (d->stop > d->start) jni_xml_number(xml, "stopTime", d->stop);
  jni_xml_number(xml, "stepSize", d->step);
  jni_xml_end(xml);
}

static void put_variable(jni_xml_writer *xml, const jni_source_description *d, int i) {
  const jni_printed_variables *v = d->variables;
  const jni_printed_variable *variable = &v->list[i];
  bool two = d->options->version == 2, input = i > 0 && i < jni_first_parameter(v);
  bool parameter = i >= jni_first_parameter(v) && i < jni_first_output(v), output = i >= jni_first_output(v);
  jni_xml_begin(xml, two ? "ScalarVariable" : "Float64");
  jni_xml_string(xml, "name", variable->name);
  jni_xml_integer(xml, "valueReference", i);
  jni_xml_string(xml, "description", variable->description);
  jni_xml_string(xml, "causality", input ? "input" : parameter ? "parameter" : output ? "output" : "independent");
  jni_xml_string(xml, "variability", parameter ? "tunable" : "continuous");
  jni_xml_string(xml, "initial", parameter ? "exact" : output ? "calculated" : NULL);
  if (two) jni_xml_begin(xml, "Real");
  jni_xml_string(xml, "unit", unit_of(variable));
  if (isfinite(variable->low)) jni_xml_number(xml, "min", variable->low);
  if (isfinite(variable->high)) jni_xml_number(xml, "max", variable->high);
  if (input || parameter) jni_xml_number(xml, "start", variable->start);
  if (two) jni_xml_end(xml);
  jni_xml_end(xml);
}

static void put_unknown(jni_xml_writer *xml, const jni_source_description *d, const char *element, int i,
                        const jni_printed_variable *with_dependencies) {
  int first = d->options->version == 2;
  jni_xml_begin(xml, element);
  jni_xml_integer(xml, first ? "index" : "valueReference", i + first);
  if (with_dependencies) {
    for (int k = 0; k < with_dependencies->ndependencies; k++) with_dependencies->dependencies[k] += first;
    jni_xml_integers(xml, "dependencies", with_dependencies->dependencies, with_dependencies->ndependencies);
    for (int k = 0; k < with_dependencies->ndependencies; k++) with_dependencies->dependencies[k] -= first;
  }
  jni_xml_end(xml);
}

// Writes the model structure. If there are parameters no dependencies of initial unknowns are written, because at the
// start the loops are closed for the parameters, and every variable may depend on all parameters and inputs. Without
// parameters the start is stored in the code.
static void put_structure(jni_xml_writer *xml, const jni_source_description *d) {
  const jni_printed_variables *v = d->variables;
  bool two = d->options->version == 2;
  int first = jni_first_output(v);
  jni_xml_begin(xml, "ModelStructure");
  if (two && v->noutputs > 0) jni_xml_begin(xml, "Outputs");
  for (int i = 0; i < v->noutputs; i++) put_unknown(xml, d, two ? "Unknown" : "Output", first + i, &v->list[first + i]);
  if (two && v->noutputs > 0) jni_xml_end(xml);
  if (two && v->noutputs > 0) jni_xml_begin(xml, "InitialUnknowns");
  for (int i = 0; i < v->noutputs; i++)
    put_unknown(xml, d, two ? "Unknown" : "InitialUnknown", first + i,
                v->nparameters == 0 ? &v->list[first + i] : NULL);
  if (two && v->noutputs > 0) jni_xml_end(xml);
  jni_xml_end(xml);
}

// ---- the files ------------------------------------------------------------------------------------------------------

char *jni_source_model_description(const jni_source_description *d, size_t *size) {
  char tool[64];
  bool two = d->options->version == 2;
  jni_xml_writer xml = jni_xml_writer_new(d->alloc);
  jni_print(tool, sizeof tool, "Jounce %s", jn_version());
  jni_xml_begin(&xml, "fmiModelDescription");
  jni_xml_string(&xml, "fmiVersion", two ? "2.0" : "3.0");
  jni_xml_string(&xml, "modelName", d->model_name);
  jni_xml_string(&xml, two ? "guid" : "instantiationToken", d->token);
  jni_xml_string(&xml, "generationTool", tool);
  jni_xml_string(&xml, "generationDateAndTime", d->options->date);
  jni_xml_string(&xml, "variableNamingConvention", all_structured(d->variables) ? "structured" : "flat");
  put_interface(&xml, d);
  put_units(&xml, d->variables);
  put_categories(&xml);
  put_experiment(&xml, d);
  jni_xml_begin(&xml, "ModelVariables");
  for (int i = 0; i < d->variables->n; i++) put_variable(&xml, d, i);
  jni_xml_end(&xml);
  put_structure(&xml, d);
  jni_xml_end(&xml);
  return jni_xml_finish(&xml, size);
}

char *jni_source_build_description(const jni_source_description *d, size_t *size) {
  jni_xml_writer xml = jni_xml_writer_new(d->alloc);
  jni_xml_begin(&xml, "fmiBuildDescription");
  jni_xml_string(&xml, "fmiVersion", "3.0");
  jni_xml_begin(&xml, "BuildConfiguration");
  jni_xml_string(&xml, "modelIdentifier", d->options->identifier);
  jni_xml_string(&xml, "description",
                 "shared library; to link several FMUs into one program, leave the definition out");
  jni_xml_begin(&xml, "SourceFileSet");
  jni_xml_string(&xml, "language", d->c11 ? "C11" : "C99");
  for (int i = 0; i < d->nsources; i++) {
    jni_xml_begin(&xml, "SourceFile");
    jni_xml_string(&xml, "name", d->sources[i]);
    jni_xml_end(&xml);
  }
  jni_xml_begin(&xml, "PreprocessorDefinition");
  jni_xml_string(&xml, "name", "FMI3_OVERRIDE_FUNCTION_PREFIX");
  jni_xml_flag(&xml, "optional", true);
  jni_xml_end(&xml);
  jni_xml_end(&xml);
  jni_xml_begin(&xml, "Library");
  jni_xml_string(&xml, "name", "m");
  jni_xml_flag(&xml, "external", true);
  jni_xml_end(&xml);
  jni_xml_end(&xml);
  jni_xml_end(&xml);
  return jni_xml_finish(&xml, size);
}
