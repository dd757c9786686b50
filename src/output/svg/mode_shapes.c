// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mode_shapes.c - draws a small picture for every mode: the mechanism at rest, several phases of the motion, and an
// animation.
//
// A body is drawn as lines from its centre of mass to its points, or as a box if these are too short to see; wheels are
// circles, force elements between two points dashed lines. The increments of the bodies,
//   q (+) a Re((re + i im) exp(i phase)),    a: the farthest point moves by a fraction of the size of the mechanism
// are drawn at several phases, the first one strongest; viewers that play SVG animations show the oscillation. A mode
// that does not oscillate decays or grows. In space the view is from the side and a little from above, with gravity
// downwards.
#include <math.h>
#include <string.h>

#include "jounce/result.h"
#include "kernel/vec3.h"
#include "output/text_buffer.h"
#include "system/motion.h"
#include "system/system.h"

enum {
  COLUMNS = 3,
  WIDTH = 300,
  HEIGHT = 260,
  CAPTION = 46,
  EDGE = 18,
  HEAD = 40,
  PHASES = 24,
  SHADOWS = 8,
  MOST_MODES = 24
};
// RIM: number of points of a circle; BOX: size of a box, px; MOST_ARMS: largest number of lines of a body that are
// drawn with wide strokes.
enum { RIM = 20, BOX = 8, MOST_ARMS = 8 };
// Colours of the bodies.
static const char *const COLOURS[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
static const double FARTHEST = 0.16;          // largest displacement of a point / size of the mechanism
static const double MOST_TURN = 0.4;          // largest rotation of a body, rad; larger ones would open joints visibly
static const double TURN = 0.6, RISE = 0.35;  // heading and elevation of the view, rad

// Wheel, drawn as a circle about an axis of a frame.
typedef struct {
  int frame;
  double axis[3], radius;
} wheel;

typedef struct {
  const jn_system *system;
  const double *state;
  jn_work *work;
  double *q, *d;  // displaced coordinates; displacement along the speeds
  wheel *wheels;  // nwheels: wheels of tyres and rolling discs
  int nwheels;
  double (*rest)[2];  // nplaces: positions of frames, then of RIM points of each wheel, at rest, m on paper
  double (*now)[2];   // (PHASES + 1) x nplaces: the same at each phase of a mode
  int nplaces;
  bool *boxes;              // nbodies: the body is drawn as a box
  double across[3], up[3];  // axes of the paper, to the right and up, in ground axes
  double low[2], high[2];   // bounds of the mechanism on paper, m
  double length;            // size of the mechanism, m
  double scale, left, top;  // scale, px per m; corner of the present picture, px
  jni_text out;
} sheet;

// ---- the view -------------------------------------------------------------------------------------------------------

static void choose_view(sheet *s) {
  const double *g = s->system->model->gravity;
  double up[3] = {0, 0, 1}, ahead[3] = {1, 0, 0}, side[3], size = sqrt(jnk_dot(g, g));
  if (s->system->model->space == JN_PLANE) {
    jnk_set(1, 0, 0, s->across);
    jnk_set(0, 1, 0, s->up);
    return;
  }
  if (size > 0) jnk_scale(-1 / size, g, up);
  if (fabs(up[0]) > 0.9) jnk_set(0, 1, 0, ahead);
  double along = jnk_dot(ahead, up);
  for (int i = 0; i < 3; i++) ahead[i] -= along * up[i];
  jnk_scale(1 / sqrt(jnk_dot(ahead, ahead)), ahead, ahead);
  jnk_cross(up, ahead, side);
  for (int i = 0; i < 3; i++) {
    s->across[i] = jnk_cos(TURN) * ahead[i] - jnk_sin(TURN) * side[i];
    s->up[i] = jnk_cos(RISE) * up[i] + jnk_sin(RISE) * (jnk_sin(TURN) * ahead[i] + jnk_cos(TURN) * side[i]);
  }
}

static void find_wheels(sheet *s) {
  const jn_model *model = s->system->model;
  for (int i = 0; i < s->system->nforces; i++) {
    const jn_force_def *def = &s->system->forces[i].element->def;
    if (!s->system->forces[i].element->kind->tyre || !(def->tyre.radius > 0)) continue;
    wheel *w = &s->wheels[s->nwheels++];
    *w = (wheel){.frame = def->between[0].i, .radius = def->tyre.radius};
    jnk_copy(def->tyre.axis[0], w->axis);
  }
  for (int j = 0; j < model->njoints; j++) {
    const jn_joint_def *def = &model->joints[j].def;
    if (model->joints[j].kind->look != JNI_LOOK_WHEEL || model->space != JN_SPACE) continue;
    wheel *w = &s->wheels[s->nwheels++];
    *w = (wheel){.frame = def->between[1].i, .radius = def->radius};
    jnk_copy(def->axis[1], w->axis);
  }
}

static void place_rim(const sheet *s, const wheel *w, double (*at)[2]) {
  double axis[3], u[3], v[3], any[3] = {1, 0, 0};
  jni_motion m;
  jni_frame_motion(s->system, s->work, w->frame, &m);
  if (s->system->model->space == JN_PLANE) jnk_set(0, 0, 1, axis);
  else jnk_mat_vec(m.R, w->axis, axis);
  if (fabs(axis[0]) > 0.8 * sqrt(jnk_dot(axis, axis))) jnk_set(0, 1, 0, any);
  jnk_cross(axis, any, u);
  jnk_cross(axis, u, v);
  double nu = sqrt(jnk_dot(u, u)), nv = sqrt(jnk_dot(v, v));
  for (int k = 0; k < RIM; k++) {
    double a = 2 * JNK_PI * k / RIM, p[3];
    for (int i = 0; i < 3; i++) p[i] = m.r[i] + w->radius * (jnk_cos(a) * u[i] / nu + jnk_sin(a) * v[i] / nv);
    at[k][0] = jnk_dot(s->across, p);
    at[k][1] = jnk_dot(s->up, p);
  }
}

static void place_frames(sheet *s, const double *q, double (*at)[2]) {
  const jn_system *system = s->system;
  jn_calc_position(system, s->work, s->state[0], q, NULL, s->state + system->sizes.nstate - system->sizes.ns);
  for (int f = 0; f < system->model->nframes; f++) {
    jni_motion m;
    jni_frame_motion(system, s->work, f, &m);
    at[f][0] = jnk_dot(s->across, m.r);
    at[f][1] = jnk_dot(s->up, m.r);
  }
  for (int w = 0; w < s->nwheels; w++) place_rim(s, &s->wheels[w], at + system->model->nframes + w * RIM);
}

// Sets s->low, s->high and s->length: bounds and size, on paper in m, of all points and wheels at rest. Sets s->scale
// so that they fit into one picture with their motion.
static void find_size(sheet *s) {
  for (int k = 0; k < 2; k++) {
    s->low[k] = HUGE_VAL;
    s->high[k] = -HUGE_VAL;
  }
  for (int f = 0; f < s->nplaces; f++)
    for (int k = 0; k < 2; k++) {
      s->low[k] = fmin(s->low[k], s->rest[f][k]);
      s->high[k] = fmax(s->high[k], s->rest[f][k]);
    }
  double width = s->high[0] - s->low[0], height = s->high[1] - s->low[1], least = 1e-9 * s->system->length_scale;
  // If all points coincide, a typical length of the model is taken.
  s->length = jnk_hypot(width, height) > least ? jnk_hypot(width, height) : s->system->length_scale;
  width = fmax(width, 1e-3 * s->length);
  height = fmax(height, 1e-3 * s->length);
  if (s->length == s->system->length_scale) width = height = s->length;
  s->scale =
      fmin((WIDTH - 3 * EDGE) / (width * (1 + 2 * FARTHEST)), (HEIGHT - 3 * EDGE) / (height * (1 + 2 * FARTHEST)));
}

// ---- one moment of a mode -------------------------------------------------------------------------------------------

static double (*moment(const sheet *s, int k))[2] { return s->now + (size_t)k * (size_t)s->nplaces; }

// Displaces the bodies from rest by c re - d im, re and im the parts of the mode shape `bodies`, and stores the
// positions of all points on paper in `at`.
static void move(sheet *s, const double *bodies, double c, double d, double (*at)[2]) {
  int nv = s->system->sizes.nv;
  for (int i = 0; i < nv; i++) s->d[i] = c * bodies[2 * i] - d * bodies[2 * i + 1];
  jn_manifold_step(s->system, s->state + 1, s->d, s->q);
  place_frames(s, s->q, at);
}

// Computes the positions of all points at all phases of a mode: a full oscillation, or decay or growth by a factor of
// 20. size: factor of the mode.
static void move_all(sheet *s, const jn_mode *mode, const double *bodies, double size) {
  for (int k = 0; k <= PHASES; k++) {
    double phase = 2 * JNK_PI * k / PHASES, part = jnk_pow(20, -(double)(mode->re > 0 ? PHASES - k : k) / PHASES);
    if (mode->im > 0) move(s, bodies, size * jnk_cos(phase), size * jnk_sin(phase), moment(s, k));
    else move(s, bodies, size * part, 0, moment(s, k));
  }
}

static double largest_turn(const sheet *s, const double *bodies) {
  const jn_system *system = s->system;
  int first = system->model->space == JN_PLANE ? 2 : 3;
  double most = 0;
  for (int b = 1; b < system->nbodies; b++)
    for (int i = system->v_at[b] + first; i < system->v_at[b] + system->width[b]; i++)
      most = fmax(most, jnk_hypot(bodies[2 * i], bodies[2 * i + 1]));
  return most;
}

// Returns the factor for a mode shape with which the farthest point moves by FARTHEST of the size of the mechanism,
// estimated with a small displacement, but no body turns by more than MOST_TURN; 0 if no body moves.
static double choose_size(sheet *s, const double *bodies) {
  double most = 0, small = 0;
  for (int i = 0; i < 2 * s->system->sizes.nv; i++) small = fmax(small, fabs(bodies[i]));
  if (!(small > 0)) return 0;
  small = 1e-4 * s->length / small;
  for (int k = 0; k < 4; k++) {
    move(s, bodies, small * jnk_cos(k * JNK_PI / 4), small * jnk_sin(k * JNK_PI / 4), s->now);
    for (int f = 0; f < s->system->model->nframes; f++)
      most = fmax(most, jnk_hypot(s->now[f][0] - s->rest[f][0], s->now[f][1] - s->rest[f][1]));
  }
  double size = most > 0 ? fmin(small * FARTHEST * s->length / most, small * 1e4) : small,
         turn = largest_turn(s, bodies);
  return turn * size > MOST_TURN ? MOST_TURN / turn : size;
}

// ---- drawing --------------------------------------------------------------------------------------------------------

static void put_point(sheet *s, char command, const double at[2]) {
  double x = s->left + WIDTH / 2.0 + s->scale * (at[0] - (s->low[0] + s->high[0]) / 2);
  double y = s->top + HEIGHT / 2.0 - s->scale * (at[1] - (s->low[1] + s->high[1]) / 2);
  jni_text_printf(&s->out, "%c", command);
  jni_text_fixed(&s->out, x, 1);
  jni_text_put(&s->out, ",");
  jni_text_fixed(&s->out, y, 1);
}

static bool is_arm(const jn_model *model, int body, int frame) {
  return model->frames[frame].body == body && frame != model->bodies[body].com_frame &&
         frame != model->bodies[body].frame;
}

static int count_arms(const jn_model *model, int body) {
  int n = 0;
  for (int f = 0; f < model->nframes; f++) n += is_arm(model, body, f);
  return n;
}

// Sets s->boxes of the bodies that are drawn as a box, because lines to their points would be too short to see.
static void find_boxes(sheet *s) {
  const jn_model *model = s->system->model;
  for (int b = 1; b < s->system->nbodies; b++) {
    const double *centre = s->rest[model->bodies[b].com_frame];
    double reach = 0;
    for (int f = 0; f < model->nframes; f++)
      if (is_arm(model, b, f)) reach = fmax(reach, jnk_hypot(s->rest[f][0] - centre[0], s->rest[f][1] - centre[1]));
    for (int w = 0; w < s->nwheels; w++)
      if (model->frames[s->wheels[w].frame].body == b) reach = fmax(reach, s->wheels[w].radius);
    s->boxes[b] = reach * s->scale < BOX / 2.0;
  }
}

static void put_star(sheet *s, int body, double (*at)[2]) {
  const jn_model *model = s->system->model;
  int centre = model->bodies[body].com_frame;
  put_point(s, 'M', at[centre]);
  if (s->boxes[body]) jni_text_printf(&s->out, "m%d,%dh%dv%dh-%dz", -BOX / 2, -BOX / 2, (int)BOX, (int)BOX, (int)BOX);
  else jni_text_put(&s->out, "h0");
  for (int f = 0; f < model->nframes; f++)
    if (is_arm(model, body, f)) {
      put_point(s, 'M', at[centre]);
      put_point(s, 'L', at[f]);
    }
  for (int w = 0; w < s->nwheels; w++) {
    if (model->frames[s->wheels[w].frame].body != body) continue;
    for (int k = 0; k < RIM; k++) put_point(s, k ? 'L' : 'M', at[model->nframes + w * RIM + k]);
    jni_text_put(&s->out, "z");
  }
}

static bool is_spring(const jn_system *system, int i) { return system->forces[i].nends == 2; }

static void put_springs(sheet *s, double (*at)[2]) {
  const jn_system *system = s->system;
  for (int i = 0; i < system->nforces; i++) {
    const jn_force_def *def = &system->forces[i].element->def;
    if (is_spring(system, i)) {
      put_point(s, 'M', at[def->between[0].i]);
      put_point(s, 'L', at[def->between[1].i]);
    }
  }
}

static bool has_springs(const jn_system *system) {
  for (int i = 0; i < system->nforces; i++)
    if (is_spring(system, i)) return true;
  return false;
}

// Writes the path of a body with its points at the positions `at`; for body 0 that of all springs.
static void put_part(sheet *s, int body, double (*at)[2]) {
  if (body > 0) put_star(s, body, at);
  else put_springs(s, at);
}

static void put_all(sheet *s, double (*at)[2]) {
  for (int b = 1; b < s->system->nbodies; b++) put_star(s, b, at);
}

static void put_ground(sheet *s) {
  const jn_model *model = s->system->model;
  jni_text_put(&s->out, "<path fill=\"#999\" d=\"");
  for (int f = 0; f < model->nframes; f++)
    if (model->frames[f].body == 0 && model->frames[f].name[0] && f != model->bodies[0].com_frame) {
      put_point(s, 'M', s->rest[f]);
      jni_text_put(&s->out, "l5,9h-10z");
    }
  jni_text_put(&s->out, "\"/>\n");
}

// Writes an SVG animation of the path of a body over all phases.
static void animate(sheet *s, int body) {
  jni_text_put(&s->out, "<animate attributeName=\"d\" dur=\"2s\" repeatCount=\"indefinite\" values=\"");
  for (int k = 0; k <= PHASES; k++) {
    put_part(s, body, moment(s, k));
    jni_text_put(&s->out, k < PHASES ? ";" : "");
  }
  jni_text_put(&s->out, "\"/></path>\n");
}

// Draws the bodies at several phases of a mode faintly, and at the phase `strongest` strongly, with an animation over
// all phases.
static void draw_moving(sheet *s, int strongest) {
  for (int k = 1; k < SHADOWS; k++) {
    jni_text_put(&s->out, "<path fill=\"none\" stroke=\"#0072b2\" stroke-opacity=\"0.14\" stroke-width=\"1\" d=\"");
    put_all(s, moment(s, k * PHASES / SHADOWS));
    jni_text_put(&s->out, "\"/>\n");
  }
  for (int b = has_springs(s->system) ? 0 : 1; b < s->system->nbodies; b++) {
    jni_text_printf(&s->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" stroke-linecap=\"round\"%s d=\"",
                    b > 0 ? COLOURS[(b - 1) % 6] : "#000",
                    b == 0 || count_arms(s->system->model, b) > MOST_ARMS ? "1" : "2",
                    b > 0 ? "" : " stroke-dasharray=\"3 3\"");
    put_part(s, b, moment(s, strongest));
    jni_text_put(&s->out, "\">");
    animate(s, b);
  }
}

static void put_caption(sheet *s, const jn_modes *modes, int i) {
  jn_mode m = jn_modes_get(modes, i);
  bool still = jn_modes_trend(modes, i) == 0;
  jni_text_printf(&s->out, "<text x=\"%.0f\" y=\"%.0f\" font-weight=\"bold\">mode %d", s->left + EDGE,
                  s->top + HEIGHT + 10, i + 1);
  if (m.im > 0) jni_text_printf(&s->out, ": %.4g Hz", m.frequency);
  if (m.im > 0 && !still) jni_text_printf(&s->out, ", damping %.3g", m.damping);
  else if (!still)
    jni_text_printf(&s->out, ": %s in %.3g s", m.re > 0 ? "grows by e" : "decays to 1/e", fabs(m.time_constant));
  jni_text_printf(&s->out, "</text>\n<text x=\"%.0f\" y=\"%.0f\" fill=\"#555\">", s->left + EDGE, s->top + HEIGHT + 27);
  for (int k = 0; k < 2 && k < jn_modes_nshares(modes, i) && jn_modes_share(modes, i, k)->part > 0.1; k++) {
    jni_text_put(&s->out, k ? ", " : "");
    jni_text_escape(&s->out, jn_modes_share(modes, i, k)->name);
  }
  jni_text_put(&s->out, "</text>\n");
}

static void draw_mode(sheet *s, const jn_modes *modes, int i) {
  const double *bodies = jn_modes_bodies(modes, i);
  jn_mode mode = jn_modes_get(modes, i);
  s->left = i % COLUMNS * WIDTH;
  s->top = HEAD + i / COLUMNS * (HEIGHT + CAPTION);
  move_all(s, &mode, bodies, choose_size(s, bodies));
  put_ground(s);
  jni_text_put(&s->out, "<path fill=\"none\" stroke=\"#aaa\" stroke-width=\"1\" d=\"");
  put_all(s, s->rest);
  put_springs(s, s->rest);
  jni_text_put(&s->out, "\"/>\n");
  draw_moving(s, mode.im > 0 || !(mode.re > 0) ? 0 : PHASES);
  put_caption(s, modes, i);
}

static void draw_sheet(sheet *s, const jn_modes *modes, const char *title) {
  int count = jn_modes_count(modes), n = count < MOST_MODES ? count : MOST_MODES,
      columns = n < COLUMNS ? (n > 0 ? n : 1) : COLUMNS;
  int height = HEAD + (n + COLUMNS - 1) / COLUMNS * (HEIGHT + CAPTION), width = columns * WIDTH;
  jni_text_printf(
      &s->out,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\" "
      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\">\n<title>",
      width, height, width, height);
  jni_text_escape(&s->out, title);
  jni_text_printf(&s->out,
                  "</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n<text x=\"%d\" y=\"26\" "
                  "font-size=\"15\" font-weight=\"bold\">",
                  width, height, (int)EDGE);
  jni_text_escape(&s->out, title);
  jni_text_put(&s->out, "</text>\n");
  for (int i = 0; i < n; i++) draw_mode(s, modes, i);
  if (n < count)
    jni_text_printf(&s->out,
                    "<text x=\"%d\" y=\"26\" text-anchor=\"end\" fill=\"#777\">the first %d of %d modes</text>\n",
                    width - EDGE, n, count);
  jni_text_put(&s->out, "</svg>\n");
}

char *jn_plot_modes(const jn_alloc *alloc, const jn_system *system, const double *state, const jn_modes *modes,
                    const char *title) {
  if (!state) return NULL;
  JNI_ASSERT(system && modes);
  if (strcmp(jn_system_coordinates(system), "cartesian") != 0) return NULL;
  sheet s = {.system = system, .state = state, .work = jn_work_new(system), .out = jni_text_new(alloc)};
  s.q = jni_alloc0(alloc, (size_t)system->sizes.nq + (size_t)system->sizes.nv, sizeof *s.q);
  s.wheels = jni_alloc0(alloc, (size_t)system->nforces + (size_t)system->model->njoints, sizeof *s.wheels);
  s.boxes = jni_alloc0(alloc, (size_t)system->nbodies, sizeof *s.boxes);
  if (s.wheels) find_wheels(&s);
  s.nplaces = system->model->nframes + RIM * s.nwheels;
  s.rest = jni_alloc0(alloc, (PHASES + 2) * (size_t)s.nplaces, sizeof *s.rest);
  bool made = s.work && s.q && s.rest && s.wheels && s.boxes;
  if (made) {
    s.d = s.q + system->sizes.nq;
    s.now = s.rest + s.nplaces;
    choose_view(&s);
    place_frames(&s, state + 1, s.rest);
    find_size(&s);
    find_boxes(&s);
    draw_sheet(&s, modes, title ? title : "");
  }
  jn_work_free(s.work);
  jni_free(alloc, s.q);
  jni_free(alloc, s.rest);
  jni_free(alloc, s.wheels);
  jni_free(alloc, s.boxes);
  if (made) return jni_text_take(&s.out);
  jni_text_drop(&s.out);
  return NULL;
}
