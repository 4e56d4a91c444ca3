import { digestOf, type RepositoryPath } from "../../base/index.ts";
import type {
  CodeEdge,
  CodePlace,
  NameUse,
  RenameRequest,
  Renaming,
  Resolution,
  ResolvedRepository,
  UnresolvedCall,
} from "../../languages/index.ts";
import type { CacheKey, CodeCache } from "./code-cache.ts";
import type { IndexedFile } from "./indexed-file.ts";
import { pack, unpack } from "./pack.ts";
import { packLinks, unpackLinks, type Links, type PackedLinks } from "./packed-links.ts";

/** What is linked. */
export interface ProgramToLink {
  readonly language: string;
  readonly resolution: Resolution;
  readonly files: ReadonlyMap<RepositoryPath, IndexedFile>;
  /** With their texts. */
  readonly projectFiles: ReadonlyMap<RepositoryPath, string>;
  readonly cache?: CodeCache | undefined;
}

/**
 * Files with their names resolved. Edges come from the cache where it has those of exactly these summaries; names at places are looked up in the
 * files themselves, which are linked when that is first asked for.
 */
export class LinkedProgram implements ResolvedRepository {
  readonly #program: ProgramToLink;
  #links: Links | undefined;
  #live: ResolvedRepository | undefined;

  constructor(program: ProgramToLink) {
    this.#program = program;
  }

  get edges(): readonly CodeEdge[] {
    return this.#read().edges;
  }

  get unresolved(): readonly UnresolvedCall[] {
    return this.#read().unresolved;
  }

  findUses(declaration: CodePlace): readonly NameUse[] {
    return this.#link().findUses(declaration);
  }

  findDeclaration(path: RepositoryPath, at: number): CodePlace | undefined {
    return this.#link().findDeclaration(path, at);
  }

  findRenaming(request: RenameRequest): Renaming | undefined {
    return this.#link().findRenaming?.(request);
  }

  #read(): Links {
    if (this.#links !== undefined) return this.#links;
    const { cache } = this.#program;
    const key = cache === undefined ? undefined : keyOf(this.#program);
    const kept = key === undefined ? undefined : cache?.find(key);
    const packed = kept === undefined ? undefined : unpack(kept);
    if (packed !== undefined) return (this.#links = unpackLinks(packed as PackedLinks));
    const links = this.#link();
    if (key !== undefined) cache?.keep([{ ...key, digest: "", data: pack(packLinks(links)) }]);
    return (this.#links = links);
  }

  #link(): ResolvedRepository {
    if (this.#live !== undefined) return this.#live;
    const { files, resolution, projectFiles } = this.#program;
    const summaries = new Map([...files].map(([path, file]) => [path, file.summary]));
    return (this.#live = resolution.link(summaries, projectFiles));
  }
}

/** Everything that goes into linking: what is left of the files, not their texts. */
function keyOf({ language, resolution, files, projectFiles }: ProgramToLink): CacheKey {
  const summaries = [...files].map(([path, file]) => [path, file.summaryDigest]);
  const content = digestOf([summaries, [...projectFiles]]);
  return { kind: "links", language, version: resolution.version, content };
}
