import { parseJson } from "../../base/index.ts";
import type { EvidenceItem } from "../build-system.ts";
import { linesOf } from "../evidence-lines.ts";
import { isTable, stringsOf, tableAt, type RepositoryFiles } from "../repository-files.ts";
import { dependenciesOf, lineOfKey, readManifest } from "./package-files.ts";

// Plug-ins of tap stand in its configuration, and not among dependencies: it installs those that it does not bring by itself, before it runs.

const PACKAGE = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

/** A package that is a plug-in of tap, and where that is said. */
export interface TapPlugin extends EvidenceItem {
  readonly name: string;
}

/** Packages that the root's configuration of tap names as its plug-ins: its own file, and the manifest. */
export function findTapPlugins(files: RepositoryFiles): readonly TapPlugin[] {
  const manifest = readManifest(files);
  if (!dependenciesOf(manifest).has("tap")) return [];
  const { plugin } = tableAt(manifest, "tap");
  const own = files.text(".taprc") ?? "";
  const places = [
    { path: "package.json", names: asList(plugin), lineOf: (name: string) => lineOfValue(files, name) },
    { path: ".taprc", names: pluginsIn(own), lineOf: (name: string) => linesOf(own, wordOf(name))[0] ?? 1 },
  ];
  return places.flatMap(({ path, names, lineOf }) =>
    names
      .filter((name) => PACKAGE.test(name))
      .map((name) => ({ name, path, line: lineOf(name), says: `tap has the plug-in ${name}` })),
  );
}

function lineOfValue(files: RepositoryFiles, name: string): number {
  const from = lineOfKey(files, "package.json", "plugin");
  return linesOf(files.text("package.json") ?? "", wordOf(name)).find((line) => line >= from) ?? from;
}

function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\w@/.-])${name.replaceAll(/[./]/g, "\\$&")}(?![\\w/.-])`);
}

function asList(value: unknown): readonly string[] {
  return stringsOf(Array.isArray(value) ? value : [value]);
}

/** As tap's own file lists them, which is YAML or JSON: in lines of their own, or between brackets. */
function pluginsIn(text: string): readonly string[] {
  const parsed = parseJson(text);
  if (isTable(parsed)) return asList(parsed["plugin"]);
  const [, inline = "", below = ""] = /^plugin\s*:[ \t]*(.*)((?:\n[ \t]*(?:-.*|#.*)?)*)/m.exec(text) ?? [];
  const items = [...inline.replaceAll(/^\[|\]\s*$/g, "").split(","), ...below.split(/\n[ \t]*-/)];
  return items.map((item) => item.replace(/(?:^|\s)#.*/s, "").replaceAll(/^[\s'"]+|[\s'"]+$/g, ""));
}

/** Those that no manifest asks for: their release is the newest that goes with tap's own. */
export function uninstalledPlugins(files: RepositoryFiles): readonly string[] {
  const asked = dependenciesOf(readManifest(files));
  return findTapPlugins(files).flatMap(({ name }) => (asked.has(name) ? [] : [name]));
}

/** The root's manifest with these among what it depends on, in any release. */
export function manifestWithPlugins(
  plugins: readonly string[],
  files: RepositoryFiles,
): Readonly<Record<string, string>> {
  if (plugins.length === 0) return {};
  const manifest = readManifest(files);
  const devDependencies = {
    ...tableAt(manifest, "devDependencies"),
    ...Object.fromEntries(plugins.map((name) => [name, "*"])),
  };
  return { "package.json": JSON.stringify({ ...manifest, devDependencies }, null, 2) };
}

/** What makes tap's class of tests with all its plug-ins: tap itself asks the registry for their releases first, also where they are installed. */
export const BUILD_TAP = 'node "$(command -v generate-tap-test-class)" $(tap plugin list)';
