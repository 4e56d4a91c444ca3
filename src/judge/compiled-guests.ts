import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { z } from "zod";

import { asSandboxPath, joinPath, makeTemporaryFolder, type HostPath, type Logger } from "../base/index.ts";
import type { ChosenBackend } from "../sandbox/index.ts";
import type { Runtime } from "./judge.ts";

/*
 * Every parent imports the same guest programs. With their byte code beside them it starts in two thirds of the time, and weighs a tenth
 * less, for compiling leaves holes in its memory; but nothing may be written where they lie, and each interpreter has
 * byte code of its own. So they are compiled once per runtime, in a sandbox that sees nothing else, into a folder of ours.
 */

const guestFolder = asSandboxPath("/diorama/guest");

/** Prints the byte code of every file of a folder, as files that are used without a look at their source. */
const COMPILER = `
import base64, importlib._bootstrap_external as files, importlib.util, json, os, sys
found = {}
for name in sorted(os.listdir(sys.argv[1])):
    if name.endswith(".py"):
        path = os.path.join(sys.argv[1], name)
        with open(path, "rb") as source:
            text = source.read()
        code = compile(text, path, "exec", dont_inherit=True)
        whole = files._code_to_hash_pyc(code, importlib.util.source_hash(text), False)
        found[os.path.basename(importlib.util.cache_from_source(path))] = base64.b64encode(whole).decode()
json.dump(found, sys.stdout)
`;

const byteCode = z.record(z.string().regex(/^[\w.-]+\.pyc$/), z.base64());

/** The guest programs with their byte code, per runtime. Disposing removes the folders. */
export class CompiledGuests implements Disposable {
  readonly #sandbox: ChosenBackend;
  readonly #sources: HostPath;
  readonly #logger: Logger;
  readonly #known = new Map<string, Promise<HostPath>>();
  readonly #folders: HostPath[] = [];

  constructor(about: {
    readonly sandbox: ChosenBackend;
    readonly guestDirectory: HostPath;
    readonly logger: Logger;
  }) {
    this.#sandbox = about.sandbox;
    this.#sources = about.guestDirectory;
    this.#logger = about.logger;
  }

  /** The folder for parents of a runtime; the sources themselves where they cannot be compiled ahead. */
  folderFor(runtime: Runtime): Promise<HostPath> {
    const known = this.#known.get(runtime.digest) ?? this.#compile(runtime);
    this.#known.set(runtime.digest, known);
    return known;
  }

  [Symbol.dispose](): void {
    this.#known.clear();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  async #compile(runtime: Runtime): Promise<HostPath> {
    try {
      return this.#lay(await this.#runCompiler(runtime));
    } catch (error) {
      this.#logger("debug", "guests-not-compiled", { runtime: runtime.digest, reason: String(error) });
      return this.#sources;
    }
  }

  async #runCompiler(runtime: Runtime): Promise<Record<string, string>> {
    await using sandbox = await this.#sandbox.backend.create(
      {
        mounts: [...runtime.mounts, { from: this.#sources, to: guestFolder, access: "read" }],
        limits: { memoryBytes: 2 ** 30, processes: 32, fileBytes: 2 ** 20, scratchBytes: 2 ** 20 },
        network: { kind: "none" },
        variables: runtime.variables,
        workingDirectory: asSandboxPath("/"),
      },
      { logger: this.#logger },
    );
    const command = [runtime.python, "-B", "-c", COMPILER, sandbox.resolve(guestFolder)];
    const outcome = await sandbox.run(command, { timeoutMs: 60_000, maxOutputBytes: 16 * 1024 * 1024 });
    if (outcome.status !== "exited" || outcome.exitCode !== 0)
      throw new Error(`the compiler ${outcome.status}: ${outcome.stderr}`);
    return byteCode.parse(JSON.parse(outcome.stdout));
  }

  #lay(files: Record<string, string>): HostPath {
    const folder = makeTemporaryFolder("guests");
    this.#folders.push(folder);
    chmodSync(folder, 0o755);
    for (const name of readdirSync(this.#sources).filter((each) => each.endsWith(".py")))
      copyFileSync(joinPath(this.#sources, name), join(folder, name));
    mkdirSync(join(folder, "__pycache__"), { mode: 0o755 });
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, "__pycache__", name), Buffer.from(content, "base64"), { mode: 0o644 });
    return folder;
  }
}
