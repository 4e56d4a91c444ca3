import { expect, test } from "vitest";

import { openCodeIndex } from "../../../src/analysis/index.ts";
import { loadParts } from "../../../src/languages/index.ts";
import { slowTest } from "../../slow-suites.ts";

/** Enough to be worth threads: a hundred modules of the same shape, each of which calls the one before. */
const TEXTS = new Map(
  Array.from({ length: 100 }, (_, at) => {
    const import_ = at === 0 ? "" : `from module_${at - 1} import grow_${at - 1}\n\n`;
    const call = at === 0 ? "days" : `grow_${at - 1}(days)`;
    const table = Array.from(
      { length: 400 },
      (__, row) => `    ("row ${row} of ${at}", ${row}, ${at}),`,
    ).join("\n");
    return [
      `module_${at}.py`,
      `${import_}TABLE = [\n${table}\n]\n\n\ndef grow_${at}(days: int) -> int:\n    """Grün."""\n    return ${call} + 1\n`,
    ] as const;
  }),
);

slowTest("files that several threads read are read as one would, in any order of answers", async () => {
  const language = await loadParts("python", ["structure", "resolution"], "index files");
  const read = async (threads: number): Promise<unknown> => {
    const { views } = await openCodeIndex(TEXTS, { languages: [language], threads });
    return views.map((view) => [[...view.structures()], view.resolved().edges]);
  };
  const alone = await read(1);
  expect(TEXTS.values().reduce((sum, text) => sum + text.length, 0)).toBeGreaterThan(1024 * 1024);
  expect(alone).toMatchObject([[{ length: 100 }, { length: 99 }]]);
  expect(await read(3)).toEqual(alone);
});

test("an interruption ends it", async () => {
  const language = await loadParts("python", ["structure"], "index files");
  const signal = AbortSignal.abort();
  await expect(openCodeIndex(TEXTS, { languages: [language], threads: 2, signal })).rejects.toMatchObject({
    code: "interrupted",
  });
});
