import { knownDistribution } from "../import-map.ts";
import { normalizePackageName } from "../../../sources/index.ts";
import type { Rule } from "./remedy.ts";

const OLD_PYTEST =
  /PytestRemovedIn|PluginValidationError|unknown hook|module '_?pytest[\w.]*' has no attribute|cannot import name '\w+' from '_?pytest|'(?:Package|Session|Module|Function|Config\w*|FixtureManager|PytestPluginManager)' object has no attribute|unexpected keyword argument '(?:fspath|path|parent)'|(?:Direct construction of|from_parent)|py\.path|'yield' keyword is allowed in fixtures|pytest_namespace|funcargs|Fixture "[^"]*" called directly|does not support (?:nose|nose-style)|'yield' tests|CallSpec|Unknown pytest\.mark|Marks applied to fixtures|fixtures? .* called directly|got_?request|getfuncargvalue|_genid|Option names? \{?.*already added|Error evaluating|getmarker|get_marker/;
const NOSE_STYLE = /^\s+def (?:setup|teardown)\(self\)/m;

/** Releases of pytest with which something ended that tests or plug-ins are written for. */
const PYTEST_STEPS = [9, 8, 7, 6, 5, 4];

/** Older ones of pytest, one after the other, where the tests or their plug-ins were written for one. */
export const useOlderPytest: Rule = ({ trouble, project, adjustments, requested }) => {
  const version = Number(/^pytest==(\d+)\./m.exec(trouble.lock)?.[1] ?? 0);
  const isAsked = requested.with?.some((text) => /^pytest\b(?!-)/.test(text)) === true;
  const isNoseStyle =
    version >= 8 &&
    project.testFiles.some((path) => NOSE_STYLE.test(project.files.text(path) ?? "")) &&
    /AttributeError/.test(trouble.log);
  if (isAsked || (!isNoseStyle && !OLD_PYTEST.test(trouble.log))) return [];
  const others = adjustments.bounds.filter((text) => !text.startsWith("pytest<"));
  return PYTEST_STEPS.filter((step) => step <= version && !(isNoseStyle && step > 8)).map((step) => ({
    what: `with pytest<${step} (the tests are written for an older pytest)`,
    changes: { bounds: [...others, `pytest<${step}`] },
    changesInstallation: true,
  }));
};

const LOST_NAME =
  /cannot import name '\w+' from (?:partially initialized module )?'([\w.]+)'|module '([\w.]+)' has no attribute '\w+'|type object '\w+' has no attribute/g;

/** An older version of what has lost a name that the code uses. */
export const useOlderVersion: Rule = ({ trouble, adjustments }) => {
  const owners = [...trouble.log.matchAll(LOST_NAME)].flatMap(([, from, module]) => from ?? module ?? []);
  const tops = [...new Set(owners.map((owner) => owner.split(".")[0] ?? owner))];
  return tops.flatMap((top) => {
    // Nothing is installed by a name that is only like the module's: the lock has it already.
    const name = knownDistribution(top)?.replace(/[<>=].*$/, "") ?? normalizePackageName(top);
    if (name === "pytest") return [];
    const version = new RegExp(`^${RegExp.escape(name)}==(\\d+)(?:\\.(\\d+))?`, "m").exec(trouble.lock);
    if (version?.[1] === undefined) return [];
    const bound = `${name}<${version[1] === "0" ? `0.${version[2] ?? "1"}` : version[1]}`;
    const others = adjustments.bounds.filter((text) => !text.startsWith(`${name}<`));
    return [{ what: `with ${bound} (the code uses what later ones have not)`, changes: { bounds: [...others, bound] }, changesInstallation: true }];
  });
};
