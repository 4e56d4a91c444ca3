/** A name at a byte of the file. */
export interface WrittenName {
  readonly name: string;
  readonly at: number;
}

/** A type as it is written. Without `arguments` a name has no angle brackets; with none in them it has a diamond. */
export type WrittenType =
  | { readonly kind: "named"; readonly path: readonly WrittenTypeName[] }
  | { readonly kind: "array"; readonly item: WrittenType }
  | { readonly kind: "primitive"; readonly name: string }
  | { readonly kind: "wildcard"; readonly bound?: "extends" | "super"; readonly of?: WrittenType };

export interface WrittenTypeName extends WrittenName {
  readonly arguments?: readonly WrittenType[];
}

export interface WrittenTypeParameter extends WrittenName {
  readonly bounds: readonly WrittenType[];
}

export interface WrittenAnnotation {
  readonly type: WrittenType;
  readonly values: readonly { readonly key?: WrittenName; readonly value: Expression }[];
}

export interface WrittenVariable extends WrittenName {
  /** Brackets behind the name. */
  readonly dimensions?: number;
  readonly value?: Expression;
}

export interface WrittenParameter extends WrittenName {
  /** Absent where a lambda leaves it out. */
  readonly type?: WrittenType;
}

/** What is called or used, and what surrounds it; parentheses are left out. `at` is the byte of the name, or of `new`, `this` or `super`. */
export type Expression =
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  | { readonly kind: "select"; readonly of: Expression; readonly name: string; readonly at: number }
  | CallExpression
  | DelegateExpression
  | NewExpression
  | { readonly kind: "array"; readonly type?: WrittenType; readonly parts: readonly Expression[] }
  | { readonly kind: "index"; readonly of: Expression; readonly index: Expression }
  | LambdaExpression
  | ReferenceExpression
  | { readonly kind: "literal"; readonly type: LiteralType }
  | { readonly kind: "this"; readonly of?: Expression }
  | { readonly kind: "super"; readonly of?: Expression }
  | { readonly kind: "class"; readonly type: WrittenType }
  | { readonly kind: "unary"; readonly operator: string; readonly of: Expression }
  /** Several parts where operators of one rank follow one another. */
  | { readonly kind: "binary"; readonly operators: readonly string[]; readonly parts: readonly Expression[] }
  | { readonly kind: "assign"; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "choice"; readonly condition: Expression; readonly options: readonly Expression[] }
  | { readonly kind: "cast"; readonly types: readonly WrittenType[]; readonly of: Expression }
  | { readonly kind: "instanceof"; readonly of: Expression; readonly pattern: Pattern }
  | SwitchExpression
  /** What cannot be read. */
  | { readonly kind: "unknown"; readonly parts: readonly Expression[] };

export type LiteralType = "int" | "long" | "float" | "double" | "char" | "boolean" | "String" | "null";

export interface CallExpression {
  readonly kind: "call";
  readonly of?: Expression;
  readonly name: string;
  readonly at: number;
  readonly typeArguments?: readonly WrittenType[];
  readonly arguments: readonly Expression[];
}

/** `this(…)` or `super(…)` at the start of a constructor. */
export interface DelegateExpression {
  readonly kind: "delegate";
  readonly to: "this" | "super";
  readonly at: number;
  readonly of?: Expression;
  readonly arguments: readonly Expression[];
}

export interface NewExpression {
  readonly kind: "new";
  readonly at: number;
  readonly of?: Expression;
  readonly type: WrittenType;
  readonly arguments: readonly Expression[];
  readonly body?: TypeSummary;
}

export interface LambdaExpression {
  readonly kind: "lambda";
  readonly parameters: readonly WrittenParameter[];
  readonly body: Expression | BlockStatement;
}

export interface ReferenceExpression {
  readonly kind: "reference";
  readonly of: Expression | { readonly kind: "type"; readonly type: WrittenType };
  /** `new` for a constructor. */
  readonly name: string;
  readonly at: number;
}

export interface SwitchExpression {
  readonly kind: "switch";
  readonly of: Expression;
  readonly cases: readonly SwitchCase[];
}

export interface SwitchCase {
  readonly labels: readonly (Expression | Pattern)[];
  readonly guard?: Expression;
  /** True for `->`: an expression alone is the switch's value. */
  readonly isRule: boolean;
  readonly body: readonly Statement[];
}

export type Pattern =
  | { readonly kind: "type-pattern"; readonly type: WrittenType; readonly variable?: WrittenName }
  | { readonly kind: "record-pattern"; readonly type: WrittenType; readonly parts: readonly Pattern[] };

export type Statement =
  | BlockStatement
  | { readonly kind: "expression"; readonly value: Expression }
  | VariablesStatement
  | { readonly kind: "local-type"; readonly type: TypeSummary }
  | {
      readonly kind: "each";
      readonly type: WrittenType;
      readonly variable: WrittenName;
      readonly at: number;
      readonly of: Expression;
      readonly body: Statement;
    }
  | {
      readonly kind: "resource";
      readonly at: number;
      readonly variable?: VariablesStatement;
      readonly value?: Expression;
    }
  | {
      readonly kind: "catch";
      readonly types: readonly WrittenType[];
      readonly variable: WrittenName;
      readonly body: Statement;
    }
  | { readonly kind: "return" | "yield" | "throw"; readonly value?: Expression };

/** What opens a scope of its own. */
export interface BlockStatement {
  readonly kind: "block";
  readonly body: readonly Statement[];
}

export interface VariablesStatement {
  readonly kind: "variables";
  readonly type: WrittenType;
  readonly variables: readonly WrittenVariable[];
  readonly annotations?: readonly WrittenAnnotation[];
}

/** A class, interface, enum, record or annotation. */
export interface TypeSummary extends WrittenName {
  readonly kind: "class" | "interface" | "enum" | "record" | "annotation" | "anonymous";
  readonly modifiers: readonly string[];
  readonly parameters: readonly WrittenTypeParameter[];
  readonly superclass?: WrittenType;
  readonly interfaces: readonly WrittenType[];
  readonly permits?: readonly WrittenType[];
  /** Of a record. */
  readonly components?: readonly WrittenParameter[];
  /** True for a record whose last component takes any number of arguments. */
  readonly isVariadic?: boolean;
  /** Of an enum. */
  readonly constants?: readonly EnumConstant[];
  readonly members: readonly MemberSummary[];
  readonly annotations?: readonly WrittenAnnotation[];
}

export interface EnumConstant extends WrittenName {
  readonly arguments: readonly Expression[];
  readonly body?: TypeSummary;
}

export type MemberSummary = FieldsSummary | MethodSummary | InitialiserSummary | TypeSummary;

export interface FieldsSummary extends Omit<VariablesStatement, "kind"> {
  readonly kind: "fields";
  readonly modifiers: readonly string[];
}

export interface InitialiserSummary {
  readonly kind: "initialiser";
  readonly body: BlockStatement;
}

export interface MethodSummary extends WrittenName {
  /** `compact` is a record's constructor without parameters of its own. */
  readonly kind: "method" | "constructor" | "compact";
  readonly modifiers: readonly string[];
  readonly typeParameters: readonly WrittenTypeParameter[];
  readonly returns?: WrittenType;
  readonly parameters: readonly WrittenParameter[];
  readonly isVariadic: boolean;
  readonly throws?: readonly WrittenType[];
  /** Byte of its `{`. */
  readonly bodyAt?: number;
  readonly body?: BlockStatement;
  /** Default of an annotation's element. */
  readonly value?: Expression;
  readonly annotations?: readonly WrittenAnnotation[];
}

export interface ImportSummary {
  readonly path: readonly WrittenName[];
  readonly isStatic: boolean;
  readonly isStar: boolean;
}

/** What linking takes of a file. */
export interface JavaFileSummary {
  /** Byte at which each line starts. */
  readonly lines: readonly number[];
  readonly package: string;
  readonly imports: readonly ImportSummary[];
  readonly types: readonly TypeSummary[];
}
