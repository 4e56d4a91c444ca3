import { isCoreShape } from "../../../analysis/index.ts";
import type { Definition } from "../../../languages/index.ts";
import type { PreparedSource } from "../../prepared-source.ts";

/** A body that is so like another one of its file, names and constants aside, is copied, not written. */
const GIVEN_AWAY = 0.8;

/** Why a target makes no core task, whatever its suite shows; undefined where it may make one. */
export function findSimplicity(
  prepared: Pick<PreparedSource, "definedNames" | "nearestTo">,
  definition: Definition,
): string | undefined {
  if (!isCoreShape(definition, prepared.definedNames))
    return "its shape is simple: fewer than three statements, or neither a branch nor calls that build on each other";
  const nearest = prepared.nearestTo(definition);
  if (nearest === undefined || nearest.likeness < GIVEN_AWAY) return undefined;
  const { name, lines } = nearest.definition;
  return `its neighbour gives it away: ${name} (line ${lines.start}) is ${Math.round(100 * nearest.likeness)} % the same but for names and constants`;
}
