import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

import { createPause, mapInOrder, throwIfInterrupted } from "../../base/index.ts";
import { languages, loadParts, type LanguageWith } from "../../languages/index.ts";
import { extract, type ExtractedFile, type FileToExtract } from "./extract.ts";

/** Files of one language that one thread reads in a row. */
export interface ExtractionBatch {
  readonly language: string;
  readonly files: readonly FileToExtract[];
}

/** How files are read. */
export interface ExtractionOptions {
  /** How many threads read at a time where there is much to read. */
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
}

/** Characters of one batch: some tenths of a second. */
const BATCH_CHARACTERS = 256 * 1024;
/** How often this thread looks after the others. */
const PAUSE_EVERY_MS = 10;
/** What a thread may have of young objects: nothing of a file is needed behind its batch, and more makes no thread faster. */
const YOUNG_MEGABYTES = 8;
/** Less than this is read before threads have started. */
const WORTH_THREADS = 1024 * 1024;

/** Reads files of a language, in their order. What is much is read by this thread and others. */
export async function* extractMany(
  language: LanguageWith<"structure">,
  files: readonly FileToExtract[],
  { threads, signal }: ExtractionOptions,
): AsyncGenerator<ExtractedFile, void, undefined> {
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  const isWorthwhile = threads > 1 && characters >= WORTH_THREADS && (await isRegistered(language));
  const workers = Array.from({ length: isWorthwhile ? threads - 1 : 0 }, startWorker);
  const idle = [...workers];
  const work = async (batch: readonly FileToExtract[]): Promise<readonly ExtractedFile[]> => {
    throwIfInterrupted(signal);
    const worker = idle.pop();
    if (worker === undefined) return extractHere(language, batch, signal);
    const answer = once(worker, "message");
    worker.postMessage({ language: language.name, files: batch } satisfies ExtractionBatch);
    const [extracted] = (await answer) as [readonly ExtractedFile[]];
    idle.push(worker);
    return extracted;
  };
  try {
    for await (const extracted of mapInOrder(batchesOf(files), workers.length + 1, work)) yield* extracted;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Waits now and then, so that what other threads have read is taken, and given more. */
async function extractHere(
  language: LanguageWith<"structure">,
  files: readonly FileToExtract[],
  signal: AbortSignal | undefined,
): Promise<readonly ExtractedFile[]> {
  const pause = createPause(PAUSE_EVERY_MS);
  const extracted: ExtractedFile[] = [];
  for (const file of files) {
    await pause();
    throwIfInterrupted(signal);
    extracted.push(extract(language, file));
  }
  return extracted;
}

/** A thread has languages by their names alone. */
async function isRegistered(language: LanguageWith<"structure">): Promise<boolean> {
  if (!Object.hasOwn(languages, language.name)) return false;
  return (await loadParts(language.name, [], "index its files")) === language;
}

function startWorker(): Worker {
  const program = new URL(`extraction-worker${extname(import.meta.url)}`, import.meta.url);
  return new Worker(program, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } });
}

function* batchesOf(files: readonly FileToExtract[]): Generator<readonly FileToExtract[], void, undefined> {
  let batch: FileToExtract[] = [];
  let characters = 0;
  for (const file of files) {
    batch.push(file);
    characters += file.text.length;
    if (characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
