"""Gives programs without a network a way to one proxy: a port on the loopback whose connections go to a Unix socket.

    python3 -I -S relay.py SOCKET PORT COMMAND...

Listens on PORT (0: any free one), leaves a relay behind, sets the proxy variables and becomes COMMAND. The port listens
before COMMAND starts. Nothing is read from what passes. Python 3.6 or later, standard library only.
"""

import os
import socket
import sys


def listen(port):
    """A listening socket on the loopback."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(128)
    return listener


def proxy_variables(listener):
    """The environment variables that send programs to the listener."""
    url = "http://127.0.0.1:%d" % listener.getsockname()[1]
    names = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")
    return {name: url for name in names}


def serve(listener, path):
    """Passes bytes between connections and the Unix socket at `path`, until killed."""
    import asyncio

    async def copy(reader, writer):
        try:
            while True:
                block = await reader.read(65536)
                if not block:
                    break
                writer.write(block)
                await writer.drain()
            if writer.can_write_eof():
                writer.write_eof()
        except (OSError, asyncio.IncompleteReadError):
            writer.close()

    async def pass_on(reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(path)
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))
        writer.close()
        far_writer.close()

    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    listener.setblocking(False)
    loop.run_until_complete(asyncio.start_server(pass_on, sock=listener))
    loop.run_forever()


def release_descriptors():
    """Lets go of the pipes, which the command's reader waits on."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)


def main(path, port, command):
    listener = listen(int(port))
    variables = proxy_variables(listener)
    first = os.fork()
    if first == 0:
        # A second fork, so that the command has no child that it does not know of.
        if os.fork() == 0:
            release_descriptors()
            serve(listener, path)
        os._exit(0)
    os.waitpid(first, 0)
    listener.close()
    environment = dict(os.environ)
    environment.update(variables)
    try:
        os.execvpe(command[0], command, environment)
    except OSError as error:
        sys.stderr.write("%s: %s\n" % (command[0], error.strerror))
        os._exit(127 if error.errno == 2 else 126)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
