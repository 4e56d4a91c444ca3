import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { programName } from "../../src/cli/program-name.ts";
import {
  bytesOfTaskSet,
  PANTRY,
  runDiorama,
  startDiorama,
  writeRepository,
} from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

const missing = await whyNothingCanBeInstalled();

let folder: string;
let expected: Record<string, string>;
beforeAll(async () => {
  if (missing !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), "diorama-interruptions-"));
  writeRepository(join(folder, "pantry"), PANTRY);
  const whole = await runDiorama(folder, command("whole"));
  expect(whole.exitCode).toBe(0);
  expected = bytesOfTaskSet(join(folder, "whole"));
});
afterAll(() => {
  if (missing === undefined) rmSync(folder, { recursive: true, force: true });
});

function command(out: string): string[] {
  return ["build", "pantry", "--tier", "simple", "--out", out];
}

/** Stages in their order, each told by a line of progress or by what lies in the folder of the task set. */
const stages: readonly {
  readonly name: string;
  readonly isReached: (line: string, out: string) => boolean;
}[] = [
  ...[
    "acquiring",
    "reading what the repository declares",
    "building the repository in a sandbox",
    "installing what it needs",
    "importing the repository",
    "running the repository's tests 0",
    "observing calls",
    "proving targets 0",
  ].map((name) => ({ name, isReached: (line: string) => line.includes(name) })),
  {
    name: "writing a task",
    isReached: (_, out) => listOf(join(out, "tasks")).some((name) => name.endsWith(".partial")),
  },
  {
    name: "a task is written",
    isReached: (_, out) => textOf(join(out, "journal.jsonl")).includes('"outcome"'),
  },
  {
    name: "writing the manifest",
    isReached: (_, out) => listOf(out).some((name) => name.startsWith("task-set.json")),
  },
];

function listOf(path: string): string[] {
  return existsSync(path) ? readdirSync(path) : [];
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Runs the command until a stage is reached, then sends the signal. */
async function cutAt(
  stage: (typeof stages)[number],
  signal: "SIGINT" | "SIGKILL",
  out: string,
  cache: string,
): Promise<{
  readonly wasReached: boolean;
  readonly ended: Awaited<ReturnType<typeof runDiorama>>;
}> {
  const running = startDiorama(folder, command(out), { XDG_CACHE_HOME: cache });
  let wasReached = false;
  const look = (line: string): void => {
    if (wasReached || !stage.isReached(line, join(folder, out))) return;
    wasReached = true;
    running.process.kill(signal);
  };
  running.onLine(look);
  const timer = setInterval(() => look(""), 1);
  const ended = await running.ended;
  clearInterval(timer);
  return { wasReached, ended };
}

describe.skipIf(missing !== undefined)(
  `interrupted in every stage, one after the other (${missing ?? "installed"})`,
  () => {
    test.each(["SIGINT", "SIGKILL"] as const)("%s: the same bytes as without", async (signal) => {
      const out = signal.toLowerCase();
      const cache = join(folder, `cache-${out}`);
      const reached: string[] = [];
      for (const stage of stages) {
        const { wasReached, ended } = await cutAt(stage, signal, out, cache);
        if (!wasReached) continue;
        reached.push(stage.name);
        if (signal === "SIGKILL" || ended.signal !== null || ended.exitCode === 0) continue;
        const program = programName({ directory: folder, searchPath: process.env["PATH"] ?? "" });
        expect(ended.exitCode).toBe(130);
        expect(ended.lines.at(-1)).toBe(`Interrupted. To go on, type: ${program} ${command(out).join(" ")}`);
      }
      // The last stages are over in a moment and may be missed; all others must have been met.
      expect(reached.slice(0, 9)).toEqual(stages.slice(0, 9).map(({ name }) => name));
      const last = await runDiorama(folder, command(out), { XDG_CACHE_HOME: cache });
      expect(last.exitCode).toBe(0);
      expect(bytesOfTaskSet(join(folder, out))).toEqual(expected);
    });
  },
);
