import { mapInOrder, throwIfInterrupted } from "../base/index.ts";
import { isOfAllRequests } from "../models/index.ts";
import type { TestWriting } from "../pipelines/index.ts";
import type { BuildOptions } from "./curation.ts";
import { DEFAULT_KIND } from "./kinds/registry.ts";
import type { PreparedTarget } from "./prepared-source.ts";
import type { BegunWriting } from "./writer.ts";
import { describeTarget, type SourceWriting } from "./written-tests.ts";

/** Targets at a time whose tests run. */
const AT_A_TIME = 3;

/**
 * R2E's rounds over the targets of a source: in each, those are asked about whose tests are not good yet, until the tests of a `share` of all are, or nothing is left to ask. Targets that nothing can
 * be run of count among all. Which target is asked how often depends on the answers alone, so that a build that is gone on with asks the same. Throws `InterruptedError` alone.
 */
export async function writeInRounds(
  writing: SourceWriting,
  targets: readonly PreparedTarget[],
  { share, options }: { readonly share: number; readonly options: BuildOptions },
): Promise<ReadonlyMap<PreparedTarget, BegunWriting>> {
  const { prepared, context, source } = writing;
  const wanted = targets.filter((target) => DEFAULT_KIND.screen(prepared, target, options) === undefined);
  const begun = new Map<PreparedTarget, BegunWriting>();
  for (const target of wanted) {
    const asked = await describeTarget(writing, target);
    const writer = writing.writer.openTarget();
    if (asked !== undefined) begun.set(target, { writer, writing: writer.tests.open(asked) });
  }
  const all = [...begun.values()].map((each) => each.writing);
  const isReached = (): boolean => all.filter(({ isGood }) => isGood).length >= share * wanted.length;
  for (let round = 1; !isReached(); round++) {
    const open = all.filter(({ isGood, isOver }) => !isGood && !isOver);
    if (open.length === 0) break;
    context.progress.begin(`${source}: writing tests, round ${round}`, open.length);
    let done = 0;
    const results = mapInOrder(open, AT_A_TIME, async (each) => each.next(context.signal), AT_A_TIME);
    for await (const _ of results) context.progress.advance(++done);
    throwIfInterrupted(context.signal);
    if (all.some(isStopped)) break;
  }
  return begun;
}

/** Whether nobody has an answer for now. */
function isStopped(writing: TestWriting): boolean {
  const result = writing.result();
  return result.status === "unanswered" && isOfAllRequests(result.failure);
}
