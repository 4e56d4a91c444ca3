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

/** After `MOVE_SCRATCH`: defaults of the functions of `subject` that speak of the folder speak of the temporary one. */
export const MOVE_DEFAULTS = `

def move_defaults():
    own = [each for each in vars(subject).values() if isinstance(each, type) and each.__module__ == subject.__name__]
    for value in [each for holder in [subject] + own for each in list(vars(holder).values())]:
        function = getattr(value, "__func__", value)
        defaults = getattr(function, "__defaults__", None)
        if defaults and function.__module__ == subject.__name__:
            moved = (each.replace(${JSON.stringify(SCRATCH)}, SCRATCH) if isinstance(each, str) else each for each in defaults)
            function.__defaults__ = tuple(moved)


move_defaults()
`;
