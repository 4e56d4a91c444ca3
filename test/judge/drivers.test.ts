import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { asHostPath, asSandboxPath, joinPath } from "../../src/base/index.ts";
import type { Driver } from "../../src/languages/index.ts";
import { pythonDriver } from "../../src/languages/python/driver.ts";
import { interpreterMounts, systemMounts } from "../../src/sandbox/index.ts";
import { describeDriver, type DriverUnderTest } from "../conformance/driver.ts";
import { findBackendsUnderTest } from "../slow-suites.ts";
import { findPython, harvestJob, plantOrchard, call } from "./orchard.ts";

const python = findPython();

const ofPython: DriverUnderTest = {
  driver: pythonDriver,
  runtime: runtimeOf(python, [python]),
  path: "shares.py",
  module: "shares",
  lines: 2,
  exception: "builtins:ZeroDivisionError",
  memoryBytes: 2 ** 28,
  texts: {
    shares: "def share(n):\n    return 12 // n\n",
    sharesMore: "def share(n):\n    return 24 // n\n",
    neverEnds: "def share(n):\n    while n: pass\n",
    makesNoise: "def share(n):\n    __import__('os').write(3, b'a candidate\\'s own words')\n",
    hasBadSyntax: "def share(n)\n    return 12\n",
    lacksIt: "def split(n):\n    return 12 // n\n",
  },
};

/** Written from docs/protocol.md alone, in another language than the judge's guests. */
const ofTally = (nestsSandboxes: boolean): DriverUnderTest => ({
  driver: {
    programs: asHostPath(fileURLToPath(new URL("../fixtures/judge/tally", import.meta.url))),
    parentCommand: ({ interpreter, programs }) => [
      python,
      "-B",
      joinPath(programs, "diorama_starting.py"),
      interpreter,
      joinPath(programs, "tally.mjs"),
    ],
    variables: ({ timeZone, locale }) => ({ TZ: timeZone, LC_ALL: locale }),
    loads: () => [],
    isCompiled: () => false,
  },
  runtime: nestsSandboxes ? nodeElsewhere() : runtimeOf(process.execPath, [python, process.execPath]),
  path: "shares.tally",
  module: "shares",
  lines: 1,
  exception: "tally:RangeError",
  // Address space, which is what is bounded; Node reserves much of it.
  memoryBytes: 2 ** 40,
  texts: {
    shares: "share n = 12 n /\n",
    sharesMore: "share n = 24 n /\n",
    neverEnds: "share n = forever\n",
    makesNoise: "share n = noise\n",
    hasBadSyntax: "share n 12\n",
    lacksIt: "split n = 12 n /\n",
  },
});

for (const backend of await findBackendsUnderTest()) {
  for (const nestsSandboxes of backend.nestsSandboxes ? [true, false] : [false]) {
    describeDriver("Python", ofPython, { ...backend, nestsSandboxes });
    describeDriver("Tally", ofTally(nestsSandboxes), { ...backend, nestsSandboxes });
  }
}

describe("a driver of another version", () => {
  const [ready, versionThree] = [1, 3];
  const answer = Buffer.alloc(32);
  answer.write("DIOR");
  answer.writeUInt16LE(versionThree, 4);
  answer.writeUInt16LE(ready, 6);
  const start = async (driver: Partial<Driver>): Promise<void> => {
    await using orchard = await plantOrchard({ driver: { ...pythonDriver, ...driver } });
    const about = { name: "ripe", header: "def ripe", cases: [call("a", [[], 1])] };
    await orchard.evaluator.evaluateCold(harvestJob(orchard.editableTree, about));
  };

  test("is refused by what its first word says", async () => {
    const program = `import os, time; os.write(1, bytes.fromhex("${answer.toString("hex")}")); time.sleep(60)`;
    await expect(start({ parentCommand: () => [python, "-c", program] })).rejects.toMatchObject({
      code: "judge-start-failed",
      message: expect.stringContaining(
        "it speaks version 3 of the judge's protocol, this program version 2",
      ) as unknown,
    });
  });

  test("is refused by its own end, where it is a program that is started for each job", async () => {
    const command: Driver["parentCommand"] = ({ programs }) => [
      python,
      "-B",
      join(programs, "diorama_starting.py"),
      "/bin/false",
    ];
    await expect(start({ parentCommand: command })).rejects.toMatchObject({
      code: "judge-start-failed",
      message: expect.stringContaining("the driver does not speak version 2 of the protocol") as unknown,
    });
  });
});

/** Where children have folders of their own, these cover a checkout below `/tmp`. */
function nodeElsewhere(): DriverUnderTest["runtime"] {
  const { mounts, ...runtime } = runtimeOf("/tally/bin/node", [python]);
  const from = asHostPath(dirname(realpathSync(process.execPath)));
  return { ...runtime, mounts: [...mounts, { from, to: asSandboxPath("/tally/bin"), access: "read" }] };
}

function runtimeOf(interpreter: string, needed: readonly string[]): DriverUnderTest["runtime"] {
  return {
    mounts: [...systemMounts(), ...needed.flatMap(interpreterMounts)],
    interpreter: asSandboxPath(interpreter),
    variables: { PATH: "/usr/bin:/bin" },
    digest: `test:${interpreter}`,
  };
}
