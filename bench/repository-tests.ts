/*
 * Classes and spans of real repositories judged by the repositories' own tests: `npm run bench -- repository-tests`. For each the
 * reference must be resolved, nothing in its place and every cheat must not. DIORAMA_MIRRORS names a folder that holds the
 * repositories as OWNER+NAME/repo; without it they come from GitHub.
 */
import { join } from "node:path";

import { silentLogger, type RepositoryPath } from "../src/base/index.ts";
import { openServices, type Services } from "../src/curation/index.ts";
import { learnTests, type TestSubject } from "../src/judge/index.ts";
import type { TestFramework } from "../src/languages/index.ts";
import { openRepository, type OpenRepository } from "./repository-tests/open-repository.ts";
import { findClasses, findSpans, type Cut } from "./repository-tests/spans.ts";
import { tryCut, type LeftOut, type Trial } from "./repository-tests/try-cut.ts";

interface Demonstration {
  readonly repository: string;
  readonly framework: TestFramework["name"];
  readonly files: readonly RepositoryPath[];
}

const DEMONSTRATIONS: readonly Demonstration[] = [
  { repository: "matiasb/python-unidiff", framework: "unittest", files: ["unidiff/patch.py"] },
  {
    repository: "rbarrois/python-semanticversion",
    framework: "unittest",
    files: ["semantic_version/base.py"],
  },
  { repository: "kvesteri/intervals", framework: "pytest", files: ["intervals/interval.py"] },
  { repository: "jpvanhal/inflection", framework: "pytest", files: ["inflection/__init__.py"] },
  {
    repository: "c0fec0de/anytree",
    framework: "pytest",
    files: ["src/anytree/render.py", "src/anytree/resolver.py", "src/anytree/walker.py"],
  },
];
const MOST_CLASSES_PER_FILE = 8;
const SPANS_PER_FILE = 10;
/** Spans looked at in one file until enough of them are graded. */
const MOST_SPANS_TRIED = 24;

const chosen = process.argv.slice(2);
const begun = performance.now();
const progress = {
  begin: () => undefined,
  note: () => undefined,
  end: () => undefined,
  update: () => undefined,
};
const trials: (Trial & { readonly repository: string })[] = [];
const leftOut = new Map<LeftOut, number>();
{
  const context = { logger: silentLogger, progress, signal: undefined };
  await using services = await openServices({ workers: 1, sandbox: "auto" }, context as never);
  for (const demonstration of DEMONSTRATIONS) {
    if (chosen.length > 0 && !chosen.includes(demonstration.repository)) continue;
    const opened = await openRepository(
      sourceOf(demonstration.repository),
      demonstration.framework,
      services,
    );
    for (const file of demonstration.files) await tryFile(services, opened, demonstration, file);
    printRow(
      demonstration.repository,
      trials.filter(({ repository }) => repository === demonstration.repository),
    );
  }
}
printRow("all", trials);
const passed = leftOut.get("null_passes") ?? 0;
const left = [...leftOut].map(([reason, count]) => `${reason} ${count}`).join(", ");
console.log(
  `left out: ${left}; null floor: ${passed} of ${trials.length + passed} nulls pass and are no tasks`,
);
for (const { repository, cut, cheated, referenceResolved, differsColdly } of trials) {
  const faults = [
    ...cheated.map((name) => `cheat ${name} was resolved`),
    ...(referenceResolved < 3 ? [`the reference was resolved ${referenceResolved} of 3 times`] : []),
    ...(differsColdly ? ["cold differs"] : []),
  ];
  for (const fault of faults)
    console.log(`${repository} ${cut.kind} ${cut.name} lines ${cut.lines.start}-${cut.lines.end}: ${fault}`);
}
console.log(`${((performance.now() - begun) / 1000).toFixed(0)} s`);

async function tryFile(
  { evaluator, language }: Services,
  opened: OpenRepository,
  { repository }: Demonstration,
  file: RepositoryPath,
): Promise<void> {
  const originalText = opened.texts.get(file) ?? "";
  const editableTree = opened.openBench(file);
  const limits = { caseCpuSeconds: 10, importSeconds: 60, memoryBytes: 2 ** 31, outputBytes: 2 ** 26 };
  const { sources } = opened;
  const subject: TestSubject = { language, evaluator, editableTree, sources, originalText, limits };
  const learnt = await learnTests(subject);
  if (learnt.status === "failed")
    throw new Error(`The tests of ${repository} do not run: ${learnt.run.status}.`);
  const module = language.modules.nameOf(file, editableTree.importRoots) ?? "";
  const tryOne = async (cut: Cut): Promise<boolean> => {
    const freeClasses = cut.kind === "class" ? [`${module}:${cut.name}`] : [];
    const trial = await tryCut({ ...subject, freeClasses }, learnt, cut);
    if (typeof trial === "string") leftOut.set(trial, (leftOut.get(trial) ?? 0) + 1);
    else trials.push({ ...trial, repository });
    return typeof trial !== "string";
  };
  for (const cut of findClasses(originalText).slice(0, MOST_CLASSES_PER_FILE)) await tryOne(cut);
  let graded = 0;
  for (const cut of findSpans(originalText).slice(0, MOST_SPANS_TRIED))
    if (graded < SPANS_PER_FILE && (await tryOne(cut))) graded++;
}

function sourceOf(repository: string): string {
  const mirrors = process.env["DIORAMA_MIRRORS"];
  return mirrors === undefined ? `github:${repository}` : join(mirrors, repository.replace("/", "+"), "repo");
}

function printRow(name: string, rows: readonly Trial[]): void {
  const classes = rows.filter(({ cut }) => cut.kind === "class").length;
  const sum = (value: (row: Trial) => number): number => rows.reduce((total, row) => total + value(row), 0);
  const warm = median(rows.flatMap((row) => row.warmMs.slice(1)));
  console.log(
    `${name}: ${classes} classes, ${rows.length - classes} spans; reference resolved ${sum((row) => row.referenceResolved)} of ${3 * rows.length}; ` +
      `null resolved ${sum((row) => row.nullsResolved)} of ${3 * rows.length}; ` +
      `cheats resolved ${sum((row) => row.cheated.length)} of ${sum((row) => row.cheats)}; ` +
      `${(sum((row) => row.tests) / Math.max(1, rows.length)).toFixed(1)} tests each; ` +
      `${sum((row) => row.cutRecords)} of ${sum((row) => row.records)} assertions cut; ` +
      `warm ${warm.toFixed(0)} ms (CPU of the children ${median(rows.flatMap((row) => row.cpuMs)).toFixed(0)} ms), cold ${median(rows.map((row) => row.coldMs)).toFixed(0)} ms`,
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
