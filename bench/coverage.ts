/*
 * Branch and line coverage of functions of real packages by the judge's tracer and by coverage.py, over one run of the
 * packages' own tests each: `npm run bench -- coverage [--python FILE]… [--package NAME]…
 * [--coverage coverage==VERSION] [--depot FOLDER]`. Needs pip and its
 * registry. Prints how many functions agree, how many differ by which rule, and each that no rule explains.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";

import { compareTarget, UNEXPLAINED, type Comparison } from "./branches/compare.ts";
import { Depot, measurePackage, type Theirs } from "./branches/measure.ts";
import { packages, type MeasuredPackage } from "./branches/packages.ts";
import { findPython } from "../test/judge/orchard.ts";

const { values } = parseArgs({
  options: {
    python: { type: "string", multiple: true, default: [findPython()] },
    package: { type: "string", multiple: true, default: packages.map(({ name }) => name) },
    coverage: { type: "string", default: "coverage" },
    depot: { type: "string" },
  },
});

using depot = new Depot(values.depot, values.coverage);
for (const python of values.python) {
  const minor = Number(
    execFileSync(python, ["-c", "import sys; print(sys.version_info[1])"], { encoding: "utf8" }),
  );
  const all: Comparison[] = [];
  for (const measured of packages) {
    if (!values.package.includes(measured.name) || (measured.since ?? 0) > minor) continue;
    const compared = await comparePackage(python, measured);
    printRow(`3.${minor} ${measured.name}`, compared);
    all.push(...compared);
  }
  printRow(`3.${minor} all`, all);
  printShapes(all);
  if (all.some(isUnexplained)) process.exitCode = 1;
}

async function comparePackage(python: string, measured: MeasuredPackage): Promise<Comparison[]> {
  const { theirs, again, ours, blinding } = await measurePackage(depot, python, measured);
  printRun(measured, theirs, ours.status);
  for (const id of blinding) console.log(`  left out, for it ends the tracer: ${id}`);
  const compareAll = (other?: Theirs): Comparison[] =>
    Object.entries(ours.files).flatMap(([path, targets]) =>
      targets.flatMap((target) => {
        const said = theirs.files[path];
        return said === undefined ? [] : [compareTarget(path, target, said, other?.files[path])];
      }),
    );
  const once = compareAll();
  const compared = once.some(isUnexplained) ? compareAll(await again()) : once;
  for (const one of compared.filter(isUnexplained)) printUnexplained(one);
  return compared;
}

function isUnexplained({ result }: Comparison): boolean {
  return result === UNEXPLAINED;
}

function printRun({ name, version = "" }: MeasuredPackage, theirs: Theirs, ourStatus: number): void {
  const status = theirs.status === ourStatus ? `${ourStatus}` : `${theirs.status} and ${ourStatus}`;
  console.log(
    `${name} ${version}: coverage.py ${theirs.version} (${theirs.core}); pytest ended with ${status}`,
  );
}

function printRow(name: string, compared: readonly Comparison[]): void {
  const reached = compared.filter(({ target }) => target.taken.length > 0);
  const branching = reached.filter(({ ours }) => ours.ratio !== null);
  const sum = (value: (one: Comparison) => number): number =>
    compared.reduce((total, one) => total + value(one), 0);
  const results = [...Map.groupBy(compared, ({ result }) => result)]
    .map(([result, rows]) => `${result} ${rows.length}`)
    .sort();
  console.log(
    `${name}: ${compared.length} functions, ${reached.length} reached, ${branching.length} of them with branches; ` +
      `branch arcs ${sum(({ ours }) => ours.taken.length)} of ${sum(({ ours }) => ours.possible.length)} taken; ${results.join(", ")}`,
  );
}

/** How many functions of each shape were reached, and how many of those agree without any rule. */
function printShapes(compared: readonly Comparison[]): void {
  const reached = compared.filter(({ target }) => target.taken.length > 0);
  const shapes = [...new Set(reached.flatMap(({ target }) => target.shapes))].sort();
  const rows = shapes.map((shape) => {
    const having = reached.filter(({ target }) => target.shapes.includes(shape));
    return `${shape} ${having.filter(({ result }) => result === "equal").length}/${having.length}`;
  });
  console.log(`  equal of reached, by shape: ${rows.join(", ")}`);
}

function printUnexplained({ path, target, ours, theirs }: Comparison): void {
  const only = (some: readonly unknown[], others: readonly unknown[]): string =>
    some.filter((one) => !others.includes(one)).join(" ") || "nothing";
  console.log(`  unexplained: ${path}:${target.name} (line ${target.start})`);
  for (const field of ["possible", "taken", "lines", "executedLines"] as const)
    console.log(
      `    ${field}: ours only ${only(ours[field], theirs[field])}; theirs only ${only(theirs[field], ours[field])}`,
    );
  console.log(`    ratio: ours ${ours.ratio}, theirs ${theirs.ratio}`);
}
