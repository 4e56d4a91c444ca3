"""Where recorded values come from: which modules the judge can import again, which texts are paths of files that go
into the case, which values are known by a module-level name.
"""

import os
import sys
import tempfile
from builtins import len, open, sorted, str, type

from diorama_names import ModuleNames, Refused, own_text, type_name
from diorama_written import written_class, written_function

MOST_FILES = 64
MOST_FILE_BYTES = 256000
# Modules that stand in no judge's environment by right: they belong to the test run.
_TEST_RUN = ("_pytest", "pytest", "pluggy", "py", "unittest", "conftest", "__main__")


class RecordingContext:
    """
    The context of recipes made while tests of the tree at `tree` run. `import_roots` and `excluded` (files and folders
    that the judge's tree lacks: test code) are relative to it. `callback` is asked for functions without a name, `stream` for generators.
    """

    def __init__(self, tree, import_roots, excluded, callback, stream):
        self.tree = os.path.realpath(tree)
        self.import_roots = [os.path.normpath(root) for root in import_roots] or ["."]
        self.excluded = {os.path.normpath(path) for path in excluded}
        self.temporary = sorted({tempfile.gettempdir(), os.path.realpath(tempfile.gettempdir())}, key=len)
        self.callback, self.stream = callback, stream
        self.importable_modules = {}
        self.names = ModuleNames()
        self.begin_case(None)

    def begin_case(self, module):
        """Forgets the files of the last case; `module` is the one the target is defined in. `replaced` are names that stand for something else now."""
        self.module = module
        self.roots = {}
        self.replaced = frozenset()

    # Functions without a name.

    def written(self, function):
        """What tests write of one; of those that the repository makes itself the text is not told: it may be what is hidden."""
        return written_function(function) if self.is_of_tests(function.__code__.co_filename) else None

    def written_class(self, cls):
        """What tests write of one; only those of test code are watched."""
        return written_class(cls)

    def is_of_tests(self, filename):
        """True for the file of test code, and for an example of documentation."""
        path = os.path.realpath(filename)
        inside = path.startswith(self.tree + os.sep)
        return filename.startswith("<doctest ") or (inside and self.is_excluded(os.path.relpath(path, self.tree)))

    # Modules.

    def is_importable(self, module):
        known = self.importable_modules.get(module)
        if known is None:
            known = self.importable_modules[module] = self.can_import(module)
        return known

    def can_import(self, module):
        if module.partition(".")[0] in _TEST_RUN or module.startswith("diorama_"):
            return False
        loaded = sys.modules.get(module)
        path = own_text(loaded, "__file__") if loaded is not None else None
        if path is None:
            return loaded is not None
        path = os.path.realpath(path)
        if not path.startswith(self.tree + os.sep):
            return not any(path.startswith(folder + os.sep) for folder in self.temporary)
        relative = os.path.relpath(path, self.tree)
        if self.is_excluded(relative):
            return False
        stem = relative.partition(".")[0] if relative.endswith(".so") else os.path.splitext(relative)[0]
        stem = os.path.dirname(stem) if os.path.basename(stem) == "__init__" else stem
        return any(os.path.normpath(os.path.join(root, module.replace(".", "/"))) == stem for root in self.import_roots)

    def is_excluded(self, relative):
        while relative:
            if relative in self.excluded:
                return True
            relative = os.path.dirname(relative)
        return False

    # Module-level values.

    def globals_of(self, value):
        """`module:name` of a value that the target's module or its class's module holds, else None."""
        return self.names.find(value, (self.module, type_name(type(value)).partition(":")[0]))

    # Texts that are paths.

    def place(self, text, files):
        """A text as it is, or the form of a path below the case's directory, with what lies there put into `files`."""
        for folder in self.temporary:
            if folder in text:
                return self.place_temporary(text, folder, files)
        if self.tree in text:
            return self.place_in_tree(text, files)
        return text

    def place_temporary(self, text, folder, files):
        if not text.startswith(folder + os.sep):
            return text if text == folder or not self.holds_existing(text, folder) else refuse_path(text)
        parts = text[len(folder) + 1 :].split(os.sep)
        if not os.path.lexists(os.path.join(folder, parts[0])):
            return text
        depth = 3 if parts[0].startswith("pytest-of-") else 1
        if len(parts) < depth or "" in parts or "." in parts or ".." in parts:
            return refuse_path(text)
        root = os.path.join(folder, *parts[:depth])
        name = self.roots.get(root)
        if name is None:
            suffix = "" if os.path.isdir(root) else os.path.splitext(root)[1]
            name = self.roots[root] = "given-%d%s" % (len(self.roots), suffix)
        relative = "/".join([name] + parts[depth:])
        self.collect(text, relative, files)
        return {"path": relative}

    def holds_existing(self, text, folder):
        """True when a longer text holds a path of an existing temporary file: it differs from run to run."""
        after = text.partition(folder + os.sep)[2]
        first = after.split(os.sep)[0].split()[0] if after.split() else ""
        return first != "" and os.path.lexists(os.path.join(folder, first.strip("'\"")))

    def place_in_tree(self, text, files):
        if not text.startswith(self.tree + os.sep) or os.path.normpath(text) != text:
            return refuse_path(text)
        relative = "tree/" + os.path.relpath(text, self.tree)
        self.collect(text, relative, files)
        return {"path": relative}

    def collect(self, path, relative, files):
        if os.path.isdir(path):
            files[relative + "/"] = ""
            for name in sorted(os.listdir(path)):
                self.collect(os.path.join(path, name), relative + "/" + name, files)
        elif os.path.isfile(path):
            if len(files) >= MOST_FILES or os.path.getsize(path) + total_size(files) > MOST_FILE_BYTES:
                raise Refused("too_large", "files")
            with open(path, "rb") as file:
                files[relative] = file.read(MOST_FILE_BYTES).decode("latin-1")
        elif os.path.lexists(path):
            raise Refused("file", "a special file")
        else:
            parent = relative.rpartition("/")[0]
            if parent:
                files.setdefault(parent + "/", "")


def total_size(files):
    return sum(len(content) for content in files.values())


def refuse_path(text):
    raise Refused("temporary_path", str(len(text)) + " characters")
