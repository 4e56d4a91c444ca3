import { describe, expect, it } from "vitest";

import { refusedTypesOf } from "../../../../src/languages/python/inputs/type-guards.ts";

describe("the type that a guard refuses", () => {
  const refused = (body: string, types: readonly string[] = ["str"]): string | undefined =>
    refusedTypesOf(`def f(x, y):\n    ${body.replaceAll("\n", "\n    ")}\n`, "x").find(
      ({ type }) => !types.includes(type),
    )?.type;

  it("is one that neither the guard nor the calls take", () => {
    expect(refused('if not isinstance(x, str):\n    raise TypeError("no text")\nreturn x')).toBe("int");
    expect(refused("if not isinstance(x, (int, float)):\n    raise TypeError(x)", ["int", "float"])).toBe(
      "str",
    );
    expect(refused("if not isinstance(x, numbers.Number):\n    raise TypeError(x)", ["int", "str"])).toBe(
      "list",
    );
  });

  it("is seen behind a message, and at the end of other tests", () => {
    expect(
      refused('if x is not None and not isinstance(x, str):\n    msg = "no"\n    raise TypeError(msg)'),
    ).toBe("int");
    expect(refused("if isinstance(x, str):\n    return x\nelse:\n    raise TypeError(x)")).toBe("int");
  });

  it("is none where nothing is refused, or another parameter is, or the guard takes anything", () => {
    expect(refused("if not isinstance(x, str):\n    x = str(x)\nreturn x")).toBeUndefined();
    expect(refused("if not isinstance(y, str):\n    raise TypeError(y)")).toBeUndefined();
    expect(refused("if not isinstance(x, object):\n    raise TypeError(x)")).toBeUndefined();
  });
});
