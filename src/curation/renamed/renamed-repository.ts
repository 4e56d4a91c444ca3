import { readFileSync } from "node:fs";

import { listRepositoryFiles } from "../../analysis/index.ts";
import { joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import { listOutsideNames, type Environment, type EnvironmentOptions } from "../../environments/index.ts";
import { chooseNames, FILE_MODULES, type ChosenNames } from "./choose-names.ts";
import { createKeptTest, firstNameBelow } from "./kept-files.ts";
import { readWords, type NamedFile, type RenamingLanguage } from "./read-words.ts";
import { Renaming } from "./renaming.ts";

/** What of a repository goes into its renamed variant, and how. */
export interface RenamedRepository {
  readonly renaming: Renaming;
  readonly chosen: ChosenNames;
  /** True for files that a task's tree keeps: code that can be imported, and what lies beside it. */
  readonly keeps: (path: RepositoryPath) => boolean;
}

/** Chooses the new names of a repository from all of its code, what tasks hide included. `tasks` are of it, and not empty. */
export async function openRenamedRepository(
  tasks: readonly [LoadedTask, ...LoadedTask[]],
  {
    language,
    environment,
    options,
    seed,
  }: {
    readonly language: RenamingLanguage;
    readonly environment: Environment;
    readonly options: EnvironmentOptions;
    readonly seed: number;
  },
): Promise<RenamedRepository> {
  const [{ maskedTree, record }] = tasks;
  const roots = record.environment.import_roots;
  const paths = [...listRepositoryFiles(maskedTree)];
  const originals = new Map(tasks.map((task) => [pathOf(task), task.originalFileText()]));
  const textOf = (path: RepositoryPath): string | undefined =>
    originals.get(path) ?? readText(maskedTree, path, language);
  const targets = tasks.map(pathOf);
  const keeps = createKeptTest({ paths, roots, targets, modules: language.modules, textOf });
  const files = paths.filter(keeps).flatMap((path) => {
    const text = textOf(path);
    return text === undefined ? [] : readNamed(path, text, language);
  });
  const modules = new Set(files.map(({ path }) => firstNameBelow(path, roots)));
  const isOwn = (module: string): boolean =>
    module.startsWith(".") || modules.has(module.split(".")[0] ?? "");
  const foreign = files.flatMap(({ structure }) => structure.imports.map(({ module }) => module));
  const outside = await listOutsideNames(
    environment,
    [...new Set([...foreign, ...FILE_MODULES])].filter((module) => !isOwn(module)).sort(),
    options,
  );
  const titles = titlesOf(record.repository.family);
  const chosen = chooseNames(readWords(files, language, { isOwn, titles }), files, {
    outside,
    seed: `${record.repository.source}:${seed}`,
  });
  const main = firstNameBelow(pathOf(tasks[0]), roots);
  const newTitle = chosen.names.get(main) ?? "project";
  return { renaming: new Renaming(language, chosen.names, { isOwn, titles, newTitle }), chosen, keeps };
}

/** What a project is called, in the ways it is written. */
function titlesOf(family: string): readonly string[] {
  const parts = (family.split("/").at(-1) ?? "").split(/[-_.\s]+/u);
  return [...new Set(["-", "_", " ", ""].map((mark) => parts.join(mark)))];
}

function pathOf({ record }: LoadedTask): RepositoryPath {
  return record.targets[0]?.path ?? "";
}

function readText(tree: HostPath, path: RepositoryPath, { files }: RenamingLanguage): string | undefined {
  if (!files.isSourceFile(path)) return undefined;
  const decoded = files.decode(readFileSync(joinPath(tree, path)));
  return decoded.status === "decoded" ? decoded.text : undefined;
}

function readNamed(path: RepositoryPath, text: string, language: RenamingLanguage): NamedFile[] {
  const names = language.rewriting.naming.names(path, text);
  return names === undefined ? [] : [{ path, text, names, structure: language.structure.read(path, text) }];
}
