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
        # No cookie of an earlier extraction is sent, as in the children of the fork server.
        ydl.cookiejar.clear()
        start = time.monotonic()
        try:
            ydl.extract_info(line.strip(), download=False)
            print((time.monotonic() - start) * 1_000, flush=True)
        except YoutubeDLError as error:
            print(error, flush=True)


main(*sys.argv[1:])
