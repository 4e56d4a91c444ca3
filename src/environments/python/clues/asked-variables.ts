import type { EnvironmentFailure } from "../../../spec/index.ts";
import { placeOf } from "../../evidence-lines.ts";
import type { RepositoryFiles } from "../../repository-files.ts";
import { findVariableProblem } from "../request/variables.ts";
import type { DeclaredVariable } from "./variables.ts";

/** What readers of variables say of one that is not set: python-decouple and environs, django-environ. */
const NOT_SET = [
  /\b(?<name>[A-Z][A-Z0-9_]+) not found\. Declare it as envvar/u,
  /Environment variable "(?<name>\w+)" not set/u,
  /Set the (?<name>\w+) environment variable/u,
];

/** What stands for a variable by its name, where code only asks that there is one. */
const STAND_INS: readonly (readonly [name: RegExp, value: string])[] = [
  [/DATABASE|(?:^|_)DB_?UR[IL]$|DSN$/u, "sqlite://"],
  [/UR[IL]$|ENDPOINT$/u, "http://localhost"],
  [/HOST|SERVER|DOMAIN/u, "localhost"],
  [/PORT$/u, "8000"],
  [/E?MAIL$|_FROM$|SENDER$|ADMIN$/u, "somebody@example.com"],
  [/DEBUG|^(?:USE|ENABLE|IS)_|_ENABLED$/u, "0"],
  [/(?:^|_)(?:DIR|FOLDER|PATH|ROOT)$/u, "."],
];
const ANY = "anything";

/**
 * Variables that code of the tree cannot do without, where a failure tells of one that is not set: with it those that the same file asks for without a default. Nobody says what they
 * are: they get what goes with their names, and numbers where they are read as such.
 */
export function findAskedVariables(
  { cause }: EnvironmentFailure,
  files: RepositoryFiles,
): readonly DeclaredVariable[] {
  const told = NOT_SET.flatMap((pattern) => pattern.exec(cause?.text ?? "")?.groups?.["name"] ?? [])[0];
  const missing = cause?.variable ?? told;
  if (missing === undefined) return [];
  for (const path of files.paths.filter((each) => each.endsWith(".py"))) {
    const text = files.text(path) ?? "";
    const reads: ReadonlyMap<string, boolean> = text.includes(missing) ? readsIn(text) : new Map();
    if (reads.has(missing))
      return [...reads]
        .map(([name, isNumber]) => ({
          name,
          value: standInFor(name, isNumber),
          place: placeOf(path, text, name),
        }))
        .filter(({ name, value }) => findVariableProblem(name, value) === undefined);
  }
  return [];
}

function standInFor(name: string, isNumber: boolean): string {
  const named = STAND_INS.find(([pattern]) => pattern.test(name))?.[1] ?? ANY;
  return isNumber && !/^\d+$/u.test(named) ? "1" : named;
}

/** By their names the variables that a file reads without a default, and whether it reads them as numbers. */
function readsIn(text: string): ReadonlyMap<string, boolean> {
  const read =
    /(?<number>\b(?:int|float)\(\s*(?:os\.)?)?(?:\benviron\[\s*["'](?<subscript>\w+)["']\s*\](?!\s*=[^=])|\b(?:config|env(?:\.(?:str|int|bool|float|url|list|db))?)\(\s*["'](?<called>[A-Z]\w*)["']\s*(?:,\s*cast=(?<cast>int|float)\s*)?\))/gu;
  const found = [...text.matchAll(read)].map(({ groups = {}, 0: all }) => {
    const name = groups["subscript"] ?? groups["called"] ?? "";
    const isNumber =
      (groups["number"] ?? groups["cast"]) !== undefined || /\.(?:int|float|bool)\(/u.test(all);
    return [name, isNumber] as const;
  });
  return new Map(found);
}
