/** The contract of a forge whose repositories are searched. */

/** What repositories are to be. What is absent does not matter. */
export interface RepositoryQuery {
  /** Programming language, as the forge names it. */
  readonly language?: string | undefined;
  /** SPDX ids, any of which will do. None: any licence. */
  readonly licences: readonly string[];
  /** When they were made: both ends, which belong to it. */
  readonly created: TimeSpan;
  /** Least date of the last push, `YYYY-MM-DD`. */
  readonly pushedSince?: string | undefined;
  readonly kilobytes: { readonly least?: number | undefined; readonly most?: number | undefined };
  readonly leastStars?: number | undefined;
  readonly topics: readonly string[];
  /** Further words of the forge's own search language. */
  readonly words?: string | undefined;
}

/** Instants, in milliseconds since 1970, both included. Forges tell seconds apart. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A repository that a forge told of. Field names are those of JSON documents. */
export interface FoundRepository {
  /** As `build` takes it. */
  readonly source: string;
  readonly name: string;
  readonly url: string;
  readonly created_at: string;
  readonly pushed_at: string | null;
  /** SPDX id; null where the forge recognised none. */
  readonly licence: string | null;
  readonly kilobytes: number;
  readonly stars: number;
  readonly forks: number;
  readonly topics: readonly string[];
  readonly default_branch: string;
}

/** What one question to a forge gave. */
export interface SearchPart {
  readonly span: TimeSpan;
  readonly licence: string | undefined;
  /** How many the forge says there are. */
  readonly total: number;
  readonly repositories: readonly FoundRepository[];
  /** The forge gave up before it had looked at everything. */
  readonly isIncomplete: boolean;
}

/** How a forge is reached. */
export interface ForgeAccess {
  /** Root of its API, without a slash at its end. */
  readonly apiUrl: string;
  readonly token?: string | undefined;
  readonly proxyVariables: Readonly<Record<string, string | undefined>>;
  /** Longest wait for a limit of the rate; a longer one that the forge asks for ends the search. */
  readonly longestWaitMs: number;
  /** First wait where the forge turns a request away without saying for how long; each further one is twice as long. */
  readonly firstWaitMs: number;
  /** Tells of waits. */
  readonly note: (text: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The forge's own waits: a minute where it says nothing, and at most an hour. */
export const DEFAULT_WAITS = { longestWaitMs: 3_600_000, firstWaitMs: 60_000 };

/** One kind of forge. */
export interface Forge {
  /** The API of its public instance. */
  readonly publicUrl: string;
  /** Variable that usually holds a token. */
  readonly tokenVariable: string;
  /** Asks everything of a query in parts small enough that the forge shows all of each, and follows all pages. Throws `UsageError` and `DioramaError`: `bad-token`, `bad-query`, `forge-unavailable`. */
  search(query: RepositoryQuery, access: ForgeAccess): AsyncIterable<SearchPart>;
}
