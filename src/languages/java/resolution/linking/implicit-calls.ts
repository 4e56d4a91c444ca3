import type { Attributor, Site } from "./attributor.ts";
import { asSupertype, langType, upperBound } from "./hierarchy.ts";
import { classesOf } from "./inference.ts";
import type { Type } from "./model.ts";
import { candidatesOn, selectMethod } from "./overloads.ts";
import { viewpointOf } from "./receiver.ts";
import { UNKNOWN } from "./types.ts";

/** A call without arguments that is not written, of a method that a type has. */
export function implicitCall(
  type: Type,
  name: string,
  site: Site,
  { attributor, at }: { readonly attributor: Attributor; readonly at: number },
): void {
  const candidates = classesOf(upperBound(type)).flatMap((each) =>
    candidatesOn(each, name, viewpointOf(site.scope)),
  );
  const selection = selectMethod([candidates], []);
  if (selection?.method.place === undefined) return;
  attributor.foundCall({ ...selection, at, name: undefined, written: name }, site);
}

/** What an iterable gives. */
export function itemOf(type: Type): Type {
  if (type.kind === "array") return type.item;
  const iterable = langType("Iterable").symbol;
  for (const each of classesOf(upperBound(type))) {
    const [item] = asSupertype(each, iterable)?.arguments ?? [];
    if (item !== undefined) return upperBound(item);
  }
  return UNKNOWN;
}
