// A thread that reads files: it is sent batches, and answers each with what was read.
import { on } from "node:events";
import { parentPort } from "node:worker_threads";

import { loadParts } from "../../languages/index.ts";
import { extract, type ExtractedFile } from "./extract.ts";
import type { ExtractionBatch } from "./extract-many.ts";

if (parentPort === null) throw new TypeError("Files are read for the thread that started this one.");

for await (const [batch] of on(parentPort, "message")) {
  const { language: name, files } = batch as ExtractionBatch;
  const language = await loadParts(name, ["structure"], "index its files");
  const extracted: readonly ExtractedFile[] = files.map((file) => extract(language, file));
  parentPort.postMessage(extracted);
}
