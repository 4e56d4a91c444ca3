import { joinPath } from "../../base/index.ts";
import type { Job, Toolchain } from "../build-system.ts";
import { guestsOf, scriptJob } from "../guest-scripts.ts";
import { LAYER_PATH, WORK_PATH } from "../machine.ts";
import { artifactLocks } from "./artifact-lock.ts";
import { formatCall } from "./resolve-artifacts.ts";

const INSTALL_TIMEOUT_MS = 900_000;

/** The java of a mounted layer. */
export const LAYER_JAVA = joinPath(LAYER_PATH, "bin", "java");

/** A layer is Maven, how it is called, and a local repository with what a lock lists. */
export function planLayer(text: string, toolchain: Toolchain): readonly Job[] {
  const { maven, call, artifacts, metadata } = artifactLocks.parse(text);
  const lines = Object.entries(artifacts).map(([path, sha256]) => `${sha256} ${path}\n`);
  return [
    scriptJob(guestsOf("java"), {
      name: "fetch-artifacts.sh",
      network: "registries",
      timeoutMs: INSTALL_TIMEOUT_MS,
      files: {
        call: formatCall(call),
        artifacts: lines.join(""),
        ...Object.fromEntries(Object.entries(metadata).map(([path, body]) => [`metadata/${path}`, body])),
      },
      variables: (at) => ({
        JAVA: toolchain.path,
        LAYER: at(LAYER_PATH),
        WORK: at(WORK_PATH),
        ...(maven === null ? {} : { MAVEN_VERSION: maven.version, MAVEN_SHA256: maven.sha256 }),
      }),
      otherwise: "install_failed",
    }),
  ];
}
