import type { Variant } from "../languages/index.ts";
import { isCounted, isKilled, type MutantEvidence } from "../spec/index.ts";
import { asVariant, findEdit, type ChosenMutants } from "./given-mutants.ts";
import { lineOfEdit, type RaisingLines } from "./raising-lines.ts";
import { runOverBoth } from "./mutant-runs.ts";
import type { StableSuite } from "./stabilise-suite.ts";
import type { BodyRun, BothRuns, ProofTarget } from "./proof-target.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** A mutant of the reference while its fate is open. */
export interface Mutant {
  readonly variant: Variant;
  status: MutantEvidence["status"] | "open";
  detail?: string | undefined;
  codeDigest?: string | undefined;
}

/** Mutants of a target: those that a task is scored by, or others. Those whose difference no comparison under `policy` can see have their status at once, with their rule. */
export function createMutants(
  target: Pick<ProofTarget, "language" | "originalText" | "definition"> &
    Partial<Pick<ProofTarget, "policy">>,
  chosen?: ChosenMutants,
): Mutant[] {
  if (chosen !== undefined && "given" in chosen)
    return chosen.given.map((mutant) => ({ variant: asVariant(mutant), status: "open" }));
  const { language, originalText, definition, policy } = target;
  return language.variants
    .mutants(originalText, definition, { sees: policy?.output ?? [], ...chosen })
    .map((variant) =>
      variant.unobservable === undefined
        ? { variant, status: "open" }
        : { variant, status: "unobservable", detail: variant.unobservable },
    );
}

/** Mutants that the score counts, in order. */
export function countedMutants(mutants: readonly Mutant[]): readonly Mutant[] {
  return mutants.filter(({ status }) => status === "open" || isCounted(status));
}

/**
 * Gives a mutant its status after it was run: equal byte code excludes it (`equivalent_bytecode`, or `duplicate` of an earlier one),
 * otherwise it is killed, timed out, or stays open.
 */
export function classifyMutant(
  mutant: Mutant,
  run: BodyRun,
  referenceDigest: string | undefined,
  seen: Map<string, string>,
): void {
  mutant.codeDigest = run.codeDigest;
  if (run.codeDigest !== undefined && run.codeDigest === referenceDigest) {
    mutant.status = "equivalent_bytecode";
    return;
  }
  const twin = run.codeDigest === undefined ? undefined : seen.get(run.codeDigest);
  if (twin !== undefined && twin !== mutant.variant.id) {
    mutant.status = "duplicate";
    mutant.detail = twin;
    return;
  }
  if (run.codeDigest !== undefined) seen.set(run.codeDigest, mutant.variant.id);
  if (run.verdict !== "unresolved") return;
  mutant.status = run.reason === "timed_out" ? "timed_out" : isUnbuilt(run.reason) ? "not_built" : "killed";
  mutant.detail = run.failedCases[0] ?? run.reason;
}

/** What became of all mutants of a target. */
export interface ProvenMutants {
  readonly mutants: readonly MutantEvidence[];
  /** The same as variants, in the same order. */
  readonly variants: readonly Variant[];
  /** Ids of those that an example tells from the reference. */
  readonly toldByExamples: ReadonlySet<string>;
  /** Ids of those that a hidden case tells from it. */
  readonly toldByHidden: ReadonlySet<string>;
}

/** The status of a mutant that the examples alone tell from the reference: a candidate must pass them too. */
const KILLED_BY_EXAMPLES = { status: "killed", detail: "visible examples" } as const;

/**
 * Runs every counted mutant over the final suite and over the examples and says what became of each, from nothing: earlier findings
 * decide only which mutants are left out.
 */
export async function proveMutants(stable: StableSuite, chosen?: ChosenMutants): Promise<ProvenMutants> {
  const { limited: target, codeDigest: referenceDigest, raisingLines } = stable;
  const mutants = createMutants(target, chosen);
  const open = mutants.filter(({ status }) => status === "open");
  const runs = await runOverBoth(
    stable,
    open.map(({ variant }) => variant),
  );
  const seen = new Map<string, string>();
  const toldByExamples = new Set<string>();
  const toldByHidden = new Set<string>();
  open.forEach((mutant, index) => {
    const { graded: run, isKilledByExamples } = runs[index] as BothRuns;
    if (isKilledByExamples) toldByExamples.add(mutant.variant.id);
    classifyMutant(mutant, run, referenceDigest, seen);
    if (isKilled(mutant.status)) toldByHidden.add(mutant.variant.id);
    if (mutant.status === "open" && isKilledByExamples) Object.assign(mutant, KILLED_BY_EXAMPLES);
    const isSeenInMessagesOnly = mutant.status === "open" && run.passedOver.length > 0;
    if (isSeenInMessagesOnly && mayShowInMessagesOnly(target, mutant, raisingLines))
      Object.assign(mutant, MESSAGE_ONLY);
  });
  return {
    mutants: mutants.map((mutant) => describeMutant(target, mutant)),
    variants: mutants.map(({ variant }) => variant),
    toldByExamples,
    toldByHidden,
  };
}

/** The status of a mutant that was seen to change nothing but the messages of exceptions, which the policy passes over. */
const MESSAGE_ONLY = { status: "unobservable", detail: "exception_message" } as const;

/** True for mutants of texts, and of lines that ran only where an exception came of it: no other input would show more of them. */
export function mayShowInMessagesOnly(
  target: ProofTarget,
  { variant }: Mutant,
  raisingLines: RaisingLines,
): boolean {
  if (variant.changesText === true) return true;
  const line = lineOfEdit(target, variant);
  return line !== undefined && raisingLines.has(line);
}

/** True for reasons that say that a body is no code of the target's kind. */
export function isUnbuilt(reason: string | undefined): boolean {
  return (
    reason === "not_built" ||
    reason === "not_parsable" ||
    reason === "wrong_definition" ||
    reason === "redefines"
  );
}

/** A mutant as evidence has it: what is still open survived. */
export function describeMutant(
  target: Pick<ProofTarget, "language" | "originalText" | "definition">,
  { variant, status, detail }: Mutant,
): MutantEvidence {
  const final = status === "open" ? "survived" : status;
  const edit = findEdit(target, variant);
  const evidence: MutantEvidence = {
    id: variant.id,
    operator: variant.kind,
    ...edit,
    status: final,
    ...(detail === undefined ? {} : { detail }),
  };
  return final === "survived" ? { ...evidence, diff: diffOf(target, edit) } : evidence;
}

/** The unified diff of an edit of the definition, in lines of its file. */
export function diffOf(
  { originalText, definition }: Pick<ProofTarget, "originalText" | "definition">,
  edit: Required<Variant>["edit"],
): string {
  const { start, end } = definition.spans.whole;
  const reference = Buffer.from(originalText).subarray(start, end);
  const mutated = Buffer.concat([
    reference.subarray(0, edit.start),
    Buffer.from(edit.replacement),
    reference.subarray(edit.end),
  ]);
  return unifiedDiff(reference.toString(), mutated.toString(), definition.path, definition.lines.start);
}
