import { applyEdits } from "../../../../src/base/index.ts";
import type { Definition, Variants } from "../../../../src/languages/language.ts";
import { createPythonParser } from "../../../../src/languages/python/parser.ts";
import { createPythonSyntax } from "../../../../src/languages/python/syntax.ts";
import { createPythonVariants } from "../../../../src/languages/python/variants/variants.ts";

const parser = await createPythonParser();

export const { syntax, editing } = createPythonSyntax(parser);
export const variants: Variants = createPythonVariants(parser);

/** The definition of this qualified name; the only one where no name is given. */
export function givenDefinition(text: string, name?: string): Definition {
  const { definitions } = syntax.parse("module.py", text);
  const found = definitions.find((definition) => name === undefined || definition.name === name);
  if (found === undefined) throw new Error(`There is no ${name ?? "definition"} in:\n${text}`);
  return found;
}

/** A function of these parameters with this body, each line indented once. */
export function givenFunction(body: string, parameters = "a, b, c", header = "def"): string {
  const lines = body.split("\n").map((line) => (line === "" ? "" : `    ${line}`));
  return `${header} target(${parameters}):\n${lines.join("\n")}\n`;
}

/** The file with a completion in the place of the definition. Fails where splicing refuses it. */
export function spliced(text: string, definition: Definition, completion: string): string {
  const outcome = editing.splice(text, definition, completion);
  if (outcome.status === "refused") throw new Error(`${outcome.reason}: ${outcome.message}\n${completion}`);
  return applyEdits(text, outcome.edits);
}
