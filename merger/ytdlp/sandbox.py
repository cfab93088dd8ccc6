"""Limits a Python process to the egress guard and at most one other program.

The sandbox is an audit hook (PEP 578), which nothing can remove again. It also holds where an option or a
variable such as NO_PROXY would bypass the proxy. It sees only what Python itself does: sockets that libcurl
opens (curl_cffi) and the JavaScript runtime's own actions are invisible to it.
"""

import os
import sys
from urllib.parse import urlsplit

LOOKUP_EVENTS = {'socket.getaddrinfo', 'socket.gethostbyname', 'socket.gethostbyaddr', 'socket.getnameinfo'}
# Sockets that listen, or that send without connecting first.
SOCKET_EVENTS = {'socket.bind', 'socket.sendto', 'socket.sendmsg'}
# `os.exec` replaces this process. Nothing here does that, so it is refused for the runtime too.
PROGRAM_EVENTS = {'os.system', 'os.exec', 'os.spawn', 'os.startfile', 'pty.spawn'}
# A program starts with one or both of these events: from Python 3.13 on, subprocess calls posix_spawn.
START_EVENTS = {'subprocess.Popen', 'os.posix_spawn'}


def install(guard: str, runtime: str) -> None:
    """Refuses, by PermissionError, every connection but to `guard` and every program but `runtime`.

    `guard` has the form http://host:port. `runtime` is the path of a JavaScript runtime; when it is empty, no
    program may be started.
    """
    url = urlsplit(guard)
    allowed = (url.hostname, url.port)

    def check(event: str, arguments: tuple) -> None:
        if event == 'socket.connect':
            address = arguments[1]
            if not isinstance(address, tuple) or address[:2] != allowed:
                raise PermissionError(f'egress refused: {address!r}')
        elif event in START_EVENTS:
            if not runtime or os.fsdecode(arguments[0] or '') != runtime:
                raise PermissionError(f'program refused: {arguments[0]!r}')
        elif event in LOOKUP_EVENTS:
            host = arguments[0][0] if isinstance(arguments[0], tuple) else arguments[0]
            if host != allowed[0]:
                raise PermissionError(f'look-up refused: {host!r}')
        elif event in SOCKET_EVENTS or event in PROGRAM_EVENTS:
            raise PermissionError(f'refused: {event}')

    sys.addaudithook(check)
