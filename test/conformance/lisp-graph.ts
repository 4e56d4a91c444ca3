import { lineOfByte } from "../../src/base/index.ts";
import type {
  CodeEdge,
  CodePlace,
  Declaration,
  FileStructure,
  FileSummary,
  LanguageWith,
  NameUse,
  ResolvedRepository,
  UnresolvedCall,
} from "../../src/languages/index.ts";
import type { ByteSpan } from "../../src/spec/index.ts";
import { lisp, readForms, type Form } from "./lisp.ts";

/*
 * The language of `lisp.ts` with what an index needs. `(class (Name Base…) (define (method …) …)…)` makes a class, whose constructor is called `make`;
 * `(load "file")` brings in what stands at the top of another file; a list calls what its first name means, `(.name …)` any method of that name.
 */

/** A name in a text: which, where, in which declaration, and what it does there. */
interface NamedPlace extends ByteSpan {
  readonly name: string;
  readonly line: number;
  readonly inside: string;
  readonly role: "declaration" | "base" | "call" | "name";
}

interface LispSummary {
  readonly declarations: readonly Pick<Declaration, "name" | "kind" | "line">[];
  readonly bases: Readonly<Record<string, readonly string[]>>;
  readonly loads: readonly string[];
  readonly names: readonly NamedPlace[];
}

interface Reader {
  readonly text: string;
  readonly declarations: Declaration[];
  readonly imports: FileStructure["imports"][number][];
  readonly names: NamedPlace[];
}

function wordOf(text: string, form: Form | undefined): string {
  return form === undefined || form.items !== undefined ? "" : text.slice(form.start, form.end);
}

function spanOf(text: string, start: number, end: number): ByteSpan {
  return { start: Buffer.byteLength(text.slice(0, start)), end: Buffer.byteLength(text.slice(0, end)) };
}

function note(reader: Reader, form: Form, inside: string, role: NamedPlace["role"]): void {
  const { text, names } = reader;
  const name = wordOf(text, form);
  if (name === "" || /^["\d]/u.test(name)) return;
  const span = spanOf(text, form.start, form.end);
  names.push({ ...span, name, line: lineOfByte(text, span.start), inside, role });
}

function readFile(path: string, text: string): Reader {
  const reader: Reader = { text, declarations: [], imports: [], names: [] };
  for (const form of readForms(text) ?? [])
    readForm(reader, form, { inside: "<module>", isTest: lisp.files.isTestFile(path) });
  return reader;
}

interface Around {
  readonly inside: string;
  readonly parent?: number;
  readonly isTest: boolean;
}

function readForm(reader: Reader, form: Form, around: Around): void {
  const { text } = reader;
  const { items } = form;
  if (items === undefined) return note(reader, form, around.inside, "name");
  const [first, second, ...rest] = items;
  const word = wordOf(text, first);
  if (word === "load" && second !== undefined) {
    const span = spanOf(text, form.start, form.end);
    const module = JSON.parse(wordOf(text, second)) as string;
    reader.imports.push({
      module,
      imported: "*",
      local: undefined,
      line: lineOfByte(text, span.start),
      span,
      isTypeOnly: false,
    });
    return undefined;
  }
  if ((word === "define" || word === "class") && second?.items !== undefined)
    return declare(reader, form, around);
  if (first !== undefined) note(reader, first, around.inside, "call");
  for (const item of [...(second === undefined ? [] : [second]), ...rest]) readForm(reader, item, around);
  return undefined;
}

function declare(reader: Reader, form: Form, { inside, parent, isTest }: Around): void {
  const { text, declarations } = reader;
  const [word, header, ...body] = form.items ?? [];
  const [nameForm, ...others] = header?.items ?? [];
  if (nameForm === undefined || header === undefined) return;
  const own = wordOf(text, nameForm);
  const isClass = wordOf(text, word) === "class";
  const name = parent === undefined ? own : `${inside}.${own}`;
  const span = spanOf(text, nameForm.start, nameForm.end);
  const [from, to] = [body[0], body.at(-1)];
  const kind = isClass
    ? "class"
    : parent === undefined
      ? "function"
      : own === "make"
        ? "constructor"
        : "method";
  const at = declarations.push({
    name,
    kind,
    parent,
    line: lineOfByte(text, span.start),
    spans: {
      whole: spanOf(text, form.start, form.end),
      header: spanOf(text, form.start, from?.start ?? form.end),
      name: span,
      parameters: undefined,
      documentation: undefined,
      body: from === undefined || to === undefined ? undefined : spanOf(text, from.start, to.end),
    },
    parameters: isClass
      ? []
      : others.map((one) => ({
          name: wordOf(text, one),
          type: undefined,
          defaultValue: undefined,
          kind: "positional",
        })),
    type: undefined,
    decorators: [],
    modifiers: [],
    bases: isClass ? others.map((one) => wordOf(text, one)) : [],
    isTest: isTest && !isClass && own.startsWith("test"),
  });
  note(reader, nameForm, name, "declaration");
  if (isClass) for (const base of others) note(reader, base, "<module>", "base");
  const within = { inside: name, parent: at - 1, isTest };
  for (const item of body) readForm(reader, item, isClass ? { ...within } : { inside: name, isTest });
}

class LispRepository implements ResolvedRepository {
  readonly edges: readonly CodeEdge[];
  readonly unresolved: readonly UnresolvedCall[];
  readonly #files: ReadonlyMap<string, LispSummary>;

  constructor(files: ReadonlyMap<string, LispSummary>) {
    this.#files = new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    const calls = [...this.#files].flatMap(([path, { names }]) =>
      names.filter(({ role }) => role === "call").map((name) => ({ path, name })),
    );
    const found = calls.map(({ path, name }) => ({
      path,
      name,
      callees: this.#meanings(path, name).map((one) => this.#called(one)),
    }));
    this.unresolved = found
      .filter(({ callees }) => callees.length === 0)
      .map(({ path, name }) => ({
        caller: this.#place(path, name.inside),
        at: name.line,
        written: name.name,
        why: "unknown",
      }));
    const edges = found.flatMap(({ path, name, callees }) =>
      callees.map((callee): CodeEdge => {
        const how = name.name.startsWith(".") ? "name" : "declared";
        return {
          kind: "call",
          caller: this.#place(path, name.inside),
          callee,
          at: name.line,
          how,
          confidence: how === "name" ? 0.5 : 1,
        };
      }),
    );
    const distinct = new Map([...edges, ...this.#overrides()].map((edge) => [JSON.stringify(edge), edge]));
    this.edges = [...distinct.values()].toSorted(byCaller);
  }

  findUses(declaration: CodePlace): readonly NameUse[] {
    return [...this.#files].flatMap(([path, { names }]) =>
      names
        .filter((name) => this.#meanings(path, name).some((one) => isSame(one, declaration)))
        .map(
          (name): NameUse => ({
            path,
            span: { start: name.start, end: name.end },
            how: name.name.startsWith(".") ? "name" : "declared",
          }),
        ),
    );
  }

  findDeclaration(path: string, at: number): CodePlace | undefined {
    const name = this.#files.get(path)?.names.find(({ start, end }) => start <= at && at < end);
    return name === undefined ? undefined : this.#meanings(path, name)[0];
  }

  #place(path: string, name: string): CodePlace {
    const line = this.#files.get(path)?.declarations.find((one) => one.name === name)?.line ?? 1;
    return { path, name, line };
  }

  #meanings(path: string, { name, role, inside }: NamedPlace): readonly CodePlace[] {
    if (role === "declaration") return [this.#place(path, inside)];
    if (name.startsWith("."))
      return [...this.#files].flatMap(([file, { declarations }]) =>
        declarations
          .filter((one) => one.kind === "method" && one.name.endsWith(name))
          .map((one) => this.#place(file, one.name)),
      );
    for (const file of [path, ...(this.#files.get(path)?.loads ?? [])]) {
      const found = this.#files.get(file)?.declarations.find((one) => one.name === name);
      if (found !== undefined) return [this.#place(file, found.name)];
    }
    return [];
  }

  /** What runs when a name is called: of a class the nearest constructor. */
  #called(place: CodePlace): CodePlace {
    return this.#lookUp(place, "make") ?? place;
  }

  #lookUp(type: CodePlace, member: string): CodePlace | undefined {
    const { declarations = [], bases = {} } = this.#files.get(type.path) ?? {};
    const own = declarations.find(({ name }) => name === `${type.name}.${member}`);
    if (own !== undefined) return this.#place(type.path, own.name);
    for (const base of bases[type.name] ?? []) {
      const found = this.#baseNamed(type, base);
      const inherited = found === undefined ? undefined : this.#lookUp(found, member);
      if (inherited !== undefined) return inherited;
    }
    return undefined;
  }

  #baseNamed({ path }: CodePlace, name: string): CodePlace | undefined {
    return this.#meanings(path, { name, role: "base", inside: "<module>", line: 1, start: 0, end: 0 })[0];
  }

  #overrides(): readonly CodeEdge[] {
    return [...this.#files].flatMap(([path, { declarations, bases }]) =>
      declarations
        .filter(({ kind }) => kind === "method")
        .flatMap(({ name }) => {
          const [type = "", member = ""] = name.split(".");
          const above = (bases[type] ?? []).flatMap((base) => {
            const found = this.#baseNamed(this.#place(path, type), base);
            return (found === undefined ? undefined : this.#lookUp(found, member)) ?? [];
          });
          const caller = this.#place(path, name);
          return above.map(
            (callee): CodeEdge => ({
              kind: "override",
              caller,
              callee,
              at: null,
              how: "declared",
              confidence: 1,
            }),
          );
        }),
    );
  }
}

function isSame(one: CodePlace, other: CodePlace): boolean {
  return one.path === other.path && one.name === other.name && one.line === other.line;
}

function byCaller(one: CodeEdge, other: CodeEdge): number {
  const { path, line } = one.caller;
  if (path !== other.caller.path) return path < other.caller.path ? -1 : 1;
  return line - other.caller.line || (one.at ?? 0) - (other.at ?? 0);
}

/** Read, edited and indexed. */
export const lispWithGraph: LanguageWith<"syntax" | "editing" | "structure" | "resolution"> = {
  ...lisp,
  structure: {
    version: "1",
    read(path, text) {
      const { declarations, imports } = readFile(path, text);
      return {
        declarations,
        imports,
        exports: [],
        syntaxErrorLines: readForms(text) === undefined ? [1] : [],
      };
    },
  },
  resolution: {
    version: "1",
    isProjectFile: (path) => path === "lisp.project",
    summarise(path, text): LispSummary {
      const { declarations, imports, names } = readFile(path, text);
      return {
        declarations: declarations.map(({ name, kind, line }) => ({ name, kind, line })),
        bases: Object.fromEntries(declarations.map(({ name, bases }) => [name, bases])),
        loads: imports.map(({ module }) => module),
        names,
      };
    },
    link: (summaries: ReadonlyMap<string, FileSummary>) =>
      new LispRepository(summaries as ReadonlyMap<string, LispSummary>),
  },
};
