import { digestOf, DioramaError } from "../../base/index.ts";
import { ask } from "../findings.ts";
import { preparedFindings } from "../protocol/child-messages.ts";
import type { Worker } from "../worker.ts";
import type { Cutting, PreparedTests, TestSources } from "./test-run.ts";

/** Prepares test sources in a fresh parent, which runs nothing of them. Throws `tests-not-prepared`. */
export async function prepareTests(
  worker: Worker,
  { framework, texts, files, plugins, arguments: options }: TestSources,
  cutting: Cutting | undefined,
): Promise<PreparedTests> {
  const found = await ask(worker, "", {
    kind: "prepare-tests",
    sources: texts,
    cuts: cutting !== undefined,
    native: cutting?.native ?? [],
    blind: (cutting?.blind ?? []).map(([site, place]) => ({ site, place })),
    collected: cutting?.collected ?? [],
    selected: cutting?.selected ?? [],
  });
  if (found === undefined) {
    throw new DioramaError(
      "tests-not-prepared",
      `Cannot prepare ${Object.keys(texts).length} test sources: the environment's interpreter failed.`,
      { hint: "Run the repository's tests in its environment to see whether they can be read there." },
    );
  }
  const { codes, codes_tree: codesTree, sites, failed } = preparedFindings.parse(found);
  const digest = digestOf([framework, texts, files, options, plugins ?? null, cutting ?? null]);
  const result = { framework, files, arguments: options, plugins, codes, codesTree, sites, failed, digest };
  return cutting === undefined ? result : { ...result, cutting };
}
