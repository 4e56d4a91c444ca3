import { resolve } from "node:path";

import {
  asHostPath,
  canonicalJson,
  createWordRecord,
  digestOf,
  joinPath,
  throwIfInterrupted,
  whileWriting,
} from "../../base/index.ts";
import {
  measureDiversity,
  readTaskRecord,
  readTaskSet,
  writeManifest,
  writeTask,
  type LoadedTask,
  type TaskSet,
} from "../../datasets/index.ts";
import type { Environment } from "../../environments/index.ts";
import { withParts } from "../../languages/index.ts";
import type { Thresholds } from "../../proof/index.ts";
import { PROOF_VERSION, taskSetManifest } from "../../spec/index.ts";
import { RunFolder, toolVersion } from "../../store/index.ts";
import { REPORT_FILE, finishedReport } from "../finished-report.ts";
import { RestoredEnvironments } from "../restored-environments.ts";
import { openServices, type Services } from "../services.ts";
import { readThresholds } from "../stored-thresholds.ts";
import type { WorkContext } from "../work-context.ts";
import { renamedRecord, type RenamedRecord } from "./renamed-record.ts";
import { RENAMING_PARTS } from "./read-words.ts";
import { openRenamedRepository, type RenamedRepository } from "./renamed-repository.ts";
import { renameTask, type RenamedTask } from "./rename-task.ts";

/** What a renamed variant is made of. */
export interface RenameOptions {
  readonly taskSet: string;
  /** Absent: the set's own folder with `-renamed` behind it. */
  readonly out?: string | undefined;
  readonly seed: number;
  readonly workers: number;
  readonly sandbox: string;
}

/** How many names of a repository changed, and how many stayed, by reason. */
export interface RenamedNames {
  readonly source: string;
  readonly renamed: number;
  readonly stay: Readonly<Record<string, number>>;
}

/** The document that `build --renamed --json` prints. */
export interface RenameReport {
  readonly task_set: string;
  readonly renamed_from: string;
  readonly tasks: number;
  readonly accepted: number;
  readonly left_out: Readonly<Record<string, number>>;
  readonly repositories: readonly RenamedNames[];
  readonly was_finished: boolean;
}

/** Records of what was tried. */
const TRIED = "renamed";
const NAMES = ".work/names";

/**
 * Makes of a task set another one whose repositories have other names, and proves each of its tasks. Goes on where it was interrupted. Throws `UsageError`:
 * `not-a-task-set`, and what opening the folder throws; `InterruptedError`.
 */
export async function renameTaskSet(options: RenameOptions, context: WorkContext): Promise<RenameReport> {
  const from = asHostPath(resolve(options.taskSet));
  const path = asHostPath(resolve(options.out ?? `${from}-renamed`));
  using taskSet = readTaskSet(from);
  const { manifest } = taskSet;
  const purpose = {
    kind: "renamed",
    options: {
      task_set: manifest.name,
      tasks: digestOf(manifest.tasks),
      seed: options.seed,
      proof_version: PROOF_VERSION,
    },
    tool: toolVersion(),
  };
  using folder = RunFolder.open(path, purpose);
  if (folder.state === "finished")
    return { ...(finishedReport(folder) as RenameReport), task_set: path, was_finished: true };
  try {
    return await renameInto(folder, taskSet, options, context);
  } catch (error) {
    if (context.signal?.aborted !== true) folder.discardIfUnused();
    throw error;
  }
}

async function renameInto(
  folder: RunFolder,
  taskSet: TaskSet,
  options: RenameOptions,
  context: WorkContext,
): Promise<RenameReport> {
  const known = new Map(tried(folder).map((record) => [record.renamed_from, record]));
  await using services = await openServices(options, context);
  const renamer = new Renamer(taskSet, services, options.seed);
  const { tasks } = taskSet.manifest;
  context.progress.begin("renaming tasks", tasks.length);
  for (const [index, { id }] of tasks.entries()) {
    if (!known.has(id)) {
      const outcome = await renamer.rename(id);
      folder.append(TRIED, record(folder, id, outcome));
    }
    throwIfInterrupted(context.signal);
    context.progress.advance(index + 1, id);
  }
  for (const names of renamer.names()) folder.append(NAMES, names);
  return finish(folder, taskSet, options.seed);
}

function record(folder: RunFolder, id: string, outcome: RenamedTask): RenamedRecord {
  if (outcome.status === "left_out") return { renamed_from: id, ...outcome };
  const digest = whileWriting(folder.path, () => writeTask(folder.path, outcome.draft));
  return { renamed_from: id, status: "accepted", task_id: outcome.draft.record.id, digest };
}

function tried(folder: RunFolder): readonly RenamedRecord[] {
  return folder.records(TRIED).map((one) => renamedRecord.parse(one));
}

function finish(folder: RunFolder, { manifest }: TaskSet, seed: number): RenameReport {
  const { path } = folder;
  const left = createWordRecord<number>();
  const tasks = tried(folder).flatMap((one) => {
    if (one.status === "left_out") left[one.reason] = (left[one.reason] ?? 0) + 1;
    if (one.status === "left_out") return [];
    const { id, tier, targets, split, cluster } = readTaskRecord(path, one.task_id);
    return [
      {
        id,
        digest: one.digest,
        tier,
        path: targets[0]?.path ?? "",
        name: targets[0]?.name ?? "",
        split,
        cluster,
      },
    ];
  });
  const renamed = { renamed_from: manifest.name, seed };
  const written = taskSetManifest.parse({
    format: "task-set/1",
    name: `${manifest.name}-renamed`,
    tool: toolVersion(),
    options: { ...manifest.options, ...renamed },
    inputs_digest: digestOf({ ...renamed, inputs: manifest.inputs_digest, tasks: manifest.tasks }),
    tasks,
    diversity: measureDiversity(tasks.map(({ id }) => readTaskRecord(path, id))),
  });
  whileWriting(path, () => writeManifest(path, written));
  const repositories = new Map(folder.records(NAMES).map((one) => [canonicalJson(one), one as RenamedNames]));
  const report: RenameReport = {
    task_set: path,
    renamed_from: manifest.name,
    tasks: manifest.tasks.length,
    accepted: tasks.length,
    left_out: left,
    repositories: [...repositories.values()],
    was_finished: false,
  };
  folder.write(REPORT_FILE, `${JSON.stringify(report)}\n`);
  folder.finish();
  return report;
}

/** Renames tasks one after another; those of one repository share its names. */
class Renamer {
  readonly #taskSet: TaskSet;
  readonly #services: Services;
  readonly #seed: number;
  readonly #thresholds: Thresholds;
  readonly #environments: RestoredEnvironments;
  readonly #repositories = new Map<
    string,
    { readonly source: string; readonly repository: RenamedRepository }
  >();

  constructor(taskSet: TaskSet, services: Services, seed: number) {
    this.#taskSet = taskSet;
    this.#services = services;
    this.#seed = seed;
    this.#thresholds = readThresholds(taskSet.manifest.options);
    this.#environments = new RestoredEnvironments(services);
  }

  async rename(id: string): Promise<RenamedTask> {
    using task = this.#taskSet.get(id);
    const entry = this.#taskSet.manifest.tasks.find((one) => one.id === id);
    if (task.digest !== entry?.digest)
      return {
        status: "left_out",
        reason: "changed",
        detail: "its files are not those that the manifest names",
      };
    const restored = await this.#environments.restore(task);
    if (restored.status === "failed")
      return { status: "left_out", reason: "environment_failed", detail: restored.failure.message };
    const directory = joinPath(this.#services.temporaryDirectory, `renamed-${id}`);
    const environment = restored.value;
    const repository = await this.#open(task, environment);
    const given = { repository, environment, services: this.#services, thresholds: this.#thresholds };
    return renameTask(task, { ...given, seed: this.#seed, directory });
  }

  /** What became of the names of the repositories that were opened. */
  names(): readonly RenamedNames[] {
    return [...this.#repositories.values()].map(({ source, repository: { chosen } }) => {
      const stay = createWordRecord<number>();
      for (const reason of chosen.stay.values()) stay[reason] = (stay[reason] ?? 0) + 1;
      return { source, renamed: chosen.names.size, stay };
    });
  }

  /** The repository of a task, with the names that all of the set's tasks of it share. */
  async #open(task: LoadedTask, environment: Environment): Promise<RenamedRepository> {
    const { repository, environment_digest: digest } = task.record;
    const { source } = repository;
    const key = canonicalJson([source, repository.commit, digest]);
    const known = this.#repositories.get(key);
    if (known !== undefined) return known.repository;
    const others = this.#taskSet.manifest.tasks
      .map(({ id }) => this.#taskSet.get(id))
      .filter(({ record }) => record.repository.source === source && record.environment_digest === digest);
    const opened = await openRenamedRepository([task, ...others], {
      language: withParts(this.#services.language, RENAMING_PARTS, "rename its code"),
      environment,
      options: this.#services.environmentOptions,
      seed: this.#seed,
    });
    for (const other of others) other[Symbol.dispose]();
    this.#repositories.set(key, { source, repository: opened });
    return opened;
  }
}
