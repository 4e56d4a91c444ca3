import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Random } from "../../src/base/index.ts";
import { languages, loadParts, type LanguageWith } from "../../src/languages/index.ts";
import { damage } from "./bytes.ts";

type ReadingPart = "structure" | "resolution";

/** A source file in which something was broken. */
export interface DamagedSource<Part extends ReadingPart> {
  readonly language: LanguageWith<Part>;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Makes damaged source files, each as bytes from which the same one can be had again. */
export interface DamagedSources<Part extends ReadingPart> {
  make(random: Random): Buffer;
  open(input: Buffer): DamagedSource<Part>;
}

const FIXTURES = join(import.meta.dirname, "../../test/fixtures/languages");
const ODD = [
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  '"',
  "'",
  "`",
  "/*",
  "*/",
  "//",
  "#",
  "\\",
  "\n",
  "\r",
  "\0",
  "\uFEFF",
  "🙂",
  "\t",
  "=>",
  "def ",
  "class ",
  "<",
];

/** Of the fixtures of every language. */
export async function damageSources<Part extends ReadingPart>(part: Part): Promise<DamagedSources<Part>> {
  const samples: DamagedSource<Part>[] = [];
  for (const name of Object.keys(languages)) {
    const language = await loadParts(name, [part], "read damaged files");
    for (const entry of globSync("**/*", { cwd: join(FIXTURES, name), withFileTypes: true })) {
      if (!entry.isFile() || !language.files.isSourceFile(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      samples.push({ language, path, bytes: readFileSync(path) });
    }
  }
  return {
    make: (random) => {
      const at = random.integer(samples.length);
      const head = Buffer.alloc(4);
      head.writeUInt32LE(at);
      return Buffer.concat([head, spoil(random, samples[at]?.bytes ?? head, random.pick(samples).bytes)]);
    },
    open: (input) => {
      const sample = samples[input.readUInt32LE(0)];
      if (sample === undefined) throw new Error("no sample");
      return { ...sample, bytes: input.subarray(4) };
    },
  };
}

function spoil(random: Random, bytes: Buffer, other: Buffer): Buffer {
  let spoiled = bytes;
  if (random.next() < 0.2) spoiled = Buffer.concat([bytes.subarray(random.integer(bytes.length)), other]);
  for (let changes = 1 + random.integer(6); changes > 0; changes--) {
    if (random.next() < 0.5) spoiled = damage(random, spoiled);
    else {
      const at = random.integer(spoiled.length + 1);
      const piece = random.pick(ODD).repeat(random.next() < 0.1 ? 10 ** random.integer(5) : 1);
      spoiled = Buffer.concat([spoiled.subarray(0, at), Buffer.from(piece), spoiled.subarray(at)]);
    }
  }
  return spoiled;
}
