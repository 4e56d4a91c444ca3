import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { z } from "zod";

import { asHostPath, readJsonLines, silentLogger, silentProgress } from "../../src/base/index.ts";
import { askedAgain, readLock } from "../../src/cli/kept-environment.ts";
import { buildTaskSet, DEFAULT_CAPS, NOTHING_ASKED } from "../../src/curation/index.ts";
import { openModel, type Model, type ModelFailure } from "../../src/models/index.ts";
import { DEFAULT_WRITING } from "../../src/pipelines/index.ts";
import { DEFAULT_THRESHOLDS } from "../../src/proof/index.ts";
import { recordedReply, type RecordedReply } from "../../src/spec/index.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "test", "recordings");
const obstacle = await whyNothingCanBeInstalled();

const recording = z.object({
  source: z.string(),
  targets: z.array(z.string()),
  pipeline: z.enum(["r2e", "repost"]),
});
const recordings = z
  .record(z.string(), recording)
  .parse(JSON.parse(readFileSync(join(folder, "recordings.json"), "utf8")));
/** The one that takes least; `npm run replay` builds all. */
const BUILT = "inflection";

describe.skipIf(obstacle !== undefined)(`recorded replies (${obstacle ?? "installed"})`, () => {
  test("build a set from its first prompt to its proven tasks, the same each time", () => {
    const words = [join(root, "scripts", "replay.mjs"), BUILT];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("5 targets, 5 with valid tests");
    expect(stdout).toContain("0 without a reply; the same bytes");
  });

  for (const name of Object.keys(recordings).filter((each) => each !== BUILT))
    test(`of ${name} are to the prompts that are asked today, up to the first code of each target`, async () => {
      const { source, targets, pipeline } = recording.parse(recordings[name]);
      const file = asHostPath(join(folder, pipeline, `${name}.jsonl`));
      const kept = readLock(join(folder, "locks", `${name}.json`));
      const reached = { timeoutMs: 60_000, proxyVariables: {}, logger: silentLogger };
      const model = withoutCode(await openModel(`replay:${file}`, reached));
      const out = mkdtempSync(join(tmpdir(), "diorama-recordings-"));
      const writing = {
        ...DEFAULT_WRITING,
        model,
        reached,
        adversaries: 0,
        reimplementations: 0,
        edgeCases: false,
        sandboxed: pipeline === "repost",
        cacheDirectory: undefined,
      };
      try {
        await buildTaskSet(
          {
            sources: [source],
            kinds: ["function"],
            tier: "simple",
            out: join(out, "set"),
            seed: 0,
            workers: 2,
            sandbox: "auto",
            thresholds: DEFAULT_THRESHOLDS,
            targets,
            filters: [],
            withoutFilters: [],
            licences: ["permissive"],
            caps: DEFAULT_CAPS,
            asked: askedAgain(NOTHING_ASKED, kept),
            recipe: kept.recipe,
            writing,
          },
          { logger: silentLogger, progress: silentProgress, signal: undefined },
        );
      } finally {
        rmSync(out, { recursive: true, force: true });
      }
      const replies = readJsonLines(file).map((record) => recordedReply.parse(record));
      expect(model.missed).toEqual([]);
      expect(model.asked.toSorted()).toEqual(upToCode(replies).toSorted());
    });
});

const hasCode = (text: string): boolean => text.includes("```");

/** A model that keeps back answers with code, which would be run: what is asked is asked, and nothing is proven. */
function withoutCode(model: Model): Model & { readonly asked: string[]; readonly missed: string[] } {
  const [asked, missed]: [string[], string[]] = [[], []];
  const failure: ModelFailure = { code: "not-recorded", message: "Kept back.", repeat: "later" };
  return {
    ...model,
    asked,
    missed,
    async ask(request, signal) {
      const outcome = await model.ask(request, signal);
      if (outcome.status === "failed") missed.push(outcome.failure.message);
      else asked.push(request.label);
      const isKept = outcome.status === "failed" || !hasCode(outcome.reply.text);
      return isKept ? outcome : { status: "failed", failure };
    },
  };
}

/** What is asked for of each target before code comes back, by the labels of its answers: `WHAT, WHICH VERSION`. */
function upToCode(replies: readonly RecordedReply[]): readonly string[] {
  const byTarget = Map.groupBy(replies, ({ label }) => label.split(",")[0]);
  return [...byTarget.values()].flatMap((own) => {
    const first = own.findIndex(({ text }) => hasCode(text));
    return own.slice(0, first === -1 ? own.length : first + 1).map(({ label }) => label);
  });
}
