"""Attacks each protection of the sandbox from inside and prints, as a JSON object, which protections work.

Usage:

    python3 sandbox_check.py media MERGER SECRET
    python3 sandbox_check.py extraction MERGER SECRET GUARD RUNTIME

First, the program enters the sandbox of ffmpeg (`media`) or of a child of the fork server (`extraction`).
MERGER is the process id of the merger. SECRET is a test file outside all folders that a child may read. GUARD
is the URL of the guard, and RUNTIME the path of Node.
"""

import ctypes
import errno
import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable

import sandbox
import sandbox_kernel as kernel

PR_GET_NO_NEW_PRIVS = 39
PTRACE_SEIZE = 0x4206
ADDRESS_BYTES = 4 * 1024**3
RUNTIME_SCRIPT = """
const { connect } = require('node:net')
const { createSocket } = require('node:dgram')
const failed = []
const note = (error) => { failed.push(error.code); if (failed.length === 2) console.log(failed.join()) }
connect(1, '127.0.0.1').on('error', note)
createSocket('udp4').on('error', note).send('x', 9, '127.0.0.1')
"""


def refused(action: Callable[[], object]) -> bool:
    """Returns whether the system refuses an action with EPERM or EACCES.

    Success, and any other error, count as allowed.
    """
    try:
        action()
    except OSError as error:
        return error.errno in (errno.EPERM, errno.EACCES)
    return False


def read(path: str) -> bytes:
    with open(path, 'rb') as file:
        return file.read(1)


def write(path: str) -> None:
    with open(path, 'wb') as file:
        file.write(b'x')


def signal_to(process: int) -> Callable[[], object]:
    return lambda: os.kill(process, 0)


def trace(process: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.restype = ctypes.c_long
    if libc.ptrace(PTRACE_SEIZE, process, None, None) != 0:
        raise OSError(ctypes.get_errno(), 'ptrace')


def listen() -> None:
    with socket.socket() as server:
        server.bind(('127.0.0.1', 0))


def connect() -> None:
    """Connects to port 1 of this machine, which is never the guard's port.

    The connection fails with EACCES in the sandbox, and with ECONNREFUSED without the sandbox.
    """
    with socket.socket() as client:
        client.settimeout(2)
        client.connect(('127.0.0.1', 1))


def fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def opens(family: int, kind: int = socket.SOCK_STREAM) -> Callable[[], object]:
    return lambda: socket.socket(family, kind).close()


def has_limits(*kinds: int) -> bool:
    return all(resource.getrlimit(kind)[1] != resource.RLIM_INFINITY for kind in kinds)


def has_no_privileges_to_gain() -> bool:
    return ctypes.CDLL(None).prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1


def cannot_reach(merger: int) -> bool:
    """Returns whether this process can neither read the merger's memory nor signal or trace it."""
    hidden = all(refused(lambda name=name: read(f'/proc/{merger}/{name}')) for name in ('environ', 'mem'))
    return hidden and refused(signal_to(merger)) and refused(lambda: trace(merger))


def media(merger: int, secret: str) -> dict[str, bool]:
    kernel.limit_resources(ADDRESS_BYTES, None, 60, 64)
    kernel.confine_media(os.path.realpath(sys.executable), '')
    families = (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX)
    return {
        'privileges': has_no_privileges_to_gain(),
        'network': all(refused(opens(family)) for family in families),
        'processes': refused(fork) and cannot_reach(merger),
        'files': refused(lambda: read(secret)) and refused(lambda: write(f'{secret}.new')),
        'limits': has_limits(
            resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE
        ),
    }


def extraction(merger: int, secret: str, guard: str, runtime: str) -> dict[str, bool]:
    kernel.hide()
    kernel.forbid_listening()
    sandbox.start_without_sockets()
    kernel.limit_resources(ADDRESS_BYTES, 0, 60, 256)
    sandbox.confine(guard, runtime, merger=merger)
    started = subprocess.run([runtime, '-e', RUNTIME_SCRIPT], capture_output=True, text=True)
    others = [opens(socket.AF_INET, socket.SOCK_DGRAM), opens(socket.AF_UNIX), listen]
    return {
        'privileges': has_no_privileges_to_gain(),
        'network': started.stdout.strip() == 'EPERM,EPERM' and all(map(refused, others)),
        'guard': refused(connect),
        'processes': cannot_reach(merger),
        'files': refused(lambda: read(secret)) and refused(lambda: write(f'{secret}.new')),
        'limits': has_limits(
            *(resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE),
            *(resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC, resource.RLIMIT_CORE),
        ),
    }


kind, merger_id, *rest = sys.argv[1:]
print(json.dumps({'media': media, 'extraction': extraction}[kind](int(merger_id), *rest)))
