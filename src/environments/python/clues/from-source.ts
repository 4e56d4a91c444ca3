import { normalizePackageName } from "../../../sources/index.ts";
import type { EvidenceItem } from "../../build-system.ts";
import { findTellingLines } from "../../declared-commands.ts";
import type { RepositoryFiles } from "../../repository-files.ts";

const OPTION = /--no-binary(?:=|\s+)["']?(?<names>[\w.,:-]+)/g;
const ALSO_TELLING = [/(?:^|[/_.-])requirements(?:[/_.-].*)?\.(?:txt|in)$/i, /^tox\.ini$/, /^noxfile\.py$/];

/** Distributions that a repository's own commands and lists of requirements have built from their sources, in place of wheels. */
export function findBuiltFromSource(
  files: RepositoryFiles,
): readonly { readonly name: string; readonly item: EvidenceItem }[] {
  return findTellingLines(files, ALSO_TELLING).flatMap(({ path, line, text }) =>
    [...text.matchAll(OPTION)].flatMap(({ groups }) =>
      (groups?.["names"] ?? "")
        .split(",")
        .filter((name) => /^\w[\w.-]*$/.test(name))
        .map((name) => ({
          name: normalizePackageName(name),
          item: { path, line, says: `builds ${name} from source` },
        })),
    ),
  );
}
