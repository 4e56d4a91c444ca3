"""The private directory of a case: empty, and the same path for every case."""

import os
import shutil

_made = {}
# Of directories whose size grows with each entry, as those in memory do, the size without any: then one look tells whether there are some.
_empty_sizes = {}
# Kept from before foreign code can replace them.
_lstat, _listdir, _chdir = os.lstat, os.listdir, os.chdir


def adopt(directory):
    """Takes the directory that this process was given, in which it is, and which is empty, for the first case."""
    _made[directory] = _facts_of(_lstat(directory))
    empty = _lstat(directory).st_size
    probe = os.path.join(directory, "probe")
    os.mkdir(probe)
    if _lstat(directory).st_size > empty:
        _empty_sizes[directory] = empty
    os.rmdir(probe)


def enter(directory):
    """An empty private directory, the same path for every case; made anew where the last case has left a trace in it."""
    if is_untouched(directory):
        _chdir(directory)
        return
    _chdir("/")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory, exist_ok=True)
    _chdir(directory)
    _made[directory] = _facts_of(_lstat(directory))


def is_untouched(directory):
    """True for a directory that is the one that was made or adopted, as it was then, and empty."""
    try:
        found = _lstat(directory)
    except OSError:
        return False
    if _made.get(directory) != _facts_of(found):
        return False
    return found.st_size == _empty_sizes[directory] if directory in _empty_sizes else not _listdir(directory)


def _facts_of(found):
    """What nobody can change without a trace: another file in its place, and who may do what in it."""
    return found.st_dev, found.st_ino, found.st_mode, found.st_uid, found.st_gid


def write(path, content):
    """A file with this content and nothing else."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
    view = memoryview(content)
    while view:
        view = view[os.write(file, view) :]
    os.close(file)
