"""Decides whether a refused extraction is tried once more with the TLS handshake of a browser."""

from facts import host_of

# Names, in lower case, of extractors that never ask for a browser's handshake themselves.
SITES = ('generic', 'facebook')
# Facebook sends a page without data to clients that do not look like a browser. yt-dlp then reports this.
NO_DATA = 'cannot parse data'


def helps(error: dict | None) -> bool:
    """Returns whether a site refused the TLS handshake, so that one more request does not evade a limit.

    `error` is a result of facts.error_facts. Returns False after the status 429, with which a site limits the
    number of requests, and after a refusal by the egress guard.
    """
    if not error or error['denied'] or (error['extractor'] or '').lower() not in SITES:
        return False
    if any('HTTP Error 429' in cause for cause in error['causes']):
        return False
    return error['status'] == 403 or NO_DATA in error['message'].lower()


def mark_formats(answer: dict, error: dict) -> dict:
    """Marks those formats of a second try whose host refused the handshake of the first try.

    `error` has the facts of the first try's error. A marked format (`needs_more`) is not offered, because the
    merger and the edge fetch media with their own handshakes, which are not those of a browser either. No
    format is marked when the first try ended with a page without data, because then no host refused the
    handshake. Returns `answer`.
    """
    refused = error['host'] if error['status'] == 403 else None
    for each in answer.get('info', {}).get('formats', []):
        if refused and refused in (host_of(each.get('url')), host_of(each.get('manifest_url'))):
            each['needs_more'] = True
    return answer
