import { stripVTControlCharacters } from "node:util";

import { parseJson, type RepositoryPath } from "../../base/index.ts";
import type { EvidenceItem, RemedyReason, Trouble } from "../build-system.ts";
import { isTable, type RepositoryFiles } from "../repository-files.ts";
import { dependenciesOf, findWorkspaces, lineOfKey, manifestPath, readManifest } from "./package-files.ts";

/** What packages are asked for, in place of what manifests say, by their names: ranges as npm has them. */
export type AskedVersions = Readonly<Record<string, string>>;

const KEYS = ["dependencies", "devDependencies", "optionalDependencies"];

/** Manifests of the root and of a workspace's packages with other ranges, by their paths; those in which nothing changes are left out. */
export function manifestsWith(
  versions: AskedVersions,
  files: RepositoryFiles,
): Readonly<Record<RepositoryPath, string>> {
  const changed = ["", ...findWorkspaces(files)].map(manifestPath).flatMap((path) => {
    const parsed = parseJson((files.text(path) ?? "").replace(/^\uFEFF/, ""));
    if (!isTable(parsed)) return [];
    const tables = KEYS.flatMap((key) => {
      const table = parsed[key];
      if (!isTable(table)) return [];
      const names = Object.keys(table).filter((name) => Object.hasOwn(versions, name));
      return names.length === 0 ? [] : [[key, { ...table, ...pick(versions, names) }] as const];
    });
    return tables.length === 0
      ? []
      : [[path, JSON.stringify({ ...parsed, ...Object.fromEntries(tables) }, null, 2)] as const];
  });
  return Object.fromEntries(changed);
}

function pick(versions: AskedVersions, names: readonly string[]): AskedVersions {
  return Object.fromEntries(names.map((name) => [name, versions[name] ?? ""]));
}

/** The files of a tree with other texts in the place of some. */
export function withTexts(
  files: RepositoryFiles,
  texts: Readonly<Record<RepositoryPath, string>>,
): RepositoryFiles {
  return { ...files, text: (path) => (Object.hasOwn(texts, path) ? texts[path] : files.text(path)) };
}

/** All packages that manifests of the tree ask a registry for, with the line of each. */
export function askedPackages(
  files: RepositoryFiles,
): readonly (EvidenceItem & { readonly name: string; readonly range: string })[] {
  return ["", ...findWorkspaces(files)].flatMap((folder) =>
    [...dependenciesOf(readManifest(files, folder))].map(([name, range]) => ({
      name,
      range,
      path: manifestPath(folder),
      line: lineOfKey(files, manifestPath(folder), name),
      says: `asks for ${name} ${range}`,
    })),
  );
}

/** A lower bound with nothing above it; one of `0.0` says only that any version will do. */
const OPEN = /^>=?\s*v?(\d+(?:\.\d+){0,2})(?:\.x)?$/;
const OF_VERSIONS: readonly unknown[] = [
  "collection_failed",
  "tests_failed",
  "build_failed",
  "install_failed",
];

/** One that leaves later lines of a release open. */
const CARET = /^\^v?(\d+(?:\.\d+){0,2})$/;
const ANY = /^0(?:\.0)*(?:\.\d+)?$/;

/** What is asked for in place of a range, for a reason. */
interface Bound {
  readonly name: string;
  readonly versions: string;
  readonly item: EvidenceItem;
}

/** TypeScript breaks code in lines that a range like `^4.0.2` leaves open, and the types of packages are written for its newest. */
const OF_TYPESCRIPT = /^(?:typescript$|@types\/)/;
/** What a compiler prints of a package's own types: they are for a newer one, or the tree has its own beside them. */
const REFUSED =
  /(?<=\bnode_modules\/)(?:@[\w.-]+\/)?[\w.-]+(?=\/(?:(?!node_modules\/)[^\s():])+\.d\.[cm]?ts(?:\(\d+,\d+\)|:\d+:\d+)[\s:-]+error TS)/g;

/**
 * Older releases that manifests allow, where no lock file says which: those that open ranges begin with, for what was written for them may not go with
 * the newest; packages whose types a compiler refuses, in the lines that their ranges begin with; then, with these, TypeScript and all types in the
 * lines of theirs. What is asked for otherwise already stays as it is.
 */
export function askForOlder(
  { failure, log }: Pick<Trouble, "failure" | "log">,
  files: RepositoryFiles,
  lockFile: string,
  chosen: AskedVersions = {},
): readonly (RemedyReason & { readonly versions: AskedVersions })[] {
  if (failure === undefined || files.has(lockFile) || !OF_VERSIONS.includes(failure.category)) return [];
  const asked = askedPackages(files).filter(({ name }) => !Object.hasOwn(chosen, name));
  const boundBy = (pattern: RegExp, sign: string): Bound[] =>
    asked.flatMap(({ name, range, ...item }) => {
      const from = pattern.exec(range.trim())?.[1];
      return from === undefined || ANY.test(from) ? [] : [{ name, versions: `${sign}${from}`, item }];
    });
  const open = boundBy(OPEN, "^");
  const lines = boundBy(CARET, "~");
  const typescript = lines.filter(({ name }) => OF_TYPESCRIPT.test(name));
  const printed = stripVTControlCharacters(`${failure.message}\n${log}`);
  const refusedNames = new Set([...printed.matchAll(REFUSED)].map(([name]) => name));
  const refused = lines.filter(({ name }) => name !== "typescript" && refusedNames.has(name));
  const sign = failure.message.split("\n").find((line) => /\b\w*Error\b/.test(line));
  const ways = [
    { what: `with ${show(open)}, where ranges are open`, bounds: open },
    { what: `with ${show(refused)}, for the compiler refuses newer types of theirs`, bounds: refused },
    {
      what: "with TypeScript and types in the lines that their ranges begin with",
      bounds: typescript.length === 0 ? [] : [...open, ...typescript],
    },
  ];
  return ways.flatMap(({ what, bounds }) =>
    bounds.length === 0
      ? []
      : [
          {
            what,
            failure: failure.category,
            sign: (sign ?? failure.message.split("\n")[0] ?? "").trim().slice(0, 300),
            goesBy: bounds.map(({ item }) => item),
            versions: {
              ...Object.fromEntries(bounds.map(({ name, versions }) => [name, versions])),
              ...chosen,
            },
          },
        ],
  );
}

function show(bounds: readonly Bound[]): string {
  return bounds.map(({ name, versions }) => `${name} ${versions}`).join(", ");
}
