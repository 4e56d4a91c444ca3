import { beforeAll, describe, expect, it } from "vitest";

import type { Syntax } from "../../src/languages/language.ts";
import { pythonInputs } from "../../src/languages/python/inputs/inputs.ts";
import { pythonValues } from "../../src/languages/python/values/values.ts";
import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { givesUnseenEmpty, hintsOf, isInside, type Contract } from "../../src/testgen/contract.ts";
import { spotsOf } from "../../src/testgen/breadth/places.ts";
import { inferContract } from "../../src/testgen/infer-contract.ts";
import { handedOn, poolValues, withoutHandedOn, type TargetContext } from "../../src/testgen/index.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const TEXT = `
def next_date(day, unit, step=1):
    if not isinstance(step, int):
        raise TypeError(step)
    if unit == "week":
        step *= 7
    elif unit in ("month", 'year'):
        return day.replace(unit)
    return day + step
`;

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

/** What is known of a target after these calls of it. */
function givenContext(calls: readonly CaseRecipe[], text = TEXT): TargetContext {
  const [definition] = syntax.parse("dates.py", text).definitions;
  if (definition === undefined) throw new Error("nothing parsed");
  return {
    definition,
    module: "dates",
    text,
    fileText: text,
    inputs: pythonInputs,
    values: pythonValues,
    calls: calls.map((recipe) => ({ recipe, raised: undefined, origin: "observed" })),
    pools: poolValues([]),
    calleeExceptions: new Set(),
  };
}

describe("the contract of a target", () => {
  const seen = [1, 2, 3, 4, 5, 6].map((day) => call(day, "day", 1 + day));

  it("takes the texts that were seen where they are few, those that the target asks for, and no others", () => {
    const contract = inferContract(givenContext(seen));
    for (const unit of ["day", "week", "month", "year"])
      expect(isInside(contract, call(1, unit, 1))).toBe(true);
    expect(isInside(contract, call(1, "decade", 1))).toBe(false);
  });

  it("takes None among objects where it was seen; in a tuple and as an argument of what makes one it says something of its own", () => {
    const node = { object: { class: "nodes:Node", state: { name: "a" } } };
    const made = {
      made: { class: "nodes:Node", call: "nodes:Node", positional: [node, null], keywords: {} },
    };
    const text = "def weigh(nodes):\n    return sum(node.weight for node in nodes)\n";
    const ofObjects = inferContract(givenContext([call([node])], text));
    const givenRef = { ...call([{ ref: 0 }, null]), shared: [node] };
    for (const refused of [
      call([node, null]),
      call({
        dict: [
          [1, node],
          [2, null],
        ],
      }),
      givenRef,
    ])
      expect(isInside({ ...ofObjects, parameters: [] }, refused)).toBe(false);
    for (const taken of [call([made]), call([{ tuple: [node, null] }]), call({ dict: [[null, node]] })])
      expect(isInside({ ...ofObjects, parameters: [] }, taken)).toBe(true);
    const seenBeside = inferContract(givenContext([call([node, null])], text));
    expect(isInside({ ...seenBeside, parameters: [] }, call([null, node, node]))).toBe(true);
  });

  it("takes behind variadic parameters what was seen there, where no annotation says more", () => {
    const text = "def span(first, *args, **options):\n    return range(*args, **options)\n";
    const seen = [{ ...call("a", 1, 2), keywords: { back: true } }, call("a")];
    const contract = inferContract(givenContext(seen, text));
    const given = (keywords: Readonly<Record<string, ValueRecipe>>, ...args: ValueRecipe[]): boolean =>
      isInside(contract, { ...call("a", ...args), keywords });
    expect([given({}, 7), given({ back: false }), given({ other: 1 })]).toEqual([true, true, true]);
    expect([given({}, 1, false), given({}, null), given({ back: null })]).toEqual([false, false, false]);
    const annotated = text.replace("*args", "*args: object");
    const free = inferContract(givenContext(seen, annotated));
    expect(isInside(free, call("a", null))).toBe(true);
  });

  it("takes names of encodings where a parameter is named so, and others that were seen", () => {
    const text = 'def read(data, encoding="utf-8"):\n    return data.decode(encoding)\n';
    const contract = inferContract(givenContext([call({ bytes: "a" }, "x-rye")], text));
    for (const encoding of ["utf-8", "latin-1", "x-rye"])
      expect(isInside(contract, call({ bytes: "a" }, encoding))).toBe(true);
    expect(isInside(contract, call({ bytes: "a" }, "two words"))).toBe(false);
    const neverGiven = inferContract(givenContext([call({ bytes: "a" })], text));
    expect(neverGiven.parameters[1]?.examples).toEqual(expect.arrayContaining(["latin-1", "cp1252"]));
    const packed = text.replace("utf-8", "gzip");
    expect(
      isInside(inferContract(givenContext([call({ bytes: "a" })], packed)), call({ bytes: "a" }, "bzip2")),
    ).toBe(true);
  });

  it("takes no signs of patterns where texts become parts of one as they are, unless some were seen", () => {
    const text =
      'def cut(text, names):\n    return re.sub("|".join(f"<{name}>" for name in names), "", text)\n';
    const contract = inferContract(givenContext([call("<b>(x)", ["b", "br"]), call("<a>", ["a"])], text));
    expect(isInside(contract, call("<b>*", ["h.1"]))).toBe(true);
    expect(isInside(contract, call("<b>*", ["b|"]))).toBe(false);
    const escaping = text.replace("{name}", "{re.escape(name)}");
    expect(isInside(inferContract(givenContext([call("<b>", ["b"])], escaping)), call("<b>", ["b|"]))).toBe(
      true,
    );
  });

  it("knows what a dictionary holds by a default that the file names, and makes up no others", () => {
    const text =
      'def escape(text, rules=RULES):\n    return "".join(rules.get(sign, sign) for sign in text)\n';
    const own = givenContext([call("a"), call("b", { dict: [] })], text);
    const fileText = `RULES = {\n    "&": "and",  # a sign\n    "%": "per",\n}\n# more\n\n${text}`;
    const rules = ({ parameters }: Contract): readonly ValueRecipe[] =>
      parameters.find(({ name }) => name === "rules")?.examples ?? [];
    const named: ValueRecipe = {
      dict: [
        ["&", "and"],
        ["%", "per"],
      ],
    };
    expect(rules(inferContract({ ...own, fileText }))).toEqual([named]);
    expect(rules(inferContract(own)).length).toBeGreaterThan(1);
  });

  it("takes None where something else stands for what is left out", () => {
    const text = "def find(rows, missing=_UNSET):\n    return missing if missing is not _UNSET else rows\n";
    const contract = inferContract(givenContext([call("a", 1), call("b", 2)], text));
    expect(isInside(contract, call("a", null))).toBe(true);
    const plain = inferContract(givenContext([call("a", 1), call("b", 2)], text.replaceAll("_UNSET", "3")));
    expect(isInside(plain, call("a", null))).toBe(false);
  });

  it("takes an empty container that was never seen, but for one of a helper's", () => {
    const calls = [1, 2, 3, 4, 5, 6].map((item) => call([item]));
    const contractFor = (name: string): Contract =>
      inferContract(givenContext(calls, `def ${name}(rows):\n    return [row + 1 for row in rows]\n`));
    expect(isInside(contractFor("grow"), call([]))).toBe(true);
    expect(givesUnseenEmpty(contractFor("grow"), call([]))).toBe(true);
    expect(givesUnseenEmpty(contractFor("grow"), call([1]))).toBe(false);
    expect(isInside(contractFor("_grow"), call([]))).toBe(false);
  });

  it("takes at each place of tuples that are records the types that stand there", () => {
    const entry = (...items: readonly ValueRecipe[]): ValueRecipe => ({ tuple: [...items] });
    const given = [call([entry(1, "a", "A")]), call([entry(2, "b", "B"), entry(1, "c", null)]), call([])];
    const contract = inferContract(
      givenContext(given, "def contents(entries):\n    return render(entries)\n"),
    );
    expect(isInside(contract, call([entry(3, "d", null)]))).toBe(true);
    expect(isInside(contract, call([entry("d", "d", 3)]))).toBe(false);
    const few = inferContract(
      givenContext(given.slice(0, 1), "def contents(entries):\n    return render(entries)\n"),
    );
    expect(isInside(few, call([entry("d", "d", 3)]))).toBe(true);
  });

  it("takes at the keys of a helper's settings the types that stand there", () => {
    const options = (border: ValueRecipe, title: ValueRecipe): CaseRecipe =>
      call({
        dict: [
          ["border", border],
          ["title", title],
        ],
      });
    const given = [options(true, null), options(false, "rye"), options(true, "oats")];
    const contractFor = (name: string): Contract =>
      inferContract(givenContext(given, `def ${name}(options):\n    return options["title"]\n`));
    expect(isInside(contractFor("_head"), options(false, "bran"))).toBe(true);
    expect(isInside(contractFor("_head"), options("bran", "bran"))).toBe(false);
    expect(isInside(contractFor("head"), options("bran", "bran"))).toBe(true);
    const unset = [true, false, true].map((border) => options(border, null));
    const text = 'def _head(options):\n    return options["title"]\n';
    expect(isInside(inferContract(givenContext(unset, text)), options(true, "bran"))).toBe(true);
  });

  it("takes at a key that the target names the one type that many calls had there, or None", () => {
    const record = (pages: ValueRecipe): CaseRecipe =>
      call({
        dict: [
          ["pages", pages],
          ["note", "a"],
        ],
      });
    const texts = ["1", "2-3", "4--5", "6", "7", "8"].map(record);
    const text = 'def join(record):\n    return record["pages"].replace("--", "-")\n';
    const contract = inferContract(givenContext(texts, text));
    expect(isInside(contract, record("9"))).toBe(true);
    expect(isInside(contract, record(null))).toBe(true);
    expect(isInside(contract, record(["9"]))).toBe(false);
    const mixed = inferContract(givenContext([...texts, record(["9"])], text));
    expect(isInside(mixed, record(["1", "2"]))).toBe(true);
    const few = inferContract(givenContext(texts.slice(0, 4), text));
    expect(isInside(few, record(["9"]))).toBe(true);
    const other = inferContract(givenContext(texts, text.replace("pages", "note")));
    expect(isInside(other, record(["9"]))).toBe(true);
  });

  it("takes of a helper's constants none that its callers do not give", () => {
    const names = [["float", "int"], ["str"]].map((tuple) => ({ tuple }));
    const seen = Array.from({ length: 12 }, (_, at) =>
      call([names[at % 2] ?? null], at % 2 === 0 ? "'" : '"', at),
    );
    const takes = (name: string, given: CaseRecipe): boolean =>
      isInside(
        inferContract(givenContext(seen, `def ${name}(kinds, sign, at):\n    return [kinds, sign, at]\n`)),
        given,
      );
    const [first = null, second = null] = names;
    expect(takes("_read", call([second], '"', 40))).toBe(true);
    for (const given of [call([], "'", 1), call([first, second], "'", 1), call([first], "`", 1)]) {
      expect(takes("_read", given)).toBe(false);
      expect(takes("read", given)).toBe(true);
    }
  });

  it("takes of texts among a helper's numbers those that its callers give", () => {
    const seen = [
      [1, 2],
      [3, "last"],
      [4, 5, 6, "last"],
    ].map((items) => call(items));
    const takes = (name: string, items: ValueRecipe): boolean =>
      isInside(inferContract(givenContext(seen, `def ${name}(days):\n    return days\n`)), call(items));
    expect(takes("_nearest", [9, "last"])).toBe(true);
    expect(takes("_nearest", [9, "a"])).toBe(false);
    expect(takes("nearest", [9, "a"])).toBe(true);
  });

  it("takes as a place in a text what lies in it, where each call did", () => {
    const calls = Array.from({ length: 8 }, (_, at) => call(`row ${"a, ".repeat(at)}`, at));
    const takes = (given: CaseRecipe, seen = calls, name = "end"): boolean =>
      isInside(
        inferContract(givenContext(seen, `def scan(text, ${name}):\n    return text[${name}:]\n`)),
        given,
      );
    expect([0, 3, -1, 4].map((at) => takes(call("abc", at)))).toEqual([true, true, false, false]);
    expect(takes(call("abc", 9), calls, "width")).toBe(true);
    expect(takes(call("abc", -1), [...calls, call("ab", -2)])).toBe(true);
    expect(takes(call("abc", 4), calls.slice(0, 4))).toBe(true);
    // What only scanners are given is believed at once.
    expect([3, -1, 4].map((at) => takes(call("abc", at), calls.slice(0, 2), "loc"))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("takes of a helper's records no number below zero that its callers do not give", () => {
    const seen = [
      [1, "A"],
      [2, "B"],
      [3, "C"],
    ].map((row, at) => call([row], String(at)));
    const takes = (name: string, given: CaseRecipe): boolean =>
      isInside(inferContract(givenContext(seen, `def ${name}(rows, sign):\n    return rows, sign\n`)), given);
    for (const name of ["_read", "read"]) expect(takes(name, call([[4, "A"]], "1"))).toBe(true);
    expect(takes("_read", call([[-4, "A"]], "1"))).toBe(false);
    expect(takes("_read", { ...call([{ ref: 0 }], "1"), shared: [[-4, "A"]] })).toBe(false);
    expect(takes("read", call([[-4, "A"]], "1"))).toBe(true);
  });

  it("takes of a helper's lists no numbers in another order than ascending, where those of its callers ascend", () => {
    const seen = [1, 2, 3, 4, 5, 6].map((at) => call([at, at + 2, 9, "l"], String(at)));
    const takes = (name: string, calls: readonly CaseRecipe[], ...row: ValueRecipe[]): boolean =>
      isInside(
        inferContract(givenContext(calls, `def ${name}(row, sign):\n    return row, sign\n`)),
        call(row, "1"),
      );
    for (const name of ["_near", "near"]) expect(takes(name, seen, 2, 4, 4, 8)).toBe(true);
    expect(takes("_near", seen, 2, 8, 4)).toBe(false);
    expect(takes("near", seen, 2, 8, 4)).toBe(true);
    expect(takes("_near", [...seen, call([3, 2, 1], "7")], 2, 8, 4)).toBe(true);
  });

  it("takes of lists in which something is looked for by halves only those whose numbers ascend", () => {
    const takes = (body: string, ...row: ValueRecipe[]): boolean => {
      const text = `def near(row, sign):\n    ${body}\n`;
      return isInside(inferContract(givenContext([call([1, 2], "1")], text)), call(row, "1"));
    };
    const bisects = "return bisect.bisect_left(row, 7)";
    expect(takes(bisects, 2, 4, 4)).toBe(true);
    expect(takes(bisects, 4, 2)).toBe(false);
    expect(takes("row = sorted(row); return bisect(row, 7)", 4, 2)).toBe(true);
    expect(takes("return row.index(7)", 4, 2)).toBe(true);
  });

  it("takes of lists of numbers that are all beyond 32 bits those that were given alone", () => {
    const [one, two] = [2 ** 40 + 7, 2 ** 33 + 1];
    const takes = (seen: readonly ValueRecipe[], ...row: ValueRecipe[]): boolean =>
      isInside(
        inferContract(givenContext([call([...seen], "1")], "def near(row, sign):\n    return row, sign\n")),
        call(row, "1"),
      );
    expect(takes([one, two], two, one, two)).toBe(true);
    expect(takes([one, two], one + 1)).toBe(false);
    expect(takes([one, two, 3], one + 1)).toBe(true);
  });

  it("takes no None in the place of an object among others, unless a call gave one", () => {
    const loaf: ValueRecipe = { object: { class: "dates:Loaf", state: {} } };
    const within = (...items: ValueRecipe[]): readonly ValueRecipe[] => [
      { dict: items.map((item, at) => [`loaf ${at}`, item]) },
      { made: { call: "dates:Oven", positional: [items.map((item) => ({ tuple: ["loaf", item] }))] } },
    ];
    const [ofDictionaries, ofMade] = [0, 1].map((at) => {
      const given = (...items: ValueRecipe[]): CaseRecipe => call(within(...items)[at] ?? null);
      const takesAfter = (...seen: ValueRecipe[]): boolean =>
        isInside(inferContract(givenContext([given(loaf, loaf), given(...seen)])), given(loaf, null));
      return [takesAfter(loaf), takesAfter(null, loaf), takesAfter(null)];
    });
    expect([ofDictionaries, ofMade]).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
  });

  it("takes items of types that the target asks its items for", () => {
    const text = "def flat(rows):\n    return [row for row in rows if not isinstance(row, (str, bytes))]\n";
    const contract = inferContract(givenContext([call([1, 2]), call([3])], text));
    expect(isInside(contract, call([1, { bytes: "a" }]))).toBe(true);
    expect(isInside(contract, call([1, { float: "0.5" }]))).toBe(false);
  });

  it("keeps an object as it was while it is made where the target runs only then, but for what differed", () => {
    const text = "class Loaf:\n    def read(self):\n        self.parts = self.written.split()\n";
    const loaf = (written: string): CaseRecipe => ({
      ...call(),
      receiver: { object: { class: "dates:Loaf", state: { written, parts: [] } } },
    });
    const seen = ["a b", "c"].map(loaf);
    const made = {
      ...call(),
      receiver: { made: { class: "dates:Loaf", call: "dates:Loaf", positional: ["a"] } },
    };
    const within = inferContract({ ...givenContext(seen, text), isWithinConstruction: true });
    expect(isInside(within, loaf("rye"))).toBe(true);
    expect(isInside(within, made as CaseRecipe)).toBe(false);
    expect(within.varyingAttributes).toEqual(new Set(["written"]));
    expect(
      spotsOf(loaf("a b"), within).map(({ name, value, write }) => [name, value, write(loaf("a b"), "x")]),
    ).toEqual([["self.written", "a b", loaf("x")]]);
    expect(spotsOf(loaf("a b"), inferContract(givenContext(seen, text)))).toEqual([]);
  });

  it("is widened by harvested calls, and never narrowed", () => {
    const harvested = (calls: readonly CaseRecipe[]): TargetContext["calls"] =>
      calls.map((recipe) => ({ recipe, raised: undefined, origin: "harvested" }));
    const text = "def rise(level):\n    return level + 1\n";
    const levels = (...given: number[]): readonly CaseRecipe[] => given.map((level) => call(level));
    const takesBelowZero = (own: readonly CaseRecipe[], more: readonly CaseRecipe[]): boolean => {
      const context = givenContext(own, text);
      return isInside(inferContract({ ...context, calls: [...context.calls, ...harvested(more)] }), call(-1));
    };
    expect(takesBelowZero(levels(1, 2, 3, 4, 5, 6), [])).toBe(false);
    expect(takesBelowZero(levels(1, 2, 3, 4, 5, 6), levels(-3))).toBe(true);
    expect(takesBelowZero(levels(1, 2), levels(3, 4, 5, 6))).toBe(true);
  });

  it("takes lists of the size that was seen where a parameter of that name is given arrays elsewhere", () => {
    const seen = [call([1, 0, 0], "day")];
    const context = givenContext(seen);
    const { definition, module } = context;
    const array = { value: ["numpy.ndarray", "float64", [3], [1, 2, 3]] };
    const elsewhere: TargetContext["calls"] = [
      { recipe: call(array, "day"), raised: undefined, origin: "observed" },
    ];
    const pools = poolValues([{ definition, module, calls: elsewhere }]);
    const isTaken = (known: TargetContext, day: ValueRecipe): boolean =>
      isInside(inferContract(known), call(day, "day"));
    expect([[0, 1, 0], [0, 1], []].map((day) => isTaken({ ...context, pools }, day))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isTaken(context, [0, 1])).toBe(true);
  });

  it("takes tuples of as many items as were seen, and of any number where that differed or the annotation says so", () => {
    const versions = [
      [7, 0],
      [12, 1],
    ].map((tuple) => call({ tuple }, "day"));
    const pairs = [
      [["a", 1]],
      [
        ["b", 2],
        ["c", 3],
      ],
    ].map((list) =>
      call(
        list.map((tuple) => ({ tuple })),
        "day",
      ),
    );
    const contract = inferContract(givenContext(versions));
    expect(isInside(contract, call({ tuple: [3, 4] }, "day"))).toBe(true);
    for (const tuple of [[], [3], [1, 2, 3]]) expect(isInside(contract, call({ tuple }, "day"))).toBe(false);
    expect(isInside(inferContract(givenContext(pairs)), call([{ tuple: ["a"] }], "day"))).toBe(false);
    expect(isInside(inferContract(givenContext(pairs)), call([], "day"))).toBe(true);
    const free = TEXT.replace("day,", "day: tuple[int, ...],");
    expect(isInside(inferContract(givenContext(versions, free)), call({ tuple: [3] }, "day"))).toBe(true);
    const differing = inferContract(givenContext([...versions, call({ tuple: [1] }, "day")]));
    expect(isInside(differing, call({ tuple: [1, 2, 3] }, "day"))).toBe(true);
    const mixed = inferContract(givenContext([...versions, call([5, 6], "day"), call([7, 8], "day")]));
    for (const list of [[], [3], [1, 2, 3]]) expect(isInside(mixed, call(list, "day"))).toBe(false);
    expect(isInside(mixed, call([3, 4], "day"))).toBe(true);
    const lists = inferContract(givenContext([call([5, 6], "day"), call([7, 8], "day")]));
    expect(isInside(lists, call([3], "day"))).toBe(true);
  });

  it("takes a line end at the end of a text but where a pattern lets one through by accident, unless one was seen", () => {
    const loose = `import re\nDAY = re.compile(r"\\d+$")\n`;
    const texts = ["1", "2"].map((text) => call(text, "day"));
    const asks = (calls: readonly CaseRecipe[], file: string): boolean =>
      isInside(inferContract({ ...givenContext(calls), fileText: file + TEXT }), call("3\n", "day"));
    expect(asks(texts, "")).toBe(true);
    expect(asks(texts, loose)).toBe(false);
    expect(asks(texts, loose.replace("$", "\\Z"))).toBe(true);
    expect(asks([...texts, call("4\n", "day")], loose)).toBe(true);
  });

  it("takes no text of several lines where a pattern reads one, unless one was seen", () => {
    const texts = ["1", "2", "3", "4"].map((text) => call(text, "day"));
    const takes = (calls: readonly CaseRecipe[], readsOneLine: boolean, text: string): boolean => {
      const context = givenContext(calls);
      return isInside(inferContract(context, { ...hintsOf(context), readsOneLine }), call(text, "day"));
    };
    expect(["5", "5\n6", "5\n"].map((text) => takes(texts, true, text))).toEqual([true, false, false]);
    expect(takes(texts, false, "5\n6")).toBe(true);
    expect(takes(texts.slice(2), true, "5\n6")).toBe(true);
    expect(takes([...texts, call("4\n5", "day")], true, "5\n6")).toBe(true);
  });

  it("takes as another sign none that means something in the target already", () => {
    const text = "def split(text, sep=','):\n    return [one for one in text if one != '\"' or sep == ':']\n";
    const contract = inferContract(givenContext([call("a,b", ","), call("a;b", ";")], text));
    const taken = [",", ";", "|", ":", '"'].map((sep) => isInside(contract, call("a", sep)));
    expect(taken).toEqual([true, true, true, true, false]);
  });

  it("takes sequences of single signs where all that were seen are", () => {
    const text =
      "def normalise(path, separators=None):\n    return [path.replace(one, '/') for one in separators]\n";
    const given = ["a", "b", "c"].map((path) => call(path, ["\\"]));
    const contract = inferContract(givenContext(given, text));
    expect(isInside(contract, call("a", ["\\", ":"]))).toBe(true);
    for (const separator of ["", "a", "::"]) expect(isInside(contract, call("a", [separator]))).toBe(false);
    expect(isInside(inferContract(givenContext([...given, call("a", [""])], text)), call("a", ["x"]))).toBe(
      true,
    );
  });

  it("takes texts of digits where many of them were seen and no others", () => {
    const text = "def split_in_threes(number):\n    return [number[-3:]]\n";
    const digits = Array.from({ length: 12 }, (_, index) => call(String(index ** 5)));
    expect(isInside(inferContract(givenContext(digits, text)), call("007"))).toBe(true);
    expect(isInside(inferContract(givenContext(digits, text)), call("1.5"))).toBe(false);
    expect(isInside(inferContract(givenContext(digits.slice(1), text)), call("1.5"))).toBe(true);
    expect(isInside(inferContract(givenContext([...digits, call("x")], text)), call("1.5"))).toBe(true);
  });

  it("takes other signs where signs were seen among few texts, and no other words", () => {
    const joined = [1, 2, 3, 4, 5, 6].map((day) => call(day, ["-", "", "__"][day % 3] ?? "", day));
    const contract = inferContract(
      givenContext(joined, TEXT.replaceAll("unit", "joint").replaceAll(/"\w+"|'\w+'/g, "1")),
    );
    for (const joint of [".", "*", "", "__", "+-"]) expect(isInside(contract, call(1, joint, 1))).toBe(true);
    for (const joint of ["and", "-a", "---"]) expect(isInside(contract, call(1, joint, 1))).toBe(false);
  });

  it("gives two parameters both texts or both other sequences where every call does", () => {
    const text = "def sort_softly(items, first=None):\n    return [item in first for item in items]\n";
    const contract = inferContract(givenContext([call("abc", "a"), call(["one", "two"], ["one"])], text));
    expect(isInside(contract, call("abc", "c"))).toBe(true);
    expect(isInside(contract, call(["one", "two"], ["two"]))).toBe(true);
    expect(isInside(contract, call(["one", "two"], "one"))).toBe(false);
    const mixed = inferContract(
      givenContext([call("abc", "a"), call(["one"], ["one"]), call("abc", ["b"])], text),
    );
    expect(isInside(mixed, call(["one", "two"], "one"))).toBe(true);
  });

  it("keeps bounds in order where every call does", () => {
    const text = "def clamp(value, low, high):\n    return max(low, min(value, high))\n";
    const ordered = inferContract(givenContext([call(1, 2, 3), call(9, -1, 4)], text));
    expect(isInside(ordered, call(5, 1, 2))).toBe(true);
    expect(isInside(ordered, call(5, 2, 2))).toBe(false);
    const any = inferContract(givenContext([call(1, 2, 3), call(9, 4, -1)], text));
    expect(isInside(any, call(5, 2, 1))).toBe(true);
  });

  it("takes the types that were seen, and one that the target refuses", () => {
    const contract = inferContract(givenContext(seen));
    expect(isInside(contract, call(1, "day", "abc"))).toBe(true);
    expect(isInside(contract, call(1, "day", [1]))).toBe(false);
    expect(isInside(contract, call("monday", "day", 1))).toBe(false);
  });

  it("takes bytes where the target turns them into a text", () => {
    const takesBytes = (text: string): boolean =>
      isInside(
        inferContract(givenContext([call("a")], `def read(text):\n    ${text}\n`)),
        call({ bytes: "b" }),
      );
    expect(takesBytes('return str(text, "utf-8")')).toBe(true);
    expect(takesBytes("return text.decode()")).toBe(true);
    expect(takesBytes("return str(text) + other.decode()")).toBe(false);
  });

  it("takes sequences of what was seen in sequences, and any where none was seen", () => {
    const contract = inferContract(
      givenContext([call([1, 2], "day"), call({ tuple: [3] }, "day"), call([], "day")]),
    );
    for (const days of [[7], { tuple: [1, 2] }, []]) expect(isInside(contract, call(days, "day"))).toBe(true);
    for (const days of [["a"], { tuple: [1, null] }, [[1]]])
      expect(isInside(contract, call(days, "day"))).toBe(false);
    expect(isInside(inferContract(givenContext([call([], "day")])), call(["a"], "day"))).toBe(true);
  });

  it("takes items of any plain type where nothing states them and several were seen", () => {
    const text = "def spread(items, gap):\n    return [each for item in items for each in (item, gap)]\n";
    const any = inferContract(givenContext([call([1, 2], 0), call(["a"], 0)], text));
    for (const items of [[null], [1, "a", null], [{ tuple: [] }]])
      expect(isInside(any, call(items, 0))).toBe(true);
    const stated = inferContract(
      givenContext([call([1, 2], 0), call(["a"], 0)], text.replace("items,", "items: list[int | str],")),
    );
    expect(isInside(stated, call([null], 0))).toBe(false);
  });

  it("takes of a helper's texts those that are made as its callers make them", () => {
    const text = (name: string): string => `def ${name}(address):\n    return address.split(".")\n`;
    const addresses = ["1.2.3.4", "10.0.0.1", "255.255.255.0"].map((each) => call(each));
    const allows = (name: string, address: string): boolean =>
      isInside(inferContract(givenContext(addresses, text(name))), call(address));
    expect(allows("_parts", "192.168.0.1")).toBe(true);
    expect(allows("_parts", "no address")).toBe(false);
    expect(allows("parts", "no address")).toBe(true);
    const codes = ["AB12C", "XY77Z", "1BC2D", "12ABC", "A1B2C"].map((each) => call(each));
    const helper = inferContract(givenContext(codes, text("_parts")));
    expect(isInside(helper, call("ZZZZZ"))).toBe(true);
    expect(isInside(helper, call("ZZZZ"))).toBe(false);
    const paths = ["/", "/a", "/a/b", "/../c d", "/?"].map((each) => call(each));
    const ofPaths = inferContract(givenContext(paths, text("_parts")));
    expect(["/b..", "b", ""].map((path) => isInside(ofPaths, call(path)))).toEqual([true, false, false]);
  });

  it("gives a helper in a sequence no texts but those that its callers make", () => {
    const text = "def _compact(tokens):\n    return [token for token in tokens if token != '0']\n";
    const words = ["a1", "0", "ffff", "8", "db8", "2001", "1", "dead", "beef", "7f", "c0de", "9"];
    const contract = inferContract(givenContext([call(words), call(["0", "a1"])], text));
    expect(isInside(contract, call(["1234", "cafe"]))).toBe(true);
    for (const token of ["", "::", "0~"]) expect(isInside(contract, call(["1", token]))).toBe(false);
  });

  it("takes of what a calendar counts what there is, unless another number was seen", () => {
    const text = "def days_in(year, month):\n    return table[month] if year % 4 else other[month]\n";
    const contract = inferContract(givenContext([call(2023, 2), call(1999, 11)], text));
    for (const month of [1, 12, { value: ["decimal.Decimal", "4"] }])
      expect(isInside(contract, call(2024, month))).toBe(typeof month === "number");
    for (const month of [0, 13, -1, { float: "2.5" }, { value: ["decimal.Decimal", "0"] }])
      expect(isInside(contract, call(2024, month))).toBe(false);
    const counted = inferContract(givenContext([call(2023, 2), call(1999, 13)], text));
    expect(isInside(counted, call(2024, 14))).toBe(true);
  });

  it("takes no small number where all that were seen are large, and zero for no divisor", () => {
    const text = "def named(number, size):\n    return [number[at] for at in range(0, 9, size)]\n";
    const seen = [2, 3, 4, 5, 6, 7].map((each) => call(each * 1_000_000, 3));
    const contract = inferContract(givenContext(seen, text));
    expect(isInside(contract, call(1_000_000, 1))).toBe(true);
    expect(isInside(contract, call({ int: "10000000000000000000" }, 2))).toBe(true);
    expect(isInside(contract, call(999_999, 1))).toBe(false);
    expect(isInside(contract, call(2_000_000, 0))).toBe(false);
    const guarded = text.replace("return", "if not size: return None\n    return");
    expect(isInside(inferContract(givenContext(seen, guarded)), call(2_000_000, 0))).toBe(true);
  });

  it("has for a parameter that is never given what one that is declared alike was given", () => {
    const text = "def length(span, start=None, end=None):\n    return span.until(start or end)\n";
    const [, start, end] = inferContract(
      givenContext([call(1, "monday"), call(2, "friday")], text),
    ).parameters;
    expect(end?.examples).toEqual(expect.arrayContaining(["monday", "friday"]));
    expect(start?.examples).not.toContain("end");
  });

  it("takes as a choice what was never given anything but what it is compared with", () => {
    const text =
      "def code(value, form='auto'):\n    return value if form == 'auto' or form in ('short', 'long') else None\n";
    const contract = inferContract(givenContext([call("a", "short")], text));
    for (const form of ["auto", "long"]) expect(isInside(contract, call("a", form))).toBe(true);
    expect(isInside(contract, call("a", "other"))).toBe(false);
    const other = inferContract(givenContext([call("a", "short"), call("b", "tall")], text));
    expect(isInside(other, call("a", "other"))).toBe(true);
  });

  it("matches no positional argument with a parameter that only a name reaches", () => {
    const text = "def zipped(*rows, fill=None):\n    return [row or fill for row in rows]\n";
    const rows = [call([1], [2, 3]), { ...call([4]), keywords: { fill: 7 } }];
    const contract = inferContract(givenContext(rows, text));
    expect([...(contract.parameters[0]?.types ?? [])].toSorted()).toEqual(["int", "null"]);
    expect(isInside(contract, call([1], ["ab"]))).toBe(true);
    expect(isInside(contract, { ...call([1]), keywords: { fill: [1] } })).toBe(false);
  });

  it("keys tables from signs by single signs", () => {
    const table = { dict: ["X", "Y", "Z"].map((key, index): [string, number] => [key, index]) };
    const contract = inferContract(givenContext([call(table, "day"), call({ dict: [["K", 1]] }, "day")]));
    expect(isInside(contract, call({ dict: [["L", 3]] }, "day"))).toBe(true);
    expect(isInside(contract, call({ dict: [["Xa", 3]] }, "day"))).toBe(false);
  });

  it("takes years of four digits, and earlier ones down to the first that was seen", () => {
    const text = "def easter(year):\n    return year % 19\n";
    const late = inferContract(givenContext([call(1990), call(2050)], text));
    expect(isInside(late, call(1000))).toBe(true);
    expect(isInside(late, call(999))).toBe(false);
    const early = inferContract(givenContext([call(1990), call(326)], text));
    expect(isInside(early, call(326))).toBe(true);
    expect(isInside(early, call(6))).toBe(false);
  });

  it("makes objects of two numbers in the order in which all others were, where they are enough", () => {
    const made = (low: number, high: number): ValueRecipe => ({
      made: { call: "dates:Span", class: "dates:Span", positional: [low, high], keywords: {} },
    });
    const { definition } = givenContext([]);
    const takes = (seen: readonly (readonly [number, number])[], low: number, high: number): boolean => {
      const calls = seen.map((pair) => ({
        recipe: call(made(...pair)),
        raised: undefined,
        origin: "observed" as const,
      }));
      const pools = poolValues([{ definition, module: "dates", calls }]);
      const contract = inferContract({ ...givenContext([]), calls, pools });
      return isInside(contract, call(made(low, high)));
    };
    const ordered = [
      [0, 1],
      [1, 5],
      [2, 2],
      [3, 9],
      [4, 6],
      [0, 7],
    ] as const;
    expect(takes(ordered, 2, 8)).toBe(true);
    expect(takes(ordered, 8, 2)).toBe(false);
    expect(takes(ordered.slice(1), 8, 2)).toBe(true);
    expect(takes([...ordered, [6, 5]], 8, 2)).toBe(true);
  });

  it("makes objects of a helper class of numbers between those that were seen, and others of any that are not below zero", () => {
    const made = (name: string, month: number): ValueRecipe => ({
      made: { call: `dates:${name}`, class: `dates:${name}`, positional: [month], keywords: {} },
    });
    const takes = (name: string, month: number): boolean => {
      const { definition } = givenContext([]);
      const calls = [1, 5, 12].map((seenMonth) => ({
        recipe: call(made(name, seenMonth)),
        raised: undefined,
        origin: "observed" as const,
      }));
      const pools = poolValues([{ definition, module: "dates", calls }]);
      const contract = inferContract({ ...givenContext([]), calls, pools });
      return isInside(contract, call(made(name, month)));
    };
    expect([1, 7, 12, 13, 0, -1].map((month) => takes("_Parts", month))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect([7, 13, 0, -1].map((month) => takes("Parts", month))).toEqual([true, true, true, false]);
  });

  it("makes objects of what is of the types that such objects were made of, or that are declared", () => {
    const made = (rows: ValueRecipe): ValueRecipe => ({
      made: { call: "dates:Table", class: "dates:Table", positional: [rows], keywords: {} },
    });
    const takes = (rows: ValueRecipe, count: number, header = "self, rows"): boolean => {
      const text = `class Table:\n    def __init__(${header}):\n        self.rows = rows\n`;
      const { definitions } = syntax.parse("dates.py", text);
      const calls = Array.from({ length: count }, (_, at) => ({
        recipe: call(made([{ tuple: [at, `row ${at}`] }])),
        raised: undefined,
        origin: "observed" as const,
      }));
      const { definition } = givenContext([]);
      const pools = poolValues([{ definition, module: "dates", calls }], {
        definitions: definitions.map((own) => ({ definition: own, module: "dates" })),
        inputs: pythonInputs,
      });
      return isInside(inferContract({ ...givenContext([]), calls, pools }), call(made(rows)));
    };
    const others = [[{ tuple: [{ float: "5.0" }, "a"] }], [null], { dict: [["a", 1]] }];
    expect(takes([{ tuple: [9, ""] }, { tuple: [8, "b"] }], 6)).toBe(true);
    expect(others.map((rows) => takes(rows, 6))).toEqual([false, false, false]);
    expect(others.map((rows) => takes(rows, 2))).toEqual([true, true, true]);
    expect(takes({ dict: [["a", 1]] }, 6, "self, rows: list | dict")).toBe(true);
    expect(takes({ dict: [["a", 1]] }, 6, "self, rows: object")).toBe(true);
    expect(takes([null], 2, "self, rows: list[tuple[int, str]]")).toBe(false);
  });

  it("takes nothing negative where nothing negative was seen often", () => {
    const text = TEXT.replaceAll("day,", "amount,");
    expect(isInside(inferContract(givenContext(seen, text)), call(-1, "day", 1))).toBe(false);
    expect(isInside(inferContract(givenContext(seen.slice(0, 2), text)), call(-1, "day", 1))).toBe(true);
  });
});

describe("what a recursion hands on", () => {
  const text = "def flat(tree, skip=None, path=(), found=None):\n    return found\n";
  const outer = call([1, [2]], 3);
  const inner = call([2], 3, { tuple: [1] }, [1]);
  const namesOf = (...calls: readonly [CaseRecipe, isInner: boolean][]): readonly string[] => {
    const all = calls.map(([recipe, isInner]) => ({
      recipe,
      raised: undefined,
      origin: "observed" as const,
      isInner,
    }));
    const context = givenContext([], text);
    const names = handedOn(context, all);
    expect(withoutHandedOn(context, names, all).length).toBe(names.size === 0 ? all.length : 1);
    const known = inferContract({ ...context, calls: all, handedOn: names }).parameters;
    return known.map(({ name }) => name);
  };

  it("is no part of the contract, where nobody else gives it", () => {
    expect(namesOf([outer, false], [inner, true])).toEqual(["tree", "skip"]);
  });

  it("is a part of it where somebody does, or a later one, and where there are inner calls alone", () => {
    const all = ["tree", "skip", "path", "found"];
    expect(namesOf([inner, false], [inner, true])).toEqual(all);
    expect(namesOf([inner, true])).toEqual(all);
    expect(namesOf([outer, false], [call([2], 3, { tuple: [1] }, [1]), false])).toEqual(all);
    const named: CaseRecipe = { ...outer, keywords: { found: [] } };
    expect(namesOf([named, false], [inner, true])).toEqual(all);
  });
});
