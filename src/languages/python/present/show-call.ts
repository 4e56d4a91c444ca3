import {
  elementsOf,
  keywordsInOrder,
  membersOf,
  scalarText,
  taggedValue,
  type CaseRecipe,
  type Observation,
} from "../../../spec/index.ts";
import { showPythonClasses } from "./show-class.ts";
import { namePythonMade } from "./show-making.ts";
import type { Callable, CallInput, WriteValue } from "../../present.ts";

/** The name of a class as users of Python write it: a built-in one without its module. */
export function showPythonClass(name: string): string {
  return name.replace(/^builtins:/u, "").replace(":", ".");
}

/** The statements that make an object, in the order of its calls; of any other value one that names it. */
function showMaking(name: string, value: unknown, write: WriteValue): string[] {
  const tagged = taggedValue(value);
  const since = tagged?.tag === "made" ? elementsOf(membersOf(tagged.content).get("since")) : undefined;
  if (since === undefined) return [`>>> ${name} = ${write(value)}`];
  const { since: _, ...first } = Object.fromEntries(membersOf(tagged?.content));
  const calls = since.map((call) => {
    const { attribute, value: held } = Object.fromEntries(membersOf(call));
    if (attribute !== undefined) return `>>> ${name}.${scalarText(attribute)} = ${write(held)}`;
    const method = scalarText(membersOf(call).get("call"));
    const { given } = showRecordedCall(call, write);
    return `>>> ${name}${method === "__call__" ? "" : `.${method}`}(${given})`;
  });
  return [`>>> ${name} = ${write({ made: first })}`, ...calls];
}

/** A call as it is typed in an interactive session. */
export function showPythonCall(target: Callable, recipe: CaseRecipe, write: WriteValue): string[] {
  const receiver = takesInstance(target, recipe) ? showMaking("self", recipe.receiver, write) : [];
  const named = [...namePythonMade(target, recipe)].flatMap(([index, name]) =>
    showMaking(name, recipe.shared[index], write),
  );
  return [
    ...showPythonClasses(recipe, write),
    ...named,
    ...receiver,
    `>>> ${callText(target, recipe, write)}`,
  ];
}

function takesInstance({ kind }: Callable, { receiver, shared }: CaseRecipe): boolean {
  if (receiver === undefined || kind === "class_method" || kind === "static_method") return false;
  const { tag, content } = taggedValue(receiver) ?? {};
  const opened = tag === "ref" && typeof content === "number" ? taggedValue(shared[content])?.tag : tag;
  return opened !== "local_class";
}

function callText(target: Callable, recipe: CaseRecipe, write: WriteValue): string {
  const { kind, is_async: isAsync, is_generator: isGenerator } = target;
  const own = target.name.slice(target.name.lastIndexOf(".") + 1);
  const owner = ownerText(target, recipe, write);
  if (kind === "getter") return `${owner}${own}`;
  if (kind === "setter") return `${owner}${own} = ${recipe.positional.map(write).join(", ")}`;
  if (kind === "deleter") return `del ${owner}${own}`;
  const called = own === "__call__" ? owner.slice(0, -1) : `${owner}${own}`;
  const call = `${called}(${argumentsText(recipe.positional, keywordsInOrder(recipe), write)})`;
  if (isGenerator) return isAsync ? `[item async for item in ${call}]` : `list(${call})`;
  return isAsync ? `await ${call}` : call;
}

function ownerText(target: Callable, recipe: CaseRecipe, write: WriteValue): string {
  if (takesInstance(target, recipe)) return "self.";
  if (target.kind !== "static_method" && recipe.receiver !== undefined) return `${write(recipe.receiver)}.`;
  return target.class_name === null ? "" : `${target.class_name}.`;
}

function argumentsText(
  positional: readonly unknown[],
  keywords: Iterable<readonly [string, unknown]>,
  write: WriteValue,
): string {
  const named = Array.from(keywords, ([name, value]) => `${name}=${write(value)}`);
  return [...positional.map(write), ...named].join(", ");
}

/** What the session shows of a call: its value, or the exception. */
export function showPythonOutcome(
  { is_generator: isGenerator, kind }: Callable,
  observation: Exclude<Observation, { status: "refused" }>,
  write: WriteValue,
): string[] {
  if (observation.status === "raised") {
    const { class: name, message, data = {} } = observation.exception;
    const shown = Object.entries(data).map(([attribute, value]) => `${attribute}=${write(value)}`);
    const told = shown.length === 0 ? "" : ` (with ${shown.join(", ")})`;
    return [`raises ${showPythonClass(name)}${message === "" ? "" : `: ${message}`}${told}`];
  }
  if ((kind === "setter" || kind === "deleter") && observation.value === null) return [];
  return [write(isGenerator ? readItems(observation.value) : observation.value)];
}

/** A generator's items are shown as the list that the call collects; one that ends otherwise stays what it is. */
function readItems(value: unknown): unknown {
  const isWhole = value !== null && typeof value === "object" && "end" in value && value.end === "stop";
  if (!isWhole) return value;
  if ("async_iterator" in value) return value.async_iterator;
  return "iterator" in value ? value.iterator : value;
}

/** The parameter's name, `self` for the receiver. */
export function showPythonInput(target: Callable, recipe: CaseRecipe, input: CallInput): string {
  if (input === "receiver") return "self";
  if (typeof input !== "number") return input.keyword;
  const isBound = recipe.receiver !== undefined && target.kind !== "static_method";
  return target.parameters[input + (isBound ? 1 : 0)] ?? `argument ${input + 1}`;
}

/** What a recorded call was given, and what it gave or raised. */
export function showRecordedCall(
  call: unknown,
  write: WriteValue,
): { readonly given: string; readonly gives: string } {
  const members = membersOf(call);
  const positional = elementsOf(members.get("positional")) ?? [];
  return {
    given: argumentsText(positional, membersOf(members.get("keywords")), write),
    gives: answerText(members.get("raises") ?? undefined, members.get("returns") ?? null, write),
  };
}

function answerText(raised: unknown, returned: unknown, write: WriteValue): string {
  if (raised === undefined) return `gives ${write(returned)}`;
  const tagged = taggedValue(raised);
  const object = membersOf(tagged?.tag === "object" ? tagged.content : undefined);
  const name = object.get("class");
  if (typeof name !== "string") return `raises ${write(raised)}`;
  return `raises ${showPythonClass(name)}(${(elementsOf(object.get("arguments")) ?? []).map(write).join(", ")})`;
}
