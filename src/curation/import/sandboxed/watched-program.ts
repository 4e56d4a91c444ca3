import { pythonText } from "../python-text.ts";

/** What a program must not do, in the words of CPython's audit events. */
const OUTSIDE = [
  "ftplib.connect",
  "imaplib.open",
  "nntplib.connect",
  "os.exec",
  "os.posix_spawn",
  "os.spawn",
  "os.system",
  "poplib.connect",
  "smtplib.connect",
  "socket.bind",
  "socket.connect",
  "socket.getaddrinfo",
  "socket.gethostbyaddr",
  "socket.gethostbyname",
  "socket.sendto",
  "subprocess.Popen",
  "telnetlib.Telnet.open",
  "urllib.Request",
  "webbrowser.open",
];

/** What the message of a program begins with that reached outside, whatever came of it. */
export const REACHES_OUTSIDE = "it reaches outside: ";

/** A program that runs a script, says on which lines of it an exception came about, and fails where it reached outside, also where nobody noticed. */
export function watchedProgram(text: string): string {
  return `import sys

_text = ${pythonText(text)}
_outside = set(${JSON.stringify(OUTSIDE)})
_seen = []


def _watch(event, arguments):
    if event in _outside:
        _seen.append(event)


def _places(error):
    lines, trace = _text.splitlines(), error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "script.py":
            yield "line %d: %s" % (trace.tb_lineno, lines[trace.tb_lineno - 1].strip())
        trace = trace.tb_next


def _run():
    try:
        exec(compile(_text, "script.py", "exec"), globals())
    except Exception as error:
        said = "%s: %s" % (type(error).__name__, error)
        return "\\n".join([*list(_places(error))[-4:], said[:200]])


sys.addaudithook(_watch)
_said = _run()
if _seen:
    raise SystemExit("${REACHES_OUTSIDE}" + _seen[0])
if _said is not None:
    raise SystemExit(_said)
`;
}
