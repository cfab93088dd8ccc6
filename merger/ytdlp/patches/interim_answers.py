"""Skips interim answers such as 103 Early Hints. Python skips only 100."""

from http import client

SWITCHING = 101


def patch() -> None:
    """Makes each connection read the next status after an interim one (RFC 9110, section 15.2)."""
    read_status = client.HTTPResponse._read_status

    def final(answer: client.HTTPResponse) -> tuple[str, int, str]:
        while True:
            version, status, reason = read_status(answer)
            if not client.CONTINUE < status < client.OK or status == SWITCHING:
                return version, status, reason
            client._read_headers(answer.fp)

    client.HTTPResponse._read_status = final
