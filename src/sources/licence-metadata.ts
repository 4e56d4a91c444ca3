import { ownMember, parseJson } from "../base/index.ts";
import { parse } from "smol-toml";

import { isSpdxExpression, joinExpressions } from "./licence-texts.ts";

/** Files of a project or package that may say its licence, the most telling first. */
export const METADATA_FILES: readonly string[] = [
  "pyproject.toml",
  "setup.cfg",
  "PKG-INFO",
  "setup.py",
  "package.json",
];

/** What people write in `license` fields and classifiers, in lower case without "license" and punctuation. */
const NAMES: Readonly<Record<string, string>> = {
  mit: "MIT",
  expat: "MIT",
  "mit no attribution mit 0": "MIT-0",
  "bsd 3 clause": "BSD-3-Clause",
  "3 clause bsd": "BSD-3-Clause",
  "bsd 3": "BSD-3-Clause",
  "new bsd": "BSD-3-Clause",
  "modified bsd": "BSD-3-Clause",
  "bsd 2 clause": "BSD-2-Clause",
  "2 clause bsd": "BSD-2-Clause",
  "simplified bsd": "BSD-2-Clause",
  "apache 2 0": "Apache-2.0",
  "apache 2": "Apache-2.0",
  "apache version 2 0": "Apache-2.0",
  "apache software version 2 0": "Apache-2.0",
  "apache software 2 0": "Apache-2.0",
  isc: "ISC",
  "isc iscl": "ISC",
  "mpl 2 0": "MPL-2.0",
  "mozilla public 2 0 mpl 2 0": "MPL-2.0",
  gplv2: "GPL-2.0-only",
  "gnu general public v2 gplv2": "GPL-2.0-only",
  "gnu general public v2 or later gplv2": "GPL-2.0-or-later",
  gplv3: "GPL-3.0-only",
  "gnu general public v3 gplv3": "GPL-3.0-only",
  "gnu general public v3 or later gplv3": "GPL-3.0-or-later",
  "gnu lesser general public v2 lgplv2": "LGPL-2.0-only",
  "gnu lesser general public v2 or later lgplv2": "LGPL-2.0-or-later",
  lgplv3: "LGPL-3.0-only",
  "gnu lesser general public v3 lgplv3": "LGPL-3.0-only",
  "gnu lesser general public v3 or later lgplv3": "LGPL-3.0-or-later",
  "gnu affero general public v3": "AGPL-3.0-only",
  "gnu affero general public v3 or later agplv3": "AGPL-3.0-or-later",
  "the unlicense unlicense": "Unlicense",
  unlicense: "Unlicense",
  "python software foundation": "PSF-2.0",
  psf: "PSF-2.0",
  "zlib libpng": "Zlib",
  zlib: "Zlib",
  "zero clause bsd 0bsd": "0BSD",
  "cc0 1 0 universal cc0 1 0 public domain dedication": "CC0-1.0",
  cc0: "CC0-1.0",
};

/**
 * SPDX expression from a metadata file's licence field, or else from its trove classifiers. A name that stands for
 * several licences ("BSD", "GPL") is not guessed at.
 */
export function licenceFromMetadata(fileName: string, text: string): string | undefined {
  const stated = statedLicences(fileName, text)
    .map(readName)
    .find((spdx) => spdx !== undefined);
  if (stated !== undefined) return stated;
  const classifiers = [
    ...new Set([...text.matchAll(/License :: ([^"'\n\r,\]]+)/g)].map(([, name = ""]) => name.trim())),
  ];
  const named = classifiers.filter((name) => name !== "OSI Approved");
  const read = named.map((name) => readName(name.split(" :: ").at(-1) ?? ""));
  return read.includes(undefined) ? undefined : joinExpressions(read.filter((spdx) => spdx !== undefined));
}

function statedLicences(fileName: string, text: string): readonly string[] {
  switch (fileName) {
    case "pyproject.toml":
      return statedInPyproject(text);
    case "setup.cfg":
      return matches(text, /^license(?:_expression)?\s*=[ \t]*(\S[^\n]*)$/gm);
    case "PKG-INFO":
      return matches(text.split(/\r?\n\r?\n/)[0] ?? "", /^License(?:-Expression)?:[ \t]*(\S[^\n]*)$/gm);
    case "setup.py":
      return matches(text, /\blicense\s*=\s*["']([^"'\n]{1,80})["']/g);
    case "package.json":
      return statedInPackage(text);
    default:
      return [];
  }
}

/** `license` as a text, or as the object of old manifests. */
function statedInPackage(text: string): readonly string[] {
  const licence = member(parseJson(text), "license");
  return [licence, member(licence, "type")].filter((value) => typeof value === "string");
}

function statedInPyproject(text: string): readonly string[] {
  try {
    const file: unknown = parse(text);
    const project = member(file, "project");
    const poetry = member(member(file, "tool"), "poetry");
    const values = [
      member(project, "license"),
      member(member(project, "license"), "text"),
      member(poetry, "license"),
    ];
    return values.filter((value) => typeof value === "string");
  } catch {
    return [];
  }
}

function member(value: unknown, name: string): unknown {
  if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, value = ""]) => value.trim());
}

function readName(name: string): string | undefined {
  const key = name
    .toLowerCase()
    .replaceAll(/\blicen[cs]e\b|\bthe (?!unlicense)/g, " ")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
  const known = ownMember(NAMES, key);
  if (known !== undefined) return known;
  const isExact = /^(?:[A-Z0-9][A-Za-z0-9]*-[A-Za-z0-9.+-]+|0BSD|ISC|MIT|Zlib|.* (?:OR|AND|WITH) .*)$/.test(
    name,
  );
  return isExact && isSpdxExpression(name) ? name : undefined;
}
