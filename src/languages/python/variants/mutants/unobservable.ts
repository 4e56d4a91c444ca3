import type { MutantSelection } from "../../../language.ts";
import { ancestorsOf, contains, findField, partsOf, walk, type SyntaxNode } from "../syntax-node.ts";

/**
 * The rule by which no comparison of observations can see a change at `node`: `exception_message` (text that only a
 * raised exception, or an object that tells of a failure, carries, also by way of a name that nothing else reads), `log_text` (arguments of logging, warnings and `print`, and such a call taken away), `type_only`
 * (the type given to `cast`), `assertion` (an `assert` that no longer fails, or what it says: a call for which it fails is
 * outside the contract). What is printed or logged counts as seen where `sees` names it. Changes that may themselves raise, or whose parts have effects, are not covered.
 */
export function findUnobservableRule(
  node: SyntaxNode,
  replacement: string,
  sees: Sight = [],
): "exception_message" | "log_text" | "type_only" | "assertion" | undefined {
  if (isLoggingStatement(node, sees)) return "log_text";
  if (dropsAssertion(node, replacement)) return "assertion";
  for (const argument of [node, ...ancestorsOf(node)]) {
    if (isMessageFor(argument)) {
      if (hasEffects(node) || breaksFormat(node, replacement)) return undefined;
      return isText(node, argument) ? "exception_message" : undefined;
    }
    const list = argument.parent;
    const call = list?.type === "argument_list" ? list.parent : undefined;
    if (call?.type !== "call") continue;
    const name = findField(call, "function")?.text ?? "";
    if (/^(typing\.|t\.)?cast$/.test(name) && partsOf(list as SyntaxNode)[0] === argument) return "type_only";
    if (hasEffects(node) || breaksFormat(node, replacement)) return undefined;
    if (isLogging(name, sees) && !hasKeyword(call, "file")) return "log_text";
    const isRaised = call.parent?.type === "raise_statement" && call.field !== "cause";
    const isWording = TELLS_OF_FAILURE.test(name) && /\s/.test(argument.text);
    if (isRaised || isWording) return isText(node, argument) ? "exception_message" : undefined;
    if (!isFormatCall(call) && !TEXT_CALL.test(name)) return undefined;
  }
  return undefined;
}

/** True for what is assigned to a name that its function only gives to exceptions that it raises: `msg = "…"; raise ValueError(msg)`. */
function isMessageFor(value: SyntaxNode): boolean {
  const assignment = value.field === "right" ? value.parent : undefined;
  if (assignment?.type !== "assignment") return false;
  const name = findField(assignment, "left");
  const scope = [...ancestorsOf(assignment)].find(({ type }) => type === "function_definition");
  if (name?.type !== "identifier" || scope === undefined) return false;
  const uses = [...walk(scope)].filter(({ type, text }) => type === "identifier" && text === name.text);
  return uses.every(
    (use) => (use.parent?.type === "assignment" && use.field === "left") || isGivenToException(use),
  );
}

function isGivenToException(use: SyntaxNode): boolean {
  const call = use.parent?.type === "argument_list" ? use.parent.parent : undefined;
  return call?.parent?.type === "raise_statement" && call.field !== "cause";
}

/** True where an `assert` is taken away, always holds, or only says something else. */
function dropsAssertion(node: SyntaxNode, replacement: string): boolean {
  if (node.type === "assert_statement") return /^(pass|\(?True\)?)$/.test(replacement);
  const inside = [node, ...ancestorsOf(node)].find(({ parent }) => parent?.type === "assert_statement");
  return inside?.parent !== undefined && partsOf(inside.parent)[1] === inside;
}

/** Classes whose objects tell of a failure, raised or not: their wording is compared as little. */
const TELLS_OF_FAILURE = /(?:^|\.)[A-Z]\w*(?:Error|Exception|Warning|Diagnostic)$/;

/** Calls that only make text of text. */
const TEXT_CALL = /^(_|gettext|repr|str|ascii|format|textwrap\.dedent)$/;

const LOG_METHODS = "debug|info|warning|warn|error|exception|critical|fatal|log";
const LOGGING_CALL = new RegExp(
  `^(print|warnings\\.warn|warn|(self\\.|cls\\.)?_*(logging|logger|log)\\.(${LOG_METHODS}))$`,
  "i",
);

type Sight = NonNullable<MutantSelection["sees"]>;

/** True for calls that say something which no comparison sees. */
function isLogging(name: string, sees: Sight): boolean {
  if (!LOGGING_CALL.test(name)) return false;
  if (name === "print") return !sees.includes("printed");
  return /^(?:warnings\.)?warn$/i.test(name) || !sees.includes("logged");
}

/** A whole statement that logs and whose arguments have no effects of their own. */
function isLoggingStatement(node: SyntaxNode, sees: Sight): boolean {
  const call = node.type === "expression_statement" ? partsOf(node)[0] : node;
  if (call?.type !== "call" || !isLogging(findField(call, "function")?.text ?? "", sees)) return false;
  if (node.type === "call" && node.parent?.type !== "expression_statement") return false;
  const given = findField(call, "arguments");
  return given !== undefined && !hasEffects(given) && !hasKeyword(call, "file");
}

function hasEffects(node: SyntaxNode): boolean {
  return contains(node, "call", "await", "yield", "named_expression");
}

function hasKeyword(call: SyntaxNode, name: string): boolean {
  const given = findField(call, "arguments");
  return (given === undefined ? [] : partsOf(given)).some(
    (argument) => argument.type === "keyword_argument" && findField(argument, "name")?.text === name,
  );
}

/** True for text literals among the arguments, and for whatever only goes into such a text. */
function isText(node: SyntaxNode, argument: SyntaxNode): boolean {
  if (isLiteralText(node)) return true;
  for (const above of ancestorsOf(node)) {
    if (isLiteralText(above) || isFormatting(above) || isFormatCall(above)) return true;
    if (above === argument) return false;
  }
  return false;
}

function isLiteralText(node: SyntaxNode): boolean {
  return node.type === "string" || node.type === "concatenated_string";
}

function isFormatting(node: SyntaxNode): boolean {
  return node.type === "binary_operator" && findField(node, "operator")?.text === "%" && isLeftText(node);
}

function isLeftText(node: SyntaxNode): boolean {
  const left = findField(node, "left");
  return left !== undefined && isLiteralText(left);
}

function isFormatCall(node: SyntaxNode): boolean {
  const called = node.type === "call" ? findField(node, "function") : undefined;
  const object = called === undefined ? undefined : findField(called, "object");
  return object !== undefined && isLiteralText(object) && called?.text.endsWith(".format") === true;
}

/** Emptying a text that `%` fills raises; so does changing the shape of what fills it. */
function breaksFormat(node: SyntaxNode, replacement: string): boolean {
  const isFilled = [node, ...ancestorsOf(node)].some((above) => above.parent && isFormatting(above.parent));
  if (!isFilled) return false;
  return (
    node.type === "tuple" || node.type === "binary_operator" || (isLiteralText(node) && replacement === "")
  );
}
