import type {
  Definition,
  DefinitionFacts,
  LanguageWith,
  SpliceOutcome,
  Token,
} from "../../src/languages/index.ts";

/*
 * A language of parentheses in which `(define (name parameter…) form…)` makes a function and `;` begins a comment: files can be read and edited,
 * and that is all that is known of it.
 */

/** Comments, texts, parentheses and names. */
export const TOKEN = /;[^\n]*|"(?:[^"\\]|\\[^])*"|[()]|[^\s()";]+/gu;
const FILE_ENDING = ".scheme";
const PLACEHOLDER = "(error)";

/** A list, a name or a text, in a text's own offsets. */
export interface Form {
  readonly start: number;
  readonly end: number;
  /** Absent of what is no list. */
  readonly items?: readonly Form[];
}

/** The forms of a text, in its own offsets; undefined where brackets do not match. */
export function readForms(text: string): readonly Form[] | undefined {
  const open: { start: number; items: Form[] }[] = [{ start: 0, items: [] }];
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const end = start + token.length;
    if (token.startsWith(";")) continue;
    if (token === "(") open.push({ start, items: [] });
    else if (token !== ")") open.at(-1)?.items.push({ start, end });
    else {
      const closed = open.pop();
      if (closed === undefined || open.length === 0) return undefined;
      open.at(-1)?.items.push({ ...closed, end });
    }
  }
  return open.length === 1 ? open[0]?.items : undefined;
}

const NO_FACTS: DefinitionFacts = {
  statements: 0,
  topLevelStatements: 0,
  branches: 0,
  codeLines: 0,
  topLevelReturns: 0,
  topLevelConstantReturns: 0,
  isTrivialReturn: false,
  isStub: false,
  isDunder: false,
  isConstructor: false,
  isTestCode: false,
  isForwarding: false,
  declaresTruth: false,
  declaresBytes: false,
  hasExamples: false,
  calls: [],
  raises: [],
  words: [],
  privateAttributeReads: new Map(),
  ownAssignments: new Set(),
};

function definitionsIn(path: string, text: string): readonly Definition[] {
  const byteAt = (at: number): number => Buffer.byteLength(text.slice(0, at));
  const lineAt = (at: number): number => text.slice(0, at).split("\n").length;
  return (readForms(text) ?? []).flatMap(({ start, end, items = [] }) => {
    const [word, header, ...body] = items;
    const [name, ...parameters] = (header?.items ?? []).map((one) => text.slice(one.start, one.end));
    const [first, last] = [body[0], body.at(-1)];
    if (text.slice(word?.start, word?.end) !== "define" || header === undefined) return [];
    if (name === undefined || first === undefined || last === undefined) return [];
    const whole = { start: byteAt(start), end: byteAt(end) };
    return {
      path,
      name,
      kind: "function" as const,
      className: undefined,
      parameters: parameters.map((parameter) => {
        return {
          name: parameter,
          kind: "positional" as const,
          annotation: undefined,
          defaultValue: undefined,
        };
      }),
      returnAnnotation: undefined,
      isAsync: false,
      isGenerator: false,
      decorators: [],
      docstring: undefined,
      signature: text.slice(start, header.end),
      indentation: "",
      spans: { whole, definition: whole, body: { start: byteAt(first.start), end: byteAt(last.end) } },
      lines: { start: lineAt(start), end: lineAt(end) },
      facts: { ...NO_FACTS, statements: body.length, topLevelStatements: body.length },
    };
  });
}

function replace(text: string, { start, end }: { start: number; end: number }, by: string): string {
  const bytes = Buffer.from(text);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(by), bytes.subarray(end)]).toString();
}

function splice(_: string, { name, path, spans }: Definition, completion: string): SpliceOutcome {
  const refuse = (reason: "no_code" | "not_parsable" | "wrong_definition"): SpliceOutcome => {
    return { status: "refused", reason, message: `Cannot use the completion for "${name}".` };
  };
  const forms = readForms(completion);
  if (forms === undefined) return refuse("not_parsable");
  if (forms.length === 0) return refuse("no_code");
  const given = definitionsIn(path, completion).findLast((one) => one.name === name);
  if (given === undefined) return refuse("wrong_definition");
  const { start, end } = given.spans.whole;
  const own = Buffer.from(completion).subarray(start, end).toString();
  return { status: "spliced", edits: [{ path, ...spans.whole, text: own }] };
}

function bodyTokens(text: string, { spans: { body } }: Definition): readonly Token[] {
  const own = Buffer.from(text).subarray(body.start, body.end).toString();
  const tokens = (own.match(TOKEN) ?? []).filter((token) => !token.startsWith(";"));
  return tokens.map((token) => ({
    kind: /^["\d]/u.test(token) ? "literal" : /^[()]$/u.test(token) ? "other" : "name",
    text: token,
  }));
}

/** Read and edited, and nothing else. */
export const lisp: LanguageWith<"syntax" | "editing"> = {
  name: "lisp",
  files: {
    ending: FILE_ENDING,
    isSourceFile: (path) => path.endsWith(FILE_ENDING),
    isTestFile: (path) => path.startsWith("tests/"),
    decode(bytes) {
      const text = Buffer.from(bytes).toString();
      return { status: "decoded", text, encoding: "utf-8", encode: (changed) => Buffer.from(changed) };
    },
  },
  syntax: {
    parse(path, text) {
      const syntaxErrorLines = readForms(text) === undefined ? [1] : [];
      return {
        path,
        definitions: definitionsIn(path, text),
        syntaxErrorLines,
        privateAttributeReads: new Map(),
        memoReads: new Map(),
      };
    },
    outline: (text) => ({
      lineComment: ";",
      imports: [],
      items: definitionsIn("", text).map(({ name, lines, signature }) => {
        return {
          name,
          kind: "function",
          lines,
          declaration: signature,
          stub: signature,
          bases: [],
          members: [],
          isAnnotated: false,
        };
      }),
    }),
    bodyTokens,
    functions: (text) =>
      definitionsIn("", text).map((definition) => ({
        name: definition.name,
        tokens: bodyTokens(text, definition),
      })),
    quotedTokens: () => [],
  },
  editing: {
    mask: (text, { path, spans: { body: span } }) => ({
      text: replace(text, span, PLACEHOLDER),
      edit: { path, span, placeholder: PLACEHOLDER },
    }),
    splice,
    describe: ({ path, name, kind, signature, parameters }) => ({
      path,
      name,
      kind,
      signature,
      parameters: parameters.map((parameter) => parameter.name),
      is_method: false,
      is_async: false,
      is_generator: false,
      class_name: null,
      return_annotation: null,
    }),
  },
};
