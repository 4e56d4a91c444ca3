import { expect, test } from "vitest";

import { readAnnotation } from "../../../../src/languages/python/inputs/annotation.ts";

test.each([
  ["str", ["str"]],
  ["int | None", ["int", "null"]],
  ["Optional[str]", ["str", "null"]],
  ["typing.Union[int, float]", ["int", "float", "int"]],
  ["'list[int]'", ["list"]],
  ["dict[str, list[int]]", ["dict"]],
  ["Literal['asc', 'desc', None]", ["str", "null"]],
  ["Annotated[int, Field(gt=0)]", []],
  ["Widget", []],
  ["Widget | str", []],
])("%s admits the types %j", (annotation, types) => {
  expect(readAnnotation(annotation).types).toEqual(types);
});

test("values of nested annotations have the declared shape", () => {
  const [first] = readAnnotation("dict[str, tuple[int, ...]]").values;
  expect(first).toEqual({
    dict: [
      ["", { tuple: [0, 1, 2] }],
      ["a", { tuple: [] }],
    ],
  });
  expect(readAnnotation("Literal['asc', 3, True]").values).toEqual(["asc", 3, true]);
  expect(readAnnotation("tuple[int, str]").values).toEqual([
    { tuple: [0, "a"] },
    { tuple: [1, "Hello World"] },
    { tuple: [2, "  two  words "] },
  ]);
});

test("annotations that are not understood make no values", () => {
  expect(readAnnotation("Callable[[int], str]").values).toEqual([]);
  expect(readAnnotation("list[Widget]").values).toEqual([]);
  expect(readAnnotation("list[").values).toEqual([]);
});
