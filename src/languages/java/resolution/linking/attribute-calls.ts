import type { CallExpression, DelegateExpression } from "../summary.ts";
import type { Attributor, ChosenCall, Site } from "./attributor.ts";
import { chooseCall } from "./choose-call.ts";
import { langType, objectClass, upperBound } from "./hierarchy.ts";
import { completeAll, type Completion, formalOf, inferFrom } from "./infer-call.ts";
import { Inference } from "./inference.ts";
import type { Type, TypeVariable } from "./model.ts";
import { OUTSIDE, substitute, UNKNOWN } from "./types.ts";
import { writtenCall } from "./written-call.ts";

/** What a call gives before its lambdas are known; nothing is noted. */
export function peekCall(call: CallExpression, site: Site, attributor: Attributor): Type {
  const chosen = chooseCall(call, site, attributor);
  const { selection } = chosen;
  if (selection === undefined) return chosen.why === "outside" ? OUTSIDE : UNKNOWN;
  const special = specialResult(call, chosen);
  if (special !== undefined) return special;
  const returns = substitute(selection.method.returns(), selection.substitution);
  const inference = new Inference(selection.method.typeParameters, selection.substitution);
  if (inference.variables.size === 0) return upperBound(returns);
  noteWritten(writtenArguments(call, site, attributor), selection.method.typeParameters, inference);
  chosen.given.forEach((argument, index) => {
    if (argument.kind === "typed") inference.constrain(argument.type, formalOf(selection, index));
  });
  return upperBound(inference.finish(returns));
}

/** Completes a call: its arguments with what is asked of them, and what it gives. */
export function completeCall(call: CallExpression, site: Site, { attributor, expected }: Completion): Type {
  const chosen = chooseCall(call, site, attributor);
  const { selection } = chosen;
  const written = writtenArguments(call, site, attributor);
  if (selection === undefined) {
    completeAll(call.arguments, site, attributor);
    attributor.missedCall(writtenCall(call), call.at, site, chosen.why);
    return chosen.why === "outside" ? OUTSIDE : UNKNOWN;
  }
  attributor.foundCall({ ...selection, at: call.at, name: call.name, written: writtenCall(call) }, site);
  const inference = new Inference(selection.method.typeParameters, selection.substitution);
  const returns = substitute(selection.method.returns(), selection.substitution);
  noteWritten(written, selection.method.typeParameters, inference);
  inferFrom(call.arguments, {
    chosen,
    selection,
    inference,
    site,
    attributor,
    result: { type: returns, expected },
  });
  return specialResult(call, chosen) ?? upperBound(inference.finish(returns));
}

/** `getClass()` and `clone()` of an array have types of their own (JLS 4.3.2, 10.7). */
function specialResult(call: CallExpression, { receiver, selection }: ChosenCall): Type | undefined {
  if (call.name === "clone" && receiver?.kind === "array") return receiver;
  if (call.name !== "getClass" || selection?.method.owner !== objectClass()) return undefined;
  return {
    ...langType("Class"),
    arguments: [{ kind: "wildcard", bound: "extends", of: receiver ?? UNKNOWN }],
  };
}

function writtenArguments(
  call: CallExpression,
  site: Site,
  attributor: Attributor,
): readonly Type[] | undefined {
  return call.typeArguments?.map((type) => attributor.useType(type, site.scope));
}

function noteWritten(
  written: readonly Type[] | undefined,
  variables: readonly TypeVariable[],
  inference: Inference,
): void {
  variables.forEach((variable, index) => inference.constrain(written?.[index] ?? UNKNOWN, variable, "same"));
}

/** Completes `this(…)` or `super(…)`. */
export function completeDelegate(call: DelegateExpression, site: Site, attributor: Attributor): void {
  const chosen = chooseCall(call, site, attributor);
  const { selection } = chosen;
  if (selection === undefined) {
    completeAll(call.arguments, site, attributor);
    if (chosen.receiver !== undefined) attributor.missedCall(call.to, call.at, site, chosen.why);
    return;
  }
  attributor.foundCall({ ...selection, at: call.at, name: call.to, written: call.to }, site);
  const inference = new Inference(selection.method.typeParameters, selection.substitution);
  inferFrom(call.arguments, {
    chosen,
    selection,
    inference,
    site,
    attributor,
    result: { type: UNKNOWN, expected: undefined },
  });
}
