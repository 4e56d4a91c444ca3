import type { Random } from "../../src/base/index.ts";
import { findMasked, orderFor } from "../../src/judge/index.ts";
import { editDefinition, loadLanguage, type Definition, type Language } from "../../src/languages/index.ts";
import { unresolvedReason } from "../../src/spec/index.ts";
import {
  costlyCompletions,
  costlyPieces,
  repeatPiece,
} from "../../test/languages/python/costly-completions.ts";
import { readStandardLibrary } from "../../test/languages/python/real-python.ts";
import type { Fuzz } from "./fuzz.ts";

const FILES = ["argparse.py", "textwrap.py", "json/decoder.py", "contextlib.py", "dataclasses.py", "csv.py"];
const ODD = [
  "\0",
  "\ud800",
  "\ufeff",
  "\u2028",
  "\f",
  "\r",
  "\t",
  "\\\n",
  '"""',
  "'",
  "```\n",
  "~~~",
  "é",
  "ﷺ",
  "𝒂",
  "🙂",
];

interface Target {
  readonly text: string;
  readonly definition: Definition;
  /** The definition's own text. */
  readonly own: string;
}

/** Mutated, spliced and hostile completions against everything that the host does with one before it runs. */
export async function completionsFuzz(): Promise<Fuzz> {
  const language = await loadLanguage("python");
  const targets = readStandardLibrary(FILES).flatMap(({ path, text }) =>
    language.syntax.parse(path, text).definitions.map((definition): Target => {
      const { start, end } = definition.spans.whole;
      return { text, definition, own: Buffer.from(text).subarray(start, end).toString() };
    }),
  );
  return {
    make: (random) => {
      const at = random.integer(targets.length);
      const head = Buffer.alloc(4);
      head.writeUInt32LE(at);
      // Not as UTF-8, which has no lone surrogates.
      return Buffer.concat([head, Buffer.from(makeCompletion(random, targets, at), "utf16le")]);
    },
    check: (input) => {
      const target = targets[input.readUInt32LE(0)];
      if (target === undefined) throw new Error("no target");
      return read(language, target, input.toString("utf16le", 4));
    },
  };
}

function read(language: Language, { text, definition }: Target, completion: string): string {
  const spliced = language.editing.splice(text, definition, completion);
  if (spliced.status === "refused") {
    if (/failed \(/.test(spliced.message)) throw new Error(spliced.message);
    return unresolvedReason.parse(spliced.reason);
  }
  const { text: edited, lines } = editDefinition(text, definition, spliced.edits);
  if (lines.start < 1 || lines.end < lines.start) throw new Error(`lines ${lines.start} to ${lines.end}`);
  const isMasked = findMasked({ language, originalText: text, definition }, edited) !== undefined;
  return `spliced ${lines.start}-${lines.end} ${isMasked} ${orderFor(edited, 9).join()}`;
}

function makeCompletion(random: Random, targets: readonly Target[], at: number): string {
  const own = targets[at]?.own ?? "";
  const chance = random.next();
  if (chance < 0.02) return costlyCompletions[random.pick(Object.keys(costlyCompletions))]?.() ?? "";
  if (chance < 0.06)
    return repeatPiece(random.pick(costlyPieces), random.pick(["alone", "before", "inside"] as const));
  let text = chance < 0.2 ? random.pick(targets).own : own;
  if (random.next() < 0.3) text = spliceLines(random, text, random.pick(targets).own);
  for (let changes = random.integer(6); changes > 0; changes--) text = change(random, text);
  if (random.next() < 0.1) text = `${random.pick(targets).own}\n${text}`;
  if (random.next() < 0.2) text = `Here:\n\`\`\`python\n${text}\n\`\`\`\nDone.`;
  return text;
}

/** Some lines of one in the place of some of another. */
function spliceLines(random: Random, text: string, other: string): string {
  const [lines, others] = [text.split("\n"), other.split("\n")];
  const [from, to] = [random.integer(others.length + 1), random.integer(others.length + 1)];
  const inserted = others.slice(Math.min(from, to), Math.max(from, to));
  return lines.toSpliced(random.integer(lines.length), random.integer(4), ...inserted).join("\n");
}

function change(random: Random, text: string): string {
  const [a, b] = [random.integer(text.length + 1), random.integer(text.length + 1)];
  const [start, end] = [Math.min(a, b), Math.min(Math.max(a, b), Math.min(a, b) + 60)];
  const piece = text.slice(start, end);
  const put = (inserted: string, until = start): string =>
    text.slice(0, start) + inserted + text.slice(until);
  switch (random.integer(8)) {
    case 0:
      return put("", end);
    case 1:
      return put(piece.repeat(1 + random.integer(4)));
    case 2:
      return put(random.pick(ODD));
    case 3:
      return put(random.pick(costlyPieces));
    case 4: {
      const length = 10 ** random.integer(5);
      return put(
        random
          .pick([...costlyPieces, ...ODD])
          .repeat(length)
          .slice(0, 100_000),
      );
    }
    case 5:
      return text.replace(/^/gm, random.pick([" ", "    ", "\t", "\f", "  \t"]));
    case 6: {
      const depth = random.integer(3_000);
      return put(
        "([{"[random.integer(3)]?.repeat(depth) + piece + ")]}"[random.integer(3)]?.repeat(depth),
        end,
      );
    }
    default:
      return text.replaceAll("\n", random.pick(["\r\n", "\r", "\n\n", "\n\\\n"]));
  }
}
