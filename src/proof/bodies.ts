/** Bodies that must pass (rewrites) and bodies that must not (trivial ones, cheats). */
import type { SeenOutcomes, Variant } from "../languages/index.ts";
import type { Observation, SuiteCase } from "../spec/index.ts";
import { seeOtherwise, type SeriesResult } from "./body-series.ts";
import { runBody, type ProofTarget } from "./proof-target.ts";

/** What became of one body. */
export interface BodyVerdict {
  readonly name: string;
  readonly kind: string;
  readonly verdict: string;
  readonly reason: string | null;
}

/** Runs each body over the suite; order of the results is that of `variants`. */
export async function runBodies(
  target: ProofTarget,
  variants: readonly Variant[],
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
): Promise<BodyVerdict[]> {
  return Promise.all(
    variants.map(async ({ id, kind, completion }) => {
      const run = await runBody(target, completion, cases, expected);
      return { name: id, kind, verdict: run.verdict, reason: run.reason ?? null };
    }),
  );
}

/**
 * The same, many in a child that has loaded the original: each in a fork of it (`isApart`), or all in that one process, for bodies that neither
 * keep nor ask what others have left. What cannot be told there, or passes in a process that others shared, is run like any other.
 */
export async function runBodiesTogether(
  target: ProofTarget,
  variants: readonly Variant[],
  cases: readonly SuiteCase[],
  expected: Readonly<Record<string, Observation>>,
  isApart: boolean,
): Promise<BodyVerdict[]> {
  const bodies = variants.map(({ completion }) => ({ completion, groups: [{ cases, stops: true }] }));
  const seen = await seeOtherwise(target, bodies, expected, isApart ? "apart" : "shared");
  const decisions = seen.map((one) => one && decide(one, isApart));
  const open = variants.filter((_, index) => decisions[index] === undefined);
  const others = await runBodies(target, open, cases, expected);
  const byName = new Map(others.map((verdict) => [verdict.name, verdict]));
  return variants.flatMap(({ id, kind }, index) => {
    const decision = decisions[index];
    return decision === undefined ? (byName.get(id) ?? []) : { name: id, kind, ...decision };
  });
}

/** Undefined where another run is needed: a group ended with a difference that the policy passes over, or a case was too slow. */
function decide(seen: SeriesResult, isApart: boolean): Pick<BodyVerdict, "verdict" | "reason"> | undefined {
  if (seen.differences.length > 0) return { verdict: "unresolved", reason: "wrong_observation" };
  if (!isApart || seen.passedOver.length > 0 || seen.timedOutAt !== undefined) return undefined;
  return { verdict: "resolved", reason: null };
}

/** What a reference ended with: a few distinct values that are short enough to write down, and the classes it raised. */
export function seenOutcomes(observations: Readonly<Record<string, Observation>>): SeenOutcomes {
  const exceptions = new Set<string>();
  for (const observation of Object.values(observations)) {
    if (observation.status === "raised") exceptions.add(observation.exception.class.replace(/^.*[.:]/, ""));
  }
  return {
    literals: returnedLiterals(observations, MOST_LITERALS),
    exceptions: [...exceptions].slice(0, MOST_LITERALS),
  };
}

/** Values, and exception classes, that are tried as a constant outcome. */
const MOST_LITERALS = 12;

function returnedLiterals(observations: Readonly<Record<string, Observation>>, most: number): string[] {
  const literals = new Set<string>();
  for (const observation of Object.values(observations)) {
    if (observation.status !== "returned") continue;
    const literal = literalOf(observation.value, 0);
    if (literal !== undefined && literal.length <= 200) literals.add(literal);
    if (literals.size >= most) break;
  }
  return [...literals];
}

function literalOf(value: unknown, depth: number): string | undefined {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || depth > 3) return undefined;
  if (Array.isArray(value)) return wrap("[", value, "]", depth);
  const [tag, content] = Object.entries(value)[0] ?? ["", undefined];
  if (tag === "float") return `float(${JSON.stringify(String(content))})`;
  if (tag === "int") return String(content);
  if (tag === "bytes") return latin1Literal(String(content));
  if (tag === "tuple" && Array.isArray(content))
    return content.length === 1 ? wrap("(", content, ",)", depth) : wrap("(", content, ")", depth);
  if (tag === "dict" && Array.isArray(content)) return dictLiteral(content, depth);
  if (tag === "set" && Array.isArray(content))
    return content.length === 0 ? "set()" : wrap("{", content, "}", depth);
  return undefined;
}

function wrap(open: string, items: readonly unknown[], close: string, depth: number): string | undefined {
  const parts = items.map((item) => literalOf(item, depth + 1));
  return parts.includes(undefined) ? undefined : `${open}${parts.join(", ")}${close}`;
}

function dictLiteral(pairs: readonly unknown[], depth: number): string | undefined {
  const parts = pairs.map((pair) =>
    Array.isArray(pair) ? pair.map((item) => literalOf(item, depth + 1)) : [undefined],
  );
  return parts.some((pair) => pair.includes(undefined))
    ? undefined
    : `{${parts.map((pair) => pair.join(": ")).join(", ")}}`;
}

function latin1Literal(text: string): string {
  const escapes = Array.from(
    Buffer.from(text, "latin1"),
    (byte) => `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `b"${escapes.join("")}"`;
}
