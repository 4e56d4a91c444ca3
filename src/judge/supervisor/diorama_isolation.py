"""How the warm parent closes its house before the first evaluation, and how each child closes its room.

Two tiers. Nesting: the parent has every privilege inside its own user namespace and none outside; a child gets its own
process, mount and System V namespaces, an own /proc and empty private folders, and dies with everything it started.
Plain: no namespace can be made; a child is confined by limits and the system call filter, and what it leaves running is
found and killed by the parent, whom orphans are given to.

Nothing of an evaluation may outlive it: every mount that the sandbox made writable is made read-only in the parent,
so that the only writable places are those that a child mounts for itself; every child has a session, and so a scheduling
group, of its own; and after one that used its network comes a new network (see `_Network`). docs/kernel-objects.md lists
what else could stay, and what ends it.
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


_FOLDERS = ("case", "home", "tmp", "source", "shm")
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
        self.other_paths = setup["other_paths"]
        self._program = bytes.fromhex(setup["seccomp"])
        self._own_marks = [setup["own_marks"][name] for name in ("process", "group")]
        self._filter = kernel.SystemCallFilter(self._program)
        self._folders = [os.path.join(self.scratch, name) for name in _FOLDERS]
        self.shared = self._folders[4]
        self.places = {
            "edited": self.edited_path,
            "others": self.other_paths,
            "tree": self.tree,
            "case": self._folders[0],
        }
        self._private = []
        self._placing = [
            (path, own, (kernel.change_of_dates(own, setup["file_date"]), kernel.new_mount(own, path, "none", kernel.MS_BIND)))
            for path, own in self._edited_files()
        ]
        self._present = 0
        self._network = None
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
        self.weigh()
        for which, bound in _BOUNDS_OF_ALL:
            _limit(which, bound)
        self._network = _Network() if self.nests else None
        self._entering = tuple(self._calls_to_enter())
        self._locking = tuple(self._calls_to_lock())

    def weigh(self):
        """What this process has is no child's use of memory."""
        with open("/proc/self/statm", "rb") as sizes:
            self._present = int(sizes.read().split()[0]) * resource.getpagesize()

    def clear(self):
        """Plain tier: removes every file that an evaluation left."""
        os.chmod(self.scratch, 0o700)
        for entry in list(os.scandir(self.scratch)):
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, onerror=_force)
            else:
                os.remove(entry.path)

    def fork(self):
        """Forks a child, in the nesting tier as the first process of a new process namespace, in a network that nobody used."""
        if self._network is not None:
            self._network.renew_if_used()
        kernel.make_all(self._forking)
        return os.fork()

    def fork_beside(self):
        """Forks a process that takes this one's place for a while, in the same namespaces; it does not outlive this one."""
        kernel.make_all(self._forking[:1])
        pid = os.fork()
        if pid == 0:
            kernel.make_all([kernel.death_with_parent()])
        return pid

    def enter(self):
        """In the child, before it reads its job: gives it its own room."""
        if not self.nests:
            self.furnish()
        kernel.make_all(self._entering)

    def _calls_to_enter(self):
        # Process groups reach across namespaces: without its own, `kill(0, …)` would kill the parent. And what is set for the
        # scheduling group of a session stays set.
        yield kernel.new_session()
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
        if not self.nests:
            kernel.keep_signals_inside()
            kernel.make_all(kernel.SystemCallFilter(self._program, self._own_marks).installation())

    def _calls_to_lock(self):
        if self.nests:
            yield kernel.no_capabilities()
        yield kernel.dumpable(True)
        if self.nests:
            yield from self._filter.installation()

    def _edited_files(self):
        """Where the candidate's files belong, and where each is written first."""
        for number, path in enumerate([self.edited_path] + self.other_paths):
            yield path, os.path.join(self.scratch, "source", "edited%d" % number if number else "edited")

    def place_edited_files(self, texts):
        """Lays the candidate's files over the tree's empty ones, so that their paths are those that they have in the repository."""
        for text, (path, own, calls) in zip(texts, self._placing):
            diorama_directory.write(own if self.nests else path, text)
            if self.nests:
                kernel.make_all(calls)


class _Network:
    """The parent's network namespace, which its children share until one has used it.

    Making one costs more than the rest of a fork, and few children use any. Without rights in it they can leave something there in
    four ways: with a packet, which the loopback counts; in a socket that is still there, which is counted as well; as an IPv6 flow
    label; or in what protocols count, failures to send among it. Where all is as it was, nothing was left.
    """

    _TABLES = ("dev", "sockstat", "ip6_flowlabel", "snmp", "snmp6", "netstat")

    def __init__(self):
        self._open()

    def _open(self):
        # A table that is open stays that of its namespace.
        paths = ("/proc/self/net/" + name for name in self._TABLES)
        self._tables = [os.open(path, os.O_RDONLY | os.O_CLOEXEC) for path in paths if os.path.exists(path)]
        self._unused = self._look()

    def _look(self):
        # Only the first line of `sockstat` is about this namespace alone.
        return [
            table.partition(b"\n")[0] if table.startswith(b"sockets:") else table
            for table in (os.pread(descriptor, 65536, 0) for descriptor in self._tables)
        ]

    def renew_if_used(self):
        if self._look() == self._unused:
            return
        for descriptor in self._tables:
            os.close(descriptor)
        kernel.make_all([kernel.new_namespaces(kernel.CLONE_NEWNET)])
        kernel.raise_loopback()
        self._open()


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


class Descendants:
    """The processes below one, and the CPU time that they had used by the last look, those that are gone included."""

    def __init__(self, ancestor):
        self._ancestor = ancestor
        self._seen = {}
        self.seconds = 0.0

    def are_known(self):
        """Whether the last look found any, alive or waited for."""
        return len(self._seen) > 1 or any(waited_for for _, waited_for in self._seen.values())

    def look(self):
        before, self._seen = self._seen, _below(self._ancestor)
        gone = sum(own + waited_for for process, (own, waited_for) in before.items() if process not in self._seen)
        for process, (own, waited_for) in self._seen.items():
            own_before, waited_for_before = before.get(process, (0.0, 0.0))
            gone -= waited_for - waited_for_before
            if process[0] != self._ancestor:
                self.seconds += own - own_before
        # What was waited for had been counted before, but for what it used after the last look.
        self.seconds += max(0.0, -gone)


def descendants(ancestor):
    """The ids of all living processes below `ancestor`."""
    return [pid for pid, _ in _below(ancestor) if pid != ancestor]


def is_at_work(ancestor, for_disk=True):
    """Whether a thread of a process, or of one below it, has or awaits a processor or, `for_disk`, the disk."""
    family = _family(ancestor)
    states = {pid: _states_of_threads(pid) for pid in family}
    if any(b"R" in states[pid] for pid in family):
        return True
    # Who waits for its own child to go on (vfork) looks like one that waits for the disk.
    parents = {int(fields[1]) for fields in family.values() if fields[0] != b"Z"}
    return for_disk and any(b"D" in states[pid] for pid in family if pid not in parents)


def _states_of_threads(pid):
    found = set()
    try:
        for thread in os.listdir("/proc/%d/task" % pid):
            found.add(_fields_of("/proc/%d/task/%s/stat" % (pid, thread))[0])
    except (OSError, IndexError):
        pass
    return found


def _below(ancestor):
    """CPU seconds of `ancestor` and all processes below it, own ones and those of children waited for, by id and time of birth."""
    return {
        (pid, fields[19]): (_seconds(fields[11:13]), _seconds(fields[13:15])) for pid, fields in _family(ancestor).items()
    }


def _family(ancestor):
    """What the kernel tells of `ancestor` and of all processes below it, by id."""
    facts = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = _fields_of("/proc/%s/stat" % name)
                facts[int(name)] = int(fields[1]), fields
            except (OSError, IndexError, ValueError):
                pass
    found = {ancestor} & set(facts)
    while True:
        more = {pid for pid, (parent, _) in facts.items() if parent in found} - found
        if not more:
            return {pid: facts[pid][1] for pid in found}
        found |= more


def _fields_of(path):
    """The fields of a `stat` file after the name, which may hold anything."""
    with open(path, "rb") as stat:
        return stat.read().rpartition(b")")[2].split()


def _seconds(ticks):
    return sum(map(int, ticks)) / _TICKS


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
