import { expect, test } from "vitest";

import { typesOfAnnotation, valuesOfAnnotation } from "../../src/testgen/annotation.ts";

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
  expect(typesOfAnnotation(annotation)).toEqual(types);
});

test("values of nested annotations have the declared shape", () => {
  const [first] = valuesOfAnnotation("dict[str, tuple[int, ...]]");
  expect(first).toEqual({
    dict: [
      ["", { tuple: [0, 1, 2] }],
      ["a", { tuple: [] }],
    ],
  });
  expect(valuesOfAnnotation("Literal['asc', 3, True]")).toEqual(["asc", 3, true]);
  expect(valuesOfAnnotation("tuple[int, str]")).toEqual([
    { tuple: [0, "a"] },
    { tuple: [1, "Hello World"] },
    { tuple: [2, "  two  words "] },
  ]);
});

test("annotations that are not understood make no values", () => {
  expect(valuesOfAnnotation("Callable[[int], str]")).toEqual([]);
  expect(valuesOfAnnotation("list[Widget]")).toEqual([]);
  expect(valuesOfAnnotation("list[")).toEqual([]);
});
