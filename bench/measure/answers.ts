import { books, type LightTask } from "./shelf.ts";

/** A completion and the verdicts that it may be given. */
export interface Answer {
  readonly kind: string;
  readonly completion: string;
  readonly verdicts: readonly string[];
}

const resolved = ["resolved"];
const unresolved = ["unresolved"];

/** An answer that is right, unlike any other of another `number`. */
export function rightAnswer(task: LightTask, number: number): Answer {
  return {
    kind: "right",
    completion: withLine(definitionOf(task), `number = ${number}`),
    verdicts: resolved,
  };
}

/** An answer that is wrong in at least one case. */
export function wrongAnswer(task: LightTask, number: number): Answer {
  const text = definitionOf(task).replace(task.wrong[0], task.wrong[1]);
  return { kind: "wrong", completion: withLine(text, `number = ${number}`), verdicts: unresolved };
}

/** An answer that never comes to an end. */
export function loop(task: LightTask, number: number): Answer {
  return hostile(task, number, "loops", "while True: pass", unresolved);
}

/** An answer that takes more memory than it may. */
export function memoryBomb(task: LightTask, number: number): Answer {
  return hostile(task, number, "takes memory", "held = [bytearray(10 ** 8) for _ in range(100)]", unresolved);
}

/** What else an answer may try; `number` chooses. */
export function hostileAnswer(task: LightTask, number: number): Answer {
  const [kind, body, verdicts] = attacks[number % attacks.length] as (typeof attacks)[number];
  return hostile(task, number, kind, body, verdicts);
}

/** What takes a tenth of a second or more; `number` chooses. */
export function heavyAnswer(task: LightTask, number: number): Answer {
  const kind = number % (heavyAttacks.length + 2);
  if (kind === 0) return loop(task, number);
  if (kind === 1) return memoryBomb(task, number);
  const [name, body, verdicts] = heavyAttacks[kind - 2] as (typeof attacks)[number];
  return hostile(task, number, name, body, verdicts);
}

/** How many kinds of hostile answers there are beside those. */
export const hostileKinds = 21;

/** What it is, the lines that come before the right body, and the verdicts that this may have. */
const attacks: readonly (readonly [kind: string, lines: string, verdicts: readonly string[]])[] = [
  ["exits", "import os; os._exit(0)", unresolved],
  ["raises SystemExit", "raise SystemExit(0)", unresolved],
  ["kills itself", "import os; os.kill(os.getpid(), 9)", [...resolved, ...unresolved]],
  ["kills everybody", "import os\ntry:\n    os.kill(-1, 9)\nexcept OSError:\n    pass", resolved],
  [
    "kills its parent",
    "import os\ntry:\n    os.kill(os.getppid(), 9)\nexcept OSError:\n    pass",
    [...resolved, ...unresolved],
  ],
  [
    "traps what ends it",
    "import signal\nfor n in (1, 2, 13, 14, 15): signal.signal(n, signal.SIG_IGN)",
    resolved,
  ],
  [
    "leaves a daemon",
    "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        while True: pass\n    os._exit(0)",
    resolved,
  ],
  ["leaves a zombie", "import os\nif os.fork() == 0: os._exit(0)", resolved],
  ["closes descriptors", "import os; os.closerange(0, 4096)", unresolved],
  ["floods its output", "import os\nwhile True: os.write(3, b'x' * 65536)", unresolved],
  ["prints a lot", "import sys\nfor _ in range(100): sys.stdout.write('x' * 10000)", resolved],
  ["forges the end", "import os; os.write(3, b'\\x07\\x00\\x00\\x00\\x02{}'); os._exit(0)", unresolved],
  [
    "speaks as its parent",
    "import os, struct; os.write(3, struct.pack('<4sHHQQQ', b'DIOR', 1, 3, 1, 2, 0) + b'{}')",
    unresolved,
  ],
  [
    "recurses",
    "def deeper(n): return deeper(n + 1)\ntry:\n    deeper(0)\nexcept RecursionError: pass",
    resolved,
  ],
  [
    "leaves files",
    "import os\nfor place in ('/tmp', '/dev/shm', '/', '/repository', os.getcwd()):\n    try:\n        open(os.path.join(place, 'left'), 'w').write('x')\n    except OSError: pass",
    [...resolved, ...unresolved],
  ],
  [
    "looks for files",
    "import os\nfor place in ('/tmp', '/dev/shm', '/', '/repository'):\n    if os.path.exists(os.path.join(place, 'left')): raise OSError('found')",
    resolved,
  ],
  ["leaves shared memory", "import ctypes; ctypes.CDLL(None).shmget(4242, 4096, 0o1666)", resolved],
  [
    "looks for shared memory",
    "import ctypes\nif ctypes.CDLL(None).shmget(4242, 4096, 0o666) >= 0: raise OSError('found')",
    resolved,
  ],
  [
    "listens",
    "import socket\ntry:\n    server = socket.socket()\n    server.bind(('127.0.0.1', 4242))\n    server.listen()\nexcept OSError as error:\n    if error.errno == 98: raise",
    resolved,
  ],
  [
    "breaks its modules",
    "import json, re, builtins\njson.dumps = re.compile = None\nbuiltins.len = lambda _: 42",
    unresolved,
  ],
  [
    "patches the comparison",
    "class Any(str):\n    def __eq__(self, other): return True\n    __hash__ = str.__hash__\nreturn Any('x')",
    unresolved,
  ],
];

/** What takes longer, as the other list. */
const heavyAttacks: typeof attacks = [
  [
    "forks a few",
    "import os, signal\nfor _ in range(30):\n    try:\n        if os.fork() == 0:\n            while True: signal.pause()\n    except OSError: pass",
    [...resolved, ...unresolved],
  ],
  [
    "fills its folder",
    "import os\ntry:\n    with open('/tmp/full', 'wb') as file:\n        for _ in range(200): file.write(b'x' * 10 ** 6)\nexcept OSError: pass\nos.path.exists('/tmp/full') and os.remove('/tmp/full')",
    [...resolved, ...unresolved],
  ],
  ["says too much", "return ['%d' % n * 1000 for n in range(3000)]", unresolved],
];

function hostile(
  task: LightTask,
  number: number,
  kind: string,
  lines: string,
  verdicts: readonly string[],
): Answer {
  const completion = withLine(withLine(definitionOf(task), lines), `number = ${number}`);
  return { kind, completion, verdicts };
}

function definitionOf(task: LightTask): string {
  const start = books.indexOf(`def ${task.name}(`);
  const end = books.slice(start).search(/\n\n\n/);
  return books.slice(start, start + end + 1);
}

function withLine(definition: string, lines: string): string {
  return definition.replace(/:\n/, `:\n${lines.replaceAll(/^/gm, "    ")}\n`);
}
