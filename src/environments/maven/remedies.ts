import { ownMember, type RepositoryPath } from "../../base/index.ts";
import type { RemedyReason, Trouble } from "../build-system.ts";
import { placeOf } from "../evidence-lines.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import type { MavenCall } from "./artifact-lock.ts";
import { lowestLevel, majorOf, type NamedRelease, type NamedReleases } from "./java-releases.ts";
import { artifactsWith, replacingArtifacts } from "./lost-packages.ts";
import { wrapperItems } from "./wrapper.ts";

/** What is done otherwise than at first. */
export interface Adjustments {
  readonly call: MavenCall;
  /** The release of Maven that is fetched; undefined: that of the machine. */
  readonly maven: string | undefined;
  /** First number of the JDK's release; undefined: the best one. */
  readonly jdk?: number | undefined;
}

/** A change and what it answers. */
export interface Proposal extends RemedyReason {
  readonly changes: Partial<Adjustments>;
}

/** Checks that are no tests, by the plug-in that fails, and the property that leaves them out. */
export const CHECKS: readonly (readonly [RegExp, string])[] = [
  [/maven-enforcer-plugin/, "-Denforcer.skip=true"],
  [/apache-rat-plugin/, "-Drat.skip=true"],
  [/maven-checkstyle-plugin/, "-Dcheckstyle.skip=true"],
  [/spotless-maven-plugin/, "-Dspotless.check.skip=true"],
  [/maven-javadoc-plugin/, "-Dmaven.javadoc.skip=true"],
  [/jacoco-maven-plugin/, "-Djacoco.skip=true"],
  [/spotbugs-maven-plugin/, "-Dspotbugs.skip=true"],
  [/findbugs-maven-plugin/, "-Dfindbugs.skip=true"],
  [/maven-pmd-plugin/, "-Dpmd.skip=true"],
  [/animal-sniffer-maven-plugin/, "-Danimal.sniffer.skip=true"],
  [/license-maven-plugin/, "-Dlicense.skip=true"],
  [/git-commit-id-(?:maven-)?plugin/, "-Dmaven.gitcommitid.skip=true"],
  [/japicmp-maven-plugin/, "-Djapicmp.skip=true"],
  [/revapi-maven-plugin/, "-Drevapi.skip=true"],
  [/fmt-maven-plugin/, "-Dfmt.skip=true"],
  [/impsort-maven-plugin/, "-Dimpsort.skip=true"],
  [/forbiddenapis/, "-Dforbiddenapis.skip=true"],
  [/maven-gpg-plugin/, "-Dgpg.skip=true"],
  [/maven-source-plugin/, "-Dmaven.source.skip=true"],
  // What OSGi reads of a package.
  [/bnd-maven-plugin/, "-Dbnd.skip=true"],
];

const TOO_OLD =
  /(?:Source|Target) option \S+ is no longer supported.*|release version [5-7] not supported.*|invalid (?:source|target) release: (?:1\.)?[1-7]\b.*/;
const NEWER_MAVEN =
  /(?:requires Maven version|Detected Maven Version: \S+ is not in the allowed range)[^\d\n]*(\d+\.\d+(?:\.\d+)?)?.*/;
/** The last releases of lines of Maven: a project may ask for a line alone (`[3.9,)`). */
const LAST_OF_LINE: Readonly<Record<string, string>> = {
  "3.2": "3.2.5",
  "3.3": "3.3.9",
  "3.5": "3.5.4",
  "3.6": "3.6.3",
  "3.8": "3.8.8",
  "3.9": "3.9.9",
};
const LACKS_SNAPSHOT =
  /Could not find artifact [\w.-]+:([\w.-]+):[\w.-]+(?::[\w.-]+)?:(\d[\w.-]*)-SNAPSHOT\b[^\n]*/g;
const LACKS_MODULE = /Could not (?:find artifact|resolve dependencies)[^\n]*|module not found: [\w.]+/;
const FAILED_MODULE = /Failed to execute goal \S+(?: \([\w.-]+\))? on project ([\w.-]+):[^\n]*/g;
const DEAD_AGENT =
  /processing of -javaagent failed|java\.lang\.instrument ASSERTION FAILED|The forked VM terminated without (?:properly )?saying (?:properly )?goodbye/;
const WARNINGS = /warnings found and -Werror specified.*/;

/** What a rule chooses by. */
interface Case extends Pick<Trouble, "log" | "toolchain"> {
  readonly files: RepositoryFiles;
  readonly releases: NamedReleases;
  /** What is done otherwise already. */
  readonly adjustments: Adjustments;
}

type Rule = (given: Case) => Proposal | undefined;

const raiseLevel: Rule = ({ log, toolchain, releases, adjustments: { call } }) => {
  const sign = TOO_OLD.exec(log)?.[0];
  if (sign === undefined || toolchain === undefined || call.level !== null) return undefined;
  const level = lowestLevel(majorOf(toolchain));
  // Those of the plug-in, and those that parents of many old projects read in their place.
  const properties = ["compiler", "compile"].flatMap((of) =>
    ["source", "target"].map((end) => `-Dmaven.${of}.${end}=${level}`),
  );
  return {
    what: `sources of old releases of Java are compiled as Java ${level}`,
    failure: "source_level",
    sign,
    goesBy: releases.declared
      .filter(({ major }) => major < level)
      .map(({ path, line, says }) => ({ path, line, says })),
    changes: { call: { ...call, level, options: [...call.options, ...properties] } },
  };
};

/** Where that is not enough: a parent says it that lies in no tree. */
const setLevel: Rule = (given) => {
  const raised = raiseLevel(given);
  const call = raised?.changes.call;
  if (raised === undefined || call === undefined) return undefined;
  return {
    ...raised,
    failure: "level_of_parent",
    what: `every module is compiled as Java ${call.level}`,
    goesBy: [],
    changes: { call: { ...call, level_everywhere: true } },
  };
};

/** What is gone since, or a name of the sources' own that the JDK has too by now: `Record`. */
const LOST_PACKAGE =
  /reference to \w+ is ambiguous(?=[^]{0,2000}?\bjava\.lang\.\w+ in java\.lang match)|package (?:java|javax)\.[\w.]+ does not exist/;
const COMPILER_GOAL =
  /Failed to execute goal \S*maven-compiler-plugin:(\d+)\.(\d+)\S*:(testCompile|compile)\b/;
const COMPILER_VERSION = /<artifactId>\s*maven-compiler-plugin\s*<\/artifactId>\s*<version>/;
/** Of the compiler's plug-in the first minor number of 3 that hands over `--release`, and one that goes with each Maven that does. */
const FIRST_WITH_RELEASE = 6;
const WITH_RELEASE = "3.11.0";

/** What the JDK had in the release that sources are written in, and has no more: its compiler still knows that of then (JEP 247). */
const compileByRelease: Rule = ({ log, toolchain, files, releases, adjustments: { call } }) => {
  const sign = LOST_PACKAGE.exec(log)?.[0];
  const [, first = "", second = "", goal] = COMPILER_GOAL.exec(log) ?? [];
  if (sign === undefined || goal === undefined || toolchain === undefined) return undefined;
  const isPassedOn = Number(first) > 3 || (Number(first) === 3 && Number(second) >= FIRST_WITH_RELEASE);
  const isNamed = pomsOf(files).some((path) => COMPILER_VERSION.test(files.text(path) ?? ""));
  if (!isPassedOn && !isNamed) return undefined;
  const isOfTests = ({ says }: NamedRelease): boolean => /^(?:maven\.compiler?\.)?test/i.test(says);
  const ofMain = releases.declared.filter((each) => !isOfTests(each));
  const ofTests = releases.declared.filter(isOfTests);
  const known = majorOf(toolchain);
  const asked = [
    { name: "release", named: goal === "compile" ? ofMain : [] },
    { name: "testRelease", named: goal === "compile" || ofTests.length > 0 ? ofTests : ofMain },
  ].flatMap(({ name, named }) => {
    const release = Math.max(lowestLevel(known), call.level ?? 0, ...named.map(({ major }) => major));
    return named.length === 0 || release >= known ? [] : [{ name, release, named }];
  });
  const added = asked
    .map(({ name, release }) => `-Dmaven.compiler.${name}=${release}`)
    .filter((option) => !call.options.includes(option));
  if (added.length === 0) return undefined;
  return {
    what: `compiled for the Java that sources are written in: ${added.join(" ")}`,
    failure: "lost_package",
    sign,
    goesBy: asked.flatMap(({ named }) => named.map(({ path, line, says }) => ({ path, line, says }))),
    changes: {
      call: {
        ...call,
        options: [...call.options, ...added],
        ...(isPassedOn ? {} : { compiler_plugin: WITH_RELEASE }),
      },
    },
  };
};

const HIDDEN_PACKAGE = /package (?:sun|com\.sun|jdk)\.[\w.]+ does not exist/;
const BY_RELEASE = /^-Dmaven\.compiler\.(?:r|testR)elease=/;

/** What the JDK keeps to itself, which is hidden where it compiles for an older release: then artifacts have what it has lost since. */
const addLostPackages: Rule = ({ log, files, adjustments: { call } }) => {
  const sign = HIDDEN_PACKAGE.exec(log)?.[0];
  if (sign === undefined || !call.options.some((option) => BY_RELEASE.test(option))) return undefined;
  const found = replacingArtifacts(files);
  if (found.length === 0) return undefined;
  const added = [...new Set([...(call.added ?? []), ...found.map(({ artifact }) => artifact)])];
  const { compiler_plugin: _, ...rest } = call;
  return {
    what: `packages that the JDK has no more come from ${found.map(({ artifact }) => artifact).join(", ")}`,
    failure: "hidden_package",
    sign,
    goesBy: found.map(({ item }) => item),
    changes: {
      call: { ...rest, options: call.options.filter((option) => !BY_RELEASE.test(option)), added },
    },
  };
};

const LOST_CLASS = /(?:NoClassDefFoundError|ClassNotFoundException): ((?:javax|org)[./][\w./$]+)/g;

/** What libraries ask for while they run that the JDK has no more. */
const addLostClasses: Rule = ({ log, adjustments: { call } }) => {
  const known = call.added ?? [];
  const told = [...log.matchAll(LOST_CLASS)];
  const artifactsOf = (name: string): readonly string[] =>
    artifactsWith([name.replaceAll("/", ".")]).filter((artifact) => !known.includes(artifact));
  const first = told.find(([, name = ""]) => artifactsOf(name).length > 0);
  if (first === undefined) return undefined;
  const added = [...new Set(told.flatMap(([, name = ""]) => artifactsOf(name)))];
  return {
    what: `classes that the JDK has no more come from ${added.join(", ")}`,
    failure: "lost_class",
    sign: first[0],
    goesBy: [],
    changes: { call: { ...call, added: [...known, ...added] } },
  };
};

const useNewerMaven: Rule = ({ log, files, adjustments: { maven } }) => {
  const newer = NEWER_MAVEN.exec(log);
  const [wrapper] = wrapperItems(files);
  const asked = newer?.[1] ?? "";
  const release = wrapper?.release ?? ownMember(LAST_OF_LINE, asked) ?? newer?.[1];
  if (newer === null || release === undefined || maven !== undefined) return undefined;
  return {
    what: `Maven ${release} in place of the machine's`,
    failure: "maven_release",
    sign: newer[0],
    goesBy: wrapper === undefined ? [] : [{ path: wrapper.path, line: wrapper.line, says: wrapper.says }],
    changes: { maven: release },
  };
};

const leaveOutCheck: Rule = ({ log, adjustments: { call } }) => {
  const goal = /Failed to execute goal (\S+)[^\n]*/.exec(log);
  const option = CHECKS.find(([plugin]) => plugin.test(goal?.[1] ?? ""))?.[1];
  if (goal === null || option === undefined || call.options.includes(option)) return undefined;
  return {
    what: `a check that is no test is left out: ${option}`,
    failure: "other_check",
    sign: goal[0].slice(0, 300),
    goesBy: [],
    changes: { call: { ...call, options: [...call.options, option] } },
  };
};

/** An agent that measures coverage in the machine that runs the tests, and that ends a newer one. */
function leaveOutAgent(option: string): Rule {
  return ({ log, adjustments: { call } }) => {
    const sign = DEAD_AGENT.exec(log)?.[0];
    if (sign === undefined || !/-javaagent:\S*jacoco/.test(log) || call.options.includes(option))
      return undefined;
    return {
      what: `coverage is not measured: ${option}`,
      failure: "other_check",
      sign,
      goesBy: [],
      changes: { call: { ...call, options: [...call.options, option] } },
    };
  };
}

const allowWarnings: Rule = ({ log, adjustments: { call } }) => {
  const sign = WARNINGS.exec(log)?.[0];
  const option = "-Dmaven.compiler.failOnWarning=false";
  if (sign === undefined || call.options.includes(option)) return undefined;
  return {
    what: "warnings of the compiler end nothing",
    failure: "warnings",
    sign,
    goesBy: [],
    changes: { call: { ...call, options: [...call.options, option] } },
  };
};

const CLOSED = /module ([\w.]+) does not (?:"opens ([\w.]+)"|exports? ([\w.]+)) to unnamed module/g;

/** Packages of the JDK that older libraries look into: since Java 16 they are closed unless somebody opens them. Where one shows behind another, all of the module's are opened, as they were before. */
const openPackages: Rule = ({ log, releases, adjustments: { call } }) => {
  const told = [...log.matchAll(CLOSED)];
  const known = call.opened ?? [];
  const names = told.map(([, module = "", opens, exports = ""]) => `${module}/${opens ?? exports}`);
  const lacking = [...new Set(names)].filter((name) => !known.includes(name));
  const isBehind = (module: string): boolean => known.some((name) => name.startsWith(`${module}/`));
  const added = [
    ...new Set(
      lacking.map((name) => {
        const [module = ""] = name.split("/");
        return isBehind(module) ? `${module}/*` : name;
      }),
    ),
  ].filter((name) => !known.includes(name));
  const [first] = told;
  if (first === undefined || added.length === 0) return undefined;
  return {
    what: `packages of the JDK are open: ${added.join(", ")}`,
    failure: "closed_package",
    sign: first[0],
    goesBy: releases.declared
      .filter(({ major }) => major < FIRST_CLOSED)
      .map(({ path, line, says }) => ({ path, line, says })),
    changes: { call: { ...call, opened: [...known, ...added] } },
  };
};

/** The release of Java from which on they are (JEP 396). */
const FIRST_CLOSED = 16;

const ASKS_GIT =
  /[^\n]*(?:[Cc]ould not find or initialise a local git repository|not a git repository|\.git directory (?:is )?not found|Unable to find git directory|RepositoryNotFoundException)[^\n]*/;

/** A repository of git for builds that ask one for hooks, a commit or submodules. */
const commitTree: Rule = ({ log, adjustments: { call } }) => {
  const sign = ASKS_GIT.exec(log)?.[0];
  if (sign === undefined || call.committed === true) return undefined;
  return {
    what: "the tree is a repository of git with one commit",
    failure: "asks_git",
    sign: sign.trim().slice(0, 300),
    goesBy: [],
    changes: { call: { ...call, committed: true } },
  };
};

const packageModules: Rule = ({ log, files, adjustments: { call } }) => {
  const sign = LACKS_MODULE.exec(log)?.[0];
  const hasModules = /<module>/.test(files.text("pom.xml") ?? "");
  if (sign === undefined || call.phase === "package" || !hasModules) return undefined;
  return {
    what: "modules are packaged for those that need them",
    failure: "unpackaged_module",
    sign: sign.slice(0, 300),
    goesBy: [],
    changes: { call: { ...call, phase: "package" } },
  };
};

/** A plug-in that does not go with newer releases of Java, where a property says which of its releases it is. */
function useNewerPlugin({ artifact, sign, version, properties, ...told }: NewerPlugin): Rule {
  const property = new RegExp(
    `<artifactId>${artifact}</artifactId>\\s*<version>\\$\\{([\\w.-]+)\\}</version>`,
    "g",
  );
  return ({ log, files, adjustments: { call } }) => {
    const line = sign.exec(log)?.[0];
    if (line === undefined) return undefined;
    const own = pomsOf(files).flatMap((path) =>
      Array.from((files.text(path) ?? "").matchAll(property), ([, name = ""]) => name),
    );
    const options = [...new Set([...own, ...properties])].map((name) => `-D${name}=${version}`);
    const added = options.filter((option) => !call.options.includes(option));
    if (added.length === 0) return undefined;
    return {
      ...told,
      sign: line.slice(0, 300),
      goesBy: [],
      changes: { call: { ...call, options: [...call.options, ...added] } },
    };
  };
}

interface NewerPlugin extends Pick<Proposal, "what" | "failure"> {
  readonly artifact: string;
  readonly sign: RegExp;
  readonly version: string;
  /** Properties by which widely used parents say which release it is. */
  readonly properties: readonly string[];
}

/** The runner of tests: of the line that runs all that older ones do the last. */
const SUREFIRE: NewerPlugin = {
  artifact: "maven-surefire-plugin",
  what: "tests run by surefire 2.22.2",
  failure: "old_surefire",
  sign: /Failed to execute goal \S*maven-surefire-plugin:\S+[^\n]*JAVA_SPECIFICATION_VERSION[^\n]*/,
  version: "2.22.2",
  // Of Apache and its Commons, of Spring Boot, of JBoss.
  properties: [
    "surefire.version",
    "commons.surefire.version",
    "maven-surefire-plugin.version",
    "version.surefire.plugin",
  ],
};

/** What writes OSGi's manifest, with a reader of archives that newer releases of Java end. */
const BUNDLE: NewerPlugin = {
  artifact: "maven-bundle-plugin",
  what: "the manifest of OSGi written by maven-bundle-plugin 5.1.9",
  failure: "old_bundle_plugin",
  sign: /Failed to execute goal \S*maven-bundle-plugin:\S+[^\n]*ConcurrentModificationException[^\n]*/,
  version: "5.1.9",
  properties: ["commons.felix.version", "maven-bundle-plugin.version", "felix.plugin.version"],
};

const OLD_GROOVY =
  /Failed to execute goal \S*(?:gmaven|groovy)\S*:[^\n]*(?:\n[^\n]*){0,3}Unsupported class file major version \d+/;
const GROOVY = /<artifactId>groovy(?:-all)?<\/artifactId>\s*<version>\$\{([\w.-]+)\}<\/version>/g;
/** The last releases of lines of Groovy, which know newer releases of Java than the first ones. */
const LAST_GROOVY: Readonly<Record<string, string>> = { "2.5": "2.5.23", "3.0": "3.0.22" };

/** The last release of the line of Groovy that tests are written in, where a property says which one it is. */
const useLastGroovy: Rule = ({ log, files, adjustments: { call } }) => {
  const sign = OLD_GROOVY.exec(log)?.[0];
  if (sign === undefined) return undefined;
  const texts = pomsOf(files).map((path) => ({ path, text: files.text(path) ?? "" }));
  const names = new Set(
    texts.flatMap(({ text }) => Array.from(text.matchAll(GROOVY), ([, name = ""]) => name)),
  );
  const found = [...names].flatMap((name) =>
    texts.flatMap(({ path, text }) => {
      const declared = new RegExp(`<${RegExp.escape(name)}>\\s*(\\d+\\.\\d+)[\\w.-]*`).exec(text);
      const last = ownMember(LAST_GROOVY, declared?.[1] ?? "");
      if (declared === null || last === undefined) return [];
      return [
        { option: `-D${name}=${last}`, item: { ...placeOf(path, text, declared[0]), says: `names ${name}` } },
      ];
    }),
  );
  const added = found.filter(({ option }) => !call.options.includes(option));
  if (added.length === 0) return undefined;
  const options = [...new Set(added.map(({ option }) => option))];
  return {
    what: `the last Groovy of its line: ${options.join(" ")}`,
    failure: "old_groovy",
    sign: sign.slice(0, 300),
    goesBy: added.map(({ item }) => item),
    changes: { call: { ...call, options: [...call.options, ...options] } },
  };
};

/** Snapshots of other projects are deleted once they are released: the release has what the commit was written against, or nearly so. */
const takeReleases: Rule = ({ log, files, adjustments: { call } }) => {
  const own = ownArtifacts(files);
  const lacking = [...log.matchAll(LACKS_SNAPSHOT)].filter(([, id = ""]) => !own.has(id));
  const known = call.released ?? [];
  const versions = new Set(lacking.map(([, , version = ""]) => version)).difference(new Set(known));
  const [first] = lacking;
  if (first === undefined || versions.size === 0) return undefined;
  return {
    what: `releases in place of snapshots: ${[...versions].join(", ")}`,
    failure: "lost_snapshot",
    sign: first[0].slice(0, 300),
    goesBy: [],
    changes: { call: { ...call, released: [...known, ...versions] } },
  };
};

function pomsOf(files: RepositoryFiles): readonly RepositoryPath[] {
  return files.paths.filter((path) => /(?:^|\/)pom\.xml$/.test(path));
}

/** Artifact ids of the tree's own modules. */
function ownArtifacts(files: RepositoryFiles): ReadonlySet<string> {
  return new Set(pomsOf(files).flatMap((path) => readPom(files.text(path) ?? "").own ?? []));
}

/** The artifact id of a module, and those of its parent and of what it depends on. */
function readPom(text: string): { readonly own: string | undefined; readonly needed: readonly string[] } {
  const parent = /<parent>.*?<\/parent>/s.exec(text)?.[0] ?? "";
  const rest = text.replace(parent, "").replaceAll(/<dependencyManagement>.*?<\/dependencyManagement>/gs, "");
  const depends = rest.match(/<dependency>.*?<\/dependency>/gs) ?? [];
  return { own: idsIn(rest)[0], needed: [parent, ...depends].flatMap((part) => idsIn(part).slice(0, 1)) };
}

function idsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/<artifactId>\s*([\w.-]+)/g), ([, id = ""]) => id);
}

/** Modules of a project that need another JDK or tool than all others: what is left is built and tested without them. */
const leaveOutModules: Rule = ({ log, files, adjustments: { call } }) => {
  const failed = [...log.matchAll(FAILED_MODULE)];
  const known = call.left_out ?? [];
  const ids = new Set(failed.map(([, id = ""]) => id)).difference(new Set(known));
  const leftOut = [...known, ...ids];
  const [first] = failed;
  if (first === undefined || ids.size === 0 || 2 * leftOut.length > pomsOf(files).length - 1)
    return undefined;
  if (isNeeded(leftOut, files)) return undefined;
  return {
    what: `modules that cannot be built here are left out: ${[...ids].join(", ")}`,
    failure: "module_failed",
    sign: first[0].slice(0, 300),
    goesBy: [],
    changes: { call: { ...call, left_out: leftOut } },
  };
};

/** True where a module that stays has one of these for its parent or among what it depends on. */
function isNeeded(ids: readonly string[], files: RepositoryFiles): boolean {
  return pomsOf(files).some((path) => {
    const { own = "", needed } = readPom(files.text(path) ?? "");
    return !ids.includes(own) && needed.some((id) => ids.includes(id));
  });
}

const RULES: readonly Rule[] = [
  raiseLevel,
  setLevel,
  compileByRelease,
  addLostPackages,
  addLostClasses,
  useNewerMaven,
  leaveOutCheck,
  leaveOutAgent("-Djacoco.skip=true"),
  // A parent may say itself whether the agent is left out: then no words are given to the machine.
  leaveOutAgent("-DargLine="),
  allowWarnings,
  useNewerPlugin(SUREFIRE),
  useNewerPlugin(BUNDLE),
  useLastGroovy,
  openPackages,
  commitTree,
  takeReleases,
  packageModules,
  leaveOutModules,
];

/** What may help against what Maven printed, the smallest change first; nothing where it says none of what is known. */
export function proposeRemedies(given: Case): readonly Proposal[] {
  return RULES.flatMap((rule) => rule(given) ?? []);
}
