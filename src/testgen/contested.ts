/**
 * Cases that programs answer otherwise which were meant to be right. One that does so may be wrong there; where two do, what the original does is
 * nothing that anybody asked for.
 */
import { runForGrowth, type ProofTarget } from "../proof/index.ts";
import type { Observation } from "../spec/index.ts";
import type { ObservedCase } from "./corpus.ts";
import type { ReimplementationFate, Reimplementations } from "./target-context.ts";

/** Programs that must answer a case otherwise for it to be left out. */
const CONTESTING = 2;
/** Of the cases that no test asks, those that a program may answer otherwise and still be one that was written with care. */
const MOST_OTHERWISE = 0.5;
/** Cases of one run: behind one that takes too long the rest of a run is not seen. */
const BATCH = 192;

/** Ids of the cases that two programs or more answer otherwise which do what the calls of tests ask. Those calls are never among them. Tells what became of each. */
export async function findContested(
  target: ProofTarget,
  cases: readonly ObservedCase[],
  { programs, tell }: Reimplementations,
): Promise<ReadonlySet<string>> {
  const byId = new Map(cases.map((one) => [one.proposed.id, one]));
  const all = [...byId.values()];
  const otherwise = programs.map(() => new Set<string>());
  for (let at = 0; at < all.length; at += BATCH) {
    const part = all.slice(at, at + BATCH);
    const expected: Record<string, Observation> = {};
    for (const { proposed, observation } of part) expected[proposed.id] = observation;
    const asked = part.map(({ proposed }) => proposed);
    const bodies = programs.map(({ completion }) => ({ completion, cases: asked }));
    const runs = await runForGrowth(target, bodies, expected, true);
    runs.forEach(({ verdict, failedCases }, index) => {
      // What is refused as a whole, or cannot be imported, answers every case otherwise.
      const told =
        verdict === "unresolved" && failedCases.length === 0 ? asked.map(({ id }) => id) : failedCases;
      for (const id of told) otherwise[index]?.add(id);
    });
  }
  const isAsked = (id: string): boolean => ASKED_BY_TESTS.has(byId.get(id)?.proposed.origin ?? "");
  const isSound = (ids: ReadonlySet<string>): boolean =>
    ![...ids].some(isAsked) && ids.size <= MOST_OTHERWISE * all.length;
  const times = new Map<string, number>();
  for (const ids of otherwise)
    if (isSound(ids)) for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  const contested = new Set([...times].flatMap(([id, count]) => (count >= CONTESTING ? [id] : [])));
  const fates = programs.map(({ id }, index): [string, ReimplementationFate] => [
    id,
    isSound(otherwise[index] ?? new Set()) ? "sound" : "unsound",
  ]);
  tell({ fates: new Map(fates), leftOut: contested.size });
  return contested;
}

const ASKED_BY_TESTS: ReadonlySet<string> = new Set(["observed", "documented"]);
