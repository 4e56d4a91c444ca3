import { chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";

import { digestOf, joinPath, makeTemporaryFolder, type HostPath, type Logger } from "../base/index.ts";
import type { Driver, Service } from "../languages/index.ts";
import type { ChosenBackend } from "../sandbox/index.ts";
import { GuestPrograms } from "./guest-programs.ts";
import type { Trust, Variation, EditableTree } from "./judge.ts";
import { nothingLoaded, type ParentPlan, type Preload } from "./parent-setup.ts";
import { copyTree } from "./tree.ts";
import { Worker } from "./worker.ts";

/** Evaluations after which a parent is replaced by a fresh one: a bound on whatever creeps in. */
const evaluationsPerParent = 5_000;

/** Idle parents beside those at work, whatever they weigh: each is a sandbox that the machine looks after. */
const parentsKept = 48;

/** Memory that all parents together may hold, unless the options say otherwise. */
const defaultParentMemoryBytes = 1024 ** 3;

/** What a sandbox weighs beside the parent in it. */
const sandboxBytes = 4 * 1024 ** 2;

/** What a parent must have been started with to serve. */
export interface Place {
  readonly editableTree: EditableTree;
  readonly trust: Trust;
  readonly variation: Variation;
  readonly preload: Preload;
  readonly resident: ParentPlan["resident"];
  /** Absent: evaluations. */
  readonly serves?: Service;
}

/** What a pool is made of. */
export interface WorkerPoolOptions {
  readonly sandbox: ChosenBackend;
  /** Of the language whose parents these are. */
  readonly driver: Driver;
  readonly workers: number;
  /** Memory that all warm parents together may hold; 1 GiB by default. Those unused for the longest are ended first. */
  readonly parentMemoryBytes?: number;
  readonly logger: Logger;
}

/** What became of the parents since the beginning; each count only grows. */
export interface ParentCounts {
  /** Parents started, for whatever reason. */
  readonly started: number;
  /** Parents that died, or spoke as no parent does: never by design. */
  readonly lost: number;
}

interface Idle {
  readonly key: string;
  /** What it has mounted: whoever made it may have removed it since, while another of the same content is there. */
  readonly tree: HostPath;
  readonly worker: Worker;
}

/**
 * Parents by what they have loaded and whom they served. As many live as their memory allows; the one unused for the
 * longest goes first. Callers bound how many are in use.
 */
export class WorkerPool {
  readonly counts = { started: 0, lost: 0 };
  readonly #options: WorkerPoolOptions;
  /** Least recently used first. */
  readonly #idle: Idle[] = [];
  readonly #live = new Set<Worker>();
  readonly #numbers = new Set<number>();
  readonly #unforkable = new Set<string>();
  readonly #guests: GuestPrograms;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#guests = new GuestPrograms(options);
  }

  /** Runs `work`, one evaluation, in a parent that fits, then keeps it for the next unless it died or served enough. */
  async use<R>(place: Place, work: (worker: Worker) => Promise<R>): Promise<R> {
    const key = keyOf(place);
    const worker = this.#takeIdle(key) ?? (await this.#startForkable(key, place));
    try {
      return await work(worker);
    } finally {
      if (worker.isAlive && worker.evaluations < this.#mostEvaluations(place))
        this.#idle.push({ key, tree: place.editableTree.tree, worker });
      else await this.#end(worker);
    }
  }

  /** Runs `work` in a parent that is started for it and ended after it. */
  async useFresh<R>(place: Place, work: (worker: Worker) => Promise<R>): Promise<R> {
    await using worker = await this.#startForkable(keyOf(place), place);
    return await work(worker);
  }

  /** A parent for one use; the caller disposes it. */
  async startFresh(place: Place): Promise<Worker> {
    await this.#makeRoom();
    const { editableTree } = place;
    const workerNumber = this.#takeNumber();
    const nests = this.#options.sandbox.availability.nestsSandboxes;
    const ownFolder = nests ? undefined : makeTemporaryFolder("tree");
    const release = (): void => {
      this.#numbers.delete(workerNumber);
      if (ownFolder !== undefined) rmSync(ownFolder, { recursive: true, force: true });
    };
    try {
      const own = ownFolder && ownTree(editableTree.tree, ownFolder);
      const plan: ParentPlan = {
        runtime: editableTree.runtime,
        tree: own ?? editableTree.tree,
        importRoots: editableTree.importRoots,
        editedFile: editableTree.editedFile,
        otherFiles: editableTree.otherFiles ?? [],
        driver: this.#options.driver,
        programs: await this.#guests.folderFor(editableTree.runtime),
        variation: place.variation,
        preload: place.preload,
        trust: place.trust,
        serves: place.serves ?? "evaluations",
        resident: place.resident,
        nests,
        workerNumber,
      };
      const worker = await Worker.start(plan, this.#options.sandbox, this.#options.logger);
      this.counts.started++;
      this.#live.add(worker);
      worker.onEnd(() => {
        if (worker.isLost) this.counts.lost++;
        this.#live.delete(worker);
        release();
      });
      return worker;
    } catch (error) {
      release();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    this.#idle.length = 0;
    await Promise.all([...this.#live].map((worker) => worker[Symbol.asyncDispose]()));
    this.#guests[Symbol.dispose]();
  }

  #takeIdle(key: string): Worker | undefined {
    const at = this.#idle.findLastIndex(
      (idle) => idle.key === key && idle.worker.isAlive && existsSync(idle.tree),
    );
    return at < 0 ? undefined : this.#idle.splice(at, 1)[0]?.worker;
  }

  async #startForkable(key: string, place: Place): Promise<Worker> {
    if (this.#unforkable.has(key)) return this.startFresh(withoutLoading(place));
    const worker = await this.startFresh(place);
    const hasLoaded = place.preload !== nothingLoaded || place.resident !== undefined;
    if (worker.isForkable || !hasLoaded) return worker;
    this.#options.logger("debug", "preload-refused", { editedFile: place.editableTree.editedFile });
    this.#unforkable.add(key);
    await worker[Symbol.asyncDispose]();
    return this.startFresh(withoutLoading(place));
  }

  /**
   * Where children have no mounts of their own they share the tree, and its modes, dates and attributes, with those after them: what a
   * candidate left there ends with its parent.
   */
  #mostEvaluations({ trust }: Place): number {
    return trust === "candidate" && !this.#options.sandbox.availability.nestsSandboxes
      ? 1
      : evaluationsPerParent;
  }

  async #makeRoom(): Promise<void> {
    const { workers, parentMemoryBytes = defaultParentMemoryBytes } = this.#options;
    while (this.#live.size >= workers + parentsKept || this.#memoryBytes() > parentMemoryBytes) {
      const oldest = this.#idle.shift();
      if (oldest === undefined) return;
      await this.#end(oldest.worker);
    }
  }

  #memoryBytes(): number {
    return [...this.#live].reduce((sum, { residentBytes }) => sum + residentBytes + sandboxBytes, 0);
  }

  #end(worker: Worker): Promise<void> {
    return worker[Symbol.asyncDispose]();
  }

  #takeNumber(): number {
    let number = 0;
    while (this.#numbers.has(number)) number++;
    this.#numbers.add(number);
    return number;
  }
}

/** A tree below a folder of ours: what lies in it goes to the sandbox's user for a while, but the folder says whose it is. */
function ownTree(tree: HostPath, folder: HostPath): HostPath {
  chmodSync(folder, 0o711);
  const own = joinPath(folder, "tree");
  mkdirSync(own);
  copyTree(tree, own);
  return own;
}

function withoutLoading(place: Place): Place {
  return { ...place, preload: nothingLoaded, resident: undefined };
}

function keyOf({ editableTree, ...about }: Place): string {
  const { runtime, treeDigest, importRoots, editedFile } = editableTree;
  return digestOf([runtime.digest, treeDigest, importRoots, editedFile, about]);
}
