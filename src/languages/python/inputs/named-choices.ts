/** What parameters take whose name says that they take a name from a list of Python's own. */

/** All hold ASCII as it is: code for texts of the net and of files is seldom meant for others. */
const ENCODINGS = [
  "utf-8",
  "UTF-8",
  "utf8",
  "ascii",
  "latin-1",
  "latin1",
  "iso-8859-1",
  "ISO-8859-5",
  "cp1252",
  "cp1251",
  "koi8-r",
];
const ERRORS = ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace"];

/** The texts that a parameter of that name takes; none where the name says nothing. */
export function choicesByName(name: string): readonly string[] {
  if (/(?:^|_)(?:encoding|codec)$/u.test(name)) return ENCODINGS;
  return /^(?:encoding_)?errors$/u.test(name) ? ERRORS : [];
}

/** A call that takes a pattern, which does not begin with a text that is the whole of it. */
const PATTERN_CALL =
  /\b(?:re|regex)\.(?:compile|match|search|fullmatch|sub|subn|split|findall|finditer)\(\s*/gu;
const WHOLE_TEXT =
  /^[rRbBuU]{0,2}(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*[,)]/u;
/** What puts texts together: a text with places in it, one that is filled, joined, added to. */
const PUT_TOGETHER = /(?<!\w)[rRbB]?[fF][rRbB]?["']|\.format\(|\.join\(|["']\s*%|["']\s*\+|\+\s*[rR]?["']/u;

/** True where a definition makes a pattern of pieces and escapes none: signs of patterns in them do what nobody meant. */
export function buildsPatterns(text: string): boolean {
  if (/\bescape\b/u.test(text) || !PUT_TOGETHER.test(text)) return false;
  return [...text.matchAll(PATTERN_CALL)].some(
    ({ 0: call, index }) =>
      !WHOLE_TEXT.test(text.slice(index + call.length)) &&
      !/^_*[A-Z][A-Z\d_]*\b/u.test(text.slice(index + call.length)),
  );
}
