import { wilsonInterval } from "../../src/evaluation/index.ts";
import type { TaskJudgement } from "../../src/evaluation/library.ts";
import type { Alternative } from "../verdicts.ts";

/** A line whose function became a task, and what the judge said. */
export interface JudgedLine {
  readonly line: Alternative;
  readonly judgement: TaskJudgement;
}

/** Tables of false passes and false fails: all, by package, by kind of mistake. */
export function describeRates(lines: readonly Alternative[], judged: readonly JudgedLine[]): string {
  const functions = new Set(lines.map(nameOf)).size;
  const tasks = new Set(judged.map(({ line }) => nameOf(line))).size;
  const unjudged = judged.filter(({ judgement }) => judgement.reward === null).length;
  const bySource = Map.groupBy(judged, ({ line }) => line.source);
  const wrong = judged.filter(({ line }) => line.kind === "wrong");
  const byMistake = Map.groupBy(wrong, ({ line }) => line.mistake);
  return [
    `${tasks} of ${functions} functions are tasks; ${judged.length} of ${lines.length} lines judged, ${unjudged} without a verdict`,
    "",
    "group | wrong resolved | let through by own tests | correct not resolved",
    describeGroup("all", judged),
    ...[...bySource].map(([source, own]) => describeGroup(source, own)),
    "",
    "kind of mistake | wrong resolved",
    ...[...byMistake]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([mistake, own]) => `${mistake} | ${share(own.filter(isFalse).length, own.length)}`),
  ].join("\n");
}

/** Each line that was judged falsely, with why it is wrong or what it is said to show. */
export function describeFalse(judged: readonly JudgedLine[]): string {
  return judged
    .filter(isFalse)
    .map(({ line, judgement }) => {
      const { reason, difference } = judgement;
      const seen =
        difference === undefined ? "" : `${difference.caseId} ${difference.path}: ${difference.message}`;
      const what = line.kind === "wrong" ? `resolved: ${line.why}` : `${reason ?? ""} ${seen}`;
      return `false ${line.kind === "wrong" ? "pass" : "fail"}  ${line.source} ${line.name} ${line.id}  ${what}`;
    })
    .join("\n");
}

function describeGroup(name: string, judged: readonly JudgedLine[]): string {
  const [wrong, correct] = (["wrong", "correct"] as const).map((kind) =>
    judged.filter(({ line, judgement }) => line.kind === kind && judgement.reward !== null),
  ) as [JudgedLine[], JudgedLine[]];
  const tested = wrong.filter(({ line }) => line.caught_by_own_tests !== null);
  const passing = tested.filter(({ line }) => line.caught_by_own_tests === false);
  return [
    name,
    share(wrong.filter(isFalse).length, wrong.length),
    share(passing.length, tested.length),
    share(correct.filter(isFalse).length, correct.length),
  ].join(" | ");
}

function isFalse({ line, judgement: { reward } }: JudgedLine): boolean {
  return reward !== null && (reward === 1) !== (line.kind === "correct");
}

function nameOf({ source, path, name }: Alternative): string {
  return `${source} ${path}:${name}`;
}

/** `37 of 100 (0.282 to 0.468)`. */
function share(count: number, size: number): string {
  if (size === 0) return "none";
  const { low, high } = wilsonInterval(count / size, size);
  return `${count} of ${size} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}
