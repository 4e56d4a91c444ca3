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

test.each([
  ["_Frame", '_Frame = Literal[\n    "day",\n    "days",  # and more\n]\n', ["str"], ["day", "days"]],
  ["Optional[_Frame]", "_Frame: TypeAlias = 'Literal[1]'\n", ["int", "null"], [1, null]],
  ["Key", "Key = (\n    Literal[1]\n    | Literal['a']\n)\n", ["int", "str"], [1, "a"]],
  ["Names", "type Name = Literal['a']\ntype Names = Name | None\n", ["str", "null"], ["a", null]],
  ["Id", 'Id = NewType("Id", bool)\n', ["bool"], [true, false]],
  ["Flag", "if TYPE_CHECKING:\n    Flag = typing.Union[bool, None]\n", ["bool", "null"], [true, null, false]],
])("%s is what its file gives that name to: %j", (annotation, fileText, types, values) => {
  expect(readAnnotation(annotation, fileText)).toMatchObject({ types, values });
});

test.each([
  ["Node", "Node = make_class('Node', [])\n"],
  ["Loop", "Loop = Union[Loop, int]\n"],
  ["Other", "Another = int\nOther == int\n"],
])("%s stays unknown where nothing says what it is: %j", (annotation, fileText) => {
  expect(readAnnotation(annotation, fileText).types).toEqual([]);
});
