import { expect, test } from "vitest";

import { showPythonCall } from "../../../../src/languages/python/present/show-call.ts";
import { showPythonValue } from "../../../../src/languages/python/present/show-value.ts";
import { caseRecipe, type CaseRecipe } from "../../../../src/spec/index.ts";

const inner = { local_class: { text: "class Inner(Form):\n    name = Text()", values: {} } };
const outer = {
  local_class: {
    text: "class Outer(Form):\n    sub = Part(Inner, check)\n\n    def size(self):\n        return limit",
    values: {
      Form: { named: "forms:Form" },
      Inner: inner,
      Part: { named: "forms:Part" },
      check: { function: { text: "def check(part):\n    return part.name" } },
      limit: { dict: [["most", 3]] },
    },
  },
};
const made = { made: { of: outer, call: "__call__", positional: ["x"], keywords: {} } };

function show(name: string, kind: "method" | "function", given: object): string[] {
  const recipe = caseRecipe.parse({ positional: [], keywords: {}, ...given }) as CaseRecipe;
  const target = { name, kind, class_name: null, parameters: [], is_async: false, is_generator: false };
  return showPythonCall(target, recipe, (value) => showPythonValue(value, { shared: recipe.shared }));
}

const classes = [
  ">>> class Inner(Form):",
  "...     name = Text()",
  ">>> def check(part):",
  "...     return part.name",
  ">>> limit = {'most': 3}",
  ">>> class Outer(Form):",
  "...     sub = Part(Inner, check)",
  "...",
  "...     def size(self):",
  "...         return limit",
];

test("classes that tests define stand before the call, each behind what its text names", () => {
  expect(show("Form.fill", "method", { receiver: made, positional: [3] })).toEqual([
    ...classes,
    ">>> self = Outer('x')",
    ">>> self.fill(3)",
  ]);
});

test("a call of such a class, or of an object, has no name of a method", () => {
  expect(show("__call__", "method", { receiver: outer, positional: ["x"] })).toEqual([
    ...classes,
    ">>> Outer('x')",
  ]);
  const gate = { made: { class: "gates:Gate", call: "gates:Gate", positional: [3], keywords: {} } };
  expect(show("__call__", "method", { receiver: gate, positional: [5] })).toEqual([
    ">>> self = Gate(3)",
    ">>> self(5)",
  ]);
});

test("a class that two values share is told once", () => {
  const given = { shared: [inner], positional: [{ ref: 0 }, { made: { ...made.made, of: { ref: 0 } } }] };
  expect(show("join", "function", given)).toEqual([
    ">>> class Inner(Form):",
    "...     name = Text()",
    ">>> join(Inner, Inner('x'))",
  ]);
});
