import { UsageError } from "../base/index.ts";

/** What the SPEC of a model behind a service says. */
export interface ServiceSpec {
  readonly model: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
}

/**
 * Reads `MODEL@BASE_URL`, or `MODEL` alone where the service has an address of its own. The base URL is what begins with `http` behind the last `@`: names of
 * models may hold an `@` too. Throws `UsageError` `bad-model`; `form` is how the SPEC is to be written.
 */
export function parseServiceSpec(
  provider: string,
  rest: string,
  { form, ownUrl }: { readonly form: string; readonly ownUrl?: string },
): ServiceSpec {
  const [, named = "", given = ""] = /^(.+)@(https?:\/\/[^@]+)$/s.exec(rest) ?? [];
  const [model, url] = named === "" && ownUrl !== undefined ? [rest, ownUrl] : [named, given];
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isPlain = parsed?.username === "" && parsed.search === "" && parsed.hash === "";
  if (isPlain && model !== "" && !/@https?:/.test(model)) return { model, baseUrl: url.replace(/\/+$/, "") };
  throw new UsageError(
    "bad-model",
    `Cannot ask model "${provider}:${withoutCredentials(rest)}": it is not of the form ${form}, with a URL without user, query and fragment.`,
    {
      hint: `For example: --model ${provider}:my-model@http://127.0.0.1:8000/v1; the key comes from an environment variable.`,
    },
  );
}

function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@]*@/, "//…@").replace(/\?.*$/s, "?…");
}
