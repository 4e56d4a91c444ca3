import type { Parser } from "web-tree-sitter";

import { atBoundary, DioramaError } from "../../base/index.ts";
import type { EditRecord, TargetRecord } from "../../spec/index.ts";
import type { Definition, Editing, SpliceOutcome } from "../language.ts";
import type { FileIndex, IndexOutcome } from "./file-index.ts";
import { maskedBody, type PreparedSource } from "./sites.ts";
import { spliceCompletion } from "./splice.ts";

/** What stands in the place of a hidden body. */
export const PLACEHOLDER = "raise NotImplementedError";

/** Cutting and splicing of Python targets. Throws `definition-not-in-file` where text and definition do not belong together. */
export function createEditing(parser: Parser, index: (text: string) => IndexOutcome): Editing {
  return {
    mask(text, definition) {
      const located = locate(index(text), definition);
      return maskBody(located.index, located.site, definition.path);
    },
    splice(text, definition, completion) {
      const located = locate(index(text), definition);
      return atBoundary(
        () => spliceCompletion(parser, located.index, located.site, { path: definition.path, completion }),
        (message) => notRead(definition, message),
      );
    },
    describe: describeTarget,
  };
}

/** Of a completion that nobody foresaw: it is its author's affair, for no other completion ends so. */
function notRead({ name }: Definition, message: string): SpliceOutcome {
  return {
    status: "refused",
    reason: "not_parsable",
    message: `Cannot use the completion for "${name}": reading it failed (${message}).`,
  };
}

function locate(outcome: IndexOutcome, definition: Definition): { index: FileIndex; site: PreparedSource } {
  if (outcome.status === "indexed") {
    const { index } = outcome;
    const start = index.source.indexAt(definition.spans.whole.start);
    const site = index.sites.find((one) => one.outer.start === start);
    if (site !== undefined) return { index, site };
  }
  throw new DioramaError(
    "definition-not-in-file",
    `Cannot edit "${definition.name}" of ${definition.path}: the text given has no such definition at byte ${definition.spans.whole.start}.`,
    { hint: "Parse the same text that is edited." },
  );
}

function maskBody(
  { source }: FileIndex,
  site: PreparedSource,
  path: string,
): { text: string; edit: EditRecord } {
  const { start, end, text: placeholder } = maskedBody(site, PLACEHOLDER);
  const text = source.text.slice(0, start) + placeholder + source.text.slice(end);
  return {
    text,
    edit: { path, span: { start: source.byteAt(start), end: source.byteAt(end) }, placeholder },
  };
}

function describeTarget(definition: Definition): TargetRecord {
  return {
    path: definition.path,
    name: definition.name,
    kind: definition.kind,
    signature: definition.signature,
    parameters: definition.parameters.map((parameter) => parameter.name),
    is_method: definition.className !== undefined,
    is_async: definition.isAsync,
    is_generator: definition.isGenerator,
    class_name: definition.className ?? null,
    return_annotation: definition.returnAnnotation ?? null,
  };
}
