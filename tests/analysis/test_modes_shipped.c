// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_modes_shipped.c - eigenvalues of shipped models do not depend on units. A model is made anew through the C
// interface with all numbers in millimetres, or in tonnes, by the dimensions of the fields; it has as many zero, stable
// and unstable eigenvalues, of the same size. Models whose numbers hide in tables, property files, roads or subsystems
// are left out. JOUNCE_LONG=1 takes manoeuvres in.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "folder.h"
#include "force/tyre/tyre.h"
#include "jounce/jounce.h"
#include "model/body_element.h"
#include "model/joint_element.h"
#include "model/model.h"
#include "model/variable.h"

enum { MOST = 400 };

typedef struct {
  double L, M, T;  // units of length, mass and time, by which numbers grow
} units;

static const units plain = {1, 1, 1};

static double factor_of(jn_dimension d, const units *u) { return pow(u->L, d.m) * pow(u->M, d.kg) * pow(u->T, d.s); }

// ---- a model in other units -----------------------------------------------------------------------------------------

// Memory of a conversion, freed at its end.
typedef struct {
  const jn_model *from;
  jn_model *to;
  const units *u;
  int *frame;  // of the new model, by those of the old one
  void *kept[4000];
  int nkept;
  double argument;     // unit of x in the formula of a function; 0: x is no argument
  const char *hidden;  // what cannot be converted; NULL: nothing
} conversion;

static void *keep(conversion *c, size_t size) {
  if (c->nkept == sizeof c->kept / sizeof *c->kept) exit(1);
  void *made = calloc(1, size);
  c->kept[c->nkept++] = made;
  return made;
}

static const double *scaled_list(conversion *c, const double *list, int n, double factor) {
  if (!list || n <= 0) return list;
  double *out = keep(c, (size_t)n * sizeof *out);
  for (int i = 0; i < n; i++) out[i] = factor * list[i];
  return out;
}

static void convert_law(conversion *c, jn_law *law, double x, double y) {
  law->x = scaled_list(c, law->x, law->n, x);
  law->y = scaled_list(c, law->y, law->n, y);
  int pieces = law->nbreaks + 1, n = law->ncoefficients;
  if (law->polynomial) {
    double *out = keep(c, (size_t)(pieces * n) * sizeof *out);
    for (int i = 0; i < pieces * n; i++) out[i] = law->polynomial[i] * y / pow(x, i % n);
    law->polynomial = out;
  }
  law->breaks = scaled_list(c, law->breaks, law->nbreaks, x);
}

static bool is_in_name(char x) {
  return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || (x >= '0' && x <= '9') || x == '_' || x == '.';
}

// Writes a name of a formula in SI units: parameters are numbers, signals are divided by their units. Inputs, states
// and signals with names of their own stay in SI units. False: it has no such form.
static bool put_name(conversion *c, FILE *out, const char *name, bool call) {
  const jn_model *from = c->from;
  jni_signal signals[JNI_MAX_COMPONENTS];
  char what[256];
  if (call || strcmp(name, "pi") == 0) {
    fputs(name, out);
    return true;
  }
  if (strcmp(name, "t") == 0) {
    fprintf(out, "(t/%.17g)", c->u->T);
    return true;
  }
  if (c->argument > 0 && strcmp(name, "x") == 0) {
    fprintf(out, "(x/%.17g)", c->argument);
    return true;
  }
  for (int i = 0; i < from->ncomputed; i++)
    if (strcmp(name, from->computed[i].name) == 0) {
      fputs(name, out);
      return true;
    }
  if (jni_signal_resolve(from, name, signals, JNI_MAX_COMPONENTS, what, sizeof what) == 1) {
    fprintf(out, "(%s/%.17g)", name, factor_of(signals[0].dimension, c->u));
    return true;
  }
  int parameter = jn_model_find_parameter(from, name);
  if (parameter >= 0) fprintf(out, "(%.17g)", from->parameters[parameter].value);
  return parameter >= 0;
}

// Returns a formula whose value in other units is `factor` times what it is.
static const char *convert_text(conversion *c, const char *text, double factor, const char *field) {
  char *made = NULL;
  size_t size = 0;
  if (!text) return NULL;
  FILE *out = open_memstream(&made, &size);
  fprintf(out, "%.17g*(", factor);
  for (const char *at = text; *at;) {
    char name[200];
    size_t n = 0;
    bool number = (*at >= '0' && *at <= '9') || *at == '.';
    if (number) {
      char *end;
      fprintf(out, "%.17g", strtod(at, &end));
      at = end;
      continue;
    }
    while (is_in_name(at[n])) n++;
    if (n == 0) {
      if (*at == '{') c->hidden = field;
      fputc(*at++, out);
      continue;
    }
    snprintf(name, sizeof name, "%.*s", (int)n, at);
    at += n;
    if (!put_name(c, out, name, *at == '(')) c->hidden = field;
  }
  fputs(")", out);
  fclose(out);
  if (c->nkept == sizeof c->kept / sizeof *c->kept) exit(1);
  c->kept[c->nkept++] = made;
  return made;
}

// Fields that are for angles and lengths have two dimensions: that of angles has radians, or is the torque.
static jn_dimension dimension_of(const jni_field *field, bool angular) {
  jn_dimension a = field->dimension, b = field->alternative;
  bool b_is_angular = a.rad != 0 || b.rad != 0 ? b.rad != 0 : b.m > a.m;
  return b_is_angular == angular ? b : a;
}

static jn_frame frame_of(const conversion *c, jn_frame f) { return (jn_frame){f.i >= 0 ? c->frame[f.i] : f.i}; }

static void convert_field(conversion *c, const jni_field *field, bool angular, void *at) {
  double factor = factor_of(dimension_of(field, angular), c->u), *x = at;
  const char **text = at;
  switch (field->type) {
    case JNI_FIELD_NUMBER: *x *= factor; break;
    case JNI_FIELD_VECTOR:
    case JNI_FIELD_TURN:
      for (int i = 0; i < 3; i++) x[i] *= factor;
      break;
    case JNI_FIELD_BETWEEN:
      for (int i = 0; i < 2; i++) ((jn_frame *)at)[i] = frame_of(c, ((jn_frame *)at)[i]);
      break;
    case JNI_FIELD_AT: *(jn_frame *)at = frame_of(c, *(jn_frame *)at); break;
    case JNI_FIELD_EXPRESSION: *text = convert_text(c, *text, factor, field->name); break;
    case JNI_FIELD_EXPRESSIONS:
      for (int i = 0; i < 3; i++) text[i] = convert_text(c, text[i], factor, field->name);
      break;
    case JNI_FIELD_MOTION: *text = convert_text(c, *text, factor, field->name); break;
    case JNI_FIELD_LAW:
    case JNI_FIELD_RATE_LAW: {
      // x times y is an energy, or a power
      double energy = c->u->M * c->u->L * c->u->L / (c->u->T * c->u->T);
      if (field->type == JNI_FIELD_RATE_LAW) energy /= c->u->T;
      convert_law(c, at, energy / factor, factor);
      break;
    }
    case JNI_FIELD_GEOMETRY: {
      jn_geometry *g = at;
      for (int i = 0; i < 2; i++) {
        g->radii[i] *= c->u->L;
        g->between[i] = frame_of(c, g->between[i]);
      }
      g->at = frame_of(c, g->at);
      break;
    }
    case JNI_FIELD_POINT_TERMS: {
      jni_terms terms = *(jni_terms *)at;
      jn_term *list = keep(c, (size_t)(terms.n + 1) * sizeof *list);
      for (int i = 0; i < terms.n; i++) {
        list[i] = terms.list[i];
        list[i].frame = frame_of(c, list[i].frame);
      }
      ((jni_terms *)at)->list = list;
      break;
    }
    case JNI_FIELD_NUMBERS:
    case JNI_FIELD_PROPERTIES:
      if (((jn_numbers *)at)->n > 0) c->hidden = field->name;
      break;
    case JNI_FIELD_SOIL:
      if (((jn_soil *)at)->i >= 0) c->hidden = field->name;
      break;
    case JNI_FIELD_TABLE:
      if (((jn_lookup *)at)->i >= 0) c->hidden = field->name;
      break;
    case JNI_FIELD_FRAMES: c->hidden = field->name; break;
    default: break;  // without a unit, or by its number
  }
}

// Names of elements in parts have dots.
static void enter_path(conversion *c, const char *name) {
  const char *dot = strrchr(name, '.');
  c->to->path_length = dot ? (size_t)(dot + 1 - name) : 0;
}

static void convert_bodies(conversion *c) {
  const jn_model *from = c->from;
  for (int b = 1; b < from->nbodies; b++) {
    const jni_body *body = &from->bodies[b];
    jn_body_def def = jn_body_def_default();
    def.name = body->name;
    def.particle = body->particle;
    def.mass = body->mass * c->u->M;
    for (int i = 0; i < 6; i++) def.inertia[i] = body->inertia[i] * c->u->M * c->u->L * c->u->L;
    for (int i = 0; i < 3; i++) def.com[i] = body->com[i] * c->u->L;
    enter_path(c, body->name);
    jn_body made = jn_model_add_body(c->to, &def);
    if (made.i < 0 || !body->rest) continue;
    jni_initial_pose *rest = jni_take(&c->to->pool, 1, sizeof *rest);
    *rest = *body->rest;
    for (int i = 0; i < 3; i++) rest->p[i] *= c->u->L;
    c->to->bodies[made.i].rest = rest;
  }
  for (int f = 0; f < from->nframes; f++) {
    const jni_frame *frame = &from->frames[f];
    const jni_body *body = &from->bodies[frame->body], *made = &c->to->bodies[frame->body];
    if (f == body->frame || f == body->com_frame) {
      c->frame[f] = f == body->frame ? made->frame : made->com_frame;
      continue;
    }
    const double p[3] = {frame->p[0] * c->u->L, frame->p[1] * c->u->L, frame->p[2] * c->u->L};
    c->to->path_length = 0;
    jn_frame added = jn_model_add_frame(c->to, (jn_body){frame->body}, frame->name, p, NULL);
    c->frame[f] = added.i;
    if (added.i >= 0) {
      memcpy(c->to->frames[added.i].R, frame->R, sizeof frame->R);
      c->to->frames[added.i].oriented = frame->oriented;
    }
  }
}

static bool is_mixed(const conversion *c, const jn_term *terms, int n) {
  int lengths = 0;
  for (int i = 0; i < n; i++)
    lengths += terms[i].joint.i >= 0 && jni_is_angle(c->from, terms[i].joint, terms[i].coordinate) == 0;
  return lengths > 0 && lengths < n;
}

static double unit_of_coordinate(const conversion *c, jn_joint joint, const char *coordinate) {
  return jni_is_angle(c->from, joint, coordinate) == 1 ? 1 : c->u->L;
}

static void convert_function(conversion *c, jn_joint_def *def) {
  jn_function *law = &def->function;
  double y = unit_of_coordinate(c, def->other[0], def->other_coordinate);
  c->argument = unit_of_coordinate(c, def->joint, def->coordinate);
  law->formula = convert_text(c, law->formula, y, "law");
  convert_law(c, &law->table, c->argument, y);
  law->per_turn *= y;
  law->cam.points = scaled_list(c, law->cam.points, 2 * law->cam.n, y);
  law->cam.radius *= y;
  law->cam.offset *= y;
  law->period *= c->argument;
  c->argument = 0;
}

static void convert_joints(conversion *c) {
  for (int j = 0; j < c->from->njoints; j++) {
    const jni_joint_element *joint = &c->from->joints[j];
    jn_joint_def def = joint->def;
    def.name = joint->name;
    def.type = joint->kind->name;
    if (def.follow.signal || def.table.n > 0) c->hidden = "motion";
    if (def.nterms > 0 && is_mixed(c, def.terms, def.nterms)) c->hidden = "terms";
    bool angular = def.joint.i < 0 || jni_is_angle(c->from, def.joint, def.coordinate) == 1;
    for (int i = 0; i < joint->kind->nfields; i++)
      convert_field(c, &joint->kind->fields[i], angular, (char *)&def + joint->kind->fields[i].offset);
    if (joint->kind->function) convert_function(c, &def);
    enter_path(c, joint->name);
    jn_joint made = jn_model_add_joint(c->to, &def);
    if (made.i >= 0) c->to->joints[made.i].mirror = joint->mirror;
  }
}

static void convert_forces(conversion *c) {
  for (int r = 0; r < c->from->nroads; r++) {
    jn_road_def def = c->from->roads[r].def;
    def.name = c->from->roads[r].name;
    def.type = c->from->roads[r].kind->name;
    bool simple = strcmp(def.type, "flat") == 0 || strcmp(def.type, "slope") == 0;
    if (!simple || def.soil.i >= 0) c->hidden = "road";
    def.height *= c->u->L;
    if (simple) jn_model_add_road(c->to, &def);
  }
  for (int f = 0; f < c->from->nforces; f++) {
    const jni_force_element *force = &c->from->forces[f];
    jn_force_def def = force->def;
    bool angular = jni_force_is_angular(c->from, force);
    def.name = force->name;
    def.type = force->kind->name;
    // their coefficients have units of their own
    if (strcmp(def.type, "tyre-calspan") == 0 || strcmp(def.type, "tyre-pacejka") == 0) c->hidden = "coefficients";
    if (force->kind->tyre) {  // what is taken where the file gives nothing
      if (!(def.tyre.low_speed > 0)) def.tyre.low_speed = 2e-3;
      if (!(def.tyre.lag > 0)) def.tyre.lag = 2e-3;
      if (!(def.tyre.relaxation >= 0)) def.tyre.relaxation = force->kind->tyre->relaxation;
    }
    if (strcmp(def.type, "stop") == 0 && def.exponent != 1) c->hidden = "exponent";
    for (int i = 0; i < force->kind->nfields; i++)
      convert_field(c, &force->kind->fields[i], angular, (char *)&def + force->kind->fields[i].offset);
    if (c->hidden) return;
    enter_path(c, force->name);
    jn_force made = jn_model_add_force(c->to, &def);
    if (made.i >= 0) c->to->forces[made.i].mirror = force->mirror;
  }
}

// Inputs, states and named signals stay in SI units; only time runs in other ones.
static void convert_states(conversion *c) {
  const jn_model *from = c->from;
  for (int i = 0; i < from->ninputs; i++) {
    if (from->inputs[i].table.n > 0) c->hidden = "input";
    jn_model_add_input(c->to, from->inputs[i].name, convert_text(c, from->inputs[i].expression, 1, "input"),
                       (jn_law){0});
  }
  for (int i = 0; i < from->nauxiliaries; i++)
    jn_model_add_auxiliary(c->to, from->auxiliaries[i].name, from->auxiliaries[i].initial,
                           convert_text(c, from->auxiliaries[i].rate, 1 / c->u->T, "auxiliary"));
  for (int i = 0; i < from->ndiscretes; i++)
    jn_model_add_discrete(c->to, from->discretes[i].name, from->discretes[i].initial);
  for (int i = 0; i < from->ncomputed; i++)
    jn_model_add_signal(c->to, from->computed[i].name, convert_text(c, from->computed[i].expression, 1, "signal"),
                        NULL);
}

// Returns the model in other units; NULL: *hidden says what is in the way.
static jn_model *convert(const jn_model *from, const units *u, const char **hidden) {
  static conversion c;
  c = (conversion){.from = from, .u = u, .to = jn_model_new(NULL, jn_model_name(from), from->space)};
  c.frame = keep(&c, (size_t)from->nframes * sizeof *c.frame);
  double gravity[3];
  for (int i = 0; i < 3; i++) gravity[i] = from->gravity[i] * u->L / (u->T * u->T);
  jn_model_set_gravity(c.to, gravity);
  if (from->nsubsystems > 0) c.hidden = "subsystem";
  if (!c.hidden) convert_bodies(&c);
  if (!c.hidden) convert_states(&c);
  if (!c.hidden) convert_joints(&c);
  if (!c.hidden) convert_forces(&c);
  c.to->path_length = 0;
  for (int i = 0; i < from->ninitials && !c.hidden; i++) {
    const jni_initial *initial = &from->initials[i];
    if (initial->hold) c.hidden = "hold";
    jn_model_set_initial(c.to, initial->name, initial->value * factor_of(initial->signal.dimension, u), initial->keep);
  }
  *jn_model_choices(c.to) = from->choices;
  jn_status status = c.hidden ? JN_OK : jn_model_finish(c.to);
  const jn_report *report = jn_model_report(c.to);
  for (int i = 0; status != JN_OK && i < jn_report_size(report); i++) printf("  %s\n", jn_report_get(report, i)->what);
  CHECK(status == JN_OK);
  for (int i = 0; i < c.nkept; i++) free(c.kept[i]);
  *hidden = c.hidden;
  if (c.hidden || status != JN_OK) c.to = jn_model_free(c.to);
  return c.to;
}

// ---- eigenvalues ----------------------------------------------------------------------------------------------------

typedef struct {
  int n, zeros, stable, unstable;  // n < 0: there are no linear equations
  double natural[MOST];            // times the unit of time
  double error;                    // of A
} spectrum;

static spectrum spectrum_of(const jn_model *model, double time) {
  spectrum s = {.n = -1};
  jn_system *system = jn_system_new(model, "joint", NULL);
  if (!system) system = jn_system_new(model, "cartesian", NULL);
  double *state = system ? calloc((size_t)jn_system_sizes(system).nstate, sizeof *state) : NULL;
  bool started = state && jn_start(system, NULL, state, NULL, NULL, NULL) == JN_OK;
  jn_linear *linear = started ? jn_linearise(system, state, NULL, NULL) : NULL;
  jn_modes *modes = linear ? jn_modes_new(linear, NULL) : NULL;
  if (modes && jn_modes_count(modes) <= MOST) {
    s.n = jn_modes_count(modes);
    s.zeros = jn_modes_zero(modes);
    s.error = jn_linear_error(linear);
    for (int i = 0; i < s.n; i++) {
      jn_mode mode = jn_modes_get(modes, i);
      s.natural[i] = mode.natural * time;
      s.stable += mode.re < -1e-6 * mode.natural;
      s.unstable += mode.re > 1e-6 * mode.natural;
    }
  }
  jn_modes_free(modes);
  jn_linear_free(linear);
  free(state);
  jn_system_free(system);
  return s;
}

static int compared, left_out;

static void compare(const char *name, const spectrum *a, const spectrum *b, const units *u) {
  bool same = b->n == a->n && b->zeros == a->zeros && b->stable == a->stable && b->unstable == a->unstable;
  double fastest = 0, off = 0;
  for (int i = 0; i < a->n; i++) fastest = fmax(fastest, a->natural[i]);
  for (int i = 0; i < a->n && same; i++) off = fmax(off, fabs(b->natural[i] - a->natural[i]));
  bool equal = same && off <= (1e-6 + 10 * fmax(a->error, b->error)) * fastest;
  CHECK(equal);
  if (!equal)
    printf(
        "%s in units %g, %g, %g: %d zero, %d stable, %d unstable of %d modes instead of %d, %d, %d of %d; off by %.2g "
        "of %.2g\n",
        name, u->L, u->M, u->T, b->zeros, b->stable, b->unstable, b->n, a->zeros, a->stable, a->unstable, a->n, off,
        fastest);
}

static void check_model(const char *path) {
  static const units others[] = {{1e3, 1, 1}, {1, 1e-3, 1}, {1e3, 1e-3, 1}, {1, 1, 1e3}, {1e-3, 1e3, 1e-3}};
  static int number;
  if (is_manoeuvre(path) || (LIGHT && number++ % 4 != 0)) return;
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  CHECK(model);
  if (!model) return;
  const char *name = strstr(path, "/models/") + 8, *hidden = NULL;
  jn_model *copy = convert(model, &plain, &hidden);
  spectrum a = copy ? spectrum_of(model, 1) : (spectrum){.n = -1};
  if (a.n >= 0) {
    spectrum b = spectrum_of(copy, 1);
    compare(name, &a, &b, &plain);
  }
  if (getenv("VERBOSE") && hidden) printf("%s is left out: %s\n", name, hidden);
  if (getenv("VERBOSE") && !hidden) printf("%s: %d zero, %d modes\n", name, a.zeros, a.n);
  for (int k = 0; k < (LIGHT ? 2 : 5) && a.n >= 0; k++) {
    jn_model *other = convert(model, &others[k], &hidden);
    spectrum b = other ? spectrum_of(other, others[k].T) : (spectrum){.n = -1};
    compare(name, &a, &b, &others[k]);
    jn_model_free(other);
  }
  compared += a.n >= 0;
  left_out += a.n < 0;
  jn_model_free(copy);
  jn_model_free(model);
}

// The eight coordinates that no force reads are the zeros of the standing HMMWV: x, y and heading of the chassis, the
// angles of engine, gearbox and three shafts. Deflections of tyres and locks fade within an hour or three, but do fade.
static void test_creep(void) {
  jn_model *model = jn_model_read(NULL, MODELS "/vehicles/hmmwv-fiala.yaml", NULL, 0, NULL);
  CHECK(model);
  if (!model) return;
  spectrum s = spectrum_of(model, 1);
  double slowest = HUGE_VAL;
  for (int i = 0; i < s.n; i++) slowest = fmin(slowest, s.natural[i]);
  CHECK(s.zeros == 8 && s.unstable == 0);
  CHECK_NEAR(slowest, 1e-4, 2e-6);
  jn_model_free(model);
}

int main(void) {
  each_model(MODELS, check_model);
  if (getenv("JOUNCE_LONG")) test_creep();
  printf("%d models compared, %d left out\n", compared, left_out);
  CHECK(compared > (LIGHT ? 0 : 10));
  return check_report();
}
