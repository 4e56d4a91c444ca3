import { BY_FIXTURE } from "../undeclared.ts";
import { findMentions, type Mention } from "../clues/mentioned.ts";
import { nameOf } from "../clues/clue.ts";
import { knownDistribution } from "../import-map.ts";
import { isOfInterpreter } from "../advice/distributions.ts";
import { removedIn } from "../advice/removed-names.ts";
import { parseRequirement } from "../requirement.ts";
import { normalizePackageName } from "../../../sources/index.ts";
import type { Case, Proposal, Rule } from "./remedy.ts";

/** Installs what has the modules that were missed: what the repository itself names somewhere, else what the map knows. */
export const addMissing: Rule = (given) => {
  const { log } = given.trouble;
  const modules = new Set([...log.matchAll(MISSING)].map(([, name]) => name ?? ""));
  const plugins = [...log.matchAll(/fixture '(\w+)' not found/g)].flatMap(([, name = ""]) =>
    Object.hasOwn(BY_FIXTURE, name) ? (BY_FIXTURE[name] ?? []) : [],
  );
  const found = [...modules].flatMap((module) => findDistribution(module, given) ?? []);
  const options = [...OPTIONS].flatMap(([pattern, text]) => (pattern.test(log) ? [text] : []));
  const wanted = [
    ...found,
    ...[...plugins, ...options].map((text) => ({ text: mentionOf(text, given)?.requirement.text ?? text, why: "as a plug-in of pytest" })),
  ].filter(({ text }) => !given.adjustments.added.includes(text));
  if (wanted.length === 0) return [];
  const unique = [...new Map(wanted.map((each) => [each.text, each])).values()];
  const inAnyVersion = unique.map((each) => ({ ...each, text: withoutVersion(each.text) }));
  const isBound = unique.some(({ text }, index) => text !== inAnyVersion[index]?.text);
  return [propose(unique, given), ...(isBound ? [propose(inAnyVersion, given)] : [])];
};

interface Wanted {
  readonly text: string;
  readonly why: string;
}

function propose(wanted: readonly Wanted[], { adjustments }: Case): Proposal {
  const names = new Set(wanted.map(({ text }) => parseRequirement(text)?.name));
  return {
    what: `with ${wanted.map(({ text, why }) => `${text} (${why})`).join(", ")}`,
    changes: {
      added: [...adjustments.added, ...wanted.map(({ text }) => text)],
      without: adjustments.without.filter((name) => !names.has(name)),
    },
    changesInstallation: true,
  };
}

/** As old pins fit no newer interpreter; what must not be newer for another reason (`setuptools<81`) keeps its bound. */
function withoutVersion(text: string): string {
  const parsed = parseRequirement(text);
  return parsed === undefined || parsed.name === "setuptools" ? text : parsed.name;
}

const MISSING = /No module named ['"]?([A-Za-z_][\w.]*)['"]?/g;

/** Plug-ins of pytest by an option or marker of theirs that pytest does not know. */
const OPTIONS: readonly (readonly [RegExp, string])[] = [
  [/unrecognized arguments:[^\n]*--(?:ds|reuse-db|create-db|nomigrations|no-migrations)\b/, "pytest-django"],
  [/unrecognized arguments:[^\n]*--asyncio-mode/, "pytest-asyncio"],
  [/unrecognized arguments:[^\n]*--mpl\b/, "pytest-mpl"],
  [/unrecognized arguments:[^\n]*--doctest-plus/, "pytest-doctestplus"],
  [/unrecognized arguments:[^\n]*--remote-data/, "pytest-remotedata"],
  [/unrecognized arguments:[^\n]*--snapshot/, "syrupy"],
  [/unrecognized arguments:[^\n]*--nbval/, "nbval"],
  [/async def functions are not natively supported/, "pytest-asyncio"],
];

/** What has a module that is not the repository's own, as a requirement, and why; undefined where neither the repository nor the map tells. */
export function findDistribution(module: string, given: Case): Wanted | undefined {
  const { project, trouble } = given;
  const [top = module] = module.split(".");
  if (isOfInterpreter(top) || isOwn(top, project)) return undefined;
  const limit = removedIn(top);
  // A module of the standard library that is gone comes back with an older interpreter.
  if (limit !== undefined && trouble.toolchains.some(({ release }) => removedBefore(limit, release))) return undefined;
  const known = knownDistribution(module);
  const mention = mentionOf(known ?? top, given);
  if (mention !== undefined)
    return { text: mention.requirement.text, why: `${module} is missing; ${nameOf(mention.place)} names it` };
  return known === undefined ? undefined : { text: known, why: `${module} is missing` };
}

function removedBefore(limit: string, release: string): boolean {
  const [major = 0, minor = 0] = release.split(".").map(Number);
  const [limitMajor = 0, limitMinor = 0] = limit.split(".").map(Number);
  return major < limitMajor || (major === limitMajor && minor < limitMinor);
}

/** Where the repository names a distribution. */
function mentionOf(text: string, { project }: Case): Mention | undefined {
  const name = normalizePackageName(text.replace(/[<>=!~[;].*$/, ""));
  const known = findMentions(project.files).filter(({ requirement }) => requirement.name === name);
  return known[0];
}

function isOwn(top: string, { files }: Case["project"]): boolean {
  return files.paths.some(
    (path) => path.endsWith(".py") && (path === `${top}.py` || path.endsWith(`/${top}.py`) || path.split("/").slice(0, -1).includes(top)),
  );
}
