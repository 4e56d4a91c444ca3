import { digestOf } from "../base/index.ts";
import type { Definition, Language } from "../languages/index.ts";
import type { TaskRecord } from "../spec/index.ts";

/** An instruction as text, and where each of its sections comes from. */
export interface Instruction {
  readonly text: string;
  readonly sections: TaskRecord["instruction"];
}

/** Lines of the masked file shown before and after the target. */
const SHOWN_LINES = 200;

/** The request for one function task, in fixed sections, made from the masked file only. Depends on its arguments alone. */
export function writeInstruction(
  language: Language,
  definition: Definition,
  maskedText: string,
): Instruction {
  const { path, name, kind, isAsync, isGenerator } = definition;
  const what = `${isAsync ? "asynchronous " : ""}${isGenerator ? "generator " : ""}${kind.replace("_", " ")}`;
  const sections = [
    {
      section: "Task",
      origin: "template",
      text: `Write the ${what} \`${name}\` in \`${path}\`. Its body was removed; everything else of the repository is as it was.`,
    },
    {
      section: "Header",
      origin: "source",
      text: fence(
        language.name,
        [...definition.decorators.map((text) => `@${text}`), definition.signature].join("\n"),
      ),
    },
    ...(definition.docstring === undefined
      ? []
      : [{ section: "Documentation", origin: "docstring", text: fence("text", definition.docstring) }]),
    {
      section: "File",
      origin: "masked file",
      text: fence(language.name, excerpt(maskedText, definition.lines.start)),
    },
    {
      section: "What is graded",
      origin: "template",
      text:
        "The function is called on inputs that are not shown. For each, the returned value (or the yielded items), the exception's class, and what " +
        "the call changed in its arguments, its receiver and files must equal what the original showed. Printed text, logs, the wording of exceptions and private helpers are not graded.",
    },
    {
      section: "Form of the answer",
      origin: "template",
      text:
        "One code block with the whole definition under its name, decorators optional. Imports, new constants and helper functions may stand before it. " +
        "Names that the file already defines must not be bound again.",
    },
  ];
  return {
    text: sections.map(({ section, text }) => `## ${section}\n\n${text}\n`).join("\n"),
    sections: sections.map(({ section, origin, text }) => ({ section, origin, digest: digestOf(text) })),
  };
}

function fence(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${text.replace(/\n$/, "")}\n${ticks}`;
}

function excerpt(text: string, line: number): string {
  const lines = text.split("\n");
  const from = Math.max(0, line - 1 - SHOWN_LINES);
  return lines.slice(from, line - 1 + SHOWN_LINES).join("\n");
}
