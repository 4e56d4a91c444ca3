import type { CallExpression, Expression, WrittenType } from "../summary.ts";

export function writtenCall(call: CallExpression): string {
  const of = call.of === undefined ? undefined : writtenPath(call.of);
  return of === undefined ? call.name : `${of}.${call.name}`;
}

function writtenPath(expression: Expression): string | undefined {
  switch (expression.kind) {
    case "name":
      return expression.name;
    case "this":
    case "super":
      return expression.of === undefined ? expression.kind : undefined;
    case "select": {
      const of = writtenPath(expression.of);
      return of === undefined ? undefined : `${of}.${expression.name}`;
    }
    default:
      return undefined;
  }
}

export function writtenName(type: WrittenType): string {
  return type.kind === "named" ? type.path.map(({ name }) => name).join(".") : "";
}
