import { compareReleases } from "./version-specifier.ts";

/** When releases of CPython came out. */
const RELEASED: Readonly<Record<string, string>> = {
  "3.6": "2016-12-23",
  "3.7": "2018-06-27",
  "3.8": "2019-10-14",
  "3.9": "2020-10-05",
  "3.10": "2021-10-04",
  "3.11": "2022-10-24",
  "3.12": "2023-10-02",
  "3.13": "2024-10-07",
  "3.14": "2025-10-07",
};

/** After so many days tools that everything is built and tested with had caught up with a new release. */
const CAUGHT_UP_DAYS = 180;
const DAY_MS = 86_400_000;

/** True where an interpreter's release was out on a day (`2016-05-01`). */
export function wasOut(release: string, date: string): boolean {
  const known = RELEASED[minorOf(release)];
  return known !== undefined && known <= date;
}

/** `3.11.7` as `3.11`. */
export function minorOf(release: string): string {
  return release.split(".").slice(0, 2).join(".");
}

/** Versions as of a day: everything up to it, and what an interpreter cannot do without up to a later one. */
export interface VersionsOf {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The same for single distributions. */
  readonly except: Readonly<Record<string, string>>;
}

/** Tools that must go with the interpreter, however old the code is, and what they need. */
const TOOLS =
  "attrs coverage exceptiongroup importlib-metadata iniconfig more-itertools packaging pip pluggy py pygments pytest setuptools toml tomli typing-extensions wcwidth wheel zipp".split(
    " ",
  );

/**
 * No tool is older: setuptools before 40.8 does not take the way in which packages are built now. This setuptools has
 * what build scripts of the years before used (`Feature`, `use_2to3`) and builds for releases up to 3.9.
 */
const OLDEST_TOOLS = "2020-02-15";

/** Its author withdrew all that was there before, and published the last version again. pytest before 5 needs it. */
const AGAIN = { name: "atomicwrites", date: "2022-07-09" };

/** nose as a distribution that every interpreter takes: there was none while nose was in use. */
const NOSE = { name: "pynose", date: "2025-10-01" };

/** Before 1.13 setuptools_scm takes a version that it is told, and does not write the file that a package reads its version from. */
const SCM = { name: "setuptools-scm", date: "2017-06-01" };

/** Django 2 before these releases renames tables in a way that SQLite since 3.26 does not take (ticket 29182). */
const DJANGO = { name: "django", from: "2017-12-02", date: "2019-02-11" };

/** The versions of a day for an interpreter that may be newer: then its tools are those of the time when they had caught up with it. */
export function versionsOf(date: string, release: string): VersionsOf {
  const ready = readyFor(release) ?? date;
  const isNewer = ready > date;
  const setuptools = compareReleases(release, "3.10") < 0 && date <= OLDEST_TOOLS ? OLDEST_TOOLS : ready;
  return {
    date,
    except: {
      ...(isNewer ? { ...Object.fromEntries(TOOLS.map((name) => [name, ready])), setuptools } : {}),
      ...Object.fromEntries(
        [AGAIN, NOSE, SCM].filter((later) => date < later.date).map(({ name, date: last }) => [name, last]),
      ),
      ...(date >= DJANGO.from && date < DJANGO.date ? { [DJANGO.name]: DJANGO.date } : {}),
    },
  };
}

/** The day when what is compiled had caught up with an interpreter; undefined for a release that is not known. */
export function readyFor(release: string): string | undefined {
  const out = RELEASED[minorOf(release)];
  if (out === undefined) return undefined;
  const ready = daysAfter(out, CAUGHT_UP_DAYS);
  return ready < OLDEST_TOOLS ? OLDEST_TOOLS : ready;
}

/** The day so many days after one; both `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** uv's options for that. */
export function optionsFor(versions: VersionsOf | undefined): string[] {
  if (versions === undefined) return [];
  const except = Object.entries(versions.except).flatMap(([name, date]) => [
    "--exclude-newer-package",
    `${name}=${date}`,
  ]);
  return ["--exclude-newer", versions.date, ...except];
}
