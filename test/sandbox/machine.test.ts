import { expect, test } from "vitest";

import { chooseBackend, describeMachine } from "../../src/sandbox/index.ts";
import { namespaceRemedy, type KernelFacts } from "../../src/sandbox/kernel-facts.ts";

const free: KernelFacts = {
  maxUserNamespaces: 1000,
  unprivilegedUserNamespaces: undefined,
  appArmorRestrictsUserNamespaces: undefined,
  seccompMode: 0,
  isContainer: false,
  isChroot: false,
};

test.each([
  ["a kernel with no user namespaces", { maxUserNamespaces: 0 }, "sysctl -w user.max_user_namespaces=28633"],
  ["Debian's switch", { unprivilegedUserNamespaces: false }, "sysctl -w kernel.unprivileged_userns_clone=1"],
  [
    "AppArmor",
    { appArmorRestrictsUserNamespaces: true },
    "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
  ],
  ["a chroot", { isContainer: true, isChroot: true }, "systemd-nspawn --directory="],
  ["a container", { isContainer: true }, "docker run --security-opt seccomp=unconfined"],
] as const)("names the command that helps against %s", (_title, facts, remedy) => {
  expect(namespaceRemedy({ ...free, ...facts })).toContain(remedy);
});

test("the description agrees with what auto chooses", async () => {
  const machine = await describeMachine();
  expect(machine.backends.map(({ name }) => name)).toEqual(["bubblewrap", "restricted", "docker", "none"]);
  const chosen = await chooseBackend("auto").catch((error: { code: string }) => error.code);
  expect(typeof chosen === "string" ? chosen : chosen.availability.tier).toBe(machine.tier ?? "no-sandbox");
});

test("an unknown sandbox is named with the nearest known one", async () => {
  await expect(chooseBackend("bublewrap")).rejects.toMatchObject({
    code: "unknown-sandbox",
    message:
      'Cannot use sandbox "bublewrap": there is none of that name. Known: bubblewrap, restricted, docker, none, auto. Did you mean "bubblewrap"?',
  });
});
