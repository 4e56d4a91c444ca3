import type { References } from "../../references.ts";
import { statementsAround } from "./body-lines.ts";

/** How Python code names what other code defines. */
export const pythonReferences: References = {
  statementsAround,
  readNames: (text) => new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu)),
};
