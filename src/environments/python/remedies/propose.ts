import { buildBesideNeeds, leaveOut, runFromCheckout, useOlderTools } from "./building.ts";
import { goBackToCommit, useOlderInterpreter, useOtherInterpreter } from "./interpreters.ts";
import { addMissing } from "./missing-modules.ts";
import type { Case, Proposal, Rule } from "./remedy.ts";
import { runAsDeclared, setVariables, useDjangoSettings } from "./running.ts";
import { useOlderPytest, useOlderVersion } from "./versions.ts";

/** In the order in which they are tried: what the repository itself says goes before what the failure alone tells, small changes before great ones. */
const RULES: readonly Rule[] = [
  useOlderTools,
  buildBesideNeeds,
  addMissing,
  useDjangoSettings,
  useOlderInterpreter,
  setVariables,
  goBackToCommit,
  useOlderPytest,
  useOlderVersion,
  runAsDeclared,
  useOtherInterpreter,
  leaveOut,
  runFromCheckout,
];

const NO_NETWORK =
  /NameResolutionError|gaierror|name resolution|Max retries exceeded|Network is unreachable|ConnectError|Cannot connect to host|urlopen error|ConnectionRefusedError/;

/** What may help in a case, the most faithful first. Of tests that want a network, which none get, only another choice of them. */
export function proposeRemedies(given: Case): readonly Proposal[] {
  const { failure } = given.trouble;
  const wantsNetwork = failure?.category === "tests_failed" && NO_NETWORK.test(failure.cause?.text ?? "");
  return (wantsNetwork ? [runAsDeclared] : RULES).flatMap((rule) => rule(given));
}
