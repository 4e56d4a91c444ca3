import type { CasePatch } from "../spec/index.ts";
import { elementsOf, membersOf, simpleName, taggedValue } from "./observed-value.ts";

/** Calls of a replaced function that are told one by one. */
const MOST_TOLD_CALLS = 3;

/** What stands in the place of an attribute while a case runs, in comment lines; `shared` is what the case's references stand for. */
export function describePatch(
  { owner, name, value }: CasePatch,
  shared: readonly unknown[],
  write: (value: unknown) => string,
): string[] {
  const path = `${owner.replace(":", ".")}.${name}`;
  if (value === undefined) return [`# ${path} is not there`];
  const calls = callsOf(value, shared);
  if (calls === undefined) return [`# ${path} is ${write(value)}`];
  const lines = calls.map((call) => {
    const given = membersOf(call);
    return { given: writeArguments(given, write), gives: writeAnswer(given, write) };
  });
  if (lines.length > 1 && lines.every(({ gives }) => gives === lines[0]?.gives))
    return [`# ${path}(…) ${lines[0]?.gives ?? ""}`];
  const left = lines.length - MOST_TOLD_CALLS;
  return [
    ...lines.slice(0, MOST_TOLD_CALLS).map(({ given, gives }) => `# ${path}(${given}) ${gives}`),
    ...(left > 0
      ? [
          `# ${path} answers ${left} other ${left === 1 ? "call by what it is" : "calls by what they are"} given`,
        ]
      : []),
  ];
}

/** The calls of a recorded function, the first with the same arguments standing for all; undefined for any other value. */
function callsOf(value: unknown, shared: readonly unknown[]): readonly unknown[] | undefined {
  const tagged = taggedValue(value);
  if (tagged?.tag === "ref" && typeof tagged.content === "number")
    return callsOf(shared[tagged.content], shared.toSpliced(tagged.content, 1, null));
  return tagged?.tag === "callback" ? elementsOf(membersOf(tagged.content).get("calls")) : undefined;
}

/** What a recorded call was given. */
export function writeArguments(
  call: ReadonlyMap<string, unknown>,
  write: (value: unknown) => string,
): string {
  const positional = (elementsOf(call.get("positional")) ?? []).map(write);
  const keywords = [...membersOf(call.get("keywords"))].map(([name, value]) => `${name}=${write(value)}`);
  return [...positional, ...keywords].join(", ");
}

/** What a recorded call gave or raised. */
export function writeAnswer(call: ReadonlyMap<string, unknown>, write: (value: unknown) => string): string {
  const raised = call.get("raises") ?? undefined;
  if (raised === undefined) return `gives ${write(call.get("returns") ?? null)}`;
  const tagged = taggedValue(raised);
  const object = membersOf(tagged?.tag === "object" ? tagged.content : undefined);
  const name = object.get("class");
  if (typeof name !== "string") return `raises ${write(raised)}`;
  const simple = simpleName(name).replace(":", ".");
  return `raises ${simple}(${(elementsOf(object.get("arguments")) ?? []).map(write).join(", ")})`;
}
