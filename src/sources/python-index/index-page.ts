import { z } from "zod";

import { DioramaError, wordRecord } from "../../base/index.ts";
import { withoutCredentials } from "./configuration.ts";

/** One file that an index offers. */
export interface IndexFile {
  readonly filename: string;
  /** Absolute, without fragment; `http:`, `https:` or `file:`. */
  readonly url: string;
  /** Algorithm (`sha256`, …) to lower-case hexadecimal digest; may be empty. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly isYanked: boolean;
  /** When it was uploaded, as the index wrote it. */
  readonly uploaded: string | undefined;
}

/** Both forms of the simple API, JSON preferred (PEP 691). */
export const SIMPLE_API_ACCEPT =
  "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

const jsonPage = z.object({
  files: z.array(
    z.object({
      filename: z.string(),
      url: z.string(),
      hashes: wordRecord(z.string()).default({}),
      yanked: z.union([z.boolean(), z.string()]).default(false),
      "upload-time": z.string().nullish(),
    }),
  ),
});

/** The files listed on a project's page; `url` is where the page was read. Throws `bad-index-page`. */
export function parseIndexPage(text: string, contentType: string, url: string): readonly IndexFile[] {
  return /json/i.test(contentType) ? parseJsonPage(text, url) : parseHtmlPage(text, url);
}

function parseJsonPage(text: string, url: string): readonly IndexFile[] {
  try {
    return jsonPage.parse(JSON.parse(text)).files.map((file) => ({
      filename: file.filename,
      url: new URL(file.url, url).href,
      hashes: lowerCase(file.hashes),
      isYanked: file.yanked !== false,
      uploaded: file["upload-time"] ?? undefined,
    }));
  } catch (error) {
    throw new DioramaError(
      "bad-index-page",
      `Cannot read the index page ${withoutCredentials(url)}: it is not a PEP 691 answer.`,
      { cause: error, hint: "Check the index that pip or uv is configured for." },
    );
  }
}

function parseHtmlPage(text: string, url: string): readonly IndexFile[] {
  const page = text.replaceAll(/<!--[\s\S]*?-->/g, "");
  const base = attributesOf(/<base\b([^>]*)>/i.exec(page)?.[1] ?? "").get("href");
  const root = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;
  const files: IndexFile[] = [];
  for (const [, attributeText = ""] of page.matchAll(/<a\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi)) {
    const attributes = attributesOf(attributeText);
    const href = attributes.get("href");
    if (href === undefined || !URL.canParse(href, root)) continue;
    const link = new URL(href, root);
    const [, algorithm, digest] = /^#(\w+)=([0-9a-f]+)$/i.exec(link.hash) ?? [];
    link.hash = "";
    files.push({
      filename: decodeName(link.pathname.split("/").at(-1) ?? ""),
      url: link.href,
      hashes: algorithm === undefined || digest === undefined ? {} : lowerCase({ [algorithm]: digest }),
      isYanked: attributes.has("data-yanked"),
      uploaded: attributes.get("data-upload-time"),
    });
  }
  return files;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/([a-z][a-z0-9-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi);
  return new Map(
    [...found].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      unescapeHtml(double ?? single ?? bare ?? ""),
    ]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function lowerCase(hashes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(hashes).map(([algorithm, digest]) => [algorithm.toLowerCase(), digest.toLowerCase()]),
  );
}
