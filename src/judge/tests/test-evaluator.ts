import { throwIfInterrupted } from "../../base/index.ts";
import { findPreload } from "../findings.ts";
import type { EditableTree } from "../judge.ts";
import { nothingLoaded, type Preload } from "../parent-setup.ts";
import { PreloadCache } from "../preload-cache.ts";
import type { Place, WorkerPool } from "../worker-pool.ts";
import { plainVariation } from "../protocol/world.ts";
import { prepareTests } from "./prepare-tests.ts";
import { runTestJob, testsMessage } from "./run-test-job.ts";
import type { TestEvaluator, TestJob, TestRun } from "./test-run.ts";

/** Runs of tests in the workers of an evaluator; `limit` bounds how many jobs run at once. */
export function createTestEvaluator(
  pool: WorkerPool,
  limit: <R>(work: () => Promise<R>) => Promise<R>,
): TestEvaluator {
  const preloads = new PreloadCache();
  const at = (editableTree: EditableTree, job: Partial<TestJob>, preload: Preload): Place => ({
    editableTree,
    trust: job.trust ?? "own",
    variation: job.variation ?? plainVariation,
    preload,
    resident: undefined,
    serves: "tests",
  });

  const probe = async (job: TestJob): Promise<Preload | undefined> => {
    await using prober = await pool.startFresh(at(job.editableTree, job, nothingLoaded));
    return await findPreload(prober, job.fileText, testsMessage(job, "probe-tests"));
  };

  const findPreloadFor = (job: TestJob): Promise<Preload> => {
    const { framework, files, arguments: options } = job.tests;
    return preloads.find(job, [framework, files, options], () => probe(job));
  };

  const finish = (run: TestRun, signal: AbortSignal | undefined): TestRun => {
    throwIfInterrupted(signal);
    return run;
  };

  return {
    prepareTests: (editableTree, sources, cutting) =>
      limit(async () => {
        await using worker = await pool.startFresh(at(editableTree, {}, nothingLoaded));
        return await prepareTests(worker, sources, cutting);
      }),
    runTests: (job, signal) =>
      limit(async () => {
        throwIfInterrupted(signal);
        const place = at(job.editableTree, job, await findPreloadFor(job));
        return finish(await pool.use(place, (worker) => runTestJob(worker, job, signal)), signal);
      }),
    runTestsCold: (job, signal) =>
      limit(async () => {
        throwIfInterrupted(signal);
        await using worker = await pool.startFresh(at(job.editableTree, job, nothingLoaded));
        return finish(await runTestJob(worker, job, signal), signal);
      }),
  };
}
