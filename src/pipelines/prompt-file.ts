import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { ChatMessage } from "../models/index.ts";

// A prompt is a Markdown file beside the code that uses it. Lines `=== system` and `=== user` begin its messages; `{{name}}` stands for a part that the code
// fills in. What is filled in is never looked at again, so that text of a repository cannot bring in other parts.

const ROLE = /^=== (system|user)\n/m;
const PART = /\{\{(\w+)\}\}/g;

/** The messages of a prompt file with its parts filled in. Throws where a part is missing or is not asked for: that is a mistake in the file. */
export function readPrompt(file: URL, parts: Readonly<Record<string, string>>): readonly ChatMessage[] {
  const [before = "", ...pieces] = readFileSync(fileURLToPath(file), "utf8").split(ROLE);
  if (before.trim() !== "") throw new Error(`${file.pathname} does not begin with a role.`);
  const used = new Set<string>();
  const fill = (text: string): string =>
    text.replaceAll(PART, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`${file.pathname} asks for ${name}, which nobody gives.`);
      used.add(name);
      return part;
    });
  const messages: ChatMessage[] = [];
  for (let at = 0; at < pieces.length; at += 2)
    messages.push({
      role: pieces[at] as ChatMessage["role"],
      content: `${fill(pieces[at + 1] ?? "").trim()}\n`,
    });
  const unused = Object.keys(parts).filter((name) => !used.has(name));
  if (unused.length > 0) throw new Error(`${file.pathname} has no place for ${unused.join(", ")}.`);
  return messages;
}
