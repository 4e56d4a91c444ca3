/** A step into a value: as it is written, the place in a sequence, or what a dictionary has it under. */
export type PathSegment = string | number | { readonly key: unknown };

/** A way into a value in words: `.name[2]['key']`. */
export function writePath(segments: readonly PathSegment[], writeKey: (key: unknown) => string): string {
  return segments
    .map((segment) => {
      if (typeof segment === "string") return segment;
      return `[${typeof segment === "number" ? segment : writeKey(segment.key)}]`;
    })
    .join("");
}

/** The step into a function, to what one of its names has. */
export function stepIntoFunction(name: string): PathSegment {
  return ` (${name} in it)`;
}
