import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ProgramJob, ProgramOutcome } from "../../src/judge/index.ts";
import { plantOrchard, roomy, type Orchard } from "./orchard.ts";

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const run = (text: string, about: Partial<ProgramJob> = {}, at = orchard): Promise<ProgramOutcome> =>
  at.evaluator.runProgram({
    editableTree: at.editableTree,
    text,
    preload: ["json", "no_such_module"],
    limits: { ...roomy, caseCpuSeconds: 0.3, memoryBytes: 128 * 1024 * 1024 },
    trust: "candidate",
    ...about,
  });

describe("a whole program", () => {
  it("is the main module, in an empty folder, and leaves nothing to the next", async () => {
    const text = [
      "import json, os, sys",
      "assert __name__ == '__main__' and sys.modules['__main__'].os is os",
      "assert os.listdir() == [os.path.basename(__file__)], os.listdir()",
      "assert not hasattr(json, 'left')",
      "json.left = True",
      "open('left', 'w').close()",
    ].join("\n");
    for (const _ of [1, 2])
      expect(await run(text)).toMatchObject({ status: "exited", exitCode: 0, message: "" });
  });

  it("lies at the same addresses in every parent, and elsewhere with another hash seed", async () => {
    const text = "class Here: pass\nraise ValueError(id(Here), id(type(len)))";
    const variation = { hashSeed: 1, timeZone: "UTC", locale: "C.UTF-8" };
    await using other = await plantOrchard();
    const runs = [await run(text), await run(text, {}, other), await run(text, { variation })];
    const [first, again, elsewhere] = runs.map((outcome) => outcome.status === "exited" && outcome.message);
    expect(first).toMatch(/^ValueError: /u);
    expect(again).toBe(first);
    expect(elsewhere).not.toBe(first);
  });

  it("forks like any other, whatever was imported ahead of it", async () => {
    const text = [
      "import os, random, threading",
      "assert type(os.register_at_fork).__name__ == 'builtin_function_or_method'",
      "main = threading.main_thread()",
      "assert main is threading.current_thread() and main.native_id == threading.get_native_id(), main.native_id",
      "seen = []",
      "os.register_at_fork(before=lambda: seen.append('before'), after_in_child=lambda: seen.append('child'))",
      "before = random.getstate()",
      "end = threading.Event()",
      "threading.Thread(target=end.wait).start()",
      "pid = os.fork()",
      "if pid == 0:",
      "    fresh = seen == ['before', 'child'] and random.getstate() != before",
      "    os._exit(7 if fresh and threading.active_count() == 1 else 1)",
      "end.set()",
      "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))",
    ].join("\n");
    expect(await run(text, { preload: ["threading", "random", "logging"] })).toMatchObject({
      status: "exited",
      exitCode: 7,
      message: "",
    });
  });

  it.each([
    [
      "ends with an exception",
      "raise ValueError('no')",
      { status: "exited", exitCode: 1, message: "ValueError: no" },
    ],
    ["ends itself", "import sys; sys.exit(3)", { status: "exited", exitCode: 3 }],
    [
      "ends itself with a text",
      "raise SystemExit('because')",
      { status: "exited", exitCode: 1, message: "because" },
    ],
    ["does not compile", "def", { status: "not-built" }],
    ["computes for ever", "while True: pass", { status: "timed-out" }],
    ["takes all memory", "x = bytearray(10 ** 10)", { status: "out-of-memory" }],
    ["leaves before its end", "import os; os._exit(0)", { status: "crashed" }],
    [
      "waits for its threads and runs what it registered",
      "import atexit, threading, os\nend = []\natexit.register(lambda: os._exit(9 if end else 0))\nthreading.Thread(target=lambda: end.append(1)).start()",
      { status: "crashed", message: expect.stringContaining("exit code 9") },
    ],
  ])("that %s", async (_what, text, outcome) => {
    expect(await run(text)).toMatchObject(outcome);
  });
});
