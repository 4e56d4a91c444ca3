import type { Statement, VariablesStatement } from "../summary.ts";
import { implicitCall, itemOf } from "./implicit-calls.ts";
import { isVarType } from "./attribute-patterns.ts";
import type { Attributor, Site } from "./attributor.ts";
import { inDimensions } from "./written-types.ts";
import { commonSupertype } from "./inference.ts";
import { declareVariable, within } from "./scope.ts";
import { upperBound } from "./hierarchy.ts";
import type { Type } from "./model.ts";

/** Works through statements in order; variables that they declare reach to the end of the list. */
export function attributeStatements(
  statements: readonly Statement[],
  site: Site,
  attributor: Attributor,
): void {
  for (const statement of statements) attributeStatement(statement, site, attributor);
}

function attributeStatement(statement: Statement, site: Site, attributor: Attributor): void {
  switch (statement.kind) {
    case "block":
      attributor.statements(statement.body, inner(site));
      return;
    case "expression":
      attributor.complete(statement.value, site);
      return;
    case "variables":
      declareVariables(statement, site, attributor);
      return;
    case "local-type":
      attributor.localClass(statement.type, site);
      return;
    case "each":
      attributeEach(statement, inner(site), attributor);
      return;
    case "resource":
      attributeResource(statement, site, attributor);
      return;
    case "catch": {
      const types = statement.types.map((type) => attributor.useType(type, site.scope));
      const inside = inner(site);
      declareVariable(inside.scope, statement.variable.name, commonSupertype(types));
      attributor.statements([statement.body], inside);
      return;
    }
    case "return":
    case "yield":
    case "throw":
      attributeResult(statement, site, attributor);
  }
}

function inner(site: Site): Site {
  return { ...site, scope: within(site.scope) };
}

function attributeResult(
  { kind, value }: Extract<Statement, { kind: "return" | "yield" | "throw" }>,
  site: Site,
  attributor: Attributor,
): void {
  if (value === undefined) return;
  const target = kind === "return" ? site.returns : kind === "yield" ? site.yields : undefined;
  const type = attributor.complete(value, site, target?.expected);
  target?.given.push(type);
}

function declareVariables({ type, variables }: VariablesStatement, site: Site, attributor: Attributor): void {
  const isInferred = isVarType(type);
  const written = isInferred ? undefined : attributor.useType(type, site.scope);
  for (const { name, dimensions = 0, value } of variables) {
    const own = written === undefined ? undefined : inDimensions(written, dimensions);
    if (own !== undefined) declareVariable(site.scope, name, own);
    const given = value === undefined ? undefined : attributor.complete(value, site, own);
    if (own === undefined && given !== undefined) declareVariable(site.scope, name, upperBound(given));
  }
}

function attributeEach(
  { type, variable, at, of, body }: Extract<Statement, { kind: "each" }>,
  site: Site,
  attributor: Attributor,
): void {
  const iterated = attributor.complete(of, site);
  if (iterated.kind !== "array") implicitCall(iterated, "iterator", site, { attributor, at });
  const item: Type = isVarType(type) ? itemOf(iterated) : attributor.useType(type, site.scope);
  declareVariable(site.scope, variable.name, item);
  attributor.statements([body], site);
}

function attributeResource(
  { at, variable, value }: Extract<Statement, { kind: "resource" }>,
  site: Site,
  attributor: Attributor,
): void {
  if (variable !== undefined) declareVariables(variable, site, attributor);
  const declared =
    variable === undefined ? undefined : site.scope.variables?.get(variable.variables[0]?.name ?? "");
  const type = value === undefined ? declared : attributor.complete(value, site);
  if (type !== undefined) implicitCall(type, "close", site, { attributor, at });
}
