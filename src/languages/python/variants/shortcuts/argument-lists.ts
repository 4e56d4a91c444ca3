import type { Definition, Parameter } from "../../../language.ts";

/** What a target has to pass on. */
export interface Arguments {
  /** Name of the instance or class it is called on. */
  readonly receiver: string | undefined;
  /** Its other parameters. */
  readonly parameters: readonly Parameter[];
}

/** The arguments of a target, its receiver apart. */
export function argumentsOf({ kind, parameters }: Definition): Arguments {
  const hasReceiver = kind !== "function" && kind !== "static_method";
  return {
    receiver: hasReceiver ? parameters[0]?.name : undefined,
    parameters: hasReceiver ? parameters.slice(1) : parameters,
  };
}

/**
 * The argument lists with which a callable of these parameters takes everything: as the target has it, all by name where the
 * names are the same in another order or by keyword only, all by position. None where it cannot. A callable whose parameters
 * are not known is tried the first way.
 */
export function argumentLists(
  own: readonly Parameter[],
  callee: readonly Parameter[] | undefined,
  receiver?: string,
): readonly string[] {
  const leading = receiver === undefined ? [] : [receiver];
  const natural = [...leading, ...own.map(asPassed)].join(", ");
  if (callee === undefined) return [natural];
  const positional = own.filter(isPositional).map(({ name }) => name);
  const named = own.filter(({ kind }) => kind === "keyword_only").map(({ name }) => name);
  const all = [...positional, ...named];
  const hasStars = own.length > all.length;
  const lists = accepts(callee, leading.length + positional.length, named) ? [natural] : [];
  if (hasStars) return lists;
  if (!isSameOrder(callee, all, leading.length) && accepts(callee, leading.length, all))
    lists.push([...leading, ...all.map((name) => `${name}=${name}`)].join(", "));
  if (named.length > 0 && accepts(callee, leading.length + all.length, []))
    lists.push([...leading, ...all].join(", "));
  return lists;
}

/** A parameter passed on as it came in. */
export function asPassed({ name, kind }: Parameter): string {
  if (kind === "variadic") return `*${name}`;
  if (kind === "variadic_keyword") return `**${name}`;
  return kind === "keyword_only" ? `${name}=${name}` : name;
}

function isPositional({ kind }: Parameter): boolean {
  return kind === "positional" || kind === "positional_only";
}

/** Whether a call with so many positional arguments and these keywords binds. */
function accepts(callee: readonly Parameter[], count: number, keywords: readonly string[]): boolean {
  const slots = callee.filter(isPositional);
  if (count > slots.length && !callee.some(({ kind }) => kind === "variadic")) return false;
  const open = callee.filter(
    (parameter) =>
      parameter.kind === "keyword_only" || (isPositional(parameter) && slots.indexOf(parameter) >= count),
  );
  const takesAny = callee.some(({ kind }) => kind === "variadic_keyword");
  const byName = new Set(open.filter(({ kind }) => kind !== "positional_only").map(({ name }) => name));
  const isFilled = ({ name, defaultValue }: Parameter): boolean =>
    defaultValue !== undefined || (byName.has(name) && keywords.includes(name));
  return keywords.every((name) => byName.has(name) || takesAny) && open.every(isFilled);
}

function isSameOrder(callee: readonly Parameter[], names: readonly string[], skipped: number): boolean {
  const slots = callee.filter(isPositional).slice(skipped);
  return (
    names.every((name, index) => slots[index]?.name === name) || !names.some((name) => isAmong(callee, name))
  );
}

function isAmong(callee: readonly Parameter[], name: string): boolean {
  return callee.some((parameter) => parameter.name === name);
}
