import type { EvidenceItem } from "../build-system.ts";
import { placeOf } from "../evidence-lines.ts";
import type { RepositoryFiles } from "../repository-files.ts";

const WRAPPER = ".mvn/wrapper/maven-wrapper.properties";

/** The release of Maven that the tree's wrapper brings; nothing where it has none. */
export function wrapperItems(
  files: RepositoryFiles,
): readonly (EvidenceItem & { readonly release: string })[] {
  const text = files.text(WRAPPER) ?? "";
  const release = /^distributionUrl=.*apache-maven-(\d[\w.-]*?)-bin/m.exec(text)?.[1];
  return release === undefined
    ? []
    : [{ ...placeOf(WRAPPER, text, "distributionUrl"), says: `Maven ${release}`, release }];
}
