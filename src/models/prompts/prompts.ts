import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, sep } from "node:path";
import { fileURLToPath } from "node:url";

import {
  asHostPath,
  describeKnownNames,
  digestOf,
  joinPath,
  messageOf,
  sha256,
  UsageError,
  type HostPath,
} from "../../base/index.ts";
import type { PromptVersion } from "../../spec/index.ts";
import type { ChatMessage } from "../model.ts";
import { fillPrompt, partsOf } from "./prompt-file.ts";

/** What models are asked, all that this package has. */
export interface Prompts {
  /** The messages of a prompt, by the folder that uses it and its name (`r2e/write-tests`), with its parts filled in. */
  read(name: string, parts: Readonly<Record<string, string>>): readonly ChatMessage[];
  /** Digest of those that a user replaced; absent where all are our own. */
  readonly replaced?: string;
}

const SOURCES = asHostPath(fileURLToPath(new URL("../..", import.meta.url)));

/** Our own prompts by their names. The one of `…/FOLDER/prompts/NAME.md`, beside the code that asks it, is `FOLDER/NAME`. */
let ownFiles: ReadonlyMap<string, HostPath> | undefined;

function findOwnFiles(): ReadonlyMap<string, HostPath> {
  const paths = globSync("**/prompts/*.md", { cwd: SOURCES }).map((path) => path.split(sep));
  const named = paths.map((parts) => [nameOfFile(parts), joinPath(SOURCES, ...parts)] as const);
  return new Map(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function nameOfFile(parts: readonly string[]): string {
  return `${parts.at(-3)}/${basename(parts.at(-1) ?? "", ".md")}`;
}

/** Names of all our own prompts. */
export function listPrompts(): readonly string[] {
  return [...(ownFiles ??= findOwnFiles()).keys()];
}

/** The text of our own prompt of that name. */
export function ownPrompt(name: string): string {
  const file = (ownFiles ??= findOwnFiles()).get(name);
  if (file === undefined) throw new Error(`There is no prompt ${name}.`);
  return readFileSync(file, "utf8");
}

/**
 * Our own prompts, those replaced that `folder` has under the same name (`r2e/write-tests.md`). A prompt that replaces another may leave out parts and has no others. Throws
 * `UsageError`: `no-prompts` for a folder without any, `unknown-prompt`, `bad-prompt`.
 */
export function openPrompts(folder?: HostPath): Prompts {
  const replaced = folder === undefined ? new Map<string, string>() : readFolder(folder);
  return {
    read: (name, parts) => {
      const other = replaced.get(name);
      const text = other ?? ownPrompt(name);
      const messages = fillPrompt(text, parts, { name, mayOmit: other !== undefined });
      const version: PromptVersion = {
        format: "prompt-version/1",
        prompt: name,
        digest: `sha256:${sha256(text)}`,
        is_replaced: other !== undefined,
      };
      for (const message of messages) versions.set(message, version);
      return messages;
    },
    ...(replaced.size === 0 ? {} : { replaced: digestOf([...replaced]) }),
  };
}

const versions = new WeakMap<ChatMessage, PromptVersion>();

/** The prompts that messages were made of, each once for each message of it; nothing of messages that somebody wrote otherwise, such as a model's answers. */
export function versionsOf(messages: readonly ChatMessage[]): readonly PromptVersion[] {
  return messages.flatMap((message) => versions.get(message) ?? []);
}

function readFolder(folder: HostPath): ReadonlyMap<string, string> {
  const paths = existsSync(folder) ? globSync("**/*.md", { cwd: folder }).sort() : [];
  if (paths.length === 0)
    throw new UsageError("no-prompts", `Cannot take prompts from ${folder}: it holds no Markdown file.`, {
      hint: "A file replaces the prompt of the same name, such as r2e/write-tests.md.",
    });
  return new Map(paths.map((path) => [path.replace(/\.md$/, ""), readReplacement(folder, path)]));
}

function readReplacement(folder: HostPath, path: string): string {
  const name = path.replace(/\.md$/, "");
  const known = listPrompts();
  if (!known.includes(name))
    throw new UsageError(
      "unknown-prompt",
      `Cannot take ${path} from ${folder}: there is no prompt of that name. ${describeKnownNames(name, known)}`,
    );
  const text = readFileSync(joinPath(folder, path), "utf8").replaceAll("\r\n", "\n");
  const parts = Object.fromEntries([...partsOf(ownPrompt(name))].map((part) => [part, ""]));
  try {
    fillPrompt(text, parts, { name, mayOmit: true });
  } catch (error) {
    throw new UsageError("bad-prompt", `Cannot take ${path} from ${folder}: ${messageOf(error)}`, {
      hint: `Lines "=== system" and "=== user" begin its messages; its parts are ${Object.keys(parts)
        .map((part) => `{{${part}}}`)
        .join(", ")}.`,
    });
  }
  return text;
}
