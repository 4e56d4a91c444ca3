/* Evaluations per second, warm and cold, of a small package: `node bench/judge.ts [evaluations]`. */
import { call, harvestJob, plantOrchard } from "../test/judge/orchard.ts";

const evaluations = Number(process.argv[2] ?? 200);

for (const workers of [1, 2]) {
  await using orchard = await plantOrchard({ workers });
  const cases = [1, 2, 3].map((days) =>
    call(`case-${days}`, [
      [
        {
          dict: [
            ["name", "gala"],
            ["days", days],
          ],
        },
      ],
      2,
    ]),
  );
  const job = harvestJob(orchard.workbench, { name: "ripe", header: "def ripe", cases });
  const { evaluator } = orchard;
  await Promise.all(Array.from({ length: workers }, () => evaluator.evaluate(job)));
  const warm = await rate(evaluations, workers, () => evaluator.evaluate(job));
  const cold = await rate(Math.ceil(evaluations / 20), workers, () => evaluator.evaluateCold(job));
  const child = (await evaluator.evaluate(job)).cpuSeconds * 1000;
  console.log(
    `${workers} worker(s): warm ${warm.toFixed(1)}/s, cold ${cold.toFixed(1)}/s, ratio ${(warm / cold).toFixed(1)}; ` +
      `CPU of a warm child ${child.toFixed(1)} ms`,
  );
}

async function rate(count: number, width: number, work: () => Promise<{ status: string }>): Promise<number> {
  const started = performance.now();
  let left = count;
  const loop = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await work();
      if (status !== "observed") throw new Error(`An evaluation of the reference came back as ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: width }, loop));
  return (1000 * count) / (performance.now() - started);
}
