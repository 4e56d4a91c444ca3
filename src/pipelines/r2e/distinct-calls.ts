import type { ObservedCall } from "../../testgen/index.ts";

/** Calls with different recipes; of equal ones the last. */
export function distinctCalls(calls: readonly ObservedCall[]): readonly ObservedCall[] {
  return [...new Map(calls.map((call) => [JSON.stringify(call.recipe), call])).values()];
}
