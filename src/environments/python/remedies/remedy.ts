import type { EnvironmentRequest } from "../../../spec/index.ts";
import type { EvidenceItem, Trouble } from "../../build-system.ts";
import type { Adjustments } from "../adjustments.ts";
import type { DeclaredProject } from "../declared.ts";
import type { Symptom, SymptomKind } from "./symptoms.ts";

/** What a rule chooses by. */
export interface Case {
  readonly project: DeclaredProject;
  readonly requested: EnvironmentRequest;
  /** Of the commit, as `YYYY-MM-DD…`; null where it is not known. */
  readonly date: string | null;
  /** What is done otherwise already. */
  readonly adjustments: Adjustments;
  readonly trouble: Trouble;
}

/** What is to be done otherwise from now on. */
export interface Proposal {
  readonly what: string;
  /** What it answers. */
  readonly sign: Symptom;
  /** What files say for it: those of the repository, or installed ones that met the sign. */
  readonly goesBy: readonly EvidenceItem[];
  readonly changes: Partial<Adjustments>;
  /** False where it changes how tests are run alone. Default true. */
  readonly changesInstallation?: boolean;
  /** As in `Remedy`. */
  readonly completes?: boolean;
}

/** A way to help against what failures tell. */
export interface Rule {
  readonly answers: readonly SymptomKind[];
  /** What may help against signs of those kinds, the most faithful first; nothing where the repository's files say nothing for it. */
  propose(signs: Signs, given: Case): readonly Proposal[];
}

/** At least one. */
export type Signs = readonly [Symptom, ...Symptom[]];

/** The line of an installed file that met a sign, as evidence. */
export function installedItem({ installed }: Symptom, says: string): readonly EvidenceItem[] {
  return installed === undefined ? [] : [{ ...installed, says }];
}
