import { describeKnownNames, UsageError } from "../base/index.ts";
import type { BuildSystem, NeededProgram } from "./build-system.ts";
import type { EnvironmentOptions } from "./options.ts";
import { c } from "./c/build-system.ts";
import { cargo } from "./cargo/build-system.ts";
import { go } from "./go/build-system.ts";
import { javascript } from "./javascript/build-system.ts";
import { maven } from "./maven/build-system.ts";
import { python } from "./python/build-system.ts";

/** Every build system the toolkit knows, by the language of its environments. In a tree that several declare, the first counts. */
const buildSystems: readonly BuildSystem[] = [python, go, cargo, maven, javascript, c];

/** The build systems to choose from. */
export function listBuildSystems({
  language,
  buildSystems: given = buildSystems,
}: Pick<EnvironmentOptions, "buildSystems" | "language">): readonly BuildSystem[] {
  return given.filter((system) => language === undefined || system.language === language);
}

/** Programs of this machine that making environments of any kind uses. */
export function neededPrograms(): readonly NeededProgram[] {
  return buildSystems.flatMap(({ programs }) => programs);
}

/** The build system of a recipe's language. Throws `unknown-build-system`. */
export function getBuildSystem(
  language: string,
  { buildSystems: known = buildSystems }: Pick<EnvironmentOptions, "buildSystems">,
): BuildSystem {
  const found = known.find((system) => system.language === language);
  if (found !== undefined) return found;
  const names = known.map((system) => system.language);
  throw new UsageError(
    "unknown-build-system",
    `Cannot make environments of "${language}": there is no build system for it. ${describeKnownNames(language, names)}`,
  );
}
