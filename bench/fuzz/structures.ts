import type { FileStructure } from "../../src/languages/index.ts";
import { damageSources } from "./damaged-sources.ts";
import type { Fuzz } from "./fuzz.ts";

/** Source files of every language, damaged, against what reads their structure. */
export async function structuresFuzz(): Promise<Fuzz> {
  const sources = await damageSources("structure");
  return {
    make: sources.make,
    check: (input) => {
      const { language, path, bytes } = sources.open(input);
      const decoded = language.files.decode(bytes);
      if (decoded.status === "refused") return `undecoded ${language.name}`;
      const read = language.structure.read(path, decoded.text);
      checkSpans(read, Buffer.byteLength(decoded.text));
      return `${language.name} ${read.refused ?? "read"} ${read.declarations.length} ${read.syntaxErrorLines.join()}`;
    },
  };
}

function checkSpans({ declarations }: FileStructure, length: number): void {
  for (const [index, { name, parent, spans }] of declarations.entries()) {
    const { whole, header, body } = spans;
    const bounds = [
      0,
      whole.start,
      header.start,
      header.end,
      body?.start ?? header.end,
      body?.end ?? header.end,
      whole.end,
      length,
    ];
    if (bounds.some((bound, at) => bound < (bounds[at - 1] ?? 0)))
      throw new Error(`spans of ${name}: ${bounds.join()}`);
    const around = parent === undefined ? undefined : declarations[parent];
    if (parent === undefined) continue;
    if (parent >= index || around === undefined) throw new Error(`${name} stands before what it stands in`);
    if (around.spans.whole.start > whole.start || around.spans.whole.end < whole.end)
      throw new Error(`${name} is not in ${around.name}`);
  }
}
