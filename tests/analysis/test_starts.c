// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_starts.c - starts of generated vehicles and mechanisms, assembled and in equilibrium.
//
// Vehicles have two, three or four wheels with several kinds of tyres on level or sloped roads, wheel carriers on
// slides, arms or bushings, steered wheels, driven axles and engines on bushings. Mechanisms stand on springs and carry
// chains of joints. Checked of each: kept values hold to 1e-9; bodies move rigidly with the base to 1e-9, apart from
// kept rates; wheels roll without slip; forces balance where nothing is held; the start is the same for any order of
// bodies, joints, forces and initial values.
//
//   test_starts                 the 50 models of ./test
//   test_starts --seeds 50:499  others
#include <stdarg.h>

#include "check.h"
#include "start.h"

// ---- numbers by chance ----------------------------------------------------------------------------------------------

typedef struct {
  uint64_t key, count;
} chance;

// The mixer of splitmix64.
static uint64_t next(chance *c) {
  uint64_t x = c->key * 0xd1342543de82ef95ULL + 0x9e3779b97f4a7c15ULL * ++c->count;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

static double between(chance *c, double low, double high) {
  return low + (high - low) * (double)(next(c) >> 11) / 9007199254740992.0;
}
static int below(chance *c, int n) { return (int)(next(c) % (uint64_t)n); }
static bool happens(chance *c, double probability) { return between(c, 0, 1) < probability; }

// ---- a model as lines -----------------------------------------------------------------------------------------------

enum { BODIES, JOINTS, FORCES, KEEP, GUESS, SECTIONS, MOST_LINES = 80, LINE = 900, MOST_BODIES = 40, NAME = 24 };

// How a body moves beside its base.
typedef enum { RIGID, SPINS, MOVES } motion_kind;

typedef struct {
  char lines[SECTIONS][MOST_LINES][LINE];
  int n[SECTIONS];
  char head[600];
  char base[NAME], body[MOST_BODIES][NAME];
  motion_kind kind[MOST_BODIES];
  int nbodies;
  char kept[MOST_LINES][NAME * 2];  // names of kept values, and these
  double value[MOST_LINES];
  int nkept;
  char rolls[MOST_BODIES][NAME];  // tyres that must not slip
  int nrolls;
  char still[MOST_BODIES][NAME];  // joint coordinates with rates that must be zero
  int nstill;
  double yaw;                // kept heading of the base; NaN: none
  bool at_rest;              // no kept velocity is other than zero
  double place[3], turn[4];  // of the base
} generated;

static void add(generated *g, int section, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(g->lines[section][g->n[section]++], LINE, format, list);
  va_end(list);
}

static void keep(generated *g, const char *name, double value) {
  add(g, KEEP, "    %s: %.17g\n", name, value);
  snprintf(g->kept[g->nkept], sizeof g->kept[0], "%s", name);
  g->value[g->nkept++] = value;
}

static void rotate(const double q[4], const double a[3], double out[3]) {
  double t[3] = {2 * (q[2] * a[2] - q[3] * a[1]), 2 * (q[3] * a[0] - q[1] * a[2]), 2 * (q[1] * a[1] - q[2] * a[0])};
  out[0] = a[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
  out[1] = a[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
  out[2] = a[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
}

static void note_body(generated *g, const char *name, motion_kind kind) {
  snprintf(g->body[g->nbodies], NAME, "%s", name);
  g->kind[g->nbodies++] = kind;
}

// A body whose place is known in the axes of the base.
static void put_body(generated *g, chance *c, const char *name, double mass, const double at[3], const char *points,
                     motion_kind kind) {
  double p[3], size = between(c, 0.1, 0.2);
  rotate(g->turn, at, p);
  add(g, BODIES, "  %s: {mass: %.4g, inertia: [%.4g, %.4g, %.4g]%s}\n", name, mass, mass * size * size,
      mass * size * size * between(c, 1, 1.6), mass * size * size, points);
  add(g, GUESS, "    %s.position: [%.17g, %.17g, %.17g]\n", name, g->place[0] + p[0], g->place[1] + p[1],
      g->place[2] + p[2]);
  add(g, GUESS, "    %s.quaternion: [%.17g, %.17g, %.17g, %.17g]\n", name, g->turn[0], g->turn[1], g->turn[2],
      g->turn[3]);
  note_body(g, name, kind);
}

// least: of the rotation stiffness, N m/rad.
static void put_bushing(generated *g, chance *c, const char *name, const char *first, const char *second,
                        double stiffness, double least) {
  double k = stiffness * between(c, 0.7, 1.3), turn = fmax(stiffness * between(c, 0.05, 0.2), least);
  add(g, FORCES,
      "  %s: {type: bushing, between: [%s, %s], translation_stiffness: [%.4g, %.4g, %.4g], translation_damping: [%.4g, "
      "%.4g, %.4g], rotation_stiffness: [%.4g, %.4g, %.4g], rotation_damping: [%.4g, %.4g, %.4g]}\n",
      name, first, second, 5 * k, 5 * k, k, 0.02 * k, 0.02 * k, 0.02 * k, turn, turn, turn, turn / 100, turn / 100,
      turn / 100);
}

// ---- vehicles -------------------------------------------------------------------------------------------------------

typedef struct {
  double x, y;
  bool steered, rear;
} corner;

typedef struct {
  double radius, axle;  // of the wheels; height of their axles over the centre of mass of the chassis
  double slope, heading, speed, load;
  char tyre[200];
  corner corners[4];
  int n;
} plan;

static void choose_corners(chance *c, plan *p) {
  double a = between(c, 1, 1.4), b = between(c, 1, 1.4), half = between(c, 0.6, 0.8);
  int n = 2 + below(c, 3);
  const corner two[] = {{0, half, false, true}, {0, -half, false, true}};
  const corner three[] = {{a, 0, true, false}, {-b, half, false, true}, {-b, -half, false, true}};
  const corner four[] = {
      {a, half, true, false}, {a, -half, true, false}, {-b, half, false, true}, {-b, -half, false, true}};
  memcpy(p->corners, n == 2 ? two : n == 3 ? three : four, (size_t)n * sizeof *p->corners);
  p->n = n;
  p->axle = n == 2 ? 0.2 : -0.2;
  p->radius = n == 2 ? 0.5 : 0.3;
}

static void choose_tyre(chance *c, plan *p) {
  static const char *const kinds[] = {"type: tyre-fiala, slip_stiffness: 80e3, cornering_stiffness: 50e3",
                                      "type: tyre-tmeasy", "type: tyre-pacejka",
                                      "type: tyre-calspan, slip_stiffness: 60e3", "type: tyre-soil, width: 0.25"};
  int kind = below(c, 5);
  bool soft = kind == 4;
  snprintf(p->tyre, sizeof p->tyre, "%s, road: %s, radius: %.4g%s, relaxation: %s", kinds[kind], soft ? "sand" : "road",
           p->radius, soft ? "" : ", stiffness: 200e3", happens(c, 0.5) ? "0" : "0.3");
}

// A wheel of radius 0.5 m that carries 5 kN on a bushing falls over if its bushing resists with less than 2.5 kN m/rad;
// together with the roll of a vehicle on two wheels, with less than about twice that.
static const double STANDS = 6e3;  // N m/rad

static void put_corner(generated *g, chance *c, const plan *p, int i) {
  const corner *k = &p->corners[i];
  double at[3] = {k->x, k->y, p->axle};
  char wheel[NAME], carrier[NAME], holder[NAME];
  snprintf(wheel, NAME, "wheel%d", i);
  snprintf(carrier, NAME, "carrier%d", i);
  snprintf(holder, NAME, "carrier%d", i);
  int suspension = below(c, p->n == 2 ? 2 : 4);
  double stiffness = between(c, 25e3, 50e3);
  put_body(g, c, carrier, between(c, 10, 25), at, suspension == 3 ? ", points: {pivot: [0.4, 0, 0]}" : "", RIGID);
  if (suspension == 0) add(g, JOINTS, "  hold%d: {type: fixed, between: [chassis.c%d, carrier%d]}\n", i, i, i);
  if (suspension == 1) {
    snprintf(holder, NAME, "bush%d", i);
    char first[NAME];
    snprintf(first, NAME, "chassis.c%d", i);
    put_bushing(g, c, holder, first, carrier, 2 * stiffness, p->n == 2 ? STANDS : 0);
    snprintf(holder, NAME, "carrier%d", i);
  }
  if (suspension == 2) {
    add(g, JOINTS, "  slide%d: {type: prismatic, between: [chassis.c%d, carrier%d], axis: z}\n", i, i, i);
    add(g, FORCES, "  spring%d: {type: torsion-spring, joint: slide%d, stiffness: %.4g, damping: %.4g}\n", i, i,
        stiffness, 0.05 * stiffness);
    snprintf(g->still[g->nstill++], NAME, "slide%d", i);
  }
  if (suspension == 3) {
    add(g, JOINTS, "  arm%d: {type: revolute, between: [chassis.p%d, carrier%d.pivot], axis: y}\n", i, i, i);
    add(g, FORCES, "  spring%d: {type: torsion-spring, joint: arm%d, stiffness: %.4g, damping: %.4g}\n", i, i,
        0.16 * stiffness, 0.008 * stiffness);
    snprintf(g->still[g->nstill++], NAME, "arm%d", i);
  }
  if (k->steered && happens(c, 0.6)) {
    char name[NAME * 2];
    double angle = happens(c, 0.7) ? between(c, -0.3, 0.3) : 0;
    snprintf(holder, NAME, "knuckle%d", i);
    put_body(g, c, holder, between(c, 5, 10), at, "", RIGID);
    add(g, JOINTS, "  steer%d: {type: revolute, between: [carrier%d, knuckle%d], axis: z}\n", i, i, i);
    snprintf(name, sizeof name, "joint.steer%d.angle", i);
    keep(g, name, angle);
    snprintf(g->still[g->nstill++], NAME, "steer%d", i);
  }
  put_body(g, c, wheel, between(c, 10, 25), at, "", SPINS);
  add(g, JOINTS, "  spin%d: {type: revolute, between: [%s, wheel%d], axis: y}\n", i, holder, i);
  add(g, FORCES, "  tyre%d: {at: wheel%d, %s}\n", i, i, p->tyre);
}

// A differential between the wheels of the rear axle, the last two, and perhaps an engine that its carrier turns.
static void put_driveline(generated *g, chance *c, const plan *p) {
  double at[3] = {p->corners[p->n - 1].x, 0, p->axle}, ahead[3] = {at[0] + 0.5, 0.1, p->axle + 0.1};
  put_body(g, c, "shaft", between(c, 5, 20), at, "", SPINS);
  add(g, JOINTS, "  shaft: {type: revolute, between: [chassis.d, shaft], axis: y}\n");
  add(g, JOINTS, "  axle: {type: differential, carrier: shaft, left: spin%d, right: spin%d}\n", p->n - 2, p->n - 1);
  if (happens(c, 0.5)) {
    put_body(g, c, "engine", between(c, 10, 30), ahead, "", SPINS);
    add(g, JOINTS, "  engine: {type: revolute, between: [chassis.e, engine], axis: y}\n");
    add(g, JOINTS, "  gears: {type: gear, from: shaft, to: engine, ratio: %.4g}\n", between(c, -4, -2));
  }
}

// A block on bushings with a flywheel that is kept turning.
static void put_block(generated *g, chance *c) {
  double at[3] = {0.2, 0, 0.1};
  put_body(g, c, "block", between(c, 60, 150), at, "", RIGID);
  put_bushing(g, c, "mount", "chassis.b", "block", between(c, 1e5, 4e5), 0);
  put_body(g, c, "flywheel", between(c, 5, 15), at, "", SPINS);
  add(g, JOINTS, "  crank: {type: revolute, between: [block, flywheel], axis: y}\n");
  keep(g, "joint.crank.rate", happens(c, 0.5) ? between(c, 50, 300) : 0);
}

static void put_chassis(generated *g, chance *c, const plan *p) {
  char points[800] = "";
  int n = snprintf(points, sizeof points, ", points: {d: [%.4g, 0, %.4g], e: [%.4g, 0.1, %.4g], b: [0.2, 0, 0.1]",
                   p->corners[p->n - 1].x, p->axle, p->corners[p->n - 1].x + 0.5, p->axle + 0.1);
  for (int i = 0; i < p->n; i++)
    n += snprintf(points + n, sizeof points - (size_t)n, ", c%d: [%.17g, %.17g, %.4g], p%d: [%.17g, %.17g, %.4g]", i,
                  p->corners[i].x, p->corners[i].y, p->axle, i, p->corners[i].x + 0.4, p->corners[i].y, p->axle);
  snprintf(points + n, sizeof points - (size_t)n, "}");
  double mass = between(c, 700, 1200);
  snprintf(g->base, NAME, "chassis");
  add(g, BODIES, "  chassis: {mass: %.4g, inertia: [%.4g, %.4g, %.4g]%s}\n", mass, 0.3 * mass, mass, 1.2 * mass,
      points);
  note_body(g, "chassis", RIGID);
}

static void keep_motion(generated *g, chance *c, const plan *p) {
  double ahead[3], unit[3] = {1, 0, 0};
  rotate(g->turn, unit, ahead);
  keep(g, "chassis.x", 0);
  keep(g, "chassis.y", 0);
  add(g, KEEP, "    chassis.quaternion: [%.17g, %.17g, %.17g, %.17g]\n", g->turn[0], g->turn[1], g->turn[2],
      g->turn[3]);
  g->yaw = atan2(ahead[1], ahead[0]);
  add(g, GUESS, "    chassis.z: %.17g\n", g->place[2]);
  keep(g, "chassis.vx", p->speed * ahead[0]);
  keep(g, "chassis.vy", p->speed * ahead[1]);
  if (happens(c, 0.3)) keep(g, "chassis.wz", 0);
}

static void generate_vehicle(generated *g, chance *c) {
  plan p = {.slope = happens(c, 0.5) ? between(c, -0.15, 0.15) : 0,
            .heading = happens(c, 0.5) ? between(c, -3, 3) : 0,
            .speed = happens(c, 0.75) ? between(c, 1, 30) : 0};
  choose_corners(c, &p);
  choose_tyre(c, &p);
  // Ry(-slope) Rz(heading)
  double cs = cos(p.slope / 2), ss = sin(p.slope / 2), ch = cos(p.heading / 2), sh = sin(p.heading / 2);
  const double turn[4] = {cs * ch, -ss * sh, -ss * ch, cs * sh};
  memcpy(g->turn, turn, sizeof turn);
  g->place[2] = (p.radius - 0.01 - p.axle) / cos(p.slope);
  g->at_rest = p.speed == 0;
  snprintf(g->head, sizeof g->head,
           "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nsoils: {loam: {n: 0.7, k_c: 5.3e3, k_phi: 1.5e6, c: "
           "1.7e3, phi: 0.5, K: 0.025}}\nroads: {road: {type: slope, angle: %.17g}, sand: {type: slope, angle: %.17g, "
           "soil: loam}}\n",
           p.slope, p.slope);
  put_chassis(g, c, &p);
  for (int i = 0; i < p.n; i++) put_corner(g, c, &p, i);
  bool driven = happens(c, 0.5);
  if (driven) put_driveline(g, c, &p);
  if (happens(c, 0.4)) put_block(g, c);
  keep_motion(g, c, &p);
  bool slips = happens(c, 0.2);
  for (int i = 0; i < p.n; i++) {
    char name[NAME * 2];
    snprintf(name, sizeof name, "joint.spin%d.rate", i);
    if (slips && !p.corners[i].rear) keep(g, name, between(c, 0, 20));
    else if (!strstr(p.tyre, "relaxation: 0.3")) snprintf(g->rolls[g->nrolls++], NAME, "tyre%d", i);
  }
  if (slips) g->at_rest = false;
}

// ---- mechanisms on springs ------------------------------------------------------------------------------------------

static void generate_mechanism(generated *g, chance *c) {
  static const char *const kinds[] = {"revolute", "prismatic", "universal", "spherical", "fixed"};
  static const char *const axes[] = {"x", "y", "z"};
  const double turn[4] = {1, 0, 0, 0}, plate[3] = {0, 0, 1};
  memcpy(g->turn, turn, sizeof turn);
  memcpy(g->place, plate, sizeof plate);
  snprintf(g->head, sizeof g->head,
           "jounce: 1\nspace: space\ngravity: [0, 0, -9.81]\nground: {points: {foot: [0, 0, "
           "1]}}\n");
  snprintf(g->base, NAME, "plate");
  g->at_rest = true;
  int branches = 2 + below(c, 2);
  char points[300] = ", points: {a0: [1, 0, 0], a1: [-1, 0, 0], a2: [0, 1, 0]}";
  add(g, BODIES, "  plate: {mass: %.4g, inertia: [20, 20, 30]%s}\n", between(c, 50, 100), points);
  add(g, GUESS, "    plate.position: [0, 0, 1]\n");
  note_body(g, "plate", RIGID);
  put_bushing(g, c, "foot", "ground.foot", "plate", between(c, 5e4, 2e5), 0);
  const double ends[3][2] = {{1, 0}, {-1, 0}, {0, 1}};
  for (int b = 0; b < branches; b++) {
    char last[NAME * 2];
    snprintf(last, sizeof last, "plate.a%d", b);
    bool moves = false;
    int links = 1 + below(c, 3);
    for (int i = 0; i < links; i++) {
      char name[NAME], joint[NAME], coordinate[NAME * 2];
      double at[3] = {ends[b][0] * (1 + 0.4 * (i + 0.5)), ends[b][1] * (1 + 0.4 * (i + 0.5)), 0};
      snprintf(name, NAME, "link%d_%d", b, i);
      snprintf(joint, NAME, "j%d_%d", b, i);
      char own[200];
      snprintf(own, sizeof own, ", points: {in: [%.17g, %.17g, 0], out: [%.17g, %.17g, 0]}", -0.2 * ends[b][0],
               -0.2 * ends[b][1], 0.2 * ends[b][0], 0.2 * ends[b][1]);
      int kind = below(c, 6);
      char in[NAME * 3];
      snprintf(in, sizeof in, "%s.in", name);
      bool angle = kind == 0, slides = kind == 1, rate = (angle || slides) && happens(c, 0.3),
           place = (angle || slides) && happens(c, 0.4);
      moves = moves || rate;
      put_body(g, c, name, between(c, 2, 8), at, own, moves ? MOVES : RIGID);
      if (kind == 5) {
        put_bushing(g, c, joint, last, in, between(c, 5e3, 2e4), 0);
      } else {
        const char *axis = axes[below(c, 3)];
        add(g, JOINTS, "  %s: {type: %s, between: [%s, %s]%s%s}\n", joint, kinds[kind], last, in,
            kind < 2 ? ", axis: " : "",
            kind < 2    ? axis
            : kind == 2 ? ", axes: [x, y]"
                        : "");
        if (kind < 2)
          add(g, FORCES, "  k%s: {type: torsion-spring, joint: %s, stiffness: %.4g, damping: 10}\n", joint, joint,
              slides ? between(c, 2e3, 8e3) : between(c, 300, 900));
        if (kind == 2 || kind == 3) {
          char spring[NAME + 1];
          snprintf(spring, sizeof spring, "s%s", joint);
          put_bushing(g, c, spring, last, in, between(c, 5e3, 2e4), 0);
        }
        if (rate) g->at_rest = false;
        snprintf(coordinate, sizeof coordinate, "joint.%s.%s", joint, slides ? "displacement" : "angle");
        if (place) keep(g, coordinate, slides ? between(c, -0.1, 0.1) : between(c, -0.4, 0.4));
        snprintf(coordinate, sizeof coordinate, "joint.%s.rate", joint);
        if (rate) keep(g, coordinate, between(c, -2, 2));
        else if (kind < 2) snprintf(g->still[g->nstill++], NAME, "%s", joint);
      }
      snprintf(last, sizeof last, "%s.out", name);
    }
  }
  if (happens(c, 0.5)) {
    keep(g, "plate.vx", between(c, -2, 2));
    keep(g, "plate.vz", between(c, -1, 1));
    g->at_rest = false;
  }
  if (happens(c, 0.3)) {
    add(g, GUESS, "    plate.wz: %.17g\n", between(c, -1, 1));
    g->at_rest = false;
  }
}

// ---- text -----------------------------------------------------------------------------------------------------------

// order 0: as generated; else shuffled.
static char *write_text(const generated *g, uint64_t order) {
  static const char *const titles[SECTIONS] = {"bodies:\n", "joints:\n", "forces:\n", "initial:\n  keep:\n",
                                               "  guess:\n"};
  size_t size = 100 + sizeof g->head + (size_t)SECTIONS * MOST_LINES * LINE, n = 0;
  char *text = malloc(size);
  chance c = {.key = order};
  n += (size_t)snprintf(text, size, "%s", g->head);
  for (int s = 0; s < SECTIONS; s++) {
    int lines[MOST_LINES];
    for (int i = 0; i < g->n[s]; i++) lines[i] = i;
    for (int i = g->n[s] - 1; i > 0 && order > 0; i--) {
      int k = below(&c, i + 1), was = lines[i];
      lines[i] = lines[k];
      lines[k] = was;
    }
    if (g->n[s] > 0) n += (size_t)snprintf(text + n, size - n, "%s", titles[s]);
    else if (s == KEEP) n += (size_t)snprintf(text + n, size - n, "initial:\n");
    for (int i = 0; i < g->n[s]; i++) n += (size_t)snprintf(text + n, size - n, "%s", g->lines[s][lines[i]]);
  }
  return text;
}

// ---- checks ---------------------------------------------------------------------------------------------------------

static int failed_models;
static bool verbose;

typedef struct {
  int seed;
  const char *kind;
  int symptoms;
} model_case;

// Reports the first symptoms of a start; tolerance is met if error <= tolerance, so that NaN fails.
static void expect(model_case *m, const char *what, const char *of, double error, double tolerance) {
  check_count++;
  if (error <= tolerance) return;
  check_failures++;
  if (m->symptoms++ < (verbose ? 1000 : 3))
    printf("seed %d, start: %s: %s %s is off by %.3g (allowed: %.1g)\n", m->seed, m->kind, what, of, error, tolerance);
}

// place, velocity of the centre of mass and angular velocity (ground axes) of a body
typedef struct {
  double r[3], v[3], w[3], a[3];
} seen;

static seen see(start *s, const char *body) {
  static const char *const words[] = {"com.x",  "com.y", "com.z", "com.vx", "com.vy", "com.vz", "com.ax", "com.ay",
                                      "com.az", "wx",    "wy",    "wz",     "qw",     "qx",     "qy",     "qz"};
  char names[16][100];
  const char *list[16];
  double x[16];
  seen out;
  for (int i = 0; i < 16; i++) {
    snprintf(names[i], sizeof names[i], "%s.%s", body, words[i]);
    list[i] = names[i];
  }
  start_values(s, list, 16, x);
  memcpy(out.r, x, sizeof out.r);
  memcpy(out.v, x + 3, sizeof out.v);
  memcpy(out.a, x + 6, sizeof out.a);
  rotate(x + 12, x + 9, out.w);
  return out;
}

static void check_motion(model_case *m, start *s, const generated *g) {
  seen base = see(s, g->base);
  double size = 1 + sqrt(base.v[0] * base.v[0] + base.v[1] * base.v[1] + base.v[2] * base.v[2]);
  for (int b = 0; b < g->nbodies; b++) {
    seen own = see(s, g->body[b]);
    double d[3], error = 0, turn = 0;
    for (int k = 0; k < 3; k++) d[k] = own.r[k] - base.r[k];
    const double rigid[3] = {base.v[0] + base.w[1] * d[2] - base.w[2] * d[1],
                             base.v[1] + base.w[2] * d[0] - base.w[0] * d[2],
                             base.v[2] + base.w[0] * d[1] - base.w[1] * d[0]};
    for (int k = 0; k < 3; k++) {
      error = fmax(error, fabs(own.v[k] - rigid[k]));
      turn = fmax(turn, fabs(own.w[k] - base.w[k]));
    }
    if (g->kind[b] != MOVES) expect(m, "velocity of", g->body[b], error / size, 1e-9);
    if (g->kind[b] == RIGID) expect(m, "angular velocity of", g->body[b], turn / size, 1e-9);
  }
  for (int i = 0; i < g->nstill; i++)
    expect(m, "rate of joint", g->still[i], fabs(start_value_of(s, "joint.%s.rate", g->still[i])) / size, 1e-9);
  for (int i = 0; i < g->nrolls; i++)
    expect(m, "slip of", g->rolls[i], fabs(start_value_of(s, "force.%s.slip", g->rolls[i])), 1e-8);
}

static void check_kept(model_case *m, start *s, const generated *g) {
  for (int i = 0; i < g->nkept; i++)
    expect(m, "kept value", g->kept[i], fabs(start_value(s, g->kept[i]) - g->value[i]) / (1 + fabs(g->value[i])), 1e-9);
  if (!isnan(g->yaw)) {
    double off = start_value_of(s, "%s.yaw", g->base) - g->yaw;
    expect(m, "kept heading of", g->base, fabs(remainder(off, 2 * 3.14159265358979323846)), 1e-9);
  }
}

static bool reports(const start *s, const char *words) {
  for (int i = 0; i < jn_report_size(s->report); i++)
    if (strstr(jn_report_get(s->report, i)->what, words)) return true;
  return false;
}

// At rest no body accelerates, unless the start says that a kept value is held by a force.
static void check_balance(model_case *m, start *s, const generated *g) {
  for (int b = 0; b < g->nbodies && g->at_rest && !reports(s, "held by"); b++) {
    seen own = see(s, g->body[b]);
    double most = fmax(fabs(own.a[0]), fmax(fabs(own.a[1]), fabs(own.a[2])));
    expect(m, "acceleration of", g->body[b], most, isnan(g->yaw) ? 1e-5 : 1e-2);
  }
}

static void compare_orders(model_case *m, start *s, const generated *g, uint64_t order) {
  char *text = write_text(g, order);
  start other = start_of(text, m->kind, "joint");
  expect(m, "status with another order of", "elements", other.status == JN_OK ? 0 : 1, 0);
  for (int b = 0; b < g->nbodies && other.status == JN_OK; b++) {
    seen x = see(s, g->body[b]), y = see(&other, g->body[b]);
    double place = 0, velocity = 0;
    for (int k = 0; k < 3; k++) {
      place = fmax(place, fabs(x.r[k] - y.r[k]));
      velocity = fmax(velocity, fmax(fabs(x.v[k] - y.v[k]), fabs(x.w[k] - y.w[k])) / (1 + fabs(x.v[k]) + fabs(x.w[k])));
    }
    expect(m, "in another order the place of", g->body[b], place, 1e-9);
    expect(m, "in another order the velocity of", g->body[b], velocity, 1e-9);
  }
  start_free(&other);
  free(text);
}

static void check_start(int seed, const generated *g, const char *kind) {
  model_case m = {seed, kind, 0};
  char *text = write_text(g, 0);
  start s = start_of(text, kind, "joint");
  expect(&m, "status of", "the start", s.status == JN_OK ? 0 : 1, 0);
  if (s.status != JN_OK) start_print_report(&s);
  if (s.status == JN_OK) {
    check_kept(&m, &s, g);
    check_motion(&m, &s, g);
    if (strcmp(kind, "equilibrium") == 0) check_balance(&m, &s, g);
    compare_orders(&m, &s, g, (uint64_t)seed + 7);
  }
  if (verbose && m.symptoms > 0) printf("%s\n", text);
  failed_models += m.symptoms > 0;
  start_free(&s);
  free(text);
}

static void check_seed(int seed) {
  static generated g;
  chance c = {.key = (uint64_t)seed + 1};
  memset(&g, 0, sizeof g);
  g.yaw = NAN;
  if (happens(&c, 0.7)) generate_vehicle(&g, &c);
  else generate_mechanism(&g, &c);
  check_start(seed, &g, "assembly");
  check_start(seed, &g, "equilibrium");
}

int main(int argc, char **argv) {
  int first = 0, last = LIGHT ? 9 : 49;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--verbose") == 0) verbose = true;
    else if (strcmp(argv[i], "--seeds") != 0 || i + 1 == argc || sscanf(argv[++i], "%d:%d", &first, &last) != 2)
      return 2;
  }
  for (int seed = first; seed <= last; seed++) check_seed(seed);
  printf("%d of %d starts with a symptom\n", failed_models, 2 * (last - first + 1));
  return check_report();
}
