import { DioramaError, digestOf, fence } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import { joinSections, type Instruction, type Section } from "../kinds/function/instruction/instruction.ts";

const DOCUMENTATION = "Documentation";
const HEADER = "Header";

/** The sections of a task's instruction with their texts, by the digests of its record. Throws `corrupt-record`. */
export function readSections({
  record,
  instruction,
}: Pick<LoadedTask, "record" | "instruction">): readonly Section[] {
  let rest = instruction;
  return record.instruction.map(({ section, origin, digest }, index) => {
    const next = record.instruction[index + 1];
    const head = `## ${section}\n\n`;
    const ends = next === undefined ? [rest.length] : endsBefore(rest, `\n## ${next.section}\n\n`);
    const text = ends
      .map((end) => rest.slice(head.length, end).replace(/\n$/, ""))
      .find((each) => digestOf(each) === digest);
    if (text === undefined || !rest.startsWith(head))
      throw new DioramaError(
        "corrupt-record",
        `The instruction of task ${record.id} is not the one of its record.`,
      );
    rest = rest.slice(head.length + text.length + 2);
    return { section, origin, text };
  });
}

/** Every place where a text goes on with another one. */
function endsBefore(text: string, mark: string): readonly number[] {
  const ends: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) ends.push(at);
  return ends;
}

/** The documentation that an instruction has now, without its fence; empty where there is none. */
export function documentationOf(sections: readonly Section[]): string {
  const text = sections.find(({ section }) => section === DOCUMENTATION)?.text ?? "";
  return text.split("\n").slice(1, -1).join("\n");
}

/** The instruction with another documentation, which stands behind the header where there was none. */
export function withDocumentation(sections: readonly Section[], text: string): Instruction {
  const written = { section: DOCUMENTATION, origin: "a model, checked", text: fence("text", text) };
  const others = sections.filter(({ section }) => section !== DOCUMENTATION);
  const place = others.findIndex(({ section }) => section === HEADER) + 1;
  return joinSections([...others.slice(0, place), written, ...others.slice(place)]);
}
