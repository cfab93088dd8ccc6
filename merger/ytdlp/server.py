"""Runs extractions: a parent process with yt-dlp loaded forks one child for each request.

All lines are JSON. Each line on stdin is a request, or cancels a request by its id:
    {"id": 1, "url": "https://...", "item": 2, "proxy": "http://...", "seconds": 30}
    {"id": 1, "self_test": "reserved-host", "seconds": 30}
    {"cancel": 1}
    {"idle": 1}
The last one, or "idle": true in a request, says that it has given its slot back. It then comes after all
others.
The first line on stdout says that the program is ready:
    {"ready": true, "yt_dlp": "2026.10.26", "js": "24.21.0"}
A line says at most twice a second that a child computes, so it does not only wait for the network:
    {"id": 1, "computes": true}
Each other line on stdout is the answer to one request, in one of these forms:
    {"id": 1, "info": {...}}
    {"id": 1, "self_test": {...}}
    {"id": 1, "error": {...}}
The end of stdin ends the program and every child.
"""

import gc
import json
import os
import selectors
import signal
import sys
import time
from dataclasses import dataclass, field

import cpu
import extraction
import memory
import sandbox
import sandbox_kernel as kernel
import self_test

MAX_REQUEST_BYTES = 64 * 1024
# An answer may contain a cache entry of several megabytes: YouTube's player code (warm_cache.py).
MAX_ANSWER_BYTES = 16 * 1024 * 1024
# A JavaScript runtime reserves gigabytes of address space that it never uses, so this limit is high.
# memory.py limits the memory that is really used.
MAX_ADDRESS_BYTES = 4 * 1024 * 1024 * 1024
MAX_OPEN_FILES = 256
CHECK_SECONDS = 0.1
CPU_CHECK_SECONDS = 0.5
# On a machine with many others, a child that computes gets little. One that reads a slow page uses less.
CPU_SHARE = 0.03
# An idle child ends before one with a slot that uses at most so many times its memory.
IDLE_WEIGHT = 2


@dataclass
class Child:
    id: int
    # The link that the child extracts; empty for a self-test.
    link: str
    pid: int
    deadline: float
    answer: bytearray = field(default_factory=bytearray)
    cpu_seconds: float = 0
    cpu_read_at: float = field(default_factory=time.monotonic)
    is_idle: bool = False


class Server:
    def __init__(self, guard: str, runtime: str, most_bytes: int) -> None:
        self.guard = guard
        self.runtime = runtime
        # Of all children together: many pages can let them wait, and then fill them at once.
        self.most_bytes = most_bytes
        self.merger = os.getppid()
        self.selector = selectors.DefaultSelector()
        self.children: dict[int, Child] = {}
        self.killed: set[int] = set()
        self.pending = b''

    def run(self) -> None:
        os.set_blocking(0, False)
        self.selector.register(0, selectors.EVENT_READ)
        write({'ready': True, 'yt_dlp': extraction.VERSION, 'js': extraction.runtime_version()})
        while True:
            for key, _ in self.selector.select(CHECK_SECONDS if self.children or self.killed else None):
                if key.fd == 0:
                    if not self.read_requests():
                        return
                elif key.fd in self.children:
                    self.read_answer(key.fd)
            self.check()

    def read_requests(self) -> bool:
        data = os.read(0, 65536)
        *lines, self.pending = (self.pending + data).split(b'\n')
        if not data or len(self.pending) > MAX_REQUEST_BYTES:
            return False
        for line in lines:
            request = json.loads(line)
            if 'id' in request:
                self.start(request)
            elif 'cancel' in request:
                self.cancel(request['cancel'])
            else:
                self.rest(request['idle'])
        return True

    def start(self, request: dict) -> None:
        reader, writer = os.pipe()
        try:
            pid = os.fork()
        except OSError as error:
            os.close(reader)
            os.close(writer)
            write({'id': request['id'], **failure('NoChild', f'no child could be made: {error}')})
            return
        if pid == 0:
            self.be_child(request, writer)
        os.close(writer)
        os.set_blocking(reader, False)
        self.children[reader] = Child(
            request['id'],
            request.get('url', ''),
            pid,
            time.monotonic() + request['seconds'],
            is_idle=request.get('idle', False),
        )
        self.selector.register(reader, selectors.EVENT_READ)

    def be_child(self, request: dict, writer: int) -> None:
        """Runs the request in the child process and never returns.

        The child has its own session, so that it can be killed together with every program that it starts.
        """
        try:
            os.setsid()
            kernel.lower_priority()
            if request.get('idle'):
                kernel.lowest_priority(os.getpid())
            kernel.die_with_parent()
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1):
                os.dup2(null, fd)
            os.dup2(writer, 3)
            os.closerange(4, 1024)
            # The child may use at most `seconds` of processor time, increased to the next whole second.
            # It cannot write data to files, because its limit for the size of a file is 0.
            kernel.limit_resources(MAX_ADDRESS_BYTES, 0, int(request['seconds']) + 1, MAX_OPEN_FILES)
            sandbox.confine(self.guard, self.runtime, merger=self.merger)
            gc.enable()
            data = encode(answer_to(request))
            while data:
                data = data[os.write(3, data) :]
        finally:
            os._exit(0)

    def read_answer(self, reader: int) -> None:
        child = self.children[reader]
        try:
            data = os.read(reader, 1 << 16)
        except BlockingIOError:
            # `select` has reported data in the pipe of an earlier child. That pipe is closed now, and the
            # pipe of this child has the same file descriptor number, but contains no data yet.
            return
        if data:
            child.answer += data
            if len(child.answer) > MAX_ANSWER_BYTES:
                self.end(reader, failure('TooLarge', 'the answer is too large'))
            return
        self.end(reader, decode(bytes(child.answer)))

    def check(self) -> None:
        now = time.monotonic()
        for reader, child in list(self.children.items()):
            if now >= child.deadline:
                self.end(reader, failure('Timeout', 'the deadline is over'))
            elif kind := memory.excess(child.pid):
                self.end(reader, failure(kind, 'the memory bound is reached'))
            elif now >= child.cpu_read_at + CPU_CHECK_SECONDS:
                report_cpu(child, now)
        self.end_largest()
        self.killed = {pid for pid in self.killed if os.waitpid(pid, os.WNOHANG) == (0, 0)}

    def end_largest(self) -> None:
        used = {reader: memory.own_bytes(child.pid) for reader, child in self.children.items()}
        while len(used) > 1 and sum(used.values()) > self.most_bytes:
            largest = max(
                used, key=lambda each: used[each] * (IDLE_WEIGHT if self.children[each].is_idle else 1)
            )
            del used[largest]
            self.end(largest, failure('Crowded', 'all children together use too much memory'))

    def rest(self, request_id: int) -> None:
        for child in self.children.values():
            if child.id == request_id:
                child.is_idle = True
                kernel.lowest_priority(child.pid)

    def cancel(self, request_id: int) -> None:
        for reader, child in list(self.children.items()):
            if child.id == request_id:
                self.end(reader, failure('Cancelled', 'the request was cancelled'))

    def end(self, reader: int, answer: dict) -> None:
        child = self.children.pop(reader)
        self.selector.unregister(reader)
        os.close(reader)
        kill_group(child.pid)
        # On a busy machine its end takes seconds, in which all others would wait.
        self.killed.add(child.pid)
        extraction.cache.accept(child.link, answer.pop('learned', None))
        # Keys that the child has sent and that belong to this process are removed.
        answer.pop('id', None)
        answer.pop('computes', None)
        # The line begins with the id. Therefore the merger can find the id even if the line is malformed.
        write({'id': child.id, **answer})


def report_cpu(child: Child, now: float) -> None:
    used = cpu.seconds(child.pid)
    share = (used - child.cpu_seconds) / (now - child.cpu_read_at)
    child.cpu_seconds, child.cpu_read_at = used, now
    if share >= CPU_SHARE:
        write({'id': child.id, 'computes': True})


def answer_to(request: dict) -> dict:
    """Runs in the child process."""
    if 'self_test' in request:
        return {'self_test': self_test.run(request['self_test'])}
    hosts = tuple(request.get('stop_at') or ())
    return extraction.extract(request['url'], request.get('item'), request.get('proxy'), hosts)


def encode(answer: dict) -> bytes:
    """An answer that contains infinity or NaN becomes an error, because JSON cannot express these values."""
    try:
        return json.dumps(answer, allow_nan=False, default=str).encode()
    except (ValueError, RecursionError) as error:
        reason = failure('Malformed', f'the answer cannot be written as JSON: {error}')
        return json.dumps({'id': answer.get('id'), **reason}).encode()


def decode(data: bytes) -> dict:
    """The child has processed untrusted data, so its answer may consist of any bytes."""
    if not data:
        return failure('Crash', 'the child ended without an answer')
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError) as error:
        return failure('Malformed', f'the child wrote no JSON: {error}')
    return answer if isinstance(answer, dict) else failure('Malformed', 'the child wrote no object')


def kill_group(pid: int) -> None:
    """Kills a child and the programs that it has started.

    A child has no process group of its own until it has called setsid. Therefore it is also killed by its
    process id.
    """
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def failure(kind: str, message: str) -> dict:
    return {'error': {'class': kind, 'message': message}}


def write(answer: dict) -> None:
    sys.stdout.buffer.write(encode(answer) + b'\n')
    sys.stdout.buffer.flush()


def main() -> None:
    guard, runtime, extractors, most_bytes = (*sys.argv[1:3], json.loads(sys.argv[3]), int(sys.argv[4]))
    sandbox.install(guard, runtime)
    extraction.warm(guard, runtime, extractors)
    gc.collect()
    # The garbage collector does not write to frozen objects, so the children keep sharing the parent's memory
    # pages.
    gc.freeze()
    gc.disable()
    server = Server(guard, runtime, most_bytes)
    try:
        server.run()
    finally:
        for child in server.children.values():
            kill_group(child.pid)


if __name__ == '__main__':
    main()
