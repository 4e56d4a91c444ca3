import { z } from "zod";

import { caseRecipe } from "./recipe.ts";

/** Raised whenever a proof is added or its meaning changes. */
export const PROOF_VERSION = 14;

/** Why a target did not become a task. Closed list. */
export const rejectionReason = z.enum([
  "import_failed",
  "no_input",
  "no_tests",
  "reference_fails",
  "unstable",
  "order_dependent",
  "too_slow",
  "trivial",
  "no_mutants",
  "weak_mutation_score",
  "weak_coverage",
  "mistakes_survive",
  "rewrite_rejected",
  "cheat_resolved",
  "answer_reachable",
  "not_maskable",
  "tier",
  "duplicate",
  "shortcut_resolved",
  "indeterminate",
  "unstated_constant",
  "licence",
  "twin",
  "cluster",
  "cap",
  "needs_packages",
  "unreadable_row",
  "needs_repository",
  "not_found",
  "code_differs",
  "not_sandboxed",
  "infrastructure",
]);
export type RejectionReason = z.infer<typeof rejectionReason>;

/** How a mutant of the reference fared against the suite. */
export const mutantStatus = z.enum([
  "killed",
  "timed_out",
  "survived",
  "duplicate",
  "equivalent_bytecode",
  "unobservable",
  "not_built",
]);

/** One mutant: the edit relative to the reference definition's text, in bytes. */
export const mutantEvidence = z.object({
  id: z.string(),
  operator: z.string(),
  start: z.int(),
  end: z.int(),
  replacement: z.string(),
  status: mutantStatus,
  /** For `killed`: the first case that showed a difference, or `visible examples`. For `unobservable`: the rule. For `duplicate`: of which id. */
  detail: z.string().optional(),
  /** Unified diff, for survivors. */
  diff: z.string().optional(),
});
export type MutantEvidence = z.infer<typeof mutantEvidence>;

/** What became of the mistakes that were made of the reference: all of the catalogue, one or two at a time. */
export const mistakeCounts = z.object({
  /** Those that some input inside the contract tells from the reference: `told` and `survived`. */
  tried: z.int(),
  /** By a case, hidden or shown. */
  told: z.int(),
  /** By an input that was found for it, and by no case. */
  survived: z.int(),
  /** Equal byte code, or no input is known that tells them. */
  equivalent: z.int(),
  /** Not built, or with the byte code of another mistake. */
  left_out: z.int(),
});
export type MistakeCounts = z.infer<typeof mistakeCounts>;

/** A mistake that no case tells, with an input that does. */
export const survivingMistake = z.object({
  id: z.string(),
  operator: z.string(),
  /** Unified diff. */
  diff: z.string(),
  input: caseRecipe,
  /** The same call with objects as the repository makes them; absent where no way is known. */
  input_as_made: caseRecipe.optional(),
});
export type SurvivingMistake = z.infer<typeof survivingMistake>;

/** Figures of the proof, public part: no text of the reference. */
export const evidenceSummary = z.object({
  proof_version: z.int(),
  level: z.enum(["unverified", "verified", "needs_repair", "blocked"]),
  stability: z.object({ parents: z.int(), dropped_cases: z.int() }),
  trivial: z.object({ tried: z.int(), resolved: z.int() }),
  rewrites: z.object({
    tried: z.int(),
    resolved: z.int(),
    kinds: z.array(z.string()),
    /** Kinds that found no safe occasion in the reference; absent before proof version 6. */
    without_occasion: z.array(z.string()).optional(),
    /** Bodies with several kinds at once among those tried; absent before proof version 6. */
    combined: z.int().optional(),
  }),
  mutation: z.object({
    score: z.number().nullable(),
    counted: z.int(),
    killed: z.int(),
    /** Killed or timed out by the hidden cases alone; absent before proof version 5, where only they were graded. */
    killed_by_hidden: z.int().optional(),
    timed_out: z.int(),
    survived: z.int(),
    duplicates: z.int(),
    equivalent_bytecode: z.int(),
    unobservable: z.int(),
  }),
  /** Apart from the mutation score; absent before proof version 11, of languages without a catalogue, and before version 12 where the repository's tests grade. */
  mistakes: mistakeCounts.optional(),
  coverage: z.object({
    branch: z.number().nullable(),
    line: z.number(),
    arcs_possible: z.int(),
    arcs_executed: z.int(),
    lines_possible: z.int(),
    lines_executed: z.int(),
  }),
  cheats: z.object({ tried: z.int(), resolved: z.int(), names: z.array(z.string()) }),
  /** Programs that would pass for a reason that is no merit: forwarding to another callable, a table of the visible examples. */
  shortcuts: z.object({ tried: z.int(), resolved: z.int(), names: z.array(z.string()) }),
  leaks: z.object({ searched: z.array(z.string()), found: z.int() }),
  determinacy: z.object({
    /** Killed by the visible examples among those killed by all cases, in `[0, 1]`; null where nothing was killed. */
    score: z.number().nullable(),
    killed_by_visible: z.int(),
    killed: z.int(),
    /** Arcs that a hidden case takes and no visible example does. */
    unshown_arcs: z.int(),
    /** Kinds of outcome that a hidden case shows and no visible example does; absent before proof version 5. */
    unshown_kinds: z.int().optional(),
  }),
  /** Constants of the reference that a verdict depends on: how many, and how many of them only the instruction states. */
  constants: z.object({ needed: z.int(), stated: z.int() }),
  distinct_outcomes: z.int(),
});
export type EvidenceSummary = z.infer<typeof evidenceSummary>;

/** The whole evidence, for the judge only: `tests/judge/evidence.json`. */
export const evidenceRecord = z.object({
  format: z.literal("evidence/1"),
  summary: evidenceSummary,
  mutants: z.array(mutantEvidence),
  /** Absent where the summary has none. */
  mistakes: mistakeCounts
    .omit({ survived: true })
    .extend({
      survivors: z.array(survivingMistake),
      /** Ids of those that no input tells that was tried. */
      untold: z.array(z.string()).default([]),
    })
    .optional(),
  /** Arcs `[from, to]` in lines of the file that grades, the reference in it; `-n` enters or leaves the code object whose first line is n. */
  arcs: z.object({
    possible: z.array(z.tuple([z.int(), z.int()])),
    executed: z.array(z.tuple([z.int(), z.int()])),
  }),
  /** Lines of that file that hold a statement of the body, and those of them that a case runs; absent before proof version 6. */
  lines: z.object({ possible: z.array(z.int()), executed: z.array(z.int()) }).optional(),
  trivial: z.array(z.object({ name: z.string(), verdict: z.string(), reason: z.string().nullable() })),
  rewrites: z.array(
    z.object({
      kind: z.string(),
      /** The kind; of a combination also the kinds in it, in the order in which they were made. Absent before proof version 6. */
      name: z.string().optional(),
      verdict: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  cheats: z.array(z.object({ name: z.string(), verdict: z.string(), reason: z.string().nullable() })),
  shortcuts: z.array(z.object({ name: z.string(), verdict: z.string(), reason: z.string().nullable() })),
  leaks: z.array(z.object({ place: z.string(), detail: z.string() })),
  /** Ids of mutants that a hidden case kills and no visible example does. */
  undetermined: z.array(z.string()),
  dropped_cases: z.array(z.object({ reason: z.string(), detail: z.string() })),
});
export type EvidenceRecord = z.infer<typeof evidenceRecord>;
