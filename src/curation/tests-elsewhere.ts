import type { SourceFile } from "../analysis/index.ts";
import type { EnvironmentOutcome } from "../environments/index.ts";
import { splitTestId } from "./test-ids.ts";

/** Of a file that holds tests at least this share of what it defines at its top level are tests. */
const TEST_SHARE = 0.5;

/**
 * Files that hold tests although their place and name do not say so: pytest, as the repository or the user configured it, took most of what they
 * define for tests. A module of the product with a test or with examples among its functions is none.
 */
export function findTestsElsewhere(
  files: ReadonlyMap<string, SourceFile>,
  outcome: EnvironmentOutcome,
): ReadonlySet<string> {
  const taken = new Map<string, Set<string>>();
  for (const { id } of outcome.status === "failed" ? [] : outcome.testRecords) {
    const { path, name } = splitTestId(id);
    taken.set(path, (taken.get(path) ?? new Set()).add(name.replace(/\[[^]*$/, "")));
  }
  const isOfTests = ([path, names]: [string, ReadonlySet<string>]): boolean => {
    const definitions = files.get(path)?.parsed.definitions ?? [];
    const defined = new Set(definitions.map(({ name }) => name.split(".")[0] ?? name));
    const tests = [...defined].filter((name) => names.has(name));
    return tests.length > 0 && tests.length >= TEST_SHARE * defined.size;
  };
  return new Set([...taken].filter(isOfTests).map(([path]) => path));
}
