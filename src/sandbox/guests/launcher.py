"""Starts one command confined by Landlock, seccomp, limits and (as root) a user id, without any namespace.

    python3 -I -S launcher.py          with a JSON document on descriptor 3; reports on descriptor 4

The first process is the supervisor: it is not confined, it starts the command, adopts every orphan of it, kills all that
is left when the command ends, is stopped or SIGTERM comes, and writes one line to its report: `exit N PEAK` or `signal N PEAK`, PEAK
being the most memory in bytes that one process of the command had, or `broken REASON`. It reads nothing that the command
writes. The second confines itself and becomes the command.

Document: parent (process id of the starter), user (number or null), readable, listable (folders of which only names are shown),
writable (lists of paths), devices (list of
paths), keeps (number of a capability or null), limits ([[resource number, soft, hard]]), filter (base64 of a seccomp program), proxy (path of a Unix socket or null),
variables, directory, command. Python 3.6 or later, standard library only.
"""

import base64
import ctypes
import errno
import itertools
import json
import os
import resource
import signal
import struct
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 22, 24, 38
PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT, PR_SET_KEEPCAPS = 36, 47, 8

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, MOVE_FILE, TRUNCATE, IOCTL_DEVICE = 1, 2, 4, 8, 1 << 13, 1 << 14, 1 << 15
CONNECT_TCP, BIND_TCP = 2, 1
ABSTRACT_SOCKETS, SIGNALS = 1, 2
LANDLOCK_WITH_SCOPES = 6
FOR_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE


class Broken(Exception):
    """The machinery failed, before the command started."""


def prctl(option, *arguments):
    values = [ctypes.c_ulong(each) for each in (list(arguments) + [0, 0, 0, 0])[:4]]
    return libc.prctl(option, *values)


def demand(result, what):
    if result < 0:
        raise Broken("%s: %s" % (what, os.strerror(ctypes.get_errno())))
    return result


def landlock_version():
    """0 where the kernel has no Landlock."""
    return max(0, libc.syscall(444, None, ctypes.c_size_t(0), ctypes.c_uint32(1)))


def keep_signals_inside():
    """Signals from here on, also those to everybody, reach only what this process starts; False where the kernel cannot."""
    if landlock_version() < LANDLOCK_WITH_SCOPES:
        return False
    # Moving files between folders is the one right that a ruleset denies unless it grants it.
    attributes = struct.pack("=QQQ", MOVE_FILE, 0, SIGNALS)
    rules = demand(libc.syscall(444, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)), "landlock")
    allow_path(rules, "/", MOVE_FILE)
    demand(prctl(PR_SET_NO_NEW_PRIVS, 1), "no new privileges")
    demand(libc.syscall(446, rules, ctypes.c_uint32(0)), "landlock")
    os.close(rules)
    return True


def restrict_files(document, port):
    """Landlock: what is listed, and nothing else; TCP connections to `port` only; signals to own processes only."""
    version = landlock_version()
    if version < 1:
        raise Broken("this kernel has no Landlock")
    handled = (1 << 13) - 1
    handled |= (MOVE_FILE if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0)
    handled |= IOCTL_DEVICE if version >= 5 else 0
    network = CONNECT_TCP | BIND_TCP if version >= 4 and port is None else CONNECT_TCP if version >= 4 else 0
    attributes = struct.pack("=Q", handled)
    attributes += struct.pack("=Q", network) if version >= 4 else b""
    attributes += struct.pack("=Q", ABSTRACT_SOCKETS | SIGNALS) if version >= LANDLOCK_WITH_SCOPES else b""
    rules = demand(libc.syscall(444, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)), "landlock")
    reading = EXECUTE | READ_FILE | READ_DIR
    for path in document["readable"] + ["/proc/self"]:
        allow_path(rules, path, reading)
    for path in document["listable"]:
        allow_path(rules, path, READ_DIR)
    for path in document["writable"]:
        allow_path(rules, path, handled)
    for path in document["devices"]:
        allow_path(rules, path, (READ_FILE | WRITE_FILE | IOCTL_DEVICE) & handled)
    if port is not None and version >= 4:
        rule = struct.pack("=QQ", CONNECT_TCP, port)
        demand(libc.syscall(445, rules, 2, rule, ctypes.c_uint32(0)), "landlock port")
    demand(libc.syscall(446, rules, ctypes.c_uint32(0)), "landlock")
    os.close(rules)


def allow_path(rules, path, access):
    try:
        descriptor = os.open(path, 0o10000000 | os.O_CLOEXEC)
    except OSError as error:
        if error.errno == errno.ENOENT:
            return
        raise Broken("%s cannot be reached by the sandbox's user: %s" % (path, error.strerror))
    if not os.path.isdir(path):
        access &= FOR_FILES
    rule = struct.pack("=Qi", access, descriptor)
    demand(libc.syscall(445, rules, 1, rule, ctypes.c_uint32(0)), "landlock rule for %s" % path)
    os.close(descriptor)


def become_user(document):
    """Drops to the worker's user and to no capabilities, or to the one with which it reads below folders closed to it."""
    user = document["user"]
    if user is None:
        return
    keeps = document["keeps"]
    os.setgroups([])
    os.setresgid(user, user, user)
    demand(prctl(PR_SET_KEEPCAPS, 0 if keeps is None else 1), "keep capabilities")
    for capability in range(64):
        if capability != keeps:
            prctl(PR_CAPBSET_DROP, capability)
    os.setresuid(user, user, user)
    kept = 0 if keeps is None else 1 << keeps
    header = struct.pack("=Ii", 0x20080522, 0)
    sets = struct.pack("=6I", kept, kept, kept, 0, 0, 0)
    demand(libc.capset(header, sets), "capabilities")
    if keeps is not None:
        demand(prctl(PR_CAP_AMBIENT, 2, keeps), "ambient capability")


def filter_calls(program):
    """Installs the seccomp program."""
    size = len(program) // 8
    steps = ctypes.create_string_buffer(program, len(program))
    packed = struct.pack("@HP", size, ctypes.addressof(steps))
    header = ctypes.create_string_buffer(packed, len(packed))
    demand(prctl(PR_SET_SECCOMP, 2, ctypes.addressof(header)), "seccomp")


def confine(document, port):
    for number, soft, hard in document["limits"]:
        resource.setrlimit(number, (soft, hard))
    become_user(document)
    demand(prctl(PR_SET_NO_NEW_PRIVS, 1), "no new privileges")
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    restrict_files(document, port)
    os.chdir(document["directory"])
    filter_calls(base64.b64decode(document["filter"]))


def run_command(document, variables, port, errors):
    """Never returns. What goes wrong before the command starts is written to the pipe `errors`."""
    try:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        confine(document, port)
        os.execvpe(document["command"][0], document["command"], variables)
    except OSError as error:
        sys.stderr.write("%s: %s\n" % (document["command"][0], error.strerror))
        sys.stderr.flush()
        os._exit(127)
    except BaseException as error:
        os.write(errors, str(error).encode("utf-8", "replace")[:2000])
        os._exit(126)


def descendants():
    """Process ids below this one with their process groups, by one look at /proc."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open("/proc/%s/stat" % name, "rb") as file:
                    parent, group = map(int, file.read().rsplit(b")", 1)[1].split()[1:3])
            except (OSError, IndexError, ValueError):
                continue
            children.setdefault(parent, []).append((int(name), group))
    found, waiting = {}, [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found.update(below)
        waiting += [process for process, _ in below]
    return found


def signal_all(processes, number):
    """Signals processes by their groups where these are not ours too: a whole group at once cannot fork away."""
    own = os.getpgrp()
    for target in {process if group == own else -group for process, group in processes.items()}:
        try:
            os.kill(target, number)
        except OSError:
            pass


def kill_by_looking():
    """Stops all that is below this process before it kills them: what is stopped neither forks nor takes processor time."""
    known = {}
    for _ in range(100):
        found = descendants()
        signal_all(found, signal.SIGSTOP)
        if known.keys() >= found.keys():
            break
        known = found
    signal_all(descendants(), signal.SIGKILL)


def kill_user(user):
    """One sweep over all processes of the worker's user: none can fork away from it."""
    killer = os.fork()
    if killer == 0:
        os.setresuid(user, user, user)
        os.kill(-1, signal.SIGKILL)
        os._exit(0)
    os.waitpid(killer, 0)


def kill_all(user, is_scoped):
    """Kills everything below this process until nothing is left. Orphans are its children, so no process is below another."""
    for attempt in itertools.count(1):
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return
        if is_scoped:
            try:
                os.kill(-1, signal.SIGKILL)
            except OSError:
                pass
            time.sleep(0.001)
        else:
            kill_by_looking()
            if attempt % 20 == 0 and user is not None:
                kill_user(user)


def start_relay(document):
    """The relay to the proxy, outside the confinement; returns its listener."""
    if document["proxy"] is None:
        return None
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import relay

    listener = relay.listen(0)
    if os.fork() == 0:
        relay.release_descriptors()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        relay.serve(listener, document["proxy"])
    return listener


def supervise(document):
    """Runs the command to its end; returns the line of the report."""
    variables = dict(document["variables"])
    listener = start_relay(document)
    port = None
    if listener is not None:
        import relay

        variables.update(relay.proxy_variables(listener))
        port = listener.getsockname()[1]
        listener.close()
    reading, writing = os.pipe()
    command = os.fork()
    if command == 0:
        run_command(document, variables, port, writing)
    os.close(writing)
    for descriptor in (0, 1, 2):
        os.close(descriptor)
    problem = os.read(reading, 4096)
    while True:
        process, status, usage = os.wait4(-1, os.WUNTRACED)
        if process != command:
            continue
        if not os.WIFSTOPPED(status):
            break
        # Nobody here would let it go on.
        os.kill(command, signal.SIGKILL)
    if problem:
        return "broken " + problem.decode("utf-8", "replace").replace("\n", " ")
    word, number = ("signal", os.WTERMSIG(status)) if os.WIFSIGNALED(status) else ("exit", os.WEXITSTATUS(status))
    return "%s %d %d" % (word, number, usage.ru_maxrss * 1024)


def main():
    with os.fdopen(3, "rb") as file:
        document = json.loads(file.read().decode("utf-8"))
    os.set_inheritable(4, False)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != document["parent"]:
        os._exit(0)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    is_scoped = keep_signals_inside()

    def end(number, frame):
        kill_all(document["user"], is_scoped)
        os._exit(0)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        report = supervise(document)
    except Exception as error:
        report = "broken %s" % error
    kill_all(document["user"], is_scoped)
    os.write(4, (report + "\n").encode("utf-8"))
    os._exit(0)


if __name__ == "__main__":
    main()
