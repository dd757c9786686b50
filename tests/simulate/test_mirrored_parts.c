// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_mirrored_parts.c - mechanisms made by chance, with all kinds of joints and forces, as parts: used three levels
// deep and mirrored at each of them they move as the mirror image, for a second.
#include <stdlib.h>
#include <string.h>

#include "mechanism.h"
#include "mirror_image.h"
#include "model/model.h"

// What a second of motion leaves of rounding.
static const image_tolerance most = {1e-12, 1e-12};
// Steps in a second. On the ground the steps are short enough that Newton's method for positions needs at most two
// iterations. With 5 ms the residual after the second iteration is as large as the tolerance: rounding then decides
// about a third iteration and a new factorization, which changes the result by 1e-12 at once and by 1e-7 in the end.
enum { STEPS = 200, STEPS_ON_GROUND = 1000 };

// ---- the part, three levels deep ------------------------------------------------------------------------------------

static void put_use(FILE *file, const char *indent, const char *name, const char *part, unsigned mirror) {
  fprintf(file, "%suse: {%s: {part: %s", indent, name, part);
  if (mirror) fprintf(file, ", mirror: %c", "?xy?z"[mirror]);
  fputs("}}\n", file);
}

// The sections of a model file from `bodies` on, each line further in; without what only a whole model has.
static void put_part(FILE *file, const char *text) {
  bool inside = true;
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n") + 1;
    static const char *const outside[] = {"jounce:", "name:", "space:", "gravity:", "simulate:"};
    if (*line != ' ') inside = true;
    for (int i = 0; i < 5; i++) inside = inside && strncmp(line, outside[i], strlen(outside[i])) != 0;
    if (inside) fprintf(file, "    %.*s", (int)n, line);
    line += n;
  }
}

// mirrors[k]: at level k, one axis or none; the whole mirror is what is left of them.
static char *nested(const jn_model *model, const char *text, const unsigned mirrors[3]) {
  char *made = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&made, &size);
  unsigned mirror = mirrors[0] ^ mirrors[1] ^ mirrors[2];
  bool plane = model->space == JN_PLANE;
  double g[3];
  jni_mirror_point(mirror, model->gravity, g);
  fprintf(file, "jounce: 1\nspace: %s\ngravity: [%.17g, %.17g", plane ? "plane" : "space", g[0], g[1]);
  if (!plane) fprintf(file, ", %.17g", g[2]);
  fputs("]\nparts:\n  core:\n", file);
  put_part(file, text);
  fputs("  shell:\n", file);
  put_use(file, "    ", "core", "core", mirrors[0]);
  fputs("  box:\n", file);
  put_use(file, "    ", "shell", "shell", mirrors[1]);
  put_use(file, "", "box", "box", mirrors[2]);
  fclose(file);
  return made;
}

static jn_model *read_text(const char *text) {
  char line[900];
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), line, sizeof line);
    printf("%s\n", line);
  }
  CHECK(model != NULL);
  if (!model) printf("%s", text);
  jn_report_free(report);
  return model;
}

// ---- runs -----------------------------------------------------------------------------------------------------------

// The state at the end, cartesian; false: the run failed.
static bool run_to_end(jn_model *model, const char *coordinates, double until, int steps, bench *end) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.coordinates, sizeof choices.coordinates, "%s", coordinates);
  snprintf(choices.formulation, sizeof choices.formulation, "multipliers");
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  choices.until = until;
  choices.step = until / steps;
  options.choices = &choices;
  jn_run *run = jn_run_new(model, &options, report);
  jn_status status = run ? JN_OK : JN_BAD_MODEL;
  while (status == JN_OK && jn_run_state(run)[0] < until) status = jn_run_step(run, until);
  *end = new_bench(model, "cartesian");
  if (status == JN_OK) jn_state_convert(jn_run_system(run), jn_run_state(run), end->system, end->state);
  jn_run_free(run);
  jn_report_free(report);
  return status == JN_OK;
}

// ---- kinds ----------------------------------------------------------------------------------------------------------

static int compared;
static double worst;
static bool joint_seen[64], force_seen[64];

static int joint_kind(const char *type) {
  int k = 0;
  while (jni_joint_kinds[k] && strcmp(jni_joint_kinds[k]->name, type) != 0) k++;
  return k;
}

static int force_kind(const char *type) {
  int k = 0;
  while (jni_force_kinds[k] && strcmp(jni_force_kinds[k]->name, type) != 0) k++;
  return k;
}

// Does the mechanism have a kind that none before it had?
static bool has_new(const mechanism *m) {
  bool found = false;
  for (int j = 0; j < m->njoints; j++) found = found || !joint_seen[joint_kind(m->joint[j].type)];
  for (int f = 0; f < m->nforces; f++) found = found || !force_seen[force_kind(m->force[f].type)];
  return found;
}

static void note_kinds(const mechanism *m) {
  for (int j = 0; j < m->njoints; j++) joint_seen[joint_kind(m->joint[j].type)] = true;
  for (int f = 0; f < m->nforces; f++) force_seen[force_kind(m->force[f].type)] = true;
}

// Tyres need a road, and are in test_mirror.c; a relation that holds nothing moves nothing.
static void check_kinds(void) {
  for (int k = 0; jni_joint_kinds[k]; k++) {
    if (!joint_seen[k] && !jni_joint_kinds[k]->free) printf("no %s was met\n", jni_joint_kinds[k]->name);
    CHECK(joint_seen[k] || jni_joint_kinds[k]->free);
  }
  for (int k = 0; jni_force_kinds[k]; k++) {
    if (!force_seen[k] && !jni_force_kinds[k]->tyre) printf("no %s was met\n", jni_force_kinds[k]->name);
    CHECK(force_seen[k] || jni_force_kinds[k]->tyre);
  }
}

// ---- comparing ------------------------------------------------------------------------------------------------------

// What redundant joints carry is not determined.
static void leave_out_reactions(const jn_model *model, const name_list *list, double values[2][MOST_NAMES]) {
  for (int i = 0; i < list->n; i++) {
    jni_signal_kind kind = signal_of(model, list->text[i]).kind;
    if (kind == JNI_SIGNAL_REACTION_FORCE || kind == JNI_SIGNAL_REACTION_TORQUE || kind == JNI_SIGNAL_PUSH)
      values[0][i] = values[1][i] = 0;
  }
}

// determined: reactions are.
static bool compare_runs(const char *title, const char *text, bool determined, const char *coordinates,
                         const unsigned mirrors[3], int steps) {
  static name_list list[2];
  static double values[2][MOST_NAMES];
  jn_model *models[2] = {read_text(text), NULL};
  char *image = models[0] ? nested(models[0], text, mirrors) : NULL;
  if (image) models[1] = read_text(image);
  free(image);
  bool ok[2] = {false, false};
  for (int k = 0; models[1] && k < 2; k++) {
    bench end;
    name_all(models[k], &list[k]);
    ok[k] = run_to_end(models[k], coordinates, 1, steps, &end);
    ok[k] = ok[k] && print_all(models[k], &end, coordinates, &list[k], values[k]);
    free_bench(&end);
  }
  CHECK(ok[0] == ok[1] && list[0].n == list[1].n);
  if (ok[0] && ok[1]) {
    unsigned mirror = mirrors[0] ^ mirrors[1] ^ mirrors[2];
    if (!determined) leave_out_reactions(models[0], &list[0], values);
    worst = fmax(worst, compare_image(title, mirror, models[0], &list[0], values[0], values[1], most));
    compared++;
  }
  jn_model_free(models[0]);
  jn_model_free(models[1]);
  return ok[0] && ok[1];
}

// ---- teeth ----------------------------------------------------------------------------------------------------------

// Where teeth meet and what bearings carry: gears and a rack on joints that turn and slide, in plane and space.
static void test_teeth(void) {
  static const char *const texts[] = {
      "jounce: 1\nspace: plane\ngravity: [0.3, -9.81]\nground: {points: {A: [0, 0], B: [0.15, 0.02], R: [0, -0.05]}}\n"
      "bodies:\n  g1: {mass: 1, inertia: 0.1, com: [0.01, 0.02]}\n  g2: {mass: 2, inertia: 0.2, com: [0, 0.03]}\n"
      "  r: {mass: 1, inertia: 0.1}\njoints:\n  A: {type: revolute, between: [ground.A, g1]}\n"
      "  B: {type: revolute, between: [g2, ground.B]}\n  R: {type: prismatic, between: [ground.R, r], axis: x}\n"
      "  G: {type: gear, from: A, to: B, ratio: 0.5, geometry: {}}\n"
      "  P: {type: rack, pinion: A, slide: R, radius: 0.05, geometry: {at: r}}\n"
      "forces: {motor: {type: torque, joint: A, value: 0.3}}\n",
      "jounce: 1\nspace: space\ngravity: [0.3, -0.7, -9.81]\n"
      "ground: {frames: {A: {at: [0, 0, 0], orientation: {axis: [1, 2, 3], angle: 40 deg}}, "
      "B: {at: [0.1, 0.05, 0.02], orientation: {axis: [1, 2, 3], angle: 40 deg}}}}\nbodies:\n"
      "  g1: {mass: 1, inertia: [0.1, 0.2, 0.15], com: [0.01, 0.02, 0]}\n"
      "  g2: {mass: 2, inertia: [0.2, 0.3, 0.25], com: [0, 0.03, 0]}\njoints:\n"
      "  A: {type: cylindrical, between: [ground.A, g1], axis: y}\n"
      "  B: {type: revolute, between: [ground.B, g2], axis: y}\n"
      "  G: {type: gear, from: A, to: B, ratio: -0.5, geometry: {at: g2}}\n"
      "drivers: {hold: {joint: A, coordinate: displacement, motion: 0}}\n"
      "forces: {motor: {type: torque, joint: A, value: 0.3}}\n"};
  static const unsigned mirrors[][3] = {{2, 0, 0}, {0, 1, 0}, {1, 0, 2}};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++)
      CHECK(compare_runs("teeth", texts[i], true, k == 1 ? "joint" : "cartesian", mirrors[k], STEPS));
}

// ---- on the ground --------------------------------------------------------------------------------------------------

// What chance has no place for: a block that falls on its corners, and a track that drives off. Mirrors leave a road's
// height alone.
static void test_ground(void) {
  static const char *const kinds[] = {"contact", "track-band"};
  static const char *const texts[] = {
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {hill: {type: slope, angle: 0.2, heading: 0.7}}\n"
      "bodies: {block: {mass: 10, inertia: [0.5, 0.6, 0.8], points: {a: [0.5, 0.4, -0.2], b: [0.5, -0.4, -0.2], "
      "c: [-0.5, 0.3, -0.2]}}}\nforces:\n"
      "  \"{p}\": {repeat: {p: [a, b, c]}, type: contact, at: \"block.{p}\", road: hill, stiffness: 3e3, damping: 60, "
      "friction: 0.3}\n"
      "initial: {keep: {block.position: [0, 0, 0.2], block.velocity: [0.5, 0.3, 0], block.omega: [0.1, 0.2, 0.4]}}\n",
      "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nroads: {field: {type: flat}}\nbodies:\n"
      "  hull: {mass: 900, inertia: [200, 500, 600], com: [0, 0, 0.7], points: {S: [1.6, 0.1, 0.7], I: [-1.6, 0, 0.6], "
      "P1: [1.2, 0, 0.55], P2: [-0.6, 0, 0.55]}}\n"
      "  sprocket: {mass: 20, inertia: [0.4, 0.7, 0.4]}\n  idler: {mass: 20, inertia: [0.4, 0.6, 0.4]}\n"
      "  \"arm{i}\": {repeat: {i: 2}, mass: 15, inertia: [0.2, 0.4, 0.4], com: [-0.15, 0, 0], points: {W: [-0.3, 0, "
      "0]}}\n  \"wheel{i}\": {repeat: {i: 2}, mass: 30, inertia: [0.7, 1.2, 0.7]}\njoints:\n"
      "  S: {type: revolute, between: [hull.S, sprocket], axis: y}\n"
      "  I: {type: revolute, between: [hull.I, idler], axis: y}\n"
      "  \"A{i}\": {repeat: {i: 2}, type: revolute, between: [\"hull.P{i}\", \"arm{i}\"], axis: y}\n"
      "  \"W{i}\": {repeat: {i: 2}, type: revolute, between: [\"arm{i}.W\", \"wheel{i}\"], axis: y}\nforces:\n"
      "  \"bar{i}\": {repeat: {i: 2}, type: torsion-spring, joint: \"A{i}\", stiffness: 9e3, rest: -0.9, damping: "
      "700}\n"
      "  motor: {type: torque, joint: S, value: 150}\n"
      "  band: {type: track-band, hull: hull, sprocket: sprocket, idlers: [idler], wheels: [wheel1, wheel2], "
      "sprocket_radius: 0.25, idler_radius: 0.24, preload: 3 kN, stiffness: 100 kN/m, damping: 500, length: 8.05, "
      "wheel_radius: 0.28, road: field, thickness: 40 mm, pad_stiffness: 200 kN/m, pad_damping: 2 kN s/m}\n"
      "initial:\n  keep: {hull.velocity: [0.5, 0.2, 0], hull.omega: [0, 0, 0.1]}\n"
      "  guess: {joint.A1.angle: -0.5, joint.A2.angle: -0.5}\n"};
  static const unsigned mirrors[][3] = {{2, 0, 0}, {0, 1, 0}, {1, 0, 2}};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 3; k++)
      CHECK(compare_runs(kinds[i], texts[i], true, k == 1 ? "joint" : "cartesian", mirrors[k], STEPS_ON_GROUND));
    force_seen[force_kind(kinds[i])] = true;
  }
}

// ---- formulas from outside ------------------------------------------------------------------------------------------

// What is bound to a port reads the world of those who wrote it, however often the part is mirrored.
static void test_ports(void) {
  static const char text[] =
      "jounce: 1\nspace: space\nbodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\nparts:\n"
      "  core:\n    ports: {push: signal, swing: {type: signal, default: arm.y}}\n"
      "    bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"
      "    forces: {f: {type: point-force, at: arm, value: [push, 2*push + arm.y, swing*arm.vz]}}\n"
      "  shell:\n    ports: {push: signal}\n    bodies: {hub: {mass: 1, inertia: [1, 1, 1]}}\n"
      "    use: {core: {part: core, mirror: x, ports: {push: hub.x + hub.y*push}}}\n"
      "use:\n  a: {part: core, mirror: y, ports: {push: ball.x - ball.y}}\n"
      "  b: {part: shell, mirror: x, ports: {push: ball.x}}\n";
  jn_model *model = read_text(text);
  CHECK(model && model->nforces == 2);
  const char *const expected[2][3] = {
      {"(ball.x - ball.y)", "-(2*(ball.x - ball.y) + (-a.arm.y))", "((-a.arm.y))*a.arm.vz"},
      {"((-b.hub.x) + b.hub.y*(ball.x))", "2*((-b.hub.x) + b.hub.y*(ball.x)) + b.core.arm.y",
       "(b.core.arm.y)*b.core.arm.vz"}};
  for (int f = 0; model && f < 2; f++)
    for (int i = 0; i < 3; i++) {
      bool same = strcmp(model->forces[f].def.value[i], expected[f][i]) == 0;
      if (!same) printf("%s\n", model->forces[f].def.value[i]);
      CHECK(same);
    }
  jn_model_free(model);
}

static void try_seed(int profile, uint64_t s) {
  static const char *const coordinates[] = {"cartesian", "natural", "joint"};
  enum { ALL = LIGHT ? 1 : 4 };  // from here on only what has something new
  static mechanism m;
  char why[600], title[96];
  if (!mech_generate(profile, s, &m, why, sizeof why) || (s > ALL && !has_new(&m))) return;
  chance c = {.key = s * 31 + (uint64_t)profile};
  unsigned mirrors[3];
  for (int k = 0; k < 3; k++)
    mirrors[k] = chance_below(&c, 4) ? 1u << chance_below(&c, m.space == JN_PLANE ? 2 : 3) : 0;
  snprintf(title, sizeof title, "%s %d, %s, mirrors %u %u %u", mech_profile_names[profile], (int)s, coordinates[s % 3],
           mirrors[0], mirrors[1], mirrors[2]);
  char *text = mech_text(&m);
  if (compare_runs(title, text, m.redundant == 0, coordinates[s % 3], mirrors, STEPS)) note_kinds(&m);
  free(text);
}

int main(void) {
  test_ports();
  test_teeth();
  test_ground();
  for (uint64_t s = 1; s <= (LIGHT ? 4 : 12); s++)
    for (int profile = 0; profile < STATICS; profile++) try_seed(profile, s);
  for (uint64_t s = 13; !LIGHT && s <= 60; s++) try_seed(COUPLED, s);  // has what is rare
  printf("%d mechanisms compared, worst difference %.2g of what is allowed\n", compared, worst);
  if (!LIGHT) check_kinds();
  return check_report();
}
