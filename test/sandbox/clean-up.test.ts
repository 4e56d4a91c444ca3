import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { findCgroupSupport } from "../../src/sandbox/cgroups.ts";
import { findBackendsUnderTest } from "../slow-suites.ts";
import { untilNone } from "../patience.ts";

const program = fileURLToPath(new URL("../fixtures/programs/ends-with-live-sandbox.ts", import.meta.url));

let seconds = 3_000 + (process.pid % 1_000) * 40;

for (const { name } of await findBackendsUnderTest()) {
  test(`${name}: a process that ends leaves no process, folder or control group behind`, async () => {
    const mark = String(seconds++);
    const processId = await endOf(name, "exit", mark, "start");
    expect(await untilNone(() => sleepers(mark))).toEqual([]);
    expect(foldersOf(processId)).toEqual([]);
    expect(groupsOf(processId)).toEqual([]);
  });

  for (const manner of ["start", "nest", "run"] as const) {
    test(`${name}: a process that is killed takes what runs in its sandboxes with it (${manner})`, async () => {
      const mark = String(seconds++);
      await endOf(name, "kill", mark, manner);
      expect(await untilNone(() => sleepers(mark))).toEqual([]);
    });
  }

  test(`${name}: nor do sandboxes survive that are only half made when their owner is killed`, async () => {
    const mark = String(seconds++);
    await endOf(name, "kill-half-made", mark, "start");
    // Those that had just begun may come up yet; one that is there to stay stays longer than this.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await untilNone(() => sleepers(mark))).toEqual([]);
    expect(await untilNone(() => chainsOf(mark))).toEqual([]);
  });
}

function endOf(
  name: string,
  way: "exit" | "kill" | "kill-half-made",
  mark: string,
  manner: string,
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, name, way, mark, manner], { stdio: "ignore" });
    child.once("exit", () => resolve(child.pid ?? 0));
  });
}

/** Programs of a chain that still name a mark: what would start the command yet. */
function chainsOf(mark: string): string[] {
  return readdirSync("/proc").filter((name) => commandLine(name).includes(`sleep ${mark}`));
}

/** Processes with the mark. */
function sleepers(mark: string): string[] {
  return readdirSync("/proc").filter((name) => commandLine(name) === `sleep\0${mark}\0`);
}

function commandLine(name: string): string {
  try {
    return /^\d+$/.test(name) ? readFileSync(`/proc/${name}/cmdline`, "utf8") : "";
  } catch {
    return "";
  }
}

function foldersOf(processId: number): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`diorama-sandbox-${processId}-`));
}

function groupsOf(processId: number): string[] {
  const support = findCgroupSupport();
  const parents =
    support.kind === "v1" ? [support.memory, support.pids] : support.kind === "v2" ? [support.parent] : [];
  return parents
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((path) => path.includes(`diorama-${processId}-`));
}
