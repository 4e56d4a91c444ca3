import type { EnvironmentRequest } from "../../../spec/index.ts";
import type { Trouble } from "../../build-system.ts";
import type { Adjustments } from "../adjustments.ts";
import type { DeclaredProject } from "../declared.ts";

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
  /** With file and line of what it goes by, where it goes by one. */
  readonly what: string;
  readonly changes: Partial<Adjustments>;
  readonly changesInstallation: boolean;
}

/** Proposes what may help in a case, the most faithful first; nothing where it is not for it to say. */
export type Rule = (given: Case) => readonly Proposal[];
