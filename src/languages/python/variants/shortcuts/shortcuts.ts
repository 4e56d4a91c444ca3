import type { Variant } from "../../../language.ts";
import { passOn } from "../pass-on.ts";
import { withBody, type Reference } from "../reference.ts";
import { argumentsOf } from "./argument-lists.ts";
import { forwardToElsewhere } from "./elsewhere.ts";
import type { Forwarding, ShortcutContext, ShortcutJob } from "./shortcut-context.ts";
import { forwardInScope } from "./in-scope.ts";
import { forwardToParents } from "./parents.ts";
import { tableOfExamples } from "./table.ts";

/** Most shortcuts of one target. */
export const MAX_SHORTCUTS = 40;

/**
 * Shortcuts of a target, at most `MAX_SHORTCUTS`: the table and the parents first, then those of the other families, as many of each as
 * there is room for, spread evenly over what a family has.
 */
export function makeShortcuts(job: ShortcutJob): Variant[] {
  const { definition } = job.reference;
  const ground: ShortcutContext = {
    ...job,
    arguments: argumentsOf(definition),
    simpleName: definition.name.split(".").at(-1) ?? definition.name,
    others: job.material.modules.filter(({ path }) => path !== definition.path),
  };
  const table = tableOfExamples(ground).map(({ statements }) => ({ kind: "table", label: "", statements }));
  const forwarding = (found: readonly Forwarding[]): Form[] =>
    found.map(({ kind, label, call }) => ({ kind, label, statements: passOn(call, job.reference) }));
  const always = [...table, ...forwarding(forwardToParents(ground))];
  const families = Map.groupBy(
    distinct(forwarding([...forwardToElsewhere(ground), ...forwardInScope(ground)])),
    ({ kind }) => kind,
  );
  const chosen = chooseEvenly([...families.values()], MAX_SHORTCUTS - always.length);
  return name(job.reference, [...always, ...chosen]);
}

interface Form {
  readonly kind: string;
  readonly label: string;
  readonly statements: readonly string[];
}

function distinct(forms: readonly Form[]): Form[] {
  const seen = new Set<string>();
  return forms.filter(({ statements }) => {
    const text = statements.join("\n");
    return !seen.has(text) && seen.add(text);
  });
}

/** Of each family as many as its turns give it while there is room, from its whole length. */
function chooseEvenly<T>(families: readonly (readonly T[])[], room: number): T[] {
  const shares = families.map(() => 0);
  for (let left = room; left > 0; ) {
    const before = left;
    for (const [index, family] of families.entries()) {
      if (left === 0 || (shares[index] ?? 0) >= family.length) continue;
      shares[index] = (shares[index] ?? 0) + 1;
      left -= 1;
    }
    if (left === before) break;
  }
  return families.flatMap((family, index) => {
    const share = shares[index] ?? 0;
    return Array.from({ length: share }, (_, at) => family[Math.floor((at * family.length) / share)]).filter(
      (one) => one !== undefined,
    );
  });
}

function name(reference: Reference, forms: readonly Form[]): Variant[] {
  const counts = new Map<string, number>();
  return forms.map(({ kind, label, statements }) => {
    const base = label === "" ? kind : `${kind}-${label}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    const id = count === 1 ? base : `${base}-${count}`;
    return { id, kind, completion: withBody(reference, statements) };
  });
}
