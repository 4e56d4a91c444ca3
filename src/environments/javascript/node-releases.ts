import type { RepositoryPath } from "../../base/index.ts";
import type { EvidenceItem, Toolchain } from "../build-system.ts";
import { linesOf } from "../evidence-lines.ts";
import { failed, made, type Step } from "../failures.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { isInRange } from "./node-range.ts";
import { lineOfKey, readManifest, textsAt } from "./package-files.ts";

/** A range of releases of Node that a file asks for. */
export interface AskedRelease extends EvidenceItem {
  readonly range: string;
}

/** What is asked for: of version files and `engines` all of it, of what continuous integration runs any. */
export interface AskedReleases {
  readonly declared: readonly AskedRelease[];
  readonly tried: readonly AskedRelease[];
}

/** Reads what version files, manifest and continuous integration say. */
export function askedReleases(files: RepositoryFiles): AskedReleases {
  const versions = [".nvmrc", ".node-version"].flatMap((path) => {
    const range = /^\s*v?(\d[\d.]*)/.exec(files.text(path) ?? "")?.[1];
    return range === undefined ? [] : [{ path, line: 1, says: `Node ${range}`, range }];
  });
  const range = textsAt(readManifest(files), "engines").get("node");
  const engines =
    range === undefined
      ? []
      : [
          {
            path: "package.json",
            line: lineOfKey(files, "package.json", "engines"),
            says: `Node ${range}`,
            range,
          },
        ];
  const workflows = files.paths.filter((path) =>
    /^\.github\/workflows\/[^/]+\.ya?ml$|^\.travis\.yml$/.test(path),
  );
  return {
    declared: [...versions, ...engines],
    tried: workflows.flatMap((path) => triedReleases(path, files)),
  };
}

function triedReleases(path: RepositoryPath, files: RepositoryFiles): AskedRelease[] {
  const text = files.text(path) ?? "";
  return linesOf(text, /^\s*-?\s*node(?:-version|_js)?s?\s*:/).flatMap((line) => {
    const named = [...(text.split("\n")[line - 1] ?? "").matchAll(/(?<![\d.])(\d{1,2}(?:\.\d+)*)(?:\.x)?/g)];
    const releases = named.map(([, each = ""]) => each);
    return releases.length === 0
      ? []
      : [{ path, line, says: `Node ${releases.join(", ")}`, range: releases.join(" || ") }];
  });
}

/**
 * Of the releases that go with all that is declared and with one that is tried (else with what is declared, else with one that is tried, else of all) the first one that most of the packages go with.
 */
export function chooseNode(
  known: readonly Toolchain[],
  { declared, tried }: AskedReleases,
  packages: readonly AskedRelease[] = [],
): Step<Toolchain> {
  const isDeclared = ({ release }: Toolchain): boolean =>
    declared.every(({ range }) => isInRange(release, range));
  const isTried = ({ release }: Toolchain): boolean =>
    tried.length === 0 || tried.some(({ range }) => isInRange(release, range));
  const possible = [
    known.filter((each) => isDeclared(each) && isTried(each)),
    known.filter(isDeclared),
    known.filter(isTried),
    known,
  ].find((some) => some.length > 0);
  const goesWith = ({ release }: Toolchain): number =>
    packages.filter(({ range }) => isInRange(release, range)).length;
  const most = Math.max(...(possible ?? []).map(goesWith));
  const chosen = possible?.find((each) => goesWith(each) === most);
  return chosen === undefined
    ? failed("no_interpreter", "The repository needs Node; this machine has none.")
    : made(chosen);
}
