// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// source_text.c - see source_text.h.
#include "fmi/printed/source_text.h"

#include <math.h>
#include <string.h>

#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#include "fmi/fmu_texts.h"

const char *jni_fmu_text_find(const char *name, size_t *size) {
  for (int i = 0; jni_fmu_texts[i].name; i++) {
    if (strcmp(jni_fmu_texts[i].name, name) != 0) continue;
    *size = jni_fmu_texts[i].size;
    return (const char *)jni_fmu_texts[i].text;
  }
  return NULL;
}

static void put_text(jni_source *out, const char *name) {
  size_t size = 0;
  const char *text = jni_fmu_text_find(name, &size);
  jni_source_add(out, "\n");
  if (text) jni_source_put(out, text, size);
  else out->pool.failed = true;
}

// Beginning of the text. System headers are included before the pragma that hides all symbols, which would otherwise
// also hide the functions of libraries.
static const char beginning[] =
    "#include <float.h>\n#include <math.h>\n#include <stdarg.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
    "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
    "// Only the functions of FMI are visible outside.\n"
    "#if defined(__GNUC__) && !defined(_WIN32)\n#pragma GCC visibility push(hidden)\n#endif\n\n";

static const char ending[] = "\n#if defined(__GNUC__) && !defined(_WIN32)\n#pragma GCC visibility pop\n#endif\n";

static const char exporting[] =
    "#if defined(_WIN32)\n#define JNF_EXPORT __declspec(dllexport)\n"
    "#elif defined(__GNUC__)\n#define JNF_EXPORT __attribute__((visibility(\"default\")))\n"
    "#else\n#define JNF_EXPORT\n#endif\n";

// ---- the functions --------------------------------------------------------------------------------------------------

#define NAME(result, name, parameters) #name,
static const char *const functions2[] = {FMI2_FUNCTIONS(NAME) NULL};
static const char *const functions3[] = {FMI3_FUNCTIONS(NAME) NULL};
#undef NAME

// Writes macros that put the identifier before the names of all FMI functions, for a program that links several FMUs,
// and after them the prototypes of these functions.
static void put_prefixes(jni_source *out, const jn_fmu_options *options) {
  int version = options->version;
  const char *const *functions = version == 2 ? functions2 : functions3;
  jni_source_add(
      out,
      "// Functions have the name of the FMU before theirs, so that several can be linked into one program. A "
      "shared\n// library has one: it defines FMI%d_OVERRIDE_FUNCTION_PREFIX.\n"
      "#ifndef FMI%d_OVERRIDE_FUNCTION_PREFIX\n",
      version, version);
  for (int i = 0; functions[i]; i++)
    jni_source_add(out, "#define fmi%d%s %s_fmi%d%s\n", version, functions[i], options->identifier, version,
                   functions[i]);
  jni_source_add(out,
                 "#endif\n\n"
                 "#define JNF_PROTOTYPE(result, name, parameters) JNF_EXPORT result fmi%d##name parameters;\n"
                 "FMI%d_FUNCTIONS(JNF_PROTOTYPE)\n#undef JNF_PROTOTYPE\n\n",
                 version, version);
}

// ---- tables ---------------------------------------------------------------------------------------------------------

static void put_numbers(const jni_source_text_def *def, jni_source *out, const char *name,
                        double (*number)(const jni_printed_variable *variable)) {
  const jni_printed_variables *v = def->variables;
  double end = 0;
  jni_source_add(out, "static const double %s[%d] = {", name, v->ninputs + v->nparameters + 1);
  for (int i = 1; i < jni_first_output(v); i++) {
    double value = number(&v->list[i]);
    jni_source_numbers(out, &value, 1);
  }
  jni_source_numbers(out, &end, 1);
  jni_source_add(out, "};\n");
}

static double start_of(const jni_printed_variable *variable) { return variable->start; }
static double low_of(const jni_printed_variable *variable) { return variable->low; }
static double high_of(const jni_printed_variable *variable) { return variable->high; }

static void put_tables(const jni_source_text_def *def, jni_source *out) {
  const jni_printed_variables *v = def->variables;
  int end = 0;
  jni_source_add(out, "static const int jnf_input_at[%d] = {", v->ninputs + 1);
  for (int i = 0; i < v->ninputs; i++) jni_source_integers(out, &v->list[1 + i].at, 1);
  jni_source_integers(out, &end, 1);
  jni_source_add(out, "};\n");
  put_numbers(def, out, "jnf_start_values", start_of);
  put_numbers(def, out, "jnf_low", low_of);
  put_numbers(def, out, "jnf_high", high_of);
  jni_source_add(out, "static const char *const jnf_names[%d] = {", v->n);
  for (int i = 0; i < v->n; i++) jni_source_quotes(out, &v->list[i].name, 1);
  jni_source_add(out, "};\n");
}

static void put_names(const jni_source_text_def *def, jni_source *out) {
  static const char *const functions[] = {"state", "init", "restart", "step", "outputs"};
  const jni_printed_variables *v = def->variables;
  const char *id = def->options->identifier;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    jni_source_add(out, "#define jnf_%s %s_%s\n", functions[i], id, functions[i]);
  if (def->program->start) jni_source_add(out, "#define jnf_start %s_start\n", id);
  else jni_source_add(out, "#define jnf_start(s) ((void)(s))  // no parameters\n");
  jni_source_add(out, "enum { JNF_NQ = %s_NQ, JNF_NU = %d, JNF_NP = %d, JNF_NY = %d, jnf_parameter_at = %s_P };\n", id,
                 v->ninputs, v->nparameters, v->noutputs, id);
  jni_source_add(out, "#define JNF_STEP ");
  jni_source_number(out, def->step);
  jni_source_add(out, "\n#define JNF_T0 ");
  jni_source_number(out, def->program->nominal[0]);
  jni_source_add(out, "\ntypedef %s jnf_logger;\n",
                 def->options->version == 2 ? "fmi2CallbackLogger *" : "fmi3LogMessageCallback");
}

// ---- text -----------------------------------------------------------------------------------------------------------

static void set_token(const char *text, size_t size, char token[JNI_TOKEN_SIZE]) {
  uint64_t first = jni_hash64(0, text, size), second = jni_hash64(first ^ 0x6a6e63, text, size);
  jni_print(token, JNI_TOKEN_SIZE, "{%08x-%04x-%04x-%04x-%04x%08x}", (unsigned)(first >> 32),
            (unsigned)(first >> 16 & 0xffff), (unsigned)(first & 0xffff), (unsigned)(second >> 48),
            (unsigned)(second >> 32 & 0xffff), (unsigned)(second & 0xffffffff));
}

void jni_source_text_write(const jni_source_text_def *def, jni_source *out, char token[JNI_TOKEN_SIZE]) {
  int version = def->options->version;
  char part[24];
  jni_source_add(out, "// %s.c - source FMU of FMI %d.0 for Co-Simulation, written by jounce compile %s.\n",
                 def->options->identifier, version, jn_version());
  jni_source_put(out, beginning, sizeof beginning - 1);
  jni_source_put(out, def->code, strlen(def->code));
  jni_print(part, sizeof part, "fmi%d.h", version);
  put_text(out, part);
  jni_source_add(out, "\n");
  jni_source_put(out, exporting, sizeof exporting - 1);
  put_prefixes(out, def->options);
  put_names(def, out);
  put_tables(def, out);
  if (!out->text || out->pool.failed) return;
  set_token(out->text, (size_t)out->length, token);
  jni_source_add(out, "static const char jnf_token[] = \"%s\";\n", token);
  put_text(out, "printed_fmu.h");
  jni_print(part, sizeof part, "printed_fmi%d.h", version);
  put_text(out, part);
  jni_source_put(out, ending, sizeof ending - 1);
}
