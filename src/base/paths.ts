declare const hostPath: unique symbol;
declare const sandboxPath: unique symbol;

/** An absolute path on the machine that runs Diorama. */
export type HostPath = string & { readonly [hostPath]: true };

/** An absolute path as a program inside a sandbox sees it. */
export type SandboxPath = string & { readonly [sandboxPath]: true };

/** A path inside a repository: relative, with `/`, without `.` and `..`; any Unicode and spaces. */
export type RepositoryPath = string;

/** Marks an absolute path as one of this machine. */
export function asHostPath(path: string): HostPath {
  return path as HostPath;
}

/** Marks an absolute path as one inside a sandbox. */
export function asSandboxPath(path: string): SandboxPath {
  return path as SandboxPath;
}

/** Whether a path is a folder or lies in it, by their texts alone. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The folder that a relative path is in; empty where it is in none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** `base` with relative parts appended, of the same kind of path as `base`. */
export function joinPath<P extends HostPath | SandboxPath>(base: P, ...parts: string[]): P {
  return [base.replace(/\/+$/, ""), ...parts].filter((part) => part !== "").join("/") as P;
}
