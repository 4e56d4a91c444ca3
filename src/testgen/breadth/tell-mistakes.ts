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

/** Cases among which mistakes are looked for. */
export interface CasesAtHand {
  /** Those that are graded or shown anyway. */
  readonly chosen: readonly ObservedCase[];
  /** Those that may be graded beside them. */
  readonly others: readonly ObservedCase[];
  /** More of these, looked at for mistakes alone that nothing else tells. */
  readonly spare: readonly ObservedCase[];
}

/**
 * Finds cases against the mistakes of the language's catalogue: first among the `chosen` ones, then among `others`, and for those that none of these tells among `spare` ones.
 * A mistake that nothing tells is taken for equivalent. Deterministic.
 */
export async function tellMistakes(
  target: ProofTarget,
  { chosen, others, spare }: CasesAtHand,
): Promise<ToldMistakes> {
  const { language, originalText, definition, policy } = target;
  const mistakes = language.variants.mistakes?.(originalText, definition, policy.output) ?? [];
  const byId = new Map([...chosen, ...others, ...spare].map((one) => [one.proposed.id, one]));
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
  const among = await find(open, dealt(others, WANTED_AGAINST));
  const isUntold = (index: number): boolean => (among[index] ?? []).length === 0;
  const left = open.filter(
    ({ id }, index) =>
      isUntold(index) && (known[mistakes.findIndex((one) => one.id === id)] ?? []).length === 0,
  );
  const last = await find(left, [spare]);
  const found = open.map(({ id }, index) => {
    const at = left.findIndex((one) => one.id === id);
    return at < 0 ? among[index] : last[at];
  });

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
