import type { ChatMessage } from "../model.ts";

// A prompt is a Markdown file beside the code that uses it. Lines `=== system` and `=== user` begin its messages; `{{name}}` stands for a part that the code
// fills in. What is filled in is never looked at again, so that text of a repository cannot bring in other parts.

const ROLE = /^=== (system|user)\n/m;
const PART = /\{\{(\w+)\}\}/g;

/** The parts that the text of a prompt asks for. */
export function partsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(PART)].map(([, name = ""]) => name));
}

/** The messages of a prompt with its parts filled in. Throws where a part is missing or, unless it may, is not asked for: that is a mistake in the file. */
export function fillPrompt(
  file: string,
  parts: Readonly<Record<string, string>>,
  { name, mayOmit = false }: { readonly name: string; readonly mayOmit?: boolean },
): readonly ChatMessage[] {
  const [before = "", ...pieces] = file.split(ROLE);
  if (before.trim() !== "" || pieces.length === 0) throw new Error(`${name} does not begin with a role.`);
  const fill = (text: string): string =>
    text.replaceAll(PART, (_, part: string) => {
      const value = parts[part];
      if (value === undefined) throw new Error(`${name} asks for ${part}, which nobody gives.`);
      return value;
    });
  const messages: ChatMessage[] = [];
  for (let at = 0; at < pieces.length; at += 2)
    messages.push({
      role: pieces[at] as ChatMessage["role"],
      content: `${fill(pieces[at + 1] ?? "").trim()}\n`,
    });
  const used = partsOf(file);
  const unused = Object.keys(parts).filter((part) => !used.has(part));
  if (unused.length > 0 && !mayOmit) throw new Error(`${name} has no place for ${unused.join(", ")}.`);
  return messages;
}
