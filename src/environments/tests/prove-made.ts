import { writeFileSync } from "node:fs";

import { z } from "zod";

import { joinPath } from "../../base/index.ts";
import type { CallRecorder } from "../build-system.ts";
import { readForeignText } from "../foreign-text.ts";
import { runInTree, type TreeSetup } from "../run-in-tree.ts";

/** A recorded call: its target, and what the recorder wrote. */
interface NotedCall {
  readonly target: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Of one target so many recorded calls are looked at. */
const MOST_CALLS = 64;
const MAX_PROOF_BYTES = 512 * 2 ** 20;

const proof = z.object({ index: z.int().nonnegative(), as_made: z.record(z.string(), z.unknown()) });

/**
 * Recorded calls with `as_made` where building that was seen to give the same inputs, and without where it was not. A call whose state cannot be
 * written has as its recipe how its inputs are made, if that is proven; else it stays refused. Runs code of the repository, in a sandbox.
 */
export async function proveMade<Call extends NotedCall>(
  setup: TreeSetup,
  calls: readonly Call[],
  recorder: CallRecorder,
): Promise<readonly Call[]> {
  const seen = new Map<string, number>();
  const lines = calls.flatMap(({ target, fields }, index) => {
    const { module, recipe, as_made: made, looks } = fields;
    if (made === undefined && !JSON.stringify(recipe ?? null).includes('{"object":{')) return [];
    const count = (seen.get(target) ?? 0) + 1;
    seen.set(target, count);
    return count > MOST_CALLS ? [] : [JSON.stringify({ index, module, recipe, as_made: made, looks })];
  });
  const proven =
    lines.length === 0 ? new Map<number, unknown>() : await runProof(setup, lines, calls, recorder);
  return calls.map((call, index) => {
    const { as_made: _, looks: _looks, refused, ...rest } = call.fields;
    const made = proven.get(index);
    const isAlone = rest["recipe"] === undefined;
    if (made === undefined) return { ...call, fields: refused === undefined ? rest : { ...rest, refused } };
    return { ...call, fields: isAlone ? { ...rest, recipe: made } : { ...rest, as_made: made } };
  });
}

async function runProof(
  setup: TreeSetup,
  lines: readonly string[],
  calls: readonly NotedCall[],
  recorder: CallRecorder,
): Promise<ReadonlyMap<number, unknown>> {
  const report = setup.staging.folder("report-made");
  const modules = new Set(
    calls.flatMap(({ fields: { module } }) => (typeof module === "string" ? [module] : [])),
  );
  writeFileSync(joinPath(report, "noted.jsonl"), `${lines.join("\n")}\n`);
  await runInTree(setup, {
    name: "made",
    seed: 0,
    timeoutMs: setup.limits.runSeconds * 1000,
    workerNumber: 0,
    report,
    command(call) {
      const configuration = {
        input: `${call.report}/noted.jsonl`,
        output: `${call.report}/proven.jsonl`,
        modules: [...modules].toSorted(),
      };
      writeFileSync(joinPath(report, "proof.json"), JSON.stringify(configuration));
      return recorder.proveMade(call, `${call.report}/proof.json`);
    },
  });
  const text = readForeignText(joinPath(report, "proven.jsonl"), MAX_PROOF_BYTES);
  return new Map(
    text.split("\n").flatMap((line): [number, unknown][] => {
      const { data } = proof.safeParse(parse(line));
      return data === undefined ? [] : [[data.index, data.as_made]];
    }),
  );
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
