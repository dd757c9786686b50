// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// feedback.c - a controller beside `jounce run --real-time`, over UDP on this machine: u = -(K1 y1 + K2 y2 + ...) for a
// model with one input. It needs only a C compiler, and can be the beginning of your own client.
//
//   cc -O2 -o feedback feedback.c
//   ./feedback FROM_PORT OUTPUTS_HASH TO_PORT INPUTS_HASH K1 K2 ...
//
// `jounce run MODEL --real-time --signals` prints both hashes. The ports are those of --udp-out and --udp-in.
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { HEAD = 32, MOST = 1024, NINPUTS = 1 };

// ---- packets: "JNRT", version, hash of the list, sequence, time in ns, values; all little-endian ------------------------

static void put(unsigned char *at, uint64_t x, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (unsigned char)(x >> 8 * i);
}

static uint64_t get(const unsigned char *at, int bytes) {
  uint64_t x = 0;
  for (int i = 0; i < bytes; i++) x |= (uint64_t)at[i] << 8 * i;
  return x;
}

// Reads n values and their time from a packet. Returns 0 if it is not a packet of these values.
static int read_packet(const unsigned char *packet, long size, uint64_t hash, int n, uint64_t *time, double *values) {
  if (size != HEAD + 8 * n || memcmp(packet, "JNRT", 4) != 0 || get(packet + 4, 4) != 1 || get(packet + 8, 8) != hash)
    return 0;
  *time = get(packet + 24, 8);
  for (int i = 0; i < n; i++) {
    uint64_t bits = get(packet + HEAD + 8 * i, 8);
    memcpy(&values[i], &bits, 8);
  }
  return 1;
}

static long write_packet(unsigned char *packet, uint64_t hash, uint64_t sequence, uint64_t time, const double *values,
                         int n) {
  memcpy(packet, "JNRT", 4);
  put(packet + 4, 1, 4);
  put(packet + 8, hash, 8);
  put(packet + 16, sequence, 8);
  put(packet + 24, time, 8);
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &values[i], 8);
    put(packet + HEAD + 8 * i, bits, 8);
  }
  return HEAD + 8 * n;
}

// ---- the law: replace it by yours -------------------------------------------------------------------------------------------

static void control(const double *gains, const double *outputs, int noutputs, double inputs[NINPUTS]) {
  inputs[0] = 0;
  for (int i = 0; i < noutputs; i++) inputs[0] -= gains[i] * outputs[i];
}

// ---- the loop -----------------------------------------------------------------------------------------------------------

static struct sockaddr_in local(const char *port) {
  struct sockaddr_in at;
  memset(&at, 0, sizeof at);
  at.sin_family = AF_INET;
  at.sin_port = htons((uint16_t)strtol(port, NULL, 10));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return at;
}

static void wait_at_most(int fd, long seconds) {
  struct timeval limit = {seconds, 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

int main(int argc, char **argv) {
  static unsigned char packet[HEAD + 8 * MOST + 1];
  static double gains[MOST], outputs[MOST], inputs[NINPUTS];
  int n = argc - 5;
  if (n < 1 || n > MOST) {
    fputs("feedback FROM_PORT OUTPUTS_HASH TO_PORT INPUTS_HASH K1 K2 ...\n", stderr);
    return 2;
  }
  struct sockaddr_in from = local(argv[1]), to = local(argv[3]);
  uint64_t outputs_hash = strtoull(argv[2], NULL, 16), inputs_hash = strtoull(argv[4], NULL, 16), time, sequence = 0;
  for (int i = 0; i < n; i++) gains[i] = strtod(argv[5 + i], NULL);
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof from) != 0) {
    perror("feedback");
    return 1;
  }
  printf("listening at port %s\n", argv[1]);
  fflush(stdout);
  wait_at_most(fd, 30);  // until the run begins; a second without packets ends the client
  for (;;) {
    long size = recv(fd, packet, sizeof packet, 0);
    if (size < 0 && errno != EINTR) break;
    if (!read_packet(packet, size, outputs_hash, n, &time, outputs)) continue;
    control(gains, outputs, n, inputs);
    size = write_packet(packet, inputs_hash, ++sequence, time, inputs, NINPUTS);
    sendto(fd, packet, (size_t)size, 0, (struct sockaddr *)&to, sizeof to);
    if (sequence == 1) wait_at_most(fd, 1);
  }
  close(fd);
  printf("%" PRIu64 " packets answered\n", sequence);
  return sequence > 0 ? 0 : 1;
}
