"""Turns links into yt-dlp's facts: one warmed parent, one forked child a request.

Orders come as JSON lines on stdin, answers leave as JSON lines on stdout:
    {"id": 1, "url": "https://...", "item": 2, "seconds": 30}    or    {"cancel": 1}
    {"ready": true, "yt_dlp": "2026.10.26"}    then    {"id": 1, "info": {...}}    or    {"id": 1, "error": {...}}
The end of stdin ends the program, and every child with it.
"""

import ctypes
import gc
import json
import os
import resource
import selectors
import signal
import sys
import time
from dataclasses import dataclass, field

import extraction
import sandbox

MAX_ORDER_BYTES = 64 * 1024
MAX_ANSWER_BYTES = 8 * 1024 * 1024
# Resident memory of a child and what it starts. It shares about 70 MB with this parent.
MAX_RESIDENT_BYTES = 400 * 1024 * 1024
# Address space stays wide: a JavaScript runtime reserves gigabytes it never uses. The resident bound above holds it.
MAX_ADDRESS_BYTES = 4 * 1024 * 1024 * 1024
WATCH_SECONDS = 0.1
PR_SET_PDEATHSIG = 1


@dataclass
class Child:
    id: int
    pid: int
    deadline: float
    answer: bytearray = field(default_factory=bytearray)


class Server:
    def __init__(self) -> None:
        self.selector = selectors.DefaultSelector()
        self.children: dict[int, Child] = {}
        self.orders = b''
        self.libc = ctypes.CDLL(None)

    def run(self) -> None:
        os.set_blocking(0, False)
        self.selector.register(0, selectors.EVENT_READ)
        say({'ready': True, 'yt_dlp': extraction.VERSION})
        while True:
            for key, _ in self.selector.select(WATCH_SECONDS if self.children else None):
                if key.fd == 0:
                    if not self.read_orders():
                        return
                elif key.fd in self.children:
                    self.read_answer(key.fd)
            self.watch()

    def read_orders(self) -> bool:
        data = os.read(0, 65536)
        *lines, self.orders = (self.orders + data).split(b'\n')
        if not data or len(self.orders) > MAX_ORDER_BYTES:
            return False
        for line in lines:
            order = json.loads(line)
            if 'cancel' in order:
                self.cancel(order['cancel'])
            else:
                self.start(order)
        return True

    def start(self, order: dict) -> None:
        reader, writer = os.pipe()
        try:
            pid = os.fork()
        except OSError as error:
            os.close(reader)
            os.close(writer)
            say({'id': order['id'], **failure('Crash', f'no child could be made: {error}')})
            return
        if pid == 0:
            self.be_child(order, writer)
        os.close(writer)
        os.set_blocking(reader, False)
        self.children[reader] = Child(order['id'], pid, time.monotonic() + order['seconds'])
        self.selector.register(reader, selectors.EVENT_READ)

    def be_child(self, order: dict, writer: int) -> None:
        """Never returns. Nothing of it outlives the request: own session, own limits, no inherited pipes."""
        try:
            os.setsid()
            if sys.platform == 'linux':
                self.libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1):
                os.dup2(null, fd)
            os.dup2(writer, 3)
            os.closerange(4, 1024)
            limit(int(order['seconds']) + 1)
            gc.enable()
            data = json.dumps(extraction.extract(order['url'], order.get('item')), default=str).encode()
            while data:
                data = data[os.write(3, data):]
        finally:
            os._exit(0)

    def read_answer(self, reader: int) -> None:
        child = self.children[reader]
        try:
            data = os.read(reader, 1 << 16)
        except BlockingIOError:
            # The number was another child's a moment ago, and the event was meant for that one.
            return
        if data:
            child.answer += data
            if len(child.answer) > MAX_ANSWER_BYTES:
                self.end(reader, failure('TooLarge', 'the answer is too large'))
            return
        try:
            answer = json.loads(bytes(child.answer))
        except ValueError:
            answer = failure('Crash', 'the child ended without an answer')
        self.end(reader, answer)

    def watch(self) -> None:
        now = time.monotonic()
        for reader, child in list(self.children.items()):
            if now >= child.deadline:
                self.end(reader, failure('Timeout', 'the deadline is over'))
            elif resident_bytes(child.pid) > MAX_RESIDENT_BYTES:
                self.end(reader, failure('TooLarge', 'the memory bound is reached'))

    def cancel(self, order_id: int) -> None:
        for reader, child in list(self.children.items()):
            if child.id == order_id:
                self.end(reader, failure('Cancelled', 'nobody waits any more'))

    def end(self, reader: int, answer: dict) -> None:
        child = self.children.pop(reader)
        self.selector.unregister(reader)
        os.close(reader)
        kill_group(child.pid)
        os.waitpid(child.pid, 0)
        say({'id': child.id, **answer})


def limit(seconds: int) -> None:
    for kind, amount in (
        (resource.RLIMIT_AS, MAX_ADDRESS_BYTES),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 256),
    ):
        try:
            resource.setrlimit(kind, (amount, amount))
        except (ValueError, OSError):
            # Some systems do not know a limit or already hold a lower one.
            continue


def kill_group(pid: int) -> None:
    # The child leads its session, so what it started ends too; before its setsid there is only itself.
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def resident_bytes(pid: int) -> int:
    """Of a process and everything under it; 0 where /proc does not say."""
    try:
        with open(f'/proc/{pid}/statm', 'rb') as file:
            total = int(file.read().split()[1]) * resource.getpagesize()
        with open(f'/proc/{pid}/task/{pid}/children', 'rb') as file:
            below = [int(child) for child in file.read().split()]
    except (OSError, IndexError):
        return 0
    return total + sum(resident_bytes(child) for child in below)


def failure(kind: str, message: str) -> dict:
    return {'error': {'class': kind, 'message': message}}


def say(answer: dict) -> None:
    sys.stdout.write(json.dumps(answer) + '\n')
    sys.stdout.flush()


def main() -> None:
    # The third argument is a JSON list of the extractors to load before the first fork (`warmUp` of contract/platforms/).
    guard, runtime, extractors = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
    sandbox.build(guard, runtime)
    extraction.warm(guard, runtime, extractors)
    # A frozen heap is never touched by the collector, so children go on sharing its pages.
    gc.collect()
    gc.freeze()
    gc.disable()
    server = Server()
    try:
        server.run()
    finally:
        for child in server.children.values():
            kill_group(child.pid)


if __name__ == '__main__':
    main()
