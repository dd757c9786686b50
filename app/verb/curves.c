// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curves.c - `jounce curves`: writes the curves of a tyre as tables that the force kind tyre-table reads.
#include <errno.h>
#include <jounce/tyre.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "check_paths.h"
#include "command.h"
#include "common/system.h"
#include "common/text.h"

typedef struct {
  app_command *command;
  const jn_model *model;
  jn_force tyre;
  const char *stem;
  double largest_deflection;  // largest deflection, m
  int n;                      // number of knots along deflection and along slip angle; along slip there are 2 n - 1
} curves;

// ---- knots, denser where curves bend -----------------------------------------------------------------------

static double part(int i, int n) { return (double)i / (n - 1); }

static double deflection_at(const curves *c, int i) { return c->largest_deflection * part(i, c->n) * part(i, c->n); }

// Returns longitudinal slip at knot j, from -4 (wheel nearly locked) to 1 (wheel spinning on the spot).
static double slip_at(const curves *c, int j) {
  double t = part(j, 2 * c->n - 1) * 2 - 1;
  return t < 0 ? 4 * t * t * t : t * t;
}

static double angle_at(const curves *c, int j) { return 1.4 * part(j, c->n) * part(j, c->n); }

// ---- files -----------------------------------------------------------------------------------------------

static const struct {
  const char *name, *over;
  size_t member;
  bool angle;
} grids[] = {{"load", "[m, 1]", offsetof(jn_tyre_point, load), false},
             {"traction", "[m, 1]", offsetof(jn_tyre_point, traction), false},
             {"torque", "[m, 1]", offsetof(jn_tyre_point, torque), false},
             {"side", "[m, rad]", offsetof(jn_tyre_point, side), true}};
enum { NGRIDS = sizeof grids / sizeof *grids };

static jn_tyre_point point_at(const curves *c, double deflection, double slip, double angle) {
  jn_tyre_point point;
  jn_tyre_steady(c->model, c->tyre, deflection, slip, angle, &point);
  return point;
}

// Writes one table of two arguments as CSV: the first row has the knots of the second argument, the first column those
// of the first.
static void write_grid(const curves *c, int grid, FILE *file) {
  bool angle = grids[grid].angle;
  int n = angle ? c->n : 2 * c->n - 1;
  fprintf(file, "0");
  for (int j = 0; j < n; j++) fprintf(file, ",%.9g", angle ? angle_at(c, j) : slip_at(c, j));
  for (int i = 0; i < c->n; i++) {
    fprintf(file, "\n%.9g", deflection_at(c, i));
    for (int j = 0; j < n; j++) {
      jn_tyre_point p = point_at(c, deflection_at(c, i), angle ? 0 : slip_at(c, j), angle ? angle_at(c, j) : 0);
      fprintf(file, ",%.9g", *(const double *)(const void *)((const char *)&p + grids[grid].member));
    }
  }
  fprintf(file, "\n");
}

static void write_depth(const curves *c, int grid, FILE *file) {
  (void)grid;
  fprintf(file, "deflection (m),resistance (N),sinkage (m)\n");
  for (int i = 0; i < c->n; i++) {
    jn_tyre_point p = point_at(c, deflection_at(c, i), 0, 0);
    fprintf(file, "%.9g,%.9g,%.9g\n", deflection_at(c, i), p.resistance, p.sinkage);
  }
}

typedef void write_table(const curves *c, int grid, FILE *file);

static jn_status write_file(const curves *c, const char *path, int grid, write_table *write) {
  FILE *file = system_open(path, "w");
  if (!file) return jn_report_fault(c->command->report, JN_IO, "", "'%s' cannot be written: %s", path, strerror(errno));
  write(c, grid, file);
  bool written = !ferror(file);
  if (fclose(file) == 0 && written) return JN_OK;
  return jn_report_fault(c->command->report, JN_IO, "", "'%s' cannot be written", path);
}

// Writes table i to its file: 0 is the table over the deflection, the others are the tables of two arguments. With
// write NULL writes nothing and only refuses a file of the model.
static jn_status visit_file(const curves *c, int i, write_table *write) {
  char path[1024];
  if (snprintf(path, sizeof path, "%s-%s.csv", c->stem, i ? grids[i - 1].name : "depth") >= (int)sizeof path)
    return usage_fault(c->command, "the name of the file is too long");
  return write ? write_file(c, path, i - 1, write) : check_not_read(c->command, c->model, path);
}

static jn_status write_files(const curves *c) {
  jn_status status = JN_OK;
  for (int i = 0; i <= NGRIDS && status == JN_OK; i++) status = visit_file(c, i, NULL);
  for (int i = 0; i <= NGRIDS && status == JN_OK; i++) status = visit_file(c, i, i ? write_grid : write_depth);
  return status;
}

// ---- the verb --------------------------------------------------------------------------------------------

// Warns if the largest deflection brings the wheel centre below the road.
static void warn_of_depth(const curves *c) {
  double radius = jn_tyre_radius(c->model, c->tyre);
  if (c->largest_deflection > radius)
    jn_report_warn(c->command->report, "",
                   "--deflection %g m is more than the radius of the wheel, %g m: its centre would lie below the road",
                   c->largest_deflection, radius);
}

// Prints the lines of a model file that read these tables; with --json the JSON answer, with -q nothing.
static void print_answer(const curves *c) {
  const char *stem = path_base(c->stem);
  if (c->command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(c->command, &out, JN_OK);
    json_text(&out, "stem", c->stem);
    answer_end(c->command, &out);
    return;
  }
  if (c->command->options.quiet) return;
  printf("# curves of '%s' up to a deflection of %g m, in files %s-*.csv\ntables:\n",
         jn_model_force_name(c->model, c->tyre), c->largest_deflection, c->stem);
  for (int i = 0; i < NGRIDS; i++)
    printf("  %s: {over: %s, file: %s-%s.csv, smooth: true}\n", grids[i].name, grids[i].over, stem, grids[i].name);
  printf("  resistance: {over: m, file: %s-depth.csv, columns: [deflection, resistance], smooth: true}\n", stem);
  printf("  sinkage: {over: m, file: %s-depth.csv, columns: [deflection, sinkage], smooth: true}\n", stem);
}

static jn_status find_tyre(curves *c, const char *name) {
  jn_tyre_point point;
  c->tyre.i = -1;
  for (int i = 0; i < jn_model_nforces(c->model); i++)
    if (strcmp(jn_model_force_name(c->model, (jn_force){i}), name) == 0) c->tyre.i = i;
  if (c->tyre.i < 0) return usage_fault(c->command, "the model has no force '%.60s'", name);
  if (jn_tyre_steady(c->model, c->tyre, 0, 0, 0, &point)) return JN_OK;
  return usage_fault(c->command, "force '%.60s' is no tyre", name);
}

static jn_status curves_work(app_command *command) {
  const app_options *o = &command->options;
  curves c = {.command = command, .stem = o->output ? o->output : o->words.items[1], .n = 25};
  c.largest_deflection = isnan(o->deflection) ? 0.2 : o->deflection;
  jn_status status = take_count(command, "knots", o->knots, 4, 1000, &c.n);
  if (status == JN_OK && !(c.largest_deflection > 0)) status = usage_fault(command, "--deflection must be positive");
  jn_model *model = status == JN_OK ? load_model(command) : NULL;
  if (status == JN_OK && !model) return worst_fault(command, JN_BAD_MODEL, "reading the model");
  c.model = model;
  if (status == JN_OK) status = find_tyre(&c, o->words.items[1]);
  if (status == JN_OK) warn_of_depth(&c);
  if (status == JN_OK) status = write_files(&c);
  if (status == JN_OK) print_answer(&c);
  jn_model_free(model);
  return status;
}

static const char *const examples[] = {
    "jounce curves models/examples/soil-rig.yaml tyre -o sand --quiet",
    "jounce curves models/examples/tyre-rig.yaml tmeasy --deflection 50mm --knots 11 -o tmeasy",
    NULL,
};

const app_verb verb_curves = {
    .name = "curves",
    .words = "MODEL TYRE",
    .needs = "a model file and the name of a tyre in it",
    .help = "write load, traction, torque and side force of a tyre as tables",
    .details =
        "TYRE is a force of the model, of any kind of tyre. Its steady curves on level ground are written to "
        "NAME-load.csv, NAME-traction.csv and NAME-torque.csv (over deflection and slip), NAME-side.csv (over "
        "deflection and slip angle) and NAME-depth.csv (resistance and sinkage over deflection). The section 'tables' "
        "that reads them, for a force of type tyre-table, is printed.",
    .examples = examples,
    .bit = FOR_CURVES,
    .least = 2,
    .most = 2,
    .work = curves_work};
