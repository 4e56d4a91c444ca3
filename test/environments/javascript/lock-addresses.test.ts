import { expect, test } from "vitest";

import { locksOfRegistry } from "../../../src/environments/javascript/lock-addresses.ts";
import type { RepositoryFiles } from "../../../src/environments/repository-files.ts";

function givenFiles(texts: Readonly<Record<string, string>>): Pick<RepositoryFiles, "text"> {
  return { text: (path) => texts[path] };
}

const DIGEST = "157e9e4709db0748fb1aa623f8927ddd4864bac6";

test("archives that a lock of yarn names at a mirror are the registry's, where their digests stand with them", () => {
  const lock = (base: string, end: string): string => `# yarn lockfile v1


"@acme/tool@^2.0.0":
  version "2.0.0"
  resolved "${base}@acme/tool/-/tool-2.0.0.tgz${end}
`;
  const integrity = `"\n  integrity sha512-abc==`;
  for (const end of [`#${DIGEST}"`, integrity, `#${DIGEST}"\n  integrity sha1-abc=`])
    expect(
      locksOfRegistry(
        givenFiles({ "yarn.lock": lock("https://mirror.example.org/api/npm/all/", end) }),
        "yarn.lock",
      ),
    ).toEqual({ "yarn.lock": lock("https://registry.yarnpkg.com/", end) });
  for (const [base, end] of [
    ["https://mirror.example.org/api/npm/all/", `"`],
    ["https://registry.npmjs.org/", integrity],
  ] as const)
    expect(locksOfRegistry(givenFiles({ "yarn.lock": lock(base, end) }), "yarn.lock")).toEqual({});
});

test("the same of npm's, and none of what lies in no registry", () => {
  const lock = (address: string, other: string): string =>
    JSON.stringify(
      {
        packages: {
          "node_modules/tool": { version: "1.0.0", resolved: address, integrity: "sha512-abc==" },
          "node_modules/other": { version: "1.0.0", resolved: other, integrity: "sha512-def==" },
        },
      },
      null,
      2,
    );
  const git = "https://codeload.example.org/acme/other/tar.gz/1234567";
  const files = givenFiles({
    "package-lock.json": lock("http://mirror.example.org:4873/tool/-/tool-1.0.0.tgz", git),
  });
  expect(locksOfRegistry(files, "package-lock.json")).toEqual({
    "package-lock.json": lock("https://registry.npmjs.org/tool/-/tool-1.0.0.tgz", git),
  });
  expect(locksOfRegistry(files, "pnpm-lock.yaml")).toEqual({});
});
