import type { ValueRecipe } from "../../../spec/index.ts";
import type { Parameter } from "../../language.ts";
import { readPythonLiteral } from "../literals/read-literal.ts";
import { assignedText } from "./literals.ts";

/** A name, and no literal. */
const NAME = /^(?!(?:None|True|False)$)[A-Za-z_]\w*$/u;
const CONTAINER = /^(?:\[|\{|\(|(?:frozen)?set\()/u;

/** The container that a parameter's default is, also by the name of a constant of the file; see `Inputs.readDefault`. */
export function readDefault({ defaultValue = "" }: Parameter, fileText: string): ValueRecipe | undefined {
  const written = NAME.test(defaultValue) ? assignedText(fileText, defaultValue) : defaultValue;
  return written !== undefined && CONTAINER.test(written) ? readPythonLiteral(written) : undefined;
}
