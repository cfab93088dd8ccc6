"""Skips interim answers such as 103 Early Hints. Python skips only 100."""

from collections.abc import Callable
from http import client

SWITCHING = 101


def skipped(read_status: Callable[..., tuple[str, int, str]]) -> Callable[..., tuple[str, int, str]]:
    """Reads the next status after an interim one (RFC 9110, section 15.2)."""

    def final_status(answer: client.HTTPResponse) -> tuple[str, int, str]:
        while True:
            version, status, reason = read_status(answer)
            if not client.CONTINUE < status < client.OK or status == SWITCHING:
                return version, status, reason
            client._read_headers(answer.fp)

    return final_status
