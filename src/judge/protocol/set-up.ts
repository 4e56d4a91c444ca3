import { z } from "zod";

import type { SandboxPath } from "../../base/index.ts";

/** What a parent is told first, as JSON. Paths are absolute, inside the sandbox. */
export interface SetUp {
  /** Whether children get namespaces of their own; else what they leave is found and removed. */
  readonly nests: boolean;
  /** Folder in which a child's private folders are; the parent's own elsewhere too. */
  readonly scratch: SandboxPath;
  readonly scratch_bytes: number;
  /** Bytes of one file that a child may write, and processes that it may have. */
  readonly file_bytes: number;
  readonly processes: number;
  readonly tree: SandboxPath;
  /** Where each job's file is laid. */
  readonly edited_path: SandboxPath;
  /** Where the further files of each job are laid. */
  readonly other_paths: readonly SandboxPath[];
  /** When they were last read and written, in seconds since 1970. */
  readonly file_date: number;
  /** Folders that imports begin at. */
  readonly import_roots: readonly SandboxPath[];
  /** Modules to load ahead, in order, and files to compile ahead: what an answer to `probe` named. */
  readonly preload: readonly string[];
  readonly compile: readonly SandboxPath[];
  /** Parts of the driver's own to load ahead. */
  readonly loads: readonly string[];
  /** The original file and its import name, to be loaded ahead; own code only. */
  readonly resident: { readonly text: string; readonly module: string } | null;
  /** Hexadecimal BPF program that refuses system calls, for children. */
  readonly seccomp: string;
  /** Numbers in that program that stand for the child's own process and process group. */
  readonly own_marks: { readonly process: number; readonly group: number };
}

const stateLeft = z.object({ threads: z.int(), descriptors: z.int(), files: z.int() });

/** What a parent says when it has loaded everything, as JSON. */
export const readyMessage = z.object({
  /** Modules that could not be loaded ahead. */
  failed: z.array(z.string()),
  /** What it had before and after that: with another thread, or more of the rest, it must not be forked. */
  before: stateLeft,
  after: stateLeft,
  /** Memory that it shares with nobody by way of files. */
  resident_bytes: z.int(),
});
