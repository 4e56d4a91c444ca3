export { codeCovers } from "./code-covers.ts";
export { installCommand } from "./install-command.ts";
export { laysFilesOver } from "./overlays.ts";
export { describeMachine, type MachineDescription } from "./machine.ts";
export { chooseBackend, sandboxes, type ChosenBackend, type SandboxName } from "./registry.ts";
export type * from "./sandbox.ts";
export {
  seccompArchitecture,
  nestingSeccompProgram,
  ownGroupMark,
  ownProcessMark,
  seccompProgram,
  type SeccompArchitecture,
  type SeccompOptions,
} from "./seccomp.ts";
export {
  emptyMount,
  interpreterMounts,
  packageCovers,
  readMount,
  sandboxHome,
  systemMounts,
} from "./system-mounts.ts";
