/**
 * Scripts that a model wrote were told of a folder of their own, below the home of a user that no sandbox has. Where a text speaks of
 * it, it is run with the path of a temporary folder in its place, and the task says so.
 */
const SCRATCH = "/home/user";

/** True where a text names a path below the scratch folder. */
export function namesScratchFolder(text: string): boolean {
  return new RegExp(`${RegExp.escape(SCRATCH)}(?![\\w-])`).test(text);
}

/** Python statements after which the text in the variable `TEXT` speaks of a temporary folder. They import what they need. */
export const MOVE_SCRATCH = `import os
import tempfile

SCRATCH = tempfile.mkdtemp()
os.makedirs(os.path.join(SCRATCH, "tmp"))
TEXT = TEXT.replace(${JSON.stringify(SCRATCH)}, SCRATCH)
`;
