import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { EvaluationJob, EvaluationOutcome } from "../../src/judge/index.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { call, harvest, harvestJob, plantOrchard, roomy, type Orchard } from "./orchard.ts";
import { slowTest } from "../slow-suites.ts";

/** Elsewhere children share a user, a process namespace and System V memory with their parent. */
const hasNamespaces = (await chooseBackend("auto")).availability.nestsSandboxes;

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const signature = "def note(text):\n";
const evaluate = (
  body: string,
  about: Partial<EvaluationJob> = {},
  { evaluator, editableTree }: Orchard = orchard,
): Promise<EvaluationOutcome> =>
  evaluator.evaluate(
    harvestJob(editableTree, {
      name: "note",
      header: "def note",
      text: harvest.replace(signature, `${signature}${body.replace(/^/gm, "    ")}\n`),
      cases: [call("a", ["one"]), call("b", ["two"])],
      trust: "candidate",
      limits: { ...roomy, caseCpuSeconds: 0.2, memoryBytes: 128 * 1024 * 1024, outputBytes: 200_000 },
      ...about,
    }),
  );

/** What the reference shows, from the same parent that just served a hostile child. */
async function expectUnharmed(): Promise<void> {
  const outcome = await evaluate("pass");
  expect(outcome).toMatchObject({
    status: "observed",
    results: [{ observation: { value: "one" } }, { observation: { value: "two" } }],
  });
}

const attacks: readonly [name: string, body: string, status: readonly EvaluationOutcome["status"][]][] = [
  ["leaves at once", "import os; os._exit(0)", ["crashed"]],
  ["stops itself", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", ["observed", "timed-out"]],
  [
    "kills everybody",
    "import os\ntry:\n    os.kill(-1, 9)\nexcept OSError:\n    pass",
    ["observed", "out-of-memory"],
  ],
  [
    "kills its parent",
    "import os\ntry:\n    os.kill(os.getppid(), 9)\nexcept OSError:\n    pass",
    ["observed"],
  ],
  [
    "stops its parent, and all that it can",
    [
      "import fcntl, os, signal",
      "reading, writing = os.pipe()",
      "def ask():",
      "    fcntl.fcntl(reading, fcntl.F_SETOWN, parent)",
      "    fcntl.fcntl(reading, 10, signal.SIGSTOP)",
      "    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)",
      "    os.write(writing, b'x')",
      "parent = os.getppid() or -1",
      "for stop in (lambda: os.kill(parent, signal.SIGSTOP), lambda: os.killpg(os.getpgid(parent), signal.SIGSTOP), ask):",
      "    try:",
      "        stop()",
      "    except OSError:",
      "        pass",
    ].join("\n"),
    ["observed"],
  ],
  [
    "forks without end",
    "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass",
    // Where no namespace is the child's own, its processes count with its parent's, and too many end the sandbox.
    ["timed-out", "malformed", "crashed", ...(hasNamespaces ? [] : ["lost-worker" as const])],
  ],
  [
    "leaves an orphan",
    "import os, time\nif os.fork() == 0:\n    os.setsid()\n    while True: pass",
    ["observed"],
  ],
  ["closes every descriptor", "import os\nos.closerange(0, 4096)", ["crashed"]],
  [
    "writes to every descriptor",
    "import os\nfor fd in range(64):\n    try:\n        os.write(fd, b'x' * 100)\n    except OSError:\n        pass",
    ["malformed"],
  ],
  [
    "speaks in the parent's name",
    "import os, struct\nos.write(3, struct.pack('<4sHHQQQ', b'DIOR', 1, 3, 1, 2, 0) + b'{}')",
    ["malformed"],
  ],
  ["computes for ever", "while True: pass", ["timed-out"]],
  ["computes for ever in the kernel", "while True: sorted(range(10 ** 6))", ["timed-out"]],
  [
    "waits for ever",
    "import threading; threading.Lock().acquire(); a = threading.Lock(); a.acquire(); a.acquire()",
    ["timed-out"],
  ],
  ["takes all memory", "x = bytearray(10 ** 10)", ["out-of-memory"]],
  ["takes memory piece by piece", "x = []\nwhile True: x.append(bytearray(10 ** 6))", ["out-of-memory"]],
  ["shows too much", "return ['%d' % n * 100 for n in range(5000)]", ["output-limit"]],
  ["never stops yielding", "import itertools; return itertools.count()", ["observed"]],
  ["recurses without end", "return note(text)", ["observed"]],
  [
    "traces its judge",
    "import sys\nsys.settrace(lambda *a: (_ for _ in ()).throw(SystemExit(3)))",
    ["observed", "crashed"],
  ],
  [
    "breaks what it finds",
    "import json, os, sys\njson.dumps = None\nsys.modules.clear()",
    ["crashed", "observed"],
  ],
  [
    "steals from its own pipe",
    "import os, threading\nfd = os.open('/proc/self/fd/3', os.O_RDONLY)\nthreading.Thread(target=lambda: [os.read(fd, 9) for _ in range(99)], daemon=True).start()",
    ["crashed", "malformed", "observed", "timed-out"],
  ],
];

describe("a hostile candidate", () => {
  it("that writes a frame byte by byte gets no more time for it", async () => {
    const drip = [
      "import os, time",
      "os.write(3, b'\\x04\\x00\\x10\\x00\\x00')",
      "while True:",
      "    for _ in range(20000): pass",
      "    os.write(3, b' ')",
    ].join("\n");
    const outcome = await evaluate(drip);
    expect(outcome.status).toBe("timed-out");
    // The limit of a case is 0.2 s, and a case is killed at three times that.
    expect(outcome.cpuSeconds).toBeLessThan(2);
    await expectUnharmed();
  });

  it.each([
    ["a process that computes", "while True: pass"],
    [
      "one process after the other",
      "signal.signal(signal.SIGCHLD, signal.SIG_DFL)\nwhile True:\n    if os.fork() == 0:\n        for _ in range(10 ** 6): pass\n        os._exit(0)\n    os.wait()",
    ],
    [
      "processes that nobody waits for",
      "while True:\n    for _ in range(10 ** 7): pass\n    if os.fork() > 0: os._exit(0)",
    ],
  ])("that hides %s behind a byte now and then gets no more time for it", async (_name, hidden) => {
    const drip = [
      "import os, select, signal",
      "signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
      "if os.fork() == 0:",
      ...hidden.split("\n").map((line) => `    ${line}`),
      "os.write(3, b'\\x04\\x00\\x10\\x00\\x00')",
      "while True:",
      "    select.poll().poll(30)",
      "    os.write(3, b' ')",
    ].join("\n");
    expect(await evaluate(drip)).toMatchObject({ status: "timed-out" });
    await expectUnharmed();
  });

  it("that waits for a child as if for the disk is given up long before its whole time is over", async () => {
    await expectGivenUp([
      // CLONE_VFORK: its caller sleeps, and no signal but the last wakes it, until the child ends.
      "if libc.syscall(56 if platform.machine() == 'x86_64' else 220, 0x4000 | 17, 0, 0, 0, 0) == 0:",
      "    libc.pause()",
    ]);
  });

  slowTest("that waits again and again, and computes a little between, is given up as well", async () => {
    await expectGivenUp(["while True:", "    for _ in range(300000): pass", "    libc.usleep(300000)"]);
  });

  async function expectGivenUp(lines: readonly string[]): Promise<void> {
    const fileText = `${harvest}\n\nimport ctypes, platform\nlibc = ctypes.CDLL(None)\n${lines.join("\n")}\n`;
    const outcome = await evaluate("pass", { fileText });
    expect(outcome.status).toBe("timed-out");
    // All in all it would have two minutes.
    expect(outcome.durationMs).toBeLessThan(90_000);
    await expectUnharmed();
  }

  it.each(attacks)("that %s harms nobody after it", async (_name, body, statuses) => {
    const outcome = await evaluate(body);
    expect(statuses).toContain(outcome.status);
    await expectUnharmed();
  });

  it("that says it is done without running the cases is malformed", async () => {
    const body = "import os\nos.write(3, b'\\x07\\x00\\x00\\x00\\x02{}')\nos._exit(0)";
    expect((await evaluate(body)).status).toBe("malformed");
  });

  it("that writes more than it may, and has ended before its parent looks, harms nobody after it", async () => {
    // A parent first looks after five milliseconds: many of these are over by then, and what they wrote waits in the pipe.
    const text = [
      "import os",
      "os.write(3, b'\\x01\\x00\\x01\\x00\\x00' + b' ' * 60000)",
      "os._exit(0)",
      "def note(text):",
      "    pass\n",
    ].join("\n");
    const limits = { ...roomy, outputBytes: 30_000 };
    const { lost } = orchard.evaluator.parents;
    for (let times = 0; times < 60; times++)
      expect((await evaluate("pass", { fileText: text, limits })).status).toBe("output-limit");
    expect(orchard.evaluator.parents.lost).toBe(lost);
    await expectUnharmed();
  });

  it.each([
    ["unfit for a loaded original", 9],
    ["an answer to another question", 8],
  ])("that says, before it is built, that it is %s has crashed", async (_what, kind) => {
    const body = `import os, struct\ntext = b'{"message": ""}'\nos.write(3, struct.pack('>BI', ${kind}, len(text)) + text)\nos._exit(0)`;
    const text = `${harvest.replace(signature, `${signature}${body.replace(/^/gm, "    ")}\n`)}\n\nnote("while it is imported")\n`;
    const outcome = await orchard.evaluator.evaluate(
      harvestJob(orchard.editableTree, {
        name: "note",
        header: "def note",
        text,
        cases: [call("a", ["one"])],
        trust: "candidate",
      }),
    );
    expect(outcome.status).toBe("crashed");
  });

  it.skipIf(!hasNamespaces)(
    "leaves no file, no System V memory and no changed module to the next evaluation (needs namespaces)",
    async () => {
      const leave = [
        "import os, random, ctypes",
        "for place in ('/tmp', '/dev/shm', '/home/diorama', '/', '/repository', '/var/tmp', os.path.expanduser('~')):",
        "    try:",
        "        open(os.path.join(place, 'left-behind'), 'w').close()",
        "    except OSError:",
        "        pass",
        "created = ctypes.CDLL(None).shmget(4242, 4096, 0o1666)",
        "random.left_behind = True",
        "return created >= 0",
      ].join("\n");
      const look = [
        "import os, random, ctypes",
        "found = [p for p in ('/tmp', '/dev/shm', '/home/diorama', '/', '/repository', '/var/tmp', os.path.expanduser('~'))",
        "         if os.path.exists(os.path.join(p, 'left-behind'))]",
        "return [found, ctypes.CDLL(None).shmget(4242, 4096, 0o666), hasattr(random, 'left_behind')]",
      ].join("\n");
      expect((await evaluate(leave)).results[0]).toMatchObject({ observation: { value: true } });
      expect((await evaluate(look)).results[0]).toMatchObject({ observation: { value: [[], -1, false] } });
    },
  );

  it("leaves nothing in the tree to the next candidate where they share it", async () => {
    await using plain = await plantOrchard({ nests: false });
    const leave = [
      "import os",
      "beside = os.path.join(os.path.dirname(__file__), 'left_behind.py')",
      "found = os.path.exists(beside) or b'user.left' in os.listxattr(os.fsencode(__file__)) or os.stat(__file__).st_mode & 0o777 == 0",
      "open('../left-behind', 'w').close()",
      "for leave in (lambda: open(beside, 'w').close(), lambda: os.setxattr(__file__, 'user.left', b'x'), lambda: os.chmod(__file__, 0)):",
      "    try:",
      "        leave()",
      "    except OSError:",
      "        pass",
      "return found",
    ].join("\n");
    const cases = [call("a", ["one"])];
    for (const _ of [1, 2]) {
      const outcome = await evaluate(leave, { cases }, plain);
      expect(outcome).toMatchObject({ status: "observed", results: [{ observation: { value: false } }] });
    }
  });

  it.skipIf(!hasNamespaces)(
    "finds no privilege, no other process and no descriptor but its own report (needs namespaces)",
    async () => {
      const body = [
        "import os",
        "status = dict(line.split(':\\t', 1) for line in open('/proc/self/status').read().splitlines() if ':\\t' in line)",
        "processes = [name for name in os.listdir('/proc') if name.isdigit()]",
        "descriptors = sorted(int(name) for name in os.listdir('/proc/self/fd'))",
        "return [status['CapEff'], status['CapBnd'], status['NoNewPrivs'], status['Seccomp'], processes, descriptors[:4]]",
      ].join("\n");
      const none = "0000000000000000";
      expect((await evaluate(body)).results[0]).toMatchObject({
        observation: { value: [none, none, "1", "2", ["1"], [0, 1, 2, 3]] },
      });
    },
  );
});
