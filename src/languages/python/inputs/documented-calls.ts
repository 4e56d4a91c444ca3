import type { ArgumentList } from "../../../spec/index.ts";
import type { Definition } from "../../language.ts";
import { readPythonArguments } from "../literals/read-literal.ts";

/** Calls of a function with literal arguments in the examples of its docstring. */
export function documentedCalls({ docstring = "", name, kind }: Definition): readonly ArgumentList[] {
  if (kind !== "function") return [];
  const written = docstring.matchAll(/^\s*>>> *(?:\w+ *= *)?(\w+)(\(.*\))\s*$/gm);
  return [...written].flatMap(
    ([, called, brackets = ""]) =>
      (called === name ? readPythonArguments(brackets.slice(1, -1)) : undefined) ?? [],
  );
}
