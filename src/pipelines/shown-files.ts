import { fence, type RepositoryPath } from "../base/index.ts";

/** Files as prompts show them: each by its path, fenced. */
export function showFiles(
  files: readonly { readonly path: RepositoryPath; readonly text: string }[],
  language: string,
): string {
  return files.map(({ path, text }) => `\`${path}\`:\n\n${fence(language, text)}`).join("\n\n");
}
