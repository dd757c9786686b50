#!/usr/bin/env python3
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""A controller beside `jounce run --real-time`, over UDP on this machine: u = -(K1 y1 + K2 y2 + ...) for a model with one input.

    python3 feedback.py FROM_PORT OUTPUTS_HASH TO_PORT INPUTS_HASH K1 K2 ...

`jounce run MODEL --real-time --signals` prints both hashes. The ports are those of --udp-out and --udp-in.
It needs the standard library alone: start from it for a client of your own.
"""
import socket
import struct
import sys

HEAD = struct.Struct("<4sIQQq")  # mark, version, hash of the list, sequence, time in ns; the values follow


def read_packet(packet, list_hash, n):
    """Time in ns and n values; None: the packet is not one of these."""
    if len(packet) != HEAD.size + 8 * n:
        return None
    mark, version, found, _, time = HEAD.unpack_from(packet)
    if (mark, version, found) != (b"JNRT", 1, list_hash):
        return None
    return time, struct.unpack_from(f"<{n}d", packet, HEAD.size)


def write_packet(list_hash, sequence, time, values):
    return HEAD.pack(b"JNRT", 1, list_hash, sequence, time) + struct.pack(f"<{len(values)}d", *values)


def control(gains, outputs):
    """The law: yours goes here."""
    return [-sum(gain * output for gain, output in zip(gains, outputs))]


def main(words):
    if len(words) < 5:
        sys.exit(__doc__)
    from_port, outputs_hash, to_port, inputs_hash = int(words[0]), int(words[1], 16), int(words[2]), int(words[3], 16)
    gains = [float(word) for word in words[4:]]
    link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    link.bind(("127.0.0.1", from_port))
    print(f"listening at port {from_port}", flush=True)
    link.settimeout(30)  # for the run to begin; a second without packets is its end
    sequence = 0
    while True:
        try:
            found = read_packet(link.recv(65536), outputs_hash, len(gains))
        except socket.timeout:
            break
        if found is None:
            continue
        time, outputs = found
        sequence += 1
        link.sendto(write_packet(inputs_hash, sequence, time, control(gains, outputs)), ("127.0.0.1", to_port))
        if sequence == 1:
            link.settimeout(1)
    print(f"{sequence} packets answered")
    return 0 if sequence > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
