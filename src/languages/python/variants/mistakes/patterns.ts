import { readPatternTokens, type PatternToken } from "../../pattern-tokens.ts";
import { ancestorsOf, type SyntaxNode } from "../syntax-node.ts";
import { readCall } from "./call-forms.ts";
import type { MistakeOperator, Slip } from "./mistake.ts";

/** What is written for one piece. */
type PieceSlips = (token: PatternToken, all: readonly PatternToken[]) => Iterable<string>;

/** Anchors and boundaries dropped: a prefix, a suffix or a part of a word for the whole. */
export const patternAnchor = patternOperator("pattern-anchor", function* ({ text }) {
  if (/^(?:\^|\$|\\[bBAZ])$/.test(text)) yield "";
  if (text === "$") yield "\\Z";
  if (text === "\\Z") yield "$";
});

/** Greedy for lazy, lazy for greedy. */
export const patternGreed = patternOperator("pattern-greed", function* ({ text }) {
  if (/^(?:[*+]|\{\d*,\d*\})$/.test(text)) yield `${text}?`;
  if (/^(?:[*+?]|\{.*\})\?$/.test(text)) yield text.slice(0, -1);
});

/** One for many, many for one, none for one. */
export const patternCount = patternOperator("pattern-count", function* ({ text }) {
  if (/^\+\??$/.test(text)) yield* ["", text.replace("+", "*")];
  if (/^\*\??$/.test(text)) yield* ["", text.replace("*", "+")];
  if (text === "?") yield* ["", "*"];
  const [, least, comma, most] = /^\{(\d*)(,?)(\d*)\}$/.exec(text) ?? [];
  if (least === undefined || least === "") return;
  if (comma !== "") yield `{${least}}`;
  if (comma === "" || most !== "") yield `{${least},}`;
  yield comma === "" ? `{${Number(least) + 1}}` : `{${Number(least) + 1},${most ?? ""}}`;
});

/** Members of a class forgotten, a dot that is not escaped, ASCII for Unicode, a space for white space. */
export const patternClass = patternOperator("pattern-class", function* ({ text }) {
  if (/^\\[.*+?()|^$]$/.test(text)) yield text === "\\." ? "." : `[${text}]?`;
  if (text === "\\d") yield "[0-9]";
  if (text === "\\w") yield* ["[a-zA-Z0-9_]", "[^\\W_]"];
  if (text === "\\s") yield " ";
  if (text === "\\S") yield "[^ ]";
  if (text === ".") yield "[^\\W]";
  const [, start = "", members = ""] = /^(\[\^?)([\s\S]+)\]$/.exec(text) ?? [];
  const each = [...members.matchAll(/(?:\\[\s\S]|[^\\])(?:-(?:\\[\s\S]|[^\\]))?/g)];
  if (each.length < 2) return;
  for (const { index, 0: member } of each.slice(0, MOST_MEMBERS))
    yield `${start}${members.slice(0, index)}${members.slice(index + member.length)}]`;
});

/** So many members of a class are left out in turn. */
const MOST_MEMBERS = 8;

/** Flags in the pattern lost, and groups that look ahead or behind taking what they see. */
export const patternFlag = patternOperator("pattern-flag", function* ({ text }) {
  if (/^\(\?[aiLmsux]+\)$/.test(text)) yield "";
  if (text === "(?=" || text === "(?<=") yield "(?:";
  if (text === "(?:") yield "(?=";
});

/** An alternative forgotten. */
export const patternArm: MistakeOperator = {
  name: "pattern-arm",
  *slip(node) {
    for (const { content, tokens } of patternsOf(node)) {
      for (const bar of tokens.filter(({ text }) => text === "|")) {
        const isEnd = ({ text, depth }: PatternToken): boolean =>
          depth === bar.depth ? text === "|" || text === ")" : depth < bar.depth;
        const at = tokens.indexOf(bar);
        const after = tokens.slice(at + 1).find(isEnd)?.start ?? content.text.length;
        yield slipIn(content, bar.start, after - bar.start, "");
        const before = tokens
          .slice(0, at)
          .findLast(({ text, depth }) => depth === bar.depth && /^(?:\||\()/.test(text));
        if (before?.text === "|") continue;
        const start = before === undefined ? 0 : before.start + before.text.length;
        yield slipIn(content, start, bar.start + 1 - start, "");
      }
    }
  },
};

function patternOperator(name: string, slipsOf: PieceSlips): MistakeOperator {
  return {
    name,
    *slip(node) {
      for (const { content, tokens } of patternsOf(node))
        for (const token of tokens)
          for (const replacement of slipsOf(token, tokens))
            yield slipIn(content, token.start, token.text.length, replacement);
    },
  };
}

function slipIn(content: SyntaxNode, at: number, length: number, replacement: string): Slip {
  const start = content.start + at;
  return { start, end: start + length, replacement };
}

const PATTERN_FUNCTION = /^(?:re|regex)\.(?:compile|match|search|fullmatch|sub|subn|split|findall|finditer)$/;

/** The contents of a text that is a regular expression: raw, or given to a function that takes one; none of those that Python escapes. */
function* patternsOf(
  node: SyntaxNode,
): Generator<{ readonly content: SyntaxNode; readonly tokens: readonly PatternToken[] }> {
  if (node.type !== "string") return;
  const isRaw = /^\w*r/i.test(node.text);
  if (!isRaw && (node.text.includes("\\") || !isGivenAsPattern(node))) return;
  if (isRaw && !isGivenAsPattern(node) && !/[\\[(^$]/.test(node.text.slice(1))) return;
  for (const content of node.children.filter(({ type }) => type === "string_content"))
    yield { content, tokens: readPatternTokens(content.text) };
}

function isGivenAsPattern(node: SyntaxNode): boolean {
  for (const above of [node, ...ancestorsOf(node)]) {
    const call = above.parent?.type === "argument_list" ? readCall(above.parent.parent ?? above) : undefined;
    if (call !== undefined) return PATTERN_FUNCTION.test(call.called.text) && call.positional[0] === above;
  }
  return false;
}
