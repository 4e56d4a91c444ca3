import type { ValueRecipe } from "../spec/index.ts";
import { shapeOf } from "./value-shape.ts";

/** A value that the making of an object was given, or its methods since. */
export interface MadePart {
  /** Alike for the same parameter of the same callable: `package.module:Class(0)`, `.method(key)`. */
  readonly name: string;
  readonly value: ValueRecipe;
  /** The object made with another value there. */
  readonly replace: (value: ValueRecipe) => ValueRecipe;
}

interface Call {
  readonly call?: string;
  readonly positional?: readonly ValueRecipe[];
  readonly keywords?: Readonly<Record<string, ValueRecipe>>;
}

/** Content of a `made` value; see `recipe/1`. */
interface Made extends Call {
  readonly of?: ValueRecipe;
  readonly since?: readonly Call[];
}

function readMade(node: ValueRecipe): Made | undefined {
  const { tag, content } = shapeOf(node);
  return tag === "made" ? (content as Made) : undefined;
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
  { positional = [], keywords = {} }: Call,
  write: (changed: Call) => ValueRecipe,
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
  readonly kind: "a call less" | "a call again" | "an argument less" | "an argument more";
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

/** The object with one of the calls since left out, or made twice, with one keyword left to its default, or one given that is not. */
export function otherMakings(node: ValueRecipe, optional: OptionalParameters): readonly OtherMaking[] {
  const made = readMade(node);
  if (made === undefined) return [];
  const { since = [], keywords = {}, positional = [], call = "", of: owner } = made;
  const omitted = owner === undefined ? (optional.get(call) ?? []) : [];
  const withCalls = (calls: readonly Call[]): ValueRecipe => {
    const { since: _, ...first } = made;
    return { made: calls.length === 0 ? first : { ...first, since: calls } };
  };
  return [
    ...since.flatMap((later, at): OtherMaking[] => [
      { kind: "a call less", value: withCalls(since.toSpliced(at, 1)) },
      { kind: "a call again", value: withCalls(since.toSpliced(at, 0, later)) },
    ]),
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
