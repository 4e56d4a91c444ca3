/** A call that is proposed to be tried. */
import type { CaseRecipe } from "../../spec/index.ts";
import type { KnownCall } from "./known-call.ts";
import type { Step } from "./steps.ts";

/** A call to try. */
export interface Proposal {
  readonly recipe: CaseRecipe;
  /** The known call that it was made from. */
  readonly base: KnownCall;
  /** At which place, and in which respect, it differs from that one, where it is one. */
  readonly spot?: string;
  readonly respect?: string;
  /** True where the change was made for its place: it is not the same anywhere. */
  readonly isSpecific?: boolean;
  /** True where what stands in its one other place may be anything, whatever the contract says of that. */
  readonly isAnywhere?: boolean;
  /** What was put where, where it is one change. */
  readonly change?: Pick<Step, "spot" | "edge">;
  /** Of a text that was mended, the place of the sign from the end. */
  readonly mendedFromEnd?: number;
  /** Where it is worth grading only if it is refused, and this call is not: that one. */
  readonly unless?: KnownCall;
}
