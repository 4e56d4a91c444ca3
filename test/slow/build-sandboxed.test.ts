import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { BuildReport } from "../../src/curation/index.ts";
import { bytesOf, diorama, givenFolder, linesOf } from "../curation/desk.ts";
import { writeRepository } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import { reply, serveChat, type Answer } from "../models/served-chat.ts";

const obstacle = await whyNothingCanBeInstalled();

const fenced = (code: string): string => `Here it is.\n\n\`\`\`python\n${code}\`\`\`\n`;

const SKY = `def sky(city):
    """Word for the sky over a city; "unknown" where the service does not answer."""
    try:
        with request.urlopen(f"{BASE}/sky/{city}") as answer:
            report = json.loads(answer.read())
    except OSError:
        return "unknown"
    if report["clouds"] > 50:
        return "grey" if report["rain"] else "cloudy"
    return "clear"
`;
const SMALL = `def degrees(reading, scale="C"):
    """A reading in degrees of a scale."""
    if scale == "F":
        return reading * 9 / 5 + 32
    return reading
`;

/** A repository that no interpreter fits, so that it has no environment. */
const WEATHER = {
  LICENSE: "SPDX-License-Identifier: MIT\n",
  "pyproject.toml": '[project]\nname = "weather"\nversion = "1"\nrequires-python = ">=9"\n',
  "weather.py": `import json\nfrom urllib import request\n\nBASE = "https://weather.example"\n\n\n${SKY}\n\n${SMALL}`,
};

/** It keeps the real module: nothing is wrong before it is called. */
const REACHING = `import json\nfrom urllib import request\n\nBASE = "https://weather.example"\n\n\n${SKY}`;
const ALONE = `import io
import json

BASE = "https://weather.example"
REPORTS = {}


class request:
    @staticmethod
    def urlopen(url):
        if url not in REPORTS:
            raise OSError("no answer")
        return io.BytesIO(json.dumps(REPORTS[url]).encode())


${SKY}`;
const OTHER_NAME = ALONE.replaceAll("urlopen(url)", "urlopen(address)")
  .replaceAll("url not in", "address not in")
  .replace("[url]", "[address]");
const NARROW = `def test_sky():
    REPORTS.clear()
    REPORTS["https://weather.example/sky/oslo"] = {"clouds": 10, "rain": False}
    assert sky("oslo") == sky_new_implementation("oslo")
`;
const WIDE = `def test_sky():
    for city in ("oslo", "rome", ""):
        for clouds in (0, 49, 50, 51, 52, 100):
            for rain in (True, False):
                REPORTS.clear()
                REPORTS["https://weather.example/sky/" + city] = {"clouds": clouds, "rain": rain}
                assert sky(city) == sky_new_implementation(city)
    assert sky("bonn") == sky_new_implementation("bonn")
`;
const CALLING = 'def test_sky():\n    assert sky("oslo") == sky_new_implementation("oslo")\n';
const DEGREES = `def test_degrees():
    for reading in (0, 1, -40, 36.6, 100):
        for scale in ("C", "F", ""):
            assert degrees(reading, scale) == degrees_new_implementation(reading, scale)
        assert degrees(reading) == degrees_new_implementation(reading)
`;

/** Answers of a conversation by what it is about and how many were given in it. */
const ANSWERS = {
  "`sky` of": [OTHER_NAME, REACHING],
  "test of `sky`": [CALLING, `${ALONE}\n\n${NARROW}`, WIDE],
  "`degrees` of": [SMALL],
  "test of `degrees`": [DEGREES],
};
const observer: Answer = (response, { body: { messages } }) => {
  const asked = messages[1]?.content ?? "";
  const given = messages.filter(({ role }) => role === "assistant").length;
  const [, answers = []] = Object.entries(ANSWERS).find(([about]) => asked.includes(about)) ?? [];
  reply(response, fenced(answers[given] ?? ""));
};

const words = (model: string, workers: number): string[] => [
  ...`build weather --tier simple --sandboxed --out set --json --workers ${workers}`.split(" "),
  "--model",
  model,
];

describe.skipIf(obstacle !== undefined)(
  `a build of files that run alone (${obstacle ?? "installed"})`,
  () => {
    test("makes tasks of a source without environment: stand-ins are checked, what reaches outside is seen, replies give the same set again", async () => {
      const folder = givenFolder(["asked", "replayed"]);
      for (const user of ["asked", "replayed"]) writeRepository(join(folder, user, "weather"), WEATHER);
      await using served = await serveChat(observer);
      const asked = await diorama(join(folder, "asked"), words(`openai:clerk@${served.url}`, 1));
      expect(asked.exitCode, asked.stderr).toBe(0);
      const report = JSON.parse(asked.stdout) as BuildReport;
      const stages = {
        selected: 1,
        sliced: 1,
        completed: 1,
        unchanged: 1,
        runs: 1,
        tested: 1,
        covered: 1,
        proven: 1,
      };
      expect(report.sandboxed).toMatchObject({
        with_services: stages,
        without_services: stages,
        refused: { signature: 1, outside: 1 },
        rejected: {},
      });
      expect(report).toMatchObject({ accepted: 2, is_finished: true });
      const set = join(folder, "asked", "set");
      const [sky] = linesOf(join(set, "sandboxed.jsonl")).filter(({ name }) => name === "sky");
      expect(sky).toMatchObject({
        path: "weather.py",
        services: ["urllib.request"],
        stage: "covered",
        answers: [
          { operation: "write_file", refused: "signature" },
          { operation: "mend_file" },
          { operation: "write_test", refused: "outside" },
          { operation: "mend_test", calls: 1 },
          { operation: "extend_test", branch_coverage: 1 },
        ],
      });
      const said = served.requests.map(({ body: { messages } }) => messages.at(-1)?.content ?? "");
      expect(said.some((text) => text.includes("urlopen(url, data=None"))).toBe(true);
      expect(said.some((text) => text.includes("it reaches outside"))).toBe(true);

      const replayed = await diorama(join(folder, "replayed"), words(`replay:${set}`, 2));
      expect(replayed.exitCode, replayed.stderr).toBe(0);
      expect(bytesOf(join(folder, "replayed", "set"))).toEqual(bytesOf(set));

      await diorama(join(folder, "asked"), ["export", "set", "--format", "repost", "--out", "rows.json"]);
      const rows = JSON.parse(readFileSync(join(folder, "asked", "rows.json"), "utf8")) as Record<
        string,
        unknown
      >[];
      expect(rows.find(({ func_name: name }) => name === "sky")).toMatchObject({
        func_path: "weather.py",
        orig_func: SKY.trimEnd(),
        coverage_rate: 1,
        diorama: { tier: "core" },
      });
      const verified = await diorama(join(folder, "asked"), ["verify", "set", "--json"]);
      expect(JSON.parse(verified.stdout)).toMatchObject({ tasks: 2, proven: 2 });
      rmSync(folder, { recursive: true, force: true });
    });

    test("leaves open what the model does not answer for now, and goes on there", async () => {
      const folder = givenFolder(["asked"]);
      writeRepository(join(folder, "asked", "weather"), WEATHER);
      await using served = await serveChat(observer);
      const command = words(`openai:clerk@${served.url}`, 1);
      const first = await diorama(join(folder, "asked"), [...command, "--max-calls", "1"]);
      expect(JSON.parse(first.stdout)).toMatchObject({ is_finished: false, accepted: 0 });
      const second = await diorama(join(folder, "asked"), command);
      expect(JSON.parse(second.stdout)).toMatchObject({ is_finished: true, accepted: 2 });
      const asked = served.requests.map(({ body }) => JSON.stringify(body.messages));
      expect(new Set(asked).size).toBe(asked.length);
      rmSync(folder, { recursive: true, force: true });
    });
  },
);
