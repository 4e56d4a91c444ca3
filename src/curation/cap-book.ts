import { SignatureIndex } from "../analysis/index.ts";
import type { RejectionReason } from "../spec/index.ts";
import type { Caps } from "./caps.ts";
import type { AcceptedRecord } from "./journal.ts";

/** What decides whether there is room for a target's task. */
export type CapRequest = Pick<
  AcceptedRecord,
  "source" | "path" | "class_name" | "is_script" | "split" | "signature"
>;

/** Room for a task and the cluster that it joins (undefined: it begins one), or why there is none. */
export type CapDecision =
  | { readonly status: "free"; readonly cluster: string | undefined }
  | {
      readonly status: "full";
      readonly reason: Extract<RejectionReason, "cap" | "cluster">;
      readonly detail: string;
    };

/**
 * The room that is left in a set. It only ever gets less: what is refused once is refused for good, so a target may be refused
 * before its suite is grown without changing what becomes of it.
 */
export class CapBook {
  readonly #caps: Caps;
  readonly #counts = new Map<string, number>();
  readonly #signatures = new SignatureIndex();
  /** First tasks of clusters, by id. */
  readonly #leaders = new Map<string, AcceptedRecord>();

  constructor(caps: Caps, accepted: readonly AcceptedRecord[]) {
    this.#caps = caps;
    for (const record of accepted) this.take(record);
  }

  /** Counts an accepted task. Tasks come in the order in which they were accepted. */
  take(record: AcceptedRecord): void {
    for (const { key } of this.#capsOf(record)) this.#counts.set(key, this.#taken(key) + 1);
    this.#counts.set(record.cluster, this.#taken(record.cluster) + 1);
    if (record.cluster !== clusterLedBy(record.task_id)) return;
    this.#leaders.set(record.task_id, record);
    this.#signatures.add(record.task_id, record.signature);
  }

  /** Whether a task of this target would be taken now. */
  admit(request: CapRequest): CapDecision {
    const full = this.#capsOf(request).find(({ key, most }) => this.#taken(key) >= most);
    if (full !== undefined)
      return { status: "full", reason: "cap", detail: `no more than ${full.most} of ${full.place}` };
    const leader = this.#leaders.get(this.#signatures.findSimilar(request.signature) ?? "");
    if (leader === undefined) return { status: "free", cluster: undefined };
    const like = `like ${leader.task_id} (${leader.path}:${leader.name} of ${leader.source})`;
    if (this.#taken(leader.cluster) >= this.#caps.perCluster)
      return { status: "full", reason: "cluster", detail: like };
    // Neither a family nor a cluster is ever in two parts of a set.
    if (leader.split !== request.split)
      return { status: "full", reason: "cluster", detail: `${like}, which is for ${leader.split}` };
    return { status: "free", cluster: leader.cluster };
  }

  #capsOf({ source, path, class_name: className, is_script: isScript }: CapRequest) {
    const { perFile, perClass, perScripts, perSource = Number.POSITIVE_INFINITY } = this.#caps;
    const inClass = className === null ? [] : [className];
    const scripts = { place: `the scripts of ${source}`, key: `scripts:${source}`, most: perScripts };
    return [
      { place: `the source ${source}`, key: `source:${source}`, most: perSource },
      { place: `the file ${path}`, key: `file:${source}:${path}`, most: perFile },
      ...inClass.map((name) => ({
        place: `the class ${name}`,
        key: `class:${source}:${path}:${name}`,
        most: perClass,
      })),
      ...(isScript ? [scripts] : []),
    ];
  }

  #taken(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

/** The name of the cluster whose first task has this id. */
export function clusterLedBy(taskId: string): string {
  return `c-${taskId.slice(-12)}`;
}
