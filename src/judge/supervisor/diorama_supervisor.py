"""What any driver's parent does: takes jobs, forks one confined child for each, and watches it. docs/protocol.md has every frame.

It reads frames of 64 bytes from stdin (see `_REQUEST`). A job's payload, the candidate's file and the cases, follows its
frame: the parent moves it into a memory file without reading it, for what it reads every later child could find in its
own memory. What the child writes is moved to stdout the same way, in chunks that the parent labels (see `_ANSWER`); so a
child can never speak in the parent's name. When a child has ended, everything it started is gone before the parent says
so and takes the next job.

A file that the solvers of one task see holds the answers of the file's other tasks. A process that has read one serves that
task alone: a stem, which the parent forks (KEEP), and which is gone (LEAVE) before anybody else is served. The parent itself
reads nothing of any task.

Answers are CHUNK (a piece of the child's own frames), ENDED (how it ended and what it cost), FAILED (the parent could
not confine the child: nothing was run), READY and ALIVE (a child is still watched: the host gives up a parent that is silent).

A driver calls `set_up`, loads what it likes, then `say_ready` and `serve`. It is imported before a driver's world is installed.
"""

import json
import os
import select
import signal
import struct
import time

import diorama_isolation
import diorama_kernel as kernel

_REQUEST = struct.Struct("<4sHHQQQQQIIII")
_ANSWER = struct.Struct("<4sHHQQQ")
# How a child ended: exit code and signal (-1: none), why it was killed, CPU seconds, most bytes.
_END = struct.Struct("<iiIxxxxdQ")
_KILLED = (None, "cpu", "idle", "wall", "output", "host")
_MAGIC = b"DIOR"
VERSION = 2
_SETUP, _JOB, _KILL, _KEEP, _LEAVE = 1, 2, 3, 4, 5
_READY, _CHUNK, _ENDED, _FAILED, _ALIVE = 1, 2, 3, 4, 5
_REPORT_DESCRIPTOR = 3
_CONFINED = b"confined"
# Real seconds in which a process that computes nothing is given up; the clock inside the sandbox never waits.
_TICK_SECONDS = 0.25
# Far less than the host waits for a sign of life.
_ALIVE_SECONDS = 2
# Who uses a smaller share of a processor is waiting.
_IDLE_SHARE = 0.02
# So many times the limit on idleness may be waited, all waits together, until the child has written something.
_WAITS = 10
# Real seconds between two looks at what a child has started; many times what a look takes.
_LOOK_SECONDS = 0.02
_LOOK_FACTOR = 20
# Most evaluations end sooner: until then nobody looks, for each look costs more than a case. Nor right after one: what is written meanwhile waits.
_QUIET_MS = 5
_PAUSE_MS = 2
_PIECE_BYTES = 65536

# Kept from before the clock of the sandbox's world is installed.
_real_monotonic = time.monotonic


class Request:
    """One frame of the host."""

    def __init__(self, raw):
        (
            magic,
            version,
            self.kind,
            self.job,
            self.length,
            self.file_length,
            self.memory_bytes,
            self.output_bytes,
            import_ms,
            case_ms,
            idle_ms,
            wall_ms,
        ) = _REQUEST.unpack(raw)
        if magic != _MAGIC:
            raise SystemExit("the host speaks another protocol")
        if version != VERSION:
            raise SystemExit("the host speaks version %d of the protocol, the driver version %d" % (version, VERSION))
        self.import_seconds = import_ms / 1000
        self.case_seconds = case_ms / 1000
        self.idle_seconds = idle_ms / 1000
        self.wall_seconds = wall_ms / 1000


def _read_exactly(descriptor, size):
    parts = []
    while size > 0:
        part = os.read(descriptor, size)
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def read_request():
    """The next frame, or None when the host has hung up."""
    raw = _read_exactly(0, _REQUEST.size)
    return None if raw is None else Request(raw)


def answer(kind, job, length, cpu_seconds=0.0):
    _write(_ANSWER.pack(_MAGIC, VERSION, kind, job, length, int(cpu_seconds * 1e9)))


def tell(kind, job, text):
    _write(_ANSWER.pack(_MAGIC, VERSION, kind, job, len(text), 0) + text)


def _as_json(content):
    return json.dumps(content).encode("ascii")


def _write(content):
    view = memoryview(content)
    while view:
        view = view[os.write(1, view) :]


class Mover:
    """Moves bytes between the host and children through a pipe of its own, so that they enter no process's memory."""

    def __init__(self):
        self._out, self._in = os.pipe()

    def take_payload(self, length):
        """The next `length` bytes of stdin as a memory file."""
        memory = os.memfd_create("job", os.MFD_CLOEXEC)
        while length > 0:
            moved = kernel.splice(0, self._in, min(length, _PIECE_BYTES))
            if moved == 0:
                raise SystemExit("the host hung up inside a job")
            length -= moved
            self._pass_on(memory, moved)
        return memory

    def collect(self, output):
        """Takes what a child has written; the bytes wait in the pipe for `send`. 0 where there is nothing."""
        return kernel.splice(output, self._in, _PIECE_BYTES, waits=False)

    def send(self, length):
        self._pass_on(1, length)

    def _pass_on(self, sink, length):
        while length > 0:
            length -= kernel.splice(self._out, sink, length)


class Child:
    """One evaluation under way, watched from outside."""

    def __init__(self, request, pid, output):
        self.request = request
        self.pid = pid
        self.output = output
        self.killed = None
        self.is_reaped = False
        self.sent_bytes = 0
        self.handle = kernel.open_process(pid)
        self.begun = self.busy_at = self.told_at = self.waited_from = _real_monotonic()
        self.allowed_seconds = request.import_seconds
        self.cpu_at_sign = self.busy_cpu = self.cpu_at_wait = self.waited = 0.0
        self.others = diorama_isolation.Descendants(pid)
        self.look_again_at = self.begun + _TICK_SECONDS

    def kill(self, why):
        if self.killed is None:
            self.killed = why
            if not self.is_reaped:
                os.kill(self.pid, signal.SIGKILL)

    def reap(self):
        """Waits for its end; its id may be another's after that. Returns how it ended, and what it cost."""
        _, status, usage = os.wait4(self.pid, 0)
        self.is_reaped = True
        return status, usage

    def forward(self, mover):
        """Passes on what the child has written; false where there was nothing."""
        length = mover.collect(self.output)
        if length == 0:
            return False
        begun, cpu = _real_monotonic(), self._cpu_seconds()
        self.sent_bytes += length
        answer(_CHUNK, self.request.job, length, cpu)
        mover.send(length)
        if self.sent_bytes > self.request.output_bytes:
            self.kill("output")
        # Bytes may be half a case's frame: whether they are a sign of life the host knows, who is told the CPU time with them.
        self.allowed_seconds, self.cpu_at_sign = self.request.case_seconds, cpu
        # While the host did not listen, the child could not go on.
        now = _real_monotonic()
        self.busy_at += now - begun
        self.waited, self.waited_from, self.cpu_at_wait = 0.0, now, cpu
        return True

    def watch(self):
        """Kills a child that is past its limits; returns seconds after which to look again."""
        now, cpu = _real_monotonic(), self._cpu_seconds()
        if now - self.told_at > _ALIVE_SECONDS:
            self.told_at = now
            answer(_ALIVE, self.request.job, 0)
        if cpu - self.busy_cpu > max(0.001, _IDLE_SHARE * (now - self.busy_at)):
            self.busy_cpu, self.busy_at = cpu, now
        left = self.allowed_seconds - (cpu - self.cpu_at_sign)
        if left <= 0:
            self.kill("cpu")
        elif self._waits(now, cpu):
            self.kill("idle")
        elif now - self.begun > self.request.wall_seconds:
            self.kill("wall")
        return max(0.002, min(_TICK_SECONDS, left + 0.001))

    def _waits(self, now, cpu):
        """Whether it has waited too long: once, or by and by with a little computing between, or for a disk that never answers."""
        idle_seconds = self.request.idle_seconds
        if now - self.busy_at > idle_seconds and not diorama_isolation.is_at_work(self.pid):
            return True
        passed, used = now - self.waited_from, cpu - self.cpu_at_wait
        if passed >= _TICK_SECONDS:
            self.waited_from, self.cpu_at_wait = now, cpu
            if used < passed / 2 and not diorama_isolation.is_at_work(self.pid, for_disk=False):
                self.waited += passed - used
        return self.waited > _WAITS * idle_seconds

    def _cpu_seconds(self):
        """CPU time of the child and, as far as they were looked at, of all that it started. Most end before the first look."""
        now = _real_monotonic()
        if now > self.look_again_at:
            self.others.look()
            ended = _real_monotonic()
            pause = _LOOK_SECONDS if self.others.are_known() else _TICK_SECONDS
            self.look_again_at = ended + max(pause, _LOOK_FACTOR * (ended - now))
        return kernel.process_cpu_seconds(self.pid) + self.others.seconds

    def close(self):
        os.close(self.output)
        if self.handle is not None:
            os.close(self.handle)


def supervise(child, mover):
    """Until the child has ended: passes output on, keeps the limits, listens for the host's word."""
    poller = select.poll()
    poller.register(0, select.POLLIN)
    if child.handle is not None:
        poller.register(child.handle, select.POLLIN)
        ready = dict(poller.poll(_QUIET_MS))
        if child.handle in ready and 0 not in ready:
            return
    # Without the output: what ends, or is asked, is known at once.
    rest = select.poll()
    rest.register(0, select.POLLIN)
    if child.handle is not None:
        rest.register(child.handle, select.POLLIN)
    poller.register(child.output, select.POLLIN)
    while True:
        pause = child.watch() if child.handle is not None else min(0.002, child.watch())
        ready = dict(poller.poll(pause * 1000))
        if 0 in ready:
            _listen(child)
        if ready.get(child.output, 0) & select.POLLIN and child.killed is None:
            child.forward(mover)
            rest.poll(_PAUSE_MS)
        elif child.handle in ready or _has_ended(child):
            return
        elif child.output in ready:
            poller.unregister(child.output)


def _has_ended(child):
    return (
        child.handle is None
        and os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    )


def _listen(child):
    request = read_request()
    if request is None:
        child.kill("host")
        raise SystemExit(0)
    if request.kind != _KILL:
        raise SystemExit("the host sent a job before the last one ended")
    if request.job == child.request.job:
        child.kill("host")


def conclude(child, house, mover, confinement):
    """Reaps the child and everything it left, then tells how it ended."""
    status, usage = child.reap()
    if not house.nests:
        diorama_isolation.kill_descendants(child.pid)
        house.clear()
    confined = _read_what_is_there(confinement)
    while child.killed is None and child.forward(mover):
        pass
    child.close()
    if confined != _CONFINED:
        tell(_FAILED, child.request.job, _as_json({"message": confined.decode("utf-8", "replace")}))
        return
    code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else -1
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else -1
    cpu_seconds = usage.ru_utime + usage.ru_stime
    end = _END.pack(code, number, _KILLED.index(child.killed), cpu_seconds, usage.ru_maxrss * 1024)
    tell(_ENDED, child.request.job, end)


def _read_what_is_there(pipe):
    try:
        return os.read(pipe, 4096)
    except BlockingIOError:
        return b""


class Job:
    """A job as its child has it: the edited file's bytes, the JSON that follows them, and the bytes of the other edited files."""

    def __init__(self, memory, request):
        self.memory = memory
        self.text = os.pread(memory, request.file_length, 0)
        rest = os.pread(memory, request.length - request.file_length, request.file_length)
        # A bare word is a job that is nothing but its kind.
        self.content = _read_json(rest.decode("utf-8"))[0] if rest.startswith(b"{") else {"kind": rest.decode("ascii")}
        self.others = [text.encode("utf-8") for text in self.content.get("other_files", ())]


_read_json = json.JSONDecoder().raw_decode


def serve(house, driver):
    """
    One job after the other until the host hangs up, or sends this stem away. A driver has three methods: `keep(kept, house)` in
    a stem; in a child `take(job)` before the last privileges go, whose outcome `run(taken, places, report)` gets, which need not
    return: `report` is the descriptor that what it says goes to.
    """
    mover = Mover()
    # One for all children: each closes its end before any code of the candidate runs.
    confinement, confined = os.pipe()
    os.set_blocking(confinement, False)
    while True:
        request = read_request()
        if request is None or request.kind == _LEAVE:
            return
        if request.kind == _KILL:
            continue
        if request.kind == _KEEP:
            _serve_one_task(request, house, driver)
            continue
        memory = mover.take_payload(request.length)
        output, report = os.pipe()
        pid = house.fork()
        if pid == 0:
            _become_child(house, driver, request, (memory, report, confined))
        os.close(memory)
        os.close(report)
        child = Child(request, pid, output)
        supervise(child, mover)
        conclude(child, house, mover, confinement)


def _serve_one_task(request, house, driver):
    """Forks a stem, which reads what follows the frame and serves in this process's place until it is sent away."""
    pid = house.fork_beside()
    if pid == 0:
        code = 1
        try:
            driver.keep(json.loads(_read_exactly(0, request.length)), house)
            serve(house, driver)
            code = 0
        except BaseException as error:
            os.write(2, _describe(error))
        finally:
            os._exit(code)
    if os.waitpid(pid, 0)[1] != 0:
        raise SystemExit("a stem was lost")


def _describe(error):
    return ("%s: %s" % (type(error).__name__, error)).encode("utf-8", "replace")[:4000]


def _become_child(house, driver, request, descriptors):
    """Never returns: confines this process, runs the evaluation, exits without any clean-up that code could hook."""
    memory, report, confined = descriptors
    code = 1
    try:
        try:
            taken = _confine(house, driver, request, memory)
            os.write(confined, _CONFINED)
        except BaseException as error:
            os.write(confined, _describe(error))
            return
        os.dup2(report, _REPORT_DESCRIPTOR)
        kernel.close_from(_REPORT_DESCRIPTOR + 1)
        driver.run(taken, house.places, _REPORT_DESCRIPTOR)
        code = 0
    finally:
        os._exit(code)


def _confine(house, driver, request, memory):
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    house.enter()
    job = Job(memory, request)
    taken = driver.take(job)
    os.close(memory)
    if job.content["kind"] != "program":
        house.place_edited_files([job.text] + job.others)
    house.lock(request.memory_bytes)
    return taken


def state_left(house):
    """What a fork would lose or share: threads, open descriptors and files that loading ahead made."""
    files = [name for _, folders, names in os.walk(house.scratch) for name in names]
    return {
        "threads": len(os.listdir("/proc/self/task")),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "files": len(files),
    }


def set_up():
    """The host's set-up and the closed house, before anything else: no foreign code has run yet."""
    request = read_request()
    if request is None or request.kind != _SETUP:
        raise SystemExit("the host must begin with a set-up frame")
    setup = json.loads(_read_exactly(0, request.length))
    house = diorama_isolation.House(setup)
    house.close()
    os.environ["HOME"], os.environ["TMPDIR"] = (os.path.join(house.scratch, name) for name in ("home", "tmp"))
    return setup, house


def say_ready(failed, before, after):
    """After `house.ready()`: what could not be loaded ahead, and what loading left; see `state_left`."""
    memory = diorama_isolation.own_memory()
    tell(_READY, 0, _as_json({"failed": failed, "before": before, "after": after, "resident_bytes": memory}))
