"""Runs yt-dlp alone in one resident process, without fork, sandbox and our patches.

Each line on stdin is a link. For each link, one line on stdout has the milliseconds of the extraction, or
the error message. The bench `extract` subtracts these times from the times of the fork server.
"""

import sys
import time

from options import options
from yt_dlp import YoutubeDL
from yt_dlp.utils import YoutubeDLError


def main(guard: str, runtime: str) -> None:
    ydl = YoutubeDL({**options(guard, runtime), 'no_warnings': True})
    for line in sys.stdin:
        forget(ydl)
        start = time.monotonic()
        try:
            ydl.extract_info(line.strip(), download=False)
            print((time.monotonic() - start) * 1_000, flush=True)
        except YoutubeDLError as error:
            print(error, flush=True)


def forget(ydl: YoutubeDL) -> None:
    """Removes the cookies of the previous extraction and closes its connections.

    The bench compares this process with the fork server, whose children start without cookies and
    connections. So each extraction of this process must also start without them.
    """
    ydl.cookiejar.clear()
    requests = ydl._request_director.handlers['Requests']
    # Closes each session separately, because yt-dlp's own `close` would also remove the TLS context. The next
    # extraction would then have to create a new context. This would make the comparison unfair, because the
    # children of the fork server inherit a TLS context.
    for _, session in requests._InstanceStoreMixin__instances:
        session.close()


main(*sys.argv[1:])
