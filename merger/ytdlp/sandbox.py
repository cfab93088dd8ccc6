"""The second wall around an extraction: whatever code runs, it can only talk to the egress guard.

An audit hook cannot be removed again. It also holds where an option or a variable would bypass the proxy (NO_PROXY).
"""

import sys
from urllib.parse import urlsplit

LOOK_UPS = {'socket.getaddrinfo', 'socket.gethostbyname', 'socket.gethostbyaddr', 'socket.getnameinfo'}
SOCKET_WAYS = {'socket.bind', 'socket.sendto', 'socket.sendmsg'}
PROGRAMS = {'os.system', 'os.exec', 'os.posix_spawn', 'os.spawn', 'os.startfile', 'pty.spawn'}


def build(guard: str, runtime: str) -> None:
    """Only `guard` (http://host:port) may be dialled, only `runtime` (a JavaScript runtime's path) may be started."""
    url = urlsplit(guard)
    allowed = (url.hostname, url.port)

    def check(event: str, arguments: tuple) -> None:
        if event == 'socket.connect':
            address = arguments[1]
            if not isinstance(address, tuple) or address[:2] != allowed:
                raise PermissionError(f'egress refused: {address!r}')
        elif event == 'subprocess.Popen':
            if arguments[0] != runtime:
                raise PermissionError(f'program refused: {arguments[0]!r}')
        elif event in LOOK_UPS:
            host = arguments[0][0] if isinstance(arguments[0], tuple) else arguments[0]
            if host != allowed[0]:
                raise PermissionError(f'look-up refused: {host!r}')
        elif event in SOCKET_WAYS or event in PROGRAMS:
            raise PermissionError(f'refused: {event}')

    sys.addaudithook(check)
