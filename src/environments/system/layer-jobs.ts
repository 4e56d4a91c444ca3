import { existsSync, lstatSync } from "node:fs";

import { asHostPath, asSandboxPath } from "../../base/index.ts";
import type { CommandOutcome } from "../../sandbox/index.ts";
import type { EnvironmentFailure, SystemPackage } from "../../spec/index.ts";
import type { Job, JobCommand } from "../build-system.ts";
import { readable, WORK_PATH } from "../machine.ts";
import { APT_LISTS, DPKG_STATUS, wordOf } from "./apt.ts";

/** Where a layer of the system is written. */
export const SYSTEM_PATH = asSandboxPath("/diorama/system");

/** What apt reads of this machine: lists, sources, pins and keys. Not what it knows of users and passwords. */
const APT_FILES = [
  APT_LISTS,
  DPKG_STATUS,
  ...["sources.list", "sources.list.d", "preferences", "preferences.d"].map((name) => `/etc/apt/${name}`),
  ...["trusted.gpg", "trusted.gpg.d", "keyrings"].map((name) => `/etc/apt/${name}`),
];

const FETCH_MS = 900_000;
const UNPACK_MS = 600_000;

/** The name of a package's file, as apt fetches it. */
export function fileNameOf({ name, version, architecture }: SystemPackage): string {
  return `${name}_${version.replaceAll(":", "%3a")}_${architecture}.deb`;
}

/** Fetches packages by apt into the work folder; apt checks each against the archive's signed lists. */
export function planDownload(packages: readonly SystemPackage[]): Job {
  const state = '-o Dir::Cache="$HOME/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=""';
  return {
    network: "registries",
    mounts: APT_FILES.filter((path) => existsSync(path)).map((path) =>
      readable(asHostPath(path), asSandboxPath(path)),
    ),
    commands: (at) => [
      shell(`cd "$WORK" && exec apt-get --quiet ${state} download -- "$@"`, packages.map(wordOf), {
        variables: { WORK: at(WORK_PATH), LC_ALL: "C.UTF-8" },
        timeoutMs: FETCH_MS,
        categoryOf: categoryOfApt,
      }),
    ],
  };
}

/** What apt failed at, by what it printed. */
function categoryOfApt(outcome: CommandOutcome): EnvironmentFailure["category"] {
  if (outcome.status === "timed-out") return "timed_out";
  const text = `${outcome.stdout}\n${outcome.stderr}`;
  if (/404 +Not Found|was not found|has no installation candidate/.test(text)) return "needs_system_package";
  return /Failed to fetch|Could not (?:connect|resolve)|Temporary failure/.test(text)
    ? "registry_unreachable"
    : "install_failed";
}

const PARTS = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];

/** Systems of today have these folders as links into `/usr`; packages may still have files in them. A sandbox has folders in the place of the links. */
function findLinked(): string[] {
  return PARTS.filter((part) => lstatSync(`/${part}`, { throwIfNoEntry: false })?.isSymbolicLink() === true);
}

/** Lays the files of packages out, and writes each package's own script beside them, to be read. Nothing of them runs. */
export function planUnpacking(packages: readonly SystemPackage[]): Job {
  const script = [
    'for file in "$@"; do',
    '  dpkg-deb --extract "$WORK/$file" "$ROOT" || exit 1',
    '  dpkg-deb --info "$WORK/$file" postinst > "$WORK/$file.postinst" 2>/dev/null || :',
    "done",
    `for part in ${findLinked().join(" ")}; do`,
    '  if test -d "$ROOT/$part" && ! test -L "$ROOT/$part"; then',
    '    mkdir -p "$ROOT/usr/$part" && cp -a "$ROOT/$part/." "$ROOT/usr/$part/" && rm -r "$ROOT/$part" || exit 1',
    "  fi",
    "done",
    'rm -rf "$ROOT/usr/share/doc" "$ROOT/usr/share/man" "$ROOT/var"',
    'chmod -R u+w,a+rX,ug-s "$ROOT"',
    ...REGISTRATIONS,
  ].join("\n");
  return {
    network: "none",
    commands: (at) => [
      shell(script, packages.map(fileNameOf), {
        variables: { WORK: at(WORK_PATH), ROOT: at(SYSTEM_PATH) },
        timeoutMs: UNPACK_MS,
        categoryOf: () => "install_failed",
      }),
    ],
  };
}

/** What programs look up in lists that a package's script makes of what is installed. Made by the package's own program, of what the layer has. */
const REGISTRATIONS = [
  // Graphviz: its plug-ins.
  'for plugins in "$ROOT"/usr/lib/*/graphviz; do',
  '  if test -d "$plugins" && test -x "$ROOT/usr/bin/dot"; then',
  '    LD_LIBRARY_PATH="$(dirname "$plugins")" GVBINDIR="$plugins" "$ROOT/usr/bin/dot" -c || exit 1',
  "  fi",
  "done",
];

/** Writes a list of all libraries to the work folder, as the system's loader reads it. */
export function planIndex(): Job {
  return {
    network: "none",
    commands: (at) => [
      shell('if test -x /sbin/ldconfig; then exec /sbin/ldconfig -X -i -C "$WORK/ld.so.cache"; fi', [], {
        variables: { WORK: at(WORK_PATH) },
        timeoutMs: UNPACK_MS,
        categoryOf: () => "install_failed",
      }),
    ],
  };
}

function shell(
  script: string,
  words: readonly string[],
  rest: Omit<JobCommand, "words" | "input">,
): JobCommand {
  return { words: ["/bin/sh", "-c", script, "sh", ...words], ...rest };
}
