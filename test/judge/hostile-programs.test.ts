import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { asHostPath, asSandboxPath } from "../../src/base/index.ts";
import type { EvaluationOutcome } from "../../src/judge/index.ts";
import type { SandboxName } from "../../src/sandbox/index.ts";
import { findBackendsUnderTest } from "../slow-suites.ts";
import { hostileNames, hostilePrograms, type HostileName } from "../conformance/hostile-programs.ts";
import { hostileVariables } from "../conformance/hostile-runs.ts";
import { createHost, mebibyte, type Host } from "../conformance/sandbox-host.ts";
import { call, harvest, harvestJob, plantOrchard, roomy, type Orchard } from "./orchard.ts";
import { traceMachine, traceParent } from "./parent-traces.ts";

/*
 * The hostile programs as bodies of candidates, below the warm parent of each backend: none gets further than in a sandbox of
 * its own, the parent lives, and what comes after finds nothing of it.
 */

const programs = fileURLToPath(new URL("../fixtures/programs/hostile", import.meta.url));

/** What no tier claims to stop. */
const exceptions: Readonly<Partial<Record<HostileName, string>>> = {
  "memory-in-files": "files that lie in no folder count with the whole sandbox, not with one candidate",
};

/** What the plain tier, where children have no namespaces of their own, does not claim to stop. */
const plainExceptions: typeof exceptions = {
  ...exceptions,
  "disk-filler": "folders lie on the machine's disk",
  "process-readers": "a parent reads names and command lines of all processes, and so do its children",
  "fork-bomb": "a child's processes count with its parent's: the worker is lost",
  zombies: "the same",
  ...(process.geteuid?.() === 0
    ? {}
    : { "changes-attributes": "Landlock does not confine the owner of a file" }),
};

/** How evaluations end whose candidate runs one of these. */
const ends: Partial<Record<HostileName, readonly EvaluationOutcome["status"][]>> = {
  // With signals kept inside, it ends itself alone.
  "kills-everybody": ["crashed", "observed", "out-of-memory"],
  zombies: ["observed"],
  "fork-bomb": ["timed-out", "crashed", "malformed"],
  "memory-bomb": ["out-of-memory"],
  "deep-recursion": ["crashed"],
  "output-flood": ["observed", "timed-out"],
  "sleeps-past-limit": ["timed-out"],
  "outruns-processor-limit": ["timed-out"],
};

for (const { name, nestsSandboxes } of await findBackendsUnderTest())
  describe(`hostile programs below a warm parent in ${name}`, () => testBelowParent(name, nestsSandboxes));

function testBelowParent(sandbox: SandboxName, nests: boolean): void {
  let host: Host;
  let bystander: ReturnType<Host["startBystander"]>;
  let orchard: Orchard;
  beforeAll(async () => {
    host = await createHost();
    bystander = host.startBystander();
    orchard = await plantOrchard({
      sandbox,
      mounts: [
        { from: asHostPath(programs), to: asSandboxPath("/programs"), access: "read" },
        { from: asHostPath(host.data), to: asSandboxPath("/data"), access: "read" },
      ],
      variables: {
        ...hostileVariables(host, { bystander: bystander.pid, readFolder: "/data", writeFolder: "." }),
        FILE_BYTES: String(64 * mebibyte),
        SCRATCH_BYTES: String(128 * mebibyte),
        PROGRAMS: "/programs",
      },
    });
  });
  afterAll(async () => {
    await orchard[Symbol.asyncDispose]();
    bystander.kill("SIGKILL");
    host.close();
  });

  const run = (...words: readonly string[]): Promise<EvaluationOutcome> => runAsCandidate(orchard, words);
  /** A parent without namespaces is gone after each candidate; one in a container is the engine's process. */
  const look = (): unknown => ({
    machine: traceMachine(),
    parent: nests && sandbox !== "docker" ? traceParent() : undefined,
  });
  const check = (name: HostileName, body: () => Promise<void>): void => {
    const excuse = (nests ? exceptions : plainExceptions)[name];
    const title = `${hostilePrograms[name].row}: ${name}`;
    if (excuse === undefined) it(`${title} is confined`, body);
    else it.skip(`${title} (not tried: ${excuse})`, body);
  };

  for (const name of hostileNames("probe")) {
    check(name, async () => expect(said(await run(name))).toBe("confined\n"));
  }
  for (const name of hostileNames("pair")) {
    check(name, async () => {
      const word = said(await run(name, "hold")).trim();
      if (word !== "confined") expect(said(await run(name, "reach", word))).toBe("confined\n");
    });
  }
  for (const name of [...hostileNames("alone"), ...hostileNames("watched")]) {
    check(name, async () => {
      const outcome = await run(name, "rest");
      expect(ends[name], JSON.stringify(outcome)).toContain(outcome.status);
      if (outcome.status === "observed") expect(said(outcome)).not.toContain("escaped");
    });
  }

  it.skipIf(process.geteuid?.() !== 0)("leaves nothing behind (needs root to look)", async () => {
    expect(said(await run("keyring"))).toBe("confined\n");
    const before = look();
    for (const name of hostileNames("lingers")) await run(name);
    for (const name of ["system-v-objects", "posix-memory", "posix-queues", "private-files"])
      await run(name, "hold");
    for (const name of ["memory-bomb", "deep-recursion", ...(nests ? ["kills-everybody", "zombies"] : [])])
      await run(name);
    expect(said(await run("keyring"))).toBe("confined\n");
    expect(look()).toEqual(before);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });
}

const signature = "def note(text):\n";
const body = [
  "import contextlib, io, os, runpy, sys",
  "folder = os.environ['PROGRAMS']",
  "sys.path.insert(0, folder)",
  "sys.argv = text.split(' ')",
  "said = io.StringIO()",
  "try:",
  "    with contextlib.redirect_stdout(said):",
  "        runpy.run_path(os.path.join(folder, sys.argv[0] + '.py'), run_name='__main__')",
  "except SystemExit:",
  "    pass",
  "return said.getvalue()",
].join("\n");

/** Evaluates a candidate that runs a program and returns what it prints. */
function runAsCandidate(
  { evaluator, editableTree }: Orchard,
  words: readonly string[],
): Promise<EvaluationOutcome> {
  return evaluator.evaluate(
    harvestJob(editableTree, {
      name: "note",
      header: "def note",
      text: harvest.replace(signature, `${signature}${body.replace(/^/gm, "    ")}\n`),
      cases: [call("a", [words.join(" ")])],
      trust: "candidate",
      limits: {
        ...roomy,
        memoryBytes: 256 * mebibyte,
        ...((words[0] ?? "") in ends && { caseCpuSeconds: 0.5 }),
      },
    }),
  );
}

/** What the program printed; the outcome as text where it printed nothing. */
function said(outcome: EvaluationOutcome): string {
  const observation = outcome.results[0]?.observation;
  return outcome.status === "observed" &&
    observation?.status === "returned" &&
    typeof observation.value === "string"
    ? observation.value
    : JSON.stringify(outcome);
}
