"""Hides from yt-dlp what no browser plays: players in comments of a page, and links such as blob:."""

import re

PLAYER = re.compile(r'<(?:video|audio)\b', re.IGNORECASE)
# Of the browser that saved the page, or of a script that has not run.
OWN_LINK = re.compile(r'\ssrc\s{0,9}=\s{0,9}["\'](?:blob|data|about):[^"\'<>]*["\']', re.IGNORECASE)


def without_hidden(webpage: str) -> str | None:
    if not PLAYER.search(webpage):
        return None
    first, *parts = OWN_LINK.sub(' ', webpage).split('<!--')
    shown = first + ''.join(map(after_comment, parts))
    return shown if shown != webpage else None


def after_comment(part: str) -> str:
    """Scripts may begin with a comment, and yt-dlp reads their code."""
    comment, end, rest = part.partition('-->')
    is_player = end and PLAYER.search(comment) and '<script' not in comment
    return rest if is_player else f'<!--{part}'
