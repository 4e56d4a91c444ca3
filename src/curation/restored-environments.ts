import type { LoadedTask } from "../datasets/index.ts";
import { restoreEnvironment } from "../environments/index.ts";
import type { Services } from "./services.ts";

type Restoring = ReturnType<typeof restoreEnvironment>;

/** Environments of the tasks of a set, restored from their locks: each once, by its digest. */
export class RestoredEnvironments {
  readonly #options: Services["environmentOptions"];
  readonly #known = new Map<string, Restoring>();

  constructor({ environmentOptions }: Pick<Services, "environmentOptions">) {
    this.#options = environmentOptions;
  }

  restore({ record }: Pick<LoadedTask, "record">): Restoring {
    const known = this.#known.get(record.environment_digest);
    if (known !== undefined) return known;
    const restored = restoreEnvironment(record.environment, this.#options);
    this.#known.set(record.environment_digest, restored);
    return restored;
  }
}
