import type { TaskRecord } from "../../spec/index.ts";
import type { Mentions } from "../prepared-source.ts";

const FENCED = String.raw`:\n\n(\x60{3,})\w*\n([\s\S]*?)\n`;
const CALL_SITE = new RegExp(
  `^\`([^\`\\n]+):(\\d+)\`, in \`([^\`\\n]+)\`(, as far as the name tells)?${FENCED}\\5$`,
  "gmu",
);
const FOREIGN = new RegExp(`^\`([^\`\\n]+)\`${FENCED}\\2$`, "gmu");
const PASSAGE = new RegExp(`^\`([^\`\\n]+):(\\d+)\`${FENCED}\\3$`, "gmu");

/** What of the repository an instruction points to, read back from its text. */
export function readMentions(text: string, sections: TaskRecord["instruction"]): Mentions {
  const found = splitSections(text, sections);
  return {
    callSites: [...(found.get("Calls in the repository") ?? "").matchAll(CALL_SITE)].map(
      ([, path = "", line, caller = "", byName, , code = ""]) => ({
        path,
        line: Number(line),
        caller,
        isByName: byName !== undefined,
        text: code,
      }),
    ),
    foreignNames: [...(found.get("From other files of the repository") ?? "").matchAll(FOREIGN)].map(
      ([, path = "", , code = ""]) => ({ path, line: 1, text: code }),
    ),
    passages: [...(found.get("From the repository's documentation") ?? "").matchAll(PASSAGE)].map(
      ([, path = "", line, , passage = ""]) => ({ path, line: Number(line), text: passage }),
    ),
  };
}

/** The texts of an instruction's sections, which stand in the order of the record. */
function splitSections(text: string, sections: TaskRecord["instruction"]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let end = text.length;
  for (const { section } of sections.toReversed()) {
    const heading = `## ${section}\n\n`;
    const start = text.lastIndexOf(heading, end - 1);
    if (start < 0) continue;
    found.set(section, text.slice(start + heading.length, end));
    end = start;
  }
  return found;
}
