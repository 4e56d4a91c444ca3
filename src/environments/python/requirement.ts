import { normalizePackageName } from "../../sources/index.ts";

/** One requirement as declared. */
export interface Requirement {
  /** Normalised as PEP 503 says: lower case, runs of `-_.` as one `-`. */
  readonly name: string;
  readonly extras: readonly string[];
  /** The whole requirement in PEP 508 form, without comments, hashes and installer options, and without `.*` where only `==` and `!=` may have it. */
  readonly text: string;
}

/** What a line of a requirements list asks for. `ignored` says why a line cannot be used. */
export type RequirementLine =
  | { readonly kind: "requirement"; readonly requirement: Requirement }
  /** The repository itself (`.`, `-e .[test]`), with the extras asked for. */
  | { readonly kind: "itself"; readonly extras: readonly string[] }
  /** Another file of requirements. */
  | { readonly kind: "include"; readonly path: string }
  | { readonly kind: "ignored"; readonly reason: string };

const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[([^\]]*)\])?\s*(.*)$/;

/** `<4.*`, which installers took for `<4` before PEP 440 was enforced. */
const OPEN_BOUND = /([<>]=?\s*\d+(?:\.\d+)*)\.\*/g;

/** Reads one requirement in PEP 508 form; undefined where it is none. */
export function parseRequirement(text: string): Requirement | undefined {
  const clean = text
    .replace(/(^|\s)#.*$/, "")
    .replaceAll(OPEN_BOUND, "$1")
    .trim();
  const match = NAME.exec(clean);
  if (match?.[1] === undefined) return undefined;
  const rest = match[3] ?? "";
  if (rest !== "" && !/^[<>=!~;@(]/.test(rest)) return undefined;
  const extras = (match[2] ?? "").split(",").map((extra) => extra.trim());
  return {
    name: normalizePackageName(match[1]),
    extras: extras.filter((extra) => extra !== ""),
    text: clean,
  };
}

/** The lines of a requirements file, continued ones joined. */
export function logicalLines(text: string): string[] {
  return text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
}

/** Reads one line of a requirements file or of tox's `deps` (logical line: continuations joined). */
export function parseRequirementLine(line: string): RequirementLine {
  const text = line
    .replace(/(^|\s)#.*$/, "")
    .replace(/\s--hash[=\s]\S+/g, "")
    .trim();
  if (text === "") return { kind: "ignored", reason: "empty" };
  if (text.includes("{")) return { kind: "ignored", reason: "substitution" };
  const include = /^(?:-r|--requirement)[=\s]?\s*(\S+)$/.exec(text);
  if (include?.[1] !== undefined) return { kind: "include", path: include[1] };
  const itself = /^(?:(?:-e|--editable)[=\s]?\s*)?\.(?:\[([^\]]*)\])?\/?$/.exec(text);
  if (itself !== null)
    return { kind: "itself", extras: (itself[1] ?? "").split(",").flatMap((extra) => extra.trim() || []) };
  if (text.startsWith("-")) return { kind: "ignored", reason: "installer option" };
  const requirement = parseRequirement(text);
  if (requirement === undefined) return { kind: "ignored", reason: "not a requirement" };
  if (
    /@\s*(?!https:)/.test(requirement.text.slice(requirement.name.length)) &&
    requirement.text.includes("@")
  )
    return { kind: "ignored", reason: "not from a registry" };
  return { kind: "requirement", requirement };
}
