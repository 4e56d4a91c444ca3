import { judgeCandidate, type Judgement } from "../../src/judge/index.ts";
import { subjectFrom } from "../../test/judge/orchard-subject.ts";
import { rightAnswer, wrongAnswer, type Answer } from "./answers.ts";
import type { CpuMeter } from "./cpu.ts";
import { median, shown, type RawRows } from "./figures.ts";
import { books, jobOf, lightTasks, openShelf, suiteOf } from "./shelf.ts";

/** Cases of a suite: as many as a light task has, as a task of today, and as one whose suite is wide. */
const sizes = [6, 60, 600];
const answersEach = 5;

/** What stopping at the first difference saves of a wrong answer, and what it costs a right one, by the size of the suite. */
export async function measureStopping(options: {
  readonly python: string;
  readonly rounds: number;
  readonly meter: CpuMeter;
  readonly raw: RawRows;
}): Promise<void> {
  const { python, rounds, meter, raw } = options;
  await using shelf = await openShelf({ python, workers: 1 });
  console.log(
    "\nAnswers whose cases all run, and up to the first difference: CPU by the median of the rounds",
  );
  for (const size of sizes) {
    const subjects = await Promise.all(
      lightTasks.map(async (light) => {
        const own = suiteOf(light);
        const cases = Array.from({ length: size }, (_, index) => {
          const one = own[index % own.length];
          if (one === undefined) throw new Error(`${light.name} has no inputs.`);
          return { ...one, id: `case-${index}` };
        });
        const subject = await subjectFrom(shelf.evaluator, {
          ...jobOf(shelf, light, books, "own"),
          cases,
        });
        return { light, subject };
      }),
    );
    const found = new Map<string, { readonly cpuMs: number; readonly ran: number }[]>();
    for (let round = 0; round <= rounds; round++) {
      for (const [kind, make] of [
        ["right", rightAnswer],
        ["wrong", wrongAnswer],
      ] as const) {
        for (const stopsAtFirst of [false, true]) {
          const judgements: Judgement[] = [];
          const before = meter.read() ?? Number.NaN;
          for (const { light, subject } of subjects) {
            const grader = { ...subject.grader, stopsAtFirst };
            for (let each = 0; each < answersEach; each++) {
              const answer: Answer = make(light, round * answersEach + each);
              const judgement = await judgeCandidate({ ...subject, grader }, answer.completion);
              if (!answer.verdicts.includes(judgement.verdict))
                throw new Error(`A ${kind} answer to ${light.name} is ${judgement.verdict}.`);
              judgements.push(judgement);
            }
          }
          const cpuMs = (1000 * ((meter.read() ?? Number.NaN) - before)) / judgements.length;
          const ran = median(judgements.map(countRun));
          raw.add({ part: "stopping", size, kind, stopsAtFirst, round, cpuMs, ran });
          // The first round has parents to start.
          const side = `${kind} answers, ${stopsAtFirst ? "up to the first" : "all cases"}`;
          if (round > 0) found.set(side, [...(found.get(side) ?? []), { cpuMs, ran }]);
        }
      }
    }
    for (const [side, all] of found)
      console.log(
        `  ${String(size).padStart(4)} cases, ${side.padEnd(30)} CPU ${shown(median(all.map(({ cpuMs }) => cpuMs)))} ms, ${shown(median(all.map(({ ran }) => ran)), 0)} cases ran`,
      );
  }
}

function countRun({ outcomes }: Judgement): number {
  return Object.values(outcomes).filter((outcome) => outcome !== "not_run").length;
}
