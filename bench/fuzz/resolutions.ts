import { damageSources } from "./damaged-sources.ts";
import type { Fuzz } from "./fuzz.ts";

/** Source files of every language, damaged, against what resolves their names, each as a repository of its own. */
export async function resolutionsFuzz(): Promise<Fuzz> {
  const sources = await damageSources("resolution");
  return {
    make: sources.make,
    check: (input) => {
      const { language, bytes } = sources.open(input);
      const decoded = language.files.decode(bytes);
      if (decoded.status === "refused") return `undecoded ${language.name}`;
      const path = `damaged${language.files.ending}`;
      const summary: unknown = JSON.parse(JSON.stringify(language.resolution.summarise(path, decoded.text)));
      const { edges, unresolved } = language.resolution.link(new Map([[path, summary]]), new Map());
      return `${language.name} linked ${edges.length} ${unresolved.length}`;
    },
  };
}
