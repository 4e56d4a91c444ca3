import type { LoadedTask } from "../../datasets/index.ts";
import { describeCase, rulesOf, type ComparisonRules } from "../../judge/index.ts";
import { loadParts, type Definition } from "../../languages/index.ts";
import { definitionOf } from "../../curation/index.ts";
import { findGrader } from "../../spec/index.ts";

/** A file to begin solving a task in: where things are and the visible examples as comments, the header, the docstring, an empty body. */
export async function startingFile(task: LoadedTask): Promise<string> {
  const language = await loadParts(
    task.record.language,
    ["syntax", "editing", "modules", "present"],
    "begin a solution",
  );
  const { originalText: text, definition } = definitionOf(task, language);
  const { edit } = language.editing.mask(text, definition);
  const head = Buffer.from(text).subarray(definition.spans.whole.start, edit.span.start).toString();
  const body = language.present.emptyBody(edit.placeholder);
  const lines = commentLines(task, definition, await rulesOf(task.record));
  const comments = lines.map((line) => language.present.comment(line).trimEnd());
  return `${comments.join("\n")}\n\n${dedent(head + body, definition.indentation).trimEnd()}\n`;
}

function commentLines(
  { record, instruction, directory, maskedTree }: LoadedTask,
  definition: Definition,
  rules: ComparisonRules,
): string[] {
  const [target] = record.targets;
  const tests = findGrader(record, "tests")?.shown ?? [];
  const sessions =
    target === undefined
      ? []
      : record.visible_examples.map((example) => describeCase(target, example, example.observation, rules));
  return [
    `Write the body of ${definition.name} in ${definition.path}.`,
    `The whole request: ${directory}/instruction.md (${instruction.split("\n").length} lines)`,
    `The repository around it: ${maskedTree}`,
    ...(sessions.length === 0 ? [] : ["", "Examples:"]),
    ...(tests.length === 0
      ? []
      : ["", "Tests, whose text the request shows:", ...tests.map((id) => `    ${id}`)]),
    ...sessions.flatMap((session) => ["", ...session.split("\n").map((line) => `    ${line}`)]),
  ];
}

/** Takes a definition out of the class it stands in: its first line begins at its own first character already. */
function dedent(text: string, indentation: string): string {
  if (indentation === "") return text;
  return text
    .split("\n")
    .map((line) => (line.startsWith(indentation) ? line.slice(indentation.length) : line))
    .join("\n");
}
