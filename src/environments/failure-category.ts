import type { CommandOutcome } from "../sandbox/index.ts";
import type { EnvironmentFailure } from "../spec/index.ts";
import { findMissing } from "./system/missing.ts";

const UNREACHABLE =
  /dial tcp|i\/o timeout|TLS handshake|connection (?:refused|reset)|Could not resolve host|failed to (?:download|fetch|get)[^\n]*(?:timed out|network)|spurious network error|Could not transfer artifact|502 Bad Gateway|503 Service|\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|ERR_SOCKET_TIMEOUT)\b/i;
/** npm, yarn and pnpm ask the host of a git repository: that is no registry. */
const OF_GIT_HOST =
  /An unknown git error occurred|Command failed with exit code 128: git\b|Exit code: 128\s+Command: git\b/;
const UNRESOLVED =
  /no matching versions?|unknown revision|failed to select a version|no matching package named|module [^\n]* found[^\n]*, but does not contain package|404 Not Found|410 Gone|ERESOLVE|ETARGET|invalid version|Could not find artifact|Non-resolvable/i;

const OTHER_CONTENT =
  /SECURITY ERROR|checksum mismatch|checksum for [^\n]* (?:changed|differs)|EINTEGRITY|TARBALL_INTEGRITY|Integrity check failed|YN0018|hash mismatch/i;

/** True where an installer says that a file is not what a lock lists. */
export function isOtherContent(text: string): boolean {
  return OTHER_CONTENT.test(text);
}

/** What a failed command failed at, by what it printed; `otherwise` where nothing tells. */
export function categoryOfOutput(
  outcome: CommandOutcome,
  otherwise: EnvironmentFailure["category"],
): EnvironmentFailure["category"] {
  if (outcome.status === "timed-out") return "timed_out";
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  if (findMissing(text) !== undefined) return "needs_system_package";
  if (OF_GIT_HOST.test(text)) return "resolution_failed";
  if (UNREACHABLE.test(text)) return "registry_unreachable";
  return UNRESOLVED.test(text) ? "resolution_failed" : otherwise;
}
