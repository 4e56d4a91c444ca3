import { describeMachine, type Availability, type MachineDescription } from "../../sandbox/index.ts";
import { toolVersion } from "../../store/index.ts";
import type { AddCommand } from "../command.ts";
import { findInstalledPrograms, type InstalledProgram } from "../installed-programs.ts";
import { asTyped } from "../program-name.ts";
import { renderTable } from "../table.ts";

/** `diorama doctor`: what this machine can do and what to install. Exit 1 where the main job cannot run here. */
export const addDoctor: AddCommand = (program, attach) => {
  const command = program
    .command("doctor")
    .summary("tell what this machine can do, and what to install")
    .description("Tries every sandbox once and looks for the programs that are used.");
  attach<[], object>(command, async () => {
    const machine = await describeMachine();
    const backends: readonly ProbedBackend[] = machine.backends.map(({ name, availability }) => ({
      name,
      ...availability,
    }));
    const programs = await findInstalledPrograms(process.env["PATH"] ?? "");
    const chosen = backends.find(isIsolating);
    const isReady =
      chosen !== undefined && programs.every(({ version, is_required }) => version !== null || !is_required);
    const user = machine.isRoot ? "root" : "an ordinary user";
    const document = {
      tool: toolVersion(),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      user,
      sandbox: chosen === undefined ? null : { name: chosen.name, tier: chosen.tier },
      sandboxes: backends,
      control_groups: machine.cgroup,
      landlock: machine.landlockVersion,
      kernel: machine.kernel,
      advice: machine.advice,
      programs,
      ready: isReady,
    };
    const text = [
      `${document.tool}, Node ${document.node}, ${document.platform}, run by ${user}`,
      "",
      renderPrograms(programs),
      "",
      renderBackends(backends),
      ...(chosen === undefined
        ? []
        : ["", `Isolation with sandbox "${chosen.name}" (${chosen.tier})`, renderIsolation(chosen)]),
      ...describeAdvice(machine.advice),
      "",
      isReady ? "Ready to build, verify and evaluate." : "Not ready yet. To install what is missing:",
      ...(isReady ? [] : listRemedies(programs, backends).map((remedy) => `  ${remedy}`)),
    ].join("\n");
    return { exitCode: isReady ? 0 : 1, document, text };
  });
};

type Named<A> = A & { readonly name: string };
type ProbedBackend =
  | Named<Extract<Availability, { status: "available" }>>
  | Named<Extract<Availability, { status: "unavailable" }>>;

type AvailableBackend = Extract<ProbedBackend, { status: "available" }>;

function isIsolating(backend: ProbedBackend): backend is AvailableBackend {
  return backend.status === "available" && backend.name !== "none";
}

function renderPrograms(programs: readonly InstalledProgram[]): string {
  return renderTable(
    ["program", "version", "where", "for"].map((heading) => ({ heading })),
    programs.map(({ name, version, path, needed_for, remedy }) => [
      name,
      version ?? "missing",
      path ?? remedy ?? "",
      needed_for,
    ]),
  );
}

function renderBackends(backends: readonly ProbedBackend[]): string {
  return renderTable(
    ["sandbox", "works here", "tier, or why not"].map((heading) => ({ heading })),
    backends.map((backend) =>
      backend.status === "available"
        ? [backend.name, "yes", backend.tier]
        : [backend.name, "no", backend.reason],
    ),
  );
}

function renderIsolation({ isolation }: AvailableBackend): string {
  const rows = Object.entries(isolation).map(([row, { confined, how }]) => [
    row.replaceAll("_", " "),
    confined,
    how,
  ]);
  return renderTable(
    ["what", "confined", "how"].map((heading) => ({ heading })),
    rows,
  );
}

function describeAdvice(advice: MachineDescription["advice"]): string[] {
  if (advice.length === 0) return [];
  return [
    "",
    "What would make isolation better",
    ...advice.flatMap(({ problem, remedy }) => [`  ${problem}`, `    ${asTyped(remedy)}`]),
  ];
}

function listRemedies(programs: readonly InstalledProgram[], backends: readonly ProbedBackend[]): string[] {
  const isIsolated = backends.some(isIsolating);
  return [
    ...programs.flatMap(({ is_required, remedy }) => (is_required && remedy !== null ? [remedy] : [])),
    ...(isIsolated
      ? []
      : backends.flatMap((backend) => (backend.status === "unavailable" ? [backend.remedy] : []))),
  ];
}
