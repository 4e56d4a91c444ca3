import { readFileSync } from "node:fs";

import { lazily, opaqueClass } from "../linking/symbols.ts";
import { UNKNOWN } from "../linking/types.ts";
import { SignatureCursor, type SignatureNames } from "./parse-signature.ts";
import type { ClassSymbol, ClassType, FieldSymbol, MethodSymbol, TypeVariable } from "../linking/model.ts";

/** The classes of the JDK of which signatures are known; the table's form is told in `scripts/JdkSignatures.java`. */
export interface JdkClasses {
  /** By the name with its package (`java.util.Map.Entry`). */
  find(qualifiedName: string): ClassSymbol | undefined;
  /** A class that is in the table, or one of which only the name is known; the same object each time. */
  get(qualifiedName: string): ClassSymbol;
}

/** The table, read once; a class is parsed when it is first asked for. */
export const jdkClasses: () => JdkClasses = (() => {
  let classes: JdkClasses | undefined;
  return () => (classes ??= readTable(readFileSync(new URL("signatures.txt", import.meta.url), "utf8")));
})();

interface TableLine {
  readonly kind: ClassSymbol["kind"];
  readonly isStatic: boolean;
  readonly qualifiedName: string;
  /** From the type parameters on. */
  readonly rest: string;
}

const LINE = /^(static )?(class|interface|enum|record|annotation) ([\w.$]+)(.*)$/u;

function readTable(text: string): JdkClasses {
  const lines = new Map<string, TableLine>();
  const shortNames = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, isStatic, kind, qualifiedName, rest] = LINE.exec(line) ?? [];
    if (kind === undefined || qualifiedName === undefined || rest === undefined) continue;
    lines.set(qualifiedName, {
      kind: kind as ClassSymbol["kind"],
      isStatic: isStatic !== undefined,
      qualifiedName,
      rest,
    });
    const short = shortName(qualifiedName);
    shortNames.set(short, shortNames.has(short) ? "" : qualifiedName);
  }
  const symbols = new Map<string, ClassSymbol>();
  const classes: JdkClasses = {
    find: (name) => (lines.has(name) ? classes.get(name) : undefined),
    get: (name) => {
      const known = symbols.get(name);
      if (known !== undefined) return known;
      const line = lines.get(name);
      const symbol = line === undefined ? opaqueClass(name) : createSymbol(line, { classes, shortNames });
      symbols.set(name, symbol);
      return symbol;
    },
  };
  return classes;
}

/** Without its package: packages are in lower case. */
function shortName(qualifiedName: string): string {
  return qualifiedName.replace(/^(?:[a-z]\w*\.)+/u, "");
}

interface Table {
  readonly classes: JdkClasses;
  readonly shortNames: ReadonlyMap<string, string>;
}

function createSymbol(
  { kind, isStatic, qualifiedName, rest }: TableLine,
  { classes, shortNames }: Table,
): ClassSymbol {
  const short = shortName(qualifiedName);
  const variables: TypeVariable[] = [];
  const names: SignatureNames = {
    findClass: (name) => classes.get(shortNames.get(name) || name),
    findVariable: (name) => variables.find((each) => each.name === name),
  };
  const cursor = new SignatureCursor(rest);
  variables.push(...cursor.typeParameters(names));
  cursor.takes(" ");
  const [supertypes = "", ...members] = rest.slice(cursor.position()).split("|");
  const lastDot = qualifiedName.lastIndexOf(".");
  const symbol: ClassSymbol = {
    name: qualifiedName.slice(lastDot + 1),
    qualifiedName,
    packageName: qualifiedName.slice(0, qualifiedName.length - short.length - 1),
    kind,
    isStatic: isStatic || kind === "enum",
    isAbstract: kind === "interface",
    outer: short.includes(".") ? classes.find(qualifiedName.slice(0, lastDot)) : undefined,
    place: undefined,
    isInRepository: false,
    typeParameters: variables,
    supertypes: lazily(() => readSupertypes(supertypes, names), []),
    findField: (name) => fields().get(name),
    methods: (name) => methods().get(name) ?? [],
    methodNames: () => methods().keys(),
    findMemberType: (name) => classes.find(`${qualifiedName}.${name}`),
  };
  const read = lazily(() => readMembers(members, symbol, names), { methods: [], fields: [] });
  const methods = lazily(() => Map.groupBy(read().methods, ({ name }) => name), new Map());
  const fields = lazily(() => new Map(read().fields.map((each) => [each.name, each])), new Map());
  return symbol;
}

function readSupertypes(written: string, names: SignatureNames): readonly ClassType[] {
  return written
    .split(";")
    .filter((each) => each !== "")
    .map((each) => new SignatureCursor(each).type(names))
    .filter((type) => type.kind === "class");
}

interface Members {
  readonly methods: readonly MethodSymbol[];
  readonly fields: readonly FieldSymbol[];
}

function readMembers(written: readonly string[], owner: ClassSymbol, names: SignatureNames): Members {
  const methods: MethodSymbol[] = [];
  const fields: FieldSymbol[] = [];
  for (const member of written) {
    const cursor = new SignatureCursor(member);
    const isStatic = cursor.takes("static ");
    const isAbstract = cursor.takes("abstract ");
    const typeParameters = cursor.typeParameters(names);
    const name = cursor.word();
    const within: SignatureNames = {
      findClass: names.findClass,
      findVariable: (each) =>
        typeParameters.find((variable) => variable.name === each) ?? names.findVariable(each),
    };
    if (cursor.takes(":")) {
      const type = lazily(() => cursor.type(within), UNKNOWN);
      fields.push({ name, owner, isStatic, type, place: undefined });
      continue;
    }
    cursor.takes("(");
    const { types, isVariadic } = cursor.parameters(within);
    const returns = cursor.type(within);
    methods.push({
      name,
      owner,
      access: "public",
      isStatic,
      isAbstract,
      isVariadic,
      arity: types.length,
      typeParameters,
      parameters: () => types,
      returns: () => returns,
      place: undefined,
    });
  }
  return { methods, fields };
}
