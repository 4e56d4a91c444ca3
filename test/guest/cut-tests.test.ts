import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { findInterpreters, guestDirectory } from "./values/interpreters.ts";

interface Answer {
  readonly records: readonly (readonly unknown[])[][];
  readonly problems: Readonly<Record<string, string>>;
  readonly constants: string;
  readonly names: readonly string[];
  readonly sites: readonly { readonly line: number; readonly kind: string; readonly operators: string[] }[];
}

interface Question {
  readonly source: string;
  readonly run: readonly string[];
  readonly cuts?: boolean;
  readonly native?: readonly number[];
  readonly blind?: readonly { readonly site: number; readonly place: number }[];
  readonly collected?: readonly string[];
  readonly selected?: readonly string[];
}

function prepare(
  python: string,
  { source, run, cuts = true, native = [], blind = [], collected = [], selected = [] }: Question,
): Answer {
  const sources = { "tests/test_tea.py": source };
  const text = execFileSync(python, ["-B", join(import.meta.dirname, "cut-tests.py"), guestDirectory], {
    encoding: "utf8",
    input: JSON.stringify({ sources, cuts, native, blind, collected, selected, run }),
  });
  return JSON.parse(text) as Answer;
}

const tea = `
WORDS = {"green": "fresh", "black": "strong"}
SHARED = "used twice"


def taste(kind):
    return {"green": "fresh", "black": "strong"}[kind]


def test_literals():
    expected = "fresh"
    assert taste("green") == expected
    assert 3 > len(taste("black")) > 1 or True
    assert "rong" in taste("black") and not taste("green") == "bitter"


def test_rows():
    for kind, told in WORDS.items():
        assert told == taste(kind), "message " + kind


def test_needed():
    kept = "fresh"
    assert taste("green") == kept
    assert taste(kept.replace("fresh", "black"))


def test_both_ways():
    wanted = SHARED
    assert isinstance(wanted, str)
    assert SHARED == wanted


def test_fails():
    assert taste("green") == taste("black")


def test_unasked():
    assert taste("green") == "never seen"
`;

describe.each(findInterpreters())("prepared tests under CPython $version", ({ python }) => {
  it("record what an assertion looks at, and the truth where both sides are there", () => {
    const { records, problems } = prepare(python, {
      source: tea,
      cuts: false,
      run: ["test_literals", "test_rows", "test_fails"],
    });
    expect(records).toEqual([
      [
        [0, ["fresh", "fresh"], true],
        [1, [true], true],
        [2, ["rong", "strong"], true],
        [3, [false], true],
      ],
      [
        [4, ["fresh", "fresh"], true],
        [4, ["strong", "strong"], true],
      ],
      [[9, ["fresh", "strong"], false]],
    ]);
    expect(problems).toEqual({ test_fails: "AssertionError: site 9" });
  });

  it("hold no constant that only an assertion looks at, nor a test that nobody asked for", () => {
    const all = ["test_literals", "test_rows", "test_needed", "test_both_ways", "test_fails", "test_unasked"];
    const { records, constants, names } = prepare(python, {
      source: tea,
      run: ["test_literals", "test_rows"],
      collected: all,
      selected: ["test_literals", "test_rows"],
    });
    expect(records).toEqual([
      [
        [0, ["fresh"], null, [0]],
        [1, [true], true],
        [2, ["strong"], null, [1]],
        [3, [false], true],
      ],
      [
        [4, ["fresh"], null, [1]],
        [4, ["strong"], null, [1]],
      ],
    ]);
    for (const word of ["never seen", "used twice", "'rong'", "message"])
      expect(constants).not.toContain(word);
    expect(names).toEqual(["taste", "test_literals", "test_rows"]);
  });

  it("keep a constant that something else needs, and sites that are to stay", () => {
    const { records } = prepare(python, {
      source: tea,
      native: [0],
      run: ["test_literals", "test_needed", "test_both_ways"],
    });
    expect(records.map((each) => each[0])).toEqual([
      [0, ["fresh", "fresh"], true],
      [5, ["fresh", "fresh"], true],
      [7, ["used twice", { named: "builtins:str" }], true],
    ]);
  });

  it("hold in a blind run no constant that a helper is given for the side that is not computed", () => {
    const source = `
def taste(kind):
    return {"green": "fresh", "black": "strong"}[kind]


def check(kind, told, sugar=0):
    assert taste(kind) == told
    assert len(kind) >= sugar


def check_both(kind, told):
    len(told)
    assert taste(kind) == told


def check_tea_elsewhere(kind, told):
    assert len(told) == 5


check_tea = check_tea_elsewhere


def test_checks():
    bitter = "bit" + "ter"
    check("green", "fresh-secret", 1)
    check("green", told=bitter + "-end")
    check_both("black", "kept")


class Tea:
    def check_tea(self, kind, told):
        assert told == taste(kind)

    def test_tea(self):
        self.check_tea("black", "tea-secret")
        check_tea("no-helper", "given")


def test_class():
    Tea().test_tea()
`;
    const run = ["test_checks", "test_class"];
    const native = [0, 1, 2, 3, 4];
    const seeing = prepare(python, { source, run, native });
    expect(seeing.constants).toMatch(/fresh-secret[^]*tea-secret/u);
    const blind = [0, 2, 4].map((site) => ({ site, place: site === 4 ? 1 : 0 }));
    const { records, problems, constants } = prepare(python, { source, run, native, blind });
    expect(problems).toEqual({});
    expect(records.map((each) => each.map(([site, operands]) => [site, operands]))).toEqual([
      [
        [0, ["fresh"]],
        [1, [5, 1]],
        [0, ["fresh"]],
        [1, [5, 0]],
        [2, ["strong"]],
      ],
      [
        [4, ["strong"]],
        [3, [5, 5]],
      ],
    ]);
    for (const word of ["secret", "ter", "-end"]) expect(constants).not.toContain(word);
    expect(constants).toContain("kept");
  });

  it("say which assertions there are", () => {
    const { sites } = prepare(python, { source: tea, run: [] });
    expect(sites.slice(0, 5).map(({ line, kind, operators }) => [line, kind, operators.join()])).toEqual([
      [12, "compare", "=="],
      [13, "true", ""],
      [14, "compare", "in"],
      [14, "false", ""],
      [19, "compare", "=="],
    ]);
  });

  it("reads long sums of texts, which are nested deep", () => {
    const sum = Array.from({ length: 1_200 }, () => '"leaf"').join(" + ");
    const source = `LEAVES = ${sum}\n\n\ndef test_leaves():\n    assert len(LEAVES) == 4800\n`;
    expect(prepare(python, { source, run: ["test_leaves"] }).problems).toEqual({});
  });
});
