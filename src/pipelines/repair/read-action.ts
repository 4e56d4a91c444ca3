import { z } from "zod";

import { parseJson } from "../../base/index.ts";

/** What a model may do in a turn. Nothing else is done, whatever an answer says. */
const repairAction = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("run"),
    command: z.string().min(1).max(4_000),
    network: z.boolean().optional(),
  }),
  z.strictObject({
    action: z.literal("read"),
    path: z.string().min(1).max(1_000),
    from: z.int().positive().optional(),
  }),
  z.strictObject({ action: z.literal("edit"), fields: z.record(z.string(), z.unknown()) }),
  z.strictObject({ action: z.literal("verify") }),
  z.strictObject({ action: z.literal("give_up"), why: z.string().min(1).max(1_000) }),
]);
export type RepairAction = z.infer<typeof repairAction>;

/** Why an answer or what it asks for is not done. */
export type BadAnswer =
  | "no_action"
  | "several_actions"
  | "not_json"
  | "unknown_action"
  | "refused_edit"
  | "unknown_file"
  | "unchanged"
  | "nothing_left";

/** An answer read. */
export type ReadAction =
  | { readonly status: "read"; readonly action: RepairAction }
  | { readonly status: "refused"; readonly reason: BadAnswer; readonly problem: string };

/** Reads the one action of an answer: the JSON object of its fenced block, or the object that the answer is. */
export function readAction(answer: string): ReadAction {
  const text = answer.replaceAll("\r\n", "\n");
  const fenced = [...text.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n([^]*?)^[ \t]*\1[ \t]*$/gm)].map(
    ([, , body = ""]) => body.trim(),
  );
  const objects = fenced.filter((body) => body.startsWith("{"));
  const bare = text.trim();
  const found = objects.length > 0 ? objects : bare.startsWith("{") ? [bare] : [];
  const [only] = found;
  if (only === undefined) return refuse("no_action", "there is no JSON object in a fenced block");
  if (found.length > 1) return refuse("several_actions", "there are several actions, one a turn is done");
  const value = parseJson(only);
  if (value === undefined)
    return refuse("not_json", "the block holds no JSON that can be read, or more than one object");
  const read = repairAction.safeParse(value);
  if (read.success) return { status: "read", action: read.data };
  const [issue] = read.error.issues;
  return refuse(
    "unknown_action",
    `${issue?.path.join(".") ?? ""} ${issue?.message ?? "it has another form"}`.trim(),
  );
}

function refuse(reason: BadAnswer, problem: string): ReadAction {
  return { status: "refused", reason, problem };
}
