"""Lets a Python process connect only to the egress guard and start no program except the JavaScript runtime.

Two mechanisms enforce this. The process cannot remove them:
- An audit hook (PEP 578) checks addresses and programs. It also stops requests that bypass the proxy, for
  example because of an option or a variable such as NO_PROXY. It sees only calls from Python code.
- The kernel (sandbox_kernel.py) also limits code that is not Python: libcurl (curl_cffi) and the JavaScript
  runtime.
"""

import os
import subprocess
import sys
from urllib.parse import urlsplit

import sandbox_kernel as kernel

LOOKUP_EVENTS = {'socket.getaddrinfo', 'socket.gethostbyname', 'socket.gethostbyaddr', 'socket.getnameinfo'}
# Audit events (PEP 578) of two kinds of calls: those that open a listening socket, and those that send data
# without a connection.
SOCKET_EVENTS = {'socket.bind', 'socket.sendto', 'socket.sendmsg'}
# Audit events of calls that start a program without `subprocess`. They are refused, because only a program
# that `subprocess` starts gets the filter that forbids sockets.
PROGRAM_EVENTS = {'os.system', 'os.exec', 'os.spawn', 'os.posix_spawn', 'os.startfile', 'pty.spawn'}


def install(guard: str, runtime: str) -> None:
    """Installs the audit hook, and the kernel's filter against listening sockets.

    The hook raises PermissionError for every connection except to `guard`, and for every program except
    `runtime`. `guard` has the form http://host:port. `runtime` is the path of a JavaScript runtime. When
    `runtime` is empty, no program may be started.
    """
    url = urlsplit(guard)
    allowed = (url.hostname, url.port)
    kernel.hide()
    kernel.forbid_listening()
    if runtime:
        start_without_sockets()

    def check(event: str, arguments: tuple) -> None:
        if event == 'socket.connect':
            address = arguments[1]
            if not isinstance(address, tuple) or address[:2] != allowed:
                raise PermissionError(f'egress refused: {address!r}')
        elif event == 'subprocess.Popen':
            if not runtime or os.fsdecode(arguments[0] or '') != runtime:
                raise PermissionError(f'program refused: {arguments[0]!r}')
        elif event in LOOKUP_EVENTS:
            host = arguments[0][0] if isinstance(arguments[0], tuple) else arguments[0]
            if host != allowed[0]:
                raise PermissionError(f'look-up refused: {host!r}')
        elif event in SOCKET_EVENTS or event in PROGRAM_EVENTS:
            raise PermissionError(f'refused: {event}')

    sys.addaudithook(check)


def start_without_sockets() -> None:
    """Prevents the programs that this process starts with `subprocess` from opening sockets.

    The JavaScript runtime reads its program from a pipe and needs no network. Node's own permission model
    (`--permission`) cannot forbid the network.
    """
    start = subprocess.Popen.__init__

    def guarded(self, *arguments, **options) -> None:
        # node:sqlite would open any database: Node's permission model does not cover it.
        environment = {**(options.get('env') or os.environ), 'NODE_OPTIONS': '--no-experimental-sqlite'}
        start(self, *arguments, **{**options, 'env': environment, 'preexec_fn': kernel.forbid_sockets})

    subprocess.Popen.__init__ = guarded


def confine(guard: str, runtime: str = '', folder: str = '', merger: int = 0) -> None:
    """Limits the files, connections and signals of this process, before the process reads untrusted data.

    - The process may read only system files, certificates, Python, `runtime` and `folder`.
    - It may write only to `folder` ('' = no folder).
    - It may connect only to the port of `guard` ('' = any port).
    - It cannot signal process 1, its own parent, or the merger. `merger` is a process id; 0 = the parent.
    """
    python = {sys.prefix, sys.base_prefix, os.path.dirname(os.path.abspath(__file__)), *sys.path}
    certificates = os.environ.get('SSL_CERT_FILE', '')
    read = tuple(path for path in (*python, runtime, certificates) if path)
    kernel.limit_files(read, (folder,) if folder else (), urlsplit(guard).port if guard else None)
    kernel.protect(*{1, os.getppid(), merger or os.getppid()})
