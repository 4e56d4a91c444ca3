import { execFileSync } from "node:child_process";

import { findGuestPython } from "../guest-python.ts";

let version: number | undefined;

const ask = [
  "import ctypes",
  "print(max(0, ctypes.CDLL(None).syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1))))",
].join("\n");

/** Version of Landlock's interface in this kernel; 0 where there is none, or no Python 3 to ask with. */
export function landlockVersion(): number {
  version ??= askKernel();
  return version;
}

function askKernel(): number {
  const python = findGuestPython();
  if (python === undefined) return 0;
  try {
    return Number(execFileSync(python, ["-I", "-S", "-c", ask], { encoding: "utf8", env: {} }).trim());
  } catch {
    return 0;
  }
}
