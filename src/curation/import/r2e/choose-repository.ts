import { UsageError } from "../../../base/index.ts";
import type { R2EFunction } from "../../../datasets/index.ts";

/** How many ids a message lists. */
const LISTED = 5;

/**
 * Which of the repositories that the rows are about a SOURCE is, by R2E's id: the only one there is, whatever its name; else the one whose id or
 * name is that of the SOURCE. Throws `UsageError` `unclear-repository` where that tells none, or several.
 */
export function chooseRepositoryId(source: string, rows: Iterable<R2EFunction>): string {
  const ids = [...new Set(Array.from(rows, ({ repositoryId }) => repositoryId))];
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  const [name = "", owner = ""] = partsOf(source);
  const isWhole = (id: string): boolean => id === name || id === `${owner}___${name}`;
  const isNamed = (id: string): boolean => id.split("___").at(-1) === name;
  const whole = ids.filter(isWhole);
  const found = whole.length > 0 ? whole : ids.filter(isNamed);
  const [chosen] = found;
  if (chosen !== undefined && found.length === 1) return chosen;
  const listed = (found.length > 1 ? found : ids).slice(0, LISTED).join(", ");
  throw new UsageError(
    "unclear-repository",
    `Cannot tell which rows are of ${source}: the file has rows of ${ids.length} repositories (${listed}${ids.length > LISTED ? ", …" : ""}).`,
    {
      hint: "Give a folder that has the repository's id for its name, such as acme___orchard, or github:OWNER/NAME.",
    },
  );
}

/** The last part of a SOURCE and the one before it, without kind, ref and ending: `github:acme/orchard@v1` is `orchard`, `acme`. */
function partsOf(source: string): string[] {
  const plain = source
    .replace(/^\w+:(?!\/\/)/, "")
    .replace(/(?<=[^/])@[^/@]*$/, "")
    .replace(/\/+$/, "");
  const parts = plain.replace(/\.git$/, "").split("/");
  return parts.toReversed();
}
