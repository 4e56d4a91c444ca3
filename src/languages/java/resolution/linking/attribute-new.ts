import type { NewExpression, WrittenType } from "../summary.ts";
import type { Attributor, ChosenCall, Site } from "./attributor.ts";
import { chooseCall } from "./choose-call.ts";
import { boundOf } from "./hierarchy.ts";
import { completeAll, type Completion, inferFrom } from "./infer-call.ts";
import { Inference } from "./inference.ts";
import type { ClassType, Type } from "./model.ts";
import type { Selection } from "./overloads.ts";
import { typeOfThis } from "./symbols.ts";
import { UNKNOWN } from "./types.ts";
import { writtenName } from "./written-call.ts";

/** What a created object is before its lambdas are known. */
export function peekNew(call: NewExpression, site: Site, attributor: Attributor): Type {
  const { receiver } = chooseCall(call, site, attributor);
  if (receiver?.kind !== "class" || !isDiamond(call.type)) return receiver ?? UNKNOWN;
  return { ...receiver, arguments: receiver.symbol.typeParameters.map(() => UNKNOWN) };
}

function isDiamond(type: WrittenType): boolean {
  return type.kind === "named" && type.path.at(-1)?.arguments?.length === 0;
}

/** Completes the creation of an object, with the members of its anonymous class. */
export function completeNew(call: NewExpression, site: Site, { attributor, expected }: Completion): Type {
  const chosen = chooseCall(call, site, attributor);
  const { selection, receiver } = chosen;
  const type = receiver?.kind === "class" ? receiver : undefined;
  let created: Type = type ?? UNKNOWN;
  if (selection === undefined) {
    completeAll(call.arguments, site, attributor);
    const isOfInterface = type?.symbol.kind === "interface";
    if (!isOfInterface) attributor.missedCall(`new ${writtenName(call.type)}`, call.at, site, chosen.why);
    if (type !== undefined && isDiamond(call.type)) created = expectedArguments(type, expected);
  } else {
    attributor.foundCall(
      { ...selection, ...createdName(call), written: `new ${writtenName(call.type)}` },
      site,
    );
    created = inferCreated(call, site, { attributor, expected, chosen, selection }) ?? created;
  }
  if (call.body === undefined) return created;
  return attributor.anonymousClass(call.body, site, created.kind === "class" ? created : undefined);
}

function createdName({ type, at }: NewExpression): {
  readonly name: string | undefined;
  readonly at: number;
} {
  const last = type.kind === "named" ? type.path.at(-1) : undefined;
  return { name: last?.name, at: last?.at ?? at };
}

interface ChosenCompletion extends Completion {
  readonly chosen: ChosenCall;
  readonly selection: Selection;
}

function inferCreated(
  call: NewExpression,
  site: Site,
  { attributor, expected, chosen, selection }: ChosenCompletion,
): Type | undefined {
  const { symbol } = selection.from;
  const isInferred = isDiamond(call.type);
  const variables = [...selection.method.typeParameters, ...(isInferred ? symbol.typeParameters : [])];
  const inference = new Inference(variables);
  const type = isInferred ? typeOfThis(symbol) : selection.from;
  const open: Selection = isInferred ? { ...selection, substitution: new Map() } : selection;
  inferFrom(call.arguments, {
    chosen,
    selection: open,
    inference,
    site,
    attributor,
    result: { type, expected: isInferred ? expected : undefined },
  });
  return inference.finish(type);
}

/** The arguments of a diamond where no constructor tells them. */
function expectedArguments(type: ClassType, expected: Type | undefined): Type {
  const inference = new Inference(type.symbol.typeParameters);
  const self = typeOfThis(type.symbol);
  if (expected !== undefined) inference.constrain(boundOf(expected), self, "above");
  return inference.finish(self);
}
