/** A user name and password for one host; `host` is `undefined` for netrc's `default`. */
export interface IndexCredential {
  readonly host: string | undefined;
  readonly user: string;
  readonly password: string;
}

/** The entries of a netrc file in order (macros are passed over); `default` matches every host. */
export function parseNetrc(text: string): readonly IndexCredential[] {
  const words = withoutMacros(text).match(/"(?:\\.|[^"\\])*"|\S+/g) ?? [];
  const entries: { host: string | undefined; user: string; password: string }[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === "default") entries.push({ host: undefined, user: "", password: "" });
    else if (word === "machine") entries.push({ host: unquote(words[++at]), user: "", password: "" });
    const entry = entries.at(-1);
    if (entry === undefined) continue;
    if (word === "login") entry.user = unquote(words[++at]);
    if (word === "password") entry.password = unquote(words[++at]);
  }
  return entries;
}

function withoutMacros(text: string): string {
  return text.replaceAll(/^\s*#.*$/gm, "").replaceAll(/^macdef\b[^\n]*\n(?:[^\n]+\n)*/gm, "");
}

function unquote(word: string | undefined): string {
  if (word === undefined) return "";
  return word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, "$1") : word;
}
