import { ownMember } from "../../../../base/index.ts";
import { inParentheses } from "../mutants/calls.ts";
import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { instead, type MistakeOperator } from "./mistake.ts";

/**
 * What a call is written as instead, by its name and how many arguments it has by position (`find/1`, or any number: `find/*`). In a form `$o`
 * is the object of a method, `$f` all that is called, `$1` and `$2` are arguments, `$*` is all of them as written, `$k` those by keyword with a
 * comma before each. A call with keywords has only the forms with `$*` or `$k`.
 */
export type CallForms = Readonly<Record<string, readonly string[]>>;

/** An operator that writes calls as something else: methods by their own name, functions by theirs as written (`re.sub`). */
export function callForms(
  name: string,
  forms: { readonly functions?: CallForms; readonly methods?: CallForms },
): MistakeOperator {
  return {
    name,
    *slip(node) {
      const call = readCall(node);
      if (call === undefined || NEW.has(call.object?.type ?? "")) return;
      const tables = [
        { table: forms.methods ?? {}, key: call.object && call.name },
        { table: forms.functions ?? {}, key: call.called.text },
      ];
      for (const { table, key } of tables) {
        for (const form of key === undefined ? [] : formsOf(table, key, call.positional.length))
          if (call.keywords.length === 0 || /\$[*k]/.test(form))
            yield instead(node, fill(form, call), `${key} ${form}`);
      }
    },
  };
}

/** Objects that are made for the call alone: what becomes of them nobody sees, and what they hold stands there. */
const NEW = new Set(["dictionary", "set", "list"]);

/** A call taken apart. */
export interface Call {
  readonly called: SyntaxNode;
  /** Of `a.b.f(…)`: `f`. */
  readonly name: string;
  /** Of `a.b.f(…)`: `a.b`. */
  readonly object: SyntaxNode | undefined;
  readonly positional: readonly SyntaxNode[];
  readonly keywords: readonly SyntaxNode[];
  /** Between the parentheses. */
  readonly given: string;
}

/** Undefined for what is no call, or has starred arguments. */
export function readCall(node: SyntaxNode): Call | undefined {
  if (node.type !== "call") return undefined;
  const [called, list] = [findField(node, "function"), findField(node, "arguments")];
  if (called === undefined || list === undefined) return undefined;
  const isAttribute = called.type === "attribute";
  const name = isAttribute ? findField(called, "attribute")?.text : called.text;
  const all = list.type === "generator_expression" ? [list] : partsOf(list);
  if (name === undefined || all.some(({ type }) => type.endsWith("_splat"))) return undefined;
  return {
    called,
    name,
    object: isAttribute ? findField(called, "object") : undefined,
    positional: all.filter(({ type }) => type !== "keyword_argument"),
    keywords: all.filter(({ type }) => type === "keyword_argument"),
    given: list.text.slice(1, -1),
  };
}

function formsOf(table: CallForms, name: string, count: number): readonly string[] {
  return [...(ownMember(table, `${name}/${count}`) ?? []), ...(ownMember(table, `${name}/*`) ?? [])];
}

function fill(form: string, { called, object, positional, keywords, given }: Call): string {
  return form.replace(/\$([of*k\d])/g, (_, what: string) => {
    if (what === "*") return given;
    if (what === "k") return keywords.map(({ text }) => `, ${text}`).join("");
    if (what === "f") return called.text;
    const part = what === "o" ? object : positional[Number(what) - 1];
    return part === undefined ? "" : inParentheses(part);
  });
}
