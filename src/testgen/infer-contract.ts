import { contractOf, hintsOf, type Contract } from "./contract.ts";
import type { ParameterContract } from "./parameter-contract.ts";
import type { Relations } from "./relations.ts";
import type { TargetContext } from "./target-context.ts";

/**
 * Infers a target's contract from its observed calls, its annotations, its docstring and the `raise` statements of it and of what it calls. Harvested calls only
 * widen what the others state, where there are others.
 */
export function inferContract(context: TargetContext, hints = hintsOf(context)): Contract {
  const all = contractOf(context, hints);
  const stated = context.calls.filter(({ origin }) => origin !== "harvested");
  const isWidened = stated.length > 0 && stated.length < context.calls.length;
  return isWidened ? widenedContract(contractOf({ ...context, calls: stated }, hints), all) : all;
}

/**
 * The contract that some calls state, as far as further ones keep it. Those further ones are no evidence of what callers never do, for nobody chose them: they show what is
 * taken as well, and refute. `all` is inferred from both together.
 */
function widenedContract(stated: Contract, all: Contract): Contract {
  const byName = new Map(stated.parameters.map((parameter) => [parameter.name, parameter]));
  return {
    ...all,
    parameters: all.parameters.map((parameter) => {
      const own = byName.get(parameter.name);
      return own === undefined ? parameter : widenedParameter(own, parameter);
    }),
    relations: widenedRelations(stated.relations, all.relations),
  };
}

function widenedParameter(stated: ParameterContract, all: ParameterContract): ParameterContract {
  const ifStated = <Part>(part: Part, isStated: unknown): Part | undefined =>
    isStated === undefined ? undefined : part;
  return {
    ...all,
    isNeverNegative: stated.isNeverNegative && all.isNeverNegative,
    holdsNoNegative: stated.holdsNoNegative && all.holdsNoNegative,
    isAscending: stated.isAscending && all.isAscending,
    isPositive: stated.isPositive && all.isPositive,
    isNoEmptyText: stated.isNoEmptyText && all.isNoEmptyText,
    range: ifStated(all.range, stated.range),
    wasNeverEmpty: stated.wasNeverEmpty && all.wasNeverEmpty,
    isNeverEmpty: stated.isNeverEmpty && all.isNeverEmpty,
    pool: ifStated(all.pool, stated.pool),
    hasFullBrackets: stated.hasFullBrackets && all.hasFullBrackets,
    longestSigns: ifStated(all.longestSigns, stated.longestSigns),
    recordLengths: new Map([...all.recordLengths].filter(([place]) => stated.recordLengths.has(place))),
    recordTypes: new Map([...all.recordTypes].filter(([place]) => stated.recordTypes.has(place))),
    keyTypes: new Map([...all.keyTypes].filter(([key]) => stated.keyTypes.has(key))),
    isOfDigits: stated.isOfDigits && all.isOfDigits,
    commonTexts: widenedTexts(stated.commonTexts, all.commonTexts),
    textsAmongOthers: ifStated(all.textsAmongOthers, stated.textsAmongOthers),
    commonValues: widenedTexts(stated.commonValues, all.commonValues),
    keys: ifStated(all.keys, stated.keys),
    isKeyedBySigns: stated.isKeyedBySigns && all.isKeyedBySigns,
    isOfSigns: stated.isOfSigns && all.isOfSigns,
  };
}

function widenedTexts(
  stated: ParameterContract["commonTexts"],
  all: ParameterContract["commonTexts"],
): ParameterContract["commonTexts"] {
  if (stated === undefined || all === undefined) return undefined;
  return {
    ...all,
    forms: stated.forms === undefined ? undefined : all.forms,
    length: stated.length === undefined ? undefined : all.length,
  };
}

function widenedRelations(stated: Relations, all: Relations): Relations {
  const names = ({ less, more }: Relations["orders"][number]): string => `${less.name} ${more.name}`;
  const ordered = new Map(stated.orders.map((order) => [names(order), order]));
  const alike = new Set(stated.alike.map(([one, other]) => `${one.name} ${other.name}`));
  return {
    orders: all.orders.flatMap((order) => {
      const own = ordered.get(names(order));
      return own === undefined ? [] : [{ ...order, isStrict: order.isStrict && own.isStrict }];
    }),
    alike: all.alike.filter(([one, other]) => alike.has(`${one.name} ${other.name}`)),
    // What is named as a place is one by its name: further calls are evidence of that as good as any.
    positions: all.positions,
  };
}
