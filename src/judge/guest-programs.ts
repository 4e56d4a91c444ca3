import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { z } from "zod";

import {
  asHostPath,
  asSandboxPath,
  joinPath,
  makeTemporaryFolder,
  whileWriting,
  type HostPath,
  type Logger,
} from "../base/index.ts";
import type { Driver } from "../languages/index.ts";
import type { ChosenBackend } from "../sandbox/index.ts";
import type { Runtime } from "./judge.ts";

/*
 * Every parent starts from one folder: the programs of the judge's supervisor and the driver's. With compiled code beside them a parent
 * starts in two thirds of the time, and weighs a tenth less, for compiling leaves holes in its memory; but nothing may be
 * written where they lie, and each interpreter has compiled code of its own. So they are compiled once per runtime, in a
 * sandbox that sees nothing else, into a folder of ours.
 */

const supervisor = asHostPath(fileURLToPath(new URL("supervisor", import.meta.url)));
const guestFolder = asSandboxPath("/diorama/guest");

const compiledFiles = z.record(z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/), z.base64());

/** The programs that parents start from, per runtime. Disposing removes the folders. */
export class GuestPrograms implements Disposable {
  readonly #sandbox: ChosenBackend;
  readonly #driver: Driver;
  readonly #logger: Logger;
  readonly #known = new Map<string, Promise<HostPath>>();
  readonly #folders: HostPath[] = [];

  constructor(about: { readonly sandbox: ChosenBackend; readonly driver: Driver; readonly logger: Logger }) {
    this.#sandbox = about.sandbox;
    this.#driver = about.driver;
    this.#logger = about.logger;
  }

  /** The folder for parents of a runtime; without compiled code where there is none to be had. Throws what `whileWriting` throws. */
  folderFor(runtime: Runtime): Promise<HostPath> {
    const known = this.#known.get(runtime.digest) ?? this.#prepare(runtime);
    this.#known.set(runtime.digest, known);
    known.catch(() => this.#known.delete(runtime.digest));
    return known;
  }

  [Symbol.dispose](): void {
    this.#known.clear();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  async #prepare(runtime: Runtime): Promise<HostPath> {
    const folder = this.#lay();
    try {
      for (const [path, content] of Object.entries(await this.#compile(folder, runtime))) {
        mkdirSync(dirname(joinPath(folder, path)), { recursive: true, mode: 0o755 });
        writeFileSync(joinPath(folder, path), Buffer.from(content, "base64"), { mode: 0o644, flag: "wx" });
      }
      return folder;
    } catch (error) {
      this.#logger("debug", "guests-not-compiled", { runtime: runtime.digest, reason: String(error) });
      // Half of the compiled code, or of one file, is worse than none.
      return this.#lay();
    }
  }

  /** A new folder with the programs as they are. */
  #lay(): HostPath {
    const folder = makeTemporaryFolder("guests");
    this.#folders.push(folder);
    return whileWriting(folder, () => {
      chmodSync(folder, 0o755);
      for (const programs of [supervisor, this.#driver.programs])
        for (const entry of readdirSync(programs, { withFileTypes: true }).filter((each) => each.isFile()))
          copyFileSync(joinPath(programs, entry.name), joinPath(folder, entry.name));
      return folder;
    });
  }

  async #compile(folder: HostPath, runtime: Runtime): Promise<Record<string, string>> {
    if (this.#driver.compileCommand === undefined) return {};
    await using sandbox = await this.#sandbox.backend.create(
      {
        mounts: [...runtime.mounts, { from: folder, to: guestFolder, access: "read" }],
        limits: { memoryBytes: 2 ** 30, processes: 32, fileBytes: 2 ** 20, scratchBytes: 2 ** 20 },
        network: { kind: "none" },
        variables: runtime.variables,
        workingDirectory: asSandboxPath("/"),
      },
      { logger: this.#logger },
    );
    const places = { interpreter: runtime.interpreter, programs: sandbox.resolve(guestFolder) };
    const outcome = await sandbox.run(this.#driver.compileCommand(places), {
      timeoutMs: 60_000,
      maxOutputBytes: 16 * 1024 * 1024,
    });
    if (outcome.status !== "exited" || outcome.exitCode !== 0)
      throw new Error(`the compiler ${outcome.status}: ${outcome.stderr}`);
    return compiledFiles.parse(JSON.parse(outcome.stdout));
  }
}
