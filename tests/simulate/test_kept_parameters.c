// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_kept_parameters.c - compares a program whose parameters are variables with the program of the model that has
// other values of them: rates and outputs must agree. The models are vehicles with all their parameters, and random
// mechanisms whose numbers are formulas, with parts that are repeated and mirrored. JOUNCE_LONG=1 takes 200 of these
// and every vehicle. test_parameters.c shows that such a model is, bit for bit, the one that is read with these values.
#include <string.h>

#include "mechanism.h"
#include "program.h"
#include "simulate/compile/compile.h"
#include "symbolic/tape.h"

#include "check.h"

#define LONG (getenv("JOUNCE_LONG") != NULL)
static const double most = 1e-12;  // of 1 and the largest value of its kind together, SI units

// ---- comparing ------------------------------------------------------------------------------------------------------

static double worst_of(const double *a, const double *b, int n) {
  double size = 0, off = 0;
  for (int i = 0; i < n; i++) size = isfinite(b[i]) ? fmax(size, fabs(b[i])) : size;
  for (int i = 0; i < n; i++) {
    double apart = isnan(a[i]) && isnan(b[i]) ? 0 : fabs(a[i] - b[i]) / (1 + size);
    if (!(apart <= off)) off = apart;
  }
  return off;
}

static void calc(const jni_program *p, const jni_node *nodes, int n, const double *x, double *results) {
  jni_tape *tape = jni_tape_new(p->g, jni_program_nvariables(&p->sizes), nodes, n);
  CHECK(tape != NULL);
  if (tape) jni_tape_run(tape, x, results);
  jni_tape_free(tape);
}

// Rates and outputs of both at the same state. x: variables of `kept`, with the values of the parameters.
static double compare_programs(const jni_program *kept, const jni_program *own, const double *x) {
  const jni_program_sizes *n = &kept->sizes;
  jni_rates_layout at = jni_rates_at(n);
  if (at.n != jni_rates_at(&own->sizes).n || kept->noutputs != own->noutputs) return HUGE_VAL;
  double *a = calloc((size_t)(at.n + kept->noutputs) + 1, sizeof *a),
         *b = calloc((size_t)(at.n + kept->noutputs) + 1, sizeof *b);
  calc(kept, kept->rates, at.n, x, a);
  calc(own, own->rates, at.n, x, b);
  const int ends[] = {at.q, at.v, at.qdot, at.vdot, at.zdot, at.w};
  double off = 0;
  for (int i = 0; i < 5; i++) off = fmax(off, worst_of(a + ends[i], b + ends[i], ends[i + 1] - ends[i]));
  if (kept->noutputs > 0) {
    calc(kept, kept->outputs, kept->noutputs, x, a);
    calc(own, own->outputs, kept->noutputs, x, b);
    for (int i = 0; i < kept->noutputs; i++)
      if (strcmp(kept->output_names[i], "energy.error") != 0) off = fmax(off, fabs(a[i] - b[i]) / (1 + fabs(b[i])));
  }
  free(a);
  free(b);
  return off;
}

static const char *first_fault(const jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == JN_FAULT) return jn_report_get(report, i)->what;
  return "no memory";
}

// The values that are tried: each by another part, up and down.
static double other_value(double nominal, int i) {
  double part = (i % 2 ? -1 : 1) * (0.013 + 0.0017 * (i % 7));
  return nominal == 0 ? 0.01 * fabs(part) : nominal * (1 + part);
}

// The largest difference between a program with these parameters kept and that of the model with other values of them;
// -1: refused, with the reason in `why`.
static double keep_differs(const jn_model *model, const char *const *names, int n, const char *start, char *why,
                           size_t size) {
  jn_report *report = jn_report_new(NULL);
  jn_choices choices = *jn_model_choices((jn_model *)model);
  snprintf(choices.start, sizeof choices.start, "%s", start);
  jn_compile_options options = jn_compile_options_default();
  options.choices = &choices;
  options.keep = names;
  options.nkeep = n;
  options.newton = 1;
  jn_compiled *c = jn_compile(model, &options, report);
  const jni_program *kept = c ? jni_compile_with_parameters(c, report) : NULL;
  double off = -1, *values = calloc((size_t)n + 1, sizeof *values);
  if (c) {
    for (int i = 0; i < n; i++)
      values[i] = other_value(jn_model_parameter_get(model, jn_model_find_parameter(model, names[i])).value, i);
    jn_run *run = jni_compile_start(c, model, report);
    jn_model *changed = jn_model_with_parameters(model, names, values, n, report);
    jn_run *began = changed ? jni_compile_start(c, changed, report) : NULL;
    jn_system *system = changed ? jn_system_new(changed, "joint", report) : NULL;
    jn_probe *probe = system ? jn_probe_new(system, NULL, 0, true, report) : NULL;
    jni_code_options code;
    bool other = run && began && jn_run_reduced(run)->nindependent != jn_run_reduced(began)->nindependent;
    CHECK(!other || !kept);  // another mechanism is refused
    if (kept && probe && run && began && jni_compile_code(c, run, &code, report)) {
      code.probe = probe;
      code.implicit = (jni_implicit_def){0};
      jni_program *own = jni_program_at(system, jn_run_reduced(run), jn_run_state(began), &code, report);
      int all = jni_program_nvariables(&kept->sizes), first = all - 1 - n;
      double *x = calloc((size_t)all, sizeof *x);
      bool alike = own && jni_program_nvariables(&own->sizes) == first;
      for (int i = 0; alike && i < first; i++) alike = strcmp(kept->names[i], own->names[i]) == 0;
      if (alike) {
        memcpy(x, own->nominal, (size_t)first * sizeof *x);
        memcpy(x + first, values, (size_t)n * sizeof *x);
      }
      if (alike) off = compare_programs(kept, own, x);
      free(x);
      jni_program_free(own);
    }
    // a mechanism that has other degrees of freedom, another tree or no start with these values is skipped
    if (other || (kept && off < 0) || (changed && !began)) {
      off = 0;
      why[0] = '!';
      why[1] = 0;
    }
    jn_probe_free(probe);
    jn_system_free(system);
    jn_run_free(run);
    jn_run_free(began);
    jn_model_free(changed);
  }
  if (off < 0) snprintf(why, size, "%s", first_fault(report));
  free(values);
  jn_compiled_free(c);
  jn_report_free(report);
  return off;
}

// ---- random mechanisms as parts -------------------------------------------------------------------------------------

// Writes a number as a formula that has this value where all parameters are 1.
static void put_formula(FILE *file, const char *number, int length, chance *c) {
  static const char *const forms[] = {"\"=%.*s*p1\"",           "\"=%.*s*p2*p3\"",
                                      "\"=%.*s/p4\"",           "\"=%.*s*sqrt(p1*p2)\"",
                                      "\"=%.*s*p3^2\"",         "\"=%.*s*(0.4*p2 + 0.6*p4)\"",
                                      "\"=%.*s*cos(p1 - p3)\"", "\"=%.*s*(p1*p2*p3*p4)^2\"",
                                      "\"=%.*s*max(p2, 0.5)\""};
  fprintf(file, forms[chance_below(c, (int)(sizeof forms / sizeof *forms))], length, number);
}

// The sections of a model, further in; numbers of many digits in braces become formulas now and then, but for axes and
// quaternions.
static void put_part(FILE *file, const char *text, chance *c) {
  bool inside = true, quoted = false, fixed = false, elements = false;
  int depth = 0;
  for (const char *line = text; *line; line++) {
    static const char *const outside[] = {"jounce:", "name:", "space:", "gravity:", "simulate:", "initial:"};
    static const char *const sections[] = {"ground:", "bodies:", "joints:", "forces:"};
    size_t n = strcspn(line, "\n");
    if (*line != ' ') {
      inside = true;
      elements = false;
      for (int i = 0; i < 6; i++) inside = inside && strncmp(line, outside[i], strlen(outside[i])) != 0;
      for (int i = 0; i < 4; i++) elements = elements || strncmp(line, sections[i], strlen(sections[i])) == 0;
    }
    if (inside) fputs("    ", file);
    for (const char *p = line; inside && p < line + n;) {
      if (*p == '"') quoted = !quoted;
      depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
      if (strncmp(p, "axis:", 5) == 0 || strncmp(p, "axes:", 5) == 0 || strncmp(p, "orientation: [", 14) == 0 ||
          strncmp(p, "plunge", 6) == 0 || strncmp(p, "hold:", 5) == 0 || strncmp(p, "terms", 5) == 0)
        fixed = true;
      else if (fixed && (*p == '}' || (*p == ']' && p[1] == ',' && p[2] == ' ' && p[3] != '['))) fixed = false;
      size_t digits = strspn(p, "-0123456789.e+");
      bool number = digits >= 10 && (p[-1] == ' ' || p[-1] == '[') && strspn(p, "-0123456789.") >= 8;
      if (!number) digits = 1;
      if (number && elements && !quoted && !fixed && depth > 0 && chance_happens(c, 0.4))
        put_formula(file, p, (int)digits, c);
      else fprintf(file, "%.*s", (int)digits, p);
      p += digits;
    }
    if (inside) fputs("\n", file);
    line += n;
    fixed = false;
    quoted = false;
    depth = 0;
    if (!*line) break;
  }
}

static char *parametrised(const mechanism *m, uint64_t seed) {
  static const char values[] = "{p1: \"=p1*p2\", p2: \"=p2\", p3: \"=p3^2*p1\", p4: \"=(p4 + p2)/2\"}";
  static const char own[] = "parameters: {p1: 1, p2: 1, p3: 1, p4: 1}";
  char *text = mech_text(m), *made = NULL;
  size_t size = 0;
  chance c = {seed * 77 + 5, 0};
  bool plane = strstr(text, "space: plane") != NULL;
  const char *gravity = strstr(text, "gravity:");
  bool road = strstr(text, "roads:") != NULL;  // a part with a road cannot be moved
  const char *at = road && plane ? "[0, 0]"
                   : road        ? "[0, 0, 0]"
                   : plane       ? "[\"=p1 - p2\", \"=0.2*(p4 - p2)\"]"
                                 : "[\"=p1 - p2\", \"=0.2*(p4 - p2)\", \"=p3 - 1\"]";
  char mirrors[3];
  for (int i = 0; i < 3; i++) mirrors[i] = plane ? "xy"[chance_below(&c, 2)] : "xyz"[chance_below(&c, 3)];
  FILE *file = open_memstream(&made, &size);
  fprintf(file, "jounce: 1\nspace: %s\n%.*s\n%s\nparts:\n  core:\n    %s\n", plane ? "plane" : "space",
          (int)strcspn(gravity, "\n"), gravity, own, own);
  put_part(file, text, &c);
  fprintf(file, "  shell:\n    %s\n    use: {core: {part: core, set: %s, mirror: %c, at: %s}}\n", own, values,
          mirrors[0], at);
  fprintf(file,
          "use: {\"u{i}\": {repeat: {i: %d}, part: shell, set: {p1: \"=p1^i\", p2: \"=p2*p3\", p3: \"=p3\", p4: "
          "\"=p4\"}, mirror: %c, "
          "at: %s}}\n",
          m->nbodies <= 3 ? 2 : 1, mirrors[1], at);
  fclose(file);
  free(text);
  return made;
}

static void test_mechanisms(void) {
  static const char *const names[] = {"p1", "p2", "p3", "p4"};
  int wanted = LONG ? 200 : LIGHT ? 6 : 24, compared = 0, refused = 0, skipped = 0;
  double worst = 0;
  for (uint64_t seed = 1; compared + refused < wanted && seed < 2000; seed++) {
    mechanism m;
    char why[400] = "";
    if (!mech_generate((int)(seed % NPROFILES), seed, &m, why, sizeof why)) continue;
    char *text = parametrised(&m, seed);
    jn_report *report = jn_report_new(NULL);
    jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
    jn_run *run = model ? reduced_run(model, 1e-3, report) : NULL;  // some cannot be compiled at all
    if (run) {
      double off = keep_differs(model, names, 4, "assembly", why, sizeof why);
      if (why[0] == '!') {
        skipped++;
      } else if (off < 0) {
        printf("seed %d (%s): %s\n", (int)seed, mech_profile_names[seed % NPROFILES], why);
        refused++;
      } else {
        compared++;
      }
      if (!(off <= most)) printf("seed %d: %g\n", (int)seed, off);
      CHECK(off <= most);
      worst = fmax(worst, off);
    }
    jn_run_free(run);
    jn_model_free(model);
    jn_report_free(report);
    free(text);
  }
  printf("%d mechanisms, at most %g apart, %d refused, %d skipped\n", compared, worst, refused, skipped);
  CHECK(compared > 0 && refused == 0);
}

// ---- vehicles -------------------------------------------------------------------------------------------------------

// A vehicle, and those of its parameters that cannot be kept.
typedef struct {
  const char *name, *refused[4];
} vehicle;

static bool is_refused(const vehicle *v, const char *name) {
  for (int i = 0; i < 4 && v->refused[i]; i++)
    if (strcmp(v->refused[i], name) == 0) return true;
  return false;
}

// All numbers among the parameters at once; each of those that cannot be kept is refused by its name.
static void test_vehicle(const vehicle *v) {
  char path[300], why[400] = "", expected[120];
  const char *names[200];
  int n = 0;
  snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "/models/vehicles/%s.yaml", v->name);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  CHECK(model != NULL);
  for (int i = 0; model && i < jn_model_nparameters(model) && n < 200; i++) {
    jn_parameter p = jn_model_parameter_get(model, i);
    if (p.is_structural || strchr(p.name, '.') || p.is_formula) continue;
    if (!is_refused(v, p.name)) names[n++] = p.name;
    else if (LONG) {
      snprintf(expected, sizeof expected, "parameter '%s' cannot be kept", p.name);
      CHECK(keep_differs(model, &p.name, 1, "assembly", why, sizeof why) < 0 && strstr(why, expected));
      why[0] = '\0';
    }
  }
  double off = n > 0 ? keep_differs(model, names, n, "assembly", why, sizeof why) : -1;
  printf("%s: %d parameters, %g apart; %s\n", v->name, n, off, why);
  CHECK(off >= 0 && off <= most && why[0] == '\0');
  jn_model_free(model);
  jn_report_free(report);
}

static void test_vehicles(void) {
  static const vehicle list[] = {{"rough-road", {NULL}},
                                 {"iltis-drive", {NULL}},
                                 {"hmmwv", {"start_gear"}},
                                 {"iltis", {NULL}},
                                 {"m2", {NULL}},
                                 {"hmmwv-braking", {"start_gear"}},
                                 {"hmmwv-kerb", {"start_gear", "tyre_radius", "angle"}},
                                 {"hmmwv-step-steer", {"start_gear"}},
                                 {"hmmwv-constant-radius", {"start_gear", "radius"}}};
  for (int i = 0; i < (LONG ? (int)(sizeof list / sizeof *list) : LIGHT ? 1 : 3); i++) test_vehicle(&list[i]);
}

int main(int argc, char **argv) {
  vehicle one = {argc > 1 ? argv[1] : NULL, {NULL}};
  for (int i = 2; i < argc && i < 6; i++) one.refused[i - 2] = argv[i];
  if (argc > 1) {
    test_vehicle(&one);
  } else {
    test_mechanisms();
    test_vehicles();
  }
  return check_report();
}
