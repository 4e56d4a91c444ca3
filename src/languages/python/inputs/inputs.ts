import { lastPart } from "../../../base/index.ts";
import type { InputHints, Inputs } from "../../inputs.ts";
import type { Definition } from "../../language.ts";
import { readAnnotation, examplesOfType } from "./annotation.ts";
import { askedValuesIn } from "./asked-values.ts";
import { documentedCalls } from "./documented-calls.ts";
import { literalsOf } from "./literals.ts";
import { readParameter } from "./parameter-hints.ts";

/** What Python sources tell of inputs. */
export const pythonInputs: Inputs = {
  readAnnotation,
  examplesOf: examplesOfType,
  readHints,
  readParameter,
  documentedCalls,
};

function readHints(text: string, { docstring = "", facts }: Definition): InputHints {
  const told = [...docstring.matchAll(/\braise\s+([A-Za-z_][\w.]*)/g)].map(([, name = ""]) => name);
  const named = docstring.match(/\b[A-Z]\w*(?:Error|Exception|Warning)\b/g) ?? [];
  return {
    ...askedValuesIn(text),
    literals: literalsOf(text),
    exceptions: [...facts.raises, ...told, ...named].map(lastPart),
  };
}
