import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { asHostPath, silentLogger } from "../../../src/base/index.ts";
import type { Toolchain } from "../../../src/environments/build-system.ts";
import { describeInstaller } from "../../../src/environments/maven/installer.ts";
import { chooseJava, namedReleases } from "../../../src/environments/maven/java-releases.ts";
import { proposeRemedies, type Adjustments } from "../../../src/environments/maven/remedies.ts";
import { artifactLocks, mavenCall } from "../../../src/environments/maven/artifact-lock.ts";
import { formatCall } from "../../../src/environments/maven/resolve-artifacts.ts";
import type { RepositoryFiles } from "../../../src/environments/repository-files.ts";
import { readIndexConfiguration } from "../../../src/sources/index.ts";

function given(texts: Readonly<Record<string, string>>): RepositoryFiles {
  return {
    directory: asHostPath("/nowhere"),
    paths: Object.keys(texts).sort(),
    has: (path) => Object.hasOwn(texts, path),
    text: (path) => texts[path],
  };
}

function jdk(release: string): Toolchain {
  const path = asHostPath(`/jdk/${release}/bin/java`);
  return { path, release, description: `java ${release}`, platform: "linux amd64" };
}

const KNOWN = [jdk("17.0.2"), jdk("25.0.1"), jdk("8.0.392")];

describe("the JDK", () => {
  test.each([
    ["that is preferred, where nothing is said", {}, "17.0.2"],
    [
      "that knows what sources are written in",
      { "pom.xml": "<maven.compiler.release>21</maven.compiler.release>" },
      "25.0.1",
    ],
    ["that is the oldest, for old sources", { "pom.xml": "<source>1.5</source>" }, "8.0.392"],
    [
      "that continuous integration uses",
      {
        "pom.xml": "<java.version>1.8</java.version>",
        ".github/workflows/ci.yml": "- uses: actions/setup-java@v4\n  with:\n    java-version: '25'\n",
      },
      "25.0.1",
    ],
    ["that is the newest, where none knows them", { "pom.xml": "<release>40</release>" }, "25.0.1"],
  ])("is the one %s", (_, files, release) => {
    expect(chooseJava(KNOWN, namedReleases(given(files), ["pom.xml"]))).toMatchObject({
      status: "made",
      value: { release },
    });
  });

  test("is missing where there is none", () => {
    expect(chooseJava([], { declared: [], used: [] })).toMatchObject({
      failure: { category: "no_interpreter" },
    });
  });
});

test("releases are named with file and line, other numbers are none", () => {
  const pom =
    "<a>\n<jdk.version>1.7</jdk.version>\n<version>8</version><maven.version>3</maven.version>\n<testTarget>11</testTarget>\n<maven.compile.source>1.5</maven.compile.source></a>";
  const travis = "jdk:\n  - openjdk8\n  - oraclejdk11\n";
  expect(namedReleases(given({ "pom.xml": pom, ".travis.yml": travis }), ["pom.xml"])).toEqual({
    declared: [
      { path: "pom.xml", line: 2, major: 7, says: "jdk.version 7" },
      { path: "pom.xml", line: 4, major: 11, says: "testTarget 11" },
      { path: "pom.xml", line: 5, major: 5, says: "maven.compile.source 5" },
    ],
    used: [
      { path: ".travis.yml", line: 2, major: 8, says: "run with Java 8" },
      { path: ".travis.yml", line: 3, major: 11, says: "run with Java 11" },
    ],
  });
});

describe("remedies", () => {
  const asDeclared: Adjustments = { call: { options: [], phase: "test", level: null }, maven: undefined };
  const proposed = (
    log: string,
    files: Readonly<Record<string, string>> = { "pom.xml": "" },
    adjusted: Partial<Adjustments> = {},
  ): unknown[] =>
    proposeRemedies({
      log,
      toolchain: jdk("17.0.2"),
      files: given(files),
      releases: namedReleases(given(files), ["pom.xml"]),
      adjustments: { ...asDeclared, ...adjusted },
    }).map(({ failure, changes }) => [failure, changes]);

  test("answer what Maven says, and nothing else", () => {
    expect(proposed("[ERROR] /a/B.java:[1,2] cannot find symbol")).toEqual([]);
    const options = ["compiler", "compile"].flatMap((of) => [
      `-Dmaven.${of}.source=7`,
      `-Dmaven.${of}.target=7`,
    ]);
    const raised = { phase: "test", level: 7, options };
    // The tree's own files may not be where it is said: then every module is told.
    expect(proposed("[ERROR] Source option 5 is no longer supported. Use 7 or later.")).toEqual([
      ["source_level", { call: raised }],
      ["level_of_parent", { call: { ...raised, level_everywhere: true } }],
    ]);
    expect(formatCall(mavenCall.parse({ ...raised, level_everywhere: true })).split("\n")).toContain(
      "everywhere",
    );
    const goal =
      "[ERROR] Failed to execute goal org.apache.rat:apache-rat-plugin:0.13:check (default) on project a: Too many files";
    expect(proposed(goal)).toEqual([
      ["other_check", { call: { phase: "test", level: null, options: ["-Drat.skip=true"] } }],
    ]);
    const missing = "Could not find artifact g:a:jar:tests:1 in central";
    expect(proposed(missing)).toEqual([]);
    expect(proposed(missing, { "pom.xml": "<module>a</module>" })).toEqual([
      ["unpackaged_module", { call: { phase: "package", level: null, options: [] } }],
    ]);
  });

  test("have tests run by a surefire that knows the JDK, where properties say which one runs them", () => {
    const log =
      'Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.20.1:test (default-test) on project a: Cannot invoke "JavaVersion.atLeast(JavaVersion)" because "SystemUtils.JAVA_SPECIFICATION_VERSION_AS_ENUM" is null';
    const pom =
      "<plugin>\n<artifactId>maven-surefire-plugin</artifactId>\n<version>${harbour.surefire}</version>";
    const [[failure, changes] = []] = proposed(log, { "pom.xml": pom }) as [string, Partial<Adjustments>][];
    expect(failure).toBe("old_surefire");
    expect(changes?.call?.options).toContain("-Dharbour.surefire=2.22.2");
    expect(changes?.call?.options).toContain("-Dcommons.surefire.version=2.22.2");
  });

  test("have the manifest of OSGi written by a plug-in that knows the JDK", () => {
    const log =
      "Failed to execute goal org.apache.felix:maven-bundle-plugin:4.1.0:manifest (bundle-manifest) on project a: Execution bundle-manifest of goal org.apache.felix:maven-bundle-plugin:4.1.0:manifest failed. ConcurrentModificationException -> [Help 1]";
    const [[failure, changes] = []] = proposed(log) as [string, Partial<Adjustments>][];
    expect(failure).toBe("old_bundle_plugin");
    expect(changes?.call?.options).toContain("-Dcommons.felix.version=5.1.9");
    expect(proposed(log.replace("ConcurrentModificationException", "no such class"))).toEqual([]);
  });

  test("measure no coverage where its agent ends the machine that runs the tests", () => {
    const agent =
      "java -javaagent:/r/org.jacoco.agent-0.7.1-runtime.jar=destfile=/t/jacoco.exec -jar surefire.jar";
    const dead = "FATAL ERROR in native method: processing of -javaagent failed";
    expect(proposed(`${agent}\n${dead}`)).toEqual([
      ["other_check", { call: { phase: "test", level: null, options: ["-Djacoco.skip=true"] } }],
      ["other_check", { call: { phase: "test", level: null, options: ["-DargLine="] } }],
    ]);
    const ended = "The forked VM terminated without properly saying goodbye. VM crash or System.exit called?";
    expect(proposed(`${agent}\n${ended}`)).toEqual(proposed(`${agent}\n${dead}`));
    expect(proposed(agent)).toEqual([]);
    expect(proposed(dead)).toEqual([]);
  });

  test("leave out modules that fail where most others do not", () => {
    const log = ["core-scala", "core-more"]
      .map(
        (id) =>
          `[ERROR] Failed to execute goal org.scala:plugin:2.14.1:compile (scala) on project ${id}: wrap: no`,
      )
      .join("\n");
    const tree = (...modules: readonly string[]): Readonly<Record<string, string>> =>
      Object.fromEntries(["pom.xml", ...modules.map((name) => `${name}/pom.xml`)].map((path) => [path, ""]));
    const call = { phase: "test", level: null, options: [], left_out: ["core-scala", "core-more"] };
    expect(proposed(log, tree("a", "b", "c", "d"))).toEqual([["module_failed", { call }]]);
    expect(proposed(log, tree("a", "b", "c"))).toEqual([]);
    expect(formatCall(mavenCall.parse(call))).toBe("--projects=!:core-scala,!:core-more\nlevel \ntest\n");
    const needs = (tag: string): string =>
      `<artifactId>a</artifactId><${tag}><dependency><groupId>g</groupId><artifactId>core-scala</artifactId></dependency></${tag}>`;
    const others = tree("b", "c", "d");
    expect(proposed(log, { ...others, "a/pom.xml": needs("dependencies") })).toEqual([]);
    expect(proposed(log, { ...others, "a/pom.xml": needs("dependencyManagement") })).toHaveLength(1);
    const child = "<parent><artifactId>core-more</artifactId></parent><artifactId>a</artifactId>";
    expect(proposed(log, { ...others, "a/pom.xml": child })).toEqual([]);
  });

  test("compile for the release of the sources where a name of theirs is one of the JDK's by now", () => {
    const log =
      "[ERROR] /a/B.java:[498,21] reference to Record is ambiguous\n[ERROR]   both interface a.Record in a and class java.lang.Record in java.lang match\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.8.1:compile (default) on project a: Compilation failure";
    const files = { "pom.xml": "<java.version.source>1.7</java.version.source>" };
    const options = ["-Dmaven.compiler.release=7"];
    expect(proposed(log, files)).toEqual([
      ["lost_package", { call: { phase: "test", level: null, options } }],
    ]);
    expect(proposed(log.replaceAll("java.lang", "b"), files)).toEqual([]);
  });

  test("compile for the release that sources are written in, where the JDK has packages of it no more", () => {
    const log = (version: string, goal: string): string =>
      `[ERROR] /a/B.java:[7,48] package java.rmi.activation does not exist\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:${version}:${goal} (default) on project a: Compilation failure`;
    const levels = "<source>1.8</source>\n<testSource>11</testSource>";
    const named = `<artifactId>maven-compiler-plugin</artifactId>\n<version>3.2</version>\n${levels}`;
    const call = (options: readonly string[]): object => ({ phase: "test", level: null, options });
    expect(proposed(log("3.2", "testCompile"), { "pom.xml": named })).toEqual([
      ["lost_package", { call: { ...call(["-Dmaven.compiler.testRelease=11"]), compiler_plugin: "3.11.0" } }],
    ]);
    expect(proposed(log("3.8.1", "compile"), { "pom.xml": levels })).toEqual([
      ["lost_package", { call: call(["-Dmaven.compiler.release=8", "-Dmaven.compiler.testRelease=11"]) }],
    ]);
    expect(proposed(log("3.8.1", "testCompile"), { "pom.xml": "<source>1.8</source>" })).toEqual([
      ["lost_package", { call: call(["-Dmaven.compiler.testRelease=8"]) }],
    ]);
    // A plug-in that hands nothing over and that no file names; sources of the JDK's own release; packages of others.
    expect(proposed(log("3.1", "testCompile"), { "pom.xml": levels })).toEqual([]);
    expect(proposed(log("3.8.1", "testCompile"), { "pom.xml": "<testSource>17</testSource>" })).toEqual([]);
    expect(proposed(log("3.8.1", "compile").replace("java.rmi", "org.rmi"), { "pom.xml": levels })).toEqual(
      [],
    );
    expect(
      formatCall(
        mavenCall.parse({ ...call(["-Dmaven.compiler.testRelease=11"]), compiler_plugin: "3.11.0" }),
      ),
    ).toBe("-Dmaven.compiler.testRelease=11\ncompiler 3.11.0\nlevel \ntest\n");
  });

  test("take what the JDK has lost from artifacts, where compiling for an older release hides what it keeps to itself", () => {
    const log = "[ERROR] /a/B.java:[7,48] package sun.misc does not exist\n";
    const files = {
      "pom.xml": "<source>1.8</source>",
      "src/B.java": "package a;\n\nimport javax.activation.DataSource;\nimport sun.misc.Unsafe;\n",
    };
    const call = {
      phase: "test",
      level: null,
      options: [],
      added: ["com.sun.activation:javax.activation:1.2.0"],
    };
    const released = {
      call: mavenCall.parse({
        ...call,
        added: undefined,
        options: ["-Dmaven.compiler.release=8"],
        compiler_plugin: "3.11.0",
      }),
    };
    expect(proposed(log, files, released)).toEqual([["hidden_package", { call }]]);
    expect(proposed(log, files)).toEqual([]);
    expect(proposed(log, { ...files, "src/B.java": "import sun.misc.Unsafe;\n" }, released)).toEqual([]);
    expect(formatCall(mavenCall.parse(call))).toBe(
      "added com.sun.activation:javax.activation:1.2.0\nlevel \ntest\n",
    );
  });

  test("give libraries classes that the JDK has lost", () => {
    const bind = "java.lang.NoClassDefFoundError: javax/xml/bind/JAXBException";
    const generated = "Caused by: java.lang.ClassNotFoundException: javax.annotation.Generated";
    const servlet = "java.lang.NoClassDefFoundError: javax/servlet/Servlet";
    const call = { phase: "test", level: null, options: [] };
    const artifacts = [
      "org.glassfish.jaxb:jaxb-runtime:2.3.1",
      "javax.annotation:javax.annotation-api:1.3.2",
    ];
    const added = { call: mavenCall.parse({ ...call, added: artifacts }) };
    expect(proposed(`${servlet}\n${bind}\n${generated}`)).toEqual([["lost_class", added]]);
    expect(proposed(bind, undefined, added)).toEqual([]);
    expect(proposed(servlet)).toEqual([]);
  });

  test("open packages of the JDK that libraries look into", () => {
    const closed =
      'InaccessibleObjectException: Unable to make protected final java.lang.Class java.lang.ClassLoader.defineClass(java.lang.String,byte[],int,int) accessible: module java.base does not "opens java.lang" to unnamed module @17550481';
    const exported =
      "IllegalAccessError: class a.B (in unnamed module @0x1) cannot access class sun.security.x509.X500Name (in module java.base) because module java.base does not export sun.security.x509 to unnamed module @0x1";
    const pom = "<maven.compiler.source>1.8</maven.compiler.source>";
    const call = {
      phase: "test",
      level: null,
      options: [],
      opened: ["java.base/java.lang", "java.base/sun.security.x509"],
    };
    expect(proposed(`${closed}\n${closed}\n${exported}`, { "pom.xml": pom })).toEqual([
      ["closed_package", { call }],
    ]);
    expect(formatCall(mavenCall.parse(call))).toBe(
      "opened java.base/java.lang\nopened java.base/sun.security.x509\nlevel \ntest\n",
    );
  });

  test("open all packages of a module of the JDK, where one shows behind another", () => {
    const closed = 'module java.base does not "opens java.text" to unnamed module @17550481';
    const of = (opened: readonly string[]) => ({ call: { ...asDeclared.call, opened: [...opened] } });
    expect(proposed(closed, undefined, of(["java.base/java.util"]))).toEqual([
      ["closed_package", of(["java.base/java.util", "java.base/*"])],
    ]);
    expect(proposed(closed, undefined, of(["java.desktop/java.awt"]))).toEqual([
      ["closed_package", of(["java.desktop/java.awt", "java.base/java.text"])],
    ]);
    expect(proposed(closed, undefined, of(["java.base/java.util", "java.base/*"]))).toEqual([]);
  });

  test("take the last Groovy of its line, where the first ones do not know the JDK", () => {
    const log =
      "[ERROR] Failed to execute goal org.codehaus.gmavenplus:gmavenplus-plugin:1.8.1:generateTestStubs (default) on project a: Error occurred while calling a method on a Groovy class from classpath. InvocationTargetException: startup failed:\n[ERROR] General error during conversion: Unsupported class file major version 61\n";
    const groovy = "<artifactId>groovy</artifactId>\n<version>${groovy.version}</version>";
    const pom = (version: string): string => `<groovy.version>${version}</groovy.version>\n${groovy}`;
    const call = { phase: "test", level: null, options: ["-Dgroovy.version=2.5.23"] };
    expect(proposed(log, { "pom.xml": pom("2.5.11") })).toEqual([["old_groovy", { call }]]);
    expect(proposed(log, { "pom.xml": pom("1.8.9") })).toEqual([]);
    expect(proposed(log.replace("61", "of it"), { "pom.xml": pom("2.5.11") })).toEqual([]);
  });

  test("make a repository of git of the tree for builds that ask one", () => {
    const log =
      "[ERROR] Failed to execute goal com.rudikershaw.gitbuildhook:git-build-hook-maven-plugin:3.4.1:install (install-hooks) on project a: Could not find or initialise a local git repository. A repository is required. -> [Help 1]";
    const call = { phase: "test", level: null, options: [], committed: true };
    expect(proposed(log)).toEqual([["asks_git", { call }]]);
    expect(formatCall(mavenCall.parse(call))).toBe("committed\nlevel \ntest\n");
  });

  test("take releases in place of snapshots that are gone, none of the tree's own modules", () => {
    const lacking = (id: string): string =>
      `Non-resolvable parent POM: Could not find artifact org.example:${id}:pom:2.18.0-SNAPSHOT in central`;
    const files = {
      "pom.xml":
        "<parent><artifactId>base</artifactId></parent><artifactId>core</artifactId><version>2.18.0-SNAPSHOT</version>",
    };
    const call = { phase: "test", level: null, options: [], released: ["2.18.0"] };
    expect(proposed(lacking("base"), files)).toEqual([["lost_snapshot", { call }]]);
    expect(proposed(lacking("core"), files)).toEqual([]);
    expect(formatCall(mavenCall.parse(call))).toBe("released 2.18.0\nlevel \ntest\n");
  });

  test("take the Maven that the wrapper brings where the machine's is too old", () => {
    const log = "Detected Maven Version: 3.8.7 is not in the allowed range [3.9.0,).";
    expect(proposed(log)).toEqual([["maven_release", { maven: "3.9.0" }]]);
    expect(proposed(log.replace("3.9.0", "3.9"))).toEqual([["maven_release", { maven: "3.9.9" }]]);
    const wrapper = {
      "pom.xml": "",
      ".mvn/wrapper/maven-wrapper.properties":
        "distributionUrl=https://example.org/apache-maven/3.9.9/apache-maven-3.9.9-bin.zip\n",
    };
    expect(proposed(log, wrapper)).toEqual([["maven_release", { maven: "3.9.9" }]]);
  });
});

test("the registry is the mirror that the user's settings name for it, without a password, else Maven's own", () => {
  const home = mkdtempSync(join(tmpdir(), "maven-home-"));
  onTestFinished(() => {
    rmSync(home, { recursive: true });
  });
  const asked = (): readonly (string | null)[] =>
    describeInstaller({
      machine: { path: "", home, variables: {} },
      cacheDirectory: asHostPath(home),
      indexConfiguration: readIndexConfiguration({}, home, home),
      logger: silentLogger,
    }).registries;
  expect(asked()).toEqual(["https://repo.maven.apache.org/maven2"]);
  mkdirSync(join(home, ".m2"));
  const mirror = (of: string, url: string): string =>
    `<mirror><mirrorOf>${of}</mirrorOf><url>${url}</url></mirror>`;
  writeFileSync(
    join(home, ".m2", "settings.xml"),
    `<settings><mirrors>${mirror("other", "https://a.example.org/")}<!--${mirror("*", "https://b.example.org")}-->
    ${mirror("central", "https://me:word@mirror.example.org/maven/")}</mirrors></settings>`,
  );
  expect(asked()).toEqual(["https://mirror.example.org/maven"]);
});

test("a lock that names places outside the layer is none", () => {
  const lock = {
    format: "maven-artifacts/1",
    maven: null,
    call: { options: [], phase: "test", level: null },
    metadata: {},
  };
  const text = (path: string): string => JSON.stringify({ ...lock, artifacts: { [path]: "0".repeat(64) } });
  expect(() => artifactLocks.parse(text("../a.jar"))).toThrow("another form");
  expect(() => artifactLocks.parse(text("/a.jar"))).toThrow("another form");
  expect(artifactLocks.parse(text("a/b/1.0/b-1.0.jar")).artifacts).toHaveProperty("a/b/1.0/b-1.0.jar");
});
