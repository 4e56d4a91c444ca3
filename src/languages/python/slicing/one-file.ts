import type { OneFile } from "../../slicing.ts";
import type { Program } from "./program.ts";
import type { Shown } from "./render-files.ts";

export function renderOneFile(_program: Program, _shown: Shown): OneFile {
  return { status: "refused", reason: "todo" };
}
