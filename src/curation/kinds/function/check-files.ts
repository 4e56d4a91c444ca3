import { readFileSync } from "node:fs";

import { joinPath, readableJson } from "../../../base/index.ts";
import type { Language } from "../../../languages/index.ts";
import { comparisonOf, type TaskRecord } from "../../../spec/index.ts";

/**
 * The program that runs a task's visible examples against the tree it is started in, and what it needs to know of the task. Made from the
 * public record alone, so it can tell nothing that is hidden.
 */
export function checkFiles(
  { checkProgram, driver, modules }: Language,
  { targets: [target], environment, graders, visible_examples: examples }: TaskRecord,
): Record<string, string> {
  const visible = {
    format: "visible/1",
    target: target && {
      path: target.path,
      module: modules.nameOf(target.path, environment.import_roots),
      name: target.name,
      kind: target.kind,
    },
    import_roots: environment.import_roots,
    variables: environment.variables,
    comparison: comparisonOf({ graders }),
    examples: examples.map(({ id, recipe, observation }) => ({ id, recipe, observation })),
  };
  const programs = checkProgram.map((name) => [name, readFileSync(joinPath(driver.programs, name), "utf8")]);
  return { ...Object.fromEntries(programs), "visible.json": readableJson(visible) };
}
