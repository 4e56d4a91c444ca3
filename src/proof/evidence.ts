import { outcomeKey, type Coverage } from "../judge/index.ts";
import type { Language } from "../languages/index.ts";
import {
  PROOF_VERSION,
  summariseMutation,
  type EvidenceRecord,
  type EvidenceSummary,
} from "../spec/index.ts";
import type { BodyVerdict } from "./bodies.ts";
import type { Determinacy } from "./determinacy.ts";
import type { ProvenMistakes } from "./mistakes.ts";
import type { ProvenMutants } from "./mutation.ts";
import type { StableSuite } from "./stabilise-suite.ts";
import type { Bodies } from "./tried-bodies.ts";

/** Everything that a proof found out of a target that may be a task. */
export interface Findings {
  readonly stable: StableSuite;
  readonly bodies: Bodies;
  readonly proven: ProvenMutants;
  /** Undefined where the language has no catalogue of them. */
  readonly mistakes: ProvenMistakes | undefined;
  readonly determinacy: Determinacy;
  readonly unstated: readonly string[];
  /** Places that were searched for the answer: it is in none of them. */
  readonly searched: readonly string[];
}

/** The record of a proof's findings, without what differs from one run to the next. */
export function writeEvidence(findings: Findings): EvidenceRecord {
  const { stable, bodies, proven, mistakes, determinacy } = findings;
  const { branchArcs, lines } = stable.coverage;
  return {
    format: "evidence/1",
    summary: summarise(findings),
    mutants: [...proven.mutants],
    ...describeMistakes(mistakes),
    arcs: { possible: copyArcs(branchArcs.possible), executed: copyArcs(branchArcs.executed) },
    lines: { possible: [...lines.possible], executed: [...lines.executed] },
    ...describeBodies(bodies),
    leaks: [],
    undetermined: [...determinacy.undetermined],
    dropped_cases: stable.dropped.map(({ reason, detail }) => ({ reason, detail })),
  };
}

/** What became of mistakes, as evidence has it; nothing where none were judged. */
export function describeMistakes(mistakes: ProvenMistakes | undefined): Pick<EvidenceRecord, "mistakes"> {
  if (mistakes === undefined) return {};
  const { survived: _, ...counts } = mistakes.counts;
  return { mistakes: { ...counts, survivors: [...mistakes.survivors], untold: [...mistakes.untold] } };
}

/** What became of every body, without what differs from one run to the next. */
export function describeBodies({
  trivial,
  rewrites,
  cheats,
  shortcuts,
}: Bodies): Pick<EvidenceRecord, keyof Bodies> {
  return {
    trivial: trivial.map(({ name, verdict, reason }) => ({ name, verdict, reason })),
    rewrites: rewrites.map(({ kind, name, verdict, reason }) => ({ kind, name, verdict, reason })),
    // Whether an attack on the judge ends as a crash, a torn frame or a time-out is a matter of moments: the verdict is not.
    cheats: cheats.map(({ name, verdict }) => ({ name, verdict, reason: null })),
    // The same holds where a shortcut comes back to the candidate without end.
    shortcuts: shortcuts.map(({ name, verdict }) => ({ name, verdict, reason: null })),
  };
}

function summarise({
  stable,
  bodies,
  proven,
  mistakes,
  determinacy,
  unstated,
  searched,
}: Findings): EvidenceSummary {
  const { parents, dropped, coverage, shownCoverage, unshownKinds } = stable;
  const { trivial, rewrites, cheats, shortcuts } = bodies;
  return {
    proof_version: PROOF_VERSION,
    level: "verified",
    stability: { parents, dropped_cases: dropped.length },
    trivial: countResolved(trivial),
    rewrites: summariseRewrites(stable.limited.language, rewrites),
    mutation: summariseMutation(
      proven.mutants.map(({ status }) => status),
      proven.toldByHidden.size,
    ),
    ...(mistakes === undefined ? {} : { mistakes: mistakes.counts }),
    coverage: summariseCoverage(coverage),
    cheats: { ...countResolved(cheats), names: cheats.map(({ name }) => name) },
    shortcuts: { ...countResolved(shortcuts), names: shortcuts.map(({ name }) => name) },
    leaks: { searched: [...searched], found: 0 },
    determinacy: {
      ...determinacy.summary,
      unshown_arcs: countUnshown(coverage, shownCoverage),
      unshown_kinds: unshownKinds.length,
    },
    constants: { needed: determinacy.constants.length, stated: unstated.length },
    distinct_outcomes: countOutcomes(stable),
  };
}

/** How many of some bodies were tried and resolved. */
export function countResolved(list: readonly BodyVerdict[]): { tried: number; resolved: number } {
  return { tried: list.length, resolved: list.filter(({ verdict }) => verdict === "resolved").length };
}

/** Which kinds of rewrite were tried, and how many passed. */
export function summariseRewrites(
  { variants: { rewriteKinds } }: Language,
  rewrites: readonly BodyVerdict[],
): EvidenceSummary["rewrites"] {
  const tried = new Set(rewrites.map(({ kind }) => kind));
  return {
    ...countResolved(rewrites),
    kinds: [...tried].toSorted(),
    without_occasion: rewriteKinds.filter((kind) => !tried.has(kind)).toSorted(),
    combined: rewrites.filter(({ kind }) => !rewriteKinds.includes(kind)).length,
  };
}

function summariseCoverage({ branch, line, branchArcs, lines }: Coverage): EvidenceSummary["coverage"] {
  return {
    branch,
    line,
    arcs_possible: branchArcs.possible.length,
    arcs_executed: branchArcs.executed.length,
    lines_possible: lines.possible.length,
    lines_executed: lines.executed.length,
  };
}

function countUnshown(graded: Coverage, shown: Coverage): number {
  const known = new Set(shown.branchArcs.executed.map((arc) => arc.join()));
  return graded.branchArcs.executed.filter((arc) => !known.has(arc.join())).length;
}

function countOutcomes({ limited, cases, expected }: StableSuite): number {
  const keys = cases.flatMap(({ id }) => {
    const observation = expected[id];
    return observation === undefined ? [] : [outcomeKey(observation, limited)];
  });
  return new Set(keys).size;
}

function copyArcs(arcs: Coverage["branchArcs"]["possible"]): [number, number][] {
  return arcs.map(([from, to]) => [from, to]);
}
