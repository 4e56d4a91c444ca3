import type { Present, WriteValue } from "../languages/index.ts";
import { elementsOf, membersOf, taggedValue, type CasePatch } from "../spec/index.ts";

/** Calls of a replaced function that are told one by one. */
const MOST_TOLD_CALLS = 3;

/** What stands in the place of an attribute while a case runs, one remark a line; `shared` is what the case's references stand for. */
export function describePatch(
  { owner, name, value }: CasePatch,
  shared: readonly unknown[],
  present: Present,
  write: WriteValue,
): string[] {
  const path = `${present.className(owner)}.${name}`;
  if (value === undefined) return [`${path} is not there`];
  const calls = callsOf(value, shared)?.map((call) => present.recordedCall(call, write));
  if (calls === undefined) return [`${path} is ${write(value)}`];
  if (calls.length > 1 && calls.every(({ gives }) => gives === calls[0]?.gives))
    return [`${path}(…) ${calls[0]?.gives ?? ""}`];
  const left = calls.length - MOST_TOLD_CALLS;
  const others = left === 1 ? "1 other call by what it is" : `${left} other calls by what they are`;
  return [
    ...calls.slice(0, MOST_TOLD_CALLS).map(({ given, gives }) => `${path}(${given}) ${gives}`),
    ...(left > 0 ? [`${path} answers ${others} given`] : []),
  ];
}

/** The calls of a recorded function, the first with the same arguments standing for all; undefined for any other value. */
function callsOf(value: unknown, shared: readonly unknown[]): readonly unknown[] | undefined {
  const tagged = taggedValue(value);
  if (tagged?.tag === "ref" && typeof tagged.content === "number")
    return callsOf(shared[tagged.content], shared.toSpliced(tagged.content, 1, null));
  return tagged?.tag === "callback" ? elementsOf(membersOf(tagged.content).get("calls")) : undefined;
}
