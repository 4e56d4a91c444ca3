/** The name behind the last dot of a qualified name or of a call as written. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
