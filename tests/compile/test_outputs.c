// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_outputs.c - outputs of programs of all shipped models against the engine: every kind of signal there is.
#include <string.h>

#include "accelerations.h"
#include "check.h"
#include "compile/program.h"
#include "folder.h"
#include "model/signal/signal_type.h"
#include "system/probe/probe.h"
#include "system/reaction.h"

static int seen[JNI_SIGNAL_COUNT], compared;
static double worst;

static const char *const signal_kinds[] = {
#define JNI_X(name, ...) #name,
    JNI_SIGNAL_LIST(JNI_X)
#undef JNI_X
};

enum { MOST_NAMES = 4000 };
typedef struct {
  char *list[MOST_NAMES];
  int n;
} names;

static void add(names *to, const char *format, ...) JN_PRINTF(2, 3);
static void add(names *to, const char *format, ...) {
  char text[600];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (to->n < MOST_NAMES) to->list[to->n++] = strdup(text);
}

static void name_bodies(const jn_model *model, names *to) {
  static const char *const words[] = {
      "position", "velocity", "acceleration", "angle", "rate", "angular_acceleration",
      "qw",       "qy",       "wx",           "wz",    "yaw",  "pitch_rate",
      "toe",      "camber",   "toe_rate",     "ax",    "az",   "angular_acceleration.y"};
  for (int b = 1; b < model->nbodies; b++)
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "%s.%s", model->bodies[b].name, words[k]);
  for (int b = 2; b < model->nbodies; b++) {
    add(to, "%s.in.%s.x", model->bodies[b].name, model->bodies[1].name);
    add(to, "%s.in.%s.vy", model->bodies[b].name, model->bodies[1].name);
  }
}

static void name_joints(const jn_model *model, names *to) {
  static const char *const words[] = {"force",   "torque", "coordinate", "rate",    "load",
                                      "point.x", "push",   "lambda.1",   "force.y", "torque.z"};
  for (int j = 0; j < model->njoints; j++) {
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "joint.%s.%s", model->joints[j].name, words[k]);
    add(to, "driver.%s.position", model->joints[j].name);
    add(to, "driver.%s.acceleration", model->joints[j].name);
    add(to, "driver.%s.force", model->joints[j].name);
    add(to, "driver.%s.torque", model->joints[j].name);
    add(to, "driver.%s.power", model->joints[j].name);
  }
}

static void name_elements(const jn_model *model, names *to) {
  static const char *const words[] = {"length", "rate", "value", "energy", "power", "force.x", "force.z", "torque.y"};
  for (int i = 0; i < model->nforces; i++) {
    const jni_force_kind *kind = model->forces[i].kind;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "force.%s.%s", model->forces[i].name, words[k]);
    for (int k = 0; k < kind->noutputs; k++) add(to, "force.%s.%s", model->forces[i].name, kind->outputs[k].name);
  }
  for (int i = 0; i < model->nsubsystems; i++) {
    const jni_subsystem_element *e = &model->subsystems[i];
    for (int k = 0; k < e->noutputs; k++) add(to, "subsystem.%s.%s", e->name, e->outputs[k].name);
    for (int k = 0; k < e->nstates; k++) add(to, "subsystem.%s.%s", e->name, e->states[k].name);
    for (int k = 0; k < e->nstates; k++) add(to, "subsystem.%s.%s_rate", e->name, e->states[k].name);
    for (int k = 0; k < e->ndiscretes; k++)
      if (e->discretes[k].name) add(to, "subsystem.%s.%s", e->name, e->discretes[k].name);
  }
}

static void name_contacts(const jn_model *model, names *to) {
  static const char *const words[] = {"gap",  "rate",  "normal",  "friction", "force.x",
                                      "slip", "state", "impacts", "power",    "1.point.x"};
  for (int i = 0; i < model->ncontacts; i++)
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
      add(to, "contact.%s.%s", model->contacts[i].name, words[k]);
}

static void name_rest(const jn_model *model, names *to) {
  static const char *const words[] = {"t",
                                      "energy",
                                      "energy.kinetic",
                                      "energy.potential",
                                      "energy.work",
                                      "energy.error",
                                      "momentum.x",
                                      "angular_momentum.z",
                                      "angular_momentum.y",
                                      "violation.position",
                                      "violation.velocity",
                                      "violation.acceleration"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) add(to, "%s", words[k]);
  for (int i = 0; i < model->ncomputed; i++) add(to, "%s", model->computed[i].name);
  for (int i = 0; i < model->ninputs; i++) add(to, "%s", model->inputs[i].name);
  for (int i = 0; i < model->ndiscretes; i++) add(to, "%s", model->discretes[i].name);
  for (int i = 0; i < model->nauxiliaries; i++) add(to, "%s", model->auxiliaries[i].name);
}

// Those that the model knows, with all its own outputs.
static jn_probe *probe_all(const jn_system *system, names *all) {
  int n = 0;
  for (int i = 0; i < all->n; i++) {
    jn_report *report = jn_report_new(NULL);
    jn_probe *one = jn_probe_new(system, (const char *const *)&all->list[i], 1, false, report);
    if (one) all->list[n++] = all->list[i];
    else free(all->list[i]);
    jn_probe_free(one);
    jn_report_free(report);
  }
  all->n = n;
  return jn_probe_new(system, (const char *const *)all->list, n, true, NULL);
}

typedef struct {
  const char *path;
  jn_run *run;
  const jn_system *system;
  const jn_probe *probe;
  jn_work *work;
  jni_share *share;  // of redundant joints; NULL: none
  jni_program *program;
  jni_tape *rates, *outputs;
  double *variables, *results, *ours, *engine, *vdot, *lambda, *d;
  int *like;     // the first output of the same dimension
  double *size;  // of each such group: the largest, at least 1
} trial;

static void find_groups(trial *x) {
  for (int i = 0; i < x->program->noutputs; i++) {
    jn_dimension own = jn_probe_dimension(x->probe, i), other = own;
    int k = -1;
    do other = jn_probe_dimension(x->probe, ++k);
    while (memcmp(&own, &other, sizeof own) != 0);
    x->like[i] = k;
  }
}

static void compare(const trial *x) {
  const double *ours = x->ours, *engine = x->engine;
  for (int i = 0; i < x->program->noutputs; i++) x->size[i] = 1;
  for (int i = 0; i < x->program->noutputs; i++)
    if (isfinite(engine[i])) x->size[x->like[i]] = fmax(x->size[x->like[i]], fabs(engine[i]));
  for (int i = 0; i < x->program->noutputs; i++) {
    int kind = jni_probe_signal(x->probe, i);
    if (kind >= 0) seen[kind]++;
    double error = fabs(ours[i] - engine[i]) / x->size[x->like[i]];
    bool same = error <= 1e-10 || (isnan(ours[i]) && isnan(engine[i]));
    worst = fmax(worst, error);
    compared++;
    CHECK(same);
    if (!same) printf("%s: %s %.17g, engine %.17g\n", x->path, jn_probe_name(x->probe, i), ours[i], engine[i]);
  }
}

// At the state of the variables, whose joints are closed.
static void compare_state(trial *x, bool first) {
  const jn_system *system = x->system;
  jn_work *work = x->work;
  jni_tape_run(x->outputs, x->variables, x->ours);
  CHECK(jn_solve_acceleration(system, work, x->variables, x->vdot, x->lambda) == JN_OK);
  if (first)
    work->energy_initial =
        jn_get_kinetic(system, work) + work->potential - (system->work_state >= 0 ? work->z[system->work_state] : 0);
  jni_share_apply(x->share, work, x->vdot, x->lambda);
  jn_probe_calc(x->probe, work, x->variables, x->vdot, x->lambda, x->engine);
  compare(x);
}

static void check_states(trial *x, const double *nominal) {
  const jn_sizes *n = &x->system->sizes;
  const jni_program *p = x->program;
  int many = jni_program_nvariables(&p->sizes), nrates = jni_rates_at(&p->sizes).n, nout = p->noutputs;
  x->work = jn_work_new(x->system);
  CHECK(jni_share_new(x->system, jn_mobility_active(jn_run_mobility(x->run)), NULL, &x->share));
  x->rates = jni_tape_new(p->g, many, p->rates, nrates);
  x->outputs = jni_tape_new(p->g, many, p->outputs, nout);
  x->variables = zero_numbers(many);
  x->results = zero_numbers(nrates);
  x->ours = zero_numbers(nout);
  x->engine = zero_numbers(nout);
  x->vdot = zero_numbers(n->nv);
  x->lambda = zero_numbers(n->nc);
  x->d = zero_numbers(n->nv);
  x->like = calloc((size_t)nout + 1, sizeof *x->like);
  x->size = zero_numbers(nout);
  find_groups(x);
  for (int k = 0; k < CHANCE_STATES / 5; k++) {
    memcpy(x->variables, nominal, (size_t)many * sizeof *nominal);
    if (k > 0) move_by_chance(x->system, jn_run_reduced(x->run), x->rates, nominal, x->variables, x->results, x->d);
    compare_state(x, k == 0);
  }
  jni_tape_free(x->rates);
  jni_tape_free(x->outputs);
  jn_work_free(x->work);
  free(x->variables);
  free(x->results);
  free(x->ours);
  free(x->engine);
  free(x->vdot);
  free(x->lambda);
  free(x->d);
  free(x->like);
  free(x->size);
  jni_object_free(x->share);
}

static void check_outputs(const char *path, jn_run *run, const jn_probe *probe, jn_report *report) {
  double *nominal = course_variables(run);
  const jni_program_def def = {
      .system = jn_run_system(run), .reduced = jn_run_reduced(run), .nominal = nominal, .probe = probe};
  jni_program *p = jni_program_new(NULL, &def, report);
  CHECK(p);
  trial x = {.path = path, .run = run, .system = jn_run_system(run), .probe = probe, .program = p};
  if (p) check_states(&x, p->nominal);
  jni_program_free(p);
  free(nominal);
}

static void check_run(const char *path, jn_run *run, jn_report *report) {
  const jn_model *model = jn_run_system(run)->model;
  names all = {.n = 0};
  name_bodies(model, &all);
  name_joints(model, &all);
  name_elements(model, &all);
  name_contacts(model, &all);
  name_rest(model, &all);
  jn_probe *probe = probe_all(jn_run_system(run), &all);
  CHECK(probe);
  if (probe) check_outputs(path, run, probe, report);
  jn_probe_free(probe);
  for (int i = 0; i < all.n; i++) free(all.list[i]);
}

static void check_model(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_run *run = model ? reduced_run(model, jn_choices_default().step, report) : NULL;
  jn_report *own = jn_report_new(NULL);
  CHECK(run && jn_run_reduced(run));
  if (run && jn_run_reduced(run)) check_run(path, run, own);
  if (jn_report_size(own) > 0) printf("%s: %s\n", path, jn_report_get(own, 0)->what);
  jn_report_free(own);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// Couplings of the energy with rows have no compiled form, and programs say why.
static void check_refusal(const char *word) {
  compiled c = {.report = jn_report_new(NULL)};
  c.model = jn_model_read(NULL, MODELS "/examples/four-bar.yaml", NULL, 0, c.report);
  c.run = reduced_run(c.model, 0, c.report);
  for (int j = 0; j < c.model->njoints && !c.probe; j++) {
    char name[100];
    const char *list[1] = {name};
    snprintf(name, sizeof name, "joint.%s.%s.1", c.model->joints[j].name, word);
    jn_report *of_tree = jn_report_new(NULL);
    c.probe = jn_probe_new(jn_run_system(c.run), list, 1, false, of_tree);
    jn_report_free(of_tree);
  }
  CHECK(c.probe);
  jn_report *own = jn_report_new(NULL);
  c.variables = start_variables(c.run);
  const jni_program_def def = {.system = jn_run_system(c.run),
                               .reduced = jn_run_reduced(c.run),
                               .nominal = c.variables,
                               .newton = 1,
                               .probe = c.probe};
  c.program = jni_program_new(NULL, &def, own);
  CHECK(!c.program && jn_report_size(own) == 1);
  CHECK(jn_report_size(own) == 1 && strstr(jn_report_get(own, 0)->what, "programs have no gradient of the energy"));
  jn_report_free(own);
  compiled_free(&c);
}

// Discrete states, of which no shipped model has any.
static const char counts[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "bodies: {rod: {mass: 2, inertia: 0.1, com: [0.5, 0]}}\n"
    "joints: {pin: {type: revolute, between: [ground, rod]}}\n"
    "forces: {push: {type: torque, joint: pin, value: '0.3*n'}}\n"
    "discrete: {n: 2}\n"
    "events: {pass: {when: rod.angle + 1, set: {n: n + 1}}}\n";

// Signals of a compliant contact of several points, which no shipped model has.
static const char cushion[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "ground: {shapes: {floor: {type: plane}}}\n"
    "bodies: {block: {mass: 1, inertia: 0.01, shapes: {hull: {type: box, size: [0.2, 0.1]}}}}\n"
    "contacts: {under: {between: [ground.floor, block.hull], law: compliant, stiffness: 1e5, damping: 1, friction: "
    "0.5}}\n"
    "initial: {keep: {block.x: 0, block.y: 0.0499, block.angle: 0.001, block.vx: 0.3, block.vy: -0.1}}\n";

static void check_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "text", text, strlen(text), NULL, 0, report);
  jn_run *run = model ? reduced_run(model, 0, report) : NULL;
  CHECK(run);
  if (run) check_run("text", run, report);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

int main(int argc, char **argv) {
  check_text(counts);
  check_text(cushion);
  check_refusal("coupling");
  check_refusal("rate_coupling");
  int found = 1;
  if (argc > 1) check_model(argv[1]);
  else found = each_shipped_model(check_model);
  int kinds = 0;
  for (int i = 0; i < JNI_SIGNAL_COUNT; i++) {
    bool refused = jni_signal_type_of((jni_signal_kind)i)->not_compiled != NULL;
    kinds += seen[i] > 0;
    CHECK(argc > 1 || refused == (seen[i] == 0));
    if (argc == 1 && refused != (seen[i] == 0)) printf("signals of kind %s: %d\n", signal_kinds[i], seen[i]);
  }
  CHECK(argc > 1 || (found > 60 && compared > 50000));
  printf("%d outputs of %d kinds compared, worst %.2g\n", compared, kinds, worst);
  return check_report();
}
