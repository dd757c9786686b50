// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// udp.c - sends and receives packets by UDP; the only file with sockets. An address is "PORT" or "HOST:PORT"
// ("[::1]:5000" for IPv6); a port without host is on 127.0.0.1.
#include "realtime/platform.h"

#ifdef JNI_HAVE_REAL_TIME

#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  int in, out;  // sockets; -1: none
} udp;

static long receive(void *self, void *packet, size_t size) {
  const udp *u = self;
  return u->in < 0 ? -1 : (long)recv(u->in, packet, size, MSG_DONTWAIT | MSG_TRUNC);
}

static bool send_packet(void *self, const void *packet, size_t size) {
  const udp *u = self;
  return u->out >= 0 && send(u->out, packet, size, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)size;
}

static void *close_both(void *self) {
  const udp *u = self;
  if (u->in >= 0) close(u->in);
  if (u->out >= 0) close(u->out);
  return NULL;
}

static bool refuse(jn_report *report, const char *place, const char *why) {
  jn_report_fault(report, JN_IO, "", "UDP at '%s': %s", place, why);
  return false;
}

static bool is_port(const char *text) {
  long port = 0;
  if (!*text || strlen(text) > 5) return false;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return false;
    port = 10 * port + (*text - '0');
  }
  return port <= 65535;
}

// Splits an address "PORT" or "HOST:PORT": writes the host into `host` and sets *port to the port, a part of `place`.
// Returns false if the address is not valid.
static bool split(const char *place, char *host, size_t size, const char **port) {
  const char *colon = strrchr(place, ':');
  const char *start = place, *end = colon;
  *port = colon ? colon + 1 : place;
  if (!is_port(*port)) return false;
  if (!colon) {
    snprintf(host, size, "127.0.0.1");
    return true;
  }
  if (end - start >= 2 && *start == '[' && end[-1] == ']') {
    start++;
    end--;
  } else if (memchr(start, ':', (size_t)(end - start))) {
    return false;
  }  // an IPv6 address without brackets is refused
  return end > start && (size_t)snprintf(host, size, "%.*s", (int)(end - start), start) < size;
}

// Returns a new UDP socket that is bound to an address (listens) or connected to it; -1, and errno is set, on failure.
static int open_at(const struct addrinfo *at, bool listens) {
  int fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
  if (fd < 0) return -1;
  if ((listens ? bind : connect)(fd, at->ai_addr, at->ai_addrlen) == 0) return fd;
  int why = errno;
  close(fd);
  errno = why;
  return -1;
}

static bool open_place(const char *place, bool listens, int *fd, jn_report *report) {
  const struct addrinfo wanted = {.ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICSERV};
  struct addrinfo *found = NULL;
  char host[256];
  const char *port;
  if (!split(place, host, sizeof host, &port))
    return refuse(report, place, "expected PORT or HOST:PORT with a port from 0 to 65535, as 5000 or 192.168.1.2:5000");
  int failure = getaddrinfo(host, port, &wanted, &found);
  if (failure != 0) return refuse(report, place, gai_strerror(failure));
  for (const struct addrinfo *at = found; at && *fd < 0; at = at->ai_next) *fd = open_at(at, listens);
  int why = errno;
  freeaddrinfo(found);
  return *fd >= 0 || refuse(report, place, strerror(why));
}

bool jni_udp_open(jni_pool *pool, const char *receive_at, const char *send_to, jn_link *link, jn_report *report) {
  udp *u = jni_take(pool, 1, sizeof *u);
  if (!u) {
    jni_report_no_memory(report);
    return false;
  }
  *u = (udp){-1, -1};
  if (!jni_keep(pool, u, close_both)) {
    jni_report_no_memory(report);
    return false;
  }
  *link = (jn_link){.self = u, .receive = receive, .send = send_packet};
  return (!receive_at || open_place(receive_at, true, &u->in, report)) &&
         (!send_to || open_place(send_to, false, &u->out, report));
}

#else

bool jni_udp_open(jni_pool *pool, const char *receive, const char *send, jn_link *link, jn_report *report) {
  (void)pool;
  (void)receive;
  (void)send;
  (void)link;
  jn_report_fault(report, JN_REFUSED, "", "this build of Jounce has no UDP");
  return false;
}

#endif
