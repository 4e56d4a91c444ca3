/** One task as a person reads it: what a solver gets, and below it what only the judge knows. At most 100 columns, but for code. */
import {
  readErrata,
  readMeasuredRates,
  readOutdatedRates,
  type LoadedTask,
  type MeasuredRate,
  type TaskSet,
} from "../datasets/index.ts";
import { describeContract } from "../curation/index.ts";
import { wilsonInterval } from "../evaluation/index.ts";
import { describeCase, describeInput, rulesOf, type ComparisonRules } from "../judge/index.ts";
import {
  findGrader,
  formatPromptForm,
  hiddenCount,
  type CaseRecipe,
  type Erratum,
  type EvidenceRecord,
  type EvidenceSummary,
  type GraderRecord,
  type MutantEvidence,
} from "../spec/index.ts";
import { formatFraction } from "./table.ts";
import { describeUncovered } from "./uncovered.ts";
import { PAGE_WIDTH, wrapLine, wrapList, wrapMarkdown } from "./wrap-text.ts";

/** Everything that the page of a task is written from. */
export interface TaskPage {
  readonly task: LoadedTask;
  readonly evidence: EvidenceRecord;
  readonly rates: readonly MeasuredRate[];
  /** Runs whose rates were measured over other cases than grade the task now. */
  readonly outdatedRates: number;
  readonly errata: readonly Erratum[];
  readonly isRetired: boolean;
  readonly rules: ComparisonRules;
}

/** Reads a task's evidence, measured rates and errata. Throws `unknown-language`, `language-lacks`. */
export async function readTaskPage({ directory, retired }: TaskSet, task: LoadedTask): Promise<TaskPage> {
  const isOwn = ({ task_id }: { readonly task_id: string }): boolean => task_id === task.record.id;
  return {
    task,
    evidence: task.evidence(),
    rates: readMeasuredRates(directory).filter(isOwn),
    outdatedRates: readOutdatedRates(directory).filter(isOwn).length,
    errata: readErrata(directory).filter(isOwn),
    isRetired: retired.tasks.has(task.record.id),
    rules: await rulesOf(task.record),
  };
}

/** The page as text. */
export function renderTaskPage(page: TaskPage): string {
  return [
    ...describeFacts(page),
    ...title("What the solver reads"),
    wrapMarkdown(page.task.instruction.trimEnd()),
    ...describeContext(page),
    ...describeUntold(page),
    ...title("What only the judge knows"),
    ...describeEvidence(page),
    ...describeCoverage(page),
    ...describeMutants(page),
    ...describeDifficulty(page),
    ...describeErrata(page),
  ].join("\n");
}

function title(text: string): string[] {
  return ["", `== ${text} ${"=".repeat(PAGE_WIDTH - text.length - 4)}`, ""];
}

function heading(text: string): string[] {
  return ["", `-- ${text} --`, ""];
}

/** Label and value; a long value is broken and hangs below its beginning. */
function fact(label: string, value: string): string[] {
  return wrapLine(`${label.padEnd(14)}${value}`, " ".repeat(14));
}

function describeFacts({ task, errata, isRetired }: TaskPage): string[] {
  const { id, tier, split, targets, repository, graders } = task.record;
  const retirement = errata.findLast(({ action }) => action === "retired");
  return [
    ...(isRetired && retirement !== undefined
      ? [...fact("RETIRED", `${retirement.date}: ${retirement.reason}`), ""]
      : []),
    ...fact("task", id),
    ...fact(
      "target",
      targets.map(({ path, name, kind }) => `${path}:${name} (${kind.replace("_", " ")})`).join(", "),
    ),
    ...fact("tier", `${tier}; ${split} split`),
    ...fact("from", `${repository.source}, ${repository.licence ?? "no known licence"}`),
    ...graders.flatMap((grader) => fact("graded by", describeGrader(task, grader))),
    ...Array.from(task.retiredCases.values(), ({ case_id, reason }) =>
      fact("but not by", `${case_id}, which is retired: ${reason}`),
    ).flat(),
    ...fact("place", task.location),
  ];
}

function describeGrader({ record }: LoadedTask, grader: GraderRecord): string {
  const { hidden_cases: cases, visible_examples: examples } = record;
  return grader.kind === "observed"
    ? `what calls show: ${cases.count} hidden cases, ${examples.length} visible examples`
    : `${grader.framework}: ${grader.hidden.count} hidden tests of the repository, ${grader.shown.length} visible`;
}

function describeContext({ task }: TaskPage): string[] {
  const { axes, targets, removed } = task.record;
  const path = targets[0]?.path ?? "";
  const offered = axes["context"] === undefined ? [] : fact("context", describeOffer(axes["context"], path));
  return [
    ...heading("Context"),
    ...offered,
    ...fact(
      "tree",
      `environment/repository/${path}, with the body taken out, and the rest of the repository`,
    ),
    ...fact(
      "left out",
      removed.length === 0 ? "nothing" : removed.map((file) => `${file.path} (${file.reason})`).join(", "),
    ),
  ];
}

function describeOffer(context: string, path: string): string {
  return context === "file" ? `the file around the target, ${path}` : context;
}

/** Examples and contract, where the instruction has no section of its own for them. */
function describeUntold({ task, rules }: TaskPage): string[] {
  const { instruction, targets, visible_examples: examples, contract } = task.record;
  const isTold = (section: string): boolean => instruction.some((part) => part.section === section);
  const [target] = targets;
  const sessions =
    target === undefined
      ? []
      : examples.map((example) => describeCase(target, example, example.observation, rules));
  const origins = examples.map(({ id, origin }) => `${id} ${origin}`);
  const tests = findGrader(task.record, "tests");
  if (tests !== undefined) return [...heading("Visible tests"), ...wrapList(tests.shown, "")];
  return [
    ...heading("Visible examples"),
    ...(isTold("Examples") ? [] : [sessions.join("\n\n"), ""]),
    ...wrapList(origins.length === 0 ? ["none"] : origins, ""),
    ...heading("Contract"),
    isTold("Inputs and results")
      ? 'In the instruction, under "Inputs and results".'
      : wrapMarkdown(describeContract(contract)),
  ];
}

function describeEvidence({ task, evidence }: TaskPage): string[] {
  const { summary } = evidence;
  const {
    stability,
    trivial,
    rewrites,
    mutation,
    mistakes,
    coverage,
    cheats,
    shortcuts,
    leaks,
    determinacy,
    constants,
  } = summary;
  const neutral = [
    [mutation.duplicates, "duplicates"],
    [mutation.equivalent_bytecode, "with the original's byte code"],
    [mutation.unobservable, "that no comparison sees"],
  ] as const;
  const uncounted = neutral.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  return [
    ...fact("evidence", `${summary.level}, proof ${summary.proof_version}`),
    ...fact("stable", `in ${stability.parents} fresh parents; ${stability.dropped_cases} cases dropped`),
    ...fact(
      "outcomes",
      `${summary.distinct_outcomes} distinct ones in ${hiddenCount(task.record)} hidden ${isByTests(task) ? "tests" : "cases"}`,
    ),
    ...fact(
      "mutants",
      `${mutation.killed} killed, ${mutation.timed_out} timed out, ${mutation.survived} survived of ${mutation.counted}, score ${formatFraction(mutation.score)}` +
        (uncounted.length === 0 ? "" : `; not counted: ${uncounted.join(", ")}`),
    ),
    ...(mistakes === undefined
      ? []
      : fact(
          "mistakes",
          `${mistakes.told} told, ${mistakes.survived} survived of ${mistakes.tried}; ${mistakes.equivalent} that no known input tells`,
        )),
    ...fact(
      "coverage",
      `${describeBranches(coverage)}, lines ${formatFraction(coverage.line)} (${coverage.lines_executed} of ${coverage.lines_possible})`,
    ),
    ...fact(
      "determinacy",
      `${formatFraction(determinacy.score)}: the examples kill ${determinacy.killed_by_visible} of ${determinacy.killed} killed mutants; ${determinacy.unshown_arcs} branches that only hidden cases take`,
    ),
    ...fact(
      "constants",
      `${constants.needed} needed, ${constants.stated} of them stated in the instruction only`,
    ),
    ...fact("rewrites", `${rewrites.resolved} of ${rewrites.tried} pass${inBrackets(rewrites.kinds)}`),
    ...describeMissing(rewrites.without_occasion ?? []),
    ...fact("trivial", `${trivial.resolved} of ${trivial.tried} trivial bodies pass`),
    ...fact("shortcuts", `${shortcuts.resolved} of ${shortcuts.tried} pass${inBrackets(shortcuts.names)}`),
    ...fact("cheats", `${cheats.resolved} of ${cheats.tried} pass${inBrackets(cheats.names)}`),
    ...fact(
      "leaks",
      `${leaks.found} found${leaks.searched.length === 0 ? "" : ` in ${leaks.searched.join(", ")}`}`,
    ),
    ...evidence.dropped_cases.flatMap(({ reason, detail }) => fact("dropped", `${reason}: ${detail}`)),
  ];
}

function describeBranches({ branch, arcs_executed, arcs_possible }: EvidenceSummary["coverage"]): string {
  if (branch === null) return "no branches";
  return `branches ${formatFraction(branch)} (${arcs_executed} of ${arcs_possible})`;
}

/** What no case runs, where there is such a thing. */
function describeCoverage({ task, evidence }: TaskPage): string[] {
  const path = task.record.targets[0]?.path ?? "";
  const { title, lines } = describeUncovered({ evidence, path, fileText: task.gradedFileText() });
  return lines.length === 0 ? [] : [...heading(title), ...lines];
}

function isByTests({ record }: LoadedTask): boolean {
  return findGrader(record, "tests") !== undefined;
}

function inBrackets(names: readonly string[]): string {
  return names.length === 0 ? "" : ` (${names.join(", ")})`;
}

/** Kinds of rewrite that the proof could not try. */
function describeMissing(kinds: readonly string[]): string[] {
  return kinds.length === 0 ? [] : fact("", `${kinds.length} kinds find no occasion${inBrackets(kinds)}`);
}

function describeMutants(page: TaskPage): string[] {
  const { task, evidence } = page;
  const survivors = survivorsOf(evidence);
  const undetermined = new Set(evidence.undetermined);
  const hidden = evidence.mutants.filter(({ id }) => undetermined.has(id));
  return [
    ...heading(`Surviving mutants: ${survivors.length}`),
    ...(survivors.length === 0 ? ["None: every program this close to the original is told from it."] : []),
    ...survivors.flatMap(({ id, operator, diff }, index) => [
      ...(index === 0 ? [] : [""]),
      `${id} (${operator})`,
      (diff ?? "no diff was kept").trimEnd(),
    ]),
    ...describeMistakes(page),
    ...(hidden.length === 0 ? [] : heading(`Killed by hidden cases only: ${hidden.length}`)),
    ...hidden.map((mutant) => `${mutant.id}: ${describeEdit(task.referenceText(), mutant)}`),
  ];
}

/** Mistakes that pass every case, each with the input that tells it. */
function describeMistakes({ task, evidence, rules }: TaskPage): string[] {
  const survivors = evidence.mistakes?.survivors ?? [];
  const [target] = task.record.targets;
  if (survivors.length === 0 || target === undefined) return [];
  return [
    ...heading(`Surviving mistakes: ${survivors.length}`),
    ...survivors.flatMap(({ id, operator, diff, input, input_as_made: made }, index) => [
      ...(index === 0 ? [] : [""]),
      `${id} (${operator}), told by`,
      describeInput(target, { recipe: input as CaseRecipe, as_made: made as CaseRecipe | undefined }, rules),
      diff.trimEnd(),
    ]),
  ];
}

/** The mutants that the suite did not tell from the reference. */
export function survivorsOf({ mutants }: EvidenceRecord): readonly MutantEvidence[] {
  return mutants.filter(({ status }) => status === "survived");
}

function describeEdit(reference: string, { start, end, replacement }: MutantEvidence): string {
  const before = Buffer.from(reference).subarray(start, end).toString();
  const show = (text: string): string => (text === "" ? "nothing" : JSON.stringify(text).slice(0, 60));
  return `${show(before)} becomes ${show(replacement)}`;
}

function describeDifficulty({ task, rates, outdatedRates }: TaskPage): string[] {
  const { features, predicted } = task.record.difficulty;
  const measured = rates.map(({ solver, passed, n, date, ...form }) => {
    const { low, high } = wilsonInterval(passed / n, n);
    return fact(
      "measured",
      `${formatFraction(passed / n)} (95 %: ${formatFraction(low)} to ${formatFraction(high)}), ${passed} of ${n} by ${solver}${formatPromptForm(form)}, ${date}`,
    );
  });
  return [
    ...heading("Difficulty"),
    ...fact("predicted", `solve rate ${formatFraction(predicted.solve_rate)} (formula ${predicted.version})`),
    ...(measured.length + outdatedRates === 0 ? ["measured      never"] : measured.flat()),
    ...(outdatedRates === 0
      ? []
      : fact("outdated", `rates of ${outdatedRates} runs, from before cases were retired or restored`)),
    ...fact(
      "features",
      Object.entries(features)
        .map(([name, value]) => `${name} ${round(value)}`)
        .join(", "),
    ),
  ];
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function describeErrata({ errata }: TaskPage): string[] {
  if (errata.length === 0) return [];
  return [
    ...heading("Errata"),
    ...errata.flatMap((erratum) => {
      const { date, action, reason } = erratum;
      const what = "case_id" in erratum ? `${action.replace("_", " ")} ${erratum.case_id}` : action;
      return fact(date, reason === "" ? what : `${what}: ${reason}`);
    }),
  ];
}
