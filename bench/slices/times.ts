import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { median, shown } from "../measure/figures.ts";

const program = fileURLToPath(new URL("stage.ts", import.meta.url));
/** Runs of each stage; the median counts. */
const RUNS = 5;

/** What `stage.ts` prints. */
interface StageRow {
  readonly files: number;
  readonly tokens: number;
  readonly definitions: number;
  readonly ms: number;
  readonly cpu_ms: number;
  readonly again_ms: number;
  readonly rss_mb: number;
}

/**
 * Prints what one slice of a folder's definition takes: cold (an empty cache), with a cache in a new process, after an edit of its file, and again in the same
 * process. Each run is a process of its own.
 */
export function measureTimes(folder: string, target: string): void {
  const caches = mkdtempSync(join(tmpdir(), "slice-times-"));
  try {
    const run = (stage: string, cache: string): StageRow => {
      const words = [program, stage, folder, target, join(caches, cache)];
      return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" })) as StageRow;
    };
    const runs = (stage: string, cacheOf: (at: number) => string): readonly StageRow[] =>
      Array.from({ length: RUNS }, (_, at) => run(stage, cacheOf(at)));
    const cold = runs("cold", (at) => `cold-${at}`);
    const [first] = cold;
    console.log(
      `${folder} ${target}: ${first?.files} files, ${first?.definitions} definitions, ${first?.tokens} tokens`,
    );
    const kept = runs("warm", () => "cold-0");
    print("cold", cold, ({ ms }) => ms);
    print("processor, cold", cold, (row) => row.cpu_ms);
    print("new process, kept summaries", kept, ({ ms }) => ms);
    print("processor, kept summaries", kept, (row) => row.cpu_ms);
    const edited = runs("edited", () => "cold-0");
    print("after one edit", edited, ({ ms }) => ms);
    print("processor, after one edit", edited, (row) => row.cpu_ms);
    print("again in the process", kept, (row) => row.again_ms);
    print("memory of the process, cold (MB)", cold, (row) => row.rss_mb);
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
}

function print(what: string, rows: readonly StageRow[], of: (row: StageRow) => number): void {
  const all = rows.map(of);
  console.log(
    `  ${what}: ${shown(median(all), 0)} (${shown(Math.min(...all), 0)} to ${shown(Math.max(...all), 0)})`,
  );
}
