// How exact edits are: for every definition of the folders given, the body is cut out and put back, the definition is taken out and put back, and
// answers of a model that say what was cut out (`edits/answer-forms.ts` has their forms) are put into the file without the body. Counted is what gives
// the same bytes; of forms that cannot, what they stand for; of those that must be refused, refusals.
//
//   npm run bench -- round-trip --language python --folder DIR [--folder DIR …] [--every 10] [--show 5]
//
// `--every 10` asks for answers of every tenth definition alone, 0 of none: each is read with its whole file several times.
import { parseArgs } from "node:util";

import { hideBodies, invertEdits, removeDeclarations } from "../src/analysis/index.ts";
import { applyEdits } from "../src/base/index.ts";
import {
  loadParts,
  type Declaration,
  type FileNames,
  type LanguageWith,
  type StructuredFile,
} from "../src/languages/index.ts";
import { ANSWER_FORMS, type AnswerForm, type Expected } from "./edits/answer-forms.ts";
import { readFiles } from "./edits/files.ts";

type Editable = LanguageWith<"structure" | "rewriting">;

/** What a way of cutting and putting back came to: `same` bytes, `other` bytes, or `refused` with its reason. */
type Result = { readonly status: "same" | "other" } | { readonly status: "refused"; readonly reason: string };

const { values } = parseArgs({
  options: {
    language: { type: "string", default: "python" },
    folder: { type: "string", multiple: true, default: [] },
    every: { type: "string", default: "1" },
    show: { type: "string", default: "0" },
  },
});

function putBodyBack({ rewriting }: Editable, file: StructuredFile, declaration: Declaration): Result {
  const edits = hideBodies(rewriting, file, [declaration]);
  if (edits.length === 0) return { status: "refused", reason: "nothing to hide" };
  return compare(file, applyEdits(applyEdits(file.text, edits), invertEdits(file.text, edits)));
}

function putDefinitionBack({ rewriting }: Editable, file: StructuredFile, declaration: Declaration): Result {
  const removal = removeDeclarations(rewriting, file, [declaration]);
  if (removal === undefined) return { status: "refused", reason: "shares its statement" };
  const left = applyEdits(file.text, removal.edits);
  if (left === file.text) return { status: "refused", reason: "nothing to remove" };
  return compare(file, applyEdits(left, invertEdits(file.text, removal.edits)));
}

/** An answer in a form, put into the file without the body. Undefined for a definition that cannot be written so. */
function answerIn({ expected, write }: AnswerForm) {
  return (language: Editable, file: StructuredFile, declaration: Declaration): Result | undefined => {
    const { rewriting, structure } = language;
    const [edit] = hideBodies(rewriting, file, [declaration]);
    if (edit === undefined) return { status: "refused", reason: "nothing to hide" };
    const body = Buffer.from(file.text).toString("utf8", edit.start, edit.end);
    const { placing } = rewriting;
    // Dots in the place of a body stand for code that is left out: such an answer is refused.
    if (body.trim() === "...") return undefined;
    const given = { file, declaration, body, bodyEnd: edit.end, placing, language: values.language };
    const answer = write(given);
    if (answer === undefined) return undefined;
    const text = applyEdits(file.text, [edit]);
    const hidden: StructuredFile = { path: file.path, text, structure: structure.read(file.path, text) };
    const { whole } = declaration.spans;
    const found = hidden.structure.declarations.find(
      ({ name, spans }) => name === declaration.name && spans.whole.start === whole.start,
    );
    if (found === undefined) return { status: "refused", reason: "not found without its body" };
    const rebuilt = placing.rebuild(hidden, found, answer);
    if (rebuilt.status === "refused")
      return expected === "refused" ? { status: "same" } : { status: "refused", reason: rebuilt.reason };
    return { status: isAsExpected(expected, file.text, applyEdits(text, rebuilt.edits)) ? "same" : "other" };
  };
}

function isAsExpected(expected: Expected, text: string, again: string): boolean {
  const words = (code: string): string => code.replace(/\s+/gu, "");
  if (expected === "words") return words(text) === words(again);
  if (expected === "more") return isWithin(words(text), words(again));
  return expected === "bytes" && text === again;
}

/** True where a text is another one with a stretch put into it. */
function isWithin(text: string, longer: string): boolean {
  let at = 0;
  while (at < text.length && text[at] === longer[at]) at++;
  return longer.endsWith(text.slice(at));
}

function compare({ text }: StructuredFile, again: string): Result {
  return { status: text === again ? "same" : "other" };
}

/** The language, reading the names of a file once. */
function rememberingNames(language: Editable): Editable {
  const known = new Map<string, FileNames | undefined>();
  const { naming } = language.rewriting;
  const names = (path: string, text: string): FileNames | undefined => {
    if (!known.has(path)) known.set(path, naming.names(path, text));
    return known.get(path);
  };
  return { ...language, rewriting: { ...language.rewriting, naming: { ...naming, names } } };
}

const WAYS = { body: putBodyBack, definition: putDefinitionBack };

const language: Editable = await loadParts(
  values.language,
  ["structure", "rewriting"],
  "measure exact edits",
);
for (const folder of values.folder) {
  const editable = rememberingNames(language);
  const files = readFiles(folder, language);
  const declarations = files.flatMap((file) =>
    file.structure.declarations.filter(({ spans }) => spans.body !== undefined).map((one) => ({ file, one })),
  );
  const counts: Record<string, Record<string, number>> = {};
  const measured = [
    ...Object.entries(WAYS).map(([way, measure]) => ({ way, measure, step: 1 })),
    ...Object.entries(ANSWER_FORMS).map(([way, form]) => ({
      way,
      measure: answerIn(form),
      step: Number(values.every),
    })),
  ];
  for (const { way, measure, step } of measured) {
    let left = Number(values.show);
    const found: Record<string, number> = {};
    for (const { file, one } of declarations.filter((_, at) => step > 0 && at % step === 0)) {
      const result = measure(editable, file, one);
      if (result === undefined) continue;
      const key = result.status === "refused" ? `refused: ${result.reason}` : result.status;
      found[key] = (found[key] ?? 0) + 1;
      if (result.status !== "same" && left-- > 0)
        process.stderr.write(`${way} ${key}: ${file.path}:${one.line} ${one.name}\n`);
    }
    counts[way] = found;
  }
  const line = { folder, files: files.length, definitions: declarations.length, ...counts };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
