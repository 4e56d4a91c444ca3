/** Functions and classes by their text (`function` and `local_class` of `recipe/1`), as `ast.unparse` writes them: what stands in one that may be something else, and what is beside it. */
import { taggedValue, type ValueRecipe } from "../../../spec/index.ts";
import type { ValueEdge, ValuePart } from "../../values.ts";
import { callablesOf } from "../inputs/callables.ts";
import { quotePythonText } from "../literals/quote-text.ts";
import { readPythonLiteral } from "../literals/read-literal.ts";

interface WrittenCode {
  readonly tag: "function" | "local_class";
  readonly text: string;
  readonly values?: Readonly<Record<string, ValueRecipe>>;
}

/** A text or a number in a text; what is formatted in place is none. */
const CONSTANT = /(?<![\w.'"])(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\d+(?:\.\d+)?)(?![\w.'"])/gu;
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gu;

/** Functions that answer yes or no. */
const ASKS =
  /^(?:isinstance|issubclass|callable|hasattr|bool|any|all)\(|\.(?:startswith|endswith|is[a-z]+)\(/u;

/** What is asked instead of a comparison. */
const OTHER_COMPARISONS: Readonly<Record<string, string>> = {
  "==": "!=",
  "!=": "==",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
};

/** The constants in a text, and the values of its names. */
export function partsOfCode(node: ValueRecipe, most: number): readonly ValuePart[] {
  const own = writtenIn(node);
  if (own === undefined) return [];
  const { text, values = {} } = own;
  const constants = [...text.matchAll(CONSTANT)].flatMap(({ index, 0: written }): ValuePart[] => {
    const value = readPythonLiteral(written);
    if (value === undefined) return [];
    const [before, after] = [text.slice(0, index), text.slice(index + written.length)];
    return [
      {
        name: " constant",
        value,
        write: (changed) => {
          const put = literalOf(changed);
          return put === undefined ? node : codeOf({ ...own, text: before + put + after });
        },
      },
    ];
  });
  const named = Object.entries(values).map(
    ([name, value]): ValuePart => ({
      name: ` ${name}`,
      value,
      write: (changed) => codeOf({ ...own, values: { ...values, [name]: changed } }),
    }),
  );
  return [...constants.slice(0, most), ...named.slice(0, most)];
}

/** Functions that may be called in its place: of a definition that answers nothing the same that notes what it is given, of a lambda those that answer otherwise, and of as many arguments those of the standard library. */
export function edgesOfFunction(node: ValueRecipe): readonly ValueEdge[] {
  const own = writtenIn(node);
  const noting = own === undefined ? undefined : withNotes(own);
  if (noting !== undefined) return [{ kind: "notes what it is given", value: noting }];
  const parts = own === undefined ? undefined : /^lambda(?: ([^:]*))?: ([^]*)$/u.exec(own.text);
  if (own === undefined || parts === null || parts === undefined) return [];
  const [, parameters = "", body = ""] = parts;
  const names = parameters === "" ? [] : parameters.split(", ");
  const asks = isQuestion(body);
  const bodies: readonly (readonly [kind: string, body: string])[] = asks
    ? [
        ...comparedOtherwise(body).map((other) => ["compares otherwise", other] as const),
        ["asks the opposite", `not (${body})`],
        ["yes to all", "True"],
        ["no to all", "False"],
      ]
    : [
        ["answers nothing", "None"],
        ...names.slice(0, 1).map((name) => ["answers what it is given", name] as const),
        ...(names.length > 1 ? [["answers all", `(${names.join(", ")})`] as const] : []),
      ];
  const arePlain = names.every((name) => /^\w+$/u.test(name));
  const turned = arePlain && names.length === 2 ? [`lambda ${names.toReversed().join(", ")}: ${body}`] : [];
  const others = arePlain ? callablesOf(names.length, asks) : [];
  const head = parameters === "" ? "lambda" : `lambda ${parameters}`;
  return [
    ...(arePlain ? bodies : []).map(([kind, other]) => ({
      kind,
      value: codeOf({ ...own, text: `${head}: ${other}` }),
    })),
    ...turned.map((text) => ({ kind: "takes them in turn", value: codeOf({ ...own, text }) })),
    ...others.map((value, at) => ({ kind: `function ${at}`, value })),
  ];
}

const NOTES = "notes";
const PLAIN_DEFINITION = /^(def \w+\((\w+(?:, \w+)*)\):\n)( +)/u;

/** A definition that answers nothing, and so is called for what it does, with notes of what it is given: they show what it is called for, and in which order. */
function withNotes({ tag, text, values = {} }: WrittenCode): ValueRecipe | undefined {
  const [, head, parameters, indent] = PLAIN_DEFINITION.exec(text) ?? [];
  if (tag !== "function" || head === undefined || parameters === undefined || indent === undefined)
    return undefined;
  if (/\b(?:return .|yield\b)/u.test(text) || new RegExp(String.raw`\b${NOTES}\b`, "u").test(text))
    return undefined;
  const tuple = parameters.includes(", ") ? `(${parameters})` : `(${parameters},)`;
  const noting = `${head}${indent}${NOTES}.append(${tuple})\n${text.slice(head.length)}`;
  return codeOf({ tag, text: noting, values: { ...values, [NOTES]: [] } });
}

/** True where an expression answers yes or no. */
function isQuestion(body: string): boolean {
  const top = outside(body);
  if (/ if | for /u.test(top)) return false;
  return (
    /^not | (?:==|!=|<|<=|>|>=|in|not in|is|is not) /u.test(top) ||
    /^(?:True|False)$/u.test(top) ||
    (ASKS.test(top) && !/ (?:[-+*/%&|^]|or|and) /u.test(top))
  );
}

/** An expression with each of its own comparisons as another one. */
function comparedOtherwise(body: string): readonly string[] {
  const own = outside(body);
  return [...own.matchAll(/ (==|!=|<=?|>=?|(?<!not )in|not in|is not|is(?! not)) /gu)].flatMap(
    ({ index, 1: sign = "" }) => {
      const other = OTHER_COMPARISONS[sign];
      return other === undefined
        ? []
        : [`${body.slice(0, index + 1)}${other}${body.slice(index + 1 + sign.length)}`];
    },
  );
}

/** An expression with what stands in texts and in brackets blotted out, sign for sign. */
function outside(body: string): string {
  const blank = (text: string): string => "·".repeat(text.length);
  let open = body.replaceAll(TEXT, blank);
  for (;;) {
    const closed = open.replaceAll(
      /([([{])([^()[\]{}]*)([)\]}])/gu,
      (_all, _left, inner: string) => `‹${blank(inner)}›`,
    );
    if (closed === open) return open.replaceAll("‹", "(").replaceAll("›", ")");
    open = closed;
  }
}

function writtenIn(node: ValueRecipe): WrittenCode | undefined {
  const tagged = taggedValue(node);
  if (tagged?.tag !== "function" && tagged?.tag !== "local_class") return undefined;
  const { tag, content } = tagged;
  // Observations have the text alone.
  return typeof content === "string" ? { tag, text: content } : { tag, ...(content as { text: string }) };
}

function codeOf({ tag, text, values }: WrittenCode): ValueRecipe {
  return { [tag]: values === undefined ? { text } : { text, values } };
}

/** A plain value as it is written; undefined for others. */
function literalOf(value: ValueRecipe): string | undefined {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quotePythonText(value, false);
  if (typeof value === "number") return value < 0 ? `(${value})` : String(value);
  const float = typeof value === "object" && "float" in value ? String(value["float"]) : "";
  return /^\d+\.\d+$/u.test(float) ? float : undefined;
}
