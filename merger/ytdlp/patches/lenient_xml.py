"""Repairs feeds and manifests that are not quite valid XML.

Also reads pages whose encoding is named only in the XML declaration.
"""

import re
from html.entities import html5
from typing import Any
from xml.etree.ElementTree import ParseError

from yt_dlp.extractor import generic

DECLARED_ENCODING = re.compile(rb'\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["\']([\w.:-]{1,40})["\']')
CDATA = re.compile(r'(<!\[CDATA\[.*?\]\]>)', re.DOTALL)
# Matches every ampersand except one that begins a reference of XML itself, such as "&amp;" or "&#38;".
AMPERSAND = re.compile(r'&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)([A-Za-z]\w{1,31};)?')
NOT_XML = re.compile(r'[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]')


def patch(extractor: Any) -> None:
    """Makes an extractor use the encoding of the XML declaration, and repair a document that cannot be
    parsed.
    """
    guess, parse = extractor._guess_encoding_from_content, generic.compat_etree_fromstring

    def encoding_of(content_type: str, data: bytes) -> str:
        declared = DECLARED_ENCODING.match(data)
        # The charset of the Content-Type header has priority over the encoding in the XML declaration
        # (RFC 7303, section 3).
        if declared and 'charset=' not in content_type.lower():
            return declared[1].decode('ascii')
        return guess(content_type, data)

    def parse_leniently(document: str | bytes) -> Any:
        try:
            return parse(document)
        except ParseError:
            repaired = repair(document) if isinstance(document, str) else None
            if repaired is None:
                raise
            return parse(repaired)

    extractor._guess_encoding_from_content = encoding_of
    generic.compat_etree_fromstring = parse_leniently


def repair(document: str) -> str | None:
    """Repairs common mistakes in feeds: spaces before the declaration, HTML entities, a bare "&".

    Returns None for a document that is not XML or that defines its own entities.
    """
    trimmed = document.lstrip('\ufeff \t\r\n')
    if (
        not trimmed.startswith(('<?xml', '<rss', '<feed'))
        or '<!DOCTYPE' in trimmed[:1000]
        or '<!ENTITY' in trimmed
    ):
        return None
    pieces = CDATA.split(NOT_XML.sub('', trimmed))
    return ''.join(
        piece if piece.startswith('<![CDATA[') else AMPERSAND.sub(character, piece) for piece in pieces
    )


def character(reference: re.Match) -> str:
    """Replaces an HTML entity with its character. Escapes an ampersand that does not begin an HTML entity."""
    known = html5.get(reference[1] or '')
    if known:
        return known
    return f'&amp;{reference[1] or ""}'
