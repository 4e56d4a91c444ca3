"""Prepares test sources, runs what comes of them, and says what was recorded and what the code still holds."""

import base64
import json
import marshal
import sys
import types

sys.path.insert(0, sys.argv[1])
import diorama_test_preparing
import diorama_test_recording

job = json.load(sys.stdin)
found = diorama_test_preparing.prepare(job, "/tree")


def constants(code):
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from constants(one)
        else:
            yield one


code = marshal.loads(base64.b64decode(found["codes"]["tests/test_tea.py"]))
module = {"__name__": "test_tea"}
exec(code, module)
records, problems = [], {}
for name in job["run"]:
    diorama_test_recording.notebook.begin()
    try:
        module[name]()
    except Exception as problem:
        problems[name] = "%s: %s" % (type(problem).__name__, problem)
    records.append(diorama_test_recording.notebook.take())
answer = {"records": records, "problems": problems, "constants": repr(list(constants(code))), "sites": found["sites"]}
answer["names"] = sorted(name for name in module if not name.startswith("__"))
print(json.dumps(answer))
