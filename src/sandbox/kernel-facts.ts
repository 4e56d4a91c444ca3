import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

import { findProgram } from "./programs.ts";
import { readText } from "./read-text.ts";

/** Settings of this kernel that decide which sandboxes work. `undefined`: this kernel has no such setting. */
export interface KernelFacts {
  readonly maxUserNamespaces: number | undefined;
  /** Debian's and Ubuntu's switch for ordinary users. */
  readonly unprivilegedUserNamespaces: boolean | undefined;
  /** Ubuntu's: programs without an AppArmor profile get user namespaces without privileges. */
  readonly appArmorRestrictsUserNamespaces: boolean | undefined;
  /** Seccomp mode of this process: 2 in most containers. */
  readonly seccompMode: number | undefined;
  readonly isContainer: boolean;
  /** True where the root folder is known to be a folder of another root; a chroot into a mount point can go unseen. */
  readonly isChroot: boolean;
}

/** Reads the settings as they are now. */
export function readKernelFacts(): KernelFacts {
  const clone = readNumber("/proc/sys/kernel/unprivileged_userns_clone");
  const appArmor = readNumber("/proc/sys/kernel/apparmor_restrict_unprivileged_userns");
  const seccomp = /^Seccomp:\s+(\d)/m.exec(readText("/proc/self/status"))?.[1];
  return {
    maxUserNamespaces: readNumber("/proc/sys/user/max_user_namespaces"),
    unprivilegedUserNamespaces: clone === undefined ? undefined : clone !== 0,
    appArmorRestrictsUserNamespaces: appArmor === undefined ? undefined : appArmor !== 0,
    seccompMode: seccomp === undefined ? undefined : Number(seccomp),
    isContainer: isContainer(),
    isChroot: isChroot(),
  };
}

/** The command or option that lets user namespaces be made here, by what forbids them. */
export function namespaceRemedy(facts: KernelFacts): string {
  if (facts.maxUserNamespaces === 0) return "sysctl -w user.max_user_namespaces=28633";
  if (facts.unprivilegedUserNamespaces === false) return "sysctl -w kernel.unprivileged_userns_clone=1";
  if (facts.appArmorRestrictsUserNamespaces === true && !facts.isContainer) {
    return "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0";
  }
  if (facts.isChroot) return "Enter the folder with systemd-nspawn --directory=… in place of chroot";
  if (facts.isContainer) {
    return "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined …";
  }
  // No setting forbids them: the kernel makes none for a process inside a chroot.
  return "Leave the chroot, if this is one; else: sysctl -w user.max_user_namespaces=28633";
}

/** Tries whether this process may make a user namespace; true where there is nothing to try it with. */
export function mayMakeUserNamespaces(): boolean {
  const unshare = findProgram("unshare");
  if (unshare === undefined) return true;
  try {
    execFileSync(unshare, ["--user", "/bin/true"], { env: {}, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function isChroot(): boolean {
  const mounts = readText("/proc/self/mountinfo");
  // Mounts outside the root folder are not listed, and a folder that is no mount point is none.
  if (mounts !== "" && !mounts.split("\n").some((line) => line.split(" ")[4] === "/")) return true;
  try {
    const [own, first] = [statSync("/"), statSync("/proc/1/root/")];
    return own.dev !== first.dev || own.ino !== first.ino;
  } catch {
    return false;
  }
}

function isContainer(): boolean {
  return (
    existsSync("/.dockerenv") ||
    existsSync("/run/.containerenv") ||
    /docker|containerd|kubepods|libpod|lxc/.test(readText("/proc/self/cgroup")) ||
    /^overlay \/ /m.test(readText("/proc/self/mounts"))
  );
}

function readNumber(path: string): number | undefined {
  const text = readText(path).trim();
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
