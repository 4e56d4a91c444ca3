import type { BuildOptions } from "../../curation.ts";
import { findSimplicity } from "./simplicity.ts";
import type { PreparedSource, PreparedTarget } from "../../prepared-source.ts";
import type { Rejection } from "../kind.ts";

/** What speaks against a target without running anything; undefined where nothing does. Depends on its arguments alone. */
export function screenTarget(
  prepared: PreparedSource,
  { definition, module }: PreparedTarget,
  { tier }: BuildOptions,
): Rejection | undefined {
  const refused = prepared.licences.findRefused(definition.path);
  if (refused !== undefined) return { reason: "licence", detail: refused };
  if (module === "")
    return {
      reason: "import_failed",
      detail: "no import reaches its file: it is outside the import path, or a dot stands in its name",
    };
  const simplicity = tier === "core" ? findSimplicity(prepared, definition) : undefined;
  if (simplicity !== undefined) return { reason: "tier", detail: simplicity };
  const [leak] = prepared.findLeaks(definition);
  if (leak !== undefined) return { reason: "answer_reachable", detail: `${leak.place}: ${leak.detail}` };
  const plan = prepared.twinsOf(definition);
  return plan.status === "rejected" ? { reason: "twin", detail: plan.detail } : undefined;
}
