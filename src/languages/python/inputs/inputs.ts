import { lastPart } from "../../../base/index.ts";
import type { CodeAround, InputHints, Inputs } from "../../inputs.ts";
import type { Definition } from "../../language.ts";
import { accidentOf } from "./accidents.ts";
import { readDefault } from "./default-value.ts";
import { readAnnotation, examplesOfType } from "./annotation.ts";
import { askedValuesIn } from "./asked-values.ts";
import { callablesBeside, callablesOf, tableOf } from "./callables.ts";
import { documentedCalls } from "./documented-calls.ts";
import {
  escapedTexts,
  lengthsIn,
  literalsOf,
  literalsOfNamed,
  mainTexts,
  namedStatements,
  signsByNumber,
  wordsOfPattern,
} from "./literals.ts";
import { buildsPatterns } from "./named-choices.ts";
import { otherMappingsIn, readParameter } from "./parameter-hints.ts";
import {
  notationTextsIn,
  patternTextsIn,
  readsOneLine,
  takesPatterns,
  textsOfPattern,
} from "./pattern-examples.ts";

/** What Python sources tell of inputs. */
export const pythonInputs: Inputs = {
  readAnnotation,
  examplesOf: examplesOfType,
  readHints,
  accidentOf,
  callablesOf,
  callablesBeside,
  tableOf,
  readPatterns: (text, around, compiled) =>
    patternTextsIn([text, ...statementsAround(text, around)].join("\n"), compiled),
  readsOneLine,
  textsOfPattern,
  notationTexts: notationTextsIn,
  readParameter,
  readDefault,
  documentedCalls,
};

/** A text literal that ends with an unescaped `$`. */
const ENDING_PATTERN = /(?<!\\)\$\s*(?:"|')/u;

/** The first long text of a definition: its documentation, where examples have constants of their own. */
const DOCSTRING = /"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''/u;

/** A constant of more words is what somebody is told, and no piece of an input. */
const MOST_WORDS = 2;

function isMessage(text: string): boolean {
  return text.trim().split(/\s+/u).length > MOST_WORDS;
}

/** What a definition names of its own file and what it calls, without documentation. */
function statementsAround(text: string, { fileText, calleeTexts = [] }: CodeAround): readonly string[] {
  const named = namedStatements(fileText, text);
  const known = named.join("\n");
  const called = calleeTexts.map((each) => each.replace(DOCSTRING, ""));
  return [...named, ...called.filter((each) => !known.includes(each))];
}

function readHints(
  text: string,
  { docstring = "", facts, parameters }: Definition,
  around: CodeAround,
): InputHints {
  const { fileText } = around;
  const code = text.replace(DOCSTRING, "");
  const statements = statementsAround(text, around);
  const [own, beside] = [literalsOf(code), literalsOfNamed(statements)];
  const documented = literalsOf(DOCSTRING.exec(text)?.[0] ?? "");
  const told = [...docstring.matchAll(/\braise\s+([A-Za-z_][\w.]*)/g)].map(([, name = ""]) => name);
  const named = docstring.match(/\b[A-Z]\w*(?:Error|Exception|Warning)\b/g) ?? [];
  return {
    ...askedValuesIn(
      text,
      parameters.find(({ kind }) => kind === "variadic_keyword")?.name,
      around.calleeTexts,
    ),
    literals: {
      texts: [
        ...new Set([
          ...own.texts.flatMap((each) => [each, ...wordsOfPattern(each)]),
          ...signsByNumber(code, own.integers),
          ...escapedTexts([code, ...statements].join("\n")),
          ...beside.texts,
          ...documented.texts,
        ]),
      ].filter((each) => !isMessage(each)),
      integers: [...new Set([...own.integers, ...beside.integers, ...documented.integers])],
      floats: [...new Set([own, beside, documented].flatMap(({ floats = [] }) => floats))],
      lengths: lengthsIn(code),
      main: mainTexts(
        [...own.texts, ...signsByNumber(code, own.integers)].filter((each) => !isMessage(each)),
      ),
    },
    exceptions: [...facts.raises, ...told, ...named].map(lastPart),
    letsLineEndsThrough: ENDING_PATTERN.test(fileText),
    buildsPatterns: buildsPatterns(text),
    takesPatterns: takesPatterns(text),
    otherMappings: otherMappingsIn([text, ...statements].join("\n")),
    combinesInAnyOrder: /\b(?:associativ|commutativ)/iu.test(docstring),
  };
}
