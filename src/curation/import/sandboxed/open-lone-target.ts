import { lineOfByte } from "../../../base/index.ts";
import type { ForeignRow } from "../../../datasets/index.ts";
import { withParts } from "../../../languages/index.ts";
import {
  normaliseRunText,
  type Complaint,
  type LoneTarget,
  type TriedTest,
} from "../../../pipelines/index.ts";
import { mutateSuite } from "../../../proof/index.ts";
import { DEFAULT_LIMITS } from "../../../spec/index.ts";
import { analyseRow } from "../analyse-row.ts";
import type { Importing } from "../importing.ts";
import { foreignModules, RIVAL } from "../repost.ts";
import { isPassed, runCheck } from "../try-row.ts";
import { measureCalls } from "../../measure-calls.ts";
import { openPreparedSource, type PreparedSource } from "../../prepared-source.ts";
import { joinProgram, rowOf, type RowMaterial } from "./lone-row.ts";
import type { LeftTarget, LoneSource } from "./lone-source.ts";
import { findOutsideModules } from "./outside-modules.ts";
import { compareSignatures, type RealDefinitions } from "./real-signatures.ts";
import { REACHES_OUTSIDE, watchedProgram } from "./watched-program.ts";

/** A target of a source with what makes rows of its programs. */
export interface OpenedLoneTarget {
  readonly target: LoneTarget;
  readonly rowOf: (program: string) => ForeignRow;
}

/** Slices a target and gives it the means to be tried alone. */
export function openLoneTarget(
  importing: Importing,
  source: string,
  lone: LoneSource,
  real: RealDefinitions,
  { definition, fileText }: LeftTarget,
): OpenedLoneTarget {
  const { services } = importing;
  const language = withParts(
    services.language,
    ["syntax", "structure", "rewriting"],
    "have targets run alone",
  );
  const { path, name, lines, spans } = definition;
  const { start, end } = spans.whole;
  const text = Buffer.from(fileText).subarray(start, end).toString();
  const slice = lone.slice(definition, text);
  const own = new Set(slice.flatMap((file) => services.language.modules.possibleNames(file.path)));
  const texts = slice.map((file) => file.text);
  const outside = findOutsideModules(texts, language, own);
  const imports = texts.flatMap((one) => language.syntax.outline(one)?.imports ?? []);
  const material: RowMaterial = { repository: lone.acquired.repository, definition, text, context: slice };
  const toRow = (program: string): ForeignRow => rowOf(material, program, language.name);
  const bareName = name.slice(name.lastIndexOf(".") + 1);
  const test = `test_${bareName}`;
  let versions = 0;
  return {
    rowOf: toRow,
    target: {
      source,
      path,
      name,
      line: lines.start,
      text,
      slice,
      ...outside,
      language,
      rival: `${name}${RIVAL}`,
      test,
      join: (script, testText) => joinProgram(script, testText, test),
      async tryScript(script) {
        const foreign = foreignModules(language.syntax.outline(script) ?? EMPTY);
        if (foreign.length > 0)
          return { reason: "imports", text: `These modules are not there: ${foreign.join(", ")}.` };
        const faults = compareSignatures(script, imports, real, language);
        if (faults.length > 0) return { reason: "signature", text: faults.join("\n") };
        return runWatched(importing, script, "fails");
      },
      tryTest: (program) => tryTest(importing, toRow(program), `${versions++}`),
    },
  };
}

const EMPTY = { items: [], imports: [], lineComment: "" };

/** What is wrong with a program that does not come to its end, or reaches outside; undefined where nothing is. */
async function runWatched(
  importing: Importing,
  text: string,
  reason: "fails" | "test_fails",
): Promise<Complaint | undefined> {
  const outcome = await runCheck(importing, watchedProgram(text));
  if (outcome === undefined || isPassed(outcome)) return undefined;
  if (outcome.status !== "exited")
    return { reason, text: `The program ended with ${outcome.status.replaceAll("-", " ")}.` };
  const said =
    outcome.message === "" ? `It exits with ${outcome.exitCode}.` : normaliseRunText(outcome.message);
  return said.startsWith(REACHES_OUTSIDE)
    ? { reason: "outside", text: `Your file does what it must not: ${said}.` }
    : { reason, text: said };
}

/** Runs a row's program with the original in both places, records what it calls the target with, and measures these calls. */
async function tryTest(importing: Importing, row: ForeignRow, version: string): Promise<TriedTest> {
  const refuse = (reason: Complaint["reason"], text: string): TriedTest => ({
    status: "refused",
    complaint: { reason, text },
  });
  const prepared = importing.importer.prepare(row, importing.services.language);
  if (prepared.status === "rejected") return refuse("no_test", prepared.detail);
  const { repository } = prepared;
  const program = repository.check?.original;
  if (program === undefined)
    return refuse("no_test", "No other implementation can be put behind the original.");
  const complaint = await runWatched(importing, program, "test_fails");
  if (complaint !== undefined) return { status: "refused", complaint };
  const analysed = await analyseRow(importing, `${row.id}-${version}`, repository);
  if (analysed === undefined) return refuse("no_test", NO_CALLS);
  using source = await openPreparedSource(analysed, importing.services);
  return (await measure(source)) ?? refuse("no_calls", NO_CALLS);
}

const NO_CALLS =
  "None of the calls of the target could be written down as data. Give plain data, or objects of the file's own classes, and call it directly.";

/** What the recorded calls of a row's target execute and tell; undefined where there are none that can be made again. */
async function measure(source: PreparedSource): Promise<TriedTest | undefined> {
  const [target] = source.targets;
  if (target === undefined) return undefined;
  const { proofTarget } = source.openTarget(target);
  const measured = await measureCalls(proofTarget, target.calls);
  if (measured === undefined) return undefined;
  const { branch, line, lines, branchArcs } = measured.coverage;
  const first = lineOfByte(target.context.fileText, target.definition.spans.whole.start);
  const inText = (all: Iterable<number>): number[] => [...new Set(all)].map((one) => one - first + 1);
  const executed = new Set(lines.executed);
  const taken = new Set(branchArcs.executed.map((arc) => arc.join()));
  const left = branchArcs.possible.filter((arc) => !taken.has(arc.join())).map(([from]) => from);
  const suite = target.calls.map(({ recipe, origin }, index) => ({
    id: `call-${index + 1}`,
    origin,
    recipe,
  }));
  const mutated = await mutateSuite(proofTarget, { suite, examples: [] }, DEFAULT_LIMITS);
  const mutants = mutated.status === "rejected" ? [] : mutated.mutants;
  return {
    status: "ran",
    calls: measured.calls,
    reached: {
      branch,
      line,
      missedLines: inText(lines.possible.filter((one) => !executed.has(one))),
      partlyLeft: inText(left.filter((one) => executed.has(one))),
    },
    survivors: mutants.flatMap(({ status, diff }) =>
      status === "survived" && diff !== undefined ? [diff] : [],
    ),
  };
}
