import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import {
  asHostPath,
  describeKnownNames,
  digestOf,
  joinPath,
  messageOf,
  UsageError,
  type HostPath,
} from "../base/index.ts";
import type { ChatMessage } from "../models/index.ts";
import { fillPrompt, partsOf } from "./prompt-file.ts";

/** The prompts of all pipelines. */
export interface Prompts {
  /** The messages of a prompt, by its pipeline and name (`r2e/write-tests`), with its parts filled in. */
  read(name: string, parts: Readonly<Record<string, string>>): readonly ChatMessage[];
  /** Digest of those that a user replaced; absent where all are our own. */
  readonly replaced?: string;
}

const ROOT = asHostPath(fileURLToPath(new URL(".", import.meta.url)));

/** Names of all prompts. Each is the file `PIPELINE/prompts/NAME.md` beside this one. */
export function listPrompts(): readonly string[] {
  return globSync("*/prompts/*.md", { cwd: ROOT })
    .map((path) => path.replace("/prompts/", "/").replace(/\.md$/, ""))
    .sort();
}

/** The text of our own prompt of that name. */
export function ownPrompt(name: string): string {
  return readFileSync(joinPath(ROOT, `${name.replace("/", "/prompts/")}.md`), "utf8");
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
      return fillPrompt(other ?? ownPrompt(name), parts, { name, mayOmit: other !== undefined });
    },
    ...(replaced.size === 0 ? {} : { replaced: digestOf([...replaced]) }),
  };
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
