import { beforeAll, describe, expect, it } from "vitest";

import { silentLogger, silentProgress } from "../../src/base/index.ts";
import { openServices } from "../../src/curation/index.ts";
import type { Environment } from "../../src/environments/index.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { findBackendsUnderTest } from "../slow-suites.ts";
import { trialOptions } from "../../src/sandbox/trial.ts";
import { PATIENCE_MS } from "../patience.ts";
import { restoreBareEnvironment } from "./bare-environment.ts";

/** Prints the readable files with Python code that lie beside the interpreter's own library, or in it as packages. */
const search = `
import os
own = os.path.realpath(os.path.dirname(os.__file__))
tops = ["/lib", "/usr/lib", "/usr/lib64", "/usr/share", "/usr/src", "/usr/local/lib", "/usr/local/share", os.path.dirname(own)]
for top in tops:
    for folder, inner, names in os.walk(top):
        # A system's folder may stand at two places.
        if os.path.samefile(folder, own):
            inner[:] = ["site-packages", "dist-packages", "ensurepip"]
            continue
        is_installer = os.path.basename(folder) == "ensurepip" and os.path.samefile(folder, os.path.join(own, "ensurepip"))
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith((".py", ".whl")) and not is_installer and os.access(path, os.R_OK):
                try:
                    open(path, "rb").close()
                    print(path)
                except OSError:
                    pass
`;

let environment: Environment;
beforeAll(async () => {
  const context = { progress: silentProgress, logger: silentLogger, signal: undefined };
  await using services = await openServices({ workers: 1, sandbox: "auto" }, context);
  environment = await restoreBareEnvironment(services);
});

for (const { name } of await findBackendsUnderTest()) {
  describe(`what a judged program can read in ${name}`, () => {
    it("is no Python of this machine but its interpreter's own library", async () => {
      const { backend } = await chooseBackend(name);
      await using sandbox = await backend.create(trialOptions(environment.mounts), {
        logger: silentLogger,
      });
      const outcome = await sandbox.run([environment.program, "-I", "-c", search], {
        timeoutMs: PATIENCE_MS,
      });
      expect(outcome).toMatchObject({ status: "exited", exitCode: 0, stdout: "", stderr: "" });
    });
  });
}
