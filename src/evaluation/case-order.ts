import { createRandom, sha256 } from "../base/index.ts";

/** The order in which a candidate's cases run: from the seed and the candidate itself, so that it cannot be known beforehand. */
export function caseOrder(cases: number, seed: number, completion: string): number[] {
  const inSuiteOrder = Array.from({ length: cases }, (_, index) => index);
  return createRandom(`case-order ${seed} ${sha256(completion)}`).shuffle(inSuiteOrder);
}
