import { expect, test } from "vitest";

import { withoutOwnCode } from "../../src/curation/own-code.ts";
import type { CaseRecipe } from "../../src/spec/index.ts";

const CODE = 'def place(self, title):\n    """Stellt ein Buch zurück."""\n    return self.copies["title"]';

function call(parts: Partial<CaseRecipe>): { readonly recipe: CaseRecipe } {
  return { recipe: { shared: [], positional: [], keywords: {}, files: {}, variables: {}, ...parts } };
}

test("calls that are given the target's own code are left out", () => {
  const file = Buffer.from(`class Shelf:\n    ${CODE}\n`).toString("latin1");
  const own = [
    call({ files: { "tree/shelf.py": file } }),
    call({ positional: [`class Shelf:\n    ${CODE}\n`] }),
    call({ shared: [{ dict: [["source", CODE]] }], keywords: { code: { ref: 0 } } }),
  ];
  const others = [
    call({ files: { "tree/shelf.py": "class Shelf:\n    def place(self, title): ...\n" } }),
    call({ positional: ["def place"] }),
  ];
  expect(withoutOwnCode([...own, ...others], CODE)).toEqual(others);
});
