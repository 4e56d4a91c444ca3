import type { CodePlace } from "../../../resolution.ts";
import type { Expression, Statement, TypeSummary, WrittenName, WrittenType } from "../summary.ts";
import type { Argument } from "./arguments.ts";
import { attributeMembers } from "./attribute-classes.ts";
import { completeExpression, peekExpression } from "./attribute-expressions.ts";
import { attributeStatements } from "./attribute-statements.ts";
import type { Attributor, ChosenCall, FoundCall, Site } from "./attributor.ts";
import { declareClass, type DeclaredClass } from "./declare.ts";
import type { SourceFile } from "./program.ts";
import type { Records } from "./records.ts";
import { resolveType } from "./resolve-type.ts";
import { declareType, type Scope } from "./scope.ts";
import { rawType } from "./symbols.ts";
import type { ClassSymbol, ClassType, FieldSymbol, MethodSymbol, Type } from "./model.ts";

/** Share of edges that are right where the compiler's rules lead to one method, and where what is not known leaves several. */
const SURE = 0.99;
const UNSURE = 0.6;

/** Works out what every expression of a file means, and notes calls and uses. */
export function attributeFile(file: SourceFile, records: Records): void {
  const attributor = new FileAttributor(file, records);
  attributor.imports();
  const caller = { path: file.path, name: "<module>", line: 1 };
  for (const declared of file.classes) attributor.members(declared, { caller, prefix: "" });
}

class FileAttributor implements Attributor {
  readonly file: SourceFile;
  readonly types = new Map<Expression, Type>();
  readonly calls = new Map<Expression, ChosenCall>();
  readonly results = new Map<Expression, readonly Type[]>();
  readonly #records: Records;

  constructor(file: SourceFile, records: Records) {
    this.file = file;
    this.#records = records;
  }

  peek(expression: Expression, site: Site): Argument {
    return peekExpression(expression, site, this);
  }

  complete(expression: Expression, site: Site, expected?: Type): Type {
    const known = this.types.get(expression);
    if (known !== undefined) return known;
    const type = completeExpression(expression, site, { attributor: this, expected });
    this.types.set(expression, type);
    return type;
  }

  statements(statements: readonly Statement[], site: Site): void {
    attributeStatements(statements, site, this);
  }

  imports(): void {
    const { scope, summary } = this.file;
    for (const { path, isStatic, isStar } of summary.imports) {
      path.forEach((name, index) => {
        const symbol = scope.file.findQualified(
          path
            .slice(0, index + 1)
            .map((each) => each.name)
            .join("."),
        );
        if (symbol !== undefined) this.useClass(name, symbol);
      });
      const owner = scope.file.findQualified(
        path
          .slice(0, -1)
          .map(({ name }) => name)
          .join("."),
      );
      const name = path.at(-1);
      if (!isStatic || isStar || owner === undefined || name === undefined) continue;
      const field = owner.findField(name.name);
      if (field !== undefined) this.useField(name, field);
      for (const method of owner.methods(name.name)) this.useMethod(name, method);
    }
  }

  localClass(summary: TypeSummary, site: Site): void {
    const { scope, prefix } = site;
    const declared = declareClass(summary, { scope, prefix, lineAt: this.file.lineAt });
    declareType(scope, summary.name, declared.symbol);
    this.members(declared, site);
  }

  anonymousClass(summary: TypeSummary, site: Site, supertype: ClassType | undefined): ClassType {
    const declared = declareClass(summary, {
      scope: site.scope,
      prefix: site.prefix,
      lineAt: this.file.lineAt,
      anonymous: { supertype, place: site.caller },
    });
    this.members(declared, site);
    return rawType(declared.symbol);
  }

  members(declared: DeclaredClass, around: Pick<Site, "caller" | "prefix">): void {
    this.#declare(declared);
    attributeMembers(declared, around, this);
  }

  #declare({ symbol, summary, methods }: DeclaredClass): void {
    if (symbol.place !== undefined) this.#use({ name: summary.name, at: summary.at }, symbol.place);
    for (const { symbol: method, summary: written } of methods) {
      this.useMethod(written, method);
      if (written.kind !== "method") this.useClass(written, symbol);
    }
    const named = [
      ...(summary.constants ?? []),
      ...(summary.components ?? []),
      ...summary.members.flatMap((member) => (member.kind === "fields" ? member.variables : [])),
    ];
    for (const name of named) {
      const field = symbol.findField(name.name);
      if (field !== undefined) this.useField(name, field);
    }
  }

  useType(written: WrittenType, scope: Scope): Type {
    return resolveType(written, scope, (name, symbol) => this.useClass(name, symbol));
  }

  useClass(name: WrittenName, symbol: ClassSymbol): void {
    if (symbol.place !== undefined) this.#use(name, symbol.place);
  }

  useField(name: WrittenName, field: FieldSymbol): void {
    if (field.place !== undefined && field.owner.place !== undefined) this.#use(name, field.place);
  }

  useMethod(name: WrittenName, method: MethodSymbol): void {
    if (method.place !== undefined && method.owner.place !== undefined) this.#use(name, method.place);
  }

  #use({ name, at }: WrittenName, means: CodePlace): void {
    const span = { start: at, end: at + Buffer.byteLength(name) };
    this.#records.uses.push({ path: this.file.path, span, how: "declared", means });
  }

  foundCall({ method, at, name, written, isAmbiguous }: FoundCall, { caller }: Site): void {
    const { place } = method;
    // `new Name` names the class; `this` and `super` name nothing.
    if (name !== undefined && method.name !== "new") this.useMethod({ name, at }, method);
    const line = this.file.lineAt(at);
    if (place === undefined) {
      this.#records.unresolved.push({ caller, at: line, written, why: "outside" });
      return;
    }
    const how = isAmbiguous ? "inferred" : "declared";
    this.#records.edges.push({
      kind: "call",
      caller,
      callee: place,
      at: line,
      how,
      confidence: isAmbiguous ? UNSURE : SURE,
    });
  }

  missedCall(written: string, at: number, { caller }: Site, why: "outside" | "unknown"): void {
    this.#records.unresolved.push({ caller, at: this.file.lineAt(at), written, why });
  }
}
