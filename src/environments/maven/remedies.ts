import type { EvidenceItem, RemedyReason, Trouble } from "../build-system.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import type { MavenCall } from "./artifact-lock.ts";
import { lowestLevel, majorOf, type NamedReleases } from "./java-releases.ts";
import { wrapperItems } from "./wrapper.ts";

/** What is done otherwise than at first. */
export interface Adjustments {
  readonly call: MavenCall;
  /** The release of Maven that is fetched; undefined: that of the machine. */
  readonly maven: string | undefined;
}

/** A change and what it answers. */
export interface Proposal extends RemedyReason {
  readonly changes: Partial<Adjustments>;
}

/** Checks that are no tests, by the plug-in that fails, and the property that leaves them out. */
const CHECKS: readonly (readonly [RegExp, string])[] = [
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
];

const TOO_OLD =
  /(?:Source|Target) option \S+ is no longer supported.*|release version [5-7] not supported.*|invalid (?:source|target) release: (?:1\.)?[1-7]\b.*/;
const NEWER_MAVEN =
  /(?:requires Maven version|Detected Maven Version: \S+ is not in the allowed range)[^\d\n]*(\d+\.\d+(?:\.\d+)?)?.*/;
const LACKS_MODULE = /Could not (?:find artifact|resolve dependencies)[^\n]*/;
const WARNINGS = /warnings found and -Werror specified.*/;

/** What may help against what Maven printed, the smallest change first; nothing where it says none of what is known. */
export function proposeRemedies(
  { log, toolchain }: Pick<Trouble, "log" | "toolchain">,
  files: RepositoryFiles,
  { declared }: NamedReleases,
  { call, maven }: Adjustments,
): readonly Proposal[] {
  const proposals: Proposal[] = [];
  const withOptions = (...options: readonly string[]): Partial<Adjustments> => ({
    call: { ...call, options: [...call.options, ...options] },
  });
  const old = TOO_OLD.exec(log)?.[0];
  if (old !== undefined && toolchain !== undefined && call.level === null) {
    const level = lowestLevel(majorOf(toolchain));
    const goesBy: readonly EvidenceItem[] = declared
      .filter(({ major }) => major < level)
      .map(({ path, line, says }) => ({ path, line, says }));
    const properties = [`-Dmaven.compiler.source=${level}`, `-Dmaven.compiler.target=${level}`];
    proposals.push({
      what: `sources of old releases of Java are compiled as Java ${level}`,
      failure: "source_level",
      sign: old,
      goesBy,
      changes: { call: { ...call, level, options: [...call.options, ...properties] } },
    });
  }
  const newer = NEWER_MAVEN.exec(log);
  const [wrapper] = wrapperItems(files);
  const release = wrapper?.release ?? newer?.[1];
  if (newer !== null && release !== undefined && maven === undefined)
    proposals.push({
      what: `Maven ${release} in place of the machine's`,
      failure: "maven_release",
      sign: newer[0],
      goesBy: wrapper === undefined ? [] : [{ path: wrapper.path, line: wrapper.line, says: wrapper.says }],
      changes: { maven: release },
    });
  const goal = /Failed to execute goal (\S+)[^\n]*/.exec(log);
  const check = CHECKS.find(([plugin]) => plugin.test(goal?.[1] ?? ""));
  if (goal !== null && check !== undefined && !call.options.includes(check[1]))
    proposals.push({
      what: `a check that is no test is left out: ${check[1]}`,
      failure: "other_check",
      sign: goal[0].slice(0, 300),
      goesBy: [],
      changes: withOptions(check[1]),
    });
  const warnings = WARNINGS.exec(log)?.[0];
  if (warnings !== undefined)
    proposals.push({
      what: "warnings of the compiler end nothing",
      failure: "warnings",
      sign: warnings,
      goesBy: [],
      changes: withOptions("-Dmaven.compiler.failOnWarning=false"),
    });
  const lacking = LACKS_MODULE.exec(log)?.[0];
  if (lacking !== undefined && call.phase === "test" && /<module>/.test(files.text("pom.xml") ?? ""))
    proposals.push({
      what: "modules are packaged for those that need them",
      failure: "unpackaged_module",
      sign: lacking.slice(0, 300),
      goesBy: [],
      changes: { call: { ...call, phase: "package" } },
    });
  return proposals;
}
