/** Changes of a text by whole lines: what reads documents tells lines, their indentation, blank ones and repeated heads apart, which no change of one token makes. */
import type { Random } from "../../base/index.ts";

/** Lines taken from another text at once, at most. */
const MOST_TAKEN = 3;
/** Texts of more characters are cut to a window of whole lines. */
const LARGEST_WINDOW = 400;

type Lines = readonly string[];
type LineChange = (own: Lines, other: Lines, random: Random) => Lines;

/** True for a text of several lines. */
export function hasLines(text: string): boolean {
  return text.includes("\n");
}

/** A text made of whole lines of `text` and of `other`; it may be as it was. */
export function relinedText(text: string, other: string, random: Random): string {
  return random.pick(LINE_CHANGES)(text.split("\n"), other.split("\n"), random).join("\n");
}

/** Some of its lines in a row, where it has more characters than others are made of; a long line is cut anywhere. */
export function windowOf(text: string, random: Random): string {
  if (text.length <= LARGEST_WINDOW) return text;
  const starts = [0, ...Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1)];
  const start = random.pick(starts);
  const piece = text.slice(start, start + LARGEST_WINDOW);
  const end = piece.lastIndexOf("\n");
  return start + piece.length < text.length && end > 0 ? piece.slice(0, end) : piece;
}

function isBlankLine(line: string): boolean {
  return line.trim() === "";
}

/** The places of its lines that hold something; none where there is none. */
function filledPlaces(lines: Lines): readonly number[] {
  return [...lines.keys()].filter((at) => !isBlankLine(lines[at] ?? ""));
}

/** The blanks and tabs that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/u.exec(line)?.[0] ?? "";
}

/** Lines of `lines` in a row, from a place drawn on. */
function takeSome(lines: Lines, random: Random): Lines {
  const start = random.integer(lines.length);
  return lines.slice(start, start + 1 + random.integer(MOST_TAKEN));
}

/** Changes one line that holds something; the lines as they are where none does. */
function changeLine(lines: Lines, random: Random, change: (line: string) => Lines): Lines {
  const places = filledPlaces(lines);
  if (places.length === 0) return lines;
  const at = random.pick(places);
  return lines.toSpliced(at, 1, ...change(lines[at] ?? ""));
}

const repeatLine: LineChange = (own, _, random) => {
  const [line = ""] = takeSome(own, random);
  return own.toSpliced(random.integer(own.length + 1), 0, line);
};

/** The head of a line (up to its first sign, or first white space) with the rest of another one: a key again. */
const repeatHead: LineChange = (own, other, random) => {
  const rest = /^(\s*[^\s:=]+[\s:=]+)(.*)$/u;
  const keyed = filledPlaces(own).filter((at) => rest.test(own[at] ?? ""));
  const donors = [...own, ...other].filter((line) => rest.test(line));
  if (keyed.length === 0 || donors.length === 0) return own;
  const at = random.pick(keyed);
  const [, head = ""] = rest.exec(own[at] ?? "") ?? [];
  const [, , tail = ""] = rest.exec(random.pick(donors)) ?? [];
  const behind = random.next() < 0.6 ? at + 1 : random.integer(own.length + 1);
  return own.toSpliced(behind, 0, head + tail);
};

const dropLine: LineChange = (own, _, random) => own.toSpliced(random.integer(own.length), 1);

/** Two texts that stand side by side in each other's place. */
export const swapNeighbours: LineChange = (own, _, random) => {
  if (own.length < 2) return own;
  const at = random.integer(own.length - 1);
  return own.toSpliced(at, 2, own[at + 1] ?? "", own[at] ?? "");
};

const addLines: LineChange = (own, other, random) =>
  own.toSpliced(random.integer(own.length + 1), 0, ...takeSome(other, random));

const replaceLine: LineChange = (own, other, random) =>
  own.toSpliced(random.integer(own.length), 1, ...takeSome(other, random));

/** Lines of the other one further in than the line before them: an item within an item. */
const nestLines: LineChange = (own, other, random) => {
  const places = filledPlaces(own);
  if (places.length === 0) return own;
  const at = random.pick(places);
  const indent = indentOf(own[at] ?? "") + random.pick(INDENTS);
  const given = takeSome(random.next() < 0.5 ? own : other, random).map((line) => indent + line.trimStart());
  return own.toSpliced(at + 1, 0, ...given);
};

const INDENTS = ["  ", "    ", "\t", "   ", " "];

const indentLine: LineChange = (own, _, random) =>
  changeLine(own, random, (line) => [random.pick(INDENTS) + line]);

const indentRest: LineChange = (own, _, random) => {
  const [from, indent] = [random.integer(own.length), random.pick(INDENTS)];
  return own.map((line, at) => (at < from || isBlankLine(line) ? line : indent + line));
};

const dedentLine: LineChange = (own, _, random) =>
  changeLine(own, random, (line) => [random.next() < 0.5 ? line.trimStart() : line.slice(1)]);

/** As far in as another line is. */
const alignLine: LineChange = (own, _, random) => {
  const indent = indentOf(random.pick(own));
  return changeLine(own, random, (line) => [indent + line.trimStart()]);
};

/** A line of nothing, or of blanks: as many as the line before it begins with, fewer, or more. */
const blankLine: LineChange = (own, _, random) => {
  const at = random.integer(own.length + 1);
  const indent = indentOf(own[at - 1] ?? "");
  const blank = random.pick(["", "", "", "  ", "    ", "\t", indent, `${indent}    `]);
  return own.toSpliced(at, 0, blank);
};

const dropBlank: LineChange = (own, _, random) => {
  const blank = [...own.keys()].filter((at) => isBlankLine(own[at] ?? ""));
  return blank.length === 0 ? own : own.toSpliced(random.pick(blank), 1);
};

const endLine: LineChange = (own) => (own.at(-1) === "" ? own.slice(0, -1) : [...own, ""]);

const joinLines: LineChange = (own, _, random) => {
  if (own.length < 2) return own;
  const at = random.integer(own.length - 1);
  return own.toSpliced(at, 2, `${own[at] ?? ""} ${own[at + 1] ?? ""}`);
};

const breakLine: LineChange = (own, _, random) =>
  changeLine(own, random, (line) => {
    const blanks = Array.from(line.matchAll(/(?<=\S)[ \t]+(?=\S)/gu));
    if (blanks.length === 0) return [line];
    const { index, 0: blank } = random.pick(blanks);
    return [
      line.slice(0, index),
      random.pick(["", "", indentOf(line), "  ", "    "]) + line.slice(index + blank.length),
    ];
  });

const trailLine: LineChange = (own, _, random) =>
  changeLine(own, random, (line) => [line + random.pick(["  ", " ", "\t", "\\"])]);

/** Other line ends: behind one line, or behind all. */
const endLines: LineChange = (own, _, random) => {
  const end = random.next() < 0.7 ? "\r" : "\f";
  const at = random.integer(own.length);
  const isAll = random.next() < 0.5;
  return own.map((line, place) => (isAll || place === at ? line + end : line));
};

/** One text behind the other. */
const append: LineChange = (own, other, random) => {
  const between = random.next() < 0.5 ? [""] : [];
  return random.next() < 0.5 ? [...own, ...between, ...other] : [...other, ...between, ...own];
};

const LINE_CHANGES: readonly LineChange[] = [
  repeatLine,
  repeatHead,
  repeatHead,
  dropLine,
  swapNeighbours,
  addLines,
  addLines,
  replaceLine,
  nestLines,
  nestLines,
  indentLine,
  indentRest,
  dedentLine,
  alignLine,
  blankLine,
  blankLine,
  dropBlank,
  endLine,
  joinLines,
  breakLine,
  trailLine,
  endLines,
  append,
  append,
];
