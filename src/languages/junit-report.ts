import type { FinishedTest } from "./test-report.ts";

/** One test case of a report. */
export interface JunitCase {
  readonly name: string;
  readonly className: string;
  readonly outcome: FinishedTest["outcome"];
  /** What failed, or what the test printed where it failed. */
  readonly message: string;
  /** What the test printed, as far as the report has it. */
  readonly output: string;
}

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Reads the test cases of JUnit's XML, as runners write it: elements of test cases hold no test cases. What makes no sense is passed over. */
export function readJunit(xml: string): readonly JunitCase[] {
  const sections: string[] = [];
  const plain = xml.replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => {
    sections.push(text);
    return `&cdata${sections.length - 1};`;
  });
  const read = (text: string): string => decode(text, sections);
  return [...plain.matchAll(CASE)].map(([, head = "", body = ""]) => {
    const attributes = attributesOf(head, read);
    return {
      name: attributes.get("name") ?? "",
      className: attributes.get("classname") ?? "",
      outcome: outcomeOf(attributes.get("status"), body),
      message: messageOf(body, read),
      output: read(outputOf(body)),
    };
  });
}

function outcomeOf(status: string | undefined, body: string): FinishedTest["outcome"] {
  if (/<skipped\b/.test(body) || status === "disabled" || status === "notrun") return "skipped";
  if (/<error\b/.test(body)) return "error";
  return /<failure\b/.test(body) || status === "fail" ? "failed" : "passed";
}

function messageOf(body: string, read: (text: string) => string): string {
  const [, head = "", text = ""] =
    /<(?:failure|error)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/.exec(body) ?? [];
  const told = [attributesOf(head, read).get("message") ?? "", read(text), read(outputOf(body))];
  return head === "" && text === "" ? "" : told.filter((part) => part.trim() !== "").join("\n");
}

function outputOf(body: string): string {
  return /<system-out>([\s\S]*?)<\/system-out>/.exec(body)?.[1] ?? "";
}

function attributesOf(head: string, read: (text: string) => string): ReadonlyMap<string, string> {
  return new Map(
    [...head.matchAll(ATTRIBUTE)].map(([, name = "", double, single]) => [
      name,
      read(double ?? single ?? ""),
    ]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decode(text: string, sections: readonly string[]): string {
  return text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|cdata(\d+)|(\w+));/gi,
    (whole, hex, decimal, section, name: string) => {
      if (section !== undefined) return sections[Number(section)] ?? "";
      const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
      if (hex !== undefined || decimal !== undefined)
        return code <= 0x10ffff ? String.fromCodePoint(code) : "";
      return ENTITIES[name] ?? whole;
    },
  );
}
