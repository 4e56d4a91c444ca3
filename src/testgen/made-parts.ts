import type { ValueRecipe } from "../spec/index.ts";
import type { PartTypes } from "./part-types.ts";
import { shapeOf, typeNameOf } from "./value-shape.ts";

/** A value that the making of an object was given, or its methods since. */
export interface MadePart {
  /** Alike for the same parameter of the same callable: `package.module:Class(0)`, `.method(key)`. */
  readonly name: string;
  readonly value: ValueRecipe;
  /** The object made with another value there. */
  readonly replace: (value: ValueRecipe) => ValueRecipe;
}

/** A call, as `made` values hold it: of a method by its name, of anything else by where it stands; or an attribute that is set after one. */
export interface MadeCall {
  readonly attribute?: string;
  readonly value?: ValueRecipe;
  readonly call?: string;
  readonly positional?: readonly ValueRecipe[];
  readonly keywords?: Readonly<Record<string, ValueRecipe>>;
}

/** Content of a `made` value; see `recipe/1`. */
interface Made extends MadeCall {
  readonly of?: ValueRecipe;
  readonly since?: readonly MadeCall[];
}

function readMade(node: ValueRecipe): Made | undefined {
  const { tag, content } = shapeOf(node);
  return tag === "made" ? (content as Made) : undefined;
}

/** The calls of methods that a `made` value had since it was made; none for any other value. */
export function callsSince(node: ValueRecipe): readonly MadeCall[] {
  return readMade(node)?.since ?? [];
}

/** What a `made` value was given, in the order of the calls; empty for any other value. */
export function partsOfMade(node: ValueRecipe): readonly MadePart[] {
  const made = readMade(node);
  if (made === undefined) return [];
  const { of: owner, since = [], call = "" } = made;
  const own = owner === undefined ? call : `.${call}`;
  return [
    ...(owner === undefined
      ? []
      : [
          {
            name: "of",
            value: owner,
            replace: (value: ValueRecipe): ValueRecipe => ({ made: { ...made, of: value } }),
          },
        ]),
    ...partsOfCall(own, made, (changed) => ({ made: { ...made, ...changed } })),
    ...since.flatMap((later, at) =>
      partsOfCall(`.${later.call ?? ""}`, later, (changed) => ({
        made: { ...made, since: since.with(at, { ...later, ...changed }) },
      })),
    ),
  ];
}

function partsOfCall(
  name: string,
  { positional = [], keywords = {} }: MadeCall,
  write: (changed: MadeCall) => ValueRecipe,
): readonly MadePart[] {
  return [
    ...positional.map((value, at) => ({
      name: `${name}(${at})`,
      value,
      replace: (changed: ValueRecipe) => write({ positional: positional.with(at, changed) }),
    })),
    ...Object.entries(keywords).map(([keyword, value]) => ({
      name: `${name}(${keyword})`,
      value,
      replace: (changed: ValueRecipe) => write({ keywords: { ...keywords, [keyword]: changed } }),
    })),
  ];
}

/** An object that is made otherwise than another, and in what respect. */
export interface OtherMaking {
  readonly kind: string;
  readonly value: ValueRecipe;
}

/** A parameter that can be left out, with values of the types that it declares. */
export interface OptionalParameter {
  readonly name: string;
  readonly index: number;
  readonly values: readonly ValueRecipe[];
}

/** What can be left out when a callable (`module:Qualified.name`) is called. */
export type OptionalParameters = ReadonlyMap<string, readonly OptionalParameter[]>;

/** What a repository's code does to make its objects, beside what one of them was made of. */
export interface Makings {
  readonly optional: OptionalParameters;
  /** By a place (`MadePart`) the types that it is declared to be of; empty where these are others, or any. */
  readonly declared: ReadonlyMap<string, PartTypes>;
  /** Places (`MadePart`) that are given a number by default, and none below zero: a width, a limit, a position. */
  readonly counts: ReadonlySet<string>;
  /** By the class of an object, as `typeNameOf` has it, calls of its methods; those of one method do not stand together. */
  readonly calls: ReadonlyMap<string, readonly MadeCall[]>;
  /** By the class of an object the attributes that set how it works, with the values that were seen there. */
  readonly settings: ReadonlyMap<string, readonly Setting[]>;
}

/** An attribute that methods of its class read and its constructor alone assigns: whoever uses an object may set it. */
export interface Setting {
  readonly name: string;
  readonly values: readonly ValueRecipe[];
}

/** Of settings those that a text names. */
export function settingsNamed({ settings }: Makings, words: ReadonlySet<string>): Makings["settings"] {
  const named = [...settings].map(
    ([type, all]) => [type, all.filter(({ name }) => words.has(name))] as const,
  );
  return new Map(named.filter(([, all]) => all.length > 0));
}

/** A setting of an object. */
interface OwnSetting extends Setting {
  /** What it is; undefined where an object that is made has what its constructor gives it. */
  readonly own: ValueRecipe | undefined;
  /** The object with another value there. */
  readonly replace: (value: ValueRecipe) => ValueRecipe;
}

/** The settings of an object, as it is made or by its state; none of any other value. */
export function settingsIn(node: ValueRecipe, settings: Makings["settings"]): readonly OwnSetting[] {
  const { tag, content } = shapeOf(node);
  const known = tag === "object" || tag === "made" ? (settings.get(typeNameOf(node, [])) ?? []) : NO_SETTINGS;
  if (known.length === 0) return [];
  if (tag === "made") {
    const made = content as Made;
    const { since = [] } = made;
    return known.map((setting) => {
      const kept = since.filter(({ attribute }) => attribute !== setting.name);
      const first = (value: ValueRecipe): MadeCall => ({ attribute: setting.name, value });
      return {
        ...setting,
        own: since.find(({ attribute }) => attribute === setting.name)?.value,
        replace: (value) => ({ made: { ...made, since: [first(value), ...kept] } }),
      };
    });
  }
  const { state = {} } = content as { readonly state?: Readonly<Record<string, ValueRecipe>> };
  return known.flatMap((setting) =>
    setting.name in state
      ? [
          {
            ...setting,
            own: state[setting.name],
            replace: (value) => ({
              object: { ...(content as object), state: { ...state, [setting.name]: value } },
            }),
          },
        ]
      : [],
  );
}

const NO_SETTINGS: readonly Setting[] = [];

/** Calls of methods that an object has since it was made, at most: the recorder notes no more. */
const MOST_SINCE = 24;

/**
 * Calls like one of `since`, for something more of the same kind: what is another in each call of its method (a name, a number) is new, all else stays, as the
 * one under which it is put. Undefined where nothing is another, or what is has no plain value.
 */
function alikeCall(
  since: readonly MadeCall[],
  { call, positional = [], keywords }: MadeCall,
): MadeCall | undefined {
  if (call === undefined) return undefined;
  const all = since.filter((one) => one.call === call);
  let isNew = false;
  const renewed = positional.map((value, place) => {
    const values = all.map((one) => one.positional?.[place]);
    if (new Set(values).size < values.length) return value;
    const other = freshValue(value, values);
    isNew ||= other !== undefined;
    return other ?? value;
  });
  return isNew ? { call, positional: renewed, ...(keywords && { keywords }) } : undefined;
}

/** A value of the same type that is none of `known`; undefined of what is no text or whole number. */
function freshValue(
  value: ValueRecipe,
  known: readonly (ValueRecipe | undefined)[],
): ValueRecipe | undefined {
  if (typeof value === "number")
    return (
      1 + known.reduce((most: number, one) => (typeof one === "number" ? Math.max(most, one) : most), value)
    );
  if (typeof value !== "string") return undefined;
  let fresh = value;
  do fresh += value.at(-1) ?? "a";
  while (known.includes(fresh));
  return fresh;
}

/** The object with one of the calls since left out, made twice, or made again for something more; with one keyword left to its default, or one given that is not. */
export function otherMakings(node: ValueRecipe, { optional, calls }: Makings): readonly OtherMaking[] {
  const made = readMade(node);
  if (made === undefined) return [];
  const { since = [], keywords = {}, positional = [], call = "", of: owner } = made;
  const omitted = owner === undefined ? (optional.get(call) ?? []) : [];
  const more = since.length < MOST_SINCE ? (calls.get(typeNameOf(node, [])) ?? []) : [];
  const alike = since.flatMap((later, at) => {
    const again = since.length < MOST_SINCE ? alikeCall(since, later) : undefined;
    return again === undefined ? [] : [[at, again] as const];
  });
  const withCalls = (changed: readonly MadeCall[]): ValueRecipe => {
    const { since: _, ...first } = made;
    return { made: changed.length === 0 ? first : { ...first, since: changed } };
  };
  return [
    ...since.flatMap((later, at): OtherMaking[] => [
      { kind: "a call less", value: withCalls(since.toSpliced(at, 1)) },
      { kind: "a call again", value: withCalls(since.toSpliced(at, 0, later)) },
    ]),
    ...alike.map(([at, again]) => ({
      kind: `one more by ${again.call}`,
      value: withCalls(since.toSpliced(at + 1, 0, again)),
    })),
    ...more.map((later) => ({ kind: `a call of ${later.call}`, value: withCalls([...since, later]) })),
    ...Object.keys(keywords).map((name): OtherMaking => {
      const { [name]: _, ...others } = keywords;
      return { kind: "an argument less", value: { made: { ...made, keywords: others } } };
    }),
    ...omitted
      .filter(({ name, index }) => index >= positional.length && !(name in keywords))
      .flatMap(({ name, values }) =>
        values.map(
          (value): OtherMaking => ({
            kind: "an argument more",
            value: { made: { ...made, keywords: { ...keywords, [name]: value } } },
          }),
        ),
      ),
  ];
}

/** All `made` values in a form, the outer ones first. */
export function* madeIn(value: unknown): Iterable<ValueRecipe> {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value) && isMadeNode(value)) yield value as ValueRecipe;
  for (const item of Object.values(value)) yield* madeIn(item);
}

function isMadeNode(value: object): boolean {
  if (!("made" in value) || Object.keys(value).length !== 1) return false;
  const { made } = value;
  return made !== null && typeof made === "object" && !Array.isArray(made);
}
