import { repostRow, type ForeignRow, type RepostRow } from "../../datasets/index.ts";
import { isStandardModule, type Definition, type FileOutline, type Language } from "../../languages/index.ts";
import type { Importer, PreparedRow, RowCheck } from "./importer.ts";
import { moveLocalClasses } from "./local-classes.ts";
import { pythonText } from "./python-text.ts";
import { MOVE_SCRATCH, namesScratchFolder } from "./scratch-folder.ts";
import { splitScript, type ScriptParts } from "./script.ts";
import { testFileFor } from "./test-file.ts";

/** What the rival's name ends with. */
export const RIVAL = "_new_implementation";

/** RepoST's rows: the script's module part becomes a file of its own, its test function the test that calls the target. */
export const repost: Importer = { prepare };

function prepare({ id, record }: ForeignRow, language: Language): PreparedRow {
  const parsed = repostRow.safeParse(record);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path }) => path.join("."));
    return reject("unreadable_row", `missing or of another type: ${fields.join(", ")}`);
  }
  const row = parsed.data;
  const { syntax } = language;
  const outline = syntax.outline(row.eval_script);
  const script = syntax.parse("script.py", row.eval_script);
  if (outline === undefined || script.syntaxErrorLines.length > 0)
    return reject("unreadable_row", `its script is no Python (line ${script.syntaxErrorLines[0] ?? 1})`);
  const foreign = foreignModules(outline);
  if (foreign.length > 0) return reject("needs_packages", foreign.join(", "));
  const original = script.definitions.find(({ name }) => name === row.func_name);
  if (original === undefined) return reject("unreadable_row", `its script does not define ${row.func_name}`);
  const bareName = row.func_name.slice(row.func_name.lastIndexOf(".") + 1);
  const parts = splitScript(row.eval_script, outline, {
    target: row.func_name,
    rival: `${bareName}${RIVAL}`,
  });
  if (parts.tests.length === 0) return reject("unreadable_row", "its script has no test function");
  return { status: "prepared", repository: repositoryOf(id, row, parts, { original, language }) };
}

function repositoryOf(
  id: string,
  row: RepostRow,
  parts: ScriptParts,
  { original, language }: { readonly original: Definition; readonly language: Language },
) {
  const module = moduleNameFor(id, row.func_path);
  const path = `${module}.py`;
  const name = row.repo_name.replace("___", "/");
  const classesModule = `${module}_stand_ins`;
  const { moduleText } = parts;
  const outline = language.syntax.outline(moduleText);
  const moduleNames = new Set(outline === undefined ? [] : topLevelNames(outline));
  const places = { module, moduleNames, classesModule };
  const { testText, classesText } = moveLocalClasses(parts.testText, language.syntax, places);
  const { tests } = parts;
  const test = testFileFor({
    module,
    target: row.func_name,
    rivalEnding: RIVAL,
    testText,
    moduleText,
    tests,
  });
  const classes = classesText === "" ? {} : { [`${classesModule}.py`]: classesText };
  return {
    files: { [path]: moduleText, ...classes, [`test_${path}`]: test },
    repository: {
      source: `repost:${name}@${row.commit_id}`,
      family: name.toLowerCase(),
      commit: row.commit_id,
      version: null,
      date: null,
    },
    target: { path, name: row.func_name },
    tests: [`test_${path}`],
    changes: [
      ...(namesScratchFolder(testText + moduleText) ? ["scratch_folder"] : []),
      ...(classesText === "" ? [] : ["stand_ins"]),
    ],
    check: checkOf(row.eval_script, original, language),
  };
}

/** RepoST's runner: the rival stands right behind the original, and the script is run as a program. */
function checkOf(script: string, original: Definition, { syntax }: Language): RowCheck {
  const bytes = Buffer.from(script);
  const { start, end } = original.spans.whole;
  const bareName = original.name.slice(original.name.lastIndexOf(".") + 1);
  const header = new RegExp(`^([ \\t]*(?:async[ \\t]+)?def[ \\t]+)${RegExp.escape(bareName)}\\b`, "m");
  const programFor = (completion: string): string | undefined => {
    if (!header.test(completion)) return undefined;
    const rival = completion.replace(header, (_, before: string) => `${before}${bareName}${RIVAL}`);
    const text = `${bytes.subarray(0, end).toString()}\n\n${rival.trimEnd()}\n${bytes.subarray(end).toString()}`;
    if (syntax.parse("script.py", text).syntaxErrorLines.length > 0) return undefined;
    return namesScratchFolder(text) ? runMoved(text) : text;
  };
  const reference = original.indentation + bytes.subarray(start, end).toString();
  return { text: script, definition: original, programFor, original: programFor(reference) };
}

/** A program that runs a script which speaks of the scratch folder. */
function runMoved(text: string): string {
  return `TEXT = ${pythonText(text)}\n${MOVE_SCRATCH}exec(compile(TEXT, __file__, "exec"), globals())\n`;
}

function topLevelNames({ items, imports }: FileOutline): string[] {
  return [...items.flatMap(({ name }) => name ?? []), ...imports.map(({ name }) => name)];
}

/** Modules that a script imports anywhere and that do not come with the interpreter, sorted. */
export function foreignModules({ imports }: FileOutline): string[] {
  const tops = imports.map(({ module }) => (module.startsWith(".") ? module : (module.split(".")[0] ?? "")));
  return [...new Set(tops.filter((module) => !isStandardModule(module)))].sort();
}

/** Named after the original file; the row's id keeps it apart from every module of a package. */
function moduleNameFor(id: string, path: string): string {
  const stem = path.replace(/^.*\//, "").replace(/\.py$/, "");
  const words = `${stem.slice(0, 60)}_${id}`.replaceAll(/\W+/g, "_");
  return /^(?:\d|_*test)/i.test(words) ? `module_${words}` : words;
}

function reject(reason: "unreadable_row" | "needs_packages", detail: string): PreparedRow {
  return { status: "rejected", reason, detail };
}
