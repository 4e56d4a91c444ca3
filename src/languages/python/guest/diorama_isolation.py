"""How the warm parent closes its house before the first evaluation, and how each child closes its room.

Two tiers. Nesting: the parent has every privilege inside its own user namespace and none outside; a child gets its own
process, mount and System V namespaces, an own /proc and empty private folders, and dies with everything it started.
Plain: no namespace can be made; a child is confined by limits and the system call filter, and what it leaves running is
found and killed by the parent, whom orphans are given to.

Nothing of an evaluation may outlive it: every mount that the sandbox made writable is made read-only in the parent,
so that the only writable places are those that a child mounts for itself.
"""

import os
import resource
import shutil
import signal

import diorama_directory
import diorama_kernel as kernel

_OPTION_FLAGS = {
    "ro": kernel.MS_RDONLY,
    "nosuid": kernel.MS_NOSUID,
    "nodev": kernel.MS_NODEV,
    "noexec": kernel.MS_NOEXEC,
    "noatime": kernel.MS_NOATIME,
    "nodiratime": kernel.MS_NODIRATIME,
    "relatime": kernel.MS_RELATIME,
}


_FOLDERS = ("case", "home", "tmp", "source")
_FILE_DATE = 1_600_000_000
_TICKS = os.sysconf("SC_CLK_TCK")
# The parent can live with these itself. None on CPU time: with one, the kernel's clock of it only moves with its ticks.
_BOUNDS_OF_ALL = ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_NOFILE, 256), (resource.RLIMIT_MEMLOCK, 0))


class House:
    """What the parent keeps for all its children."""

    def __init__(self, setup):
        self.nests = setup["nests"]
        self.scratch = setup["scratch"]
        self.scratch_bytes = setup["scratch_bytes"]
        self.file_bytes = setup["file_bytes"]
        self.processes = setup["processes"]
        self.tree = setup["tree"]
        self.edited_path = setup["edited_path"]
        self.filter = kernel.SystemCallFilter(bytes.fromhex(setup["seccomp"])) if setup["seccomp"] else None
        self._folders = [os.path.join(self.scratch, name) for name in _FOLDERS]
        self.places = {"edited": self.edited_path, "tree": self.tree, "case": self._folders[0]}
        self._edited = os.path.join(self.scratch, "source", "edited")
        self._private = []
        self._placing = (
            kernel.change_of_dates(self._edited, _FILE_DATE),
            kernel.new_mount(self._edited, self.edited_path, "none", kernel.MS_BIND),
        )
        self._present = 0
        self._forking = self._entering = self._locking = ()

    def close(self):
        """Once, before any foreign code is imported."""
        kernel.shrink_bounding_set()
        kernel.make_all([kernel.dumpable(False), kernel.adoption_of_orphans()])
        if self.nests:
            own_processes = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
            # From the namespace of the last child no other can be made: back to the own one first.
            self._forking = kernel.return_to(own_processes), kernel.new_namespaces(kernel.CLONE_NEWPID)
            kernel.mount("none", "/", "none", kernel.MS_REC | kernel.MS_PRIVATE)
            _uncover_processes()
            _make_read_only()
            self._private = list(_own_folders(self.scratch, self.scratch_bytes))
            kernel.make_all(self._private)
        self.furnish()

    def furnish(self):
        """The folders that programs expect, all empty."""
        for folder in self._folders:
            os.makedirs(folder, exist_ok=True)

    def ready(self):
        """Once, when everything is loaded: works out what each child then only has to apply. A fork pays for every line that it runs."""
        with open("/proc/self/statm", "rb") as sizes:
            self._present = int(sizes.read().split()[0]) * resource.getpagesize()
        for which, bound in _BOUNDS_OF_ALL:
            _limit(which, bound)
        self._entering = tuple(self._calls_to_enter())
        self._locking = tuple(self._calls_to_lock())

    def clear(self):
        """Plain tier: removes every file that an evaluation left."""
        os.chmod(self.scratch, 0o700)
        for entry in list(os.scandir(self.scratch)):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, onerror=_force)
            else:
                os.remove(entry.path)

    def fork(self):
        """Forks a child, in the nesting tier as the first process of a new process namespace."""
        kernel.make_all(self._forking)
        return os.fork()

    def enter(self):
        """In the child, before it reads its job: gives it its own room."""
        if not self.nests:
            self.furnish()
        kernel.make_all(self._entering)

    def _calls_to_enter(self):
        # A process group reaches across namespaces: without its own, `kill(0, …)` would kill the parent.
        yield kernel.new_process_group()
        if self.nests:
            yield kernel.new_namespaces(kernel.CLONE_NEWNS | kernel.CLONE_NEWIPC)
            yield from self._private
            yield kernel.new_mount("proc", "/proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
            yield from map(kernel.new_folder, self._folders)
        else:
            yield kernel.death_with_parent()
        # The folder that the parent was in may be gone: in the plain tier its place is cleared after each evaluation.
        yield kernel.folder_change(self.places["case"])

    def lock(self, memory_bytes):
        """The last step: sets the limits and gives up every privilege for good."""
        _limit(resource.RLIMIT_FSIZE, self.file_bytes)
        _limit(resource.RLIMIT_AS, self._present + memory_bytes)
        if self.nests:
            # Elsewhere the user is not the child's own: what else it runs would count, and the sandbox bounds it already.
            _limit(resource.RLIMIT_NPROC, self.processes)
        kernel.make_all(self._locking)

    def _calls_to_lock(self):
        if self.nests:
            yield kernel.no_capabilities()
        yield kernel.dumpable(True)
        if self.filter is not None:
            yield from self.filter.installation()

    def place_edited_file(self, text):
        """Lays the candidate's file over the tree's empty one, so that its path is the one it has in the repository."""
        if not self.nests:
            diorama_directory.write(self.edited_path, text)
            return
        diorama_directory.write(self._edited, text)
        kernel.make_all(self._placing)


def _own_folders(scratch, scratch_bytes):
    """The private folders of one process, as mounts to be made."""
    private = kernel.MS_NOSUID | kernel.MS_NODEV
    yield kernel.new_mount("tmpfs", scratch, "tmpfs", private, "size=%d,nr_inodes=20000,mode=0700" % scratch_bytes)
    for folder in ("/dev/shm", "/tmp"):
        if folder != scratch and os.path.isdir(folder):
            yield kernel.new_mount("tmpfs", folder, "tmpfs", private, "size=%d,mode=0700" % scratch_bytes)


def own_memory():
    """Bytes of resident memory that this process does not share with others by way of files."""
    with open("/proc/self/statm", "rb") as sizes:
        fields = sizes.read().split()
    return (int(fields[1]) - int(fields[2])) * resource.getpagesize()


def _limit(which, bound):
    ceiling = resource.getrlimit(which)[1]
    bound = bound if ceiling == resource.RLIM_INFINITY else min(bound, ceiling)
    resource.setrlimit(which, (bound, bound))


def kill_descendants(group):
    """Plain tier: kills and reaps all that the child which led process group `group` left, until nothing is left to reap."""
    while True:
        try:
            # A whole group at once cannot fork away.
            os.killpg(group, signal.SIGKILL)
        except OSError:
            pass
        for pid in descendants(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            os.waitpid(-1, 0)
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return


def descendants(ancestor):
    """Every living process below `ancestor`, with the CPU seconds that it and its own ended children used."""
    facts = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as stat:
                    fields = stat.read().rpartition(b")")[2].split()
                facts[int(name)] = int(fields[1]), sum(map(int, fields[11:15])) / _TICKS
            except (OSError, IndexError, ValueError):
                pass
    found = {ancestor}
    while True:
        more = {pid for pid, (parent, _) in facts.items() if parent in found} - found
        if not more:
            return {pid: facts[pid][1] for pid in found if pid != ancestor}
        found |= more


def _force(remove, path, _):
    """Makes room where a child took away its own permissions, and tries once more."""
    os.chmod(os.path.dirname(path), 0o700)
    os.chmod(path, 0o700, follow_symlinks=False) if not os.path.islink(path) else None
    remove(path)


def _mounts():
    with open("/proc/self/mountinfo", "rb") as lines:
        for line in lines:
            fields = line.split(b" ")
            path = fields[4].decode("unicode_escape").encode("latin-1")
            yield os.fsdecode(path), fields[5].decode("ascii").split(",")


def _uncover_processes():
    """A child may mount its own /proc only where nothing of this one is covered."""
    for path, _ in reversed(list(_mounts())):
        if path.startswith("/proc/"):
            kernel.unmount(path)


def _make_read_only():
    for path, options in _mounts():
        if "ro" in options or path == "/proc":
            continue
        flags = kernel.MS_REMOUNT | kernel.MS_BIND | kernel.MS_RDONLY
        for option in options:
            flags |= _OPTION_FLAGS.get(option, 0)
        kernel.mount("none", path, "none", flags)
