"""Decides whether a refused extraction is tried once more with the TLS handshake of a browser."""

from facts import host_of

# Names, in lower case, of extractors for which yt-dlp does not imitate the TLS handshake of a browser.
SITES = ('generic', 'facebook')
# yt-dlp's message when Facebook sends a page without data, as it does to clients that do not look like a
# browser.
NO_DATA = 'cannot parse data'


def may_help(error: dict | None) -> bool:
    """Returns whether a second try with a browser's handshake is allowed and may succeed.

    `error` is a result of facts.error_facts, or None when the first try succeeded. A second try may succeed
    if an extractor of `SITES` has failed with the status 403 or with a page without data. It is not allowed
    in two cases:
    - The egress guard has refused a request.
    - A site has responded with the status 429. A second try would evade the rate limit of this site.
    """
    if not error or error['denied'] or (error['extractor'] or '').lower() not in SITES:
        return False
    if any('HTTP Error 429' in cause for cause in error['causes']):
        return False
    return error['status'] == 403 or NO_DATA in error['message'].lower()


def mark_formats(answer: dict, error: dict) -> dict:
    """Marks the formats that only a client with a browser's TLS handshake can load, and returns `answer`.

    `error` is the result of facts.error_facts for the first try, which used yt-dlp's own handshake. `answer`
    is the result of the second try, which used a browser's handshake.

    If `error` has the status 403, the host in `error['host']` has refused yt-dlp's own handshake. This host
    would also refuse the merger and the edge, because they download media without a browser's handshake.
    Therefore each format from this host gets `needs_more`. Visitors are not offered such formats.
    """
    refused = error['host'] if error['status'] == 403 else None
    for each in answer.get('info', {}).get('formats', []):
        if refused and refused in (host_of(each.get('url')), host_of(each.get('manifest_url'))):
            each['needs_more'] = True
    return answer
