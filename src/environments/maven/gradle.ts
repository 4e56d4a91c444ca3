import type { RepositoryPath } from "../../base/index.ts";
import type { Evidence, EvidenceItem } from "../build-system.ts";
import { lineAt, linesOf } from "../evidence-lines.ts";
import { failed } from "../failures.ts";
import type { RepositoryFiles } from "../repository-files.ts";

const FILES = ["settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle"];

/** What a tree that Gradle builds says of itself. No environment is made of it; undefined where it is no such tree. */
export function readGradle(files: RepositoryFiles, sources: readonly RepositoryPath[]): Evidence | undefined {
  const [first, ...others] = FILES.filter((path) => files.has(path));
  if (first === undefined) return undefined;
  const items = [first, ...others].flatMap((path) => itemsOf(path, files));
  const failure = failed(
    "nothing_declared",
    `${first}:1 says that Gradle builds it, which is not supported.`,
  );
  return {
    isDeclared: true,
    sourceFiles: sources.length,
    items,
    summary: { requires: undefined, isBuilt: true, requirements: [], extras: [], testFiles: 0 },
    chooseToolchain: () => failure,
    planBuild: () => ({ layOut: () => ({ importRoots: ["."], details: null }) }),
    planLocks: () => failure,
    planTrial: () => ({ what: "Gradle", check: failure, readCheck: () => failure }),
    advise: () => ({
      kind: "unsupported",
      problem: `${first}:1 says that Gradle builds it`,
      next: "take a repository that Maven builds, or a commit at which it did",
    }),
  };
}

function itemsOf(path: RepositoryPath, files: RepositoryFiles): EvidenceItem[] {
  const text = files.text(path) ?? "";
  const telling = linesOf(text, /sourceCompatibility|targetCompatibility|languageVersion|useJUnit|useTestNG/);
  return [
    { path, line: 1, says: "Gradle builds it" },
    ...telling.map((line) => ({ path, line, says: lineAt(text, line) })),
  ];
}
