import type { Observation, SuiteCase } from "../../src/spec/index.ts";

/** A case as a test of pytest, and what it shows. */
export interface LiteralCase {
  readonly suiteCase: SuiteCase;
  /** The call's arguments as Python writes them. */
  readonly call: string;
  readonly observation: Observation;
}

/** Those of the cases that a plain test can hold: literal arguments that stay as they are, a literal result or an exception. */
export function literalCases(
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): LiteralCase[] {
  return cases.flatMap((suiteCase) => {
    const { id, recipe } = suiteCase;
    const observation = expected[id];
    const isPlain =
      recipe.receiver === undefined && [recipe.files, recipe.variables].every((part) => isEmpty(part));
    if (observation === undefined || !isPlain || (recipe.patches ?? []).length > 0) return [];
    const positional = recipe.positional.map((value) => literal(value, recipe.shared));
    const keywords = Object.entries(recipe.keywords).map(([name, value]) => {
      const text = literal(value, recipe.shared);
      return text === undefined ? undefined : `${name}=${text}`;
    });
    const words = [...positional, ...keywords].filter((word) => word !== undefined);
    const isWhole =
      words.length === positional.length + keywords.length && expectation(observation) !== undefined;
    return isWhole ? [{ suiteCase, call: words.join(", "), observation }] : [];
  });
}

/** A file with one test per case. */
export function pytestFile(module: string, name: string, cases: readonly LiteralCase[]): string {
  const tests = cases.map(({ call, observation }, index) => {
    const head = `def test_${name}_${index}():\n`;
    const wanted = expectation(observation) ?? "";
    return observation.status === "raised"
      ? `${head}    with pytest.raises(${wanted}):\n        ${name}(${call})\n`
      : `${head}    assert ${name}(${call}) == ${wanted}\n`;
  });
  return [`import pytest\n\nfrom ${module} import ${name}\n`, ...tests].join("\n\n");
}

function expectation(observation: Observation): string | undefined {
  if (observation.status === "returned") return literal(observation.value, []);
  if (observation.status !== "raised") return undefined;
  const [, name] = /^builtins:(\w+)$/.exec(observation.exception.class) ?? [];
  return name;
}

function isEmpty(part: object): boolean {
  return Object.keys(part).length === 0;
}

/** Python's literal of a value of `recipe/1` or `observation/1`; undefined where it has none. */
function literal(value: unknown, shared: readonly unknown[], depth = 0): string | undefined {
  if (depth > 20) return undefined;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return JSON.stringify(value).replaceAll("\u007f", String.raw`\x7f`);
  if (Array.isArray(value)) return all("[", value, "]", shared, depth);
  const [[tag, content] = ["", undefined], ...others] = Object.entries(value as object);
  if (others.length > 0) return undefined;
  switch (tag) {
    case "int":
      return String(content);
    case "float":
      return `float("${String(content)}")`;
    case "bytes":
      return `${JSON.stringify(content)}.encode("latin-1")`;
    case "tuple":
      return all("tuple([", content, "])", shared, depth);
    case "set":
    case "frozenset":
      return all(`${tag}([`, content, "])", shared, depth);
    case "dict":
      return all(
        "dict([",
        (content as unknown[]).map((pair) => ({ tuple: pair })),
        "])",
        shared,
        depth,
      );
    case "ref":
      return literal(shared[content as number], shared, depth + 1);
    default:
      return undefined;
  }
}

function all(
  open: string,
  items: unknown,
  close: string,
  shared: readonly unknown[],
  depth: number,
): string | undefined {
  if (!Array.isArray(items)) return undefined;
  const texts = items.map((item) => literal(item, shared, depth + 1));
  return texts.every((text) => text !== undefined) ? `${open}${texts.join(", ")}${close}` : undefined;
}
