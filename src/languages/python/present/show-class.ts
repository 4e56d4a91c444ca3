import { membersOf, scalarText, taggedValue, type CaseRecipe } from "../../../spec/index.ts";
import type { WriteValue } from "../../present.ts";

/** True for a module, a class or a function by its own name. */
export function isPythonNameOf(name: string, value: unknown): boolean {
  const { tag, content } = taggedValue(value) ?? {};
  return (tag === "named" || tag === "module") && /[^.:]+$/u.exec(scalarText(content))?.[0] === name;
}

/** The statements of the classes that a call needs, each behind those of what its text names. */
export function showPythonClasses(recipe: CaseRecipe, write: WriteValue): string[] {
  const { shared, receiver, positional, keywords } = recipe;
  const lines: string[] = [];
  const seen = new Set<unknown>();
  const told = new Set<string>();
  const tell = (statement: string): void => {
    if (told.has(statement)) return;
    told.add(statement);
    lines.push(...statement.split("\n").map((line, at) => `${at === 0 ? ">>>" : "..."} ${line}`.trimEnd()));
  };
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object" || seen.has(value)) return;
    seen.add(value);
    const { tag, content } = taggedValue(value) ?? {};
    if (tag === "ref" && typeof content === "number") visit(shared[content]);
    for (const item of Object.values(value)) visit(item);
    if (tag !== "local_class") return;
    for (const [name, held] of membersOf(membersOf(content).get("values"))) {
      const opened = taggedValue(held);
      const own = opened?.tag === "ref" ? taggedValue(shared[Number(opened.content)]) : opened;
      const text = own?.tag === "function" ? textOf(own.content) : "";
      if (text.startsWith("def ")) tell(text);
      else if (own?.tag !== "local_class" && !isPythonNameOf(name, held)) tell(`${name} = ${write(held)}`);
    }
    tell(textOf(content));
  };
  for (const value of [receiver, ...positional, ...Object.values(keywords)]) visit(value);
  return lines;
}

function textOf(content: unknown): string {
  const text = typeof content === "string" ? content : membersOf(content).get("text");
  return typeof text === "string" ? text : "";
}
