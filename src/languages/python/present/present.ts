import { ownMember } from "../../../base/index.ts";
import type { Present } from "../../present.ts";
import { PLACEHOLDER } from "../edit.ts";
import { readPythonArguments, readPythonLiteral } from "../literals/read-literal.ts";
import { writePythonLiteral } from "../literals/write-literal.ts";
import { namePythonMade } from "./show-making.ts";
import {
  showPythonCall,
  showPythonClass,
  showPythonInput,
  showPythonOutcome,
  showRecordedCall,
} from "./show-call.ts";
import { showPythonValue } from "./show-value.ts";
import { pythonWording } from "./wording.ts";

/** How Python is written for people. */
export const pythonPresent: Present = {
  values: { read: readPythonLiteral, readArguments: readPythonArguments, write: writePythonLiteral },
  show: showPythonValue,
  className: showPythonClass,
  madeNames: namePythonMade,
  call: showPythonCall,
  outcome: showPythonOutcome,
  inputName: showPythonInput,
  recordedCall: showRecordedCall,
  comment: (text) => `# ${text}`,
  typeName: readableType,
  namedValue: readableName,
  header: ({ decorators, signature }) => [...decorators.map((text) => `@${text}`), signature].join("\n"),
  parameterName: ({ name, kind }) => `${STARS[kind] ?? ""}${name}`,
  emptyBody: (placeholder) => placeholder.replace(PLACEHOLDER, "pass"),
  wording: pythonWording,
};

const STARS: Readonly<Record<string, string>> = { variadic: "*", variadic_keyword: "**" };

const READABLE: Readonly<Record<string, string>> = {
  null: "None",
  text: "str",
  path: "str",
  named: "class or function",
  function: "callable",
  local_class: "class",
  made: "object",
  callback: "callable",
  argument: "the argument itself",
  receiver: "self",
  special: "Ellipsis or NotImplemented",
};

/** What a class holds may be anything, an enum's member too. */
function readableName(name: string): string {
  const owner = name.slice(0, Math.max(name.lastIndexOf("."), 0));
  if (owner.includes(":")) return `member of ${showPythonClass(owner)}`;
  return /[a-z][^:]*$/u.test(name) ? "class or function" : "class, function or constant";
}

/** The type of a contract as users of Python name it. */
function readableType(type: string): string {
  const known = ownMember(READABLE, type);
  if (known !== undefined) return known;
  return type.replace(/^(?:object:local|object|value):/u, "").replace(":", ".");
}
