import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, joinPath, readJsonLines, silentLogger, type HostPath } from "../../src/base/index.ts";
import { readTaskSet } from "../../src/datasets/index.ts";
import {
  DEFAULT_ASKING,
  evaluateTaskSet,
  readRunReport,
  renderRunReport,
  readStatistics,
  type AskingOptions,
  type EvaluateOptions,
  type EvaluateReport,
} from "../../src/evaluation/index.ts";
import { openPrompts } from "../../src/models/index.ts";
import type { PromptVersion } from "../../src/spec/index.ts";
import { errorBody, reply, send, serveChat, type ServedChat } from "../models/served-chat.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "./orchard-task-set.ts";
import { slowTest } from "../slow-suites.ts";

let directory: string;
let taskSet: HostPath;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-asked-"));
  taskSet = taskSetBelow(directory);
  await writeOrchardTaskSet(taskSet);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const notes: string[] = [];

function evaluate(
  spec: string,
  run: string,
  asking: Partial<AskingOptions> = {},
  samples = 1,
): Promise<EvaluateReport> {
  return evaluateCompletions({ completions: { kind: "model", spec }, samples }, run, asking);
}

function evaluateCompletions(
  asked: Pick<EvaluateOptions, "completions" | "samples" | "recordRates">,
  run: string,
  asking: Partial<AskingOptions> = {},
): Promise<EvaluateReport> {
  notes.length = 0;
  const progress = {
    begin: () => undefined,
    advance: () => undefined,
    note: (text: string) => void notes.push(text),
  };
  return evaluateTaskSet(
    {
      taskSet,
      ...asked,
      run: runPath(run),
      runsDirectory: asHostPath(join(directory, "runs")),
      workers: 2,
      sandbox: "auto",
      tool: "diorama 0.1.0",
      asking: {
        ...DEFAULT_ASKING,
        retries: { maxRetries: 1, firstDelayMs: 1, longestDelayMs: 1_000 },
        ...asking,
      },
    },
    { progress, logger: silentLogger, signal: undefined },
  );
}

function runPath(run: string): HostPath {
  return asHostPath(join(directory, run));
}

function rowsOf(report: EvaluateReport): Record<string, unknown>[] {
  const lines = readFileSync(report.results, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const fenced = (code: string): string => `Here it is.\n\n\`\`\`python\n${code}\`\`\`\nIt grades by days.`;

const ownPrompts = join(import.meta.dirname, "../../src/evaluation/prompts");

function promptVersionsOf(run: string): unknown[] {
  return readJsonLines(joinPath(runPath(run), "prompt-versions.jsonl"));
}

/** The version of a prompt of evaluation by the bytes of its file, ours or that in another folder. */
function versionOf(name: string, folder = ownPrompts): PromptVersion {
  const bytes = readFileSync(join(folder, `${name}.md`));
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const is_replaced = folder !== ownPrompts;
  return { format: "prompt-version/1", prompt: `evaluation/${name}`, digest, is_replaced };
}

/** Answers right, but for what `wrongAt` counts. */
function servePupil(wrongAt: readonly number[] = []): Promise<ServedChat> {
  return serveChat((response, _seen, index) =>
    reply(response, fenced(wrongAt.includes(index) ? completions.wrong : completions.right)),
  );
}

describe("a model behind an endpoint", () => {
  slowTest("that is shown what the answer needs has that in its rows and its report", async () => {
    await using served = await servePupil();
    const report = await evaluate(
      `openai:orchard@${served.url}`,
      "oracle",
      { prompt: { ...DEFAULT_ASKING.prompt, context: "slice:oracle" } },
      1,
    );
    for (const row of rowsOf(report)) expect(row["components"]).toMatchObject({ context_reads_answer: 1 });
    const read = readRunReport(runPath("oracle"));
    expect(read.context_reads_answer).toBe(true);
    expect(renderRunReport(read)).toContain("slice:oracle, made from the hidden bodies");
  });

  slowTest("may correct a wrong answer, told no more than its feedback allows", async () => {
    await using served = await serveChat((response, { body: { messages } }) =>
      reply(response, fenced(messages.length > 2 ? completions.right : completions.wrong)),
    );
    const spec = `openai:orchard@${served.url}`;
    const debugged = await evaluate(spec, "debugged", { debugging: { rounds: 3, feedback: "none" } });
    expect(debugged.pass_at_k["1"]).toMatchObject({ value: 1 });
    for (const row of rowsOf(debugged))
      expect(row["components"]).toMatchObject({ rounds: 2, input_tokens: 22, output_tokens: 14 });
    expect(served.requests).toHaveLength(4);
    const [system, question, answer, feedback, ...others] = served.requests.at(-1)?.body.messages ?? [];
    expect([system?.role, question?.role, answer?.role, feedback?.role]).toEqual([
      "system",
      "user",
      "assistant",
      "user",
    ]);
    expect(others).toEqual([]);
    expect(answer?.content).toBe(fenced(completions.wrong));
    expect(feedback?.content).toMatch(/^It is not right\.\n/);
    expect(promptVersionsOf("debugged")).toEqual([versionOf("direct"), versionOf("correct")]);

    const again = await evaluate(spec, "debugged", { debugging: { rounds: 3, feedback: "none" } });
    expect(again.pass_at_k).toEqual(debugged.pass_at_k);
    expect(served.requests).toHaveLength(4);
    expect(promptVersionsOf("debugged")).toHaveLength(2);
  });

  slowTest("is asked with a prompt of the user's own, whose version the run tells", async () => {
    await using served = await servePupil();
    const prompts = asHostPath(join(directory, "prompts"));
    const folder = join(prompts, "evaluation");
    mkdirSync(folder, { recursive: true });
    const direct = readFileSync(join(ownPrompts, "direct.md"), "utf8");
    writeFileSync(join(folder, "direct.md"), `${direct}\nBe brief.\n`);
    await evaluate(`openai:orchard@${served.url}`, "own-prompt", { prompts: openPrompts(prompts) });
    expect(promptVersionsOf("own-prompt")).toEqual([versionOf("direct", folder)]);
  });

  slowTest("is asked for each sample alone, is judged by what it wrote, and nothing twice", async () => {
    await using served = await servePupil();
    const spec = `openai:orchard@${served.url}`;
    const settings = { temperature: 0.8, max_tokens: 500 };
    const report = await evaluate(spec, "asked", { settings }, 2);
    expect(report).toMatchObject({
      model: spec,
      samples: 4,
      not_judged: 0,
      pass_at_k: { "1": { value: 1, tasks: 2 }, "2": { value: 1, tasks: 2 } },
      baselines: {
        null: { pass_at_k: { "1": { value: 0 } } },
        reference: { pass_at_k: { "1": { value: 1 } } },
      },
      calls: { replies: 4, input_tokens: 44, output_tokens: 28, cost_usd: 1 },
    });
    expect(served.requests).toHaveLength(4);
    expect(served.requests[0]?.body).toMatchObject({ temperature: 0.8, max_tokens: 500 });
    const prompt = served.requests[0]?.body.messages[1]?.content ?? "";
    expect(prompt).toContain("# Write grade");
    expect(prompt).toContain("raise NotImplementedError");
    expect(rowsOf(report)[0]?.["components"]).toMatchObject({
      built: 1,
      context_tokens: expect.any(Number) as number,
      context_left_out_tokens: 0,
      input_tokens: 11,
      output_tokens: 7,
      cost_usd: 0.25,
      cut_off: 0,
    });
    expect(renderRunReport(readRunReport(runPath("asked")))).toContain(
      "  asked     4 replies, 44 tokens in, 28 out, 1.00 USD",
    );

    const again = await evaluate(spec, "asked", { settings }, 2);
    expect({ ...again, duration_ms: 0, work: 0, rates_recorded: 2 }).toEqual({
      ...report,
      duration_ms: 0,
      work: 0,
    });
    expect(served.requests).toHaveLength(4);
    await expect(evaluate(spec, "asked", {}, 2)).rejects.toMatchObject({ code: "other-options" });
  });

  slowTest("can be replayed from its replies, without the endpoint", async () => {
    {
      await using served = await servePupil([1]);
      const first = await evaluate(`openai:orchard@${served.url}`, "first", { requests: 1 });
      expect(first.pass_at_k["1"]).toMatchObject({ value: 0.5 });
    }
    const before = readFileSync(join(directory, "first", "replies.jsonl"));
    const replayed = await evaluate(`replay:${join(directory, "first")}`, "replayed");
    expect(replayed).toMatchObject({
      model: "replay:openai:orchard",
      not_judged: 0,
      calls: { replies: 0, cost_usd: null, replayed: { replies: 2, input_tokens: 22, cost_usd: 0.5 } },
    });
    expect(replayed.pass_at_k["1"]).toMatchObject({ value: 0.5 });
    expect(readFileSync(join(directory, "first", "replies.jsonl"))).toEqual(before);

    const more = await evaluate(`replay:${join(directory, "first")}`, "replayed-more", {}, 2);
    expect(more).toMatchObject({ not_judged: 2, reasons: { model_not_recorded: 2, wrong_observation: 1 } });
    expect(more.pass_at_k["1"]).toMatchObject({ value: 0.5, tasks: 2 });
    expect(notes.join("\n")).toContain(`no recorded reply for task ${taskIds[0]}, sample 1`);
  });

  slowTest("that is told less has rates of its own, also when its completions are judged again", async () => {
    await using served = await servePupil();
    const asked = await evaluate(`openai:novice@${served.url}`, "told-less", {
      prompt: { context: "none", contextTokens: 0, specification: "signature" },
      requests: 1,
    });
    expect(asked.rates_recorded).toBe(2);
    const stored = { kind: "stored", run: runPath("told-less") } as const;
    await evaluateCompletions({ completions: stored, recordRates: "novice again" }, "rescored");
    const twice = { kind: "stored", run: runPath("rescored") } as const;
    await evaluateCompletions({ completions: twice, recordRates: "novice thrice" }, "rescored-twice");

    using set = readTaskSet(taskSet);
    const { difficulty } = readStatistics(set);
    expect(difficulty.measured.filter(({ solver }) => solver.includes("novice"))).toEqual([]);
    expect(
      readStatistics(set, { specification: "signature", context: "none", method: "direct" }).difficulty
        .measured,
    ).toMatchObject([
      { solver: "openai:novice", samples: 2 },
      { solver: "novice again", samples: 2 },
      { solver: "novice thrice", samples: 2 },
    ]);
  });

  slowTest(
    "that fails for now gives rows that are not judged, and is asked again by the same command",
    async () => {
      let isBroken = true;
      await using served = await serveChat((response) => {
        if (isBroken) send(response, 503, errorBody("out of order"));
        else reply(response, completions.right);
      });
      const spec = `openai:orchard@${served.url}`;
      const broken = await evaluate(spec, "broken");
      expect(broken).toMatchObject({
        not_judged: 2,
        verdicts: { infrastructure: 2 },
        reasons: { model_unavailable: 2 },
      });
      expect(broken.pass_at_k["1"]).toMatchObject({ value: null });
      expect(rowsOf(broken)).toMatchObject([
        { reward: null, blame: "model", retryable: true },
        { reward: null, blame: "model", retryable: true },
      ]);
      expect(notes.join("\n")).toContain("HTTP 503 (out of order)");
      expect(served.requests).toHaveLength(4);
      isBroken = false;
      expect(await evaluate(spec, "broken")).toMatchObject({ not_judged: 0, verdicts: { resolved: 2 } });
      expect(served.requests).toHaveLength(6);
    },
  );

  slowTest("that refuses gives a row that stays", async () => {
    await using served = await serveChat((response) =>
      reply(response, "", { finish_reason: "content_filter" }),
    );
    const spec = `openai:orchard@${served.url}`;
    for (const _again of [1, 2]) {
      const report = await evaluate(spec, "refusing");
      expect(report).toMatchObject({
        not_judged: 2,
        verdicts: { refused: 2 },
        reasons: { model_refused: 2 },
      });
      expect(rowsOf(report)[0]).toMatchObject({ reward: null, blame: "model", retryable: false });
    }
    expect(served.requests).toHaveLength(2);
  });

  slowTest("is asked no more often than the budget says; the rest is asked for later", async () => {
    await using served = await servePupil();
    const spec = `openai:orchard@${served.url}`;
    const first = await evaluate(spec, "budget", { budget: { calls: 3 }, requests: 1 }, 2);
    expect(first).toMatchObject({ not_judged: 1, verdicts: { resolved: 3, infrastructure: 1 } });
    expect(served.requests).toHaveLength(3);
    expect(readRunReport(runPath("budget")).is_finished).toBe(false);
    const second = await evaluate(spec, "budget", { budget: { calls: 3 } }, 2);
    expect(second).toMatchObject({ not_judged: 0, verdicts: { resolved: 4 } });
    expect(served.requests).toHaveLength(4);
    expect(readRunReport(runPath("budget")).is_finished).toBe(true);
  });

  test("that does not take the key ends the command, and the key is nowhere", async () => {
    await using served = await serveChat((response, { headers }) =>
      send(response, 401, errorBody(`Incorrect key: ${headers.authorization}`)),
    );
    const refusal = evaluate(`openai:orchard@${served.url}`, "keyless", { apiKey: "sk-sesame" }, 5);
    await expect(refusal).rejects.toMatchObject({
      code: "bad-key",
      message: expect.not.stringContaining("sesame") as string,
    });
    const run = join(directory, "keyless");
    for (const name of readdirSync(run, { recursive: true, encoding: "utf8" }))
      if (name.includes(".json")) expect(readFileSync(join(run, name), "utf8")).not.toContain("sesame");
  });
});

slowTest(
  "the command line asks, stops within two seconds of Ctrl-C, and goes on with what it has",
  async () => {
    let isSlow = true;
    await using served = await serveChat((response, _seen, index) => {
      if (index === 0 || !isSlow) reply(response, completions.right);
    });
    const run = join(directory, "interrupted");
    const program = join(import.meta.dirname, "../../bin/diorama");
    const model = `openai:orchard@${served.url}`;
    const asked = ["--model", model, "--samples", "2", "--samples-at-once", "1"];
    const command = [program, "evaluate", taskSet, ...asked, "--run", run, "--json"];
    const environment = { ...process.env, OPENAI_API_KEY: "sk-sesame" };
    const start = (): ReturnType<typeof spawn> => spawn(process.execPath, command, { env: environment });
    const first = start();
    while (served.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    first.kill("SIGINT");
    const [exitCode] = (await once(first, "close")) as [number];
    expect(exitCode).toBe(130);
    expect(readFileSync(join(run, "replies.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(1);

    isSlow = false;
    const second = start();
    const parts: Buffer[] = [];
    second.stdout?.on("data", (part: Buffer) => parts.push(part));
    const [code] = (await once(second, "close")) as [number];
    expect(JSON.parse(Buffer.concat(parts).toString())).toMatchObject({
      not_judged: 0,
      verdicts: { resolved: 4 },
    });
    expect(code).toBe(0);
    expect(served.requests).toHaveLength(7);
    expect(served.requests[0]?.headers.authorization).toBe("Bearer sk-sesame");
  },
);
