"""Foreign code in a process of its own, piece by piece: what it does to that process costs what it was at only."""

import os


def in_process(work):
    """Does `work(tell)` in a process of its own; gives how often it told that it went on, by the time it ended in any way."""
    out, back = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(out)
            work(lambda: os.write(back, b"."))
        finally:
            os._exit(0)
    os.close(back)
    count = 0
    while True:
        told = os.read(out, 4096)
        if not told:
            break
        count += len(told)
    os.close(out)
    os.waitpid(pid, 0)
    return count
