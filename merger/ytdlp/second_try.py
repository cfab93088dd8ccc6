"""Decides whether a refused extraction is tried once more with the TLS handshake of a browser."""

from facts import host_of

# Extractors that never ask for a browser's handshake themselves, in lower case.
SITES = ('generic', 'facebook')
# Facebook's page for visitors that it does not take for a browser has no data.
NO_DATA = 'cannot parse data'


def helps(error: dict | None) -> bool:
    """Whether a site refused the handshake, so that one more request is no evasion of a limit.

    `error` has the facts of facts.error_facts. Never after the status 429: that site limits the number of
    requests. Never after a refusal by the egress guard.
    """
    if not error or error['denied'] or (error['extractor'] or '').lower() not in SITES:
        return False
    if any('HTTP Error 429' in cause for cause in error['causes']):
        return False
    return error['status'] == 403 or NO_DATA in error['message'].lower()


def mark_formats(answer: dict, error: dict) -> dict:
    """Marks the formats of a second try on the host that refused the handshake of the first try.

    `error` has the facts of the first try's error. A marked format (`needs_more`) is not offered, because the
    merger and the edge fetch media with their own handshakes, which are not those of a browser either. A page
    without data names no host: then no format is marked. Returns `answer`.
    """
    refused = error['host'] if error['status'] == 403 else None
    for each in answer.get('info', {}).get('formats', []):
        if refused and refused in (host_of(each.get('url')), host_of(each.get('manifest_url'))):
            each['needs_more'] = True
    return answer
