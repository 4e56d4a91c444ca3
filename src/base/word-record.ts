import { z } from "zod";

/*
 * Objects whose keys are words of somebody else: names of files, attributes, parameters, tests. To a plain object `__proto__` is no such word,
 * and `constructor` one that is always there.
 */

/** An empty object for keys of any kind: none is there before it is set, and none is lost. */
export function createWordRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** What stands under a key; undefined where there is none, whatever the object has inherited. */
export function ownMember<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Objects with any keys and values of one schema, as `z.record` takes them, which passes over `__proto__`. */
export function wordRecord<T extends z.ZodType>(
  value: T,
): z.ZodType<Record<string, z.output<T>>, Record<string, z.input<T>>> {
  return z
    .custom<Record<string, z.input<T>>>(isRecord, { error: "Invalid input: expected record" })
    .transform((given, context) => {
      const parsed = createWordRecord<z.output<T>>();
      for (const [key, item] of Object.entries(given)) {
        const { data, error } = value.safeParse(item);
        if (error === undefined) parsed[key] = data;
        for (const issue of error?.issues ?? [])
          context.issues.push({ ...issue, code: "custom", input: item, path: [key, ...issue.path] });
      }
      return parsed;
    });
}

/** True for an object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
