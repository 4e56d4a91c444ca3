import { dedent } from "../base/index.ts";
import type { Definition, ParsedFile } from "../languages/index.ts";
import type { SourceFile } from "./source-file.ts";
import { lastPart } from "./last-part.ts";

/** A place where the repository calls a target. */
export interface CallSite {
  readonly path: string;
  /** Qualified name of the function that calls. */
  readonly caller: string;
  /** 1-based line of the call. */
  readonly line: number;
  /** The lines around the call, without common indentation. */
  readonly text: string;
}

/** Lines shown before and after the line of a call. */
const LINES_AROUND = 2;

/**
 * Up to `most` places where other functions call a target, by name: those of its own file first, then in the order of files. Calls in `hidden` definitions of the
 * target's file are passed over: a solver does not see them.
 */
export function findCallSites(
  files: readonly SourceFile[],
  target: Definition,
  most: number,
  hidden: readonly Definition[] = [],
): readonly CallSite[] {
  const ordered = [
    ...files.filter(({ parsed }) => parsed.path === target.path),
    ...files.filter(({ parsed }) => parsed.path !== target.path),
  ];
  const name = lastPart(target.name);
  const alike = files
    .flatMap(({ parsed }) => parsed.definitions)
    .filter((one) => lastPart(one.name) === name);
  const cut = { hidden: [target, ...hidden], isOnlyOne: alike.length === 1 };
  const sites: CallSite[] = [];
  for (const { parsed, text } of ordered) {
    for (const caller of callersIn(parsed, target, cut)) {
      if (sites.length === most) return sites;
      const site = describeSite(parsed.path, text, caller, target);
      if (site !== undefined) sites.push(site);
    }
  }
  return sites;
}

function callersIn(
  { path, definitions }: ParsedFile,
  target: Definition,
  { hidden, isOnlyOne }: { readonly hidden: readonly Definition[]; readonly isOnlyOne: boolean },
): readonly Definition[] {
  const cut = path === target.path ? hidden : [];
  return definitions.filter((caller) => {
    const isCut = cut.some(
      ({ spans }) =>
        spans.whole.start <= caller.spans.whole.start && caller.spans.whole.end <= spans.whole.end,
    );
    return !isCut && caller.facts.calls.some((call) => isCallOf(call, caller, target, isOnlyOne));
  });
}

/**
 * A plain call of a function; a method's on the receiver within its own class, or on its class. A call through anything else may be
 * anybody's: it counts where the repository defines the name once.
 */
function isCallOf(call: string, caller: Definition, target: Definition, isOnlyOne: boolean): boolean {
  const name = lastPart(target.name);
  if (lastPart(call) !== name) return false;
  const owner = call.slice(0, -name.length - 1);
  if (target.className === undefined)
    return owner === "" || (isOnlyOne && /^[a-z_]\w*$/u.test(owner) && owner !== "self" && owner !== "cls");
  if (owner === lastPart(target.className)) return true;
  const isOwn = owner === "self" || owner === "cls" || owner === "super()";
  return isOwn ? isOnlyOne || caller.className === target.className : isOnlyOne && owner !== "";
}

function describeSite(
  path: string,
  text: string,
  caller: Definition,
  target: Definition,
): CallSite | undefined {
  const lines = text.split("\n");
  const isCall = new RegExp(`(?<!\\w)${RegExp.escape(lastPart(target.name))}\\s*\\(`, "u");
  const bytes = Buffer.from(text);
  const first = bytes.subarray(0, caller.spans.body.start).toString().split("\n").length;
  const last = Math.min(caller.lines.end, lines.length);
  for (let line = first; line <= last; line++) {
    if (!isCall.test(lines[line - 1] ?? "")) continue;
    const from = Math.max(first, line - LINES_AROUND);
    const shown = lines.slice(from - 1, Math.min(last, line + LINES_AROUND));
    return { path, caller: caller.name, line, text: dedent(shown).join("\n") };
  }
  return undefined;
}
