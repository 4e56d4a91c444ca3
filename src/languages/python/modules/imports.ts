import { basename } from "node:path";

import type { RepositoryPath } from "../../../base/index.ts";

/** What a file may be imported as, from any folder above it: `tools/gen.py` as `tools.gen` and `gen`. */
export function possibleNames(path: string): readonly string[] {
  const parts = path.replace(/(?:\/__init__)?\.py$/, "").split("/");
  return parts.map((_, at) => parts.slice(at).join("."));
}

/** What a text imports: `from a.b import c` may mean `a`, `a.b` and `a.b.c`. Leading dots are left out. */
export function importedNames(text: string): ReadonlySet<string> {
  const lines = text.matchAll(/^[ \t]*(?:from[ \t]+\.*([\w.]*)[ \t]+)?import[ \t]+(\([^)]*\)|[^\n]*)/gm);
  const found = new Set<string>();
  for (const [, module = "", names = ""] of lines) {
    for (const name of names.match(/[\w.]+/g) ?? []) {
      const parts = [module, name].filter(Boolean).join(".").split(".");
      for (const at of parts.keys()) found.add(parts.slice(0, at + 1).join("."));
    }
  }
  return found;
}

/** Tells of a file whether an import of these texts may mean it: by its folder and name, or by its name behind dots. */
export function createImportTest(texts: readonly string[]): (path: RepositoryPath) => boolean {
  const imports = texts
    .flatMap((text) =>
      [...text.matchAll(/^[ \t]*(?:from|import)[ \t]+[^\n]*(?:\([^)]*\))?/gm)].map(([line]) => line),
    )
    .join("\n");
  return (path) => {
    const name = basename(path).replace(/\.py$/, "");
    const folder = path.split("/").at(-2);
    const module = RegExp.escape(name === "__init__" || name === "conftest" ? (folder ?? name) : name);
    const package_ = folder === undefined ? "" : `${RegExp.escape(folder)}\\.`;
    const relative = new RegExp(
      `^[ \\t]*from[ \\t]+\\.+(?:${module}\\b|[ \\t]*import[^\\n]*\\b${module}\\b)`,
      "m",
    );
    const absolute = new RegExp(`^[ \\t]*(?:from|import)[ \\t]+[\\w.]*\\b${package_}${module}\\b`, "m");
    return relative.test(imports) || (package_ !== "" && absolute.test(imports));
  };
}
