import { expect, test } from "vitest";

import { documentedTypes } from "../../../../src/languages/python/inputs/documented-types.ts";

test.each([
  [
    ":param rows: An iterable (e.g. a :func:`tuple` or :class:`list`) of rows.",
    ["list", "tuple", "iterator"],
  ],
  [":param size: The size in bytes (an integer or float).", ["int", "float"]],
  [":param name: The name to look for (a string or :data:`None`).", ["str", "null"]],
  [":type size: int or None", ["int", "null"]],
  [":param str name: What it is called.", ["str"]],
  ["    rows (list, optional): What is shown.", ["list"]],
  ["    size : float or None", ["float", "int", "null"]],
  [
    ":param rows: Any Python value. Texts are read.",
    ["null", "bool", "int", "float", "str", "list", "tuple", "dict"],
  ],
  [":param name: The list of names (strings) to choose from.", ["list"]],
  [":param name: What the list (of strings) is called.", []],
  [":param name: Words that a string is made of.", []],
  ["The name is a string.", []],
] as const)("of the documentation %j", (docstring, types) => {
  const [name = ""] = /rows|size|name/.exec(docstring) ?? [];
  expect(new Set(documentedTypes(docstring, name))).toEqual(new Set<string>(types));
});
