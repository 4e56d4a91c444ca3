import { execFileSync } from "node:child_process";

import { describe, expect, it } from "vitest";

import { WORLD } from "../../src/judge/protocol/world.ts";
import { findInterpreters, guestDirectory } from "./values/interpreters.ts";

const PROGRAM = `
import diorama_world, importlib, os, select, time
names = [(module, name, getattr(module, name)) for module, name in (
    (time, "time"), (time, "monotonic"), (time, "perf_counter"), (time, "perf_counter_ns"), (time, "sleep"),
    (os, "urandom"), (select, "select"),
)]
told = {name: (real.__module__, real.__name__, real.__qualname__) for module, name, real in names}
diorama_world.install()
for module, name, real in names:
    stand_in = getattr(module, name)
    assert stand_in is not real, name
    assert (stand_in.__module__, stand_in.__name__, stand_in.__qualname__) == told[name], name
    assert getattr(importlib.import_module(stand_in.__module__), name) is stand_in, name
first = time.perf_counter()
time.sleep(3600)
assert 3600 < time.perf_counter() - first < 3601
`;

describe.each(findInterpreters())("the world of an evaluation under CPython $version", ({ python }) => {
  it("goes by the names of the functions that it replaces, as programs look them up", () => {
    const run = (): unknown =>
      execFileSync(python, ["-c", PROGRAM], { env: { PYTHONPATH: guestDirectory }, stdio: "pipe" });
    expect(run).not.toThrow();
  });
});

it.each(findInterpreters())("starts where the protocol says under CPython $version", ({ python }) => {
  const program = [
    "import json, diorama_world as world",
    "print(json.dumps([world._START / 1e9, world._MONOTONIC_START / 1e9, world._STEP, world._SEED]))",
  ].join("\n");
  const text = execFileSync(python, ["-c", program], {
    env: { PYTHONPATH: guestDirectory },
    encoding: "utf8",
  });
  const { clockStartSeconds, monotonicStartSeconds, clockStepNs, seed } = WORLD;
  expect(JSON.parse(text)).toEqual([clockStartSeconds, monotonicStartSeconds, clockStepNs, seed]);
});

const CHANCE = `
import random
import diorama_world as world
world.install()
def numbers(): return [random.random() for _ in range(3)] + [random.gauss(0, 1)]
first = numbers()
def draw(): random.random()
def draw_all(): [random.getrandbits(32) for _ in range(624)]
def seed(): random.seed(5)
def set_state(): random.setstate(random.Random(7).getstate())
def nothing(): pass
for use in (draw, draw_all, seed, set_state, nothing):
    world.restart()
    use()
    world.restart()
    assert numbers() == first, use
`;

it.each(findInterpreters())(
  "draws the same numbers after every use of chance under CPython $version",
  ({ python }) => {
    const run = (): unknown =>
      execFileSync(python, ["-c", CHANCE], { env: { PYTHONPATH: guestDirectory }, stdio: "pipe" });
    expect(run).not.toThrow();
  },
);
