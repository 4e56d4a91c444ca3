import { z } from "zod";

import type {
  BuildSystem,
  EditedPlan,
  Evidence,
  InstallerOptions,
  PlanFields,
} from "../../src/environments/build-system.ts";
import type { EnvironmentRequest } from "../../src/spec/index.ts";

const editedFields = z.strictObject({
  lamp: z.string().nullish(),
  tests: z.array(z.string()).nullish(),
});

/** The kit whose lamp is dark, with a plan that can be edited in the lamp and in which tests are run: the second is what a careful build system would not allow. */
export function editedKit(kit: BuildSystem): BuildSystem & { readonly installers: InstallerOptions[] } {
  const installers: InstallerOptions[] = [];
  return {
    ...kit,
    installers,
    variables: { KIT_LAMP: "dark" },
    readEvidence(acquired, requested) {
      const evidence = kit.readEvidence(acquired, requested);
      return evidence && withFields(evidence, requested, {});
    },
    describeInstaller(options) {
      installers.push(options);
      const installer = kit.describeInstaller(options);
      const token = options.indexConfiguration.credentials.map(({ password }) => password).join(" ");
      return {
        ...installer,
        async obtain() {
          const tools = await installer.obtain();
          return { ...tools, variables: (at) => ({ ...tools.variables(at), KIT_TOKEN: token }) };
        },
      };
    },
  };
}

function withFields(evidence: Evidence, requested: EnvironmentRequest, current: PlanFields): Evidence {
  const { lamp, tests } = editedFields.parse(current);
  const ownTests = evidence.planTrial([]).tests;
  const files = tests ?? [];
  return {
    ...evidence,
    variables: typeof lamp === "string" ? { KIT_LAMP: lamp } : {},
    planTrial(roots) {
      const plan = evidence.planTrial(roots);
      const ways = [{ configuration: "declared", addopts: [], files } as const];
      return plan.tests === undefined ? plan : { ...plan, tests: { ...plan.tests, ways } };
    },
    editing: {
      fields: { lamp: "how bright the lamp is", tests: "which tests are run" },
      current,
      testFiles: [],
      ownTests: ownTests === undefined ? [] : [ownTests],
      edit(fields): EditedPlan {
        const read = editedFields.safeParse(fields);
        if (!read.success) return { status: "refused", problem: read.error.issues[0]?.message ?? "" };
        const next = Object.entries({ ...current, ...fields }).filter(([, value]) => value !== null);
        return {
          status: "edited",
          requested,
          evidence: withFields(evidence, requested, Object.fromEntries(next)),
        };
      },
    },
  };
}
