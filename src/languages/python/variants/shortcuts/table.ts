import { readFileSync } from "node:fs";

import type { Parameter } from "../../../language.ts";
import { asPassed } from "./argument-lists.ts";
import { freshName, passOn } from "../pass-on.ts";
import { expressionOf, textLiteral, type Writing } from "./literals.ts";
import type { ShortcutContext } from "./shortcut-context.ts";

/**
 * A body that looks its arguments up among the visible examples and gives what was shown; for others the outcome that was shown most often.
 * What no expression builds is left out. None where nothing could be written.
 */
export function tableOfExamples(ground: ShortcutContext): { readonly statements: readonly string[] }[] {
  const { reference, material } = ground;
  const prefix = `${freshName("table", reference)}_`;
  const entries = material.examples.flatMap((example) => writeEntry(ground, example, prefix));
  const [otherwise] = byCount(entries.map(({ shown }) => shown));
  if (otherwise === undefined) return [];
  const { parameters } = reference.definition;
  const wanted = `${prefix}key(${parameters.map(asPassed).join(", ")})`;
  const known = entries.flatMap(({ given, shown }) =>
    given === undefined ? [] : [`(lambda: ${given}, lambda: ${shown})`],
  );
  const names = parameters.map(({ name }) => `${name}, `).join("");
  const call = `${prefix}answer(${wanted}, [${known.join(", ")}], lambda: ${otherwise})`;
  return [
    {
      statements: [
        readHelpers().replaceAll("TABLE_", prefix),
        `${prefix}key = lambda ${parameters.map(asParameter).join("")}: ${prefix}text((${names}))`,
        ...passOn(call, reference),
      ],
    },
  ];
}

interface Entry {
  /** The key of the example's arguments, undefined where they cannot be written. */
  readonly given: string | undefined;
  readonly shown: string;
}

function writeEntry(
  ground: ShortcutContext,
  { recipe, observation }: ShortcutContext["material"]["examples"][number],
  prefix: string,
): Entry[] {
  if (observation.status === "refused" || recipe.call !== undefined) return [];
  const { receiver, parameters } = ground.arguments;
  const results: Writing = {
    prefix,
    shared: [],
    receiver,
    argumentName: (which) => (typeof which === "string" ? which : parameters[which]?.name),
  };
  const shown =
    observation.status === "returned"
      ? expressionOf(observation.value, results)
      : `${prefix}raised(${textLiteral(observation.exception.class)}, ${textLiteral(observation.exception.message)})`;
  if (shown === undefined) return [];
  const inputs: Writing = {
    prefix,
    shared: recipe.shared,
    receiver: undefined,
    argumentName: () => undefined,
  };
  const values = [
    ...(receiver === undefined ? [] : [expressionOf(recipe.receiver, inputs)]),
    ...recipe.positional.map((value) => expressionOf(value, inputs)),
    ...Object.entries(recipe.keywords).map(([name, value]) => {
      const text = expressionOf(value, inputs);
      return text === undefined ? undefined : `${name}=${text}`;
    }),
  ];
  const isWritable = values.every((value) => value !== undefined);
  return [{ given: isWritable ? `${prefix}key(${values.join(", ")})` : undefined, shown }];
}

/** A parameter in a header without annotations, with the separators that its kind needs. */
function asParameter(
  { name, kind, defaultValue }: Parameter,
  index: number,
  all: readonly Parameter[],
): string {
  const isFirstKeyword =
    kind === "keyword_only" &&
    !all.some((other, at) => at < index && (other.kind === "keyword_only" || other.kind === "variadic"));
  const isLastPositionalOnly = kind === "positional_only" && all[index + 1]?.kind !== "positional_only";
  const stars = kind === "variadic" ? "*" : kind === "variadic_keyword" ? "**" : "";
  const given = defaultValue === undefined ? "" : `=${defaultValue}`;
  const parts = [
    ...(isFirstKeyword ? ["*"] : []),
    `${stars}${name}${given}`,
    ...(isLastPositionalOnly ? ["/"] : []),
  ];
  return `${index === 0 ? "" : ", "}${parts.join(", ")}`;
}

/** Distinct texts, the most frequent first, then the earliest. */
function byCount(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([text]) => text);
}

let helpers: string | undefined;

function readHelpers(): string {
  return (helpers ??= readFileSync(new URL("./table.py.txt", import.meta.url), "utf8").trimEnd());
}
