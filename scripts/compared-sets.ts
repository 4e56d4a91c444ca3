// `node scripts/compare-sets.mjs A B`: targets of which only one of two task sets has a task, or rejects it, and which tests, suites, examples and
// observations of their common tasks differ. Ids and digests are not looked at: they hold names that versions of the tool choose. Exit 1 where anything differs, 2 where
// they cannot be compared.
import { resolve } from "node:path";

import { asHostPath, canonicalJson, messageOf, UsageError } from "../src/base/index.ts";
import { readJournal } from "../src/curation/index.ts";
import { readTaskSet, type LoadedTask, type TaskSet } from "../src/datasets/index.ts";
import type { SuiteCase } from "../src/spec/index.ts";

/** A task set by its targets. */
interface Side {
  /** Tasks by what tells one from all others whatever its id is made of: source, path, name, span, and of an imported one its row. */
  readonly tasks: ReadonlyMap<string, LoadedTask>;
  /** Why others are no tasks, by source, path, line and name. */
  readonly rejected: ReadonlyMap<string, string>;
  /** The same places of the tasks, by their ids. */
  readonly places: ReadonlyMap<string, string>;
}

try {
  const [one, other, ...more] = process.argv.slice(2);
  if (one === undefined || other === undefined || more.length > 0)
    throw new UsageError("bad-command-line", "Type: node scripts/compare-sets.mjs A B");
  process.exitCode = compareSets(one, other) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}

/** Prints what differs; true where nothing does. */
function compareSets(one: string, other: string): boolean {
  using setA = readTaskSet(asHostPath(resolve(one)));
  using setB = readTaskSet(asHostPath(resolve(other)));
  const [a, b] = [readSide(setA), readSide(setB)];
  const common = [...a.tasks].flatMap(([key, task]): [LoadedTask, LoadedTask][] => {
    const same = b.tasks.get(key);
    return same === undefined ? [] : [[task, same]];
  });
  const differences = [
    ...onlyIn("A", a, b),
    ...onlyIn("B", b, a),
    ...rejectedOtherwise(a, b),
    ...common.flatMap(([left, right]) => differencesOf(left, right)),
  ];
  const sizes = Object.entries({ A: a, B: b }).map(
    ([name, { tasks, rejected }]) => `${name} ${tasks.size} tasks, ${rejected.size} rejected`,
  );
  const summary = [...sizes, `${common.length} tasks in both`, `differences: ${differences.length}`];
  process.stdout.write(`${[...differences, summary.join("; ")].join("\n")}\n`);
  return differences.length === 0;
}

function readSide(taskSet: TaskSet): Side {
  const [rejected, places] = [new Map<string, string>(), new Map<string, string>()];
  for (const record of readJournal(taskSet.directory)?.tried ?? []) {
    const place =
      `${record.source} ${record.path}:${record.line}:${record.name} ${record.row ?? ""}`.trimEnd();
    if (record.outcome === "accepted") places.set(record.task_id, place);
    else rejected.set(place, `${record.reason}: ${record.detail}`);
  }
  return { tasks: new Map([...taskSet.tasks()].map((task) => [keyOf(task), task])), rejected, places };
}

function keyOf({ record }: LoadedTask): string {
  const { repository, targets, edits, provenance } = record;
  return canonicalJson([
    repository.source,
    targets[0]?.path,
    targets[0]?.name,
    edits[0]?.span,
    provenance.imported,
  ]);
}

function nameOf({ record: { targets } }: LoadedTask): string {
  return `${targets[0]?.path}:${targets[0]?.name}`;
}

/** Tasks that the other side has not, with why. */
function onlyIn(name: string, side: Side, other: Side): string[] {
  return [...side.tasks].flatMap(([key, task]) => {
    if (other.tasks.has(key)) return [];
    const why = other.rejected.get(side.places.get(task.record.id) ?? "");
    return [`task only in ${name}: ${nameOf(task)} (${why ?? "not tried in the other"})`];
  });
}

/** Targets that both reject for different reasons, or that only one has tried. */
function rejectedOtherwise(one: Side, other: Side): string[] {
  const tasks = new Set([...one.places.values(), ...other.places.values()]);
  const places = new Set([...one.rejected.keys(), ...other.rejected.keys()]).difference(tasks);
  return [...places].flatMap((place) => {
    const whys = [one, other].map(({ rejected }) => rejected.get(place) ?? "not tried");
    const [reason, otherReason] = whys.map((why) => why.split(":")[0]);
    return reason === otherReason ? [] : [`rejected otherwise: ${place} (A ${whys[0]}; B ${whys[1]})`];
  });
}

function differencesOf(one: LoadedTask, other: LoadedTask): string[] {
  const found = [
    ...differentRecipes("suite", one.suite().cases, other.suite().cases),
    ...differentRecipes("examples", one.record.visible_examples, other.record.visible_examples),
    ...differentObservations(observationsOf(one), observationsOf(other)),
    ...(canonicalJson(one.tests()) === canonicalJson(other.tests()) ? [] : ["tests"]),
  ];
  return found.length === 0 ? [] : [`differs: ${nameOf(one)} (${found.join("; ")})`];
}

function differentRecipes(what: string, ...sides: [readonly SuiteCase[], readonly SuiteCase[]]): string[] {
  const [one, other] = sides.map((cases) => cases.map(({ recipe }) => canonicalJson(recipe)));
  if (canonicalJson(one) === canonicalJson(other)) return [];
  const both = new Set(one).intersection(new Set(other)).size;
  return [`${what}: ${one?.length} and ${other?.length}, ${both} in both`];
}

/** What the reference showed, by recipe. */
function observationsOf(task: LoadedTask): ReadonlyMap<string, unknown> {
  const { observations } = task.expected();
  return new Map([
    ...task
      .suite()
      .cases.map(({ id, recipe }): [string, unknown] => [canonicalJson(recipe), observations[id]]),
    ...task.record.visible_examples.map(({ recipe, observation }): [string, unknown] => [
      canonicalJson(recipe),
      observation,
    ]),
  ]);
}

/** Of the cases that both sides have. */
function differentObservations(...[one, other]: ReadonlyMap<string, unknown>[]): string[] {
  const both = [...(one ?? [])].filter(([recipe]) => other?.has(recipe));
  const different = both.filter(
    ([recipe, observation]) => canonicalJson(observation) !== canonicalJson(other?.get(recipe)),
  );
  return different.length === 0 ? [] : [`observations: ${different.length} of ${both.length}`];
}
