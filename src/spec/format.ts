import { z } from "zod";

import { DioramaError } from "../base/index.ts";

const formatted = z.looseObject({ format: z.string() });

/**
 * The version of a document whose format is `NAME/VERSION`; undefined where it says none. Throws `unknown-format` for a version that is newer than
 * `newest`.
 */
export function versionOf(value: unknown, name: string, newest: number): number | undefined {
  const { data } = formatted.safeParse(value);
  const [own, version] = data?.format.split("/") ?? [];
  if (own !== name || !/^\d+$/u.test(version ?? "")) return undefined;
  const number = Number(version);
  if (number <= newest) return number;
  const known = newest === 1 ? `${name}/1` : `${name}/1 to ${name}/${newest}`;
  throw new DioramaError(
    "unknown-format",
    `Cannot read a document of the format ${name}/${version}: this version reads ${known}.`,
    { hint: "A newer version wrote it, and reads it." },
  );
}
