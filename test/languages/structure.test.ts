import { join } from "node:path";
import { describe } from "vitest";

import { languages, loadParts } from "../../src/languages/index.ts";
import { describeStructure, readSamples } from "../conformance/structure.ts";

const FIXTURES = join(import.meta.dirname, "../fixtures/languages");

for (const name of Object.keys(languages))
  describe(name, async () => {
    const language = await loadParts(name, ["structure"], "test its structure");
    const comment = (text: string): string => (name === "python" ? `# ${text}` : `/* ${text} */`);
    describeStructure(language, readSamples(language, join(FIXTURES, name)), comment);
  });
