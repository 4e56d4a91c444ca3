import type { Adjustments } from "./adjustments.ts";
import { isPlainStep } from "./clues/steps.ts";
import { optionsFor } from "./dates.ts";
import { parseRequirementLine } from "./requirement.ts";

// A lock pins what is installed, but not what source distributions and the repository itself are built with. Where that decides whether they can be built
// at all, lines of comment at the head of the lock say so, for the one who installs from it again: `# exclude-newer 2015-05-26`,
// `# exclude-newer-package setuptools=2020-02-15`, `# build-constraint setuptools<58`, `# build-need cython`, `# translated harbour/tide.pyx`, `# prepared cp settings.py-dist settings.py`, `# unbuilt`,
// `# import-root src`, `# member rope`. What is built from its sources stands there as installers take it: `--no-binary lxml`.

/** How things are built. */
export type BuiltWith = Pick<
  Adjustments,
  | "versions"
  | "builtWith"
  | "fromSource"
  | "buildNeeds"
  | "translated"
  | "prepared"
  | "isUnbuilt"
  | "roots"
  | "members"
>;

/** The lines for it; empty where nothing was decided. */
export function lockHeader(built: BuiltWith): string {
  const { versions, builtWith, fromSource, buildNeeds, translated, prepared } = built;
  const { isUnbuilt, roots = [], members } = built;
  const lines = [
    ...(versions === undefined ? [] : [`exclude-newer ${versions.date}`]),
    ...Object.entries(versions?.except ?? {}).map(([name, date]) => `exclude-newer-package ${name}=${date}`),
    ...builtWith.map((line) => `build-constraint ${line}`),
    ...buildNeeds.map((line) => `build-need ${line}`),
    ...translated.map((path) => `translated ${path}`),
    ...prepared.map((command) => `prepared ${command}`),
    ...(isUnbuilt ? ["unbuilt"] : []),
    ...roots.map((path) => `import-root ${path}`),
    ...members.map((name) => `member ${name}`),
  ];
  const options = fromSource.map((name) => `--no-binary ${name}\n`);
  return [...lines.map((line) => `# ${line}\n`), ...options].join("");
}

/** Reads them back; a lock may come from anywhere, so what does not look like one is passed over. */
export function readLockHeader(lock: string): BuiltWith {
  const all = (pattern: RegExp): string[] => [...lock.matchAll(pattern)].map(([, text = ""]) => text);
  const except = all(/^# exclude-newer-package ([a-z0-9][a-z0-9-]*=\d{4}-\d\d-\d\d)$/gm);
  const [date] = all(/^# exclude-newer (\d{4}-\d\d-\d\d)$/gm);
  const roots = all(/^# import-root (\.|[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)$/gm);
  return {
    versions:
      date === undefined
        ? undefined
        : { date, except: Object.fromEntries(except.map((text) => text.split("=", 2))) },
    builtWith: all(/^# build-constraint ([\w.-]+[<>=!~][\w.<>=!~,*-]+)$/gm),
    fromSource: all(/^--no-binary ([a-z0-9][a-z0-9-]*)$/gm),
    buildNeeds: all(/^# build-need ([^\n]+)$/gm).filter(
      (text) => parseRequirementLine(text).kind === "requirement",
    ),
    translated: all(/^# translated ([\w./-]+\.pyx)$/gm),
    prepared: all(/^# prepared ([^\n]+)$/gm).filter(isPlainStep),
    isUnbuilt: /^# unbuilt$/m.test(lock),
    roots: roots.length === 0 ? undefined : roots,
    members: all(/^# member ([a-z0-9][a-z0-9-]*)$/gm),
  };
}

/** uv's options for it; `constraintsFile` is where the bounds are written to. */
export function buildOptions(
  { versions, builtWith, fromSource }: BuiltWith,
  constraintsFile: string,
): string[] {
  return [
    ...optionsFor(versions),
    ...fromSource.flatMap((name) => ["--no-binary", name]),
    ...(builtWith.length === 0 ? [] : ["--build-constraints", constraintsFile]),
  ];
}
