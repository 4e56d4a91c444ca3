import { findTelling, type ProofTarget } from "../../proof/index.ts";
import type { Observation, SuiteCase } from "../../spec/index.ts";
import type { ObservedCase } from "../corpus.ts";

/** Cases wanted against each mistake: one that is told by a single case is like others that none tells. */
const WANTED_AGAINST = 3;

/** What tells mistakes from the reference. */
export interface ToldMistakes {
  /** Cases beyond the chosen ones that tell a mistake which few of those tell. */
  readonly telling: readonly ObservedCase[];
  /** Of each mistake that is told by anything, by its id: one such case. */
  readonly witnesses: ReadonlyMap<string, SuiteCase>;
  /** Ids of the others. */
  readonly untold: ReadonlySet<string>;
}

/**
 * Finds cases against the mistakes of the language's catalogue: first among the `chosen` ones, then among `others`. A mistake that nothing tells is taken for
 * equivalent. Deterministic.
 */
export async function tellMistakes(
  target: ProofTarget,
  chosen: readonly ObservedCase[],
  others: readonly ObservedCase[],
): Promise<ToldMistakes> {
  const { language, originalText, definition, policy } = target;
  const mistakes = language.variants.mistakes?.(originalText, definition, policy.output) ?? [];
  const byId = new Map([...chosen, ...others].map((one) => [one.proposed.id, one]));
  const expected: Record<string, Observation> = {};
  for (const [id, { observation }] of byId) expected[id] = observation;
  const find = (asked: typeof mistakes, groups: readonly (readonly ObservedCase[])[]) =>
    findTelling(
      target,
      asked.map(({ completion }) => completion),
      groups.map((group) => group.map(({ proposed }) => proposed)),
      expected,
    );

  const known = await find(mistakes, dealt(chosen, WANTED_AGAINST));
  const open = mistakes.filter((_, index) => (known[index]?.length ?? 0) < WANTED_AGAINST);
  const found = await find(open, dealt(others, WANTED_AGAINST));

  const telling = new Set<ObservedCase>();
  const witnesses = new Map<string, SuiteCase>();
  const note = (id: string, cases: readonly string[]): void => {
    const proposed = byId.get(cases[0] ?? "")?.proposed;
    if (proposed !== undefined && !witnesses.has(id)) witnesses.set(id, proposed);
  };
  mistakes.forEach(({ id }, index) => note(id, known[index] ?? []));
  open.forEach(({ id }, index) => {
    const cases = found[index] ?? [];
    note(id, cases);
    for (const each of cases) {
      const one = byId.get(each);
      if (one !== undefined) telling.add(one);
    }
  });
  const untold = new Set(mistakes.flatMap(({ id }) => (witnesses.has(id) ? [] : [id])));
  return { telling: [...telling], witnesses, untold };
}

/** The items dealt out to so many hands. */
function dealt<T>(items: readonly T[], hands: number): readonly (readonly T[])[] {
  return Array.from({ length: hands }, (_, hand) => items.filter((_, at) => at % hands === hand));
}
