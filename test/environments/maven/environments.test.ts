import { expect, describe, test } from "vitest";

import { maven } from "../../../src/environments/maven/build-system.ts";
import { buildEnvironment, type EnvironmentOutcome } from "../../../src/environments/index.ts";
import type { EnvironmentRequest } from "../../../src/spec/index.ts";
import { givenOptions, givenRepository } from "../given.ts";

// Real JDKs, Maven, its repository and surefire over small trees.

type Built = Exclude<EnvironmentOutcome, { status: "failed" }>;

const { machine } = await givenOptions();
const lacksJava = (await maven.findToolchains(machine)).length === 0;

const testLimits = { testSeconds: 60, runSeconds: 300 };
const PASSED = "passed passed passed";

async function build(name: string, requested: EnvironmentRequest = {}): Promise<EnvironmentOutcome> {
  using repository = givenRepository(name);
  return await buildEnvironment(repository, await givenOptions({ testLimits, requested }));
}

async function expectBuilt(name: string, requested: EnvironmentRequest = {}): Promise<Built> {
  const outcome = await build(name, requested);
  if (outcome.status === "failed") throw new Error(JSON.stringify(outcome, null, 1));
  return outcome;
}

function outcomesOf({ testRecords }: Built): Record<string, string> {
  return Object.fromEntries(testRecords.map(({ id, outcomes }) => [id, outcomes.join(" ")]));
}

test("a tree that Gradle builds is told by the file that says so", async () => {
  expect(await build("java-gradle")).toMatchObject({
    status: "failed",
    failure: { category: "nothing_declared" },
    advice: { kind: "unsupported", problem: "build.gradle.kts:1 says that Gradle builds it" },
    evidence: [{ path: "build.gradle.kts", line: 1 }, { line: 3 }],
  });
});

describe.skipIf(lacksJava)(
  `environments of Java (${lacksJava ? "no JDK or no Maven" : "Maven is here"})`,
  () => {
    test("modules, JUnit 4 and 5, an old source level, a check that is no test; and the same from the lock", async () => {
      const outcome = await expectBuilt("java-harbour");
      expect(outcomesOf(outcome)).toEqual({
        "surefire:log/org.example.LeavingTest::LeavingTest": "error error error",
        "surefire:log/org.example.LogTest$AtNoon::isDeep": PASSED,
        "surefire:log/org.example.LogTest::hasTheHour(int)[1]": PASSED,
        "surefire:log/org.example.LogTest::hasTheHour(int)[2]": PASSED,
        "surefire:tide/org.example.TideTest::isDeepAtNoon": PASSED,
        "surefire:tide/org.example.TideTest::knowsStorms": "skipped skipped skipped",
      });
      expect(outcome.remedies.map(({ failure }) => failure)).toEqual(["other_check", "source_level"]);
      expect(outcome.remedies[1]?.goesBy).toContainEqual({
        path: "pom.xml",
        line: 12,
        says: "java.version 6",
      });
      expect(outcome.evidence).toContainEqual({
        path: "pom.xml",
        line: 9,
        says: "a module: <module>log</module>",
      });

      const { recipe } = outcome.environment;
      using repository = givenRepository("java-harbour");
      const again = await buildEnvironment(repository, await givenOptions({ testLimits, recipe }));
      if (again.status === "failed") throw new Error(JSON.stringify(again, null, 1));
      expect(again.environment.recipe).toEqual(recipe);
      expect(outcomesOf(again)).toEqual(outcomesOf(outcome));

      const lied = { ...recipe, lock: recipe.lock.replace(/"[0-9a-f]{64}"/, `"${"0".repeat(64)}"`) };
      expect(
        await buildEnvironment(repository, await givenOptions({ testLimits, recipe: lied })),
      ).toMatchObject({
        status: "failed",
        advice: { kind: "other_content" },
      });
    });

    test("what was asked for runs alone", async () => {
      const outcome = await expectBuilt("java-harbour", {
        test_command: "mvn test -Dtest=TideTest -Dsurefire.failIfNoSpecifiedTests=false",
      });
      expect(Object.keys(outcomesOf(outcome))).toEqual([
        "surefire:tide/org.example.TideTest::isDeepAtNoon",
        "surefire:tide/org.example.TideTest::knowsStorms",
      ]);
    });

    test("an artifact that does not exist is told", async () => {
      expect(await build("java-unresolvable")).toMatchObject({
        status: "failed",
        failure: {
          category: "resolution_failed",
          message: expect.stringContaining("junit:junit:jar:99.0") as string,
        },
        advice: { kind: "unresolvable" },
      });
    });
  },
);
