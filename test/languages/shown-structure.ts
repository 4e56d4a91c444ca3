import { readFileSync } from "node:fs";
import { join } from "node:path";

import { loadParts, type Declaration, type FileStructure } from "../../src/languages/index.ts";

/** The structure of a text, or of a file of a language's fixture. */
export async function givenStructure(language: string, path: string, text?: string): Promise<ShownStructure> {
  const { structure, files } = await loadParts(language, ["structure"], "read files");
  const bytes = text ?? readFileSync(join(import.meta.dirname, "../fixtures/languages", language, path));
  const decoded = files.decode(Buffer.from(bytes));
  if (decoded.status === "refused") throw new Error(decoded.reason);
  return new ShownStructure(decoded.text, structure.read(path, decoded.text));
}

/** A structure that can be read at a glance. */
export class ShownStructure {
  readonly read: FileStructure;
  readonly #bytes: Buffer;

  constructor(text: string, read: FileStructure) {
    this.read = read;
    this.#bytes = Buffer.from(text);
  }

  /** `line kind name`, indented by how deep it stands, and `test` for tests. */
  get outline(): readonly string[] {
    const depths: number[] = [];
    return this.read.declarations.map(({ line, kind, name, parent, isTest }) => {
      const depth = parent === undefined ? 0 : (depths[parent] ?? 0) + 1;
      depths.push(depth);
      return `${"  ".repeat(depth)}${line} ${kind} ${name}${isTest ? " (test)" : ""}`;
    });
  }

  /** `module what as name`, with `type` before those of types alone. */
  get imports(): readonly string[] {
    return this.read.imports.map(
      ({ line, module, imported, local, isTypeOnly }) =>
        `${line} ${isTypeOnly ? "type " : ""}${module} ${imported ?? "itself"} as ${local ?? "nothing"}`,
    );
  }

  /** `name of what it is here`, with the module that it comes from. */
  get exports(): readonly string[] {
    return this.read.exports.map(
      ({ line, name, local, module }) =>
        `${line} ${name} of ${local ?? "nothing"}${module === undefined ? "" : ` from ${module}`}`,
    );
  }

  /** The texts at the spans of the declarations of a name, and what else is said of them. */
  all(name: string): readonly object[] {
    return this.read.declarations
      .filter((one) => one.name === name)
      .map(({ spans, parameters, type, decorators, modifiers, bases }) => ({
        ...Object.fromEntries(
          Object.entries(spans).map(([key, span]: [string, Declaration["spans"]["whole"] | undefined]) => [
            key,
            span && this.#bytes.toString("utf8", span.start, span.end),
          ]),
        ),
        given: parameters.map(
          (one) =>
            `${one.kind} ${one.name}${one.type === undefined ? "" : `: ${one.type}`}${one.defaultValue === undefined ? "" : ` = ${one.defaultValue}`}`,
        ),
        type,
        decorators,
        modifiers,
        bases,
      }));
  }
}
