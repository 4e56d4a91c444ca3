/** Signatures of stand-ins beside those of what they stand for, as the text of installed modules has them. Nothing is run. */
import { existsSync, readFileSync } from "node:fs";

import { joinPath, type HostPath } from "../../../base/index.ts";
import type { Definition, ImportedName, Language, Parameter } from "../../../languages/index.ts";

/** Steps from module to module that a name is followed: `from .api import get`. */
const MOST_STEPS = 5;

/** Finds definitions in the modules of some folders. */
export class RealDefinitions {
  readonly #folders: readonly HostPath[];
  readonly #language: Pick<Language, "syntax" | "files">;

  constructor(folders: readonly HostPath[], language: Pick<Language, "syntax" | "files">) {
    this.#folders = folders;
    this.#language = language;
  }

  /** The function or method that a dotted name in a module means; undefined where its text cannot be found or does not define it. */
  find(module: string, name: string, steps: number = MOST_STEPS): Definition | undefined {
    const file = this.#read(module);
    if (steps === 0) return undefined;
    const [first = "", ...rest] = name.split(".");
    if (file === undefined) return undefined;
    const { definitions } = this.#language.syntax.parse("module.py", file.text);
    const found = definitions.find((one) => one.name === name || one.name === `${name}.__init__`);
    if (found !== undefined) return found;
    const imported = this.#language.syntax
      .outline(file.text)
      ?.imports.find((one) => one.name === first && one.attribute !== undefined);
    if (imported !== undefined) {
      const from = resolveModule(imported.module, file.isPackage ? module : parentOf(module));
      return this.find(from, [imported.attribute, ...rest].join("."), steps - 1);
    }
    return rest.length === 0 ? undefined : this.find(`${module}.${first}`, rest.join("."), steps - 1);
  }

  #read(module: string): { readonly text: string; readonly isPackage: boolean } | undefined {
    const path = module.replaceAll(".", "/");
    for (const folder of this.#folders)
      for (const [ending, isPackage] of [
        [".py", false],
        ["/__init__.py", true],
      ] as const) {
        const file = joinPath(folder, `${path}${ending}`);
        if (!existsSync(file)) continue;
        const decoded = this.#language.files.decode(readFileSync(file));
        return decoded.status === "refused" ? undefined : { text: decoded.text, isPackage };
      }
    return undefined;
  }
}

/** What a script's stand-ins take otherwise than what they stand for, one line each. `imports` are those of the code that the script was made of. */
export function compareSignatures(
  script: string,
  imports: readonly ImportedName[],
  real: RealDefinitions,
  { syntax }: Pick<Language, "syntax">,
): readonly string[] {
  const { definitions } = syntax.parse("script.py", script);
  const kept = new Set(syntax.outline(script)?.imports.map(({ name }) => name));
  return imports
    .filter(({ name }) => !kept.has(name))
    .flatMap(({ name, module, attribute }) =>
      definitions.flatMap((standIn) => {
        const rest = standIn.name === name ? "" : standIn.name.slice(name.length + 1);
        if (standIn.name !== name && !standIn.name.startsWith(`${name}.`)) return [];
        const asked = [attribute, rest.replace(/\.?__init__$/, "")].filter(
          (part) => part !== undefined && part !== "",
        );
        // `import a.b` binds `a`.
        const from = attribute === undefined && module.startsWith(`${name}.`) ? name : module;
        const original = asked.length === 0 ? undefined : real.find(from, asked.join("."));
        const fault = original && findFault(ownParameters(standIn), ownParameters(original));
        return original === undefined || fault === undefined
          ? []
          : [
              `\`${standIn.name}\` is \`${original.signature}\`; your stand-in, \`${standIn.signature}\`, ${fault}.`,
            ];
      }),
    );
}

/** What a call that the stand-in takes would find otherwise; undefined where nothing. */
function findFault(own: readonly Parameter[], real: readonly Parameter[]): string | undefined {
  const isNamed = ({ kind }: Parameter): boolean => kind !== "variadic" && kind !== "variadic_keyword";
  const takesAny = real.some(({ kind }) => kind === "variadic_keyword");
  const names = new Set(real.filter(isNamed).map(({ name }) => name));
  const unknown = own.find((one) => isNamed(one) && !names.has(one.name) && !takesAny);
  if (unknown !== undefined) return `has \`${unknown.name}\`, which that has not`;
  const inOrder = (list: readonly Parameter[]): string[] =>
    list.filter(({ kind }) => kind === "positional" || kind === "positional_only").map(({ name }) => name);
  const [mine, theirs] = [inOrder(own), inOrder(real)];
  const at = mine.findIndex((name, index) => index < theirs.length && theirs[index] !== name);
  return at < 0 ? undefined : `has \`${mine[at]}\` in the place of \`${theirs[at]}\``;
}

/** Without what a method is called on. */
function ownParameters({ kind, parameters }: Definition): readonly Parameter[] {
  return kind === "function" || kind === "static_method" ? parameters : parameters.slice(1);
}

function resolveModule(module: string, from: string): string {
  const dots = /^\.*/.exec(module)?.[0].length ?? 0;
  if (dots === 0) return module;
  let base = from;
  for (let level = 1; level < dots; level++) base = parentOf(base);
  return [base, module.slice(dots)].filter((part) => part !== "").join(".");
}

function parentOf(module: string): string {
  return module.split(".").slice(0, -1).join(".");
}
