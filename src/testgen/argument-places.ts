import { ownMember } from "../base/index.ts";
import type { CaseRecipe, ValueRecipe } from "../spec/index.ts";
import { parameterAt, type Contract } from "./contract.ts";

/** Where a call is given a value. */
export interface Place {
  /** Name of the parameter, or `self`. */
  readonly name: string;
  readonly value: ValueRecipe;
  /** What another call of the target is given there. */
  readonly read: (recipe: CaseRecipe) => ValueRecipe | undefined;
  readonly write: (recipe: CaseRecipe, value: ValueRecipe) => CaseRecipe;
}

/** Arguments whose parameter the reference reads, and the receiver. */
export function argumentPlaces(recipe: CaseRecipe, contract: Contract): readonly Place[] {
  const isRead = (name: string | undefined): boolean =>
    contract.parameters.find((parameter) => parameter.name === name)?.isRead ?? true;
  const positional = recipe.positional.flatMap((value, index): Place[] => {
    const name = parameterAt(contract, index)?.name;
    if (!isRead(name)) return [];
    return [
      {
        name: name ?? String(index),
        value,
        read: (other) => other.positional[index],
        write: (other, changed) => ({ ...other, positional: other.positional.with(index, changed) }),
      },
    ];
  });
  const keywords = Object.entries(recipe.keywords).flatMap(([name, value]): Place[] => {
    if (!isRead(name)) return [];
    return [
      {
        name,
        value,
        read: (other) => ownMember(other.keywords, name),
        write: (other, changed) => ({ ...other, keywords: { ...other.keywords, [name]: changed } }),
      },
    ];
  });
  if (recipe.receiver === undefined) return [...positional, ...keywords];
  const receiver: Place = {
    name: "self",
    value: recipe.receiver,
    read: (other) => other.receiver,
    write: (other, changed) => ({ ...other, receiver: changed }),
  };
  return [...positional, ...keywords, receiver];
}
