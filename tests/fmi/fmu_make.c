// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_make.c - writes FMUs for the tests.
#include "fmu_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/archive_write.h"
#include "fmi/fmu/fmu.h"

char *file_bytes(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *bytes = calloc((size_t)length + 1, 1);
  *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
  fclose(file);
  return bytes;
}

bool file_write(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool good = fwrite(bytes, 1, size, file) == size;
  return fclose(file) == 0 && good;
}

bool archive_make(const char *path, int n, const fmu_entry *entries) {
  jni_archive_writer archive = jni_archive_writer_new(NULL);
  for (int i = 0; i < n; i++)
    jni_archive_add(&archive, entries[i].name, entries[i].bytes,
                    entries[i].size > 0 ? entries[i].size : strlen(entries[i].bytes));
  size_t size = 0;
  unsigned char *bytes = jni_archive_finish(&archive, &size);
  bool good = bytes && file_write(path, bytes, size);
  jni_free(NULL, bytes);
  return good;
}

bool fmu_make(const char *path, int version, const char *xml, const char *id, const char *library) {
  char name[300];
  size_t size = 0;
  char *bytes = library ? file_bytes(library, &size) : NULL;
  snprintf(name, sizeof name, "binaries/%s/%s.so", jni_fmu_platform(version), id);
  const fmu_entry entries[] = {
      {"modelDescription.xml", xml, 0}, {"resources/gains.txt", "0.2\n", 0}, {name, bytes, size}};
  bool good = (!library || bytes) && archive_make(path, library ? 3 : 2, entries);
  free(bytes);
  return good;
}

static const char xml_2[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"cruise\" guid=\"{cruise}\"\n"
    "  generationDateAndTime=\"2026-11-19T00:00:00Z\" variableNamingConvention=\"structured\">\n"
    "<CoSimulation modelIdentifier=\"cruise\" canHandleVariableCommunicationStepSize=\"true\"\n"
    "  canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\"/>\n"
    "<UnitDefinitions>\n"
    "<Unit name=\"m/s\"><BaseUnit m=\"1\" s=\"-1\"/></Unit>\n"
    "<Unit name=\"km/h\"><BaseUnit m=\"1\" s=\"-1\" factor=\"0.2777777777777778\"/></Unit>\n"
    "<Unit name=\"s/m\"><BaseUnit m=\"-1\" s=\"1\"/></Unit>\n"
    "<Unit name=\"s\"><BaseUnit s=\"1\"/></Unit>\n"
    "<Unit name=\"1\"><BaseUnit/></Unit>\n"
    "</UnitDefinitions>\n"
    "<LogCategories><Category name=\"logStatusError\"/></LogCategories>\n"
    "<DefaultExperiment startTime=\"0\" stopTime=\"2\" stepSize=\"0.02\"/>\n"
    "<ModelVariables>\n"
    "<ScalarVariable name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\">"
    "<Real unit=\"s\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"speed\" valueReference=\"1\" causality=\"input\" variability=\"continuous\">"
    "<Real unit=\"m/s\" start=\"18\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"throttle\" valueReference=\"2\" causality=\"output\" variability=\"continuous\">"
    "<Real unit=\"1\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"brake\" valueReference=\"3\" causality=\"output\" variability=\"continuous\">"
    "<Real unit=\"1\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"sum\" valueReference=\"4\" causality=\"output\" variability=\"discrete\" initial=\"exact\">"
    "<Real start=\"0\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"braking\" valueReference=\"5\" causality=\"output\" variability=\"discrete\">"
    "<Boolean/></ScalarVariable>\n"
    "<ScalarVariable name=\"target\" valueReference=\"6\" causality=\"parameter\" variability=\"tunable\">"
    "<Real unit=\"m/s\" start=\"20\" min=\"0\" max=\"60\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"gain\" valueReference=\"7\" causality=\"parameter\" variability=\"tunable\">"
    "<Real unit=\"s/m\" start=\"0.2\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"integral.time\" valueReference=\"8\" causality=\"parameter\" variability=\"fixed\">"
    "<Real unit=\"s\" start=\"5\"/></ScalarVariable>\n"
    "</ModelVariables>\n"
    "<ModelStructure>\n"
    "<Outputs><Unknown index=\"3\" dependencies=\"2\"/><Unknown index=\"4\" dependencies=\"2\"/>"
    "<Unknown index=\"5\" dependencies=\"\"/><Unknown index=\"6\" dependencies=\"2\"/></Outputs>\n"
    "<InitialUnknowns><Unknown index=\"3\" dependencies=\"2 7\" dependenciesKind=\"dependent dependent\"/>"
    "<Unknown index=\"4\"/><Unknown index=\"6\"/></InitialUnknowns>\n"
    "</ModelStructure>\n"
    "</fmiModelDescription>\n";

static const char xml_3[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"cruise\" instantiationToken=\"{cruise}\"\n"
    "  generationDateAndTime=\"2026-11-19T00:00:00Z\" variableNamingConvention=\"structured\">\n"
    "<CoSimulation modelIdentifier=\"cruise\" canHandleVariableCommunicationStepSize=\"true\"\n"
    "  canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"/>\n"
    "<UnitDefinitions>\n"
    "<Unit name=\"m/s\"><BaseUnit m=\"1\" s=\"-1\"/></Unit>\n"
    "<Unit name=\"km/h\"><BaseUnit m=\"1\" s=\"-1\" factor=\"0.2777777777777778\"/></Unit>\n"
    "<Unit name=\"s/m\"><BaseUnit m=\"-1\" s=\"1\"/></Unit>\n"
    "<Unit name=\"s\"><BaseUnit s=\"1\"/></Unit>\n"
    "<Unit name=\"1\"><BaseUnit/></Unit>\n"
    "</UnitDefinitions>\n"
    "<LogCategories><Category name=\"logStatusError\"/></LogCategories>\n"
    "<DefaultExperiment startTime=\"0\" stopTime=\"2\" stepSize=\"0.02\"/>\n"
    "<ModelVariables>\n"
    "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\" unit=\"s\"/>\n"
    "<Float64 name=\"speed\" valueReference=\"1\" causality=\"input\" variability=\"continuous\" unit=\"m/s\" "
    "start=\"18\"/>\n"
    "<Float64 name=\"throttle\" valueReference=\"2\" causality=\"output\" variability=\"continuous\" unit=\"1\"/>\n"
    "<Float64 name=\"brake\" valueReference=\"3\" causality=\"output\" variability=\"continuous\" unit=\"1\"/>\n"
    "<Float64 name=\"sum\" valueReference=\"4\" causality=\"output\" variability=\"discrete\" initial=\"exact\" "
    "start=\"0\"/>\n"
    "<Boolean name=\"braking\" valueReference=\"5\" causality=\"output\" variability=\"discrete\"/>\n"
    "<Float64 name=\"target\" valueReference=\"6\" causality=\"parameter\" variability=\"tunable\" unit=\"m/s\" "
    "start=\"20\""
    " min=\"0\" max=\"60\"/>\n"
    "<Float64 name=\"gain\" valueReference=\"7\" causality=\"parameter\" variability=\"tunable\" unit=\"s/m\" "
    "start=\"0.2\"/>\n"
    "<Float64 name=\"integral.time\" valueReference=\"8\" causality=\"parameter\" variability=\"fixed\" unit=\"s\" "
    "start=\"5\"/>\n"
    "</ModelVariables>\n"
    "<ModelStructure>\n"
    "<Output valueReference=\"2\" dependencies=\"1\"/><Output valueReference=\"3\" dependencies=\"1\"/>"
    "<Output valueReference=\"4\" dependencies=\"\"/><Output valueReference=\"5\" dependencies=\"1\"/>\n"
    "<InitialUnknown valueReference=\"2\" dependencies=\"1 6\" dependenciesKind=\"dependent dependent\"/>"
    "<InitialUnknown valueReference=\"3\"/><InitialUnknown valueReference=\"5\"/>\n"
    "</ModelStructure>\n"
    "</fmiModelDescription>\n";

static const char ball_2[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"ball\" guid=\"{ball}\" numberOfEventIndicators=\"1\">\n"
    "<ModelExchange modelIdentifier=\"ball\" providesDirectionalDerivative=\"true\"/>\n"
    "<ModelVariables>\n"
    "<ScalarVariable name=\"h\" valueReference=\"1\" causality=\"output\" variability=\"continuous\" initial=\"exact\">"
    "<Real start=\"1\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"v\" valueReference=\"2\" causality=\"output\" variability=\"continuous\" initial=\"exact\">"
    "<Real start=\"0\" reinit=\"true\"/></ScalarVariable>\n"
    "<ScalarVariable name=\"der(h)\" valueReference=\"3\" variability=\"continuous\"><Real derivative=\"1\"/>"
    "</ScalarVariable>\n"
    "<ScalarVariable name=\"der(v)\" valueReference=\"4\" variability=\"continuous\"><Real derivative=\"2\"/>"
    "</ScalarVariable>\n"
    "<ScalarVariable name=\"bounces\" valueReference=\"5\" variability=\"discrete\"><Integer/></ScalarVariable>\n"
    "</ModelVariables>\n"
    "<ModelStructure>\n"
    "<Outputs><Unknown index=\"1\" dependencies=\"1\"/><Unknown index=\"2\" dependencies=\"2\"/></Outputs>\n"
    "<Derivatives><Unknown index=\"3\" dependencies=\"2\"/><Unknown index=\"4\" dependencies=\"\"/></Derivatives>\n"
    "<InitialUnknowns><Unknown index=\"3\"/><Unknown index=\"4\"/></InitialUnknowns>\n"
    "</ModelStructure>\n"
    "</fmiModelDescription>\n";

static const char ball_3[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"ball\" instantiationToken=\"{ball}\">\n"
    "<ModelExchange modelIdentifier=\"ball\" providesDirectionalDerivatives=\"true\"/>\n"
    "<ModelVariables>\n"
    "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\"/>\n"
    "<Float64 name=\"h\" valueReference=\"1\" causality=\"output\" variability=\"continuous\" initial=\"exact\" "
    "start=\"1\"/>\n"
    "<Float64 name=\"v\" valueReference=\"2\" causality=\"output\" variability=\"continuous\" initial=\"exact\" "
    "start=\"0\" reinit=\"true\"/>\n"
    "<Float64 name=\"der(h)\" valueReference=\"3\" variability=\"continuous\" derivative=\"1\"/>\n"
    "<Float64 name=\"der(v)\" valueReference=\"4\" variability=\"continuous\" derivative=\"2\"/>\n"
    "<Int32 name=\"bounces\" valueReference=\"5\" variability=\"discrete\"/>\n"
    "<Float64 name=\"ground\" valueReference=\"6\" variability=\"continuous\"/>\n"
    "</ModelVariables>\n"
    "<ModelStructure>\n"
    "<Output valueReference=\"1\" dependencies=\"1\"/><Output valueReference=\"2\" dependencies=\"2\"/>\n"
    "<ContinuousStateDerivative valueReference=\"3\" dependencies=\"2\"/>"
    "<ContinuousStateDerivative valueReference=\"4\" dependencies=\"\"/>\n"
    "<InitialUnknown valueReference=\"3\"/><InitialUnknown valueReference=\"4\"/>\n"
    "<EventIndicator valueReference=\"6\"/>\n"
    "</ModelStructure>\n"
    "</fmiModelDescription>\n";

static const char matrix_3[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"matrix\" instantiationToken=\"{matrix}\">\n"
    "<CoSimulation modelIdentifier=\"matrix\" canHandleVariableCommunicationStepSize=\"true\"/>\n"
    "<UnitDefinitions><Unit name=\"mm\"><BaseUnit m=\"1\" factor=\"0.001\"/></Unit></UnitDefinitions>\n"
    "<DefaultExperiment startTime=\"0\" stopTime=\"1\" stepSize=\"0.1\"/>\n"
    "<ModelVariables>\n"
    "<Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\"/>\n"
    "<UInt64 name=\"rows\" valueReference=\"1\" causality=\"structuralParameter\" variability=\"fixed\" "
    "start=\"3\"/>\n"
    "<Float64 name=\"u\" valueReference=\"2\" causality=\"input\" variability=\"continuous\" unit=\"mm\" "
    "start=\"0.5\"><Dimension start=\"2\"/></Float64>\n"
    "<Float32 name=\"gains\" valueReference=\"3\" causality=\"parameter\" variability=\"tunable\" "
    "start=\"1 2 3 4 5 6\"><Dimension valueReference=\"1\"/><Dimension start=\"2\"/></Float32>\n"
    "<Float64 name=\"y\" valueReference=\"4\" causality=\"output\" variability=\"continuous\" unit=\"mm\">"
    "<Dimension valueReference=\"1\"/></Float64>\n"
    "<Int32 name=\"counts\" valueReference=\"5\" causality=\"output\" variability=\"discrete\" initial=\"exact\" "
    "start=\"0 0\"><Dimension start=\"2\"/></Int32>\n"
    "<Boolean name=\"positive\" valueReference=\"6\" causality=\"output\" variability=\"discrete\">"
    "<Dimension start=\"2\"/></Boolean>\n"
    "</ModelVariables>\n"
    "<ModelStructure>\n"
    "<Output valueReference=\"4\" dependencies=\"2\"/><Output valueReference=\"5\" dependencies=\"\"/>"
    "<Output valueReference=\"6\" dependencies=\"2\"/>\n"
    "<InitialUnknown valueReference=\"4\"/><InitialUnknown valueReference=\"6\"/>\n"
    "</ModelStructure>\n"
    "</fmiModelDescription>\n";

const char *matrix_xml(void) { return matrix_3; }

const char *ball_xml(int version) { return version == 2 ? ball_2 : ball_3; }

char *cruise_xml(int version, const char *from, const char *to) {
  const char *xml = version == 2 ? xml_2 : xml_3;
  size_t length = strlen(xml) + (to ? strlen(to) : 0) + 1;
  char *text = calloc(length, 1);
  if (!text) return NULL;
  const char *at = from ? strstr(xml, from) : NULL;
  if (!from) {
    strcpy(text, xml);
  } else if (at && !strstr(at + 1, from)) {
    snprintf(text, length, "%.*s%s%s", (int)(at - xml), xml, to, at + strlen(from));
  } else {
    fprintf(stderr, "'%s' does not occur once in the description\n", from);
    free(text);
    return NULL;
  }
  return text;
}

bool cruise_make(const char *path, int version, const char *library, const char *from, const char *to) {
  char *xml = cruise_xml(version, from, to);
  bool good = xml && fmu_make(path, version, xml, "cruise", library);
  free(xml);
  return good;
}
