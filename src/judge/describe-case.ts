import { shorten } from "../base/index.ts";
import type { Callable, Present, ShowOptions, WriteValue } from "../languages/index.ts";
import {
  asMade,
  holdsMade,
  taggedValue,
  type CaseRecipe,
  type Observation,
  type SuiteCase,
} from "../spec/index.ts";
import { isAlike, startWalk } from "./alike-after.ts";
import type { ComparisonRules } from "./comparison-rules.ts";
import { describePatch } from "./describe-patch.ts";
import { findInputChanges, type InputChange } from "./input-changes.ts";
import { isComparedAttribute } from "./outcome-key.ts";
import { shareMakings } from "./share-makings.ts";
import { writePath } from "./value-path.ts";
import { alikeUntil } from "./sides.ts";

/** Longest text of one value in a described case. */
const MAX_VALUE_LENGTH = 4_000;
/** Longest text of one attribute of an input; what a call showed has all the room of its value. */
const MAX_INPUT_ATTRIBUTE_LENGTH = 1_000;
/** A list or text of at most so many characters is told whole where something in it changed. */
const MAX_WHOLE_LENGTH = 160;
/** Longest text of what a place held before the call: the inputs tell it too. */
const MAX_BEFORE_LENGTH = 160;
/** How much of it is told before the place where it differs, if it would be cut before that. */
const BEFORE_DIFFERENCE = 20;
const MAX_VALUE_DEPTH = 12;
const MAX_KEY = 200;

/**
 * A call and what it showed, in the form of an interactive session, for people and models: the receiver where there is one, the call, its
 * result or exception, and what it left otherwise. Only what the policy compares is written of objects; a long attribute is not written again
 * where `told` has that it was last written so, and `told` is brought up to date.
 */
export function describeCase(
  target: Callable,
  single: DescribedCase,
  observation: Observation,
  rules: ComparisonRules,
  told = new Map<string, string>(),
): string {
  const given = describeGivenNumbered(target, single, rules, told);
  return [...given.lines, ...describeRest(target, single, observation, rules, { told, given })].join("\n");
}

/** A case, of which objects are written as they are made, where that is known. */
export type DescribedCase = Pick<SuiteCase, "recipe" | "as_made">;

/** The rest of a described case: what the call showed, and what it left otherwise. */
export function describeShown(
  target: Callable,
  single: DescribedCase,
  observation: Observation,
  rules: ComparisonRules,
): string {
  const given = describeGivenNumbered(target, single, rules, new Map());
  return describeRest(target, single, observation, rules, { told: new Map(), given }).join("\n");
}

/** What a case calls: the target, or what leads to it, of which no more is known than its name. */
function calledBy(target: Callable, { call, receiver }: CaseRecipe): Callable {
  if (call === undefined) return target;
  const path = call.slice(call.indexOf(":") + 1).split(".");
  return {
    name: path.at(-1) ?? call,
    kind: receiver === undefined ? "function" : "method",
    class_name: path.slice(0, -1).join(".") || null,
    parameters: [],
    is_async: false,
    is_generator: false,
    ...(target.reads === undefined ? {} : { reads: target.reads }),
  };
}

function describeRest(
  owner: Callable,
  { recipe }: DescribedCase,
  observation: Observation,
  rules: ComparisonRules,
  { told, given }: { readonly told: Map<string, string>; readonly given: Given },
): string[] {
  if (observation.status === "refused") return [`cannot be observed: ${observation.message}`];
  const { present } = rules.language;
  const target = calledBy(owner, recipe);
  // A `ref` of a recipe stands for a shared value, one of an observation for a value around it.
  const numberOf = findNumbers(recipe, rules, given.numbers);
  const write = createWrite([], rules, told, { attributeLength: MAX_VALUE_LENGTH, numberOf });
  const changes = describeChanges(target, recipe, observation, rules, { write, numberOf });
  return [...present.outcome(target, observation, write), ...changes.map((line) => present.comment(line))];
}

/** Finds the number under which the inputs show an object that came out of a call as it went in. */
function findNumbers(
  { shared }: CaseRecipe,
  rules: ComparisonRules,
  numbers: Given["numbers"],
): NonNullable<ShowOptions["numberOf"]> {
  const walk = startWalk(shared, rules);
  return (value, depth) => [...numbers].find(([index]) => isAlike({ ref: index }, value, walk, depth))?.[1];
}

/** The beginning of a described case: everything before what the call showed. */
export function describeInput(target: Callable, single: DescribedCase, rules: ComparisonRules): string {
  return describeGivenNumbered(target, single, rules, new Map()).lines.join("\n");
}

/** What stands before the outcome, and by their places the numbers that shared values have there. */
interface Given {
  readonly lines: readonly string[];
  readonly numbers: ReadonlyMap<number, number>;
}

/** Written twice: the first time tells which values are met again and need a number. */
function describeGivenNumbered(
  owner: Callable,
  single: DescribedCase,
  rules: ComparisonRules,
  told: Map<string, string>,
): Given {
  const made = asMade(single);
  const recipe = holdsMade(made) ? shareMakings(made) : made;
  const { shared } = recipe;
  const { present } = rules.language;
  const target = calledBy(owner, recipe);
  const names = present.madeNames(target, recipe);
  const trial = { numbers: new Map(), again: new Set<number>(), numbered: new Set<number>() };
  const reads = target.reads;
  describeGiven(
    target,
    recipe,
    present,
    createWrite(shared, rules, new Map(told), { met: trial, reads, names }),
  );
  const met = { numbers: new Map<number, number>(), again: new Set<number>(), numbered: trial.again };
  const lines = describeGiven(
    target,
    recipe,
    present,
    createWrite(shared, rules, told, { met, reads, names }),
  );
  // Places of shared values are those of the recipe that is sent.
  const isSent = made === single.recipe;
  const numbers = [...met.numbers].filter(([index]) => isSent && met.numbered.has(index));
  return { lines, numbers: new Map(numbers) };
}

function createWrite(
  shared: CaseRecipe["shared"],
  { policy, language }: ComparisonRules,
  told: Map<string, string>,
  {
    met,
    reads,
    attributeLength = MAX_INPUT_ATTRIBUTE_LENGTH,
    numberOf,
    names,
  }: Pick<ShowOptions, "met" | "attributeLength" | "numberOf" | "names"> & {
    readonly reads?: ReadonlySet<string> | undefined;
  } = {},
): WriteValue {
  return (value) =>
    language.present.show(value, {
      maxLength: MAX_VALUE_LENGTH,
      maxDepth: MAX_VALUE_DEPTH,
      attributeLength,
      shared,
      ...(met === undefined ? {} : { met, showsHidden: true }),
      ...(numberOf === undefined ? {} : { numberOf }),
      ...(names === undefined ? {} : { names }),
      told,
      showsAttribute: (name) => isComparedAttribute(name, policy) || reads?.has(name) === true,
    });
}

function describeGiven(target: Callable, recipe: CaseRecipe, present: Present, write: WriteValue): string[] {
  const surroundings = [
    ...Object.entries(recipe.files).map(([name, content]) =>
      isFolder(name)
        ? `the folder ${write(name)} is there`
        : `the file ${write(name)} holds ${write(content)}`,
    ),
    ...Object.entries(recipe.variables).map(
      ([name, value]) => `the environment variable ${name} is ${value === null ? "not set" : write(value)}`,
    ),
    ...(recipe.patches ?? []).flatMap((patch) => describePatch(patch, recipe.shared, present, write)),
  ];
  return [...surroundings.map((line) => present.comment(line)), ...present.call(target, recipe, write)];
}

/** Files of recipes and observations whose names end so are folders. */
function isFolder(name: string): boolean {
  return name.endsWith("/");
}

function describeChanges(
  target: Callable,
  recipe: CaseRecipe,
  observation: Exclude<Observation, { status: "refused" }>,
  rules: ComparisonRules,
  {
    write,
    numberOf,
  }: { readonly write: WriteValue; readonly numberOf: NonNullable<ShowOptions["numberOf"]> },
): string[] {
  const counts = new Set(rules.policy.output);
  const { printed, logged } = observation;
  return [
    ...tellChanges(recipe, observation, rules, numberOf).map(
      ({ input, path, told }) =>
        `afterwards ${rules.language.present.inputName(target, recipe, input)}${path} ${told}`,
    ),
    ...Object.entries(observation.files).map(([name, content]) => {
      const place = `the ${isFolder(name) ? "folder" : "file"} ${write(name)}`;
      if (content === null) return `removes ${place}`;
      return isFolder(name) ? `makes ${place}` : `writes ${write(content)} to ${place}`;
    }),
    ...(printed === undefined || !counts.has("printed")
      ? []
      : [`prints ${printed === "" ? "nothing" : write(printed)}`]),
    ...(logged === undefined || !counts.has("logged")
      ? []
      : [`logs ${logged.length === 0 ? "nothing" : write(logged)}`]),
  ];
}

/** What of the inputs is otherwise than before, place by place: what is there now is never cut before it differs. */
function tellChanges(
  recipe: CaseRecipe,
  observation: Exclude<Observation, { status: "refused" }>,
  rules: ComparisonRules,
  numberOf: NonNullable<ShowOptions["numberOf"]>,
): { readonly input: InputChange["input"]; readonly path: string; readonly told: string }[] {
  const { shared } = recipe;
  const { policy, language } = rules;
  const { present } = language;
  const write = (value: unknown, options: ShowOptions): string =>
    present.show(value, {
      maxLength: MAX_VALUE_LENGTH,
      maxDepth: MAX_VALUE_DEPTH,
      attributeLength: MAX_VALUE_LENGTH,
      showsAttribute: (name) => isComparedAttribute(name, policy),
      ...options,
    });
  // Objects are told by their places: which of them is another one is what matters.
  const tellsWhole = (before: unknown, after: unknown): boolean =>
    !holdsObject(before) &&
    !holdsObject(after) &&
    write(before, { shared }).length <= MAX_WHOLE_LENGTH &&
    write(after, {}).length <= MAX_WHOLE_LENGTH;
  return findInputChanges(observation, recipe, rules, tellsWhole).flatMap(
    ({ input, path: segments, before, after, around }) => {
      const path = writePath(segments, (key) => present.show(key, { maxLength: MAX_KEY, shared }));
      // Only where its state cannot be written.
      if (after !== undefined && taggedValue(before)?.tag === "made")
        return [{ input, path, told: `is ${write(after, { around, numberOf })}` }];
      const was = before === undefined ? "not there" : write(before, { shared });
      if (after === undefined)
        return [{ input, path, told: `is gone, was ${shorten(was, MAX_BEFORE_LENGTH)}` }];
      const now = write(after, { around, numberOf });
      return now === was && now.length < MAX_VALUE_LENGTH
        ? []
        : [{ input, path, told: `is ${now}, was ${shortenBeside(now, was)}` }];
    },
  );
}

/** What was there before, shortly, but never cut before it differs from what is there now. */
function shortenBeside(now: string, was: string): string {
  const from = alikeUntil(now, was) - BEFORE_DIFFERENCE;
  const isSeen = was.length <= MAX_BEFORE_LENGTH || from < MAX_BEFORE_LENGTH / 2;
  return isSeen ? shorten(was, MAX_BEFORE_LENGTH) : `…${shorten(was.slice(from), MAX_BEFORE_LENGTH)}`;
}

function holdsObject(value: unknown): boolean {
  return /\{"(?:object|made|ref|file)":/u.test(JSON.stringify(value));
}
