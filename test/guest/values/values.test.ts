import { describe, expect, it } from "vitest";

import { observation } from "../../../src/spec/index.ts";
import { findInterpreters, runProgram } from "./interpreters.ts";

const nothing = { files: {}, keywords: {}, positional: [], status: "returned" };

describe.each(findInterpreters())("values under CPython $version", ({ python }) => {
  it("come out of a recipe as they went in, and no constructor runs", () => {
    const problems = Object.entries(runProgram(python, "roundtrip.py")).filter(
      ([, problem]) => problem !== null,
    );
    expect(problems).toEqual([]);
  });

  const shown = runProgram(python, "observing.py");

  it("are observed with exact types", () => {
    expect(shown["scalars"]).toEqual({
      ...nothing,
      value: [
        true,
        1,
        { float: "1.0" },
        { float: "-0.0" },
        { float: "nan" },
        { int: "1152921504606846976" },
        { text: [0xdc80] },
        null,
      ],
    });
    expect(shown["set is sorted"]).toEqual({ ...nothing, value: { set: ["a", "b", 3] } });
    expect(shown["names"]).toEqual({
      ...nothing,
      value: [
        { named: "builtins:len" },
        { named: "orchard:plant" },
        { named: "orchard:Tree" },
        { module: "json" },
      ],
    });
  });

  it("are told apart by identity only from the inputs themselves", () => {
    expect(shown["result is argument"]).toMatchObject({ value: { argument: 0 } });
    expect(shown["result is keyword"]).toMatchObject({ value: { argument: "items" } });
    expect(shown["result is receiver"]).toMatchObject({ value: { receiver: true } });
    expect(shown["equal is not the same"]).toMatchObject({ value: [1] });
  });

  it("say whether a result holds what can be changed and was given", () => {
    expect(shown["shares"]).toEqual([true, true, true, true, false, false, false, false]);
    expect(shown["shares by name"]).toBe(false);
  });

  it("that are iterators are consumed, to a limit, with the way they end", () => {
    expect(shown["generator"]).toMatchObject({
      value: { iterator: [2, 1], end: { class: "orchard:Rotten", message: "gone" } },
    });
    expect(shown["endless generator"]).toBe("limit");
    expect(shown["cycle"]).toMatchObject({ value: [{ ref: 0 }] });
  });

  it("met more than once look as if each was walked alone", () => {
    expect(shown["graphs written another way"]).toEqual([]);
  });

  it("that are constants of their class's module are known by name", () => {
    expect(shown["constants"]).toMatchObject({
      value: [{ named: "orchard:PLUM" }, { object: { class: "orchard:Kind", state: { relatives: [] } } }],
    });
  });

  it("are raised as their nearest public class, without addresses", () => {
    expect(shown["private exception"]).toMatchObject({
      exception: { class: "builtins:ValueError", message: "at 0x" },
    });
    const exception = { class: "orchard:Rotten", message: "gone" };
    const data = { degree: 1, kinds: ["pear", "…"], advice: "…" };
    expect(shown["own exception"]).toMatchObject({ exception: { ...exception, data } });
    expect(shown["foreign exception"]).toMatchObject({ exception });
    expect(shown["foreign exception"]).not.toHaveProperty("exception.data");
    expect(shown["default repr"]).toEqual({
      ...nothing,
      value: { object: { class: "builtins:object", state: {} } },
    });
    expect(shown["tree path"]).toMatchObject({ value: "<tree>/pkg/a.py" });
  });

  it("that lie about themselves are read past everything they override", () => {
    expect(shown["liar"]).toEqual({
      ...nothing,
      value: { object: { class: "builtins:object", own: "", state: { value: 1 } } },
    });
    expect(shown["liar touched"]).toEqual([]);
    expect(shown["pretends"]).toBe("returned");
  });

  it("without a canonical form refuse the case by name", () => {
    const names = ["lock", "socket", "mock", "lambda", "partial", "private lock", "too wide"] as const;
    const messages = names
      .map((name) => observation.parse(shown[name]))
      .map((each) => "message" in each && each.message);
    expect(messages).toEqual([
      "native_handle: _thread:lock",
      "native_handle: _socket:socket",
      "mock: unittest.mock:MagicMock",
      "local_function: <lambda>",
      "local_function: functools:partial",
      "native_handle: _thread:lock",
      "too_large: nodes",
    ]);
    expect(shown["refusals"]).toEqual({
      lock: "native_handle",
      socket: "native_handle",
      mock: "mock",
      lambda: "local_function",
      local: "local_class",
      main: "not_importable",
      frame: "execution_state",
      generator: "iterator",
      closed: "file",
      large: "too_large",
      text: "too_large",
      deep: "too_deep",
      fine: null,
    });
  });

  it("that are collections of what has no form show what they give", () => {
    expect(shown["collection of what has no form"]).toMatchObject({
      value: {
        object: {
          state: {
            _pairs: { refused: "native_handle: _thread:lock" },
            "items()": {
              dict: [
                ["pear", 1],
                ["plum", [2]],
              ],
            },
          },
        },
      },
    });
  });

  it("of files are the changes below the private directory, which recipes cannot leave", () => {
    expect(shown["files"]).toEqual({
      ...nothing,
      files: { c: null, "in/a.txt": "new", "made/": "" },
      positional: ["<private>/in/a.txt"],
      value: "<private>/in/a.txt",
    });
    expect(shown["outside"]).toEqual(["malformed", "path ../out"]);
  });

  it("of functions by their text are what the text says, and can be written again", () => {
    const counted = "def count(n):\n    return 0 if n == 0 else step + count(n - 1)";
    const malformed = "malformed: text of a function";
    expect(shown["by text"]).toEqual([
      [1, 7],
      6,
      [{ function: counted }, { function: "lambda: 1" }],
      [{ function: { text: counted, values: { step: 2 } } }],
      [malformed, malformed, malformed, malformed],
    ]);
  });

  it("of functions by their text have what may have changed of what they hold, where that has a form", () => {
    expect(shown["noting"]).toEqual([
      { function: { text: "def see(n):\n    seen.append(n)\n    return limit", values: { seen: [1, 2] } } },
      { function: "lambda n: seen.append(n)" },
      { function: expect.anything() as unknown },
      [],
    ]);
  });

  it("of recorded callbacks come from the table, each anew", () => {
    const [answer, isFresh, problem, seen] = shown["callback"] as unknown[];
    expect([answer, isFresh, problem]).toEqual([
      [2],
      true,
      "callback weigh has no answer for these arguments",
    ]);
    expect(seen).toMatchObject({ value: { callback: "weigh" } });
  });
});
