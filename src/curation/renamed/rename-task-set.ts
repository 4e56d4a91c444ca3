import {
  canonicalJson,
  createWordRecord,
  joinPath,
  throwIfInterrupted,
  whileWriting,
} from "../../base/index.ts";
import { readTaskRecord, writeTask, type LoadedTask, type TaskSet } from "../../datasets/index.ts";
import type { Environment } from "../../environments/index.ts";
import { withParts } from "../../languages/index.ts";
import type { Thresholds } from "../../proof/index.ts";
import type { RunFolder } from "../../store/index.ts";
import { RestoredEnvironments } from "../restored-environments.ts";
import { openServices, type Services } from "../services.ts";
import { readThresholds } from "../stored-thresholds.ts";
import {
  CHANGED,
  countLeftOut,
  finishVariant,
  inVariantFolder,
  writeVariantManifest,
} from "../variant-set.ts";
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

const KIND = "renamed";
/** Records of what was tried. */
const TRIED = KIND;
const NAMES = ".work/names";

/**
 * Makes of a task set another one whose repositories have other names, and proves each of its tasks. Goes on where it was interrupted. Throws `UsageError`:
 * `not-a-task-set`, and what opening the folder throws; `InterruptedError`.
 */
export async function renameTaskSet(options: RenameOptions, context: WorkContext): Promise<RenameReport> {
  const { taskSet, out, seed } = options;
  return await inVariantFolder({ taskSet, out, kind: KIND, decidedBy: { seed } }, context, (folder, from) =>
    renameInto(folder, from, options, context),
  );
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
  const records = tried(folder);
  const tasks = records.flatMap((one) => {
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
  const origin = { renamed_from: manifest.name, seed };
  writeVariantManifest(folder, manifest, { kind: KIND, origin, tasks });
  const repositories = new Map(folder.records(NAMES).map((one) => [canonicalJson(one), one as RenamedNames]));
  const report: RenameReport = {
    task_set: path,
    renamed_from: manifest.name,
    tasks: manifest.tasks.length,
    accepted: tasks.length,
    left_out: countLeftOut(records),
    repositories: [...repositories.values()],
    was_finished: false,
  };
  finishVariant(folder, report);
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
    if (task.digest !== entry?.digest) return CHANGED;
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
