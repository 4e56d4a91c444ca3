/** Calls in which one argument leads into another: keys and indices one below the other (`["a", 0]`, `"a.0"`, `"/a/0"`) and what they lead through. */
import type { ValueEdge } from "../../languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../spec/index.ts";
import { argumentPlaces, type Place } from "../argument-places.ts";
import type { Contract } from "../contract.ts";
import { itemsOf, pairsOf, sequenceOf, shapeOf } from "../value-shape.ts";
import { argumentOfSpot, type Spot } from "./places.ts";
import { asSpecific } from "./text-edge.ts";

/** Ways that are tried into one argument, and how deep it is gone into. */
const MOST_WAYS = 16;
const DEEPEST = 4;

/** What counts as false, and yet stands there. */
const FALSY: readonly ValueRecipe[] = [null, 0, "", false, [], { dict: [] }];

type Step = string | number;
type Way = readonly Step[];

/** How an argument holds a way. */
interface Form {
  readonly way: Way;
  readonly write: (way: Way) => ValueRecipe;
}

/**
 * For each argument into which another one, or what that one holds, leads at least a step: the ways there are, those that end too early or too late, and
 * both changed together. Into a dictionary that keys do not lead into, they are made to lead to what counts as false, and through it. The value of the place is the pair, what is led into first. `spots` are the places of the call (`spotsOf`), `texts` those that
 * the reference names: separators among them may stand between the steps of a text.
 */
export function spotsOfWays(
  recipe: CaseRecipe,
  contract: Contract,
  { spots, texts }: { readonly spots: readonly Spot[]; readonly texts: readonly string[] },
): readonly Spot[] {
  return argumentPlaces(recipe, contract).flatMap((into) =>
    spots.flatMap((leading): readonly Spot[] => {
      const isOther = argumentOfSpot(leading.name) !== into.name;
      if (!isOther) return [];
      const form = readForm(leading.value, into.value, texts);
      if (form !== undefined) return [spotOf(into, leading, form, edgesOfWay)];
      const keys =
        shapeOf(into.value).tag === "dict" ? formOfKeys(leading.value, into.value, texts) : undefined;
      return keys === undefined ? [] : [spotOf(into, leading, keys, edgesOfMadeWay)];
    }),
  );
}

function spotOf(
  into: Place,
  leading: Spot,
  form: Form,
  edgesOf: (node: ValueRecipe, way: Way) => readonly WayEdge[],
): Spot {
  return {
    name: `${leading.name} into ${into.name}`,
    value: [into.value, leading.value],
    edges: () =>
      edgesOf(into.value, form.way).map(({ kind, node, way }) =>
        asSpecific({ kind, value: [node, form.write(way)] }),
      ),
    write: (recipe, pair) => {
      const [node = null, way = null] = itemsOf(pair);
      return leading.write(into.write(recipe, node), way);
    },
  };
}

interface WayEdge extends Pick<ValueEdge, "kind"> {
  readonly node: ValueRecipe;
  readonly way: Way;
}

function edgesOfWay(node: ValueRecipe, way: Way): readonly WayEdge[] {
  const ways = waysInto(node);
  const [key = "a"] = [...way, ...ways.flat()].filter((step) => typeof step === "string");
  const found = ways.flatMap((each) => [
    { kind: `way of ${each.length}`, node, way: each },
    { kind: "way to what is not there", node, way: each.with(-1, stepBeside(node, each)) },
    { kind: "way too far", node, way: [...each, key] },
    { kind: "way too far by an index", node, way: [...each, 0] },
  ]);
  const around = [
    { kind: "way through a list", node: [node], way: [0, ...way] },
    { kind: "way to the second of a list", node: [0, node], way: [1, ...way] },
    { kind: "way from the end of a list", node: [0, node], way: [-1, ...way] },
    { kind: "way through a dictionary", node: { dict: [[key, node]] }, way: [key, ...way] },
  ];
  const end = nodeAt(node, way);
  if (end === undefined || way.length === 0) return [...found, ...around];
  const put = (value: ValueRecipe): ValueRecipe => replacedAt(node, way, value);
  const deeper = [
    { kind: "way to another of these", node: put(node), way: [...way, ...way] },
    { kind: "way into a list at its end", node: put([end, end]), way: [...way, 1] },
    { kind: "way into a dictionary at its end", node: put({ dict: [[key, end]] }), way: [...way, key] },
    ...FALSY.map((value) => ({ kind: "way to what counts as false", node: put(value), way })),
    ...FALSY.map((value) => ({
      kind: "way through what counts as false",
      node: put(value),
      way: [...way, key],
    })),
  ];
  return [...found, ...around, ...deeper];
}

/** What a way of keys leads to where it is made. */
const AT_THE_END: readonly ValueRecipe[] = [null, 0, "", false, 7];

function edgesOfMadeWay(node: ValueRecipe, way: Way): readonly WayEdge[] {
  const keys = way.filter((step) => typeof step === "string");
  if (keys.length < way.length || keys.length === 0 || keys.length > DEEPEST) return [];
  const made = AT_THE_END.map((value) => ({
    kind: value === 7 ? "way that is made" : "way that is made to what counts as false",
    node: madeAt(node, keys, value),
    way,
  }));
  const through = FALSY.map((value) => ({
    kind: "way that is made through what counts as false",
    node: madeAt(node, keys.slice(0, -1), value),
    way,
  }));
  return keys.length === 1 ? made : [...made, ...through];
}

/** A dictionary with a value at the end of a way of keys. */
function madeAt(node: ValueRecipe, [key, ...way]: readonly string[], value: ValueRecipe): ValueRecipe {
  if (key === undefined) return value;
  const { tag, content } = shapeOf(node);
  const pairs = tag === "dict" ? pairsOf(content) : [];
  const held = pairs.find(([own]) => own === key)?.[1] ?? { dict: [] };
  return { dict: [...pairs.filter(([own]) => own !== key), [key, madeAt(held, way, value)]] };
}

/** A step like the last one of a way that leads nowhere. */
function stepBeside(node: ValueRecipe, way: Way): Step {
  const last = way.at(-1) ?? 0;
  if (typeof last === "string") return `${last}a`;
  return childrenOf(nodeAt(node, way.slice(0, -1)) ?? null).length;
}

/** Short ways first. */
function waysInto(node: ValueRecipe): readonly Way[] {
  const ways: Way[] = [];
  let open: readonly (readonly [Way, ValueRecipe])[] = [[[], node]];
  for (let depth = 0; depth < DEEPEST && ways.length < MOST_WAYS; depth++) {
    open = open.flatMap(([way, held]) =>
      childrenOf(held).map(([step, child]) => [[...way, step], child] as const),
    );
    ways.push(...open.map(([way]) => way));
  }
  return ways.slice(0, MOST_WAYS);
}

function childrenOf(node: ValueRecipe): readonly (readonly [Step, ValueRecipe])[] {
  const { tag, content } = shapeOf(node);
  if (tag === "list" || tag === "tuple") return itemsOf(content).map((item, at) => [at, item]);
  if (tag !== "dict") return [];
  return pairsOf(content).flatMap(([key, value]) => (isStep(key) ? [[key, value] as const] : []));
}

function isStep(value: ValueRecipe): value is Step {
  return typeof value === "string" || typeof value === "number";
}

/** Undefined where the way leads nowhere. */
function nodeAt(node: ValueRecipe, way: Way): ValueRecipe | undefined {
  return way.reduce<ValueRecipe | undefined>(
    (held, step) => childrenOf(held ?? null).find(([own]) => own === step)?.[1],
    node,
  );
}

function replacedAt(node: ValueRecipe, [step, ...way]: Way, value: ValueRecipe): ValueRecipe {
  if (step === undefined) return value;
  const { tag, content } = shapeOf(node);
  if (tag === "dict") {
    const pairs = pairsOf(content).map(
      ([key, held]) => [key, key === step ? replacedAt(held, way, value) : held] as const,
    );
    return { dict: pairs };
  }
  const items = itemsOf(content).map((held, at) => (at === step ? replacedAt(held, way, value) : held));
  return sequenceOf(tag, items);
}

/** How a value leads into another one, if it does at least a step. */
function readForm(value: ValueRecipe, into: ValueRecipe, texts: readonly string[]): Form | undefined {
  const children = childrenOf(into);
  if (children.length === 0) return undefined;
  const leads = ({ way }: Form): boolean => children.some(([step]) => step === way[0]);
  return formsOf(value, into, texts).find(leads);
}

/** How a value may hold keys, wherever they lead: a list as it is, a text by the separator that makes most of them, if several. */
function formOfKeys(value: ValueRecipe, into: ValueRecipe, texts: readonly string[]): Form | undefined {
  const forms = formsOf(value, into, texts).toSorted((one, other) => other.way.length - one.way.length);
  return forms.find(({ way }) => typeof value !== "string" || way.length > 1);
}

function formsOf(value: ValueRecipe, into: ValueRecipe, texts: readonly string[]): readonly Form[] {
  const { tag, content } = shapeOf(value);
  if (tag === "list" || tag === "tuple") return formsOfList(value);
  if (tag !== "str") return [];
  const text = String(content);
  const separators = SEPARATORS.filter((sign) => text.includes(sign) || texts.includes(sign));
  return separators.map((sign) => {
    const lead = text.startsWith(sign) ? sign : "";
    return {
      way: readSteps(text.slice(lead.length).split(sign), into),
      write: (way) => lead + way.join(sign),
    };
  });
}

function formsOfList(value: ValueRecipe): readonly Form[] {
  const { tag, content } = shapeOf(value);
  const items = tag === "list" || tag === "tuple" ? itemsOf(content) : [];
  return items.length > 0 && items.every(isStep)
    ? [{ way: items, write: (way) => sequenceOf(tag, way) }]
    : [];
}

/** What may stand between the steps of a text. */
const SEPARATORS = [".", "/", "|", ":", "__", "->"];

/** Parts of a text as steps: where a sequence is led into, a number is an index. */
function readSteps(parts: readonly string[], into: ValueRecipe): Way {
  let held: ValueRecipe | undefined = into;
  return parts.map((part) => {
    const children: readonly (readonly [Step, ValueRecipe])[] = childrenOf(held ?? null);
    const found = children.find(([step]) => String(step) === part);
    held = found?.[1];
    return found?.[0] ?? part;
  });
}
