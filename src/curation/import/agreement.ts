/**
 * How the verdicts of an imported set go together with those of the rows' own tests: for the original, a body that does nothing, and every mutant.
 * A row's own verdict is that of its program, run as its authors run it, with the body in the rival's place.
 */
import { resolve } from "node:path";

import { asHostPath, mapInOrder, throwIfInterrupted, UsageError } from "../../base/index.ts";
import {
  getImportFormatName,
  importFormats,
  readTaskSet,
  type ForeignRow,
  type LoadedTask,
  type TaskSet,
} from "../../datasets/index.ts";
import type { Variant } from "../../languages/index.ts";
import { comparisonOf, isCounted, type OutputKind } from "../../spec/index.ts";
import type { WorkContext } from "../work-context.ts";
import { readJournal, type TriedRecord } from "../journal.ts";
import { openServices, type Services } from "../services.ts";
import type { ImportOptions } from "./import.ts";
import { openRowEnvironment, type Importing } from "./importing.ts";
import type { Importer, RowCheck } from "./importer.ts";
import { importers } from "./registry.ts";
import { isPassed, runCheck } from "./try-row.ts";

/** Whether a body passes; null where that is not known: it cannot be put in place, or was not tried. */
type Passes = boolean | null;

/** What the row's own test says. */
interface OwnVerdicts {
  readonly original: Passes;
  readonly empty: Passes;
  readonly mutants: { readonly tried: number; readonly passed: number };
}

/** What the task says: of an accepted row only. */
interface TaskVerdicts {
  readonly empty: Passes;
  readonly delegate: Passes;
  readonly mutants: { readonly tried: number; readonly passed: number };
}

/** Mutants by who tells them from the original. */
interface MutantAgreement {
  readonly both: number;
  /** Told by the task alone. By an input of the row's own test that it asserts too little of, or by one that the test does not have. */
  readonly only_task: { readonly own_input: number; readonly other_input: number };
  readonly only_row: number;
  readonly neither: number;
}

/** One row of the report. */
export interface RowAgreement {
  readonly row: string;
  readonly name: string;
  /** `accepted`, the reason of the rejection, or `untried`. */
  readonly outcome: string;
  readonly detail: string | null;
  readonly own: OwnVerdicts | null;
  readonly task: TaskVerdicts | null;
  readonly mutants: MutantAgreement | null;
}

/** The whole report; sums are over rows where both sides are known. */
export interface AgreementReport {
  readonly format: "agreement/1";
  readonly rows: readonly RowAgreement[];
  readonly totals: {
    /** Rows that could be prepared, and those of them whose own test takes the original. */
    readonly prepared: number;
    readonly original_passes: number;
    readonly accepted: number;
    readonly empty_passes: { readonly own: number; readonly task: number };
    readonly delegate_passes: number;
    /** Of accepted rows. */
    readonly mutants: MutantAgreement;
  };
}

/** What the report needs of an import. */
type AgreementOptions = Pick<ImportOptions, "format" | "file" | "workers" | "sandbox"> & {
  readonly taskSet: string;
};

/** What makes programs of a format's rows. Throws `UsageError` `unknown-format`, `no-own-tests`. */
export function getImporterWithTests(format: string): Importer {
  const importer = importers[getImportFormatName(format)];
  if (importer !== undefined) return importer;
  throw new UsageError(
    "no-own-tests",
    `Cannot compare with the tests of ${format} rows: they are no programs that can be run by themselves.`,
  );
}

/** Runs every row's own test on the original, an empty body and all mutants, and sets that against the task set. Writes nothing. */
export async function compareWithRows(
  options: AgreementOptions,
  context: WorkContext,
): Promise<AgreementReport> {
  const format = getImportFormatName(options.format);
  const importer = getImporterWithTests(options.format);
  const rows = importFormats[format].read(asHostPath(resolve(options.file)));
  const directory = asHostPath(resolve(options.taskSet));
  using taskSet = readTaskSet(directory);
  const tried = new Map(readJournal(directory)?.tried.map((record) => [record.row, record]));
  await using services = await openServices(options, context);
  const ground = { services, context, ...(await openRowEnvironment(services, context)) };
  context.progress.begin("running the rows' own tests", rows.length);
  const agreements: RowAgreement[] = [];
  const compared = mapInOrder(rows, options.workers, async (row) => {
    const prepared = importer.prepare(row, services.language);
    const check = prepared.status === "prepared" ? prepared.repository.check : undefined;
    return compareRow(ground, { row, check, record: tried.get(row.id) }, taskSet);
  });
  for await (const agreement of compared) {
    throwIfInterrupted(context.signal);
    agreements.push(agreement);
    context.progress.advance(agreements.length, agreement.name);
  }
  return { format: "agreement/1", rows: agreements, totals: addUp(agreements) };
}

type ShortcutContext = Pick<Importing, "services" | "programs" | "context">;

interface ComparedRow {
  readonly row: ForeignRow;
  readonly check: RowCheck | undefined;
  readonly record: TriedRecord | undefined;
}

async function compareRow(
  ground: ShortcutContext,
  { row, check, record }: ComparedRow,
  taskSet: TaskSet,
): Promise<RowAgreement> {
  const about = {
    row: row.id,
    name: record?.name ?? row.id,
    outcome: record === undefined ? "untried" : record.outcome === "accepted" ? "accepted" : record.reason,
    detail: record?.outcome === "rejected" ? record.detail : null,
  };
  if (check === undefined) return { ...about, own: null, task: null, mutants: null };
  using task = record?.outcome === "accepted" ? taskSet.get(record.task_id) : undefined;
  const sees = task && comparisonOf(task.record).output;
  const { own, mutantsPassed } = await runOwnTest(ground, check, bodiesOf(check, ground.services, sees));
  if (task === undefined) return { ...about, own, task: null, mutants: null };
  return { ...about, own, ...setAgainst(task, mutantsPassed) };
}

interface OtherBodies {
  readonly empty: Variant | undefined;
  readonly mutants: readonly Variant[];
}

/** `sees`: the output that the task compares, where there is a task. */
function bodiesOf(
  { text, definition }: RowCheck,
  { language: { variants } }: Services,
  sees: readonly OutputKind[] = [],
): OtherBodies {
  const trivial = variants.trivialBodies(text, definition, []);
  const all = variants.mutants(text, definition, { sees });
  const mutants = all.filter(({ unobservable }) => unobservable === undefined);
  return { empty: trivial.find(({ id }) => id === "pass"), mutants };
}

/** A body that takes longer than this many times the original is not waited for. */
const CPU_FACTOR = 20;
const CPU_FLOOR_SECONDS = 1;

async function runOwnTest(
  ground: ShortcutContext,
  check: RowCheck,
  { empty, mutants }: OtherBodies,
): Promise<{ readonly own: OwnVerdicts; readonly mutantsPassed: ReadonlyMap<string, boolean> }> {
  const original = await runCheck(ground, check.original);
  const passes = original === undefined ? null : isPassed(original);
  const mutantsPassed = new Map<string, boolean>();
  if (original === undefined || passes !== true)
    return { own: { original: passes, empty: null, mutants: { tried: 0, passed: 0 } }, mutantsPassed };
  const seconds = Math.max(CPU_FLOOR_SECONDS, CPU_FACTOR * original.cpuSeconds);
  const run = async (body: Variant | undefined): Promise<Passes> => {
    const text = body === undefined ? undefined : check.programFor(body.completion);
    const outcome = await runCheck(ground, text, seconds);
    return outcome === undefined ? null : isPassed(outcome);
  };
  for (const mutant of mutants) {
    const passed = await run(mutant);
    if (passed !== null) mutantsPassed.set(mutant.id, passed);
  }
  const passed = [...mutantsPassed.values()].filter(Boolean).length;
  return {
    own: { original: true, empty: await run(empty), mutants: { tried: mutantsPassed.size, passed } },
    mutantsPassed,
  };
}

function setAgainst(
  task: LoadedTask,
  ownPassed: ReadonlyMap<string, boolean>,
): Pick<RowAgreement, "task" | "mutants"> {
  const { trivial, cheats, mutants } = task.evidence();
  const counted = mutants.filter(({ status }) => isCounted(status));
  const origins = new Map(
    [...task.suite().cases, ...task.record.visible_examples].map(({ id, origin }) => [id, origin]),
  );
  const passesIn = (list: typeof cheats, wanted: string): Passes => {
    const found = list.find(({ name }) => name === wanted);
    return found === undefined ? null : found.verdict === "resolved";
  };
  const found = { both: 0, own_input: 0, other_input: 0, only_row: 0, neither: 0 };
  for (const { id, status, detail } of counted) {
    const passedOwn = ownPassed.get(id);
    if (passedOwn === undefined) continue;
    if (status === "survived") found[passedOwn ? "neither" : "only_row"]++;
    else if (!passedOwn) found.both++;
    else found[origins.get(detail ?? "") === "observed" ? "own_input" : "other_input"]++;
  }
  const { own_input, other_input, ...rest } = found;
  return {
    task: {
      empty: passesIn(trivial, "pass"),
      delegate: passesIn(cheats, "delegate"),
      mutants: {
        tried: counted.length,
        passed: counted.filter(({ status }) => status === "survived").length,
      },
    },
    mutants: { ...rest, only_task: { own_input, other_input } },
  };
}

function addUp(rows: readonly RowAgreement[]): AgreementReport["totals"] {
  const count = (holds: (row: RowAgreement) => boolean): number => rows.filter(holds).length;
  const sum = (pick: (mutants: MutantAgreement) => number): number =>
    rows.reduce((total, { mutants }) => total + (mutants === null ? 0 : pick(mutants)), 0);
  return {
    prepared: count(({ own }) => own !== null),
    original_passes: count(({ own }) => own?.original === true),
    accepted: count(({ outcome }) => outcome === "accepted"),
    empty_passes: {
      own: count(({ own }) => own?.empty === true),
      task: count(({ task }) => task?.empty === true),
    },
    delegate_passes: count(({ task }) => task?.delegate === true),
    mutants: {
      both: sum(({ both }) => both),
      only_task: {
        own_input: sum(({ only_task: only }) => only.own_input),
        other_input: sum(({ only_task: only }) => only.other_input),
      },
      only_row: sum(({ only_row: only }) => only),
      neither: sum(({ neither }) => neither),
    },
  };
}
