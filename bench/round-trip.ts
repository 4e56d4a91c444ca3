// How exact edits are: for every definition of the folders given, the body is cut out and put back, the definition is taken out and put back, and a
// model's answer that is the definition itself (alone, in a fence, without indentation) is put into the file without its body. Counted is what gives
// the same bytes.
//
//   npm run bench -- round-trip --language python --folder DIR [--folder DIR …] [--show 5]
import { parseArgs } from "node:util";

import { hideBodies, invertEdits, removeDeclarations } from "../src/analysis/index.ts";
import { applyEdits } from "../src/base/index.ts";
import {
  loadParts,
  type Declaration,
  type LanguageWith,
  type StructuredFile,
} from "../src/languages/index.ts";
import { readFiles } from "./edits/files.ts";

type Editable = LanguageWith<"structure" | "rewriting">;

/** What a way of cutting and putting back came to: `same` bytes, `other` bytes, or `refused` with its reason. */
type Result = { readonly status: "same" | "other" } | { readonly status: "refused"; readonly reason: string };

const { values } = parseArgs({
  options: {
    language: { type: "string", default: "python" },
    folder: { type: "string", multiple: true, default: [] },
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

function answerWith(wrap: (code: string) => string) {
  return (language: Editable, file: StructuredFile, declaration: Declaration): Result => {
    const { rewriting, structure } = language;
    const [edit] = hideBodies(rewriting, file, [declaration]);
    if (edit === undefined) return { status: "refused", reason: "nothing to hide" };
    const text = applyEdits(file.text, [edit]);
    const hidden: StructuredFile = { path: file.path, text, structure: structure.read(file.path, text) };
    const { whole } = declaration.spans;
    const found = hidden.structure.declarations.find(
      ({ name, spans }) => name === declaration.name && spans.whole.start === whole.start,
    );
    if (found === undefined) return { status: "refused", reason: "not found without its body" };
    const bytes = Buffer.from(file.text);
    const line = bytes.subarray(0, whole.start).lastIndexOf("\n") + 1;
    const margin = bytes.toString("utf8", line, whole.start);
    const code = (margin.trim() === "" ? margin : "") + bytes.toString("utf8", whole.start, whole.end);
    const rebuilt = rewriting.placing.rebuild(hidden, found, wrap(code));
    return rebuilt.status === "refused" ? rebuilt : compare(file, applyEdits(text, rebuilt.edits));
  };
}

function compare({ text }: StructuredFile, again: string): Result {
  return { status: text === again ? "same" : "other" };
}

const WAYS = {
  body: putBodyBack,
  definition: putDefinitionBack,
  answer: answerWith((code) => code),
  fenced: answerWith((code) => `Here it is:\n\n\`\`\`\n${code}\n\`\`\`\n\nThat is all.`),
};

const language: Editable = await loadParts(
  values.language,
  ["structure", "rewriting"],
  "measure exact edits",
);
for (const folder of values.folder) {
  const files = readFiles(folder, language);
  const declarations = files.flatMap((file) =>
    file.structure.declarations.filter(({ spans }) => spans.body !== undefined).map((one) => ({ file, one })),
  );
  const counts: Record<string, Record<string, number>> = {};
  for (const [way, measure] of Object.entries(WAYS)) {
    let left = Number(values.show);
    const found: Record<string, number> = {};
    for (const { file, one } of declarations) {
      const result = measure(language, file, one);
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
