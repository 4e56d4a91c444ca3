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
/** Less than this is read before threads have started. */
const WORTH_THREADS = 1024 * 1024;

/** Reads files of a language, in their order. What is much is read by several threads. */
export async function* extractMany(
  language: LanguageWith<"structure">,
  files: readonly FileToExtract[],
  { threads, signal }: ExtractionOptions,
): AsyncGenerator<ExtractedFile, void, undefined> {
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  if (threads > 1 && characters >= WORTH_THREADS && (await isRegistered(language))) {
    yield* extractInThreads(language.name, files, { threads, signal });
    return;
  }
  const pause = createPause();
  for (const file of files) {
    await pause();
    throwIfInterrupted(signal);
    yield extract(language, file);
  }
}

/** A thread has languages by their names alone. */
async function isRegistered(language: LanguageWith<"structure">): Promise<boolean> {
  if (!Object.hasOwn(languages, language.name)) return false;
  return (await loadParts(language.name, [], "index its files")) === language;
}

async function* extractInThreads(
  language: string,
  files: readonly FileToExtract[],
  { threads, signal }: ExtractionOptions,
): AsyncGenerator<ExtractedFile, void, undefined> {
  const idle: Worker[] = [];
  const all: Worker[] = [];
  const work = async (batch: readonly FileToExtract[]): Promise<readonly ExtractedFile[]> => {
    throwIfInterrupted(signal);
    const worker = idle.pop() ?? startWorker(all);
    const answer = once(worker, "message");
    worker.postMessage({ language, files: batch } satisfies ExtractionBatch);
    const [extracted] = (await answer) as [readonly ExtractedFile[]];
    idle.push(worker);
    return extracted;
  };
  try {
    for await (const extracted of mapInOrder(batchesOf(files), threads, work)) yield* extracted;
  } finally {
    await Promise.all(all.map((worker) => worker.terminate()));
  }
}

function startWorker(all: Worker[]): Worker {
  const program = new URL(`extraction-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(program);
  all.push(worker);
  return worker;
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
