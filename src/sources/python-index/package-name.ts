/** A package's name in the one form that all its spellings share (PEP 503). */
export function normalizePackageName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

/** True for what PEP 508 allows as a name. */
export function isPackageName(name: string): boolean {
  return /^[A-Z0-9](?:[A-Z0-9._-]*[A-Z0-9])?$/i.test(name);
}
