import { optionsFor, type VersionsOf } from "./dates.ts";

// A lock pins what is installed, but not what source distributions are built with. Where that decides whether they can be built at all, lines of comment
// at the head of the lock say so, for the one who installs from it again: `# exclude-newer 2015-05-26`,
// `# exclude-newer-package setuptools=2020-02-15`, `# build-constraint setuptools<58`.

/** What source distributions are built with. */
export interface BuiltWith {
  readonly versions: VersionsOf | undefined;
  /** Bounds in requirements form. */
  readonly constraints: readonly string[];
}

/** The lines for it; empty where nothing was decided. */
export function lockHeader({ versions, constraints }: BuiltWith): string {
  const lines = [
    ...(versions === undefined ? [] : [`# exclude-newer ${versions.date}`]),
    ...Object.entries(versions?.except ?? {}).map(
      ([name, date]) => `# exclude-newer-package ${name}=${date}`,
    ),
    ...constraints.map((line) => `# build-constraint ${line}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Reads them back; a lock may come from anywhere, so what does not look like one is passed over. */
export function readLockHeader(lock: string): BuiltWith {
  const dates = [...lock.matchAll(/^# exclude-newer (\d{4}-\d\d-\d\d)$/gm)];
  const except = [...lock.matchAll(/^# exclude-newer-package ([a-z0-9][a-z0-9-]*)=(\d{4}-\d\d-\d\d)$/gm)];
  const bounds = [...lock.matchAll(/^# build-constraint ([\w.-]+[<>=!~][\w.<>=!~,*-]+)$/gm)];
  const date = dates[0]?.[1];
  return {
    versions:
      date === undefined
        ? undefined
        : { date, except: Object.fromEntries(except.map(([, name = "", day = ""]) => [name, day])) },
    constraints: bounds.map(([, bound = ""]) => bound),
  };
}

/** uv's options for it; `constraintsFile` is where the bounds are written to. */
export function buildOptions({ versions, constraints }: BuiltWith, constraintsFile: string): string[] {
  return [
    ...optionsFor(versions),
    ...(constraints.length === 0 ? [] : ["--build-constraints", constraintsFile]),
  ];
}
