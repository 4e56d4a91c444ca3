import type { IndexCredential } from "./netrc.ts";

/** Environment variables as Node gives them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The folders whose configuration files count. */
export interface ConfigurationPlaces {
  readonly homeDirectory: string;
  /** `/etc`, or where a machine keeps what is there. */
  readonly systemDirectory: string;
}

/** What one place says; what it does not mention is `undefined`. */
export interface IndexSettings {
  readonly indexUrl?: string | undefined;
  readonly extraIndexUrls?: readonly string[] | undefined;
  readonly findLinks?: readonly string[] | undefined;
  readonly trustedHosts?: readonly string[] | undefined;
  readonly caFile?: string | undefined;
  readonly proxy?: string | undefined;
  readonly usesNoIndex?: boolean | undefined;
  readonly credentials?: readonly IndexCredential[] | undefined;
}
