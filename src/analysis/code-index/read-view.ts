import type { LanguageWith } from "../../languages/index.ts";
import { listTree, readTreeText, type CodeTree } from "./code-tree.ts";
import { IndexedFile } from "./indexed-file.ts";
import { IndexedView } from "./indexed-view.ts";

/** The source files of one language below a folder, read now and kept nowhere; those that cannot be decoded are left out. */
export function readView(tree: CodeTree, language: LanguageWith<"structure">): IndexedView {
  const paths = listTree(tree);
  const files = paths.flatMap((path) => {
    if (!language.files.isSourceFile(path)) return [];
    const read = readTreeText(tree, path, language.files);
    return read.status === "decoded" ? [new IndexedFile({ path, text: read.text }, language)] : [];
  });
  const projectFiles = paths
    .filter((path) => language.resolution?.isProjectFile(path) === true)
    .flatMap((path) => {
      const read = readTreeText(tree, path, language.files);
      return read.status === "decoded" ? [[path, read.text] as const] : [];
    });
  return new IndexedView({ languages: [language], files, projectFiles: new Map(projectFiles) });
}
