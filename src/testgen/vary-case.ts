import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { argumentPlaces } from "./argument-places.ts";
import { parameterAt, type Contract } from "./contract.ts";
import {
  joinShared,
  ownShared,
  pooledPatchesOf,
  pooledValuesOf,
  withoutUnusedShared,
} from "./shared-values.ts";
import type { PooledValue, ValuePools } from "./target-context.ts";
import { hasFiles, varyFiles } from "./vary-files.ts";
import { varyPatch } from "./vary-patch.ts";
import { varyValue, type VariationSource } from "./vary-value.ts";
import { shapeOf, typeNameOf } from "./value-shape.ts";

/** What growing a case draws on beside the case itself. */
export interface CaseSource extends Omit<VariationSource, "siblings" | "partsSeen"> {
  readonly contract: Contract;
  /** The cases known so far: donors of whole arguments. */
  readonly corpus: readonly CaseRecipe[];
  /** Values seen anywhere in the repository's calls. */
  readonly pools: ValuePools;
}

/** Another case made from `parent`: one to three changes, each of one argument, the receiver, or the argument list. */
export function varyCase(parent: CaseRecipe, source: CaseSource): CaseRecipe {
  let recipe = parent;
  const changes = 1 + (source.random.next() < 0.45 ? 1 : 0) + (source.random.next() < 0.2 ? 1 : 0);
  for (let change = 0; change < changes; change++) recipe = changeOnce(recipe, source);
  return withoutUnusedShared(recipe);
}

function changeOnce(recipe: CaseRecipe, source: CaseSource): CaseRecipe {
  const { random } = source;
  const donor = source.corpus.length > 1 ? random.pick(source.corpus) : undefined;
  const roll = random.next();
  const isPatched = recipe.patches !== undefined || donor?.patches !== undefined;
  if (isPatched && random.next() < PATCH_SHARE) return changePatches(recipe, donor, source);
  if (recipe.shared.length > 0 && random.next() < SHARED_SHARE)
    return varyShared(recipe, source) ?? varyOneArgument(recipe, source);
  if (hasFiles(recipe) && random.next() < FILES_SHARE) return varyFiles(recipe, source);
  if (donor !== undefined && donor !== recipe && roll < 0.2) return crossOver(recipe, donor, source);
  if (roll < 0.27 && recipe.positional.length > requiredCount(recipe, source))
    return { ...recipe, positional: recipe.positional.slice(0, -1) };
  if (roll < 0.35) return toggleKeyword(recipe, source);
  if (roll < 0.5 && Object.keys(recipe.variables).length > 0) return varyVariable(recipe, source);
  if (roll < 0.58) return takePooled(recipe, source) ?? replaceArgument(recipe, source);
  if (roll < 0.62) return replaceArgument(recipe, source);
  if (roll < 0.64) return convertArgument(recipe, source);
  if (roll < 0.72) return passOmitted(recipe, source);
  return varyOneArgument(recipe, source);
}

/** Of the changes to a case that finds files, those that change what is in one of them. */
const FILES_SHARE = 0.4;

/** Of the changes to a case with patches, or with a donor that has some, those that change what is replaced. */
const PATCH_SHARE = 0.3;

/** The patches of another case in the place of its own, or one of them varied. */
function changePatches(recipe: CaseRecipe, donor: CaseRecipe | undefined, source: CaseSource): CaseRecipe {
  if (recipe.patches !== undefined && source.random.next() < 0.7)
    return varyPatch(recipe, { ...source, ...makingOf(source.pools) });
  return donor === undefined ? recipe : assemble(recipe, pooledValuesOf(recipe), donor);
}

/** Of the changes to a case with shared values, those that change one of these: a tree of objects is written as such. */
const SHARED_SHARE = 0.35;

function varyShared(recipe: CaseRecipe, source: CaseSource): CaseRecipe | undefined {
  const own = [...ownShared(recipe)];
  if (own.length === 0) return undefined;
  const index = source.random.pick(own);
  const varying = { ...source, siblings: [], ...makingOf(source.pools) };
  return { ...recipe, shared: recipe.shared.with(index, varyValue(recipe.shared[index] ?? null, varying)) };
}

function varyOneArgument(recipe: CaseRecipe, source: CaseSource): CaseRecipe {
  const places = argumentPlaces(recipe, source.contract);
  if (places.length === 0) return recipe;
  const place = source.random.pick(places);
  const followed = follow(place.value, recipe.shared);
  if (followed.index !== undefined && !ownShared(recipe).has(followed.index)) return recipe;
  const siblings = source.corpus
    .filter(({ shared }) => shared.length === 0)
    .map((other) => place.read(other))
    .filter((value) => value !== undefined);
  const changed = varyValue(followed.value, { ...source, siblings, ...makingOf(source.pools) });
  if (followed.index === undefined) return place.write(recipe, changed);
  return { ...recipe, shared: recipe.shared.with(followed.index, changed) };
}

function makingOf({ byPart, makings }: ValuePools): Pick<VariationSource, "partsSeen" | "makings"> {
  return { partsSeen: (name) => byPart.get(name)?.values ?? [], makings };
}

/** Another value of one environment variable, or one less. */
function varyVariable(recipe: CaseRecipe, source: CaseSource): CaseRecipe {
  const { random, corpus } = source;
  const name = random.pick(Object.keys(recipe.variables));
  const siblings = corpus.flatMap(({ variables }) =>
    Object.values(variables).filter((value) => value !== null),
  );
  const value =
    random.next() < 0.15
      ? null
      : varyValue(recipe.variables[name] ?? "", { ...source, siblings, partsSeen: () => [] });
  return { ...recipe, variables: { ...recipe.variables, [name]: typeof value === "string" ? value : null } };
}

/**
 * The receiver or one object among the arguments replaced by another of its type, or an argument by one that its parameter took
 * elsewhere; what was seen in other calls brings states that no variation of this one's would reach.
 */
function takePooled(recipe: CaseRecipe, { contract, pools, random }: CaseSource): CaseRecipe | undefined {
  const own = pooledValuesOf(recipe);
  const choicesFor = (value: PooledValue, name: string | undefined): readonly PooledValue[] => {
    const type = typeNameOf(value.value, value.shared);
    const alike = pools.byType.get(type) ?? [];
    return alike.length > 0 || name === undefined ? alike : (pools.byParameter.get(name) ?? []);
  };
  const receivers = own.receiver === undefined ? [] : choicesFor(own.receiver, undefined);
  const places = own.positional.flatMap((value, index) => {
    const parameter = parameterAt(contract, index);
    const choices = parameter?.isRead === false ? [] : choicesFor(value, parameter?.name);
    return choices.length > 0 ? [{ index, choices }] : [];
  });
  const takesReceiver = receivers.length > 0 && (places.length === 0 || random.next() < 0.5);
  if (!takesReceiver && places.length === 0) return undefined;
  const place = takesReceiver ? undefined : random.pick(places);
  const taken = random.pick(place?.choices ?? receivers);
  const receiver = takesReceiver ? taken : own.receiver;
  const positional = own.positional.map((value, index) => (index === place?.index ? taken : value));
  return assemble(recipe, { receiver, positional, keywords: own.keywords });
}

/** A case with these values in the place of its own, and with the patches of `patched`. */
function assemble(
  recipe: CaseRecipe,
  { receiver, positional, keywords }: ReturnType<typeof pooledValuesOf>,
  patched = recipe,
): CaseRecipe {
  const { patches: _, ...rest } = recipe;
  const patches = pooledPatchesOf(patched);
  const joined = joinShared([
    ...(receiver === undefined ? [] : [receiver]),
    ...positional,
    ...keywords.map(([, value]) => value),
    ...patches.flatMap(([, value]) => value ?? []),
  ]);
  const values = joined.values.values();
  const next = (): ValueRecipe => values.next().value ?? null;
  return {
    ...rest,
    shared: joined.shared,
    ...(receiver === undefined ? {} : { receiver: next() }),
    positional: positional.map(next),
    keywords: Object.fromEntries(keywords.map(([name]) => [name, next()])),
    ...(patches.length === 0
      ? {}
      : {
          patches: patches.map(([patch, value]) =>
            value === undefined ? patch : { ...patch, value: next() },
          ),
        }),
  };
}

/** An example value of any type that the contract allows in the place of one argument. */
function replaceArgument(recipe: CaseRecipe, { contract, random }: CaseSource): CaseRecipe {
  const candidates = contract.parameters.flatMap((parameter) => {
    const isPassed = parameter.position < recipe.positional.length || parameter.name in recipe.keywords;
    return isPassed && parameter.isRead && parameter.examples.length > 0 ? [parameter] : [];
  });
  if (candidates.length === 0) return recipe;
  const parameter = random.pick(candidates);
  const value = random.pick(parameter.examples);
  if (parameter.position < recipe.positional.length)
    return { ...recipe, positional: recipe.positional.with(parameter.position, value) };
  return { ...recipe, keywords: { ...recipe.keywords, [parameter.name]: value } };
}

/** The content of a text or number as another type that the contract allows in its place. */
function convertArgument(recipe: CaseRecipe, { contract, random }: CaseSource): CaseRecipe {
  const conversions = recipe.positional.flatMap((value, index) => {
    const { types, isRead } = parameterAt(contract, index) ?? { types: new Set<string>(), isRead: false };
    return isRead ? convertedTo(value, types).map((converted) => ({ index, converted })) : [];
  });
  if (conversions.length === 0) return recipe;
  const { index, converted } = random.pick(conversions);
  return { ...recipe, positional: recipe.positional.with(index, converted) };
}

function convertedTo(value: ValueRecipe, types: ReadonlySet<string>): readonly ValueRecipe[] {
  const { tag, content } = shapeOf(value);
  const text =
    tag === "str" || tag === "bytes" || tag === "int" || tag === "float" ? String(content) : undefined;
  if (text === undefined) return [];
  const isInteger = /^-?\d{1,15}$/.test(text);
  const forms: Readonly<Record<string, ValueRecipe | undefined>> = {
    str: text,
    bytes: /^\p{ASCII}*$/u.test(text) ? { bytes: text } : undefined,
    int: isInteger ? Number(text) : undefined,
    float: isInteger ? { float: `${text}.0` } : /^-?\d+\.\d+$/.test(text) ? { float: text } : undefined,
  };
  return Object.entries(forms).flatMap(([type, form]) =>
    type !== tag && types.has(type) && form !== undefined ? [form] : [],
  );
}

/** One more argument: an example value for a parameter that the call leaves to its default, by keyword. */
function passOmitted(recipe: CaseRecipe, { contract, random }: CaseSource): CaseRecipe {
  const omitted = contract.parameters.filter(
    ({ name, canBeNamed, examples, position }) =>
      canBeNamed && position >= recipe.positional.length && !(name in recipe.keywords) && examples.length > 0,
  );
  if (omitted.length === 0) return recipe;
  const parameter = random.pick(omitted);
  return { ...recipe, keywords: { ...recipe.keywords, [parameter.name]: random.pick(parameter.examples) } };
}

function follow(
  value: ValueRecipe,
  shared: readonly ValueRecipe[],
): { value: ValueRecipe; index: number | undefined } {
  const { tag, content } = shapeOf(value);
  if (tag !== "ref" || typeof content !== "number") return { value, index: undefined };
  return { value: shared[content] ?? null, index: content };
}

/** The parent with some of its arguments, or its receiver, taken from another case. */
function crossOver(recipe: CaseRecipe, donor: CaseRecipe, { random }: CaseSource): CaseRecipe {
  const mine = pooledValuesOf(recipe);
  const theirs = pooledValuesOf(donor);
  const choose = (own: PooledValue, other: PooledValue | undefined): PooledValue =>
    other !== undefined && random.next() < 0.5 ? other : own;
  const receiver = mine.receiver === undefined ? undefined : choose(mine.receiver, theirs.receiver);
  const positional = mine.positional.map((own, index) => choose(own, theirs.positional[index]));
  const keywords = mine.keywords.map(([name, own]): [string, PooledValue] => [
    name,
    choose(own, theirs.keywords.find(([other]) => other === name)?.[1]),
  ]);
  return {
    ...assemble(recipe, { receiver, positional, keywords }),
    files: { ...recipe.files, ...donor.files },
    variables: { ...donor.variables, ...recipe.variables },
  };
}

/** Leaves a keyword out, or passes one that another case passes. */
function toggleKeyword(recipe: CaseRecipe, { random, corpus }: CaseSource): CaseRecipe {
  const donors = corpus.filter(
    ({ shared, keywords }) => shared.length === 0 && Object.keys(keywords).length > 0,
  );
  const own = Object.keys(recipe.keywords);
  if (own.length > 0 && (donors.length === 0 || random.next() < 0.5)) {
    const dropped = random.pick(own);
    return {
      ...recipe,
      keywords: Object.fromEntries(Object.entries(recipe.keywords).filter(([name]) => name !== dropped)),
    };
  }
  if (donors.length === 0) return recipe;
  const [name, value] = random.pick(Object.entries(random.pick(donors).keywords));
  return { ...recipe, keywords: { ...recipe.keywords, [name]: value } };
}

/** How many positional arguments must stay: as few as any case of the corpus passes. */
function requiredCount(recipe: CaseRecipe, { corpus }: CaseSource): number {
  const counts = corpus.map(({ positional }) => positional.length);
  return counts.length < 2 ? recipe.positional.length : Math.min(...counts);
}
