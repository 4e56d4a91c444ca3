/** A definition as a language's own parser sees it, in bytes of the file's UTF-8 text; what the parser does not say is absent. */
export interface TrueDefinition {
  /** Its own name, or `<init>`. */
  readonly name: string;
  readonly whole?: readonly [number, number];
  /** Null where there is none. */
  readonly body?: readonly [number, number] | null;
  /** Where its name is written. */
  readonly named?: number;
  /** Names of its parameters. */
  readonly parameters?: readonly string[];
  readonly documentation?: readonly [number, number] | null;
  /** 1-based. */
  readonly line?: number;
}

/** What a language's own parser says of a file; undefined where it refuses it. */
export interface TrueFile {
  readonly path: string;
  readonly definitions?: readonly TrueDefinition[];
}
