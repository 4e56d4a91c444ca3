import type { References } from "../../references.ts";
import { findLine, statementsAround } from "./body-lines.ts";
import { findCall } from "./calls.ts";

/** How Python code names what other code defines. */
export const pythonReferences: References = {
  findCall,
  findLine,
  statementsAround,
  isOwnCall: (call) => !call.includes(".") || /^(self|cls|super\(\))\.\w+$/.test(call),
  readNames: (text) => ({
    words: new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu)),
    pathsBehind: (name) =>
      [...text.matchAll(new RegExp(`(?<![\\w.])${RegExp.escape(name)}\\.([\\w.]+)`, "gu"))].map(
        ([, path = ""]) => path.split("."),
      ),
  }),
};
