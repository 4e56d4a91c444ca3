import { afterAll, expect, test } from "vitest";

import { joinPath, readJsonLines, silentLogger } from "../../../src/base/index.ts";
import {
  buildRepairedEnvironment,
  describeEnvironment,
  type RepairRequest,
} from "../../../src/curation/index.ts";
import { buildEnvironment } from "../../../src/environments/index.ts";
import { openModel, openPrompts } from "../../../src/models/index.ts";
import { sandboxes } from "../../../src/sandbox/index.ts";
import { editedKit } from "../../environments/edited-kit.ts";
import { givenOptions, givenRepository } from "../../environments/given.ts";
import { kitBuildSystem } from "../../environments/kit-build-system.ts";
import { givenFolder, givenKitFolders } from "../../environments/kit-folders.ts";
import { reply, serveChat } from "../../models/served-chat.ts";
import { slowTest } from "../../slow-suites.ts";

const { store, cache } = givenKitFolders();
const repository = givenRepository("kit");
afterAll(() => repository[Symbol.dispose]());

const options = await givenOptions({
  cacheDirectory: cache,
  buildSystems: [editedKit(kitBuildSystem(store))],
});

const ANSWERS = [
  { action: "run", command: "echo $KIT_LAMP" },
  { action: "edit", fields: { lamp: "lit" } },
  { action: "verify" },
].map((action) => `\`\`\`json\n${JSON.stringify(action)}\n\`\`\``);

/** How a model of that SPEC is asked, over the real contract. */
async function givenRequest(spec: string, more: Partial<RepairRequest> = {}): Promise<RepairRequest> {
  const reached = { timeoutMs: 20_000, proxyVariables: {}, ...more.reached };
  return {
    model: await openModel(spec, { ...reached, logger: silentLogger }),
    settings: { temperature: 0, max_tokens: 500 },
    prompts: openPrompts(),
    limits: { turns: 5, commands: 2, commandSeconds: 20, verifications: 2, workMinutes: 5, cpuMinutes: 5 },
    reached,
    cacheDirectory: undefined,
    record: undefined,
    ...more,
  };
}

slowTest(
  "what a model over a service finds is written with what it took, is the same again from its record, and from its recipe alone",
  async () => {
    const record = givenFolder();
    await using served = await serveChat((response, _, index) => reply(response, ANSWERS[index] ?? ""));
    const first = await buildRepairedEnvironment(
      repository,
      options,
      await givenRequest(`openai:keeper@${served.url}`, { record }),
    );
    expect(served.requests).toHaveLength(3);
    const { outcome } = first;
    const document = describeEnvironment("kit", repository.repository, outcome, first.repair);
    expect(document).toMatchObject({
      status: "verified",
      found_by: "model",
      recipe: { variables: { KIT_LAMP: "lit" } },
      repair: {
        ended: "repaired",
        turns: 3,
        commands: 1,
        verifications: 1,
        plan: { lamp: "lit" },
        calls: { replies: 3, cost_usd: 0.75, unpriced: 0 },
      },
    });
    expect(document.remedies.at(-1)).toEqual({
      what: 'by a model, the plan {"lamp":"lit"}',
      failure: "tests_failed",
      sign: "tests_failed",
      goes_by: [],
    });
    expect(readJsonLines(joinPath(record, "replies.jsonl"))).toHaveLength(3);

    const again = await buildRepairedEnvironment(repository, options, await givenRequest(`replay:${record}`));
    expect(served.requests).toHaveLength(3);
    expect(again.repair).toMatchObject({
      ended: "repaired",
      plan: { lamp: "lit" },
      calls: { replies: 0, replayed: { replies: 3 } },
    });
    expect(again.repair?.steps).toEqual(first.repair?.steps);
    if (outcome.status === "failed" || again.outcome.status === "failed") throw new Error("nothing was made");
    expect(again.outcome.environment.recipe).toEqual(outcome.environment.recipe);

    const { recipe } = outcome.environment;
    const restored = await buildEnvironment(repository, {
      ...options,
      cacheDirectory: givenFolder(),
      recipe,
    });
    expect(restored).toMatchObject({ status: "verified", environment: { recipe } });
  },
);

slowTest("a budget of answers ends it, and what rules gave stays", async () => {
  await using served = await serveChat((response, _, index) => reply(response, ANSWERS[index] ?? ""));
  const reached = { timeoutMs: 20_000, proxyVariables: {}, budget: { calls: 2 } };
  const { outcome, repair } = await buildRepairedEnvironment(
    repository,
    options,
    await givenRequest(`openai:keeper@${served.url}`, { reached }),
  );
  expect(served.requests).toHaveLength(2);
  expect(outcome).toMatchObject({ status: "collected", failure: { category: "tests_failed" } });
  expect(repair).toMatchObject({ ended: "budget_spent", turns: 2, verifications: 0, calls: { replies: 2 } });
  expect(describeEnvironment("kit", repository.repository, outcome, repair)).not.toHaveProperty("found_by");
});

test("a recording that does not go with what is seen says so", async () => {
  const record = givenFolder();
  await using served = await serveChat((response, _, index) => reply(response, ANSWERS[index] ?? ""));
  const request = await givenRequest(`openai:keeper@${served.url}`, { record });
  await buildRepairedEnvironment(repository, options, request);
  const other = await givenRequest(`replay:${record}`, { settings: { temperature: 1, max_tokens: 500 } });
  const { repair } = await buildRepairedEnvironment(repository, options, other);
  expect(repair).toMatchObject({ ended: "unanswered", turns: 0 });
  expect(repair?.detail).toContain("no recorded reply");
});

test("no model runs commands where nothing isolates, and a key that is refused is an error", async () => {
  await using served = await serveChat((response) => response.writeHead(401).end("{}"));
  const request = await givenRequest(`openai:keeper@${served.url}`);
  await expect(
    buildRepairedEnvironment(repository, { ...options, backend: sandboxes.none }, request),
  ).rejects.toMatchObject({ code: "not-isolated" });
  expect(served.requests).toHaveLength(0);
  await expect(buildRepairedEnvironment(repository, options, request)).rejects.toMatchObject({
    code: "bad-key",
  });
});
