import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { asHostPath, asSandboxPath } from "../../../src/base/index.ts";
import { bindMounts } from "../../../src/sandbox/container/bind-mounts.ts";
import type { Mount } from "../../../src/sandbox/index.ts";

const mount = (from: string, to: string, access: Mount["access"] = "read"): Mount => ({
  from: asHostPath(from),
  to: asSandboxPath(to),
  access,
});

const hasTerminals = / \/dev\/pts /.test(readFileSync("/proc/self/mountinfo", "utf8"));

test.runIf(hasTerminals)(
  "what is mounted below a source is read-only too (needs a mount at /dev/pts)",
  () => {
    const below = bindMounts([mount("/dev", "/things")]).filter(({ Target }) => Target === "/things/pts");
    expect(below).toEqual([
      {
        Type: "bind",
        Source: "/dev/pts",
        Target: "/things/pts",
        ReadOnly: true,
        BindOptions: { Propagation: "rprivate", NonRecursive: true },
      },
    ]);
  },
);

test("of several mounts at one place the last counts, and what may be written comes as a whole", () => {
  expect(bindMounts([mount("/usr/lib", "/place"), mount("/usr/share", "/place", "write")])).toEqual([
    {
      Type: "bind",
      Source: "/usr/share",
      Target: "/place",
      ReadOnly: false,
      BindOptions: { Propagation: "rprivate", NonRecursive: false },
    },
  ]);
});
