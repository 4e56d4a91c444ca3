import { describe, expect, test } from "vitest";

import type { Definition, Variant } from "../../src/languages/language.ts";
import { SECOND_ORDER } from "../../src/languages/python/variants/mistakes/mistakes.ts";
import { rewriteKinds } from "../../src/languages/python/variants/rewrites/rewrites.ts";
import type { Observation } from "../../src/spec/index.ts";
import { spliced, syntax, variants } from "../languages/python/variants/library.ts";
import { compileAll, readLibrary, runPython } from "../languages/python/variants/real-python.ts";

const MODULES = [
  "asyncio/locks.py",
  "contextlib.py",
  "difflib.py",
  "fractions.py",
  "heapq.py",
  "shlex.py",
  "statistics.py",
  "textwrap.py",
];

const files = MODULES.map((path) => {
  const text = readLibrary(path);
  return { path, text, definitions: syntax.parse(path, text).definitions };
});

const afterwards = { positional: [], keywords: {}, files: {} };
const SEEN: readonly Observation[] = [
  ...[1, "a", { tuple: [1, 2] }].map((value) => ({ status: "returned" as const, value, ...afterwards })),
  { status: "raised", exception: { class: "builtins:KeyError", bases: [], message: "" }, ...afterwards },
];

/** A completion where Python takes it: below a class, and below an `if` where it is indented. */
function inPlace(definition: Definition, { completion }: Variant): string {
  const block = definition.indentation === "" ? completion : `if 1:\n${completion}`;
  return definition.className === undefined ? block : `class Owner:\n pass\n${block}`;
}

describe.each(files)("every variant of every definition of $path", ({ path, text, definitions }) => {
  test("compiles", () => {
    const all = definitions.flatMap((definition, index) =>
      [
        ...variants.mutants(text, definition),
        ...(variants.mistakes?.(text, definition) ?? []).filter(({ kind }) => kind !== SECOND_ORDER),
        ...variants.rewrites(text, definition),
        ...variants.trivialBodies(text, definition, SEEN),
        ...(index % 8 === 0 ? variants.cheats(text, definition, "library.module") : []),
      ].map((variant) => ({ label: `${definition.name} ${variant.id}`, text: inPlace(definition, variant) })),
    );
    const errors = compileAll(all.map((variant) => variant.text));
    expect(all.length).toBeGreaterThan(20 * definitions.length);
    expect(
      all.flatMap(({ label }, at) => (errors[at] === null ? [] : [`${path}:${label} ${errors[at]}`])),
    ).toEqual([]);
  });
});

test("mutants of real code come from nearly every operator", () => {
  const counts = new Map<string, number>();
  for (const { text, definitions } of files) {
    for (const { kind } of definitions.flatMap((definition) => variants.mutants(text, definition))) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  const common = [
    "statement-deletion",
    "call-removal",
    "condition-forced",
    "integer-constant",
    "comparison-negation",
  ];
  expect(counts.size).toBeGreaterThan(30);
  for (const kind of common) expect(counts.get(kind) ?? 0).toBeGreaterThan(50);
});

/** Calls with known results in the real module; modules with doctests are run through those as well. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  "textwrap.py": [
    "wrap('one two  three-four five' * 3, 11, initial_indent='* ', drop_whitespace=False)",
    "shorten('a b c d e f g hhh', 9), fill('x' * 50, 7), dedent('  a\\n   b\\n\\n'), indent('a\\n\\nb', '> ')",
    "wrap('a', 0)",
    "TextWrapper(width=8, max_lines=2, placeholder='~').wrap('aa bb cc dd ee ff gg')",
  ],
  "shlex.py": [
    "split('a \"b c\" d\\\\ e # f', comments=True), list(shlex('x=y|z && q', punctuation_chars=True))",
    'split("a \'b"), 1',
    "join(['a b', '', \"it's\"]), quote('x;y')",
  ],
  "fractions.py": [
    "Fraction('3/7') + Fraction(1, 3), Fraction(0.5).limit_denominator(3), round(Fraction(7, 2)), Fraction(-7, 2) // 2",
    "Fraction(1, 0)",
    "hash(Fraction(22, 7)), Fraction(2) ** -3, divmod(Fraction(7, 3), Fraction(1, 2)), Fraction('1e-3')",
  ],
  "heapq.py": [
    "list(merge([1, 4], [2, 3], key=lambda x: x)), nsmallest(2, [3, 1, 2]), nlargest(2, 'hello', key=ord)",
    "[heappushpop([1, 3], 2), heapreplace([1, 3], 9), list(merge('ca', 'b', reverse=True))]",
  ],
  "difflib.py": [
    "get_close_matches('appel', ['ape', 'apple', 'peach']), list(unified_diff('abc', 'abd', 'x', 'y'))",
    "SequenceMatcher(None, 'private', 'privates').get_opcodes(), list(ndiff(['a b'], ['a c']))",
  ],
  "statistics.py": [
    "mean([1, 2, 4]), median_grouped([1, 2, 2, 3]), pvariance([0.0, 1.5]), quantiles(range(9)), mode('aab')",
    "NormalDist(1, 2).quantiles(3), linear_regression([1, 2, 3], [2, 4, 7]), multimode('aabb')",
    "median([])",
  ],
};

describe("rewrites of real modules behave like them", () => {
  test.each(files.filter(({ path }) => path in CALLS))("$path", ({ path, text, definitions }) => {
    // Last definition first, so that the places of the others stay.
    const rewrites = [...definitions]
      .sort((a, b) => b.spans.whole.start - a.spans.whole.start)
      .map((definition) => ({ definition, all: variants.rewrites(text, definition) }));
    const jobs = rewriteKinds.flatMap((kind) => {
      const rewritten = rewriteFile(text, rewrites, kind);
      return rewritten === text ? [] : [{ kind, text: rewritten }];
    });
    expect(jobs.length).toBeGreaterThan(4);
    const results = runPython(COMPARE, { reference: text, calls: CALLS[path], jobs });
    expect(results).toEqual(jobs.map(({ kind }) => `${kind}: same`));
  });
});

/** The file with a rewrite of this kind in every definition that is not inside another one. */
function rewriteFile(
  text: string,
  rewrites: readonly { readonly definition: Definition; readonly all: readonly Variant[] }[],
  kind: string,
): string {
  return rewrites.reduce((rewritten, { definition, all }) => {
    const found = all.find((variant) => variant.kind === kind);
    return found === undefined ? rewritten : spliced(rewritten, definition, found.completion);
  }, text);
}

const COMPARE = `
import doctest, json, re, sys, types
def run(source):
    module = types.ModuleType("library_module")
    sys.modules["library_module"] = module
    exec(compile(source, "library_module.py", "exec"), vars(module))
    seen = []
    for call in given["calls"]:
        try:
            seen.append(re.sub("0x[0-9a-f]+", "", repr(eval(call, dict(vars(module))))))
        except Exception as error:
            seen.append(repr(error))
    out = []
    runner = doctest.DocTestRunner(verbose=False)
    for example in doctest.DocTestFinder(exclude_empty=True).find(module, "module"):
        runner.run(example, out=out.append)
    return seen, tuple(runner.summarize(verbose=False))
given = json.load(sys.stdin)
sys.stdout, real = open("/dev/null", "w"), sys.stdout
expected = run(given["reference"])
found = []
for job in given["jobs"]:
    seen = run(job["text"])
    found.append(job["kind"] + ": " + ("same" if seen == expected else "%r is not %r" % (seen, expected)))
print(json.dumps(found), file=real)
`;
