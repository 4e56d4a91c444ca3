/** Longest text of a run that a prompt repeats, in characters; of longer ones beginning and end are kept. */
const MOST_CHARACTERS = 4_000;

/**
 * What a program said, as a prompt may repeat it: without what differs from run to run (folders of a run, addresses of objects, durations, times of day), so that equal runs
 * ask equal questions. `folders` are those in which it ran.
 */
export function normaliseRunText(text: string, folders: readonly string[] = []): string {
  let normal = text.replaceAll("\r\n", "\n");
  for (const folder of folders.toSorted((a, b) => b.length - a.length))
    normal = normal.replaceAll(`${folder.replace(/\/$/, "")}/`, "");
  normal = normal
    .replaceAll(/(?<![\w.])(?:\/[\w.+-]+){2,}(?=\/[\w.+-]+\/[\w.+-]+)/g, "…")
    .replaceAll(/\b0x[0-9a-f]{6,}\b/gi, "0x…")
    .replaceAll(/\b\d+(?:\.\d+)? ?(?:s|ms|µs|us|seconds?|milliseconds?)\b/g, "… s")
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g, "…")
    .trim();
  if (normal.length <= MOST_CHARACTERS) return normal;
  const half = MOST_CHARACTERS / 2;
  return `${normal.slice(0, half)}\n[… ${normal.length - MOST_CHARACTERS} characters left out …]\n${normal.slice(-half)}`;
}
