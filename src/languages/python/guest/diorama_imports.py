"""Imports modules by name and tells which of them can be imported: one JSON object a line on stdout.

    {"module": name, "imported": true}
    {"module": name, "imported": false, "message": text, "cause": what diorama_causes says of the exception}

Each is imported in a process of its own: a module may end the process, and what one loads must not help another.
"""

import json
import os
import sys
import traceback

import diorama_causes

_SECONDS = 60


def _try_import(module):
    __import__(module)


def _parsed(answer):
    # The module could write there as well.
    try:
        told = json.loads(answer.decode("ascii"))
        return {"message": str(told["message"]), "cause": told["cause"]}
    except (ValueError, TypeError, KeyError):
        return {"message": "The import ended the process."}


def main(modules):
    output = os.dup(1)
    os.dup2(2, 1)
    for module in modules:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            import signal

            signal.alarm(_SECONDS)
            try:
                _try_import(module)
                os.write(write, b"+")
            except BaseException as error:
                told = {"message": traceback.format_exc()[-2000:], "cause": diorama_causes.describe(error)}
                os.write(write, json.dumps(told).encode("ascii"))
            os._exit(0)
        os.close(write)
        # One read: what the module left running may keep the pipe open.
        answer = os.read(read, 60000)
        os.close(read)
        os.waitpid(child, 0)
        record = {"module": module, "imported": answer == b"+"}
        if answer != b"+":
            record.update(_parsed(answer))
        os.write(output, (json.dumps(record) + "\n").encode())


main(sys.argv[1:])
