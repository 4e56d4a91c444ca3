/** What is independent of one another in a run: repositories, where tasks come from several, else tasks. */
export interface Units {
  readonly kind: "task" | "repository";
  readonly count: number;
  /** The unit that a task belongs to. */
  of(taskId: string): string;
}

/**
 * Chooses the units of tasks: tasks of one repository share its style and difficulty, so that they say less of other repositories than as many tasks
 * of many would. Where all are of one repository, or nobody knows of which they are, figures are about tasks like these, and each counts alone.
 */
export function chooseUnits(
  taskIds: Iterable<string>,
  repositoryOf: (taskId: string) => string | undefined,
): Units {
  const ids = new Set(taskIds);
  const repositories = new Set([...ids].flatMap((id) => repositoryOf(id) ?? []));
  const isKnown = [...ids].every((id) => repositoryOf(id) !== undefined);
  if (!isKnown || repositories.size < 2 || repositories.size === ids.size)
    return { kind: "task", count: ids.size, of: (id) => id };
  return { kind: "repository", count: repositories.size, of: (id) => repositoryOf(id) ?? id };
}
