import type { EnvironmentRequest } from "../../../spec/index.ts";
import type { PlanFields } from "../../build-system.ts";
import { NO_ADJUSTMENTS, type Adjustments } from "../adjustments.ts";
import { versionsOf } from "../dates.ts";
import type { DeclaredProject } from "../declared.ts";
import { findFieldProblem } from "./check-fields.ts";
import { editedFields, type EditedFields } from "./fields.ts";

/** What fields come to, or what speaks against them. */
export type PlanEdit =
  | { readonly status: "edited"; readonly requested: EnvironmentRequest; readonly adjustments: Adjustments }
  | { readonly status: "refused"; readonly problem: string };

/** What a plan is edited from. */
export interface EditedFrom {
  readonly project: DeclaredProject;
  /** What the user asked for: no edit changes that. */
  readonly user: EnvironmentRequest;
  readonly current: PlanFields;
  readonly adjustments: Adjustments;
}

/** Puts fields in the place of what a plan holds. */
export function editPlan(fields: PlanFields, { project, user, current, adjustments }: EditedFrom): PlanEdit {
  const read = editedFields.safeParse(fields);
  if (!read.success) {
    const [issue] = read.error.issues;
    return {
      status: "refused",
      problem: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}`,
    };
  }
  const merged = editedFields.parse({ ...current, ...read.data });
  const problem = findFieldProblem(merged, project, user);
  if (problem !== undefined) return { status: "refused", problem };
  return {
    status: "edited",
    requested: requestOf(merged, user),
    adjustments: {
      ...NO_ADJUSTMENTS,
      translated: adjustments.translated,
      prepared: adjustments.prepared,
      without: merged.without ?? [],
      bounds: merged.bounds ?? [],
      builtWith: merged.build_bounds ?? [],
      fromSource: adjustments.fromSource,
      buildNeeds: merged.build_requirements ?? [],
      versions: versions(merged, adjustments),
      isUnbuilt: merged.from_checkout === true,
      roots: merged.import_roots?.length === 0 ? undefined : (merged.import_roots ?? undefined),
    },
  };
}

function versions(
  { versions_until: day, python }: EditedFields,
  { versions: before }: Adjustments,
): Adjustments["versions"] {
  if (typeof day !== "string" || typeof python !== "string") return undefined;
  return before?.date === day ? before : versionsOf(day, python);
}

/** As a user would have asked, what the user did ask for first. */
function requestOf(fields: EditedFields, user: EnvironmentRequest): EnvironmentRequest {
  const extras = fields.extras ?? [];
  const required = [
    ...(user.with ?? []),
    ...(extras.length === 0 ? [] : [`.[${extras.join(",")}]`]),
    ...(fields.requirements ?? []),
  ];
  const env = { ...fields.variables, ...user.env };
  const { python, test_command: command } = fields;
  return {
    ...user,
    ...(required.length === 0 ? {} : { with: [...new Set(required)] }),
    ...(typeof python === "string" ? { python } : {}),
    ...(typeof command === "string" ? { test_command: command } : {}),
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}
