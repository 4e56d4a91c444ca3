import {
  array,
  constant,
  constantFrom,
  letrec,
  nat,
  oneof,
  option,
  record,
  tuple,
  type Arbitrary,
} from "fast-check";

/**
 * Bodies of functions of `a`, `b`, `c` that end, in lines. `seen(number, value)` gives the value and writes both down: what is
 * computed, and in which order, shows.
 */
export function functionBodies(): Arbitrary<string> {
  const { statement, value } = statements();
  const begin = ["x = 0", "y = ''", "found = []"];
  const end = oneof(
    constant(["return x, y, found"]),
    value.map((last) => [`last = ${last}`, "return last"]),
    value.map((last) => ["if x:", `    c.append(${last})`]),
  );
  return tuple(array(statement, { minLength: 1, maxLength: 3 }), end).map(([parts, last]) =>
    [...begin, ...parts.flat(), ...last].join("\n"),
  );
}

type Lines = readonly string[];

type Trees = {
  readonly value: string;
  readonly condition: string;
  readonly block: Lines;
  readonly statement: Lines;
};

const LIMITS = { maxDepth: 2, depthIdentifier: "python", withCrossShrink: true };
const name = constantFrom("a", "b", "c", "x", "y");

function statements(): { readonly [tree in keyof Trees]: Arbitrary<Trees[tree]> } {
  return letrec<Trees>((tie) => ({
    value: oneof(
      LIMITS,
      oneof(name, constantFrom("0", "1", "'z'", "None", "[]")),
      tuple(nat(9), tie("value")).map(([number, value]) => `seen(${number}, ${value})`),
      tuple(tie("value"), constantFrom("+", "*", "-"), tie("value")).map((parts) => `(${parts.join(" ")})`),
      tuple(tie("value"), tie("condition"), tie("value")).map(
        ([yes, test, no]) => `(${yes} if ${test} else ${no})`,
      ),
      tuple(name, constantFrom("", "!r", "!s", ":>4", "!r:<6"), name).map(
        ([one, form, other]) => `f"{{{seen(8, ${one})${form}}}} of {seen(9, ${other})}"`,
      ),
      tie("condition").map((condition) => `[z for z in (a, b, c) if ${condition}]`),
    ),
    condition: oneof(
      LIMITS,
      constantFrom("a", "b", "x < 2", "a == b", "a is not None", "not c"),
      tuple(tie("value"), constantFrom("in", "not in"), constantFrom("[0, 1, 'z']", "found")).map((parts) =>
        parts.join(" "),
      ),
      tuple(tie("value"), constantFrom("is", "is not", "==", "!="), tie("value")).map((parts) =>
        parts.join(" "),
      ),
      tuple(nat(9), tie("condition")).map(([number, condition]) => `seen(${number}, ${condition})`),
      tuple(tie("condition"), constantFrom("and", "or"), tie("condition")).map(
        (parts) => `(${parts.join(" ")})`,
      ),
      tuple(tie("condition"), constantFrom("and", "or"), tie("condition")).map(
        (parts) => `not (${parts.join(" ")})`,
      ),
      tie("value").map((value) => `0 <= x < ${value}`),
    ),
    block: array(tie("statement"), { minLength: 1, maxLength: 2 }).map((parts) => parts.flat()),
    statement: oneof(
      LIMITS,
      tuple(constantFrom("x", "y"), tie("value")).map((parts) => [parts.join(" = ")]),
      tuple(tie("value"), tie("value")).map(([one, other]) => [`x, y = ${one}, ${other}`]),
      tie("value").map((value) => [`found.append(${value})`]),
      tie("value").map((value) => [`return ${value}`]),
      tie("value").map((value) => [`y = ${value}`, "return y"]),
      constantFrom(["x = 1", "y = ''"], ["x += 1"], ["pass"]),
      tuple(tie("condition"), constantFrom("x = 1", "return a", "raise ValueError(x)")).map(
        ([condition, end]) => [`if ${condition}: ${end}`],
      ),
      record({
        test: tie("condition"),
        yes: tie("block"),
        other: option(tie("condition")),
        no: option(tie("block")),
      }).map(branching),
      tuple(tie("condition"), tie("condition"), tie("block")).map(([one, other, block]) => [
        `if ${one} and ${other}:`,
        ...indented(block),
      ]),
      tuple(constantFrom("return ", "x = "), tie("condition"), tie("value"), tie("value")).map(
        ([head, condition, yes, no]) => [
          `if ${condition}:`,
          `    ${head}${yes}`,
          "else:",
          `    ${head}${no}`,
        ],
      ),
      tuple(tie("block"), constantFrom("break", "continue", "pass")).map(([block, end]) => [
        "for i in (0, 1, 2):",
        ...indented(block),
        "    if i == 1:",
        `        ${end}`,
      ]),
      tuple(tie("value"), option(tie("condition"))).map(([value, filter]) => [
        "kept = []",
        "for k in (a, b, c):",
        ...(filter === null
          ? [`    kept.append(${value})`]
          : [`    if ${filter}:`, `        kept.append(${value})`]),
        "found.append(kept)",
      ]),
      tie("block").map((block) => ["n = 0", "while n < 2:", "    n += 1", ...indented(block)]),
      tuple(tie("block"), tie("block"), constant(["finally:", "    found.append('end')"])).map(
        ([tried, caught, last]) => [
          "try:",
          ...indented(tried),
          "except TypeError:",
          ...indented(caught),
          ...last,
        ],
      ),
    ),
  }));
}

function branching(parts: {
  readonly test: string;
  readonly yes: Lines;
  readonly other: string | null;
  readonly no: Lines | null;
}): Lines {
  return [
    `if ${parts.test}:`,
    ...indented(parts.yes),
    ...(parts.other === null ? [] : [`elif ${parts.other}:`, "    x = 2"]),
    ...(parts.no === null ? [] : ["else:", ...indented(parts.no)]),
  ];
}

function indented(lines: Lines): Lines {
  return lines.map((line) => `    ${line}`);
}
