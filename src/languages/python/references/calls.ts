import { lastPart } from "../../../base/index.ts";
import type { Definition } from "../../language.ts";
import type { CallQuestion, FoundCall } from "../../references.ts";

/** The surest call of the target in a caller; undefined where there is none. */
export function findCall(question: CallQuestion): FoundCall | undefined {
  const { text, caller, target, isOnlyOne } = question;
  const named = caller.facts.calls.filter((call) => lastPart(call) === lastPart(target.name));
  const sure = named.find((call) =>
    target.className === undefined
      ? isFunction(call, question)
      : isOwnMethod(call, caller, target) || isOfInstance(call, textOf(text, caller), target.className),
  );
  if (sure !== undefined) return { written: sure, isByName: false };
  const likely = isOnlyOne ? named.find((call) => mayBe(call, caller, target)) : undefined;
  return likely === undefined ? undefined : { written: likely, isByName: true };
}

/** A plain call, in the target's own file or in one that imports the name from there, or a call through its module. */
function isFunction(call: string, { text, definitions, caller, target }: CallQuestion): boolean {
  const owner = ownerOf(call);
  if (owner !== "")
    return (
      isModuleOf(owner, target.path, true) &&
      new RegExp(`^\\s*(?:from|import)\\b.*\\b${lastPart(owner)}\\b`, "mu").test(text)
    );
  if (call !== target.name) return false;
  if (caller.path === target.path) return true;
  const isOther = definitions.some(({ name }) => name === target.name);
  return !isOther && importsFrom(text, target.name).some((module) => isModuleOf(module, target.path));
}

/** Modules, as written, that a file imports a name from. */
function importsFrom(text: string, name: string): readonly string[] {
  const isNamed = new RegExp(`(?<![\\w.])${RegExp.escape(name)}(?!\\w)(?!\\s+as\\b)`, "u");
  return [...text.matchAll(/^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)/gmu)].flatMap(
    ([, module = "", names = ""]) => (isNamed.test(names) ? [module] : []),
  );
}

/** True for the module of a file, and unless only that is asked for, for a package around it, which may hand the name on. */
function isModuleOf(module: string, path: string, isItself = false): boolean {
  const parts = path.replace(/(?:\/__init__)?\.\w+$/u, "").split("/");
  const words = module.split(".").filter((word) => word !== "");
  if (isItself)
    return /^[\w.]+$/u.test(module) && words.every((word, at) => parts.at(at - words.length) === word);
  return parts.some((_, at) => words.every((word, index) => parts[at + index] === word));
}

/** A call on the receiver within its own class, or on its class. */
function isOwnMethod(call: string, caller: Definition, { className = "", path }: Definition): boolean {
  const owner = ownerOf(call);
  if (owner === lastPart(className)) return true;
  return (owner === "self" || owner === "cls") && caller.className === className && caller.path === path;
}

/** A call on a local name that is made by the class, or a parameter that is annotated with it. */
function isOfInstance(call: string, text: string, className: string): boolean {
  const owner = ownerOf(call);
  if (!/^\w+$/u.test(owner)) return false;
  const made = `(?:\\w+\\.)*${RegExp.escape(lastPart(className))}`;
  const [name, before] = [RegExp.escape(owner), "(?<![\\w.])"];
  return [
    `${before}${name}\\s*(?::[^=\\n]*)?=\\s*${made}\\(`,
    `${before}${made}\\([^\\n]*\\)\\s+as\\s+${name}\\b`,
    `[(,]\\s*${name}\\s*:\\s*["']?${made}\\b`,
  ].some((pattern) => new RegExp(pattern, "u").test(text));
}

/** A call that may be one of the target where nothing else of the repository has the name. */
function mayBe(call: string, caller: Definition, target: Definition): boolean {
  const owner = ownerOf(call);
  if (target.className !== undefined)
    return call.includes(".") && (owner !== "super()" || caller.className !== target.className);
  return owner === ""
    ? !call.includes(".")
    : /^[a-z_]\w*$/u.test(owner) && owner !== "self" && owner !== "cls";
}

function ownerOf(call: string): string {
  return call.slice(0, Math.max(call.lastIndexOf("."), 0));
}

function textOf(text: string, { spans }: Definition): string {
  return Buffer.from(text).subarray(spans.whole.start, spans.whole.end).toString();
}
