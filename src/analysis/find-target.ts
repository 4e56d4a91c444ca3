import { findNearestName, UsageError, type RepositoryPath } from "../base/index.ts";
import type { Definition, ParsedFile } from "../languages/index.ts";
import type { EditRecord, TargetRecord } from "../spec/index.ts";
import { maskedOffset } from "./mask-definitions.ts";

/** How many candidates a message lists. */
const LISTED = 5;

/**
 * The definition a user means by `PATH:NAME`, or by `NAME` where it is the only one so named. A name is
 * qualified (`Class.method`); a getter wins over the setter of its name. Throws `UsageError`: `unknown-target`,
 * `ambiguous-target`.
 */
export function findTarget(files: readonly ParsedFile[], target: string): Definition {
  const { path, name } = readTarget(target);
  const definitions = files.flatMap((file) => file.definitions);
  const inFile = path === undefined ? definitions : definitions.filter((one) => one.path === path);
  const found = withoutAccessors(inFile.filter((one) => one.name === name));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw only === undefined ? unknownTarget(target, definitions) : ambiguousTarget(target, found);
}

/** The parts of a target as it is written. */
export function readTarget(target: string): {
  readonly path: RepositoryPath | undefined;
  readonly name: string;
} {
  const colon = target.lastIndexOf(":");
  const path = colon < 0 ? undefined : target.slice(0, colon).replace(/^\.\//, "");
  return { path, name: target.slice(colon + 1) };
}

/**
 * The definition that a task's record means, in its original file. A name can be defined more than once (branches, the
 * accessors of a property): what the edit hides decides.
 */
export function findRecordedTarget(
  file: ParsedFile,
  { name, kind }: TargetRecord,
  { span }: EditRecord,
): Definition | undefined {
  return file.definitions.find(
    (one) =>
      one.name === name &&
      one.kind === kind &&
      one.spans.whole.start <= span.start &&
      span.end <= one.spans.whole.end,
  );
}

/** The same in the file as a candidate finds it. `edits` are all of the task, the target's first. */
export function findMaskedTarget(
  file: ParsedFile,
  { name, kind }: TargetRecord,
  [edit, ...others]: readonly EditRecord[],
): Definition | undefined {
  if (edit === undefined) return undefined;
  const start = maskedOffset(others, edit.span.start);
  return file.definitions.find(
    (one) =>
      one.name === name &&
      one.kind === kind &&
      one.spans.whole.start <= start &&
      start <= one.spans.whole.end,
  );
}

/** One definition per place: the setter and deleter of a property stand behind its getter. */
function withoutAccessors(definitions: readonly Definition[]): readonly Definition[] {
  const getters = new Set(definitions.filter((one) => one.kind === "getter").map((one) => one.path));
  return definitions.filter((one) => one.kind === "getter" || !getters.has(one.path));
}

/** What a target can be called by. */
interface Named {
  readonly path: RepositoryPath;
  readonly name: string;
}

/** The error for a target that none of some definitions is; says what there is. */
export function unknownTarget(target: string, definitions: readonly Named[]): UsageError {
  const names = definitions.map((one) => (target.includes(":") ? `${one.path}:${one.name}` : one.name));
  const suggestion = suggest(target, [...new Set(names)]);
  const example = definitions.find(({ name }) => name.includes(".")) ?? definitions[0];
  const form = "Write PATH:NAME, the name qualified by its classes";
  return new UsageError(
    "unknown-target",
    `Cannot find target "${target}": none of the ${definitions.length} definitions has that whole name.${suggestion}`,
    { hint: example === undefined ? `${form}.` : `${form}: ${example.path}:${example.name}.` },
  );
}

/** Names that end so, or that begin so (members of a class of that name); else the nearest name. */
function suggest(target: string, names: readonly string[]): string {
  const bare = target.slice(target.lastIndexOf(":") + 1);
  const ending = names.filter((name) => name.endsWith(`.${bare}`));
  if (ending.length > 0) return ` ${howMany(ending, "ends so", "end so")}.`;
  const beginning = names.filter((name) => name.startsWith(`${target}.`));
  if (beginning.length > 0) return ` ${howMany(beginning, "begins so", "begin so")}.`;
  const nearest = findNearestName(target, names);
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

function howMany(names: readonly string[], one: string, several: string): string {
  const listed = names.slice(0, LISTED).join(", ");
  return `${names.length} ${names.length === 1 ? one : several}: ${listed}${names.length > LISTED ? ", …" : ""}`;
}

/** The error for a target that several definitions are. */
export function ambiguousTarget(target: string, found: readonly Named[]): UsageError {
  const listed = found.slice(0, LISTED).map((one) => `${one.path}:${one.name}`);
  const more = found.length > LISTED ? ", …" : "";
  return new UsageError(
    "ambiguous-target",
    `Cannot choose target "${target}": ${found.length} definitions have that name: ${listed.join(", ")}${more}.`,
    { hint: "Put the path in front of the name." },
  );
}
