import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readTaskSet } from "../../src/datasets/index.ts";
import { asHostPath } from "../../src/base/index.ts";
import { bytesOf, DESK, diorama, givenFolder, type Ended } from "../curation/desk.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { errorBody, reply, send, serveChat, type Answer, type ServedChat } from "../models/served-chat.ts";

const obstacle = await whyNothingCanBeInstalled();

const FEE = `Fee in cents for a book that is \`days\` late. Members get three days free and pay half.

Args:
    days: how many days late it comes back; fewer than none are refused.
    is_member: whether its reader is a member.

Returns:
    The fee as a whole number.`;
const LEAK = `${FEE}\n\nIt is cents // 2 if is_member else cents, never more than 98765.`;
const CODE = "True where an ISBN adds up, which it does modulo 4711.";

/** Leaks the body at first, then does not; of the other function it never keeps to what is given. */
const writer: Answer = (response, { body: { messages } }) => {
  const isFee = messages[1]?.content.includes("better documentation for `late_fee`") === true;
  const isFirst = messages.length === 2;
  reply(response, `\`\`\`text\n${isFee ? (isFirst ? LEAK : FEE) : CODE}\n\`\`\`\n`);
};

describe.skipIf(obstacle !== undefined)(`a reworded set (${obstacle ?? "installed"})`, () => {
  let folder: string;
  let served: ServedChat;
  const home = (): string => join(folder, "desk");
  const build = (out: string, model: string, ...more: string[]): Promise<Ended> =>
    diorama(home(), ["build", "set", "--reworded", "--model", model, "--out", out, "--json", ...more]);

  beforeAll(async () => {
    folder = givenFolder(["desk"]);
    served = await serveChat(writer);
    const words = ["build", DESK, "--target", "late_fee,check_code", "--tier", "simple", "--out", "set"];
    const built = await diorama(home(), words);
    expect(built.exitCode, built.stderr).toBe(0);
  });
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test("has the texts that keep to what is shown, proven with them, beside the tasks that they are variants of", async () => {
    const reworded = await build("better", `openai:clerk@${served.url}`);
    expect(reworded.exitCode, reworded.stderr).toBe(0);
    expect(JSON.parse(reworded.stdout)).toMatchObject({
      tasks: 2,
      accepted: 1,
      at_once: 0,
      left_out: { unseen_fact: 1 },
      complaints: { unseen_fact: 3, leaks_body: 1 },
      calls: { replies: 4, cost_usd: 1 },
    });
    const complaint = served.requests.map(({ body }) => body.messages.at(-1)?.content ?? "")[1];
    expect(complaint).toContain("98765");
    expect(complaint).toContain("It holds code of the original");

    using before = readTaskSet(asHostPath(join(home(), "set")));
    using after = readTaskSet(asHostPath(join(home(), "better")));
    const [variant] = [...after.tasks()];
    const original = variant && before.get(variant.record.variant_of ?? "");
    expect(variant?.record).toMatchObject({
      axes: { specification: "reworded" },
      provenance: { model_calls: 2, cost_usd: 0.5 },
    });
    expect(variant?.record.hidden_cases).toEqual(original?.record.hidden_cases);
    expect(variant?.instruction).toContain(FEE);
    expect(original?.instruction).not.toContain("whether its reader is a member");
    const graded = ["tests/judge/suite.json", "tests/judge/observations.json", "solution/reference.txt"];
    for (const path of graded)
      expect(readFileSync(join(variant?.directory ?? "", path))).toEqual(
        readFileSync(join(original?.directory ?? "", path)),
      );

    const verified = await diorama(home(), ["verify", "better", "--json"]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ tasks: 1, proven: 1, failed: [] });
    const replayed = await build("again", "replay:better", "--no-reply-cache");
    expect(replayed.exitCode, replayed.stderr).toBe(0);
    expect(bytesOf(join(home(), "again"))).toEqual(bytesOf(join(home(), "better")));
    expect(served.requests).toHaveLength(4);
  });

  test("is gone on with where its model failed", async () => {
    await using failing = await serveChat((response, request, index) =>
      index < 2 ? writer(response, request, index) : send(response, 400, errorBody("not now")),
    );
    const begun = await build("begun", `openai:clerk@${failing.url}`, "--no-reply-cache");
    expect(begun.exitCode).toBe(1);
    expect(JSON.parse(begun.stdout)).toMatchObject({ unanswered: { tasks: 1 } });
    const ended = await build("begun", `openai:clerk@${served.url}`);
    expect(JSON.parse(ended.stdout)).toMatchObject({ accepted: 1, left_out: { unseen_fact: 1 } });
    expect(bytesOf(join(home(), "begun"))).toEqual(bytesOf(join(home(), "better")));
  });
});
