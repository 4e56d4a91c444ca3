/** What a better documentation may say: nothing that a solver cannot know, nothing of the hidden body, nothing of a hidden case, and all that the old one said. */
import type { WordingComplaint } from "../../pipelines/index.ts";
import { findUnstated } from "../../proof/index.ts";

/** What a text is checked against. */
export interface WordingMaterial {
  /** All that a solver is given, the old documentation among it. */
  readonly visible: string;
  /** The target's file as a solver has it. */
  readonly file: string;
  /** Empty where there is none. */
  readonly documentation: string;
  /** The hidden definition. */
  readonly reference: string;
  /** Hidden calls, as a session makes them. */
  readonly hiddenCalls: readonly string[];
}

const MOST_CHARACTERS = 6_000;
const MOST_LINES = 80;
/** Words and signs in a row by which code of the body is recognised. */
const GRAM = 5;
/** Grams of the body that a solver does not see, at which a text holds the body: as many, or such a share of them. */
const MOST_GRAMS = 3;
const MOST_OF_BODY = 0.15;
/** Calls shorter than that stand in any prose. */
const SHORTEST_CALL = 6;

/** What speaks against a text; one complaint of each kind, with the first few places. */
export function checkWording(text: string, material: WordingMaterial): readonly WordingComplaint[] {
  return [
    checkForm(text),
    checkUnseen(text, material),
    checkLost(text, material),
    checkBody(text, material),
    checkCases(text, material),
  ].flatMap((complaint) => complaint ?? []);
}

function checkForm(text: string): WordingComplaint | undefined {
  if (text.length > MOST_CHARACTERS || text.split("\n").length > MOST_LINES)
    return {
      reason: "form",
      text: `It is longer than ${MOST_CHARACTERS} characters or ${MOST_LINES} lines.`,
    };
  if (/^#{1,6}\s/m.test(text)) return { reason: "form", text: "It has headings." };
  return undefined;
}

/** Facts that can be checked: values as they are written, names in backticks, classes of errors. */
function factsOf(text: string): readonly string[] {
  return [...new Set([...valuesOf(text), ...codeOf(text)])];
}

function codeOf(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

function valuesOf(text: string): readonly string[] {
  const quoted = [...text.matchAll(/(?<![\w])(["'])((?:\\.|(?!\1)[^\\\n])+)\1(?!\w)/gu)].map(([all]) => all);
  const numbers = text.match(/(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]*\d)/giu) ?? [];
  const errors = text.match(/\b[A-Z]\w*(?:Error|Exception)\b/g) ?? [];
  const plain = numbers.filter((number) => !COMMON.has(number));
  return [...quoted, ...plain, ...errors];
}

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Numbers that words stand for as well. */
const COMMON: ReadonlySet<string> = new Set(["0", "1", "2", "-1"]);

function checkUnseen(text: string, { visible, file }: WordingMaterial): WordingComplaint | undefined {
  const sessions = text.split("\n").filter((line) => /^\s*(?:>>>|\.\.\.) /.test(line));
  const unseenLines = sessions.filter((line) => !visible.includes(line.trim()));
  // A solver reads the rest of the file: its names are given, what they hold is not a fact of the function.
  const isOfFile = (name: string): boolean => NAME.test(name) && findMissing([name], file).length === 0;
  const inCode = codeOf(text).filter((code) => !isOfFile(code.replace(/\(\)$/, "")));
  const facts = new Set([...valuesOf(text), ...inCode]);
  const unseen = [...unseenLines, ...findMissing([...facts], visible)];
  if (unseen.length === 0) return undefined;
  return {
    reason: "unseen_fact",
    text: `It states what the engineer is not given: ${listed(unseen)}.`,
  };
}

function checkLost(text: string, { documentation }: WordingMaterial): WordingComplaint | undefined {
  const lost = findMissing(factsOf(documentation), text);
  if (lost.length === 0) return undefined;
  return { reason: "lost_fact", text: `It leaves out what the documentation has now: ${listed(lost)}.` };
}

/** Those that stand nowhere in a text as a whole, as written or without their quotes. */
function findMissing(facts: readonly string[], text: string): readonly string[] {
  return facts.filter((fact) => !text.includes(fact) && findUnstated([fact], text, "").length > 0);
}

function checkBody(text: string, { reference, visible }: WordingMaterial): WordingComplaint | undefined {
  const seen = gramsOf(visible);
  const hidden = gramsOf(reference).difference(seen);
  const found = hidden.intersection(gramsOf(text));
  if (hidden.size === 0 || found.size === 0) return undefined;
  const isMuch = found.size >= MOST_GRAMS || found.size / hidden.size >= MOST_OF_BODY;
  if (!isMuch && !holdsLine(text, reference, visible)) return undefined;
  return { reason: "leaks_body", text: `It holds code of the original: ${listed([...found])}.` };
}

/** Whether a whole line of code stands in a text and not in what is visible. */
function holdsLine(text: string, reference: string, visible: string): boolean {
  const [words, known] = [wordsOf(text).join(" "), wordsOf(visible).join(" ")];
  return reference
    .split("\n")
    .map((line) => wordsOf(line))
    .some((line) => line.length >= GRAM && words.includes(line.join(" ")) && !known.includes(line.join(" ")));
}

function checkCases(text: string, { hiddenCalls, visible }: WordingMaterial): WordingComplaint | undefined {
  const normal = text.replaceAll(/\s+/g, " ");
  const known = visible.replaceAll(/\s+/g, " ");
  const told = hiddenCalls
    .map((call) => call.replaceAll(/\s+/g, " ").trim())
    .filter((call) => call.length >= SHORTEST_CALL && normal.includes(call) && !known.includes(call));
  if (told.length === 0) return undefined;
  // What is hidden is not told, not even to the model that wrote it.
  return {
    reason: "leaks_case",
    text: "It has an example of its own; those that are given are the only ones.",
  };
}

function gramsOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text);
  return new Set(words.slice(GRAM - 1).map((_, at) => words.slice(at, at + GRAM).join(" ")));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function listed(items: readonly string[]): string {
  return items.slice(0, 5).join(", ") + (items.length > 5 ? `, and ${items.length - 5} more` : "");
}
