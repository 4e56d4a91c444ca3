import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { findBackendsUnderTest } from "../slow-suites.ts";
import { call, harvest, harvestJob, plantOrchard, roomy, type Orchard } from "./orchard.ts";

/* What a right body may do with processes of its own shows the same in every tier. */

const bodies: readonly [name: string, body: string, value: unknown][] = [
  ["maps over a pool", "with mp.Pool(2) as pool: return pool.map(len, ['a', 'bb', 'ccc'])", [1, 2, 3]],
  [
    "maps over an executor",
    "from concurrent.futures import ProcessPoolExecutor\nwith ProcessPoolExecutor(2) as pool: return list(pool.map(len, ['a', 'bb']))",
    [1, 2],
  ],
  [
    "fills shared memory from another process",
    [
      "from multiprocessing.shared_memory import SharedMemory",
      "def fill(name):",
      "    one = SharedMemory(name)",
      "    one.buf[:3] = b'abc'",
      "    one.close()",
      "memory = SharedMemory(create=True, size=3)",
      "other = mp.Process(target=fill, args=(memory.name,))",
      "other.start(); other.join()",
      "found = bytes(memory.buf[:3]).decode()",
      "memory.close(); memory.unlink()",
      "try:",
      "    SharedMemory(memory.name)",
      "except FileNotFoundError as error:",
      "    return [found, error.errno, error.filename == '/' + memory.name]",
    ].join("\n"),
    ["abc", 2, true],
  ],
  [
    "counts in a shared value under its lock",
    [
      "number, numbers = mp.Value('i', 0), mp.Array('i', 2)",
      "def count(at):",
      "    for _ in range(200):",
      "        with number.get_lock(): number.value += 1",
      "    numbers[at] = at + 1",
      "others = [mp.Process(target=count, args=(at,)) for at in range(2)]",
      "[one.start() for one in others]; [one.join() for one in others]",
      "return [number.value, list(numbers)]",
    ].join("\n"),
    [400, [1, 2]],
  ],
  [
    "passes things through a queue, events and bounded semaphores",
    [
      "queue, event, few = mp.Queue(), mp.Event(), mp.BoundedSemaphore(1)",
      "def put():",
      "    queue.put('x'); event.set()",
      "other = mp.Process(target=put)",
      "other.start()",
      "found = [queue.get(), event.wait(5)]",
      "other.join()",
      "few.acquire(); found.append(few.acquire(block=False)); few.release()",
      "try:",
      "    few.release()",
      "except ValueError:",
      "    return found",
    ].join("\n"),
    ["x", true, false],
  ],
  [
    "ends and signals what it started, and itself",
    [
      "import os, signal, subprocess",
      "started = subprocess.Popen(['/bin/sleep', '60'], start_new_session=True)",
      "other = mp.Process(target=signal.pause)",
      "other.start()",
      "os.killpg(started.pid, signal.SIGTERM); other.terminate(); other.join()",
      "heard = []",
      "signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(number))",
      "os.kill(os.getpid(), signal.SIGUSR1); signal.raise_signal(signal.SIGUSR1)",
      "return [started.wait(), other.exitcode, len(heard)]",
    ].join("\n"),
    [-15, -15, 2],
  ],
  [
    "sets its own priority, policy and processors",
    [
      "import os, resource",
      "os.sched_setaffinity(0, os.sched_getaffinity(0))",
      "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
      "resource.setrlimit(resource.RLIMIT_STACK, resource.getrlimit(resource.RLIMIT_STACK))",
      "os.setpriority(os.PRIO_PROCESS, 0, 2)",
      "return [os.nice(1), os.sched_getscheduler(0)]",
    ].join("\n"),
    [3, 3],
  ],
];

const backends = await findBackendsUnderTest();

describe.each(backends.map(({ name }) => name))("in sandbox %s", (sandbox) => {
  let orchard: Orchard;
  beforeAll(async () => {
    orchard = await plantOrchard({ sandbox });
  });
  afterAll(() => orchard[Symbol.asyncDispose]());

  test.each(bodies)("a body that %s shows what it shows elsewhere", async (_name, body, value) => {
    const signature = "def note(text):\n";
    const lines = `import multiprocessing as mp\n${body}`.replace(/^/gm, "    ");
    const outcome = await orchard.evaluator.evaluate(
      harvestJob(orchard.editableTree, {
        name: "note",
        header: "def note",
        text: harvest.replace(signature, `${signature}${lines}\n`),
        cases: [call("a", ["one"])],
        trust: "candidate",
        limits: roomy,
      }),
    );
    expect(outcome).toMatchObject({ status: "observed", results: [{ observation: { value } }] });
  });
});
