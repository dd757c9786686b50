// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// description_check.c - checks a description against the rules of FMI 2.0.5 and 3.0.2, one message for each violation.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/fmu/description.h"

typedef struct {
  const jni_fmu_description *d;
  jn_report *report;
  int faults;
} checker;

enum { MOST_FAULTS = 200 };  // largest number of reported faults; further ones are only counted

JN_PRINTF(4, 5) static void fault(checker *c, const jni_xml *node, const char *element, const char *format, ...) {
  char what[512];
  va_list arguments;
  if (c->faults++ >= MOST_FAULTS) return;
  va_start(arguments, format);
  jni_vprint(what, sizeof what, format, arguments);
  va_end(arguments);
  jni_fmu_fault(c->d->file, node, element, c->report, "%s", what);
}

JN_PRINTF(3, 4) static void variable_fault(checker *c, const jni_fmu_variable *v, const char *format, ...) {
  char what[512], element[200];
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(what, sizeof what, format, arguments);
  va_end(arguments);
  jni_print(element, sizeof element, "variable '%.150s'", v->name);
  fault(c, v->element, element, "%s", what);
}

// ---- elements and attributes ----------------------------------------------------------------------------------------

// Rule for one XML element: where it may be, and which attributes and children it may have. parent "": it may be
// anywhere. Lists are words separated and enclosed by blanks; children NULL: all are allowed.
typedef struct {
  int version;  // version of FMI: 2 or 3; 0: both
  const char *parent, *name;
  const char *attributes;
  const char *children;  // names of child elements, in the order in which they must appear
} element_rule;

#define VARIABLE_3                                                                                             \
  " name valueReference description causality variability canHandleMultipleSetPerTimeInstant clocks previous " \
  "intermediateUpdate initial "
#define FLOAT_3 \
  "declaredType quantity unit displayUnit relativeQuantity unbounded min max nominal start derivative reinit "
#define INTEGER_3 "declaredType quantity min max start "

static const element_rule rules[] = {
    {2, "", "fmiModelDescription",
     " fmiVersion modelName guid description author version copyright license generationTool generationDateAndTime "
     "variableNamingConvention numberOfEventIndicators ",
     " ModelExchange CoSimulation UnitDefinitions TypeDefinitions LogCategories DefaultExperiment VendorAnnotations "
     "ModelVariables ModelStructure "},
    {3, "", "fmiModelDescription",
     " fmiVersion modelName instantiationToken description author version copyright license generationTool "
     "generationDateAndTime variableNamingConvention ",
     " ModelExchange CoSimulation ScheduledExecution UnitDefinitions TypeDefinitions LogCategories DefaultExperiment "
     "ModelVariables ModelStructure Annotations "},
    {2, "", "ModelExchange",
     " modelIdentifier needsExecutionTool completedIntegratorStepNotNeeded canBeInstantiatedOnlyOncePerProcess "
     "canNotUseMemoryManagementFunctions canGetAndSetFMUstate canSerializeFMUstate providesDirectionalDerivative ",
     " SourceFiles "},
    {2, "", "CoSimulation",
     " modelIdentifier needsExecutionTool canHandleVariableCommunicationStepSize canInterpolateInputs "
     "maxOutputDerivativeOrder canRunAsynchronuously canBeInstantiatedOnlyOncePerProcess "
     "canNotUseMemoryManagementFunctions canGetAndSetFMUstate canSerializeFMUstate providesDirectionalDerivative ",
     " SourceFiles "},
    {3, "", "ModelExchange",
     " modelIdentifier needsExecutionTool canBeInstantiatedOnlyOncePerProcess canGetAndSetFMUState "
     "canSerializeFMUState providesDirectionalDerivatives providesAdjointDerivatives providesPerElementDependencies "
     "needsCompletedIntegratorStep providesEvaluateDiscreteStates ",
     " Annotations "},
    {3, "", "CoSimulation",
     " modelIdentifier needsExecutionTool canBeInstantiatedOnlyOncePerProcess canGetAndSetFMUState "
     "canSerializeFMUState providesDirectionalDerivatives providesAdjointDerivatives providesPerElementDependencies "
     "canHandleVariableCommunicationStepSize fixedInternalStepSize maxOutputDerivativeOrder "
     "recommendedIntermediateInputSmoothness providesIntermediateUpdate mightReturnEarlyFromDoStep "
     "canReturnEarlyAfterIntermediateUpdate hasEventMode providesEvaluateDiscreteStates ",
     " Annotations "},
    {0, "", "UnitDefinitions", " ", " Unit "},
    {2, "", "Unit", " name ", " BaseUnit DisplayUnit "},
    {3, "", "Unit", " name ", " BaseUnit DisplayUnit Annotations "},
    {0, "", "BaseUnit", " kg m s A K mol cd rad factor offset ", " "},
    {2, "", "DisplayUnit", " name factor offset ", " "},
    {3, "", "DisplayUnit", " name factor offset inverse ", " Annotations "},
    {2, "", "TypeDefinitions", " ", " SimpleType "},
    {2, "", "SimpleType", " name description ", NULL},
    {2, "SimpleType", "Real", " quantity unit displayUnit relativeQuantity min max nominal unbounded ", " "},
    {2, "SimpleType", "Integer", " quantity min max ", " "},
    {2, "SimpleType", "Boolean", " ", " "},
    {2, "SimpleType", "String", " ", " "},
    {2, "SimpleType", "Enumeration", " quantity ", " Item "},
    {3, "", "Float64Type", " name description quantity unit displayUnit relativeQuantity unbounded min max nominal ",
     " Annotations "},
    {3, "", "Float32Type", " name description quantity unit displayUnit relativeQuantity unbounded min max nominal ",
     " Annotations "},
    {0, "", "LogCategories", " ", " Category "},
    {0, "", "Category", " name description ", " Annotations "},
    {0, "", "DefaultExperiment", " startTime stopTime tolerance stepSize ", " Annotations "},
    {2, "", "ModelVariables", " ", " ScalarVariable "},
    {2, "", "ScalarVariable",
     " name valueReference description causality variability initial canHandleMultipleSetPerTimeInstant ", NULL},
    {2, "ScalarVariable", "Real",
     " declaredType quantity unit displayUnit relativeQuantity min max nominal unbounded start derivative reinit ",
     " "},
    {2, "ScalarVariable", "Integer", " declaredType quantity min max start ", " "},
    {2, "ScalarVariable", "Boolean", " declaredType start ", " "},
    {2, "ScalarVariable", "String", " declaredType start ", " "},
    {2, "ScalarVariable", "Enumeration", " declaredType quantity min max start ", " "},
    {2, "", "ModelStructure", " ", " Outputs Derivatives InitialUnknowns "},
    {2, "", "Outputs", " ", " Unknown "},
    {2, "", "Derivatives", " ", " Unknown "},
    {2, "", "InitialUnknowns", " ", " Unknown "},
    {2, "", "Unknown", " index dependencies dependenciesKind ", " "},
    {3, "ModelVariables", "Float64", VARIABLE_3 FLOAT_3, NULL},
    {3, "ModelVariables", "Float32", VARIABLE_3 FLOAT_3, NULL},
    {3, "ModelVariables", "Int8", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "UInt8", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "Int16", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "UInt16", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "Int32", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "UInt32", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "Int64", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "UInt64", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "Enumeration", VARIABLE_3 INTEGER_3, NULL},
    {3, "ModelVariables", "Boolean", VARIABLE_3 "declaredType start ", NULL},
    {3, "ModelVariables", "String", VARIABLE_3 "declaredType ", NULL},
    {3, "ModelVariables", "Binary", VARIABLE_3 "declaredType mimeType maxSize ", NULL},
    {3, "", "Dimension", " start valueReference ", " "},
    {3, "", "ModelStructure", " ", NULL},
    {3, "", "Output", " valueReference dependencies dependenciesKind ", " Annotations "},
    {3, "", "ContinuousStateDerivative", " valueReference dependencies dependenciesKind ", " Annotations "},
    {3, "", "ClockedState", " valueReference dependencies dependenciesKind ", " Annotations "},
    {3, "", "InitialUnknown", " valueReference dependencies dependenciesKind ", " Annotations "},
    {3, "", "EventIndicator", " valueReference dependencies dependenciesKind ", " Annotations "},
};

static const element_rule *find_rule(const jni_fmu_description *d, const jni_xml *node) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    const element_rule *r = &rules[i];
    if (r->version != 0 && r->version != d->version) continue;
    if (strcmp(r->name, node->name) != 0) continue;
    if (!r->parent[0] || (node->parent && strcmp(r->parent, node->parent->name) == 0)) return r;
  }
  return NULL;
}

// Returns the position of a word in a list of words that begins and ends with a blank; NULL: the list does not contain
// it.
static const char *find_word(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *at = strstr(list, word); at && n > 0; at = strstr(at + 1, word))
    if (at[-1] == ' ' && at[n] == ' ') return at;
  return NULL;
}

// Returns the name of an element that may have this attribute in the description's version of FMI; NULL: none may.
static const char *find_owner(const jni_fmu_description *d, const char *attribute) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if ((rules[i].version == 0 || rules[i].version == d->version) && find_word(rules[i].attributes, attribute))
      return rules[i].name;
  return NULL;
}

static void check_attributes(checker *c, const jni_xml *node, const element_rule *rule) {
  for (const jni_xml_attribute *a = node->attributes; a; a = a->next) {
    // attributes of XML namespaces are not checked
    if (strchr(a->name, ':') || strcmp(a->name, "xmlns") == 0) continue;
    if (find_word(rule->attributes, a->name)) continue;
    const char *owner = find_owner(c->d, a->name);
    if (owner) fault(c, node, node->name, "the attribute '%.60s' belongs to %s, not here", a->name, owner);
    else fault(c, node, node->name, "FMI %d has no attribute '%.60s'", c->d->version, a->name);
  }
}

static void check_children(checker *c, const jni_xml *node, const element_rule *rule) {
  const char *last = rule->children;
  for (const jni_xml *child = node->first; child; child = child->next) {
    const char *at = find_word(rule->children, child->name);
    if (!at) {
      fault(c, child, child->name, "is not expected in %s", node->name);
      continue;
    }
    if (at < last)
      fault(c, child, child->name, "must be placed earlier; the order in %s is%s", node->name, rule->children);
    else last = at;
  }
}

static bool is_list(const char *name) {
  static const char lists[] =
      " UnitDefinitions TypeDefinitions LogCategories ModelVariables Outputs Derivatives InitialUnknowns SourceFiles "
      "VendorAnnotations ";
  return find_word(lists, name);
}

static void check_elements(checker *c, const jni_xml *node, int depth) {
  enum { MOST_DEPTH = 20 };
  const element_rule *rule = find_rule(c->d, node);
  if (rule) {
    check_attributes(c, node, rule);
    if (rule->children) check_children(c, node, rule);
  }
  if (is_list(node->name) && !node->first) fault(c, node, node->name, "is empty; leave it out");
  if (strcmp(node->name, "Annotations") == 0 || strcmp(node->name, "VendorAnnotations") == 0 || depth > MOST_DEPTH)
    return;
  for (const jni_xml *child = node->first; child; child = child->next) check_elements(c, child, depth + 1);
}

// ---- names ----------------------------------------------------------------------------------------------------------

static bool is_letter(char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_'; }
static bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

static bool is_identifier(const char *name) {
  if (!is_letter(*name)) return false;
  for (const char *s = name; *s; s++)
    if (!is_letter(*s) && !is_digit(*s)) return false;
  return true;
}

// Skips a part of a structured name: `name`, `'quoted'` or `name[1,2]`. Returns the position after it; NULL if s is no
// such part.
static const char *skip_part(const char *s) {
  if (*s == '\'') {
    for (s++; *s && *s != '\''; s++)
      if (*s == '\\' && s[1]) s++;
    if (*s++ != '\'') return NULL;
  } else {
    if (!is_letter(*s)) return NULL;
    while (is_letter(*s) || is_digit(*s)) s++;
  }
  if (*s != '[') return s;
  do {
    s++;
    if (!is_digit(*s)) return NULL;
    while (is_digit(*s)) s++;
  } while (*s == ',');
  return *s == ']' ? s + 1 : NULL;
}

static const char *skip_parts(const char *s) {
  for (s = skip_part(s); s && *s == '.';) s = skip_part(s + 1);
  return s;
}

// Returns true if a name follows the structured naming convention: a.b[1].c, der(x), der(x,2), 'quoted'.
static bool is_structured(const char *name) {
  if (strncmp(name, "der(", 4) == 0) {
    const char *end = skip_parts(name + 4);
    if (end && *end == ',' && is_digit(end[1]))
      for (end++; is_digit(*end);) end++;
    return end && *end == ')' && !end[1];
  }
  const char *end = skip_parts(name);
  return end && !*end;
}

static void check_names(checker *c) {
  const jni_fmu_description *d = c->d;
  // by_name lists variables before elements of the same name. An element's name is not in the file, and so it may be
  // that of a variable.
  for (int i = 1; i < d->nvariables + d->nelements; i++) {
    const jni_fmu_variable *v = &d->variables[d->by_name[i]], *before = &d->variables[d->by_name[i - 1]];
    if (d->by_name[i] < d->nvariables && strcmp(v->name, before->name) == 0)
      variable_fault(c, v, "the variable of line %d has this name too", before->element->line);
  }
  for (int i = 0; i < d->nvariables; i++) {
    const jni_fmu_variable *v = &d->variables[i];
    if (!v->name[0]) variable_fault(c, v, "the name is empty");
    else if (strpbrk(v->name, "\r\n\t")) variable_fault(c, v, "the name has a line end or a tab");
    else if (d->structured_names && !is_structured(v->name))
      variable_fault(c, v, "the name has not the form of structured names, as in a.b[1].c, der(x) or 'quoted'");
  }
  for (int i = 0; i < d->ntypes; i++) {
    int variable = jni_fmu_find_variable(d, d->types[i].name);
    if (variable >= 0 && variable < d->nvariables)
      variable_fault(c, &d->variables[variable], "a type has this name too");
    for (int k = 0; k < i; k++)
      if (strcmp(d->types[i].name, d->types[k].name) == 0)
        fault(c, d->types[i].element, d->types[i].element->name, "two types are called '%.60s'", d->types[i].name);
  }
  for (int i = 0; i < d->nunits; i++)
    for (int k = 0; k < i; k++)
      if (strcmp(d->units[i].name, d->units[k].name) == 0)
        fault(c, d->units[i].element, "Unit", "two units are called '%.60s'", d->units[i].name);
}

static void check_references(checker *c) {
  const jni_fmu_description *d = c->d;
  for (int i = 1; i < d->nvariables; i++) {
    const jni_fmu_variable *v = &d->variables[d->by_reference[i]], *before = &d->variables[d->by_reference[i - 1]];
    if (v->reference != before->reference) continue;
    if (d->version == 3)
      variable_fault(c, v, "has the value reference %lu of variable '%.100s'", (unsigned long)v->reference,
                     before->name);
    else if (v->type == before->type && v->causality == JNI_FMU_INPUT && before->causality == JNI_FMU_INPUT)
      variable_fault(c, v, "is an alias of '%.100s', which is an input too", before->name);
    else if (v->type == before->type && v->unit && before->unit && strcmp(v->unit, before->unit) != 0)
      variable_fault(c, v, "is an alias of '%.100s', which has the unit '%.40s'", before->name, before->unit);
  }
}

// ---- causality, variability, initial, start -------------------------------------------------------------------------

enum { CONSTANT = 1 << JNI_FMU_CONSTANT, FIXED = 1 << JNI_FMU_FIXED, TUNABLE = 1 << JNI_FMU_TUNABLE };
enum { DISCRETE = 1 << JNI_FMU_DISCRETE, CONTINUOUS = 1 << JNI_FMU_CONTINUOUS };
enum { NONE = 1 << JNI_FMU_NO_INITIAL, EXACT = 1 << JNI_FMU_EXACT, APPROX = 1 << JNI_FMU_APPROX };
enum { CALCULATED = 1 << JNI_FMU_CALCULATED };

// Allowed values of `initial` for variables with one of these causalities and one of these variabilities.
typedef struct {
  jni_fmu_causality causality;
  int variabilities, initials;
} table_row;

static const table_row table[] = {
    {JNI_FMU_PARAMETER, FIXED | TUNABLE, EXACT},
    {JNI_FMU_CALCULATED_PARAMETER, FIXED | TUNABLE, CALCULATED | APPROX},
    {JNI_FMU_INPUT, DISCRETE | CONTINUOUS, EXACT | NONE},
    {JNI_FMU_OUTPUT, CONSTANT, EXACT},
    {JNI_FMU_OUTPUT, DISCRETE | CONTINUOUS, CALCULATED | EXACT | APPROX},
    {JNI_FMU_LOCAL, CONSTANT, EXACT},
    {JNI_FMU_LOCAL, FIXED | TUNABLE, CALCULATED | APPROX},
    {JNI_FMU_LOCAL, DISCRETE | CONTINUOUS, CALCULATED | EXACT | APPROX},
    {JNI_FMU_INDEPENDENT, CONTINUOUS, NONE},
    {JNI_FMU_STRUCTURAL_PARAMETER, FIXED | TUNABLE, EXACT},
};

static const table_row *find_row(const jni_fmu_variable *v) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].causality == v->causality && (table[i].variabilities & (1 << v->variability))) return &table[i];
  return NULL;
}

static bool is_float(jni_fmu_type type) { return type == JNI_FMU_FLOAT64 || type == JNI_FMU_FLOAT32; }

static void check_start(checker *c, const jni_fmu_variable *v) {
  bool exact = v->initial == JNI_FMU_EXACT || v->initial == JNI_FMU_APPROX || v->causality == JNI_FMU_INPUT;
  if (v->causality == JNI_FMU_INDEPENDENT && v->start) variable_fault(c, v, "the independent variable has no start");
  else if (v->initial == JNI_FMU_CALCULATED && v->start)
    variable_fault(c, v,
                   "has a start value, but initial=\"calculated\"; use \"exact\" or \"approx\", or leave start out");
  else if (exact && !v->start && v->type != JNI_FMU_CLOCK && v->type != JNI_FMU_BINARY)
    variable_fault(c, v, "needs a start value: %s",
                   v->causality == JNI_FMU_INPUT ? "it is an input"
                   : v->initial == JNI_FMU_EXACT ? "initial is \"exact\""
                                                 : "initial is \"approx\"");
}

static bool read_limit(const jni_fmu_variable *v, const char *name, double *value) {
  const char *text = jni_xml_text(v->typed, name);
  return text && jni_number_parse(text, value);
}

static void check_range(checker *c, const jni_fmu_variable *v) {
  double low, high, nominal;
  bool has_low = read_limit(v, "min", &low), has_high = read_limit(v, "max", &high);
  bool number = v->start && v->type <= JNI_FMU_ENUMERATION;
  if (has_low && has_high && !(low <= high)) variable_fault(c, v, "min is %g and max is %g", low, high);
  else if (number && has_low && !(v->start_value >= low))
    variable_fault(c, v, "start is %g and min is %g", v->start_value, low);
  else if (number && has_high && !(v->start_value <= high))
    variable_fault(c, v, "start is %g and max is %g", v->start_value, high);
  if (read_limit(v, "nominal", &nominal) && !(nominal > 0)) variable_fault(c, v, "nominal must be greater than 0");
}

static bool has_display_unit(const jni_fmu_unit *unit, const char *name) {
  for (const jni_xml *node = unit->element->first; node; node = node->next)
    if (strcmp(node->name, "DisplayUnit") == 0)
      for (const jni_xml_attribute *a = node->attributes; a; a = a->next)
        if (strcmp(a->name, "name") == 0 && strcmp(a->value, name) == 0) return true;
  return false;
}

static void check_type_and_unit(checker *c, const jni_fmu_variable *v) {
  const jni_fmu_description *d = c->d;
  const jni_fmu_type_definition *type = NULL;
  for (int i = 0; v->declared_type && i < d->ntypes; i++)
    if (strcmp(d->types[i].name, v->declared_type) == 0) type = &d->types[i];
  if (v->declared_type && !type)
    variable_fault(c, v, "its type '%.60s' is not defined in TypeDefinitions", v->declared_type);
  if (type && type->type != v->type)
    variable_fault(c, v, "its type '%.60s' is of %s, not of %s", type->name, jni_fmu_type_name(d, type->type),
                   jni_fmu_type_name(d, v->type));
  if (v->type == JNI_FMU_ENUMERATION && !v->declared_type) variable_fault(c, v, "an enumeration needs a declaredType");
  const jni_fmu_unit *unit = v->unit ? jni_fmu_find_unit(d, v->unit) : NULL;
  if (v->unit && !unit) variable_fault(c, v, "its unit '%.60s' is not defined in UnitDefinitions", v->unit);
  if (v->display_unit && !v->unit) variable_fault(c, v, "has a displayUnit, but no unit");
  else if (v->display_unit && unit && !has_display_unit(unit, v->display_unit))
    variable_fault(c, v, "its displayUnit '%.60s' is not defined for the unit '%.60s'", v->display_unit, v->unit);
}

// Returns the index of the state of which a variable is the derivative; -1: it is none, or the state does not exist.
static int state_of(const jni_fmu_description *d, const jni_fmu_variable *v) {
  if (v->derivative < 0) return -1;
  if (d->version == 3) return jni_fmu_find_reference(d, (uint32_t)v->derivative);
  return v->derivative >= 1 && v->derivative <= d->nvariables ? (int)v->derivative - 1 : -1;
}

static void check_derivative(checker *c, const jni_fmu_variable *v) {
  const jni_fmu_description *d = c->d;
  if (v->derivative < 0) return;
  int state = state_of(d, v);
  if (state < 0) {
    variable_fault(c, v, "derivative is %ld, and there is no variable with this %s", v->derivative,
                   d->version == 2 ? "index" : "value reference");
    return;
  }
  if (!is_float(v->type) || v->variability != JNI_FMU_CONTINUOUS)
    variable_fault(c, v, "is a derivative, and so must be a continuous number");
  if (!is_float(d->variables[state].type) || d->variables[state].variability != JNI_FMU_CONTINUOUS)
    variable_fault(c, v, "is the derivative of '%.100s', which is not a continuous number", d->variables[state].name);
}

static void check_variable(checker *c, const jni_fmu_variable *v) {
  if (v->variability == JNI_FMU_CONTINUOUS && !is_float(v->type)) {
    const char *type = jni_fmu_type_name(c->d, v->type);
    if (v->has_variability) variable_fault(c, v, "a variable of type %s cannot be continuous", type);
    else variable_fault(c, v, "needs a variability: the default \"continuous\" is not possible for type %s", type);
    return;
  }
  const table_row *row = find_row(v);
  if (!row)
    variable_fault(c, v, "causality \"%s\" cannot be combined with variability \"%s\"",
                   jni_fmu_causality_names[v->causality], jni_fmu_variability_names[v->variability]);
  else if (c->d->version == 2 && v->has_initial &&
           (v->causality == JNI_FMU_INPUT || v->causality == JNI_FMU_INDEPENDENT))
    variable_fault(c, v, "has the attribute 'initial', which causality \"%s\" must not have",
                   jni_fmu_causality_names[v->causality]);
  else if (!(row->initials & (1 << v->initial)))
    variable_fault(c, v, "causality \"%s\" and variability \"%s\" cannot be combined with initial \"%s\"",
                   jni_fmu_causality_names[v->causality], jni_fmu_variability_names[v->variability],
                   jni_fmu_initial_names[v->initial]);
  else check_start(c, v);
  check_range(c, v);
  check_type_and_unit(c, v);
  check_derivative(c, v);
}

static void check_independent(checker *c) {
  const jni_fmu_description *d = c->d;
  int n = 0;
  for (int i = 0; i < d->nvariables; i++) {
    const jni_fmu_variable *v = &d->variables[i];
    if (v->causality != JNI_FMU_INDEPENDENT) continue;
    if (++n > 1) variable_fault(c, v, "there is a second independent variable");
    if (!is_float(v->type)) variable_fault(c, v, "the independent variable must be a number");
  }
  if (n == 0 && d->version == 3) fault(c, d->root, "ModelVariables", "needs a variable with causality \"independent\"");
}

// ---- structure ------------------------------------------------------------------------------------------------------

typedef struct {
  // nvariables flags each: the variable is the state of a listed derivative; it is a listed derivative; it is in the
  // list that was marked last
  bool *state, *derivative, *listed;
} marks;

static const char *list_name(const jni_fmu_description *d, jni_fmu_list list) {
  static const char *const names[2][JNI_FMU_NLISTS] = {
      {"Outputs", "Derivatives", "InitialUnknowns", "", ""},
      {"Output", "ContinuousStateDerivative", "InitialUnknown", "EventIndicator", "ClockedState"}};
  return names[d->version - 2][list];
}

// Sets listed[] of the variables in a list of the model structure, and reports those that the list contains twice.
static void mark_list(checker *c, jni_fmu_list list, bool *listed) {
  const jni_fmu_description *d = c->d;
  memset(listed, 0, (size_t)d->nvariables * sizeof *listed);
  for (int i = 0; i < d->lists[list].n; i++) {
    const jni_fmu_unknown *u = &d->lists[list].entries[i];
    if (listed[u->variable])
      fault(c, u->element, list_name(d, list), "variable '%.100s' is listed twice", d->variables[u->variable].name);
    listed[u->variable] = true;
  }
}

static void check_outputs(checker *c, const marks *m) {
  const jni_fmu_description *d = c->d;
  mark_list(c, JNI_FMU_OUTPUTS, m->listed);
  for (int i = 0; i < d->nvariables; i++) {
    const jni_fmu_variable *v = &d->variables[i];
    if (v->causality == JNI_FMU_OUTPUT && !m->listed[i])
      variable_fault(c, v, "is an output, but is not listed in the model structure (%s)",
                     list_name(d, JNI_FMU_OUTPUTS));
    if (v->causality != JNI_FMU_OUTPUT && m->listed[i])
      variable_fault(c, v, "is listed as an output in the model structure, but its causality is \"%s\"",
                     jni_fmu_causality_names[v->causality]);
  }
}

static void check_derivatives(checker *c, const marks *m) {
  const jni_fmu_description *d = c->d;
  mark_list(c, JNI_FMU_DERIVATIVES, m->listed);
  for (int i = 0; i < d->lists[JNI_FMU_DERIVATIVES].n; i++) {
    int k = d->lists[JNI_FMU_DERIVATIVES].entries[i].variable, state = state_of(d, &d->variables[k]);
    m->derivative[k] = true;
    if (d->variables[k].derivative < 0)
      variable_fault(c, &d->variables[k],
                     "is listed as the derivative of a state, but has no attribute 'derivative' that names the state");
    else if (state >= 0) m->state[state] = true;
  }
  for (int i = 0; i < d->nvariables; i++) {
    const char *reinit = jni_xml_text(d->variables[i].typed, "reinit");
    if (reinit && (strcmp(reinit, "true") == 0 || strcmp(reinit, "1") == 0) && !m->state[i])
      variable_fault(c, &d->variables[i], "has reinit=\"true\", but is not a continuous state");
  }
}

// Returns whether a variable is a clock or changes only with clocks, so that the list of initial unknowns may omit it.
static bool is_clocked(const jni_fmu_variable *v) {
  return v->type == JNI_FMU_CLOCK || jni_xml_text(v->typed, "clocks") != NULL;
}

static bool is_calculated(const jni_fmu_variable *v) {
  return v->initial == JNI_FMU_CALCULATED || v->initial == JNI_FMU_APPROX;
}

static void check_initial_unknowns(checker *c, const marks *m) {
  const jni_fmu_description *d = c->d;
  mark_list(c, JNI_FMU_INITIAL_UNKNOWNS, m->listed);
  for (int i = 0; i < d->nvariables; i++) {
    const jni_fmu_variable *v = &d->variables[i];
    bool candidate = v->causality == JNI_FMU_OUTPUT || v->causality == JNI_FMU_CALCULATED_PARAMETER || m->state[i] ||
                     m->derivative[i];
    const char *sort = v->causality == JNI_FMU_OUTPUT                 ? "an output"
                       : v->causality == JNI_FMU_CALCULATED_PARAMETER ? "a calculated parameter"
                       : m->state[i]                                  ? "a state"
                                                                      : "the derivative of a state";
    if (candidate && is_calculated(v) && !is_clocked(v) && !m->listed[i])
      variable_fault(c, v, "is missing in the initial unknowns (%s): it is %s with initial \"%s\"",
                     list_name(d, JNI_FMU_INITIAL_UNKNOWNS), sort, jni_fmu_initial_names[v->initial]);
    if (m->listed[i] && !candidate)
      variable_fault(c, v,
                     "must not be among the initial unknowns (%s): it is neither an output nor a calculated "
                     "parameter nor a state nor a derivative",
                     list_name(d, JNI_FMU_INITIAL_UNKNOWNS));
    else if (m->listed[i] && !is_calculated(v))
      variable_fault(c, v, "must not be among the initial unknowns (%s): its attribute 'initial' is \"%s\"",
                     list_name(d, JNI_FMU_INITIAL_UNKNOWNS), jni_fmu_initial_names[v->initial]);
  }
}

static void check_event_indicators(checker *c, const marks *m) {
  const jni_fmu_description *d = c->d;
  mark_list(c, JNI_FMU_EVENT_INDICATORS, m->listed);
  for (int i = 0; i < d->nvariables; i++)
    if (m->listed[i] && (!is_float(d->variables[i].type) || d->variables[i].variability != JNI_FMU_CONTINUOUS))
      variable_fault(c, &d->variables[i], "is an event indicator, and so must be a continuous number");
}

static void check_kinds(checker *c, const jni_fmu_unknown *u, jni_fmu_list list) {
  static const char all[] = " dependent constant fixed tunable discrete ", initial[] = " dependent constant ";
  const char *name = c->d->variables[u->variable].name;
  int n = 0;
  if (!u->kinds) return;
  if (!u->has_dependencies) {
    fault(c, u->element, list_name(c->d, list), "variable '%.100s' has dependenciesKind, but no dependencies", name);
    return;
  }
  for (const char *s = u->kinds + strspn(u->kinds, " \t\r\n"); *s; s += strspn(s, " \t\r\n")) {
    size_t length = strcspn(s, " \t\r\n");
    char word[40];
    jni_print(word, sizeof word, "%.*s", (int)(length < 39 ? length : 39), s);
    if (!find_word(list == JNI_FMU_INITIAL_UNKNOWNS ? initial : all, word))
      fault(c, u->element, list_name(c->d, list), "variable '%.100s': dependenciesKind '%s' must be one of%s", name,
            word, list == JNI_FMU_INITIAL_UNKNOWNS ? initial : all);
    s += length;
    n++;
  }
  if (n != u->ndependencies)
    fault(c, u->element, list_name(c->d, list),
          "variable '%.100s' has %d dependencies and %d words in dependenciesKind", name, u->ndependencies, n);
}

static bool is_known(const jni_fmu_variable *v, bool state, jni_fmu_list list) {
  switch (v->causality) {
    case JNI_FMU_INPUT:
    case JNI_FMU_INDEPENDENT:
    case JNI_FMU_PARAMETER:
    case JNI_FMU_STRUCTURAL_PARAMETER: return true;
    default: return list == JNI_FMU_INITIAL_UNKNOWNS ? v->initial == JNI_FMU_EXACT : state;
  }
}

static void check_dependencies(checker *c, const marks *m) {
  const jni_fmu_description *d = c->d;
  for (int list = 0; list < JNI_FMU_NLISTS; list++)
    for (int i = 0; i < d->lists[list].n; i++) {
      const jni_fmu_unknown *u = &d->lists[list].entries[i];
      const char *name = d->variables[u->variable].name;
      check_kinds(c, u, (jni_fmu_list)list);
      memset(m->listed, 0, (size_t)d->nvariables * sizeof *m->listed);
      for (int k = 0; k < u->ndependencies; k++) {
        int on = u->dependencies[k];
        const jni_fmu_variable *v = &d->variables[on];
        if (m->listed[on])
          fault(c, u->element, list_name(d, (jni_fmu_list)list),
                "variable '%.100s': the dependency on '%.100s' is "
                "listed twice",
                name, v->name);
        else if (!is_known(v, m->state[on], (jni_fmu_list)list) && list != JNI_FMU_CLOCKED_STATES)
          fault(
              c, u->element, list_name(d, (jni_fmu_list)list), "variable '%.100s' depends on '%.100s', which is not %s",
              name, v->name,
              list == JNI_FMU_INITIAL_UNKNOWNS ? "known at initialisation" : "an input, a state, a parameter or time");
        m->listed[on] = true;
      }
    }
}

// ---- experiment, date, files ----------------------------------------------------------------------------------------

static void check_interface(checker *c, const jni_fmu_interface *i) {
  if (!i->present) return;
  const char *name = i->element->name;
  if (!is_identifier(i->identifier))
    fault(c, i->element, name, "modelIdentifier must be an identifier of C, got '%.60s'", i->identifier);
  if (i->can_serialize_state && !i->can_get_and_set_state)
    fault(c, i->element, name, "the state can be serialised, but not read and set");
}

static void check_experiment(checker *c) {
  const jni_fmu_description *d = c->d;
  const jni_xml *node = jni_xml_child(d->root, "DefaultExperiment");
  if (!node) return;
  double start = isnan(d->start_time) ? 0 : d->start_time;
  if (!isnan(d->stop_time) && !(d->stop_time > start))
    fault(c, node, "DefaultExperiment", "stopTime is %g and startTime is %g", d->stop_time, start);
  if (!isnan(d->tolerance) && !(d->tolerance > 0))
    fault(c, node, "DefaultExperiment", "tolerance must be greater than 0, got %g", d->tolerance);
  if (!isnan(d->step_size) && !(d->step_size > 0))
    fault(c, node, "DefaultExperiment", "stepSize must be greater than 0, got %g", d->step_size);
}

// Reports a fault if the date of generation has another form than 2026-11-19T03:50:10Z.
static void check_date(checker *c) {
  static const char form[] = "0000-00-00T00:00:00Z";
  const char *date = c->d->date;
  if (!date) return;
  size_t at = 0;
  while (form[at] && date[at] && (form[at] == '0' ? is_digit(date[at]) : date[at] == form[at])) at++;
  if (form[at] || date[at])
    fault(c, c->d->root, "fmiModelDescription", "generationDateAndTime must be like 2026-11-19T03:50:10Z, got '%.40s'",
          date);
}

int jni_fmu_description_check(const jni_fmu_description *d, jn_report *report) {
  checker c = {.d = d, .report = report};
  jni_pool scratch = {.alloc = NULL};
  marks m = {jni_flags(&scratch, (size_t)d->nvariables + 1), jni_flags(&scratch, (size_t)d->nvariables + 1),
             jni_flags(&scratch, (size_t)d->nvariables + 1)};
  if (scratch.failed) {
    jni_pool_free(&scratch);
    jni_report_no_memory(report);
    return 1;
  }
  check_elements(&c, d->root, 0);
  check_interface(&c, &d->model_exchange);
  check_interface(&c, &d->co_simulation);
  check_date(&c);
  check_experiment(&c);
  check_names(&c);
  check_references(&c);
  for (int i = 0; i < d->nvariables; i++) check_variable(&c, &d->variables[i]);
  check_independent(&c);
  check_derivatives(&c, &m);
  check_outputs(&c, &m);
  check_initial_unknowns(&c, &m);
  check_event_indicators(&c, &m);
  check_dependencies(&c, &m);
  jni_pool_free(&scratch);
  if (c.faults > MOST_FAULTS)
    jni_fmu_fault(d->file, NULL, "", report, "%d more faults are not listed", c.faults - MOST_FAULTS);
  return c.faults;
}
