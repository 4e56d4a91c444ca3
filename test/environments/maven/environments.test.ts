import { expect, test } from "vitest";

import { maven } from "../../../src/environments/maven/build-system.ts";
import { build, expectAgain, expectBuilt, outcomesOf, PASSED } from "../built.ts";
import { givenOptions } from "../given.ts";
import { slowDescribe } from "../../slow-suites.ts";

// Real JDKs, Maven, its repository and surefire over small trees.

const { machine } = await givenOptions();
const lacksJava = (await maven.findToolchains(machine)).length === 0;

test("a tree that Gradle builds is told by the file that says so", async () => {
  expect(await build("java-gradle")).toMatchObject({
    status: "failed",
    failure: { category: "nothing_declared" },
    advice: { kind: "unsupported", problem: "build.gradle.kts:1 says that Gradle builds it" },
    evidence: [{ path: "build.gradle.kts", line: 1 }, { line: 3 }],
  });
});

slowDescribe.skipIf(lacksJava)(
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

      await expectAgain("java-harbour", outcome);

      const { recipe } = outcome.environment;
      const lied = { ...recipe, lock: recipe.lock.replace(/"[0-9a-f]{64}"/, `"${"0".repeat(64)}"`) };
      expect(await build("java-harbour", { recipe: lied })).toMatchObject({
        status: "failed",
        advice: { kind: "other_content" },
      });
    });

    test("what was asked for runs alone, and no test while artifacts are found out, whatever the tree says of how tests are run", async () => {
      const outcome = await expectBuilt("java-own-jvm", {
        test_command: "mvn test -Dtest=ForkedTest,InsideTest -Dsurefire.failIfNoSpecifiedTests=false",
      });
      expect(outcomesOf(outcome)).toEqual({
        "surefire:forked/org.example.ForkedTest::leavesItsName": PASSED,
        "surefire:inside/org.example.InsideTest::leavesItsName": PASSED,
      });
      expect(outcome.environment.recipe.lock).not.toContain("-ran.txt");
    });

    test("sources that name what the JDK has no more are compiled for the release that they are written in", async () => {
      const outcome = await expectBuilt("java-lost-package");
      expect(outcomesOf(outcome)).toEqual({
        "surefire:org.example.PierTest::hasABerthForEachTwelveMetres": PASSED,
        "surefire:org.example.PierTest::hasNoneWhereThereIsNoWater": PASSED,
      });
      expect(outcome.remedies).toMatchObject([
        {
          failure: "lost_package",
          sign: "package java.rmi.activation does not exist",
          goesBy: [
            { path: "pom.xml", line: 18, says: "testSource 11" },
            { path: "pom.xml", line: 19, says: "testTarget 11" },
          ],
        },
      ]);
      await expectAgain("java-lost-package", outcome);
    });

    test("what the JDK has lost comes from artifacts where compiling for an older release hides what it keeps to itself", async () => {
      const outcome = await expectBuilt("java-hidden-package");
      expect(outcomesOf(outcome)).toEqual({
        "surefire:org.example.CargoTest::isOfAKind": PASSED,
        "surefire:org.example.CargoTest::isSmall": PASSED,
      });
      expect(outcome.remedies).toMatchObject([
        { failure: "lost_package", sign: "package javax.activation does not exist" },
        {
          failure: "hidden_package",
          sign: "package sun.misc does not exist",
          goesBy: [
            { path: "src/main/java/org/example/Cargo.java", line: 3, says: "imports javax.activation" },
          ],
        },
      ]);
      await expectAgain("java-hidden-package", outcome);
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
