import { inParentheses } from "../mutants/calls.ts";
import type { SyntaxNode } from "../syntax-node.ts";
import { readCall } from "./call-forms.ts";
import { atStart } from "./insertions.ts";
import { instead, type MistakeOperator } from "./mistake.ts";
import { isGoneOver, usesOf } from "./uses.ts";

/** Methods that bring their object into a form, or take a copy of it. */
const METHODS = new Set(
  (
    "strip lstrip rstrip lower upper casefold title capitalize swapcase expandtabs zfill removeprefix removesuffix replace translate " +
    "encode decode copy sort reverse date time astimezone total_seconds normalize resolve absolute expanduser as_posix conjugate quantize"
  ).split(" "),
);

/** Functions that do the same with an argument, by its index. */
const FUNCTIONS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    (
      "abs str int float bool bytes list tuple set frozenset dict sorted round repr len iter copy deepcopy copy.copy copy.deepcopy re.escape escape " +
      "html.escape html.unescape unescape quote unquote shlex.quote os.path.normpath os.path.abspath os.path.basename os.path.expanduser " +
      "math.fabs math.floor math.ceil Decimal Fraction OrderedDict reversed"
    )
      .split(" ")
      .map((name) => [name, 0]),
  ),
  "unicodedata.normalize": 1,
  "re.sub": 2,
};

/** A call that only brings a value into a form, or copies it, left out: at one place, and wherever the function makes it. */
export const normalisingCallLost: MistakeOperator = {
  name: "normalising-call-lost",
  *slip(node) {
    const call = readCall(node);
    if (call === undefined) return;
    const value = Object.hasOwn(FUNCTIONS, call.called.text)
      ? call.positional[FUNCTIONS[call.called.text] ?? 0]
      : METHODS.has(call.name)
        ? call.object
        : undefined;
    if (value !== undefined && value.type !== "generator_expression")
      yield instead(node, inParentheses(value), call.name);
  },
};

const TEXT_METHODS = new Set(
  (
    "strip lstrip rstrip lower upper casefold title capitalize split rsplit splitlines startswith endswith replace find rfind partition " +
    "rpartition encode isdigit isalpha isalnum isspace isupper islower removeprefix removesuffix"
  ).split(" "),
);

/** What else people bring arguments into, by what the function does with them. */
const NEEDLESS: readonly {
  readonly isUsed: (use: SyntaxNode) => boolean;
  readonly annotation: RegExp;
  readonly forms: readonly string[];
}[] = [
  { isUsed: isTextUse, annotation: /^(str|bytes|AnyStr|Text)\b/, forms: ["$.strip()", "$.lower()"] },
  {
    isUsed: isGoneOver,
    annotation: /^(typing\.)?(List|list|Sequence|Iterable|Tuple|tuple|Collection)\b/,
    forms: ["sorted($)", "list(dict.fromkeys($))", "list($)[::-1]"],
  },
  { isUsed: isNumberUse, annotation: /^(int|float|Number|Decimal)\b/, forms: ["abs($)", "int($)"] },
];

/** A parameter brought into a form that nobody asked for: stripped, lowered, sorted, without duplicates, without its sign or fraction. */
export const normalisedNeedlessly: MistakeOperator = {
  name: "normalised-needlessly",
  *slip(node, reference) {
    if (node !== reference.body) return;
    for (const { name, kind, annotation = "" } of reference.definition.parameters) {
      if (kind === "variadic" || kind === "variadic_keyword") continue;
      const uses = usesOf(name, node);
      for (const { isUsed, annotation: pattern, forms } of NEEDLESS)
        if (pattern.test(annotation.replace(/^["']|^Optional\[/g, "")) || uses.some(isUsed))
          for (const form of forms) yield* atStart(reference, `${name} = ${form.replaceAll("$", name)}`);
    }
  },
};

function isTextUse(use: SyntaxNode): boolean {
  const isObject = use.field === "object" && use.parent?.type === "attribute";
  const name = isObject ? use.parent?.children.find(({ field }) => field === "attribute")?.text : undefined;
  return name !== undefined && use.parent?.parent?.type === "call" && TEXT_METHODS.has(name);
}

function isNumberUse(use: SyntaxNode): boolean {
  const above = use.parent;
  const isArithmetic = above?.type === "binary_operator" || above?.type === "comparison_operator";
  return isArithmetic && above.children.some(({ type }) => type === "integer" || type === "float");
}
