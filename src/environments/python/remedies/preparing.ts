import { findSteps } from "../clues/steps.ts";
import type { Rule } from "./remedy.ts";

/** Makes what the repository's own files make in the tree before they run its tests. */
export const prepareTests: Rule = {
  answers: ["python_2", "missing_module", "collection_failed", "import_failed", "tests_failed"],
  propose: ([sign], { project, adjustments }) =>
    findSteps(project.files)
      .filter(({ commands }) => commands.join("\n") !== adjustments.prepared.join("\n"))
      .map(({ commands, goesBy }) => ({
        what: `with ${commands.join(", ")} before the tests`,
        sign,
        goesBy,
        changes: { prepared: commands },
      })),
};
