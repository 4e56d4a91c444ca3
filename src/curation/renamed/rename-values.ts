/** Cases and what they showed, in the names of a renaming. Texts that are values stay as they are. */
import type { RepositoryPath } from "../../base/index.ts";
import { keywordsInOrder, membersOf, orderOf, type CaseRecipe, type Observation } from "../../spec/index.ts";
import type { Renaming } from "./renaming.ts";

type Members = Readonly<Record<string, unknown>>;

/** The inputs of a case; `path` is the target's file. */
export function renameRecipe(recipe: CaseRecipe, renaming: Renaming, path: RepositoryPath): CaseRecipe {
  const { shared, positional, keywords, order: _, patches, ...rest } = recipe;
  const values = new RenamedValues(renaming, path);
  return {
    ...rest,
    ...(recipe.call === undefined ? {} : { call: values.called(recipe.call, recipe.receiver !== undefined) }),
    shared: values.all(shared),
    positional: values.all(positional),
    keywords: values.named(keywords),
    // New names may come in another order.
    ...orderOf(keywordsInOrder(recipe).flatMap(([name]) => Object.keys(values.named({ [name]: null })))),
    ...(recipe.receiver === undefined ? {} : { receiver: values.of(recipe.receiver) }),
    ...(patches === undefined
      ? {}
      : {
          patches: patches.map((patch) => ({
            ...patch,
            owner: renaming.reference(patch.owner),
            name: renaming.isOwn(patch.owner.split(":")[0] ?? "") ? renaming.name(patch.name) : patch.name,
            ...(patch.value === undefined ? {} : { value: values.of(patch.value) }),
          })),
        }),
  } as CaseRecipe;
}

/** What a case showed; `path` is the target's file. */
export function renameObservation(
  observation: Observation,
  renaming: Renaming,
  path: RepositoryPath,
): Observation {
  if (observation.status === "refused") return observation;
  const values = new RenamedValues(renaming, path);
  const afterwards = {
    ...observation,
    positional: values.all(observation.positional),
    keywords: values.named(observation.keywords),
    ...(observation.receiver === undefined ? {} : { receiver: values.of(observation.receiver) }),
  };
  return afterwards.status === "returned"
    ? { ...afterwards, value: values.of(afterwards.value) }
    : { ...afterwards, exception: values.raised(afterwards.exception) };
}

class RenamedValues {
  readonly #renaming: Renaming;
  /** A file of the language that functions are written in. */
  readonly #path: RepositoryPath;

  constructor(renaming: Renaming, path: RepositoryPath) {
    this.#renaming = renaming;
    this.#path = path;
  }

  of(value: unknown): unknown {
    if (Array.isArray(value)) return this.all(value);
    const [tag] = membersOf(value).keys();
    if (tag === undefined) return value;
    const members = value as Members;
    const content = members[tag];
    if (members["iterator"] !== undefined || members["async_iterator"] !== undefined)
      return this.#items(members);
    if (tag === "named" || tag === "module") return { [tag]: this.#renaming.reference(String(content)) };
    if (tag === "object") return { object: this.#object(content as Members) };
    if (tag === "made") return { made: this.#made(content as Members) };
    if (tag === "function" || tag === "local_class")
      return { [tag]: typeof content === "string" ? this.#code(content) : this.#written(content as Members) };
    if (tag === "callback")
      return { callback: typeof content === "string" ? content : this.#callback(content as Members) };
    if (tag === "argument")
      return { argument: typeof content === "string" ? this.#renaming.name(content) : content };
    return { [tag]: Array.isArray(content) ? this.all(content) : content };
  }

  all<T>(values: readonly T[]): T[] {
    return values.map((value) => this.of(value) as T);
  }

  /** Arguments by the names of parameters. */
  named<T>(values: Readonly<Record<string, T>>): Record<string, T> {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [this.#renaming.name(name), this.of(value) as T]),
    );
  }

  called(call: string, isMethod: boolean): string {
    return isMethod ? this.#renaming.name(call) : this.#renaming.reference(call);
  }

  raised<T extends Members>(exception: T): T {
    const { class: type, bases, data } = exception;
    const isOwn = this.#isOwn(type);
    return {
      ...exception,
      class: this.#renaming.reference(String(type)),
      ...(Array.isArray(bases) ? { bases: bases.map((base) => this.#renaming.reference(String(base))) } : {}),
      ...("arguments" in exception ? { arguments: this.of(exception["arguments"]) } : {}),
      ...(data === undefined ? {} : { data: isOwn ? this.named(data as Members) : data }),
    };
  }

  #isOwn(reference: unknown): boolean {
    return typeof reference === "string" && this.#renaming.isOwn(reference.split(":")[0] ?? "");
  }

  #object(object: Members): Members {
    const isOwn = this.#isOwn(object["class"]) || this.#isOwn(object["own"]);
    return mapMembers(object, (key, value) => {
      if (key === "class" || key === "own") return this.#renaming.reference(String(value));
      if (key !== "state" && key !== "slots" && key !== "memos") return this.of(value);
      return isOwn && !Array.isArray(value) ? this.named(value as Members) : this.of(value);
    });
  }

  #made(made: Members, isMethod: boolean = made["of"] !== undefined): Members {
    return mapMembers(made, (key, value) => {
      if (key === "class") return this.#renaming.reference(String(value));
      if (key === "attribute") return this.#renaming.name(String(value));
      if (key === "call") return this.called(String(value), isMethod);
      if (key === "keywords") return this.named(value as Members);
      if (key === "take") return (value as readonly Members[]).map((step) => this.#step(step));
      if (key === "since") return (value as readonly Members[]).map((call) => this.#made(call, true));
      return this.of(value);
    });
  }

  #step(step: Members): Members {
    return mapMembers(step, (key, value) =>
      key === "attribute" ? this.#renaming.name(String(value)) : this.of(value),
    );
  }

  #written(written: Members): Members {
    return mapMembers(written, (key, value) =>
      key === "text" ? this.#code(String(value)) : this.named(value as Members),
    );
  }

  #code(text: string): string {
    return this.#renaming.code(this.#path, text);
  }

  #callback(callback: Members): Members {
    return mapMembers(callback, (key, value) => {
      if (key !== "calls") return value;
      return (value as readonly Members[]).map((call) =>
        mapMembers(call, (part, content) => {
          if (part === "keywords") return this.named(content as Members);
          return part === "raises" ? content : this.of(content);
        }),
      );
    });
  }

  #items(members: Members): Members {
    return mapMembers(members, (key, value) => {
      if (key !== "end") return this.of(value);
      return typeof value === "string" ? value : this.raised(value as Members);
    });
  }
}

function mapMembers(members: Members, of: (key: string, value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, of(key, value)]));
}
