#!/usr/bin/env python3
# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
# parts.py - writes a model with many uses of one part of 20 elements, to time its reading:
#   bench/parts.py 9000 > many.yaml && time jounce check many.yaml --set simulate.until=0
import sys

uses = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
lines = """jounce: 1
name: uses of a part
space: plane
gravity: [0, -9.81]
parts:
  cell:
    parameters: {k: 100, c: 2, l: 1}
    ports: {on: {points: {a: [0, 0], b: ["=l", 0]}}}
    bodies:""".splitlines()
lines += [f'      b{i}: {{mass: 1, inertia: 0.1, points: {{p: [0, 0], q: ["=l", 0]}}}}' for i in range(6)]
lines += ["    joints:", "      j0: {type: revolute, between: [on.a, b0.p]}"]
lines += [f"      j{i}: {{type: revolute, between: [b{i - 1}.q, b{i}.p]}}" for i in range(1, 6)]
lines += ["    forces:"]
lines += [f'      f{i}: {{type: torsion-spring, joint: j{i}, stiffness: "=k", damping: "=c"}}' for i in range(5)]
lines += ['      g: {type: point-force, at: b5.q, value: ["k*b0.vx", "sin(joint.j1.angle)"]}']
lines += [f"      h{i}: {{type: spring-damper, between: [on.b, b{i}.q], stiffness: 3}}" for i in (3, 4)]
lines += f"""bodies: {{frame: {{mass: 1, inertia: 1}}}}
joints: {{fix: {{type: fixed, between: [ground, frame]}}}}
use:
  "cell{{i}}": {{repeat: {{i: {uses}}}, part: cell, set: {{k: "=i"}}, ports: {{on: frame}}, at: ["=i", 0]}}""".splitlines()
print("\n".join(lines))
