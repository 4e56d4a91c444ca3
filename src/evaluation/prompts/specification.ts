import { fence } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import type { Definition, Language } from "../../languages/index.ts";

/** What a model is told of a task, before the context. */
export const specifications = {
  full: (task: LoadedTask) => task.instruction.trimEnd(),
  signature: describeSignature,
} satisfies Record<string, (task: LoadedTask, definition: Definition, language: Language) => string>;

/** A name in the registry. */
export type SpecificationName = keyof typeof specifications;

/** The names, as `--help` lists them. */
export const specificationNames = Object.keys(specifications) as readonly SpecificationName[];

/** The header and where it stands, and nothing else: what a model knows already scores here. */
function describeSignature({ record }: LoadedTask, definition: Definition, { present }: Language): string {
  const { name, path } = definition;
  return `## Task\n\nWrite the body of \`${name}\` in \`${path}\`. It was removed.\n\n## Header\n\n${fence(record.language, present.header(definition))}`;
}
