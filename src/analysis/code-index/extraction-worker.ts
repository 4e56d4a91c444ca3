// A thread that reads files: it is sent batches, and answers each with what was read.
import { parentPort } from "node:worker_threads";

import { loadParts } from "../../languages/index.ts";
import { extract, type ExtractedFile } from "./extract.ts";
import type { ExtractionBatch } from "./extract-many.ts";

parentPort?.on("message", async ({ language: name, files }: ExtractionBatch) => {
  const language = await loadParts(name, ["structure"], "index its files");
  const extracted: readonly ExtractedFile[] = files.map((file) => extract(language, file));
  parentPort?.postMessage(extracted);
});
