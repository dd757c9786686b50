// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_fmu_check.c - the check of FMUs: a sound FMU has no fault, and each violation of a rule, among them those known
// of other exporters, has one fault at its place.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fmu_make.h"
#include "importer.h"

static const char *const modules[] = {NULL, NULL, FMU_CRUISE_2, FMU_CRUISE_3};

// Checks the cruise control with a replaced text. Returns the number of faults; `first` is the first.
static int check_changed(int version, const char *from, const char *to, jn_error *first) {
  const char *path = "test_fmu_check.fmu";
  jn_report *report = jn_report_new(NULL);
  *first = (jn_error){.status = JN_OK};
  CHECK(cruise_make(path, version, modules[version], from, to));
  jn_fmu *fmu = jn_fmu_read(NULL, path, report);
  if (fmu) jn_fmu_check(fmu, report);
  int n = jn_report_count(report, JN_FAULT);
  for (int i = jn_report_size(report) - 1; i >= 0; i--)
    if (jn_report_get(report, i)->severity == JN_FAULT) *first = *jn_report_get(report, i);
  jn_fmu_close(fmu);
  jn_report_free(report);
  remove(path);
  return n;
}

typedef struct {
  int version;  // 2, 3; 0: both
  const char *from, *to;
  const char *element;  // of the fault
  const char *word;     // of the message
  int faults;           // 0: one
} fault_case;

static const fault_case cases[] = {
    // known mistakes of other exporters
    {2, "<ScalarVariable name=\"braking\" valueReference=\"5\" causality=\"output\" variability=\"discrete\">",
     "<ScalarVariable name=\"braking\" valueReference=\"5\" causality=\"output\" variability=\"continuous\">",
     "variable 'braking'", "continuous", 0},  // Boolean that is continuous
    {2, "<ScalarVariable name=\"braking\" valueReference=\"5\" causality=\"output\" variability=\"discrete\">",
     "<ScalarVariable name=\"braking\" valueReference=\"5\" causality=\"output\">", "variable 'braking'", "variability",
     0},  // the same by the default
    {3, "<Boolean name=\"braking\" valueReference=\"5\" causality=\"output\" variability=\"discrete\"/>",
     "<Boolean name=\"braking\" valueReference=\"5\" causality=\"output\" variability=\"continuous\"/>",
     "variable 'braking'", "continuous", 0},
    {2, "<Unknown index=\"4\"/><Unknown index=\"6\"/></InitialUnknowns>", "<Unknown index=\"4\"/></InitialUnknowns>",
     "variable 'braking'", "initial unknowns", 0},  // one is missing
    {2, "<Unknown index=\"4\"/><Unknown index=\"6\"/></InitialUnknowns>",
     "<Unknown index=\"4\"/><Unknown index=\"6\"/><Unknown index=\"5\"/></InitialUnknowns>", "variable 'sum'",
     "initial unknowns", 0},  // one too many
    {2, "<Unknown index=\"4\"/><Unknown index=\"6\"/></InitialUnknowns>",
     "<Unknown index=\"4\"/><Unknown index=\"6\"/><Unknown index=\"6\"/></InitialUnknowns>", "InitialUnknowns", "twice",
     0},
    {3, "<InitialUnknown valueReference=\"3\"/>", "", "variable 'brake'", "initial unknowns", 0},
    {3, "<InitialUnknown valueReference=\"3\"/>",
     "<InitialUnknown valueReference=\"3\"/><InitialUnknown valueReference=\"1\"/>", "variable 'speed'",
     "initial unknowns", 0},
    {2, "variability=\"discrete\" initial=\"exact\"><Real start=\"0\"/>",
     "variability=\"discrete\" initial=\"calculated\"><Real start=\"0\"/>", "variable 'sum'", "start", 2},
    {2, "<Real unit=\"m/s\" start=\"18\"/>", "<Real unit=\"m/s\" start=\"18\" causality=\"input\"/>", "Real",
     "belongs to ScalarVariable", 0},  // attribute in the wrong element
    {3, "canSerializeFMUState=\"true\"", "canSerializeFMUstate=\"true\"", "CoSimulation", "canSerializeFMUstate", 0},
    {0, "name=\"brake\"", "name=\"throttle\"", "variable 'throttle'", "name", 0},  // names that occur twice
    // what the reader needs
    {0, "fmiVersion=", "version=", "fmiModelDescription", "fmiVersion", 0},
    {0, " modelName=\"cruise\"", "", "fmiModelDescription", "modelName", 0},
    {2, "valueReference=\"8\"", "valueReference=\"-8\"", "ScalarVariable 'integral.time'", "valueReference", 0},
    {2, "causality=\"input\"", "causality=\"entry\"", "ScalarVariable 'speed'", "causality", 0},
    {2, "start=\"5\"", "start=\"five\"", "ScalarVariable 'integral.time'", "start", 0},
    {2, "start=\"5\"", "start=\"NaN\"", "ScalarVariable 'integral.time'", "start", 0},
    {2, "<Unknown index=\"3\" dependencies=\"2\"/>", "<Unknown index=\"30\" dependencies=\"2\"/>", "Unknown", "30", 0},
    {2, "<Unknown index=\"3\" dependencies=\"2\"/>", "<Unknown index=\"3\" dependencies=\"0\"/>", "Unknown", "0", 0},
    {2, "<Unknown index=\"3\" dependencies=\"2\"/>", "<Unknown index=\"3\" dependencies=\"2 x\"/>", "Unknown",
     "whole numbers", 0},
    {3, "<Output valueReference=\"2\" dependencies=\"1\"/>", "<Output valueReference=\"99\" dependencies=\"1\"/>",
     "Output", "99", 0},
    {3, "<Float64 name=\"gain\"", "<Double name=\"gain\"", "Double 'gain'", "type", 0},
    {0, "<UnitDefinitions>", "<!DOCTYPE x>", "", "", 1},
    {0, "</ModelStructure>", "", "", "XML", 0},
    // order, names, identifiers
    {0,
     "<LogCategories><Category name=\"logStatusError\"/></LogCategories>\n"
     "<DefaultExperiment startTime=\"0\" stopTime=\"2\" stepSize=\"0.02\"/>",
     "<DefaultExperiment startTime=\"0\" stopTime=\"2\" stepSize=\"0.02\"/>\n"
     "<LogCategories><Category name=\"logStatusError\"/></LogCategories>",
     "LogCategories", "earlier", 0},
    {0, "<LogCategories><Category name=\"logStatusError\"/></LogCategories>", "<LogCategories/>", "LogCategories",
     "empty", 0},
    {0, "modelIdentifier=\"cruise\"", "modelIdentifier=\"1cruise\"", "CoSimulation", "identifier of C", 2},
    {0, "modelIdentifier=\"cruise\"", "modelIdentifier=\"other\"", "", "'other'", 0},
    {0, "name=\"integral.time\"", "name=\"integral time\"", "variable 'integral time'", "structured", 0},
    {0, "2026-11-19T00:00:00Z", "2026-11-19 00:00", "fmiModelDescription", "generationDateAndTime", 0},
    {3, "name=\"gain\" valueReference=\"7\"", "name=\"gain\" valueReference=\"6\"", "variable 'gain'",
     "value reference", 0},
    // the table of causality, variability and initial
    {0, "causality=\"parameter\" variability=\"fixed\"", "causality=\"parameter\" variability=\"discrete\"",
     "variable 'integral.time'", "variability", 0},
    {2, "causality=\"input\" variability=\"continuous\"",
     "causality=\"input\" variability=\"continuous\" initial=\"exact\"", "variable 'speed'", "initial", 0},
    {2, "causality=\"independent\" variability=\"continuous\"", "causality=\"independent\" variability=\"discrete\"",
     "variable 'time'", "variability", 0},
    {2, "<Real unit=\"m/s\" start=\"18\"/>", "<Real unit=\"m/s\"/>", "variable 'speed'", "start", 0},
    {2, "start=\"20\" min=\"0\" max=\"60\"", "start=\"20\" min=\"30\" max=\"60\"", "variable 'target'", "min", 0},
    {3,
     "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\" unit=\"s\"/>\n",
     "", "ModelVariables", "independent", 0},
    // units
    {0, "<Unit name=\"s/m\"><BaseUnit m=\"-1\" s=\"1\"/></Unit>\n", "", "variable 'gain'", "'s/m'", 0},
    {2, "<Real unit=\"s\" start=\"5\"/>", "<Real unit=\"s\" displayUnit=\"h\" start=\"5\"/>",
     "variable 'integral.time'", "displayUnit", 0},
    {2, "<Real unit=\"s\" start=\"5\"/>", "<Real declaredType=\"T\" unit=\"s\" start=\"5\"/>",
     "variable 'integral.time'", "'T'", 0},
    // structure
    {2, "<Unknown index=\"5\" dependencies=\"\"/>", "", "variable 'sum'", "Outputs", 0},
    {3, "<Output valueReference=\"4\" dependencies=\"\"/>", "", "variable 'sum'", "Output", 0},
    {2, "<Unknown index=\"5\" dependencies=\"\"/>", "<Unknown index=\"5\" dependencies=\"3\"/>", "Outputs",
     "'throttle'", 0},
    {2, "dependenciesKind=\"dependent dependent\"", "dependenciesKind=\"dependent\"", "InitialUnknowns",
     "dependenciesKind", 0},
    {2, "dependenciesKind=\"dependent dependent\"", "dependenciesKind=\"dependent fixed\"", "InitialUnknowns", "fixed",
     0},
    {0, "stopTime=\"2\"", "stopTime=\"-2\"", "DefaultExperiment", "stopTime", 0},
    {0, "canGetAndSetFMU", "canGetAnd", "CoSimulation", "", 2},
};

static void find_faults(void) {
  for (int version = 2; version <= 3; version++) {
    jn_error first;
    int n = check_changed(version, NULL, NULL, &first);
    CHECK(n == 0);
    if (n != 0) printf("  FMI %d: %s: %s\n", version, first.element, first.what);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      const fault_case *c = &cases[i];
      if (c->version != 0 && c->version != version) continue;
      n = check_changed(version, c->from, c->to, &first);
      bool found =
          n == (c->faults > 0 ? c->faults : 1) && strstr(first.what, c->word) && strcmp(first.element, c->element) == 0;
      CHECK(found);
      if (!found)
        printf("  FMI %d, '%s': %d faults, the first: %s: %s\n", version, c->to, n, first.element, first.what);
    }
  }
}

// Files of the archive: where the description is, and the libraries and their functions.
static void find_wrong_files(void) {
  static const char path[] = "test_fmu_check_files.fmu";
  char *xml = cruise_xml(2, NULL, NULL);
  jn_report *report = jn_report_new(NULL);
  const fmu_entry nested[] = {{"cruise/modelDescription.xml", xml, 0}};
  CHECK(archive_make(path, 1, nested) && !jn_fmu_read(NULL, path, report));
  CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, "'cruise/modelDescription.xml'"));
  const fmu_entry bare[] = {{"modelDescription.xml", xml, 0}};
  CHECK(archive_make(path, 1, bare));
  jn_fmu *fmu = jn_fmu_read(NULL, path, report);
  CHECK(fmu && jn_fmu_check(fmu, report) == 1 && strstr(jn_report_get(report, 1)->what, "binaries"));
  jn_fmu_close(fmu);
  // a library of FMI 3 lacks the functions of FMI 2
  CHECK(fmu_make(path, 2, xml, "cruise", FMU_CRUISE_3));
  fmu = jn_fmu_read(NULL, path, NULL);
  int n = fmu ? jn_fmu_check(fmu, report) : 0;
  CHECK(n == 34 && jn_report_size(report) >= 2 + n);  // 25 common ones and 9 of co-simulation
  if (n != 34) printf("  %d faults\n", n);
  jn_fmu_close(fmu);
  // an ELF file that is cut or damaged is no crash
  size_t size;
  char *bytes = file_bytes(FMU_CRUISE_2, &size);
  for (size_t k = 0; k < 200; k++) {
    fmu_entry parts[] = {{"modelDescription.xml", xml, 0},
                         {"binaries/linux64/cruise.so", bytes, k < 100 ? size * k / 100 + 1 : size}};
    if (k >= 100) bytes[(k * 7919) % size] ^= (char)0xff;
    CHECK(archive_make(path, 2, parts));
    fmu = jn_fmu_read(NULL, path, NULL);
    CHECK(fmu);
    jn_fmu_check(fmu, NULL);
    jn_fmu_close(fmu);
  }
  free(bytes);
  free(xml);
  jn_report_free(report);
  remove(path);
}

// Mistakes of the code, which is tried in a process of its own.
static void find_wrong_code(void) {
  static const struct {
    int version;
    const char *library, *word;  // word NULL: no fault; "in Reset": crashed there, or ended by a sanitizer
  } codes[] = {{2, FMU_CRUISE_2, NULL},
               {3, FMU_CRUISE_3, NULL},
               {2, FMU_LOSES_ENVIRONMENT_2, "environment"},
               {3, FMU_LOSES_ENVIRONMENT_3, "environment"},
               {2, FMU_MIXES_MEMORY_2, "in Instantiate"},
               {2, FMU_CRASHES_IN_RESET_2, "in Reset"},
               {3, FMU_CRASHES_IN_RESET_3, "in Reset"},
               {2, FMU_NEEDS_PLAIN_PATH_2, "decode"},
               {2, FMU_FORGETS_SUM_2, "'sum'"},
               {3, FMU_RESET_KEEPS_STATE_3, "after Reset"}};
  static const char path[] = "test_fmu_check_code.fmu";
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    jn_report *report = jn_report_new(NULL);
    CHECK(cruise_make(path, codes[i].version, codes[i].library, NULL, NULL));
    jn_fmu *fmu = jn_fmu_read(NULL, path, report);
    int n = fmu ? jn_fmu_probe(fmu, report) : -1;
    bool found = false;
    for (int k = 0; k < jn_report_size(report); k++)
      found = found || (codes[i].word && strstr(jn_report_get(report, k)->what, codes[i].word));
    bool good = codes[i].word ? n > 0 && found : n == 0;
    CHECK(good);
    for (int k = 0; !good && k < jn_report_size(report); k++)
      printf("  %s: %s\n", codes[i].library, jn_report_get(report, k)->what);
    jn_fmu_close(fmu);
    jn_report_free(report);
  }
  remove(path);
}

// Directional derivatives that the description promises and the code does not have.
static void find_missing_derivatives(void) {
  static const char path[] = "test_fmu_check_ball.fmu";
  const char *const libraries[2][2] = {{FMU_BALL_2, FMU_BALL_3}, {FMU_NO_DERIVATIVES_2, FMU_NO_DERIVATIVES_3}};
  for (int missing = 0; missing < 2; missing++)
    for (int version = 2; version <= 3; version++) {
      jn_report *report = jn_report_new(NULL);
      CHECK(fmu_make(path, version, ball_xml(version), "ball", libraries[missing][version - 2]));
      jn_fmu *fmu = jn_fmu_read(NULL, path, report);
      int n = fmu ? jn_fmu_check(fmu, report) + jn_fmu_probe(fmu, report) : -1;
      bool good = n == missing && jn_report_count(report, JN_FAULT) == missing;
      if (missing && good)
        good = strstr(jn_report_get(report, jn_report_size(report) - 1)->what, "GetDirectionalDerivative");
      CHECK(good);
      for (int k = 0; !good && k < jn_report_size(report); k++) puts(jn_report_get(report, k)->what);
      jn_fmu_close(fmu);
      jn_report_free(report);
    }
  remove(path);
}

// States in an array are counted one by one. Outputs that change with a clock, and clocks, may be missing in the
// initial unknowns, but not others.
static void count_arrays_and_clocks(void) {
  static const char path[] = "test_fmu_check_clocks.fmu";
  static const char begin[] =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"clocks\" instantiationToken=\"{clocks}\">\n"
      "<ModelExchange modelIdentifier=\"ball\"/>\n"
      "<ModelVariables>\n"
      "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\"/>\n"
      "<UInt64 name=\"n\" valueReference=\"1\" causality=\"structuralParameter\" variability=\"fixed\" start=\"3\"/>\n"
      "<Float64 name=\"x\" valueReference=\"2\" variability=\"continuous\" initial=\"exact\" start=\"0\">"
      "<Dimension valueReference=\"1\"/><Dimension start=\"2\"/></Float64>\n"
      "<Float64 name=\"y\" valueReference=\"3\" variability=\"continuous\" initial=\"exact\" start=\"0\"/>\n"
      "<Float64 name=\"der(x)\" valueReference=\"4\" variability=\"continuous\" derivative=\"2\">"
      "<Dimension valueReference=\"1\"/><Dimension start=\"2\"/></Float64>\n"
      "<Float64 name=\"der(y)\" valueReference=\"5\" variability=\"continuous\" derivative=\"3\"/>\n"
      "<Clock name=\"tick\" valueReference=\"6\" causality=\"input\" intervalVariability=\"triggered\"/>\n"
      "<Clock name=\"tock\" valueReference=\"7\" causality=\"output\" intervalVariability=\"triggered\"/>\n"
      "<Int32 name=\"ticks\" valueReference=\"8\" causality=\"output\" variability=\"discrete\"";
  static const char end[] =
      "/>\n"
      "</ModelVariables>\n"
      "<ModelStructure>\n"
      "<Output valueReference=\"7\"/><Output valueReference=\"8\"/>\n"
      "<ContinuousStateDerivative valueReference=\"4\"/><ContinuousStateDerivative valueReference=\"5\"/>\n"
      "<InitialUnknown valueReference=\"4\"/><InitialUnknown valueReference=\"5\"/>\n"
      "<EventIndicator valueReference=\"4\"/>\n"
      "</ModelStructure>\n"
      "</fmiModelDescription>\n";
  for (int clocked = 0; clocked < 2; clocked++) {
    char xml[4000];
    jn_report *report = jn_report_new(NULL);
    snprintf(xml, sizeof xml, "%s%s%s", begin, clocked ? " clocks=\"6\"" : "", end);
    CHECK(fmu_make(path, 3, xml, "ball", FMU_BALL_3));
    jn_fmu *fmu = jn_fmu_read(NULL, path, report);
    CHECK(fmu && jn_fmu_check(fmu, report) == !clocked);
    CHECK(clocked || (fmu && strcmp(jn_report_get(report, 0)->element, "variable 'ticks'") == 0));
    for (int i = 0; clocked && i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
    CHECK(fmu && jn_fmu_get_info(fmu).nstates == 7 && jn_fmu_get_info(fmu).nevent_indicators == 6);
    jn_fmu_close(fmu);
    jn_report_free(report);
  }
  remove(path);
}

// A name that two variables have is found behind the elements of arrays too. The name of an element may be that of a
// variable.
static void find_names_beside_arrays(void) {
  static const char path[] = "test_fmu_check_names.fmu";
  static const char form[] =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"names\" instantiationToken=\"{names}\">\n"
      "<ModelExchange modelIdentifier=\"ball\"/>\n"
      "<ModelVariables>\n"
      "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\"/>\n"
      "<Float64 name=\"a\" valueReference=\"1\" variability=\"continuous\" initial=\"exact\" start=\"0\">"
      "<Dimension start=\"9\"/></Float64>\n"
      "<Float64 name=\"z\" valueReference=\"2\" variability=\"continuous\" initial=\"exact\" start=\"0\"/>\n"
      "<Float64 name=\"%s\" valueReference=\"3\" variability=\"continuous\" initial=\"exact\" start=\"0\"/>\n"
      "</ModelVariables>\n<ModelStructure/>\n</fmiModelDescription>\n";
  static const char *const names[] = {"b", "z", "a", "a[1]"};
  for (int i = 0; i < 4; i++) {
    char xml[2000];
    jn_report *report = jn_report_new(NULL);
    snprintf(xml, sizeof xml, form, names[i]);
    CHECK(fmu_make(path, 3, xml, "ball", FMU_BALL_3));
    jn_fmu *fmu = jn_fmu_read(NULL, path, report);
    int n = fmu ? jn_fmu_check(fmu, report) : -1;
    CHECK(n == (i == 1 || i == 2));
    if (n != (i == 1 || i == 2)) printf("  '%s': %d faults\n", names[i], n);
    jn_fmu_close(fmu);
    jn_report_free(report);
  }
  remove(path);
}

// The code has two states, the description one.
static void find_wrong_number_of_states(void) {
  static const char path[] = "test_fmu_check_states.fmu";
  static const char second[] = "<ContinuousStateDerivative valueReference=\"4\" dependencies=\"\"/>";
  char *xml = strdup(ball_xml(3)), *at = strstr(xml, second);
  jn_report *report = jn_report_new(NULL);
  CHECK(at);
  if (at) memset(at, ' ', sizeof second - 1);
  CHECK(fmu_make(path, 3, xml, "ball", FMU_BALL_3));
  jn_fmu *fmu = jn_fmu_read(NULL, path, report);
  CHECK(fmu && jn_fmu_probe(fmu, report) > 0);
  CHECK(jn_report_size(report) > 0 && strstr(jn_report_get(report, 0)->what, "GetNumberOfContinuousStates gives 2"));
  jn_fmu_close(fmu);
  jn_report_free(report);
  free(xml);
  remove(path);
}

int main(void) {
  count_arrays_and_clocks();
  find_names_beside_arrays();
  find_wrong_number_of_states();
  find_missing_derivatives();
  find_faults();
  find_wrong_files();
  find_wrong_code();
  return check_report();
}
