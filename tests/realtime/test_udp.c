// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_udp.c - packets by UDP on this machine, with another process at the other end: an echo gets every packet in
// order, and a controller keeps an unstable motion where it is, at 1 kHz.
#include <arpa/inet.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "realtime/packet.h"

// x'' = 25 x + u: falls from 0.01 to 0.27 in 0.8 s where nobody holds it.
static const char text[] =
    "{jounce: 1, space: plane, bodies: {a: {mass: 1, inertia: 1}}, inputs: {u: {expression: '0', safe: 0}},"
    " auxiliary: {x: {initial: 0.01, rate: v}, v: {initial: 0, rate: '25*x + u'}},"
    " simulate: {until: 0.8, step: 0.001}, outputs: [x, v, u]}";

enum { NOUTPUTS = 3, LAST = 800 };

// ---- the other process ----------------------------------------------------------------------------------------------

typedef double (*control)(const double *outputs);

static double echo(const double *outputs) { return 1 + outputs[2]; }  // counts how often it went round
static double hold_up(const double *outputs) { return -61 * outputs[0] - 12 * outputs[1]; }

// Answers every packet until the last; 0: all came, and in order.
static int answer(int fd, int to_port, uint64_t outputs_hash, uint64_t inputs_hash, control law) {
  struct sockaddr_in to = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)to_port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
  const struct timeval limit = {.tv_sec = 20};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  for (uint64_t expected = 0;; expected++) {
    unsigned char packet[200];
    jni_packet_head head;
    double outputs[NOUTPUTS];
    ssize_t size = recv(fd, packet, sizeof packet, 0);
    if (size < 0 || jni_packet_read(packet, (size_t)size, outputs_hash, NOUTPUTS, &head, outputs) != JNI_PACKET_GOOD)
      return 2;
    if (head.sequence != expected || head.time != (int64_t)expected * 1000000) return 3;
    if (expected == LAST) return 0;
    double u = law(outputs);
    jni_packet_head mine = {inputs_hash, expected, head.time};
    jni_packet_write(&mine, &u, 1, packet);
    sendto(fd, packet, jni_packet_size(1), 0, (struct sockaddr *)&to, sizeof to);
  }
}

// A socket of this machine at any port that is free.
static int free_socket(char port[8]) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof at;
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at) != 0) return -1;
  getsockname(fd, (struct sockaddr *)&at, &size);
  snprintf(port, 8, "%u", (unsigned)ntohs(at.sin_port));
  return fd;
}

// ---- both ways ------------------------------------------------------------------------------------------------------

typedef struct {
  double x, u;
  jn_pace pace;
  int child;  // how the other process ended
} outcome;

static outcome exchange(control law) {
  outcome result = {.child = -1};
  char theirs[8], ours[8];
  int fd = free_socket(theirs), own = free_socket(ours);
  close(own);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "held", text, strlen(text), NULL, 0, report);
  jn_run_options options = jn_run_options_default();
  jn_realtime_options how = jn_realtime_options_default();
  how.receive = ours;
  how.send = theirs;
  how.catch_up = 1000000;
  jn_realtime *paced = jn_realtime_new(model, &options, &how, report);
  for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  CHECK(paced);
  if (!paced) return result;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0)
    _exit(
        answer(fd, (int)strtol(ours, NULL, 10), jn_realtime_outputs_hash(paced), jn_realtime_inputs_hash(paced), law));
  CHECK(jn_realtime_execute(paced, report) == JN_OK);
  waitpid(child, &result.child, 0);
  jn_run *run = jn_realtime_run(paced);
  result.x = jn_run_outputs(run)[0];
  result.u = jn_run_outputs(run)[2];
  result.pace = jn_run_summary(run)->pace;
  jn_realtime_free(paced);
  jn_model_free(model);
  jn_report_free(report);
  close(fd);
  return result;
}

static void echo_gets_every_packet(void) {
  outcome found = exchange(echo);
  CHECK(WIFEXITED(found.child) && WEXITSTATUS(found.child) == 0);
  CHECK(found.pace.sent == LAST + 1 && found.pace.unsent == 0 && found.pace.periods == LAST);
  CHECK(found.pace.heard > LAST / 4 && found.pace.heard <= LAST && found.pace.foreign == 0 && found.pace.old == 0);
  CHECK(found.u >= 1 && found.u <= LAST);
}

static void controller_holds_it(void) {
  outcome found = exchange(hold_up);
  CHECK(WIFEXITED(found.child) && WEXITSTATUS(found.child) == 0);
  CHECK(fabs(found.x) < 0.01);
  printf("held at %g, %ld packets, %ld overruns, late p99 %g us\n", found.x, found.pace.heard, found.pace.overruns,
         1e6 * found.pace.late.p99);
}

int main(void) {
  echo_gets_every_packet();
  controller_holds_it();
  return check_report();
}
