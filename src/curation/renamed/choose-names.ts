import type { OutsideNames } from "../../environments/index.ts";
import { NewNames } from "./new-names.ts";
import type { NamedFile, Words } from "./read-words.ts";

/**
 * Why a name stays. `short`: one or two letters, or a convention; `fixed`: the language, a framework or a decorator takes it for something; `outside`: code
 * outside of the repository has it; `any_name`: it is given to what takes arguments of any name; `uncertain`: nobody can tell what has it; `in_text`: a text
 * says it as code would look it up; `type_name`: it is a type whose name is read, and names of members are put together from such.
 */
export type StayReason = "short" | "fixed" | "outside" | "any_name" | "uncertain" | "in_text" | "type_name";

/** New names by old ones, the same everywhere, and why others stay. */
export interface ChosenNames {
  readonly names: ReadonlyMap<string, string>;
  readonly stay: ReadonlyMap<string, StayReason>;
}

/** Chooses a new name for every name of a repository that can have one. */
export function chooseNames(
  words: Words,
  files: readonly NamedFile[],
  { outside, seed }: { readonly outside: OutsideNames; readonly seed: string },
): ChosenNames {
  const all = new Set([
    ...words.globals,
    ...words.members,
    ...words.parameters,
    ...words.bound,
    ...words.modules,
  ]);
  const candidates = [...all].filter((name) => name !== "" && !words.imported.has(name)).sort();
  const meaning = { outside, isOutside: createOutsideTest(files, outside) };
  const stay = new Map<string, StayReason>();
  for (const name of candidates) {
    const reason = whyStays(name, words, meaning);
    if (reason !== undefined) stay.set(name, reason);
  }
  const own = new Set(files.flatMap(({ text }) => text.match(/[\p{L}\p{N}_]+/gu) ?? []));
  const elsewhere = new Set([
    ...outside.always,
    ...[...outside.modules.values()].flatMap((each) => [...each]),
  ]);
  const made = new NewNames(seed, own, elsewhere);
  // Shorter ones first, so that a plural follows its singular.
  const inOrder = candidates
    .filter((name) => !stay.has(name))
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return { names: new Map(inOrder.map((name) => [name, made.make(name)])), stay };
}

/** Modules that tell what files have which built-in functions open. */
export const FILE_MODULES = ["io"];

const CONVENTIONS = new Set(["self", "cls", "mcs", "args", "kwargs", "src", "lib", "main"]);

/** What code outside of the repository gives meaning to. */
interface Meaning {
  readonly outside: OutsideNames;
  readonly isOutside: (name: string) => boolean;
}

/** Tells of a name whether it is built in, or one of a module that a file imports in which something is asked for it or declares it. */
function createOutsideTest(
  files: readonly NamedFile[],
  { always, modules }: OutsideNames,
): (name: string) => boolean {
  const known = files.map(({ structure, names }) => ({
    own: new Set([
      ...names.places.flatMap(({ name, role }) => (role === "variable" ? [] : [name])),
      ...structure.declarations.map(({ name }) => name.slice(name.lastIndexOf(".") + 1)),
    ]),
    foreign: [
      ...structure.imports.flatMap(({ module }) => modules.get(module) ?? []),
      ...(names.places.some(({ name, binding }) => name === "open" && binding === undefined)
        ? [...FILE_MODULES].flatMap((module) => modules.get(module) ?? [])
        : []),
    ],
  }));
  return (name) =>
    always.has(name) ||
    known.some(({ own, foreign }) => own.has(name) && foreign.some((one) => one.has(name)));
}

function whyStays(name: string, words: Words, { outside, isOutside }: Meaning): StayReason | undefined {
  if (name.replaceAll("_", "").length < 3 || CONVENTIONS.has(name)) return "short";
  if (/^__.*__$/u.test(name) || words.fixed.has(name)) return "fixed";
  const isFound = isOutside(name);
  const isDeclared = words.globals.has(name) || words.members.has(name) || words.modules.has(name);
  if (words.unbound.has(name) && !words.globals.has(name)) return isFound ? "outside" : "uncertain";
  if ((isDeclared || words.asked.has(name)) && isFound) return "outside";
  if (words.inherited.has(name) && outside.missing.size > 0) return "outside";
  if (words.openKeywords.has(name)) return "any_name";
  if (words.asked.has(name) && !isDeclared) return "uncertain";
  if ((isDeclared || words.parameters.has(name)) && isSaid(name, words)) return "in_text";
  return isPartOfMember(name, words) ? "type_name" : undefined;
}

function isPartOfMember(name: string, { namesAreRead, classes, members }: Words): boolean {
  const lower = name.toLowerCase();
  return (
    namesAreRead && classes.has(name) && [...members].some((member) => member.split("_").includes(lower))
  );
}

function isSaid(name: string, { mentioned, beginnings, endings }: Words): boolean {
  return (
    mentioned.has(name) ||
    [...beginnings].some((beginning) => name.startsWith(beginning)) ||
    [...endings].some((ending) => name.endsWith(ending))
  );
}
