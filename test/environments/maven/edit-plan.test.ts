import { describe, expect, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import { editPlan, currentFields } from "../../../src/environments/maven/edit-plan.ts";
import type { RepositoryFiles } from "../../../src/environments/repository-files.ts";

const POM = `<project><properties>
  <jackson.version>2.2</jackson.version>
  <surefire.version>2.10</surefire.version>
  <skip.slow.tests>false</skip.slow.tests>
</properties></project>`;

const files: RepositoryFiles = {
  directory: asHostPath("/nowhere"),
  paths: ["pom.xml"],
  has: (path) => path === "pom.xml",
  text: (path) => (path === "pom.xml" ? POM : undefined),
};

describe("the fields of a plan of Maven's", () => {
  test("come to how Maven is called, and are read back from it", () => {
    const fields = {
      jdk: 17,
      maven: "3.6.3",
      source_level: 8,
      released: ["2.18.0"],
      opened: ["java.base/java.lang"],
      added: ["com.sun.activation:javax.activation:1.2.0"],
      compiler_plugin: "3.11.0",
      committed: true,
      phase: "package",
      properties: {
        "jackson.version": "2.9.10",
        "surefire.version": "2.22.2",
        "enforcer.skip": "true",
        "maven.compiler.failOnWarning": "false",
      },
    };
    const edited = editPlan(fields, {}, files);
    expect(edited).toEqual({
      status: "edited",
      adjustments: {
        jdk: 17,
        maven: "3.6.3",
        call: {
          level: 8,
          released: ["2.18.0"],
          opened: ["java.base/java.lang"],
          added: ["com.sun.activation:javax.activation:1.2.0"],
          compiler_plugin: "3.11.0",
          committed: true,
          phase: "package",
          options: [
            "-Djackson.version=2.9.10",
            "-Dsurefire.version=2.22.2",
            "-Denforcer.skip=true",
            "-Dmaven.compiler.failOnWarning=false",
            "-Dmaven.compiler.source=8",
            "-Dmaven.compiler.target=8",
          ],
        },
      },
    });
    if (edited.status === "edited") expect(currentFields(edited.adjustments)).toEqual(fields);
    const emptied = editPlan({ properties: null, source_level: null, jdk: null }, fields, files);
    expect(emptied).toMatchObject({
      adjustments: { jdk: undefined, maven: "3.6.3", call: { options: [], level: null, phase: "package" } },
    });
  });

  test.each([
    [{ goals: "install" }],
    [{ maven: "4.0.0; true" }],
    [{ properties: { skipTests: "true" } }],
    [{ properties: { "maven.test.skip": "true" } }],
    [{ properties: { "maven.test.failure.ignore": "true" } }],
    [{ properties: { test: "OneTest" } }],
    [{ properties: { argLine: "-javaagent:lib/agent.jar" } }],
    [{ properties: { "skip.slow.tests": "true" } }],
    [{ properties: { "enforcer.skip": "true -DskipTests" } }],
    [{ properties: { "jackson.version": "1 -DskipTests" } }],
    [{ properties: { "settings.security": "/tmp/x" } }],
  ])("refuse %j", (fields) => {
    expect(editPlan(fields, {}, files)).toMatchObject({ status: "refused" });
  });
});
