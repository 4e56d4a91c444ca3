import type { Observation } from "../../../spec/index.ts";
import type { Variant } from "../../language.ts";
import type { ClassText } from "./class-text.ts";
import { withBody, type Reference } from "./reference.ts";
import { seenOutcomes } from "./seen-outcomes.ts";

/** Most values reached from arguments and receiver that are tried as a result. */
export const MAX_REACHABLE = 40;

const CONSTANTS = ["None", "True", "False", "0", '""', "[]", "{}"];

interface Form {
  readonly kind: string;
  readonly label: string;
  readonly statements: readonly string[];
}

/**
 * Bodies that need no understanding: `pass`, raises, constants, each parameter, each value and exception that was seen,
 * and at most `MAX_REACHABLE` values within two steps from parameters and receiver. Generators yield the value, and
 * everything in it.
 */
export function makeTrivialBodies(
  classText: ClassText,
  fileText: string,
  reference: Reference,
  observations: readonly Observation[],
): Variant[] {
  const seen = seenOutcomes(observations);
  const result = (kind: string, value: string): Form[] => giveBack(reference, kind, value);
  const names = reference.definition.parameters.map((parameter) => parameter.name);
  const literals = [...new Set(seen.literals)].filter((literal) => !CONSTANTS.includes(literal));
  const reachable = listReachable(classText(fileText, reference.definition), reference);
  const forms = [
    ...fixedForms(reference, seen.exceptions),
    ...CONSTANTS.flatMap((value) => result("return-constant", value)),
    ...literals.flatMap((value) => result("return-observed", value)),
    ...names.flatMap((name) => result("return-argument", name)),
    ...reachable.slice(0, MAX_REACHABLE).flatMap((value) => result("return-reachable", value)),
  ];
  return number(reference, forms);
}

function fixedForms({ definition }: Reference, raised: readonly string[]): Form[] {
  const asGenerator = definition.isGenerator ? ["yield"] : [];
  const raise = (text: string): Form => ({
    kind: "raise",
    label: text.replace(/\W+/g, ""),
    statements: [`raise ${text}`, ...asGenerator],
  });
  return [
    { kind: "pass", label: "", statements: definition.isGenerator ? ["return", "yield"] : ["pass"] },
    raise("NotImplementedError()"),
    raise("ValueError()"),
    ...raised.flatMap((name) => [raise(`${name}()`), raise(`${name}("")`)]),
  ];
}

function giveBack({ definition }: Reference, kind: string, value: string): Form[] {
  const label = /^\w{1,40}$/.test(value) ? value : "";
  if (!definition.isGenerator) return [{ kind, label, statements: [`return ${value}`] }];
  const each = definition.isAsync ? [`for _item in ${value}:`, "    yield _item"] : [`yield from ${value}`];
  const forms = [{ kind: kind.replace("return", "yield"), label, statements: [`yield ${value}`] }];
  const isScalar = CONSTANTS.includes(value);
  return isScalar
    ? forms
    : [...forms, { kind: kind.replace("return", "yield-from"), label, statements: each }];
}

function number(reference: Reference, forms: readonly Form[]): Variant[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const variants: Variant[] = [];
  for (const { kind, label, statements } of forms) {
    const completion = withBody(reference, statements);
    if (seen.has(completion)) continue;
    seen.add(completion);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = label === "" ? String(count) : `${label}-${count}`;
    variants.push({ id: kind === "pass" ? kind : `${kind}-${name}`, kind, completion });
  }
  return variants;
}

/**
 * Expressions within two steps from the parameters, the likeliest first: what the reference itself reads of them, then the
 * receiver's attributes that the class reads anywhere, then items, length and conversions of each parameter.
 */
function listReachable(classText: string, reference: Reference): string[] {
  const { parameters, kind } = reference.definition;
  const hasReceiver = !["function", "static_method"].includes(kind);
  const receiver = hasReceiver ? parameters[0]?.name : undefined;
  const others = parameters.map((parameter) => parameter.name).filter((name) => name !== receiver);
  const read = attributesRead(
    reference.body.text,
    parameters.map((parameter) => parameter.name),
  );
  const inClass = receiver === undefined ? [] : attributesRead(classText, [receiver]);
  const simple = others.flatMap((name) => [`${name}[0]`, `${name}[-1]`, `len(${name})`]);
  const converted = others.flatMap((name) => [
    `list(${name})`,
    `str(${name})`,
    `${name}()`,
    `not ${name}`,
    `int(${name})`,
    `tuple(${name})`,
    `dict(${name})`,
  ]);
  const ofReceiver =
    receiver === undefined ? [] : [`list(${receiver})`, `len(${receiver})`, `str(${receiver})`];
  const bounded = [...read.slice(0, 12), ...inClass.slice(0, 12), ...simple, ...ofReceiver, ...converted];
  return [...new Set([...bounded, ...read, ...inClass])];
}

/** `name.a` and `name.a.b` for these names, one step before two, in the order of their first appearance. */
function attributesRead(text: string, names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const reads = new RegExp(`(?<![\\w.])${name}\\.([A-Za-z_]\\w*)(?:\\.([A-Za-z_]\\w*))?`, "g");
    for (const [, first, second] of text.matchAll(reads)) {
      found.add(`${name}.${first}`);
      if (second !== undefined) found.add(`${name}.${first}.${second}`);
    }
  }
  return [...found].sort((a, b) => a.split(".").length - b.split(".").length);
}
