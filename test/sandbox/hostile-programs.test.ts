import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { hostilePrograms } from "../conformance/hostile-programs.ts";

const folder = fileURLToPath(new URL("../fixtures/programs/hostile", import.meta.url));
/** What programs import. */
const modules = ["trying", "meeting", "lingering"];

test("every hostile program is listed, and says in its head what being confined looks like", () => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".py"))
    .map((name) => name.slice(0, -".py".length));
  expect(new Set(names).difference(new Set(modules))).toEqual(new Set(Object.keys(hostilePrograms)));
  const silent = names.filter(
    (name) =>
      !/^"""[^]*?(?:Confined: |outcome: `meeting.py`)[^]*?"""/.test(
        readFileSync(join(folder, `${name}.py`), "utf8"),
      ),
  );
  expect(silent).toEqual([]);
});
