import { canonicalJson, inTurns } from "../base/index.ts";
import type { Definition, Inputs, Parameter } from "../languages/index.ts";
import { declaredParameters } from "./given-arguments.ts";
import { isBeyondAscii } from "./breadth/text-edge.ts";
import { isCount } from "./number-range.ts";
import { isHelper } from "./helper-texts.ts";
import { pooledValuesOf } from "./shared-values.ts";
import { asMade, type CaseRecipe, type ValueRecipe } from "../spec/index.ts";
import {
  callsSince,
  madeIn,
  partsOfMade,
  type MadeCall,
  type Makings,
  type MadePart,
  type OptionalParameter,
  type OptionalParameters,
} from "./made-parts.ts";
import { addTypes, type PartTypes } from "./part-types.ts";
import type { ObservedCall, PooledValue, SeenParts, ValuePools } from "./target-context.ts";
import { numberOf, typeNameOf } from "./value-shape.ts";

/** Distinct values kept per parameter name and per class: evenly from all that were seen, for the first ones are often alike. */
const MOST_POOLED = 48;

/** What the making of an object was given is not kept where it has more characters. */
const LARGEST_PART = 400;

/** A definition and the import name of its module. */
interface Placed {
  readonly definition: Definition;
  readonly module: string;
}

/**
 * Collects the values of all observed calls of a repository by parameter name, by receiver class, by type of object and by part of what makes objects. Objects are
 * taken as they are made, where that is known; of `declared` definitions it is read what need not be given to them.
 */
export function poolValues(
  calls: Iterable<Placed & { readonly calls: readonly ObservedCall[] }>,
  declared?: {
    readonly definitions: Iterable<Placed>;
    readonly inputs: Inputs;
    /** Calls of which only the settings of objects are taken. Default: none beside `calls`. */
    readonly others?: Iterable<{ readonly calls: readonly ObservedCall[] }>;
  },
): ValuePools {
  const byParameter: Pools = new Map();
  const byClass: Pools = new Map();
  const byType: Pools = new Map();
  const parts = new PartPools();
  const later = new LaterCalls();
  const settings = new SettingValues(declared === undefined ? new Map() : settingsOf(declared.definitions));
  for (const { calls: observed } of declared?.others ?? [])
    for (const { recipe } of observed) settings.keepAll(recipe);
  for (const { definition, module, calls: observed } of calls) {
    const names = declaredParameters({ definition }).flatMap(({ name, kind }) =>
      kind === "keyword_only" ? [] : [name],
    );
    for (const call of observed) {
      // Of what was harvested nothing is known but that its own target takes it.
      if (call.origin === "harvested") continue;
      const recipe = asMade(call);
      const all = [recipe.shared, recipe.receiver, recipe.positional, recipe.keywords];
      parts.keepAll(all);
      later.keepAll(all);
      settings.keepAll(call.recipe);
      if (definition.kind === "method") later.keepOwn(definition, call);
      const { receiver: given, positional, keywords } = pooledValuesOf(recipe);
      positional.forEach((value, index) => keep(byParameter, names[index], value));
      for (const [name, value] of keywords) keep(byParameter, name, value);
      const receiver = definition.facts.isConstructor
        ? constructedBy(`${module}:${definition.className ?? ""}`, recipe)
        : given;
      if (definition.facts.isConstructor) parts.keepAll(receiver);
      if (receiver !== undefined && definition.className !== undefined && definition.kind !== "class_method")
        keep(byClass, `${module}:${definition.className}`, receiver);
      for (const value of [receiver, ...positional, ...keywords.map(([, given]) => given)])
        if (value !== undefined) keep(byType, objectTypeOf(value), value);
    }
  }
  return {
    byParameter: thinOut(byParameter),
    byClass: thinOut(byClass),
    byType: thinOut(byType),
    byPart: parts.thinnedOut(),
    ordered: parts.ordered(),
    makings: {
      optional: declared === undefined ? new Map() : optionalOf(declared.definitions, declared.inputs),
      declared: declared === undefined ? new Map() : declaredOf(declared.definitions, declared.inputs),
      counts: declared === undefined ? new Set() : countsOf(declared.definitions, declared.inputs),
      calls: later.thinnedOut(),
      settings: settings.worthSetting(),
    },
  };
}

/** By the class of an object, as `typeNameOf` has it, the public attributes that constructors alone assign. */
function settingsOf(definitions: Iterable<Placed>): ReadonlyMap<string, ReadonlySet<string>> {
  const all = [...definitions];
  const assigned = new Set(
    all.flatMap(({ definition: { facts } }) => (facts.isConstructor ? [] : [...facts.ownAssignments])),
  );
  return new Map(
    all.flatMap(({ definition: { className = "", facts }, module }) =>
      facts.isConstructor
        ? [[`object:${module}:${className}`, facts.ownAssignments.difference(assigned)] as const]
        : [],
    ),
  );
}

/** Distinct values of one setting that are kept. */
const MOST_SETTINGS = 6;

/** What settings of objects were seen to be: plain values alone. */
class SettingValues {
  readonly #names: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #seen = new Map<string, Map<string, Set<ValueRecipe>>>();

  constructor(names: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#names = names;
  }

  keepAll(value: unknown): void {
    if (this.#names.size === 0 || value === null || typeof value !== "object") return;
    const { object } = value as { readonly object?: { readonly class?: unknown; readonly state?: unknown } };
    const names = this.#names.get(`object:${String(object?.class)}`);
    if (names !== undefined && names.size > 0 && object?.state !== null && typeof object?.state === "object")
      for (const [name, held] of Object.entries(object.state))
        if (names.has(name) && (held === null || typeof held !== "object"))
          this.#keep(`object:${String(object.class)}`, name, held as ValueRecipe);
    for (const item of Object.values(value)) this.keepAll(item);
  }

  /** Those with another value than the one that each object had: others that were seen, and of a flag the other one. */
  worthSetting(): Makings["settings"] {
    return new Map(
      [...this.#seen].map(([type, byName]) => [
        type,
        [...byName].flatMap(([name, seen]) => {
          const isFlag = seen.has(true) || seen.has(false);
          const values = [...seen.union(new Set<ValueRecipe>(isFlag ? [true, false] : []))];
          return values.length < 2 ? [] : [{ name, values }];
        }),
      ]),
    );
  }

  #keep(type: string, name: string, value: ValueRecipe): void {
    const byName = this.#seen.get(type) ?? new Map<string, Set<ValueRecipe>>();
    this.#seen.set(type, byName);
    const seen = byName.get(name) ?? new Set<ValueRecipe>();
    byName.set(name, seen);
    if (seen.size < MOST_SETTINGS) seen.add(value);
  }
}

/** The object that a call of its class's constructor makes; undefined where the call was made for a class below it. */
function constructedBy(
  className: string,
  { receiver, shared, positional, keywords }: CaseRecipe,
): PooledValue | undefined {
  if (receiver === undefined || typeNameOf(receiver, shared) !== `object:${className}`) return undefined;
  const given = { positional: [...positional], keywords: { ...keywords } };
  if (canonicalJson([given, shared]).length > LARGEST_CONSTRUCTED) return undefined;
  return { value: { made: { class: className, call: className, ...given } }, shared };
}

/** What a constructor was given by the repository's own code is left where it holds more characters. */
const LARGEST_CONSTRUCTED = 2_000;

/** What makes objects, by its name, with the parameters that it is given. */
function* makersOf(
  definitions: Iterable<Placed>,
): Iterable<readonly [name: string, parameters: readonly Parameter[]]> {
  for (const { definition, module } of definitions) {
    const { className, name, kind, facts, parameters } = definition;
    const isMaker = facts.isConstructor || kind === "class_method" || className === undefined;
    if (!isMaker) continue;
    const own = facts.isConstructor || kind === "class_method" ? parameters.slice(1) : parameters;
    yield [`${module}:${facts.isConstructor ? className : name}`, own];
  }
}

/** What makers are given, each with the places (`MadePart`) that stand for it: by its position, and by its name. */
function* placedParameters(
  definitions: Iterable<Placed>,
): Iterable<{ readonly parameter: Parameter; readonly places: readonly string[] }> {
  for (const [name, parameters] of makersOf(definitions))
    for (const [index, parameter] of parameters.entries())
      yield { parameter, places: [`${name}(${index})`, `${name}(${parameter.name})`] };
}

/** Of constructors and functions the parameters with a default that say what they take. */
function optionalOf(definitions: Iterable<Placed>, inputs: Inputs): OptionalParameters {
  const found = new Map<string, readonly OptionalParameter[]>();
  for (const [name, parameters] of makersOf(definitions)) {
    const optional = parameters.flatMap((parameter, index) => {
      const values = valuesFor(parameter, inputs);
      const canBeNamed = parameter.kind !== "positional_only" && parameter.defaultValue !== undefined;
      return canBeNamed && values.length > 0 ? [{ name: parameter.name, index, values }] : [];
    });
    if (optional.length > 0) found.set(name, optional);
  }
  return found;
}

/** What is declared of what a container holds, where it may hold anything. */
const OPEN_TYPE = /\b(?:Any|object)\b/u;

/** By the place of what is given to constructors and functions (`MadePart`) the types that it, and what it holds, is declared to be of; empty where these are others, or any. */
function declaredOf(definitions: Iterable<Placed>, inputs: Inputs): Makings["declared"] {
  const found = new Map<string, PartTypes>();
  for (const { parameter, places } of placedParameters(definitions)) {
    const { annotation } = parameter;
    const { defaultTypes } = inputs.readParameter("", parameter);
    if (annotation === undefined && defaultTypes.length === 0) continue;
    const stated = annotation === undefined ? undefined : inputs.readAnnotation(annotation);
    const types = new Map<string, Set<string>>();
    const isOfAny = stated?.types.length === 0;
    const saysHeld = stated?.saysItems === true && !OPEN_TYPE.test(annotation ?? "");
    for (const value of saysHeld && !isOfAny ? stated.values : []) addTypes(types, value);
    if (!isOfAny) types.set("", new Set([...(stated?.types ?? []), ...defaultTypes]));
    for (const place of places) found.set(place, types);
  }
  return found;
}

/** The places that are given a number by default, and none below zero. */
function countsOf(definitions: Iterable<Placed>, inputs: Inputs): Makings["counts"] {
  const found = new Set<string>();
  for (const { parameter, places } of placedParameters(definitions))
    if (isCount(parameter, inputs.readParameter("", parameter).defaultTypes))
      for (const place of places) found.add(place);
  return found;
}

/** What a parameter declares to take: by its annotation, or as a flag by its default. */
function valuesFor(parameter: Parameter, inputs: Inputs): readonly ValueRecipe[] {
  if (parameter.annotation !== undefined) return inputs.readAnnotation(parameter.annotation).values;
  return inputs.readParameter("", parameter).defaultTypes.includes("bool") ? [true, false] : [];
}

/** Distinct pairs of numbers that two places were given before it is believed that they come in order. */
const ENOUGH_PAIRS = 6;

/** What the making of all objects anywhere in the calls was given. */
class PartPools {
  readonly #pools = new Map<
    string,
    {
      readonly values: Map<string, ValueRecipe>;
      readonly types: Map<string, Set<string>>;
      times: number;
      isBeyondAscii: boolean;
    }
  >();
  /** By two places the pairs of numbers that they were given. */
  readonly #pairs = new Map<
    string,
    { readonly places: readonly [string, string]; readonly seen: Set<string>; isOrdered: boolean }
  >();

  keepAll(value: unknown): void {
    for (const node of madeIn(value)) {
      const parts = partsOfMade(node);
      this.#keepPairs(parts);
      for (const { name, value: given } of parts) {
        const pool = this.#pools.get(name) ?? {
          values: new Map<string, ValueRecipe>(),
          types: new Map<string, Set<string>>(),
          times: 0,
          isBeyondAscii: false,
        };
        this.#pools.set(name, pool);
        pool.times++;
        pool.isBeyondAscii ||= typeof given === "string" && isBeyondAscii(given);
        addTypes(pool.types, given);
        if (pool.values.size < MOST_SEEN && roomLeftBy(given, LARGEST_PART) >= 0)
          pool.values.set(JSON.stringify(given), given);
      }
    }
  }

  ordered(): readonly (readonly [less: string, more: string])[] {
    const all = [...this.#pairs.values()];
    return all.flatMap(({ places, seen, isOrdered }) =>
      isOrdered && seen.size >= ENOUGH_PAIRS ? [places] : [],
    );
  }

  #keepPairs(parts: readonly MadePart[]): void {
    const numbers = parts.flatMap(({ name, value }) => {
      const number = value === null ? undefined : numberOf(value, undefined);
      return number === undefined ? [] : [{ name, number }];
    });
    for (const less of numbers)
      for (const more of numbers) {
        if (less.name === more.name) continue;
        const key = `${less.name} ${more.name}`;
        const pair = this.#pairs.get(key) ?? {
          places: [less.name, more.name],
          seen: new Set<string>(),
          isOrdered: true,
        };
        this.#pairs.set(key, pair);
        pair.seen.add(`${less.number} ${more.number}`);
        pair.isOrdered &&= less.number <= more.number;
      }
  }

  thinnedOut(): SeenParts {
    return new Map(
      [...this.#pools].map(([name, { values, ...seen }]) => [
        name,
        { values: takeEvenly([...values.values()]), ...seen },
      ]),
    );
  }
}

/** Calls of methods kept for each class: evenly from all methods that were called. */
const MOST_CALLS = 32;

/** Calls of methods that tests made on objects, by the class of these: what puts other objects of it into a state that tests make. */
class LaterCalls {
  readonly #byClass = new Map<string, Map<string, MadeCall>>();

  /** Keeps those that objects in a recipe had since they were made. */
  keepAll(value: unknown): void {
    for (const node of madeIn(value))
      for (const call of callsSince(node)) this.#keep(typeNameOf(node, []), call);
  }

  /** Keeps a call of a method, unless its own class alone calls it, or it was refused. */
  keepOwn({ name }: Definition, call: ObservedCall): void {
    const { receiver, positional, keywords, shared } = asMade(call);
    const own = name.slice(name.lastIndexOf(".") + 1);
    if (receiver === undefined || call.raised !== undefined || isHelper(name) || own.startsWith("_")) return;
    this.#keep(typeNameOf(receiver, shared), { call: own, positional, keywords });
  }

  #keep(type: string, call: MadeCall): void {
    if (roomLeftBy([call.positional, call.keywords], LARGEST_PART) < 0) return;
    const pool = this.#byClass.get(type) ?? new Map<string, MadeCall>();
    this.#byClass.set(type, pool);
    if (pool.size < MOST_SEEN) pool.set(canonicalJson(call), call);
  }

  thinnedOut(): ReadonlyMap<string, readonly MadeCall[]> {
    return new Map(
      [...this.#byClass].map(([type, pool]) => {
        const methods = [...Map.groupBy(pool.values(), ({ call }) => call).values()];
        return [type, inTurns(methods.map((calls) => takeEvenly(calls))).slice(0, MOST_CALLS)];
      }),
    );
  }
}

/** What of `room` characters a value leaves; negative where it is larger, or refers to shared values, for then it cannot be moved alone. */
function roomLeftBy(value: unknown, room: number): number {
  if (typeof value === "string") return room - value.length;
  if (value === null || typeof value !== "object") return room - 1;
  if ("ref" in value) return -1;
  let left = room - 1;
  for (const item of Object.values(value)) {
    if (left < 0) break;
    left = roomLeftBy(item, left);
  }
  return left;
}

/** Distinct values of a part among which those kept are chosen. */
const MOST_SEEN = 1000;

/** At most `most` of the values, evenly from all. */
export function takeEvenly<T>(values: readonly T[], most = MOST_POOLED): T[] {
  const step = Math.max(1, values.length / most);
  const count = Math.min(values.length, most);
  return Array.from({ length: count }, (_, index) => values[Math.floor(index * step)] as T);
}

/** The type of an object with a class of its own, else `undefined`. */
function objectTypeOf({ value, shared }: PooledValue): string | undefined {
  const type = typeNameOf(value, shared);
  return type.startsWith("object:") ? type : undefined;
}

type Pools = Map<string, Map<string, PooledValue>>;

function keep(pools: Pools, name: string | undefined, value: PooledValue): void {
  if (name === undefined) return;
  const pool = pools.get(name) ?? new Map<string, PooledValue>();
  pools.set(name, pool);
  const key = canonicalJson(value);
  if (!pool.has(key)) pool.set(key, value);
}

function thinOut(pools: Pools): ReadonlyMap<string, readonly PooledValue[]> {
  return new Map([...pools].map(([name, pool]) => [name, takeEvenly([...pool.values()])]));
}
