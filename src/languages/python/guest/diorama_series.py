"""Several bodies of our own for one target in one child, so that starting it is paid for once. No candidate ever runs here.

Each run is a body, or none for the function as it is, and the cases that it runs over, in groups. The function as it is runs
over a case before any body does, and is reported in full; a run reports what differs from that as text: whether that
matters is for the host to say. Runs share this process, or each has a fork of it (`is_apart`), which has run nothing before.
"""

import hashlib
import json
import os
import signal

import diorama_digest
import diorama_report
import diorama_running
import diorama_skeleton
import diorama_target

_DIGEST_BYTES = 16
_MOST_INTERRUPTIONS = 3

# Kept from before foreign code can replace them.
_set_signal, _set_timer, _exit = signal.signal, signal.setitimer, os._exit


class _OutOfTime(BaseException):
    """Raised inside a case that has used up its time."""


def run(function, job, text, places, report):
    """All runs of the job, in order. `text` are the bytes of the file that holds the function as it is."""
    series = _Series(function, job, text, places, report)
    is_whole = _run_apart(series, job, report) if job["is_apart"] else _run_together(series, job)
    report.send(diorama_report.DONE if is_whole else diorama_report.OUT_OF_MEMORY, {})


def _run_together(series, job):
    """False where this process should run no more bodies, for what one has left is of chance or in the way."""
    for index, each in enumerate(job["runs"]):
        if not series.run(index, each) or (series.was_interrupted and not series.shows_the_same()):
            return False
    return not job["is_checked"] or series.shows_the_same()


def _run_apart(series, job, report):
    """False where the function as it is shows nothing. Forks see one file system: where one has left something in it, the others are lost."""
    before = _files_around(series.places)
    needed = sorted({number for each in job["runs"] for group in each["groups"] for number in group["cases"]})
    series.shown = _in_fork(lambda: series.show(needed), needed)
    if series.shown is None:
        return False
    for index, each in enumerate(job["runs"]):
        if _files_around(series.places) != before or not _run_in_fork(series, index, each):
            report.send(diorama_report.RUN, {"run": index, "status": "lost", "differences": []})
    return True


def _files_around(places):
    """What is in the folders that all cases can write to, their private one apart: it is emptied for each."""
    own = os.path.dirname(places["case"])
    folders = {own, "/tmp", "/dev/shm"} | {os.path.join(own, name) for name in os.listdir(own) if name != "case"}
    return {folder: _names_in(folder) for folder in folders}


def _names_in(folder):
    """None where there is no such folder, or the sandbox keeps it closed: then nothing can be left in it either."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return None


class _Series:
    def __init__(self, function, job, text, places, report):
        self._function = function
        self._own = function.__code__
        self._job = job
        self._text = text
        self.places = places
        self._report = report
        self._account = None
        # Of each case that was needed, by its index, a digest of what the function as it is showed.
        self.shown = {}
        self._interruptions = 0
        # False once memory ran out, or the function as it is showed nothing.
        self._is_fit = True
        self.was_interrupted = False
        _set_signal(signal.SIGPROF, self._interrupt)

    def show(self, numbers):
        """What the function as it is shows in these cases; None where it cannot be had."""
        return self.shown if all(self._know(number) for number in numbers) else None

    def _know(self, number):
        """Runs the function as it is over a case for the first time. False where it shows nothing."""
        account, self._account = self._account, None
        code, self._function.__code__ = self._function.__code__, self._own
        case = self._job["cases"][number]
        observation, cost = self._run_case(case)
        self._account, self._function.__code__ = account, code
        if observation is None:
            self._is_fit = False
            return False
        self._report.send_case(case["id"], cost, observation)
        self.shown[number] = _digest(observation)
        return True

    def shows_the_same(self):
        self._account = None
        self._function.__code__ = self._own
        again = ((self._run_case(self._job["cases"][number])[0], digest) for number, digest in self.shown.items())
        return all(observation is not None and _digest(observation) == digest for observation, digest in again)

    def run(self, index, run):
        """One run. False where this process should run no other."""
        self._account = account = _Account(index)
        if not self._put_in(run["body"], account):
            self._tell("not-built")
            return True
        for group in run["groups"]:
            if not self._run_group(group, account):
                return self._is_fit
        account.case = None
        self._tell("ran")
        return True

    def _run_group(self, group, account):
        """False where the run is over, and told."""
        for number in group["cases"]:
            if number not in self.shown and not self._know(number):
                return False
            case = self._job["cases"][number]
            account.case = case["id"]
            observation, cost = self._run_case(case)
            if observation is None:
                self._is_fit = self._interruptions > 0
                self._tell("timed-out" if self._is_fit else "out-of-memory")
                return False
            is_same = _digest(observation) == self.shown[number]
            if not is_same:
                account.differences.append((case["id"], observation))
            if cost > self._job["case_cpu_seconds"]:
                self._tell("slow")
                return False
            if group["stops"] and not is_same:
                break
        return True

    def _run_case(self, case):
        """The observation as JSON text with its cost; None where there is none, for memory ran out or time did."""
        self._interruptions, seconds = 0, self._job["kill_cpu_seconds"]
        try:
            _set_timer(signal.ITIMER_PROF, seconds, seconds)
            try:
                shown = diorama_running.run_one(self._function, case["recipe"], self.places, None, self._job["output"])
            finally:
                _set_timer(signal.ITIMER_PROF, 0)
        except MemoryError:
            return None, None
        except _OutOfTime:
            _set_timer(signal.ITIMER_PROF, 0)
        return shown if self._interruptions == 0 else (None, None)

    def _put_in(self, body, account):
        """Gives the function a body's code; false where that cannot be."""
        if body is None:
            self._function.__code__ = self._own
            return True
        path, target = self.places["edited"], dict(self._job["target"], lines=body["lines"])
        text = self._text[: body["start"]] + body["text"].encode("utf-8") + self._text[body["end"] :]
        try:
            code = diorama_skeleton.compile_target(text, path, target, self._own.co_flags)
            code = code or diorama_skeleton.compile_quietly(text, path)
            diorama_target.replace_code(self._function, code, target)
            found = diorama_target.code_of_target(code, target)
        except (diorama_target.Unfit, SyntaxError, ValueError):
            return False
        account.code_digest = diorama_digest.code_digest(code, found, target["lines"])
        return True

    def _tell(self, status):
        self._report.send(diorama_report.RUN, self._account.content(status))

    def _interrupt(self, _signal, _frame):
        """A case that does not end. What catches every exception is interrupted again, and in the end the process given up."""
        self._interruptions += 1
        self.was_interrupted = True
        if self._interruptions < _MOST_INTERRUPTIONS:
            raise _OutOfTime
        if self._account is not None:
            self._tell("timed-out")
        if not self._job["is_apart"]:
            self._report.send(diorama_report.OUT_OF_MEMORY, {})
        _exit(0)


class _Account:
    """What is to be told of one run."""

    def __init__(self, index):
        self._index = index
        self.code_digest = None
        self.differences = []
        # The one that runs.
        self.case = None

    def content(self, status):
        head = {"run": self._index, "status": status, "code_digest": self.code_digest, "case": self.case}
        differences = ['{"id": %s, "observation": %s}' % (json.dumps(name), text) for name, text in self.differences]
        return (json.dumps(head)[:-1] + ', "differences": [' + ", ".join(differences) + "]}").encode("ascii")


def _digest(observation):
    return hashlib.blake2b(observation.encode("ascii"), digest_size=_DIGEST_BYTES).digest()


def _run_in_fork(series, index, run):
    """Whether the forked process came to its end."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            series.run(index, run)
            code = 0
        finally:
            _exit(code)
    return os.waitpid(pid, 0)[1] == 0


def _in_fork(work, numbers):
    """The digests by number that `work` gives in a fork of this process; None where it gives none."""
    out, back = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            digests = work()
            if digests is not None:
                # Few enough for the pipe to hold them all.
                os.write(back, b"".join(digests[number] for number in numbers))
                code = 0
        finally:
            _exit(code)
    os.close(back)
    has_ended_well = os.waitpid(pid, 0)[1] == 0
    try:
        joined = os.read(out, len(numbers) * _DIGEST_BYTES) if has_ended_well and numbers else b""
    finally:
        os.close(out)
    if not has_ended_well:
        return None
    return {number: joined[place * _DIGEST_BYTES :][:_DIGEST_BYTES] for place, number in enumerate(numbers)}
