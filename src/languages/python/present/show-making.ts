import { membersOf, taggedValue, type CaseRecipe } from "../../../spec/index.ts";
import type { Callable } from "../../present.ts";

/** Named by their classes; each after those that it is made of. */
export function namePythonMade(
  { parameters }: Callable,
  { shared, receiver, positional, keywords }: CaseRecipe,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const used = new Set(["self", ...parameters]);
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const tagged = taggedValue(value);
    if (tagged?.tag !== "ref" || typeof tagged.content !== "number") {
      for (const item of Object.values(value)) visit(item);
      return;
    }
    const index = tagged.content;
    const made = taggedValue(shared[index]);
    if (made?.tag !== "made" || names.has(index)) return;
    const { since, ...first } = Object.fromEntries(membersOf(made.content));
    // What it is made of may hold it.
    names.set(index, "");
    visit(first);
    names.delete(index);
    names.set(index, freeName(first["class"], used));
    visit(since);
  };
  for (const value of [receiver, ...positional, ...Object.values(keywords)]) visit(value);
  return names;
}

function freeName(className: unknown, used: Set<string>): string {
  const own = typeof className === "string" ? (/(\w+)$/u.exec(className)?.[1] ?? "") : "";
  const words = own.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, "_").toLowerCase();
  const stem = words.replace(/^_+/u, "") || "value";
  let name = stem;
  for (let number = 2; used.has(name); number++) name = `${stem}_${number}`;
  used.add(name);
  return name;
}
