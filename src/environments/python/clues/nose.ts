import { itemsOf, type Place } from "../../evidence-lines.ts";
import type { RepositoryFiles } from "../../repository-files.ts";
import { splitWords } from "../pytest-configuration.ts";

const NOSE =
  /(?:^|[\s"'`/])(?:nosetests[\d.-]*|(?:python[\d.]*|coverage\s+run)\s+(?:-\S+\s+)*-m\s+nose|coverage\s+run\s+(?:-\S+\s+)*\S*nosetests|(?:python[\d.]*\s+)?setup\.py\s+nosetests)(?=\s|$)/;

/** The words that a command gives to nose, without what measures, reports, stops early or spreads tests; undefined where it is no such command. */
export function readNoseWords(text: string): readonly string[] | undefined {
  const match = NOSE.exec(text);
  if (match === null) return undefined;
  const words = splitWords(text.slice(match.index + match[0].length));
  if (words.some((word) => /[{}$`;&|<>()]/.test(word))) return undefined;
  return words.filter((word, index) => {
    const before = words[index - 1] ?? "";
    return !LEFT_OUT.test(word) && !(WITH_VALUE.test(before) && !word.startsWith("-"));
  });
}

/** Options of plug-ins that need not be here, too; `--with-doctest` is nose's own and finds tests. */
const LEFT_OUT =
  /^(?:-[xvs]+|--(?:with-(?!doctest$)|no-skip$|cover|xunit|process|stop$|pdb|verbos|rednose|failed|debug|profile|nocapture$|no-?color|force-color|hide-skips|detailed-errors$|logging|nologcapture$).*)$/;
const WITH_VALUE =
  /^--(?:cover-(?:package|min-percentage|html-dir|xml-file)|xunit-(?:file|testsuite-name)|processes|process-timeout|verbosity|debug|debug-log|profile-\w+|logging-\w+)$/;

const CONFIGURED: readonly (readonly [path: string, sign: RegExp])[] = [
  ["setup.cfg", /^\[nosetests\]/],
  ["nose.cfg", /^\[nosetests\]/],
  ["setup.py", /test_suite\s*=\s*["']nose\.collector["']/],
];

/** A run of nose that a file of the repository says. */
export interface NoseRun extends Place {
  readonly kind: "nose";
  readonly words: readonly string[];
}

/** What configures nose, as runs of it. */
export function configuredNose(files: RepositoryFiles): readonly NoseRun[] {
  return CONFIGURED.flatMap(([path, sign]) => itemsOf(files, path, sign, "")).map(({ path, line }) => ({
    kind: "nose",
    words: [],
    path,
    line,
  }));
}

/** True where a test yields tests, which newer releases of pytest do not run. */
function hasGenerator(text: string): boolean {
  let indentation: number | undefined;
  return text.split("\n").some((line) => {
    const code = line.trimStart();
    if (code === "" || code.startsWith("#")) return false;
    const depth = line.length - code.length;
    if (indentation !== undefined && depth > indentation) return /^yield\b/.test(code);
    indentation = /^def test\w*\(/.test(code) ? depth : undefined;
    return false;
  });
}

/** How tests are run by nose: as files of the repository say, where some of its tests are for nose alone. */
export function declaredNose(
  files: RepositoryFiles,
  testFiles: readonly string[],
  runs: readonly (NoseRun | (Place & { readonly kind: "pytest" | "script" }))[],
): NoseRun | undefined {
  const run = runs.find((each) => each.kind === "nose");
  const isForNose = testFiles.some((path) => {
    const text = files.text(path) ?? "";
    return hasGenerator(text) && !/@pytest|import pytest/.test(text);
  });
  return isForNose ? run : undefined;
}
