import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { findMasked, type EvaluationJob, type EvaluationLimits } from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { packageCovers } from "../../src/sandbox/index.ts";
import type { SuiteCase, ValueRecipe } from "../../src/spec/index.ts";
import { call, plantOrchard, type Orchard } from "../../test/judge/orchard.ts";

/** The folder of the light tasks' package. */
export const source = fileURLToPath(new URL("../tasks", import.meta.url));
const editedFile = "shelf/books.py";

/** The file of the light tasks. */
export const books: string = readFileSync(join(source, editedFile), "utf8");

const language = await loadLanguage("python");
const { definitions } = language.syntax.parse(editedFile, books);

/** Limits that nothing honest reaches. */
export const limits: EvaluationLimits = {
  caseCpuSeconds: 0.1,
  importSeconds: 5,
  memoryBytes: 256 * 1024 * 1024,
  outputBytes: 1024 * 1024,
};

/** A light task: a function of the file, what it is called with, and a body that is wrong. */
export interface LightTask {
  readonly name: string;
  readonly inputs: readonly (readonly ValueRecipe[])[];
  readonly wrong: readonly [from: string, to: string];
}

const table = (entries: readonly (readonly [string, number])[]): ValueRecipe => ({
  dict: entries.map(([key, value]) => [key, value]),
});

/** Five functions, six calls each. */
export const lightTasks: readonly LightTask[] = [
  {
    name: "words_of",
    inputs: [["The Old Man"], [""], ["it's 3 o'clock"], ["a-b c"], ["UPPER lower"], ["  spaced   out "]],
    wrong: ["word.lower()", "word"],
  },
  {
    name: "sorting_title",
    inputs: [["The Sea"], ["Sea"], ["A Room of One's Own"], ["an apple"], ["the"], ["Where  it is"]],
    wrong: ["len(words) > 1", "len(words) > 2"],
  },
  {
    name: "shelf_mark",
    inputs: [
      ["Woolf", "The Waves", 1931],
      ["Li", "Sea"],
      ["", "Sea"],
      ["O'Brien", "A", 2005],
      ["x", "y", 7],
      ["A. B. C", "d"],
    ],
    wrong: ["[:3]", "[:2]"],
  },
  {
    name: "merge_counts",
    inputs: [
      [table([["a", 1]]), table([["a", 2]])],
      [table([]), table([["b", 1]])],
      [table([["a", 1]]), table([["a", -1]])],
      [table([["a", 1]]), table([])],
      [
        table([
          ["x", 5],
          ["y", 2],
        ]),
        table([
          ["y", 3],
          ["z", 1],
        ]),
      ],
      [table([["q", 0]]), table([["q", 0]])],
    ],
    wrong: ["+ count", "- count"],
  },
  {
    name: "runs_of",
    inputs: [[[1, 2, 3]], [[]], [[5]], [[3, 1, 2, 9]], [[1, 1, 2]], [[-1, 0, 2]]],
    wrong: ["number - 1", "number"],
  },
];

/** Where the light tasks are judged, and what judges them. */
export type Shelf = Orchard;

/** Opens a judge of `workers` over the light tasks, in the strongest sandbox of this machine, with an interpreter that has no packages. */
export function openShelf(options: {
  readonly python: string;
  readonly workers: number;
  readonly parentMemoryBytes?: number;
}): Promise<Shelf> {
  const { python, ...others } = options;
  return plantOrchard({
    ...others,
    interpreter: python,
    mounts: packageCovers(python),
    other: { source, editedFile, isTest: () => false },
  });
}

/** The file with candidate `number` of a task: every fourth is wrong, no two are the same text. */
export function candidateText(task: LightTask, number: number): string {
  const start = books.indexOf(`def ${task.name}(`);
  const before = books.slice(0, start);
  const rest = books.slice(start);
  const body = number % 4 === 3 ? rest.replace(task.wrong[0], task.wrong[1]) : rest;
  return before + body.replace(/\n    """(.*)"""\n/, `\n    """$1"""\n    number = ${number}\n`);
}

/** An evaluation of a file's text over a task's suite. */
export function jobOf(
  shelf: Pick<Shelf, "editableTree">,
  task: LightTask,
  fileText: string,
  trust: EvaluationJob["trust"],
): EvaluationJob {
  const lines = fileText.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`def ${task.name}(`)) + 1;
  const length = lines.slice(start).findIndex((line) => /^\S/.test(line));
  const definition = definitions.find(({ name }) => name === task.name);
  if (definition === undefined) throw new Error(`${editedFile} has no ${task.name}.`);
  return {
    editableTree: shelf.editableTree,
    target: {
      module: "shelf.books",
      name: task.name,
      kind: "function",
      lines: { start, end: start + length },
    },
    fileText,
    masked: findMasked({ language, originalText: books, definition }, fileText),
    cases: suiteOf(task),
    limits,
    output: [],
    trust,
  };
}

const suites = new Map<string, readonly SuiteCase[]>();

/** The suite of a task. */
export function suiteOf(task: LightTask): readonly SuiteCase[] {
  const known = suites.get(task.name);
  if (known !== undefined) return known;
  const suite = task.inputs.map((positional, index) => call(`case-${index}`, [...positional]));
  suites.set(task.name, suite);
  return suite;
}

/** The same candidate over the same inputs as a program that needs no judge. */
export function asProgram(task: LightTask, fileText: string): string {
  const calls = task.inputs.map((positional) => `(${positional.map(literal).join(", ")},)`).join(", ");
  return [
    fileText,
    `for _inputs in [${calls}]:`,
    "    try:",
    `        json.dumps([${task.name}(*_inputs), _inputs])`,
    "    except Exception as error:",
    "        json.dumps([type(error).__name__])",
    "",
  ].join("\n");
}

function literal(recipe: ValueRecipe): string {
  if (typeof recipe === "object" && recipe !== null && "dict" in recipe) {
    const entries = recipe.dict as readonly (readonly [ValueRecipe, ValueRecipe])[];
    return `{${entries.map(([key, value]) => `${literal(key)}: ${literal(value)}`).join(", ")}}`;
  }
  return JSON.stringify(recipe);
}
