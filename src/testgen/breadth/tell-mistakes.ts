import type { Variant } from "../../languages/index.ts";
import { evenChoice } from "../../base/index.ts";
import { findTelling, linesOfMistake, type ProofTarget, type ReachedLines } from "../../proof/index.ts";
import type { Observation, SuiteCase } from "../../spec/index.ts";
import type { ObservedCase } from "../corpus.ts";
import type { AdversaryFate } from "../target-context.ts";

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
  /** What became of the adversaries, by their ids. */
  readonly fates: ReadonlyMap<string, AdversaryFate>;
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

/** What a search for cases against mistakes takes beside the target and the cases. */
export interface MistakeSearch {
  /** Which lines each case is known to reach. */
  readonly reached: ReachedLines;
  /** Runs of mistakes that nothing else tells over spare cases, in all. */
  readonly mostFurtherRuns: number;
  /** Mistakes beside those of the catalogue. */
  readonly adversaries: readonly Variant[] | undefined;
}

/**
 * Finds cases against the mistakes of the language's catalogue, and against `adversaries`: first among the `chosen` ones, then among `others`, and for those that none of these tells among `spare` ones.
 * A mistake that nothing tells is taken for equivalent. Deterministic.
 */
export async function tellMistakes(
  target: ProofTarget,
  { chosen, others, spare }: CasesAtHand,
  { reached, mostFurtherRuns, adversaries = [] }: MistakeSearch,
): Promise<ToldMistakes> {
  const { language, originalText, definition, policy } = target;
  const catalogue = language.variants.mistakes?.(originalText, definition, policy.output) ?? [];
  const mistakes = [...catalogue, ...adversaries];
  const byId = new Map([...chosen, ...others, ...spare].map((one) => [one.proposed.id, one]));
  const expected: Record<string, Observation> = {};
  for (const [id, { observation }] of byId) expected[id] = observation;
  const linesOf = new Map(mistakes.map((mistake) => [mistake.id, linesOfMistake(target, mistake)]));
  /** Ids of the cases that tell each of the mistakes that are asked about, by its id. */
  const find = async (
    asked: typeof mistakes,
    groups: readonly (readonly ObservedCase[])[],
  ): Promise<ReadonlyMap<string, readonly string[]>> => {
    const bodies = asked.map((mistake) => {
      const lines = linesOf.get(mistake.id);
      const reaching = groups.map((group) =>
        group.flatMap(({ proposed }) => (reached.mayReachAny(proposed.id, lines) ? [proposed] : [])),
      );
      return { completion: mistake.completion, groups: reaching.map((cases) => ({ cases, stops: true })) };
    });
    const found = await findTelling(target, bodies, expected);
    return new Map(asked.map(({ id }, index) => [id, found[index] ?? []]));
  };

  const known = await find(mistakes, dealt(chosen, WANTED_AGAINST));
  const open = mistakes.filter(({ id }) => (known.get(id) ?? []).length < WANTED_AGAINST);
  const among = await find(open, dealt(others, WANTED_AGAINST));
  const left = open.filter(({ id }) => [known, among].every((told) => (told.get(id) ?? []).length === 0));
  const further = evenChoice(spare, Math.floor(mostFurtherRuns / Math.max(left.length, 1)));
  const found = new Map([...among, ...(await find(left, [further]))]);

  const telling = new Set<ObservedCase>();
  const witnesses = new Map<string, SuiteCase>();
  for (const told of [known, found])
    for (const [id, cases] of told) {
      const tellers = cases.flatMap((each) => byId.get(each) ?? []);
      const [first] = tellers;
      if (first !== undefined && !witnesses.has(id)) witnesses.set(id, first.proposed);
      if (told !== known) for (const one of tellers) telling.add(one);
    }
  const untold = new Set(mistakes.flatMap(({ id }) => (witnesses.has(id) ? [] : [id])));
  const fates = new Map(
    adversaries.map(({ id }) => {
      const isTold = (known.get(id) ?? []).length > 0;
      return [id, isTold ? "told" : untold.has(id) ? "untold" : "told_by_new"] as const;
    }),
  );
  return { telling: [...telling], witnesses, untold, fates };
}

/** The items dealt out to so many hands. */
function dealt<T>(items: readonly T[], hands: number): readonly (readonly T[])[] {
  return Array.from({ length: hands }, (_, hand) => items.filter((_, at) => at % hands === hand));
}
