import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Random } from "../../src/base/index.ts";
import { languages, loadParts, type FileStructure, type LanguageWith } from "../../src/languages/index.ts";
import { damage } from "./bytes.ts";
import type { Fuzz } from "./fuzz.ts";

interface Sample {
  readonly language: LanguageWith<"structure">;
  readonly path: string;
  readonly bytes: Buffer;
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

/** Source files of every language, damaged, against what reads their structure. */
export async function structuresFuzz(): Promise<Fuzz> {
  const samples: Sample[] = [];
  for (const name of Object.keys(languages)) {
    const language = await loadParts(name, ["structure"], "read damaged files");
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
    check: (input) => {
      const sample = samples[input.readUInt32LE(0)];
      if (sample === undefined) throw new Error("no sample");
      const { language, path } = sample;
      const decoded = language.files.decode(input.subarray(4));
      if (decoded.status === "refused") return `undecoded ${language.name}`;
      const read = language.structure.read(path, decoded.text);
      checkSpans(read, Buffer.byteLength(decoded.text));
      return `${language.name} ${read.refused ?? "read"} ${read.declarations.length} ${read.syntaxErrorLines.join()}`;
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

function checkSpans({ declarations }: FileStructure, length: number): void {
  for (const [index, { name, parent, spans }] of declarations.entries()) {
    const { whole, header, body } = spans;
    const bounds = [
      0,
      whole.start,
      header.start,
      header.end,
      body?.start ?? header.end,
      body?.end ?? header.end,
      whole.end,
      length,
    ];
    if (bounds.some((bound, at) => bound < (bounds[at - 1] ?? 0)))
      throw new Error(`spans of ${name}: ${bounds.join()}`);
    const around = parent === undefined ? undefined : declarations[parent];
    if (parent === undefined) continue;
    if (parent >= index || around === undefined) throw new Error(`${name} stands before what it stands in`);
    if (around.spans.whole.start > whole.start || around.spans.whole.end < whole.end)
      throw new Error(`${name} is not in ${around.name}`);
  }
}
