import { shorten } from "../base/index.ts";
import {
  asMade,
  type CaseRecipe,
  type ComparisonPolicy,
  type Observation,
  type SuiteCase,
  type TargetRecord,
} from "../spec/index.ts";
import { describePatch, writeArguments } from "./describe-patch.ts";
import { elementsOf, membersOf, simpleName, taggedValue } from "./observed-value.ts";
import { isComparedAttribute } from "./outcome-key.ts";
import { alikeUntil, renderValue, type MetValues, type RenderOptions } from "./render-value.ts";
import { isAlike, startWalk } from "./alike-after.ts";
import { findInputChanges, type InputChange } from "./input-changes.ts";

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

/** What of a target says how it is called. */
export type Callable = Pick<
  TargetRecord,
  "name" | "kind" | "class_name" | "parameters" | "is_async" | "is_generator"
> & {
  /** Private attributes that it reads: of its inputs they are written too. Default: none. */
  readonly reads?: ReadonlySet<string>;
};

/**
 * A call and what it showed, in the form of an interactive session, for people and models: the receiver where there is one, the call, its
 * result or exception, and what it left otherwise. Only what `policy` compares is written of objects; a long attribute is not written again
 * where `told` has that it was last written so, and `told` is brought up to date.
 */
export function describeCase(
  target: Callable,
  single: DescribedCase,
  observation: Observation,
  policy: ComparisonPolicy,
  told = new Map<string, string>(),
): string {
  const given = describeGivenNumbered(target, single, policy, told);
  return [...given.lines, ...describeRest(target, single, observation, policy, { told, given })].join("\n");
}

/** A case, of which objects are written as they are made, where that is known. */
export type DescribedCase = Pick<SuiteCase, "recipe" | "as_made">;

/** The rest of a described case: what the call showed, and what it left otherwise. */
export function describeShown(
  target: Callable,
  single: DescribedCase,
  observation: Observation,
  policy: ComparisonPolicy,
): string {
  const given = describeGivenNumbered(target, single, policy, new Map());
  return describeRest(target, single, observation, policy, { told: new Map(), given }).join("\n");
}

function describeRest(
  target: Callable,
  { recipe }: DescribedCase,
  observation: Observation,
  policy: ComparisonPolicy,
  { told, given }: { readonly told: Map<string, string>; readonly given: Given },
): string[] {
  // A `ref` of a recipe stands for a shared value, one of an observation for a value around it.
  const numberOf = findNumbers(recipe, policy, given.numbers);
  const write = createWrite([], policy, told, { attributeLength: MAX_VALUE_LENGTH, numberOf });
  return [
    ...describeOutcome(target, observation, write),
    ...describeChanges(target, recipe, observation, policy, { write, numberOf }),
  ];
}

/** Finds the number under which the inputs show an object that came out of a call as it went in. */
function findNumbers(
  { shared }: CaseRecipe,
  policy: ComparisonPolicy,
  numbers: Given["numbers"],
): NonNullable<RenderOptions["numberOf"]> {
  const walk = startWalk(shared, policy);
  return (value, depth) => [...numbers].find(([index]) => isAlike({ ref: index }, value, walk, depth))?.[1];
}

/** The beginning of a described case: everything before what the call showed. */
export function describeInput(target: Callable, single: DescribedCase, policy: ComparisonPolicy): string {
  return describeGivenNumbered(target, single, policy, new Map()).lines.join("\n");
}

/** What stands before the outcome, and by their places the numbers that shared values have there. */
interface Given {
  readonly lines: readonly string[];
  readonly numbers: ReadonlyMap<number, number>;
}

/** Written twice: the first time tells which values are met again and need a number. */
function describeGivenNumbered(
  target: Callable,
  single: DescribedCase,
  policy: ComparisonPolicy,
  told: Map<string, string>,
): Given {
  const recipe = asMade(single);
  const names = nameMade(recipe, target.parameters);
  const { shared } = recipe;
  const trial = { numbers: new Map(), again: new Set<number>(), numbered: new Set<number>() };
  describeGiven(
    target,
    recipe,
    createWrite(shared, policy, new Map(told), { met: trial, reads: target.reads, names }),
    names,
  );
  const met = { numbers: new Map<number, number>(), again: new Set<number>(), numbered: trial.again };
  const write = createWrite(shared, policy, told, { met, reads: target.reads, names });
  const lines = describeGiven(target, recipe, write, names);
  // Places of shared values are those of the recipe that is sent.
  const isSent = recipe === single.recipe;
  const numbers = [...met.numbers].filter(([index]) => isSent && met.numbered.has(index));
  return { lines, numbers: new Map(numbers) };
}

type Write = (value: unknown) => string;

function createWrite(
  shared: CaseRecipe["shared"],
  policy: ComparisonPolicy,
  told: Map<string, string>,
  {
    met,
    reads,
    attributeLength = MAX_INPUT_ATTRIBUTE_LENGTH,
    numberOf,
    names,
  }: {
    readonly names?: ReadonlyMap<number, string>;
    readonly met?: MetValues;
    readonly reads?: ReadonlySet<string> | undefined;
    readonly attributeLength?: number;
    readonly numberOf?: RenderOptions["numberOf"];
  } = {},
): Write {
  return (value) =>
    renderValue(value, {
      maxLength: MAX_VALUE_LENGTH,
      maxDepth: MAX_VALUE_DEPTH,
      attributeLength,
      shared,
      names,
      ...(met === undefined ? {} : { met, showsHidden: true }),
      ...(numberOf === undefined ? {} : { numberOf }),
      told,
      showsAttribute: (name) => isComparedAttribute(name, policy) || reads?.has(name) === true,
    });
}

function describeGiven(
  target: Callable,
  recipe: CaseRecipe,
  write: Write,
  names: ReadonlyMap<number, string>,
): string[] {
  return [
    ...Object.entries(recipe.files).map(([name, content]) =>
      isFolder(name)
        ? `# the folder ${write(name)} is there`
        : `# the file ${write(name)} holds ${write(content)}`,
    ),
    ...Object.entries(recipe.variables).map(
      ([name, value]) => `# the environment variable ${name} is ${value === null ? "not set" : write(value)}`,
    ),
    ...(recipe.patches ?? []).flatMap((patch) => describePatch(patch, recipe.shared, write)),
    ...[...names].flatMap(([index, name]) => describeMaking(name, recipe.shared[index], write)),
    ...(takesInstance(target, recipe) ? describeMaking("self", recipe.receiver, write) : []),
    `>>> ${describeCall(target, recipe, write)}`,
  ];
}

/** The statements that make an object, in the order of its calls; of any other value one that names it. */
function describeMaking(name: string, value: unknown, write: Write): string[] {
  const tagged = taggedValue(value);
  const since = tagged?.tag === "made" ? elementsOf(membersOf(tagged.content).get("then")) : undefined;
  if (since === undefined) return [`>>> ${name} = ${write(value)}`];
  const { then: _, ...first } = Object.fromEntries(membersOf(tagged?.content));
  const calls = since.map((call) => {
    const held = membersOf(call);
    return `>>> ${name}.${String(held.get("call"))}(${writeArguments(held, write)})`;
  });
  return [`>>> ${name} = ${write({ made: first })}`, ...calls];
}

/** Names for the objects that a call is given in several places and that are made, by their places among the shared values: each after those it is made of. */
function nameMade(recipe: CaseRecipe, taken: readonly string[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const used = new Set(["self", ...taken]);
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const tagged = taggedValue(value);
    if (tagged?.tag !== "ref" || typeof tagged.content !== "number") {
      for (const item of Object.values(value)) visit(item);
      return;
    }
    const index = tagged.content;
    const made = taggedValue(recipe.shared[index]);
    if (made?.tag !== "made" || names.has(index)) return;
    // Known from here on: what it is made of may hold it.
    names.set(index, "");
    const { then: since, ...first } = Object.fromEntries(membersOf(made.content));
    visit(first);
    names.delete(index);
    names.set(index, freeName(first["class"], used));
    visit(since);
  };
  for (const value of [recipe.receiver, ...recipe.positional, ...Object.values(recipe.keywords)])
    visit(value);
  return names;
}

function freeName(className: unknown, used: Set<string>): string {
  const own = typeof className === "string" ? (/(\w+)$/u.exec(className)?.[1] ?? "") : "";
  const stem =
    own
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, "_")
      .toLowerCase()
      .replace(/^_+/u, "") || "value";
  let name = stem;
  for (let number = 2; used.has(name); number++) name = `${stem}_${number}`;
  used.add(name);
  return name;
}

/** Files of recipes and observations whose names end so are folders. */
function isFolder(name: string): boolean {
  return name.endsWith("/");
}

function takesInstance({ kind }: Callable, { receiver }: CaseRecipe): boolean {
  return receiver !== undefined && kind !== "class_method" && kind !== "static_method";
}

function describeCall(target: Callable, recipe: CaseRecipe, write: Write): string {
  const { kind, is_async: isAsync, is_generator: isGenerator } = target;
  const own = target.name.slice(target.name.lastIndexOf(".") + 1);
  const owner = describeOwner(target, recipe, write);
  if (kind === "getter") return `${owner}${own}`;
  if (kind === "setter") return `${owner}${own} = ${recipe.positional.map(write).join(", ")}`;
  if (kind === "deleter") return `del ${owner}${own}`;
  const values = [
    ...recipe.positional.map(write),
    ...Object.entries(recipe.keywords).map(([name, value]) => `${name}=${write(value)}`),
  ];
  const call = `${owner}${own}(${values.join(", ")})`;
  if (isGenerator) return isAsync ? `[item async for item in ${call}]` : `list(${call})`;
  return isAsync ? `await ${call}` : call;
}

function describeOwner(target: Callable, recipe: CaseRecipe, write: Write): string {
  if (takesInstance(target, recipe)) return "self.";
  if (target.kind === "class_method" && recipe.receiver !== undefined) return `${write(recipe.receiver)}.`;
  return target.class_name === null ? "" : `${target.class_name}.`;
}

function describeOutcome(
  { is_generator: isGenerator, kind }: Callable,
  observation: Observation,
  write: Write,
): string[] {
  switch (observation.status) {
    case "returned":
      if ((kind === "setter" || kind === "deleter") && observation.value === null) return [];
      return [write(isGenerator ? readItems(observation.value) : observation.value)];
    case "raised": {
      const { class: name, message } = observation.exception;
      return [`raises ${simpleName(name).replace(":", ".")}${message === "" ? "" : `: ${message}`}`];
    }
    case "refused":
      return [`cannot be observed: ${observation.message}`];
    default:
      return [];
  }
}

/** A generator's items are shown as the list that the call collects; one that ends otherwise stays what it is. */
function readItems(value: unknown): unknown {
  const isWhole = value !== null && typeof value === "object" && "end" in value && value.end === "stop";
  if (!isWhole) return value;
  if ("async_iterator" in value) return value.async_iterator;
  return "iterator" in value ? value.iterator : value;
}

function describeChanges(
  target: Callable,
  recipe: CaseRecipe,
  observation: Observation,
  policy: ComparisonPolicy,
  { write, numberOf }: { readonly write: Write; readonly numberOf: NonNullable<RenderOptions["numberOf"]> },
): string[] {
  if (observation.status === "refused") return [];
  return [
    ...tellChanges(recipe, observation, policy, numberOf).map(
      ({ input, path, told }) => `# afterwards ${nameOfInput(target, recipe, input)}${path} ${told}`,
    ),
    ...Object.entries(observation.files).map(([name, content]) => {
      const place = `the ${isFolder(name) ? "folder" : "file"} ${write(name)}`;
      if (content === null) return `# removes ${place}`;
      return isFolder(name) ? `# makes ${place}` : `# writes ${write(content)} to ${place}`;
    }),
    ...(observation.printed === undefined || !policy.output.includes("printed")
      ? []
      : [`# prints ${observation.printed === "" ? "nothing" : write(observation.printed)}`]),
    ...(observation.logged === undefined || !policy.output.includes("logged")
      ? []
      : [`# logs ${observation.logged.length === 0 ? "nothing" : write(observation.logged)}`]),
  ];
}

/** What of the inputs is otherwise than before, place by place: what is there now is never cut before it differs. */
function tellChanges(
  recipe: CaseRecipe,
  observation: Exclude<Observation, { status: "refused" }>,
  policy: ComparisonPolicy,
  numberOf: NonNullable<RenderOptions["numberOf"]>,
): (Pick<InputChange, "input" | "path"> & { readonly told: string })[] {
  const { shared } = recipe;
  const write = (value: unknown, options: RenderOptions): string =>
    renderValue(value, {
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
  return findInputChanges(observation, recipe, policy, tellsWhole).flatMap(
    ({ input, path, before, after, around }) => {
      // Only where its state cannot be written.
      if (taggedValue(before)?.tag === "made")
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

function nameOfInput(target: Callable, recipe: CaseRecipe, input: InputChange["input"]): string {
  if (input === "receiver") return "self";
  if (typeof input !== "number") return input.keyword;
  const isBound = recipe.receiver !== undefined && target.kind !== "static_method";
  return target.parameters[input + (isBound ? 1 : 0)] ?? `argument ${input + 1}`;
}
