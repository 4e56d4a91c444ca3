import type { RemedyReason, Trouble } from "../build-system.ts";

/** What Node prints since its release 17 where code asks OpenSSL for what that keeps to its legacy provider, as webpack 4 does with MD4. */
const SIGN = /\bERR_OSSL_EVP_UNSUPPORTED\b|\bdigital envelope routines::(?:unsupported|initialization error)/;

/** Node with OpenSSL's legacy provider, where tests or builds ask for what only that has. */
export function useLegacyOpenSsl({
  failure,
  log,
  failedBuilds,
}: Pick<Trouble, "failure" | "log" | "failedBuilds">): readonly (RemedyReason & {
  readonly variables: Readonly<Record<string, string>>;
})[] {
  const printed = [failure?.message ?? "", log, failedBuilds].join("\n").split("\n");
  const sign = printed.find((line) => SIGN.test(line));
  if (failure === undefined || sign === undefined) return [];
  return [
    {
      what: "with OpenSSL's legacy provider",
      failure: failure.category,
      sign: sign.trim().slice(0, 300),
      goesBy: [],
      variables: { NODE_OPTIONS: "--openssl-legacy-provider" },
    },
  ];
}
