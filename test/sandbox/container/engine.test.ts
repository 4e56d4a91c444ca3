import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { silentLogger } from "../../../src/base/index.ts";
import { docker } from "../../../src/sandbox/container/backend.ts";
import { chooseBackend } from "../../../src/sandbox/index.ts";
import { trialOptions } from "../../../src/sandbox/trial.ts";

/** What is said where there is no engine, or one that will not do. None is needed. */

const before = process.env["DOCKER_HOST"];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "diorama-test-"));
  process.env["DOCKER_HOST"] = `unix://${folder}/engine.sock`;
});
afterEach(() => {
  if (before === undefined) delete process.env["DOCKER_HOST"];
  else process.env["DOCKER_HOST"] = before;
  rmSync(folder, { recursive: true });
});

test("where no engine answers, it is said with what helps", async () => {
  expect(await docker.probe()).toEqual({
    status: "unavailable",
    reason: expect.stringContaining(`no container engine answers: connect ENOENT ${folder}/engine.sock`),
    remedy: expect.stringContaining("Start Docker"),
  });
  const options = trialOptions([]);
  await expect(docker.create(options, { logger: silentLogger })).rejects.toMatchObject({
    code: "no-sandbox",
  });
  await expect(chooseBackend("docker")).rejects.toMatchObject({
    code: "no-sandbox",
    hint: expect.stringContaining("or use --sandbox none"),
  });
});

test("an address that is none is a reason", async () => {
  process.env["DOCKER_HOST"] = "tcp://no such host:port";
  expect(await docker.probe()).toMatchObject({ status: "unavailable" });
});

const docker20 = { Components: [{ Name: "Engine" }] };
const counting = { MemoryLimit: true, SwapLimit: true, PidsLimit: true };

test.each([
  [
    "cannot count memory",
    { version: docker20, info: { ...counting, MemoryLimit: false } },
    "the engine cannot limit memory and processes of containers",
  ],
  [
    "is Podman's",
    { version: { Components: [{ Name: "Podman Engine" }, { Name: "Conmon" }] }, info: counting },
    expect.stringContaining("what answers is Podman"),
  ],
  [
    "answers as something else does",
    { version: docker20, info: { hello: "world" } },
    "what answers is no container engine",
  ],
])("an engine that %s is not used", async (_title, answers, reason) => {
  const server = await listen(answers);
  try {
    expect(await docker.probe()).toMatchObject({ status: "unavailable", reason });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

function listen(answers: { readonly version: object; readonly info: object }): Promise<Server> {
  const server = createServer(({ url }, response) =>
    response.end(JSON.stringify(url === "/version" ? answers.version : answers.info)),
  );
  return new Promise((resolve) => server.listen(join(folder, "engine.sock"), () => resolve(server)));
}
