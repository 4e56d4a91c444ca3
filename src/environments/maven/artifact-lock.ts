import { z } from "zod";

import { lockForm } from "../lock-text.ts";

/** Names no place outside a folder. */
const path = z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.?(?:\/|$))\S+$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** How Maven is called, for all that it does in an environment. */
const artifactId = z.string().regex(/^[\w.-]+$/);

export const mavenCall = z.object({
  /** Properties, as words of a command. */
  options: z.array(z.string().regex(/^-D[\w.-]+=[\w.,/-]*$/)),
  /** Artifact ids of modules that are not built. */
  left_out: z.array(artifactId).optional(),
  /** Versions of snapshots that the registry has no more, without `-SNAPSHOT`: the tree's files are read as if they named these releases. */
  released: z.array(z.string().regex(/^\d[\w.-]*$/)).optional(),
  /** Packages of the JDK's own modules that code may look into by reflection, as `java.base/java.lang`; `java.base/*` for all of a module's. */
  opened: z.array(z.string().regex(/^(?:java|jdk)(?:\.\w+)*\/(?:\w+(?:\.\w+)*|\*)$/)).optional(),
  /** Artifacts that every module gets in the place of packages which the JDK has no more: group, id and version. */
  added: z.array(z.string().regex(/^[\w.-]+:[\w.-]+:\d[\w.-]*$/)).optional(),
  /** Release of the compiler's plug-in in place of what the tree's files name. */
  compiler_plugin: z
    .string()
    .regex(/^\d+(?:\.\d+){1,2}$/)
    .optional(),
  /** True where the tree is made a repository of git with one commit. */
  committed: z.boolean().optional(),
  /** `test`, or `package` where modules need the packaged ones. */
  phase: z.enum(["test", "package"]),
  /** The release of Java to which lower ones that the tree's files name are raised. */
  level: z.int().nullable(),
  /** True where every module is told that release, for parents that are not in the tree name a lower one. */
  level_everywhere: z.boolean().optional(),
});
export type MavenCall = z.infer<typeof mavenCall>;

/** What an environment of Java is made of again. */
const artifactLock = z.object({
  format: z.literal("maven-artifacts/1"),
  /** The Maven that is fetched; null where that of the machine is used. */
  maven: z.object({ version: z.string().regex(/^\d[\w.-]*$/), sha256 }).nullable(),
  call: mavenCall,
  /** Files of the local repository as the registry has them, by path to their SHA-256. */
  artifacts: z.record(path, sha256),
  /** What the registry said of which versions there are, where that was asked, by path. */
  metadata: z.record(path, z.string()),
});
export type ArtifactLock = z.infer<typeof artifactLock>;

/** How recipes hold it. */
export const artifactLocks = lockForm(artifactLock, "Java");
