import type { CommandOutcome } from "../../sandbox/index.ts";
import type { EnvironmentFailure } from "../../spec/index.ts";

/** What a failed uv command failed at, by what it printed; `otherwise` where nothing tells. */
export function categoryOfInstallerFailure(
  outcome: CommandOutcome,
  otherwise: EnvironmentFailure["category"],
): EnvironmentFailure["category"] {
  if (outcome.status === "timed-out") return "timed_out";
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  if (
    /error sending request|Failed to fetch|Could not connect|tunnel error|dns error|operation timed out/i.test(
      text,
    )
  )
    return "registry_unreachable";
  if (/not found in the package registry|No solution found|no version[s]? of|unsatisfiable/i.test(text))
    return "resolution_failed";
  if (/Failed to build|build backend|Call to `.*` failed/i.test(text)) return "build_failed";
  return otherwise;
}
