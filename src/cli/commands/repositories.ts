import { resolve } from "node:path";

import { asHostPath, UsageError } from "../../base/index.ts";
import type { RepositoryList, TimeSpan } from "../../sources/index.ts";
import type { AddCommand } from "../command.ts";
import { readProxyVariables } from "../model-options.ts";
import { nameList, wholeNumber } from "../option-values.ts";
import { writePage } from "../write-page.ts";

interface RepositoriesFlags {
  readonly forge: string;
  readonly forgeUrl?: string;
  readonly tokenVariable?: string;
  readonly language?: string;
  readonly license: string[];
  readonly created: string;
  readonly pushedSince?: string;
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly minStars?: number;
  readonly topic: string[];
  readonly query?: string;
  readonly sample?: number;
  readonly seed: number;
  readonly out: string;
}

/** `diorama repositories`: a list of sources by a forge's search. Exit 1 where it found none. */
export const addRepositories: AddCommand = (program, attach) => {
  const command = program
    .command("repositories")
    .summary("search a forge for repositories to build from")
    .description(
      "Asks a forge's search for repositories and writes a list of them, which build takes as a SOURCE. A forge that shows a thousand of a query is asked in shorter stretches of time.",
    )
    .requiredOption("--created <from..to>", "when they were made, as 2024-09-01..2024-12-31")
    .requiredOption("--out <file>", "the list, as JSON")
    .option("--forge <name>", "whose search is asked", "github")
    .option("--forge-url <url>", "root of its API (default: its public one)")
    .option(
      "--token-variable <name>",
      "environment variable that holds a token (default: GITHUB_TOKEN, if set)",
    )
    .option("--language <name>", "programming language, as the forge names it")
    .option("--license <ids>", "SPDX ids, any of which will do, separated by commas", nameList(), [])
    .option("--pushed-since <day>", "last pushed on that day or later")
    .option("--min-size <kb>", "least size in kB, as the forge counts it", wholeNumber(0))
    .option("--max-size <kb>", "largest size in kB, as the forge counts it", wholeNumber(1))
    .option("--min-stars <n>", "least stars", wholeNumber(0))
    .option("--topic <names>", "topics that all have, separated by commas", nameList(), [])
    .option("--query <words>", "further words in the forge's own search language")
    .option("--sample <n>", "take at most so many, drawn by the seed", wholeNumber(1))
    .option("--seed <n>", "seed of the sample", wholeNumber(0), 0);
  attach<[], RepositoriesFlags>(command, async ({ progress, signal }, _none, flags) => {
    const { DEFAULT_WAITS, findRepositories, getForge } = await import("../../sources/index.ts");
    const forge = getForge(flags.forge);
    const query = {
      language: flags.language,
      licences: flags.license,
      created: readSpan(flags.created),
      pushedSince: flags.pushedSince === undefined ? undefined : readDay(flags.pushedSince).day,
      kilobytes: { least: flags.minSize, most: flags.maxSize },
      leastStars: flags.minStars,
      topics: flags.topic,
      words: flags.query,
    };
    const access = {
      apiUrl: (flags.forgeUrl ?? forge.publicUrl).replace(/\/+$/, ""),
      token: readToken(flags.tokenVariable, forge.tokenVariable),
      proxyVariables: readProxyVariables(process.env),
      ...DEFAULT_WAITS,
      note: (text: string) => progress.note(text),
      signal,
    };
    const list = await findRepositories(forge, query, access, { sample: flags.sample, seed: flags.seed });
    const out = asHostPath(resolve(flags.out));
    writePage(out, `${JSON.stringify(list, null, 1)}\n`);
    const { repositories, ...figures } = list;
    const document = { file: out, ...figures, repositories: repositories.length };
    return { exitCode: repositories.length > 0 ? 0 : 1, document, text: describe(list, flags.out) };
  });
};

function describe(
  { repositories, found, total, parts, not_shown, incomplete }: RepositoryList,
  out: string,
): string {
  return [
    `${repositories.length} of ${found} repositories written to ${out}; the forge counts ${total} in ${parts} questions.`,
    ...(not_shown === 0 ? [] : [`It did not show ${not_shown} of them.`]),
    ...(incomplete === 0
      ? []
      : [`For ${incomplete} questions it gave up before it had looked at everything.`]),
    ...(repositories.length === 0 ? [] : [`Next: diorama build ${out}`]),
  ].join("\n");
}

function readToken(named: string | undefined, usual: string): string | undefined {
  const token = process.env[named ?? usual]?.trim();
  if (token !== undefined && token !== "") return token;
  if (named === undefined) return undefined;
  throw new UsageError("missing-key", `Cannot search: the variable ${named} is not set or empty.`);
}

const DAY_MS = 86_400_000;

function readSpan(text: string): TimeSpan {
  const [from = "", to = "", ...more] = text.split("..");
  const span = { from: readDay(from).at, to: readDay(to).at + DAY_MS - 1_000 };
  if (more.length === 0 && span.from <= span.to) return span;
  throw badDate(text);
}

function readDay(text: string): { readonly day: string; readonly at: number } {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(at)) throw badDate(text);
  return { day: text, at };
}

function badDate(text: string): UsageError {
  return new UsageError(
    "bad-command-line",
    `Cannot search: "${text}" is no day or span of days, such as 2024-09-01..2024-12-31.`,
  );
}
