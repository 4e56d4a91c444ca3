export async function measurePrograms(_: unknown): Promise<void> {}
