"""The private directory of a case: empty, and the same path for every case."""

import os
import shutil

# Of each directory what nobody can change without a trace: another file in its place, who may do what in it, how many folders are in it, its size.
_made = {}
# Directories whose size grows with each entry, as those in memory do: one look tells whether they are empty.
_telling = set()
# Kept from before foreign code can replace them.
_lstat, _listdir, _chdir = os.lstat, os.listdir, os.chdir


def adopt(directory):
    """Takes the directory that this process was given, in which it is, and which is empty, for the first case."""
    _made[directory] = _facts_of(directory)
    probe = os.path.join(directory, "probe")
    os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    if _facts_of(directory) != _made[directory]:
        _telling.add(directory)
    os.unlink(probe)


def enter(directory):
    """An empty private directory, the same path for every case; made anew where the last case has left a trace in it."""
    if is_untouched(directory):
        _chdir(directory)
        return
    _chdir("/")
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory, exist_ok=True)
    _chdir(directory)
    _made[directory] = _facts_of(directory)


def is_untouched(directory):
    """True for a directory that is the one that was made or adopted, as it was then, and empty."""
    try:
        facts = _facts_of(directory)
    except OSError:
        return False
    return facts == _made.get(directory) and (directory in _telling or not _listdir(directory))


def _facts_of(directory):
    """Mode, number, device, links, owner, group, size."""
    return _lstat(directory)[:7]


def write(path, content):
    """A file with this content and nothing else."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
    view = memoryview(content)
    while view:
        view = view[os.write(file, view) :]
    os.close(file)
