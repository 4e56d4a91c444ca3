import { runBodiesTogether } from "../../src/proof/bodies.ts";
import { runBody } from "../../src/proof/index.ts";
import { shown, type RawRows } from "../measure/figures.ts";
import { diffOf, type OpenedTask } from "./opened-task.ts";
import type { ForeignMutant, MutationTool } from "./tools.ts";

/**
 * What becomes of a mutant of another tool over all cases of a task: it fails one; it passes all, and differs in messages of exceptions at most
 * where that was seen; or it is no mutant at all, for it has the reference's byte code or is no valid program.
 */
type Fate = "killed" | "survived" | "in_messages" | "same_code" | "not_built";

/** Of the mutants of some tasks, how many met which fate. */
export type Fates = Readonly<Record<Fate, number>>;

/** None met any. */
export const NO_FATES: Fates = { killed: 0, survived: 0, in_messages: 0, same_code: 0, not_built: 0 };

/** The fates of two groups of mutants together. */
export function addFates(one: Fates, other: Fates): Fates {
  const { killed, survived, in_messages: inMessages, same_code: sameCode, not_built: notBuilt } = other;
  return {
    killed: one.killed + killed,
    survived: one.survived + survived,
    in_messages: one.in_messages + inMessages,
    same_code: one.same_code + sameCode,
    not_built: one.not_built + notBuilt,
  };
}

/** A line about some mutants: those that survive are counted among those that could be told from the reference. */
export function describeFates(fates: Fates): string {
  const { killed, survived, in_messages: inMessages, same_code: sameCode, not_built: notBuilt } = fates;
  const judged = killed + survived + inMessages;
  const share = (100 * (survived + inMessages)) / Math.max(1, judged);
  return `${survived + inMessages} of ${judged} survive (${shown(share, 1)} %; ${inMessages} of them differ in messages alone); apart: ${sameCode} with the reference's byte code, ${notBuilt} that are no programs`;
}

/** Judges a tool's mutants of a task by all its cases; prints those that pass. */
export async function judgeForeign(opened: OpenedTask, tool: MutationTool, raw: RawRows): Promise<Fates> {
  const { proofTarget, suite, expected, task } = opened;
  const foreign = tool.mutantsOf(proofTarget);
  const variants = foreign.map(({ key, completion }) => ({ id: key, kind: tool.name, completion }));
  const verdicts = await runBodiesTogether(proofTarget, variants, suite, expected, true);
  let fates = NO_FATES;
  for (const [index, mutant] of foreign.entries()) {
    const { verdict, reason } = verdicts[index] ?? {};
    const fate = verdict === "resolved" ? await settleSurvivor(opened, mutant) : fateOf(reason);
    fates = addFates(fates, { ...NO_FATES, [fate]: 1 });
    const isTold = fate === "killed" || fate === "not_built" || fate === "same_code";
    const diff = isTold ? "" : diffOf(proofTarget, mutant.completion);
    raw.add({ tool: tool.name, task: task.record.id, key: mutant.key, fate, diff });
    if (!isTold)
      console.log(
        `${fate === "survived" ? "survives" : "survives, told by messages"}: ${mutant.key}\n${diff}`,
      );
  }
  return fates;
}

/** A mutant that passed beside others is run once more by itself. */
async function settleSurvivor(opened: OpenedTask, { completion }: ForeignMutant): Promise<Fate> {
  const { proofTarget, suite, expected, codeDigest: original } = opened;
  const { verdict, codeDigest, passedOver } = await runBody(proofTarget, completion, suite, expected);
  if (codeDigest !== undefined && codeDigest === original) return "same_code";
  if (verdict !== "resolved") return "killed";
  return passedOver.length > 0 ? "in_messages" : "survived";
}

function fateOf(reason: string | null | undefined): Fate {
  const isBuilt = reason !== "not_built" && reason !== "not_parsable" && reason !== "wrong_definition";
  return isBuilt ? "killed" : "not_built";
}
