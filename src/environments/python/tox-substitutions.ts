/** A text of tox's with paths from the root of the repository: `{toxinidir}{/}a{/}b` as `a/b`. */
export function fromToxRoot(text: string): string {
  return text.replaceAll("{/}", "/").replaceAll(/\{(?:toxinidir|tox_root)\}\/?/g, "");
}
