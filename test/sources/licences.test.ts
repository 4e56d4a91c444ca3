import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { licenceFilesFor, licenceFor } from "../../src/sources/index.ts";
import { licenceFromMetadata } from "../../src/sources/licence-metadata.ts";
import { recogniseLicence } from "../../src/sources/licence-texts.ts";
import { findLicences } from "../../src/sources/licences.ts";
import { givenFolder, writeFiles } from "./given.ts";

const TEXTS = join(import.meta.dirname, "../fixtures/sources/licences");
const text = (spdx: string): string => readFileSync(join(TEXTS, `${spdx}.txt`), "utf8");

/** Path to licence of some files in a tree of these texts. */
function licencesOf(
  files: Readonly<Record<string, string>>,
  ...asked: string[]
): Readonly<Record<string, string | undefined>> {
  const folder = givenFolder();
  writeFiles(folder, files);
  const listed = Object.entries(files).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
  }));
  const { findings } = findLicences(folder, listed);
  return Object.fromEntries(asked.map((path) => [path, licenceFor(path, findings)]));
}

describe("a licence text", () => {
  test.each(readdirSync(TEXTS).map((name) => name.replace(/\.txt$/, "")))("of %s is recognised", (spdx) => {
    expect(recogniseLicence(text(spdx))).toBe(spdx);
  });

  test("is recognised in another layout, under other names and with comment signs", () => {
    const rewritten = text("MIT").replaceAll("\n", "\n * ").replaceAll('"', "''").toUpperCase();
    expect(recogniseLicence(`Copyright (C) 1999 A Baker\n * (c) 2001 B\n${rewritten}`)).toBe("MIT");
  });

  test("of three clauses is recognised where the third is put the other way round", () => {
    const other = text("BSD-3-Clause").replace(
      /Neither the name of [^.]*contributors\s+may be/,
      "The names of the bakers may not be",
    );
    expect(other).not.toBe(text("BSD-3-Clause"));
    expect(recogniseLicence(other)).toBe("BSD-3-Clause");
  });

  test("that is several is all of them, however often each is repeated", () => {
    const bundled = [text("BSD-3-Clause"), "Bundled: ovens\n", text("MIT"), text("BSD-3-Clause")].join(
      "\n\n",
    );
    expect(recogniseLicence(bundled)).toBe("BSD-3-Clause AND MIT");
  });

  test("that takes back what it grants, says much more, or is none is not recognised", () => {
    expect(recogniseLicence(`"Commons Clause" License Condition v1.0\n\n${text("MIT")}`)).toBeUndefined();
    expect(recogniseLicence(`${text("MIT")}\nOnly for non-commercial use.`)).toBeUndefined();
    expect(
      recogniseLicence(text("MIT") + "The baker keeps the following rights. ".repeat(200)),
    ).toBeUndefined();
    expect(recogniseLicence("All rights reserved.")).toBeUndefined();
    expect(recogniseLicence("")).toBeUndefined();
  });
});

describe("metadata", () => {
  test.each([
    ["pyproject.toml", '[project]\nlicense = "Apache-2.0 OR BSD-2-Clause"\n', "Apache-2.0 OR BSD-2-Clause"],
    ["pyproject.toml", '[project]\nlicense = {text = "MIT License"}\n', "MIT"],
    ["pyproject.toml", '[tool.poetry]\nlicense = "BSD-3-Clause"\n', "BSD-3-Clause"],
    [
      "pyproject.toml",
      '[project]\nlicense = {file = "LICENSE"}\nclassifiers = ["License :: OSI Approved :: MIT License"]\n',
      "MIT",
    ],
    ["pyproject.toml", "not toml [", undefined],
    ["setup.cfg", "[metadata]\nlicense = Apache License, Version 2.0\n", "Apache-2.0"],
    ["setup.py", 'setup(name="x", license="3-clause BSD")\n', "BSD-3-Clause"],
    [
      "PKG-INFO",
      "Name: x\nLicense: GPLv3\nClassifier: License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)\n",
      "GPL-3.0-only",
    ],
    [
      "PKG-INFO",
      "Name: x\nClassifier: License :: OSI Approved :: MIT License\nClassifier: License :: OSI Approved :: Apache Software License\n",
      undefined,
    ],
    ["PKG-INFO", "Name: x\nLicense: BSD\nClassifier: License :: OSI Approved :: BSD License\n", undefined],
    ["PKG-INFO", "Name: x\n\nLicense: MIT\n", undefined],
    ["package.json", '{"license": "(MIT OR Apache-2.0)"}', "(MIT OR Apache-2.0)"],
    ["package.json", '{"license": {"type": "ISC"}}', "ISC"],
    ["package.json", '{"license": "SEE LICENSE IN LICENSE.txt"}', undefined],
    ["package.json", "{", undefined],
  ])("in %s %j says %s", (name, content, expected) => {
    expect(licenceFromMetadata(name, content)).toBe(expected);
  });
});

describe("the licence of a file", () => {
  test("is the nearest one", () => {
    const files = {
      LICENSE: text("MIT"),
      "bread.py": "",
      "vendor/oven/COPYING": text("BSD-3-Clause"),
      "vendor/oven/heat.py": "",
      "vendor/secret/LICENSE.md": "All rights reserved.",
      "vendor/secret/sauce.py": "",
      "vendor/own.py": "#!/usr/bin/env python\n# SPDX-License-Identifier: Apache-2.0\n",
      "vendor/fake.py": 'TEXT = "SPDX-License-Identifier: MIT-0"\n',
    };
    expect(
      licencesOf(
        files,
        "",
        "bread.py",
        "vendor/x.py",
        "vendor/oven/heat.py",
        "vendor/secret/sauce.py",
        "vendor/own.py",
        "vendor/fake.py",
      ),
    ).toEqual({
      "": "MIT",
      "bread.py": "MIT",
      "vendor/x.py": "MIT",
      "vendor/oven/heat.py": "BSD-3-Clause",
      "vendor/secret/sauce.py": undefined,
      "vendor/own.py": "Apache-2.0",
      "vendor/fake.py": "MIT",
    });
  });

  test("is what metadata says only where texts leave it open", () => {
    const metadata = '[project]\nlicense = "Apache-2.0 OR MIT"\n';
    const unknown = { LICENSE: "See the two files beside.", "pyproject.toml": metadata };
    expect(licencesOf(unknown, "a.py")).toEqual({ "a.py": "Apache-2.0 OR MIT" });
    const both = { "LICENSE.APACHE": text("Apache-2.0"), "LICENSE.MIT": text("MIT") };
    expect(licencesOf(both, "a.py")).toEqual({ "a.py": "Apache-2.0 AND MIT" });
    expect(licencesOf({ ...both, "pyproject.toml": metadata }, "a.py")).toEqual({
      "a.py": "Apache-2.0 OR MIT",
    });
    expect(
      licencesOf({ LICENSE: text("MIT"), "pyproject.toml": '[project]\nlicense = "ISC"\n' }, "a.py"),
    ).toEqual({ "a.py": "MIT" });
  });

  test("counts a folder of licences for the folder above, and the lesser GPL once", () => {
    const files = {
      "LICENSES/MIT.txt": text("MIT"),
      NOTICE: "Baked by us.",
      "sub/COPYING": text("GPL-3.0-only"),
      "sub/COPYING.LESSER": text("LGPL-3.0-only"),
    };
    expect(licencesOf(files, "a.py", "sub/b.py")).toEqual({ "a.py": "MIT", "sub/b.py": "LGPL-3.0-only" });
  });

  test("is unknown where nothing is said", () => {
    expect(licencesOf({ "a.py": "", NOTICE: "Baked by us." }, "", "a.py")).toEqual({
      "": undefined,
      "a.py": undefined,
    });
  });
});

test("the texts that speak for a file are those of its folder and of the folders above", () => {
  const folder = givenFolder();
  const files = {
    LICENSE: text("Apache-2.0"),
    NOTICE: "Baked by us.",
    "LICENSES/MIT.txt": text("MIT"),
    "bread.py": "",
    "pyproject.toml": '[project]\nlicense = "Apache-2.0"\n',
    "vendor/NOTICE.md": "Heated by others.",
    "vendor/oven/COPYING": "Ask first.",
    "vendor/oven/heat.py": "# SPDX-License-Identifier: ISC\n",
    "vendor-own/LICENSE": text("ISC"),
  };
  writeFiles(folder, files);
  const listed = Object.keys(files).map((path) => ({ path, bytes: 1 }));
  const { findings } = findLicences(folder, listed);
  expect(licenceFilesFor("bread.py", findings)).toEqual(["LICENSE", "LICENSES/MIT.txt", "NOTICE"]);
  expect(licenceFilesFor("vendor/oven/heat.py", findings)).toEqual([
    "LICENSE",
    "LICENSES/MIT.txt",
    "NOTICE",
    "vendor/NOTICE.md",
    "vendor/oven/COPYING",
  ]);
});
