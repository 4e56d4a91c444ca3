import type { Definition } from "../languages/index.ts";
import { lastPart } from "../base/index.ts";

/** What filters know of a repository beside its definitions. */
export interface RepositoryFacts {
  /** How many definitions of the repository one calls; undefined where nobody can say. */
  countCallees(definition: Definition): number | undefined;
}

/** True where a definition is to be dropped. Without facts those that need them drop nothing. */
export type Filter = (definition: Definition, facts?: RepositoryFacts) => boolean;

/** Words in a docstring that say the code is no fit subject (R2E's list). */
const DOCSTRING_WORDS = ["test", "transformer", "training", "http", "https", "todo"];

/** Names and constants in a body that need machines, services or screens (R2E's list). */
const BODY_WORDS = new Set(
  `demo gcp s3 openai aws cuda tensorflow triton gpu nvidia scheduler async job do_not_import do_not_run do_not_call
  plt plot matplotlib seaborn plotly argparse main cuda_visible_devices multiprocess multiprocessing pool processpool
  threadpool joblib pebble`.split(/\s+/),
);

/** Beginnings of names that mark tests, scripts and examples (R2E's list). */
const NAME_PREFIXES = ["test", "train_", "main", "demo", "example", "render_pep", "_init"];

/** R2E's sizes: fewer code lines than these. */
const CODE_LINES = { function: 25, method: 20 };

/**
 * Every filter by name, in the order in which they are asked. Each gives one reason to leave a definition out.
 * `defaultFilters` are on; the others (those of R2E, and RepoST's of hyphens) are switched on by name or by a preset.
 */
export const filters = {
  dunder: ({ facts }) => facts.isDunder,
  stub: ({ facts }) => facts.isStub,
  trivial_return: ({ facts }) => facts.isTrivialReturn,
  test_code: ({ facts }) => facts.isTestCode,
  no_docstring: ({ docstring }) => docstring === undefined || docstring.trim() === "",
  no_parameters: (definition) => !isMethod(definition) && definition.parameters.length === 0,
  no_return: (definition) => !isMethod(definition) && definition.facts.topLevelReturns === 0,
  literal_returns: ({ facts }) => facts.topLevelConstantReturns * 3 > facts.topLevelReturns * 2,
  docstring_words: ({ docstring }) => hasWord(docstring ?? ""),
  body_words: ({ facts }) => facts.words.some((word) => BODY_WORDS.has(word.toLowerCase())),
  name_prefix: ({ name }) => NAME_PREFIXES.some((prefix) => lastPart(name).startsWith(prefix)),
  decorated: (definition) => definition.decorators.some((one) => !isMethod(definition) || !isMethodKind(one)),
  few_statements: (definition) =>
    isMethod(definition) ? definition.facts.topLevelStatements < 2 : hasFewStatements(definition),
  forwarding: ({ facts }) => facts.isForwarding,
  large: (definition) =>
    definition.facts.codeLines >= CODE_LINES[isMethod(definition) ? "method" : "function"],
  no_callees: (definition, repository?) => repository?.countCallees(definition) === 0,
  hidden_path: ({ path }) => path.split("/").some((part) => part.startsWith(".")),
  nested_class: ({ name }) => name.split(".").length > 2,
  hyphenated: ({ path, name }) => lastOf(path).includes("-") || name.includes("-"),
} satisfies Record<string, Filter>;

/** A name of a filter. */
export type FilterName = keyof typeof filters;

/** Filters that are on unless switched off. */
export const defaultFilters: readonly FilterName[] = ["dunder", "stub", "trivial_return", "test_code"];

/** All names, in the order in which they are asked. */
export const filterNames = Object.keys(filters) as readonly FilterName[];

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isMethod(definition: Definition): boolean {
  return definition.className !== undefined;
}

function isMethodKind(decorator: string): boolean {
  return decorator === "staticmethod" || decorator === "classmethod";
}

/** R2E counts the docstring: functions need more than two statements with it. */
function hasFewStatements({ facts, docstring }: Definition): boolean {
  return facts.topLevelStatements + (docstring === undefined ? 0 : 1) <= 2;
}

function hasWord(docstring: string): boolean {
  const words = new Set(docstring.toLowerCase().match(/[a-z0-9_]+/g));
  return DOCSTRING_WORDS.some((word) => words.has(word));
}
