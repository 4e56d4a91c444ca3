/** The places of a call where one value can be put for another: arguments, and what stands in containers among them. */
import type { ValueEdge, Values } from "../../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces, type Place } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import { partsOfMade, settingsIn } from "../made-parts.ts";
import { ownShared, referenceIn } from "../shared-values.ts";
import {
  attributeEntries,
  itemsOf,
  pairsOf,
  SEQUENCE_TAGS,
  sequenceOf,
  shapeOf,
  typeNameOf,
} from "../value-shape.ts";
import { jsonTextOf, readJsonText } from "./json-texts.ts";
import { asSpecific } from "./text-edge.ts";

/** A place inside a call, at any depth. */
export interface Spot {
  /** Alike for places that hold the same kind of thing: `0`, `key`, `0[]`, `0[].value`. */
  readonly name: string;
  readonly value: ValueRecipe;
  readonly write: (recipe: CaseRecipe, value: ValueRecipe) => CaseRecipe;
  /** Name of the places that take turns as one, where that is not this one's own: a table of many keys is worth no more tries than a flag. */
  readonly turn?: string;
  /** Of what an object is made of the name that it has wherever it is made; see `MadePart`. */
  readonly part?: string;
  /** True for what a function among the arguments answers: nothing says that it answers with one type alone. */
  readonly isAnswer?: boolean;
  /** The setting of an object that stands there. */
  readonly setting?: string;
  /** True for a key of a dictionary. */
  readonly isKey?: boolean;
  /** True for a parameter that the call leaves to its default. */
  readonly isOmitted?: boolean;
  /** What is put there, where the place has values of its own. */
  readonly edges?: () => readonly ValueEdge[];
}

/** The name of the argument in which a spot stands. */
export function argumentOfSpot(name: string): string {
  return /^shared \d+|^[^[. (]+/u.exec(name)?.[0] ?? name;
}

/** What spots take turns by: the name of the place and the type of what stands there, for a list that may stand in the place of a text is worth as many tries as the text; all values of a dictionary are one. */
export function turnOf({ name, turn = name, value }: Spot): string {
  const { tag, content } = shapeOf(value);
  const [first] = SEQUENCE_TAGS.has(tag) ? itemsOf(content) : [];
  return `${turn} ${tag}${first === undefined ? "" : ` of ${shapeOf(first).tag}`}`;
}

/** Items of a container whose own values are changed. */
const MOST_ITEMS = 6;
/** Containers in containers that are gone into. */
const DEEPEST = 3;

/** The places of a call that its target reads. Of objects those of what they are made of; what one holds that is known by its state is its own. */
export function spotsOf(recipe: CaseRecipe, contract: Contract): readonly Spot[] {
  const shared = [...ownShared(recipe)].map(
    (index): Place => ({
      name: `shared ${index}`,
      value: recipe.shared[index] ?? null,
      read: (other) => other.shared[index],
      write: (other, changed) => ({ ...other, shared: other.shared.with(index, changed) }),
    }),
  );
  return [...argumentPlaces(recipe, contract), ...shared, ...referredReceiver(recipe, contract)].flatMap(
    ({ name, value, write }) => spotsIn({ name, value, write }, contract, 0),
  );
}

/** The receiver of a call that holds itself, where it has settings: it stands among what is shared, and is held there. */
function referredReceiver(recipe: CaseRecipe, { making }: Contract): readonly Place[] {
  const index = referenceIn(recipe.receiver ?? null);
  const held = index === undefined || ownShared(recipe).has(index) ? undefined : recipe.shared[index];
  if (index === undefined || held === undefined || !making.settings.has(typeNameOf(held, []))) return [];
  return [
    {
      name: "self",
      value: held,
      read: (other) => other.shared[index],
      write: (other, changed) => ({ ...other, shared: other.shared.with(index, changed) }),
    },
  ];
}

function spotsIn(spot: Spot, contract: Contract, depth: number): readonly Spot[] {
  const { values, varyingAttributes } = contract;
  const { tag } = shapeOf(spot.value);
  if (tag === "object") {
    const varying = spot.name === "self" ? varyingAttributes : undefined;
    const own = varying === undefined ? [] : attributesOf(spot).filter(({ name }) => varying.has(name));
    return [
      ...settingSpots(spot, contract),
      ...callbacksOf(spot),
      ...own.flatMap(({ at }) => spotsIn(at, contract, depth)),
    ];
  }
  if (tag === "ref") return [];
  if (tag === "made")
    return [
      spot,
      ...settingSpots(spot, contract),
      ...partsOf(spot).flatMap((part) => spotsIn(part, contract, depth)),
    ];
  if (tag === "str") return [spot, ...heldByText(spot).flatMap((held) => spotsIn(held, contract, depth))];
  if (depth >= DEEPEST) return [spot];
  return [spot, ...membersOf(spot, values).flatMap((member) => spotsIn(member, contract, depth + 1))];
}

/** The settings of an object. Those that the target does not name take turns as one. */
function settingSpots({ name, value: node, write }: Spot, { making }: Contract): readonly Spot[] {
  return settingsIn(node, making.settings).map(({ name: setting, own, values, replace }) => {
    const isNamed = making.named.has(setting);
    const others = values.filter((value) => value !== own);
    return {
      name: `${name}.${setting}`,
      setting,
      value: own ?? null,
      ...(isNamed ? {} : { turn: `${name} settings` }),
      write: (recipe, value) => write(recipe, replace(value)),
      edges: () =>
        others.map((value, at) => {
          const edge = { kind: `setting ${at}`, value };
          return isNamed ? asSpecific(edge) : edge;
        }),
    };
  });
}

/** What a text of JSON stands for; a change that JSON has no form for changes nothing. */
function heldByText({ name, value, write }: Spot): readonly Spot[] {
  const held = typeof value === "string" ? readJsonText(value) : undefined;
  if (held === undefined) return [];
  return [
    {
      name: `${name}[json]`,
      value: held,
      write: (recipe, changed) => {
        const text = jsonTextOf(changed);
        return text === undefined ? recipe : write(recipe, text);
      },
    },
  ];
}

/** What an object is made of. */
function partsOf({ name, value, write }: Spot): readonly Spot[] {
  return partsOfMade(value).map((part) => ({
    name: `${name} ${part.name}`,
    part: part.name,
    value: part.value,
    write: (recipe, changed) => write(recipe, part.replace(changed)),
  }));
}

function membersOf({ name, value: node, write }: Spot, values: Values | undefined): readonly Spot[] {
  const { tag, content } = shapeOf(node);
  if (SEQUENCE_TAGS.has(tag)) {
    const items = itemsOf(content);
    return items.slice(0, MOST_ITEMS).map((value, at) => ({
      name: tag === "tuple" ? `${name}[${at}]` : `${name}[]`,
      value,
      write: (recipe, changed) => write(recipe, sequenceOf(tag, items.with(at, changed))),
    }));
  }
  if (tag === "value" || tag === "function" || tag === "local_class") {
    const parts = (values?.partsOf(node, MOST_ITEMS) ?? []).map((part) => ({
      name: `${name}${part.name}`,
      value: part.value,
      write: (recipe: CaseRecipe, changed: ValueRecipe) => write(recipe, part.write(changed)),
    }));
    const held = values?.contentOf(node);
    if (held === undefined) return parts;
    const within = (recipe: CaseRecipe, changed: ValueRecipe): CaseRecipe =>
      write(recipe, held.write(changed));
    return [...parts, ...membersOf({ name, value: held.value, write: within }, values)];
  }
  if (tag === "callback") return answersOf({ name, write }, content as Callback);
  if (tag !== "dict") return [];
  return entriesOf({ name, write }, pairsOf(content));
}

/** Types of keys in the place of which others are put. */
const KEYS = new Set(["str", "bytes", "int"]);

/** The values and keys of a dictionary. A key that another entry has changes nothing. */
function entriesOf(
  { name, write }: Pick<Spot, "name" | "write">,
  pairs: readonly (readonly [ValueRecipe, ValueRecipe])[],
): readonly Spot[] {
  const put = (recipe: CaseRecipe, at: number, pair: readonly [ValueRecipe, ValueRecipe]): CaseRecipe =>
    write(recipe, { dict: pairs.with(at, pair) as ValueRecipe[] });
  const isThere = (key: ValueRecipe): boolean =>
    pairs.some(([own]) => JSON.stringify(own) === JSON.stringify(key));
  return pairs.slice(0, MOST_ITEMS).flatMap(([key, value], at): readonly Spot[] => [
    {
      name: `${name}.${typeof key === "string" ? key : "value"}`,
      turn: `${name}.value`,
      value,
      write: (recipe, changed) => put(recipe, at, [key, changed]),
    },
    ...(KEYS.has(shapeOf(key).tag)
      ? [
          {
            name: `${name} key`,
            value: key,
            isKey: true,
            write: (recipe: CaseRecipe, changed: ValueRecipe) =>
              isThere(changed) ? recipe : put(recipe, at, [changed, value]),
          },
        ]
      : []),
  ]);
}

/** What an object that is known by its state holds, by the names of its attributes. */
function attributesOf({ name, value, write }: Spot): readonly { readonly name: string; readonly at: Spot }[] {
  const { object } = value as { readonly object: object };
  return attributeEntries(shapeOf(value)).map(({ kept, attribute, held }) => ({
    name: attribute,
    at: {
      name: `${name}.${attribute}`,
      value: held[attribute] ?? null,
      write: (recipe, changed) =>
        write(recipe, { object: { ...object, [kept]: { ...held, [attribute]: changed } } } as ValueRecipe),
    },
  }));
}

/** What the functions answer that an object keeps in its attributes: the rest of it is its own. */
function callbacksOf(spot: Spot): readonly Spot[] {
  return attributesOf(spot).flatMap(({ at }) => {
    const { tag, content } = shapeOf(at.value);
    return tag === "callback" ? answersOf(at, content as Callback) : [];
  });
}

interface Callback {
  readonly calls: readonly { readonly returns?: ValueRecipe }[];
}

function answersOf({ name, write }: Pick<Spot, "name" | "write">, callback: Callback): readonly Spot[] {
  return callback.calls.slice(0, MOST_ITEMS).flatMap((call, at): Spot[] => {
    if (call.returns === undefined) return [];
    return [
      {
        name: `${name}()`,
        value: call.returns,
        isAnswer: true,
        write: (recipe, returns) =>
          write(recipe, {
            callback: { ...callback, calls: callback.calls.with(at, { ...call, returns }) },
          }),
      },
    ];
  });
}
