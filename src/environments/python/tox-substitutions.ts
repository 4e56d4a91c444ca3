/** A text of tox's with paths from the root of the repository: `{toxinidir}{/}a{/}b` as `a/b`. */
export function fromToxRoot(text: string): string {
  return text.replaceAll("{/}", "/").replaceAll(/\{(?:toxinidir|tox_root)\}\/?/g, "");
}

/** The same of a line that says what is installed: a folder below the root is no name of a distribution. */
export function requirementFromToxRoot(line: string): string {
  return fromToxRoot(line.replace(/^(\s*)\{(?:toxinidir|tox_root)\}\//u, "$1./"));
}
