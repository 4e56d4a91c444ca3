import type { EvidenceItem } from "../build-system.ts";
import { itemsOf } from "../evidence-lines.ts";
import type { RepositoryFiles } from "../repository-files.ts";

// Packages that the JDK has no more since Java 11, and the artifacts that JEP 320 names in their place, in the last release that has them under their old names.

/** By artifact the packages that it has, with those that what it needs has. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  "com.sun.activation:javax.activation:1.2.0": ["javax.activation"],
  "org.glassfish.jaxb:jaxb-runtime:2.3.1": ["javax.xml.bind"],
  "com.sun.xml.ws:jaxws-rt:2.3.1": ["javax.xml.ws", "javax.xml.soap", "javax.jws"],
  "javax.annotation:javax.annotation-api:1.3.2": ["javax.annotation"],
  "javax.transaction:javax.transaction-api:1.2": ["javax.transaction"],
  "org.glassfish.corba:glassfish-corba-omgapi:4.2.1": ["org.omg"],
};

/** An artifact in the place of packages of the JDK, and the line that imports one of them. */
export interface ReplacingArtifact {
  /** Group, id and version. */
  readonly artifact: string;
  readonly item: EvidenceItem;
}

/** Artifacts that have what sources of a tree import of the packages that the JDK has lost. */
export function replacingArtifacts(files: RepositoryFiles): readonly ReplacingArtifact[] {
  const sources = files.paths.filter((path) => path.endsWith(".java"));
  return Object.entries(TABLE).flatMap(([artifact, packages]) => {
    const names = packages.map((name) => RegExp.escape(name)).join("|");
    const importing = new RegExp(`^import\\s+(?:static\\s+)?(?:${names})\\.\\w`);
    const path = sources.find((each) => new RegExp(importing, "m").test(files.text(each) ?? ""));
    const [item] =
      path === undefined ? [] : itemsOf(files, path, importing, `imports ${packages.join(", ")}`);
    return item === undefined ? [] : [{ artifact, item }];
  });
}

/** Artifacts that have classes of those packages, by the classes' full names. */
export function artifactsWith(classes: readonly string[]): readonly string[] {
  return Object.entries(TABLE).flatMap(([artifact, packages]) =>
    packages.some((name) => classes.some((each) => each.startsWith(`${name}.`))) ? [artifact] : [],
  );
}

/** All of them that there are. */
export const REPLACING_ARTIFACTS: readonly string[] = Object.keys(TABLE);
