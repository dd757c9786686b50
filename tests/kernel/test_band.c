// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_band.c - the band of a track in its plane: where forces act on it and how fast it passes there, against
// differences; the forces on the wheels as the transpose of the speeds; tensions in closed form; power and resultants
// of a whole track.
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "force/track/track_slope.h"

enum { N = 8, CASES = 300 };

static double uniform(unsigned long long *seed, double low, double high) {
  *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
  return low + (high - low) * (double)(*seed >> 11) / 9007199254740992.0;
}

typedef struct {
  jnk_circle circles[N];
  double u[2 * N], d[2 * N], G[N];
} rig;

// A sprocket in front, an idler behind, road wheels between them at any height, so that some of them do not touch the
// band; y is down.
static rig rig_of(unsigned long long *seed) {
  rig r = {.circles = {{2.7, -0.7, 0.27}, {-2.7, -0.6, 0.25}}};
  for (int i = 0; i < N; i++) {
    if (i >= 2) r.circles[i] = (jnk_circle){2 - 0.8 * (i - 2), uniform(seed, -0.15, 0.15), 0.3};
    if (i >= 2) {
      r.d[2 * i + 1] = 1;
      r.d[2 * i] = uniform(seed, -0.3, 0.3);
    }
    double size = sqrt(jnk_dot2(&r.d[2 * i], &r.d[2 * i]));
    if (size > 0) {
      r.d[2 * i] /= size;
      r.d[2 * i + 1] /= size;
    }
    r.u[2 * i] = uniform(seed, -1, 1);
    r.u[2 * i + 1] = uniform(seed, -1, 1);
    r.G[i] = uniform(seed, -5, 5);
  }
  return r;
}

static void move(rig *r, double h) {
  for (int i = 0; i < N; i++) {
    r->circles[i].x += h * r->u[2 * i];
    r->circles[i].y += h * r->u[2 * i + 1];
  }
}

// Angle of the middle of the sprocket's arc.
static double middle(const jnk_band_path *path) {
  const jnk_wrap_arc *arc = &path->wrap.arc[path->first];
  return jnk_atan2(arc->n[1], arc->n[0]) - arc->turn / 2;
}

static bool same_order(const jnk_band_path *a, const jnk_band_path *b) {
  if (a->wrap.n != b->wrap.n || a->first != b->first) return false;
  for (int k = 0; k < a->wrap.n; k++)
    if (a->wrap.arc[k].circle != b->wrap.arc[k].circle) return false;
  return true;
}

// Distance from a point of the sprocket that stands still to where arc k has the normal m, and from there along the
// tangent to below the centre of circle i: its rate is the one that the material passes the circle with.
static double way_to(const rig *r, const jnk_band_path *path, const jnk_band_place *place, int i) {
  const double m[2] = {place->t[1], -place->t[0]}, *before = jnk_band_normal_before(path, place->spans);
  const jnk_circle *j = &r->circles[place->circle], *c = &r->circles[i];
  double at = jnk_band_begin(path, r->circles, place->spans) + j->radius * jnk_angle2(before, m);
  return at + r->circles[0].radius * middle(path) + place->t[0] * (c->x - j->x) + place->t[1] * (c->y - j->y);
}

static void test_rates(void) {
  const double h = 1e-6;
  unsigned long long seed = 1;
  int inside = 0;
  for (int run = 0; run < CASES; run++) {
    rig r = rig_of(&seed), side[2] = {r, r};
    jnk_band_path path, moved[2];
    jnk_band_path_calc(r.circles, r.u, r.d, N, &path);
    for (int s = 0; s < 2; s++) {
      move(&side[s], s ? h : -h);
      jnk_band_path_calc(side[s].circles, r.u, r.d, N, &moved[s]);
    }
    if (!same_order(&moved[0], &moved[1])) continue;
    CHECK_NEAR(path.rate, (moved[1].wrap.length - moved[0].wrap.length) / (2 * h), 1e-7);
    for (int i = 2; i < N; i++) {
      const jnk_band_place *place = &path.place[i];
      double rate = (way_to(&side[1], &moved[1], place, i) - way_to(&side[0], &moved[0], place, i)) / (2 * h);
      CHECK_NEAR(place->rate, rate, 1e-7);
      CHECK(place->at > 0 && place->at < path.wrap.length);
      inside += jnk_band_longest(&path.wrap, i) < 0;
    }
  }
  CHECK(inside > CASES);
}

// The point at the distance `at` along the path.
static void point_of(const rig *r, const jnk_band_path *path, double at, double out[2]) {
  int k = path->wrap.n - 1;
  if (at > path->wrap.length + jnk_band_begin(path, r->circles, 0)) at -= path->wrap.length;
  while (k > 0 && jnk_band_begin(path, r->circles, k) > at) k--;
  const jnk_wrap_arc *arc = jnk_band_arc(path, k);
  const jnk_circle *c = &r->circles[arc->circle];
  double rest = at - jnk_band_begin(path, r->circles, k), arc_length = c->radius * arc->turn;
  double back = rest < arc_length ? (arc_length - rest) / c->radius : 0,
         span = rest > arc_length ? rest - arc_length : 0;
  double n[2] = {arc->n[0] * cos(back) + arc->n[1] * sin(back), arc->n[1] * cos(back) - arc->n[0] * sin(back)};
  out[0] = c->x + c->radius * n[0] - span * arc->n[1];
  out[1] = c->y + c->radius * n[1] + span * arc->n[0];
}

// It lies on the ray, in the direction asked for; also behind circles at the ends, and straight up.
static void test_places(void) {
  unsigned long long seed = 21;
  for (int run = 0; run < CASES; run++) {
    rig r = rig_of(&seed);
    jnk_band_path path;
    for (int i = 2; i < N; i++) {
      double angle = uniform(&seed, -JNK_PI, JNK_PI);
      r.d[2 * i] = cos(angle);
      r.d[2 * i + 1] = sin(angle);
    }
    jnk_band_path_calc(r.circles, r.u, r.d, N, &path);
    for (int i = 2; i < N; i++) {
      double P[2];
      CHECK(path.place[i].at >= 0 && path.place[i].at <= path.wrap.length);
      point_of(&r, &path, path.place[i].at, P);
      P[0] -= r.circles[i].x;
      P[1] -= r.circles[i].y;
      CHECK_NEAR(jnk_cross2(&r.d[2 * i], P), 0, 1e-9);
      CHECK(jnk_dot2(&r.d[2 * i], P) >= r.circles[i].radius - 1e-9);
    }
  }
}

// Where any wheel comes to or leaves the band nothing jumps: no place, no speed and no force.
static void test_leaving(void) {
  unsigned long long seed = 5;
  int changed = 0;
  for (int run = 0; run < CASES; run++) {
    rig r = rig_of(&seed), side[2];
    jnk_band_path path[2];
    double f[2][N][2];
    int moved = 2 + run % (N - 2), up = (run / N) % 2;
    double low = up ? -1.2 : -0.3, high = up ? -0.3 : 0.6;  // it also goes through the upper run
    while (high - low > 1e-10) {
      double middle = (low + high) / 2;
      r.circles[moved].y = middle;
      jnk_band_path_calc(r.circles, r.u, r.d, N, &path[0]);
      *((jnk_band_longest(&path[0].wrap, moved) < 0) == up ? &high : &low) = middle;
    }
    for (int s = 0; s < 2; s++) {
      side[s] = r;
      side[s].circles[moved].y = s ? high : low;
      jnk_band_path_calc(side[s].circles, side[s].u, side[s].d, N, &path[s]);
      jnk_band_pull(&path[s], 10, r.G, f[s]);
    }
    changed += path[0].wrap.n != path[1].wrap.n;
    for (int i = 1; i < N; i++) {
      CHECK_NEAR(path[0].place[i].at, path[1].place[i].at, 1e-8);
      CHECK_NEAR(path[0].place[i].rate, path[1].place[i].rate, 1e-7);
      for (int x = 0; x < 2; x++) CHECK_NEAR(f[0][i][x], f[1][i][x], 1e-6);
    }
  }
  CHECK(changed > CASES / 2);
}

static void test_transpose(void) {
  unsigned long long seed = 2;
  for (int run = 0; run < CASES; run++) {
    rig r = rig_of(&seed);
    jnk_band_path path;
    double f[N][2], T = uniform(&seed, 0, 10), rim = uniform(&seed, -3, 3), power = 0, expected = -T, sum[2] = {0, 0};
    jnk_band_path_calc(r.circles, r.u, r.d, N, &path);
    jnk_band_pull(&path, T, r.G, f);
    expected *= path.rate;
    for (int i = 0; i < N; i++) {
      power += jnk_dot2(f[i], &r.u[2 * i]);
      sum[0] += f[i][0];
      sum[1] += f[i][1];
      if (i > 0) expected += r.G[i] * (jnk_band_speed(&path, i, rim) - rim);
    }
    CHECK_NEAR(power, expected, 1e-12);
    CHECK_NEAR(sum[0], 0, 1e-13);
    CHECK_NEAR(sum[1], 0, 1e-13);
  }
}

// Two wheels of equal size: forces along the lower run make the upper one tighter, and half of it goes either way where
// the force acts at half the length.
static void test_tensions(void) {
  const jnk_circle circles[3] = {{3, 0, 0.5}, {-3, 0, 0.5}, {0, 0.1, 0.4}};
  const double u[6] = {0}, d[6] = {0, 0, 0, 0, 0, 1}, G[3] = {0, 0, -8};
  const jnk_band_law law = {100, 15, 30, 4};
  jnk_band_path path;
  double f[3][2], slackest, tightest, elastic;
  jnk_band_path_calc(circles, u, d, 3, &path);
  CHECK_NEAR(path.wrap.length, 12 + JNK_PI, 1e-14);
  CHECK_NEAR(path.place[2].at, JNK_PI / 4 + 3, 1e-14);
  double share = path.place[2].at / path.wrap.length;
  CHECK_NEAR(jnk_band_tension(&law, path.wrap.length, 0, &elastic), 100 + 30 * (path.wrap.length - 15), 1e-12);
  CHECK_NEAR(jnk_band_energy(&law, elastic), elastic * elastic / 60, 1e-12);
  CHECK(jnk_band_tension(&law, 11, 0, &elastic) == 0 && elastic == 0);
  CHECK(jnk_band_tension(&law, 15, -30, &elastic) == 0 && elastic == 100);
  jnk_band_extremes(&path, G, &slackest, &tightest);
  CHECK_NEAR(slackest, -8 * (1 - share), 1e-14);
  CHECK_NEAR(tightest, 8 * share, 1e-14);
  jnk_band_pull(&path, 50, G, f);
  CHECK_NEAR(f[0][0], -2 * 50 + 8 - 2 * 8 * share, 1e-13);  // the two runs pull, the lower one less by 8
  CHECK_NEAR(f[1][0], 2 * 50 + 2 * 8 * share, 1e-13);
  CHECK_NEAR(f[2][0], -8,
             1e-13);  // with the ground's force on its pad, which acts there too, nothing: the band passes it
}

// ---- a whole track, anyhow in space --------------------------------------------------------------------------------

enum { ENDS = 2 + 1 + 6 };

typedef struct {
  double r[ENDS][3], v[ENDS][3], w[ENDS][3], R[9], state[12];
} motion;

static const jnk_track track = {.idlers = 1,
                                .wheels = 6,
                                .sprocket_radius = 0.27,
                                .idler_radius = 0.25,
                                .wheel_radius = 0.305,
                                .axis = {0, 1, 0},
                                .law = {24e3, 12.68, 3.6e5, 2e3},
                                .drag = 800,
                                .pad = {.radius = 0.365, .stiffness = 1.2e6, .damping = 6e3},
                                .shear = {1e6, 6e3},
                                .width = 0.5,
                                .pad_length = 0.7,
                                .friction = 0.8,
                                .across = 0.7};

static void random_vector(unsigned long long *seed, double size, double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = uniform(seed, -size, size);
}

// Wheels off the plane and out of line, all turning as they like.
static motion motion_of(unsigned long long *seed) {
  const double at[ENDS][3] = {{0, 0, 0},           {2.74, 1.3, 0.74},   {-2.67, 1.3, 0.62},
                              {1.955, 1.3, 0.36},  {1.173, 1.3, 0.36},  {0.391, 1.3, 0.36},
                              {-0.391, 1.3, 0.36}, {-1.173, 1.3, 0.36}, {-1.955, 1.3, 0.36}};
  motion m;
  double turn[3], q[4];
  random_vector(seed, 0.1, turn);
  jnk_quat_from_rotation_vector(turn, q);
  jnk_quat_to_matrix(q, m.R);
  for (int i = 0; i < ENDS; i++) {
    double off[3];
    random_vector(seed, 0.04, off);
    jnk_add(off, at[i], off);
    jnk_mat_vec(m.R, off, m.r[i]);
    random_vector(seed, 1, m.v[i]);
    random_vector(seed, 3, m.w[i]);
  }
  for (int i = 0; i < 12; i++) m.state[i] = uniform(seed, -0.02, 0.02);
  return m;
}

static void track_calc(const motion *m, const jnk_terrain *terrain, jnk_track_result *out) {
  jnk_track_end ends[ENDS];
  double rate[12];
  for (int i = 0; i < ENDS; i++) ends[i] = (jnk_track_end){m->r[i], m->v[i], m->w[i]};
  memset(out, 0, sizeof *out);
  jnk_track_calc(&track, terrain, m->R, ends, m->state, out, rate);
}

static const jnk_soil sand = {1.1, 990, 1528430, {1040, 0.53, 0.01}};  // dry [Wong 2008]

// What all ends get together is what the ground does, and its power is the sum of theirs.
static void test_whole(const jnk_terrain *terrain) {
  unsigned long long seed = 11;
  bool slack = false, taut = false;
  for (int run = 0; run < CASES; run++) {
    motion m = motion_of(&seed);
    jnk_track_result out;
    jnk_contact c;
    double sum[3] = {0, 0, 0}, moment[3] = {0, 0, 0}, power = 0, elastic, u[3], axis[3];
    track_calc(&m, terrain, &out);
    jnk_mat_vec(m.R, track.axis, axis);
    for (int i = 0; i < ENDS; i++) {
      power += jnk_dot(out.force[i], m.v[i]) + jnk_dot(out.torque[i], m.w[i]);
      jnk_add(sum, out.force[i], sum);
      jnk_add(moment, out.torque[i], moment);
      jnk_cross(m.r[i], out.force[i], u);
      jnk_add(moment, u, moment);
    }
    for (int pad = 0; terrain && pad < track.wheels; pad++) {
      int i = ENDS - track.wheels + pad;
      double F[3], at[3];
      jnk_contact_calc(&track.pad, terrain, m.r[i], m.v[i], m.w[i], axis, &c);
      jnk_scale(out.Fz[pad], c.n, F);
      jnk_add_scaled(F, out.Fx[pad], c.ex, F);
      jnk_add_scaled(F, out.Fy[pad], c.ey, F);
      jnk_add(m.r[i], c.arm, at);
      jnk_cross(at, F, u);
      jnk_sub(sum, F, sum);
      jnk_sub(moment, u, moment);
      double most = terrain->side[0].soil ? sand.shear.tan_phi * out.Fz[pad] + sand.shear.c * 0.35 : 0.8 * out.Fz[pad];
      CHECK(hypot(out.Fx[pad], out.Fy[pad]) < most * (1 + 1e-14) + 1e-12);
      jnk_scale(-out.resistance[pad], c.ex, F);
      jnk_cross(m.r[i], F, u);  // at the wheel's centre
      jnk_sub(sum, F, sum);
      jnk_sub(moment, u, moment);
    }
    CHECK_NEAR(jnk_norm(sum), 0, 1e-9);
    CHECK_NEAR(jnk_norm(moment), 0, 1e-9);
    double T = jnk_band_tension(&track.law, out.length, out.rate, &elastic);
    CHECK_NEAR(power, out.power - elastic * out.rate, 1e-8);
    CHECK(out.slackest > -1e-9 && out.tightest >= out.tension && out.tension >= T);
    slack |= out.tension > T;
    taut |= out.tension == T && T > 0;
  }
  CHECK(taut && (slack || !terrain));
}

// At rest and without ground the forces are those of the potential.
static void test_potential(void) {
  const double h = 1e-6;
  unsigned long long seed = 13;
  for (int run = 0; run < 20; run++) {
    motion m = motion_of(&seed);
    jnk_track_result at, side[2];
    memset(m.v, 0, sizeof m.v);
    memset(m.w, 0, sizeof m.w);
    track_calc(&m, NULL, &at);
    for (int k = 0; k < 3 * ENDS; k++) {
      for (int s = 0; s < 2; s++) {
        motion moved = m;
        moved.r[k / 3][k % 3] += s ? h : -h;
        track_calc(&moved, NULL, &side[s]);
      }
      CHECK_NEAR(at.force[k / 3][k % 3], -(side[1].energy - side[0].energy) / (2 * h), 1e-1);
    }
  }
}

static void turn_hull(const double turn[3], motion *m) {
  double q[4], T[9], R[9];
  jnk_quat_from_rotation_vector(turn, q);
  jnk_quat_to_matrix(q, T);
  jnk_mat_mul(T, m->R, R);
  memcpy(m->R, R, sizeof R);
}

static void shift(const jnk_track_motion *by, double h, motion *m) {
  double turn[3];
  for (int x = 0; x < 3; x++) {
    m->r[by->end][x] += h * by->r[x];
    turn[x] = h * by->turn[x];
  }
  for (int x = 0; x < 3; x++) {
    m->v[by->end][x] += h * by->v[x];
    m->w[by->end][x] += h * by->w[x];
  }
  if (by->end == 0) turn_hull(turn, m);
}

// Forces and torques over how one end moves, along any direction, against differences.
static void test_slopes(const jnk_terrain *terrain) {
  const double h = 1e-7;
  unsigned long long seed = 31;
  for (int run = 0; run < CASES; run++) {
    motion m = motion_of(&seed), side[2] = {m, m};
    jnk_track_result out[2];
    jnk_track_end ends[ENDS];
    jnk_track_base base;
    jnk_track_vary d;
    jnk_track_motion by = {.end = run % ENDS};
    double *ways[4] = {by.r, by.turn, by.v, by.w}, largest = 1;
    random_vector(&seed, 1, ways[(run / ENDS) % 4]);
    for (int i = 0; i < ENDS; i++) ends[i] = (jnk_track_end){m.r[i], m.v[i], m.w[i]};
    CHECK(jnk_track_base_calc(&track, terrain, m.R, ends, m.state, &base));
    jnk_track_vary_calc(&base, &by, &d);
    for (int s = 0; s < 2; s++) {
      shift(&by, s ? h : -h, &side[s]);
      track_calc(&side[s], terrain, &out[s]);
    }
    for (int k = 0; k < 3 * ENDS; k++)
      largest = fmax(largest, fabs(out[1].force[k / 3][k % 3] - out[0].force[k / 3][k % 3]) / (2 * h));
    for (int k = 0; k < 3 * ENDS; k++) {
      int i = k / 3, x = k % 3;
      CHECK_NEAR(d.force[i][x], (out[1].force[i][x] - out[0].force[i][x]) / (2 * h), 1e-6 * largest + 0.1);
      CHECK_NEAR(d.torque[i][x], (out[1].torque[i][x] - out[0].torque[i][x]) / (2 * h), 1e-6 * largest + 0.1);
    }
  }
}

// A track that rolls: nothing slides, and wheels that turn with it are not dragged.
static void test_rolling(const jnk_terrain *terrain) {
  unsigned long long seed = 17;
  motion m = motion_of(&seed);
  jnk_track_result out;
  memset(&m.w, 0, sizeof m.w);
  memset(&m.state, 0, sizeof m.state);
  jnk_mat_identity(m.R);
  for (int i = 0; i < ENDS; i++) jnk_set(5, 0, 0, m.v[i]);
  for (int i = 1; i < ENDS; i++) m.w[i][1] = 5 / (i == 1 ? 0.27 : i == 2 ? 0.25 : 0.305);
  track_calc(&m, terrain, &out);
  CHECK_NEAR(out.rim, 5, 1e-14);
  CHECK_NEAR(out.forward, 5, 1e-14);
  for (int pad = 0; pad < 6; pad++) CHECK_NEAR(out.sliding[pad][0], 0, 1e-13);
  for (int i = 0; i < ENDS; i++) CHECK_NEAR(out.torque[i][1], 0, 1e-7);
}

// A track that slips on sand: the ground is sheared by the slip times the distance from its front [Wong 2008], pads
// share what they carry, and the first of them makes the rut.
static void test_digging(const jnk_terrain *terrain) {
  unsigned long long seed = 17;
  motion m = motion_of(&seed);
  jnk_track_end ends[ENDS];
  jnk_track_result out;
  const double rim = 2, slip = 0.01;
  double rate[12], z, expected = 0;
  memset(&m.w, 0, sizeof m.w);
  jnk_mat_identity(m.R);
  for (int i = 0; i < ENDS; i++) {
    jnk_set(rim * (1 - slip), 0, 0, m.v[i]);
    m.r[i][2] = i < 3 ? m.r[i][2] : 0.33;
  }
  m.w[1][1] = rim / 0.27;
  for (int k = 0; k < 6; k++) {
    m.state[2 * k] = slip * 0.7 * (k + 1);
    m.state[2 * k + 1] = 0;
  }
  for (int i = 0; i < ENDS; i++) ends[i] = (jnk_track_end){m.r[i], m.v[i], m.w[i]};
  memset(&out, 0, sizeof out);
  jnk_track_calc(&track, terrain, m.R, ends, m.state, &out, rate);
  double load = jnk_pad_load(&sand, 0.5, 0.7, 1.2e6, 0.035, &z), most = 0.35 * sand.shear.c + load * sand.shear.tan_phi;
  for (int k = 0; k < 6; k++) {
    double a = slip * 0.7 * k / sand.shear.K, b = slip * 0.7 * (k + 1) / sand.shear.K;
    double mean = 1 - (exp(-a) - exp(-b)) / (b - a);  // of 1 - exp(-j/K)
    CHECK_NEAR(out.Fz[k], load, 1e-9 * load);
    CHECK_NEAR(out.Fx[k] / most, mean, 1e-3);       // three points of Gauss
    CHECK_NEAR(rate[2 * k], 0, 2e-2 * slip * rim);  // it is steady, but for what keeps it bounded
    expected += out.resistance[k];
  }
  CHECK_NEAR(out.sinkage, z, 1e-12);
  double R = jnk_soil_compaction(&sand, 0.5, 0, z), v = rim * (1 - slip);
  CHECK_NEAR(expected, R * v / sqrt(v * v + 0.01), 1e-9);
  CHECK(z > 0.001 && R > 10);
}

int main(void) {
  const jnk_road_part plane = {.kind = JNK_PART_PLANE, .a = {0, 0.03, -0.02}};
  const jnk_terrain terrain = {.side = {{.parts = &plane, .n = 1}, {.parts = &plane, .n = 1}}};
  const jnk_road_part flat = {.kind = JNK_PART_PLANE};
  const jnk_terrain level = {.side = {{.parts = &flat, .n = 1}, {.parts = &flat, .n = 1}}};
  test_whole(NULL);
  test_whole(&terrain);
  const jnk_terrain soft = {.side = {{.parts = &plane, .n = 1, .soil = &sand},
                                     {.parts = &plane, .n = 1, .soil = &sand}}},
                    level_soft = {
                        .side = {{.parts = &flat, .n = 1, .soil = &sand}, {.parts = &flat, .n = 1, .soil = &sand}}};
  test_whole(&soft);
  test_digging(&level_soft);
  test_potential();
  test_slopes(NULL);
  test_slopes(&terrain);
  test_rolling(&level);
  test_rates();
  test_places();
  test_leaving();
  test_transpose();
  test_tensions();
  return check_report();
}
