import { askedOfBuild, contradicts } from "../declared-floors.ts";
import { buildBesideNeeds, buildFromSource, leaveOut, runFromCheckout, useOlderTools } from "./building.ts";
import { goBackToCommit, useOlderInterpreter, useOtherInterpreter } from "./interpreters.ts";
import { addMissing, importBesideTests } from "./missing-modules.ts";
import { prepareTests } from "./preparing.ts";
import type { Case, Proposal, Rule } from "./remedy.ts";
import {
  awaitFixtures,
  passOverOtherProjects,
  passOverServers,
  passOverUnknownHooks,
  runAsDeclared,
  setVariables,
  standInForVariables,
  useDjangoSettings,
} from "./running.ts";
import { readSymptoms } from "./symptoms.ts";
import {
  unpinBroken,
  useFirstReleases,
  useNewerPytest,
  useNewerThanDay,
  useNextReleases,
  useOlderPytest,
  useOlderVersion,
} from "./versions.ts";

/** In the order in which they are tried: what the repository itself says goes before what the failure alone tells, small changes before great ones. */
const RULES: readonly Rule[] = [
  useOlderTools,
  useNewerThanDay,
  useFirstReleases,
  buildBesideNeeds,
  buildFromSource,
  useNewerPytest,
  unpinBroken,
  passOverOtherProjects,
  passOverUnknownHooks,
  prepareTests,
  addMissing,
  importBesideTests,
  useDjangoSettings,
  awaitFixtures,
  useOlderInterpreter,
  setVariables,
  standInForVariables,
  goBackToCommit,
  useNextReleases,
  useOlderPytest,
  useOlderVersion,
  runAsDeclared,
  passOverServers,
  useOtherInterpreter,
  leaveOut,
  runFromCheckout,
];

/** What may help in a case, the most faithful first. Nothing that the repository's own requirements rule out. */
export function proposeRemedies(given: Case): readonly Proposal[] {
  const symptoms = readSymptoms(given.trouble);
  return RULES.flatMap((rule) => {
    const [first, ...others] = symptoms.filter(({ kind }) => rule.answers.includes(kind));
    return first === undefined ? [] : rule.propose([first, ...others], given);
  }).filter(({ changes }) => isAllowed(changes, given));
}

function isAllowed({ builtWith = [], bounds = [] }: Proposal["changes"], { project }: Case): boolean {
  const ofBuild = project.isPackaged ? askedOfBuild(project.files) : [];
  return (
    !builtWith.some((bound) => contradicts(bound, ofBuild)) &&
    !bounds.some((bound) => contradicts(bound, project.dependencies))
  );
}
