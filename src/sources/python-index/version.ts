/**
 * A version as PEP 440 orders it: a list that compares item by item. Numbers stand for the phases of a release, with
 * dev < a < b < rc < final < post.
 */
export interface PythonVersion {
  /** In normal form: `1.0.dev3`, `1.0a1`, `1!2.0.post4+local.1`. */
  readonly text: string;
  readonly isFinal: boolean;
  /** Numbers of the release, as written: `1.0.dev3` has 1 and 0. */
  readonly release: readonly number[];
  readonly key: readonly (number | string)[];
}

const PATTERN =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:(?:[-_.]?(?:post|rev|r)[-_.]?(\d*))|-(\d+))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/;
const PHASES: Readonly<Record<string, string>> = { alpha: "a", beta: "b", c: "rc", pre: "rc", preview: "rc" };
/** Where the phases stand in a key; a dev release without a phase comes before `a`. */
const ORDER = { devOnly: -1, a: 0, b: 1, rc: 2, final: 3 } as const;

/** The version that a text names, or `undefined` where PEP 440 knows no such form. */
export function parsePythonVersion(text: string): PythonVersion | undefined {
  const match = PATTERN.exec(text.trim().toLowerCase());
  if (match === null) return undefined;
  const [, epoch = "0", release = "", phaseWord, phaseNumber, postWord, postDash, devWord, devNumber, local] =
    match;
  const numbers = release.split(".").map(Number);
  const phase = phaseWord === undefined ? undefined : (PHASES[phaseWord] ?? phaseWord);
  const postText = postWord ?? postDash;
  const post = postText === undefined ? undefined : Number(postText);
  const dev = devWord === undefined ? undefined : Number(devNumber ?? 0);
  const rank = rankOf(phase, post, dev);
  return {
    text: [
      epoch === "0" ? "" : `${Number(epoch)}!`,
      numbers.join("."),
      phase === undefined ? "" : `${phase}${Number(phaseNumber ?? 0)}`,
      post === undefined ? "" : `.post${post}`,
      dev === undefined ? "" : `.dev${dev}`,
      local === undefined ? "" : `+${local.replaceAll(/[-_]/g, ".")}`,
    ].join(""),
    isFinal: phase === undefined && dev === undefined,
    release: numbers,
    key: [
      Number(epoch),
      releaseKey(numbers),
      rank,
      Number(phaseNumber ?? 0),
      post ?? -1,
      dev ?? Number.MAX_SAFE_INTEGER,
      localKey(local),
    ],
  };
}

/** Negative, zero or positive, as PEP 440 orders two versions. */
export function comparePythonVersions(a: PythonVersion, b: PythonVersion): number {
  for (const [index, left] of a.key.entries()) {
    const right = b.key[index] ?? left;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

function rankOf(phase: string | undefined, post: number | undefined, dev: number | undefined): number {
  if (phase === "a" || phase === "b" || phase === "rc") return ORDER[phase];
  return dev !== undefined && post === undefined ? ORDER.devOnly : ORDER.final;
}

/** Release numbers as text that sorts like the numbers, trailing zeros dropped. */
function releaseKey(numbers: readonly number[]): string {
  const end = numbers.findLastIndex((number) => number !== 0) + 1;
  return numbers
    .slice(0, end)
    .map((number) => String(number).padStart(20, "0"))
    .join(".");
}

/** Segments of a local label: numbers after words, absent before everything. */
function localKey(local: string | undefined): string {
  if (local === undefined) return "";
  return local
    .split(/[-_.]/)
    .map((part) => (/^\d+$/.test(part) ? `~${part.padStart(20, "0")}` : part))
    .join(" ");
}
